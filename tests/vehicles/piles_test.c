#include "vehicles/piles.h"

#include "tests/vehicles/small_site.h"

static int lay(struct small_site *s, double length, double x, double y, double heading) {
    const struct ter_stem log = spruce_log(length);
    const int stem = veh_worksite_add_log(&s->site, &log, x, y, -1.0, heading);
    assert_true(stem >= 0);
    return stem;
}

// Two piles side by side, one of two lengths; a log by itself; one that a machine carries.
static void logs_side_by_side_are_piles(void **state) {
    (void)state;
    struct small_site s;
    small_site_init(&s, 0.0);
    int count = 0;
    assert_null(veh_piles_find(&s.site, &count));
    assert_int_equal(count, 0);
    for (int i = 0; i < 4; i++)
        lay(&s, 4.9, 10.0, 0.4 * i, i % 2 == 0 ? 0.1 : 0.1 + SIM_PI); // butts to either side
    for (int i = 0; i < 3; i++)
        lay(&s, i == 1 ? 3.7 : 4.9, 10.0, 4.0 + 0.4 * i, 0.0);
    lay(&s, 4.9, -20.0, 0.0, 0.0);
    const int carried = lay(&s, 4.9, -20.0, 0.5, 0.0);
    s.site.stems.items[carried].load.bunk = 0;
    struct veh_pile *piles = veh_piles_find(&s.site, &count);
    s.site.stems.items[carried].load.bunk = -1;
    assert_int_equal(count, 2);
    const struct ter_stem log = spruce_log(4.9);
    const struct veh_pile *pure = piles[0].mixed ? &piles[1] : &piles[0];
    const struct veh_pile *mixed = piles[0].mixed ? &piles[0] : &piles[1];
    assert_int_equal(pure->logs, 4);
    assert_false(pure->mixed);
    assert_near(pure->volume, 4.0 * ter_stem_volume(&log, 0.0, 4.9), 1e-9);
    assert_near(pure->x, 10.0, 0.05);
    assert_near(pure->y, 0.6, 0.05);
    assert_near(pure->length, 4.9, 1e-9);
    assert_int_equal(mixed->logs, 3);
    assert_true(mixed->mixed);
    free(piles);
    small_site_finish(&s);
}

// A chain of logs each near the next is one pile, in whatever order they are found; logs end to end
// are none.
static void neighbours_of_neighbours_belong_together(void **state) {
    (void)state;
    struct small_site s;
    small_site_init(&s, 0.0);
    int count;
    for (int i = 0; i < 12; i++)
        lay(&s, 4.0, 0.3 * (7 * i % 12), 0.8 * (7 * i % 12), 1.2);
    for (int i = 0; i < 4; i++)
        lay(&s, 4.0, -40.0 + 7.0 * i, -30.0, 0.0);
    struct veh_pile *piles = veh_piles_find(&s.site, &count);
    assert_int_equal(count, 1);
    assert_int_equal(piles[0].logs, 12);
    free(piles);
    small_site_finish(&s);
}

// Three logs whose ends are a quarter of a metre apart on one side and even on the other, with one
// on top of them that a machine has brought.
static void heights_and_ends_are_measured(void **state) {
    (void)state;
    struct small_site s;
    small_site_init(&s, 0.0);
    const double heading = 0.3, c = cos(heading), n = sin(heading);
    for (int i = 0; i < 3; i++) {
        const double shift = 0.125 * i; // the shorter ones end where the first one does
        lay(&s, 4.0 - 2.0 * shift, 10.0 + shift * c - 0.4 * i * n, shift * n + 0.4 * i * c,
            i == 1 ? heading + SIM_PI : heading);
    }
    const struct ter_stem log = spruce_log(4.0);
    const double d = ter_stem_diameter(&log, 0.0);
    const int top = veh_worksite_add_log(&s.site, &log, 10.0 - 0.2 * n, 0.2 * c, 1.5 * d, heading);
    s.site.stems.items[top].load.hauled = true;
    int count;
    struct veh_pile *piles = veh_piles_find(&s.site, &count);
    assert_int_equal(count, 1);
    assert_int_equal(piles[0].logs, 4);
    assert_int_equal(piles[0].hauled, 1);
    assert_int_equal(piles[0].in_order, 1);
    assert_near(piles[0].height, 2.0 * d, 1e-3);
    assert_near(piles[0].ends, 0.0, 1e-3);
    free(piles);
    lay(&s, 4.0, 10.2 * 1.0, 0.8, heading); // both of its ends stick out by 0.4 m or so
    piles = veh_piles_find(&s.site, &count);
    assert_int_equal(count, 1);
    assert_in_range(1e3 * piles[0].ends, 300, 600);
    free(piles);
    small_site_finish(&s);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(logs_side_by_side_are_piles),
        cmocka_unit_test(neighbours_of_neighbours_belong_together),
        cmocka_unit_test(heights_and_ends_are_measured),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
