#include "data/text/copies.h"

#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "data/text/text.h"
#include "tests/scratch.h"

static void add(struct dat_copy_list *list, const char *path, const char *text) {
    assert_true(dat_copies_add(list, path, strdup(text)));
}

static void expect(const char *path, const char *wanted) {
    struct dat_diagnostics d;
    dat_diagnostics_init(&d, path, NULL);
    char *text = dat_text_load(path, &d);
    if (wanted == NULL) {
        assert_null(text);
        assert_int_equal(d.errors, 1);
    } else {
        assert_string_equal(text, wanted);
    }
    free(text);
}

static void copies_stand_for_files(void **state) {
    (void)state;
    struct dat_copy_list list = {.count = 0};
    add(&list, "/nowhere/site/road.csv", "x,y\n");
    add(&list, "/nowhere/mine/slope.yaml", "exercise: Slope\n");
    expect("/nowhere/site/road.csv", NULL);
    dat_copies_use(&list);
    expect("/nowhere/site/road.csv", "x,y\n");
    expect("/nowhere/mine/../site//./road.csv", "x,y\n");
    expect("/nowhere/site/stand.csv", NULL);
    assert_true(dat_text_is_there("/nowhere/mine/../site"));
    assert_false(dat_text_is_there("/nowhere/sit") || dat_text_is_there("/nowhere/site/stand.csv"));
    assert_true(dat_text_same_file("/nowhere/site/road.csv", "/nowhere/../nowhere/site/road.csv"));
    assert_false(dat_text_same_file("/nowhere/site/road.csv", "/nowhere/mine/slope.yaml"));
    // Files that the session did not use do not exist for it.
    assert_false(dat_text_is_there("/proc/self/status"));
    dat_copies_use(NULL);
    expect("/nowhere/site/road.csv", NULL);
    assert_true(dat_text_is_there("/proc/self/status"));
    dat_copies_finish(&list);
}

// The record has the file's place without links; whoever names it may come through one.
static void links_are_followed(void **state) {
    (void)state;
    char folder[] = "/tmp/kranich-copies-XXXXXX", real[PATH_MAX], link[64], path[96],
         gone[PATH_MAX];
    struct dat_copy_list list = {.count = 0};
    assert_non_null(mkdtemp(folder));
    (void)snprintf(link, sizeof link, "%s/link", folder);
    assert_int_equal(symlink("/usr", link), 0);
    (void)snprintf(path, sizeof path, "%s/link/gone/a.yaml", folder);
    (void)snprintf(real, sizeof real, "/usr/gone/a.yaml");
    (void)snprintf(gone, sizeof gone, "%s/missing/../link/gone/a.yaml", folder);
    add(&list, real, "a: 1\n");
    dat_copies_use(&list);
    expect(path, "a: 1\n");
    expect(gone, "a: 1\n");
    assert_string_equal(dat_copies_find(path)->path, real);
    dat_copies_use(NULL);
    assert_null(dat_copies_find(path));
    dat_copies_finish(&list);
    assert_int_equal(unlink(link), 0);
    assert_int_equal(rmdir(folder), 0);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(copies_stand_for_files),
        cmocka_unit_test(links_are_followed),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
