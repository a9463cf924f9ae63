// Hoses of the shipped cranes burst: the valves at the cylinders of boom and jib hold what hangs
// there, without them it falls, and the telescope, which has none, slides out or in.
#include "tests/data/machine_stand.h"
#include "vehicles/part/crane.h"
#include "vehicles/part/valve.h"

static const double when = 2.0; // [s]

// Of all valves: without what holds at a burst hose.
static void take_burst_valves_off(struct veh_machine_def *def) {
    for (int i = 0; i < def->part_count; i++)
        if (def->parts[i].kind == &veh_part_valve)
            ((struct veh_valve_def *)def->parts[i].def)->burst_valve = 0;
}

// [m] How far the crane's tip falls in 1.5 s after that hose has burst.
static double fall(const char *machine, const char *valve, bool held) {
    struct machine_stand s = {.slope = 0.0};
    struct veh_fault burst = {.kind = VEH_FAULT_HOSE, .time = when};
    (void)snprintf(burst.name, sizeof burst.name, "%s", valve);
    machine_stand_carrier(&s, machine);
    if (!held)
        take_burst_valves_off(&s.def);
    s.site.def.faults = &burst;
    s.site.def.fault_count = 1;
    machine_stand_run(&s, when - 0.1);
    const double before = veh_machine_crane_tip(&s.site, 0).z;
    machine_stand_run(&s, 1.6);
    const double after = veh_machine_crane_tip(&s.site, 0).z;
    machine_stand_finish(&s);
    return before - after;
}

static void burst_valves_hold_boom_and_jib(void **state) {
    (void)state;
    static const char *const machines[] = {"harvester", "harvester-8w", "harvester-thinning",
                                           "forwarder", "forwarder-18t"};
    static const char *const valves[] = {"crane.boom", "crane.jib"};
    for (size_t m = 0; m < sizeof machines / sizeof machines[0]; m++)
        for (int v = 0; v < 2; v++)
            assert_near(fall(machines[m], valves[v], true), 0.0, 0.02);
}

static void without_them_the_crane_falls(void **state) {
    (void)state;
    assert_true(fall("harvester", "crane.boom", false) > 0.4);
    assert_true(fall("harvester", "crane.jib", false) > 0.5);
    assert_true(fall("harvester-8w", "crane.jib", false) > 1.0); // which carries the load there
    assert_true(fall("forwarder", "crane.boom", false) > 0.08);
}

static void a_telescope_gives_way(void **state) {
    (void)state;
    assert_true(fabs(fall("harvester", "crane.telescope", true)) > 0.1);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(burst_valves_hold_boom_and_jib),
        cmocka_unit_test(without_them_the_crane_falls),
        cmocka_unit_test(a_telescope_gives_way),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
