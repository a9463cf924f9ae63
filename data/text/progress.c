#include "data/text/progress.h"

#include <assert.h>
#include <stddef.h>

static void (*listening)(const char *what, double share);

void dat_progress_listen(void (*listener)(const char *what, double share)) {
    listening = listener;
}

void dat_progress_report(const char *what, double share) {
    assert(share >= 0.0 && share <= 1.0);
    if (listening != NULL)
        listening(what, share);
}
