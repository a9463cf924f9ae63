// A frame of a CAN bus: the unit that transports carry and protocols are made of.
#pragma once

#include <stdbool.h>
#include <stdint.h>

struct ui_can_frame {
    uint32_t id;    // 29 bits where extended, else 11
    bool extended;  // the only kind J1939 knows
    uint8_t length; // bytes of data that count, 0 to 8
    uint8_t data[8];
};
