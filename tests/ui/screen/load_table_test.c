// The table of a load's criteria: a row for each loose log that rides along, none for a fused one,
// nothing for a machine without a bunk.
#include "ui/screen/load_table.h"

#include "tests/data/full_load.h"
#include "tests/near.h"

static struct machine_stand stand;

static int vertices(const struct ui_font *font) {
    struct ui_canvas canvas = {0};
    ui_canvas_begin(&canvas, font, 1280, 720);
    ui_load_table_draw(&stand.site, 0, 86.0, &canvas);
    for (int i = 0; i < canvas.vertices.count; i++) {
        assert_true((double)canvas.vertices.items[i].x < 1280.0);
        assert_true((double)canvas.vertices.items[i].y < 720.0);
    }
    const int count = canvas.vertices.count;
    ui_canvas_finish(&canvas);
    return count;
}

static void loose_logs_have_a_row(void **state) {
    (void)state;
    char problem[256] = "";
    struct ui_font *font = ui_font_create(1.0, problem, sizeof problem);
    static const struct full_load four = {"forwarder", 30, 4.0, 0.236, 22.0};
    stand = (struct machine_stand){0};
    machine_stand_start(&stand, four.machine, NULL, 0, 0.0);
    full_load_put(&stand, &four);
    const int fused = vertices(font);
    assert_true(fused > 0);
    for (int i = 27; i < 30; i++) {
        veh_stem_release(&stand.site, i);
        stand.site.stems.items[i].load.bunk = -1;
    }
    const int loose = vertices(font);
    assert_true(loose > fused + 3 * (VEH_LOAD_OBSTACLES + 1));
    machine_stand_finish(&stand);
    ui_font_destroy(font);
}

static void a_machine_without_a_bunk_has_none(void **state) {
    (void)state;
    char problem[256] = "";
    struct ui_font *font = ui_font_create(1.0, problem, sizeof problem);
    stand = (struct machine_stand){0};
    machine_stand_start(&stand, "harvester", NULL, 0, 0.0);
    assert_int_equal(vertices(font), 0);
    machine_stand_finish(&stand);
    ui_font_destroy(font);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(loose_logs_have_a_row),
        cmocka_unit_test(a_machine_without_a_bunk_has_none),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
