// The viewer: a recorded session in the window, forwards and backwards, at any speed and from any
// camera, above a line of its events. The world is simulated as it was; nothing is recorded.
#pragma once

#include "data/exercise/playback.h"
#include "ui/screen/cab.h"

struct ui_viewer {
    struct ui_screen base;
    struct dat_playback *playback; // not owned
    struct ui_cab cab;             // below on the stack: draws the world, and makes the steps
    bool playing;
    int speed;        // index, see viewer.c
    int64_t target;   // step that is being gone to, -1: none
    double line_x[2]; // [pixel] ends of the line in the last picture
    double line_top;  // [pixel] what is below belongs to the viewer
    bool leaves;
};

// Pushes the cab and the viewer onto the app's stack; the playback must be open. False with one
// sentence in problem where memory is missing.
bool ui_viewer_open(struct ui_viewer *viewer, struct ui_app *app, struct dat_playback *playback,
                    char *problem, size_t size);
