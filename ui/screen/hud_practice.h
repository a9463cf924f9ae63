// The head-up display of a running exercise: its figures, taken from machine 0 and the score, and
// the sentences of events.
#pragma once

#include "data/exercise/practice.h"
#include "ui/screen/hud.h"

// Fills in what follows from the practice, which is started; messages, hint and pace of the hud
// stay as they are. The hud is the same one from picture to picture, since it counts the seconds
// for which the saw runs idle; zeroed at first. Nothing of the practice is kept. devices: bit per
// enum ui_device that is plugged in.
void ui_hud_from_practice(struct ui_hud *hud, const struct dat_practice *practice,
                          const struct veh_controls *controls, unsigned devices);

// The sentence that tells the operator of the event, shortened to size bytes; warning is set in any
// case. False: there is none, and text is left alone.
bool ui_event_message(const struct veh_event *event, char *text, size_t size, bool *warning);
