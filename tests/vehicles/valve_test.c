#include "vehicles/part/valve.h"

#include "tests/vehicles/hydraulic_rig.h"

static struct rig rig;

// Weight that the piston just carries at the pressure limit, times share.
static double weight(double share) {
    return share * rig_pressure * rig_area / rig_gravity;
}

static double lifted(double share) {
    rig_init(&rig, weight(share));
    rig_start(&rig);
    rig_push(&rig, 0, 1.0);
    rig_run(&rig, 3.0);
    const double way = rig_position_of(&rig, 0);
    rig_finish(&rig);
    return way;
}

// Pressure times area is the limit of statics. Above it the load stands, and does not sink.
static void a_cylinder_lifts_its_pressure_times_area(void **state) {
    (void)state;
    assert_near(lifted(0.9), 3.0 * rig_speed, 0.01);
    assert_true(lifted(0.999) > 0.03); // of the 0.04 m that 0.001 g give in 3 s
    assert_near(lifted(1.001), 0.0, 1e-3);
    assert_near(lifted(1.15), 0.0, 1e-3);
}

// With the lever let go the valve holds what the cylinder could not lift, up to the relief valve.
static double sunk(double share) {
    rig_init(&rig, weight(share));
    rig_start(&rig);
    rig_run(&rig, 2.0);
    const double way = -rig_position_of(&rig, 0);
    rig_finish(&rig);
    return way;
}

static void a_held_load_opens_the_relief_valve(void **state) {
    (void)state;
    assert_near(sunk(1.0), 0.0, 1e-9);
    assert_near(sunk(1.199), 0.0, 1e-9);
    assert_true(sunk(1.21) > 0.1); // 0.0083 g for 2 s: 0.16 m
}

static void a_rod_pulls_with_its_annulus(void **state) {
    (void)state;
    const double share = 0.5;
    rig_init(&rig, weight(share));
    rig.joints[0].def.axis[0] = sim_vec3(0.0, 0.0, -1.0); // it hangs on the rod
    rig_start(&rig);
    rig_run(&rig, 0.5);
    assert_near(rig_valve_measures(&rig, 0, VEH_VALVE_PRESSURE),
                share * rig_pressure / 1e5 * rig_area / rig_annulus, 1e-6);
    rig_finish(&rig);
}

// p Q of the oil is F v of the weight.
static void oil_does_the_work_of_the_weight(void **state) {
    (void)state;
    const double share = 0.7;
    rig_init(&rig, weight(share));
    rig_start(&rig);
    rig_push(&rig, 0, 1.0);
    rig_run(&rig, 1.0);
    const double p = rig_valve_measures(&rig, 0, VEH_VALVE_PRESSURE) * 1e5;
    const double q = rig_valve_measures(&rig, 0, VEH_VALVE_FLOW) / 60e3;
    assert_near(q, rig_area * rig_speed, 1e-12);
    assert_near(p * q, weight(share) * rig_gravity * rig_speed, 1e-5); // of 14 kW
    rig_finish(&rig);
}

// A load that runs ahead goes down at the speed asked for, and needs no pressure of the pump.
static void a_load_is_lowered_by_the_valve(void **state) {
    (void)state;
    rig_init(&rig, weight(0.8));
    rig_start(&rig);
    rig_push(&rig, 0, -0.5);
    rig_run(&rig, 2.0);
    assert_near(rig_speed_of(&rig, 0), -0.5 * rig_speed, 1e-9);
    assert_near(rig_valve_measures(&rig, 0, VEH_VALVE_FLOW), rig_annulus * 0.5 * rig_speed * 60e3,
                1e-6);
    assert_near(rig_pump_measures(&rig, VEH_HYDRAULICS_PRESSURE), 20.0, 1e-3); // its margin
    rig_finish(&rig);
}

static void a_spool_limits_the_flow(void **state) {
    (void)state;
    rig_init(&rig, weight(0.5));
    rig.valves[0].flow_l_per_min = 30.0; // 0.5e-3 m^3/s
    rig_start(&rig);
    rig_push(&rig, 0, 1.0);
    rig_run(&rig, 1.0);
    assert_near(rig_speed_of(&rig, 0), 0.5e-3 / rig_area, 1e-9);
    rig_finish(&rig);
}

static void a_spool_follows_its_lever(void **state) {
    (void)state;
    rig_init(&rig, weight(0.1));
    rig.valves[0].dead_band = 0.2;
    rig.valves[0].progression = 1.0;
    rig.valves[0].response_s = 0.1;
    rig_start(&rig);
    rig_push(&rig, 0, 0.19); // in the dead band
    rig_run(&rig, 2.0);
    assert_near(rig_position_of(&rig, 0), 0.0, 1e-9);
    rig_push(&rig, 0, 0.6);
    rig_run(&rig, 2.0);
    assert_near(rig_speed_of(&rig, 0), 0.25 * rig_speed, 1e-9);
    rig_push(&rig, 0, -0.6);
    rig_run(&rig, 0.06); // it passes the dead band from 0.041 s to 0.11 s
    assert_near(rig_speed_of(&rig, 0), 0.0, 1e-9);
    rig_run(&rig, 2.0);
    assert_near(rig_speed_of(&rig, 0), -0.25 * rig_speed, 1e-9);
    assert_near(veh_valve_lever(&rig.machine, 0, 0.25), 0.6, 1e-9);
    assert_near(veh_valve_lever(&rig.machine, 17, 0.25), 0.25, 0.0);
    rig_finish(&rig);
}

// A slewing motor holds its torque, and slips beyond the relief valve.
static void a_motor_turns_with_its_displacement(void **state) {
    (void)state;
    rig_init(&rig, 100.0);
    rig_start(&rig);
    rig_push(&rig, RIG_MOTOR, 1.0);
    rig_run(&rig, 1.0);
    assert_near(rig_speed_of(&rig, RIG_MOTOR), rig_speed, 1e-9);
    assert_near(rig_valve_measures(&rig, RIG_MOTOR, VEH_VALVE_FLOW),
                rig_per_angle * rig_speed * 60e3, 1e-9);
    rig_finish(&rig);
}

static void a_burst_hose_drops_the_load(void **state) {
    (void)state;
    rig_init(&rig, weight(0.5));
    rig_start(&rig);
    rig_push(&rig, 0, 1.0);
    rig_run(&rig, 1.0);
    struct sim_instance *instance = &rig.s.site.machines[0].instance;
    const double before = rig_speed_of(&rig, 0), h = sim_world_step_size(rig.s.site.world);
    sim_instance_set_input(instance, RIG_BURST, 1.0);
    rig_run(&rig, h);
    const struct veh_event *events;
    assert_int_equal(veh_worksite_events(&rig.s.site, &events), 1);
    assert_int_equal(events[0].kind, VEH_EVENT_HOSE_BURST);
    assert_string_equal(events[0].text, "boom");
    rig_run(&rig, h);
    assert_int_equal(veh_worksite_events(&rig.s.site, &events), 0); // once
    rig_run(&rig, 0.5 - 2.0 * h);
    assert_near(rig_speed_of(&rig, 0) - before, -rig_gravity * 0.5, 1e-6);
    assert_near(rig_speed_of(&rig, 1), 0.0, 1e-9); // the others hold
    sim_instance_set_input(instance, RIG_BURST, 0.0);
    rig_push(&rig, 0, 0.0);
    rig_run(&rig, 1.0);
    assert_near(rig_speed_of(&rig, 0), 0.0, 1e-9);
    rig_finish(&rig);
}

// A weight on a locked cylinder is a mass on a spring: it sinks by m g / k, and swings about that.
static void locked_oil_is_a_spring(void **state) {
    (void)state;
    rig_init(&rig, weight(0.5));
    rig.valves[0].oil_l = 200.0;
    rig_start(&rig);
    const double k = veh_oil_spring(rig_area, 0.2), sag = weight(0.5) * rig_gravity / k;
    const double damper = 0.03 * k, h = sim_world_step_size(rig.s.site.world);
    double crossing[2] = {0.0, 0.0}, before = 0.0;
    int found = 0;
    for (int i = 0; i < 400; i++) {
        rig_run(&rig, h);
        const double way = rig_position_of(&rig, 0);
        if (before > -sag && way <= -sag && found < 2)
            crossing[found++] = (i + 1) * h;
        before = way;
    }
    const double natural = sqrt(k / weight(0.5)), ratio = damper / (2.0 * weight(0.5) * natural);
    const double period = 2.0 * SIM_PI / (natural * sqrt(1.0 - ratio * ratio));
    assert_int_equal(found, 2);
    assert_near(crossing[1] - crossing[0], period, 0.03 * period);
    rig_run(&rig, 20.0);
    assert_near(rig_position_of(&rig, 0), -sag, 0.01 * sag);
    rig_finish(&rig);
}

// The oil delays a function, and takes nothing of its way.
static void oil_gives_back_what_it_takes(void **state) {
    (void)state;
    rig_init(&rig, weight(0.3));
    rig.valves[0].oil_l = 10.0;
    rig_start(&rig);
    rig_run(&rig, 10.0);
    const double from = rig_position_of(&rig, 0);
    rig_push(&rig, 0, 1.0);
    rig_run(&rig, 2.0);
    rig_push(&rig, 0, 0.0);
    rig_run(&rig, 10.0);
    assert_near(rig_position_of(&rig, 0) - from, 2.0 * rig_speed, 1e-3);
    rig_finish(&rig);
}

static void a_floating_valve_holds_nothing(void **state) {
    (void)state;
    rig_init(&rig, weight(0.5));
    rig.valves[0].floats = 1;
    rig_start(&rig);
    rig_run(&rig, 0.5);
    assert_near(rig_speed_of(&rig, 0), -rig_gravity * 0.5, 1e-6);
    rig_push(&rig, 0, 1.0); // the lever catches it
    rig_run(&rig, 3.0);
    assert_near(rig_speed_of(&rig, 0), rig_speed, 1e-6);
    rig_finish(&rig);
}

// The exercise bursts it at 1 s: the load drops, or the valve at the cylinder holds it, and the
// lever moves it no more.
static void a_hose_bursts_at_its_time(void **state) {
    (void)state;
    static const struct veh_fault bursts[] = {{VEH_FAULT_HOSE, "boom", 1.0}};
    for (int valve = 0; valve < 2; valve++) {
        rig_init(&rig, weight(0.5));
        rig.valves[0].burst_valve = valve;
        rig_start(&rig);
        rig.s.site.def.faults = bursts;
        rig.s.site.def.fault_count = 1;
        rig_run(&rig, 1.0);
        assert_near(rig_position_of(&rig, 0), 0.0, 1e-9);
        rig_push(&rig, 0, 1.0);
        rig_run(&rig, sim_world_step_size(rig.s.site.world));
        const struct veh_event *events;
        assert_int_equal(veh_worksite_events(&rig.s.site, &events), 1);
        assert_int_equal(events[0].kind, VEH_EVENT_HOSE_BURST);
        rig_run(&rig, 0.5);
        if (valve)
            assert_near(rig_position_of(&rig, 0), 0.0, 1e-9);
        else
            assert_true(rig_position_of(&rig, 0) < -1.0);
        rig_finish(&rig);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_cylinder_lifts_its_pressure_times_area),
        cmocka_unit_test(a_held_load_opens_the_relief_valve),
        cmocka_unit_test(a_rod_pulls_with_its_annulus),
        cmocka_unit_test(oil_does_the_work_of_the_weight),
        cmocka_unit_test(a_load_is_lowered_by_the_valve),
        cmocka_unit_test(a_spool_limits_the_flow),
        cmocka_unit_test(a_spool_follows_its_lever),
        cmocka_unit_test(a_motor_turns_with_its_displacement),
        cmocka_unit_test(a_burst_hose_drops_the_load),
        cmocka_unit_test(locked_oil_is_a_spring),
        cmocka_unit_test(oil_gives_back_what_it_takes),
        cmocka_unit_test(a_floating_valve_holds_nothing),
        cmocka_unit_test(a_hose_bursts_at_its_time),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
