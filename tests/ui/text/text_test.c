// The table of texts, and the template for translations that is written from it.
#include "ui/text/text.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "tests/near.h"
#include "tests/scratch.h"
#include "ui/text/source.h"

static void a_count_chooses_the_form(void **state) {
    (void)state;
    char text[32];
    for (int n = 0; n < 4; n++) {
        char expected[32];
        UI_WRITE_N(text, sizeof text, TREES, n, n);
        snprintf(expected, sizeof expected, n == 1 ? "1 tree" : "%d trees", n);
        assert_string_equal(text, expected);
    }
}

// The values of a printf() format, "%s%.2f" of "%s  target %.2f m".
static void values_of(const char *format, char *values, size_t size) {
    size_t used = 0;
    for (const char *p = format; *p != '\0'; p++) {
        if (*p != '%')
            continue;
        if (p[1] == '%') { // a sign that is printed
            p++;
            continue;
        }
        const size_t length = strcspn(p, "sdcgf") + 1;
        assert_true(used + length < size);
        memcpy(values + used, p, length);
        used += length;
        p += length - 1;
    }
    values[used] = '\0';
}

// The compiler checks the values against the first form only.
static void both_forms_have_the_same_values(void **state) {
    (void)state;
    static const struct {
        const char *one, *other;
    } all[] = {
#define ROW(key, one, other) {one, other},
        UI_ENGLISH(ROW)
#undef ROW
    };
    for (size_t i = 0; i < sizeof all / sizeof all[0]; i++) {
        char first[64], second[64];
        assert_true(all[i].one[0] != '\0');
        values_of(all[i].one, first, sizeof first);
        if (all[i].other != NULL) {
            values_of(all[i].other, second, sizeof second);
            assert_string_equal(first, second);
        }
    }
}

static const char *template_path(void) {
    static char path[4096];
    const char *root = getenv("KRANICH_ROOT");
    snprintf(path, sizeof path, "%s/data/library/texts/kranich.pot", root != NULL ? root : ".");
    return path;
}

static bool write_template(const char *path) {
    FILE *file = fopen(path, "w");
    if (file == NULL)
        return false;
    ui_source_print_template(file);
    return fclose(file) == 0;
}

static void the_template_is_the_table(void **state) {
    (void)state;
    struct tests_scratch scratch;
    tests_scratch_create(&scratch);
    assert_true(write_template(tests_scratch_path(&scratch, "new.pot")));
    char *expected = tests_scratch_read(&scratch, "new.pot");
    FILE *file = fopen(template_path(), "r");
    char *present = calloc(1, 1 << 18);
    assert_non_null(file);
    assert_non_null(present);
    (void)!fread(present, 1, (1 << 18) - 1, file);
    fclose(file);
    const bool same = strcmp(present, expected) == 0;
    free(present);
    free(expected);
    tests_scratch_remove(&scratch);
    if (!same)
        fail_msg("data/library/texts/kranich.pot differs from the table: run "
                 "build/tests/ui_text_text_test --write");
}

int main(int argc, char **argv) {
    if (argc > 1 && strcmp(argv[1], "--write") == 0)
        return write_template(template_path()) ? 0 : 1;
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_count_chooses_the_form),
        cmocka_unit_test(both_forms_have_the_same_values),
        cmocka_unit_test(the_template_is_the_table),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
