// Which lever, pedal, button or key moves which function: one table that is evaluated, printed as
// help and checked against the manual. Pure functions of the devices' positions.
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include "ui/text/text.h"
#include "vehicles/controls.h"

enum ui_device {
    UI_DEVICE_KEYBOARD, // and mouse: axes and buttons
    UI_DEVICE_LEFT,     // lever 1
    UI_DEVICE_RIGHT,    // lever 2
    UI_DEVICE_PEDALS,
    UI_DEVICE_PAD, // SDL's game controller: same axes and buttons on every make
    UI_DEVICE_COUNT
};

enum ui_part {
    UI_PART_KEY,    // index: SDL scancode
    UI_PART_AXIS,   // both directions, dead zone and response curve
    UI_PART_PEDAL,  // from rest (-1) to the floor (1): 0 to 1
    UI_PART_BUTTON, // index from 0
    UI_PART_HAT     // index: enum ui_hat
};

enum ui_hat { UI_HAT_UP, UI_HAT_RIGHT, UI_HAT_DOWN, UI_HAT_LEFT };

struct ui_binding {
    enum ui_device device;
    enum ui_part part;
    int index;
    double scale; // value of the function at full travel
    enum veh_control control;
    bool shifted; // counts while the device's shift button is held
};

// The button that gives the other parts of its device a second function while it is held: a part
// without one keeps its usual function. -1: the device has no such button.
int ui_shift_button(enum ui_device device);

// The table in use: that of the program, until it is changed. There is one for the whole program,
// as there is one pair of hands. Rows of a device are adjacent, devices in their order.
const struct ui_binding *ui_bindings(size_t *count);

#define UI_BINDINGS_MAX 160

void ui_bindings_restore(void); // the program's own table
bool ui_bindings_are_standard(void);
// Replaces the whole table; rows may come in any order. False where there are too many.
bool ui_bindings_set(const struct ui_binding *binding, size_t count);
// The table's levers move the crane's tip: its tip control is on, whatever the operator has
// switched.
bool ui_bindings_keep_tip_control(void);
void ui_bindings_set_tip_control(bool on);
// Gives the part the function. The part loses its previous function, and the function loses the
// part of the same device that moved it to that side (an axis: to both sides, with the same button
// held). lost: the part's previous function, "" for none. False where the table is full.
bool ui_bindings_assign(const struct ui_binding *binding, char *lost, size_t size);
// Takes the side of the function away from all parts that move it, an axis altogether.
void ui_bindings_remove(enum veh_control control, double side);
// An axis with a middle, unlike a trigger: it moves its function to both sides.
bool ui_binding_is_two_sided(const struct ui_binding *binding);
// Both mean the same part, with or without the shift button.
bool ui_binding_same_part(const struct ui_binding *a, const struct ui_binding *b);
// A row of the table in use belongs to the mouse, which then drives instead of looking around.
bool ui_bindings_use_mouse(void);
// Whether any row of the device counts while its shift button is held.
bool ui_bindings_use_shift(enum ui_device device);
// Lever 2's hat switch, left or right.
bool ui_binding_turns_seat(const struct ui_binding *binding);
// Keys and buttons that the window needs for itself, and shift buttons.
bool ui_binding_is_reserved(const struct ui_binding *binding);

#define UI_AXES 8

// Positions of one joystick, as the driver gives them.
struct ui_stick {
    double axis[UI_AXES]; // -1 to 1
    bool moved[UI_AXES];  // counts; a pedal that was never at rest does not
    uint64_t buttons;     // bit per button
    unsigned hat;         // bit per enum ui_hat
};

#define UI_KEYS 512

struct ui_positions {
    bool key[UI_KEYS];                      // by scancode
    struct ui_stick stick[UI_DEVICE_COUNT]; // keyboard: the mouse; all zero where there is none
};

// False for a device without a shift button.
bool ui_shift_is_held(const struct ui_positions *positions, enum ui_device device);

// The demand of the position of an axis or pedal behind the device's dead zone and curve; 0 as long
// as it does not count yet.
double ui_axis_value(const struct ui_stick *stick, enum ui_device device, enum ui_part part,
                     int index);

// The values that levers and pedals ask for, to be taken at once, and those of keys and buttons, to
// be ramped.
void ui_bind_evaluate(const struct ui_positions *positions, struct veh_controls *levers,
                      struct veh_controls *keys);

// "A", "left and right", "button 3", "hat switch up" in text. A key is called what is printed on it
// in the present keyboard layout.
void ui_binding_source(const struct ui_binding *binding, char *text, size_t size);
// "crane slewing left"
void ui_binding_effect(const struct ui_binding *binding, char *text, size_t size);
// "crane slewing left, right" of two parts that move the same function to its two sides.
void ui_binding_pair_effect(const struct ui_binding *first, const struct ui_binding *second,
                            char *text, size_t size);
const char *ui_device_name(enum ui_device device);
// Name of the shift button of a device that has one, and what it does while it is held.
const char *ui_shift_name(enum ui_device device);
const char *ui_shift_effect(enum ui_device device);

// Keys of the window itself.
struct ui_window_key {
    enum ui_text_key key, effect;
};
const struct ui_window_key *ui_window_keys(size_t *count);

// All rows, device by device, as on the manual page.
void ui_print_bindings(FILE *file);
