// The order of trees at a stop against a search through all orders.
#include "vehicles/operator/harvest_order.h"

#include <math.h>
#include <string.h>

#include "tests/near.h"

enum { MOST = 6 };

static unsigned random_state;

static double between(double low, double high) {
    random_state = random_state * 1664525U + 1013904223U;
    return low + (high - low) * (double)(random_state >> 8) / (double)(1U << 24);
}

// [rad] of slewing; that back to the front counts half, as no tree waits for it.
static double slewing(const struct veh_order_tree trees[], const int order[], int count,
                      double now) {
    double turn = 0.0;
    for (int i = 0; i < count; i++) {
        turn += fabs(trees[order[i]].azimuth - now);
        now = trees[order[i]].azimuth;
    }
    return turn + 0.5 * fabs(now);
}

static double least_slewing(const struct veh_order_tree trees[], int order[], int from, int count,
                            double now) {
    double least = from == count ? slewing(trees, order, count, now) : (double)INFINITY;
    for (int i = from; i < count; i++) {
        const int tree = order[i];
        order[i] = order[from];
        order[from] = tree;
        least = fmin(least, least_slewing(trees, order, from + 1, count, now));
        order[from] = order[i];
        order[i] = tree;
    }
    return least;
}

// Tree after tree, as the demonstrator asks for them.
static void chosen_order(const struct veh_order_tree trees[], int count, double now, int order[]) {
    struct veh_order_tree left[MOST];
    int number[MOST];
    for (int i = 0; i < count; i++)
        number[i] = i;
    memcpy(left, trees, (size_t)count * sizeof *left);
    for (int n = count; n > 0; n--) {
        const int first = veh_order_first(left, n, now, false, false);
        assert_in_range(first, 0, n - 1);
        order[count - n] = number[first];
        now = left[first].azimuth;
        left[first] = left[n - 1];
        number[first] = number[n - 1];
    }
}

static void the_crane_slews_least(void **state) {
    (void)state;
    random_state = 1;
    for (int trial = 0; trial < 500; trial++) {
        struct veh_order_tree trees[MOST];
        int order[MOST] = {0, 1, 2, 3, 4, 5};
        const int count = 1 + trial % MOST;
        const double now = between(-1.5, 1.5);
        for (int i = 0; i < count; i++)
            trees[i] = (struct veh_order_tree){.azimuth = between(-1.9, 1.9), .distance = 6.0};
        const double least = least_slewing(trees, order, 0, count, now);
        chosen_order(trees, count, now, order);
        assert_near(slewing(trees, order, count, now), least, 1e-9); // rounding of sums
    }
}

// Two on each side: a greedy choice of the nearest would slew from the farthest left to the far
// right in the end.
static void it_begins_with_the_outermost_while_the_machine_comes(void **state) {
    (void)state;
    const struct veh_order_tree trees[] = {{.azimuth = -0.7, .ready = -0.7, .distance = 6.0},
                                           {.azimuth = -1.4, .ready = -1.4, .distance = 6.0},
                                           {.azimuth = 0.9, .ready = 0.9, .distance = 6.0},
                                           {.azimuth = 1.5, .ready = 1.5, .distance = 6.0}};
    const int first = veh_order_first(trees, 4, 0.0, true, false);
    assert_true(first == 1 || first == 3);
    // Where it cannot wait so far out before the machine stands, the turn counts.
    const struct veh_order_tree held[] = {{.azimuth = -1.4, .ready = 0.0, .distance = 6.0},
                                          {.azimuth = 1.2, .ready = 1.2, .distance = 6.0}};
    assert_int_equal(veh_order_first(held, 2, 0.0, true, false), 1);
}

static void of_two_in_one_direction_the_near_one_comes_first(void **state) {
    (void)state;
    const struct veh_order_tree trees[] = {{.azimuth = 0.8, .distance = 7.5},
                                           {.azimuth = 0.8, .distance = 5.0}};
    assert_int_equal(veh_order_first(trees, 2, 0.0, false, false), 1);
}

static void what_hides_a_tree_is_felled_before(void **state) {
    (void)state;
    struct veh_order_tree trees[] = {{.azimuth = 0.1, .distance = 7.0, .behind = 1U << 1},
                                     {.azimuth = 1.5, .distance = 5.0}};
    assert_int_equal(veh_order_first(trees, 2, 0.0, false, false), 1);
    trees[1].hidden = true; // by one that stays
    assert_int_equal(veh_order_first(trees, 2, 0.0, false, false), -1);
    assert_int_equal(veh_order_first(trees, 2, 0.0, false, true), 1); // then only one is hidden
    assert_int_equal(veh_order_first(trees, 0, 0.0, false, true), -1);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_crane_slews_least),
        cmocka_unit_test(it_begins_with_the_outermost_while_the_machine_comes),
        cmocka_unit_test(of_two_in_one_direction_the_near_one_comes_first),
        cmocka_unit_test(what_hides_a_tree_is_felled_before),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
