// A worksite as a scene: machines from the visuals of their shapes, stems, stumps, trees, ground
// and road. Poses are interpolated between the last two steps, so that the picture runs evenly
// whatever the frame rate is.
#pragma once

#include "terrain/road.h"
#include "ui/scene/hose_swing.h"
#include "ui/scene/rut_map.h"
#include "ui/scene/scene.h"
#include "vehicles/worksite.h"

struct ui_body_before {
    uint32_t generation; // 0: nothing known
    struct sim_pose pose;
};

struct ui_worksite_scene {
    struct ui_scene scene;
    struct sim_vec3 *road;                   // owned
    struct ui_rut_map *ruts;                 // owned; NULL: out of memory
    SIM_ARRAY(struct ui_body_before) before; // owned, by body index: pose before the last step
    SIM_ARRAY(int) shown;                    // owned: trees of the stand around shown_from
    SIM_ARRAY(struct ui_hose_swing) hoses;   // owned, of all machines in their order
    double hose_time;                        // [s] until when they have swung
    struct sim_vec3 shown_from;              // [m] the eye when they were found
    bool shown_known;
    unsigned tree_hash; // of which trees are shown and which of them stand
};

// Ground, road (may be NULL) and trees; worksite must live as long. False where memory is missing.
bool ui_worksite_scene_init(struct ui_worksite_scene *view, const struct veh_worksite *site,
                            const struct ter_road *road);
void ui_worksite_scene_finish(struct ui_worksite_scene *view); // accepts a zeroed struct

// Call before each step.
void ui_worksite_scene_remember(struct ui_worksite_scene *view, const struct veh_worksite *site);
// Fills the scene: share 0 shows the state before the last step, 1 that after it. eye: trees
// are shown around it, their marks, single branches, slash, ruts and what lies near it. False where
// memory is missing.
bool ui_worksite_scene_fill(struct ui_worksite_scene *view, const struct veh_worksite *site,
                            double share, struct sim_vec3 eye);

// The interpolated frame of a body.
struct sim_pose ui_worksite_body_pose(const struct ui_worksite_scene *view,
                                      const struct veh_worksite *site, struct sim_body_id body,
                                      double share);

// Shares of two poses, along the shorter way.
struct sim_pose ui_pose_between(struct sim_pose a, struct sim_pose b, double share);
// A joint of the model between two points as a rod, its bodies at these poses (a world without a
// body: the identity). False where it is not shown.
bool ui_link_primitive(const struct sim_model *model, int joint, struct sim_pose parent,
                       struct sim_pose child, struct ui_primitive *primitive);
// The look of a shape whose body is at that pose. False where it is not shown.
bool ui_shape_primitive(const struct sim_shape *shape, const struct sim_visual *visual,
                        struct sim_pose body, struct ui_primitive *primitive);
