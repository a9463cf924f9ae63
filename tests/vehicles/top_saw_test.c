// The top saw of a head that lies as for processing: where it cuts, what stays in the head, what
// the computer knows of it.
#include "tests/vehicles/small_head.h"

static struct small_site s;
static struct bench bench;

static const double below = 3.0; // [m] from the butt to the saw: the stem is balanced in the grip

static const struct veh_head_state *head(void) {
    return veh_head(&s.site.machines[0]);
}

static const struct veh_stem *at(int stem) {
    return &s.site.stems.items[stem];
}

static double bar_angle(void) {
    return sim_joint_position(s.site.world, s.site.machines[0].instance.joints[BENCH_TOP_SAW], 0);
}

static double mass_of(int stem) {
    return veh_stem_mass(&s.site, stem);
}

static struct veh_controls holding(enum veh_control control) {
    struct veh_controls levers = bench_lever(control, 1.0);
    levers.value[VEH_GRIP] = 1.0;
    return levers;
}

// A stem of 8 m in the closed head, whose computer knows its butt.
static int grip(bool lying) {
    bench_make(&bench, 1.0);
    bench_add_top_saw(&bench);
    if (lying)
        bench_lay(&bench);
    bench_place(&s, &bench);
    const struct ter_stem wood = spruce_log(8.0);
    const struct sim_pose frame = veh_machine_head_frame(&s.site, 0);
    const struct sim_pose down = {{0.0, 0.0, -below}, sim_quat_identity()};
    const int stem =
        veh_stem_create(&s.site, &wood, sim_pose_mul(frame, down), VEH_STEM_FELLED, -1);
    const struct sim_joint_id clamp = bench_clamp(&s, stem);
    bench_hold(&s, holding(VEH_GRIP), 1.0);
    sim_joint_destroy(s.site.world, clamp);
    assert_int_equal(head()->stem, stem);
    struct veh_head_state *state = veh_machine_part(&s.site.machines[0], &veh_part_head)->state;
    state->computer.known = true;
    state->computer.length = below;
    bench_hold(&s, holding(VEH_GRIP), 0.1);
    return stem;
}

static int tear_down(void **state) {
    (void)state;
    small_site_finish(&s);
    return 0;
}

static void it_cuts_the_top_off_what_the_head_holds(void **state) {
    (void)state;
    struct veh_event event;
    const int stem = grip(true);
    const double whole = mass_of(stem);
    const double started = bench_wait(&s, holding(VEH_TOP_SAW), VEH_EVENT_SAW_STARTED, 0.1, &event);
    assert_true(started > 0.0);
    assert_near(event.number[0], 1.0, 0.0);
    assert_true(bench_wait(&s, holding(VEH_TOP_SAW), VEH_EVENT_STEM_TOPPED, 5.0, &event) > 0.0);
    const int top = event.stem, kept = head()->stem;
    assert_int_not_equal(top, kept);
    // Wherever the stem has settled in the grip, the cut is in the plane of the top saw.
    const struct sim_vec3 plane =
        sim_pose_point(veh_machine_head_frame(&s.site, 0), sim_vec3(0.0, 0.0, bench_top));
    assert_near(veh_stem_pose(&s.site, top).p.x, plane.x, 0.01);
    assert_near(ter_stem_length(&at(kept)->stem), below + bench_top, 0.02);
    assert_near(event.number[0], ter_stem_length(&at(kept)->stem), 1e-9);
    assert_near(event.number[1], event.number[0], 0.02); // as measured
    assert_near(mass_of(top) + mass_of(kept), whole, 1e-6 * whole);
    assert_int_equal(at(kept)->kind, VEH_STEM_FELLED);
    bench_hold(&s, holding(VEH_GRIP), 1.0);
    assert_int_equal(head()->stem, kept);
    assert_true(veh_stem_pose(&s.site, top).p.z < plane.z - 1.0); // it has fallen
    assert_near(bar_angle(), -0.01, 0.02);                        // the bar is home again
}

// The length counts from the butt to the cut of the top saw, and a log that was cut off below is
// taken off it.
static void what_is_left_is_a_log_when_the_knives_open(void **state) {
    (void)state;
    struct veh_event event, measured;
    (void)grip(true);
    assert_true(bench_wait(&s, holding(VEH_TOP_SAW), VEH_EVENT_STEM_TOPPED, 5.0, &event) > 0.0);
    bench_clamp(&s, head()->stem);          // it is heavier on the saw's side now
    bench_hold(&s, holding(VEH_GRIP), 1.0); // the bar swings home
    assert_true(bench_wait(&s, holding(VEH_SAW), VEH_EVENT_LOG_CUT, 5.0, &event) > 0.0);
    assert_near(event.number[0], below, 0.02);
    bench_hold(&s, holding(VEH_GRIP), 1.0);
    const int rest = head()->stem;
    assert_true(rest >= 0);
    const double length = ter_stem_length(&at(rest)->stem);
    assert_near(length, bench_top, 0.02);
    assert_near(head()->computer.end, length, 0.02);
    assert_true(bench_wait(&s, bench_lever(VEH_GRIP, -1.0), VEH_EVENT_LOG_CUT, 0.02, &event) > 0.0);
    assert_int_equal(event.stem, rest);
    assert_near(event.number[0], length, 1e-9);
    assert_int_equal(at(rest)->kind, VEH_STEM_LOG);
    const struct veh_event *events;
    const int count = veh_worksite_events(&s.site, &events);
    measured = (struct veh_event){.stem = -1};
    for (int i = 0; i < count; i++)
        if (events[i].kind == VEH_EVENT_LOG_MEASURED)
            measured = events[i];
    assert_int_equal(measured.stem, rest);
    assert_near(measured.number[0], length, 0.02);
    assert_near(measured.number[1], ter_stem_diameter(&at(rest)->stem, length), 0.01);
    bench_hold(&s, bench_lever(VEH_GRIP, -1.0), 0.5);
    assert_near(head()->computer.end, 0.0, 0.0);
}

static void a_stem_that_is_let_go_whole_is_no_log(void **state) {
    (void)state;
    struct veh_event event;
    const int stem = grip(true);
    assert_true(bench_wait(&s, bench_lever(VEH_GRIP, -1.0), VEH_EVENT_LOG_CUT, 0.1, &event) < 0.0);
    assert_int_not_equal(at(stem)->kind, VEH_STEM_LOG);
}

static void it_is_locked_in_an_upright_head(void **state) {
    (void)state;
    struct veh_event event;
    const int stem = grip(false);
    assert_true(bench_wait(&s, holding(VEH_TOP_SAW), VEH_EVENT_SAW_STARTED, 2.0, &event) < 0.0);
    assert_near(bar_angle(), -0.01, 0.02);
    assert_int_equal(head()->stem, stem);
    assert_true(bench_wait(&s, holding(VEH_SAW), VEH_EVENT_LOG_CUT, 5.0, &event) > 0.0);
}

static void a_head_without_one_has_no_such_lever(void **state) {
    (void)state;
    struct veh_event event;
    bench_start(&s, &bench, 1.0);
    const int stem = bench_stem(&s, 8.0, below);
    assert_null(veh_top_saw(&s.site.machines[0]));
    assert_true(bench_wait(&s, holding(VEH_TOP_SAW), VEH_EVENT_SAW_STARTED, 2.0, &event) < 0.0);
    assert_int_equal(head()->stem, stem);
}

// Half the power takes twice the time in the wood.
static void its_power_decides_its_rate(void **state) {
    (void)state;
    (void)grip(true);
    bench_clamp(&s, head()->stem);
    const double d = ter_stem_diameter(&at(head()->stem)->stem, below + bench_top);
    double began = -1.0;
    while (ter_stem_length(&at(head()->stem)->stem) > 7.9 && veh_worksite_time(&s.site) < 20.0) {
        bench_hold(&s, holding(VEH_TOP_SAW), 0.01);
        if (began < 0.0 && veh_top_saw(&s.site.machines[0])->cut > 0.0)
            began = veh_worksite_time(&s.site);
    }
    const double time = veh_worksite_time(&s.site) - began;
    assert_near(time * 0.5 * bench_area_rate / (0.25 * SIM_PI * d * d), 1.0, 0.1);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_teardown(it_cuts_the_top_off_what_the_head_holds, tear_down),
        cmocka_unit_test_teardown(what_is_left_is_a_log_when_the_knives_open, tear_down),
        cmocka_unit_test_teardown(a_stem_that_is_let_go_whole_is_no_log, tear_down),
        cmocka_unit_test_teardown(it_is_locked_in_an_upright_head, tear_down),
        cmocka_unit_test_teardown(a_head_without_one_has_no_such_lever, tear_down),
        cmocka_unit_test_teardown(its_power_decides_its_rate, tear_down),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
