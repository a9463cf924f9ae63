// A model as a scene: its shapes before a plain background, on a floor with a grid for scale, and
// the camera that frames it.
#pragma once

#include "ui/scene/model_frame.h"
#include "ui/scene/scene.h"

struct ui_model_scene {
    struct ui_scene scene;
    bool floor;  // the model stands on a level floor at z = 0
    double grid; // [m] between the floor's lines
    double line; // [m] half of their width
    double x, y; // [m] middle of the floor, on a crossing of the grid
    double edge; // [m] half the thickness of the edges that show a hull
};

// Where the camera stands: seen from the middle of the model, 0 is in front (+x), 90 at the left
// (+y).
struct ui_model_angle {
    double azimuth, elevation; // [rad]
    double zoom;               // 1: the model fills the picture
};

// From the right, a little in front and above: a machine looks to the right.
struct ui_model_angle ui_default_model_angle(void);

// bounds: what will be seen. ground: there is level ground at z = 0 that is not in the model.
void ui_model_scene_init(struct ui_model_scene *view, const struct sim_model *model,
                         const struct ui_model_frame *frame, const struct sim_aabb *bounds,
                         bool ground);
void ui_model_scene_finish(struct ui_model_scene *view); // accepts a zeroed struct
// False where memory is missing.
bool ui_model_scene_fill(struct ui_model_scene *view, const struct sim_model *model,
                         const struct ui_model_frame *frame);

// A camera that sees all of the bounds; aspect: width / height of the picture.
struct ui_camera ui_model_camera(const struct sim_aabb *bounds, const struct ui_model_angle *angle,
                                 double aspect);
