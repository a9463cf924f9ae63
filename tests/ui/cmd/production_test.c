#include "ui/cmd/production.h"

#include <unistd.h>

#include "tests/data/report/recorded_levers.h"
#include "tests/scratch.h"
#include "tests/ui/cmd/command_line.h"

static void script(int64_t step, double values[VEH_CONTROL_COUNT]) {
    values[VEH_BOOM] = step < 50 ? 0.5 : 0.0;
}

// The exercise of this session cannot be read, so there is no stand whose stems could be named.
static void both_verbs_refuse_alike(void **state) {
    (void)state;
    struct tests_scratch scratch;
    tests_scratch_create(&scratch);
    char db[512], path[512];
    (void)snprintf(db, sizeof db, "%s", tests_scratch_path(&scratch, "s.db"));
    (void)snprintf(path, sizeof path, "%s", tests_scratch_path(&scratch, "s.hpr"));
    levers_record(db, "Anna Berg", 100, script);
    assert_int_equal(RUN("sessions", "export", "1", "--db", db, "--hpr", path), UI_EXIT_USAGE);
    const char *reason = strstr(err, "error: ");
    assert_non_null(reason);
    char first[512];
    (void)snprintf(first, sizeof first, "%s", reason);
    assert_int_equal(RUN("report", "1", "--db", db, "--format", "hpr", "-o", path), UI_EXIT_USAGE);
    assert_contains(err, first);
    assert_int_not_equal(access(path, F_OK), 0);
    tests_scratch_remove(&scratch);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(both_verbs_refuse_alike),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
