// Tables of inputs: errors with their places, and bodies on rails that follow them, against
// integrals in closed form.
#include "data/model/input_table.h"

#include <math.h>

#include "data/model/read.h"
#include "tests/data/bad_input.h"

// Two bodies of 2 kg, whose motors push with the inputs; no gravity.
static const char rails[] =
    "kind: model\nname: rails\nworld: {gravity: [0, 0, 0], step: 0.01}\n"
    "inputs:\n  - {name: Push, range: [-10, 10]}\n  - {name: pull, range: [0, 5], initial: 3}\n"
    "bodies:\n"
    "  - {name: a, shapes: [{sphere: 0.1, mass: 2, collides: false}]}\n"
    "  - {name: b, shapes: [{sphere: 0.1, mass: 2, collides: false}]}\n"
    "joints:\n"
    "  - {name: a, kind: prismatic, parent: world, child: a, axis: x,\n"
    "     motor: {mode: force, input: Push, scale: 1}}\n"
    "  - {name: b, kind: prismatic, parent: world, child: b, axis: x,\n"
    "     motor: {mode: force, input: pull, scale: 1}}\n";

static struct dat_diagnostics d;
static struct veh_machine_def def;

static int set_up(void **state) {
    (void)state;
    dat_diagnostics_init(&d, "rails.yaml", rails);
    return dat_read_model(rails, "rails.yaml", NULL, &def, &d) ? 0 : 1;
}

static int tear_down(void **state) {
    (void)state;
    veh_machine_def_finish(&def);
    return 0;
}

static const struct bad_input rows[] = {
    {"", 1, 1, "has no header"},
    {"Push\n1\n", 1, 1, "missing column 'time_s'"},
    {"time_s\n1\n", 1, 0, "no column for an input"},
    {"time_s,push,Push\n", 1, 13, "duplicate column 'Push'"},
    {"time_s,pul\n", 1, 8,
     "unknown column 'pul', expected one of time_s, Push, pull, cut (did you "
     "mean 'pull'?)"},
    {"time_s,pull,Push\n0,1,\n", 1, 0, "the column 'Push' has no value"},
    {"time_s,pull\n", 1, 0, "the column 'pull' has no value"},
    {"time_s,pull\n1,1\n2,2\n\n1.5,1\n", 5, 1, "time_s goes back to 1.5, expected at least 2"},
    {"time_s,pull\n-1,1\n", 2, 1, "time_s is -1, expected 0 to"},
    {"time_s,pull\n,1\n", 2, 1, "time_s is empty"},
    {"time_s,pull\n0,5.5\n", 2, 3, "pull is 5.5, expected 0 to 5"},
    {"time_s,pull\n0,fast\n", 2, 3, "expected a number"},
    {"time_s,pull\n0,1,2\n", 2, 6, "the number of cells is 3, expected 2"},
    {"#form=ramp\ntime_s,pull\n0,1\n", 1, 7, "form is 'ramp', expected steps or ramps"},
    {"#repeat_s=0\ntime_s,pull\n0,1\n", 1, 11, "repeat_s is '0', expected a time"},
    {"#repeat_s=x\ntime_s,pull\n0,1\n", 1, 11, "repeat_s is 'x', expected a time"},
    {"#repeat_s=2\ntime_s,pull\n0,1\n3,1\n", 4, 1, "time_s is 3, but repeat_s is 2"},
};

static void errors_name_place_and_cause(void **state) {
    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        struct dat_input_table table;
        dat_diagnostics_init(&d, "t.csv", rows[i].text);
        assert_false(dat_read_input_table(rows[i].text, &def.model, &table, &d));
        assert_reported(&d, &rows[i]);
        dat_input_table_finish(&table);
    }
}

// Speeds of the two bodies [m/s] and position of the first [m].
struct motion {
    double a, b, x;
};

// Runs the rails for time [s] with the inputs of the table.
static struct motion run(const char *text, double time) {
    struct dat_input_table table;
    struct sim_instance instance;
    dat_diagnostics_init(&d, "t.csv", text);
    const bool ok = dat_read_input_table(text, &def.model, &table, &d);
    dat_diagnostics_print(&d, stderr);
    assert_true(ok);
    struct sim_world *world = sim_world_create(&def.model.world);
    assert_non_null(world);
    assert_true(sim_instance_create(&instance, world, &def.model, sim_pose_identity()));
    while (sim_world_time(world) < time - 1e-9) {
        dat_input_table_apply(&table, &instance);
        sim_instance_apply(&instance);
        sim_world_step(world);
    }
    const struct motion motion = {sim_body_velocity(world, instance.bodies[0]).x,
                                  sim_body_velocity(world, instance.bodies[1]).x,
                                  sim_body_pose(world, instance.bodies[0]).p.x};
    sim_instance_finish(&instance);
    sim_world_destroy(world);
    dat_input_table_finish(&table);
    return motion;
}

static const double rounding = 1e-9; // [m/s] of the solver, over 300 steps

// 4 N from 0.5 s to 1 s, then -1 N; the other input keeps its initial 3 N until 2 s.
static void steps_hold_until_the_next_point(void **state) {
    (void)state;
    const char *text = "pull;TIME_S;push\n;0.5;4\n;1;-1\n1;2;\n";
    assert_near(run(text, 0.5).a, 0.0, rounding);
    assert_near(run(text, 1.0).a, 4.0 * 0.5 / 2.0, rounding);
    const struct motion end = run(text, 3.0);
    assert_near(end.a, (4.0 * 0.5 - 1.0 * 2.0) / 2.0, rounding);
    assert_near(end.b, (3.0 * 2.0 + 1.0 * 1.0) / 2.0, rounding);
}

// F = 6 t up to 1 s, a jump to -6 N, then up to 0 at 2 s, and 0 from there on: the impulse is
// exact, the distance only to the order of the step.
static void ramps_have_the_exact_impulse(void **state) {
    (void)state;
    const char *text = "#form=ramps\ntime_s,Push\n0,0\n1,6\n1,-6\n2,0\n";
    assert_near(run(text, 0.5).a, 6.0 * 0.5 * 0.5 / 2.0 / 2.0, rounding);
    const struct motion middle = run(text, 1.0);
    assert_near(middle.a, 6.0 / 2.0 / 2.0, rounding);
    assert_near(middle.x, 6.0 / 6.0 / 2.0, 0.01);
    assert_near(run(text, 3.0).a, 0.0, rounding);
}

// A cycle of 0.4 s with a first point at 0.1 s: before it nothing happens in the first cycle, and
// the last value holds in the others. A ramp leads from the last point to the next cycle's first.
static void tables_are_repeated(void **state) {
    (void)state;
    const char *steps = "#repeat_s=0.4\ntime_s,Push\n0.1,2\n0.3,-1\n";
    assert_near(run(steps, 0.4).a, (2.0 * 0.2 - 1.0 * 0.1) / 2.0, rounding);
    assert_near(run(steps, 2.4).a, (6.0 * (2.0 * 0.2 - 1.0 * 0.1) - 5.0 * 1.0 * 0.1) / 2.0,
                rounding);
    // 0.1 s with 2 N to -1 N back to 2 N, of which each cycle has the mean 0.5 N.
    const char *ramps = "#repeat_s=0.4\n#form=ramps\ntime_s,Push\n0.1,2\n0.3,-1\n";
    assert_near(run(ramps, 2.5).a - run(ramps, 0.5).a, 0.5 * 2.0 / 2.0, rounding);
}

// Steps whose middles are on a period's end but for rounding: where the time in the period comes
// out a little below 0, the ramp to the next cycle has no length.
static void a_ramp_over_the_whole_period_stays_within_its_values(void **state) {
    (void)state;
    const double saved = def.model.world.step, step = 1.0 / 60.0;
    const char *text = "#repeat_s=0.025\n#form=ramps\ntime_s,Push\n0,1\n0.025,2\n";
    double before = 0.0;
    def.model.world.step = step;
    for (int i = 1; i <= 60; i++) {
        const double speed = run(text, i * step).a, force = 2.0 * (speed - before) / step;
        assert_true(force > 1.0 - 1e-6 && force < 2.0 + 1e-6);
        before = speed;
    }
    def.model.world.step = saved;
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(errors_name_place_and_cause),
        cmocka_unit_test(steps_hold_until_the_next_point),
        cmocka_unit_test(ramps_have_the_exact_impulse),
        cmocka_unit_test(tables_are_repeated),
        cmocka_unit_test(a_ramp_over_the_whole_period_stays_within_its_values),
    };
    return cmocka_run_group_tests(tests, set_up, tear_down);
}
