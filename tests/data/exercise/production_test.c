#include "data/exercise/production.h"

#include "data/exercise/exercise.h"
#include "data/record/recorder.h"
#include "data/site/hpr.h"
#include "tests/scratch.h"

static struct tests_scratch scratch;
static struct dat_store *store;

static const char *scenario_path(char path[512]) {
    const char *root = getenv("KRANICH_ROOT");
    (void)snprintf(path, 512, "%s/data/library/exercises/first-harvest.yaml",
                   root != NULL ? root : ".");
    return path;
}

// A session of first-harvest in which tree 2 and then tree 1 are felled, and three logs cut: two
// of tree 1, the second by hand, and one of no tree. other: the site was another then.
static int64_t record(bool fell, bool other) {
    char path[512];
    struct dat_exercise exercise;
    struct dat_diagnostics d;
    struct dat_problem problem = {""};
    assert_true(dat_exercise_load(scenario_path(path), NULL, &exercise, &d));
    const char *const names[] = {"drive"};
    exercise.sources.items[1].hash += other ? 1 : 0;
    const struct dat_recording_def def = {.trainee = "Anna",
                                          .exercise = exercise.name,
                                          .scenario_file = exercise.sources.items[0].path,
                                          .scenario_hash = exercise.sources.items[0].hash,
                                          .machine = "harvester",
                                          .files = &exercise.sources,
                                          .step = 0.01,
                                          .input_names = names,
                                          .input_count = 1};
    struct dat_recorder *recorder = dat_recorder_begin(store, &def, &problem);
    assert_non_null(recorder);
    const double input = 0.0;
    dat_recorder_step(recorder, &input);
    if (fell) {
        dat_recorder_event(recorder, "tree_felled", "{\"tree\":\"2\",\"stem\":2}");
        dat_recorder_event(recorder, "tree_felled", "{\"tree\":\"1\",\"stem\":1}");
        dat_recorder_event(recorder, "tree_felled", "{\"stem\":9}");
    }
    struct dat_log log = {.species = "spruce",
                          .assortment = "saw log",
                          .tree = "1",
                          .length = 4.9,
                          .target_length = 4.9,
                          .top_diameter = 0.24,
                          .mid_diameter = 0.266,
                          .butt_diameter = 0.39,
                          .volume = 0.29};
    dat_recorder_log(recorder, &log);
    dat_recorder_event(recorder, "log_measured",
                       "{\"tree\":\"1\",\"measured_length_m\":4.87,\"measured_top_m\":0.243}");
    log.assortment[0] = '\0';
    dat_recorder_log(recorder, &log);
    log.tree[0] = '\0';
    dat_recorder_log(recorder, &log);
    const int64_t id = dat_recorder_session(recorder);
    const struct dat_recording_end end = {.outcome = DAT_PASSED,
                                          .result = "{\"driven_m\":31.0,\"fuel_l\":0.5}"};
    assert_true(dat_recorder_end(recorder, &end, &problem));
    dat_exercise_finish(&exercise);
    return id;
}

static enum dat_production_result write_message(int64_t id, enum dat_production_message message,
                                                const char *path, int *left_out,
                                                struct dat_problem *problem) {
    struct dat_session_info info = {0};
    assert_true(dat_store_session(store, id, &info, problem));
    const enum dat_production_result result =
        dat_production_write(store, &info, message, path, left_out, problem);
    dat_session_info_finish(&info);
    return result;
}

static enum dat_production_result write_session(int64_t id, const char *path, int *left_out,
                                                struct dat_problem *problem) {
    return write_message(id, DAT_MESSAGE_HPR, path, left_out, problem);
}

static int count(const char *text, const char *words) {
    int n = 0;
    for (const char *at = strstr(text, words); at != NULL; at = strstr(at + 1, words))
        n++;
    return n;
}

static void a_session_becomes_a_file(void **state) {
    (void)state;
    int left_out = 0;
    struct dat_problem problem = {""};
    const int64_t id = record(true, false);
    const char *path = tests_scratch_path(&scratch, "a.hpr");
    assert_int_equal(write_session(id, path, &left_out, &problem), DAT_PRODUCTION_WRITTEN);
    assert_int_equal(left_out, 1);
    char *text = tests_scratch_read(&scratch, "a.hpr");
    assert_int_equal(count(text, "<Stem>"), 2);
    assert_int_equal(count(text, "<Log>"), 2);
    assert_int_equal(count(text, "SingleTreeFelling"), 1);
    assert_int_equal(count(text, ">Automatic<"), 1);
    assert_int_equal(count(text, "<ProductKey>999999<"), 2); // its definition and a log
    assert_non_null(strstr(text, "<FirstName>Anna</FirstName>"));
    assert_non_null(strstr(text, "<ObjectName>First harvest</ObjectName>"));
    assert_non_null(strstr(text, "<ProductName>saw log</ProductName>"));
    struct ter_stand stand;
    struct dat_diagnostics d;
    dat_diagnostics_init(&d, "a.hpr", text);
    assert_true(dat_read_hpr(text, NULL, &stand, NULL, &d));
    assert_int_equal(stand.count, 2);
    assert_near(stand.trees[1].dbh, 0.281, 0.0006); // tree 1 of the shipped site
    ter_stand_finish(&stand);
    free(text);
}

static void a_session_becomes_a_quality_control_and_monitoring(void **state) {
    (void)state;
    int left_out = 0;
    struct dat_problem problem = {""};
    const int64_t id = record(true, false);
    assert_int_equal(write_message(id, DAT_MESSAGE_HQC, tests_scratch_path(&scratch, "a.hqc"),
                                   &left_out, &problem),
                     DAT_PRODUCTION_WRITTEN);
    char *text = tests_scratch_read(&scratch, "a.hqc");
    assert_non_null(strstr(text, "<LogLength>487<")); // by the machine
    assert_non_null(strstr(text, "<LogLength>490<")); // by the tape
    free(text);
    assert_int_equal(write_message(id, DAT_MESSAGE_MOM, tests_scratch_path(&scratch, "a.mom"),
                                   &left_out, &problem),
                     DAT_PRODUCTION_WRITTEN);
    text = tests_scratch_read(&scratch, "a.mom");
    assert_non_null(strstr(text, "<MachineDrivenDistance>31<"));
    assert_non_null(strstr(text, "<MachineFuelConsumption>0.500<"));
    assert_int_equal(count(text, "<NumberOfHarvestedStems>2<"), 1);
    free(text);
}

static void what_cannot_be_written_is_refused(void **state) {
    (void)state;
    int left_out = 0;
    struct dat_problem problem = {""};
    const char *path = tests_scratch_path(&scratch, "b.hpr");
    assert_int_equal(write_session(record(false, false), path, &left_out, &problem),
                     DAT_PRODUCTION_REFUSED);
    assert_non_null(strstr(problem.text, "no tree was felled"));
    assert_int_equal(write_session(record(true, true), path, &left_out, &problem),
                     DAT_PRODUCTION_REFUSED);
    assert_non_null(strstr(problem.text, "has changed since the session was recorded"));
    assert_int_equal(access(path, F_OK), -1);
    assert_int_equal(write_session(record(true, false), "/nowhere/c.hpr", &left_out, &problem),
                     DAT_PRODUCTION_FAILED);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_session_becomes_a_file),
        cmocka_unit_test(a_session_becomes_a_quality_control_and_monitoring),
        cmocka_unit_test(what_cannot_be_written_is_refused),
    };
    tests_scratch_create(&scratch);
    store = dat_store_open(tests_scratch_path(&scratch, "s.db"), DAT_STORE_WRITE, NULL);
    const int failed = store == NULL ? 1 : cmocka_run_group_tests(tests, NULL, NULL);
    dat_store_close(store);
    tests_scratch_remove(&scratch);
    return failed;
}
