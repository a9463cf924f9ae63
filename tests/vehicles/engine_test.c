// The engine against closed forms: droop, stalling, consumption, a step of the load.
#include "vehicles/part/engine.h"

#include "tests/vehicles/transmission_rig.h"

static struct rig rig;

static void start(void) {
    rig_add(&rig, &veh_part_engine, &rig.engine);
    rig_start(&rig);
}

static double rpm(void) {
    return rig_measures(&rig, &veh_part_engine, VEH_ENGINE_SPEED);
}

// Loads the engine with a torque [N m]; true: it stalled.
static bool run_loaded(double torque, double seconds) {
    bool stalled = false;
    const double end = veh_worksite_time(&rig.s.site) + seconds;
    while (veh_worksite_time(&rig.s.site) < end - 1e-9) {
        veh_engine_take(&rig.s.site, 0, torque * rpm() * rig_rpm);
        veh_worksite_step(&rig.s.site, rig.levers);
        const struct veh_event *events;
        const int count = veh_worksite_events(&rig.s.site, &events);
        for (int i = 0; i < count; i++)
            stalled = stalled || events[i].kind == VEH_EVENT_ENGINE_STALLED;
    }
    return stalled;
}

// An engine that does not sag gives a consumer its whole torque.
static double torque_at(double speed_rpm) {
    struct veh_engine_state *engine =
        veh_machine_part(&rig.s.site.machines[0], &veh_part_engine)->state;
    engine->speed = speed_rpm * rig_rpm;
    return veh_engine_ask(&rig.s.site, 0, VEH_ENGINE_PUMP, 1e9) / engine->speed;
}

static void torque_is_linear_between_points(void **state) {
    (void)state;
    rig_init(&rig);
    rig.engine.torque = (struct veh_polyline){{1000.0, 1200.0, 2000.0}, {800.0, 1000.0, 600.0}, 3};
    rig.engine.working_rpm = 100.0; // at all these speeds it does not sag
    start();
    assert_near(torque_at(500.0), 400.0, 1e-9);
    assert_near(torque_at(1100.0), 900.0, 1e-9);
    assert_near(torque_at(1600.0), 800.0, 1e-9);
    assert_near(torque_at(2500.0), 600.0, 1e-9);
    small_site_finish(&rig.s);
}

// Without protection a pump takes what it wants.
static void an_unprotected_engine_gives_what_is_asked(void **state) {
    (void)state;
    rig_init(&rig);
    rig.engine.anti_stall = 0.0;
    start();
    assert_true(veh_engine_ask(&rig.s.site, 0, VEH_ENGINE_PUMP, 1e9) >= 1e9);
    small_site_finish(&rig.s);
}

// In a steady state the speed falls by the droop times the share of the full torque.
static void speed_droops_with_the_load(void **state) {
    (void)state;
    for (double share = 0.0; share < 1.01; share += 0.25) {
        rig_init(&rig);
        rig.engine.auxiliary_nm = 0.25 * share * rig_torque;
        start();
        assert_false(run_loaded(0.75 * share * rig_torque, 5.0));
        assert_near(rpm(), rig_working * (1.0 - 0.05 * share), 1e-6);
        assert_near(rig_measures(&rig, &veh_part_engine, VEH_ENGINE_LOAD), 100.0 * share, 1e-6);
        small_site_finish(&rig.s);
    }
}

// A load of 1.2 times the full torque slows the engine by 0.2 T / J, down to half the idle speed.
static void an_overload_stalls_the_engine(void **state) {
    (void)state;
    rig_init(&rig);
    start();
    assert_false(run_loaded(rig_torque, 5.0)); // at the end of the droop
    const double way = (0.95 * rig_working - 0.5 * rig_idle) * rig_rpm;
    const double time = way * 4.0 / (0.2 * rig_torque);
    assert_false(run_loaded(1.2 * rig_torque, time - 0.05));
    assert_true(run_loaded(1.2 * rig_torque, 0.1));
    assert_false(veh_engine_runs(&rig.s.site, 0));
    assert_near(veh_engine_pace(&rig.s.site, 0), 0.0, 0.0);
    assert_false(run_loaded(0.0, 10.0)); // it does not start by itself
    rig_press(&rig, VEH_ENGINE);
    assert_false(run_loaded(0.0, 1.0));
    assert_false(veh_engine_runs(&rig.s.site, 0)); // the starter turns
    assert_false(run_loaded(0.0, 4.0));
    assert_near(rpm(), rig_working, 1e-6);
    rig_press(&rig, VEH_ENGINE); // and off
    assert_false(veh_engine_runs(&rig.s.site, 0));
    small_site_finish(&rig.s);
}

// Willans: 200 g/kWh of the work with the friction. 10 s at 500 N m and 100 N m of friction.
static void fuel_is_burnt_per_work(void **state) {
    (void)state;
    rig_init(&rig);
    rig.engine.friction_nm = 100.0;
    start();
    assert_false(run_loaded(500.0, 5.0));
    const double before = rig_measures(&rig, &veh_part_engine, VEH_ENGINE_FUEL);
    assert_false(run_loaded(500.0, 10.0));
    const double work = 600.0 * rpm() * rig_rpm * 10.0; // [J]
    const double litres = work / 3.6e6 * 0.2 / 0.84;
    assert_near(rig_measures(&rig, &veh_part_engine, VEH_ENGINE_FUEL) - before, litres, 1e-9);
    assert_near(rig_measures(&rig, &veh_part_engine, VEH_ENGINE_FUEL_RATE), 360.0 * litres, 1e-6);
    assert_near(rig_measures(&rig, &veh_part_engine, VEH_ENGINE_POWER), 0.5 * rpm() * rig_rpm,
                1e-6);
    small_site_finish(&rig.s);
}

// The torque rises by T / rise, so until it meets the load M the engine loses M^2 rise / (2 J T).
static void a_step_of_the_load_dips_the_speed(void **state) {
    (void)state;
    rig_init(&rig);
    rig.engine.rise_s = 1.0;
    start();
    assert_false(run_loaded(0.0, 1.0));
    double lowest = rpm();
    for (int i = 0; i < 200; i++) {
        assert_false(run_loaded(300.0, sim_world_step_size(rig.s.site.world)));
        lowest = fmin(lowest, rpm());
    }
    const double dip = 300.0 * 300.0 / (2.0 * 4.0 * rig_torque);
    // Half a step of the deficit, which a first-order integration is off.
    assert_near((rig_working - lowest) * rig_rpm, dip,
                0.5 * 300.0 / 4.0 * sim_world_step_size(rig.s.site.world));
    small_site_finish(&rig.s);
}

static void levers_that_are_let_go_idle_the_engine(void **state) {
    (void)state;
    rig_init(&rig);
    rig.engine.idle_after_s = 3.0;
    rig.engine.friction_nm = 50.0; // slows it down
    start();
    assert_false(run_loaded(0.0, 2.9));
    assert_near(rpm(), rig_working, 1e-6);
    assert_false(run_loaded(0.0, 10.0));
    assert_near(rpm(), rig_idle, 1e-6);
    rig.levers[0].value[VEH_STEER] = 0.1;
    assert_false(run_loaded(0.0, 3.0));
    assert_near(rpm(), rig_working, 1e-6);
    small_site_finish(&rig.s);
}

// Levers, and what parts ask of the machine's inputs, move nothing while there is no pump.
static void a_stopped_engine_moves_nothing(void **state) {
    (void)state;
    rig_init(&rig);
    start();
    rig.levers[0].value[VEH_DRIVE] = 1.0;
    rig_run(&rig, 3.0);
    assert_true(rig_tread(&rig, 0) > 1.9);
    rig_press(&rig, VEH_ENGINE);
    rig_run(&rig, 1.0);
    assert_near(rig.s.site.machines[0].instance.applied[0], 0.0, 0.0);
    small_site_finish(&rig.s);
}

// Alone each may take all; together they share in proportion to what they want.
static void consumers_share_the_power(void **state) {
    (void)state;
    rig_init(&rig);
    rig.engine.auxiliary_nm = 100.0;
    start();
    struct veh_worksite *site = &rig.s.site;
    rig_run(&rig, 2.0);
    const double all = (rig_torque - 100.0) * rpm() * rig_rpm;
    assert_near(veh_engine_ask(site, 0, VEH_ENGINE_PUMP, 0.0), all, 1e-6);
    assert_near(veh_engine_ask(site, 0, VEH_ENGINE_DRIVE, 0.4 * all), all, 1e-6);
    assert_near(veh_engine_ask(site, 0, VEH_ENGINE_PUMP, 0.6 * all), 0.6 * all, 1e-6);
    assert_near(veh_engine_ask(site, 0, VEH_ENGINE_DRIVE, 0.9 * all), 0.6 * all, 1e-6);
    assert_near(veh_engine_ask(site, 0, VEH_ENGINE_PUMP, 0.6 * all), 0.4 * all, 1e-6);
    small_site_finish(&rig.s);
}

// A fifth below 0.97 of the full-load speed there is nothing left for them.
static void a_sagging_engine_throttles_its_consumers(void **state) {
    (void)state;
    rig_init(&rig);
    start();
    struct veh_worksite *site = &rig.s.site;
    const double full = 0.95 * rig_working;
    while (rpm() > 0.87 * full)
        assert_false(run_loaded(1.5 * rig_torque, sim_world_step_size(site->world)));
    const double throttle = 1.0 - (0.97 - rpm() / full) / 0.2;
    assert_near(veh_engine_ask(site, 0, VEH_ENGINE_PUMP, 1e6),
                throttle * rig_torque * rpm() * rig_rpm, 1e-3);
    while (rpm() > 0.77 * full)
        assert_false(run_loaded(1.5 * rig_torque, sim_world_step_size(site->world)));
    assert_near(veh_engine_ask(site, 0, VEH_ENGINE_PUMP, 1e6), 0.0, 0.0);
    small_site_finish(&rig.s);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(torque_is_linear_between_points),
        cmocka_unit_test(an_unprotected_engine_gives_what_is_asked),
        cmocka_unit_test(speed_droops_with_the_load),
        cmocka_unit_test(an_overload_stalls_the_engine),
        cmocka_unit_test(fuel_is_burnt_per_work),
        cmocka_unit_test(a_step_of_the_load_dips_the_speed),
        cmocka_unit_test(levers_that_are_let_go_idle_the_engine),
        cmocka_unit_test(a_stopped_engine_moves_nothing),
        cmocka_unit_test(consumers_share_the_power),
        cmocka_unit_test(a_sagging_engine_throttles_its_consumers),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
