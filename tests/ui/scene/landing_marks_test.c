// Stakes and boards of landings.
#include "ui/scene/landing_marks.h"

#include <math.h>
#include <string.h>

#include "tests/data/exercise/landing_case.h"
#include "ui/scene/worksite_scene.h"

// Four stakes as high as the pile may become, a post with a board; each assortment has its colour.
static void stakes_show_area_and_height(void **state) {
    (void)state;
    struct dat_practice practice;
    struct dat_problem problem;
    struct ui_scene scene;
    assert_true(load("  - {assortment: Sawlogs, position: [30, 46], width: 6, max_height: 2}\n"
                     "  - {assortment: Pulpwood, position: [30, 54]}\n"));
    assert_true(dat_practice_start(&practice, &exercise, NULL, "", DAT_TRAINEE, &problem));
    ui_scene_init(&scene);
    assert_true(ui_landing_marks_add(&scene, &practice));
    assert_int_equal(scene.primitives.count, 2 * 6);
    double low[2] = {1e9, 1e9}, high[2] = {-1e9, -1e9};
    for (int i = 0; i < 4; i++) {
        const struct ui_primitive *stake = &scene.primitives.items[i];
        assert_near(2.0 * stake->half_length, 2.0, 1e-9);
        assert_near(stake->pose.p.z, 11.0, 1e-6); // on ground at 10 m
        low[0] = fmin(low[0], stake->pose.p.x);
        high[0] = fmax(high[0], stake->pose.p.x);
        low[1] = fmin(low[1], stake->pose.p.y);
        high[1] = fmax(high[1], stake->pose.p.y);
    }
    assert_near(high[0] - low[0], 6.5, 1e-6); // 5.5 m and half a metre at either end
    assert_near(high[1] - low[1], 6.0, 1e-6);
    const struct ui_primitive *first = &scene.primitives.items[5],
                              *second = &scene.primitives.items[11];
    assert_int_equal(first->kind, UI_SHAPE_BOX);
    assert_int_equal(second->kind, UI_SHAPE_BOX);
    assert_true(memcmp(first->colour, second->colour, sizeof first->colour) != 0);
    ui_scene_finish(&scene);
    assert_true(dat_practice_finish(&practice, DAT_STOPPED, &problem));
    dat_exercise_finish(&exercise);
}

// Vertices of the names in a picture of the view's scene from the eye towards the place.
static int letters(const struct dat_practice *practice, const struct ui_worksite_scene *view,
                   struct ui_canvas *canvas, struct ui_font *font, struct sim_vec3 eye,
                   struct sim_vec3 place) {
    struct ui_camera camera = ui_default_camera();
    camera.pose = ui_look_at(eye, place);
    ui_canvas_begin(canvas, font, 1280, 720);
    ui_landing_marks_label(practice, &view->scene, &camera, canvas);
    return (int)canvas->vertices.count;
}

// For two eyes the name hangs over its board, as large as the flat one, and looks at the camera.
static void assert_hangs(const struct ui_page *page, struct sim_vec3 eye, struct sim_vec3 board,
                         double width) {
    struct ui_camera camera = ui_default_camera();
    camera.pose = ui_look_at(eye, board);
    const struct ui_view view = ui_view_mono(&camera, 1280.0 / 720.0);
    double left[3], right[3], top[3];
    const struct sim_vec3 over = sim_add(board, sim_vec3(0.0, 0.0, 0.5));
    const struct sim_vec3 border =
        sim_pose_point(page->pose, sim_vec3(0.0, 0.0, page->half_height));
    assert_near(sim_length(sim_sub(border, over)), 0.0, 1e-9);
    assert_true(ui_view_project(&view, border, top));
    assert_true(ui_view_project(
        &view, sim_pose_point(page->pose, sim_vec3(0.0, -page->half_width, 0.0)), left));
    assert_true(ui_view_project(
        &view, sim_pose_point(page->pose, sim_vec3(0.0, page->half_width, 0.0)), right));
    assert_near((right[0] - left[0]) * 640.0, width + 2.0, 0.01); // a pixel at either end
    assert_near(right[1], left[1], 1e-9);
    assert_true(right[1] < top[1]);
}

static struct dat_practice practice;
static struct ui_worksite_scene view;
static struct ui_canvas canvas;
static struct ui_landing_names names;
static struct ui_font *font;

static void open_site(const char *landings) {
    char text[160];
    struct dat_problem problem;
    font = ui_font_create(1.0, text, sizeof text);
    assert_non_null(font);
    assert_true(load(landings));
    assert_true(dat_practice_start(&practice, &exercise, NULL, "", DAT_TRAINEE, &problem));
    assert_true(ui_worksite_scene_init(&view, &practice.site, NULL));
}

static void close_site(void) {
    struct dat_problem problem;
    ui_worksite_scene_finish(&view);
    ui_canvas_finish(&canvas);
    ui_landing_names_finish(&names);
    ui_font_destroy(font);
    assert_true(dat_practice_finish(&practice, DAT_STOPPED, &problem));
    dat_exercise_finish(&exercise);
}

// From behind the machine it cannot be read, from beside it can; a display that hides one end of
// the word hides it all.
static void what_stands_before_a_name_hides_it(void **state) {
    (void)state;
    static const float grey[3] = {0.5F, 0.5F, 0.5F};
    open_site("  - {assortment: Pulpwood, position: [26, 44]}\n");
    const struct sim_vec3 machine = veh_machine_pose(&practice.site, 0).p;
    assert_true(ui_worksite_scene_fill(&view, &practice.site, 1.0, machine));
    const int parts = view.scene.primitives.count;
    assert_true(ui_landing_marks_add(&view.scene, &practice));
    const struct sim_vec3 board = view.scene.primitives.items[parts + 5].pose.p;
    struct sim_vec3 way = sim_sub(machine, board);
    way.z = 0.0;
    const struct sim_vec3 away = sim_unit(way), beside = {-away.y, away.x, 0.0};
    const struct sim_vec3 behind = sim_add_scaled(machine, away, 8.0);
    const struct sim_vec3 clear = sim_add_scaled(behind, beside, 14.0);
    assert_true(letters(&practice, &view, &canvas, font, clear, board) > 0);
    struct ui_camera camera = ui_default_camera();
    camera.pose = ui_look_at(clear, board);
    ui_landing_names_put(&names, &practice, &view.scene, &camera, &canvas);
    assert_int_equal(view.scene.names, 1);
    assert_hangs(&view.scene.name[0], clear, board, ui_font_width(font, UI_FACE_SMALL, "Pulpwood"));
    assert_int_equal(names.canvas[0].vertices.count, canvas.vertices.count);
    assert_int_equal(letters(&practice, &view, &canvas, font, behind, board), 0);
    camera.pose = ui_look_at(behind, board);
    view.scene.names = 0;
    ui_landing_names_put(&names, &practice, &view.scene, &camera, &canvas);
    assert_int_equal(view.scene.names, 0);
    // Half of the name's width at a metre's distance.
    const double half = ui_font_width(font, UI_FACE_SMALL, "Pulpwood") *
                        tan(0.5 * ui_default_camera().fov_y) / 720.0;
    const struct sim_vec3 name = sim_add(board, sim_vec3(0.0, 0.0, 0.5));
    const struct sim_vec3 before = sim_unit(sim_sub(name, clear));
    const struct sim_vec3 aside = sim_unit(sim_cross(before, sim_vec3(0.0, 0.0, 1.0)));
    struct ui_primitive display = ui_box(sim_vec3(0.005, 0.005, 0.005), grey);
    for (int step = 0; step < 2; step++) { // at the word's end, then beside it
        display.pose.p = sim_add_scaled(sim_add(clear, before), aside, half + 0.012 * step);
        assert_true(ui_scene_add_primitive(&view.scene, &display));
        assert_int_equal(letters(&practice, &view, &canvas, font, clear, board) > 0, step);
        view.scene.primitives.count--;
    }
    close_site();
}

// Each half of a window in two parts has the names that its own camera sees.
static void each_view_has_its_names(void **state) {
    (void)state;
    open_site("  - {assortment: Sawlogs, position: [30, 46]}\n"
              "  - {assortment: Pulpwood, position: [30, 54]}\n");
    assert_true(ui_landing_marks_add(&view.scene, &practice));
    const struct sim_vec3 first = view.scene.primitives.items[5].pose.p;
    const struct sim_vec3 second = view.scene.primitives.items[11].pose.p;
    struct ui_camera left = ui_default_camera(), right = left;
    left.pose = ui_look_at(sim_add(first, sim_vec3(-4.0, -4.0, 4.0)), first);
    right.pose = ui_look_at(sim_add(second, sim_vec3(-4.0, 4.0, 4.0)), second);
    struct ui_view_table table = ui_view_table_of(&left);
    ui_view_table_add_monitor(&table, 0, &left);
    ui_view_table_split(&table, &right);
    ui_canvas_begin(&canvas, font, 1280, 720);
    ui_landing_names_put_apart(&names, &practice, &view.scene, &table, &canvas);
    const struct sim_vec3 boards[] = {first, second};
    const struct sim_vec3 eyes[] = {left.pose.p, right.pose.p};
    static const char *const words[] = {"Sawlogs", "Pulpwood"};
    static const int rows[] = {0, 2};
    int found = 0;
    for (int k = 0; k < view.scene.names; k++)
        for (int side = 0; side < 2; side++) {
            const struct ui_page *page = &view.scene.name[k];
            const double width = ui_font_width(font, UI_FACE_SMALL, words[side]);
            if (page->only != rows[side] + 1 || names.canvas[k].width != (int)width + 2)
                continue;
            assert_hangs(page, eyes[side], boards[side], width);
            found++;
        }
    assert_int_equal(found, 2);
    close_site();
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(stakes_show_area_and_height),
        cmocka_unit_test(what_stands_before_a_name_hides_it),
        cmocka_unit_test(each_view_has_its_names),
    };
    return cmocka_run_group_tests(tests, set_up, tear_down);
}
