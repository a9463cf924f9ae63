#include <signal.h>
#include <sys/resource.h>
#include <sys/wait.h>

#include <jansson.h>

#include "data/record/backup.h"
#include "data/record/input_codec.h"
#include "data/record/recorder.h"
#include "tests/scratch.h"
#include "tests/ui/cmd/command_line.h"

static struct tests_scratch scratch;

#define SESSIONS(...) RUN("sessions", __VA_ARGS__)

static const char *database(void) {
    return tests_scratch_path(&scratch, "kranich/sessions.db");
}

static uint64_t state_hash(const void *simulation) {
    (void)simulation;
    return 0xabc;
}

static void record(const char *trainee, enum dat_operator who, enum dat_outcome outcome,
                   const char *result) {
    struct dat_problem problem = {""};
    struct dat_store *store = dat_store_open(NULL, DAT_STORE_WRITE, &problem);
    if (store == NULL)
        fail_msg("%s", problem.text);
    const char *const names[] = {"drive", "boom"};
    struct dat_recording_def def = {.trainee = trainee,
                                    .exercise = "first-harvest",
                                    .scenario_file = "/x/first-harvest.yaml",
                                    .scenario_hash = 1,
                                    .machine = "harvester",
                                    .who = who,
                                    .seed = 3,
                                    .step = 0.01,
                                    .input_names = names,
                                    .input_count = 2,
                                    .state_hash = state_hash};
    struct dat_recorder *recorder = dat_recorder_begin(store, &def, &problem);
    assert_non_null(recorder);
    for (int step = 0; step < 6543; step++) {
        double inputs[2] = {step >= 10 ? 0.1 : 0.0, 0.0};
        dat_recorder_step(recorder, inputs);
    }
    dat_recorder_event(recorder, "log_cut", "{\"tree\": \"17\", \"length\": 4.9000000000000004}");
    struct dat_log log = {.species = "spruce",
                          .assortment = "saw log",
                          .tree = "17",
                          .length = 4.897,
                          .target_length = 4.88,
                          .top_diameter = 0.203,
                          .mid_diameter = 0.25,
                          .butt_diameter = 0.31,
                          .volume = 0.2404};
    dat_recorder_log(recorder, &log);
    struct dat_recording_end end = {.outcome = outcome, .result = result};
    assert_true(dat_recorder_end(recorder, &end, &problem));
    dat_store_close(store);
}

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

static void a_missing_database_is_empty(void **state) {
    (void)state;
    assert_int_equal(SESSIONS("list"), UI_EXIT_DONE);
    assert_string_equal(out, "no sessions have been recorded yet\n");
    assert_int_equal(SESSIONS("list", "--json", "-"), UI_EXIT_DONE);
    json_t *value = json_loads(out, 0, NULL);
    assert_int_equal(json_array_size(json_object_get(value, "sessions")), 0);
    json_decref(value);
    assert_int_equal(SESSIONS("show", "1"), UI_EXIT_USAGE);
    assert_contains(err, "there is no session 1");
    // Looking creates nothing.
    assert_int_equal(access(database(), F_OK), -1);
    const char *other = tests_scratch_path(&scratch, "none.db");
    const char *const actions[] = {"list", "show", "export", "delete"};
    for (int i = 0; i < 4; i++) {
        assert_int_equal(SESSIONS(actions[i], i > 0 ? "1" : "--db", i > 0 ? "--db" : other,
                                  i > 0 ? other : NULL),
                         UI_EXIT_ENVIRONMENT);
        assert_contains(err, "none.db cannot be opened: No such file");
        assert_int_equal(access(other, F_OK), -1);
    }
}

static void sessions_are_listed_and_shown(void **state) {
    (void)state;
    record("Jürgen", DAT_TRAINEE, DAT_PASSED, "{\"trees_felled\": 1, \"logs\": []}");
    record("Anna", DAT_DEMONSTRATOR, DAT_STOPPED, NULL);
    assert_int_equal(SESSIONS("list"), UI_EXIT_DONE);
    assert_contains(out,
                    "DURATION  TRAINEE      EXERCISE       MACHINE    LOGS CUT  OUTCOME\n 1  20");
    assert_contains(out, "1:05  Jürgen       first-harvest  harvester         1  passed\n");
    assert_contains(out, "1:05  Anna (demo)  first-harvest  harvester         1  stopped\n");
    assert_int_equal(SESSIONS("show", "1"), UI_EXIT_DONE);
    assert_contains(out, "trainee              Jürgen\n");
    assert_contains(out, "outcome              passed\n");
    assert_contains(out, "end state hash       0000000000000abc\n");
    assert_contains(out, "trees_felled         1\n");
    assert_contains(out, " 65.43  log_cut  tree 17, length 4.9\n");
    assert_contains(out, "65.43  spruce   saw log     17       4.897     4.880    20.3    25.0     "
                         "31.0      0.240\n");
    assert_string_equal(err, "");
}

static void json_holds_the_same(void **state) {
    (void)state;
    const char *file = tests_scratch_path(&scratch, "out.json");
    assert_int_equal(SESSIONS("list", "--json", file), UI_EXIT_DONE);
    json_t *list = json_load_file(file, JSON_REJECT_DUPLICATES, NULL);
    json_t *sessions = json_object_get(list, "sessions");
    assert_int_equal(json_array_size(sessions), 2);
    assert_string_equal(json_string_value(json_object_get(json_array_get(sessions, 1), "operator")),
                        "demonstrator");
    json_decref(list);
    assert_int_equal(SESSIONS("export", "1"), UI_EXIT_DONE);
    json_t *session = json_loads(out, JSON_REJECT_DUPLICATES, NULL);
    assert_non_null(session);
    assert_string_equal(json_string_value(json_object_get(session, "trainee")), "Jürgen");
    assert_int_equal(
        json_integer_value(json_object_get(json_object_get(session, "result"), "trees_felled")), 1);
    json_t *log = json_array_get(json_object_get(session, "logs"), 0);
    assert_near(json_real_value(json_object_get(log, "length_m")), 4.897, 0.0);
    json_t *changes = json_object_get(json_object_get(session, "inputs"), "changes");
    assert_int_equal(json_array_size(changes), 1);
    json_t *change = json_array_get(changes, 0);
    assert_int_equal(json_integer_value(json_array_get(change, 0)), 10);
    assert_int_equal(json_integer_value(json_array_get(change, 1)), 0);
    assert_near(json_real_value(json_array_get(change, 2)), 0.1, 0.0);
    json_decref(session);
}

static void undamaged_records_are_verified(void **state) {
    (void)state;
    assert_int_equal(SESSIONS("verify"), UI_EXIT_DONE);
    assert_string_equal(out, "the database is undamaged, with 2 sessions\n");
    assert_int_equal(SESSIONS("verify", "2"), UI_EXIT_DONE);
    assert_string_equal(out, "session 2 is undamaged\n");
}

// A gap before a chunk of inputs: the inputs before it are exported, and the damage is named.
static void damage_is_named(void **state) {
    (void)state;
    const char *db = tests_scratch_path(&scratch, "damaged.db");
    const uint8_t sound[] = {1, 2, 9, 3, 4, 4}, other[] = {1, 2};
    struct dat_store *store = dat_store_open(db, DAT_STORE_WRITE, NULL);
    assert_non_null(store);
    struct dat_session_info info;
    struct dat_store *whole = dat_store_open(NULL, DAT_STORE_READ, NULL);
    assert_true(dat_store_session(whole, 1, &info, NULL));
    dat_store_close(whole);
    assert_int_equal(dat_store_begin(store, &info, NULL, NULL), 1);
    dat_session_info_finish(&info);
    struct dat_batch second = {.steps = 110,
                               .first_event = 1,
                               .first_log = 1,
                               .chunk = {.first_step = 60,
                                         .steps = 50,
                                         .bytes = (uint8_t *)(uintptr_t)other,
                                         .size = sizeof other}};
    const struct dat_batch first = {.next = &second,
                                    .steps = 50,
                                    .first_event = 1,
                                    .first_log = 1,
                                    .chunk = {.first_step = 0,
                                              .steps = 50,
                                              .bytes = (uint8_t *)(uintptr_t)sound,
                                              .size = sizeof sound}};
    assert_true(dat_store_append(store, 1, &first, NULL));
    dat_store_close(store);
    assert_int_equal(SESSIONS("export", "1", "--db", db), UI_EXIT_USAGE);
    assert_string_equal(err,
                        "kranich sessions: error: the record of session 1 is damaged: chunk 2 of "
                        "its inputs begins at step 60, expected 50: steps are missing before it\n");
    assert_contains(out, "\"damaged\": true");
    assert_int_equal(SESSIONS("show", "1", "--db", db), UI_EXIT_USAGE);
    assert_contains(out, "first-harvest");
    assert_contains(err, "the record of session 1 is damaged: chunk 2 of its inputs");
    assert_int_equal(SESSIONS("verify", "1", "--db", db), UI_EXIT_USAGE);
    assert_string_equal(out, "");
    assert_contains(err, "the record of session 1 is damaged: chunk 2 of its inputs");
    assert_int_equal(SESSIONS("verify", "2", "--db", db), UI_EXIT_USAGE);
    assert_contains(err, "there is no session 2");
    assert_int_equal(SESSIONS("verify", "--db", db, "--json", "-"), UI_EXIT_USAGE);
    json_t *verified = json_loads(out, JSON_REJECT_DUPLICATES, NULL);
    assert_int_equal(json_integer_value(json_object_get(verified, "sessions")), 1);
    assert_int_equal(json_array_size(json_object_get(verified, "damage")), 1);
    json_decref(verified);
    assert_int_equal(SESSIONS("export", "1", "--db", db), UI_EXIT_USAGE);
    json_t *session = json_loads(out, JSON_REJECT_DUPLICATES, NULL);
    json_t *inputs = json_object_get(session, "inputs");
    assert_int_equal(json_array_size(json_object_get(inputs, "changes")), 2);
    assert_int_equal(json_array_size(json_object_get(session, "damage")), 1);
    json_decref(session);
}

// An exercise that was edited later explains a replay that differs.
static void changed_files_are_shown(void **state) {
    (void)state;
    char db[512];
    snprintf(db, sizeof db, "%s", tests_scratch_path(&scratch, "files.db"));
    const char *paths[] = {tests_scratch_path(&scratch, "a.yaml"),
                           tests_scratch_path(&scratch, "b.yaml")};
    struct dat_source_list files = {0};
    struct dat_session_info info;
    tests_scratch_write(&scratch, "a.yaml", "kind: free\n");
    tests_scratch_write(&scratch, "b.yaml", "kind: load\n");
    assert_true(dat_sources_add(&files, paths[0], "kind: free\n"));
    assert_true(dat_sources_add(&files, paths[1], "kind: load\n"));
    struct dat_store *store = dat_store_open(NULL, DAT_STORE_READ, NULL);
    assert_true(dat_store_session(store, 1, &info, NULL));
    dat_store_close(store);
    store = dat_store_open(db, DAT_STORE_WRITE, NULL);
    assert_int_equal(dat_store_begin(store, &info, &files, NULL), 1);
    dat_store_close(store);
    dat_session_info_finish(&info);
    dat_sources_finish(&files);
    assert_int_equal(SESSIONS("show", "1", "--db", db), UI_EXIT_DONE);
    assert_null(strstr(out, "changed since"));
    tests_scratch_write(&scratch, "b.yaml", "kind: harvest\n");
    assert_int_equal(SESSIONS("show", "1", "--db", db), UI_EXIT_DONE);
    assert_contains(out, "/b.yaml (changed since the session was recorded)\n");
    assert_null(strstr(out, "a.yaml ("));
    assert_int_equal(SESSIONS("export", "1", "--db", db), UI_EXIT_DONE);
    assert_contains(out, "\"now\": \"same\"");
    assert_contains(out, "\"now\": \"changed\"");
}

// A backup works while a session runs, is complete, and replaces a file only with --overwrite.
static void a_backup_is_a_database(void **state) {
    (void)state;
    struct dat_store *running = dat_store_open(NULL, DAT_STORE_WRITE, NULL);
    assert_non_null(running);
    char copy[512];
    snprintf(copy, sizeof copy, "%s", tests_scratch_path(&scratch, "copy.db"));
    assert_int_equal(SESSIONS("backup", copy), UI_EXIT_DONE);
    assert_contains(out, "2 sessions copied to ");
    assert_int_equal(SESSIONS("list", "--db", copy), UI_EXIT_DONE);
    assert_contains(out, "Jürgen");
    char beside[600];
    snprintf(beside, sizeof beside, "%s-wal", copy);
    assert_int_equal(access(beside, F_OK), -1);
    assert_int_equal(SESSIONS("backup", copy), UI_EXIT_ENVIRONMENT);
    assert_contains(err, "copy.db exists; choose another file, or use --overwrite");
    assert_int_equal(SESSIONS("backup", copy, "--overwrite"), UI_EXIT_DONE);
    assert_int_equal(SESSIONS("backup", "/nowhere/x.db"), UI_EXIT_ENVIRONMENT);
    assert_contains(err, "the backup /nowhere/x.db cannot be written: No such file");
    assert_int_equal(SESSIONS("backup", dat_store_path(running), "--overwrite"),
                     UI_EXIT_ENVIRONMENT);
    assert_contains(err, "it is the database itself");
    // The log of a deleted database would be applied to the copy.
    tests_scratch_write(&scratch, "gone.db-wal", "x");
    assert_int_equal(SESSIONS("backup", tests_scratch_path(&scratch, "gone.db")),
                     UI_EXIT_ENVIRONMENT);
    assert_contains(err, "the -wal file of an earlier database is beside it");
    // A database that another program has open is not replaced.
    struct dat_store *other = dat_store_open(copy, DAT_STORE_WRITE, NULL);
    assert_non_null(other);
    assert_int_equal(SESSIONS("backup", copy, "--overwrite"), UI_EXIT_ENVIRONMENT);
    assert_contains(err, "it is a database in use");
    dat_store_close(other);
    dat_store_close(running);
    // On a full disk there is no copy at all.
    snprintf(beside, sizeof beside, "%s", tests_scratch_path(&scratch, "full.db"));
    const pid_t child = fork();
    if (child == 0) {
        const struct rlimit limit = {8192, RLIM_INFINITY};
        signal(SIGXFSZ, SIG_IGN);
        setrlimit(RLIMIT_FSIZE, &limit);
        struct dat_store *store = dat_store_open(copy, DAT_STORE_READ, NULL);
        _exit(store != NULL && !dat_store_backup(store, beside, false, NULL) ? 0 : 1);
    }
    int status;
    assert_int_equal(waitpid(child, &status, 0), child);
    assert_int_equal(status, 0);
    assert_int_equal(access(beside, F_OK), -1);
    // The earlier copy is still a database.
    char *rest = tests_scratch_read(&scratch, "copy.db");
    assert_memory_equal(rest, "SQLite format 3", 16);
    free(rest);
}

static void deleting_needs_the_lock(void **state) {
    (void)state;
    struct dat_store *store = dat_store_open(NULL, DAT_STORE_WRITE, NULL);
    assert_non_null(store);
    assert_int_equal(SESSIONS("delete", "1"), UI_EXIT_ENVIRONMENT);
    assert_contains(err, "another Kranich");
    assert_int_equal(SESSIONS("list"), UI_EXIT_DONE);
    dat_store_close(store);
    assert_int_equal(SESSIONS("delete", "1"), UI_EXIT_DONE);
    assert_string_equal(out, "session 1 is deleted\n");
    assert_int_equal(SESSIONS("delete", "1"), UI_EXIT_USAGE);
    assert_contains(err, "there is no session 1");
    assert_int_equal(SESSIONS("list"), UI_EXIT_DONE);
    assert_null(strstr(out, "Jürgen"));
    assert_contains(out, "Anna");
}

static void mistakes_are_named(void **state) {
    (void)state;
    static const struct {
        const char *a, *b, *words;
    } cases[] = {
        {NULL, NULL, "something is missing"},
        {"lits", NULL,
         "unknown action 'lits', expected list, show, compare, verify, delete, export or backup"},
        {"list", "1", "'list' takes no number"},
        {"show", NULL, "'show' needs the number of a session"},
        {"show", "x", "'x' is not the number of a session"},
        {"backup", NULL, "'backup' needs the name of a file"},
        {"delete", "99999999999999999999", "is not the number of a session"},
        {"list", "--jsn", "did you mean '--json'?"},
        {"list", "--hpr=/tmp/x.hpr", "'--hpr' belongs to 'export'"},
        {"list", "--mom=/tmp/x.mom", "'--mom' belongs to 'export'"},
        {"list", "--fpr=/tmp/x.fpr", "'--fpr' belongs to 'export'"},
        {"list", "--machine=forwarder", "'--machine' belongs to 'export --exercise'"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        assert_int_equal(SESSIONS(cases[i].a, cases[i].b), UI_EXIT_USAGE);
        assert_contains(err, cases[i].words);
    }
    assert_int_equal(SESSIONS("list", "--json", "/nowhere/x.json"), UI_EXIT_ENVIRONMENT);
    assert_contains(err, "/nowhere/x.json cannot be written: No such file");
    assert_int_equal(SESSIONS("list", "--db", scratch.folder), UI_EXIT_ENVIRONMENT);
    assert_contains(err, "is not a regular file");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_missing_database_is_empty),
        cmocka_unit_test(sessions_are_listed_and_shown),
        cmocka_unit_test(json_holds_the_same),
        cmocka_unit_test(undamaged_records_are_verified),
        cmocka_unit_test(damage_is_named),
        cmocka_unit_test(changed_files_are_shown),
        cmocka_unit_test(a_backup_is_a_database),
        cmocka_unit_test(deleting_needs_the_lock),
        cmocka_unit_test(mistakes_are_named),
    };
    return cmocka_run_group_tests(tests, set_up, tear_down);
}
