// Where the instructor's page is, as a seat is told it.
#pragma once

#include <limits.h>

#include "ui/serve/token.h"

struct ui_seat_place {
    char host[256];
    int port;
    char token[UI_SERVE_TOKEN];
};

// Reads "http://HOST:PORT/?token=TOKEN", as `kranich serve` prints it, or "HOST:PORT"; the token is
// then that of the file token_file. False with a sentence in problem.
bool ui_seat_place_read(const char *text, const char *token_file, struct ui_seat_place *place,
                        struct dat_problem *problem);
