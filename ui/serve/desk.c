#include "ui/serve/desk.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <jansson.h>

#include "ui/serve/catalogue.h"
#include "ui/serve/page.h"
#include "ui/serve/records.h"

// Requests at once and per second, with each of the tokens: a class of 16 seats and four tablets
// make some 100 a second; who tries tokens needs 10^30 years.
static const double guests_at_once = 20.0, guests_per_second = 5.0;
static const double users_at_once = 1000.0, users_per_second = 400.0;

static bool keep_token(const char *folder, const char *name, char token[UI_SERVE_TOKEN],
                       struct dat_problem *problem) {
    char path[PATH_MAX];
    if (snprintf(path, sizeof path, "%s/%s", folder, name) < (int)sizeof path)
        return ui_serve_token_keep(path, token, problem);
    dat_problem_set(problem, "the path of the folder %.80s... is too long", folder);
    return false;
}

bool ui_serve_desk_init(struct ui_serve_desk *desk, const char *folder, const char *library,
                        struct dat_problem *problem) {
    char server[UI_SERVE_TOKEN];
    *desk = (struct ui_serve_desk){.library = library,
                                   .guests = ui_serve_rate_of(guests_at_once, guests_per_second)};
    for (int i = 0; i < 2; i++)
        desk->users[i] = ui_serve_rate_of(users_at_once, users_per_second);
    snprintf(desk->folder, sizeof desk->folder, "%s", folder);
    if (!keep_token(folder, UI_SERVE_TOKEN_FILE, desk->token, problem) ||
        !keep_token(folder, UI_SEAT_TOKEN_FILE, desk->seat_token, problem) ||
        !ui_serve_token_draw(server, problem))
        return false;
    server[sizeof desk->seats.server - 1] = '\0';
    ui_serve_seats_init(&desk->seats, server);
    desk->texts = ui_serve_page_texts(library, &desk->reports);
    if (desk->texts != NULL)
        return true;
    dat_problem_set(problem, "out of memory");
    return false;
}

void ui_serve_desk_finish(struct ui_serve_desk *desk) {
    free(desk->texts);
    ui_serve_languages_finish(&desk->reports);
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

static void icon(struct ui_serve_desk *desk, const char *rest,
                 const struct ui_serve_request *request, struct ui_serve_answer *answer) {
    (void)desk, (void)rest, (void)request;
    ui_serve_give(answer, "image/svg+xml", strdup(ui_serve_page_icon));
}

static void texts(struct ui_serve_desk *desk, const char *rest,
                  const struct ui_serve_request *request, struct ui_serve_answer *answer) {
    (void)rest, (void)request;
    ui_serve_give(answer, "application/json", strdup(desk->texts));
}

static void catalogue(struct ui_serve_desk *desk, const char *rest,
                      const struct ui_serve_request *request, struct ui_serve_answer *answer) {
    (void)rest, (void)request;
    ui_serve_catalogue(desk->library, desk->seat_token, answer);
}

static void seats(struct ui_serve_desk *desk, const char *rest,
                  const struct ui_serve_request *request, struct ui_serve_answer *answer) {
    (void)rest;
    ui_serve_seats_list(&desk->seats, request, answer);
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
    if (request->post)
        ui_serve_seats_take_picture(&desk->seats, rest, request, answer);
    else
        ui_serve_seats_picture(&desk->seats, rest, request, answer);
}

enum { GET = 1, POST = 2 };

// A path that ends with a slash, except the shortest, has more behind it.
static const struct {
    const char *path;
    unsigned instructor, seat; // methods with the token of each
    answerer *answer;          // NULL: ui_serve_desk_read()
} paths[] = {
    {"/", GET, 0, page},
    {"/style.css", GET, 0, style},
    {"/page.js", GET, 0, script},
    {"/icon.svg", GET, 0, icon},
    {"/api/texts", GET, 0, texts},
    {"/api/sessions", GET, 0, NULL},
    {"/api/catalogue", GET, 0, catalogue},
    {"/api/seats", GET | POST, 0, seats},
    {"/api/seat", 0, POST, seat},
    {"/api/command", POST, 0, command},
    {"/api/picture/", GET, POST, picture},
    {"/report/", GET, 0, NULL},
};

// The part of the path behind that of the table; NULL: it is another path.
static const char *rest_of(const char *path, const char *known) {
    const size_t length = strlen(known);
    if (strcmp(path, known) == 0)
        return path + length;
    const bool more = length > 1 && known[length - 1] == '/';
    return more && strncmp(path, known, length) == 0 ? path + length : NULL;
}

// True: the answer is to be read from databases.
static bool dispatch(struct ui_serve_desk *desk, bool seat, const struct ui_serve_request *request,
                     struct ui_serve_answer *answer) {
    const unsigned method = request->post ? POST : GET;
    for (size_t i = 0; i < sizeof paths / sizeof paths[0]; i++) {
        const char *rest = rest_of(request->path, paths[i].path);
        if (rest == NULL)
            continue;
        if (((paths[i].instructor | paths[i].seat) & method) == 0)
            ui_serve_refuse(answer, 405, "this address is for %s", request->post ? "GET" : "POST");
        else if (((seat ? paths[i].seat : paths[i].instructor) & method) == 0)
            ui_serve_refuse(answer, 403,
                            seat ? "this is the seats' token: the page needs the instructor's"
                                 : "this is the instructor's token: a seat needs the seats', the "
                                   "second one that 'kranich serve' prints");
        else if (paths[i].answer == NULL)
            return true;
        else
            paths[i].answer(desk, rest, request, answer);
        return false;
    }
    ui_serve_refuse(answer, 404, "there is nothing at this address");
    return false;
}

bool ui_serve_desk_knows(const struct ui_serve_desk *desk, const char *token) {
    const bool instructor = ui_serve_token_is(desk->token, token);
    return ui_serve_token_is(desk->seat_token, token) || instructor;
}

bool ui_serve_desk_begin(struct ui_serve_desk *desk, const struct ui_serve_request *request,
                         struct ui_serve_answer *answer) {
    assert(request->path != NULL && desk->texts != NULL);
    *answer = (struct ui_serve_answer){.body = NULL};
    const bool seat = ui_serve_token_is(desk->seat_token, request->token);
    const bool user = ui_serve_token_is(desk->token, request->token) || seat;
    // Seats that have gone wild do not keep the instructor out.
    if (!ui_serve_rate_take(user ? &desk->users[seat] : &desk->guests, request->now))
        ui_serve_refuse(answer, 429, "too many requests, try again in a second");
    else if (!user)
        ui_serve_refuse(answer, 401, "%s: open the whole address that 'kranich serve' has printed",
                        request->token == NULL ? "there is no token" : "the token is wrong");
    else if (request->size > UI_SERVE_BODY)
        ui_serve_refuse(answer, 413, "more than %d kB", UI_SERVE_BODY / 1024);
    else
        return dispatch(desk, seat, request, answer);
    return false;
}

void ui_serve_desk_read(const struct ui_serve_desk *desk, const char *path,
                        struct ui_serve_answer *answer) {
    const char *rest = rest_of(path, "/report/");
    *answer = (struct ui_serve_answer){.body = NULL};
    if (rest != NULL)
        ui_serve_report(desk->folder, &desk->reports, rest, answer);
    else
        ui_serve_sessions(desk->folder, answer);
}
