// Readings of a session's machine as a table over time. The record has the levers alone, and all
// else is computed again from them.
#pragma once

#include <stdio.h>

#include "data/exercise/playback.h"
#include "data/text/problem.h"

enum { DAT_TELEMETRY_RATE = 20 }; // lines per second of the session

// Plays the session, which is at its start, to its end or its fault, and writes CSV: the time t,
// each lever (lever.NAME, -1 to 1), the machine's place (machine.x_m and so on), that of its
// crane's tip (tip.x_m), each sensor of the model (sensor.NAME, with its output's suffix) and the
// measures of its parts (part_signals.h). A write that fails is left to the file's error flag.
void dat_telemetry_write(struct dat_playback *playback, FILE *file);
