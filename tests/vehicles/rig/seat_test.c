// The accelerations at the seat add up: behind the stump it is as high as before, and at rest.
#include "tests/vehicles/rig/small_machine.h"

static void the_seat_comes_down_again(void **state) {
    (void)state;
    static struct veh_sheet sheet;
    struct small_machine m;
    small_machine_init(&m);
    m.drive.speed_max = 2.0;
    for (int i = 0; i < 4; i++) {
        m.joints[SMALL_AXLE + i].input_scale[0] = 2.0 / small_radius;
        m.joints[SMALL_AXLE + i].def.free_axis[0].motor.force_high = 6e4;
    }
    veh_sheet_init(&sheet);
    assert_true(veh_measure_seat.measure(&m.def, &sheet));
    const struct veh_curve *curve = &sheet.curve[VEH_CURVE_SEAT];
    const double h = curve->x[1] - curve->x[0];
    double speed = 0.0, height = 0.0, highest = 0.0, most = 0.0;
    for (int i = 0; i < curve->count; i++) {
        speed += h * curve->y[i];
        height += h * speed;
        highest = fmax(highest, height);
        most = fmax(most, fabs(curve->y[i]));
    }
    assert_near(speed, 0.0, 0.02);
    // The wheels of one side lift the middle by half of the stump, less what tyre and frame give.
    assert_true(highest > 0.05 && highest < 0.3);
    assert_near(height, 0.0, 0.1 * highest);
    assert_near(sheet.figure[VEH_FIGURE_SEAT], most, 1e-9);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(the_seat_comes_down_again)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
