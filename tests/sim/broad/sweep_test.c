// Sweep and prune against the grid and against trying all pairs; and a whole world, which must have
// the same bits whichever of the two it uses.
#include "sim/broad/sweep.h"

#include "sim/model/snapshot.h"
#include "sim/world.h"
#include "tests/sim/oracle.h"
#include "tests/sim/oracle_pairs.h"

enum { MAX_ITEMS = 160 };

static struct sim_grid_item items[MAX_ITEMS];
static struct sim_vec3 speed[MAX_ITEMS]; // [m] per step

// Returns the number of pairs.
static int assert_same_pairs(struct sim_sweep *sweep, struct sim_grid *grid, int count) {
    const struct sim_pair *swept = NULL, *gridded = NULL;
    const int found = sim_sweep_pairs(sweep, items, count, &swept);
    assert_int_equal(sim_grid_pairs(grid, items, count, false, &gridded), found);
    oracle_assert_pairs(items, count, swept, found);
    oracle_assert_pairs(items, count, gridded, found);
    return found;
}

static void make_item(uint64_t *seed, int i, struct sim_vec3 world, double size) {
    const struct sim_vec3 p = oracle_random_in(seed, world.x, world.y, world.z);
    struct sim_vec3 half;
    half.x = random_between(seed, 0.0, size);
    half.y = random_between(seed, 0.0, size);
    half.z = random_between(seed, 0.0, size);
    items[i] = (struct sim_grid_item){
        {sim_sub(p, half), sim_add(p, half)}, (int)random_between(seed, -4.0, 12.0), i};
    speed[i] = sim_scale(oracle_random_unit(seed), random_between(seed, 0.0, 0.4));
}

// Wide, long, high and dense scenes; items from points to some that cover all; boxes that share
// faces.
static int make_scene(uint64_t *seed, int scene) {
    static const struct sim_vec3 worlds[] = {
        {15.0, 15.0, 2.0}, {60.0, 3.0, 2.0}, {3.0, 60.0, 2.0}, {2.0, 2.0, 40.0}, {3.0, 3.0, 3.0}};
    const int count = (int)random_between(seed, 0.0, MAX_ITEMS);
    for (int i = 0; i < count; i++) {
        const double size = i % 41 == 0 ? 70.0 : i % 7 == 0 ? 3.0 : 0.6;
        make_item(seed, i, worlds[scene % 5], size);
        if (i % 11 == 0)
            items[i].box.low.x = items[i].box.high.x = 3.0;
        if (i % 13 == 0)
            items[i].box.low.z = -HUGE_VAL, items[i].box.high.z = HUGE_VAL;
    }
    return count;
}

static void move_items(int count) {
    for (int i = 0; i < count; i++) {
        items[i].box.low = sim_add(items[i].box.low, speed[i]);
        items[i].box.high = sim_add(items[i].box.high, speed[i]);
    }
}

static void pairs_are_those_of_the_grid_and_of_trying_all(void **state) {
    (void)state;
    uint64_t seed = 20;
    struct sim_sweep *sweep = sim_sweep_create();
    struct sim_grid *grid = sim_grid_create(1.5);
    assert_non_null(sweep);
    assert_non_null(grid);
    long pairs = 0;
    for (int scene = 0; scene < 300; scene++) {
        int count = make_scene(&seed, scene);
        // Ten steps of movement; now and then items come, go, change places, or are lost.
        for (int step = 0; step < 10; step++) {
            pairs += assert_same_pairs(sweep, grid, count);
            move_items(count);
            if (step == 3 && count > 2)
                items[count / 2] = items[count - 1], count--;
            if (step == 5 && count < MAX_ITEMS)
                make_item(&seed, count++, sim_vec3(10.0, 10.0, 2.0), 2.0);
            if (step == 7 && count > 0)
                items[0].box.low.y = (double)NAN;
        }
    }
    assert_true(pairs > 60000); // else there was nothing to find
    sim_grid_destroy(grid);
    sim_sweep_destroy(sweep);
}

static void odd_boxes_do_no_harm(void **state) {
    (void)state;
    struct sim_sweep *sweep = sim_sweep_create();
    struct sim_grid *grid = sim_grid_create(1.0);
    const struct sim_vec3 zero = {0.0, 0.0, 0.0}, one = {1.0, 1.0, 1.0};
    const struct sim_vec3 far = {1e300, 1e300, 1e300}, lost = {(double)NAN, 0.0, 0.0};
    const double all = (double)INFINITY;
    const struct sim_grid_item odd[] = {
        {{zero, one}, 0, 0},
        {{sim_neg(far), far}, 1, 0},
        {{lost, one}, 2, 0},
        {{far, far}, 3, 0},
        {{{-all, -all, -all}, {all, all, all}}, 4, 0},
        {{one, one}, 5, 0},
        {{zero, one}, -1, 0},
        {{zero, one}, -2, 0},
        {{one, lost}, 6, 0},
    };
    for (int i = 0; i < 9; i++)
        items[i] = odd[i];
    // 0, 1, 4, 5, -1, -2 meet each other except the two that rest; 3 meets 1 and 4 only.
    assert_int_equal(assert_same_pairs(sweep, grid, 9), 16);
    assert_int_equal(assert_same_pairs(sweep, grid, 9), 16);
    const struct sim_pair *pairs;
    assert_int_equal(sim_sweep_pairs(sweep, items, 0, &pairs), 0);
    sim_grid_destroy(grid);
    sim_sweep_destroy(sweep);
    sim_sweep_destroy(NULL);
}

static struct sim_world *make_heap(enum sim_broad_phase broad_phase) {
    struct sim_world_def def = sim_default_world_def();
    def.broad_phase = broad_phase;
    struct sim_world *world = sim_world_create(&def);
    assert_non_null(world);
    uint64_t seed = 7;
    for (int i = 0; i < 40; i++) {
        struct sim_shape shape = {.kind = i % 3 == 0   ? SIM_SHAPE_BOX
                                          : i % 3 == 1 ? SIM_SHAPE_CAPSULE
                                                       : SIM_SHAPE_CYLINDER,
                                  .pose = sim_pose_identity(),
                                  .radius = {0.2, 0.2},
                                  .half_length = 0.4,
                                  .half = {0.2, 0.3, 0.4},
                                  .mass = 20.0,
                                  .collides = true};
        struct sim_body_def body = sim_default_body_def();
        body.pose.p = sim_add(oracle_random_in(&seed, 1.0, 1.0, 1.5), sim_vec3(0.0, 0.0, 2.5));
        body.pose.q = oracle_random_quat(&seed);
        body.shapes = &shape;
        body.shape_count = 1;
        if (i == 0) {
            shape.half = sim_vec3(20.0, 20.0, 0.5);
            body.pose = sim_pose_identity();
            body.fixed = true;
        }
        sim_body_create(world, &body);
    }
    return world;
}

static void a_world_continues_with_the_same_bits(void **state) {
    (void)state;
    struct sim_world *grid = make_heap(SIM_BROAD_GRID), *sweep = make_heap(SIM_BROAD_SWEEP);
    for (int i = 0; i < 150; i++) {
        sim_world_step(grid);
        sim_world_step(sweep);
        assert_true(sim_world_hash(grid) == sim_world_hash(sweep));
    }
    assert_true(sim_world_stats(sweep)->contacts > 40);
    sim_world_destroy(grid);
    sim_world_destroy(sweep);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(pairs_are_those_of_the_grid_and_of_trying_all),
        cmocka_unit_test(odd_boxes_do_no_harm),
        cmocka_unit_test(a_world_continues_with_the_same_bits),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
