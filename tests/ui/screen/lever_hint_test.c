// The hint at a lever.
#include "ui/screen/lever_hint.h"

#include "tests/near.h"

// It stays for a moment, however often the advice changes.
static void a_hint_can_be_followed(void **state) {
    (void)state;
    struct ui_lever_hint hint = {.since = 0.0};
    const struct dat_guide_lever boom = {true, VEH_BOOM, 1.0}, jib = {true, VEH_JIB, -1.0};
    ui_lever_hint_take(&hint, &boom, 1.0);
    assert_int_equal(hint.lever.control, VEH_BOOM);
    ui_lever_hint_take(&hint, &jib, 1.5);
    assert_int_equal(hint.lever.control, VEH_BOOM);
    ui_lever_hint_take(&hint, &jib, 1.8);
    assert_int_equal(hint.lever.control, VEH_JIB);
    ui_lever_hint_take(&hint, &boom, 0.2); // a replay has been rewound
    assert_int_equal(hint.lever.control, VEH_BOOM);
}

static int drawn(const struct dat_guide_lever *lever, unsigned devices, struct ui_font *font) {
    struct ui_canvas canvas = {.font = NULL};
    const struct ui_lever_hint hint = {.lever = *lever};
    ui_canvas_begin(&canvas, font, 1280, 720);
    const struct ui_hud_gap gap = {.x = 640.0, .width = 600.0, .bottom = 700.0};
    ui_lever_hint_draw(&hint, devices, &gap, &canvas);
    const int count = canvas.vertices.count;
    ui_canvas_finish(&canvas);
    return count;
}

// The lever where one is plugged in, else the key; nothing without advice.
static void lever_or_key_is_drawn(void **state) {
    (void)state;
    char problem[160];
    struct ui_font *font = ui_font_create(1.0, problem, sizeof problem);
    const struct dat_guide_lever none = {.known = false}, boom = {true, VEH_BOOM, 1.0};
    assert_int_equal(drawn(&none, 0, font), 0);
    const int key = drawn(&boom, 0, font), lever = drawn(&boom, ~0u, font);
    assert_true(key > 0 && lever > 0 && key != lever);
    ui_font_destroy(font);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_hint_can_be_followed),
        cmocka_unit_test(lever_or_key_is_drawn),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
