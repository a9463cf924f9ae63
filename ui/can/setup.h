// The CAN bus of a training place as a file: its port, and what speaks on it.
#pragma once

#include "data/text/diagnostics.h"
#include "ui/can/lever.h"
#include "ui/can/port.h"
#include "ui/can/unit.h"

#define UI_CAN_LEVERS 3

struct ui_can_setup {
    char port[UI_CAN_NAME]; // "": there is no bus
    int bit_rate;           // [kbit/s]
    uint8_t address;        // that the program claims first
    struct ui_can_lever_def lever[UI_CAN_LEVERS];
    int levers;
    struct ui_can_unit_def unit;
};

// False with diagnostics in d where anything is wrong; the setup is then that without a bus.
bool ui_can_setup_read(const char *text, const char *file, struct ui_can_setup *setup,
                       struct dat_diagnostics *d);
// A missing file is no error: there is no bus then.
bool ui_can_setup_load(const char *path, struct ui_can_setup *setup, struct dat_diagnostics *d);
