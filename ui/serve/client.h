// Posts over HTTP and TLS: a seat's to the instructor's page, those of `kranich xapi` to a learning
// record store. The only user of libcurl. TLS is 1.2 or later, and the certificate of the server is
// always verified.
#pragma once

#include <stdbool.h>
#include <stddef.h>

#include "data/text/problem.h"

struct ui_client;

// An address that can be posted to.
struct ui_client_address {
    char base[320]; // "https://HOST:PORT"
    char path[512]; // what follows it
    char host[300]; // "HOST:PORT", for sentences
};
// Reads "http://HOST:PORT/PATH" or "https:...", whose port can be left out. False: it is neither,
// or has a user, a query or a fragment.
bool ui_client_address_read(const char *text, struct ui_client_address *address);

struct ui_client_def {
    const char *server;      // what sentences call it, such as "the instructor's page"
    const char *base;        // "http://HOST:PORT"
    const char *token;       // that the instructor's page asks for; NULL: none
    const char *key;         // USER:SECRET; NULL: none
    const char *header;      // of every post, such as "X-Version: 1"; NULL: none
    const char *authorities; // a file of PEM certificates of those who certify servers; NULL: the
                             // system's
    bool proxy;              // one that the environment names is used
};
// All texts are copied. NULL: out of memory. No other thread may open a client at the same time.
struct ui_client *ui_client_open(const struct ui_client_def *def);
void ui_client_close(struct ui_client *client); // NULL is allowed

// Posts the bytes to the path, over the same connection as before where that is still there. Waits
// for a server that says nothing for ten seconds, and in all for two minutes. Returns the status of
// the answer and its body, which the caller frees, *size bytes and a final zero; 0 with a sentence
// in problem where there is no answer, *body is then NULL.
int ui_client_post(struct ui_client *client, const char *path, const char *type, const char *bytes,
                   size_t count, char **body, size_t *size, struct dat_problem *problem);

// The time for which the last answer asks not to come again [s], 0: it does not say.
double ui_client_retry_after(const struct ui_client *client);

// For another thread: the present post and all later ones end in so many milliseconds at the
// latest.
void ui_client_hurry(struct ui_client *client, int milliseconds);
