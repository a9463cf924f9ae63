// Texts about a function of the machine.
#pragma once

#include "data/exercise/guide.h"
#include "ui/text/text.h"
#include "vehicles/controls.h"

struct ui_control_text {
    enum ui_text_key title;
    enum ui_text_key positive, negative; // its two sides; unused where alone
    bool alone;                          // the title says all: a button, the brake
};

// control must be a member of the enumeration below VEH_CONTROL_COUNT.
const struct ui_control_text *ui_control_text(enum veh_control control);
const char *ui_guide_title(enum dat_guide guide);
