// The remembered pairs against trying all: with both broad phases, whatever moves how far and
// whatever the list was told about it.
#include "sim/broad/neighbours.h"

#include "tests/sim/oracle.h"
#include "tests/sim/oracle_pairs.h"

enum { MAX_ITEMS = 120 };

static struct sim_grid_item items[MAX_ITEMS];
static double reach[MAX_ITEMS]; // [m]

// Returns the number of pairs.
static int assert_all_pairs(struct sim_neighbours *list, int count, bool still) {
    const struct sim_pair *pairs;
    const int found = sim_neighbours_pairs(list, items, reach, count, still, &pairs);
    oracle_assert_pairs(items, count, pairs, found);
    return found;
}

static struct sim_grid_item random_item(uint64_t *seed) {
    const struct sim_vec3 p = oracle_random_in(seed, 4.0, 4.0, 2.0);
    const struct sim_vec3 half = {random_between(seed, 0.0, 0.6), random_between(seed, 0.0, 0.6),
                                  random_between(seed, 0.0, 0.6)};
    return (struct sim_grid_item){
        {sim_sub(p, half), sim_add(p, half)}, (int)random_between(seed, -20.0, 60.0), 0};
}

static void make_scene(uint64_t *seed, int count) {
    for (int i = 0; i < count; i++) {
        items[i] = random_item(seed);
        reach[i] = i % 5 == 0 ? 0.0 : random_between(seed, 0.0, 0.05);
    }
    if (count > 2)
        items[2].box.low.z = -HUGE_VAL, items[2].box.high.z = HUGE_VAL;
}

// Most items move less than their reach, some jump.
static void move_items(uint64_t *seed, int count) {
    for (int i = 0; i < count; i++) {
        if (items[i].group < 0)
            continue;
        const bool jumps = random_between(seed, 0.0, 1.0) < 2e-3;
        const struct sim_vec3 way =
            sim_scale(oracle_random_unit(seed), jumps ? 2.0 : 0.5 * reach[i]);
        items[i].box.low = sim_add(items[i].box.low, way);
        items[i].box.high = sim_add(items[i].box.high, way);
    }
}

// Now and then an item is lost, goes, comes or is replaced. Returns whether a still one may have
// changed; a lost one is to be noticed without being told.
static bool disturb(uint64_t *seed, int step, int *count) {
    if (step == 12 && *count > 0)
        items[0].box.high.x = (double)NAN;
    if (step == 20 && *count > 1)
        items[*count / 2] = items[*count - 1], *count -= 1;
    else if (step == 30 && *count < MAX_ITEMS)
        items[(*count)++] = random_item(seed);
    else if (step == 40 && *count > 0)
        items[*count - 1] = random_item(seed);
    else
        return false;
    return true;
}

static void follow_scenes(struct sim_neighbours *list) {
    assert_non_null(list);
    uint64_t seed = 5;
    long pairs = 0;
    for (int scene = 0; scene < 40; scene++) {
        int count = (int)random_between(&seed, 0.0, MAX_ITEMS);
        make_scene(&seed, count);
        bool still = false;
        for (int step = 0; step < 50; step++) {
            pairs += assert_all_pairs(list, count, still);
            move_items(&seed, count);
            still = !disturb(&seed, step, &count);
        }
    }
    assert_true(pairs > 20000); // else there was nothing to find
    sim_neighbours_destroy(list);
}

static void pairs_over_a_grid_are_those_of_trying_all(void **state) {
    (void)state;
    follow_scenes(sim_neighbours_create(sim_grid_create(1.5), NULL));
}

static void pairs_over_a_sweep_are_those_of_trying_all(void **state) {
    (void)state;
    follow_scenes(sim_neighbours_create(NULL, sim_sweep_create()));
}

static const double ceiling = 0.5; // [m] nothing above it meets item 2, which is everywhere

static bool is_above(const void *context, int item, const struct sim_aabb *larger, int other) {
    assert_ptr_equal(context, &ceiling);
    assert_true(items[other].group < 0 && items[item].group >= 0);
    // It is asked about a box that the item is in.
    assert_true(larger->low.z <= items[item].box.low.z && larger->high.z >= items[item].box.high.z);
    return other == 2 && larger->low.z > ceiling;
}

// Pairs with item 2 may be left out as long as the item is above the ceiling, whatever it does; all
// other pairs are there. Returns how many are left out.
static int assert_low_pairs(struct sim_neighbours *list, int count, bool still) {
    const struct sim_pair *pairs;
    const int found = sim_neighbours_pairs(list, items, reach, count, still, &pairs);
    int next = 0, left_out = 0;
    for (int a = 0; a < count; a++) {
        for (int b = a + 1; b < count; b++) {
            if (items[a].group == items[b].group || (items[a].group < 0 && items[b].group < 0) ||
                !oracle_boxes_overlap(&items[a].box, &items[b].box))
                continue;
            if (next < found && pairs[next].a == a && pairs[next].b == b) {
                next++;
                continue;
            }
            assert_true(a == 2 || b == 2);
            assert_true(items[a == 2 ? b : a].box.low.z > ceiling);
            left_out++;
        }
    }
    assert_int_equal(found, next);
    return left_out;
}

static void far_items_are_left_out_while_they_are_far(void **state) {
    (void)state;
    struct sim_neighbours *list = sim_neighbours_create(sim_grid_create(1.5), NULL);
    uint64_t seed = 6;
    long left_out = 0;
    sim_neighbours_leave_out(list, is_above, &ceiling);
    for (int scene = 0; scene < 20; scene++) {
        const int count = (int)random_between(&seed, 3.0, MAX_ITEMS);
        make_scene(&seed, count);
        items[2].group = -1;
        items[2].box.low = sim_vec3(-9.0, -9.0, -HUGE_VAL);
        items[2].box.high = sim_vec3(9.0, 9.0, HUGE_VAL);
        for (int step = 0; step < 50; step++) {
            left_out += assert_low_pairs(list, count, step > 0);
            move_items(&seed, count);
        }
    }
    assert_true(left_out > 5000);
    sim_neighbours_destroy(list);
}

static void no_items_have_no_pairs(void **state) {
    (void)state;
    struct sim_neighbours *list = sim_neighbours_create(sim_grid_create(1.0), NULL);
    const struct sim_pair *pairs;
    assert_int_equal(sim_neighbours_pairs(list, items, reach, 0, false, &pairs), 0);
    assert_int_equal(sim_neighbours_pairs(list, items, reach, 0, true, &pairs), 0);
    sim_neighbours_destroy(list);
    sim_neighbours_destroy(NULL);
    assert_null(sim_neighbours_create(NULL, NULL));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(pairs_over_a_grid_are_those_of_trying_all),
        cmocka_unit_test(pairs_over_a_sweep_are_those_of_trying_all),
        cmocka_unit_test(far_items_are_left_out_while_they_are_far),
        cmocka_unit_test(no_items_have_no_pairs),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
