// What is written in the window of `kranich simulate` can be read in four sizes and three
// languages.
#include "data/exercise/library.h"
#include "data/model/read.h"
#include "tests/ui/readable_app.h"
#include "ui/screen/model_window.h"

static struct readable_app readable;
static struct veh_machine_def def;
static struct dat_diagnostics diagnostics;
static struct sim_world *world;
static struct sim_instance instance;
static struct ui_model_window window;

static int set_up(void **state) {
    struct dat_problem problem = {""};
    char path[512];
    (void)state;
    if (readable_set_up(&readable) != 0 ||
        dat_library_find(NULL, "machines", "harvester", path, sizeof path, &problem) !=
            DAT_LIBRARY_FOUND ||
        !dat_load_model(path, &def, &diagnostics))
        return 1;
    world = sim_world_create(&def.model.world);
    return world == NULL || !sim_instance_create(&instance, world, &def.model, sim_pose_identity());
}

static int tear_down(void **state) {
    (void)state;
    readable_tear_down(&readable);
    sim_instance_finish(&instance);
    sim_world_destroy(world);
    veh_machine_def_finish(&def);
    return 0;
}

static bool step(void *context) {
    (void)context;
    sim_instance_apply(&instance);
    sim_world_step(world);
    return true;
}

// All inputs, paused, slowed, over, with the keys and with the joints named.
static void the_window_of_a_model_can_be_read(void **state) {
    (void)state;
    assert_true(ui_model_window_init(&window, &readable.app, &instance, step, NULL, true));
    ui_app_push(&readable.app, &window.base);
    for (window.chosen = 0; window.chosen < def.model.input_count; window.chosen += 5)
        readable_look_in_all(&readable, "model");
    window.chosen = 0;
    window.speed = 0.25;
    readable_look_in_all(&readable, "model, slowed");
    window.paused = true;
    readable_look_in_all(&readable, "model, paused");
    window.over = true;
    readable_look_in_all(&readable, "model, over");
    window.help = true;
    readable_look_in_all(&readable, "model, keys");
    assert_int_equal(readable.complaints, 0);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(the_window_of_a_model_can_be_read)};
    return cmocka_run_group_tests(tests, set_up, tear_down);
}
