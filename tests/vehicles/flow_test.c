#include "vehicles/part/flow.h"

#include "tests/near.h"

static void a_cylinder_has_piston_and_annulus(void **state) {
    (void)state;
    // 145 mm and 95 mm: 165.1 cm^2 and 94.2 cm^2
    const struct veh_actuator cylinder = veh_cylinder(0.145, 0.095);
    assert_near(cylinder.out, 165.130e-4, 1e-7);
    assert_near(cylinder.in, 94.248e-4, 1e-7);
    assert_near(veh_actuator_side(&cylinder, 1.0), cylinder.out, 0.0);
    assert_near(veh_actuator_side(&cylinder, -1.0), cylinder.in, 0.0);
}

// The work of a turn is pressure times displacement, whatever the angle it is counted in.
static void a_motor_does_the_work_of_its_oil(void **state) {
    (void)state;
    const struct veh_actuator motor = veh_rotary_motor(500e-6);
    const double pressure = 200e5, torque = pressure * motor.out;
    assert_near(torque * 2.0 * 3.141592653589793, pressure * 500e-6, 1e-9);
    assert_near(motor.in, motor.out, 0.0);
}

static void a_spool_opens_beyond_its_dead_band(void **state) {
    (void)state;
    const struct veh_spool linear = {0.2, 0.0}, square = {0.2, 1.0};
    assert_near(veh_spool_opening(&linear, 0.2), 0.0, 0.0);
    assert_near(veh_spool_opening(&linear, -0.1), 0.0, 0.0);
    assert_near(veh_spool_opening(&linear, 0.6), 0.5, 1e-12);
    assert_near(veh_spool_opening(&linear, -1.0), -1.0, 1e-12);
    assert_near(veh_spool_opening(&square, 0.6), 0.25, 1e-12);
    assert_near(veh_spool_opening(&square, -2.0), -1.0, 1e-12); // beyond the stop
}

static void a_lever_is_found_for_every_opening(void **state) {
    (void)state;
    for (int p = 0; p <= 4; p++)
        for (int i = -10; i <= 10; i++) {
            const struct veh_spool spool = {0.15, 0.25 * p};
            const double opening = 0.1 * i;
            assert_near(veh_spool_opening(&spool, veh_spool_lever(&spool, opening)), opening,
                        1e-12);
        }
}

// 145 cm^3 at 1,700 turns a minute: 234 l/min, until 60 kW are reached at 154 bar.
static void a_pump_has_a_largest_flow_and_power(void **state) {
    (void)state;
    const double turn = 145e-6, speed = 1700.0 / 60.0, minute = 60e3; // to l/min
    assert_near(veh_pump_flow(turn, speed, 0.95, 60e3, 100e5) * minute, 234.175, 1e-9);
    assert_near(veh_pump_flow(turn, speed, 0.95, 60e3, 0.0) * minute, 234.175, 1e-9);
    assert_near(veh_pump_flow(turn, speed, 0.95, 60e3, 200e5) * minute, 180.0, 1e-9);
}

static void demands_are_scaled_alike(void **state) {
    (void)state;
    struct veh_flow_demand enough[] = {{2.0, 2, 0.0}, {1.0, 2, 0.0}};
    veh_share_flow(3.0, enough, 2);
    for (int i = 0; i < 2; i++)
        assert_near(enough[i].share, 1.0, 0.0);
    struct veh_flow_demand scarce[] = {{2.0, 2, 0.0}, {4.0, 2, 0.0}, {0.0, 2, 0.0}};
    veh_share_flow(3.0, scarce, 3);
    for (int i = 0; i < 3; i++)
        assert_near(scarce[i].share, 0.5, 1e-12);
}

// The first priority gets all it asks for, the second shares the rest, the third gets nothing.
static void priorities_are_served_in_turn(void **state) {
    (void)state;
    struct veh_flow_demand demand[] = {{3.0, 5, 0.0}, {4.0, 3, 0.0}, {2.0, 1, 0.0}, {4.0, 3, 0.0}};
    veh_share_flow(4.0, demand, 4);
    assert_near(demand[2].share, 1.0, 0.0);
    assert_near(demand[1].share, 0.25, 1e-12);
    assert_near(demand[3].share, 0.25, 1e-12);
    assert_near(demand[0].share, 0.0, 1e-12);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_cylinder_has_piston_and_annulus),
        cmocka_unit_test(a_motor_does_the_work_of_its_oil),
        cmocka_unit_test(a_spool_opens_beyond_its_dead_band),
        cmocka_unit_test(a_lever_is_found_for_every_opening),
        cmocka_unit_test(a_pump_has_a_largest_flow_and_power),
        cmocka_unit_test(demands_are_scaled_alike),
        cmocka_unit_test(priorities_are_served_in_turn),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
