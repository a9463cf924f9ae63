#include "ui/cmd/library_file.h"

#include "tests/capture.h"
#include "ui/screen/exit_status.h"

static const struct ui_args_def def = {.verb = "try"};
static char path[DAT_SCENARIO_PATH], out[1024], err[1024];

static int find(const char *folder, const char *kind, const char *name) {
    struct tests_capture capture;
    tests_capture_begin(&capture);
    const int status = ui_find_library_file(&def, folder, kind, name, path);
    tests_capture_end(&capture, out, err, sizeof out);
    assert_string_equal(out, "");
    return status;
}

static const char *library(void) {
    static char folder[512];
    const char *root = getenv("KRANICH_ROOT");
    (void)snprintf(folder, sizeof folder, "%s/data/library", root != NULL ? root : ".");
    return folder;
}

static void names_and_paths_are_found(void **state) {
    (void)state;
    assert_int_equal(find(library(), "exercises", "first-load"), UI_EXIT_DONE);
    assert_contains(path, "/data/library/exercises/first-load.yaml");
    assert_int_equal(access(path, R_OK), 0);
    assert_int_equal(find(library(), "exercises", "./mine.yaml"), UI_EXIT_DONE);
    assert_string_equal(path, "./mine.yaml");
    assert_string_equal(err, "");
}

// A wrong name is the user's mistake, a missing library is not.
static void the_status_tells_whose_mistake_it_is(void **state) {
    (void)state;
    assert_int_equal(find(library(), "machines", "no-such"), UI_EXIT_USAGE);
    assert_contains(err, "kranich try: error: there is no machine 'no-such'");
    assert_int_equal(find("/nowhere", "machines", "no-such"), UI_EXIT_ENVIRONMENT);
    assert_string_equal(err, "kranich try: error: the library /nowhere is not a folder\n");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(names_and_paths_are_found),
        cmocka_unit_test(the_status_tells_whose_mistake_it_is),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
