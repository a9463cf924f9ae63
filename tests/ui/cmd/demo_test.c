#include <math.h>
#include <sys/wait.h>

#include <jansson.h>

#include "data/record/store.h"
#include "tests/scratch.h"
#include "tests/ui/cmd/command_line.h"

static struct tests_scratch scratch;

#define DEMO(...) RUN("demo", __VA_ARGS__)

static int set_up(void **state) {
    (void)state;
    tests_scratch_create(&scratch);
    return tests_scratch_link_library(&scratch);
}

static int tear_down(void **state) {
    (void)state;
    tests_scratch_remove(&scratch);
    return 0;
}

static json_t *read_json(const char *name) {
    json_error_t error;
    json_t *value = json_load_file(tests_scratch_path(&scratch, name), 0, &error);
    if (value == NULL)
        fail_msg("%s:%d: %s", name, error.line, error.text);
    return value;
}

static double number(const json_t *object, const char *key) {
    const json_t *value = json_object_get(object, key);
    if (!json_is_number(value))
        fail_msg("no number '%s'", key);
    return json_number_value(value);
}

static const char *text(const json_t *object, const char *key) {
    const char *value = json_string_value(json_object_get(object, key));
    assert_non_null(value);
    return value;
}

static void check_logs(const json_t *result) {
    const json_t *logs = json_object_get(result, "logs");
    double worst = 0.0;
    assert_true(json_array_size(logs) >= 3);
    for (size_t i = 0; i < json_array_size(logs); i++) {
        const json_t *log = json_array_get(logs, i);
        const double length = number(log, "length_m"), target = number(log, "target_m");
        assert_true(target > 2.0);
        assert_near(length, target, 0.03);
        assert_near(number(log, "error_m"), length - target, 1e-9);
        worst = fmax(worst, fabs(length - target));
        // A log is about a cylinder of its middle diameter (Huber); the butt log swells below.
        const double d = number(log, "mid_diameter_m");
        assert_near(number(log, "volume_m3") / (0.25 * 3.14159265 * d * d * length), 1.0, 0.1);
        assert_true(number(log, "top_diameter_m") < d);
        assert_string_equal(text(log, "species"), "spruce");
    }
    assert_near(number(result, "max_length_error_m"), worst, 1e-9);
}

// The goals are reached, the bits are the same with and without a record, and the figures are the
// same in the record and the file.
static void the_first_harvest_keeps_the_promises_of_the_manual(void **state) {
    (void)state;
    char db[512];
    (void)snprintf(db, sizeof db, "%s", tests_scratch_path(&scratch, "s.db"));
    assert_int_equal(DEMO("first-harvest", "--headless", "--expect-pass", "--db", db, "--json",
                          tests_scratch_path(&scratch, "a.json")),
                     UI_EXIT_DONE);
    assert_string_equal(err, "");
    assert_contains(out, "trees_felled");
    assert_int_equal(DEMO("first-harvest", "--headless", "--no-record", "--json",
                          tests_scratch_path(&scratch, "b.json")),
                     UI_EXIT_DONE);
    json_t *a = read_json("a.json"), *b = read_json("b.json");
    assert_true(json_is_true(json_object_get(a, "passed")));
    assert_true(number(a, "trees_felled") >= 1.0);
    check_logs(a);
    assert_near(number(a, "max_penetration_m"), 0.0, 0.2); // of a soft tyre
    assert_near(number(a, "max_joint_error_m"), 0.0, 0.01);
    assert_true(number(a, "real_time_factor") > 0.0);
    assert_true(number(a, "simulated_s") > 20.0);
    const json_t *study = json_array_get(json_object_get(a, "time_study"), 0);
    assert_int_equal(json_integer_value(json_object_get(study, "logs")), number(a, "logs_cut"));
    assert_true(number(study, "positioning_s") < 10.0 && number(study, "boom_in_s") < 4.0);
    assert_true(number(a, "time_study_difference_s") < 0.5);
    assert_contains(out, "Nurminen");
    assert_string_equal(text(a, "state_hash"), text(b, "state_hash"));
    assert_null(json_object_get(b, "session"));

    struct dat_problem problem = {""};
    struct dat_store *store = dat_store_open(db, DAT_STORE_READ, &problem);
    assert_non_null(store);
    struct dat_session_info info = {0};
    struct dat_log_list logs = {0};
    const int64_t session = (int64_t)number(a, "session");
    assert_true(dat_store_session(store, session, &info, &problem));
    assert_true(dat_store_logs(store, session, &logs, &problem));
    assert_int_equal(info.id, session);
    assert_int_equal(info.outcome, DAT_PASSED);
    char hash[17];
    (void)snprintf(hash, sizeof hash, "%016llx", (unsigned long long)info.end_state_hash);
    assert_string_equal(hash, text(a, "state_hash"));
    const json_t *listed = json_object_get(a, "logs");
    assert_int_equal(logs.count, json_array_size(listed));
    for (int i = 0; i < logs.count; i++)
        assert_near(logs.items[i].length, number(json_array_get(listed, (size_t)i), "length_m"),
                    1e-12);
    dat_log_list_finish(&logs);
    dat_session_info_finish(&info);
    dat_store_close(store);
    json_decref(a);
    json_decref(b);
}

// Writes an exercise with these goals, time limit [s] and tree to the file. Returns its path.
static const char *exercise_with(const char *name, const char *goals, const char *time_limit,
                                 const char *tree) {
    char yaml[2048];
    (void)snprintf(yaml, sizeof yaml,
                   "exercise: Test\n"
                   "site: library/sites/first-forest\n"
                   "machine: library/machines/harvester.yaml\n"
                   "start: {position: [8, 33.2], heading_deg: 23}\n"
                   "assortments: [{name: log, length: 4.9, min_top_cm: 18}]\n"
                   "trees: ['%s']\n"
                   "goals: {%s}\n"
                   "time_limit: %s\n",
                   tree, goals, time_limit);
    tests_scratch_write(&scratch, name, yaml);
    return tests_scratch_path(&scratch, name);
}

static void a_demonstration_that_fails_says_so(void **state) {
    (void)state;
    const char *path = exercise_with("short.yaml", "trees_felled: {at_least: 1}", "1", "1");
    assert_int_equal(
        DEMO(path, "--headless", "--no-record", "--json", tests_scratch_path(&scratch, "f.json")),
        UI_EXIT_CHECK_FAILED);
    assert_contains(err, "time is up");
    json_t *result = read_json("f.json");
    assert_true(json_is_false(json_object_get(result, "passed")));
    assert_contains(text(result, "failure"), "time is up");
    json_decref(result);
}

// The crane reaches 10 m: the demonstrator gives up at once.
static void a_tree_out_of_reach_is_given_up(void **state) {
    (void)state;
    const char *path = exercise_with("far.yaml", "trees_felled: {at_least: 1}", "1800", "23");
    assert_int_equal(DEMO(path, "--headless", "--no-record", "--expect-pass", "--json",
                          tests_scratch_path(&scratch, "far.json")),
                     UI_EXIT_CHECK_FAILED);
    static const char reason[] = "tree '23' is not felled, 12.7 m from the road";
    assert_contains(err, reason);
    json_t *result = read_json("far.json");
    assert_contains(text(result, "failure"), reason);
    assert_true(number(result, "simulated_s") < 1.0);
    assert_int_equal(json_integer_value(json_object_get(result, "trees_felled")), 0);
    json_decref(result);
}

static void expect_pass_asks_for_the_goals(void **state) {
    (void)state;
    // One tree does not give thirty logs.
    const char *path = exercise_with(
        "many.yaml", "trees_felled: {at_least: 1}, logs_cut: {at_least: 30}", "600", "1");
    assert_int_equal(DEMO(path, "--headless", "--no-record"), UI_EXIT_DONE);
    assert_int_equal(DEMO(path, "--headless", "--no-record", "--expect-pass"),
                     UI_EXIT_CHECK_FAILED);
}

static void bad_usage_names_what_there_is(void **state) {
    (void)state;
    assert_int_equal(DEMO("last-harvest", "--headless"), UI_EXIT_USAGE);
    assert_contains(err, "'last-harvest'");
    assert_contains(err, "first-harvest, first-load");
    assert_ptr_equal(strchr(err, '\n'), err + strlen(err) - 1);
    assert_int_equal(DEMO("first-harvest", "--headless", "--machine", "bulldozer"), UI_EXIT_USAGE);
    assert_contains(err, "harvester");
    assert_int_equal(DEMO("--headless"), UI_EXIT_USAGE);
    assert_int_equal(DEMO("first-harvest", "first-load", "--headless"), UI_EXIT_USAGE);
    assert_int_equal(DEMO("first-harvest", "--headless", "--speed", "fast"), UI_EXIT_USAGE);
    // Harvesting needs a head, which the forwarder lacks.
    assert_int_not_equal(
        DEMO("first-harvest", "--headless", "--no-record", "--machine", "forwarder"), UI_EXIT_DONE);
    assert_true(strlen(err) > 20);
    assert_int_equal(DEMO("first-load", "--csv", "parts.csv"), UI_EXIT_USAGE);
    assert_contains(err, "--csv needs --headless");
}

static void bad_files_are_refused_with_their_place(void **state) {
    (void)state;
    char db[512];
    (void)snprintf(db, sizeof db, "%s", tests_scratch_path(&scratch, "never.db"));
    const char *path =
        exercise_with("none.yaml", "trees_felled: {at_least: 1}", "600", "no such tree");
    assert_int_equal(DEMO(path, "--headless", "--db", db), UI_EXIT_USAGE);
    assert_contains(err, "none.yaml:7:");
    assert_contains(err, "no such tree");
    tests_scratch_write(&scratch, "broken.yaml", "exercise: [Broken\nsite: x\n");
    path = tests_scratch_path(&scratch, "broken.yaml");
    assert_int_equal(DEMO(path, "--headless", "--db", db), UI_EXIT_USAGE);
    assert_contains(err, "broken.yaml:");
    assert_int_equal(access(db, F_OK), -1); // and nothing was written
}

static void problems_of_the_environment_are_named(void **state) {
    (void)state;
    tests_scratch_write(&scratch, "file", "not a folder");
    char below[600];
    (void)snprintf(below, sizeof below, "%s/x", tests_scratch_path(&scratch, "file"));
    assert_int_equal(DEMO("first-harvest", "--headless", "--db", below), UI_EXIT_ENVIRONMENT);
    assert_contains(err, below);
    assert_ptr_equal(strchr(err, '\n'), err + strlen(err) - 1);
    assert_int_equal(
        DEMO("first-harvest", "--headless", "--db", tests_scratch_path(&scratch, "file")),
        UI_EXIT_ENVIRONMENT);
    const char *path = exercise_with("quick.yaml", "trees_felled: {at_least: 1}", "1", "1");
    assert_int_equal(DEMO(path, "--headless", "--no-record", "--json", below), UI_EXIT_ENVIRONMENT);
    assert_contains(err, below);
    // The file keeps its text.
    char *kept = tests_scratch_read(&scratch, "file");
    assert_string_equal(kept, "not a folder");
    free(kept);
}

static int sessions_in(const char *db) {
    struct dat_session_list list = {0};
    struct dat_store *store = dat_store_open(db, DAT_STORE_READ, NULL);
    assert_non_null(store);
    assert_true(dat_store_sessions(store, &list, NULL));
    const int count = list.count;
    dat_session_list_finish(&list);
    dat_store_close(store);
    return count;
}

// Where the folder of the pictures cannot be made, nothing is driven, and no session tells of it.
static void refused_pictures_leave_no_session(void **state) {
    (void)state;
    char db[512], below[512];
    (void)snprintf(db, sizeof db, "%s", tests_scratch_path(&scratch, "none.db"));
    (void)snprintf(below, sizeof below, "%s", tests_scratch_path(&scratch, "missing/shots"));
    const char *path = exercise_with("shots.yaml", "trees_felled: {at_least: 1}", "1", "1");
    assert_int_equal(DEMO(path, "--headless", "--db", db, "--shots", below), UI_EXIT_ENVIRONMENT);
    assert_contains(err, below);
    assert_int_equal(sessions_in(db), 0);
}

static int shell(const char *command) {
    const int status = system(command);
    return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

// On a full disk the result is not "done".
static void a_full_disk_is_noticed(void **state) {
    (void)state;
    assert_int_equal(shell("\"$KRANICH\" --help >/dev/full 2>/dev/null"), UI_EXIT_ENVIRONMENT);
    assert_int_equal(shell("\"$KRANICH\" --help >/dev/null"), UI_EXIT_DONE);
    char command[1024];
    (void)snprintf(command, sizeof command,
                   "\"$KRANICH\" demo '%s' --headless --no-record --json /dev/full "
                   ">/dev/null 2>'%s'",
                   exercise_with("full.yaml", "trees_felled: {at_least: 1}", "1", "1"),
                   tests_scratch_path(&scratch, "err"));
    assert_int_equal(shell(command), UI_EXIT_ENVIRONMENT);
    char *said = tests_scratch_read(&scratch, "err");
    assert_contains(said, "/dev/full cannot be written");
    free(said);
}

// In a process of its own, without a look for leaks: a driver that refuses a context keeps some
// memory, and is unloaded by then.
static void goes_on(const char *environment, const char *path, const char *db, const char *options,
                    int expected, const char *why, const char *instead) {
    char command[2048];
    (void)snprintf(command, sizeof command,
                   "%s ASAN_OPTIONS=detect_leaks=0 \"$KRANICH\" demo '%s' --db '%s' %s >/dev/null "
                   "2>'%s'",
                   environment, path, db, options, tests_scratch_path(&scratch, "err"));
    assert_int_equal(shell(command), expected);
    char *said = tests_scratch_read(&scratch, "err");
    assert_contains(said, why);
    assert_contains(said, instead);
    free(said);
}

// A machine that draws nothing shows nothing, but the demonstration is done and recorded.
static void it_runs_without_pictures(void **state) {
    (void)state;
    char db[512], shots[600];
    (void)snprintf(db, sizeof db, "%s", tests_scratch_path(&scratch, "unseen.db"));
    (void)snprintf(shots, sizeof shots, "--headless --shots '%s'",
                   tests_scratch_path(&scratch, "unseen"));
    char path[512];
    (void)snprintf(path, sizeof path, "%s",
                   exercise_with("unseen.yaml", "trees_felled: {at_least: 1}", "1", "1"));
    static const char unseen[] = "the demonstration runs without pictures";
    goes_on("MESA_GL_VERSION_OVERRIDE=2.1", path, db, shots, UI_EXIT_ENVIRONMENT, "no OpenGL 3.3",
            unseen);
    goes_on("SDL_VIDEODRIVER=dummy", path, db, "", UI_EXIT_ENVIRONMENT, "no display", unseen);
    assert_int_equal(sessions_in(db), 2);
}

// The driver of a card that is not there, as one for which there is no OpenGL 3.3.
static void the_processor_draws_where_a_card_fails(void **state) {
    (void)state;
    char db[512], shots[600], path[512];
    (void)snprintf(db, sizeof db, "%s", tests_scratch_path(&scratch, "drawn.db"));
    (void)snprintf(shots, sizeof shots, "--headless --shot-width 64 --shots '%s'",
                   tests_scratch_path(&scratch, "drawn"));
    (void)snprintf(path, sizeof path, "%s",
                   exercise_with("drawn.yaml", "trees_felled: {at_least: 1}", "1", "1"));
    goes_on("MESA_LOADER_DRIVER_OVERRIDE=zink", path, db, shots, UI_EXIT_CHECK_FAILED,
            "no OpenGL 3.3", "the processor draws instead");
    assert_int_equal(access(tests_scratch_path(&scratch, "drawn/00-start-cab.png"), R_OK), 0);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_first_harvest_keeps_the_promises_of_the_manual),
        cmocka_unit_test(a_demonstration_that_fails_says_so),
        cmocka_unit_test(a_tree_out_of_reach_is_given_up),
        cmocka_unit_test(expect_pass_asks_for_the_goals),
        cmocka_unit_test(bad_usage_names_what_there_is),
        cmocka_unit_test(bad_files_are_refused_with_their_place),
        cmocka_unit_test(problems_of_the_environment_are_named),
        cmocka_unit_test(refused_pictures_leave_no_session),
        cmocka_unit_test(it_runs_without_pictures),
        cmocka_unit_test(the_processor_draws_where_a_card_fails),
        cmocka_unit_test(a_full_disk_is_noticed),
    };
    return cmocka_run_group_tests(tests, set_up, tear_down);
}
