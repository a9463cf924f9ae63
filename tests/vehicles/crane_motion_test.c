// The Jacobian of a crane against closed forms. Those of the library's machines are measured in
// tests/data/crane_aids_test.c.
#include "vehicles/part/crane_motion.h"

#include "tests/vehicles/small_crane.h"

static struct small_crane crane;
static struct small_site s;
static struct veh_crane_motion motion;

static void assert_velocity(enum veh_crane_function f, double x, double y, double z) {
    assert_near(motion.tip[f].x, x, 1e-6);
    assert_near(motion.tip[f].y, y, 1e-6);
    assert_near(motion.tip[f].z, z, 1e-6);
}

// Stretched along x, every arm turns the tip about its own hinge.
static void arms_turn_the_tip(void **state) {
    (void)state;
    const double reach = boom_length + jib_length;
    small_crane_make(&crane);
    small_crane_start(&crane, &s);
    assert_true(veh_crane_motion(&s.site, 0, &motion));
    assert_velocity(VEH_CRANE_SLEW, 0.0, slew_rate * reach, 0.0);
    assert_velocity(VEH_CRANE_BOOM, 0.0, 0.0, boom_rate * reach);
    assert_velocity(VEH_CRANE_JIB, 0.0, 0.0, jib_rate * jib_length);
    assert_velocity(VEH_CRANE_TELESCOPE, 0.0, 0.0, 0.0);
    assert_int_equal(motion.driven[VEH_CRANE_JIB], 2);
    assert_int_equal(motion.driven[VEH_CRANE_TELESCOPE], -1);
    assert_int_equal(motion.limits, 2);
    assert_near(motion.limit[0].below, 0.5, 1e-9);
    assert_near(motion.limit[0].rate[VEH_CRANE_BOOM], boom_rate, 1e-9);
    assert_near(motion.out.x, 1.0, 1e-9);
    assert_near(motion.side.y, 1.0, 1e-9);
    small_site_finish(&s);
}

// In the triangle of the hinge and the two pins the law of cosines gives the cylinder's length l,
// with l dl = a b sin(angle) d angle.
static void a_cylinder_turns_the_boom_by_its_triangle(void **state) {
    (void)state;
    small_crane_make(&crane);
    small_crane_add_cylinder(&crane);
    const int load = small_crane_add_load(&crane, 1.0, 100.0); // a twig, which changes nothing
    assert_true(load > 0);
    small_crane_start(&crane, &s);
    assert_true(veh_crane_motion(&s.site, 0, &motion));
    const double below = hinge_height - pin_z, a = sqrt(pin_x * pin_x + below * below), b = eye_x;
    const double l = sqrt((eye_x - pin_x) * (eye_x - pin_x) + below * below);
    const double sine = below / a; // of the angle between the column's pin and the boom
    const double rate = cylinder_rate * l / (a * b * sine);
    assert_velocity(VEH_CRANE_BOOM, 0.0, 0.0, rate * (boom_length + jib_length));
    assert_velocity(VEH_CRANE_SLEW, 0.0, slew_rate * (boom_length + jib_length), 0.0);
    assert_int_equal(motion.driven[VEH_CRANE_BOOM], 4);
    small_site_finish(&s);
}

// A hose of two points from the boom to the jib closes a loop that guides nothing.
static void a_hose_changes_nothing(void **state) {
    (void)state;
    small_crane_make(&crane);
    int before = CRANE_BOOM;
    for (int i = 0; i < 3; i++) {
        const double x = boom_length - 0.5 + 0.4 * i;
        int next = CRANE_JIB;
        if (i < 2) {
            next = crane_body(&crane, i == 0 ? "hose.1" : "hose.2", x + 0.4, hinge_height - 0.3,
                              0.1, 0.0);
            crane.bodies[next].shape_count = 0;
            crane.bodies[next].has_mass = true;
            crane.bodies[next].mass.mass = 1.0;
        }
        struct sim_model_joint *part =
            crane_joint(&crane, SIM_JOINT_LINK, before, next, crane_side, x, hinge_height);
        part->def.anchor_b = sim_vec3(x + 0.4, 0.0, hinge_height - (i < 2 ? 0.3 : 0.0));
        before = next;
    }
    small_crane_start(&crane, &s);
    assert_true(veh_crane_motion(&s.site, 0, &motion));
    assert_velocity(VEH_CRANE_BOOM, 0.0, 0.0, boom_rate * (boom_length + jib_length));
    assert_velocity(VEH_CRANE_JIB, 0.0, 0.0, jib_rate * jib_length);
    small_site_finish(&s);
}

// As measured while it moves, in a pose that is not the file's.
static void the_tip_moves_as_it_says(void **state) {
    (void)state;
    static const enum veh_control levers[] = {VEH_SLEW, VEH_BOOM, VEH_JIB};
    small_crane_make(&crane);
    small_crane_add_cylinder(&crane);
    small_crane_start(&crane, &s);
    struct veh_controls controls[VEH_MAX_MACHINES] = {{{0.0}}};
    controls[0].value[VEH_SLEW] = controls[0].value[VEH_BOOM] = 0.8;
    controls[0].value[VEH_JIB] = -0.9;
    for (int i = 0; i < 120; i++)
        veh_worksite_step(&s.site, controls);
    for (int f = 0; f < 3; f++) {
        controls[0] = (struct veh_controls){{0.0}};
        controls[0].value[levers[f]] = 0.5;
        for (int i = 0; i < 20; i++)
            veh_worksite_step(&s.site, controls);
        assert_true(veh_crane_motion(&s.site, 0, &motion));
        const struct sim_vec3 before = veh_machine_crane_tip(&s.site, 0);
        veh_worksite_step(&s.site, controls);
        const struct sim_vec3 moved = sim_sub(veh_machine_crane_tip(&s.site, 0), before);
        const double h = sim_world_step_size(s.site.world);
        const struct sim_vec3 v = sim_scale(motion.tip[f], 0.5);
        // The direction turns within the step: h w / 2 of the velocity.
        assert_near(sim_length(sim_sub(sim_scale(moved, 1.0 / h), v)), 0.0, 5e-3 * sim_length(v));
        assert_true(sim_length(v) > 0.3);
    }
    small_site_finish(&s);
}

static struct sim_vec3 made(const double opening[]) {
    struct sim_vec3 v = {0.0, 0.0, 0.0};
    for (int f = 0; f < VEH_CRANE_FUNCTIONS; f++)
        v = sim_add_scaled(v, motion.tip[f], opening[f]);
    return v;
}

static void valves_make_the_velocity(void **state) {
    (void)state;
    double opening[VEH_CRANE_FUNCTIONS];
    const unsigned all = (1u << VEH_CRANE_FUNCTIONS) - 1u;
    struct veh_controls controls[VEH_MAX_MACHINES] = {{{0.0}}};
    small_crane_make(&crane);
    small_crane_start(&crane, &s);
    controls[0].value[VEH_JIB] = -1.0;
    for (int i = 0; i < 200; i++)
        veh_worksite_step(&s.site, controls); // folded by 1.2 rad
    assert_true(veh_crane_motion(&s.site, 0, &motion));
    const struct sim_vec3 wanted = {0.3, 0.2, -0.25};
    veh_crane_resolve(&motion, wanted, all, opening);
    assert_near(sim_length(sim_sub(made(opening), wanted)), 0.0, 2e-3);
    // Too fast: as fast as it goes, in the same direction.
    veh_crane_resolve(&motion, sim_scale(wanted, 40.0), all, opening);
    const struct sim_vec3 fast = sim_unit(made(opening)), way = sim_unit(wanted);
    assert_near(sim_dot(fast, way), 1.0, 1e-3);
    double most = 0.0;
    for (int f = 0; f < VEH_CRANE_FUNCTIONS; f++)
        most = fmax(most, fabs(opening[f]));
    assert_near(most, 1.0, 1e-9);
    // Without the jib, the tip only goes round the boom's hinge: out and level it stands.
    veh_crane_resolve(&motion, motion.out, 1u << VEH_CRANE_BOOM, opening);
    assert_true(sim_length(made(opening)) < 0.35);
    small_site_finish(&s);
}

static void a_limit_is_not_run_into(void **state) {
    (void)state;
    double opening[VEH_CRANE_FUNCTIONS];
    const unsigned all = (1u << VEH_CRANE_FUNCTIONS) - 1u;
    small_crane_make(&crane);
    small_crane_start(&crane, &s); // stretched: the jib is at its upper limit
    assert_true(veh_crane_motion(&s.site, 0, &motion));
    veh_crane_resolve(&motion, sim_vec3(0.0, 0.0, 0.5), all, opening);
    assert_true(opening[VEH_CRANE_JIB] <= 1e-9);
    assert_true(opening[VEH_CRANE_BOOM] > 0.1);
    assert_near(made(opening).z, 0.5, 2e-3);
    small_site_finish(&s);
}

static void a_machine_without_a_crane_has_none(void **state) {
    (void)state;
    small_crane_make(&crane);
    crane.def.part_count = 0;
    small_crane_start(&crane, &s);
    assert_false(veh_crane_motion(&s.site, 0, &motion));
    small_site_finish(&s);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(arms_turn_the_tip),
        cmocka_unit_test(a_cylinder_turns_the_boom_by_its_triangle),
        cmocka_unit_test(a_hose_changes_nothing),
        cmocka_unit_test(the_tip_moves_as_it_says),
        cmocka_unit_test(valves_make_the_velocity),
        cmocka_unit_test(a_limit_is_not_run_into),
        cmocka_unit_test(a_machine_without_a_crane_has_none),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
