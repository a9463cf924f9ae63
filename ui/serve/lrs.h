// A learning record store, to which statements of the Experience API are posted over HTTP or TLS.
#pragma once

#include <jansson.h>

#include "ui/serve/client.h"

struct ui_lrs {
    struct ui_client *client;
    struct ui_client_address address; // of its statements
    bool refused; // the last post for its contents, so that it is of no use to repeat it
    bool again;   // the last post may be taken if it is repeated soon: the store is away or busy
    double wait;  // [s] that the store asks for before the next post
};

// address: "https://HOST:PORT/PATH", or http, the endpoint, whose statements are below it. key:
// "USER:SECRET". authorities: see ui/serve/client.h. False with a sentence in problem.
bool ui_lrs_init(struct ui_lrs *lrs, const char *address, const char *key, const char *authorities,
                 struct dat_problem *problem);
void ui_lrs_finish(struct ui_lrs *lrs);
// Whether the store says that it has all statements of the array. False with a sentence in problem;
// they may be posted again.
bool ui_lrs_post(struct ui_lrs *lrs, const json_t *statements, struct dat_problem *problem);
