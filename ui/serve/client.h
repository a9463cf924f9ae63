// The little of HTTP that a seat needs to post to the instructor's page, and `kranich xapi` to a
// learning record store. Never waits for longer than a second at a time.
#pragma once

#include <stddef.h>

#include "ui/serve/lookup.h"
#include "ui/serve/place.h"

struct ui_seat_client {
    struct ui_seat_place place;
    const char *headers;      // of every post, each with its line end; NULL: the place's token
    int socket;               // -1: not connected
    struct ui_lookup *lookup; // of the host, under way since an attempt before; NULL: none
};

struct ui_seat_client ui_seat_client_of(const struct ui_seat_place *place);
// Posts the bytes to the path, over the same connection as before where that is still there.
// Returns the status of the answer and its body, which the caller frees, *size bytes and a final
// zero; 0 with a sentence in problem where there is no answer, *body is then NULL.
int ui_seat_client_post(struct ui_seat_client *client, const char *path, const char *type,
                        const char *bytes, size_t count, char **body, size_t *size,
                        struct dat_problem *problem);
void ui_seat_client_finish(struct ui_seat_client *client);
