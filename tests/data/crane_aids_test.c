// The crane's aids on the library's machines, whose cylinders close loops and whose valves have
// dead bands, delays and one pump.

#include "tests/data/machine_stand.h"
#include "vehicles/part/aid.h"
#include "vehicles/part/crane.h"
#include "vehicles/worksite.h"

static struct veh_machine_def machine;
static struct ter_ground ground;
static struct veh_worksite site;
static struct veh_controls controls;

static void start(const char *name) {
    machine_load(name, &machine);
    assert_true(ter_ground_init(&ground, 61, 61, -30.0, -30.0, 1.0));
    for (int i = 0; i < 61 * 61; i++)
        ground.heights[i] = 0.0;
    struct veh_worksite_def def = veh_default_worksite_def();
    def.ground = &ground;
    assert_true(veh_worksite_init(&site, &def));
    assert_int_equal(veh_worksite_add_machine(&site, &machine, 0.0, 0.0, 0.0), 0);
    controls = (struct veh_controls){{0.0}};
}

static void finish(void) {
    veh_worksite_finish(&site);
    ter_ground_finish(&ground);
    veh_machine_def_finish(&machine);
}

static double lowest, highest;

static void run(double seconds) {
    const double end = veh_worksite_time(&site) + seconds;
    lowest = (double)INFINITY, highest = -(double)INFINITY;
    while (veh_worksite_time(&site) < end - 1e-9) {
        veh_worksite_step(&site, &controls);
        const double z = veh_machine_crane_tip(&site, 0).z;
        lowest = fmin(lowest, z);
        highest = fmax(highest, z);
    }
}

static double reach(void) {
    return veh_machine_measure(&site, 0, &veh_part_crane, VEH_CRANE_REACH);
}

// Out and in at half of the tip's full speed, once the levers have had effect: within a bar of
// 10 cm, and as far as the lever says.
static void assert_level(const char *name) {
    start(name);
    run(1.0);
    controls.value[VEH_TIP_CONTROL] = 1.0;
    controls.value[VEH_JIB] = -1.0;
    run(2.5);
    controls.value[VEH_JIB] = 0.0;
    run(0.5);
    const double near = reach();
    controls.value[VEH_JIB] = 0.5;
    run(4.0);
    assert_near(highest - lowest, 0.0, 0.1);
    const double far = reach();
    assert_near(far - near, 0.5 * 4.0, 0.3);
    controls.value[VEH_JIB] = -0.5;
    run(4.0);
    assert_near(highest - lowest, 0.0, 0.1);
    assert_near(far - reach(), 0.5 * 4.0, 0.3);
    assert_true(veh_machine_measure(&site, 0, &veh_part_aid, VEH_AID_USED) > 9.0);
    finish();
}

static void the_harvesters_tip_moves_level(void **state) {
    (void)state;
    assert_level("harvester");
}

static void the_forwarders_tip_moves_level(void **state) {
    (void)state;
    assert_level("forwarder");
}

// One function at a time: the tip's velocity is the Jacobian times the speed that the valve gives.
static void assert_jacobian(const char *name) {
    static const enum veh_control levers[] = {VEH_SLEW, VEH_BOOM, VEH_JIB, VEH_TELESCOPE};
    start(name);
    for (int f = 0; f < VEH_CRANE_FUNCTIONS; f++) {
        struct veh_crane_motion motion;
        controls = (struct veh_controls){{0.0}};
        run(2.0);
        controls.value[levers[f]] = 0.6;
        run(1.0);
        assert_true(veh_crane_motion(&site, 0, &motion));
        assert_true(motion.driven[f] >= 0);
        const struct sim_vec3 before = veh_machine_crane_tip(&site, 0);
        const double h = sim_world_step_size(site.world);
        run(h);
        const struct sim_instance *instance = &site.machines[0].instance;
        const double speed = sim_joint_speed(site.world, instance->joints[motion.driven[f]], 0) /
                             machine.model.joints[motion.driven[f]].input_scale[0];
        // Against the base, which rocks with the machine on its tyres.
        const struct sim_vec3 tip = veh_machine_crane_tip(&site, 0);
        const int base = machine.model.joints[veh_crane_def(&machine)->slew].parent;
        const struct sim_vec3 v =
            sim_sub(sim_scale(sim_sub(tip, before), 1.0 / h),
                    sim_body_point_velocity(site.world, instance->bodies[base], tip));
        const struct sim_vec3 wanted = sim_scale(motion.tip[f], speed);
        // The other functions yield a little.
        assert_true(sim_length(wanted) > 0.2);
        assert_near(sim_length(sim_sub(v, wanted)) / sim_length(wanted), 0.0, 0.08);
    }
    finish();
}

static void the_jacobian_is_what_the_tip_does(void **state) {
    (void)state;
    assert_jacobian("harvester");
    assert_jacobian("forwarder");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_harvesters_tip_moves_level),
        cmocka_unit_test(the_forwarders_tip_moves_level),
        cmocka_unit_test(the_jacobian_is_what_the_tip_does),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
