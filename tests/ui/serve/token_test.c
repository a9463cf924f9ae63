// The token's file, and the comparison.
#include "ui/serve/token.h"

#include <sys/stat.h>

#include "tests/capture.h"
#include "tests/scratch.h"

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

static void it_is_kept_for_its_owner_alone(void **state) {
    (void)state;
    const char *path = tests_scratch_path(&scratch, "token");
    char first[UI_SERVE_TOKEN], second[UI_SERVE_TOKEN];
    struct stat status;
    assert_true(ui_serve_token_keep(path, first, NULL));
    assert_int_equal(strlen(first), 32);
    assert_int_equal(stat(path, &status), 0);
    assert_int_equal(status.st_mode & 0777, 0600);
    assert_true(ui_serve_token_keep(path, second, NULL));
    assert_string_equal(first, second);
    assert_true(ui_serve_token_read(path, second, NULL));
    assert_string_equal(first, second);
}

// Others may know it.
static void one_that_others_could_read_is_replaced(void **state) {
    (void)state;
    const char *path = tests_scratch_path(&scratch, "token");
    char first[UI_SERVE_TOKEN], second[UI_SERVE_TOKEN];
    struct stat status;
    assert_true(ui_serve_token_keep(path, first, NULL));
    assert_int_equal(chmod(path, 0640), 0);
    struct dat_problem problem = {""};
    assert_false(ui_serve_token_read(path, second, &problem)); // such as a copy for a seat
    assert_contains(problem.text, "others can read the token");
    assert_true(ui_serve_token_keep(path, second, NULL));
    assert_string_not_equal(first, second);
    assert_int_equal(stat(path, &status), 0);
    assert_int_equal(status.st_mode & 0777, 0600);
}

static void a_damaged_file_is_replaced_or_named(void **state) {
    (void)state;
    static const char *const damaged[] = {"", "abc\n", "0123456789abcdef0123456789abcdeg\n",
                                          "0123456789abcdef0123456789abcdef0\n"};
    for (size_t i = 0; i < sizeof damaged / sizeof damaged[0]; i++) {
        struct dat_problem problem = {""};
        char token[UI_SERVE_TOKEN];
        tests_scratch_write(&scratch, "token", damaged[i]);
        const char *path = tests_scratch_path(&scratch, "token");
        assert_false(ui_serve_token_read(path, token, &problem));
        assert_contains(problem.text, "has no token");
        assert_true(ui_serve_token_keep(path, token, NULL));
        assert_true(ui_serve_token_read(path, token, NULL));
    }
}

static void a_folder_that_refuses_it_is_named(void **state) {
    (void)state;
    struct dat_problem problem = {""};
    char token[UI_SERVE_TOKEN];
    assert_false(ui_serve_token_keep(tests_scratch_path(&scratch, "none/token"), token, &problem));
    assert_contains(problem.text, "none/token: No such file");
}

static void only_the_whole_token_counts(void **state) {
    (void)state;
    static const char token[UI_SERVE_TOKEN] = "0123456789abcdef0123456789abcdef";
    assert_true(ui_serve_token_is(token, "0123456789abcdef0123456789abcdef"));
    assert_false(ui_serve_token_is(token, NULL));
    assert_false(ui_serve_token_is(token, ""));
    assert_false(ui_serve_token_is(token, "0123456789abcdef0123456789abcde"));
    assert_false(ui_serve_token_is(token, "0123456789abcdef0123456789abcdeF"));
    assert_false(ui_serve_token_is(token, "1123456789abcdef0123456789abcdef"));
    assert_false(ui_serve_token_is(token, "0123456789abcdef0123456789abcdef0"));
}

static void it_lies_beside_the_database(void **state) {
    (void)state;
    char path[PATH_MAX];
    setenv("XDG_DATA_HOME", "/data", 1);
    assert_true(ui_serve_token_path("/x/y/sessions.db", UI_SEAT_TOKEN_FILE, path));
    assert_string_equal(path, "/x/y/seat.token");
    assert_true(ui_serve_token_path("sessions.db", UI_SERVE_TOKEN_FILE, path));
    assert_string_equal(path, "serve.token");
    assert_true(ui_serve_token_path(NULL, UI_SERVE_TOKEN_FILE, path));
    assert_string_equal(path, "/data/kranich/serve.token");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(it_is_kept_for_its_owner_alone, set_up, tear_down),
        cmocka_unit_test_setup_teardown(one_that_others_could_read_is_replaced, set_up, tear_down),
        cmocka_unit_test_setup_teardown(a_damaged_file_is_replaced_or_named, set_up, tear_down),
        cmocka_unit_test_setup_teardown(a_folder_that_refuses_it_is_named, set_up, tear_down),
        cmocka_unit_test(it_lies_beside_the_database),
        cmocka_unit_test(only_the_whole_token_counts),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
