#include "terrain/soil.h"

#include <math.h>

#include "tests/near.h"

// Forwarder tyre 710/45-26.5 at 400 kPa; the machine stands on eight of them.
static const struct ter_tyre tyre = {
    .width = 0.71, .diameter = 1.312, .section_height = 0.32, .pressure = 400e3};
static const double empty = 18e3 * 9.81 / 8, loaded = 32e3 * 9.81 / 8; // [N]

static double net_traction(double mobility, double slip) {
    return ter_gross_traction(mobility, slip) - ter_motion_resistance(mobility, slip);
}

// [m] From B_n (1 + 3 b / d) W / (CI b d) = 1 + 5 delta / h.
static double deflection(const struct ter_tyre *t, double load) {
    const double plain = 1e6 * t->width * t->diameter / load / (1.0 + 3.0 * t->width / t->diameter);
    return (ter_mobility_number(t, load, 1e6) / plain - 1.0) / 5.0 * t->section_height;
}

// Tangent stiffness 1000 / (0.365 + 170 / p) kN/m, Saarilahti 2002; 18 and 32 mm for the machine.
static void deflection_follows_saarilahti(void **state) {
    (void)state;
    static const double kpa[] = {150, 200, 300, 400, 500};
    static const double stiffness[] = {667, 823, 1073, 1266, 1418};
    for (int i = 0; i < 5; i++) {
        struct ter_tyre t = tyre;
        t.pressure = kpa[i] * 1e3;
        const double flattening = deflection(&t, 30e3) - deflection(&t, 20e3);
        assert_near(10e3 / flattening, stiffness[i] * 1e3, 600.0); // rounded to 1 kN/m
    }
    assert_near(deflection(&tyre, empty), 0.018, 5e-4);
    assert_near(deflection(&tyre, loaded), 0.032, 5e-4);
    assert_near(deflection(&tyre, 1e9), tyre.section_height, 1e-12);
}

// Mobility number, resistance without slip, net traction at a slip of 0.15 and the first rut of a
// forwarder, empty and loaded, as tabulated in the literature's units; rounded to the last digit.
static void wheels_meet_the_published_values(void **state) {
    (void)state;
    static const struct {
        double kpa, load, mobility, resistance, net, rut_mm;
    } row[] = {
        {200, 18, 4.1, 0.28, -0.08, 149}, {300, 18, 6.2, 0.20, 0.08, 90},
        {500, 18, 10.3, 0.14, 0.26, 47},  {800, 18, 16.5, 0.10, 0.40, 26},
        {1200, 18, 24.8, 0.08, 0.49, 16}, {1500, 18, 31.0, 0.07, 0.52, 12},
        {200, 32, 2.7, 0.41, -0.27, 231}, {300, 32, 4.1, 0.29, -0.08, 139},
        {500, 32, 6.8, 0.19, 0.12, 73},   {800, 32, 10.8, 0.13, 0.28, 41},
        {1200, 32, 16.3, 0.10, 0.40, 25}, {1500, 32, 20.3, 0.09, 0.45, 19},
    };
    for (size_t i = 0; i < sizeof row / sizeof row[0]; i++) {
        const double load = row[i].load < 20 ? empty : loaded;
        const double mobility = ter_mobility_number(&tyre, load, row[i].kpa * 1e3);
        assert_near(mobility, row[i].mobility, 0.06);
        assert_near(ter_motion_resistance(mobility, 0.0), row[i].resistance, 0.006);
        assert_near(net_traction(mobility, 0.15), row[i].net, 0.006);
        assert_near(1e3 * ter_first_rut(&tyre, load, row[i].kpa * 1e3), row[i].rut_mm, 0.6);
    }
}

// The same machine with the pressure set for the load, at a slip of 0.2. The table gives the second
// digit.
static void net_pull_is_that_of_brixius(void **state) {
    (void)state;
    static const struct {
        double kpa, empty, loaded;
    } row[] = {
        {200, 0.13, -0.12}, {300, 0.29, 0.06},  {500, 0.46, 0.26},
        {800, 0.57, 0.43},  {1200, 0.63, 0.54},
    };
    struct ter_tyre t = tyre;
    t.pressure = 0.0;
    for (size_t i = 0; i < sizeof row / sizeof row[0]; i++) {
        const double ci = row[i].kpa * 1e3;
        assert_near(net_traction(ter_mobility_number(&t, empty, ci), 0.2), row[i].empty, 0.01);
        assert_near(net_traction(ter_mobility_number(&t, loaded, ci), 0.2), row[i].loaded, 0.01);
    }
}

// L + 1.25 r of a bogie's track against 2 r of its wheels. A loaded forwarder of 30 t with 4 t of
// tracks leaves ruts of 0.55 (moist soil) to 0.68 (wet) of those without: 0.22 of 0.40 m and 0.48
// of 0.71 m after ten passes of one with 13 t of logs.
static void tracks_bear_on_a_longer_contact(void **state) {
    (void)state;
    const double r = 0.656, longer = (1.5 + 1.25 * r) / (2.0 * r);
    struct ter_tyre bare = tyre, tracked = tyre;
    bare.pressure = tracked.pressure = 0.0;
    tracked.track = 1.5;
    assert_near(ter_contact_length(&bare), r, 1e-15);
    assert_near(ter_contact_length(&tracked), r * longer, 1e-15);
    for (double ci = 200e3; ci < 1.3e6; ci += 200e3)
        assert_near(ter_mobility_number(&tracked, loaded, ci) /
                        ter_mobility_number(&bare, loaded, ci),
                    longer, 1e-12);
    const double heavier = 34.0 / 30.0 * loaded;
    const double rut = ter_first_rut(&tracked, heavier, 3e5) / ter_first_rut(&bare, loaded, 3e5);
    assert_near(rut, pow(34.0 / 30.0 / longer, 1.25), 1e-12);
    assert_true(rut > 0.55 && rut < 0.68);
}

// Brixius's equations with B_n without bound; a wheel in the air stands on nothing.
static void hard_ground_is_the_limit(void **state) {
    (void)state;
    static const struct ter_soil hard = {0};
    const double ci = ter_soil_cone_index(&hard, 3.0, 4.0);
    assert_true(isinf(ci));
    const double mobility = ter_mobility_number(&tyre, loaded, ci);
    assert_near(ter_motion_resistance(mobility, 1.0), 0.04, 0.0);
    assert_near(net_traction(mobility, 0.3), 0.88 * (1.0 - exp(-2.25)), 1e-15);
    assert_near(ter_first_rut(&tyre, loaded, ci), 0.0, 0.0);
    assert_near(ter_first_rut(&tyre, 0.0, 5e5), 0.0, 0.0);
    assert_near(ter_motion_resistance(ter_mobility_number(&tyre, 0.0, 5e5), 0.0), 0.04, 0.0);
}

// [kPa] at water contents of 15 to 40 %, and of peat.
static void wet_soil_is_softer(void **state) {
    (void)state;
    static const struct {
        enum ter_soil_class soil;
        double water, kpa;
    } row[] = {
        {TER_SAND, 15, 1709}, {TER_SAND, 25, 928},  {TER_SAND, 40, 530}, {TER_SILT, 20, 1750},
        {TER_SILT, 30, 928},  {TER_CLAY, 25, 1075}, {TER_CLAY, 40, 451}, {TER_PEAT, 200, 538},
        {TER_PEAT, 500, 322}, {TER_PEAT, 800, 247},
    };
    for (size_t i = 0; i < sizeof row / sizeof row[0]; i++)
        assert_near(1e-3 * ter_soil_class_cone_index(row[i].soil, row[i].water) / row[i].kpa, 1.0,
                    3e-3);
}

// Ten metres of soft ground that becomes firmer to the east, with a road through the middle.
static void a_map_and_a_road_say_where_it_is_soft(void **state) {
    (void)state;
    struct ter_ground map;
    assert_true(ter_ground_init(&map, 2, 2, 0.0, 0.0, 10.0));
    map.heights[0] = map.heights[2] = 3e5;
    map.heights[1] = map.heights[3] = 9e5;
    struct ter_road road;
    ter_road_init(&road);
    assert_true(ter_road_add(&road, &(struct ter_road_point){0.0, 5.0, 4.0}));
    assert_true(ter_road_add(&road, &(struct ter_road_point){10.0, 5.0, 4.0}));
    const struct ter_soil soil = {.map = &map, .road = &road};
    assert_near(ter_soil_cone_index(&soil, 5.0, 2.0), 6e5, 1e-6);
    assert_near(ter_soil_cone_index(&soil, 50.0, 2.0), 9e5, 1e-6);
    assert_true(isinf(ter_soil_cone_index(&soil, 5.0, 3.1)));
    const struct ter_soil alike = {.cone_index = 5e5};
    assert_near(ter_soil_cone_index(&alike, 5.0, 5.0), 5e5, 0.0);
    ter_road_finish(&road);
    ter_ground_finish(&map);
}

static void roots_carry(void **state) {
    (void)state;
    struct ter_stand stand;
    ter_stand_init(&stand);
    const struct ter_tree tree = {
        .species = TER_SPRUCE, .dbh = 0.3, .height = 25.0, .position = {10.0, 10.0, 0.0}};
    assert_true(ter_stand_add(&stand, &tree) && ter_stand_index(&stand));
    assert_near(ter_root_factor(&stand, 10.0, 10.0), 1.5, 1e-12);
    assert_near(ter_root_factor(&stand, 11.5, 10.0), 1.25, 1e-12);
    assert_near(ter_root_factor(&stand, 10.0, 13.1), 1.0, 0.0);
    ter_stand_finish(&stand);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(deflection_follows_saarilahti),
        cmocka_unit_test(wheels_meet_the_published_values),
        cmocka_unit_test(net_pull_is_that_of_brixius),
        cmocka_unit_test(tracks_bear_on_a_longer_contact),
        cmocka_unit_test(hard_ground_is_the_limit),
        cmocka_unit_test(wet_soil_is_softer),
        cmocka_unit_test(roots_carry),
        cmocka_unit_test(a_map_and_a_road_say_where_it_is_soft),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
