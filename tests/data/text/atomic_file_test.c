#include "data/text/atomic_file.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <sys/resource.h>
#include <sys/wait.h>

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

static void assert_text(const char *name, const char *expected) {
    char *text = tests_scratch_read(&scratch, name);
    assert_string_equal(text, expected);
    free(text);
}

static int entries(void) {
    DIR *dir = opendir(scratch.folder);
    assert_non_null(dir);
    int count = 0;
    while (readdir(dir) != NULL)
        count++;
    closedir(dir);
    return count - 2; // . and ..
}

static void a_file_is_created_or_replaced(void **state) {
    (void)state;
    const char *path = tests_scratch_path(&scratch, "a");
    umask(022);
    assert_true(dat_write_file(path, "first", 5, NULL));
    assert_text("a", "first");
    struct stat info;
    assert_int_equal(stat(path, &info), 0);
    assert_int_equal(info.st_mode & 0777, 0644);
    assert_int_equal(chmod(path, 0600), 0);
    assert_true(dat_write_file(path, "2", 1, NULL));
    assert_text("a", "2");
    assert_int_equal(stat(path, &info), 0);
    assert_int_equal(info.st_mode & 0777, 0600);
    assert_int_equal(entries(), 1);
}

static void a_link_stays_a_link(void **state) {
    (void)state;
    const char *link = tests_scratch_path(&scratch, "link");
    assert_int_equal(symlink("a", link), 0);
    assert_true(dat_write_file(link, "through", 7, NULL));
    assert_text("a", "through");
    struct stat info;
    assert_int_equal(lstat(link, &info), 0);
    assert_true(S_ISLNK(info.st_mode));
}

static void asking_changes_nothing(void **state) {
    (void)state;
    const int before = entries();
    assert_true(dat_can_write_file(tests_scratch_path(&scratch, "new"), NULL));
    assert_true(dat_can_write_file(tests_scratch_path(&scratch, "a"), NULL));
    assert_int_equal(entries(), before);
    assert_true(dat_can_write_file("-", NULL));
    assert_true(dat_can_write_file("/dev/null", NULL));
    struct dat_problem problem = {""};
    assert_false(dat_can_write_file(scratch.folder, &problem));
    assert_non_null(strstr(problem.text, "cannot be written: Is a directory"));
    assert_false(dat_can_write_file("/nowhere/x", &problem));
    assert_non_null(strstr(problem.text, "/nowhere/x cannot be written: No such file"));
}

static void failures_have_sentences(void **state) {
    (void)state;
    struct dat_problem problem = {""};
    assert_false(dat_write_file(scratch.folder, "x", 1, &problem));
    assert_non_null(strstr(problem.text, "cannot be written: Is a directory"));
    assert_false(dat_write_file("/nowhere/x", "x", 1, &problem));
    assert_non_null(strstr(problem.text, "/nowhere/x cannot be written: No such file"));
    assert_true(dat_write_file("/dev/null", "x", 1, &problem));
    struct stat info;
    assert_int_equal(stat("/dev/null", &info), 0);
    assert_true(S_ISCHR(info.st_mode));
    if (access("/dev/full", W_OK) == 0) {
        assert_false(dat_write_file("/dev/full", "x", 1, &problem));
        assert_non_null(strstr(problem.text, "No space left"));
    }
}

// In a process of its own, because the limit holds for the test's output too.
static void a_failure_leaves_the_old_file(void **state) {
    (void)state;
    tests_scratch_write(&scratch, "old", "old text");
    int before = entries();
    pid_t child = fork();
    assert_true(child >= 0);
    if (child == 0) {
        signal(SIGXFSZ, SIG_IGN);
        setrlimit(RLIMIT_FSIZE, &(struct rlimit){4, 4});
        struct dat_problem problem = {""};
        bool ok = dat_write_file(tests_scratch_path(&scratch, "old"), "a new text", 10, &problem);
        _exit(!ok && strstr(problem.text, "cannot be written: File too large") != NULL ? 0 : 1);
    }
    int status;
    assert_int_equal(waitpid(child, &status, 0), child);
    assert_int_equal(status, 0);
    assert_text("old", "old text");
    assert_int_equal(entries(), before);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_file_is_created_or_replaced), cmocka_unit_test(a_link_stays_a_link),
        cmocka_unit_test(asking_changes_nothing),        cmocka_unit_test(failures_have_sentences),
        cmocka_unit_test(a_failure_leaves_the_old_file),
    };
    return cmocka_run_group_tests(tests, set_up, tear_down);
}
