// SIGINT (Ctrl-C) and SIGTERM end an exercise as Escape does: its session ends in order and the
// program with it. A second signal of the same kind kills the program.
#pragma once

#include <stdbool.h>

// From now on these signals only set a flag. To be called before SDL is initialised, which would
// otherwise handle them itself.
void ui_stop_on_signals(void);

// Whether one has come since then.
bool ui_stop_requested(void);
