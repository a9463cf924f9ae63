#include "data/exercise/library.h"

#include "tests/scratch.h"

static struct tests_scratch scratch;
static char path[512];
static struct dat_problem problem;

static int set_up(void **state) {
    (void)state;
    tests_scratch_create(&scratch);
    mkdir(tests_scratch_path(&scratch, "exercises"), 0700);
    mkdir(tests_scratch_path(&scratch, "machines"), 0700);
    tests_scratch_write(&scratch, "exercises/second.yaml", "x");
    tests_scratch_write(&scratch, "exercises/first.yaml", "x");
    tests_scratch_write(&scratch, "exercises/notes.txt", "x");
    tests_scratch_write(&scratch, "exercises/.yaml", "x");
    return 0;
}

static int tear_down(void **state) {
    (void)state;
    tests_scratch_remove(&scratch);
    return 0;
}

static enum dat_library_result find(const char *kind, const char *name) {
    return dat_library_find(scratch.folder, kind, name, path, sizeof path, &problem);
}

static void names_are_found(void **state) {
    (void)state;
    assert_int_equal(find("exercises", "first"), DAT_LIBRARY_FOUND);
    assert_string_equal(path, tests_scratch_path(&scratch, "exercises/first.yaml"));
    // Paths stay what they are, whether there is a file or not.
    assert_int_equal(find("exercises", "my.yaml"), DAT_LIBRARY_FOUND);
    assert_string_equal(path, "my.yaml");
    assert_int_equal(find("exercises", "./first"), DAT_LIBRARY_FOUND);
    assert_string_equal(path, "./first");
}

static void names_are_listed_in_order(void **state) {
    (void)state;
    struct dat_name_list names;
    assert_int_equal(dat_library_list(scratch.folder, "exercises", &names, &problem),
                     DAT_LIBRARY_FOUND);
    assert_int_equal(names.count, 2);
    assert_string_equal(names.items[0], "first");
    assert_string_equal(names.items[1], "second");
    dat_name_list_finish(&names);
}

static void what_is_missing_is_named(void **state) {
    (void)state;
    assert_int_equal(find("exercises", "frist"), DAT_LIBRARY_NO_SUCH);
    assert_non_null(strstr(problem.text, "there is no exercise 'frist', did you mean 'first'?; "));
    assert_non_null(strstr(problem.text, "has first, second"));
    assert_int_equal(find("exercises", "zzzzzz"), DAT_LIBRARY_NO_SUCH);
    assert_null(strstr(problem.text, "did you mean"));
    assert_int_equal(find("machines", "x"), DAT_LIBRARY_NO_SUCH);
    assert_non_null(strstr(problem.text, "there is no machine 'x': "));
    assert_non_null(strstr(problem.text, "machines is empty"));
    assert_int_equal(find("tractors", "x"), DAT_LIBRARY_MISSING);
    assert_non_null(strstr(problem.text, "has no folder tractors"));
    assert_int_equal(dat_library_find("/nowhere", "exercises", "x", path, sizeof path, &problem),
                     DAT_LIBRARY_MISSING);
    assert_string_equal(problem.text, "the library /nowhere is not a folder");
    assert_int_equal(dat_library_find(scratch.folder, "exercises", "first", path, 10, &problem),
                     DAT_LIBRARY_MISSING);
}

static void the_default_library_has_the_exercises(void **state) {
    (void)state;
    assert_int_equal(
        dat_library_find(NULL, "exercises", "first-harvest", path, sizeof path, &problem),
        DAT_LIBRARY_FOUND);
    assert_int_equal(access(path, R_OK), 0);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(names_are_found),
        cmocka_unit_test(names_are_listed_in_order),
        cmocka_unit_test(what_is_missing_is_named),
        cmocka_unit_test(the_default_library_has_the_exercises),
    };
    return cmocka_run_group_tests(tests, set_up, tear_down);
}
