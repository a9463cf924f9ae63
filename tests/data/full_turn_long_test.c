// Whole turns of the forwarder with 10 t of three assortments: four draws of the piles.
#include <math.h>
#include <string.h>

#include "data/exercise/practice.h"
#include "data/exercise/settings.h"
#include "tests/data/exercise/shipped.h"
#include "tests/near.h"
#include "vehicles/operator/demonstrator.h"

static struct dat_exercise exercise;
static struct dat_practice practice;

// Logs on a wrong pile: none are wanted, so many are reached. [m] by which anything is in anything
// else. [s] by which an element of work as recognised and the demonstrator's own account differ.
static const double misplaced_most = 7.0, deepest = 0.03, study_most = 0.5;

static double number(json_t *result, const char *key) {
    return json_number_value(json_object_get(result, key));
}

// All elements are as long as operators take for this load, and as the demonstrator says itself.
static void check_elements(int seed, const struct veh_haul_work *load,
                           const struct veh_haul_work *own) {
    for (int e = 0; e < VEH_HAUL_ELEMENTS; e++) {
        const enum veh_haul_element element = (enum veh_haul_element)e;
        struct veh_haul_range range;
        const double seconds = load->seconds[e];
        const bool published = veh_haul_published(element, load, &range);
        if (published && (seconds < range.low || seconds > range.high))
            fail_msg("%d: %s takes %.1f s, published are %.1f to %.1f", seed,
                     veh_haul_element_name(element), seconds, range.low, range.high);
        if (fabs(seconds - own->seconds[e]) > study_most)
            fail_msg("%d: %s: recognised %.2f s, the demonstrator says %.2f s", seed,
                     veh_haul_element_name(element), seconds, own->seconds[e]);
    }
    assert_near(load->seconds[VEH_HAUL_OTHER], 0.0, 0.0);
}

static json_t *turn(int seed, struct veh_haul_work *own) {
    struct dat_problem problem = {""};
    struct dat_settings settings = {.count = 0};
    const char *reason = NULL;
    char text[32];
    (void)snprintf(text, sizeof text, "seed=%d", seed);
    assert_true(dat_settings_add(&settings, text, &problem));
    load_shipped_set(&exercise, "full-turn", NULL, &settings);
    if (!dat_practice_start(&practice, &exercise, NULL, "Test", DAT_DEMONSTRATOR, &problem))
        fail_msg("%s", problem.text);
    const struct veh_demo_task task = dat_exercise_task(&exercise);
    struct veh_demonstrator *demo = veh_demo_create(&practice.site, &task, &reason);
    if (demo == NULL)
        fail_msg("%s", reason);
    struct veh_controls levers;
    while (veh_demo_step(demo, &practice.site, &levers) == VEH_DEMO_GOING)
        dat_practice_step(&practice, &levers);
    int loads;
    const struct veh_haul_work *hauls = veh_demo_hauls(demo, &loads);
    assert_true(loads > 0);
    *own = hauls[0];
    veh_demo_destroy(demo);
    json_t *result = dat_practice_result(&practice);
    assert_true(dat_practice_finish(&practice, DAT_STOPPED, &problem));
    dat_exercise_finish(&exercise);
    return result;
}

static void check(int seed) {
    struct veh_haul_work own;
    json_t *result = turn(seed, &own);
    struct dat_time_study study;
    dat_time_study_read(&study, json_object_get(result, "time_study"));
    assert_true(study.loads.count > 0);
    if (getenv("KRANICH_PRINT") != NULL)
        (void)fprintf(stderr, "%d: %.0f s, %.0f wrong, %.1f cm\n", seed, number(result, "time_s"),
                      number(result, "logs_misplaced"),
                      100.0 * number(result, "max_penetration_m"));
    assert_string_equal(json_string_value(json_object_get(result, "mark")), "gold");
    check_elements(seed, &study.loads.items[0], &own); // all 80 logs are in the first load
    assert_true(number(result, "logs_misplaced") <= misplaced_most);
    assert_true(number(result, "max_penetration_m") < deepest);
    assert_near(number(result, "logs_loaded"), 0.0, 0.0);
    json_decref(result);
    dat_time_study_finish(&study);
}

static void draws_one_and_two(void **state) {
    (void)state;
    check(1);
    check(2);
}

static void draws_three_and_four(void **state) {
    (void)state;
    check(3);
    check(4);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(draws_one_and_two),
        cmocka_unit_test(draws_three_and_four),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
