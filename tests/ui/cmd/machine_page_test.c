// docs/machines.md and its picture are what `kranich machine` measures of the library's machines,
// and what is measured is real.
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include <jansson.h>

#include "data/exercise/library.h"
#include "tests/capture.h"
#include "tests/scratch.h"
#include "ui/cmd/commands.h"
#include "ui/screen/exit_status.h"

static char out[1 << 16], err[1 << 16];

static const char *in_tree(const char *path) {
    static char paths[2][4096];
    static int next;
    const char *root = getenv("KRANICH_ROOT");
    char *full = paths[next++ % 2];
    (void)snprintf(full, sizeof paths[0], "%s/%s", root != NULL ? root : ".", path);
    return full;
}

// Runs `kranich machine` with all machines of the library.
static int measure_all(const char *page, const char *svg, const char *json) {
    enum { MOST = 24 };
    char words[MOST][4096] = {"machine", "--page", "", "--svg", "", "--json", ""};
    char *argv[MOST + 1] = {0};
    int argc = 7;
    struct dat_name_list names;
    struct dat_problem problem = {""};
    (void)snprintf(words[2], sizeof words[2], "%s", page);
    (void)snprintf(words[4], sizeof words[4], "%s", svg);
    (void)snprintf(words[6], sizeof words[6], "%s", json);
    assert_int_equal(dat_library_list(NULL, "machines", &names, &problem), DAT_LIBRARY_FOUND);
    for (int i = 0; i < names.count; i++)
        (void)snprintf(words[argc++], sizeof words[0], "%s", names.items[i]);
    dat_name_list_finish(&names);
    for (int i = 0; i < argc; i++)
        argv[i] = words[i];
    struct tests_capture capture;
    tests_capture_begin(&capture);
    const int status = ui_cmd_machine(argc, argv);
    tests_capture_end(&capture, out, err, sizeof out);
    return status;
}

static bool same(const char *a, const char *b) {
    FILE *file[2] = {fopen(a, "rb"), fopen(b, "rb")};
    assert_non_null(file[0]);
    bool equal = file[1] != NULL;
    for (int x = 0, y = 0; equal && x != EOF;) {
        x = getc(file[0]);
        y = getc(file[1]);
        equal = x == y;
    }
    fclose(file[0]);
    if (file[1] != NULL)
        fclose(file[1]);
    return equal;
}

static void check_verdicts(const char *path) {
    json_error_t error;
    size_t m, f;
    json_t *machine, *figure, *all = json_load_file(path, 0, &error);
    assert_non_null(all);
    json_array_foreach(all, m, machine) {
        const char *file = json_string_value(json_object_get(machine, "file"));
        json_array_foreach(json_object_get(machine, "figures"), f, figure) {
            const char *verdict = json_string_value(json_object_get(figure, "verdict"));
            if (verdict != NULL && strcmp(verdict, "within") != 0)
                fail_msg("%s of the %s is %s the real range",
                         json_string_value(json_object_get(figure, "name")), file, verdict);
        }
    }
    json_decref(all);
}

static void the_page_is_what_is_measured(void **state) {
    (void)state;
    struct tests_scratch scratch;
    tests_scratch_create(&scratch);
    const char *page = tests_scratch_path(&scratch, "machines.md");
    const char *svg = tests_scratch_path(&scratch, "machines.svg");
    const char *json = tests_scratch_path(&scratch, "machines.json");
    assert_int_equal(measure_all(page, svg, json), UI_EXIT_DONE);
    if (!same(page, in_tree("docs/machines.md")) ||
        !same(svg, in_tree("docs/pictures/machines.svg")))
        fail_msg("docs/machines.md differs from what is measured: run ui_cmd_machine_page_test "
                 "--write");
    check_verdicts(json);
    tests_scratch_remove(&scratch);
}

int main(int argc, char **argv) {
    if (argc == 2 && strcmp(argv[1], "--write") == 0)
        return measure_all(in_tree("docs/machines.md"), in_tree("docs/pictures/machines.svg"),
                           "/dev/null");
    const struct CMUnitTest tests[] = {cmocka_unit_test(the_page_is_what_is_measured)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
