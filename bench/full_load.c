// Benchmarks of a forwarder that drives with 14 t in its bunk against the same one empty, and that
// reaches into its load.
#include <stdlib.h>

#include "bench/bench.h"
#include "bench/yard.h"
#include "vehicles/operator/bunk_fill.h"
#include "vehicles/operator/crane_control.h"
#include "vehicles/part/bunk.h"
#include "vehicles/part/bunk_stack.h"

enum { LOGS = 100 };
static const double log_length = 5.0; // [m]
static const double crawl = 0.3;      // of the drive lever
static const double dip = 0.8;        // [m] of the crane's tip above the loading space
static const double held = 0.025;     // of a lever: it is in use, and its valve is shut

// A spruce log of 140 kg.
static struct ter_stem heavy_log(void) {
    const struct ter_stem whole = ter_stem_whole(TER_SPRUCE, 0.228, 24.0, 12.0, 0.1);
    struct ter_stem butt, rest, log, top;
    ter_stem_split(&whole, 1.0, &butt, &rest);
    ter_stem_split(&rest, log_length, &log, &top);
    ter_stem_delimb(&log, log_length);
    return log;
}

static bool begin(struct bench_yard *y, int logs) {
    const struct ter_stem log = heavy_log();
    double height = 0.0;
    if (!bench_yard_begin(y, "machines/forwarder-18t.yaml", 60.0, 1.0))
        return false;
    if (veh_worksite_add_machine(&y->site, &y->machine, 0.0, 0.0, 0.0) < 0)
        return bench_no_memory();
    return veh_bunk_make_way(&y->site, 0) &&
           veh_bunk_stack(&y->site, 0, &log, logs, &height) == logs;
}

// Opens the grapple and presses it into the load for 6 s.
static bool reach(struct bench_yard *y) {
    const struct veh_bunk_def *bunk = veh_bunk_def(&y->machine);
    const struct sim_vec3 place =
        sim_add(bunk->centre, sim_vec3(0.3, 0.0, 0.5 * bunk->size.z + dip));
    struct veh_crane_control control;
    if (!veh_crane_control_init(&control, &y->site, 0))
        return false;
    for (int i = 0; i < 600; i++) {
        const struct sim_pose frame =
            sim_body_pose(y->site.world, y->site.machines[0].instance.bodies[bunk->body]);
        (void)veh_crane_control_step(&control, &y->site, sim_pose_point(frame, place),
                                     &y->levers[0]);
        y->levers[0].value[VEH_GRIP] = -1.0;
        bench_yard_run(y, 1);
    }
    y->levers[0] = (struct veh_controls){{0.0}};
    return true;
}

static bool measure(int steps, bool reaches, struct bench_site_result results[2]) {
    struct bench_yard *yards = calloc(BENCH_YARDS, sizeof *yards);
    bool done = yards != NULL && begin(&yards[0], LOGS) && begin(&yards[1], 0);
    for (int k = 0; done && k < BENCH_YARDS; k++) {
        done = k == 0 && reaches ? reach(&yards[k]) : true;
        yards[k].levers[0].value[reaches ? VEH_ROTATOR : VEH_DRIVE] = reaches ? held : crawl;
        bench_yard_run(&yards[k], 100);
    }
    done = done && bench_yards_measure(yards, steps, results);
    results[0].name = reaches ? "grapple in the load" : "full";
    results[1].name = "empty";
    for (int k = 0; done && k < BENCH_YARDS; k++)
        results[k].count =
            (int)veh_machine_measure(&yards[k].site, 0, &veh_part_bunk, VEH_BUNK_FUSED);
    for (int k = 0; yards != NULL && k < BENCH_YARDS; k++)
        bench_yard_finish(&yards[k]);
    free(yards);
    return done;
}

bool bench_site_full_load(int steps, struct bench_site_result results[2]) {
    return measure(steps, false, results);
}

bool bench_site_reach(int steps, struct bench_site_result results[2]) {
    return measure(steps, true, results);
}
