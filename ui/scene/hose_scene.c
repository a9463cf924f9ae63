#include "ui/scene/hose_scene.h"

#include <math.h>

#include "vehicles/part/hose.h"

static const double gravity = 9.81;  // [m/s^2]
static const double sheltered = 0.5; // of the crowns' wind is left where machines are
static const double hardest =
    200.0; // [m/s^2] of what hangs it: a blow, and no jump to another place

// ---- how it swings ----

// The line from its first to its last end.
struct line {
    struct sim_vec3 middle, along;
    double length;
};

static struct line line_of(const struct veh_hose_def *def, struct sim_pose from,
                           struct sim_pose to) {
    const struct sim_vec3 a = sim_pose_point(from, def->from), b = sim_pose_point(to, def->to);
    const struct sim_vec3 way = sim_sub(b, a);
    return (struct line){sim_scale(sim_add(a, b), 0.5), sim_unit_or(way, sim_vec3(0.0, 0.0, -1.0)),
                         sim_length(way)};
}

// [m/s^2] that a hose feels which moves with that velocity.
static struct sim_vec3 pull_on(const struct ui_worksite_scene *view, const struct veh_hose_def *def,
                               struct sim_pose from, struct sim_vec3 velocity) {
    const struct sim_vec3 air = sim_sub(sim_scale(view->scene.wind, sheltered), velocity);
    return sim_add(sim_scale(veh_hose_pull(def, from), gravity), ui_hose_drag(air, def->thickness));
}

// dt [s] since it was last told, 0: it begins anew.
static void follow(struct ui_hose_swing *swing, const struct ui_worksite_scene *view,
                   const struct veh_hose_def *def, struct sim_pose from, struct sim_pose to,
                   double dt) {
    const struct line line = line_of(def, from, to);
    const struct sim_vec3 still = sim_vec3(0.0, 0.0, 0.0);
    if (dt > 0.0) {
        const struct sim_vec3 velocity = sim_scale(sim_sub(line.middle, swing->middle), 1.0 / dt);
        struct sim_vec3 blow = sim_scale(sim_sub(velocity, swing->velocity), 1.0 / dt);
        blow = sim_scale(blow, fmin(hardest / fmax(sim_length(blow), hardest), 1.0));
        ui_hose_swing_step(swing, line.along, sim_sub(pull_on(view, def, from, velocity), blow),
                           veh_hose_rise(def, line.length), dt);
        swing->velocity = velocity;
    } else {
        ui_hose_swing_start(swing, line.along, pull_on(view, def, from, still));
        swing->velocity = still;
    }
    swing->middle = line.middle;
}

void ui_hoses_remember(struct ui_worksite_scene *view, const struct veh_worksite *site) {
    static const double most = 0.05; // [s] of a step
    const double time = veh_worksite_time(site), passed = time - view->hose_time;
    const double dt = view->hoses.count > 0 && passed > 0.0 && passed < most ? passed : 0.0;
    int count = 0;
    for (int k = 0; k < site->machine_count; k++) {
        const struct veh_machine *m = &site->machines[k];
        for (int i = 0; i < m->part_count; i++) {
            const struct veh_hose_def *def = m->parts[i].def;
            if (m->parts[i].kind != &veh_part_hose || !SIM_ARRAY_TRY(&view->hoses, count + 1))
                continue;
            follow(&view->hoses.items[count], view, def,
                   sim_body_pose(site->world, m->instance.bodies[def->from_body]),
                   sim_body_pose(site->world, m->instance.bodies[def->to_body]),
                   count < view->hoses.count ? dt : 0.0);
            count++;
        }
    }
    view->hoses.count = count;
    view->hose_time = time;
}

// ---- what is seen of it ----

static bool add_hose(struct ui_worksite_scene *view, const struct veh_worksite *site,
                     const struct veh_machine *machine, const struct veh_hose_def *def, int hose,
                     double share, struct sim_vec3 eye) {
    const struct sim_body_id *bodies = machine->instance.bodies;
    const struct sim_pose from = ui_worksite_body_pose(view, site, bodies[def->from_body], share);
    const struct sim_pose to = ui_worksite_body_pose(view, site, bodies[def->to_body], share);
    struct sim_vec3 point[VEH_HOSE_POINTS];
    bool room = true;
    if (sim_length(sim_sub(from.p, eye)) > ui_hose_sight)
        return true;
    struct sim_vec3 bend = pull_on(view, def, from, sim_vec3(0.0, 0.0, 0.0));
    if (hose < view->hoses.count) {
        const struct ui_hose_swing *swing = &view->hoses.items[hose];
        bend = sim_add_scaled(sim_scale(swing->before, 1.0 - share), swing->bend, share);
    }
    veh_hose_points(def, from, to, bend, point);
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
    bool room = true;
    int hose = 0;
    for (int k = 0; k <= machine; k++) {
        const struct veh_machine *m = &site->machines[k];
        for (int i = 0; i < m->part_count; i++) {
            if (m->parts[i].kind != &veh_part_hose)
                continue;
            if (k == machine)
                room = add_hose(view, site, m, m->parts[i].def, hose, share, eye) && room;
            hose++;
        }
    }
    return room;
}
