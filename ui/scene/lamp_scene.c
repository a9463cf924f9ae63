#include "ui/scene/lamp_scene.h"

#include <assert.h>

#include "ui/scene/daylight.h"

static const double strength = 170.0; // of the light in 1 m^2, see ui/scene/daylight.h
static const double cone = 0.62;      // cosine of half the angle: 52 degrees

// From the eye in the seat, looking straight ahead [m], and where it shines.
static const struct {
    double x, y, yaw; // yaw [rad] from straight ahead to the left
} lamps[] = {{0.85, 0.45, 0.10},   {0.85, -0.45, -0.10}, {0.80, 0.70, 0.80},
             {0.80, -0.70, -0.80}, {-0.20, 0.80, 1.70},  {-0.20, -0.80, -1.70},
             {-0.95, 0.55, 2.90},  {-0.95, -0.55, -2.90}};
static const double above = 0.58, down = 0.24; // [m], [rad]

bool ui_scene_add_lamps(struct ui_worksite_scene *view, const struct veh_worksite *site,
                        int machine, double share) {
    assert(machine >= 0 && machine < site->machine_count);
    static const float white[3] = {1.0F, 0.97F, 0.88F};
    const struct veh_machine *m = &site->machines[machine];
    struct ui_scene *scene = &view->scene;
    if (!ui_scene_is_dark(scene) || m->def->camera_count == 0)
        return true;
    const struct veh_camera_def *seat = &m->def->cameras[0];
    const struct sim_pose body =
        ui_worksite_body_pose(view, site, m->instance.bodies[seat->body], share);
    bool room = true;
    for (size_t i = 0; i < sizeof lamps / sizeof lamps[0]; i++) {
        const struct sim_pose local = {
            sim_add(seat->pose.p, sim_vec3(lamps[i].x, lamps[i].y, above)),
            sim_quat_rpy(0.0, down, lamps[i].yaw)};
        const struct sim_pose pose = sim_pose_mul(body, local);
        struct ui_primitive glass = ui_box(sim_vec3(0.02, 0.07, 0.045), white);
        glass.look = UI_LOOK_LAMP;
        glass.pose = pose;
        room = ui_scene_add_primitive(scene, &glass) && room;
        if (scene->lamps < UI_LAMPS)
            scene->lamp[scene->lamps++] =
                (struct ui_lamp){.pose = pose, .strength = strength, .cone = cone};
    }
    return room;
}
