// What each calibration has changed adds up to the correction that is used in the end.
#include "data/site/hqc_parts.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "tests/near.h"

static xmlBufferPtr buffer;
static struct dat_xml w;

static int set_up(void **state) {
    (void)state;
    buffer = xmlBufferCreate();
    w = (struct dat_xml){.xml = xmlNewTextWriterMemory(buffer, 0)};
    return w.xml == NULL;
}

static int tear_down(void **state) {
    (void)state;
    xmlBufferFree(buffer);
    return 0;
}

// Ends the writer.
static const char *written(void) {
    xmlFreeTextWriter(w.xml);
    assert_false(w.failed);
    return (const char *)xmlBufferContent(buffer);
}

// The sum of all values behind that text, and their number.
static double sum_of(const char *text, const char *before, int *count) {
    double sum = 0.0;
    for (*count = 0; (text = strstr(text, before)) != NULL; ++*count) {
        text += strlen(before);
        sum += strtod(text, NULL);
    }
    return sum;
}

static void no_calibration_writes_nothing(void **state) {
    (void)state;
    const struct dat_hpr hpr = {.calibration_count = 0};
    dat_hqc_write_calibrations(&w, &hpr);
    assert_string_equal(written(), "");
}

static void changes_add_up_to_the_last_correction(void **state) {
    (void)state;
    struct dat_hpr_calibration calibrations[3] = {
        {.date = "2024-05-17T09:40:00.000+00:00",
         .add = {.length = 0.012, .scale = 0.002},
         .logs = 4},
        {.date = "2024-05-17T09:50:00.000+00:00", .add = {.length = -0.005}, .logs = 9},
        {.date = "2024-05-17T10:10:00.000+00:00",
         .add = {.length = 0.007, .scale = -0.003},
         .logs = 13}};
    for (int i = 0; i < VEH_CALIBRATION_CLASSES; i++) {
        calibrations[0].add.diameter[i] = 0.004;
        calibrations[1].add.diameter[i] = 0.001 * (i - 2);
        calibrations[2].add.diameter[i] = 0.003 - 0.001 * i;
    }
    const struct dat_hpr hpr = {.calibrations = calibrations, .calibration_count = 3};
    dat_hqc_write_calibrations(&w, &hpr);
    const char *text = written();
    int count;
    for (int i = 0; i < VEH_CALIBRATION_CLASSES; i++) {
        char before[64];
        (void)snprintf(before, sizeof before, "diameterCalibrationPosition=\"%d\">", 100 * (i + 1));
        assert_near(sum_of(text, before, &count), 3.0 - i, 1e-9); // mm
        assert_int_equal(count, 3);
    }
    assert_near(
        sum_of(text, "LengthCalibrationAdjustment lengthCalibrationPosition=\"300\">", &count),
        7.0 - 3.0 * 3.0, 1e-9);
    assert_int_equal(count, 3);
    assert_near(
        sum_of(text, "LengthCalibrationAdjustment lengthCalibrationPosition=\"500\">", &count),
        7.0 - 5.0 * 3.0, 1e-9);
    const char *newest = strstr(text, " control measurement of 13 logs");
    assert_true(newest != NULL && newest < strstr(text, " control measurement of 9 logs"));
}

static void each_species_of_the_stand_has_its_rule(void **state) {
    (void)state;
    static struct dat_stanford common;
    common.has_species[TER_SPRUCE] = common.has_species[TER_BEECH] = true;
    dat_hqc_write_settings(&w, &common);
    const char *text = written();
    int count;
    assert_near(sum_of(text, "<RandomFrequency>", &count), 2.0 * VEH_CONTROL_ONE_IN, 0.0);
    assert_int_equal(count, 2);
    assert_non_null(strstr(text, ter_species_name(TER_SPRUCE)));
    assert_non_null(strstr(text, ter_species_name(TER_BEECH)));
    assert_null(strstr(text, ter_species_name(TER_PINE)));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(no_calibration_writes_nothing, set_up, tear_down),
        cmocka_unit_test_setup_teardown(changes_add_up_to_the_last_correction, set_up, tear_down),
        cmocka_unit_test_setup_teardown(each_species_of_the_stand_has_its_rule, set_up, tear_down),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
