#include "ui/cmd/progress_bar.h"

#include <assert.h>
#include <stdio.h>
#include <unistd.h>

#include "data/text/monotonic.h"
#include "data/text/progress.h"

static const double patience = 0.5;  // [s] before the bar comes
static const double interval = 0.05; // [s] between two pictures of it
enum { WIDTH = 40 };

// "terrain  [#########                     ]  31 %"
static void write_bar(const char *what, double share, char *text, size_t size) {
    assert(share >= 0.0 && share <= 1.0 && size > 0);
    static const char full[WIDTH + 1] = "########################################";
    const int done = (int)(share * WIDTH);
    (void)snprintf(text, size, "%-8s [%.*s%*s] %3.0f %%", what, done, full, WIDTH - done, "",
                   100.0 * share);
}

static void show(const char *what, double share) {
    static double begun, shown; // [s] on the clock, 0: not
    const double now = dat_monotonic();
    if (begun <= 0.0)
        begun = now;
    if (share >= 1.0) {
        if (shown > 0.0)
            fputs("\r\033[K", stderr); // nothing of it stays
        begun = shown = 0.0;
    } else if (now - begun > patience && now - shown > interval) {
        char text[80];
        write_bar(what, share, text, sizeof text);
        fprintf(stderr, "\r%s", text);
        shown = now;
    }
}

void ui_progress_bar_show(void) {
    if (isatty(STDERR_FILENO))
        dat_progress_listen(show);
}
