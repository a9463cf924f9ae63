// A way to a CAN bus: a network interface of the kernel (SocketCAN, "can0"), or an adapter with the
// slcan text protocol on a serial line ("/dev/ttyACM0"). Nothing here waits.
#pragma once

#include "ui/can/slcan.h"

#define UI_CAN_NAME 64

struct ui_can_port {
    int file; // a socket of struct can_frame, or a serial line; -1: closed
    bool serial;
    char waiting[512]; // of the serial line, read and not taken yet
    size_t first, count;
    struct ui_slcan slcan;
};

enum ui_can_result { UI_CAN_FRAME, UI_CAN_EMPTY, UI_CAN_GONE };

// name with a slash is a serial line, which is set to the bit rate of the bus [kbit/s]; the rate of
// an interface is the administrator's. False with a sentence in problem; the port is closed then.
bool ui_can_port_open(struct ui_can_port *port, const char *name, int bit_rate, char *problem,
                      size_t size);
void ui_can_port_close(struct ui_can_port *port); // accepts a closed one

// Whether slcan has a command for the bit rate [kbit/s].
bool ui_can_bit_rate_is_known(int bit_rate);

// The next frame that has arrived. UI_CAN_GONE: the adapter was pulled out or the interface is
// down.
enum ui_can_result ui_can_port_read(struct ui_can_port *port, struct ui_can_frame *frame);
// False where the frame could not be handed over at once; it is lost then.
bool ui_can_port_write(struct ui_can_port *port, const struct ui_can_frame *frame);
