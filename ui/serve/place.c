#include "ui/serve/place.h"

#include <stdlib.h>
#include <string.h>

static const char scheme[] = "http://", query[] = "/?token=";

static bool refuse(const char *text, struct dat_problem *problem) {
    dat_problem_set(problem,
                    "'%s' is no address of the instructor's page, expected "
                    "http://HOST:PORT/?token=TOKEN, as 'kranich serve' prints it, or HOST:PORT",
                    text);
    return false;
}

// Reads "HOST:PORT" or "[HOST]:PORT" of that length into host and port. False: it is neither.
static bool read_host(const char *text, size_t length, struct ui_seat_place *place) {
    size_t host = length;
    while (host > 0 && text[host] != ':')
        host--;
    const char *colon = text + host;
    const bool six = host > 2 && text[0] == '[' && text[host - 1] == ']';
    char *end;
    if (host == 0 || host >= sizeof place->host)
        return false;
    const long port = strtol(colon + 1, &end, 10);
    if (end != text + length || colon[1] < '0' || colon[1] > '9' || port < 1 || port > 65535)
        return false;
    snprintf(place->host, sizeof place->host, "%.*s", (int)(six ? host - 2 : host),
             six ? text + 1 : text);
    place->port = (int)port;
    return true;
}

bool ui_seat_place_read(const char *text, const char *token_file, struct ui_seat_place *place,
                        struct dat_problem *problem) {
    *place = (struct ui_seat_place){.port = 0};
    const char *from = text;
    if (strncmp(text, scheme, sizeof scheme - 1) == 0)
        from += sizeof scheme - 1;
    const char *slash = strchr(from, '/');
    if (!read_host(from, slash != NULL ? (size_t)(slash - from) : strlen(from), place))
        return refuse(text, problem);
    if (slash == NULL || strcmp(slash, "/") == 0)
        return ui_serve_token_read(token_file, place->token, problem);
    const char *token = slash + sizeof query - 1;
    if (strncmp(slash, query, sizeof query - 1) != 0 || !ui_serve_token_valid(token))
        return refuse(text, problem);
    memcpy(place->token, token, UI_SERVE_TOKEN);
    return true;
}
