#pragma once

// Runs a command line as a shell does, for the tests of verbs.

#include "tests/capture.h"
#include "ui/cmd/commands.h"
#include "ui/screen/exit_status.h"

static char out[65536], err[65536]; // printed by the last run

// Runs the words, of which "kranich" is the first and NULL ends them. Returns the exit status. The
// program may write to its arguments, so it gets copies.
static inline int run(const char *const *words) {
    enum { MOST = 20 };
    char text[MOST][512];
    char *argv[MOST + 1];
    int argc = 0;
    for (; words[argc] != NULL; argc++) {
        assert_true(argc < MOST && strlen(words[argc]) < sizeof text[0]);
        strcpy(text[argc], words[argc]);
        argv[argc] = text[argc];
    }
    argv[argc] = NULL;
    struct tests_capture capture;
    tests_capture_begin(&capture);
    const int status = ui_run_command_line(argc, argv);
    tests_capture_end(&capture, out, err, sizeof out);
    return status;
}

// A NULL among the words ends them, too.
#define RUN(...) run((const char *const[]){"kranich", __VA_ARGS__, NULL})
