#include <signal.h>
#include <sys/resource.h>
#include <sys/wait.h>

#include <jansson.h>

#include "data/record/backup.h"
#include "tests/ui/cmd/sessions_case.h"

static const char *database(void) {
    return tests_scratch_path(&scratch, "kranich/sessions.db");
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
    assert_contains(out, "trees_felled                    1\n");
    assert_contains(out, " 65.43  log_cut  tree 17, length 4.9\n");
    assert_contains(out, "65.43  spruce   saw log     17       4.897     4.880    20.3    25.0     "
                         "31.0      0.240\n");
    assert_string_equal(err, "");
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
         "unknown action 'lits', expected list, show, compare, verify, delete, forget, export, "
         "backup, send or trust"},
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
        cmocka_unit_test(a_backup_is_a_database),
        cmocka_unit_test(deleting_needs_the_lock),
        cmocka_unit_test(mistakes_are_named),
    };
    return cmocka_run_group_tests(tests, set_up, tear_down);
}
