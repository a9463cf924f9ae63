// cfmakeraw() is in no POSIX, but in every libc that has <linux/can.h>.
#define _DEFAULT_SOURCE

#include "ui/can/port.h"

#include <errno.h>
#include <fcntl.h>
#include <linux/can.h>
#include <linux/can/raw.h>
#include <net/if.h>
#include <stdio.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/socket.h>
#include <termios.h>
#include <unistd.h>

// The commands S0 to S8 of slcan. [kbit/s]
static const int bit_rates[] = {10, 20, 50, 100, 125, 250, 500, 800, 1000};
enum { BIT_RATES = sizeof bit_rates / sizeof bit_rates[0] };

static int rate_command(int bit_rate) {
    for (int i = 0; i < BIT_RATES; i++)
        if (bit_rates[i] == bit_rate)
            return i;
    return -1;
}

bool ui_can_bit_rate_is_known(int bit_rate) {
    return rate_command(bit_rate) >= 0;
}

static int refuse(int file, const char *name, const char *what, char *problem, size_t size) {
    (void)snprintf(problem, size, "%s: %s: %s", name, what, strerror(errno));
    if (file >= 0)
        close(file);
    return -1;
}

static int open_serial(const char *name, int bit_rate, char *problem, size_t size) {
    struct termios settings;
    const int file = open(name, O_RDWR | O_NOCTTY | O_NONBLOCK | O_CLOEXEC);
    if (file < 0)
        return refuse(file, name, "cannot be opened", problem, size);
    if (tcgetattr(file, &settings) != 0)
        return refuse(file, name, "is no serial line", problem, size);
    cfmakeraw(&settings);
    cfsetspeed(&settings, B115200); // adapters on USB ignore it
    settings.c_cflag |= CLOCAL | CREAD;
    (void)tcsetattr(file, TCSANOW, &settings);
    // Close what an earlier program left open, choose the rate, open.
    char commands[16];
    const int length = snprintf(commands, sizeof commands, "C\rS%d\rO\r", rate_command(bit_rate));
    if (write(file, commands, (size_t)length) != length)
        return refuse(file, name, "cannot be written to", problem, size);
    return file;
}

static int open_interface(const char *name, char *problem, size_t size) {
    struct ifreq request = {0};
    if (strlen(name) >= sizeof request.ifr_name) {
        errno = ENODEV;
        return refuse(-1, name, "is no interface", problem, size);
    }
    const int file = socket(PF_CAN, SOCK_RAW | SOCK_NONBLOCK | SOCK_CLOEXEC, CAN_RAW);
    if (file < 0)
        return refuse(file, name, "this system's kernel has no CAN", problem, size);
    memcpy(request.ifr_name, name, strlen(name));
    if (ioctl(file, SIOCGIFINDEX, &request) != 0)
        return refuse(file, name, "is no interface", problem, size);
    const struct sockaddr_can address = {.can_family = AF_CAN, .can_ifindex = request.ifr_ifindex};
    if (bind(file, (const struct sockaddr *)&address, sizeof address) != 0)
        return refuse(file, name, "cannot be used", problem, size);
    return file;
}

bool ui_can_port_open(struct ui_can_port *port, const char *name, int bit_rate, char *problem,
                      size_t size) {
    const bool serial = strchr(name, '/') != NULL;
    *port = (struct ui_can_port){.file = serial ? open_serial(name, bit_rate, problem, size)
                                                : open_interface(name, problem, size),
                                 .serial = serial};
    return port->file >= 0;
}

void ui_can_port_close(struct ui_can_port *port) {
    if (port->file >= 0) {
        if (port->serial)
            (void)!write(port->file, "C\r", 2); // the adapter is closed as well as it can be
        close(port->file);
    }
    port->file = -1;
}

// Refills what is waiting; a serial line whose adapter is gone ends or fails.
static enum ui_can_result refill(struct ui_can_port *port) {
    const ssize_t n = read(port->file, port->waiting, sizeof port->waiting);
    if (n < 0 && (errno == EAGAIN || errno == EINTR))
        return UI_CAN_EMPTY;
    if (n <= 0)
        return UI_CAN_GONE;
    port->first = 0;
    port->count = (size_t)n;
    return UI_CAN_FRAME;
}

static enum ui_can_result read_serial(struct ui_can_port *port, struct ui_can_frame *frame) {
    for (;;) {
        while (port->first < port->count)
            if (ui_slcan_take(&port->slcan, port->waiting[port->first++], frame))
                return UI_CAN_FRAME;
        const enum ui_can_result result = refill(port);
        if (result != UI_CAN_FRAME)
            return result;
    }
}

// Frames of errors and remote requests carry no data of anybody.
static bool is_data(const struct can_frame *raw) {
    return (raw->can_id & (CAN_ERR_FLAG | CAN_RTR_FLAG)) == 0 && raw->can_dlc <= 8;
}

static enum ui_can_result read_socket(struct ui_can_port *port, struct ui_can_frame *frame) {
    struct can_frame raw;
    ssize_t n;
    do {
        n = read(port->file, &raw, sizeof raw);
        if (n < 0 && (errno == EAGAIN || errno == EINTR))
            return UI_CAN_EMPTY;
        if (n <= 0)
            return UI_CAN_GONE;
    } while (n != (ssize_t)sizeof raw || !is_data(&raw));
    const bool extended = (raw.can_id & CAN_EFF_FLAG) != 0;
    *frame = (struct ui_can_frame){.id = raw.can_id & (extended ? CAN_EFF_MASK : CAN_SFF_MASK),
                                   .extended = extended,
                                   .length = raw.can_dlc};
    memcpy(frame->data, raw.data, raw.can_dlc);
    return UI_CAN_FRAME;
}

enum ui_can_result ui_can_port_read(struct ui_can_port *port, struct ui_can_frame *frame) {
    if (port->file < 0)
        return UI_CAN_GONE;
    return port->serial ? read_serial(port, frame) : read_socket(port, frame);
}

bool ui_can_port_write(struct ui_can_port *port, const struct ui_can_frame *frame) {
    if (port->file < 0)
        return false;
    if (port->serial) {
        char line[UI_SLCAN_LINE];
        const size_t length = ui_slcan_text(frame, line);
        return write(port->file, line, length) == (ssize_t)length;
    }
    struct can_frame raw = {.can_id = frame->id | (frame->extended ? CAN_EFF_FLAG : 0U),
                            .can_dlc = frame->length};
    memcpy(raw.data, frame->data, frame->length);
    return write(port->file, &raw, sizeof raw) == (ssize_t)sizeof raw;
}
