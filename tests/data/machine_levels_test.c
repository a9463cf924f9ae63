// Levels and locks of the shipped machines on slopes and at their levers.
#include "tests/data/machine_stand.h"
#include "vehicles/part/level.h"
#include "vehicles/part/lock.h"

static struct machine_stand stand;

// On ground that rises by that angle [degrees] along x.
static void start(const char *machine, double angle) {
    stand = (struct machine_stand){0};
    machine_load(machine, &stand.def);
    assert_true(ter_ground_init(&stand.ground, 61, 61, -30.0, -30.0, 1.0));
    for (int j = 0; j < 61; j++)
        for (int i = 0; i < 61; i++)
            stand.ground.heights[j * 61 + i] = tan(angle * SIM_PI / 180.0) * (-30.0 + i);
    struct veh_worksite_def def = veh_default_worksite_def();
    def.ground = &stand.ground;
    assert_true(veh_worksite_init(&stand.site, &def));
    assert_int_equal(veh_worksite_add_machine(&stand.site, &stand.def, 0.0, 0.0, 0.0), 0);
}

static double measured(const struct veh_part_kind *kind, const char *name, int which) {
    const struct veh_machine *m = &stand.site.machines[0];
    for (int i = 0; i < m->part_count; i++) {
        const struct veh_part *part = &m->parts[i];
        // Both definitions begin with the name.
        if (part->kind == kind && strcmp(part->def, name) == 0)
            return kind->measures[which].value(&stand.site, part);
    }
    fail_msg("there is no '%s'", name);
    return 0.0;
}

// 14 and 18 degrees are levelled, 25 up to 20 of them: the machine stands on its tyres, which add
// a degree or two.
static void the_cranes_base_tilts_by_20_degrees(void **state) {
    (void)state;
    static const double slopes[] = {14.0, 18.0, 25.0, -14.0, -18.0, -25.0};
    for (size_t i = 0; i < sizeof slopes / sizeof slopes[0]; i++) {
        start("harvester-8w", slopes[i]);
        machine_stand_run(&stand, 12.0);
        const double tilt = measured(&veh_part_level, "crane_base", VEH_LEVEL_TILT);
        const double turned =
            sim_joint_position(stand.site.world, machine_joint(&stand, "crane_tilt"), 0);
        if (fabs(slopes[i]) > 20.0) {
            assert_near(fabs(turned) * 180.0 / SIM_PI, 20.0, 0.1);
            assert_near(tilt, 5.0, 2.0);
        } else
            assert_near(tilt, 0.0, 1.8); // up to the dead band
        assert_true(turned * slopes[i] > 0.0);
        machine_stand_finish(&stand);
    }
}

static void expect_locks(double wheels, double twist) {
    assert_near(measured(&veh_part_lock, "carrier.wheels", VEH_LOCK_BLOCKED), wheels, 0.0);
    assert_near(measured(&veh_part_lock, "carrier.twist", VEH_LOCK_BLOCKED), twist, 0.0);
}

// Standing still both hold; steering frees the wheels and leaves the twist, driving frees both.
static void the_twist_is_locked_by_itself(void **state) {
    (void)state;
    static const char *const machines[] = {"harvester", "harvester-thinning", "harvester-8w",
                                           "forwarder", "forwarder-18t"};
    for (size_t m = 0; m < sizeof machines / sizeof machines[0]; m++) {
        start(machines[m], 0.0);
        machine_stand_run(&stand, 6.0);
        expect_locks(1.0, 1.0);
        const struct sim_joint_id steer = machine_joint(&stand, "carrier.steer");
        const double twist = sim_joint_position(stand.site.world, steer, 1);
        stand.levers[0].value[VEH_STEER] = 0.5;
        machine_stand_run(&stand, 1.0);
        expect_locks(0.0, 1.0);
        assert_true(fabs(sim_joint_position(stand.site.world, steer, 0)) > 0.05);
        assert_near(sim_joint_position(stand.site.world, steer, 1), twist, 1e-4);
        stand.levers[0].value[VEH_DRIVE] = 0.5;
        machine_stand_run(&stand, 1.0);
        expect_locks(0.0, 0.0);
        machine_stand_finish(&stand);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_cranes_base_tilts_by_20_degrees),
        cmocka_unit_test(the_twist_is_locked_by_itself),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
