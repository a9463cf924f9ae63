#include "ui/screen/start_view.h"

#include <math.h>
#include <string.h>

static const double swing = 0.06; // [rad] of the view behind the sheet

// Before the machine, so that it comes towards the trainee, and not behind a tree. The heading is
// that of ui_camera_rig_update().
static double clear_yaw(const struct veh_worksite *site, double distance) {
    const struct sim_pose machine = veh_machine_pose(site, 0);
    const struct sim_vec3 ahead = sim_rotate(machine.q, sim_vec3(1.0, 0.0, 0.0));
    return ui_camera_rig_clear_yaw(&site->stand, machine.p, atan2(ahead.y, ahead.x) + 0.35,
                                   distance, 2.4);
}

void ui_start_view_init(struct ui_start_view *view, const struct ui_exercise_list *list,
                        const char *machine) {
    struct dat_diagnostics d;
    struct dat_problem problem = {""};
    memset(view, 0, sizeof *view);
    for (int i = 0; i < list->count && !view->loaded; i++) {
        if (!dat_exercise_load(list->items[i].path, machine, &view->exercise, &d))
            continue;
        if (!dat_practice_start(&view->practice, &view->exercise, NULL, "", DAT_TRAINEE,
                                &problem)) {
            dat_exercise_finish(&view->exercise);
            continue;
        }
        const struct dat_site *site = &view->exercise.site;
        view->loaded = true;
        (void)ui_worksite_scene_init(&view->scene, &view->practice.site,
                                     site->has_road ? &site->road : NULL);
        view->scene.scene.sun = dat_scenario_sun_direction(&view->exercise.scenario);
        ui_camera_rig_init(&view->rig);
        ui_camera_rig_choose(&view->rig, UI_CAMERA_ORBIT);
        view->rig.distance = 15.0;
        view->yaw = clear_yaw(&view->practice.site, view->rig.distance);
    }
    if (!view->loaded)
        ui_scene_init(&view->scene.scene);
}

void ui_start_view_finish(struct ui_start_view *view) {
    struct dat_problem problem;
    ui_worksite_scene_finish(&view->scene);
    if (view->loaded) {
        dat_practice_finish(&view->practice, DAT_STOPPED, &problem);
        dat_exercise_finish(&view->exercise);
    }
    memset(view, 0, sizeof *view);
}

struct ui_camera ui_start_view_camera(struct ui_start_view *view, double dt) {
    struct ui_camera camera = ui_default_camera();
    if (!view->loaded) {
        camera.pose = ui_look_at(sim_vec3(0.0, 0.0, 2.0), sim_vec3(10.0, 3.0, 4.0));
        return camera;
    }
    view->seconds += dt;
    view->rig.yaw = view->yaw + swing * sin(0.2 * view->seconds);
    camera = ui_camera_rig_update(&view->rig, &view->scene, &view->practice.site, 0, 1.0, dt);
    // The sheet covers the left half: the machine belongs in the right one.
    camera.pose.q = sim_quat_mul(camera.pose.q, sim_quat_rpy(0.0, 0.0, 0.28));
    (void)ui_worksite_scene_fill(&view->scene, &view->practice.site, 1.0, camera.pose.p);
    return camera;
}
