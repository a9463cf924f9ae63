// The demonstrator of loading: trucks and trailers that stand on the worksite to be loaded. Their
// bunks are landings above the ground, between stakes.
#include "vehicles/operator/load.h"
#include "vehicles/part/bunk.h"

static const double above_open = 0.9; // [m] of the grip centre of an open grapple
static const double above_stakes =
    0.3; // [m] more than over the own ones, which are seen from above

// [m] in the world, up from the middle of its loading space.
static struct sim_vec3 place(const struct veh_worksite *site, int machine, double up) {
    const struct veh_machine *m = &site->machines[machine];
    const struct veh_bunk_def *bunk = veh_bunk_def(m->def);
    return sim_pose_point(sim_body_pose(site->world, m->instance.bodies[bunk->body]),
                          sim_add(bunk->centre, sim_vec3(0.0, 0.0, up)));
}

struct veh_load_landing veh_load_truck(const struct veh_worksite *site, int machine) {
    const struct sim_vec3 size = veh_bunk_def(site->machines[machine].def)->size;
    const struct sim_vec3 middle = place(site, machine, 0.0);
    const struct sim_vec3 ahead =
        sim_rotate(veh_machine_pose(site, machine).q, sim_vec3(1.0, 0.0, 0.0));
    return (struct veh_load_landing){.area = {.x = middle.x,
                                              .y = middle.y,
                                              .heading = sim_atan2(ahead.y, ahead.x),
                                              .length = size.x,
                                              .width = size.y,
                                              .product = -1,
                                              .max_height = size.z},
                                     .kind = -1,
                                     .truck = machine};
}

double veh_load_truck_floor(const struct veh_worksite *site, int machine) {
    return place(site, machine, -0.5 * veh_bunk_def(site->machines[machine].def)->size.z).z;
}

// [m] in the world: the upper ends of its stakes.
static double rim(const struct veh_worksite *site, int machine) {
    return place(site, machine, 0.5 * veh_bunk_def(site->machines[machine].def)->size.z).z;
}

static int truck_of(const struct veh_load *load) {
    return load->unloading && load->landing >= 0 ? load->landings[load->landing].truck : -1;
}

double veh_load_stakes(const struct veh_load *load, const struct veh_worksite *site) {
    const double own = veh_bunk_def(veh_demo_machine(&load->base, site)->def)->size.z;
    const int truck = truck_of(load);
    if (truck < 0)
        return own;
    const double up = above_stakes - rim(site, load->base.task.machine);
    return fmax(own, own + rim(site, truck) + up);
}

double veh_load_open_height(const struct veh_load *load, const struct veh_worksite *site) {
    const int truck = truck_of(load);
    return truck < 0 ? -(double)INFINITY : rim(site, truck) + above_open;
}
