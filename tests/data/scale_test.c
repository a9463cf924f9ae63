// The scale of the library's forwarders reads what hangs from the tip, with the error that it
// draws; the display warns before a machine tips over, and at no other time.
#include "vehicles/part/scale.h"

#include "tests/data/full_load.h"
#include "vehicles/part/crane.h"

static struct machine_stand stand;

static double reading(void) {
    return veh_machine_measure(&stand.site, 0, &veh_part_scale, VEH_SCALE_WEIGHT);
}

static void hang(double mass, double seconds) {
    const struct sim_body_id tip = machine_body(&stand, "crane.telescope2");
    for (int i = 0; i < (int)(100.0 * seconds); i++) {
        sim_body_apply(stand.site.world, tip, sim_vec3(0.0, 0.0, -9.81 * mass),
                       sim_vec3(0.0, 0.0, 0.0), veh_machine_crane_tip(&stand.site, 0));
        veh_worksite_step(&stand.site, stand.levers);
    }
}

static void reach_to(struct sim_vec3 goal) {
    struct veh_crane_control control;
    assert_true(veh_crane_control_init(&control, &stand.site, 0));
    for (int i = 0; i < 1200; i++) {
        (void)veh_crane_control_step(&control, &stand.site, goal, &stand.levers[0]);
        veh_worksite_step(&stand.site, stand.levers);
    }
    stand.levers[0] = (struct veh_controls){{0.0}};
}

// The scale counts the grapple as a part of the crane, where it hangs: it reads nothing then. The
// cylinder's own halves, of which the eye bears some, are what is left.
static void a_mass_at_the_tip_is_read(void **state) {
    (void)state;
    static const char *const machines[] = {"forwarder", "forwarder-18t"};
    static const struct sim_vec3 places[] = {{-4.0, 0.0, 4.5}, {-3.0, 5.0, 3.0}};
    for (int m = 0; m < 2; m++) {
        stand = (struct machine_stand){0};
        machine_stand_start(&stand, machines[m], NULL, 0, 0.0);
        for (int p = 0; p < 2; p++) {
            reach_to(places[p]);
            hang(0.0, 6.0);
            assert_near(reading(), 0.0, 30.0);
            hang(600.0, 6.0);
            assert_near(reading(), 600.0, 35.0);
        }
        static const struct veh_fault fault = {.kind = VEH_FAULT_SENSOR, .name = "scale"};
        stand.site.def.faults = &fault;
        stand.site.def.fault_count = 1;
        hang(600.0, 6.0);
        assert_near(reading(), 0.0, 0.0);
        machine_stand_finish(&stand);
    }
}

// Scales of other seeds read 600 kg with a spread of about 1.5 % and a zero of 6 kg.
static void scales_have_their_errors(void **state) {
    (void)state;
    double sum = 0.0, squares = 0.0;
    enum { SCALES = 12 };
    for (int i = 0; i < SCALES; i++) {
        stand = (struct machine_stand){0};
        machine_stand_start(&stand, "forwarder", NULL, 0, 0.0);
        stand.site.def.seed = (uint64_t)(i + 1);
        hang(0.0, 0.02);
        const struct veh_scale_state *scale = veh_scale(&stand.site.machines[0]);
        const double error = 600.0 * (scale->gain - 1.0) + scale->offset;
        sum += error;
        squares += error * error;
        machine_stand_finish(&stand);
    }
    assert_near(sum / SCALES, 0.0, 12.0);
    assert_in_range(1e3 * sqrt(squares / SCALES), 4000, 20000); // [g] of 10.8 kg
}

struct seen {
    int near, tipped;
};

static struct seen lift(double force) {
    struct seen seen = {-1, -1};
    const struct sim_body_id rear = machine_body(&stand, "carrier.rear");
    for (int i = 0; i < 800; i++) {
        const struct sim_pose pose = sim_body_pose(stand.site.world, rear);
        sim_body_apply(stand.site.world, rear, sim_vec3(0.0, 0.0, fmin(force, 400.0 * i)),
                       sim_vec3(0.0, 0.0, 0.0), sim_pose_point(pose, sim_vec3(-3.5, 1.3, 1.4)));
        veh_worksite_step(&stand.site, stand.levers);
        const struct veh_event *events;
        const int count = veh_worksite_events(&stand.site, &events);
        for (int e = 0; e < count; e++) {
            if (events[e].kind == VEH_EVENT_TIP_NEAR && seen.near < 0)
                seen.near = i;
            if (events[e].kind == VEH_EVENT_TIPPED && seen.tipped < 0)
                seen.tipped = i;
        }
    }
    return seen;
}

static void a_warning_comes_before_the_tipping(void **state) {
    (void)state;
    stand = (struct machine_stand){0};
    machine_stand_start(&stand, "forwarder", NULL, 0, 0.0);
    full_load_put(&stand, &full_load_10t);
    const struct seen firm = lift(40e3);
    assert_int_equal(firm.near, -1);
    const struct seen tips = lift(200e3);
    assert_true(tips.near >= 0 && tips.tipped > tips.near + 30);
    machine_stand_finish(&stand);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_mass_at_the_tip_is_read),
        cmocka_unit_test(scales_have_their_errors),
        cmocka_unit_test(a_warning_comes_before_the_tipping),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
