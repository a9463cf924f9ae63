// Elements of a forwarder's work, from signs that are written down here.
#include "data/metrics/work.h"
#include "tests/near.h"

static struct dat_haul_work work;
static struct dat_work_signs now;

static const double tolerance = 0.25; // [s] a change is seen in the step of 0.1 s after it

static void begin(void) {
    work = (struct dat_haul_work){0};
    now = (struct dat_work_signs){.dt = 0.1, .acts = true};
}

static void passes(double seconds) {
    for (double t = 0.05; t < seconds; t += now.dt)
        dat_haul_work_step(&work, &now);
}

static void drives(double seconds) {
    now.drives = true;
    now.distance = 0.1; // 1 m/s
    passes(seconds);
    now.drives = false;
    now.distance = 0.0;
}

static void reaches_into(int *place, double seconds) {
    passes(0.5 * seconds);
    *place = now.load.held = 2;
    passes(0.1);
    *place = 0;
    passes(0.5 * seconds - 0.1);
    now.load.held = 0;
}

static void loads(double seconds) {
    reaches_into(&now.load.from_ground, seconds);
    now.load.logs += 2;
    now.load.volume += 0.3;
}

static void unloads(double seconds) {
    reaches_into(&now.load.from_bunk, seconds);
    now.load.logs -= 2;
    now.load.volume -= 0.3;
}

static void expect(enum veh_haul_element element, double seconds) {
    const double found = dat_haul_work_seconds(&work, element);
    if (fabs(found - seconds) > tolerance)
        fail_msg("%s: %.2f s instead of %.2f s", veh_haul_element_name(element), found, seconds);
}

static void a_load_has_its_elements(void **state) {
    (void)state;
    begin();
    drives(30.0);
    loads(20.0);
    loads(20.0);
    drives(6.0);
    loads(20.0);
    passes(3.0); // the crane lies down
    drives(40.0);
    expect(VEH_HAUL_DRIVE_LOADED, 40.0); // as it looks
    unloads(10.0);
    unloads(10.0);
    drives(4.0);
    unloads(10.0);
    passes(3.0);
    expect(VEH_HAUL_DRIVE_EMPTY, 30.0);
    expect(VEH_HAUL_LOADING, 63.0);
    expect(VEH_HAUL_DRIVE_WHILE_LOADING, 6.0);
    expect(VEH_HAUL_DRIVE_LOADED, 40.0);
    expect(VEH_HAUL_UNLOADING, 37.0);
    assert_int_equal(work.loads, 1);
    assert_int_equal(work.present.logs, 6);
    assert_int_equal(work.present.stops, 2);
    assert_int_equal(work.present.grips, 3);
    assert_int_equal(work.present.unload_grips, 3);
    assert_near(work.present.volume, 0.9, 1e-9);
    assert_near(work.present.distance[VEH_HAUL_DRIVE_LOADED], 40.0, tolerance);
    assert_near(work.present.distance[VEH_HAUL_DRIVE_WHILE_LOADING], 6.0, tolerance);
}

// The second load begins with the drive back.
static void loads_follow_each_other(void **state) {
    (void)state;
    begin();
    loads(20.0);
    drives(10.0);
    unloads(10.0);
    drives(12.0);
    loads(20.0);
    passes(0.1);
    assert_int_equal(work.loads, 2);
    assert_near(work.present.seconds[VEH_HAUL_DRIVE_EMPTY], 12.0, tolerance);
    assert_near(work.present.seconds[VEH_HAUL_LOADING], 20.0, tolerance);
    expect(VEH_HAUL_LOADING, 40.0);
    expect(VEH_HAUL_UNLOADING, 10.0);
}

// Logs that lie across the stakes are laid down once more; a log that the tongs lose for a moment
// is no new grip.
static void work_on_the_load_is_loading(void **state) {
    (void)state;
    begin();
    loads(20.0);
    passes(1.0);
    reaches_into(&now.load.from_bunk, 10.0);
    passes(1.0);
    loads(20.0);
    expect(VEH_HAUL_UNLOADING, 0.0);
    expect(VEH_HAUL_LOADING, 52.0);
    assert_int_equal(work.present.grips, 2);
    now.load.held = 0;
    passes(0.3);
    now.load.from_ground = 1;
    passes(0.1);
    assert_int_equal(work.present.grips, 2);
}

// On the way to the next logs the tongs lose a log over the load for a moment, and have it again.
static void a_log_in_the_grapple_goes_along(void **state) {
    (void)state;
    begin();
    loads(20.0);
    now.load.held = 1;
    drives(3.0);
    now.load.held = 0;
    passes(0.2);
    now.load.held = now.load.from_bunk = 1;
    drives(0.1);
    now.load.from_bunk = 0;
    drives(3.0);
    now.load.held = 0;
    loads(20.0);
    passes(0.1);
    expect(VEH_HAUL_UNLOADING, 0.0);
    expect(VEH_HAUL_DRIVE_WHILE_LOADING, 6.1);
    assert_int_equal(work.phase, DAT_PHASE_LOADING);
    assert_int_equal(work.present.unload_grips, 0);
}

// A log that was jammed between the tongs on the way to the landing: those that are gripped there
// with it are unloaded, although an end touches the ground first.
static void a_log_in_the_grapple_comes_along_to_the_landing(void **state) {
    (void)state;
    begin();
    loads(20.0);
    loads(20.0);
    now.load.held = 1;
    drives(40.0);
    now.load.held = 3;
    now.load.from_bunk = 2;
    passes(0.1);
    now.load.from_bunk = 0;
    now.load.from_ground = 1;
    passes(0.1);
    now.load.from_ground = 0;
    now.load.logs -= 2;
    passes(9.8);
    now.load.held = 0;
    passes(3.0);
    expect(VEH_HAUL_DRIVE_LOADED, 40.0);
    expect(VEH_HAUL_UNLOADING, 13.0);
    assert_int_equal(work.phase, DAT_PHASE_UNLOADING);
    assert_int_equal(work.present.unload_grips, 1);
}

// Some of its logs are gripped when they are lifted.
// Jaws that rise while they close bring logs over the stakes before both tongs press on them.
static void logs_that_have_left_before_they_are_held_are_unloaded(void **state) {
    (void)state;
    begin();
    loads(20.0);
    loads(20.0);
    drives(40.0);
    passes(5.0);
    now.load.logs -= 2;
    passes(1.0);
    now.load.held = now.load.from_bunk = 2;
    passes(0.1);
    now.load.from_bunk = 0;
    passes(9.9);
    now.load.held = 0;
    passes(3.0);
    expect(VEH_HAUL_DRIVE_LOADED, 40.0);
    expect(VEH_HAUL_UNLOADING, 19.0);
    assert_int_equal(work.present.unload_grips, 1);
}

static void a_bundle_is_a_grip(void **state) {
    (void)state;
    begin();
    loads(20.0);
    drives(6.0);
    passes(10.0);
    now.load.held = now.load.from_ground = 2;
    passes(0.1);
    now.load.from_ground = 0;
    now.load.held = 0; // the tongs lose it for a moment
    passes(0.3);
    now.load.held = 7;
    now.load.from_ground = 5;
    passes(0.1);
    now.load.from_ground = 0;
    expect(VEH_HAUL_DRIVE_WHILE_LOADING, 6.0);
    expect(VEH_HAUL_UNLOADING, 0.0);
    assert_int_equal(work.present.grips, 2);
    assert_int_equal(work.present.stops, 2);
    now.load.held = 0;
    now.load.logs += 7;
    drives(20.0);
    passes(5.0);
    now.load.held = now.load.from_bunk = 7;
    passes(0.1);
    now.load.from_bunk = 0;
    now.load.held = 0;
    now.load.logs -= 7;
    passes(3.0);
    expect(VEH_HAUL_DRIVE_LOADED, 20.0);
    expect(VEH_HAUL_UNLOADING, 8.1);
    assert_int_equal(work.present.unload_grips, 1);
}

// So are they after a drive: the load is as large as before when they have been let go. Nor does a
// log that is jolted between the tongs of a grapple that lies on the load begin the unloading.
static void work_on_the_load_is_loading_at_the_next_stop(void **state) {
    (void)state;
    begin();
    loads(20.0);
    drives(6.0);
    reaches_into(&now.load.from_bunk, 10.0);
    passes(3.0);
    loads(20.0);
    passes(0.1);
    expect(VEH_HAUL_UNLOADING, 0.0);
    expect(VEH_HAUL_DRIVE_WHILE_LOADING, 6.0);
    expect(VEH_HAUL_LOADING, 53.0);
    assert_int_equal(work.present.unload_grips, 0);
}

static void parted_logs_are_no_grip(void **state) {
    (void)state;
    begin();
    loads(20.0);
    drives(6.0);
    reaches_into(&now.load.from_bunk, 10.0);
    passes(3.0);
    unloads(10.0);
    passes(3.0);
    expect(VEH_HAUL_DRIVE_LOADED, 6.0);
    expect(VEH_HAUL_UNLOADING, 26.0);
    assert_int_equal(work.present.unload_grips, 1);
}

static void a_pause_is_other(void **state) {
    (void)state;
    begin();
    loads(20.0);
    now.acts = false;
    passes(12.0);
    expect(VEH_HAUL_OTHER, 10.0);
    expect(VEH_HAUL_LOADING, 22.0);
}

// An exercise that begins with logs in the bunk has no drive to them.
static void a_load_may_be_there_at_the_start(void **state) {
    (void)state;
    begin();
    now.load.logs = 2;
    drives(10.0);
    unloads(10.0);
    passes(0.1);
    expect(VEH_HAUL_DRIVE_EMPTY, 0.0);
    expect(VEH_HAUL_DRIVE_LOADED, 10.0);
    expect(VEH_HAUL_UNLOADING, 10.0);
}

// At the next stop logs that stick out are laid down once more, and one falls off the load; it is
// fetched from the ground, and others with it.
static void a_log_that_falls_off_is_not_unloaded(void **state) {
    (void)state;
    begin();
    loads(20.0);
    loads(20.0);
    drives(6.0);
    unloads(10.0);
    loads(20.0);
    passes(3.0);
    drives(4.0);
    loads(20.0);
    expect(VEH_HAUL_UNLOADING, 0.0);
    expect(VEH_HAUL_DRIVE_LOADED, 0.0);
    expect(VEH_HAUL_DRIVE_WHILE_LOADING, 10.0);
    expect(VEH_HAUL_LOADING, 93.0);
    assert_int_equal(work.phase, DAT_PHASE_LOADING);
    assert_int_equal(work.present.stops, 3);
    assert_int_equal(work.present.grips, 4);
    assert_int_equal(work.present.unload_grips, 0);
    assert_near(work.present.distance[VEH_HAUL_DRIVE_WHILE_LOADING], 10.0, tolerance);
    assert_near(work.present.distance[VEH_HAUL_UNLOADING], 0.0, tolerance);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_load_has_its_elements),
        cmocka_unit_test(loads_follow_each_other),
        cmocka_unit_test(work_on_the_load_is_loading),
        cmocka_unit_test(a_log_in_the_grapple_goes_along),
        cmocka_unit_test(a_log_in_the_grapple_comes_along_to_the_landing),
        cmocka_unit_test(a_log_that_falls_off_is_not_unloaded),
        cmocka_unit_test(logs_that_have_left_before_they_are_held_are_unloaded),
        cmocka_unit_test(a_bundle_is_a_grip),
        cmocka_unit_test(work_on_the_load_is_loading_at_the_next_stop),
        cmocka_unit_test(parted_logs_are_no_grip),
        cmocka_unit_test(a_pause_is_other),
        cmocka_unit_test(a_load_may_be_there_at_the_start),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
