// Benchmarks of a whole worksite, heuristics and all: a forwarder under 100 logs that lie loose in
// its bunk or are fused with it (Jung 6.2.2), and a harvester among 1,000 trees that take part in
// the dynamics, against the same harvester on an empty site.
#include <math.h>
#include <stdlib.h>

#include "bench/bench.h"
#include "bench/yard.h"
#include "vehicles/part/activation.h"
#include "vehicles/part/bunk.h"
#include "vehicles/worksite.h"

enum { LOGS = 100, TREES_ACROSS = 32, TREES = 1000 };
static const double log_length = 4.0, log_dbh = 0.15, gap = 0.004; // [m]

// ---- forwarder ----

// A log from the lower part of a slender spruce: 15 cm at its butt, without branches.
static struct ter_stem short_log(void) {
    const struct ter_stem whole = ter_stem_whole(TER_SPRUCE, log_dbh, 16.0, 12.0, 0.1);
    struct ter_stem log, rest;
    ter_stem_split(&whole, log_length, &log, &rest);
    ter_stem_delimb(&log, log_length);
    return log;
}

// Layers of as many logs as lie side by side, butts to the rear; every second layer has one less
// and lies in the gaps of the one below.
static bool add_logs(struct bench_yard *y) {
    const struct veh_bunk_def *bunk = veh_bunk_def(&y->machine);
    const struct ter_stem log = short_log();
    const double width = ter_stem_diameter(&log, 0.0) + gap;
    const int across = (int)((bunk->size.y - 0.2) / width);
    const struct sim_pose frame = veh_machine_pose(&y->site, 0);
    double z = 0.5 * width + frame.p.z + bunk->centre.z - 0.5 * bunk->size.z + 0.08;
    for (int made = 0, layer = 0; made < LOGS; layer++, z += 0.9 * width)
        for (int i = 0; i < across - layer % 2 && made < LOGS; i++, made++) {
            const double side = (i - 0.5 * (across - 1 - layer % 2)) * width;
            if (veh_worksite_add_log(&y->site, &log, frame.p.x + bunk->centre.x + 0.25,
                                     frame.p.y + side, z, 0.0) < 0)
                return bench_no_memory();
        }
    return true;
}

// Takes the fusing from the machine's bunk, which still counts its logs.
static void leave_loose(struct veh_machine *machine) {
    static struct veh_part_kind idle;
    idle = veh_part_bunk;
    idle.settle = NULL;
    for (int i = 0; i < machine->part_count; i++)
        if (machine->parts[i].kind == &veh_part_bunk)
            machine->parts[i].kind = &idle;
}

static bool begin_forwarder(struct bench_yard *y, bool fused) {
    if (!bench_yard_begin(y, "machines/forwarder.yaml", 60.0, 1.0))
        return false;
    if (veh_worksite_add_machine(&y->site, &y->machine, 0.0, 0.0, 0.0) < 0)
        return bench_no_memory();
    bench_yard_run(y, 200); // comes to rest on its tyres
    if (!add_logs(y))
        return false;
    if (!fused)
        leave_loose(&y->site.machines[0]);
    for (int i = 0; i < 20 && (i < 5 || veh_machine_measure(&y->site, 0, &veh_part_bunk,
                                                            VEH_BUNK_FUSED) < LOGS);
         i++)
        bench_yard_run(y, 100);
    return true;
}

// ---- trees ----

static bool plant(struct bench_yard *y) {
    for (int i = 0; i < TREES; i++) {
        struct ter_tree tree = {.species = TER_PINE,
                                .dbh = 0.18 + 0.01 * (i % 7),
                                .height = 17.0 + 0.5 * (i % 5),
                                .crown_base = 9.0,
                                .crown_width = 2.5};
        // Rows 1.2 m apart with the machine's own lane left free.
        const double across = 1.2 * (i % TREES_ACROSS - 0.5 * (TREES_ACROSS - 1));
        const double along = 1.2 * (i / TREES_ACROSS - 0.5 * (TREES_ACROSS - 1));
        tree.position = sim_vec3(along, across + (across < 0.0 ? -2.0 : 2.0), 0.0);
        snprintf(tree.id, sizeof tree.id, "%d", i);
        if (!ter_stand_add(&y->stand, &tree))
            return bench_no_memory();
    }
    return true;
}

static int active_trees(const struct bench_yard *y) {
    int count = 0;
    for (int i = 0; i < y->site.stems.count; i++)
        count += y->site.stems.items[i].used && y->site.stems.items[i].kind == VEH_STEM_STANDING;
    return count;
}

static bool begin_forest(struct bench_yard *y, bool trees) {
    if ((trees && !plant(y)) || !bench_yard_begin(y, "machines/harvester.yaml", 60.0, 1.0))
        return false;
    for (int i = 0; i < y->machine.part_count; i++)
        if (y->machine.parts[i].kind == &veh_part_activation)
            *(struct veh_activation_def *)y->machine.parts[i].def =
                (struct veh_activation_def){.low = {-20.0, -20.0, 0.0}, .high = {20.0, 20.0, 0.0}};
    if (veh_worksite_add_machine(&y->site, &y->machine, 0.0, 0.0, 0.0) < 0)
        return bench_no_memory();
    bench_yard_run(y, 300);
    return true;
}

bool bench_site_forwarder(int steps, struct bench_site_result results[2]) {
    struct bench_yard *yards = calloc(BENCH_YARDS, sizeof *yards);
    bool done = yards != NULL && begin_forwarder(&yards[0], false) &&
                begin_forwarder(&yards[1], true) && bench_yards_measure(yards, steps, results);
    results[0].name = "loose";
    results[1].name = "fused";
    for (int k = 0; done && k < BENCH_YARDS; k++)
        results[k].count = (int)veh_machine_measure(&yards[k].site, 0, &veh_part_bunk,
                                                    k == 1 ? VEH_BUNK_FUSED : VEH_BUNK_LOGS);
    for (int k = 0; yards != NULL && k < BENCH_YARDS; k++)
        bench_yard_finish(&yards[k]);
    free(yards);
    return done;
}

bool bench_site_trees(int steps, struct bench_site_result results[2]) {
    struct bench_yard *yards = calloc(BENCH_YARDS, sizeof *yards);
    bool done = yards != NULL && begin_forest(&yards[0], true) && begin_forest(&yards[1], false) &&
                bench_yards_measure(yards, steps, results);
    results[0].name = "1,000 trees";
    results[1].name = "no trees";
    for (int k = 0; done && k < BENCH_YARDS; k++)
        results[k].count = active_trees(&yards[k]);
    for (int k = 0; yards != NULL && k < BENCH_YARDS; k++)
        bench_yard_finish(&yards[k]);
    free(yards);
    return done;
}
