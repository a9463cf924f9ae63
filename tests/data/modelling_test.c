// The examples in docs/*.md must be models that can be read, and those of the tutorial must run.
#include "data/read_model.h"

#include "tests/near.h"

#include <stdlib.h>
#include <string.h>

static char folder[] = "/tmp/kranich-modelling-XXXXXX";

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
    if (start == NULL) {
        return NULL;
    }
    start += strlen(begin);
    char *end = strstr(start, "```");
    assert_non_null(end);
    *end = '\0';
    *at = end + 1;
    return start;
}

static int write_examples(void **state) {
    (void)state;
    if (mkdtemp(folder) == NULL) {
        return 1;
    }
    char *text = manual("modelling.md");
    char *at = text;
    for (char *block; (block = next_block(&at)) != NULL;) {
        char path[256];
        char name[64];
        assert_int_equal(sscanf(block, "# %63s", name), 1); // the first line names the file
        (void)snprintf(path, sizeof path, "%s/%s", folder, name);
        FILE *file = fopen(path, "w");
        assert_non_null(file);
        assert_true(fputs(block, file) >= 0 && fclose(file) == 0);
    }
    free(text);
    return 0;
}

static const char *const names[] = {"step1.yaml", "step2.yaml", "crane.yaml", "trailer.yaml"};

static int remove_examples(void **state) {
    (void)state;
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
        char path[256];
        (void)snprintf(path, sizeof path, "%s/%s", folder, names[i]);
        (void)remove(path);
    }
    return remove(folder);
}

// Runs an example with all inputs at 1 and returns how far the joint turned [rad].
static double turn(const char *name, const char *joint, double duration) {
    static struct veh_machine_def def;
    static struct dat_diagnostics d;
    char path[256];
    (void)snprintf(path, sizeof path, "%s/%s", folder, name);
    if (!dat_load_model(path, &def, &d)) {
        dat_diagnostics_print(&d, stderr);
        fail();
    }
    struct sim_world *world = sim_world_create(&def.model.world);
    struct sim_instance instance;
    assert_non_null(world);
    assert_true(sim_instance_create(&instance, world, &def.model, sim_pose_identity()));
    for (int i = 0; i < def.model.input_count; i++) {
        sim_instance_set_input(&instance, i, 1.0);
    }
    while (sim_world_time(world) < duration) {
        sim_instance_apply(&instance);
        sim_world_step(world);
        assert_true(sim_world_stats(world)->joint_error < 5e-3);
    }
    assert_null(sim_world_fault(world));
    const int index = sim_model_find_joint(&def.model, joint);
    assert_true(index >= 0);
    const double angle = sim_joint_position(world, instance.joints[index], 0);
    sim_instance_finish(&instance);
    sim_world_destroy(world);
    veh_machine_def_finish(&def);
    return angle;
}

static void examples_do_what_the_text_says(void **state) {
    (void)state;
    assert_true(turn("step1.yaml", "boom", 0.5) > 0.1);  // falls
    assert_true(turn("step2.yaml", "boom", 2.0) < -0.1); // is lifted
    assert_true(turn("trailer.yaml", "crane.boom", 2.0) < -0.1);
    (void)turn("crane.yaml", "boom", 0.1);
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
        cmocka_unit_test(examples_do_what_the_text_says),
        cmocka_unit_test(example_of_the_manual_can_be_read),
    };
    return cmocka_run_group_tests(tests, write_examples, remove_examples);
}
