// A bunk whose stakes leave no room is reported; walls and what lies below the floor are no stakes.
#include <stdlib.h>
#include <string.h>

#include "tests/near.h"
#include "vehicles/part/bunk_criteria.h"

enum { FLOOR, HEADBOARD, LEFT, RIGHT, NEXT, SHAPES };

static struct sim_shape box(struct sim_vec3 at, struct sim_vec3 half) {
    return (struct sim_shape){.kind = SIM_SHAPE_BOX,
                              .pose = {at, sim_quat_identity()},
                              .half = {half.x, half.y, half.z},
                              .collides = true};
}

// y [m]: of the middles of the stakes, which are 0.1 m thick; the last is next to the left one,
// that far [m] ahead and above.
static const char *problem_beside(double left, double right, bool collide, double ahead,
                                  double above) {
    static char text[256];
    struct sim_shape shapes[SHAPES] = {
        [FLOOR] = box(sim_vec3(0.0, 0.0, 0.1), sim_vec3(2.0, 1.3, 0.1)),
        [HEADBOARD] = box(sim_vec3(1.9, 0.0, 1.0), sim_vec3(0.05, 1.3, 0.8)),
        [LEFT] = box(sim_vec3(0.0, left, 1.0), sim_vec3(0.05, 0.05, 0.8)),
        [RIGHT] = box(sim_vec3(0.0, right, 1.0), sim_vec3(0.05, 0.05, 0.8)),
        [NEXT] = box(sim_vec3(ahead, left, 1.0 + above), sim_vec3(0.05, 0.05, 0.8))};
    shapes[LEFT].collides = shapes[RIGHT].collides = shapes[NEXT].collides = collide;
    struct sim_model_body body = {.pose = sim_pose_identity(), .shape_count = SHAPES};
    const struct sim_model model = {
        .shapes = shapes, .shape_count = SHAPES, .bodies = &body, .body_count = 1};
    const struct veh_bunk_def bunk = {
        .body = 0, .centre = {0.0, 0.0, 1.0}, .size = {4.0, 2.6, 1.8}};
    return veh_bunk_problem(&bunk, &model, text, sizeof text);
}

static const char *problem_with(double left, double right, bool collide) {
    return problem_beside(left, right, collide, 1.0, 0.0);
}

// On one side, too; a piece that is set on a stake reaches into it.
static void stakes_do_not_stand_in_each_other(void **state) {
    (void)state;
    assert_null(problem_beside(1.2, -1.2, true, 0.11, 0.0));
    assert_string_equal(problem_beside(1.2, -1.2, true, 0.05, 0.0),
                        "two stakes stand in each other 0.00 m before and 1.20 m to the left of "
                        "the body's origin, expected stakes with a distance");
    assert_null(problem_beside(1.2, -1.2, false, 0.05, 0.0));
    assert_null(problem_beside(1.2, -1.2, true, 0.0, 1.5));
}

static void stakes_need_room_between_them(void **state) {
    (void)state;
    assert_null(problem_with(1.2, -1.2, true));
    assert_null(problem_with(0.31, -0.31, true));
    assert_string_equal(
        problem_with(0.15, -0.10, true),
        "the stakes of the two sides leave 0.15 m between them, expected 0.5 m or more");
    assert_string_equal(
        problem_with(0.02, 0.0, true),
        "the stakes of the two sides leave -0.08 m between them, expected 0.5 m or more");
    assert_null(problem_with(0.02, 0.0, false)); // only drawn
}

static void a_body_that_was_reported_is_none(void **state) {
    (void)state;
    const struct veh_bunk_def bunk = {.body = -1};
    const struct sim_model model = {.body_count = 0};
    char text[64];
    assert_null(veh_bunk_problem(&bunk, &model, text, sizeof text));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(stakes_need_room_between_them),
        cmocka_unit_test(stakes_do_not_stand_in_each_other),
        cmocka_unit_test(a_body_that_was_reported_is_none),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
