#include "ui/serve/lrs.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// ---- address and key ----

static void encode_base64(const char *text, char *out) {
    static const char digits[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    const size_t size = strlen(text);
    for (size_t i = 0; i < size; i += 3) {
        unsigned bits = 0;
        for (size_t k = 0; k < 3; k++)
            bits = bits << 8 | (i + k < size ? (unsigned char)text[i + k] : 0u);
        for (size_t k = 0; k < 4; k++)
            *out++ = i + k <= size ? digits[bits >> (18 - 6 * k) & 63u] : '=';
    }
    *out = '\0';
}

bool ui_lrs_init(struct ui_lrs *lrs, const char *address, const char *key,
                 struct dat_problem *problem) {
    static const char scheme[] = "http://";
    struct ui_seat_place place = {.port = 0};
    char code[300];
    *lrs = (struct ui_lrs){.client = {.socket = -1}};
    const bool http = strncmp(address, scheme, sizeof scheme - 1) == 0;
    const char *from = http ? address + sizeof scheme - 1 : address;
    const size_t host = strcspn(from, "/"), rest = strlen(from) - host;
    if (!http || rest > 400 || strpbrk(from, " ?#\r\n") != NULL ||
        !ui_seat_place_host(from, host, &place)) {
        dat_problem_set(
            problem, "'%.200s' is no address of a store, expected http://HOST:PORT/PATH", address);
        return false;
    }
    if (strchr(key, ':') == NULL || strlen(key) > 200) {
        dat_problem_set(problem, "the key of the store is USER:SECRET, at most 200 bytes");
        return false;
    }
    encode_base64(key, code);
    const bool slash = rest > 0 && from[host + rest - 1] == '/';
    snprintf(lrs->path, sizeof lrs->path, "%s%sstatements", from + host, slash ? "" : "/");
    snprintf(lrs->headers, sizeof lrs->headers,
             "Authorization: Basic %s\r\nX-Experience-API-Version: 1.0.3\r\n", code);
    lrs->client = ui_seat_client_of(&place);
    lrs->client.headers = lrs->headers;
    return true;
}

void ui_lrs_finish(struct ui_lrs *lrs) {
    ui_seat_client_finish(&lrs->client);
}

// ---- posts ----

// The ids in the order of the statements.
static bool confirms(const char *body, const json_t *statements) {
    json_t *ids = json_loads(body, 0, NULL);
    bool same = json_array_size(ids) == json_array_size(statements);
    for (size_t i = 0; i < json_array_size(statements) && same; i++)
        same = json_equal(json_array_get(ids, i),
                          json_object_get(json_array_get(statements, i), "id"));
    json_decref(ids);
    return same;
}

// A store's words go to a terminal: without line ends and control characters.
static void make_plain(char *text) {
    for (char *c = text; *c != '\0'; c++)
        if ((unsigned char)*c < ' ' || *c == 0x7f)
            *c = ' ';
}

bool ui_lrs_post(struct ui_lrs *lrs, const json_t *statements, struct dat_problem *problem) {
    char *text = json_dumps(statements, JSON_COMPACT | JSON_REAL_PRECISION(6)), *body;
    size_t size;
    if (text == NULL) {
        dat_problem_set(problem, "out of memory");
        return false;
    }
    const int status = ui_seat_client_post(&lrs->client, lrs->path, "application/json", text,
                                           strlen(text), &body, &size, problem);
    free(text);
    const struct ui_seat_place *place = &lrs->client.place;
    const bool stored = status == 200 && confirms(body, statements);
    lrs->refused = status == 400 || status == 409 || status == 413;
    if (status == 0)
        dat_problem_set(problem, "the store at %s:%d does not answer", place->host, place->port);
    else if (status == 200 && !stored)
        dat_problem_set(problem,
                        "the store at %s:%d answers nonsense: not the ids of the statements",
                        place->host, place->port);
    else if (!stored) {
        make_plain(body);
        dat_problem_set(problem, "the store at %s:%d refuses the statements: %d %.120s",
                        place->host, place->port, status, body);
    }
    free(body);
    return stored;
}
