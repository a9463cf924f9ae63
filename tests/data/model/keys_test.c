#include "data/model/keys.h"

#include <stdlib.h>
#include <string.h>

#include "sim/joint/joint.h"
#include "tests/near.h"

// The written part of the manual ends with this line; what follows comes from the table.
static const char marker[] = "renews it).\n";

static char *read_stream(FILE *file) {
    static const long most = 1L << 20;
    char *text = malloc((size_t)most);
    assert_non_null(text);
    const size_t size = fread(text, 1, (size_t)most - 1, file);
    text[size] = '\0';
    return text;
}

static char *manual_path(void) {
    static char path[4096];
    const char *root = getenv("KRANICH_ROOT");
    (void)snprintf(path, sizeof path, "%s/docs/model-format.md", root != NULL ? root : ".");
    return path;
}

static void print_measures(FILE *out) {
    fputs(
        "\n## measures\n\nThe parts of a machine measure these quantities while it works. An "
        "exercise's result "
        "has the "
        "values of its end under `measures`,\nby the key of the part: `measures.bunk.mass_kg`.\n\n"
        "| part | measure | unit | meaning |\n|--|--|--|--|\n",
        out);
    for (int id = 0; id < VEH_PART_KINDS; id++) {
        const struct veh_part_kind *kind = veh_part_kinds[id];
        for (int i = 0; i < kind->measure_count; i++)
            fprintf(out, "| `%s` | `%s` | %s | %s |\n", dat_model_part_key(kind),
                    kind->measures[i].name, kind->measures[i].unit, kind->measures[i].meaning);
    }
}

static char *generated(void) {
    FILE *file = tmpfile();
    assert_non_null(file);
    dat_keys_print_markdown(dat_model_keys(), file);
    print_measures(file);
    rewind(file);
    char *text = read_stream(file);
    (void)fclose(file);
    return text;
}

static char *manual(void) {
    FILE *file = fopen(manual_path(), "r");
    assert_non_null(file);
    char *text = read_stream(file);
    (void)fclose(file);
    return text;
}

static void manual_is_the_table(void **state) {
    (void)state;
    char *text = manual();
    char *table = generated();
    const char *rest = strstr(text, marker);
    assert_non_null(rest);
    if (strcmp(rest + strlen(marker), table) != 0)
        fail_msg("docs/model-format.md differs from the table: run data_model_keys_test --write");
    free(text);
    free(table);
}

static int write_manual(void) {
    char *text = manual();
    char *table = generated();
    char *rest = strstr(text, marker);
    if (rest == NULL)
        return 1;
    rest[strlen(marker)] = '\0';
    FILE *file = fopen(manual_path(), "w");
    const bool ok = file != NULL && fputs(text, file) >= 0 && fputs(table, file) >= 0;
    free(text);
    free(table);
    return file != NULL && fclose(file) == 0 && ok ? 0 : 1;
}

// Every member of a section's struct belongs to exactly one key, so nothing is left unset.
static void every_value_has_one_key(void **state) {
    (void)state;
    for (int section = 0; section < dat_model_keys()->section_count; section++) {
        const size_t values = dat_model_keys()->sections[section].size / sizeof(struct dat_value);
        bool taken[64] = {false};
        size_t keys = 0;
        for (int i = 0; i < dat_model_keys()->key_count; i++) {
            const struct dat_key *key = &dat_model_keys()->keys[i];
            if (key->section == section) {
                const size_t at = key->offset / sizeof(struct dat_value);
                assert_true(at < values && !taken[at]);
                taken[at] = true;
                keys++;
            }
        }
        assert_int_equal(keys, values);
    }
}

// A default must be a value that the file could also say.
static void defaults_are_valid(void **state) {
    (void)state;
    static const enum dat_key_type numbers[] = {DAT_KEY_NUMBER,   DAT_KEY_INTEGER, DAT_KEY_VECTOR,
                                                DAT_KEY_INTERVAL, DAT_KEY_CHOICE,  DAT_KEY_YES_NO,
                                                DAT_KEY_COLOUR};
    struct dat_value values[64];
    int checked = 0;
    for (int i = 0; i < dat_model_keys()->key_count; i++) {
        const struct dat_key *key = &dat_model_keys()->keys[i];
        bool plain = false;
        for (size_t k = 0; k < sizeof numbers / sizeof numbers[0]; k++)
            plain = plain || key->type == numbers[k];
        if (!plain || key->standard == NULL || key->standard[0] == '\0')
            continue;
        char text[256];
        const char *quote = key->type == DAT_KEY_COLOUR ? "'" : "";
        (void)snprintf(text, sizeof text, "%s: %s%s%s\n", key->name, quote, key->standard, quote);
        struct dat_diagnostics d;
        dat_diagnostics_init(&d, key->name, text);
        struct dat_yaml *yaml = dat_yaml_load(text, key->name, &d);
        assert_non_null(yaml);
        struct dat_value standard[64];
        dat_keys_defaults(dat_model_keys(), key->section, standard);
        (void)dat_keys_read(dat_model_keys(), key->section, dat_yaml_root(yaml), values);
        const size_t at = key->offset / sizeof(struct dat_value);
        if (values[at].node == NULL) {
            dat_diagnostics_print(&d, stderr);
            fail_msg("the default of '%s' is not a valid value", key->name);
        }
        for (int k = 0; k < DAT_VALUE_NUMBERS; k++)
            assert_near(values[at].number[k], standard[at].number[k], 0.0);
        assert_int_equal(values[at].choice, standard[at].choice);
        assert_int_equal(values[at].yes, standard[at].yes);
        dat_yaml_destroy(yaml);
        checked++;
    }
    assert_true(checked > 30);
}

// The reader takes the number of the word for the kind.
static void joint_kinds_are_listed_in_their_order(void **state) {
    (void)state;
    char words[512] = "";
    for (int i = 0; i < SIM_JOINT_KINDS; i++)
        (void)snprintf(words + strlen(words), sizeof words - strlen(words), "%s%s",
                       i > 0 ? "|" : "", sim_joint_kind_name((enum sim_joint_kind)i));
    bool found = false;
    for (int i = 0; i < dat_model_keys()->key_count; i++)
        found = found || (dat_model_keys()->keys[i].choices != NULL &&
                          strcmp(dat_model_keys()->keys[i].choices, words) == 0);
    assert_true(found);
}

int main(int argc, char **argv) {
    if (argc == 2 && strcmp(argv[1], "--write") == 0)
        return write_manual();
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(manual_is_the_table),
        cmocka_unit_test(every_value_has_one_key),
        cmocka_unit_test(defaults_are_valid),
        cmocka_unit_test(joint_kinds_are_listed_in_their_order),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
