#include "data/exercise/keys.h"

#include <stdlib.h>
#include <string.h>

#include "tests/manual.h"
#include "tests/near.h"

// The written part of the manual ends with this line; what follows comes from the table.
static const char marker[] = "--write` renews them).\n";

#define MOST (1L << 18)

static void read_stream(FILE *file, char *text) {
    assert_non_null(file);
    const size_t size = fread(text, 1, MOST - 1, file);
    text[size] = '\0';
    (void)fclose(file);
}

static const char page[] = "instructor.md";
static char manual[MOST], table[MOST];

static char *read_both(void) {
    FILE *file = tmpfile();
    assert_non_null(file);
    dat_keys_print_markdown(&dat_scenario_keys, file);
    rewind(file);
    read_stream(file, table);
    manual_read(page, manual, sizeof manual);
    char *rest = strstr(manual, marker);
    return rest != NULL ? rest + strlen(marker) : NULL;
}

static void manual_is_the_table(void **state) {
    (void)state;
    const char *rest = read_both();
    assert_non_null(rest);
    if (strcmp(rest, table) != 0)
        fail_msg("docs/instructor.md differs from the table: run data_exercise_keys_test --write");
}

static int write_manual(void) {
    char *rest = read_both();
    if (rest == NULL)
        return 1;
    *rest = '\0';
    FILE *file = fopen(manual_path(page), "w");
    const bool ok = file != NULL && fputs(manual, file) >= 0 && fputs(table, file) >= 0;
    return file != NULL && fclose(file) == 0 && ok ? 0 : 1;
}

// Every member of a section's struct belongs to exactly one key, so nothing is left unset.
static void every_value_has_one_key(void **state) {
    (void)state;
    for (int section = 0; section < dat_scenario_keys.section_count; section++) {
        const size_t values = dat_scenario_keys.sections[section].size / sizeof(struct dat_value);
        bool taken[256] = {false};
        assert_true(values <= sizeof taken);
        size_t keys = 0;
        for (int i = 0; i < dat_scenario_keys.key_count; i++) {
            const struct dat_key *key = &dat_scenario_keys.keys[i];
            if (key->section == section) {
                const size_t place = key->offset / sizeof(struct dat_value);
                assert_true(place < values && !taken[place]);
                taken[place] = true;
                keys++;
            }
        }
        assert_int_equal(keys, values);
    }
}

int main(int argc, char **argv) {
    if (argc > 1 && strcmp(argv[1], "--write") == 0)
        return write_manual();
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(manual_is_the_table),
        cmocka_unit_test(every_value_has_one_key),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
