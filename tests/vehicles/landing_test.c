// Landings: what lies on them, of which assortment, how high and how even.
#include "vehicles/landing.h"

#include <math.h>

#include "tests/vehicles/small_site.h"

static struct veh_products products;
static const struct veh_landing landings[] = {
    {.x = 10.0,
     .y = 5.0,
     .heading = 0.0,
     .length = 6.0,
     .width = 4.0,
     .product = 0,
     .max_height = 2.0,
     .straight = VEH_ENDS_FRONT},
    {.x = -10.0,
     .y = 5.0,
     .heading = 0.5 * SIM_PI,
     .length = 6.0,
     .width = 4.0,
     .product = 1,
     .max_height = (double)INFINITY,
     .straight = VEH_ENDS_FRONT | VEH_ENDS_REAR},
};

static void begin(struct small_site *s) {
    small_site_init(s, 0.0);
    products = veh_default_products();
    products.count = 2;
    for (int i = 0; i < 2; i++)
        products.product[i] = (struct veh_product){.species = i == 0 ? (int)TER_SPRUCE : -1,
                                                   .min_top = 0.05,
                                                   .max_butt = 0.8,
                                                   .diameter_count = 1,
                                                   .diameter = {0.05},
                                                   .length_count = 1,
                                                   .length = {i == 0 ? 4.9 : 3.7},
                                                   .window_low = -0.03,
                                                   .window_high = 0.03};
    s->site.def.products = &products;
    s->site.def.landings = landings;
    s->site.def.landing_count = 2;
}

static int lay(struct small_site *s, double length, double x, double y, double heading) {
    const struct ter_stem log = spruce_log(length);
    const int stem = veh_worksite_add_log(&s->site, &log, x, y, -1.0, heading);
    s->site.stems.items[stem].load.hauled = true;
    return stem;
}

static void an_area_is_a_turned_rectangle(void **state) {
    (void)state;
    const struct veh_landing turned = {
        .x = 1.0, .y = 2.0, .heading = SIM_PI / 6.0, .length = 4.0, .width = 2.0};
    const double c = sqrt(0.75), s = 0.5;
    assert_true(
        veh_landing_contains(&turned, 1.0 + 1.9 * c - 0.9 * s, 2.0 + 1.9 * s + 0.9 * c, 0.0));
    assert_false(
        veh_landing_contains(&turned, 1.0 + 2.1 * c - 0.9 * s, 2.0 + 2.1 * s + 0.9 * c, 0.0));
    assert_true(
        veh_landing_contains(&turned, 1.0 + 2.1 * c - 0.9 * s, 2.0 + 2.1 * s + 0.9 * c, 0.2));
    assert_false(
        veh_landing_contains(&turned, 1.0 + 1.9 * c - 1.1 * s, 2.0 + 1.9 * s + 1.1 * c, 0.0));
}

// Right, wrong, not brought by a machine, held, and beside the area.
static void logs_are_counted_by_their_assortment(void **state) {
    (void)state;
    struct small_site s;
    begin(&s);
    lay(&s, 4.9, 10.0, 4.0, 0.0);
    lay(&s, 4.9, 10.0, 4.6, SIM_PI);
    lay(&s, 3.7, 10.0, 5.2, 0.0);
    s.site.stems.items[lay(&s, 4.9, 10.0, 5.8, 0.0)].load.hauled = false;
    s.site.stems.items[lay(&s, 4.9, 10.0, 6.4, 0.0)].load.grapples = 1;
    lay(&s, 4.9, 10.0, 8.0, 0.0);
    lay(&s, 3.7, -10.0, 5.0, 0.5 * SIM_PI);
    const struct veh_landing_pile first = veh_landing_measure(&s.site, 0);
    const struct veh_landing_pile second = veh_landing_measure(&s.site, 1);
    assert_int_equal(first.logs, 4);
    assert_int_equal(first.right, 2);
    assert_int_equal(first.wrong, 1);
    assert_int_equal(second.logs, 1);
    assert_int_equal(second.right, 1);
    const struct ter_stem log = spruce_log(3.7);
    assert_near(second.volume, ter_stem_volume(&log, 0.0, 3.7), 1e-12);
    assert_near(second.height, ter_stem_diameter(&log, 0.0), 1e-6);
    small_site_finish(&s);
}

// The front ends lie 30 cm apart; the rear ones by 50 cm, which this landing does not ask for.
static void only_the_ends_asked_for_are_measured(void **state) {
    (void)state;
    struct small_site s;
    begin(&s);
    lay(&s, 4.9, 10.0, 4.0, 0.0);
    lay(&s, 4.7, 9.8, 4.6, SIM_PI);
    assert_near(veh_landing_measure(&s.site, 0).ends, 0.3, 0.01);
    lay(&s, 4.9, -10.0, 4.6, 0.5 * SIM_PI);
    lay(&s, 4.7, -9.4, 4.4, 0.5 * SIM_PI);
    assert_near(veh_landing_measure(&s.site, 1).ends, 0.3, 0.01);
    small_site_finish(&s);
}

// One log of three sticks out of the front, one lies across: neither is in order.
static void order_is_counted_on_a_landing(void **state) {
    (void)state;
    struct small_site s;
    begin(&s);
    for (int i = 0; i < 3; i++)
        lay(&s, 4.9, 10.0, 3.6 + 0.5 * i, i % 2 == 0 ? 0.0 : SIM_PI);
    lay(&s, 4.9, 10.4, 5.1, 0.0);
    lay(&s, 4.9, 10.0, 6.4, 0.2);
    const struct veh_landing_pile pile = veh_landing_measure(&s.site, 0);
    assert_int_equal(pile.right, 5);
    assert_int_equal(pile.in_order, 3);
    small_site_finish(&s);
}

// Species, length within the tolerance of piles, and the limits of the diameter.
static void an_assortment_has_limits(void **state) {
    (void)state;
    struct small_site s;
    begin(&s);
    struct ter_stem log = spruce_log(4.9);
    assert_true(veh_landing_takes(&landings[0], &products, &log));
    assert_false(veh_landing_takes(&landings[1], &products, &log));
    log.to = log.from + 5.0;
    assert_true(veh_landing_takes(&landings[0], &products, &log));
    log.to = log.from + 5.1;
    assert_false(veh_landing_takes(&landings[0], &products, &log));
    log = spruce_log(4.9);
    log.species = TER_PINE;
    assert_false(veh_landing_takes(&landings[0], &products, &log));
    log.species = TER_SPRUCE;
    products.product[0].min_top = ter_stem_diameter(&log, 4.9) + 0.003;
    assert_false(veh_landing_takes(&landings[0], &products, &log));
    products.product[0].min_top = 0.05;
    products.product[0].max_butt = ter_stem_diameter(&log, 0.0) - 0.003;
    assert_false(veh_landing_takes(&landings[0], &products, &log));
    small_site_finish(&s);
}

// Bearers belong to the landing: they are no logs, in no pile either.
static void bearers_are_no_logs(void **state) {
    (void)state;
    struct small_site s;
    begin(&s);
    const struct ter_stem bearer = spruce_log(3.7);
    const struct sim_pose across = {
        sim_vec3(10.0, 3.0, 0.2),
        sim_quat_between(sim_vec3(0.0, 0.0, 1.0), sim_vec3(0.0, 1.0, 0.0))};
    assert_true(veh_worksite_lay(&s.site, &bearer, across, VEH_STEM_BEARER) >= 0);
    assert_int_equal(veh_landing_measure(&s.site, 0).logs, 0);
    small_site_finish(&s);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(an_area_is_a_turned_rectangle),
        cmocka_unit_test(logs_are_counted_by_their_assortment),
        cmocka_unit_test(only_the_ends_asked_for_are_measured),
        cmocka_unit_test(order_is_counted_on_a_landing),
        cmocka_unit_test(an_assortment_has_limits),
        cmocka_unit_test(bearers_are_no_logs),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
