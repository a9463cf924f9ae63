#include "ui/cmd/simulate_run.h"

#include <math.h>

#include "tests/ui/cmd/simulate_model.h"

// The weight of 98.1 N breaks the cord of 98 N in the first step; the rope then carries it.
static void a_run_counts_steps_and_notes_what_breaks(void **state) {
    (void)state;
    const struct ui_simulate_options options = {.model = "weight", .duration = 0.5, .every = 1};
    struct ui_simulate_result result;
    struct dat_signals signals = {0};
    assert_true(ui_simulate_result_init(&result, &instance));
    assert_int_equal(ui_simulate_breakable_count(&def.model), 2);
    assert_string_equal(ui_simulate_breakable_name(&def.model, 0), "cord");
    assert_true(isinf(result.broke_at[0]) && isinf(result.broke_at[1]));
    assert_true(ui_simulate_run(&options, &instance, &signals, &result));
    assert_int_equal(result.steps, 50);
    assert_near(result.time, 0.5, 1e-12);
    assert_int_equal(result.bodies, 1);
    assert_int_equal(result.joints, 2);
    assert_null(result.fault);
    assert_near(result.broke_at[0], 0.01, 1e-12);
    assert_true(isinf(result.broke_at[1]));
    // It fell by 1 cm, and the rope took the energy away.
    assert_near(result.energy_start - result.energy_end, 10.0 * 9.81 * 0.01, 0.02);
    ui_simulate_result_finish(&result);
    // A second run continues from there, with a cord that is already broken.
    assert_true(ui_simulate_result_init(&result, &instance));
    assert_true(isnan(result.broke_at[0]));
    assert_true(ui_simulate_run(&options, &instance, &signals, &result));
    assert_int_equal(result.steps, 50);
    assert_near(sim_world_time(world), 1.0, 1e-12);
    ui_simulate_result_finish(&result);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_run_counts_steps_and_notes_what_breaks),
    };
    return cmocka_run_group_tests(tests, create_instance, destroy_instance);
}
