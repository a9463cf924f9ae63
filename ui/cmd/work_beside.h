// Physics beside pictures: a thread in which the demonstrator works in real time, in a world of its
// own, so that the pictures stay the same.
#pragma once

#include <stdbool.h>

struct ui_work_beside;

// Progress of the thread, pauses left out.
struct ui_work_pace {
    long steps;
    double share;       // of real time, 1: every step was made when it was due
    double step_median; // [s] of the thread's work
};

// It rests at first. NULL with a line on stderr.
struct ui_work_beside *ui_work_beside_start(void);
void ui_work_beside_stop(struct ui_work_beside *work); // NULL: nothing
// Lets it go, or has it rest: it does then when this returns.
void ui_work_beside_let(struct ui_work_beside *work, bool go);
// While it rests.
struct ui_work_pace ui_work_beside_pace(const struct ui_work_beside *work);
