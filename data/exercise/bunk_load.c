#include "data/exercise/bunk_load.h"

#include <assert.h>
#include <math.h>

#include "vehicles/part/bunk.h"

static const double gap = 0.01;  // [m] between neighbours
static const double side = 0.05; // [m] to the stakes and the floor
static const double drop = 0.02; // [m] between layers

// The grid in which the logs lie, seen along the bunk.
struct grid {
    int columns, layers;
    double pitch, rise; // [m] between the axes of neighbours, and of layers
};

// The thickest end decides, over the length of the log.
static double thickness(const struct dat_scenario_load *load) {
    struct ter_stem stem;
    const struct dat_scenario_log log = dat_scenario_load_log(load);
    const bool exists = dat_scenario_log_stem(&log, &stem);
    assert(exists);
    return exists ? ter_stem_diameter(&stem, 0.0) : load->mid_diameter;
}

static struct grid grid_of(const struct veh_bunk_def *bunk, const struct dat_scenario_load *load) {
    const double thick = thickness(load);
    const struct grid grid = {.columns = (int)((bunk->size.y - 2.0 * side) / (thick + gap)),
                              .layers = (int)((bunk->size.z - side) / (thick + drop)),
                              .pitch = thick + gap,
                              .rise = thick + drop};
    return grid;
}

int dat_bunk_room(const struct veh_machine_def *machine, const struct dat_scenario_load *load) {
    const struct veh_bunk_def *bunk = veh_bunk_def(machine);
    if (bunk == NULL || load->length > bunk->size.x)
        return 0;
    const struct grid grid = grid_of(bunk, load);
    return grid.columns * grid.layers;
}

bool dat_bunk_fill(struct veh_worksite *site, const struct dat_scenario_load *load) {
    const struct veh_machine *m = &site->machines[0];
    if (load->count == 0)
        return true;
    assert(site->machine_count > 0 && load->count <= dat_bunk_room(m->def, load));
    const struct veh_bunk_def *bunk = veh_bunk_def(m->def);
    const struct grid grid = grid_of(bunk, load);
    const struct sim_pose pose = sim_body_pose(site->world, m->instance.bodies[bunk->body]);
    const struct dat_scenario_log log = dat_scenario_load_log(load);
    struct ter_stem stem;
    if (!dat_scenario_log_stem(&log, &stem))
        return false;
    for (int i = 0; i < load->count; i++) {
        const int column = i % grid.columns, layer = i / grid.columns;
        const double ahead = i % 2 == 0 ? 1.0 : -1.0; // thick and thin ends take turns
        const struct sim_vec3 butt =
            sim_add(bunk->centre, sim_vec3(-0.5 * ahead * load->length,
                                           (column - 0.5 * (grid.columns - 1)) * grid.pitch,
                                           (layer + 0.5) * grid.rise + side - 0.5 * bunk->size.z));
        const struct sim_pose at = {
            butt, sim_quat_between(sim_vec3(0.0, 0.0, 1.0), sim_vec3(ahead, 0.0, 0.0))};
        if (veh_worksite_drop(site, &stem, sim_pose_mul(pose, at)) < 0)
            return false;
    }
    return true;
}
