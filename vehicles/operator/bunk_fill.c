#include "vehicles/operator/bunk_fill.h"

#include <assert.h>

#include "vehicles/operator/crane_control.h"
#include "vehicles/part/bunk.h"
#include "vehicles/part/crane.h"

static const double clear_height = 1.7; // [m] of the tip above the space: what hangs from it
static const double behind = 0.5;    // [m] of the middle of the space: the crane cannot fold more
static const double rise_time = 8.0; // [s]
static const double calm_time = 4.0; // [s] until the grapple has swung out
static const double reached_range = 0.25; // [m]

bool veh_bunk_make_way(struct veh_worksite *site, int machine) {
    assert(machine >= 0 && machine < site->machine_count);
    const struct veh_machine *m = &site->machines[machine];
    const struct veh_bunk_def *bunk = veh_bunk_def(m->def);
    struct veh_crane_control control;
    if (bunk == NULL || !veh_crane_control_init(&control, site, machine))
        return false;
    const struct sim_vec3 above =
        sim_add(bunk->centre, sim_vec3(-behind, 0.0, 0.5 * bunk->size.z + clear_height));
    const double start = veh_worksite_time(site);
    double distance = 0.0;
    while (veh_worksite_time(site) < start + rise_time + calm_time) {
        struct veh_controls levers[VEH_MAX_MACHINES] = {{{0.0}}};
        const struct sim_pose frame = sim_body_pose(site->world, m->instance.bodies[bunk->body]);
        const struct sim_vec3 goal = sim_pose_point(frame, above);
        if (veh_worksite_time(site) < start + rise_time)
            distance = veh_crane_control_step(&control, site, goal, &levers[machine]);
        veh_worksite_step(site, levers);
    }
    return distance < reached_range;
}
