// A running model in a window: mouse and keys move the camera and the model's inputs.
#pragma once

#include "ui/scene/model_marks.h"
#include "ui/scene/model_scene.h"
#include "ui/screen/app.h"

// One step. False: the simulation is over; the picture stays.
typedef bool ui_model_step(void *context);

struct ui_model_window {
    struct ui_screen base;
    struct ui_app *app;            // not owned
    struct sim_instance *instance; // not owned
    ui_model_step *step;
    void *context;
    struct ui_model_frame frame;
    struct ui_model_scene view;
    struct ui_model_marks marks;
    struct ui_model_angle angle;
    struct sim_vec3 aim, half; // [m] the box that is looked at: its middle follows the model
    int chosen;                // input that the arrow keys move
    int lever;                 // -1, 0 or 1: an arrow key is held
    double speed;              // of the model's time, 1: real time
    double owed;               // [s] that the model is behind the picture
    bool paused, over, looking, help;
};

// ground: there is level ground at z = 0 that is not in the model. False where memory is missing.
// Push window->base on the app's stack; closing it frees the rest.
bool ui_model_window_init(struct ui_model_window *window, struct ui_app *app,
                          struct sim_instance *instance, ui_model_step *step, void *context,
                          bool ground);
