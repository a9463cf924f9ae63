// A board computer on the bus in place of ours: it hears levers, keys and sensors of the machine in
// messages of ours, and commands the functions that its own messages speak about. From its first
// message on these functions are its own; with an error or in silence they are neutral. Our
// computer still measures and books the logs, for the record of the session.
//
// A sensor is sent in the step that has changed it, and a command that has arrived is used in the
// next step: an answer that comes within a step is used one step after what it answers, else two.
#pragma once

#include "ui/can/lever.h"
#include "ui/input/input.h"
#include "vehicles/worksite.h"

enum { UI_CAN_MESSAGES = 8, UI_CAN_FIELDS = 16 };

#define UI_CAN_QUANTITIES                                                                          \
    "pulses|feeler_1|feeler_2|feeler_3|feeler_4|closed|upright|felt|covered|sawing|"               \
    "lever|joint|sensor"

enum ui_can_quantity { // in the order of their names
    UI_CAN_PULSES,     // of the measuring wheel, forwards counts up; begins anew at the field's end
    UI_CAN_FEELER_1,   // [rad] or [m] of the joints that feel the stem's thickness, nearest to the
    UI_CAN_FEELER_2,   // saw first
    UI_CAN_FEELER_3,
    UI_CAN_FEELER_4,
    UI_CAN_CLOSED,  // knives are asked to close
    UI_CAN_UPRIGHT, // switches of the head
    UI_CAN_FELT,
    UI_CAN_COVERED,
    UI_CAN_SAWING,
    UI_CAN_LEVER,  // what the operator asks of a function
    UI_CAN_JOINT,  // [rad] or [m] position of a joint of the machine
    UI_CAN_SENSOR, // output of a sensor of the machine's file, SI
};

// Where a quantity is in a message of ours: as its number 0 stands for zero, and each further one
// for resolution more.
struct ui_can_field {
    enum ui_can_quantity quantity;
    char name[SIM_MODEL_NAME]; // of the joint or sensor
    enum veh_control control;  // of UI_CAN_LEVER
    int offset, length;        // [bit]
    double zero, resolution;
};

struct ui_can_message {
    uint32_t group; // parameter group number
    double every;   // [s] of the exercise; 0: in each step
    struct ui_can_field field[UI_CAN_FIELDS];
    int fields;
};

struct ui_can_unit_def {
    struct ui_can_lever_def commands; // its messages as those of a lever; without signals: no unit
    enum veh_control function[UI_CAN_SIGNALS]; // that a signal commands
    struct ui_can_message message[UI_CAN_MESSAGES];
    int messages;
};

struct ui_can_unit {
    struct ui_can_lever lever;
    struct veh_controls asked; // by the operator, in the last step
    uint32_t pulses;
    double due[UI_CAN_MESSAGES]; // [s] of the exercise
    double said;                 // [s] when its fault was last told
    bool in_charge;              // it has been heard
    bool silent;                 // since then it has fallen silent
};

void ui_can_unit_init(struct ui_can_unit *unit);
// Puts the unit's commands in place of the operator's, after the frames that have come until
// now [s]. News about the unit go to input.
void ui_can_unit_command(struct ui_can_unit *unit, const struct ui_can_unit_def *def,
                         struct ui_input *input, double now, struct veh_controls *controls);
// After a step of machine 0: fills the frames that are due, for the sender's address; returns how
// many.
int ui_can_unit_report(struct ui_can_unit *unit, const struct ui_can_unit_def *def,
                       const struct veh_worksite *site, uint8_t address,
                       struct ui_can_frame frame[UI_CAN_MESSAGES]);
