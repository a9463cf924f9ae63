#include "ui/cmd/commands.h"

#include "data/record/store.h"
#include "tests/capture.h"
#include "tests/scratch.h"
#include "ui/screen/exit_status.h"

static struct tests_scratch scratch;
static char out[65536], err[65536];

// Runs `kranich` with the words; NULL ends them.
static int run(const char *const *words) {
    char text[10][512];
    char *argv[11];
    int argc = 0;
    while (argc < 10 && words[argc] != NULL) {
        snprintf(text[argc], sizeof text[0], "%s", words[argc]);
        argv[argc] = text[argc];
        argc++;
    }
    argv[argc] = NULL;
    struct tests_capture capture;
    tests_capture_begin(&capture);
    const int status = ui_run_command_line(argc, argv);
    tests_capture_end(&capture, out, err, sizeof out);
    return status;
}

#define RUN(...) run((const char *const[]){"kranich", __VA_ARGS__, NULL})

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
static void says_that_there_is_no_display(void **state) {
    (void)state;
    const char *db = tests_scratch_path(&scratch, "sessions.db");
    assert_int_equal(RUN("train", "first-harvest", "--db", db), UI_EXIT_ENVIRONMENT);
    assert_non_null(strstr(err, "no display"));
    assert_non_null(strstr(err, "demo EXERCISE --headless"));
    assert_ptr_equal(strchr(err, '\n'), err + strlen(err) - 1); // one sentence, one line
    assert_string_equal(out, "");
    assert_int_equal(access(db, F_OK), -1);
    // Without a verb the same.
    assert_int_equal(run((const char *const[]){"kranich", NULL}), UI_EXIT_ENVIRONMENT);
    assert_non_null(strstr(err, "no display"));
    assert_int_equal(RUN("demo", "first-harvest", "--no-record"), UI_EXIT_ENVIRONMENT);
    assert_non_null(strstr(err, "no display"));
}

static void refuses_bad_usage(void **state) {
    (void)state;
    assert_int_equal(RUN("train", "no-such-exercise"), UI_EXIT_USAGE);
    assert_int_equal(RUN("train", "first-harvest", "--stereo", "red-green"), UI_EXIT_USAGE);
    assert_non_null(strstr(err, "anaglyph"));
    assert_int_equal(RUN("train", "first-harvest", "--eye-distance", "3"), UI_EXIT_USAGE);
    assert_int_equal(RUN("train", "--headless"), UI_EXIT_USAGE);
    assert_int_equal(RUN("train", "first-harvest", "--machine", "no-such"), UI_EXIT_USAGE);
}

static void names_the_mistakes_of_a_file(void **state) {
    (void)state;
    tests_scratch_write(&scratch, "bad.yaml", "exercise: Bad\nkind: fly\n");
    assert_int_equal(RUN("train", tests_scratch_path(&scratch, "bad.yaml")), UI_EXIT_USAGE);
    assert_non_null(strstr(err, "bad.yaml:2:"));
}

static void prints_its_controls(void **state) {
    (void)state;
    assert_int_equal(RUN("train", "--controls"), UI_EXIT_DONE);
    assert_non_null(strstr(out, "Lever 1 (left)"));
    assert_non_null(strstr(out, "crane slewing"));
}

static void headless_training_is_recorded(void **state) {
    (void)state;
    const char *db = tests_scratch_path(&scratch, "headless.db");
    assert_int_equal(RUN("train", "first-harvest", "--headless", "--duration", "0.3", "--trainee",
                         "Anna", "--db", db),
                     UI_EXIT_DONE);
    assert_non_null(strstr(out, "First harvest: ended"));
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

// Without goals there is nothing to reach: it goes on until its time is up, and is not failed.
static void free_driving_is_neither_passed_nor_failed(void **state) {
    (void)state;
    char text[2048];
    const char *root = getenv("KRANICH_ROOT");
    const char *db = tests_scratch_path(&scratch, "free.db");
    snprintf(
        text, sizeof text,
        "exercise: Free\nkind: free\nsite: ../../../../../..%s/data/library/sites/first-forest\n"
        "machine: ../../../../../..%s/data/library/machines/forwarder.yaml\n"
        "start: {position: [14, 35.8], heading_deg: 23}\ntime_limit: 1\n",
        root, root);
    tests_scratch_write(&scratch, "free.yaml", text);
    assert_int_equal(
        RUN("train", tests_scratch_path(&scratch, "free.yaml"), "--headless", "--db", db),
        UI_EXIT_DONE);
    assert_non_null(strstr(out, "Free: ended after 0:01 min"));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(says_that_there_is_no_display, set_up, tear_down),
        cmocka_unit_test_setup_teardown(refuses_bad_usage, set_up, tear_down),
        cmocka_unit_test_setup_teardown(names_the_mistakes_of_a_file, set_up, tear_down),
        cmocka_unit_test_setup_teardown(prints_its_controls, set_up, tear_down),
        cmocka_unit_test_setup_teardown(headless_training_is_recorded, set_up, tear_down),
        cmocka_unit_test_setup_teardown(free_driving_is_neither_passed_nor_failed, set_up,
                                        tear_down),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
