// `kranich bench levers`: how long a lever waits for the physics.
#pragma once

#include <stdbool.h>

#include <jansson.h>

// Runs an exercise in a window without a screen while a hand moves a lever without hardware, at
// several pictures per second, each for so long [s]. False with a line on stderr where this machine
// cannot draw, or the library is missing.
bool ui_bench_levers(double duration, json_t *json);
