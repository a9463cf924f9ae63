#include "ui/screen/hud.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tests/near.h"
#include "tests/ui/letters.h"

static void newest_message_comes_first_and_all_fade(void **state) {
    (void)state;
    struct ui_hud hud;
    memset(&hud, 0, sizeof hud);
    ui_hud_say(&hud, false, "one");
    ui_hud_tick(&hud, 2.0);
    ui_hud_say(&hud, true, "two");
    assert_string_equal(hud.message[0].text, "two");
    assert_string_equal(hud.message[1].text, "one");
    assert_true(hud.message[1].left < hud.message[0].left);
    // Said again, it comes first and is not shown twice.
    ui_hud_say(&hud, false, "one");
    assert_string_equal(hud.message[0].text, "one");
    assert_string_equal(hud.message[1].text, "two");
    assert_string_equal(hud.message[2].text, "");
    ui_hud_tick(&hud, 60.0);
    for (int i = 0; i < UI_HUD_MESSAGES; i++)
        assert_near(hud.message[i].left, 0.0, 0.0);
}

static void many_messages_push_the_oldest_out(void **state) {
    (void)state;
    struct ui_hud hud;
    memset(&hud, 0, sizeof hud);
    for (int i = 0; i < 20; i++) {
        char text[16];
        snprintf(text, sizeof text, "%d", i);
        ui_hud_say(&hud, false, text);
    }
    for (int i = 0; i < UI_HUD_MESSAGES; i++)
        assert_int_equal(atoi(hud.message[i].text), 19 - i);
}

// Number of vertices of the display, all of which lie inside the picture.
static int vertices_in(const struct ui_hud *hud, const struct ui_font *font, int width,
                       int height) {
    struct ui_canvas canvas = {0};
    ui_canvas_begin(&canvas, font, width, height);
    ui_hud_draw(hud, &canvas);
    for (int i = 0; i < canvas.vertices.count; i++) {
        const double x = (double)canvas.vertices.items[i].x, y = (double)canvas.vertices.items[i].y;
        assert_true(x >= -1.0 && x <= width + 1.0);
        assert_true(y >= -1.0 && y <= height + 1.0);
    }
    const int count = canvas.vertices.count;
    ui_canvas_finish(&canvas);
    return count;
}

static int vertices(const struct ui_hud *hud, const struct ui_font *font) {
    return vertices_in(hud, font, 1280, 720);
}

static void assert_gauges(struct sim_pose pose, const char *slope, const char *height) {
    struct sim_model_body body = {
        .name = "a", .pose = sim_pose_identity(), .has_mass = true, .mass.mass = 2.0};
    struct sim_model_sensor sensors[] = {
        {.name = "n", .kind = SIM_SENSOR_TILT, .joint = -1},
        {.name = "t", .kind = SIM_SENSOR_ROLL, .joint = -1, .label = "Side slope"},
        {.name = "c", .kind = SIM_SENSOR_CONTACT_FORCE, .joint = -1, .label = "Load"},
        {.name = "h", .kind = SIM_SENSOR_BODY_HEIGHT, .joint = -1, .label = "Height"}};
    const struct sim_model model = {
        .bodies = &body, .body_count = 1, .sensors = sensors, .sensor_count = 4};
    body.mass.inertia = sim_mat3_diag(1.0, 1.0, 1.0);
    const struct sim_world_def def = sim_default_world_def();
    struct sim_world *world = sim_world_create(&def);
    struct sim_instance instance;
    struct ui_hud hud;
    memset(&hud, 0, sizeof hud);
    assert_non_null(world);
    assert_true(sim_instance_create(&instance, world, &model, pose));
    ui_hud_read_sensors(&hud, &instance, &(struct veh_names){.items = NULL});
    assert_int_equal(hud.gauges, 3);
    assert_string_equal(hud.gauge[0].label, "Side slope");
    assert_string_equal(hud.gauge[0].value, slope);
    assert_string_equal(hud.gauge[1].value, "0.0 kN");
    assert_string_equal(hud.gauge[2].value, height);
    sim_instance_finish(&instance);
    sim_world_destroy(world);
}

// Sensors with a label become gauges, in units that people read.
static void sensors_with_labels_are_gauges(void **state) {
    (void)state;
    const struct sim_quat leaning = sim_quat_rpy(0.25 * SIM_PI, 0.0, 0.0);
    const struct sim_quat nearly_upright = sim_quat_rpy(-1e-4, 0.0, 0.0);
    assert_gauges((struct sim_pose){{0, 0, 1.257}, leaning}, "45.0\xC2\xB0", "1.26 m");
    assert_gauges((struct sim_pose){{0, 0, -0.004}, nearly_upright}, "0.0\xC2\xB0", "0.00 m");
}

// The body rocks on its tyres while the crane works; the display of a machine that nobody drives
// does not.
static void a_standing_machine_shows_no_speed(void **state) {
    (void)state;
    struct ui_hud hud;
    char text[16];
    memset(&hud, 0, sizeof hud);
    for (int i = 1; i <= 200; i++) {
        const double time = 0.02 * i;
        ui_hud_set_speed(&hud, time, -0.25 * cos(12.0 * time)); // 0.9 km/h to and fro
        ui_hud_speed_text(&hud, text, sizeof text);
        assert_string_equal(text, "0.0");
    }
    hud.controls.value[VEH_DRIVE] = 0.3;
    for (int i = 201; i <= 500; i++)
        ui_hud_set_speed(&hud, 0.02 * i, 0.2); // slowly, but driven
    ui_hud_speed_text(&hud, text, sizeof text);
    assert_string_equal(text, "0.7");
    hud.controls.value[VEH_DRIVE] = -1.0;
    for (int i = 501; i <= 800; i++)
        ui_hud_set_speed(&hud, 0.02 * i, -1.0);
    ui_hud_speed_text(&hud, text, sizeof text);
    assert_string_equal(text, "-3.6");
}

// The layout is unknown to the test: anything that moves adds vertices, and all stay inside.
static void everything_that_moves_is_shown(void **state) {
    (void)state;
    char problem[160];
    struct ui_font *font = ui_font_create(1.0, problem, sizeof problem);
    struct ui_hud hud;
    assert_non_null(font);
    memset(&hud, 0, sizeof hud);
    const int still = vertices(&hud, font);
    hud.controls.value[VEH_DRIVE] = 1.0; // no crane function
    assert_int_equal(vertices(&hud, font), still);
    hud.controls.value[VEH_BOOM] = -0.5;
    const int boom = vertices(&hud, font);
    assert_true(boom > still);
    for (int i = 0; i < VEH_CONTROL_COUNT; i++)
        hud.controls.value[i] = 1.0;
    assert_true(vertices(&hud, font) > boom);
    const int without = vertices(&hud, font);
    hud.has_engine = hud.engine_runs = true;
    const int engine = vertices(&hud, font);
    assert_true(engine > without);
    hud.has_gears = true;
    assert_true(vertices(&hud, font) > engine);
    hud.locked = true;
    assert_true(vertices(&hud, font) > engine);
    hud.has_head = true;
    const int empty = vertices(&hud, font);
    hud.gripped = true;
    hud.length = -0.05; // while the saw bites
    const int held = vertices(&hud, font);
    assert_true(held > empty);
    hud.assortments = 4;
    for (int i = 0; i < 4; i++)
        snprintf(hud.assortment[i].name, sizeof hud.assortment[i].name, "Log %d", i);
    const int list = vertices(&hud, font);
    assert_true(list > held);
    hud.assortment[1].price = 84.0;
    assert_true(vertices(&hud, font) > list);
    hud.assortment[1].price = 0.0;
    hud.sawing = true;
    const int saws = vertices(&hud, font);
    hud.idle_saw = 3.0;
    assert_true(vertices(&hud, font) > saws); // more words: it reaches no wood
    hud.sawing = false;
    const int home = vertices(&hud, font);
    hud.bar_out = true;
    const int out = vertices(&hud, font);
    assert_true(out > home);
    hud.jammed = true;
    assert_true(vertices(&hud, font) > out); // more words: it is held
    hud.sawing = true;
    hud.pace = 1.0;
    const int quick = vertices(&hud, font);
    hud.pace = 0.6;
    assert_true(vertices(&hud, font) > quick);
    ui_font_destroy(font);
}

// In a language that is 40 % longer than English, and on a small screen.
static void a_longer_language_stays_inside(void **state) {
    (void)state;
    char problem[160];
    letters_language(2);
    struct ui_font *font = ui_font_create(600.0 / 720.0, problem, sizeof problem);
    struct ui_hud hud;
    assert_non_null(font);
    memset(&hud, 0, sizeof hud);
    for (int i = 0; i < VEH_CONTROL_COUNT; i++)
        hud.controls.value[i] = 1.0;
    snprintf(hud.title, sizeof hud.title, "An exercise with a title that is as long as it may be");
    snprintf(hud.task, sizeof hud.task, "%s, %s, %s", ui_text(UI_TEXT_TASK_DONE),
             ui_text(UI_TEXT_TASK_DONE), ui_text(UI_TEXT_TASK_DONE));
    hud.has_head = hud.sawing = true;
    hud.idle_saw = 3.0;
    hud.pace = 0.5;
    memset(hud.hint, 'w', sizeof hud.hint - 1);
    for (size_t i = 12; i < sizeof hud.hint - 1; i += 13)
        hud.hint[i] = ' ';
    assert_true(vertices_in(&hud, font, 800, 600) > 0);
    memset(hud.control, 'n', 105); // its longest text
    assert_true(vertices_in(&hud, font, 800, 600) > 0);
    hud.gripped = true;
    assert_true(vertices_in(&hud, font, 800, 600) > 0);
    hud.has_head = false;
    hud.has_grapple = hud.has_bunk = true;
    hud.in_grapple = hud.loaded = 12;
    hud.has_scale = true;
    hud.weight = 1234.0;
    hud.weighed = 12.3e3;
    snprintf(hud.in_tongs, sizeof hud.in_tongs, "douglas fir, 12.0 m");
    assert_true(vertices_in(&hud, font, 800, 600) > 0);
    ui_font_destroy(font);
    ui_language_restore();
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(sensors_with_labels_are_gauges),
        cmocka_unit_test(newest_message_comes_first_and_all_fade),
        cmocka_unit_test(many_messages_push_the_oldest_out),
        cmocka_unit_test(a_standing_machine_shows_no_speed),
        cmocka_unit_test(everything_that_moves_is_shown),
        cmocka_unit_test(a_longer_language_stays_inside),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
