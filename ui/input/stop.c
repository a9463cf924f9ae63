#include "ui/input/stop.h"

#include <signal.h>
#include <stddef.h>

static volatile sig_atomic_t requested;

static void request(int number) {
    (void)number;
    requested = 1;
}

void ui_stop_on_signals(void) {
    // Without SA_RESTART, so that a sleep ends; with SA_RESETHAND, so that a program that hangs can
    // still be ended.
    struct sigaction action = {.sa_handler = request, .sa_flags = (int)SA_RESETHAND};
    requested = 0;
    sigemptyset(&action.sa_mask);
    sigaction(SIGINT, &action, NULL);
    sigaction(SIGTERM, &action, NULL);
}

bool ui_stop_requested(void) {
    return requested != 0;
}
