#include "ui/scene/hose_scene.h"

#include "vehicles/part/hose.h"

static bool add_hose(struct ui_worksite_scene *view, const struct veh_worksite *site,
                     const struct veh_machine *machine, const struct veh_hose_def *def,
                     double share, struct sim_vec3 eye) {
    const struct sim_body_id *bodies = machine->instance.bodies;
    const struct sim_pose from = ui_worksite_body_pose(view, site, bodies[def->from_body], share);
    const struct sim_pose to = ui_worksite_body_pose(view, site, bodies[def->to_body], share);
    struct sim_vec3 point[VEH_HOSE_POINTS];
    bool room = true;
    if (sim_length(sim_sub(from.p, eye)) > ui_hose_sight)
        return true;
    veh_hose_points(def, from, to, point);
    for (int i = 0; i + 1 < VEH_HOSE_POINTS; i++) {
        struct ui_primitive p =
            ui_rod(point[i], point[i + 1], 0.5 * def->thickness, ui_hose_colour);
        p.look = UI_LOOK_PLAIN;
        room = ui_scene_add_primitive(&view->scene, &p) && room;
    }
    return room;
}

bool ui_scene_add_hoses(struct ui_worksite_scene *view, const struct veh_worksite *site,
                        int machine, double share, struct sim_vec3 eye) {
    const struct veh_machine *m = &site->machines[machine];
    bool room = true;
    for (int i = 0; i < m->part_count; i++)
        if (m->parts[i].kind == &veh_part_hose)
            room = add_hose(view, site, m, m->parts[i].def, share, eye) && room;
    return room;
}
