// Joysticks, pedals, game controllers and keyboard as one set of operator controls.
//
// When a joystick is unplugged, its functions go to neutral and a message says so. Plugged in
// again, it gets its old place by its GUID; joysticks with the same GUID get theirs in the order of
// places.
#pragma once

#include <stdbool.h>

#include "ui/input/bind.h"
#include "ui/input/latency.h"
#include "ui/input/match.h"

union SDL_Event;
struct _SDL_Joystick;

#define UI_INPUT_MESSAGES 8

struct ui_slot {
    struct _SDL_Joystick *joystick; // open; NULL: none, or unplugged
    void *controller;               // SDL_GameController where the slot is a game controller
    int instance;                   // SDL's id while it is plugged in
    char guid[UI_GUID_SIZE];        // "" before the first joystick had this place
};

// Keys, buttons and hats that went down since the last step: however short a press is, a step uses
// it.
struct ui_taps {
    bool key[UI_KEYS];
    uint64_t buttons[UI_DEVICE_COUNT];
    unsigned hat[UI_DEVICE_COUNT]; // the last direction, 0: none
};

struct ui_input_message {
    enum ui_text_key text;
    bool warning; // a device is gone
};

struct ui_input {
    struct ui_slot slot[UI_DEVICE_COUNT]; // keyboard unused
    struct ui_positions positions;
    struct ui_taps taps;
    struct ui_latency latency;
    struct veh_controls ramped;  // of keys and buttons
    struct veh_controls value;   // of all, as the operator wants them to answer
    struct veh_controls setting; // what the operator has switched on, of the controls that stay
    unsigned settings_pressed;   // bits 1 << enum veh_control: pressed since they were taken
    struct ui_input_message message[UI_INPUT_MESSAGES];
    int messages;      // waiting to be taken
    bool mouse_drives; // it is a lever now, and points at nothing
    bool changed_over; // of two levers that nothing tells apart the first is the right one
};

// Strength of the motors of levers and pads, 0 to 1.
struct ui_rumble {
    double strong, weak;
};

// Moves in a menu.
enum ui_menu_move {
    UI_MENU_NONE,
    UI_MENU_UP,
    UI_MENU_DOWN,
    UI_MENU_LEFT,
    UI_MENU_RIGHT,
    UI_MENU_ACCEPT,
    UI_MENU_BACK
};

// False with one sentence in problem where SDL has no joysticks at all: the keyboard still works.
// Joysticks that are plugged in announce themselves as events.
bool ui_input_init(struct ui_input *input, char *problem, size_t size);
void ui_input_finish(struct ui_input *input); // accepts a zeroed struct

// Takes note of the event; true where it belonged to a lever, a pad or the keyboard.
bool ui_input_event(struct ui_input *input, const union SDL_Event *event);
// The part that the event uses: a key or button that goes down, a hat that is pressed, an axis that
// comes near its end, a pedal beyond its middle. Call after ui_input_event(). scale is the
// direction of an axis, shift that of lever 1. False where the event means no part.
bool ui_input_part(const struct ui_input *input, const union SDL_Event *event,
                   struct ui_binding *part);
// The move in a menu that a joystick's or pad's event means; keys are left to the widgets.
enum ui_menu_move ui_input_menu_move(const union SDL_Event *event);

// Lever 1 becomes lever 2 and the other way round, and so they are when they are plugged in later.
void ui_input_change_over(struct ui_input *input);

// A screen closes or opens: the step that follows uses no press that was meant for another one.
void ui_input_forget(struct ui_input *input);

// The controls of the step that begins now: values after dt [s].
void ui_input_update(struct ui_input *input, double dt, struct veh_controls *controls);
// Bits 1 << enum veh_control of the settings that were pressed since the last call.
unsigned ui_input_take_settings(struct ui_input *input);
// Whether the mouse drives, by the table in use, as a lever that springs back: hidden, and kept in
// the window. The middle button is not a part of it.
void ui_input_drive_by_mouse(struct ui_input *input, bool drive);
// Lets go of all keys and of the mouse, for example when the window loses the focus.
void ui_input_release_keys(struct ui_input *input);

// Has something said about a device; the oldest messages that nobody takes are forgotten.
void ui_input_say(struct ui_input *input, bool warning, enum ui_text_key text);
// The next message about a device; false where there is none.
bool ui_input_take_message(struct ui_input *input, struct ui_input_message *message);
// Lets each device that can vibrate do so for a tenth of a second.
void ui_input_rumble(struct ui_input *input, const struct ui_rumble rumble[UI_DEVICE_COUNT]);
// Lever, pedals or pad is plugged in.
bool ui_input_has(const struct ui_input *input, enum ui_device device);
// Bit per enum ui_device: what there is to drive with. The keyboard always is.
unsigned ui_input_devices(const struct ui_input *input);
