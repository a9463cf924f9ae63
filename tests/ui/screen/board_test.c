// The board computer's page on its screen in the cab.
#include "ui/screen/board.h"

#include <math.h>
#include <string.h>

#include "tests/near.h"

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

static void draw(const struct ui_hud *hud) {
    ui_board_draw(hud, font, &canvas);
}

// The canvas has the shape of the screen, 30 x 20 cm, and everything is on it.
static void the_page_stays_on_the_screen(void **state) {
    (void)state;
    const struct ui_hud hud = harvester();
    draw(&hud);
    assert_near((double)canvas.width / canvas.height, 1.5, 0.01);
    assert_true(canvas.vertices.count > 6 * 20);
    for (int i = 0; i < canvas.vertices.count; i++) {
        const struct ui_canvas_vertex *v = &canvas.vertices.items[i];
        assert_true(v->x >= 0.0F && v->x <= (float)canvas.width);
        assert_true(v->y >= 0.0F && v->y <= (float)canvas.height);
    }
}

// Logs that were never weighed may be taken out of the bunk: a load below nothing is not shown.
static void only_what_was_weighed_is_shown(void **state) {
    (void)state;
    struct ui_hud hud = {.has_bunk = true, .has_scale = true, .weight = 445.0};
    draw(&hud);
    const int without = canvas.vertices.count;
    hud.weighed = -585.0;
    draw(&hud);
    assert_int_equal(canvas.vertices.count, without);
    hud.weighed = 585.0;
    draw(&hud);
    assert_true(canvas.vertices.count > without);
}

// The scale names what hangs beside its weight.
static void the_weight_has_its_assortment(void **state) {
    (void)state;
    struct ui_hud hud = {.has_bunk = true, .has_scale = true, .weight = 445.0, .in_grapple = 2};
    draw(&hud);
    const int without = canvas.vertices.count;
    strcpy(hud.in_tongs, "spruce, 4.0 m");
    draw(&hud);
    assert_int_equal(canvas.vertices.count, without + 6 * 13); // a quad per letter
    hud.in_grapple = 0;
    draw(&hud);
    assert_int_equal(canvas.vertices.count, without);
}

// Letters are quads of six vertices; the largest are the digits. From the eye the screen is 1.05 m
// away and 20 cm high, in a picture of 720 lines and 70 degrees.
static void digits_are_legible(void **state) {
    (void)state;
    const struct ui_hud hud = harvester();
    double tallest = 0.0;
    draw(&hud);
    for (int i = 0; i < canvas.vertices.count; i += 6) {
        double low = 1e9, high = -1e9;
        for (int k = 0; k < 6; k++) {
            low = fmin(low, (double)canvas.vertices.items[i + k].y);
            high = fmax(high, (double)canvas.vertices.items[i + k].y);
        }
        tallest = fmax(tallest, high - low);
    }
    const double lines = 0.20 / 1.05 / tan(35.0 * SIM_PI / 180.0) * 720.0 / 2.0;
    assert_true(tallest / canvas.height * lines >= 14.0);
}

// Each figure that changes changes the page; another machine has another page.
static void the_page_is_live(void **state) {
    (void)state;
    struct ui_hud hud = harvester();
    draw(&hud);
    const int count = canvas.vertices.count;
    hud.diameter = 1.288;
    draw(&hud);
    assert_int_equal(canvas.vertices.count, count + 6);
    hud.has_head = false;
    hud.has_bunk = true;
    hud.loaded = 12;
    hud.has_scale = true;
    draw(&hud);
    assert_true(canvas.vertices.count > 6 * 20);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_page_stays_on_the_screen),
        cmocka_unit_test(only_what_was_weighed_is_shown),
        cmocka_unit_test(the_weight_has_its_assortment),
        cmocka_unit_test(digits_are_legible),
        cmocka_unit_test(the_page_is_live),
    };
    return cmocka_run_group_tests(tests, set_up, tear_down);
}
