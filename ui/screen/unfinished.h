// A trainee's session that was cut off by a crash or a power failure.
#pragma once

#include "data/record/store.h"

struct ui_unfinished {
    int64_t session;   // 0: there is none
    char exercise[64]; // its name, not its title
    int seconds;       // that it has lasted
};

// The latest session of the trainee, where it was interrupted and has lasted for some seconds; an
// older one is given up. store may be NULL. An unreadable session counts as none.
struct ui_unfinished ui_find_unfinished(struct dat_store *store, const char *trainee);
