// A head whose rollers, saw and jaws are known.
#include "tests/vehicles/small_head.h"
#include "vehicles/rig/sheet.h"

static void the_head_feeds_and_cuts_as_it_should(void **state) {
    (void)state;
    static struct veh_sheet sheet;
    struct bench b;
    bench_make(&b, 1.0);
    for (int i = 0; i < BENCH_BODIES; i++)
        b.bodies[i].pose.p.z += bench_height;
    for (int i = 0; i < BENCH_JOINTS; i++)
        b.joints[i].def.anchor.z += bench_height;
    // A back that a stem lies against, 0.1 m ahead of the hinge of the bar.
    b.shapes[BENCH_FRAME].pose = bench_at(-0.4, 0.0, 0.5);
    b.shapes[BENCH_FRAME].collides = true;
    b.head.saw_reach_m = 0.2;
    veh_sheet_init(&sheet);
    assert_true(veh_measure_cut.measure(&b.def, &sheet));
    assert_near(sheet.figure[VEH_FIGURE_FEED], bench_feed_speed, 0.1);
    // Way of the bar in air at 5 rad/s, a quarter of a turn less half of the stem's angle; then the
    // area at its rate.
    const double distance = 0.4, radius = 0.06;
    const double air = (0.5 * SIM_PI - asin(radius / distance)) / 5.0;
    const double wood = SIM_PI * radius * radius / bench_area_rate;
    assert_near(sheet.figure[VEH_FIGURE_CROSS_CUT], air + wood, 0.1);
    // The open jaws leave 0.9 m less the radii of two rollers; what is thicker does not get into
    // the saw's reach.
    assert_near(sheet.figure[VEH_FIGURE_THICKEST], 61.0, 2.0);
}

// A head that lies; upright the top saw would be locked.
static void the_top_saw_cuts_as_it_should(void **state) {
    (void)state;
    static struct veh_sheet sheet;
    struct bench b;
    bench_make(&b, 1.0);
    bench_add_top_saw(&b);
    bench_lay(&b);
    for (int i = 0; i < b.def.model.body_count; i++)
        b.bodies[i].pose.p.z += bench_height;
    for (int i = 0; i < b.def.model.joint_count; i++)
        b.joints[i].def.anchor.z += bench_height;
    veh_sheet_init(&sheet);
    assert_true(veh_measure_cut.measure(&b.def, &sheet));
    const double distance = 0.4, radius = 0.06;
    const double air = (0.5 * SIM_PI - asin(radius / distance)) / 5.0;
    const double wood = SIM_PI * radius * radius / b.top_saw.area_rate;
    assert_near(sheet.figure[VEH_FIGURE_TOP_CUT], air + wood, 0.1);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(the_head_feeds_and_cuts_as_it_should),
                                       cmocka_unit_test(the_top_saw_cuts_as_it_should)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
