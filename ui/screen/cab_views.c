#include "ui/screen/cab_views.h"

#include <assert.h>
#include <math.h>

#include "ui/scene/cab_scene.h"
#include "ui/scene/machine_cameras.h"

static const double mirror_radius = 1.2; // [m] as of wide-angle mirrors, UN Regulation 46, class IV

bool ui_cab_furnish(struct ui_worksite_scene *view, const struct veh_worksite *site,
                    const struct ui_camera_rig *rig, double share, struct ui_view_table *views,
                    const struct ui_canvas *page) {
    assert(views->count > 0);
    const int seat = ui_camera_rig_seat(rig, site->machines[0].def);
    struct ui_cab_screen screen;
    if (seat < 0)
        return true;
    const bool room = ui_scene_add_cab(view, site, 0, seat, share, &screen);
    views->row[0].behind_glass = true;
    const struct ui_scene *scene = &view->scene;
    for (int i = 0; i < scene->monitors; i++) {
        const struct ui_monitor *m = &scene->monitor[i];
        const struct ui_camera camera =
            m->mirror ? ui_mirror_camera(views->row[0].camera.pose.p, &m->pose, m->half_height,
                                         mirror_radius)
                      : ui_monitor_camera(view, site, 0, share);
        ui_view_table_add_monitor(views, i, &camera);
    }
    view->scene.page = (struct ui_page){.canvas = page,
                                        .pose = screen.pose,
                                        .half_width = screen.half_width,
                                        .half_height = screen.half_height};
    return room;
}

// The crane begins with work beside the machine: not above its load, as for driving.
static bool begins_beside(const struct dat_scenario *scenario) {
    static const double beside = 4.2; // [m]
    return scenario->has_tip && fabs(scenario->tip[1]) > beside;
}

void ui_cab_begin_view(struct ui_camera_rig *rig, const struct dat_practice *practice) {
    const struct dat_exercise *exercise = practice->exercise;
    ui_camera_rig_init(rig);
    if (exercise->scenario.camera[0] != '\0')
        ui_camera_rig_find(rig, &exercise->machine, exercise->scenario.camera);
    else if (begins_beside(&exercise->scenario))
        ui_camera_rig_turn_seat(rig, &practice->site, 0);
}
