#include "data/site/products_keys.h"

#include <stdlib.h>
#include <string.h>

#include "tests/near.h"

// ---- the manual: what is between these lines of docs/formats.md comes from the table ----

static const char begin_mark[] = "<!-- products -->\n", end_mark[] = "<!-- end of products -->\n";

#define MOST (1L << 18)
static char manual[MOST], table[MOST];

static const char *manual_path(void) {
    static char path[4096];
    const char *root = getenv("KRANICH_ROOT");
    (void)snprintf(path, sizeof path, "%s/docs/formats.md", root != NULL ? root : ".");
    return path;
}

static void read_stream(FILE *file, char *text) {
    assert_non_null(file);
    text[fread(text, 1, MOST - 1, file)] = '\0';
    (void)fclose(file);
}

// Where the table is in the manual; NULL: the lines are missing.
static char *read_both(char **end) {
    FILE *file = tmpfile();
    assert_non_null(file);
    dat_keys_print_markdown(&dat_products_keys, file);
    rewind(file);
    read_stream(file, table);
    read_stream(fopen(manual_path(), "r"), manual);
    char *begin = strstr(manual, begin_mark);
    *end = strstr(manual, end_mark);
    return begin != NULL && *end != NULL ? begin + strlen(begin_mark) : NULL;
}

static void the_manual_is_the_table(void **state) {
    (void)state;
    char *end;
    const char *begin = read_both(&end);
    assert_non_null(begin);
    if ((size_t)(end - begin) != strlen(table) || memcmp(begin, table, strlen(table)) != 0)
        fail_msg(
            "docs/formats.md differs from the table: run data_site_products_keys_test --write");
}

static int write_manual(void) {
    char *end;
    const char *begin = read_both(&end);
    if (begin == NULL)
        return 1;
    FILE *file = fopen(manual_path(), "w");
    if (file == NULL)
        return 1;
    fprintf(file, "%.*s%s%s", (int)(begin - manual), manual, table, end);
    return fclose(file) == 0 ? 0 : 1;
}

static void every_section_has_keys(void **state) {
    (void)state;
    size_t keys[DAT_PRODUCTS_SECTIONS] = {0};
    for (int i = 0; i < dat_products_keys.key_count; i++)
        keys[dat_products_keys.keys[i].section]++;
    assert_int_equal(dat_products_keys.section_count, DAT_PRODUCTS_SECTIONS);
    for (int i = 0; i < DAT_PRODUCTS_SECTIONS; i++)
        // One value of the reader's struct per key.
        assert_int_equal(keys[i] * sizeof(struct dat_value), dat_products_keys.sections[i].size);
}

int main(int argc, char **argv) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_manual_is_the_table),
        cmocka_unit_test(every_section_has_keys),
    };
    if (argc > 1 && strcmp(argv[1], "--write") == 0)
        return write_manual();
    return cmocka_run_group_tests(tests, NULL, NULL);
}
