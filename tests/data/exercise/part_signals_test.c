// Measures of a machine's parts over time.
#include "data/exercise/part_signals.h"

#include <stdlib.h>
#include <string.h>

#include "tests/data/machine_stand.h"
#include "vehicles/part/hydraulics.h"

static struct machine_stand stand;
static char names[32768], values[32768];

static void write(void (*function)(const struct veh_worksite *, int, FILE *), char *text,
                  size_t size) {
    FILE *file = tmpfile();
    assert_non_null(file);
    function(&stand.site, 0, file);
    rewind(file);
    const size_t used = fread(text, 1, size - 1, file);
    assert_true(used > 0 && used < size - 1 && text[used - 1] == '\n');
    text[used - 1] = '\0';
    (void)fclose(file);
}

// The value below that name.
static double value_of(const char *name) {
    char heads[sizeof names], row[sizeof values];
    memcpy(heads, names, sizeof heads);
    memcpy(row, values, sizeof row);
    char *head_rest, *row_rest, *head = strtok_r(heads, ",", &head_rest);
    const char *value = strtok_r(row, ",", &row_rest);
    while (head != NULL && value != NULL) {
        if (strcmp(head, name) == 0)
            return strtod(value, NULL);
        head = strtok_r(NULL, ",", &head_rest);
        value = strtok_r(NULL, ",", &row_rest);
    }
    fail_msg("no column '%s'", name);
    return 0.0;
}

static int commas(const char *text) {
    int count = 0;
    for (; *text != '\0'; text++)
        count += *text == ',';
    return count;
}

// While the boom is lifted its valve takes all of the pump's flow, at a pressure below the pump's.
static void pressures_flows_and_oil_are_columns(void **state) {
    (void)state;
    machine_stand_carrier(&stand, "harvester");
    stand.levers[0].value[VEH_BOOM] = 0.5;
    machine_stand_run(&stand, 1.0);
    write(dat_part_signals_head, names, sizeof names);
    write(dat_part_signals_row, values, sizeof values);
    assert_int_equal(commas(names), commas(values));
    assert_near(value_of("t"), 1.0, 1e-9);
    const double flow = value_of("valves.crane.boom.flow_l_per_min");
    assert_true(flow > 20.0);
    assert_near(value_of("hydraulics.flow_l_per_min"), flow, 0.5);
    const double load = value_of("valves.crane.boom.pressure_bar");
    assert_true(load > 50.0 && load < value_of("hydraulics.pressure_bar"));
    assert_near(
        value_of("hydraulics.oil_C"),
        veh_machine_measure(&stand.site, 0, &veh_part_hydraulics, VEH_HYDRAULICS_TEMPERATURE),
        1e-6);
    assert_true(value_of("engine.speed_1_per_min") > 1000.0);
    assert_near(value_of("tyres.carrier.wheel_l.tyre.slip"), 0.0, 0.01);
    machine_stand_finish(&stand);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(pressures_flows_and_oil_are_columns),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
