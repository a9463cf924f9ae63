// `kranich machine` as a user meets it.
#include <stdlib.h>
#include <string.h>

#include "tests/capture.h"
#include "ui/cmd/commands.h"
#include "ui/screen/exit_status.h"

static char out[1 << 15], err[1 << 15];

// Runs `kranich machine` with the given arguments, up to a NULL.
static int run(const char *const *arguments) {
    char copies[8][4096];
    char *argv[9] = {0};
    int argc = 0;
    for (; arguments[argc] != NULL; argc++) {
        (void)snprintf(copies[argc], sizeof copies[argc], "%s", arguments[argc]);
        argv[argc] = copies[argc];
    }
    struct tests_capture capture;
    tests_capture_begin(&capture);
    const int status = ui_cmd_machine(argc, argv);
    tests_capture_end(&capture, out, err, sizeof err);
    return status;
}

static void mistakes_end_with_2(void **state) {
    (void)state;
    char car[4096];
    (void)snprintf(car, sizeof car, "%s/data/library/physics/car.yaml", getenv("KRANICH_ROOT"));
    assert_int_equal(run((const char *[]){"machine", NULL}), UI_EXIT_USAGE);
    assert_int_equal(run((const char *[]){"machine", "harvestr", NULL}), UI_EXIT_USAGE);
    assert_non_null(strstr(err, "did you mean 'harvester'"));
    assert_int_equal(run((const char *[]){"machine", "harvester", "--class", "huge", NULL}),
                     UI_EXIT_USAGE);
    assert_non_null(strstr(err, "there is no class 'huge'"));
    assert_int_equal(run((const char *[]){"machine", car, NULL}), UI_EXIT_USAGE);
    assert_non_null(strstr(err, "car.yaml:1:1: error: has no 'drive' with 'wheels'"));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(mistakes_end_with_2),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
