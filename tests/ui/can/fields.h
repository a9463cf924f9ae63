// Frames of J1939 as others send them.
#pragma once

#include "ui/can/frame.h"

// Priority 3, to everybody.
static inline struct ui_can_frame frame_of(uint32_t group, uint8_t source) {
    return (struct ui_can_frame){
        .id = 3U << 26 | group << 8 | source, .extended = true, .length = 8};
}

static inline void set_bits(uint8_t data[8], int offset, int length, uint32_t value) {
    for (int i = 0; i < length; i++) {
        const int bit = offset + i;
        const unsigned mask = 1U << bit % 8;
        const unsigned old = data[bit / 8];
        data[bit / 8] = (uint8_t)((value >> i & 1U) != 0 ? old | mask : old & ~mask);
    }
}
