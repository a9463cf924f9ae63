// The map of the site: what lies and stands there is drawn, within the canvas.
#include "ui/screen/site_map.h"

#include <math.h>
#include <stdlib.h>

#include "tests/data/exercise/landing_case.h"
#include "vehicles/piles.h"

static struct dat_practice practice;

static void start(const char *site, const char *more) {
    struct dat_problem problem;
    if (!load_on(site, more)) {
        dat_diagnostics_print(&d, stderr);
        fail_msg("refused");
    }
    assert_true(dat_practice_start(&practice, &exercise, NULL, "", DAT_TRAINEE, &problem));
}

static void finish(void) {
    struct dat_problem problem;
    assert_true(dat_practice_finish(&practice, DAT_STOPPED, &problem));
    dat_exercise_finish(&exercise);
}

static bool has_colour(const struct ui_canvas *canvas, int r, int g, int b) {
    for (int i = 0; i < canvas->vertices.count; i++) {
        const struct ui_colour c = canvas->vertices.items[i].colour;
        if (abs(c.r - r) < 2 && abs(c.g - g) < 2 && abs(c.b - b) < 2)
            return true;
    }
    return false;
}

static struct ui_canvas drawn(const struct ui_font *font) {
    struct ui_canvas canvas = {0};
    ui_canvas_begin(&canvas, font, 1280, 720);
    ui_site_map_draw(&practice, &canvas, NULL);
    for (int i = 0; i < canvas.vertices.count; i++) {
        const struct ui_canvas_vertex *v = &canvas.vertices.items[i];
        assert_true(v->x >= 0.0f && v->x <= 1280.0f && v->y >= 0.0f && v->y <= 720.0f);
    }
    return canvas;
}

// Logs have the colour of the landing that takes them, others another; each log is a line more.
static void logs_have_the_colour_of_their_landing(void **state) {
    (void)state;
    char problem[256] = "";
    struct ui_font *font = ui_font_create(1.0, problem, sizeof problem);
    start("yard", "  - {assortment: Sawlogs, position: [60, 20]}\n");
    struct ui_canvas empty = drawn(font);
    finish();
    start("yard", "  - {assortment: Sawlogs, position: [60, 20]}\nlogs:\n"
                  "  - {species: pine, length: 4.9, mid_diameter_cm: 20, position: [50, 60]}\n"
                  "  - {species: pine, length: 3, mid_diameter_cm: 20, position: [70, 60]}\n");
    struct ui_canvas full = drawn(font);
    finish();
    assert_int_equal(full.vertices.count - empty.vertices.count, 12);
    assert_true(has_colour(&empty, 38, 114, 229)); // the landing, of the second assortment
    assert_false(has_colour(&empty, 242, 140, 38));
    assert_true(has_colour(&full, 242, 140, 38)); // the log of none
    ui_canvas_finish(&full);
    ui_canvas_finish(&empty);
    ui_font_destroy(font);
}

// Four neighbouring cells of ruts lie in one square, a cell apart in another; shallow ones in none.
static void ruts_are_drawn_where_they_are(void **state) {
    (void)state;
    char problem[256] = "";
    struct ui_font *font = ui_font_create(1.0, problem, sizeof problem);
    start("yard", "  - {assortment: Sawlogs, position: [60, 20]}\n");
    struct ui_canvas before = drawn(font);
    struct ter_trails *trails = &practice.site.trails;
    for (int i = 0; i < 4; i++)
        ter_trails_sink(trails, 40.1 + 0.25 * i, 30.1, 0.2);
    ter_trails_sink(trails, 60.1, 30.1, 0.2);
    ter_trails_sink(trails, 70.1, 30.1, 0.05);
    struct ui_canvas after = drawn(font);
    assert_int_equal(after.vertices.count - before.vertices.count, 2 * 6);
    assert_false(has_colour(&before, 95, 60, 30));
    assert_true(has_colour(&after, 95, 60, 30));
    finish();
    ui_canvas_finish(&after);
    ui_canvas_finish(&before);
    ui_font_destroy(font);
}

// Soft ground is bluish, the slope of the forest has more than one colour.
static void ground_shows_slope_and_soil(void **state) {
    (void)state;
    char problem[256] = "";
    struct ui_font *font = ui_font_create(1.0, problem, sizeof problem);
    start("yard", "  - {assortment: Sawlogs, position: [60, 20]}\n");
    struct ui_canvas firm = drawn(font);
    finish();
    start("yard", "  - {assortment: Sawlogs, position: [60, 20]}\nsoil: {cone_index_kpa: 400}\n");
    struct ui_canvas wet = drawn(font);
    finish();
    start("first-forest", "  - {assortment: Pulpwood, position: [25.5, 38.9], width: 3, "
                          "heading_deg: 23}\n");
    struct ui_canvas forest = drawn(font);
    finish();
    assert_true(has_colour(&firm, 96, 120, 84));
    assert_false(has_colour(&firm, 48, 120, 152));
    assert_true(has_colour(&wet, 48, 120, 152));
    assert_true(has_colour(&forest, 150, 146, 84));
    assert_true(has_colour(&forest, 30, 90, 40));    // trees
    assert_true(has_colour(&forest, 150, 145, 135)); // the road
    ui_canvas_finish(&forest);
    ui_canvas_finish(&wet);
    ui_canvas_finish(&firm);
    ui_font_destroy(font);
}

// Each pile has its distance, also where piles lie close together: no number stands alone.
static void each_pile_has_its_distance(void **state) {
    (void)state;
    enum { PILES = 5, LETTERS = 8 }; // of "2 · 12 m", the shortest text
    char problem[256] = "", text[1000];
    struct ui_font *font = ui_font_create(1.0, problem, sizeof problem);
    const char *landing = "  - {assortment: Sawlogs, position: [60, 20]}\n";
    start("yard", landing);
    struct ui_canvas empty = drawn(font);
    finish();
    int used = snprintf(text, sizeof text, "%slogs:\n", landing);
    for (int i = 0; i < 2 * PILES; i++)
        used +=
            snprintf(text + used, sizeof text - (size_t)used,
                     "  - {species: pine, length: 3, mid_diameter_cm: 20, position: [%g, 50]}\n",
                     50.0 + 4.0 * (i / 2) + 0.4 * (i % 2));
    start("yard", text);
    struct ui_canvas full = drawn(font);
    int piles;
    free(veh_piles_find(&practice.site, &piles));
    assert_int_equal(piles, PILES);
    finish();
    assert_true(full.vertices.count - empty.vertices.count >= 6 * (2 * PILES + LETTERS * PILES));
    ui_canvas_finish(&full);
    ui_canvas_finish(&empty);
    ui_font_destroy(font);
}

// The plan's line and way are drawn; a point of the picture is a place of the map.
static void the_plan_is_drawn(void **state) {
    (void)state;
    char problem[256] = "";
    struct ui_font *font = ui_font_create(1.0, problem, sizeof problem);
    start("yard", "  - {assortment: Sawlogs, position: [60, 20]}\n");
    struct ui_canvas without = drawn(font);
    const struct dat_plan_point points[] = {{.x = 50.0F, .y = 35.8F},
                                            {.x = 50.0F, .y = 40.0F, .pile = true}};
    const struct veh_controls rest = {{0.0}};
    dat_practice_step(&practice, &rest);
    dat_practice_plan(&practice, points, 2);
    struct ui_canvas with = drawn(font);
    assert_false(has_colour(&without, 90, 220, 255));
    assert_true(has_colour(&with, 90, 220, 255));
    // A panel with its figures, a square for each point, the way, and letters.
    assert_true(with.vertices.count > without.vertices.count + 6 * 40);
    double x, y, x_right, y_right;
    assert_true(ui_site_map_at(&practice, &with, 640.0, 400.0, &x, &y));
    assert_true(ui_site_map_at(&practice, &with, 650.0, 390.0, &x_right, &y_right));
    assert_near(x_right - x, y_right - y, 1e-9); // north is up, and as large as east
    assert_true(x_right > x);
    assert_false(ui_site_map_at(&practice, &with, 2.0, 400.0, &x, &y));
    finish();
    ui_canvas_finish(&with);
    ui_canvas_finish(&without);
    ui_font_destroy(font);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(logs_have_the_colour_of_their_landing),
        cmocka_unit_test(ruts_are_drawn_where_they_are),
        cmocka_unit_test(ground_shows_slope_and_soil),
        cmocka_unit_test(each_pile_has_its_distance),
        cmocka_unit_test(the_plan_is_drawn),
    };
    return cmocka_run_group_tests(tests, set_up, tear_down);
}
