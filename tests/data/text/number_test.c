#include "data/text/number.h"

#include <stdlib.h>
#include <string.h>

#include "tests/near.h"

static enum dat_number read_text(const char *s, double *value) {
    return dat_number_read(s, strlen(s), value);
}

// strtod in the C locale is the reference: the same bits.
static void reads_what_strtod_reads(void **state) {
    (void)state;
    static const char *const texts[] = {
        "0",
        "-0",
        "1",
        "+1",
        "1.",
        ".5",
        "-12.75",
        "0.1",
        "431.125",
        "5712345.678",
        "1e3",
        "1E-3",
        "2.5e+10",
        "1e22",
        "1e23",
        "1e-22",
        "1e-30",
        "9007199254740992",
        "9007199254740993",
        "0.30000000000000004",
        "1e308",
        "4.9e-324",
        "123456789012345678901234567890",
        "0.00000000000000000000000000000001",
        "1e-400",
        "100000000000000000000000",
        "3.14159265358979323846264338327950288",
    };
    for (size_t i = 0; i < sizeof texts / sizeof texts[0]; i++) {
        double value = -1.0;
        assert_int_equal(read_text(texts[i], &value), DAT_NUMBER_OK);
        const double expected = strtod(texts[i], NULL);
        assert_memory_equal(&value, &expected, sizeof value);
    }
}

static void refuses_what_is_no_decimal_number(void **state) {
    (void)state;
    static const char *const texts[] = {
        "",         "-",
        ".",        "e5",
        "1e",       "1e+",
        "0x10",     "1,5",
        "1 5",      "1.2.3",
        "--1",      "1f",
        "12m",      " 1",
        "1 ",       "one",
        "\xC3\xA4", "1e5.5",
        "nano",     "infinit",
        "1_000",    "1000000000000000000000000000000000000000000000000000000000000000000",
    };
    for (size_t i = 0; i < sizeof texts / sizeof texts[0]; i++) {
        double value = 7.0;
        if (read_text(texts[i], &value) != DAT_NUMBER_NONE)
            fail_msg("'%s' was read as %g", texts[i], value);
        assert_near(value, 7.0, 0.0);
    }
}

static void tells_numbers_that_are_not_finite(void **state) {
    (void)state;
    static const char *const texts[] = {"nan", "NaN", "-nan", "inf", "-INF", "Infinity", "1e999"};
    for (size_t i = 0; i < sizeof texts / sizeof texts[0]; i++) {
        double value = 7.0;
        assert_int_equal(read_text(texts[i], &value), DAT_NUMBER_NOT_FINITE);
        assert_near(value, 7.0, 0.0);
    }
}

static void reads_only_the_given_bytes(void **state) {
    (void)state;
    double value = 0.0;
    assert_int_equal(dat_number_read("12;34", 2, &value), DAT_NUMBER_OK);
    assert_near(value, 12.0, 0.0);
}

static void reads_whole_numbers_within_their_range(void **state) {
    (void)state;
    long value = 7;
    assert_true(dat_number_read_int("25832", 5, 1, 99999, &value));
    assert_int_equal(value, 25832);
    assert_true(dat_number_read_int("-3", 2, -5, 5, &value));
    assert_int_equal(value, -3);
    static const char *const bad[] = {"", "-", "3.0", "1e3", "100000", "0x1", "12a"};
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++)
        assert_false(dat_number_read_int(bad[i], strlen(bad[i]), 1, 99999, &value));
    assert_int_equal(value, -3);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(reads_what_strtod_reads),
        cmocka_unit_test(refuses_what_is_no_decimal_number),
        cmocka_unit_test(tells_numbers_that_are_not_finite),
        cmocka_unit_test(reads_only_the_given_bytes),
        cmocka_unit_test(reads_whole_numbers_within_their_range),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
