// A course is followed target by target: order, radius, and how long a target must be held.
#include "vehicles/operator/targets.h"

#include "tests/vehicles/small_crane.h"
#include "vehicles/part/crane.h"

static struct small_crane crane;
static struct small_site s;

static void start(void) {
    small_crane_make(&crane);
    small_crane_start(&crane, &s);
}

static void targets_are_reached_in_their_order(void **state) {
    (void)state;
    start();
    const struct sim_vec3 tip = veh_machine_crane_tip(&s.site, 0);
    const struct veh_target targets[] = {
        {.kind = VEH_TARGET_TIP, .place = sim_add(tip, sim_vec3(0.0, 0.3, 0.0)), .radius = 0.31},
        {.kind = VEH_TARGET_TIP, .place = tip, .radius = 0.1, .hold = 0.05},
        {.kind = VEH_TARGET_TIP, .place = sim_add(tip, sim_vec3(1.0, 0.0, 0.0)), .radius = 0.9},
        {.kind = VEH_TARGET_TIP, .place = tip, .radius = 0.1}};
    struct veh_course_place at = {0};
    veh_course_follow(&at, targets, 4, &s.site, 0, 0.01);
    assert_int_equal(at.reached, 1); // one in a step
    for (int i = 0; i < 4; i++)
        veh_course_follow(&at, targets, 4, &s.site, 0, 0.01);
    assert_int_equal(at.reached, 1);
    for (int i = 0; i < 3; i++)
        veh_course_follow(&at, targets, 4, &s.site, 0, 0.01);
    assert_int_equal(at.reached, 2);
    // The last one is where the tip is, but it is not its turn.
    for (int i = 0; i < 9; i++)
        veh_course_follow(&at, targets, 4, &s.site, 0, 0.01);
    assert_int_equal(at.reached, 2);
    small_site_finish(&s);
}

// A break in between begins the time anew.
static void holding_allows_no_break(void **state) {
    (void)state;
    start();
    const struct sim_vec3 tip = veh_machine_crane_tip(&s.site, 0);
    struct veh_target target = {.place = tip, .radius = 0.1, .hold = 0.05};
    struct veh_course_place at = {0};
    for (int i = 0; i < 4; i++)
        veh_course_follow(&at, &target, 1, &s.site, 0, 0.01);
    target.place.x += 1.0;
    veh_course_follow(&at, &target, 1, &s.site, 0, 0.01);
    target.place.x -= 1.0;
    for (int i = 0; i < 4; i++)
        veh_course_follow(&at, &target, 1, &s.site, 0, 0.01);
    assert_int_equal(at.reached, 0);
    assert_near(at.held, 0.04, 1e-12);
    small_site_finish(&s);
}

// The height of the machine's frame does not matter in a gate.
static void a_gate_is_seen_from_above(void **state) {
    (void)state;
    start();
    struct sim_vec3 p = veh_machine_pose(&s.site, 0).p;
    p.z += 3.0;
    p.x += 0.9;
    const struct veh_target gate = {.kind = VEH_TARGET_GATE, .place = p, .radius = 1.0};
    struct veh_course_place at = {0};
    veh_course_follow(&at, &gate, 1, &s.site, 0, 0.01);
    assert_int_equal(at.reached, 1);
    veh_course_follow(&at, &gate, 1, &s.site, 0, 0.01); // nothing is left
    assert_int_equal(at.reached, 1);
    small_site_finish(&s);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(targets_are_reached_in_their_order),
        cmocka_unit_test(holding_allows_no_break),
        cmocka_unit_test(a_gate_is_seen_from_above),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
