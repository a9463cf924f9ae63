// Two sides: what the mutex protects belongs to both, `client`, `server`, `sent` to the thread
// alone. Nothing is sent or received while the mutex is held.
#include "ui/serve/link.h"

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "data/text/monotonic.h"
#include "sim/base/array.h"
#include "ui/serve/client.h"
#include "ui/serve/seats.h"

enum {
    PERIOD = 200,
    PER_POST = 100,
    REST = 1000,
    LAST = 5
}; // [ms] between posts; events; [ms] after a failure; [s] for what is left at the end

struct ui_seat_link {
    char name[UI_SERVE_NAME];
    pthread_t thread;
    struct ui_client *client;
    char server[UI_SERVE_NAME]; // that has answered last

    pthread_mutex_t mutex;
    pthread_cond_t wake;
    bool stop;
    char run[UI_SERVE_NAME];
    struct timespec born; // with the process, what makes its runs unlike others'
    int runs;
    json_t *state;              // owned, of the last call
    SIM_ARRAY(json_t *) events; // owned, of the run
    long have;                  // events of the run that the server has
    json_t *commands;           // owned array, not taken by the simulation yet
    long done;                  // number of the last command that has come
    bool picture_wanted;
    char *picture; // owned, to be posted
    size_t picture_size;
    struct dat_problem news; // "": none
    int status;              // of the last answer, -1: none yet
};

static void clear_events(struct ui_seat_link *link) {
    for (int i = 0; i < link->events.count; i++)
        json_decref(link->events.items[i]);
    link->events.count = 0;
}

// ---- the thread ----

// The post for what is known now; the caller releases it. NULL: nothing has begun yet.
static json_t *compose(struct ui_seat_link *link) {
    json_t *post = NULL;
    pthread_mutex_lock(&link->mutex);
    if (link->state != NULL) {
        json_t *events = json_array();
        for (long i = link->have; i < link->events.count && i < link->have + PER_POST; i++)
            json_array_append(events, link->events.items[i]);
        post = json_pack("{s:s, s:s, s:O, s:I, s:o, s:s, s:I}", "seat", link->name, "run",
                         link->run, "state", link->state, "first", (json_int_t)link->have, "events",
                         events, "server", link->server, "done", (json_int_t)link->done);
    }
    pthread_mutex_unlock(&link->mutex);
    return post;
}

// Needs the mutex.
static void tell(struct ui_seat_link *link, int status, const char *body,
                 const struct dat_problem *problem) {
    const bool same = status == link->status;
    link->status = status;
    if (same)
        return;
    json_t *object = body != NULL ? json_loads(body, 0, NULL) : NULL;
    const char *reason = json_string_value(json_object_get(object, "error"));
    if (status == 200)
        dat_problem_set(&link->news, "connected with the instructor's page");
    else if (status == 0)
        dat_problem_set(&link->news, "%s; the exercise and its record continue", problem->text);
    else
        dat_problem_set(&link->news, "the instructor's page refuses this seat: %s",
                        reason != NULL ? reason : "no reason given");
    json_decref(object);
}

// Needs the mutex. The server's answer about that run.
static void take_reply(struct ui_seat_link *link, const char *run, const json_t *reply) {
    const char *server = json_string_value(json_object_get(reply, "server"));
    const json_t *commands = json_object_get(reply, "commands");
    if (server != NULL && strcmp(server, link->server) != 0) { // it numbers from 1 again
        snprintf(link->server, sizeof link->server, "%s", server);
        link->done = 0;
    }
    const json_int_t have = json_integer_value(json_object_get(reply, "have"));
    if (strcmp(run, link->run) == 0 && have >= 0 && have <= link->events.count)
        link->have = (long)have;
    link->picture_wanted = json_is_true(json_object_get(reply, "picture"));
    for (size_t i = 0; i < json_array_size(commands); i++) {
        json_t *command = json_array_get(commands, i);
        const long number = (long)json_integer_value(json_object_get(command, "number"));
        if (number <= link->done || json_array_size(link->commands) >= UI_SERVE_PENDING)
            continue;
        json_array_append(link->commands, command);
        link->done = number;
    }
}

static void send_picture(struct ui_seat_link *link) {
    char path[64 + 4 * UI_SERVE_NAME], *body;
    size_t used, size;
    struct dat_problem problem;
    pthread_mutex_lock(&link->mutex);
    char *bytes = link->picture;
    const size_t count = link->picture_size;
    link->picture = NULL;
    used = (size_t)snprintf(path, sizeof path, "/api/picture/%s/", link->run);
    pthread_mutex_unlock(&link->mutex);
    if (bytes == NULL)
        return;
    for (const char *c = link->name; *c != '\0'; c++)
        used += (size_t)snprintf(path + used, sizeof path - used, "%%%02X", (unsigned char)*c);
    (void)ui_client_post(link->client, path, "image/png", bytes, count, &body, &size, &problem);
    free(body);
    free(bytes);
}

// One post. Returns whether the server has answered, and *more: whether events are left.
static bool exchange(struct ui_seat_link *link, bool *more) {
    struct dat_problem problem = {""};
    char *body;
    size_t size;
    json_t *post = compose(link);
    *more = false;
    if (post == NULL)
        return true;
    char *text = json_dumps(post, JSON_COMPACT | JSON_REAL_PRECISION(6));
    const int status = text != NULL ? ui_client_post(link->client, "/api/seat", "application/json",
                                                     text, strlen(text), &body, &size, &problem)
                                    : 0;
    json_t *reply = status == 200 ? json_loads(body, 0, NULL) : NULL;
    pthread_mutex_lock(&link->mutex);
    tell(link, status, text != NULL ? body : NULL, &problem);
    if (reply != NULL)
        take_reply(link, json_string_value(json_object_get(post, "run")), reply);
    *more = reply != NULL && link->have < link->events.count;
    pthread_mutex_unlock(&link->mutex);
    json_decref(reply);
    json_decref(post);
    if (text != NULL)
        free(body);
    free(text);
    return status == 200;
}

// Returns whether the link is to be closed.
static bool rest(struct ui_seat_link *link, int milliseconds) {
    const struct timespec until = dat_monotonic_after(1e-3 * milliseconds);
    pthread_mutex_lock(&link->mutex);
    while (!link->stop && pthread_cond_timedwait(&link->wake, &link->mutex, &until) == 0)
        ;
    const bool stop = link->stop;
    pthread_mutex_unlock(&link->mutex);
    return stop;
}

static void *run(void *data) {
    struct ui_seat_link *link = data;
    bool stop = false, more;
    while (!stop) {
        const bool answered = exchange(link, &more);
        if (answered)
            send_picture(link);
        stop = rest(link, !answered ? REST : more ? 0 : PERIOD);
    }
    const double end = dat_monotonic() + LAST;
    while (exchange(link, &more) && more && dat_monotonic() < end)
        ;
    return NULL;
}

// ---- the simulation ----

static void name_run(struct ui_seat_link *link) {
    snprintf(link->run, sizeof link->run, "%lld.%ld.%ld-%d", (long long)link->born.tv_sec,
             link->born.tv_nsec, (long)getpid(), link->runs);
}

static struct ui_client *open_client(const struct ui_seat_place *place) {
    char base[300];
    const bool six = strchr(place->host, ':') != NULL;
    (void)snprintf(base, sizeof base, "http://%s%s%s:%d", six ? "[" : "", place->host,
                   six ? "]" : "", place->port);
    return ui_client_open(&(struct ui_client_def){
        .server = "the instructor's page", .base = base, .token = place->token});
}

static bool start_thread(struct ui_seat_link *link) {
    pthread_mutex_init(&link->mutex, NULL);
    dat_cond_init(&link->wake);
    if (pthread_create(&link->thread, NULL, run, link) == 0)
        return true;
    pthread_cond_destroy(&link->wake);
    pthread_mutex_destroy(&link->mutex);
    return false;
}

struct ui_seat_link *ui_seat_link_open(const struct ui_seat_place *place, const char *name,
                                       struct dat_problem *problem) {
    json_t *text = json_string(name);
    const size_t length = strlen(name);
    const bool valid = text != NULL && length > 0 && length < UI_SERVE_NAME;
    json_decref(text);
    if (!valid) {
        dat_problem_set(problem, "the name of a seat has 1 to %d bytes of UTF-8",
                        UI_SERVE_NAME - 1);
        return NULL;
    }
    struct ui_seat_link *link = calloc(1, sizeof *link);
    if (link != NULL) {
        link->client = open_client(place);
        link->commands = json_array();
        link->status = -1;
        clock_gettime(CLOCK_REALTIME, &link->born);
        snprintf(link->name, sizeof link->name, "%s", name);
        name_run(link);
        if (link->client != NULL && start_thread(link))
            return link;
        ui_client_close(link->client);
        json_decref(link->commands);
        free(link);
    }
    dat_problem_set(problem, "there is no memory or thread for the link to the instructor's page");
    return NULL;
}

void ui_seat_link_close(struct ui_seat_link *link) {
    if (link == NULL)
        return;
    pthread_mutex_lock(&link->mutex);
    link->stop = true;
    pthread_cond_signal(&link->wake);
    pthread_mutex_unlock(&link->mutex);
    ui_client_hurry(link->client, LAST * 1000);
    pthread_join(link->thread, NULL);
    pthread_cond_destroy(&link->wake);
    pthread_mutex_destroy(&link->mutex);
    ui_client_close(link->client);
    clear_events(link);
    SIM_ARRAY_FREE(&link->events);
    json_decref(link->state);
    json_decref(link->commands);
    free(link->picture);
    free(link);
}

void ui_seat_link_begin(struct ui_seat_link *link) {
    pthread_mutex_lock(&link->mutex);
    clear_events(link);
    link->have = 0;
    link->runs++;
    name_run(link);
    json_decref(link->state);
    link->state = NULL;
    pthread_mutex_unlock(&link->mutex);
}

void ui_seat_link_state(struct ui_seat_link *link, json_t *state) {
    pthread_mutex_lock(&link->mutex);
    json_t *before = link->state;
    link->state = state;
    pthread_mutex_unlock(&link->mutex);
    json_decref(before);
}

void ui_seat_link_event(struct ui_seat_link *link, json_t *event) {
    pthread_mutex_lock(&link->mutex);
    const bool room = event != NULL && link->events.count < UI_SEAT_EVENTS;
    if (room)
        *SIM_ARRAY_PUSH(&link->events) = event;
    pthread_mutex_unlock(&link->mutex);
    if (!room)
        json_decref(event);
}

json_t *ui_seat_link_command(struct ui_seat_link *link) {
    pthread_mutex_lock(&link->mutex);
    json_t *command = json_incref(json_array_get(link->commands, 0));
    if (command != NULL)
        json_array_remove(link->commands, 0);
    pthread_mutex_unlock(&link->mutex);
    return command;
}

bool ui_seat_link_wants_picture(struct ui_seat_link *link) {
    pthread_mutex_lock(&link->mutex);
    const bool wanted = link->picture_wanted && link->picture == NULL;
    pthread_mutex_unlock(&link->mutex);
    return wanted;
}

void ui_seat_link_picture(struct ui_seat_link *link, char *bytes, size_t size) {
    pthread_mutex_lock(&link->mutex);
    char *before = link->picture;
    link->picture = bytes;
    link->picture_size = size;
    pthread_mutex_unlock(&link->mutex);
    free(before);
}

bool ui_seat_link_news(struct ui_seat_link *link, struct dat_problem *news) {
    pthread_mutex_lock(&link->mutex);
    *news = link->news;
    link->news.text[0] = '\0';
    pthread_mutex_unlock(&link->mutex);
    return news->text[0] != '\0';
}
