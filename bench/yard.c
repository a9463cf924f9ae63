#include "bench/yard.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { BLOCK = 20 }; // steps of one yard before the other's turn

bool bench_no_memory(void) {
    fputs("kranich bench: error: not enough memory\n", stderr);
    return false;
}

void bench_yard_finish(struct bench_yard *y) {
    veh_demo_destroy(y->demo);
    veh_worksite_finish(&y->site);
    veh_machine_def_finish(&y->machine);
    ter_stand_finish(&y->stand);
    ter_ground_finish(&y->ground);
}

bool bench_yard_begin(struct bench_yard *y, const char *file, double half, double spacing) {
    struct veh_worksite_def def = veh_default_worksite_def();
    const int samples = (int)lround(2.0 * half / spacing) + 1;
    if (!bench_load(file, &y->machine))
        return false;
    if (!ter_ground_init(&y->ground, samples, samples, -half, -half, spacing) ||
        !ter_stand_index(&y->stand))
        return bench_no_memory();
    def.ground = &y->ground;
    def.stand = &y->stand;
    def.soil.cone_index = y->cone_index;
    def.products = y->products;
    return veh_worksite_init(&y->site, &def) || bench_no_memory();
}

void bench_yard_run(struct bench_yard *y, int steps) {
    for (int i = 0; i < steps; i++) {
        if (y->demo != NULL)
            (void)veh_demo_step(y->demo, &y->site, &y->levers[0]);
        veh_worksite_step(&y->site, y->levers);
    }
}

static double timed_step(struct bench_yard *y) {
    const double start = bench_work_clock();
    bench_yard_run(y, 1);
    return bench_work_clock() - start;
}

static double watched_step(void *self) {
    const double start = bench_clock();
    bench_yard_run(self, 1);
    return bench_clock() - start;
}

bool bench_yards_measure(struct bench_yard yards[BENCH_YARDS], int steps,
                         struct bench_site_result results[BENCH_YARDS]) {
    double *seconds[BENCH_YARDS] = {malloc((size_t)steps * sizeof(double)),
                                    malloc((size_t)steps * sizeof(double))};
    const bool room = seconds[0] != NULL && seconds[1] != NULL;
    for (int done = 0; room && done < steps; done += BLOCK)
        for (int k = 0; k < BENCH_YARDS; k++)
            for (int i = done; i < done + BLOCK && i < steps; i++)
                seconds[k][i] = timed_step(&yards[k]);
    for (int k = 0; room && k < BENCH_YARDS; k++) {
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
    return room || bench_no_memory();
}
