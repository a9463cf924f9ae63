#include "ui/screen/hud_practice.h"

#include <stdlib.h>

#include "data/exercise/library.h"
#include "tests/near.h"
#include "vehicles/part/head.h"
#include "vehicles/site.h"

struct fixture {
    struct dat_exercise exercise;
    struct dat_practice practice;
};

// machine: a name of the library, NULL: that of the exercise.
static bool begin(struct fixture *f, const char *name, const char *machine) {
    struct dat_problem problem = {""};
    struct dat_diagnostics d;
    char path[512], other[512];
    if (machine != NULL && dat_library_find(NULL, "machines", machine, other, sizeof other,
                                            &problem) != DAT_LIBRARY_FOUND)
        return false;
    return dat_library_find(NULL, "exercises", name, path, sizeof path, &problem) ==
               DAT_LIBRARY_FOUND &&
           dat_exercise_load(path, machine != NULL ? other : NULL, &f->exercise, &d) &&
           dat_practice_start(&f->practice, &f->exercise, NULL, "Test", DAT_TRAINEE, &problem);
}

static int set_up_harvest(void **state) {
    *state = calloc(1, sizeof(struct fixture));
    return *state == NULL || !begin(*state, "first-harvest", NULL);
}

static int set_up_load(void **state) {
    *state = calloc(1, sizeof(struct fixture));
    return *state == NULL || !begin(*state, "first-load", NULL);
}

static int tear_down(void **state) {
    struct fixture *f = *state;
    struct dat_problem problem;
    dat_practice_finish(&f->practice, DAT_STOPPED, &problem);
    dat_exercise_finish(&f->exercise);
    free(f);
    return 0;
}

static void a_saw_without_wood_is_reported(void **state) {
    struct fixture *f = *state;
    struct veh_head_state *head =
        veh_machine_part(&f->practice.site.machines[0], &veh_part_head)->state;
    struct ui_hud hud = {0};
    const struct veh_controls hands_off = {{0.0}};
    dat_practice_step(&f->practice, &hands_off);
    head->saw.sawing = head->saw.was_pressed = true;
    hud.time = veh_worksite_time(&f->practice.site) - 1.2;
    ui_hud_from_practice(&hud, &f->practice, &hands_off, 0);
    assert_near(hud.idle_saw, 1.2, 1e-9);
    head->saw.cut = 0.1;
    ui_hud_from_practice(&hud, &f->practice, &hands_off, 0);
    assert_near(hud.idle_saw, 0.0, 0.0);
    assert_true(hud.sawing && !hud.bar_out);
    head->saw.was_pressed = false; // released, while the tree holds the bar
    head->saw.pinched = true;
    ui_hud_from_practice(&hud, &f->practice, &hands_off, 0);
    assert_true(!hud.sawing && hud.bar_out && hud.jammed);
    head->saw.sawing = head->saw.pinched = false;
    ui_hud_from_practice(&hud, &f->practice, &hands_off, 0);
    assert_true(!hud.sawing && !hud.bar_out && !hud.jammed);
}

// On the picture of the stem, 1.4 m beyond the saw on a head for 55 cm.
static void the_top_saw_has_a_mark_where_there_is_one(void **state) {
    (void)state;
    static const struct {
        const char *machine;
        double beyond; // [m], 0: it has none
    } heads[] = {{"harvester", 0.0}, {"harvester-8w", 1.4 * 0.62 / 0.55}};
    for (size_t i = 0; i < sizeof heads / sizeof heads[0]; i++) {
        struct fixture *f = calloc(1, sizeof *f);
        struct ui_hud hud = {0};
        const struct veh_controls hands_off = {{0.0}};
        assert_non_null(f);
        assert_true(begin(f, "first-harvest", heads[i].machine));
        struct veh_head_state *head =
            veh_machine_part(&f->practice.site.machines[0], &veh_part_head)->state;
        head->length = 3.0;
        ui_hud_from_practice(&hud, &f->practice, &hands_off, 0);
        assert_near(hud.top_saw, heads[i].beyond > 0.0 ? 3.0 + heads[i].beyond : 0.0, 1e-9);
        void *fixture = f;
        (void)tear_down(&fixture);
    }
}

// A stem that chance has chosen, the operator on the way, and what the computer proposes.
static void the_computer_asks_for_a_control_measurement(void **state) {
    struct fixture *f = *state;
    struct veh_head_state *head =
        veh_machine_part(&f->practice.site.machines[0], &veh_part_head)->state;
    struct veh_calibration *c = &head->computer.calibration;
    const struct veh_controls hands_off = {{0.0}};
    struct ui_hud hud = {0};
    ui_hud_from_practice(&hud, &f->practice, &hands_off, 0);
    assert_string_equal(hud.control, "");
    c->chosen = c->over = true;
    c->logs = head->caliper.count = 3;
    ui_hud_from_practice(&hud, &f->practice, &hands_off, 0);
    assert_string_equal(hud.control, "Control stem: 3 logs");
    assert_string_equal(hud.control_keys, ";: measure with the caliper");
    c->asked = true;
    head->caliper.next = 1;
    ui_hud_from_practice(&hud, &f->practice, &hands_off, 0);
    assert_string_equal(hud.control, "The caliper measures log 2 of 3");
    assert_string_equal(hud.control_keys, "");
    c->asked = false;
    c->ready = true;
    c->proposed = (struct veh_correction){
        .length = 0.013, .scale = 0.0066, .diameter = {-0.003, 0.0, 0.0, 0.0, -0.010}};
    ui_hud_from_practice(&hud, &f->practice, &hands_off, 0);
    assert_string_equal(hud.control, "Correct lengths by +13 mm and +6.6 mm per metre, "
                                     "diameters by -3 to -10 mm");
    assert_string_equal(hud.control_keys, ";: accept   ': refuse");
}

static void the_grapple_shows_what_it_holds(void **state) {
    struct fixture *f = *state;
    struct veh_worksite *site = &f->practice.site;
    const struct veh_controls hands_off = {{0.0}};
    struct ui_hud hud = {0};
    ui_hud_from_practice(&hud, &f->practice, &hands_off, 0);
    assert_true(hud.has_grapple && hud.has_bunk && !hud.has_head);
    assert_int_equal(hud.in_grapple, 0);
    int held = 0;
    for (int i = 0; i < site->stems.count && held < 2; i++) {
        if (site->stems.items[i].kind != VEH_STEM_LOG)
            continue;
        veh_stem_thaw(site, i); // as a grapple does that comes near
        site->stems.items[i].load.grapples = 1;
        held++;
    }
    ui_hud_from_practice(&hud, &f->practice, &hands_off, 0);
    assert_int_equal(hud.in_grapple, 2);
    assert_true(hud.has_scale);
    assert_near(hud.weight, 0.0, 0.0); // nothing hangs from the crane
}

// The display names each lock while it holds.
static void locks_are_named(void **state) {
    struct fixture *f = *state;
    struct ui_hud hud = {0};
    struct veh_controls levers = {{0.0}};
    for (int i = 0; i < 300; i++)
        dat_practice_step(&f->practice, &levers);
    ui_hud_from_practice(&hud, &f->practice, &levers, 0);
    assert_string_equal(hud.locks, "wheels, twist");
    levers.value[VEH_STEER] = 0.5;
    for (int i = 0; i < 50; i++)
        dat_practice_step(&f->practice, &levers);
    ui_hud_from_practice(&hud, &f->practice, &levers, 0);
    assert_string_equal(hud.locks, "twist");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(locks_are_named, set_up_harvest, tear_down),
        cmocka_unit_test_setup_teardown(a_saw_without_wood_is_reported, set_up_harvest, tear_down),
        cmocka_unit_test(the_top_saw_has_a_mark_where_there_is_one),
        cmocka_unit_test_setup_teardown(the_computer_asks_for_a_control_measurement, set_up_harvest,
                                        tear_down),
        cmocka_unit_test_setup_teardown(the_grapple_shows_what_it_holds, set_up_load, tear_down),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
