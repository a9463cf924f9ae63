// The file of the CAN bus.
#include "ui/can/setup.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tests/data/bad_input.h"
#include "tests/manual.h"
#include "tests/near.h"

static bool read(const char *text, struct ui_can_setup *setup, struct dat_diagnostics *d) {
    dat_diagnostics_init(d, "can.yaml", text);
    return ui_can_setup_read(text, "can.yaml", setup, d);
}

static void levers_and_pedals_are_read(void **state) {
    (void)state;
    static const char text[] =
        "port: can0\n"
        "levers:\n"
        "  - {device: lever_1, source: 51, joystick: 1}\n"
        "  - device: lever_2\n"
        "    source: 52\n"
        "    joystick: 1\n"
        "    silence_s: 0.3\n"
        "    signals:\n"
        "      - {part: button 13, group: 65281, byte: 2, bit: 3, length: 2}\n"
        "  - device: pedals\n"
        "    source: 60\n"
        "    signals:\n"
        "      - {part: pedal 2, group: 65280, byte: 3, length: 16, low: 100, high: 4000}\n";
    struct ui_can_setup setup;
    struct dat_diagnostics d;
    assert_true(read(text, &setup, &d));
    assert_string_equal(setup.port, "can0");
    assert_int_equal(setup.bit_rate, 250);
    assert_int_equal(setup.address, 128);
    assert_int_equal(setup.levers, 3);
    assert_int_equal(setup.lever[0].device, UI_DEVICE_LEFT);
    assert_near(setup.lever[0].silence, 0.06, 0.0);
    assert_int_equal(setup.lever[1].device, UI_DEVICE_RIGHT);
    assert_near(setup.lever[1].silence, 0.3, 0.0);
    const struct ui_can_signal *button = &setup.lever[1].signal[setup.lever[1].signals - 1];
    assert_int_equal(button->offset, 10);
    assert_int_equal(button->index, 12);
    assert_int_equal(button->coding, UI_CAN_J1939_BUTTON);
    const struct ui_can_signal *pedal = &setup.lever[2].signal[0];
    assert_int_equal(pedal->offset, 16);
    assert_int_equal(pedal->index, 1);
    assert_near(pedal->middle, 2050.0, 0.0);
}

static void a_board_computer_is_read(void **state) {
    (void)state;
    static const char text[] =
        "port: can0\n"
        "computer:\n"
        "  source: 39\n"
        "  silence_s: 0.1\n"
        "  commands:\n"
        "    - {function: slew, group: 65288, byte: 1, length: 8, low: 0, high: 200}\n"
        "    - {function: brake, group: 65288, byte: 2, length: 8, low: 10, high: 250}\n"
        "    - {function: saw, group: 65288, byte: 3, bit: 3, length: 2}\n"
        "  messages:\n"
        "    - group: 65290\n"
        "      every_s: 0.02\n"
        "      fields:\n"
        "        - {quantity: lever, name: feed, byte: 1, length: 16}\n"
        "        - {quantity: sensor, name: roll, byte: 3, length: 16, zero: -4, resolution: "
        "1e-4}\n";
    struct ui_can_setup setup;
    struct dat_diagnostics d;
    assert_true(read(text, &setup, &d));
    const struct ui_can_unit_def *unit = &setup.unit;
    assert_int_equal(unit->commands.source, 39);
    assert_near(unit->commands.silence, 0.1, 0.0);
    assert_int_equal(unit->commands.signals, 3);
    assert_int_equal(unit->function[1], VEH_BRAKE);
    assert_int_equal(unit->commands.signal[0].part, UI_PART_AXIS);
    assert_near(unit->commands.signal[0].middle, 100.0, 0.0);
    assert_int_equal(unit->commands.signal[1].part, UI_PART_PEDAL);
    assert_int_equal(unit->commands.signal[1].index, 1);
    assert_int_equal(unit->commands.signal[2].part, UI_PART_BUTTON);
    assert_int_equal(unit->commands.signal[2].index, 0);
    assert_int_equal(unit->commands.signal[2].offset, 18);
    assert_int_equal(unit->messages, 1);
    assert_near(unit->message[0].every, 0.02, 0.0);
    assert_int_equal(unit->message[0].field[0].quantity, UI_CAN_LEVER);
    assert_int_equal(unit->message[0].field[0].control, VEH_FEED);
    assert_int_equal(unit->message[0].field[1].quantity, UI_CAN_SENSOR);
    assert_string_equal(unit->message[0].field[1].name, "roll");
    assert_near(unit->message[0].field[1].zero, -4.0, 0.0);
}

#define LEVERS "port: can0\nlevers:\n"
#define COMPUTER "port: can0\ncomputer:\n  source: 39\n  commands:\n"
#define SAW "    - {function: saw, group: 1, byte: 3, length: 2}\n"
#define FIELDS COMPUTER SAW "  messages:\n    - group: 2\n      fields:\n"

static void mistakes_have_a_place(void **state) {
    (void)state;
    static const struct bad_input rows[] = {
        {"levers: []\n", 1, 1, "port"},
        {"port: ''\nlevers: []\n", 1, 7, "must be text"},
        {"port: can0\nbit_rate_kbit_s: 260\nlevers: []\n", 2, 18, "250"},
        {LEVERS "  - {device: lever_3, source: 1, joystick: 1}\n", 3, 14, "lever_1"},
        {LEVERS "  - {device: lever_1, source: 254, joystick: 1}\n", 3, 31, "253"},
        {LEVERS "  - {device: lever_1, source: 1, joystick: 4}\n", 3, 44, "3"},
        {LEVERS "  - {device: lever_1, source: 1}\n", 3, 6, "sends nothing"},
        {LEVERS "  - {device: pedals, source: 1, joystick: 1}\n", 3, 43, "pedals send no joystick"},
        {LEVERS "  - {device: lever_1, source: 1, joystick: 1}\n"
                "  - {device: lever_1, source: 2, joystick: 1}\n",
         4, 14, "twice"},
        {LEVERS "  - {device: lever_1, source: 1, joystick: 1}\n"
                "  - {device: lever_2, source: 1, joystick: 1}\n",
         4, 31, "already"},
        {LEVERS "  - device: lever_1\n    source: 1\n    signals:\n"
                "      - {part: hat up, group: 1, byte: 1, length: 2}\n",
         6, 16, "there is no part 'hat up'"},
        {LEVERS "  - device: lever_1\n    source: 1\n    signals:\n"
                "      - {part: axis 1, group: 1, byte: 8, bit: 2, length: 8, low: 0, high: 9}\n",
         6, 59, "eighth byte"},
        {LEVERS
         "  - device: lever_1\n    source: 1\n    signals:\n"
         "      - {part: axis 1, group: 1, byte: 1, length: 8, low: 9, middle: 9, high: 9}\n",
         6, 16, "must rise or fall"},
        {LEVERS "  - device: lever_1\n    source: 1\n    signals:\n"
                "      - {part: axis 1, group: 1, byte: 1, length: 8, low: 0, high: 256}\n",
         6, 51, "no more than 255"},
        {LEVERS "  - device: lever_1\n    source: 1\n    joystick: 1\n    signals:\n"
                "      - {part: axis 1, group: 1, byte: 1, length: 8, low: 0, high: 9}\n",
         7, 16, "sent twice"},
        {LEVERS "  - device: lever_1\n    source: 1\n    signals:\n"
                "      - {part: button 1, group: 1, byte: 1, length: 1}\n",
         6, 53, "must be 2"},
        {"port: can0\ncomputer: {source: 39, commands: []}\n", 2, 24, "commands nothing"},
        {COMPUTER "    - {function: sew, group: 1, byte: 3, length: 2}\n", 5, 18,
         "no function 'sew'"},
        {COMPUTER "    - {function: saw, group: 1, byte: 3, length: 3}\n", 5, 50, "must be 2"},
        {COMPUTER "    - {function: soft_crane, group: 1, byte: 3, length: 2}\n", 5, 18,
         "a setting of the operator's"},
        {COMPUTER SAW SAW, 6, 18, "commanded twice"},
        {COMPUTER "    - {function: feed, group: 1, byte: 1, length: 8, low: 9, high: 9}\n", 5, 18,
         "must rise or fall"},
        {FIELDS "        - {quantity: light, byte: 1, length: 8}\n", 9, 22, "pulses"},
        {FIELDS "        - {quantity: joint, byte: 1, length: 8}\n", 9, 22, "needs a 'name'"},
        {FIELDS "        - {quantity: felt, name: x, byte: 1, length: 8}\n", 9, 22,
         "has no 'name'"},
        {FIELDS "        - {quantity: lever, name: boon, byte: 1, length: 8}\n", 9, 35, "'boon'"},
        {FIELDS "        - {quantity: felt, byte: 1, length: 8}\n"
                "        - {quantity: closed, byte: 1, bit: 8, length: 2}\n",
         10, 36, "overlaps"},
        {FIELDS "        - {quantity: felt, byte: 8, bit: 8, length: 2}\n", 9, 53, "eighth byte"},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        struct ui_can_setup setup;
        struct dat_diagnostics d;
        assert_false(read(rows[i].text, &setup, &d));
        assert_reported(&d, &rows[i]);
        assert_string_equal(setup.port, ""); // nothing of it is used
    }
}

static void the_manual_s_example_is_read(void **state) {
    (void)state;
    static char text[1 << 16];
    struct ui_can_setup setup;
    struct dat_diagnostics d;
    assert_true(read(manual_example("controls.md", "port: ", text, sizeof text), &setup, &d));
    assert_int_equal(setup.levers, 3);
    assert_int_equal(setup.unit.commands.signals, 2);
    assert_int_equal(setup.unit.messages, 2);
}

static void a_missing_file_is_no_bus(void **state) {
    (void)state;
    struct ui_can_setup setup;
    struct dat_diagnostics d;
    assert_true(ui_can_setup_load("/nowhere/can.yaml", &setup, &d));
    assert_string_equal(setup.port, "");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(levers_and_pedals_are_read),
        cmocka_unit_test(a_board_computer_is_read),
        cmocka_unit_test(mistakes_have_a_place),
        cmocka_unit_test(the_manual_s_example_is_read),
        cmocka_unit_test(a_missing_file_is_no_bus),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
