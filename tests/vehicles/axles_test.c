// The torque of a bogie's wheels and what it reacts on.
#include "vehicles/part/axles.h"

#include "tests/vehicles/transmission_rig.h"

enum { WHEEL, OTHER_WHEEL, BEAM };        // joints and, but for 1, bodies
static const double ground_torque = 20e3; // [N m] on each wheel

// The rig's third wheel becomes a beam that carries the first one; the ground holds both wheels of
// the axle back for 3 s. Returns the largest change [rad/s] of the
// beam's speed.
static double beam_speed(bool balanced) {
    static struct rig rig;
    rig_init(&rig);
    rig.joints[WHEEL].parent = 1 + BEAM;
    rig.bodies[1 + WHEEL].pose = rig.bodies[1 + BEAM].pose;
    rig.joints[WHEEL].def.anchor = rig.joints[BEAM].def.anchor;
    rig.drive.axles.count = 1;
    if (balanced)
        rig.drive.balanced = (struct veh_list){{BEAM}, 1};
    rig_start(&rig);
    rig.levers[0].value[VEH_DRIVE] = 1.0;
    struct sim_world *world = rig.s.site.world;
    const struct sim_instance *instance = &rig.s.site.machines[0].instance;
    veh_worksite_step(&rig.s.site, rig.levers); // the lock opens
    const double first = sim_joint_speed(world, instance->joints[BEAM], 0);
    double fastest = 0.0;
    for (int i = 0; i < 300; i++) {
        for (int k = WHEEL; k <= OTHER_WHEEL; k++) {
            const struct sim_body_id wheel = instance->bodies[1 + k];
            sim_body_apply(world, wheel, sim_vec3(0.0, 0.0, 0.0),
                           sim_vec3(0.0, -ground_torque, 0.0), sim_body_centre(world, wheel));
        }
        veh_worksite_step(&rig.s.site, rig.levers);
        fastest = fmax(fastest, fabs(sim_joint_speed(world, instance->joints[BEAM], 0) - first));
    }
    if (balanced)
        assert_near(veh_machine_measure(&rig.s.site, 0, &veh_part_drive, VEH_DRIVE_FORCE),
                    2e-3 * ground_torque / rig_radius, 4.0);
    small_site_finish(&rig.s);
    return fastest;
}

// Without the shaft through the pivot the torque turns the beam; with it, the torque of the last
// step is left.
static void torque_reacts_on_the_frame_of_a_balanced_bogie(void **state) {
    (void)state;
    const double faster = ground_torque / (0.4 * rig_mass * 0.3 * 0.3); // [rad/s] each second
    assert_true(beam_speed(false) > faster);
    assert_true(beam_speed(true) < 0.02 * faster);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(torque_reacts_on_the_frame_of_a_balanced_bogie)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
