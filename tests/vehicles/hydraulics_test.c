#include "vehicles/part/hydraulics.h"

#include "tests/vehicles/hydraulic_rig.h"

static struct rig rig;

static const double mass = 5000.0;
static const double load = 5000.0 * 9.81 / 0.01; // [Pa] below each weight

static void push_cylinders(double lever) {
    for (int i = 0; i < RIG_CYLINDERS; i++)
        rig_push(&rig, i, lever);
}

// Three pistons ask for 1e-3 m^3/s each, of 2.8e-3 m^3/s.
static void functions_share_the_flow(void **state) {
    (void)state;
    rig_init(&rig, mass);
    rig_start(&rig);
    push_cylinders(1.0);
    rig_run(&rig, 1.0);
    for (int i = 0; i < RIG_CYLINDERS; i++)
        assert_near(rig_speed_of(&rig, i), rig_speed * rig_flow / 3e-3, 1e-9);
    assert_near(rig_pump_measures(&rig, VEH_HYDRAULICS_FLOW), rig_flow * 60e3, 1e-6);
    rig_push(&rig, 2, 0.0); // two alone have full speed
    rig_run(&rig, 1.0);
    for (int i = 0; i < 2; i++)
        assert_near(rig_speed_of(&rig, i), rig_speed, 1e-9);
    assert_near(rig_speed_of(&rig, 2), 0.0, 1e-9);
    rig_finish(&rig);
}

// Sharing does not depend on the loads: the lighter function is not faster.
static void loads_do_not_change_the_shares(void **state) {
    (void)state;
    rig_init(&rig, mass);
    rig.shapes[2].mass = 0.1 * mass;
    rig_start(&rig);
    push_cylinders(1.0);
    rig_run(&rig, 1.0);
    for (int i = 0; i < RIG_CYLINDERS; i++)
        assert_near(rig_speed_of(&rig, i), rig_speed * rig_flow / 3e-3, 1e-9);
    rig_finish(&rig);
}

static void the_first_priority_keeps_its_speed(void **state) {
    (void)state;
    rig_init(&rig, mass);
    rig.valves[1].priority = 1;
    rig_start(&rig);
    push_cylinders(1.0);
    rig_run(&rig, 1.0);
    assert_near(rig_speed_of(&rig, 1), rig_speed, 1e-9);
    assert_near(rig_speed_of(&rig, 0), rig_speed * (rig_flow - 1e-3) / 2e-3, 1e-9);
    assert_near(rig_speed_of(&rig, 2), rig_speed * (rig_flow - 1e-3) / 2e-3, 1e-9);
    rig_finish(&rig);
}

// The pump works at the load's pressure and 20 bar, so 10 kW are less than 2.8e-3 m^3/s.
static void power_limits_the_flow(void **state) {
    (void)state;
    const double pressure = load + 20e5, flow = 10e3 / pressure;
    rig_init(&rig, mass);
    rig.pump.power_kw = 10.0;
    rig_start(&rig);
    push_cylinders(1.0);
    rig_run(&rig, 4.0);
    assert_true(flow < 0.6 * rig_flow);
    for (int i = 0; i < RIG_CYLINDERS; i++)
        assert_near(rig_speed_of(&rig, i), rig_speed * flow / 3e-3, 1e-6);
    assert_near(rig_pump_measures(&rig, VEH_HYDRAULICS_PRESSURE), pressure / 1e5, 1e-3);
    assert_near(rig_pump_measures(&rig, VEH_HYDRAULICS_POWER), 10.0, 1e-3);
    rig_finish(&rig);
}

// A function that cannot lift its load stands and takes no oil; the pump works at its limit.
static void a_stalled_function_takes_no_oil(void **state) {
    (void)state;
    rig_init(&rig, mass);
    rig.shapes[3].mass = 1.1 * rig_pressure * rig_area / rig_gravity;
    rig_start(&rig);
    push_cylinders(1.0);
    rig_run(&rig, 3.0);
    assert_near(rig_position_of(&rig, 2), 0.0, 1e-3);
    assert_near(rig_speed_of(&rig, 0), rig_speed, 1e-9);
    assert_near(rig_speed_of(&rig, 1), rig_speed, 1e-9);
    assert_near(rig_pump_measures(&rig, VEH_HYDRAULICS_PRESSURE), 220.0, 1e-3);
    rig_finish(&rig);
}

// Each function has its own limit, the pump one for all.
static void the_pump_bounds_the_pressure(void **state) {
    (void)state;
    rig_init(&rig, 0.9 * rig_pressure * rig_area / rig_gravity);
    rig.pump.pressure_bar = 0.89 * rig_pressure / 1e5;
    rig_start(&rig);
    rig_push(&rig, 0, 1.0);
    rig_run(&rig, 2.0);
    assert_near(rig_position_of(&rig, 0), 0.0, 1e-3);
    rig_finish(&rig);
}

// The pump's limit is below that of the function that stalls.
static void a_function_stalled_by_the_pump_takes_no_oil(void **state) {
    (void)state;
    rig_init(&rig, mass);
    rig.pump.pressure_bar = 0.5 * rig_pressure / 1e5;
    rig.shapes[3].mass = 0.6 * rig_pressure * rig_area / rig_gravity;
    rig_start(&rig);
    push_cylinders(1.0);
    rig_run(&rig, 3.0);
    assert_near(rig_position_of(&rig, 2), 0.0, 1e-3);
    assert_near(rig_speed_of(&rig, 0), rig_speed, 1e-9);
    assert_near(rig_speed_of(&rig, 1), rig_speed, 1e-9);
    rig_finish(&rig);
}

// Work of the oil, summed over the steps in which three weights are lifted under a shared pump,
// against the energy that they have gained.
static void oil_pays_for_the_height(void **state) {
    (void)state;
    rig_init(&rig, mass);
    rig_start(&rig);
    double work = 0.0;
    const double h = sim_world_step_size(rig.s.site.world);
    for (int i = 0; i < 200; i++) {
        push_cylinders(i < 150 ? 1.0 : 0.3);
        rig_run(&rig, h);
        for (int k = 0; k < RIG_CYLINDERS; k++)
            work += rig_valve_measures(&rig, k, VEH_VALVE_PRESSURE) * 1e5 *
                    rig_valve_measures(&rig, k, VEH_VALVE_FLOW) / 60e3 * h;
    }
    double energy = 0.0;
    for (int k = 0; k < RIG_CYLINDERS; k++) {
        const double v = rig_speed_of(&rig, k);
        energy += mass * (rig_gravity * rig_position_of(&rig, k) + 0.5 * v * v);
    }
    // A first-order step: half the kinetic energy of each jump of the speed is off.
    assert_near(work, energy, 0.005 * energy);
    rig_finish(&rig);
}

// A stalled pump that leaks its margin: what the shaft brings in less what the pistons give out
// warms 10 l of oil towards air + heat / cooler, with the time constant capacity / cooler.
static void losses_warm_the_oil(void **state) {
    (void)state;
    const double capacity = 10.0 * 1670.0, cooler = 2000.0;
    rig_init(&rig, mass);
    rig.pump.efficiency = 0.8;
    rig.pump.oil_l = 10.0;
    rig.pump.cooler_w_per_k = cooler;
    rig.pump.air_c = rig.pump.oil_c = 20.0;
    rig_start(&rig);
    rig_push(&rig, 0, 1.0);
    rig_run(&rig, 1.0); // the pump has its pressure
    const double start = rig_pump_measures(&rig, VEH_HYDRAULICS_TEMPERATURE);
    const double flow = 1e-3, heat = (load + 20e5) * flow / 0.8 - load * flow;
    rig_run(&rig, 6.0);
    const double end = 20.0 + heat / cooler;
    assert_near(rig_pump_measures(&rig, VEH_HYDRAULICS_TEMPERATURE),
                end + (start - end) * exp(-6.0 * cooler / capacity), 0.01 * (end - 20.0));
    rig_finish(&rig);
}

// A load that is lowered by its valve leaves all of its energy in the oil.
static void a_lowered_load_warms_the_oil(void **state) {
    (void)state;
    rig_init(&rig, mass);
    rig.pump.oil_l = 10.0;
    rig_start(&rig);
    rig_run(&rig, 1.0);
    const double start = rig_pump_measures(&rig, VEH_HYDRAULICS_TEMPERATURE);
    rig_push(&rig, 0, -1.0);
    rig_run(&rig, 3.0);
    const double fell = -rig_position_of(&rig, 0);
    const double pumped = 20e5 * rig_annulus * fell; // at the pump's margin
    assert_near(rig_pump_measures(&rig, VEH_HYDRAULICS_TEMPERATURE) - start,
                (mass * rig_gravity * fell + pumped) / (10.0 * 1670.0), 0.01);
    rig_finish(&rig);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(functions_share_the_flow),
        cmocka_unit_test(loads_do_not_change_the_shares),
        cmocka_unit_test(the_first_priority_keeps_its_speed),
        cmocka_unit_test(power_limits_the_flow),
        cmocka_unit_test(a_stalled_function_takes_no_oil),
        cmocka_unit_test(the_pump_bounds_the_pressure),
        cmocka_unit_test(a_function_stalled_by_the_pump_takes_no_oil),
        cmocka_unit_test(oil_pays_for_the_height),
        cmocka_unit_test(losses_warm_the_oil),
        cmocka_unit_test(a_lowered_load_warms_the_oil),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
