#include "ui/text/problem_text.h"

#include <stdio.h>
#include <string.h>

#include "ui/text/language.h"
#include "ui/text/text.h"

// A problem that comes with every picture is said once.
static void print_once(const char *cause) {
    static char last[256];
    if (strncmp(last, cause, sizeof last - 1) == 0)
        return;
    (void)snprintf(last, sizeof last, "%s", cause);
    fprintf(stderr, "kranich: %s\n", cause);
}

void ui_problem_text(char *text, size_t size, const char *what, const char *cause) {
    if (cause[0] == '\0') {
        ui_print(text, size, "%s", what);
    } else if (strcmp(ui_language_code(), "en") == 0) {
        ui_print(text, size, "%s: %s", what, cause);
    } else {
        UI_WRITE(text, size, PROBLEM_CAUSE, what);
        print_once(cause);
    }
}
