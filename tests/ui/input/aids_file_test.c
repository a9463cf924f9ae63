// The operator's aids and their file.
#include "ui/input/aids_file.h"

#include <string.h>

#include "tests/data/bad_input.h"
#include "tests/near.h"
#include "tests/scratch.h"

static void what_is_written_is_read(void **state) {
    (void)state;
    struct tests_scratch scratch;
    struct dat_problem problem = {""};
    struct dat_diagnostics d;
    struct veh_controls written = {{0.0}}, read = {{0.0}};
    unsigned guides = 0;
    tests_scratch_create(&scratch);
    const char *path = tests_scratch_path(&scratch, "new/aids.yaml");
    assert_true(ui_aids_load(path, &read, &guides, &d)); // there is none yet
    written.value[VEH_TIP_CONTROL] = 1.0;
    written.value[VEH_CRANE_SLOWER] = 0.3;
    written.value[VEH_SLEW] = 0.7; // a lever, which is not kept
    assert_true(ui_aids_save(path, &written, 5u, &problem));
    assert_true(ui_aids_load(path, &read, &guides, &d));
    assert_near(read.value[VEH_TIP_CONTROL], 1.0, 0.0);
    assert_near(read.value[VEH_CRANE_SLOWER], 0.3, 0.0);
    assert_near(read.value[VEH_SOFT_CRANE], 0.0, 0.0);
    assert_near(read.value[VEH_SLEW], 0.0, 0.0);
    assert_int_equal(guides, 5);
    tests_scratch_remove(&scratch);
}

static void mistakes_leave_the_aids_off(void **state) {
    (void)state;
    static const struct {
        const char *text, *part;
    } bad[] = {
        {"tip_kontrol: 1\n", "did you mean 'tip_control'?"},
        {"crane_slower: 0.9\n", "'crane_slower' must be from 0 to 0.8"},
        {"soft_crane: yes\n", "soft_crane"},
        {"- 1\n", ""},
    };
    struct tests_scratch scratch;
    tests_scratch_create(&scratch);
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
        struct dat_diagnostics d;
        struct veh_controls aids = {{0.0}};
        unsigned guides = 7;
        aids.value[VEH_SWING_DAMPING] = 1.0;
        tests_scratch_write(&scratch, "aids.yaml", bad[i].text);
        assert_false(ui_aids_load(tests_scratch_path(&scratch, "aids.yaml"), &aids, &guides, &d));
        assert_non_null(strstr(dat_diagnostics_first_error(&d), bad[i].part));
        assert_near(aids.value[VEH_SWING_DAMPING], 0.0, 0.0);
        assert_int_equal(guides, 0);
    }
    tests_scratch_remove(&scratch);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_is_written_is_read),
        cmocka_unit_test(mistakes_leave_the_aids_off),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
