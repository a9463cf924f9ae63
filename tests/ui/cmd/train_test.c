#include <signal.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>

#include "data/record/store.h"
#include "tests/scratch.h"
#include "tests/ui/cmd/command_line.h"

static struct tests_scratch scratch;

static int set_up(void **state) {
    (void)state;
    tests_scratch_create(&scratch);
    return 0;
}

static int tear_down(void **state) {
    (void)state;
    tests_scratch_remove(&scratch);
    return 0;
}

// The tests run with a driver that shows nothing: the window must say so, and keep no database.
static void a_missing_display_is_named(void **state) {
    (void)state;
    const char *db = tests_scratch_path(&scratch, "sessions.db");
    assert_int_equal(RUN("train", "first-harvest", "--db", db), UI_EXIT_ENVIRONMENT);
    assert_contains(err, "no display");
    assert_contains(err, "demo EXERCISE --headless");
    assert_ptr_equal(strchr(err, '\n'), err + strlen(err) - 1); // one sentence, one line
    assert_string_equal(out, "");
    assert_int_equal(access(db, F_OK), -1);
    // The same without a verb.
    assert_int_equal(run((const char *const[]){"kranich", NULL}), UI_EXIT_ENVIRONMENT);
    assert_contains(err, "no display");
}

static void bad_usage_is_refused(void **state) {
    (void)state;
    assert_int_equal(RUN("train", "no-such-exercise"), UI_EXIT_USAGE);
    assert_int_equal(RUN("train", "first-harvest", "--stereo", "red-green"), UI_EXIT_USAGE);
    assert_contains(err, "anaglyph");
    assert_int_equal(RUN("train", "first-harvest", "--eye-distance", "3"), UI_EXIT_USAGE);
    assert_int_equal(RUN("train", "--headless"), UI_EXIT_USAGE);
    assert_int_equal(RUN("train", "first-load", "--resume", "1"), UI_EXIT_USAGE);
    assert_contains(err, "leave out EXERCISE");
    assert_int_equal(RUN("train", "first-harvest", "--machine", "no-such"), UI_EXIT_USAGE);
}

static void mistakes_of_a_file_are_named(void **state) {
    (void)state;
    tests_scratch_write(&scratch, "bad.yaml", "exercise: Bad\nfly: high\n");
    assert_int_equal(RUN("train", tests_scratch_path(&scratch, "bad.yaml")), UI_EXIT_USAGE);
    assert_contains(err, "bad.yaml:2:");
}

static void the_controls_are_printed(void **state) {
    (void)state;
    assert_int_equal(RUN("train", "--controls"), UI_EXIT_DONE);
    assert_contains(out, "Lever 1 (left)");
    assert_contains(out, "crane slewing");
}

static void headless_training_is_recorded(void **state) {
    (void)state;
    const char *db = tests_scratch_path(&scratch, "headless.db");
    assert_int_equal(RUN("train", "first-harvest", "--headless", "--duration", "0.3", "--trainee",
                         "Anna", "--db", db),
                     UI_EXIT_DONE);
    assert_contains(out, "First harvest: ended");
    struct dat_problem problem = {""};
    struct dat_session_info info;
    struct dat_store *store = dat_store_open(db, DAT_STORE_READ, &problem);
    assert_non_null(store);
    assert_true(dat_store_session(store, 1, &info, &problem));
    assert_string_equal(info.trainee, "Anna");
    assert_int_equal(info.outcome, DAT_STOPPED);
    assert_int_equal(info.who, DAT_TRAINEE);
    assert_near((double)info.steps * info.step, 0.3, 0.03);
    dat_session_info_finish(&info);
    dat_store_close(store);
}

// Starts the program itself. The system refuses files larger than most [byte]; 0: no limit.
static pid_t start_program(const char *const *words, rlim_t most) {
    const char *program = getenv("KRANICH");
    assert_non_null(program);
    const pid_t child = fork();
    if (child != 0)
        return child;
    const struct rlimit limit = {most, RLIM_INFINITY};
    if (most > 0)
        setrlimit(RLIMIT_FSIZE, &limit);
    freopen("/dev/null", "w", stdout);
    freopen(tests_scratch_path(&scratch, "errors"), "w", stderr);
    execv(program, (char *const *)(uintptr_t)words);
    _exit(99);
}

// Waits until session 1 of the database has at least this many steps.
static void wait_for_steps(const char *db, int64_t steps) {
    for (int i = 0; i < 3000; i++) {
        struct dat_session_info info = {0};
        struct dat_store *store = dat_store_open(db, DAT_STORE_READ, NULL);
        const bool enough =
            store != NULL && dat_store_session(store, 1, &info, NULL) && info.steps >= steps;
        dat_session_info_finish(&info);
        dat_store_close(store);
        if (enough)
            return;
        nanosleep(&(struct timespec){0, 10000000}, NULL);
    }
    fail_msg("nothing was recorded in 30 s");
}

// Outcome of session 1, which must have ended in order.
static enum dat_outcome outcome(const char *db) {
    struct dat_session_info info;
    struct dat_store *store = dat_store_open(db, DAT_STORE_READ, NULL);
    assert_non_null(store);
    assert_true(dat_store_session(store, 1, &info, NULL));
    const enum dat_outcome result = info.outcome;
    assert_non_null(info.end_utc);
    assert_true(info.has_end_state_hash);
    dat_session_info_finish(&info);
    dat_store_close(store);
    return result;
}

// A signal is the operator's way to end an exercise where there is no window.
static void a_signal_ends_the_session(void **state) {
    (void)state;
    static const struct {
        const char *verb;
        int signal;
    } cases[] = {{"train", SIGINT}, {"train", SIGTERM}, {"demo", SIGINT}, {"demo", SIGTERM}};
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        char name[16];
        int status;
        snprintf(name, sizeof name, "%zu.db", i);
        const char *db = tests_scratch_path(&scratch, name);
        const pid_t child =
            start_program((const char *const[]){"kranich", cases[i].verb, "first-load",
                                                "--headless", "--db", db, NULL},
                          0);
        wait_for_steps(db, 10);
        assert_int_equal(kill(child, cases[i].signal), 0);
        assert_int_equal(waitpid(child, &status, 0), child);
        assert_true(WIFEXITED(status));
        assert_int_equal(WEXITSTATUS(status), UI_EXIT_DONE);
        assert_int_equal(outcome(db), DAT_STOPPED);
    }
}

static void a_killed_session_is_resumed(void **state) {
    (void)state;
    const char *db = tests_scratch_path(&scratch, "killed.db");
    int status;
    const pid_t child = start_program(
        (const char *const[]){"kranich", "train", "first-load", "--headless", "--db", db, NULL}, 0);
    wait_for_steps(db, 50);
    assert_int_equal(kill(child, SIGKILL), 0);
    assert_int_equal(waitpid(child, &status, 0), child);
    assert_true(WIFSIGNALED(status));
    assert_int_equal(RUN("train", "--resume", "1", "--headless", "--duration", "0.5", "--db", db),
                     UI_EXIT_DONE);
    assert_string_equal(err, "");
    assert_int_equal(outcome(db), DAT_STOPPED);
    wait_for_steps(db, 100);
    assert_int_equal(RUN("replay", "1", "--verify", "--db", db), UI_EXIT_DONE);
    assert_int_equal(RUN("train", "--resume", "1", "--headless", "--db", db), UI_EXIT_USAGE);
    assert_contains(err, "is not interrupted");
}

// With a limit on the size of files, the program must report it, not be killed by SIGXFSZ.
static void a_limit_of_file_sizes_is_named(void **state) {
    (void)state;
    const char *db = tests_scratch_path(&scratch, "limit.db");
    int status;
    const pid_t child =
        start_program((const char *const[]){"kranich", "train", "first-load", "--headless",
                                            "--duration", "0.5", "--db", db, NULL},
                      20000);
    assert_int_equal(waitpid(child, &status, 0), child);
    assert_true(WIFEXITED(status));
    assert_int_equal(WEXITSTATUS(status), UI_EXIT_ENVIRONMENT);
    char *errors = tests_scratch_read(&scratch, "errors");
    assert_contains(errors, "kranich train: error: the session database");
    assert_contains(errors, "limit.db cannot be read or written: File too large");
    free(errors);
}

// Without goals there is nothing to reach: it continues until its time is up, and is not failed.
static void free_driving_is_neither_passed_nor_failed(void **state) {
    (void)state;
    char text[2048];
    const char *root = getenv("KRANICH_ROOT");
    const char *db = tests_scratch_path(&scratch, "free.db");
    snprintf(text, sizeof text,
             "exercise: Free\nsite: ../../../../../..%s/data/library/sites/first-forest\n"
             "machine: ../../../../../..%s/data/library/machines/forwarder.yaml\n"
             "start: {position: [14, 35.8], heading_deg: 23}\ntime_limit: 1\n",
             root, root);
    tests_scratch_write(&scratch, "free.yaml", text);
    assert_int_equal(
        RUN("train", tests_scratch_path(&scratch, "free.yaml"), "--headless", "--db", db),
        UI_EXIT_DONE);
    assert_contains(out, "Free: ended after 0:01 min");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(a_missing_display_is_named, set_up, tear_down),
        cmocka_unit_test_setup_teardown(bad_usage_is_refused, set_up, tear_down),
        cmocka_unit_test_setup_teardown(mistakes_of_a_file_are_named, set_up, tear_down),
        cmocka_unit_test_setup_teardown(the_controls_are_printed, set_up, tear_down),
        cmocka_unit_test_setup_teardown(headless_training_is_recorded, set_up, tear_down),
        cmocka_unit_test_setup_teardown(a_signal_ends_the_session, set_up, tear_down),
        cmocka_unit_test_setup_teardown(a_killed_session_is_resumed, set_up, tear_down),
        cmocka_unit_test_setup_teardown(a_limit_of_file_sizes_is_named, set_up, tear_down),
        cmocka_unit_test_setup_teardown(free_driving_is_neither_passed_nor_failed, set_up,
                                        tear_down),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
