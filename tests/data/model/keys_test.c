#include "data/model/keys.h"

#include <string.h>

#include "sim/joint/joint.h"
#include "tests/data/key_table.h"
#include "tests/manual.h"

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

static void print(FILE *out) {
    dat_keys_print_markdown(dat_model_keys(), out);
    print_measures(out);
}

static const struct manual_part part = {
    .page = "model-format.md",
    .after = "renews it).\n",
    .print = print,
    .test = "data_model_keys_test",
};

static void the_manual_is_the_table(void **state) {
    (void)state;
    manual_part_check(&part);
}

static void every_value_has_one_key(void **state) {
    (void)state;
    assert_one_key_per_value(dat_model_keys());
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
    if (manual_asked_to_write(argc, argv))
        return manual_part_write(&part);
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_manual_is_the_table),
        cmocka_unit_test(every_value_has_one_key),
        cmocka_unit_test(defaults_are_valid),
        cmocka_unit_test(joint_kinds_are_listed_in_their_order),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
