// Every file of the library must pass `kranich check`.
#include <dirent.h>
#include <stdlib.h>
#include <string.h>

#include "data/check.h"
#include "tests/near.h"

static int checked;
static int refused;

static bool is_ours(const char *extension) {
    return strcmp(extension, ".yaml") == 0 || strcmp(extension, ".asc") == 0 ||
           strcmp(extension, ".csv") == 0;
}

static void check_file(const char *path) {
    static struct dat_diagnostics d;
    (void)dat_check_file(path, NULL, &d);
    dat_diagnostics_print(&d, stderr);
    refused += dat_diagnostics_ok(&d) ? 0 : 1;
    checked++;
}

static void check_folder(const char *path, int depth) {
    DIR *folder = opendir(path);
    assert_non_null(folder);
    assert_true(depth < 8);
    for (const struct dirent *entry; (entry = readdir(folder)) != NULL;) {
        char inner[4096];
        const char *extension = strrchr(entry->d_name, '.');
        (void)snprintf(inner, sizeof inner, "%.3000s/%.255s", path, entry->d_name);
        if (strcmp(entry->d_name, "controls") == 0)
            continue; // the window's: tests/ui/input/layout_test.c
        if (extension == NULL)
            check_folder(inner, depth + 1);
        else if (extension > entry->d_name && is_ours(extension))
            check_file(inner);
    }
    (void)closedir(folder);
}

static void files_of_the_library_are_good(void **state) {
    (void)state;
    char path[2048];
    const char *root = getenv("KRANICH_ROOT");
    (void)snprintf(path, sizeof path, "%s/data/library", root != NULL ? root : ".");
    check_folder(path, 0);
    assert_true(checked > 10);
    assert_int_equal(refused, 0);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(files_of_the_library_are_good),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
