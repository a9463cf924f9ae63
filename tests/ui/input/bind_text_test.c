// Names of levers, buttons and keys, and their descriptions on the page of controls.
#include <stdlib.h>
#include <string.h>

#include "tests/near.h"
#include "ui/input/bind.h"
#include "ui/input/control_text.h"

static int restore(void **state) {
    (void)state;
    ui_bindings_restore();
    return 0;
}

// A hand finds a part by its name: those of a device differ, and small texts hold what fits.
static void parts_of_a_device_have_different_names(void **state) {
    (void)state;
    size_t count;
    const struct ui_binding *row = ui_bindings(&count);
    for (size_t i = 0; i < count; i++) {
        char one[64], other[64], small[6];
        ui_binding_source(&row[i], one, sizeof one);
        assert_true(one[0] != '\0');
        for (size_t k = 0; k < i; k++) {
            ui_binding_source(&row[k], other, sizeof other);
            const bool same = row[i].device == row[k].device && row[i].shifted == row[k].shifted &&
                              ui_binding_same_part(&row[i], &row[k]);
            if (row[i].device == row[k].device && row[i].part != UI_PART_KEY)
                assert_int_equal(strcmp(one, other) == 0, same);
        }
        ui_binding_source(&row[i], small, sizeof small);
        assert_true(strlen(small) < sizeof small);
    }
}

static void parts_are_called_as_the_manual_calls_them(void **state) {
    (void)state;
    static const struct {
        struct ui_binding binding;
        const char *name;
    } table[] = {
        {{.device = UI_DEVICE_LEFT, .part = UI_PART_AXIS, .index = 0}, "left and right"},
        {{.device = UI_DEVICE_RIGHT, .part = UI_PART_BUTTON, .index = 2}, "button 3"},
        {{.device = UI_DEVICE_RIGHT, .part = UI_PART_HAT, .index = UI_HAT_UP}, "hat switch up"},
    };
    for (size_t i = 0; i < sizeof table / sizeof table[0]; i++) {
        char text[64];
        ui_binding_source(&table[i].binding, text, sizeof text);
        assert_string_equal(text, table[i].name);
    }
}

// A pair of buttons does what each does by itself; an axis begins with the push, which is negative.
static void effects_name_both_sides_in_the_order_of_the_hand(void **state) {
    (void)state;
    for (int c = 0; c < VEH_CONTROL_COUNT; c++) {
        const struct ui_control_text *t = ui_control_text((enum veh_control)c);
        struct ui_binding up = {.device = UI_DEVICE_LEFT,
                                .part = UI_PART_BUTTON,
                                .index = 3,
                                .scale = 1.0,
                                .control = (enum veh_control)c},
                          down = up;
        struct ui_binding axis = up;
        axis.part = UI_PART_AXIS;
        axis.index = 0;
        char effect[128], expected[128];
        ui_binding_effect(&axis, effect, sizeof effect);
        if (t->alone) {
            assert_string_equal(effect, ui_text(t->title));
            continue;
        }
        down.scale = -1.0;
        ui_binding_effect(&up, effect, sizeof effect);
        assert_non_null(strstr(effect, ui_text(t->positive)));
        ui_binding_effect(&down, effect, sizeof effect);
        assert_non_null(strstr(effect, ui_text(t->negative)));
        ui_binding_pair_effect(&down, &up, effect, sizeof effect);
        UI_WRITE(expected, sizeof expected, BOTH_SIDES, ui_text(t->title), ui_text(t->negative),
                 ui_text(t->positive));
        assert_string_equal(effect, expected);
        ui_binding_effect(&axis, effect, sizeof effect);
        assert_string_equal(effect, expected);
    }
}

// Every row of the table and every key of the window is on the printed page.
static void the_page_has_all_rows(void **state) {
    (void)state;
    char *page = NULL;
    size_t size = 0, count, keys;
    FILE *file = open_memstream(&page, &size);
    assert_non_null(file);
    ui_print_bindings(file);
    assert_int_equal(fclose(file), 0);
    const struct ui_binding *row = ui_bindings(&count);
    for (size_t i = 0; i < count; i++) {
        char source[64], effect[96], line[200];
        ui_binding_source(&row[i], source, sizeof source);
        ui_binding_effect(&row[i], effect, sizeof effect);
        (void)snprintf(line, sizeof line, "  %-32s %s\n", source, effect);
        assert_non_null(strstr(page, line));
    }
    const struct ui_window_key *key = ui_window_keys(&keys);
    for (size_t i = 0; i < keys; i++)
        assert_non_null(strstr(page, ui_text(key[i].effect)));
    for (int d = 0; d < UI_DEVICE_COUNT; d++)
        assert_non_null(strstr(page, ui_device_name((enum ui_device)d)));
    free(page);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(parts_of_a_device_have_different_names),
        cmocka_unit_test(parts_are_called_as_the_manual_calls_them),
        cmocka_unit_test(effects_name_both_sides_in_the_order_of_the_hand),
        cmocka_unit_test(the_page_has_all_rows),
    };
    return cmocka_run_group_tests(tests, restore, restore);
}
