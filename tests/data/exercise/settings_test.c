// Parameters of exercises: expressions, ranges, what is set, and the record of it.
#include "data/exercise/settings.h"

#include "data/exercise/library.h"
#include "data/exercise/practice.h"
#include "data/exercise/replay.h"
#include "tests/data/exercise/exercise_case.h"

#define LENGTH "parameters: [{name: far, text: Distance, default: 3, low: 2, high: 6, unit: m}]\n"
#define GATE TRY "goals: {targets_reached: {at_least: 1}}\n"

static bool load_set(const char *text, const char *const settings[], int count) {
    struct dat_settings set = {.count = 0};
    struct dat_problem problem;
    tests_scratch_write(&scratch, "try.yaml", text);
    for (int i = 0; i < count; i++)
        assert_true(dat_settings_add(&set, settings[i], &problem));
    return dat_exercise_load_set(tests_scratch_path(&scratch, "try.yaml"), NULL, &set, &exercise,
                                 &d);
}

static void expressions_use_what_is_set(void **state) {
    (void)state;
    static const char text[] =
        GATE LENGTH "targets: [{kind: gate, at: ['${4 + 2 * far}', 0, 0], radius: 2}]\n"
                    "time_limit: ${100 * far}\n";
    must_load(text);
    assert_near(exercise.scenario.targets[0].at[0], 10.0, 0.0);
    assert_near(exercise.scenario.time_limit, 300.0, 0.0);
    dat_exercise_finish(&exercise);
    assert_true(load_set(text, (const char *const[]){"far=6", "far=5"}, 2)); // the last one counts
    assert_near(exercise.scenario.targets[0].at[0], 14.0, 0.0);
    assert_near(exercise.scenario.parameters[0].value, 5.0, 0.0);
    dat_exercise_finish(&exercise);
}

// A default may be an expression of other parameters, unless it is set itself.
static void defaults_may_be_expressions(void **state) {
    (void)state;
    static const char text[] =
        GATE "parameters:\n"
             "  - {name: far, text: Distance, default: '${near + 1}', low: 2, high: 9}\n"
             "  - {name: near, text: Nearest, default: 3, low: 2, high: 6}\n"
             "targets: [{kind: gate, at: ['${4 + 2 * far}', 0, 0], radius: 2}]\n";
    must_load(text);
    assert_near(exercise.scenario.parameters[0].value, 4.0, 0.0);
    assert_near(exercise.scenario.targets[0].at[0], 12.0, 0.0);
    dat_exercise_finish(&exercise);
    assert_true(load_set(text, (const char *const[]){"near=5"}, 1));
    assert_near(exercise.scenario.targets[0].at[0], 16.0, 0.0);
    dat_exercise_finish(&exercise);
    assert_true(load_set(text, (const char *const[]){"near=5", "far=2"}, 2));
    assert_near(exercise.scenario.targets[0].at[0], 8.0, 0.0);
    dat_exercise_finish(&exercise);
}

#define ONE(keys) TRY "parameters:\n  - {" keys "}\n" // line 7, from column 6
#define PARAMETER "name: a, text: A, default: 3, low: 2, high: 6"

static void mistakes_have_a_place(void **state) {
    (void)state;
    static const struct bad_input rows[] = {
        {ONE("name: a b, text: A, default: 3, low: 2, high: 6"), 7, 12, "must begin with a letter"},
        {ONE("name: a, text: A, default: 7, low: 2, high: 6"), 7, 33,
         "the parameter 'a' is 7, expected 2 to 6 in steps of 1"},
        {ONE("name: a, text: A, default: 2.5, low: 2, high: 6"), 7, 33, "in steps of 1"},
        {ONE("name: a, text: A, default: 3, low: 6, high: 2"), 7, 50, "'high' is 2, expected more"},
        {ONE("name: a, text: A, default: x, low: 2, high: 6"), 7, 33, "must be a number"},
        {ONE("name: a, text: A, low: 2, high: 6"), 7, 6, "'default'"},
        {ONE(PARAMETER) "  - {" PARAMETER "}\n", 8, 12, "duplicate parameter 'a'"},
        {ONE(PARAMETER) "time_limit: ${b}\n", 8, 13, "there is no parameter 'b'"},
        {ONE(PARAMETER) "translations:\n  - {language: de, exercise: V, parameters: [A, B]}\n", 9,
         33, "2 texts, expected 1, one for each parameter"},
        {TRY "stand_seed: 4\n", 6, 13, "the site has no 'stand.yaml'"},
    };
    assert_refused(rows, sizeof rows / sizeof rows[0]);
}

static void settings_are_checked(void **state) {
    (void)state;
    static const struct {
        const char *set;
        int line, column;
        const char *words;
    } rows[] = {
        {"a=9", 7, 33, "the parameter 'a' is 9, expected 2 to 6 in steps of 1"},
        {"a=nan", 0, 0, NULL},
        {"aa=3", 6, 1, "the exercise has no parameter 'aa', expected one such as 'a'"},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        struct dat_settings set = {.count = 0};
        struct dat_problem problem;
        if (rows[i].words == NULL) {
            assert_false(dat_settings_add(&set, rows[i].set, &problem));
            assert_non_null(strstr(problem.text, "is not a number"));
            continue;
        }
        assert_false(load_set(ONE(PARAMETER), &rows[i].set, 1));
        assert_int_equal(d.item[0].line, rows[i].line);
        assert_int_equal(d.item[0].column, rows[i].column);
        assert_non_null(strstr(d.item[0].text, rows[i].words));
    }
    assert_false(load_set(TRY, (const char *const[]){"a=1"}, 1));
    assert_non_null(strstr(d.item[0].text, "it has none at all"));
    struct dat_settings set = {.count = 0};
    struct dat_problem problem;
    assert_false(dat_settings_add(&set, "=3", &problem));
    assert_false(dat_settings_add(&set, "a", &problem));
    assert_false(dat_settings_parse(&set, "[1]"));
}

// The ends of each range: no goal is out of reach, no place off the site.
static void shipped_exercises_load_at_the_ends(void **state) {
    (void)state;
    struct dat_name_list names;
    struct dat_problem problem;
    int with = 0;
    const char *library = tests_scratch_path(&scratch, "library");
    assert_int_equal(dat_library_list(library, "exercises", &names, &problem), DAT_LIBRARY_FOUND);
    for (int i = 0; i < names.count; i++) {
        char path[1024];
        struct dat_scenario_parameter all[DAT_SETTINGS];
        (void)snprintf(path, sizeof path, "%s/exercises/%s.yaml",
                       tests_scratch_path(&scratch, "library"), names.items[i]);
        assert_true(dat_exercise_load(path, NULL, &exercise, &d));
        const int count = exercise.scenario.parameter_count;
        memcpy(all, exercise.scenario.parameters, sizeof all);
        dat_exercise_finish(&exercise);
        with += count > 0;
        for (int k = 0; k < 2 * count; k++) {
            struct dat_settings set = {.count = 1};
            (void)snprintf(set.items[0].name, DAT_SETTING_NAME, "%s", all[k / 2].name);
            set.items[0].value = k % 2 ? all[k / 2].high : all[k / 2].low;
            if (!dat_exercise_load_set(path, NULL, &set, &exercise, &d)) {
                dat_diagnostics_print(&d, stderr);
                fail_msg("%s with %s=%g", names.items[i], set.items[0].name, set.items[0].value);
            }
            dat_exercise_finish(&exercise);
        }
    }
    assert_true(with >= 5);
    dat_name_list_finish(&names);
}

// Another seed is another stand, the same seed the same one.
static void a_seed_draws_the_stand(void **state) {
    (void)state;
    static const char text[] = "exercise: Try\nsite: library/sites/winding\n" FORWARDER
                               "start: {position: [12, 30]}\nstand_seed: ${seed}\n"
                               "parameters: [{name: seed, text: S, default: 3, low: 0, high: 9}]\n";
    double x[3];
    for (int i = 0; i < 3; i++) {
        const char *const set[] = {"seed=3", "seed=4", "seed=3"};
        assert_true(load_set(text, &set[i], 1));
        x[i] = exercise.site.stand.trees[0].position.x;
        dat_exercise_finish(&exercise);
    }
    assert_near(x[0], x[2], 0.0);
    assert_true(fabs(x[0] - x[1]) > 0.01);
}

// A range that is no whole number of steps ends at the last step: high itself is refused.
static void the_nearest_value_is_one_that_is_accepted(void **state) {
    (void)state;
    static const char text[] = ONE("name: a, text: A, default: 3, low: 0, high: 10, step: 3");
    const struct dat_scenario_parameter p = {.low = 0.0, .high = 10.0, .step = 3.0};
    const struct dat_scenario_parameter tenths = {.low = 0.2, .high = 1.0, .step = 0.1};
    assert_near(dat_parameter_nearest(&p, 12.0), 9.0, 0.0);
    assert_near(dat_parameter_nearest(&p, -3.0), 0.0, 0.0);
    assert_near(dat_parameter_nearest(&p, 4.0), 3.0, 0.0);
    assert_near(dat_parameter_nearest(&tenths, 1.1), 1.0, 0.0);
    assert_false(load_set(text, (const char *const[]){"a=10"}, 1));
    assert_true(load_set(text, (const char *const[]){"a=9"}, 1));
    dat_exercise_finish(&exercise);
}

// A session is replayed with the parameters that it was recorded with.
static void a_record_keeps_the_parameters(void **state) {
    (void)state;
    static const char text[] = "exercise: Try\n" FOREST FORWARDER LENGTH
                               "start: {position: [14, 35.8], heading_deg: '${20 + far}'}\n";
    static struct dat_practice practice;
    static struct dat_recorded recorded;
    struct dat_problem problem = {""};
    const char *db = tests_scratch_path(&scratch, "s.db");
    struct dat_store *store = dat_store_open(db, DAT_STORE_WRITE, &problem);
    assert_true(load_set(text, (const char *const[]){"far=6"}, 1));
    assert_true(dat_practice_start(&practice, &exercise, store, "Test", DAT_TRAINEE, &problem));
    const struct veh_controls rest = {{0.0}};
    for (int i = 0; i < 60; i++)
        dat_practice_step(&practice, &rest);
    assert_true(dat_practice_finish(&practice, DAT_STOPPED, &problem));
    dat_exercise_finish(&exercise);
    const struct dat_replay_def def = {.session = 1};
    assert_int_equal(dat_recorded_load(store, &def, &recorded, &d, &problem), DAT_REPLAY_DONE);
    assert_string_equal(recorded.info.parameters, "{\"far\":6.0}");
    assert_int_equal(recorded.damage.count, 0);
    assert_near(recorded.exercise->scenario.heading, 26.0 * SIM_PI / 180.0, 1e-15);
    dat_recorded_finish(&recorded);
    dat_store_close(store);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(expressions_use_what_is_set),
        cmocka_unit_test(defaults_may_be_expressions),
        cmocka_unit_test(mistakes_have_a_place),
        cmocka_unit_test(settings_are_checked),
        cmocka_unit_test(the_nearest_value_is_one_that_is_accepted),
        cmocka_unit_test(shipped_exercises_load_at_the_ends),
        cmocka_unit_test(a_seed_draws_the_stand),
        cmocka_unit_test(a_record_keeps_the_parameters),
    };
    return cmocka_run_group_tests(tests, set_up, tear_down);
}
