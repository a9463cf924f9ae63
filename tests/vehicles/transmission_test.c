// The hydrostatic transmission of the drive on a dynamometer, against closed forms.
#include "tests/vehicles/transmission_rig.h"

static struct rig rig;

// Each wheel resists so much that together they take a tractive force [N].
static void resist_all(double force) {
    for (int i = 0; i < RIG_WHEELS; i++)
        rig_resist(&rig, i, 0.25 * force * rig_radius);
}

static void start(bool engine) {
    if (engine)
        rig_add(&rig, &veh_part_engine, &rig.engine);
    rig_start(&rig);
    rig.levers[0].value[VEH_DRIVE] = 1.0;
}

static double drive_measures(enum veh_drive_measure which) {
    return rig_measures(&rig, &veh_part_drive, (int)which);
}

static double engine_measures(enum veh_engine_measure which) {
    return rig_measures(&rig, &veh_part_engine, (int)which);
}

// The speed is that of the lever, the gear and the engine.
static void speed_follows_lever_gear_and_engine(void **state) {
    (void)state;
    rig_init(&rig);
    resist_all(1000.0);
    start(true);
    rig_run(&rig, 3.0);
    const double pace = veh_engine_pace(&rig.s.site, 0);
    assert_near(pace, 1.0, 0.01);
    assert_near(rig_tread(&rig, 0), 2.0 * pace, 1e-4);
    rig.levers[0].value[VEH_DRIVE] = -0.5;
    rig_run(&rig, 3.0);
    assert_near(rig_tread(&rig, 3), -1.0 * veh_engine_pace(&rig.s.site, 0), 1e-4);
    small_site_finish(&rig.s);
}

// The gear is changed at standstill only.
static void gears_change_at_standstill(void **state) {
    (void)state;
    rig_init(&rig);
    resist_all(1000.0);
    start(false);
    rig_run(&rig, 3.0);
    rig_press(&rig, VEH_GEAR);
    rig_run(&rig, 1.0);
    assert_near(drive_measures(VEH_DRIVE_GEAR), 1.0, 0.0);
    rig.levers[0].value[VEH_DRIVE] = 0.0;
    rig_run(&rig, 2.0);
    assert_near(drive_measures(VEH_DRIVE_GEAR), 2.0, 0.0);
    rig.levers[0].value[VEH_DRIVE] = 1.0;
    rig_run(&rig, 4.0);
    assert_near(rig_tread(&rig, 0), 5.0, 1e-3);
    small_site_finish(&rig.s);
}

// Pressure times displacement bounds the force: 160 kN in the work gear, 64 kN in the road gear.
static void pressure_bounds_the_force(void **state) {
    (void)state;
    for (int road = 0; road < 2; road++) {
        const double most = road ? 64e3 : 160e3;
        for (double share = 0.98; share < 1.03; share += 0.04) {
            rig_init(&rig);
            resist_all(share * most);
            start(false);
            rig.levers[0].value[VEH_DRIVE] = 0.0;
            if (road)
                rig_press(&rig, VEH_GEAR);
            rig.levers[0].value[VEH_DRIVE] = 1.0;
            rig_run(&rig, 5.0);
            if (share > 1.0)
                assert_near(rig_tread(&rig, 0), 0.0, 1e-6);
            else
                assert_true(rig_tread(&rig, 0) > 0.3);
            small_site_finish(&rig.s);
        }
    }
}

// With the motor between its displacements force times speed is the oil's power, 200 kW * 0.8.
static void force_falls_as_power_per_speed(void **state) {
    (void)state;
    for (double force = 90e3; force < 151e3; force += 30e3) {
        rig_init(&rig);
        resist_all(force);
        start(false);
        rig_run(&rig, 10.0);
        assert_near(rig_tread(&rig, 0), 160e3 / force, 0.002 * 160e3 / force);
        assert_near(drive_measures(VEH_DRIVE_POWER), 160.0, 0.4);
        assert_near(drive_measures(VEH_DRIVE_FORCE), 1e-3 * force, 1e-3);
        small_site_finish(&rig.s);
    }
}

// The engine has less power than the oil could carry: it works at full load, at the end of its
// droop, and 0.8 of its power arrives at the wheels. It does not stall.
static void the_engine_bounds_the_power(void **state) {
    (void)state;
    rig_init(&rig);
    rig.engine.torque.y[0] = rig.engine.torque.y[1] = 500.0;
    resist_all(100e3);
    start(true);
    rig_run(&rig, 10.0);
    const double speed = engine_measures(VEH_ENGINE_SPEED);
    assert_near(engine_measures(VEH_ENGINE_LOAD), 100.0, 1.0);
    assert_true(speed > 0.9 * rig_working && speed < 0.96 * rig_working);
    const double power = 500.0 * speed * rig_rpm;
    assert_near(1e3 * drive_measures(VEH_DRIVE_POWER), 0.8 * power, 0.01 * power);
    assert_near(rig_tread(&rig, 0), 0.8 * power / 100e3, 0.01);
    small_site_finish(&rig.s);
}

// Without throttling the same load stalls it.
static void an_engine_without_protection_is_stalled(void **state) {
    (void)state;
    rig_init(&rig);
    rig.engine.torque.y[0] = rig.engine.torque.y[1] = 500.0;
    rig.engine.rise_s = 5.0;
    rig.engine.anti_stall = 0.0;
    resist_all(100e3);
    start(true);
    rig_run(&rig, 10.0);
    assert_false(veh_engine_runs(&rig.s.site, 0));
    assert_near(rig_tread(&rig, 0), 0.0, 1e-6);
    small_site_finish(&rig.s);
}

// A pump that wants as much as the drive halves its speed.
static void the_crane_takes_its_share(void **state) {
    (void)state;
    rig_init(&rig);
    rig.engine.torque.y[0] = rig.engine.torque.y[1] = 500.0;
    resist_all(100e3);
    start(true);
    rig_run(&rig, 10.0);
    const double alone = rig_tread(&rig, 0);
    double given = 0.0;
    for (int i = 0; i < 500; i++) {
        const double wish = 200e3 * alone / 2.0 / 0.8; // what the drive wants at 160 kN
        given = fmin(wish, veh_engine_ask(&rig.s.site, 0, VEH_ENGINE_PUMP, wish));
        veh_engine_take(&rig.s.site, 0, given);
        veh_worksite_step(&rig.s.site, rig.levers);
    }
    assert_true(rig_tread(&rig, 0) < 0.75 * alone);
    const double both = 1e3 * drive_measures(VEH_DRIVE_POWER) / 0.8 + given;
    assert_near(both, 500.0 * engine_measures(VEH_ENGINE_SPEED) * rig_rpm, 0.03 * both);
    small_site_finish(&rig.s);
}

// Downhill the wheels drive the engine: 40 kN against its drag of 300 N m and its auxiliaries of
// 100 N m at 1800/min, 75 kW, which are 94 kW at the wheels. It does not race.
static void the_engine_holds_back(void **state) {
    (void)state;
    rig_init(&rig);
    rig.engine.braking_nm = 300.0;
    rig.engine.auxiliary_nm = 100.0;
    for (int i = 0; i < RIG_WHEELS; i++)
        rig_push(&rig, i, 10e3 * rig_radius);
    start(true);
    rig_run(&rig, 5.0);
    assert_near(rig_tread(&rig, 0), 2.0 * veh_engine_pace(&rig.s.site, 0), 0.01);
    assert_near(drive_measures(VEH_DRIVE_FORCE), -40.0, 0.5);
    assert_true(engine_measures(VEH_ENGINE_SPEED) < 1.1 * rig_working);
    assert_near(engine_measures(VEH_ENGINE_LOAD), 0.0, 0.0);
    small_site_finish(&rig.s);
    // Three times the force runs away: 120 kN * 2 m/s are 240 kW.
    rig_init(&rig);
    rig.engine.braking_nm = 300.0;
    rig.engine.auxiliary_nm = 100.0;
    for (int i = 0; i < RIG_WHEELS; i++)
        rig_push(&rig, i, 30e3 * rig_radius);
    start(true);
    rig_run(&rig, 5.0);
    assert_true(rig_tread(&rig, 0) > 3.0);
    assert_true(engine_measures(VEH_ENGINE_SPEED) < 1.1 * rig_working);
    small_site_finish(&rig.s);
}

// Beyond the terrain the lever is taken back, and the transmission holds the machine back.
static void the_edge_stops_the_machine(void **state) {
    (void)state;
    rig_init(&rig);
    rig.bodies[0].pose.p.x = 61.0; // 1 m beyond
    for (int i = 0; i < RIG_WHEELS; i++)
        rig_push(&rig, i, 10e3 * rig_radius);
    start(false);
    rig_run(&rig, 3.0);
    assert_near(rig_tread(&rig, 0), 0.0, 1e-3);
    rig.levers[0].value[VEH_DRIVE] = -1.0; // the way back is open
    rig_run(&rig, 3.0);
    assert_near(rig_tread(&rig, 0), -2.0, 1e-3);
    small_site_finish(&rig.s);
}

// Left stands on good ground, right on ice: without the lock right spins, with it both turn alike.
static void locks_couple_left_and_right(void **state) {
    (void)state;
    rig_init(&rig);
    rig_resist(&rig, 0, 60e3);
    start(false);
    rig_run(&rig, 3.0);
    assert_near(rig_tread(&rig, 0), 0.0, 1e-6);
    assert_near(rig_tread(&rig, 1), 4.0, 1e-3);
    rig_press(&rig, VEH_DIFF_LOCK);
    rig_run(&rig, 3.0);
    assert_near(drive_measures(VEH_DRIVE_LOCKED), 1.0, 0.0);
    assert_near(rig_tread(&rig, 0), rig_tread(&rig, 1), 1e-6);
    assert_true(rig_tread(&rig, 0) > 1.0);
    rig_press(&rig, VEH_DIFF_LOCK);
    rig_run(&rig, 3.0);
    assert_near(rig_tread(&rig, 0), 0.0, 1e-6);
    small_site_finish(&rig.s);
}

// An axle in the air leaves the whole force to the other.
static void axles_share_as_they_need(void **state) {
    (void)state;
    rig_init(&rig);
    rig_resist(&rig, 0, 0.49 * 150e3 * rig_radius);
    rig_resist(&rig, 1, 0.49 * 150e3 * rig_radius);
    start(false);
    rig_run(&rig, 10.0);
    assert_near(rig_tread(&rig, 0), 160.0 / 147.0, 0.01);
    assert_near(rig_tread(&rig, 2), rig_tread(&rig, 0), 0.01); // the shaft holds it back
    small_site_finish(&rig.s);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(speed_follows_lever_gear_and_engine),
        cmocka_unit_test(gears_change_at_standstill),
        cmocka_unit_test(pressure_bounds_the_force),
        cmocka_unit_test(force_falls_as_power_per_speed),
        cmocka_unit_test(the_engine_bounds_the_power),
        cmocka_unit_test(an_engine_without_protection_is_stalled),
        cmocka_unit_test(the_crane_takes_its_share),
        cmocka_unit_test(the_engine_holds_back),
        cmocka_unit_test(the_edge_stops_the_machine),
        cmocka_unit_test(locks_couple_left_and_right),
        cmocka_unit_test(axles_share_as_they_need),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
