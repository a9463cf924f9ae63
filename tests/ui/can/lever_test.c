// Levers on the bus: messages of the standard and of a maker's own, errors and silence.
#include "ui/can/lever.h"

#include <string.h>

#include "tests/near.h"
#include "tests/ui/can/fields.h"
#include "ui/can/j1939.h"

static const uint32_t basic = UI_J1939_BASIC_JOYSTICK_1;

static struct ui_can_frame message(uint32_t group, uint8_t source) {
    struct ui_can_frame f = frame_of(group, source);
    for (int offset = 0; offset <= 32; offset += 16)
        set_bits(f.data, offset, 2, 1); // neutral
    return f;
}

static void set(struct ui_can_frame *f, int offset, int permille) {
    set_bits(f->data, offset, 2, permille == 0);
    set_bits(f->data, offset + 2, 2, permille < 0);
    set_bits(f->data, offset + 4, 2, permille > 0);
    set_bits(f->data, offset + 6, 10, (uint32_t)(permille < 0 ? -permille : permille));
}

static struct ui_can_lever_def joystick(int n) {
    struct ui_can_lever_def def = {.device = UI_DEVICE_LEFT, .source = 0x33, .silence = 0.06};
    assert_true(ui_can_add_joystick(&def, n));
    return def;
}

static void messages_move_axes_and_buttons(void **state) {
    (void)state;
    for (int n = 1; n <= 3; n++) {
        const struct ui_can_lever_def def = joystick(n);
        const uint32_t group = basic + 2 * (uint32_t)(n - 1);
        struct ui_can_lever lever;
        ui_can_lever_init(&lever);
        struct ui_can_frame f = message(group, 0x33);
        set(&f, 0, -400);
        set(&f, 16, 1000); // forward
        f.data[5] = 0x40;  // button 1
        f.data[7] = 0x01;  // button 12
        assert_true(ui_can_lever_take(&lever, &def, &f, 1.0));
        f = message(group + 1, 0x33);
        set(&f, 32, 700);
        set(&f, 16, -20);
        assert_true(ui_can_lever_take(&lever, &def, &f, 1.0));
        ui_can_lever_settle(&lever, &def, 1.02);
        assert_true(lever.present && !lever.fault);
        assert_near(lever.stick.axis[0], -0.4, 1e-12);
        assert_near(lever.stick.axis[1], -1.0, 1e-12); // away from the operator
        assert_near(lever.stick.axis[2], 0.7, 1e-12);
        assert_near(lever.stick.axis[3], 0.0, 0.0);
        assert_near(lever.stick.axis[4], 0.02, 1e-12);
        assert_int_equal(lever.stick.buttons, 1U << 0 | 1U << 11);
    }
}

static void silence_lets_go(void **state) {
    (void)state;
    const struct ui_can_lever_def def = joystick(1);
    struct ui_can_lever lever;
    ui_can_lever_init(&lever);
    ui_can_lever_settle(&lever, &def, 0.0);
    assert_false(lever.present || lever.fault); // not heard of yet
    struct ui_can_frame f = message(basic, 0x33), grip = message(basic + 1, 0x33);
    set(&f, 0, 1000);
    set(&grip, 0, 1000);
    ui_can_lever_take(&lever, &def, &f, 1.0);
    ui_can_lever_take(&lever, &def, &grip, 1.0);
    ui_can_lever_settle(&lever, &def, 1.059);
    assert_near(lever.stick.axis[0], 1.0, 0.0);
    // The grip's message stays away: only the grip is neutral, and it is a fault.
    ui_can_lever_take(&lever, &def, &f, 1.06);
    ui_can_lever_settle(&lever, &def, 1.061);
    assert_true(lever.present && lever.fault);
    assert_near(lever.stick.axis[0], 1.0, 0.0);
    assert_near(lever.stick.axis[3], 0.0, 0.0);
    ui_can_lever_settle(&lever, &def, 1.121);
    assert_false(lever.present || lever.fault);
    assert_near(lever.stick.axis[0], 0.0, 0.0);
    assert_int_equal(lever.stick.buttons, 0);
}

static void an_axis_in_error_is_neutral(void **state) {
    (void)state;
    const struct ui_can_lever_def def = joystick(1);
    struct ui_can_lever lever;
    ui_can_lever_init(&lever);
    struct ui_can_frame f = message(basic, 0x33);
    set(&f, 0, 600);
    set(&f, 16, 600);
    ui_can_lever_take(&lever, &def, &f, 1.0);
    set_bits(f.data, 2, 2, 1); // left as well as right
    ui_can_lever_take(&lever, &def, &f, 1.02);
    ui_can_lever_settle(&lever, &def, 1.02);
    assert_true(lever.present && lever.fault);
    assert_near(lever.stick.axis[0], 0.0, 0.0);
    assert_near(lever.stick.axis[1], -0.6, 1e-12);
    set(&f, 0, 600);
    ui_can_lever_take(&lever, &def, &f, 1.04);
    ui_can_lever_settle(&lever, &def, 1.04);
    assert_false(lever.fault);
    assert_near(lever.stick.axis[0], 0.6, 1e-12);
}

static void strangers_and_short_frames_are_ignored(void **state) {
    (void)state;
    const struct ui_can_lever_def def = joystick(1);
    struct ui_can_lever lever;
    ui_can_lever_init(&lever);
    struct ui_can_frame f = message(basic, 0x34); // another address
    set(&f, 0, 1000);
    assert_false(ui_can_lever_take(&lever, &def, &f, 1.0));
    f = message(basic + 2, 0x33); // another message
    assert_false(ui_can_lever_take(&lever, &def, &f, 1.0));
    f = message(basic, 0x33);
    f.extended = false;
    assert_false(ui_can_lever_take(&lever, &def, &f, 1.0));
    f = message(basic, 0x33);
    f.length = 1; // not even the first axis
    assert_false(ui_can_lever_take(&lever, &def, &f, 1.0));
    ui_can_lever_settle(&lever, &def, 1.0);
    assert_false(lever.present);
    // Four bytes hold both axes, but no button.
    f.length = 4;
    set(&f, 0, 1000);
    f.data[5] = 0x40;
    assert_true(ui_can_lever_take(&lever, &def, &f, 1.0));
    assert_near(lever.stick.axis[0], 1.0, 0.0);
    assert_int_equal(lever.stick.buttons, 0);
}

static void plain_numbers_have_ends_and_a_middle(void **state) {
    (void)state;
    struct ui_can_lever_def def = {.device = UI_DEVICE_PEDALS, .source = 60, .silence = 0.06};
    def.signal[def.signals++] = (struct ui_can_signal){.group = 65280,
                                                       .coding = UI_CAN_NUMBER,
                                                       .part = UI_PART_PEDAL,
                                                       .length = 8,
                                                       .low = 20,
                                                       .middle = 120,
                                                       .high = 220};
    // Falls from 900 to 100, with its middle off the centre, across two bytes.
    def.signal[def.signals++] = (struct ui_can_signal){.group = 65280,
                                                       .coding = UI_CAN_NUMBER,
                                                       .part = UI_PART_AXIS,
                                                       .index = 1,
                                                       .offset = 12,
                                                       .length = 10,
                                                       .low = 900,
                                                       .middle = 600,
                                                       .high = 100};
    static const struct {
        unsigned pedal, axis;
        double pedal_value, axis_value;
    } rows[] = {
        {20, 900, -1.0, -1.0}, {120, 600, 0.0, 0.0}, {220, 100, 1.0, 1.0}, {70, 750, -0.5, -0.5},
        {170, 350, 0.5, 0.5},  {19, 901, -1.0, 0.0}, {255, 99, -1.0, 0.0},
    };
    struct ui_can_lever lever;
    ui_can_lever_init(&lever);
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        struct ui_can_frame f = frame_of(65280, 60);
        set_bits(f.data, 0, 8, rows[i].pedal);
        set_bits(f.data, 12, 10, rows[i].axis);
        assert_true(ui_can_lever_take(&lever, &def, &f, 1.0));
        ui_can_lever_settle(&lever, &def, 1.0);
        assert_near(lever.stick.axis[0], rows[i].pedal_value, 1e-12);
        assert_near(lever.stick.axis[1], rows[i].axis_value, 1e-12);
        assert_int_equal(lever.fault, i >= 5);
    }
    ui_can_lever_settle(&lever, &def, 2.0);
    assert_false(lever.present);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(messages_move_axes_and_buttons),
        cmocka_unit_test(silence_lets_go),
        cmocka_unit_test(an_axis_in_error_is_neutral),
        cmocka_unit_test(strangers_and_short_frames_are_ignored),
        cmocka_unit_test(plain_numbers_have_ends_and_a_middle),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
