// The crane's place at the start of an exercise.
#include "data/exercise/prepare.h"

#include <math.h>

#include "tests/data/exercise/text_case.h"
#include "vehicles/part/crane.h"

#define TRY(machine, tip)                                                                          \
    "exercise: Try\nsite: library/sites/first-forest\nmachine: library/machines/" machine          \
    "\nstart:\n  position: [14, 35.8]\n  heading_deg: 23\n  tip: " tip "\n"

// The tip is where the exercise asks for it, nothing moves, and the clock says 0.
static void expect_tip(const char *text, double x, double y, double height) {
    struct veh_worksite site;
    struct dat_problem problem = {""};
    assert_true(load_text(text));
    assert_true(dat_exercise_start(&exercise, &site, &problem));
    const double z = ter_ground_height(&exercise.site.ground, x, y, NULL) + height;
    const struct sim_vec3 tip = veh_machine_crane_tip(&site, 0);
    assert_near(sim_length(sim_sub(tip, sim_vec3(x, y, z))), 0.0, 0.25);
    assert_near(veh_worksite_time(&site), 0.0, 0.0);
    assert_near(veh_machine_speed(&site, 0), 0.0, 0.01);
    veh_worksite_finish(&site);
    dat_exercise_finish(&exercise);
}

// (14, 35.8) plus the place, turned by 23 degrees.
static void the_crane_is_where_the_exercise_wants_it(void **state) {
    (void)state;
    expect_tip(TRY("forwarder.yaml", "[0.5, 5, 3]"), 12.507, 40.598, 3.0);
    expect_tip(TRY("harvester.yaml", "[6, -3, 3]"), 20.695, 35.383, 3.0);
}

static const struct bad_input rows[] = {
    {TRY("forwarder.yaml", "[40, 5, 3]"), 7, 9, "must be from -30 to 30"},
    {TRY("forwarder.yaml", "[12, 9, 3]"), 7, 3, "m from the crane's pillar, which reaches"},
    {TRY("forwarder.yaml", "[-25, 20, 3]"), 7, 3, "the crane cannot begin there"},
    {TRY("forwarder.yaml", "[0.5, 5, 14]"), 7, 3, "above the boom's joint, which has"},
};

static void every_mistake_is_named_at_its_place(void **state) {
    (void)state;
    assert_refused(rows, sizeof rows / sizeof rows[0]);
}

// Within the length of all links, but not for the cylinders: the start says where that was asked.
static void a_height_that_the_crane_does_not_come_to_is_named(void **state) {
    (void)state;
    struct veh_worksite site;
    struct dat_problem problem = {""};
    assert_true(load_text(TRY("forwarder.yaml", "[-1.5, 0, 0.3]"))); // in its own frame
    assert_false(dat_exercise_start(&exercise, &site, &problem));
    char place[600];
    snprintf(place, sizeof place, "%s:7:3: error: the crane does not come to 'tip', expected",
             exercise.path);
    assert_non_null(strstr(problem.text, place));
    dat_exercise_finish(&exercise);
}

static void a_tip_in_a_tree_is_refused(void **state) {
    (void)state;
    char text[512], expected[64];
    assert_true(load_text(TRY("harvester.yaml", "[6, -3, 3]")));
    const double c = cos(exercise.scenario.heading), s = sin(exercise.scenario.heading);
    int nearest = 0;
    double least = (double)INFINITY, ahead = 0.0, left = 0.0;
    for (int i = 0; i < exercise.site.stand.count; i++) {
        const struct sim_vec3 p = exercise.site.stand.trees[i].position;
        const double dx = p.x - exercise.start_x, dy = p.y - exercise.start_y;
        if (hypot(dx, dy) < least) {
            least = hypot(dx, dy);
            nearest = i;
            ahead = c * dx + s * dy;
            left = c * dy - s * dx;
        }
    }
    snprintf(text, sizeof text, TRY("harvester.yaml", "[%.2f, %.2f, 3]"), ahead, left);
    snprintf(expected, sizeof expected, "tree '%s' stands there",
             exercise.site.stand.trees[nearest].id);
    dat_exercise_finish(&exercise);
    const struct bad_input row = {text, 7, 3, expected};
    assert_false(load_text(text));
    assert_reported(&d, &row);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_crane_is_where_the_exercise_wants_it),
        cmocka_unit_test(every_mistake_is_named_at_its_place),
        cmocka_unit_test(a_height_that_the_crane_does_not_come_to_is_named),
        cmocka_unit_test(a_tip_in_a_tree_is_refused),
    };
    return cmocka_run_group_tests(tests, set_up, tear_down);
}
