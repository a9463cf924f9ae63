// A machine of two frames with a hinge between them runs on the circle whose middle is where the
// axles' lines meet.
#include "tests/vehicles/rig/small_machine.h"

static const double lock = 0.6; // [rad]

static void the_axles_meet_in_the_middle(void **state) {
    (void)state;
    static struct veh_sheet sheet;
    struct small_machine m;
    small_machine_init(&m);
    // The tool becomes the rear frame, with the rear wheels.
    small_body(&m, SMALL_TOOL, "rear", -small_base, 0.0, small_frame_height, 3000.0);
    small_hinge(&m, SMALL_HANG, SMALL_TOOL, SMALL_FRAME, SMALL_INPUT_JIB,
                sim_vec3(0.0, 0.0, small_frame_height), sim_vec3(0.0, 0.0, 1.0), 1e6);
    (void)snprintf(m.inputs[SMALL_INPUT_JIB].name, sizeof m.inputs[0].name, "steer");
    m.joints[SMALL_FOLD].input[0] = -1;
    m.joints[SMALL_HANG].def.free_axis[0].limited = true;
    m.joints[SMALL_HANG].def.free_axis[0].lower = -lock;
    m.joints[SMALL_HANG].def.free_axis[0].upper = lock;
    m.joints[SMALL_AXLE].parent = m.joints[SMALL_AXLE + 2].parent = SMALL_TOOL;
    m.drive.steer_joint = SMALL_HANG;
    veh_sheet_init(&sheet);
    assert_true(veh_measure_turn.measure(&m.def, &sheet));
    const double axle = (small_base * cos(lock) + small_base) / sin(lock);
    const double radius = sqrt(axle * axle + small_base * small_base);
    // The wheels of an axle turn alike, so they scrub.
    assert_near(sheet.figure[VEH_FIGURE_TURN], radius, 0.06 * radius);
}

static void a_machine_without_a_joint_is_left_out(void **state) {
    (void)state;
    static struct veh_sheet sheet;
    struct small_machine m;
    small_machine_init(&m);
    veh_sheet_init(&sheet);
    assert_true(veh_measure_turn.measure(&m.def, &sheet));
    assert_true(isnan(sheet.figure[VEH_FIGURE_TURN]));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_axles_meet_in_the_middle),
        cmocka_unit_test(a_machine_without_a_joint_is_left_out),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
