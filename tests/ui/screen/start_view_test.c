#include "ui/screen/start_view.h"

#include <math.h>
#include <string.h>

#include <SDL.h>

#include "tests/near.h"

struct picture {
    double left, right, low, high; // normalised device coordinates of the machine
};

// The part of the picture in which the centres of the machine's shapes lie.
static struct picture machine_in(const struct ui_start_view *view, const struct ui_camera *camera,
                                 double aspect) {
    struct picture p = {HUGE_VAL, -HUGE_VAL, HUGE_VAL, -HUGE_VAL};
    const struct ui_view eye = ui_view_mono(camera, aspect);
    const struct veh_machine *machine = &view->site->practice.site.machines[0];
    const struct sim_model *model = &machine->def->model;
    for (int b = 0; b < model->body_count; b++) {
        const struct sim_pose body =
            sim_body_pose(view->site->practice.site.world, machine->instance.bodies[b]);
        for (int s = 0; s < model->bodies[b].shape_count; s++) {
            const int shape = model->bodies[b].first_shape + s;
            double ndc[3];
            if (model->visuals[shape].look == SIM_LOOK_NONE)
                continue;
            assert_true(
                ui_view_project(&eye, sim_pose_point(body, model->shapes[shape].pose.p), ndc));
            p.left = fmin(p.left, ndc[0]);
            p.right = fmax(p.right, ndc[0]);
            p.low = fmin(p.low, ndc[1]);
            p.high = fmax(p.high, ndc[1]);
        }
    }
    return p;
}

// In a window of any shape the whole machine is beside the sheet, and as large as it can be.
static void the_machine_fills_what_the_sheet_leaves_free(void **state) {
    (void)state;
    static const double aspects[] = {1.0, 4.0 / 3.0, 16.0 / 9.0, 21.0 / 9.0};
    static const double covered[] = {0.0, 0.4, 0.55, 0.7};
    struct ui_exercise_list list;
    struct ui_start_view view;
    assert_true(ui_exercise_list_init(&list, NULL, NULL));
    ui_start_view_init(&view, &list, NULL, 0);
    assert_non_null(view.site);
    for (size_t a = 0; a < sizeof aspects / sizeof aspects[0]; a++)
        for (size_t c = 0; c < sizeof covered / sizeof covered[0]; c++) {
            const struct ui_camera camera =
                ui_start_view_camera(&view, 3.0, aspects[a], covered[c]);
            const struct picture p = machine_in(&view, &camera, aspects[a]);
            const double border = 2.0 * covered[c] - 1.0;
            assert_true(p.left > border && p.right < 1.0);
            assert_true(p.low > -1.0 && p.high < 1.0);
            // The centres of the outermost shapes lie inside the machine's outline.
            assert_true(fmax((p.right - p.left) / (1.0 - border), 0.5 * (p.high - p.low)) > 0.7);
        }
    ui_start_view_finish(&view);
    ui_exercise_list_finish(&list);
}

// Frames of a list on which the hand rests, at most a minute of the clock. True: the exercise of
// that number is shown.
static bool shown_after_a_rest(struct ui_start_view *view, const struct ui_exercise_list *list,
                               int chosen) {
    for (int i = 0; i < 600; i++) {
        ui_start_view_choose(view, list, NULL, chosen, 0.1);
        if (strcmp(view->site->exercise.path, list->items[chosen].path) == 0)
            return true;
        SDL_Delay(100);
    }
    return false;
}

static void the_chosen_exercise_is_shown(void **state) {
    (void)state;
    struct ui_exercise_list list;
    struct ui_start_view view;
    assert_true(ui_exercise_list_init(&list, NULL, NULL));
    ui_start_view_init(&view, &list, NULL, 3);
    assert_string_equal(view.site->exercise.path, list.items[3].path);
    // Whoever only passes by does not make it load.
    for (int i = 0; i < 20; i++)
        ui_start_view_choose(&view, &list, NULL, i % 10, 0.1);
    assert_false(view.loader.runs);
    const struct sim_heightfield *before = ui_start_view_scene(&view)->ground;
    assert_true(shown_after_a_rest(&view, &list, 5));
    assert_ptr_not_equal(ui_start_view_scene(&view)->ground, before);
    // One that has gone leaves the view as it is; and one that still loads is waited for.
    (void)snprintf(list.items[6].path, sizeof list.items[6].path, "/no/such/exercise.yaml");
    for (int i = 0; i < 10 && (i < 5 || view.loader.runs); i++, SDL_Delay(100))
        ui_start_view_choose(&view, &list, NULL, 6, 0.1);
    assert_string_equal(view.site->exercise.path, list.items[5].path);
    for (int i = 0; i < 6; i++)
        ui_start_view_choose(&view, &list, NULL, 7, 0.1);
    ui_start_view_finish(&view);
    ui_exercise_list_finish(&list);
}

static void without_an_exercise_there_is_a_camera(void **state) {
    (void)state;
    const struct ui_exercise_list none = {.count = 0};
    struct ui_start_view view;
    ui_start_view_init(&view, &none, NULL, 0);
    assert_null(view.site);
    const struct ui_camera camera = ui_start_view_camera(&view, 1.0, 1.5, 0.5);
    assert_true(camera.fov_y > 0.0 && camera.far > camera.near);
    ui_start_view_finish(&view);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_machine_fills_what_the_sheet_leaves_free),
        cmocka_unit_test(the_chosen_exercise_is_shown),
        cmocka_unit_test(without_an_exercise_there_is_a_camera),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
