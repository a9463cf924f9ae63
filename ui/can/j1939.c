#include "ui/can/j1939.h"

#include <assert.h>
#include <string.h>

// Groups below this PDU format have a destination in place of their last byte.
static bool has_destination(uint32_t group) {
    return (group >> 8 & 0xFF) < 240;
}

uint32_t ui_j1939_group(uint32_t id) {
    const uint32_t group = id >> 8 & 0x3FFFF;
    return has_destination(group) ? group & 0x3FF00 : group;
}

uint8_t ui_j1939_source(uint32_t id) {
    return (uint8_t)(id & 0xFF);
}

uint32_t ui_j1939_id(int priority, uint32_t group, uint8_t destination, uint8_t source) {
    assert(priority >= 0 && priority <= 7 && group <= 0x3FFFF);
    if (has_destination(group))
        group = (group & 0x3FF00) | destination;
    return (uint32_t)priority << 26 | group << 8 | source;
}

// Of a group without a destination: everybody.
static uint8_t destination_of(uint32_t id) {
    return has_destination(id >> 8) ? (uint8_t)(id >> 8 & 0xFF) : UI_J1939_EVERYBODY;
}

uint32_t ui_j1939_bits(const uint8_t data[8], int offset, int length) {
    assert(offset >= 0 && length >= 1 && length <= 32 && offset + length <= 64);
    uint64_t all = 0;
    for (int i = 0; i < 8; i++)
        all |= (uint64_t)data[i] << 8 * i;
    return (uint32_t)(all >> offset & (((uint64_t)1 << length) - 1));
}

void ui_j1939_set_bits(uint8_t data[8], int offset, int length, uint32_t value) {
    assert(offset >= 0 && length >= 1 && length <= 32 && offset + length <= 64);
    assert(length == 32 || value >> length == 0);
    for (int bit = 0; bit < length; bit++) {
        uint8_t *byte = &data[(offset + bit) / 8];
        const unsigned mask = 1U << (offset + bit) % 8;
        *byte = (uint8_t)((value >> bit & 1U) != 0 ? *byte | mask : *byte & ~mask);
    }
}

// ---- fields of the joystick messages ----

enum { OFF, ON, FAULTY, ABSENT }; // what two bits say

enum ui_j1939_state ui_j1939_axis(const uint8_t data[8], int offset, double *value) {
    const uint32_t neutral = ui_j1939_bits(data, offset, 2);
    const uint32_t negative = ui_j1939_bits(data, offset + 2, 2);
    const uint32_t positive = ui_j1939_bits(data, offset + 4, 2);
    const uint32_t position = ui_j1939_bits(data, offset + 6, 10);
    *value = 0.0;
    if (position == 1023 || (neutral == ABSENT && negative == ABSENT && positive == ABSENT))
        return UI_J1939_NOT_AVAILABLE;
    if (position > 1000 || neutral == FAULTY || negative == FAULTY || positive == FAULTY)
        return UI_J1939_ERROR;
    const int claims = (neutral == ON) + (negative == ON) + (positive == ON);
    if (claims > 1 || (claims == 0 && position > 0) || (neutral == ON && position > 0))
        return UI_J1939_ERROR;
    *value = (negative == ON ? -1e-3 : 1e-3) * (double)position;
    return UI_J1939_GOOD;
}

enum ui_j1939_state ui_j1939_button(const uint8_t data[8], int offset, bool *pressed) {
    const uint32_t state = ui_j1939_bits(data, offset, 2);
    *pressed = state == ON;
    return state == FAULTY   ? UI_J1939_ERROR
           : state == ABSENT ? UI_J1939_NOT_AVAILABLE
                             : UI_J1939_GOOD;
}

// ---- our own address ----

enum { FIRST_FREE = 128, LAST_FREE = 247 }; // for nodes that take any address

uint64_t ui_j1939_name(uint32_t identity) {
    const uint64_t any_address = 1, forestry = 2; // industry group: agriculture and forestry
    return any_address << 63 | forestry << 60 | (identity & 0x1FFFFF);
}

static uint64_t name_in(const struct ui_can_frame *frame) {
    uint64_t name = 0;
    for (int i = 0; i < 8; i++)
        name |= (uint64_t)frame->data[i] << 8 * i;
    return name;
}

// Sent to everybody with priority 6.
struct ui_can_frame ui_j1939_claim(const struct ui_j1939_node *node) {
    struct ui_can_frame frame = {.id = 0x18EEFF00U | node->address, .extended = true, .length = 8};
    for (int i = 0; i < 8; i++)
        frame.data[i] = (uint8_t)(node->name >> 8 * i);
    return frame;
}

static void next_address(struct ui_j1939_node *node) {
    const bool none_left = node->tried >= LAST_FREE - FIRST_FREE;
    const bool was_free = node->address >= FIRST_FREE && node->address < LAST_FREE;
    node->address = none_left ? UI_J1939_NOBODY : was_free ? node->address + 1 : FIRST_FREE;
    node->tried++;
}

static bool asks_for_claims(const struct ui_can_frame *frame) {
    return ui_j1939_group(frame->id) == UI_J1939_REQUEST && frame->length >= 3 &&
           ui_j1939_bits(frame->data, 0, 24) == UI_J1939_ADDRESS_CLAIMED;
}

bool ui_j1939_defend(struct ui_j1939_node *node, const struct ui_can_frame *frame,
                     struct ui_can_frame *claim) {
    if (!frame->extended)
        return false;
    const uint8_t destination = destination_of(frame->id);
    const bool asked = asks_for_claims(frame) &&
                       (destination == UI_J1939_EVERYBODY || destination == node->address);
    const bool disputed = ui_j1939_group(frame->id) == UI_J1939_ADDRESS_CLAIMED &&
                          frame->length == 8 && node->address != UI_J1939_NOBODY &&
                          ui_j1939_source(frame->id) == node->address &&
                          name_in(frame) != node->name;
    if (disputed && name_in(frame) < node->name)
        next_address(node);
    if (asked || disputed)
        *claim = ui_j1939_claim(node);
    return asked || disputed;
}
