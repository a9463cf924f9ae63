// Marks over the picture of a model: its joints' axes with arrows and names, and a title.
#pragma once

#include "ui/scene/canvas.h"
#include "ui/scene/model_frame.h"
#include "ui/scene/view.h"

struct ui_model_marks {
    // Joints as lines: red ones turn, blue ones slide, a square holds; forces that act as purple
    // arrows, torques with two heads.
    bool axes;
    bool names;  // of the joints; one that has no room is left out
    double size; // [m] of the model: axes are a part of it
};

void ui_model_marks_draw(const struct ui_model_marks *marks, const struct sim_model *model,
                         const struct ui_model_frame *frame, const struct ui_camera *camera,
                         struct ui_canvas *canvas);
// The model's name and the time; grid [m]: between the floor's lines, 0: there is no floor.
void ui_model_title_draw(const struct sim_model *model, double time, double grid,
                         struct ui_canvas *canvas);
