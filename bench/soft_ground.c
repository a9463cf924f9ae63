// Benchmark of a harvester at work on soft ground against the same one on hard ground: the
// demonstrator drives along a lane, fells the trees beside it and cuts them to logs. The time of a
// step has the demonstrator's in it, which is small.
#include <stdlib.h>

#include "bench/bench.h"
#include "bench/yard.h"

enum { TREES = 24 };
static const double half = 70.0;                 // [m] of the square of ground
static const double first = -40.0, gap = 4.0;    // [m] along the lane
static const double beside = 6.0;                // [m] from the lane
static const double machine_from = -48.0;        // [m] along the lane
static const double soft = 500e3;                // [Pa] cone index of moist soil
static const double log_length = 4.3, top = 0.1; // [m]

// A tree every few metres, left and right in turn.
static bool plant(struct bench_yard *y) {
    for (int i = 0; i < TREES; i++) {
        struct ter_tree tree = {.species = TER_SPRUCE,
                                .dbh = 0.20 + 0.02 * (i % 4),
                                .height = 19.0 + (i % 3),
                                .crown_base = 9.0,
                                .crown_width = 3.0,
                                .position = {first + gap * i, i % 2 == 0 ? beside : -beside, 0.0}};
        (void)snprintf(tree.id, sizeof tree.id, "%d", i);
        if (!ter_stand_add(&y->stand, &tree))
            return bench_no_memory();
    }
    return true;
}

static struct veh_products one_product(void) {
    struct veh_products products = veh_default_products();
    products.product[0] = (struct veh_product){.name = "log",
                                               .species = -1,
                                               .min_top = top,
                                               .max_butt = 1.0,
                                               .window_low = -0.02,
                                               .window_high = 0.02,
                                               .diameter_count = 1,
                                               .diameter = {top},
                                               .length_count = 1,
                                               .length = {log_length}};
    products.count = 1;
    return products;
}

static bool begin(struct bench_yard *y, double cone_index, const struct veh_products *products,
                  const struct ter_road *lane, const int trees[]) {
    const struct veh_demo_task task = {
        .machine = 0, .road = lane, .trees = trees, .tree_count = TREES};
    const char *reason = "";
    y->cone_index = cone_index;
    y->products = products;
    if (!plant(y) || !bench_yard_begin(y, "machines/harvester.yaml", half, 1.0))
        return false;
    if (veh_worksite_add_machine(&y->site, &y->machine, machine_from, 0.0, 0.0) < 0)
        return bench_no_memory();
    bench_yard_run(y, 300); // comes to rest on its tyres
    y->demo = veh_demo_create(&y->site, &task, &reason);
    if (y->demo == NULL)
        (void)fprintf(stderr, "kranich bench: error: %s\n", reason);
    return y->demo != NULL;
}

static int felled(const struct bench_yard *y) {
    int count = 0;
    for (int i = 0; i < y->site.stand.count; i++)
        count += y->site.stand.trees[i].status == TER_TREE_FELLED;
    return count;
}

bool bench_site_soft_ground(int steps, struct bench_site_result results[2]) {
    struct bench_yard *yards = calloc(BENCH_YARDS, sizeof *yards);
    const struct veh_products products = one_product();
    struct ter_road lane;
    int trees[TREES];
    for (int i = 0; i < TREES; i++)
        trees[i] = i;
    ter_road_init(&lane);
    bool done = yards != NULL &&
                ter_road_add(&lane, &(struct ter_road_point){.x = -half, .width = 4.0}) &&
                ter_road_add(&lane, &(struct ter_road_point){.x = half, .width = 4.0});
    done = (done || bench_no_memory()) && begin(&yards[0], soft, &products, &lane, trees) &&
           begin(&yards[1], 0.0, &products, &lane, trees) &&
           bench_yards_measure(yards, steps, results);
    results[0].name = "soft ground";
    results[1].name = "hard ground";
    for (int k = 0; yards != NULL && k < BENCH_YARDS; k++) {
        results[k].count = done ? felled(&yards[k]) : 0;
        bench_yard_finish(&yards[k]);
    }
    ter_road_finish(&lane);
    free(yards);
    return done;
}
