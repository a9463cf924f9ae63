// The demonstrator fells a tree, and this is what is heard of it.
#include "ui/sound/listen.h"

#include <math.h>
#include <stdlib.h>

#include "data/exercise/library.h"
#include "data/exercise/practice.h"
#include "tests/near.h"
#include "vehicles/operator/demonstrator.h"
#include "vehicles/part/engine.h"
#include "vehicles/part/tyre.h"

struct fixture {
    struct dat_exercise exercise;
    struct dat_practice practice;
    struct veh_demonstrator *demonstrator;
    struct ui_listener ears;
    double most[UI_HEARD_COUNT];
    int strikes[UI_STRIKE_COUNT];
};

static int set_up(void **state) {
    struct fixture *f = calloc(1, sizeof *f);
    struct dat_problem problem = {""};
    struct dat_diagnostics d;
    char path[512];
    *state = f;
    if (f == NULL ||
        dat_library_find(NULL, "exercises", "first-harvest", path, sizeof path, &problem) !=
            DAT_LIBRARY_FOUND ||
        !dat_exercise_load(path, NULL, &f->exercise, &d) ||
        !dat_practice_start(&f->practice, &f->exercise, NULL, "Test", DAT_TRAINEE, &problem))
        return 1;
    const struct veh_demo_task task = dat_exercise_task(&f->exercise);
    const char *reason;
    f->demonstrator = veh_demo_create(&f->practice.site, &task, &reason);
    return f->demonstrator == NULL;
}

static int tear_down(void **state) {
    struct fixture *f = *state;
    struct dat_problem problem;
    veh_demo_destroy(f->demonstrator);
    dat_practice_finish(&f->practice, DAT_STOPPED, &problem);
    dat_exercise_finish(&f->exercise);
    free(f);
    return 0;
}

// Steps and listens until an event of that kind, at most seconds. True: it has come.
static bool listen_until(struct fixture *f, enum veh_event_kind kind, double seconds) {
    const double h = sim_world_step_size(f->practice.site.world);
    for (double t = 0.0; t < seconds; t += h) {
        const struct veh_event *events;
        struct veh_controls controls;
        (void)veh_demo_step(f->demonstrator, &f->practice.site, &controls);
        dat_practice_step(&f->practice, &controls);
        ui_listen(&f->ears, &f->practice.site);
        const double *heard = f->ears.scene.machine[0].heard.value;
        for (int i = 0; i < UI_HEARD_COUNT; i++)
            f->most[i] = fmax(f->most[i], heard[i]);
        for (int i = 0; i < f->ears.scene.strikes; i++)
            f->strikes[f->ears.scene.strike[i].kind]++;
        f->ears.scene.strikes = 0;
        const int count = veh_worksite_events(&f->practice.site, &events);
        for (int i = 0; i < count; i++)
            if (events[i].kind == kind)
                return true;
    }
    return false;
}

static void test_a_tree_is_heard_from_grip_to_ground(void **state) {
    struct fixture *f = *state;
    assert_true(listen_until(f, VEH_EVENT_TREE_GRIPPED, 120.0));
    const struct veh_worksite *site = &f->practice.site;
    const double rpm = veh_machine_measure(site, 0, &veh_part_engine, VEH_ENGINE_SPEED);
    const struct ui_heard *heard = &f->ears.scene.machine[0].heard;
    assert_near(60.0 * heard->value[UI_HEARD_ENGINE_SPEED], rpm, 1e-9);
    assert_near(heard->value[UI_HEARD_FIRES], 1.0, 0.0);
    assert_true(f->most[UI_HEARD_PUMP_FLOW] > 0.2 && f->most[UI_HEARD_PUMP_FLOW] <= 1.0);
    assert_near(f->most[UI_HEARD_CHAIN_SPEED], 0.0, 0.0);
    assert_int_equal(f->strikes[UI_STRIKE_CLANG], 1);

    assert_true(listen_until(f, VEH_EVENT_TREE_FELLED, 60.0));
    assert_near(f->most[UI_HEARD_CHAIN_SPEED], 40.0, 1e-9);
    assert_near(f->most[UI_HEARD_CUTTING], 1.0, 0.0);
    assert_int_equal(f->strikes[UI_STRIKE_CRACK], 1);

    assert_true(listen_until(f, VEH_EVENT_STEM_DOWN, 60.0));
    assert_true(f->most[UI_HEARD_FALL_SPEED] > 5.0 && f->most[UI_HEARD_FALL_SPEED] < 30.0);
    assert_true(f->strikes[UI_STRIKE_THUD] > 0);

    // Its branches break in other crowns and on the ground, and come off in the knives.
    const int broken = f->strikes[UI_STRIKE_SNAP];
    assert_true(broken > 1);
    assert_true(listen_until(f, VEH_EVENT_LOG_CUT, 60.0));
    assert_true(listen_until(f, VEH_EVENT_LOG_CUT, 60.0));
    assert_true(f->strikes[UI_STRIKE_SNAP] > broken + 5);
}

// Tracks and chains are heard at the speed of the machine.
static void test_tracks_and_chains_are_heard(void **state) {
    struct fixture *f = *state;
    struct veh_machine *machine = &f->practice.site.machines[0];
    const struct ui_heard *heard = &f->ears.scene.machine[0].heard;
    struct veh_tyre_def steel[VEH_MAX_PARTS];
    assert_true(listen_until(f, VEH_EVENT_TREE_GRIPPED, 1.0) ||
                heard->value[UI_HEARD_GROUND_SPEED] > 0.01);
    assert_near(heard->value[UI_HEARD_TRACK_SPEED], 0.0, 0.0);
    assert_near(heard->value[UI_HEARD_LINK_SPEED], 0.0, 0.0);
    for (int i = 0, wheels = 0; i < machine->part_count; i++)
        if (machine->parts[i].kind == &veh_part_tyre) {
            steel[i] = *(const struct veh_tyre_def *)machine->parts[i].def;
            steel[i].track = wheels < 2 ? 1.5 : 0.0;
            steel[i].chains = wheels++ >= 2;
            machine->parts[i].def = &steel[i];
        }
    ui_listen(&f->ears, &f->practice.site);
    const double speed = heard->value[UI_HEARD_GROUND_SPEED];
    assert_near(heard->value[UI_HEARD_TRACK_SPEED], speed, 0.0);
    assert_near(heard->value[UI_HEARD_LINK_SPEED], speed, 0.0);
}

// Half a downpour; the wiper is heard in the cab only.
static void test_a_shower_is_heard(void **state) {
    struct fixture *f = *state;
    f->ears.rain = 5.0;
    f->ears.wiper = 0.5;
    for (int inside = 0; inside < 2; inside++) {
        double wiper = 0.0;
        f->ears.scene.inside = inside != 0;
        for (int i = 0; i < 100; i++) { // from the pane's edge to its other one
            const struct veh_controls hands_off = {{0.0}};
            dat_practice_step(&f->practice, &hands_off);
            ui_listen(&f->ears, &f->practice.site);
            const double *heard = f->ears.scene.machine[0].heard.value;
            assert_near(heard[UI_HEARD_RAIN], 0.5, 1e-12);
            wiper = fmax(wiper, heard[UI_HEARD_WIPER]);
        }
        assert_near(wiper, inside, 1e-3);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(test_a_shower_is_heard, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_tracks_and_chains_are_heard, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_a_tree_is_heard_from_grip_to_ground, set_up,
                                        tear_down),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
