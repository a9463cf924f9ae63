#include "ui/serve/desk.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <jansson.h>

#include "data/exercise/library.h"
#include "data/record/json.h"
#include "data/text/json.h"
#include "ui/serve/page.h"
#include "ui/serve/records.h"

// Requests at once and per second: a class of 16 seats and four tablets make some 100 a second; who
// tries tokens needs 10^30 years.
static const double guests_at_once = 20.0, guests_per_second = 5.0;
static const double users_at_once = 1000.0, users_per_second = 400.0;

bool ui_serve_desk_init(struct ui_serve_desk *desk, const char *folder, const char *library,
                        struct dat_problem *problem) {
    char path[PATH_MAX], server[UI_SERVE_TOKEN];
    *desk = (struct ui_serve_desk){.library = library,
                                   .guests = ui_serve_rate_of(guests_at_once, guests_per_second),
                                   .users = ui_serve_rate_of(users_at_once, users_per_second)};
    snprintf(desk->folder, sizeof desk->folder, "%s", folder);
    if (snprintf(path, sizeof path, "%s/" UI_SERVE_TOKEN_FILE, folder) >= (int)sizeof path) {
        dat_problem_set(problem, "the path of the folder %.80s... is too long", folder);
        return false;
    }
    if (!ui_serve_token_keep(path, desk->token, problem) || !ui_serve_token_draw(server, problem))
        return false;
    server[sizeof desk->seats.server - 1] = '\0';
    ui_serve_seats_init(&desk->seats, server);
    desk->texts = ui_serve_page_texts();
    if (desk->texts != NULL)
        return true;
    dat_problem_set(problem, "out of memory");
    return false;
}

void ui_serve_desk_finish(struct ui_serve_desk *desk) {
    free(desk->texts);
    ui_serve_seats_finish(&desk->seats);
    *desk = (struct ui_serve_desk){.texts = NULL};
}

// ---- paths ----

typedef void answerer(struct ui_serve_desk *desk, const char *rest,
                      const struct ui_serve_request *request, struct ui_serve_answer *answer);

static void page(struct ui_serve_desk *desk, const char *rest,
                 const struct ui_serve_request *request, struct ui_serve_answer *answer) {
    (void)desk, (void)rest, (void)request;
    ui_serve_give(answer, "text/html; charset=utf-8", strdup(ui_serve_page_html));
    answer->welcome = answer->status == 200;
}

static void style(struct ui_serve_desk *desk, const char *rest,
                  const struct ui_serve_request *request, struct ui_serve_answer *answer) {
    (void)desk, (void)rest, (void)request;
    ui_serve_give(answer, "text/css; charset=utf-8", strdup(ui_serve_page_css));
}

static void script(struct ui_serve_desk *desk, const char *rest,
                   const struct ui_serve_request *request, struct ui_serve_answer *answer) {
    (void)desk, (void)rest, (void)request;
    ui_serve_give(answer, "text/javascript; charset=utf-8", strdup(ui_serve_page_js));
}

static void texts(struct ui_serve_desk *desk, const char *rest,
                  const struct ui_serve_request *request, struct ui_serve_answer *answer) {
    (void)rest, (void)request;
    ui_serve_give(answer, "application/json", strdup(desk->texts));
}

static void sessions(struct ui_serve_desk *desk, const char *rest,
                     const struct ui_serve_request *request, struct ui_serve_answer *answer) {
    (void)rest, (void)request;
    ui_serve_sessions(desk->folder, answer);
}

static void report(struct ui_serve_desk *desk, const char *rest,
                   const struct ui_serve_request *request, struct ui_serve_answer *answer) {
    (void)request;
    ui_serve_report(desk->folder, rest, answer);
}

static void exercises(struct ui_serve_desk *desk, const char *rest,
                      const struct ui_serve_request *request, struct ui_serve_answer *answer) {
    struct dat_name_list names = {0};
    struct dat_problem problem = {""};
    (void)rest, (void)request;
    if (dat_library_list(desk->library, "exercises", &names, &problem) == DAT_LIBRARY_FOUND) {
        json_t *array = dat_names_json(&names);
        ui_serve_give(answer, "application/json", json_dumps(array, JSON_COMPACT));
        json_decref(array);
    } else {
        ui_serve_refuse(answer, 503, "%s", problem.text);
    }
    dat_name_list_finish(&names);
}

static void seats(struct ui_serve_desk *desk, const char *rest,
                  const struct ui_serve_request *request, struct ui_serve_answer *answer) {
    (void)rest;
    ui_serve_seats_list(&desk->seats, request->now, answer);
}

static void seat(struct ui_serve_desk *desk, const char *rest,
                 const struct ui_serve_request *request, struct ui_serve_answer *answer) {
    (void)rest;
    ui_serve_seats_post(&desk->seats, request, answer);
}

static void command(struct ui_serve_desk *desk, const char *rest,
                    const struct ui_serve_request *request, struct ui_serve_answer *answer) {
    (void)rest;
    ui_serve_seats_command(&desk->seats, request, answer);
}

static void picture(struct ui_serve_desk *desk, const char *rest,
                    const struct ui_serve_request *request, struct ui_serve_answer *answer) {
    ui_serve_seats_picture(&desk->seats, rest, request, answer);
}

enum { GET = 1, POST = 2 };

// A path that ends with a slash, except the shortest, has more behind it.
static const struct {
    const char *path;
    unsigned methods;
    answerer *answer;
} paths[] = {
    {"/", GET, page},
    {"/style.css", GET, style},
    {"/page.js", GET, script},
    {"/api/texts", GET, texts},
    {"/api/sessions", GET, sessions},
    {"/api/exercises", GET, exercises},
    {"/api/seats", GET, seats},
    {"/api/seat", POST, seat},
    {"/api/command", POST, command},
    {"/api/picture/", GET | POST, picture},
    {"/report/", GET, report},
};

// The part of the path behind that of the table; NULL: it is another path.
static const char *rest_of(const char *path, const char *known) {
    const size_t length = strlen(known);
    if (strcmp(path, known) == 0)
        return path + length;
    const bool more = length > 1 && known[length - 1] == '/';
    return more && strncmp(path, known, length) == 0 ? path + length : NULL;
}

static void dispatch(struct ui_serve_desk *desk, const struct ui_serve_request *request,
                     struct ui_serve_answer *answer) {
    for (size_t i = 0; i < sizeof paths / sizeof paths[0]; i++) {
        const char *rest = rest_of(request->path, paths[i].path);
        if (rest == NULL)
            continue;
        if ((paths[i].methods & (request->post ? POST : GET)) == 0)
            ui_serve_refuse(answer, 405, "this address is for %s", request->post ? "GET" : "POST");
        else
            paths[i].answer(desk, rest, request, answer);
        return;
    }
    ui_serve_refuse(answer, 404, "there is nothing at this address");
}

void ui_serve_desk_answer(struct ui_serve_desk *desk, const struct ui_serve_request *request,
                          struct ui_serve_answer *answer) {
    assert(request->path != NULL && desk->texts != NULL);
    *answer = (struct ui_serve_answer){.body = NULL};
    const bool user = ui_serve_token_is(desk->token, request->token);
    if (!ui_serve_rate_take(user ? &desk->users : &desk->guests, request->now))
        ui_serve_refuse(answer, 429, "too many requests, try again in a second");
    else if (!user)
        ui_serve_refuse(answer, 401, "%s: open the whole address that 'kranich serve' has printed",
                        request->token == NULL ? "there is no token" : "the token is wrong");
    else if (request->size > UI_SERVE_BODY)
        ui_serve_refuse(answer, 413, "more than %d kB", UI_SERVE_BODY / 1024);
    else
        dispatch(desk, request, answer);
}
