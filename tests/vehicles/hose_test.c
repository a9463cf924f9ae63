// Hoses between bodies: as long as they are, from end to end, and straight where they are taut.
#include "vehicles/part/hose.h"

#include "tests/near.h"

static const struct sim_pose origin = {{0.0, 0.0, 0.0}, {1.0, 0.0, 0.0, 0.0}};

static double length_of(const struct sim_vec3 point[VEH_HOSE_POINTS]) {
    double sum = 0.0;
    for (int i = 0; i + 1 < VEH_HOSE_POINTS; i++)
        sum += sim_length(sim_sub(point[i + 1], point[i]));
    return sum;
}

// Chords are at most 2 % shorter than the arc, which the closed form is of.
static void a_hose_has_its_length(void **state) {
    (void)state;
    struct veh_hose_def def = {.length = 1.0, .from = {0.1, 0.2, 0.3}};
    struct sim_vec3 point[VEH_HOSE_POINTS];
    const double chord[] = {0.05, 0.3, 0.7, 0.95, 0.999};
    for (size_t i = 0; i < sizeof chord / sizeof chord[0]; i++) {
        for (int way = 0; way < 3; way++) {
            def.to = def.from;
            *(way == 0 ? &def.to.x : way == 1 ? &def.to.y : &def.to.z) += chord[i];
            def.aside = sim_vec3(0.3, 0.4, 0.0); // or one that hangs upright would have no plane
            veh_hose_points(&def, origin, origin, veh_hose_pull(&def, origin), point);
            assert_near(length_of(point), 1.0, 0.02);
            assert_true(length_of(point) < 1.0 + 1e-9);
            assert_near(sim_length(sim_sub(point[0], def.from)), 0.0, 1e-12);
            assert_near(sim_length(sim_sub(point[VEH_HOSE_POINTS - 1], def.to)), 0.0, 1e-12);
        }
    }
}

// The arc of a parabola through its middle, added up in short pieces, is as long as the hose.
static void it_hangs_and_follows_its_bodies(void **state) {
    (void)state;
    struct veh_hose_def def = {.length = 1.0, .to = {0.8, 0.0, 0.0}};
    struct sim_vec3 level[VEH_HOSE_POINTS], turned[VEH_HOSE_POINTS];
    veh_hose_points(&def, origin, origin, veh_hose_pull(&def, origin), level);
    const struct sim_vec3 middle = level[VEH_HOSE_POINTS / 2];
    double arc = 0.0;
    enum { STEPS = 100000 };
    for (int i = 0; i < STEPS; i++) {
        const double slope = -middle.z * 4.0 / 0.8 * (1.0 - 2.0 * (i + 0.5) / STEPS);
        arc += 0.8 / STEPS * sqrt(1.0 + slope * slope);
    }
    assert_near(middle.x, 0.4, 1e-12);
    assert_near(middle.y, 0.0, 1e-12);
    assert_near(arc, 1.0, 1e-6);
    // The last body turns about z, as a rotator does: its end moves along, the middle by half.
    const struct sim_pose to = {{0.0, 0.0, 0.0},
                                sim_quat_axis_angle(sim_vec3(0.0, 0.0, 1.0), 0.5 * SIM_PI)};
    veh_hose_points(&def, origin, to, veh_hose_pull(&def, origin), turned);
    assert_near(turned[VEH_HOSE_POINTS - 1].y, 0.8, 1e-12);
    assert_near(turned[VEH_HOSE_POINTS / 2].y, 0.4, 1e-12);
    assert_near(turned[VEH_HOSE_POINTS / 2].z, middle.z, 1e-12);
}

static void a_taut_hose_is_straight(void **state) {
    (void)state;
    const struct veh_hose_def def = {
        .length = 1.0, .to = {0.0, 1.5, 0.0}, .aside = {2.0, 0.0, 0.0}};
    struct sim_vec3 point[VEH_HOSE_POINTS];
    veh_hose_points(&def, origin, origin, veh_hose_pull(&def, origin), point);
    for (int i = 0; i < VEH_HOSE_POINTS; i++) {
        assert_near(point[i].x, 0.0, 1e-12);
        assert_near(point[i].z, 0.0, 1e-12);
        assert_near(point[i].y, 1.5 * i / (VEH_HOSE_POINTS - 1), 1e-12);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_hose_has_its_length),
        cmocka_unit_test(it_hangs_and_follows_its_bodies),
        cmocka_unit_test(a_taut_hose_is_straight),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
