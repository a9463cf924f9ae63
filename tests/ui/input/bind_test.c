#include "ui/input/bind.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include <SDL_gamecontroller.h>
#include <SDL_scancode.h>

#include "tests/manual.h"

// The controls while the binding's part is moved to its end and nothing else is.
static struct veh_controls held(const struct ui_binding *b) {
    struct ui_positions p;
    struct veh_controls levers, keys;
    memset(&p, 0, sizeof p);
    struct ui_stick *stick = &p.stick[b->device];
    if (b->part == UI_PART_KEY)
        p.key[b->index] = true;
    else if (b->part == UI_PART_HAT)
        stick->hat = 1U << b->index;
    else if (b->part == UI_PART_BUTTON)
        stick->buttons = (uint64_t)1 << b->index;
    else {
        stick->axis[b->index] = 1.0;
        stick->moved[b->index] = true;
    }
    if (b->shifted)
        stick->buttons |= (uint64_t)1 << ui_shift_button(b->device);
    ui_bind_evaluate(&p, &levers, &keys);
    for (int i = 0; i < VEH_CONTROL_COUNT; i++)
        levers.value[i] += keys.value[i];
    return levers;
}

static void every_row_moves_its_function_alone(void **state) {
    (void)state;
    size_t count;
    const struct ui_binding *table = ui_bindings(&count);
    for (size_t k = 0; k < count; k++) {
        const struct veh_controls c = held(&table[k]);
        for (int i = 0; i < VEH_CONTROL_COUNT; i++)
            assert_near(c.value[i], i == (int)table[k].control ? table[k].scale : 0.0, 1e-12);
    }
}

// Both directions of every function, with the devices in the mask: 1 << enum ui_device.
static void assert_reachable(unsigned mask) {
    size_t count;
    const struct ui_binding *table = ui_bindings(&count);
    for (int i = 0; i < VEH_CONTROL_COUNT; i++) {
        bool up = false, down = veh_control_info((enum veh_control)i)->negative == NULL;
        for (size_t k = 0; k < count; k++) {
            if ((int)table[k].control != i || (mask >> table[k].device & 1U) == 0)
                continue;
            const bool both = table[k].part == UI_PART_AXIS;
            up = up || both || table[k].scale > 0.0;
            down = down || both || table[k].scale < 0.0;
        }
        if (!up || !down)
            print_error("%s cannot be reached\n", veh_control_info((enum veh_control)i)->name);
        assert_true(up && down);
    }
}

static void keyboard_drives_every_function(void **state) {
    (void)state;
    assert_reachable(1U << UI_DEVICE_KEYBOARD);
}

static void two_levers_drive_every_function(void **state) {
    (void)state;
    assert_reachable(1U << UI_DEVICE_LEFT | 1U << UI_DEVICE_RIGHT);
}

static void a_game_controller_drives_every_function(void **state) {
    (void)state;
    assert_reachable(1U << UI_DEVICE_PAD);
}

// With Back held A chooses an assortment and no longer closes the grapple; the sticks still move
// the crane.
static void a_shift_button_changes_what_buttons_do(void **state) {
    (void)state;
    struct ui_positions p;
    struct veh_controls levers, keys;
    memset(&p, 0, sizeof p);
    struct ui_stick *pad = &p.stick[UI_DEVICE_PAD];
    pad->buttons = 1U << SDL_CONTROLLER_BUTTON_A;
    pad->axis[SDL_CONTROLLER_AXIS_LEFTX] = -1.0;
    pad->moved[SDL_CONTROLLER_AXIS_LEFTX] = true;
    ui_bind_evaluate(&p, &levers, &keys);
    assert_near(keys.value[VEH_GRIP], 1.0, 0.0);
    assert_near(keys.value[VEH_ASSORTMENT_1], 0.0, 0.0);
    assert_near(levers.value[VEH_SLEW], 1.0, 1e-12);
    pad->buttons |= 1U << SDL_CONTROLLER_BUTTON_BACK;
    ui_bind_evaluate(&p, &levers, &keys);
    assert_near(keys.value[VEH_GRIP], 0.0, 0.0);
    assert_near(keys.value[VEH_ASSORTMENT_1], 1.0, 0.0);
    assert_near(levers.value[VEH_SLEW], 1.0, 1e-12);
}

static void no_part_is_used_twice(void **state) {
    (void)state;
    size_t count;
    const struct ui_binding *table = ui_bindings(&count);
    for (size_t a = 0; a < count; a++) {
        for (size_t b = a + 1; b < count; b++)
            assert_false(ui_binding_same_part(&table[a], &table[b]));
        // The window needs these for itself.
        const int window[] = {SDL_SCANCODE_C, SDL_SCANCODE_Q, SDL_SCANCODE_1,
                              SDL_SCANCODE_2, SDL_SCANCODE_3, SDL_SCANCODE_ESCAPE};
        for (size_t w = 0; w < sizeof window / sizeof window[0]; w++)
            assert_false(table[a].part == UI_PART_KEY && table[a].index == window[w]);
    }
}

// Forestry standard: left lever slews and moves the jib, right lever the boom and the rotator; push
// is out and down.
static void levers_follow_the_forestry_layout(void **state) {
    (void)state;
    struct ui_positions p;
    struct veh_controls c, keys;
    memset(&p, 0, sizeof p);
    struct ui_stick *left = &p.stick[UI_DEVICE_LEFT], *right = &p.stick[UI_DEVICE_RIGHT];
    left->moved[0] = left->moved[1] = right->moved[0] = right->moved[1] = true;
    left->axis[0] = 1.0;   // to the right
    left->axis[1] = -1.0;  // push
    right->axis[0] = -1.0; // to the left
    right->axis[1] = -1.0; // push
    ui_bind_evaluate(&p, &c, &keys);
    assert_near(c.value[VEH_SLEW], -1.0, 1e-12); // positive is left
    assert_near(c.value[VEH_JIB], 1.0, 1e-12);   // out
    assert_near(c.value[VEH_ROTATOR], 1.0, 1e-12);
    assert_near(c.value[VEH_BOOM], -1.0, 1e-12); // down
    assert_near(c.value[VEH_DRIVE], 0.0, 0.0);
    left->buttons = 1; // trigger: the same lever drives
    ui_bind_evaluate(&p, &c, &keys);
    assert_near(c.value[VEH_SLEW], 0.0, 0.0);
    assert_near(c.value[VEH_JIB], 0.0, 0.0);
    assert_near(c.value[VEH_DRIVE], 1.0, 1e-12);
    assert_near(c.value[VEH_STEER], -1.0, 1e-12);
}

// Drivers report 0 for a pedal that has not been touched, which is half pressed.
static void untouched_pedals_do_nothing(void **state) {
    (void)state;
    struct ui_positions p;
    struct veh_controls c, keys;
    memset(&p, 0, sizeof p);
    ui_bind_evaluate(&p, &c, &keys);
    for (int i = 0; i < VEH_CONTROL_COUNT; i++)
        assert_near(c.value[i] + keys.value[i], 0.0, 0.0);
}

static void help_names_every_row(void **state) {
    (void)state;
    FILE *file = tmpfile();
    assert_non_null(file);
    ui_print_bindings(file);
    rewind(file);
    size_t count, lines = 0;
    char line[256];
    while (fgets(line, sizeof line, file) != NULL)
        lines += strncmp(line, "  ", 2) == 0 && line[2] != ' ' && strlen(line) > 36;
    fclose(file);
    size_t window;
    ui_bindings(&count);
    ui_window_keys(&window);
    size_t shifts = 0;
    for (int i = 0; i < UI_DEVICE_COUNT; i++)
        shifts += ui_bindings_use_shift((enum ui_device)i);
    assert_int_equal(lines, count + window + shifts);
}

static void print_block(FILE *out) {
    fputs("\n```\n", out);
    ui_print_bindings(out);
    fputs("```\n", out);
}

static const struct manual_part part = {
    .page = "controls.md",
    .after = "--write` renews it).\n",
    .print = print_block,
    .test = "ui_input_bind_test",
};

static void manual_is_the_table(void **state) {
    (void)state;
    manual_part_check(&part);
}

int main(int argc, char **argv) {
    if (manual_asked_to_write(argc, argv))
        return manual_part_write(&part);
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_row_moves_its_function_alone),
        cmocka_unit_test(keyboard_drives_every_function),
        cmocka_unit_test(two_levers_drive_every_function),
        cmocka_unit_test(a_game_controller_drives_every_function),
        cmocka_unit_test(a_shift_button_changes_what_buttons_do),
        cmocka_unit_test(no_part_is_used_twice),
        cmocka_unit_test(levers_follow_the_forestry_layout),
        cmocka_unit_test(untouched_pedals_do_nothing),
        cmocka_unit_test(help_names_every_row),
        cmocka_unit_test(manual_is_the_table),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
