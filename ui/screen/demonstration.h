// The demonstrator at the levers, in the window: the same work that a trainee does, to look at.
#pragma once

#include "ui/screen/cab.h"
#include "vehicles/operator/demonstrator.h"

struct ui_demonstration {
    struct ui_cab cab;
    struct veh_demonstrator *demo; // not owned by a demonstration that was opened alone
    enum veh_demo_result result;
    double over;                  // [s] on the wall clock when it was done, 0: it is not
    struct dat_practice practice; // of one that was begun
};

// Opens the cab above the screen that is open; the practice is started, and both must outlive the
// cab. Its last picture stays until the onlooker closes it. False with a sentence in problem.
bool ui_demonstration_open(struct ui_demonstration *shown, struct ui_app *app,
                           struct dat_practice *practice, struct veh_demonstrator *demo,
                           char *problem, size_t size);

// The same from the start of the exercise, which is loaded and used up; nothing is recorded. False
// with a sentence in problem, also where the demonstrator cannot do the exercise.
bool ui_demonstration_begin(struct ui_demonstration *shown, struct ui_app *app,
                            struct dat_exercise *exercise, char *problem, size_t size);
// After the cab of one that was begun has closed.
void ui_demonstration_end(struct ui_demonstration *shown);
