// Identifiers, fields and addresses, against examples of makers' manuals.
#include "ui/can/j1939.h"

#include <math.h>
#include <string.h>

#include "tests/near.h"
#include "tests/ui/can/fields.h"

static void identifiers_hold_group_and_addresses(void **state) {
    (void)state;
    // A joystick at address 0x33 sends its basic message with priority 3 as 0CFDD633.
    assert_int_equal(ui_j1939_group(0x0CFDD633), 64982);
    assert_int_equal(ui_j1939_source(0x0CFDD633), 0x33);
    // A keypad at 0x21 is asked for its address with 18EA21FE: the destination is no part of the
    // group.
    assert_int_equal(ui_j1939_group(0x18EA21FE), UI_J1939_REQUEST);
}

// The bits of the standard's table, written as it counts them.
struct axis {
    unsigned neutral, negative, positive, position;
};

static enum ui_j1939_state read_axis(struct axis a, int offset, double *value) {
    uint8_t data[8];
    memset(data, 0xFF, sizeof data);
    set_bits(data, offset, 2, a.neutral);
    set_bits(data, offset + 2, 2, a.negative);
    set_bits(data, offset + 4, 2, a.positive);
    set_bits(data, offset + 6, 10, a.position);
    return ui_j1939_axis(data, offset, value);
}

static void axes_have_sides_and_a_position(void **state) {
    (void)state;
    double value;
    // Byte 1 bits 7 and 8 are the lowest of the position, byte 2 the highest: 1000 is 11 1110 1000.
    static const uint8_t full_right[8] = {0x10, 0xFA, 0x01, 0x00, 0, 0, 0, 0};
    assert_int_equal(ui_j1939_axis(full_right, 0, &value), UI_J1939_GOOD);
    assert_near(value, 1.0, 1e-12);
    assert_int_equal(ui_j1939_axis(full_right, 16, &value), UI_J1939_GOOD);
    assert_near(value, 0.0, 0.0);
    for (int offset = 0; offset <= 48; offset += 16) {
        assert_int_equal(read_axis((struct axis){0, 1, 0, 250}, offset, &value), UI_J1939_GOOD);
        assert_near(value, -0.25, 1e-12);
        assert_int_equal(read_axis((struct axis){0, 3, 1, 1}, offset, &value), UI_J1939_GOOD);
        assert_near(value, 0.001, 1e-12);
    }
}

static void an_axis_that_contradicts_itself_is_in_error(void **state) {
    (void)state;
    static const struct axis wrong[] = {
        {0, 0, 1, 1022}, {0, 0, 1, 1001}, {2, 0, 1, 500}, {0, 2, 1, 500}, {0, 0, 2, 500},
        {0, 1, 1, 500},  {1, 0, 1, 500},  {1, 1, 0, 0},   {0, 0, 0, 500}, {1, 0, 0, 500},
    };
    double value = 7.0;
    for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++) {
        assert_int_equal(read_axis(wrong[i], 16, &value), UI_J1939_ERROR);
        assert_near(value, 0.0, 0.0);
    }
    assert_int_equal(read_axis((struct axis){0, 0, 1, 1023}, 0, &value), UI_J1939_NOT_AVAILABLE);
    assert_int_equal(read_axis((struct axis){3, 3, 3, 0}, 0, &value), UI_J1939_NOT_AVAILABLE);
}

static void buttons_are_two_bits(void **state) {
    (void)state;
    static const uint8_t data[8] = {0, 0, 0, 0, 0, 0x9C, 0, 0}; // 10 01 11 00
    bool pressed;
    assert_int_equal(ui_j1939_button(data, 46, &pressed), UI_J1939_ERROR);
    assert_false(pressed);
    assert_int_equal(ui_j1939_button(data, 44, &pressed), UI_J1939_GOOD);
    assert_true(pressed);
    assert_int_equal(ui_j1939_button(data, 42, &pressed), UI_J1939_NOT_AVAILABLE);
    assert_int_equal(ui_j1939_button(data, 40, &pressed), UI_J1939_GOOD);
    assert_false(pressed);
}

// ---- addresses ----

static struct ui_can_frame claim_of(uint64_t name, uint8_t address) {
    const struct ui_j1939_node node = {.name = name, .address = address};
    return ui_j1939_claim(&node);
}

static void the_lower_name_keeps_the_address(void **state) {
    (void)state;
    struct ui_j1939_node low = {.name = ui_j1939_name(1), .address = 128};
    struct ui_j1939_node high = {.name = ui_j1939_name(2), .address = 128};
    struct ui_can_frame from_low = ui_j1939_claim(&low), answer;
    // The higher name leaves, and its new claim disturbs nobody.
    assert_true(ui_j1939_defend(&high, &from_low, &answer));
    assert_int_equal(high.address, 129);
    assert_int_equal(answer.id, 0x18EEFF81);
    assert_false(ui_j1939_defend(&low, &answer, &answer));
    // The lower one answers a claim of its address by its own.
    const struct ui_can_frame intruder = claim_of(ui_j1939_name(3), 128);
    assert_true(ui_j1939_defend(&low, &intruder, &answer));
    assert_int_equal(low.address, 128);
    assert_int_equal(answer.id, 0x18EEFF80);
}

static void somebody_who_asks_is_answered(void **state) {
    (void)state;
    struct ui_j1939_node node = {.name = ui_j1939_name(1), .address = 0x21};
    struct ui_can_frame answer, request = {.id = 0x18EA21FE, .extended = true, .length = 3};
    request.data[1] = 0xEE;
    assert_true(ui_j1939_defend(&node, &request, &answer));
    assert_int_equal(answer.id, 0x18EEFF21);
    request.id = 0x18EA22FE; // somebody else
    assert_false(ui_j1939_defend(&node, &request, &answer));
    request.id = 0x18EAFFFE; // everybody
    assert_true(ui_j1939_defend(&node, &request, &answer));
    request.data[1] = 0xFE; // something else
    assert_false(ui_j1939_defend(&node, &request, &answer));
}

static void without_a_free_address_there_is_none(void **state) {
    (void)state;
    struct ui_j1939_node node = {.name = ui_j1939_name(9), .address = 200};
    struct ui_can_frame answer;
    int moves = 0;
    while (node.address != UI_J1939_NOBODY && moves < 1000) {
        const struct ui_can_frame stronger = claim_of(1, node.address);
        assert_true(ui_j1939_defend(&node, &stronger, &answer));
        moves++;
    }
    assert_in_range(moves, 110, 130);
    assert_int_equal(ui_j1939_source(answer.id), UI_J1939_NOBODY);
}

static void fields_and_identifiers_are_written_as_they_are_read(void **state) {
    (void)state;
    uint8_t data[8], expected[8];
    memset(data, 0xff, sizeof data);
    memset(expected, 0xff, sizeof expected);
    ui_j1939_set_bits(data, 5, 13, 0x0abc);
    set_bits(expected, 5, 13, 0x0abc);
    ui_j1939_set_bits(data, 30, 32, 0x12345678);
    set_bits(expected, 30, 32, 0x12345678);
    assert_memory_equal(data, expected, sizeof data);
    assert_int_equal(ui_j1939_bits(data, 30, 32), 0x12345678);
    assert_int_equal(ui_j1939_id(3, 64982, 0x27, 0x33), 0x0CFDD633); // to everybody
    assert_int_equal(ui_j1939_id(6, UI_J1939_REQUEST, 0x27, 0x80), 0x18EA2780);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(identifiers_hold_group_and_addresses),
        cmocka_unit_test(axes_have_sides_and_a_position),
        cmocka_unit_test(an_axis_that_contradicts_itself_is_in_error),
        cmocka_unit_test(buttons_are_two_bits),
        cmocka_unit_test(the_lower_name_keeps_the_address),
        cmocka_unit_test(somebody_who_asks_is_answered),
        cmocka_unit_test(without_a_free_address_there_is_none),
        cmocka_unit_test(fields_and_identifiers_are_written_as_they_are_read),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
