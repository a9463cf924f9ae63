#include "data/metrics/metric.h"

#include <assert.h>
#include <math.h>

#include "data/metrics/rows.h"
#include "vehicles/part/aid.h"
#include "vehicles/part/bunk.h"
#include "vehicles/part/engine.h"
#include "vehicles/part/grapple.h"
#include "vehicles/part/head.h"
#include "vehicles/part/tyre.h"

// Every row is defined in the file of its family; the program does not link without.
#define ROW(NAME, name, unit, help) [DAT_##NAME] = &dat_metric_##name,
static const struct dat_metric_info *const table[] = {DAT_METRICS(ROW)};
#undef ROW

static const struct {
    const char *name, *unit, *help;
} words[] = {
#define WORDS(NAME, name, unit, help) [DAT_##NAME] = {#name, unit, help},
    DAT_METRICS(WORDS)
#undef WORDS
};

const struct dat_metric_info *dat_metric_info(enum dat_metric metric) {
    assert(metric >= 0 && metric < DAT_METRIC_COUNT);
    return table[metric];
}

const char *dat_metric_name(enum dat_metric metric) {
    assert(metric >= 0 && metric < DAT_METRIC_COUNT);
    return words[metric].name;
}

const char *dat_metric_unit(enum dat_metric metric) {
    assert(metric >= 0 && metric < DAT_METRIC_COUNT);
    return words[metric].unit;
}

const char *dat_metric_help(enum dat_metric metric) {
    assert(metric >= 0 && metric < DAT_METRIC_COUNT);
    return words[metric].help;
}

enum dat_metric dat_metric_measure(enum dat_metric metric) {
    const struct dat_metric_info *measure = dat_metric_info(metric)->measure;
    if (measure == NULL)
        return metric;
    int i = 0;
    while (table[i] != measure)
        i++;
    return (enum dat_metric)i;
}

double dat_tally_value(const union dat_metric_state *state) {
    return state->tally.count;
}

double dat_drive_value(const union dat_metric_state *state) {
    return state->drive.distance;
}

// ---- observing ----

static const double shortest_move = 0.05; // [m] less is the rocking of a machine that stands

void dat_observer_start(struct dat_observer *observer, const struct veh_worksite *site,
                        int machine) {
    assert(machine >= 0 && machine < site->machine_count);
    *observer = (struct dat_observer){machine, veh_machine_pose(site, machine).p};
}

unsigned dat_machine_parts(const struct veh_machine_def *machine) {
    return (veh_head_def(machine) != NULL ? DAT_NEEDS_HEAD : 0u) |
           (veh_grapple_def(machine) != NULL ? DAT_NEEDS_GRAPPLE : 0u) |
           (veh_bunk_def(machine) != NULL ? DAT_NEEDS_BUNK : 0u) |
           (veh_machine_def_part(machine, &veh_part_engine) != NULL ? DAT_NEEDS_ENGINE : 0u);
}

static double measure(const struct veh_worksite *site, const struct dat_observer *observer,
                      enum veh_bunk_measure which) {
    return veh_machine_measure(site, observer->machine, &veh_part_bunk, (int)which);
}

struct dat_observation dat_observe(struct dat_observer *observer, const struct veh_worksite *site) {
    struct dat_observation now = {0};
    assert(observer->machine >= 0 && observer->machine < site->machine_count);
    const struct sim_vec3 place = veh_machine_pose(site, observer->machine).p;
    const struct sim_vec3 d = sim_sub(place, observer->place);
    const double distance = sqrt(d.x * d.x + d.y * d.y);
    if (distance >= shortest_move) {
        observer->place = place;
        now.driven = distance;
    }
    now.logs_in_bunk = (int)measure(site, observer, VEH_BUNK_LOGS);
    now.logs_fused = (int)measure(site, observer, VEH_BUNK_FUSED);
    const struct ter_ruts *ruts = &site->trails.ruts;
    now.ruts.deepest = ruts->deepest;
    now.ruts.mean = ruts->area > 0.0 ? ruts->volume / ruts->area : 0.0;
    now.ruts.length = veh_tyre_rut_length(site, observer->machine);
    const struct veh_treads treads = veh_tyre_treads(site, observer->machine);
    now.rolled = treads.rolled;
    now.slipped = treads.slipped;
    now.aided = veh_machine_measure(site, observer->machine, &veh_part_aid, VEH_AID_USED);
    now.payload = measure(site, observer, VEH_BUNK_MASS);
    now.fuel = veh_machine_measure(site, observer->machine, &veh_part_engine, VEH_ENGINE_FUEL);
    return now;
}
