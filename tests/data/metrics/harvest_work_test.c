// Elements of a harvester's work, from signs that are written down here.
#include "data/metrics/work.h"
#include "tests/near.h"

static struct dat_harvest_work work;
static struct dat_work_signs now;

static const double tolerance = 0.25; // [s] a change is seen in the step of 0.1 s after it

static void begin(void) {
    work = (struct dat_harvest_work){0};
    now = (struct dat_work_signs){.dt = 0.1, .acts = true, .head.tree = -1};
}

static void passes(double seconds) {
    for (double t = 0.05; t < seconds; t += now.dt)
        dat_harvest_work_step(&work, &now);
}

static void drives(double seconds) {
    now.drives = true;
    passes(seconds);
    now.drives = false;
}

static void grips(int tree, bool standing) {
    now.head.closed = now.head.holds = true;
    now.head.standing = standing;
    now.head.tree = tree;
}

static void lets_go(void) {
    now.head.closed = now.head.holds = now.head.standing = now.head.feeds = now.head.saws = false;
    now.head.tree = -1;
}

// Reaches out, saws, waits for the fall, feeds.
static void harvests(int tree, double reach, double saw, double fall, double process) {
    passes(reach - 1.0);
    grips(tree, true);
    passes(1.0);
    now.head.saws = true;
    passes(saw);
    now.head.saws = now.head.standing = false;
    passes(fall);
    now.head.feeds = true;
    passes(process);
    lets_go();
}

static void expect(enum veh_work_element element, double seconds) {
    const double found = dat_harvest_work_seconds(&work, element);
    if (fabs(found - seconds) > tolerance)
        fail_msg("%s: %.2f s instead of %.2f s", veh_work_element_name(element), found, seconds);
}

static void a_brush_of_the_rollers_begins_no_tree(void **state) {
    (void)state;
    begin();
    harvests(3, 5.0, 1.0, 2.0, 20.0);
    passes(2.0);
    for (int i = 0; i < 3; i++) { // another top between the knives, and out again
        grips(4, false);
        now.head.feeds = true;
        passes(0.15);
        lets_go();
        passes(1.0);
    }
    assert_int_equal(work.trees, 1);
    grips(4, false);
    now.head.feeds = true;
    passes(6.0);
    lets_go();
    assert_int_equal(work.trees, 2);
    expect(VEH_WORK_PROCESSING, 26.0 - 0.2);
}

static void a_tree_has_its_elements(void **state) {
    (void)state;
    begin();
    drives(10.0);
    harvests(3, 6.0, 1.5, 3.0, 14.0);
    assert_int_equal(work.trees, 1);
    assert_int_equal(work.present.tree, 3);
    passes(4.0);
    expect(VEH_WORK_MOVING, 10.0);
    expect(VEH_WORK_POSITIONING, 6.0);
    expect(VEH_WORK_FELLING, 4.5);
    expect(VEH_WORK_PROCESSING, 14.0);
    expect(VEH_WORK_BOOM_IN, 4.0);
    expect(VEH_WORK_OTHER, 0.0);
}

// The same time after the first tree is the way out where another tree follows, and the way in
// where the machine drives.
static void what_follows_decides(void **state) {
    (void)state;
    begin();
    harvests(1, 5.0, 1.0, 2.0, 10.0);
    harvests(2, 7.0, 1.0, 2.0, 10.0);
    expect(VEH_WORK_BOOM_IN, 0.0);
    assert_near(work.present.seconds[VEH_WORK_POSITIONING], 7.0, tolerance);
    passes(3.0);
    drives(8.0);
    passes(0.5); // a short stop
    drives(2.0);
    harvests(5, 6.0, 1.0, 2.0, 10.0);
    expect(VEH_WORK_BOOM_IN, 3.0);
    expect(VEH_WORK_MOVING, 10.5);
    assert_near(work.present.seconds[VEH_WORK_MOVING], 10.5, tolerance);
    assert_near(work.present.seconds[VEH_WORK_POSITIONING], 6.0, tolerance);
    assert_int_equal(work.trees, 3);
}

// Knives that close around nothing, and a tree that is let go with a cut: what is done once more is
// other.
static void a_missed_grip_is_other(void **state) {
    (void)state;
    begin();
    passes(4.0);
    now.head.closed = true;
    passes(1.0);
    now.head.closed = false;
    harvests(1, 3.0, 1.0, 2.0, 10.0);
    expect(VEH_WORK_POSITIONING, 5.0);
    expect(VEH_WORK_OTHER, 3.0);
    begin();
    passes(4.0);
    grips(1, true);
    now.head.saws = true;
    passes(2.0);
    lets_go();
    harvests(1, 3.0, 1.0, 2.0, 10.0);
    assert_int_equal(work.trees, 1);
    expect(VEH_WORK_FELLING, 5.0);
    expect(VEH_WORK_OTHER, 3.0);
}

// After two seconds without any movement. A tree that falls is waited for.
// The rest of a tree is gripped once more, in vain, and looked for until the head is taken away.
static void a_stem_lost_is_other(void **state) {
    (void)state;
    begin();
    harvests(1, 6.0, 1.0, 3.0, 10.0);
    passes(2.0);
    grips(1, false);
    passes(1.5);
    now.head.closed = false; // still between the knives, which open
    passes(0.1);
    lets_go();
    now.head.beside = true;
    passes(7.9);
    now.head.beside = false;
    passes(2.5);
    drives(3.0);
    expect(VEH_WORK_OTHER, 11.5);
    expect(VEH_WORK_BOOM_IN, 2.5);
    harvests(2, 6.0, 1.0, 3.0, 10.0);
    expect(VEH_WORK_OTHER, 11.5);
    expect(VEH_WORK_POSITIONING, 12.0);
    assert_int_equal(work.present.tree, 2);
}

static void a_pause_is_other(void **state) {
    (void)state;
    begin();
    now.acts = false;
    passes(12.0);
    now.acts = true;
    passes(3.0);
    grips(1, true);
    now.head.saws = true;
    passes(1.0);
    now.head.saws = now.head.standing = now.acts = false;
    passes(6.0);
    expect(VEH_WORK_OTHER, 10.0);
    expect(VEH_WORK_FELLING, 7.0);
    expect(VEH_WORK_POSITIONING, 5.0);
}

static void a_lying_stem_is_processed(void **state) {
    (void)state;
    begin();
    passes(5.0);
    grips(4, false);
    passes(1.0); // that it touches a stem means nothing yet
    now.head.feeds = true;
    now.head.logs = 1;
    now.head.volume = 0.25;
    passes(0.1);
    now.head.logs = 0;
    now.head.volume = 0.0;
    passes(7.9);
    expect(VEH_WORK_POSITIONING, 6.0);
    expect(VEH_WORK_FELLING, 0.0);
    expect(VEH_WORK_PROCESSING, 8.0);
    assert_int_equal(work.present.logs, 1);
    assert_near(work.present.volume, 0.25, 0.0);
}

static void takes_lying(int stem) {
    passes(2.0);
    grips(-1, false);
    now.head.stem = stem;
    now.head.feeds = true;
    passes(3.0);
    lets_go();
}

// Without a tree of the stand the stem tells them apart; the same one taken again is one.
static void stems_without_a_tree_are_told_apart(void **state) {
    (void)state;
    begin();
    takes_lying(7);
    assert_int_equal(work.trees, 1);
    takes_lying(8);
    assert_int_equal(work.trees, 2);
    takes_lying(8);
    assert_int_equal(work.trees, 2);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_brush_of_the_rollers_begins_no_tree),
        cmocka_unit_test(a_tree_has_its_elements),
        cmocka_unit_test(what_follows_decides),
        cmocka_unit_test(a_missed_grip_is_other),
        cmocka_unit_test(a_stem_lost_is_other),
        cmocka_unit_test(a_pause_is_other),
        cmocka_unit_test(a_lying_stem_is_processed),
        cmocka_unit_test(stems_without_a_tree_are_told_apart),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
