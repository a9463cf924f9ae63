// `kranich exercises`, and the ladder of docs/exercises.md against the library.
#include <jansson.h>

#include "data/text/text.h"
#include "tests/manual.h"
#include "tests/scratch.h"
#include "tests/ui/cmd/command_line.h"
#include "ui/screen/exercise_list.h"

static struct tests_scratch scratch;

static int set_up(void **state) {
    (void)state;
    tests_scratch_create(&scratch);
    setenv("XDG_DATA_HOME", scratch.folder, 1);
    return 0;
}

static int tear_down(void **state) {
    (void)state;
    tests_scratch_remove(&scratch);
    return 0;
}

// ---- the manual ----

static void print_goals(const struct dat_scenario *scenario, FILE *file) {
    for (int i = 0; i < scenario->goal_count; i++) {
        const struct dat_goal *goal = &scenario->goals[i];
        const struct dat_rating *r = &goal->rating;
        fprintf(file, "%s`%s` ", i > 0 ? ", " : "", dat_metric_name(goal->metric));
        if (r->weight > 0.0)
            fprintf(file, "%s %g", r->limit[DAT_GOLD] > r->limit[DAT_BRONZE] ? "≥" : "≤",
                    r->limit[DAT_GOLD]);
        else if (goal->at_least > 0.0)
            fprintf(file, "≥ %g", goal->at_least);
        else
            fprintf(file, "≤ %g", goal->at_most);
    }
}

// Bytes of the first sentence without its full stop: a table has room for no more.
static int first_sentence(const char *text) {
    const char *end = strstr(text, ". ");
    const size_t all = strlen(text);
    return (int)(end != NULL ? (size_t)(end - text) : all - (all > 0 && text[all - 1] == '.'));
}

static void print_ladder(FILE *file) {
    struct ui_exercise_list list;
    struct dat_scenario scenario;
    struct dat_diagnostics d;
    fputs("\n| place | exercise | machine | task | gold |\n|--|--|--|--|--|\n", file);
    assert_true(ui_exercise_list_init(&list, NULL, NULL));
    for (int i = 0; i < list.count; i++) {
        const struct ui_exercise *e = &list.items[i];
        dat_diagnostics_init(&d, e->path, NULL);
        char *text = dat_text_load(e->path, &d);
        assert_non_null(text);
        assert_true(dat_read_scenario(text, e->path, &scenario, &d));
        fprintf(file, "| %d | %s, `%s` | %s | %.*s | ", e->ladder, e->title, e->name, e->machine,
                first_sentence(e->text), e->text);
        print_goals(&scenario, file);
        fputs(" |\n", file);
        dat_scenario_finish(&scenario);
        free(text);
    }
    fputs("\n", file);
    ui_exercise_list_finish(&list);
}

static const struct manual_part part = {
    .page = "exercises.md",
    .after = "<!-- build/tests/ui_cmd_exercises_test --write renews this table -->\n",
    .until = "<!-- end of the table -->\n",
    .print = print_ladder,
    .test = "ui_cmd_exercises_test",
};

static void the_manual_has_the_ladder(void **state) {
    (void)state;
    manual_part_check(&part);
}

// ---- the verb ----

#define EXERCISES(...) RUN("exercises", __VA_ARGS__, "--db", tests_scratch_path(&scratch, "s.db"))

static void the_list_is_the_ladder(void **state) {
    (void)state;
    assert_int_equal(RUN("exercises", NULL), UI_EXIT_DONE);
    assert_string_equal(err, "");
    const char *first = strstr(out, "free-levers"), *last = strstr(out, "first-harvest");
    assert_true(first != NULL && last != NULL && first < last);
    assert_null(strstr(out, "STATE"));
}

static const char *state_of(const char *exercise) {
    static char text[32];
    json_error_t error;
    assert_int_equal(EXERCISES("--trainee", "Anna", "--json", tests_scratch_path(&scratch, "e")),
                     UI_EXIT_DONE);
    json_t *list = json_load_file(tests_scratch_path(&scratch, "e"), 0, &error);
    text[0] = '\0';
    for (size_t i = 0; i < json_array_size(list); i++) {
        const json_t *e = json_array_get(list, i);
        if (strcmp(json_string_value(json_object_get(e, "exercise")), exercise) == 0)
            (void)snprintf(text, sizeof text, "%s", json_string_value(json_object_get(e, "state")));
    }
    json_decref(list);
    return text;
}

static void an_instructor_unlocks_exercises(void **state) {
    (void)state;
    assert_int_equal(EXERCISES("unlock", "slalom", "--trainee", "Anna"), UI_EXIT_DONE);
    assert_string_equal(state_of("free-levers"), "open");
    assert_string_equal(state_of("touch-points"), "locked");
    assert_string_equal(state_of("slalom"), "open");
    assert_string_equal(state_of("slalom-backward"), "locked");
    assert_int_equal(EXERCISES("lock", "slalom", "--trainee", "Anna"), UI_EXIT_DONE);
    assert_string_equal(state_of("slalom"), "locked");
    assert_int_equal(EXERCISES("unlock", "all", "--trainee", "Anna"), UI_EXIT_DONE);
    assert_string_equal(state_of("first-harvest"), "open");
}

static void bad_usage_says_what_is_missing(void **state) {
    (void)state;
    static const struct {
        const char *words[5], *said;
    } cases[] = {
        {{"free", NULL}, "unknown action 'free', expected unlock or lock"},
        {{"unlock", NULL}, "'unlock' needs an exercise, or 'all'"},
        {{"unlock", "slalom", NULL}, "'unlock' needs '--trainee NAME'"},
        {{"unlock", "slalon", "--trainee", "Anna", NULL}, "did you mean 'slalom'?"},
        {{"lock", "all", "--trainee", "Anna", "--json=x"}, "'--json' belongs to the list"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        const char *words[10] = {"kranich", "exercises", "--db",
                                 tests_scratch_path(&scratch, "bad.db")};
        for (int k = 0; k < 5; k++)
            words[4 + k] = cases[i].words[k];
        assert_int_equal(run(words), UI_EXIT_USAGE);
        assert_contains(err, cases[i].said);
    }
    // A database that does not exist is not created by looking.
    assert_int_equal(
        RUN("exercises", "--trainee", "Anna", "--db", tests_scratch_path(&scratch, "none.db")),
        UI_EXIT_ENVIRONMENT);
}

int main(int argc, char **argv) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_manual_has_the_ladder),
        cmocka_unit_test(the_list_is_the_ladder),
        cmocka_unit_test(an_instructor_unlocks_exercises),
        cmocka_unit_test(bad_usage_says_what_is_missing),
    };
    if (manual_asked_to_write(argc, argv))
        return manual_part_write(&part);
    return cmocka_run_group_tests(tests, set_up, tear_down);
}
