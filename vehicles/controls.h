// The functions of a machine that an operator controls, whatever the levers, pedals or keys are.
// The names match the named inputs of the model files.
#pragma once

#include <stdbool.h>

enum veh_control {
    VEH_DRIVE,
    VEH_BRAKE,
    VEH_STEER,
    VEH_SLEW,
    VEH_BOOM,
    VEH_JIB,
    VEH_TELESCOPE,
    VEH_ROTATOR,
    VEH_TILT,
    VEH_GRIP,
    VEH_FEED,
    VEH_SAW,
    VEH_STEM_RELEASE,
    VEH_ASSORTMENT_1, // the four are adjacent
    VEH_ASSORTMENT_2,
    VEH_ASSORTMENT_3,
    VEH_ASSORTMENT_4,
    VEH_PROPOSAL,
    VEH_SPECIES,
    VEH_GRADE,
    VEH_FIND_BUTT,
    VEH_TOP_SAW,
    VEH_MULTI_TREE,
    VEH_CALIBRATE,
    VEH_ENGINE,
    VEH_GEAR,
    VEH_DIFF_LOCK,
    VEH_PARKING_BRAKE,
    VEH_TIP_CONTROL, // the aids of the crane (part/aid.h)
    VEH_CRANE_SLOWER,
    VEH_SOFT_CRANE,
    VEH_SWING_DAMPING,
    VEH_CONTROL_COUNT
};

struct veh_control_info {
    const char *name;     // as in model files and recordings
    const char *title;    // for the operator
    const char *positive; // what a value above zero does
    const char *negative; // what a value below zero does; NULL: the value is never negative
    bool crane;           // moves the crane or the head
    bool momentary;       // a button: 0 or 1, and what counts is the moment it is pressed
    double
        step; // of a setting, 0 to most, that stays as it is: each press changes it by so much;
              // where it has no negative, from 0 to most and from there down; 0: it is no setting
    double most; // of a setting
};

// All values 0 is hands off.
struct veh_controls {
    // -1 to 1, or 0 to 1 where the info has no negative; of a setting 0 to most
    double value[VEH_CONTROL_COUNT];
};

// Static storage; control must be a member of the enumeration below VEH_CONTROL_COUNT.
const struct veh_control_info *veh_control_info(enum veh_control control);

// The control of that name, or VEH_CONTROL_COUNT.
enum veh_control veh_control_find(const char *name);

// True in the step in which a momentary control is pressed. was_pressed: its memory.
bool veh_button_pressed(double value, bool *was_pressed);
// The value of a setting after a press of what raises it, side 1, or lowers it, side -1.
double veh_control_pressed(enum veh_control control, double value, double side);

// Limits every value to its range; what is not a number becomes 0.
void veh_controls_clamp(struct veh_controls *controls);
