// Benchmarks of large forests: a forwarder where 10,000 logs lie about, and a harvester in a forest
// of a million trees; each against the same machine where there is little.
#include <math.h>
#include <stdlib.h>

#include "bench/bench.h"
#include "bench/yard.h"

enum { ALL_LOGS = 10000, HEAP = 5, MANY_TREES = 1000000, FEW_TREES = 1000 };
static const double field = 200.0;   // [m] half the side of the square with the logs: 625 a hectare
static const double forest = 1582.0; // [m] the same of the forest: 10 km2
static const double log_length = 4.8; // [m]
static const double lane = 3.0;       // [m] on either side of the machine's axis is free
static const double few_trees = 50.0; // [m] half the side of the square of the 1,000 trees

// ---- logs ----

// Butt log of a spruce from a second thinning.
static struct ter_stem sawlog(void) {
    const struct ter_stem whole = ter_stem_whole(TER_SPRUCE, 0.2, 19.0, 10.0, ter_stump_height);
    struct ter_stem log, rest;
    ter_stem_split(&whole, log_length, &log, &rest);
    ter_stem_delimb(&log, log_length);
    return log;
}

// Heaps of five logs side by side on a square grid, as a harvester leaves them beside its lanes.
static bool lay_logs(struct bench_yard *y) {
    const struct ter_stem log = sawlog();
    const double width = ter_stem_diameter(&log, 0.0) + 0.05;
    const int across = (int)ceil(sqrt((double)ALL_LOGS / HEAP));
    for (int i = 0; i < ALL_LOGS; i++) {
        const int heap = i / HEAP;
        const double step = 2.0 * field / across;
        const double x = -field + (heap / across + 0.5) * step;
        double at = -field + (heap % across + 0.5) * step;
        at += at < 0.0 ? -lane : lane;
        if (veh_worksite_add_log(&y->site, &log, x, at + (i % HEAP) * width, -1.0, 0.0) < 0)
            return bench_no_memory();
    }
    return true;
}

static bool begin_logs(struct bench_yard *y, bool logs) {
    if (!bench_yard_begin(y, "machines/forwarder.yaml", field + 10.0, 1.0))
        return false;
    if (veh_worksite_add_machine(&y->site, &y->machine, 0.0, 0.0, 0.0) < 0)
        return bench_no_memory();
    if (logs && !lay_logs(y))
        return false;
    bench_yard_run(y, 300); // comes to rest on its tyres
    return true;
}

static int lying_logs(const struct bench_yard *y) {
    int count = 0;
    for (int i = 0; i < y->site.stems.count; i++)
        count += y->site.stems.items[i].used && y->site.stems.items[i].kind == VEH_STEM_LOG;
    return count;
}

bool bench_site_logs(int steps, struct bench_site_result results[2]) {
    struct bench_yard *yards = calloc(BENCH_YARDS, sizeof *yards);
    const bool done = yards != NULL && begin_logs(&yards[0], true) &&
                      begin_logs(&yards[1], false) && bench_yards_measure(yards, steps, results);
    results[0].name = "10,000 logs";
    results[1].name = "no logs";
    for (int k = 0; yards != NULL && k < BENCH_YARDS; k++) {
        results[k].count = done ? lying_logs(&yards[k]) : 0;
        bench_yard_finish(&yards[k]);
    }
    free(yards);
    return done;
}

// ---- trees ----

// Rows of pines over the square, equally dense however many there are, with a lane for the machine.
static bool plant(struct bench_yard *y, int trees, double half) {
    const int across = (int)ceil(sqrt(trees));
    const double step = 2.0 * half / across;
    for (int i = 0; i < trees; i++) {
        struct ter_tree tree = {.species = TER_PINE,
                                .dbh = 0.18 + 0.01 * (i % 7),
                                .height = 17.0 + 0.5 * (i % 5),
                                .crown_base = 9.0,
                                .crown_width = 2.5};
        const double at = -half + (i % across + 0.5) * step;
        tree.position =
            sim_vec3(-half + (i / across + 0.5) * step, at + (at < 0.0 ? -lane : lane), 0.0);
        (void)snprintf(tree.id, sizeof tree.id, "%d", i);
        if (!ter_stand_add(&y->stand, &tree))
            return bench_no_memory();
    }
    return true;
}

static bool begin_trees(struct bench_yard *y, int trees, double half) {
    if (!plant(y, trees, half) ||
        !bench_yard_begin(y, "machines/harvester.yaml", forest + 10.0, 4.0))
        return false;
    if (veh_worksite_add_machine(&y->site, &y->machine, 0.0, 0.0, 0.0) < 0)
        return bench_no_memory();
    bench_yard_run(y, 300);
    return true;
}

bool bench_site_forest(int steps, struct bench_site_result results[2]) {
    struct bench_yard *yards = calloc(BENCH_YARDS, sizeof *yards);
    const bool done = yards != NULL && begin_trees(&yards[0], MANY_TREES, forest) &&
                      begin_trees(&yards[1], FEW_TREES, few_trees) &&
                      bench_yards_measure(yards, steps, results);
    results[0].name = "1,000,000 trees";
    results[1].name = "1,000 trees";
    for (int k = 0; yards != NULL && k < BENCH_YARDS; k++) {
        results[k].count = yards[k].stand.count;
        bench_yard_finish(&yards[k]);
    }
    free(yards);
    return done;
}
