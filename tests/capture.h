#pragma once

// Captures the output of a function. The test's own standard output carries its result, so it must
// not print there itself.

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "tests/near.h"

struct tests_capture {
    int saved[3]; // descriptors
    int file[3];
};

static inline void tests_capture_begin(struct tests_capture *capture) {
    fflush(stdout);
    fflush(stderr);
    for (int i = 1; i <= 2; i++) {
        char name[] = "/tmp/kranich-capture-XXXXXX";
        capture->file[i] = mkstemp(name);
        assert_true(capture->file[i] >= 0);
        unlink(name);
        capture->saved[i] = dup(i);
        assert_true(capture->saved[i] >= 0);
        dup2(capture->file[i], i);
    }
}

// The text printed to descriptor 1 (standard output) and 2 (standard error), at most size - 1
// bytes.
static inline void tests_capture_end(struct tests_capture *capture, char *out, char *err,
                                     size_t size) {
    fflush(stdout);
    fflush(stderr);
    for (int i = 1; i <= 2; i++) {
        char *text = i == 1 ? out : err;
        ssize_t got = pread(capture->file[i], text, size - 1, 0);
        text[got > 0 ? got : 0] = '\0';
        dup2(capture->saved[i], i);
        close(capture->saved[i]);
        close(capture->file[i]);
    }
}

static inline void tests_assert_contains(const char *text, const char *words, const char *file,
                                         int line) {
    if (strstr(text, words) != NULL)
        return;
    print_error("'%s' does not contain '%s'\n", text, words);
    _fail(file, line);
}

#define assert_contains(text, words) tests_assert_contains((text), (words), __FILE__, __LINE__)
