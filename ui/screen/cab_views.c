#include "ui/screen/cab_views.h"

#include <assert.h>

#include "ui/scene/cab_scene.h"
#include "ui/scene/machine_cameras.h"
#include "ui/screen/board.h"

static const double mirror_radius = 1.2; // [m] as of wide-angle mirrors, UN Regulation 46, class IV

bool ui_cab_furnish(struct ui_worksite_scene *view, const struct veh_worksite *site,
                    const struct ui_camera_rig *rig, double share, struct ui_view_table *views,
                    const struct ui_hud *hud, struct ui_canvas *canvas) {
    assert(views->count > 0);
    const int seat = ui_camera_rig_seat(rig, site->machines[0].def);
    struct ui_cab_screen screen;
    if (seat < 0)
        return true;
    const bool room = ui_scene_add_cab(view, site, 0, seat, share, &screen);
    view->scene.behind_glass = true;
    const struct ui_scene *scene = &view->scene;
    for (int i = 0; i < scene->monitors; i++) {
        const struct ui_monitor *m = &scene->monitor[i];
        const struct ui_camera camera =
            m->mirror ? ui_mirror_camera(views->row[0].camera.pose.p, &m->pose, m->half_height,
                                         mirror_radius)
                      : ui_monitor_camera(view, site, 0, share);
        ui_view_table_add_monitor(views, i, &camera);
    }
    if (canvas != NULL)
        ui_board_draw(hud, &screen, &views->row[0], canvas);
    return room;
}
