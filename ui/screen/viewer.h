// The viewer: a recorded session in the window, forwards and backwards, at any speed and from any
// camera, above a line of its events. The world is simulated as it was; nothing is recorded.
#pragma once

#include "data/exercise/playback.h"
#include "ui/scene/tip_trail.h"
#include "ui/screen/cab.h"

struct ui_viewer {
    struct ui_screen base;
    struct dat_playback *playback; // not owned
    struct dat_playback *other;    // not owned: another run, as a ghost; NULL: none
    struct ui_tip_trail tip[2];    // of both
    bool shows_tip, shows_other;
    char points[64];   // of the results of both runs, "": there are none
    struct ui_cab cab; // below on the stack: draws the world, and makes the steps
    bool playing;
    int speed;        // index, see viewer.c
    int64_t target;   // step that is being gone to, -1: none
    double line_x[2]; // [pixel] ends of the line in the last picture
    double line_top;  // [pixel] what is below belongs to the viewer
    bool leaves;
};

// Pushes the cab and the viewer onto the app's stack; the playbacks must be open, that of another
// run may be NULL. False with one sentence in problem where memory is missing.
bool ui_viewer_open(struct ui_viewer *viewer, struct ui_app *app, struct dat_playback *playback,
                    struct dat_playback *other, char *problem, size_t size);
