// The shipped machines' engines stall under a sudden load from idle speed where nothing throttles
// their pumps, and do not where something does.
#include "tests/data/machine_stand.h"
#include "vehicles/part/drive.h"
#include "vehicles/part/engine.h"

static struct machine_stand stand;

static struct veh_engine_def *engine_def(void) {
    for (int i = 0; i < stand.def.part_count; i++)
        if (stand.def.parts[i].kind == &veh_part_engine)
            return stand.def.parts[i].def;
    fail_msg("the machine has no engine");
    return NULL;
}

// Its frames are held, so that the wheels pull against the whole weight of the earth.
static void start(const char *machine, double anti_stall) {
    machine_stand_carrier(&stand, machine);
    engine_def()->anti_stall = anti_stall;
    machine_stand_run(&stand, 14.0); // it idles after ten seconds
    assert_near(veh_machine_measure(&stand.site, 0, &veh_part_engine, VEH_ENGINE_SPEED),
                engine_def()->idle_rpm, 30.0);
}

static void all_levers_at_once(void) {
    static const enum veh_control levers[] = {VEH_DRIVE, VEH_SLEW, VEH_BOOM, VEH_JIB,
                                              VEH_TELESCOPE};
    for (int i = 0; i < 5; i++)
        stand.levers[0].value[levers[i]] = 1.0;
    machine_stand_run(&stand, 4.0);
}

static const char *const machines[] = {"harvester", "harvester-thinning", "harvester-8w",
                                       "forwarder", "forwarder-18t"};
enum { MACHINES = sizeof machines / sizeof machines[0] };

static void engines_are_kept_from_stalling(void **state) {
    (void)state;
    for (int m = 0; m < MACHINES; m++) {
        machine_load(machines[m], &stand.def);
        const double shipped = engine_def()->anti_stall;
        veh_machine_def_finish(&stand.def);
        start(machines[m], shipped);
        all_levers_at_once();
        assert_true(veh_engine_runs(&stand.site, 0));
        machine_stand_finish(&stand);
    }
}

static void without_that_they_stall(void **state) {
    (void)state;
    for (int m = 0; m < MACHINES; m++) {
        start(machines[m], 0.0);
        all_levers_at_once();
        assert_false(veh_engine_runs(&stand.site, 0));
        assert_near(veh_machine_measure(&stand.site, 0, &veh_part_engine, VEH_ENGINE_SPEED), 0.0,
                    100.0);
        machine_stand_finish(&stand);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(engines_are_kept_from_stalling),
        cmocka_unit_test(without_that_they_stall),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
