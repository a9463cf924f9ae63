// What Kranich needs of SAE J1939 on top of frames: identifiers (J1939-21), claiming an address
// (J1939-81) and the fields of the joystick messages (J1939-71). Pure functions.
#pragma once

#include "ui/can/frame.h"

enum {
    UI_J1939_REQUEST = 59904, // parameter group numbers
    UI_J1939_ADDRESS_CLAIMED = 60928,
    UI_J1939_BASIC_JOYSTICK_1 = 64982, // then extended 1, basic 2, extended 2, basic 3, extended 3
    UI_J1939_EVERYBODY = 255,          // addresses
    UI_J1939_NOBODY = 254              // of a node that found no address
};

// Parameter group number of an extended identifier; of a group with a destination without it.
uint32_t ui_j1939_group(uint32_t id);
uint8_t ui_j1939_source(uint32_t id);
// The identifier of a group with a priority of 0, the highest, to 7; destination counts where the
// group has one.
uint32_t ui_j1939_id(int priority, uint32_t group, uint8_t destination, uint8_t source);

// Bits of the data from an offset [bit], as J1939 counts them: byte by byte, the least significant
// bit first. length is 1 to 32, the field within 64 bits.
uint32_t ui_j1939_bits(const uint8_t data[8], int offset, int length);
// The reverse: sets such a field to a value that it holds.
void ui_j1939_set_bits(uint8_t data[8], int offset, int length, uint32_t value);

enum ui_j1939_state { UI_J1939_GOOD, UI_J1939_ERROR, UI_J1939_NOT_AVAILABLE };

// An axis of a joystick message: 2 bits each for neutral, negative and positive side, then 10 bits
// of position in 0.1 %. value is -1 to 1, and 0 where the state is not good. Sides that contradict
// each other or the position are an error, as are the positions 1001 to 1022.
enum ui_j1939_state ui_j1939_axis(const uint8_t data[8], int offset, double *value);
// A button: 2 bits.
enum ui_j1939_state ui_j1939_button(const uint8_t data[8], int offset, bool *pressed);

// ---- our own address ----

struct ui_j1939_node {
    uint64_t name;   // of a bit field of J1939-81; the lower one wins an address
    uint8_t address; // UI_J1939_NOBODY: there was none left
    uint8_t tried;   // addresses lost so far
};

// The name of a simulator's place: forestry equipment, any address. identity tells places on one
// bus apart, 21 bits.
uint64_t ui_j1939_name(uint32_t identity);
// The frame that claims the node's address, or says that it has none.
struct ui_can_frame ui_j1939_claim(const struct ui_j1939_node *node);
// Takes a frame of somebody else. True where claim has to be sent now: somebody asked for it, or
// wants our address. The loser moves on to the next one of 128 to 247.
bool ui_j1939_defend(struct ui_j1939_node *node, const struct ui_can_frame *frame,
                     struct ui_can_frame *claim);
