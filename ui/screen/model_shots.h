// Pictures of a model that runs without a window: the moments are kept while it runs and drawn at
// the end, so that all pictures show the same part of the world.
#pragma once

#include "ui/scene/model_marks.h"
#include "ui/scene/model_scene.h"

struct ui_model_shots_def {
    const char *folder; // made where it is missing
    const char *model;  // path of the model's file: its name is that of the pictures
    double every;       // [s] between two pictures, 0: only the start and the end
    int width;          // [pixel]; pictures are 16 : 9
    struct ui_model_angle angle;
    bool plain;  // without joints and title
    bool ground; // level ground at z = 0 is there
};

struct ui_model_shots {
    const struct ui_model_shots_def *def;
    const struct sim_instance *instance;
    SIM_ARRAY(struct ui_model_frame) frames; // owned
    double next;                             // [s] time of the next one
    struct sim_aabb bounds;
};

// The first moment. def and instance must live until finish. False with one sentence in problem.
bool ui_model_shots_begin(struct ui_model_shots *shots, const struct ui_model_shots_def *def,
                          const struct sim_instance *instance, char *problem, size_t size);
// After each step; last: the last moment is kept whenever it is. False where memory is missing.
bool ui_model_shots_step(struct ui_model_shots *shots, bool last);
// Writes the pictures, MODEL-TIMEs.png. False with one sentence in problem.
bool ui_model_shots_write(const struct ui_model_shots *shots, char *problem, size_t size);
void ui_model_shots_finish(struct ui_model_shots *shots); // accepts a zeroed struct
