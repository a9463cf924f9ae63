// A serial line without a wire: what the program opens by its path, and the adapter's end of it.
#pragma once

#include <fcntl.h>
#include <poll.h>
#include <stdio.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include "tests/near.h"

struct serial_line {
    int adapter;  // its end
    int listener; // a second opening of the program's end: tells when something has arrived
    char path[64];
};

static inline struct serial_line serial_line_open(void) {
    struct serial_line line = {.adapter = open("/dev/ptmx", O_RDWR | O_NOCTTY | O_NONBLOCK)};
    int locked = 0, number = 0;
    assert_true(line.adapter >= 0);
    assert_int_equal(ioctl(line.adapter, TIOCSPTLCK, &locked), 0);
    assert_int_equal(ioctl(line.adapter, TIOCGPTN, &number), 0);
    snprintf(line.path, sizeof line.path, "/dev/pts/%d", number);
    line.listener = open(line.path, O_RDWR | O_NOCTTY | O_NONBLOCK);
    assert_true(line.listener >= 0);
    return line;
}

// The kernel hands on what is written a little later.
static inline void serial_line_wait(int file) {
    struct pollfd wanted = {.fd = file, .events = POLLIN};
    assert_int_equal(poll(&wanted, 1, 5000), 1);
}

// The program must have opened its end, and can read at once.
static inline void serial_line_say(const struct serial_line *line, const char *text) {
    assert_int_equal(write(line->adapter, text, strlen(text)), strlen(text));
    serial_line_wait(line->listener);
}

// Reads the program's output since the last call, with a final zero; returns the length. Fails
// where there is none within five seconds.
static inline size_t serial_line_hear(const struct serial_line *line, char *text, size_t size) {
    serial_line_wait(line->adapter);
    const ssize_t n = read(line->adapter, text, size - 1);
    text[n > 0 ? n : 0] = '\0';
    return strlen(text);
}
