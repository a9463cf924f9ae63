// The text protocol of serial CAN adapters (slcan, after the Lawicel CAN232 manual): a frame is a
// line that ends with a carriage return, "T" with 8 digits or "t" with 3 digits of identifier, one
// of length and two per byte.
#pragma once

#include <stddef.h>

#include "ui/can/frame.h"

#define UI_SLCAN_LINE 32 // longer than every line of the protocol, a time stamp included

// A stream of characters on its way to frames; all zero is its start.
struct ui_slcan {
    char line[UI_SLCAN_LINE];
    size_t used;
    bool damaged;           // the line at hand is too long
    unsigned long rejected; // frames that were no frames so far
};

// Takes the next character. True where it completes a data frame; replies of the adapter, remote
// frames and damaged lines complete none.
bool ui_slcan_take(struct ui_slcan *stream, char c, struct ui_can_frame *frame);
// Writes the line of a frame with its carriage return; returns its length. The identifier and the
// length must be in range.
size_t ui_slcan_text(const struct ui_can_frame *frame, char text[UI_SLCAN_LINE]);
