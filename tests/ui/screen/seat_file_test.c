// The operator's seat and its file.
#include "ui/screen/seat_file.h"

#include <string.h>

#include "tests/near.h"
#include "tests/scratch.h"

static void what_is_written_is_read(void **state) {
    (void)state;
    struct tests_scratch scratch;
    struct dat_problem problem = {""};
    struct dat_diagnostics d;
    struct ui_camera_rig rig, read;
    tests_scratch_create(&scratch);
    const char *path = tests_scratch_path(&scratch, "new/seat.yaml");
    ui_camera_rig_init(&rig);
    ui_camera_rig_init(&read);
    assert_true(ui_seat_load(path, &read, &d)); // there is none yet
    assert_near(read.seat_up, 0.0, 0.0);
    ui_camera_rig_move_seat(&rig, 9.0, -0.04); // as far as it goes
    assert_true(ui_seat_save(path, &rig, &problem));
    assert_true(ui_seat_load(path, &read, &d));
    assert_near(read.seat_ahead, ui_seat_travel, 1e-9);
    assert_near(read.seat_up, -0.04, 1e-9);
    tests_scratch_remove(&scratch);
}

static void mistakes_leave_the_seat_in_the_middle(void **state) {
    (void)state;
    static const struct {
        const char *text, *part;
    } bad[] = {
        {"ahed_m: 0\n", "did you mean 'ahead_m'?"},
        {"up_m: 0.09\n", "'up_m' must be from -0.08 to 0.08"},
        {"ahead_m: far\n", "ahead_m"},
    };
    struct tests_scratch scratch;
    tests_scratch_create(&scratch);
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
        struct dat_diagnostics d;
        struct ui_camera_rig rig;
        ui_camera_rig_init(&rig);
        ui_camera_rig_move_seat(&rig, 0.05, 0.05);
        tests_scratch_write(&scratch, "seat.yaml", bad[i].text);
        assert_false(ui_seat_load(tests_scratch_path(&scratch, "seat.yaml"), &rig, &d));
        assert_non_null(strstr(dat_diagnostics_first_error(&d), bad[i].part));
        assert_near(rig.seat_ahead, 0.0, 0.0);
        assert_near(rig.seat_up, 0.0, 0.0);
    }
    tests_scratch_remove(&scratch);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_is_written_is_read),
        cmocka_unit_test(mistakes_leave_the_seat_in_the_middle),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
