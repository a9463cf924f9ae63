// The seats that have reported to the instructor's page: their latest state, what has happened,
// and the commands that wait for them. Seats are told apart by name; a run is one exercise at a
// seat.
//
// The text of a run is that of its program, a hyphen, and a number. A program that posts under the
// name of another one, which is present, is refused.
//
// A seat posts {"seat": NAME, "run": TEXT, "state": OBJECT, "first": N, "events": [...],
// "server": TEXT, "done": N} several times a second. Its events are numbered from 0 in a run, those
// posted begin with `first`. The answer is {"server": TEXT, "have": N, "picture": BOOL,
// "commands": [{"number": N, "command": NAME, ...}]}: `have` is the number of the first event that
// is still missing here, so that nothing is lost when this side starts anew, and a command is
// repeated until a post says that it is done. `server` tells one start of this side from the next.
#pragma once

#include <jansson.h>

#include "ui/serve/request.h"

enum {
    UI_SERVE_SEATS = 64,    // at most
    UI_SERVE_NAME = 64,     // [byte] of a seat's name or a run's, with the final zero
    UI_SERVE_PENDING = 16,  // commands that wait for a seat
    UI_SERVE_EVENTS = 1000, // of a run that are kept, the newest
    UI_SERVE_NOTE = 500     // [byte] of a note
};

struct ui_serve_seat {
    char name[UI_SERVE_NAME], run[UI_SERVE_NAME];
    json_t *state;    // owned object
    json_t *events;   // owned array, the last of `total`
    long total;       // events of the run so far
    json_t *commands; // owned array, not done yet
    long numbered;    // commands so far
    double seen;      // [s] time of the last post
    double watched;   // [s] when its picture was last asked for
    char *picture;    // owned PNG; NULL: none
    size_t picture_size;
};

struct ui_serve_seats {
    char server[17]; // of this start
    struct ui_serve_seat seat[UI_SERVE_SEATS];
    int count;
};

// server: any text that was not used before. finish accepts a zeroed struct.
void ui_serve_seats_init(struct ui_serve_seats *seats, const char *server);
void ui_serve_seats_finish(struct ui_serve_seats *seats);

// Each answers a request. now [s], see struct ui_serve_request.
void ui_serve_seats_post(struct ui_serve_seats *seats, const struct ui_serve_request *request,
                         struct ui_serve_answer *answer);
// A post says what the page has already, {NAME: {"run": TEXT, "have": N}, ...}: of the events of
// that run, those from N on are given. "first" is the number of the first that is given.
void ui_serve_seats_list(const struct ui_serve_seats *seats, const struct ui_serve_request *request,
                         struct ui_serve_answer *answer);
// {"seat": NAME, "command": NAME, ...}, see commands in seats.c.
void ui_serve_seats_command(struct ui_serve_seats *seats, const struct ui_serve_request *request,
                            struct ui_serve_answer *answer);
// A seat's post; what: "RUN/NAME", of the run that the seat has posted last.
void ui_serve_seats_take_picture(struct ui_serve_seats *seats, const char *what,
                                 const struct ui_serve_request *request,
                                 struct ui_serve_answer *answer);
// Gives the picture of a seat, which is asked for from now on.
void ui_serve_seats_picture(struct ui_serve_seats *seats, const char *name,
                            const struct ui_serve_request *request, struct ui_serve_answer *answer);
