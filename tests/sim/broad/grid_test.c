#include "sim/broad/grid.h"

#include "tests/sim/oracle.h"
#include "tests/sim/oracle_pairs.h"

enum { MAX_ITEMS = 400 };

// Compares with all pairs tried one by one, in their order.
static void assert_all_pairs(struct sim_grid *grid, const struct sim_grid_item *items, int count) {
    const struct sim_pair *pairs;
    const int found = sim_grid_pairs(grid, items, count, false, &pairs);
    oracle_assert_pairs(items, count, pairs, found);
}

static struct sim_grid_item random_item(uint64_t *seed, double world, double size) {
    const struct sim_vec3 p = {random_between(seed, -world, world),
                               random_between(seed, -world, world),
                               random_between(seed, -2.0, 2.0)};
    const struct sim_vec3 half = {random_between(seed, 0.0, size), random_between(seed, 0.0, size),
                                  random_between(seed, 0.0, size)};
    return (struct sim_grid_item){
        {sim_sub(p, half), sim_add(p, half)}, (int)random_between(seed, -3.0, 9.0), 0};
}

static void pairs_are_those_of_trying_all(void **state) {
    (void)state;
    uint64_t seed = 1;
    static struct sim_grid_item items[MAX_ITEMS];
    struct sim_grid *grid = sim_grid_create(1.5);
    assert_non_null(grid);
    for (int run = 0; run < 60; run++) {
        const int count = (int)random_between(&seed, 0.0, MAX_ITEMS);
        for (int i = 0; i < count; i++) {
            // Some a little, some much larger than a cell, some on a cell's border.
            const double size = i % 17 == 0 ? 12.0 : i % 5 == 0 ? 2.0 : 0.5;
            items[i] = random_item(&seed, run % 3 == 0 ? 3.0 : 15.0, size);
            if (i % 7 == 0)
                items[i].box.low.x = items[i].box.high.x = 3.0;
        }
        assert_all_pairs(grid, items, count);
    }
    sim_grid_destroy(grid);
}

// Still items are entered once: the pairs are those of a grid that enters all items each time.
static void still_items_are_kept(void **state) {
    (void)state;
    uint64_t seed = 5;
    static struct sim_grid_item items[MAX_ITEMS];
    struct sim_grid *grid = sim_grid_create(1.5), *other = sim_grid_create(1.5);
    assert_non_null(grid);
    assert_non_null(other);
    for (int run = 0; run < 100; run++) {
        const bool still = run % 10 != 0;
        for (int i = 0; i < MAX_ITEMS; i++) {
            const struct sim_grid_item item = random_item(&seed, 12.0,
                                                          i % 31 == 0  ? 14.0
                                                          : i % 5 == 0 ? 2.0
                                                                       : 0.5);
            if (!still)
                items[i] = item;
            else if (items[i].group >= 0)
                items[i].box = item.box;
        }
        const struct sim_pair *kept, *all;
        const int count = sim_grid_pairs(grid, items, MAX_ITEMS, still, &kept);
        assert_true(count > 100);
        assert_int_equal(count, sim_grid_pairs(other, items, MAX_ITEMS, false, &all));
        assert_memory_equal(kept, all, (size_t)count * sizeof *kept);
    }
    sim_grid_destroy(grid);
    sim_grid_destroy(other);
}

static void odd_boxes_do_no_harm(void **state) {
    (void)state;
    struct sim_grid *grid = sim_grid_create(1.0);
    const struct sim_vec3 zero = {0.0, 0.0, 0.0}, one = {1.0, 1.0, 1.0};
    const struct sim_vec3 far = {1e300, 1e300, 1e300}, lost = {(double)NAN, 0.0, 0.0};
    const double all = (double)INFINITY;
    const struct sim_grid_item items[] = {
        {{zero, one}, 0, 0},
        {{sim_neg(far), far}, 1, 0},
        {{lost, one}, 2, 0},
        {{far, far}, 3, 0},
        {{{-all, -all, -all}, {all, all, all}}, 4, 0},
        {{one, one}, 5, 0},
        {{zero, one}, -1, 0},
        {{zero, one}, -2, 0},
    };
    assert_all_pairs(grid, items, 8);
    const struct sim_pair *pairs;
    assert_int_equal(sim_grid_pairs(grid, items, 0, false, &pairs), 0);
    sim_grid_destroy(grid);
    sim_grid_destroy(NULL);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(pairs_are_those_of_trying_all),
        cmocka_unit_test(still_items_are_kept),
        cmocka_unit_test(odd_boxes_do_no_harm),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
