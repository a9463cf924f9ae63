#include "ui/serve/seats.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "data/exercise/settings.h"
#include "data/text/json.h"

static const double present = 3.0;      // [s] without a post after which a seat counts as away
static const double forgotten = 3600.0; // [s] after which its place may be taken
static const double looks = 3.0;        // [s] for which a picture is wanted after it was asked for
static const char png[] = "\x89PNG\r\n\x1a\n";

void ui_serve_seats_init(struct ui_serve_seats *seats, const char *server) {
    *seats = (struct ui_serve_seats){.count = 0};
    snprintf(seats->server, sizeof seats->server, "%s", server);
}

static void finish_seat(struct ui_serve_seat *seat) {
    json_decref(seat->state);
    json_decref(seat->events);
    json_decref(seat->commands);
    free(seat->picture);
    *seat = (struct ui_serve_seat){.total = 0};
}

void ui_serve_seats_finish(struct ui_serve_seats *seats) {
    for (int i = 0; i < seats->count; i++)
        finish_seat(&seats->seat[i]);
    seats->count = 0;
}

// ---- names ----

static struct ui_serve_seat *find(struct ui_serve_seats *seats, const char *name) {
    for (int i = 0; i < seats->count; i++)
        if (strcmp(seats->seat[i].name, name) == 0)
            return &seats->seat[i];
    return NULL;
}

// A text of at most size - 1 bytes that is not empty; NULL: it is none.
static const char *short_text(const json_t *object, const char *key, size_t size) {
    const char *text = json_string_value(json_object_get(object, key));
    const size_t length = text != NULL ? strlen(text) : 0;
    return length > 0 && length < size ? text : NULL;
}

// The place of one that has long been away, or a new one; NULL: all are taken.
static struct ui_serve_seat *place(struct ui_serve_seats *seats, double now) {
    if (seats->count < UI_SERVE_SEATS)
        return &seats->seat[seats->count++];
    for (int i = 0; i < seats->count; i++)
        if (now - seats->seat[i].seen > forgotten) {
            finish_seat(&seats->seat[i]);
            return &seats->seat[i];
        }
    return NULL;
}

static struct ui_serve_seat *enter(struct ui_serve_seats *seats, const char *name, double now) {
    struct ui_serve_seat *seat = find(seats, name);
    if (seat == NULL)
        seat = place(seats, now);
    if (seat == NULL || seat->name[0] != '\0')
        return seat;
    snprintf(seat->name, sizeof seat->name, "%s", name);
    seat->events = json_array();
    seat->commands = json_array();
    seat->watched = -looks;
    return seat;
}

// NULL after a refusal.
static json_t *read_object(const struct ui_serve_request *request, struct ui_serve_answer *answer) {
    json_error_t error;
    json_t *object = json_loadb(request->body, request->size, JSON_REJECT_DUPLICATES, &error);
    if (json_is_object(object))
        return object;
    if (object == NULL)
        ui_serve_refuse(answer, 400, "line %d, column %d: %s", error.line, error.column,
                        error.text);
    else
        ui_serve_refuse(answer, 400, "expected an object");
    json_decref(object);
    return NULL;
}

// ---- a seat's post ----

// Enters those that are new here.
static void take_events(struct ui_serve_seat *seat, const json_t *events, long first) {
    const long count = (long)json_array_size(events);
    if (first > seat->total) // some before them are missing: they are asked for again
        return;
    for (long i = seat->total - first; i < count; i++) {
        json_array_append(seat->events, json_array_get(events, (size_t)i));
        seat->total++;
        if (json_array_size(seat->events) > UI_SERVE_EVENTS)
            json_array_remove(seat->events, 0);
    }
}

static void drop_commands(struct ui_serve_seat *seat, long done) {
    while (json_array_size(seat->commands) > 0 &&
           json_integer_value(json_object_get(json_array_get(seat->commands, 0), "number")) <= done)
        json_array_remove(seat->commands, 0);
}

static bool is_same_program(const char *run, const char *other) {
    const size_t length = strcspn(run, "-");
    return strcspn(other, "-") == length && strncmp(run, other, length) == 0;
}

static void take_post(struct ui_serve_seats *seats, struct ui_serve_seat *seat,
                      const json_t *object, double now) {
    const char *run = short_text(object, "run", sizeof seat->run);
    const char *server = json_string_value(json_object_get(object, "server"));
    seat->seen = now;
    if (!is_same_program(seat->run, run))
        json_array_clear(seat->commands); // they were for one that is gone
    if (strcmp(seat->run, run) != 0) {
        snprintf(seat->run, sizeof seat->run, "%s", run);
        json_array_clear(seat->events);
        seat->total = 0;
    }
    json_decref(seat->state);
    seat->state = json_incref(json_object_get(object, "state"));
    take_events(seat, json_object_get(object, "events"),
                (long)json_integer_value(json_object_get(object, "first")));
    if (server != NULL && strcmp(server, seats->server) == 0)
        drop_commands(seat, (long)json_integer_value(json_object_get(object, "done")));
}

// Whether another program uses the seat's name now.
static bool is_taken(const struct ui_serve_seat *seat, const char *run, double now) {
    return seat->run[0] != '\0' && now - seat->seen < present && !is_same_program(seat->run, run);
}

static const char *post_problem(const json_t *object) {
    const json_t *first = json_object_get(object, "first");
    const json_t *events = json_object_get(object, "events");
    if (short_text(object, "seat", UI_SERVE_NAME) == NULL ||
        short_text(object, "run", UI_SERVE_NAME) == NULL)
        return "'seat' and 'run' must be texts of 1 to 63 bytes";
    if (!json_is_object(json_object_get(object, "state")))
        return "'state' must be an object";
    if (!json_is_array(events) || !json_is_integer(first) || json_integer_value(first) < 0 ||
        json_integer_value(first) > 1000000000)
        return "'events' must be a list, 'first' the number of its first";
    for (size_t i = 0; i < json_array_size(events); i++)
        if (!json_is_object(json_array_get(events, i)))
            return "an event must be an object";
    return NULL;
}

void ui_serve_seats_post(struct ui_serve_seats *seats, const struct ui_serve_request *request,
                         struct ui_serve_answer *answer) {
    json_t *object = read_object(request, answer);
    if (object == NULL)
        return;
    const char *problem = post_problem(object);
    struct ui_serve_seat *seat =
        problem == NULL
            ? enter(seats, json_string_value(json_object_get(object, "seat")), request->now)
            : NULL;
    if (problem != NULL) {
        ui_serve_refuse(answer, 400, "%s", problem);
    } else if (seat == NULL) {
        ui_serve_refuse(answer, 503, "there are already %d seats", UI_SERVE_SEATS);
    } else if (is_taken(seat, json_string_value(json_object_get(object, "run")), request->now)) {
        ui_serve_refuse(answer, 409, "another seat has the name '%s'", seat->name);
    } else {
        take_post(seats, seat, object, request->now);
        json_t *reply = json_pack("{s:s, s:I, s:b, s:O}", "server", seats->server, "have",
                                  (json_int_t)seat->total, "picture",
                                  request->now - seat->watched < looks, "commands", seat->commands);
        ui_serve_give(answer, "application/json",
                      json_dumps(reply, JSON_COMPACT | JSON_REAL_PRECISION(6)));
        json_decref(reply);
    }
    json_decref(object);
}

// ---- the page's questions ----

// The events from that number on, a new array.
static json_t *events_from(const struct ui_serve_seat *seat, long first) {
    const long kept = seat->total - (long)json_array_size(seat->events);
    json_t *array = json_array();
    for (long i = first; i < seat->total; i++)
        json_array_append(array, json_array_get(seat->events, (size_t)(i - kept)));
    return array;
}

// The number of the first event that the page does not have; known: what it says that it has.
static long first_news(const struct ui_serve_seat *seat, const json_t *known) {
    const char *run = json_string_value(json_object_get(known, "run"));
    const json_int_t have = json_integer_value(json_object_get(known, "have"));
    const long kept = seat->total - (long)json_array_size(seat->events);
    if (run == NULL || strcmp(run, seat->run) != 0 || have < kept || have > seat->total)
        return kept;
    return (long)have;
}

static json_t *seat_json(const struct ui_serve_seat *seat, const json_t *known, double now) {
    json_t *object = json_object();
    const long first = first_news(seat, known);
    dat_json_set_text(object, "name", seat->name);
    dat_json_set_text(object, "run", seat->run);
    dat_json_set_number(object, "age_s", now - seat->seen);
    dat_json_set_yes_no(object, "present", now - seat->seen < present);
    dat_json_set_yes_no(object, "picture", seat->picture != NULL);
    dat_json_set_integer(object, "waiting", (int64_t)json_array_size(seat->commands));
    dat_json_set_integer(object, "events_total", seat->total);
    dat_json_set_integer(object, "first", first);
    dat_json_set(object, "events", events_from(seat, first));
    dat_json_set(object, "state", json_incref(seat->state));
    return object;
}

void ui_serve_seats_list(const struct ui_serve_seats *seats, const struct ui_serve_request *request,
                         struct ui_serve_answer *answer) {
    json_t *known = request->post ? read_object(request, answer) : json_object();
    if (known == NULL)
        return;
    json_t *object = json_object(), *array = json_array();
    for (int i = 0; i < seats->count; i++) {
        const struct ui_serve_seat *seat = &seats->seat[i];
        json_array_append_new(array,
                              seat_json(seat, json_object_get(known, seat->name), request->now));
    }
    json_decref(known);
    dat_json_set(object, "seats", array);
    ui_serve_give(answer, "application/json",
                  json_dumps(object, JSON_COMPACT | JSON_REAL_PRECISION(6)));
    json_decref(object);
}

// ---- commands ----

static const struct command {
    const char *name;
    const char *text;   // the key of the text that it needs, NULL: none
    const char *number; // the key of the number that it needs, NULL: none
    bool exercise;      // it may have a "machine", a text, and "settings", an object of numbers
    bool session;       // it may have "db" and "start", texts that say which session is meant
} commands[] = {
    {.name = "pause"},
    {.name = "continue"},
    {.name = "restart"},
    {.name = "end"},
    {.name = "choose", .text = "exercise", .exercise = true},
    {.name = "note", .text = "text"},
    {.name = "fault", .text = "fault"},
    {.name = "set", .text = "setting", .number = "value"},
    {.name = "replay", .number = "session", .session = true},
};

// Enters in the command what the page has asked for, and nothing else. False after a refusal.
static bool add_needs(const struct command *needs, const json_t *object, json_t *command,
                      struct ui_serve_answer *answer) {
    const char *text =
        needs->text != NULL ? short_text(object, needs->text, UI_SERVE_NOTE + 1) : "";
    json_t *number = needs->number != NULL ? json_object_get(object, needs->number) : NULL;
    if (text == NULL)
        ui_serve_refuse(answer, 400, "'%s' needs '%s', a text of 1 to %d bytes", needs->name,
                        needs->text, UI_SERVE_NOTE);
    else if (needs->number != NULL && !json_is_number(number))
        ui_serve_refuse(answer, 400, "'%s' needs '%s', a number", needs->name, needs->number);
    else if (needs->text != NULL)
        dat_json_set_text(command, needs->text, text);
    if (json_is_number(number))
        dat_json_set(command, needs->number, json_incref(number));
    return answer->body == NULL;
}

// The machine and the parameters of an exercise. False after a refusal.
static bool add_choices(const json_t *object, json_t *command, struct ui_serve_answer *answer) {
    json_t *settings = json_object_get(object, "settings"), *value;
    const char *machine = short_text(object, "machine", UI_SERVE_NOTE + 1), *name;
    bool right = (settings == NULL || json_is_object(settings)) &&
                 json_object_size(settings) <= DAT_SETTINGS;
    json_object_foreach(settings, name, value) right = right && json_is_number(value);
    if (!right)
        ui_serve_refuse(answer, 400, "'settings' must be an object of at most %d numbers",
                        DAT_SETTINGS);
    else if (settings != NULL)
        dat_json_set(command, "settings", json_incref(settings));
    if (machine != NULL)
        dat_json_set_text(command, "machine", machine);
    return right;
}

static void add_session(const json_t *object, json_t *command) {
    static const char *const keys[] = {"db", "start"};
    for (size_t i = 0; i < sizeof keys / sizeof keys[0]; i++) {
        const char *text = short_text(object, keys[i], UI_SERVE_NOTE + 1);
        if (text != NULL)
            dat_json_set_text(command, keys[i], text);
    }
}

// A new command with its number and nothing but what it needs; NULL after a refusal.
static json_t *make_command(const struct ui_serve_seat *seat, const json_t *object,
                            struct ui_serve_answer *answer) {
    const char *name = json_string_value(json_object_get(object, "command"));
    const struct command *found = NULL;
    for (size_t i = 0; name != NULL && i < sizeof commands / sizeof commands[0]; i++)
        if (strcmp(name, commands[i].name) == 0)
            found = &commands[i];
    if (found == NULL) {
        ui_serve_refuse(answer, 400,
                        "unknown command, expected pause, continue, restart, end, "
                        "choose, note, fault, set or replay");
        return NULL;
    }
    json_t *command =
        json_pack("{s:I, s:s}", "number", (json_int_t)(seat->numbered + 1), "command", name);
    if (found->session)
        add_session(object, command);
    if (add_needs(found, object, command, answer) &&
        (!found->exercise || add_choices(object, command, answer)))
        return command;
    json_decref(command);
    return NULL;
}

void ui_serve_seats_command(struct ui_serve_seats *seats, const struct ui_serve_request *request,
                            struct ui_serve_answer *answer) {
    json_t *object = read_object(request, answer);
    if (object == NULL)
        return;
    const char *name = short_text(object, "seat", UI_SERVE_NAME);
    struct ui_serve_seat *seat = name != NULL ? find(seats, name) : NULL;
    json_t *command = NULL;
    if (seat == NULL)
        ui_serve_refuse(answer, 404, "there is no such seat");
    else if (json_array_size(seat->commands) >= UI_SERVE_PENDING)
        ui_serve_refuse(answer, 429, "the seat has not yet answered %d commands", UI_SERVE_PENDING);
    else
        command = make_command(seat, object, answer);
    if (command != NULL) {
        seat->numbered++;
        json_array_append_new(seat->commands, command);
        ui_serve_give(answer, "application/json", strdup("{}"));
    }
    json_decref(object);
}

// ---- pictures ----

static char *copy_bytes(const char *bytes, size_t size) {
    char *copy = malloc(size + 1);
    if (copy != NULL)
        memcpy(copy, bytes, size);
    return copy;
}

void ui_serve_seats_take_picture(struct ui_serve_seats *seats, const char *what,
                                 const struct ui_serve_request *request,
                                 struct ui_serve_answer *answer) {
    const char *slash = strchr(what, '/');
    const size_t length = slash != NULL ? (size_t)(slash - what) : 0;
    struct ui_serve_seat *seat = slash != NULL ? find(seats, slash + 1) : NULL;
    if (seat == NULL || strlen(seat->run) != length || strncmp(seat->run, what, length) != 0) {
        ui_serve_refuse(answer, 404, "there is no such seat with that run");
        return;
    }
    if (request->size < sizeof png || memcmp(request->body, png, sizeof png - 1) != 0) {
        ui_serve_refuse(answer, 400, "a picture is a PNG file");
        return;
    }
    free(seat->picture);
    seat->picture = copy_bytes(request->body, request->size);
    seat->picture_size = seat->picture != NULL ? request->size : 0;
    ui_serve_give(answer, "application/json", strdup("{}"));
}

void ui_serve_seats_picture(struct ui_serve_seats *seats, const char *name,
                            const struct ui_serve_request *request,
                            struct ui_serve_answer *answer) {
    struct ui_serve_seat *seat = find(seats, name);
    if (seat == NULL) {
        ui_serve_refuse(answer, 404, "there is no such seat");
    } else {
        seat->watched = request->now;
        char *copy = seat->picture != NULL ? copy_bytes(seat->picture, seat->picture_size) : NULL;
        if (copy == NULL)
            ui_serve_refuse(answer, 404, "there is no picture of this seat yet");
        else
            *answer = (struct ui_serve_answer){
                .status = 200, .type = "image/png", .body = copy, .size = seat->picture_size};
    }
}
