// Logs that lie in the bunk at the start: stacked, and one body with the machine at once.
#include "data/exercise/practice.h"
#include "data/exercise/prepare.h"
#include "tests/data/exercise/text_case.h"

#define TRY(machine, load)                                                                         \
    "exercise: Try\nsite: library/sites/first-forest\nmachine: library/machines/" machine          \
    "\nstart:\n  position: [14, 35.8]\n  tip: [-3, -6, 3.5]\n  heading_deg: 23\n  load: " load     \
    "\n"

static void the_load_settles_in_the_bunk(void **state) {
    (void)state;
    static struct dat_practice p;
    struct dat_problem problem = {""};
    const struct veh_controls rest = {{0.0}};
    assert_true(load_text(
        TRY("forwarder.yaml", "{species: spruce, length: 4, mid_diameter_cm: 22, count: 14}")));
    assert_true(dat_practice_start(&p, &exercise, NULL, "Test", DAT_TRAINEE, &problem));
    assert_near(veh_worksite_time(&p.site), 0.0, 0.0);
    dat_practice_step(&p, &rest);
    assert_near(dat_score_value(&p.score, DAT_LOGS_LOADED), 14.0, 0.0);
    assert_near(dat_score_value(&p.score, DAT_LOGS_FUSED), 14.0, 0.0);
    assert_near(dat_score_value(&p.score, DAT_LOGS_LOST), 0.0, 0.0);
    if (!(p.site.max_penetration < 0.03))
        fail_msg("a log is %.3f m deep in another thing", p.site.max_penetration);
    assert_true(dat_practice_finish(&p, DAT_STOPPED, &problem));
    dat_exercise_finish(&exercise);
}

static const struct bad_input rows[] = {
    {TRY("forwarder.yaml", "{species: spruce, length: 4, mid_diameter_cm: 22, count: 199}"), 8, 3,
     "the bunk has room for"},
    {TRY("forwarder.yaml", "{species: spruce, length: 15, mid_diameter_cm: 22, count: 1}"), 8, 3,
     "the bunk has room for 0 such logs, found 1"},
    {TRY("harvester.yaml", "{species: spruce, length: 4, mid_diameter_cm: 22, count: 1}"), 8, 3,
     "the machine has no bunk for the load"},
    {TRY("forwarder.yaml", "{species: spruce, length: 19, mid_diameter_cm: 4, count: 1}"), 8, 35,
     "no spruce yields a log of 19 m"},
    {TRY("forwarder.yaml", "{species: oka, length: 4, mid_diameter_cm: 22, count: 1}"), 8, 19,
     "unknown species 'oka'"},
};

static void every_mistake_is_named_at_its_place(void **state) {
    (void)state;
    assert_refused(rows, sizeof rows / sizeof rows[0]);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_load_settles_in_the_bunk),
        cmocka_unit_test(every_mistake_is_named_at_its_place),
    };
    return cmocka_run_group_tests(tests, set_up, tear_down);
}
