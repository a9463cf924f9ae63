// Benchmarks of a whole worksite, heuristics and all: a forwarder under 100 logs that lie loose in
// its bunk or are fused with it (Jung 6.2.2), and a harvester among 1,000 trees that take part in
// the dynamics, against the same harvester on an empty site.
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "bench/bench.h"
#include "vehicles/part/activation.h"
#include "vehicles/part/bunk.h"
#include "vehicles/worksite.h"

enum { LOGS = 100, TREES_ACROSS = 32, TREES = 1000, BLOCK = 20, SITES = 2 };
static const double log_length = 4.0, log_dbh = 0.15, gap = 0.004; // [m]

struct yard {
    struct ter_ground ground;
    struct ter_stand stand;
    struct veh_machine_def machine;
    struct veh_worksite site;
};

static bool no_memory(void) {
    fputs("kranich bench: error: not enough memory\n", stderr);
    return false;
}

static void finish(struct yard *y) {
    veh_worksite_finish(&y->site);
    veh_machine_def_finish(&y->machine);
    ter_stand_finish(&y->stand);
    ter_ground_finish(&y->ground);
}

// Level ground of 120 m x 120 m with the trees that are in the stand already, and the machine in
// the middle.
static bool begin(struct yard *y, const char *file) {
    struct veh_worksite_def def = veh_default_worksite_def();
    if (!bench_load(file, &y->machine))
        return false;
    if (!ter_ground_init(&y->ground, 121, 121, -60.0, -60.0, 1.0) || !ter_stand_index(&y->stand))
        return no_memory();
    def.ground = &y->ground;
    def.stand = &y->stand;
    return veh_worksite_init(&y->site, &def) || no_memory();
}

static void run(struct yard *y, int steps) {
    static const struct veh_controls hands_off[VEH_MAX_MACHINES];
    for (int i = 0; i < steps; i++)
        veh_worksite_step(&y->site, hands_off);
}

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
static bool add_logs(struct yard *y) {
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
                return no_memory();
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

static bool begin_forwarder(struct yard *y, bool fused) {
    if (!begin(y, "machines/forwarder.yaml"))
        return false;
    if (veh_worksite_add_machine(&y->site, &y->machine, 0.0, 0.0, 0.0) < 0)
        return no_memory();
    run(y, 200); // comes to rest on its tyres
    if (!add_logs(y))
        return false;
    if (!fused)
        leave_loose(&y->site.machines[0]);
    for (int i = 0; i < 20 && (i < 5 || veh_machine_measure(&y->site, 0, &veh_part_bunk,
                                                            VEH_BUNK_FUSED) < LOGS);
         i++)
        run(y, 100);
    return true;
}

// ---- trees ----

static bool plant(struct yard *y) {
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
            return no_memory();
    }
    return true;
}

static int active_trees(const struct yard *y) {
    int count = 0;
    for (int i = 0; i < y->site.stems.count; i++)
        count += y->site.stems.items[i].used && y->site.stems.items[i].kind == VEH_STEM_STANDING;
    return count;
}

static bool begin_forest(struct yard *y, bool trees) {
    if ((trees && !plant(y)) || !begin(y, "machines/harvester.yaml"))
        return false;
    for (int i = 0; i < y->machine.part_count; i++)
        if (y->machine.parts[i].kind == &veh_part_activation)
            *(struct veh_activation_def *)y->machine.parts[i].def =
                (struct veh_activation_def){.low = {-20.0, -20.0, 0.0}, .high = {20.0, 20.0, 0.0}};
    if (veh_worksite_add_machine(&y->site, &y->machine, 0.0, 0.0, 0.0) < 0)
        return no_memory();
    run(y, 300);
    return true;
}

// ---- both ----

static double timed_step(struct yard *y) {
    const double start = bench_work_clock();
    run(y, 1);
    return bench_work_clock() - start;
}

static double watched_step(void *self) {
    const double start = bench_clock();
    run(self, 1);
    return bench_clock() - start;
}

// The two sites take turns.
static bool measure(struct yard yards[SITES], int steps, struct bench_site_result *results) {
    double *seconds[SITES] = {malloc((size_t)steps * sizeof(double)),
                              malloc((size_t)steps * sizeof(double))};
    const bool room = seconds[0] != NULL && seconds[1] != NULL;
    for (int done = 0; room && done < steps; done += BLOCK)
        for (int k = 0; k < SITES; k++)
            for (int i = done; i < done + BLOCK && i < steps; i++)
                seconds[k][i] = timed_step(&yards[k]);
    for (int k = 0; room && k < SITES; k++) {
        struct bench_result *r = &results[k].result;
        *r = (struct bench_result){.ran = true};
        r->median = bench_quantile(seconds[k], steps, 0.5);
        r->low = bench_quantile(seconds[k], steps, 0.25);
        r->high = bench_quantile(seconds[k], steps, 0.75);
        r->errors.metres = sim_world_stats(yards[k].site.world)->joint_error;
        r->errors.radians = sim_world_stats(yards[k].site.world)->joint_error_angle;
        results[k].rows = sim_world_stats(yards[k].site.world)->rows;
        results[k].contacts = sim_world_stats(yards[k].site.world)->contacts;
        results[k].penetration = sim_world_stats(yards[k].site.world)->penetration;
        const struct bench_stages stages =
            bench_profile(yards[k].site.world, watched_step, &yards[k], steps);
        memcpy(r->stage, stages.stage, sizeof r->stage);
        results[k].rest = stages.rest;
    }
    free(seconds[0]);
    free(seconds[1]);
    return room || no_memory();
}

bool bench_site_forwarder(int steps, struct bench_site_result results[2]) {
    struct yard *yards = calloc(SITES, sizeof *yards);
    bool done = yards != NULL && begin_forwarder(&yards[0], false) &&
                begin_forwarder(&yards[1], true) && measure(yards, steps, results);
    results[0].name = "loose";
    results[1].name = "fused";
    for (int k = 0; done && k < SITES; k++)
        results[k].count = (int)veh_machine_measure(&yards[k].site, 0, &veh_part_bunk,
                                                    k == 1 ? VEH_BUNK_FUSED : VEH_BUNK_LOGS);
    for (int k = 0; yards != NULL && k < SITES; k++)
        finish(&yards[k]);
    free(yards);
    return done;
}

bool bench_site_trees(int steps, struct bench_site_result results[2]) {
    struct yard *yards = calloc(SITES, sizeof *yards);
    bool done = yards != NULL && begin_forest(&yards[0], true) && begin_forest(&yards[1], false) &&
                measure(yards, steps, results);
    results[0].name = "1,000 trees";
    results[1].name = "no trees";
    for (int k = 0; done && k < SITES; k++)
        results[k].count = active_trees(&yards[k]);
    for (int k = 0; yards != NULL && k < SITES; k++)
        finish(&yards[k]);
    free(yards);
    return done;
}
