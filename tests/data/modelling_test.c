// The example in docs/model-format.md must be a model that can be read, and those of the tutorial
// must run.
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "data/model/read.h"
#include "tests/near.h"

static char *manual(const char *name) {
    char path[4096];
    const char *root = getenv("KRANICH_ROOT");
    (void)snprintf(path, sizeof path, "%s/docs/%s", root != NULL ? root : ".", name);
    FILE *file = fopen(path, "r");
    assert_non_null(file);
    const size_t most = 1UL << 20;
    char *text = malloc(most);
    assert_non_null(text);
    text[fread(text, 1, most - 1, file)] = '\0';
    (void)fclose(file);
    return text;
}

// The next block ```yaml ... ``` from *at on, ended by a NUL; NULL where there is none.
static char *next_block(char **at) {
    static const char begin[] = "```yaml\n";
    char *start = strstr(*at, begin);
    if (start == NULL)
        return NULL;
    start += strlen(begin);
    char *end = strstr(start, "```");
    assert_non_null(end);
    *end = '\0';
    *at = end + 1;
    return start;
}

struct joint_end {
    double position; // [rad or m]
    double force;    // [N or N m] of its motor
};

// Runs the file of a chapter of modelling.md with all inputs at the value, and returns the joint's
// state then; joint may be NULL.
static struct joint_end run(const char *name, double input, const char *joint, double duration) {
    static struct veh_machine_def def;
    static struct dat_diagnostics d;
    char path[4096];
    const char *root = getenv("KRANICH_ROOT");
    (void)snprintf(path, sizeof path, "%s/docs/modelling/%s", root != NULL ? root : ".", name);
    if (!dat_load_model(path, &def, &d)) {
        dat_diagnostics_print(&d, stderr);
        fail();
    }
    struct sim_world *world = sim_world_create(&def.model.world);
    struct sim_instance instance;
    assert_non_null(world);
    assert_true(sim_instance_create(&instance, world, &def.model, sim_pose_identity()));
    for (int i = 0; i < def.model.input_count; i++)
        sim_instance_set_input(&instance, i, input);
    while (sim_world_time(world) < duration) {
        sim_instance_apply(&instance);
        sim_world_step(world);
        assert_true(sim_world_stats(world)->joint_error < 5e-3);
    }
    assert_null(sim_world_fault(world));
    struct joint_end end = {0.0, 0.0};
    if (joint != NULL) {
        const int index = sim_model_find_joint(&def.model, joint);
        assert_true(index >= 0);
        end.position = sim_joint_position(world, instance.joints[index], 0);
        end.force = sim_joint_motor_force(world, instance.joints[index], 0);
    }
    sim_instance_finish(&instance);
    sim_world_destroy(world);
    veh_machine_def_finish(&def);
    return end;
}

static double position(const char *name, double input, const char *joint, double duration) {
    return run(name, input, joint, duration).position;
}

// The model of each chapter moves as the page describes.
static void chapters_do_what_the_text_says(void **state) {
    (void)state;
    (void)position("1/crane.yaml", 0.0, NULL, 0.1);
    assert_near(position("2/crane.yaml", 0.0, "boom", 0.4), 0.5, 0.02);                   // falls
    assert_near(position("3/crane.yaml", 0.0, "boom", 3.0), 25.0 * SIM_PI / 180.0, 1e-3); // stops
    assert_near(position("4/crane.yaml", 0.0, "boom", 3.0), 0.0, 1e-6);                   // is held
    assert_true(position("5/crane.yaml", 1.0, "boom", 3.0) < -0.4);          // is lifted
    assert_true(position("5/crane.yaml", -1.0, "boom", 3.0) > 0.3);          // is lowered
    assert_near(position("6/crane.yaml", 1.0, "telescope", 3.0), 1.4, 1e-3); // at its stop
    assert_near(position("7/crane.yaml", 1.0, "slew", 3.0), 1.1, 0.01);
    assert_true(fabs(position("8/crane.yaml", 1.0, "hook", 0.5)) > 0.05); // swings
    (void)position("9/crane.yaml", 0.0, NULL, 0.1);
    assert_true(position("9/yard.yaml", 0.6, "crane.slew", 6.0) > 1.2); // is not stopped
    assert_near(position("10/trailer.yaml", 0.0, "crane.boom", 1.0), 0.0, 1e-3);
}

// The slider's position follows the cosine of the crank's angle; the flap presses on its stop with
// its moment.
static void recipes_do_what_the_text_says(void **state) {
    (void)state;
    for (int i = 1; i <= 10; i++) {
        const double t = 0.3 * i;
        const double angle = position("recipes/slot.yaml", 2.0, "crank", t);
        assert_near(position("recipes/slot.yaml", 2.0, "guide", t), 0.2 * cos(angle) - 0.2, 1e-4);
    }
    const double end = position("recipes/stop.yaml", 0.0, "flap", 5.0);
    const double moment = 10.0 * 9.81 * 0.5 * cos(end);
    assert_near(2e4 * (end - 30.0 * SIM_PI / 180.0), moment, 1e-6);
    assert_near(moment, 42.5, 0.1);
    assert_near(end - 30.0 * SIM_PI / 180.0, 2.1e-3, 5e-5);
}

// The holding force against the closed form: the moments of all weights about the boom's hinge,
// and the cylinder's about that of the barrel. Motor forces act along the rod.
static void the_cylinder_carries_the_boom(void **state) {
    (void)state;
    const double g = 9.81, arm = sqrt(0.5); // [m] of the cylinder's line about the boom's hinge
    const double boom = 150.0 * g * 1.2;    // [N m]
    // Barrel and rod lie on a bar from (0, 0.7) to (1, 1.7). Their moments about its foot are
    // carried across the bar by its other end, the boom's eye.
    const double across = (25.0 * g * 0.3 + 15.0 * g * 0.65) / sqrt(2.0); // [N] at the boom's end
    const double along = 15.0 * g / sqrt(2.0); // the rod's weight rests on the motor
    const double expected = (boom + across * arm) / arm + along;
    assert_near(run("4/crane.yaml", 0.0, "cylinder", 1.0).force, expected, 1e-3 * expected);
}

static void example_of_the_manual_can_be_read(void **state) {
    (void)state;
    static struct veh_machine_def def;
    static struct dat_diagnostics d;
    char *text = manual("model-format.md");
    char *at = text;
    char *block = next_block(&at);
    assert_non_null(block);
    dat_diagnostics_init(&d, "model-format.md", block);
    assert_true(dat_read_model(block, "model-format.md", NULL, &def, &d));
    veh_machine_def_finish(&def);
    free(text);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(chapters_do_what_the_text_says),
        cmocka_unit_test(recipes_do_what_the_text_says),
        cmocka_unit_test(the_cylinder_carries_the_boom),
        cmocka_unit_test(example_of_the_manual_can_be_read),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
