// Every type of value: what is read, and what is refused with which words.
#include "data/text/key_value.h"

#include <string.h>

#include "sim/base/math.h"
#include "tests/near.h"

static struct dat_diagnostics d;

// Reads `k: TEXT` as the key's value; false where it is refused. The tree lives until the next
// call.
static bool read_value(const struct dat_key *key, const char *text, struct dat_value *value) {
    static char file[256];
    static struct dat_yaml *yaml;
    dat_yaml_destroy(yaml);
    (void)snprintf(file, sizeof file, "k: %s\n", text);
    dat_diagnostics_init(&d, "t.yaml", file);
    yaml = dat_yaml_load(file, "t.yaml", &d);
    assert_non_null(yaml);
    dat_key_value_default(key, value);
    return dat_key_value_read(key, dat_yaml_find(dat_yaml_root(yaml), "k"), value);
}

static struct dat_key key_of(enum dat_key_type type, const char *unit, double low, double high) {
    return (struct dat_key){.name = "k",
                            .type = type,
                            .unit = unit,
                            .standard = "",
                            .low = low,
                            .high = high,
                            .choices = "red|green|blue",
                            .help = "write 'n' instead"};
}

static void numbers_become_si(void **state) {
    (void)state;
    static const struct {
        enum dat_key_type type;
        const char *unit, *text;
        double number[DAT_VALUE_NUMBERS];
    } rows[] = {
        {DAT_KEY_NUMBER, "m", "1.5", {1.5}},
        {DAT_KEY_NUMBER, "deg", "180", {SIM_PI}},
        {DAT_KEY_NUMBER, "cm", "25", {0.25}},
        {DAT_KEY_INTEGER, "", "7", {7.0}},
        {DAT_KEY_VECTOR, "m", "[1, -2, 3e1]", {1.0, -2.0, 30.0}},
        {DAT_KEY_PAIR, "m", "[4, 2]", {4.0, 2.0}},
        {DAT_KEY_INTERVAL, "deg", "[-90, 90]", {-SIM_PI / 2.0, SIM_PI / 2.0}},
        {DAT_KEY_SYMMETRIC, "N", "5", {-5.0, 5.0}},
        {DAT_KEY_SYMMETRIC, "N", "[3, 3]", {3.0, 3.0}},
        {DAT_KEY_INERTIA, "kg m^2", "[1, 2, 3]", {1.0, 2.0, 3.0}},
        {DAT_KEY_INERTIA, "kg m^2", "[1, 2, 3, 4, 5, 6]", {1.0, 2.0, 3.0, 4.0, 5.0, 6.0}},
        {DAT_KEY_AXIS, "", "-y", {0.0, -1.0, 0.0}},
        {DAT_KEY_AXIS, "", "[0, 3, 4]", {0.0, 0.6, 0.8}},
        {DAT_KEY_COLOUR, "", "'#ff0000'", {1.0, 0.0, 0.0}},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        const struct dat_key key = key_of(rows[i].type, rows[i].unit, -1e3, 1e3);
        struct dat_value value;
        assert_true(read_value(&key, rows[i].text, &value));
        for (int k = 0; k < DAT_VALUE_NUMBERS; k++)
            assert_near(value.number[k], rows[i].number[k], 1e-15);
    }
}

static void words_are_told_apart(void **state) {
    (void)state;
    struct dat_value value;
    const struct dat_key choice = key_of(DAT_KEY_CHOICE, "", 0.0, 0.0);
    assert_true(read_value(&choice, "blue", &value));
    assert_int_equal(value.choice, 2);
    const struct dat_key yes_no = key_of(DAT_KEY_YES_NO, "", 0.0, 0.0);
    assert_true(read_value(&yes_no, "true", &value) && value.yes);
    assert_true(read_value(&yes_no, "false", &value) && !value.yes);
    const struct dat_key name = key_of(DAT_KEY_NAME, "", 0.0, 0.0);
    assert_true(read_value(&name, "left_arm-2", &value));
    assert_string_equal(value.text, "left_arm-2");
}

static void wrong_values_are_refused(void **state) {
    (void)state;
    static const struct {
        enum dat_key_type type;
        const char *text, *words;
    } rows[] = {
        {DAT_KEY_NUMBER, "11", "'k' must be from 1 to 10 m, not 11"},
        {DAT_KEY_NUMBER, "-1", "'k' must be greater than 0 m, not -1"},
        {DAT_KEY_NUMBER, "[2]", "'k' must be a number in m, found a list of 1"},
        {DAT_KEY_INTEGER, "2.5", "'k' must be a whole number, not 2.5"},
        {DAT_KEY_VECTOR, "[1, 2]", "'k' must be 3 numbers in m such as [1, 0, 0]"},
        {DAT_KEY_INTERVAL, "[2, 2]", "'k' must be [low, high] with low below high"},
        {DAT_KEY_SYMMETRIC, "[3, 2]", "'k' must be [low, high] with low below high"},
        {DAT_KEY_AXIS, "w", "'k' must be x, y, z, -x, -y, -z or 3 numbers"},
        {DAT_KEY_YES_NO, "yes", "'k' must be true or false, found 'yes'"},
        {DAT_KEY_CHOICE, "gren",
         "'k' must be red, green or blue, found 'gren' (did you mean 'green'?)"},
        {DAT_KEY_NAME, "2nd", "'k' must begin with a letter"},
        {DAT_KEY_NAME, "a_name_that_is_longer_than_31_char", "at most 31 letters"},
        {DAT_KEY_NAMES, "one", "'k' must be a list such as [one, two]"},
        {DAT_KEY_VECTORS, "3", "'k' must be a list of points"},
        {DAT_KEY_PAIRS, "3", "'k' must be a list of pairs"},
        {DAT_KEY_COLOUR, "red", "'k' must be a colour in quotes"},
        {DAT_KEY_SECTION, "3", "'k' must be a group of keys"},
        {DAT_KEY_SECTIONS, "3", "'k' must be a list ('- ...')"},
        {DAT_KEY_GONE, "3", "'k' is no longer used: write 'n' instead"},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        const struct dat_key key = key_of(rows[i].type, "m", 1.0, 10.0);
        struct dat_value value;
        if (read_value(&key, rows[i].text, &value) ||
            strstr(dat_diagnostics_first_error(&d), rows[i].words) == NULL) {
            dat_diagnostics_print(&d, stderr);
            fail_msg("'%s': expected \"%s\"", rows[i].text, rows[i].words);
        }
    }
}

static void defaults_are_read_as_from_a_file(void **state) {
    (void)state;
    struct dat_key key = key_of(DAT_KEY_VECTOR, "deg", -360.0, 360.0);
    struct dat_value value;
    key.standard = "[0, 90, -180]";
    dat_key_value_default(&key, &value);
    assert_null(value.node);
    assert_near(value.number[1], SIM_PI / 2.0, 1e-15);
    assert_near(value.number[2], -SIM_PI, 1e-15);
    key = key_of(DAT_KEY_CHOICE, "", 0.0, 0.0);
    key.standard = "green";
    dat_key_value_default(&key, &value);
    assert_int_equal(value.choice, 1);
    key = key_of(DAT_KEY_NUMBER, "", 0.0, 1.0); // may be left out
    dat_key_value_default(&key, &value);
    assert_near(value.number[0], 0.0, 0.0);
    assert_string_equal(value.text, "");
}

static void words_are_listed(void **state) {
    (void)state;
    static const char *const words[] = {"a", "b", "c"};
    char all[16];
    dat_key_list_words(words, 1, all, sizeof all);
    assert_string_equal(all, "a");
    dat_key_list_words(words, 3, all, sizeof all);
    assert_string_equal(all, "a, b or c");
    dat_key_list_words(words, 3, all, 5); // cut off, but ended
    assert_string_equal(all, "a, b");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(numbers_become_si),
        cmocka_unit_test(words_are_told_apart),
        cmocka_unit_test(wrong_values_are_refused),
        cmocka_unit_test(defaults_are_read_as_from_a_file),
        cmocka_unit_test(words_are_listed),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
