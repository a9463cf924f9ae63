// Deleting everything about a person: the name, the sessions with their records, and what an
// instructor has unlocked.
#pragma once

#include "data/record/store.h"

struct dat_forgotten {
    bool known;   // there was a trainee of that name
    int sessions; // that are deleted
};

// In one transaction; the rows are overwritten in the file. The store must be open for writing. All
// return false with a sentence in problem where nothing has changed.
bool dat_store_forget(struct dat_store *store, const char *name, struct dat_forgotten *forgotten,
                      struct dat_problem *problem);

// On a PostgreSQL server, in one transaction: the seats do not send these sessions again. server:
// gets what sentences call it. A server without a session database knows nobody.
bool dat_server_forget(const char *address, const char *name, struct dat_forgotten *forgotten,
                       char *server, size_t size, struct dat_problem *problem);

// Removes the files of the settings that carry the name, where they exist.
void dat_forget_settings(const char *name);
