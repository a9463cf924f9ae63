// Goals with marks, and the bounds that end a step.
#include "data/exercise/scenario.h"
#include "tests/data/bad_input.h"

static struct dat_diagnostics d;
static struct dat_scenario scenario;

#define TRY "exercise: Try\nsite: s\nmachine: m\nstart: {position: [1, 2]}\n"

static bool read_scenario(const char *text) {
    dat_diagnostics_init(&d, "t.yaml", text);
    return dat_read_scenario(text, "t.yaml", &scenario, &d);
}

static void marks_arrive_with_their_weight(void **state) {
    (void)state;
    assert_true(read_scenario(TRY "goals:\n"
                                  "  driven_m: {at_least: 50, bronze: 90, silver: 70, gold: 60}\n"
                                  "  trees_hit: {bronze: 2, silver: 1, gold: 0, weight: 3}\n"
                                  "  tips: {at_most: 0}\n"));
    assert_int_equal(scenario.goal_count, 3);
    const struct dat_goal *hit = &scenario.goals[0], *tips = &scenario.goals[1],
                          *driven = &scenario.goals[2];
    assert_int_equal(driven->metric, DAT_DRIVEN);
    assert_near(driven->at_least, 50.0, 0.0);
    assert_near(driven->rating.limit[DAT_SILVER], 70.0, 0.0);
    assert_near(driven->rating.weight, 1.0, 0.0);
    assert_near(hit->rating.limit[DAT_BRONZE], 2.0, 0.0);
    assert_near(hit->rating.weight, 3.0, 0.0);
    assert_true(hit->at_most == DAT_NO_LIMIT);
    assert_near(tips->rating.weight, 0.0, 0.0);
    dat_scenario_finish(&scenario);
}

static const struct bad_input rows[] = {
    {TRY "goals: {driven_m: {bronze: 1, gold: 3}}\n", 5, 9,
     "marks need 'bronze', 'silver' and 'gold'"},
    {TRY "goals: {driven_m: {bronze: 1, silver: 4, gold: 3}}\n", 5, 9,
     "'silver' is not between 'bronze' and 'gold'"},
    {TRY "goals: {driven_m: {bronze: 3, silver: 3, gold: 3}}\n", 5, 9,
     "'bronze' and 'gold' are equal"},
    {TRY "goals: {driven_m: {at_most: 3, weight: 2}}\n", 5, 32, "'weight' without marks"},
    {TRY "goals: {trees_hit: {bronze: 1.5, silver: 1, gold: 0, weight: 0}}\n", 5, 62,
     "must be greater than 0"},
    {TRY "steps: [{prompt: Go}]\n", 5, 10, "missing key 'until'"},
    {TRY "steps: [{prompt: Go, until: {}}]\n", 5, 22, "'until' needs a metric with its bounds"},
    {TRY "steps: [{prompt: Go, until: {driven_m: {bronze: 1, silver: 2, gold: 3}}}]\n", 5, 30,
     "a step has no marks, only bounds"},
    {TRY "steps: [{prompt: Go, until: {driven_m: {at_least: 1}, tips: {at_most: 0}, "
         "trees_hit: {at_most: 0}, trees_broken: {at_most: 0}, fuel_l: {at_most: 9}}}]\n",
     5, 128, "more than 4 bounds in a step"},
    {TRY "steps: [{prompt: Go, until: {targets_reached: {at_least: 3}}}]\n", 5, 30,
     "the goal is 3 targets, but the course has 0"},
    {TRY "steps: [{prompt: Go, until: {logs_loaded: {at_least: 2}}}]\n", 5, 30,
     "the goal is 2 logs, but only 0 lie on the ground"},
    {TRY "steps: [{prompt: Go, until: {carried_m: {at_least: 60}}}]\n", 5, 30,
     "'carried_m' needs the goal 'logs_loaded: {at_least: ...}' as well"},
    {TRY "steps: [{prompt: Go, until: {trees_felled: {at_least: 1}}}]\n", 5, 1,
     "needs 'assortments' or 'products' to cut to"},
};

static void every_mistake_is_named_at_its_place(void **state) {
    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        assert_false(read_scenario(rows[i].text));
        assert_reported(&d, &rows[i]);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(marks_arrive_with_their_weight),
        cmocka_unit_test(every_mistake_is_named_at_its_place),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
