// One moment of a running model, as a picture needs it: places of its bodies, joints and axes.
// Taken while the simulation runs, drawn at any time after.
#pragma once

#include "sim/model/model.h"

struct ui_joint_mark {
    struct sim_vec3 from, anchor;         // [m] world, on the parent and on the child
    struct sim_vec3 axis[SIM_JOINT_AXES]; // unit vectors, world
    bool broken;
};

struct ui_force_mark {
    struct sim_vec3 point;  // [m] world
    struct sim_vec3 vector; // unit, world, the way it pushes or about which it turns; 0: at rest
};

struct ui_model_frame {
    double time;                 // [s]
    struct sim_pose *body;       // owned, one per body of the model
    struct ui_joint_mark *joint; // owned, one per joint of the model
    struct ui_force_mark *force; // owned, one per force of the model
};

// The present moment. The frame is zeroed or was taken of the same model before. False where memory
// is missing.
bool ui_model_frame_take(struct ui_model_frame *frame, const struct sim_instance *instance);
void ui_model_frame_finish(struct ui_model_frame *frame); // accepts a zeroed struct

// A box without content, to be grown.
struct sim_aabb ui_no_bounds(void);
bool ui_bounds_are_known(const struct sim_aabb *bounds); // something is inside
void ui_grow_bounds(struct sim_aabb *bounds, const struct sim_aabb *more);

// The box that a picture should show: the moving bodies, and those fixed ones that are not much
// larger than these (a pillar, but not a plain). Invisible shapes do not count. Without content
// where the model has no visible shape.
struct sim_aabb ui_model_bounds(const struct sim_model *model, const struct ui_model_frame *frame);
// The bounds of what is not fixed.
struct sim_aabb ui_model_moving_bounds(const struct sim_model *model,
                                       const struct ui_model_frame *frame);
// A fixed shape is so large that the bounds leave it out: it serves as ground.
bool ui_model_has_ground(const struct sim_model *model, const struct ui_model_frame *frame);
