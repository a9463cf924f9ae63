// The answers of the instructor's page: looks at the token first, then at the path. The
// instructor's token sees and commands; the seats' posts what happens at a seat, and sees nothing
// else. Knows nothing of networks, see ui/serve/http.h.
#pragma once

#include <limits.h>

#include "ui/serve/page.h"
#include "ui/serve/rate.h"
#include "ui/serve/request.h"
#include "ui/serve/seats.h"
#include "ui/serve/token.h"

struct ui_serve_desk {
    char folder[PATH_MAX];             // of the databases and of the tokens
    const char *library;               // folder, NULL: the default; must outlive the desk
    char token[UI_SERVE_TOKEN];        // the instructor's
    char seat_token[UI_SERVE_TOKEN];   // the seats'
    char *texts;                       // owned: the texts of the page in all languages, JSON
    struct ui_serve_languages reports; // the words of reports
    struct ui_serve_rate guests;       // without a token
    struct ui_serve_rate users[2];     // the instructor's, the seats'
    struct ui_serve_seats seats;
};

// folder: where the databases are; the tokens are kept there. False with a sentence in problem. The
// desk must not move afterwards; finish accepts a zeroed struct.
bool ui_serve_desk_init(struct ui_serve_desk *desk, const char *folder, const char *library,
                        struct dat_problem *problem);
void ui_serve_desk_finish(struct ui_serve_desk *desk);
// Whether it is one of the two tokens.
bool ui_serve_desk_knows(const struct ui_serve_desk *desk, const char *token);
// True: the answer is to be read from databases, and ui_serve_desk_read() gives it, in any thread.
// False: it is given. The caller frees the body of the answer.
bool ui_serve_desk_begin(struct ui_serve_desk *desk, const struct ui_serve_request *request,
                         struct ui_serve_answer *answer);
void ui_serve_desk_read(const struct ui_serve_desk *desk, const char *path,
                        struct ui_serve_answer *answer);
