// The addresses of a host. The system's resolver takes as long as it likes, so it is asked by a
// thread of its own, which is left behind where nobody waits any more.
#pragma once

#include <netdb.h>

struct ui_lookup;

enum ui_lookup_state { UI_LOOKUP_UNDER_WAY, UI_LOOKUP_FOUND, UI_LOOKUP_FAILED };

// NULL: no memory or thread.
struct ui_lookup *ui_lookup_start(const char *host, int port);
// Waits for at most that long [ms]. *places: once it is found; they live as long as the lookup.
enum ui_lookup_state ui_lookup_wait(struct ui_lookup *lookup, int patience,
                                    const struct addrinfo **places);
void ui_lookup_drop(struct ui_lookup *lookup); // does not wait; NULL is allowed
