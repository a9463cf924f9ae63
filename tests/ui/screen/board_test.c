// The board computer's page on its screen in the cab.
#include "ui/screen/board.h"

#include <string.h>

#include "tests/near.h"

enum { WIDTH = 1280, HEIGHT = 720 };

static struct ui_font *font;
static struct ui_canvas canvas;

static int set_up(void **state) {
    char problem[256];
    (void)state;
    font = ui_font_create(1.0, problem, sizeof problem);
    return font == NULL;
}

static int tear_down(void **state) {
    (void)state;
    ui_canvas_finish(&canvas);
    ui_font_destroy(font);
    return 0;
}

static struct ui_hud harvester(void) {
    struct ui_hud hud;
    memset(&hud, 0, sizeof hud);
    hud.has_head = hud.gripped = hud.has_engine = hud.engine_runs = true;
    hud.length = 4.88;
    hud.target = 4.90;
    hud.diameter = 0.288;
    hud.logs = 8;
    hud.engine_speed = 1800.0;
    return hud;
}

// 1.05 m before the eye of a cab's camera, its x towards the eye.
static struct ui_cab_screen screen_before(double ahead) {
    return (struct ui_cab_screen){
        .pose = {sim_vec3(ahead, 0.0, 0.0), sim_quat_axis_angle(sim_vec3(0.0, 0.0, 1.0), SIM_PI)},
        .half_width = 0.150,
        .half_height = 0.100};
}

static struct ui_camera cab_camera(void) {
    struct ui_camera camera = ui_default_camera();
    camera.fov_y = 70.0 * SIM_PI / 180.0;
    return camera;
}

static void draw(const struct ui_hud *hud, double ahead) {
    const struct ui_cab_screen screen = screen_before(ahead);
    const struct ui_camera camera = cab_camera();
    ui_canvas_begin(&canvas, font, WIDTH, HEIGHT);
    const struct ui_view_table views = ui_view_table_of(&camera);
    ui_board_draw(hud, &screen, &views.row[0], &canvas);
}

// The page lies on the screen: a rectangle of that size, seen head on.
static void the_page_stays_on_the_screen(void **state) {
    (void)state;
    const struct ui_hud hud = harvester();
    draw(&hud, 1.05);
    const double half_tangent = tan(35.0 * SIM_PI / 180.0);
    const double half_width = 0.150 / 1.05 / half_tangent * HEIGHT / 2.0;
    const double half_height = 0.100 / 1.05 / half_tangent * HEIGHT / 2.0;
    assert_true(canvas.vertices.count > 6 * 20);
    for (int i = 0; i < canvas.vertices.count; i++) {
        assert_true(fabs((double)canvas.vertices.items[i].x - WIDTH / 2.0) <= half_width + 0.01);
        assert_true(fabs((double)canvas.vertices.items[i].y - HEIGHT / 2.0) <= half_height + 0.01);
    }
}

// Logs that were never weighed may be taken out of the bunk: a load below nothing is not shown.
static void only_what_was_weighed_is_shown(void **state) {
    (void)state;
    struct ui_hud hud = {.has_bunk = true, .has_scale = true, .weight = 445.0};
    draw(&hud, 1.05);
    const int without = canvas.vertices.count;
    hud.weighed = -585.0;
    draw(&hud, 1.05);
    assert_int_equal(canvas.vertices.count, without);
    hud.weighed = 585.0;
    draw(&hud, 1.05);
    assert_true(canvas.vertices.count > without);
}

// Letters are quads of six vertices; the largest are the digits.
static void digits_are_legible(void **state) {
    (void)state;
    const struct ui_hud hud = harvester();
    double tallest = 0.0;
    draw(&hud, 1.05);
    for (int i = 0; i < canvas.vertices.count; i += 6) {
        double low = 1e9, high = -1e9;
        for (int k = 0; k < 6; k++) {
            low = fmin(low, (double)canvas.vertices.items[i + k].y);
            high = fmax(high, (double)canvas.vertices.items[i + k].y);
        }
        tallest = fmax(tallest, high - low);
    }
    assert_true(tallest >= 14.0);
}

static void nothing_is_drawn_behind_the_camera(void **state) {
    (void)state;
    const struct ui_hud hud = harvester();
    draw(&hud, -1.0);
    assert_int_equal(canvas.vertices.count, 0);
}

// Each figure that changes changes the page; another machine has another page.
static void the_page_is_live(void **state) {
    (void)state;
    struct ui_hud hud = harvester();
    draw(&hud, 1.05);
    const int count = canvas.vertices.count;
    hud.diameter = 1.288;
    draw(&hud, 1.05);
    assert_int_equal(canvas.vertices.count, count + 6);
    hud.has_head = false;
    hud.has_bunk = true;
    hud.loaded = 12;
    hud.has_scale = true;
    draw(&hud, 1.05);
    assert_true(canvas.vertices.count > 6 * 20);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_page_stays_on_the_screen),
        cmocka_unit_test(only_what_was_weighed_is_shown),
        cmocka_unit_test(digits_are_legible),
        cmocka_unit_test(nothing_is_drawn_behind_the_camera),
        cmocka_unit_test(the_page_is_live),
    };
    return cmocka_run_group_tests(tests, set_up, tear_down);
}
