#include "ui/text/problem_text.h"

#include <stdio.h>
#include <string.h>

#include "ui/text/language.h"
#include "ui/text/text.h"

enum { CAUSES = 8 };

// Problems that come with every picture are said once, also where they take turns.
static void print_once(const char *cause) {
    static char said[CAUSES][256];
    static int next;
    for (int i = 0; i < CAUSES; i++)
        if (strncmp(said[i], cause, sizeof said[i] - 1) == 0)
            return;
    (void)snprintf(said[next], sizeof said[next], "%s", cause);
    next = (next + 1) % CAUSES;
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
