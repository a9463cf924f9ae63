#include "data/text/paths.h"

#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "tests/near.h"
#include "tests/scratch.h"

static void database_follows_the_xdg_rules(void **state) {
    (void)state;
    char path[256];
    setenv("HOME", "/home/anna", 1);
    unsetenv("XDG_DATA_HOME");
    assert_true(dat_default_database(path, sizeof path));
    assert_string_equal(path, "/home/anna/.local/share/kranich/sessions.db");
    setenv("XDG_DATA_HOME", "relative", 1);
    assert_true(dat_default_database(path, sizeof path));
    assert_string_equal(path, "/home/anna/.local/share/kranich/sessions.db");
    setenv("XDG_DATA_HOME", "/srv/data", 1);
    assert_true(dat_default_database(path, sizeof path));
    assert_string_equal(path, "/srv/data/kranich/sessions.db");
}

static void database_needs_a_home_and_room(void **state) {
    (void)state;
    char path[256] = "before";
    unsetenv("XDG_DATA_HOME");
    unsetenv("HOME");
    assert_false(dat_default_database(path, sizeof path));
    assert_string_equal(path, "");
    setenv("HOME", "/home/anna", 1);
    size_t needed = strlen("/home/anna/.local/share/kranich/sessions.db") + 1;
    assert_false(dat_default_database(path, needed - 1));
    assert_string_equal(path, "");
    assert_true(dat_default_database(path, needed));
}

static void the_users_library_is_beside_the_database(void **state) {
    (void)state;
    char path[256];
    setenv("HOME", "/home/anna", 1);
    unsetenv("XDG_DATA_HOME");
    assert_true(dat_default_language(path, sizeof path));
    assert_non_null(strstr(path, "/kranich/language"));
    assert_true(dat_user_library(path, sizeof path));
    assert_string_equal(path, "/home/anna/.local/share/kranich");
}

// Operators share a computer, not their aids.
static void each_operator_has_a_file_of_aids(void **state) {
    (void)state;
    char path[256], name[300];
    setenv("HOME", "/home/anna", 1);
    unsetenv("XDG_CONFIG_HOME");
    assert_true(dat_operators_aids("Anna", path, sizeof path));
    assert_string_equal(path, "/home/anna/.config/kranich/aids/Anna.yaml");
    assert_true(dat_operators_seat("Anna", path, sizeof path));
    assert_string_equal(path, "/home/anna/.config/kranich/seats/Anna.yaml");
    assert_true(dat_operators_aids("J\xC3\xB6rg ../%", path, sizeof path));
    assert_string_equal(path, "/home/anna/.config/kranich/aids/J%C3%B6rg%20%2E%2E%2F%25.yaml");
    memset(name, 'n', sizeof name - 1);
    name[sizeof name - 1] = '\0';
    assert_false(dat_operators_aids(name, path, sizeof path));
    assert_string_equal(path, "");
}

// The folder that the desktop names, else Pictures, else the home folder.
static void pictures_go_where_the_desktop_keeps_them(void **state) {
    (void)state;
    struct tests_scratch scratch;
    char path[512], home[512], expected[600], line[700];
    tests_scratch_create(&scratch);
    snprintf(home, sizeof home, "%s", scratch.folder);
    setenv("HOME", home, 1);
    setenv("XDG_CONFIG_HOME", home, 1);
    assert_true(dat_default_pictures(path, sizeof path));
    assert_string_equal(path, home);
    snprintf(expected, sizeof expected, "%s/Pictures", home);
    assert_int_equal(mkdir(expected, 0777), 0);
    assert_true(dat_default_pictures(path, sizeof path));
    assert_string_equal(path, expected);
    snprintf(expected, sizeof expected, "%s/Bilder", home);
    snprintf(line, sizeof line, "# a comment\nXDG_PICTURES_DIR=\"$HOME/Bilder\"\n");
    tests_scratch_write(&scratch, "user-dirs.dirs", line);
    assert_true(dat_default_pictures(path, sizeof path));
    assert_string_not_equal(path, expected); // it does not exist
    assert_int_equal(mkdir(expected, 0777), 0);
    assert_true(dat_default_pictures(path, sizeof path));
    assert_string_equal(path, expected);
    snprintf(line, sizeof line, "XDG_PICTURES_DIR=\"%s\"\n", expected);
    tests_scratch_write(&scratch, "user-dirs.dirs", line);
    assert_true(dat_default_pictures(path, sizeof path));
    assert_string_equal(path, expected);
    unsetenv("XDG_CONFIG_HOME");
    tests_scratch_remove(&scratch);
}

static void library_is_a_folder(void **state) {
    (void)state;
    char path[4096];
    assert_true(dat_default_library(path, sizeof path));
    struct stat status;
    assert_int_equal(stat(path, &status), 0);
    assert_true(S_ISDIR(status.st_mode));
}

static void paths_that_leave_a_folder_are_known(void **state) {
    (void)state;
    static const char *const out[] = {"..",     "../x",     "a/../../x",
                                      "./../x", "a//../..", "a/../../a/x"};
    static const char *const in[] = {"", "x", "a/../x", "./x", "..x", "a/..", "a/b/../../x", "..."};
    for (size_t i = 0; i < sizeof out / sizeof out[0]; i++)
        assert_true(dat_path_leaves_folder(out[i]));
    for (size_t i = 0; i < sizeof in / sizeof in[0]; i++)
        assert_false(dat_path_leaves_folder(in[i]));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(database_follows_the_xdg_rules),
        cmocka_unit_test(database_needs_a_home_and_room),
        cmocka_unit_test(the_users_library_is_beside_the_database),
        cmocka_unit_test(each_operator_has_a_file_of_aids),
        cmocka_unit_test(pictures_go_where_the_desktop_keeps_them),
        cmocka_unit_test(library_is_a_folder),
        cmocka_unit_test(paths_that_leave_a_folder_are_known),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
