// Brakes against statics: what they hold, and when they close.
#include "vehicles/part/brake.h"

#include "tests/vehicles/transmission_rig.h"

static struct rig rig;

static bool parking(void) {
    return rig_measures(&rig, &veh_part_brake, VEH_BRAKE_PARKING) > 0.5;
}

static void init(void) {
    rig_init(&rig);
    rig.drive.axles.count = rig.drive.axle_locks.count = 0;
    for (int i = 0; i <= RIG_AXLES; i++) // free wheels
        rig.differentials[i].def.force_low = rig.differentials[i].def.force_high = 0.0;
    rig_add(&rig, &veh_part_brake, &rig.brakes);
}

// Torques a little above and below what the discs hold.
static void discs_hold_their_torque(void **state) {
    (void)state;
    init();
    rig.brakes.response_s = 0.0;
    rig_push(&rig, 0, 0.99 * rig.brakes.service_nm);
    rig_push(&rig, 1, 1.01 * rig.brakes.service_nm);
    rig_push(&rig, 2, -1.01 * rig.brakes.service_nm);
    rig_push(&rig, 3, 0.99 * rig.brakes.parking_nm);
    rig_start(&rig);
    rig.levers[0].value[VEH_BRAKE] = 1.0;
    rig_run(&rig, 1.0);
    const double before[3] = {rig_tread(&rig, 0), rig_tread(&rig, 1), rig_tread(&rig, 2)};
    rig_run(&rig, 1.0);
    assert_near(rig_tread(&rig, 0), 0.0, 1e-9);
    assert_true(rig_tread(&rig, 1) > before[1]); // it is slowed down only
    assert_true(rig_tread(&rig, 2) < before[2]);
    assert_near(rig_measures(&rig, &veh_part_brake, VEH_BRAKE_TORQUE), 4.0 * 5.0, 1e-3);
    rig.levers[0].value[VEH_BRAKE] = 0.0;
    rig_run(&rig, 3.0);
    assert_near(rig_tread(&rig, 3), 0.0, 1e-9); // the parking brake holds this one
    assert_true(rig_tread(&rig, 0) > 1.0);
    small_site_finish(&rig.s);
}

static void it_closes_at_standstill_and_opens_with_the_lever(void **state) {
    (void)state;
    init();
    rig_start(&rig);
    rig_run(&rig, 1.0);
    assert_true(parking());
    rig.levers[0].value[VEH_DRIVE] = 0.3;
    rig_run(&rig, 0.1);
    assert_false(parking());
    rig.levers[0].value[VEH_DRIVE] = 0.0;
    rig_run(&rig, 1.0);
    assert_true(parking());
    small_site_finish(&rig.s);
}

static void the_button_closes_it_whatever_the_lever_asks(void **state) {
    (void)state;
    init();
    rig_start(&rig);
    rig.levers[0].value[VEH_DRIVE] = 1.0;
    rig_press(&rig, VEH_PARKING_BRAKE);
    rig_run(&rig, 1.0);
    assert_true(parking());
    assert_true(veh_brake_parked(&rig.s.site.machines[0]));
    assert_near(rig.s.site.machines[0].instance.applied[0], 0.0, 0.0);
    rig_press(&rig, VEH_PARKING_BRAKE);
    rig_run(&rig, 0.1);
    assert_false(parking());
    small_site_finish(&rig.s);
}

static void it_closes_when_the_engine_stops(void **state) {
    (void)state;
    init();
    rig_add(&rig, &veh_part_engine, &rig.engine);
    rig_start(&rig);
    rig.levers[0].value[VEH_DRIVE] = 1.0;
    rig_run(&rig, 1.0);
    assert_false(parking());
    rig_press(&rig, VEH_ENGINE);
    rig_run(&rig, 1.0);
    assert_true(parking());
    small_site_finish(&rig.s);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(discs_hold_their_torque),
        cmocka_unit_test(it_closes_at_standstill_and_opens_with_the_lever),
        cmocka_unit_test(the_button_closes_it_whatever_the_lever_asks),
        cmocka_unit_test(it_closes_when_the_engine_stops),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
