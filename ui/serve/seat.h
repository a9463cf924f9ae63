// A seat in the classroom: reports its exercise to the instructor's page, and does what is
// commanded there. Every command is an event of the record ("instructor"), in which it changes
// nothing: a pause makes no steps, and a session that is ended ends.
#pragma once

#include "ui/serve/link.h"
#include "ui/serve/seat_state.h"

enum ui_seat_wish {
    UI_SEAT_GOES_ON,
    UI_SEAT_ENDS,
    UI_SEAT_RESTARTS,
    UI_SEAT_CHOOSES,
    UI_SEAT_REPLAYS // in a window
};

struct ui_seat {
    struct ui_seat_link *link; // NULL: there is no instructor's page, and nothing is done
    char trainee[128];
    bool has_window;        // where a session can be replayed; the caller sets it
    bool paused;            // by the instructor: no step is to be made
    enum ui_seat_wish wish; // for the end of the exercise
    // Exercise and machine to begin with: names in the library, "": the exercise's own machine.
    char exercise[256], machine[256];
    struct dat_settings settings; // its parameters
    // The session to be replayed: its number, 0: the last one; the name of its database, "":
    // the seat's own; when it began, "": at any time.
    int64_t session;
    char db[256], start[64];
    // The reason why the last command could not be carried out, for the page: the key of a text of
    // the page, or a sentence; "": it could.
    const char *refusal;
    char refusal_text[256];
    // Keys and guides switched by the instructor: bits 1 << enum veh_control and 1 << enum
    // dat_guide of those that ui_seat_take_settings() has not taken yet, and their values.
    unsigned asked, guides_asked, guides;
    struct veh_controls asked_value;
    char message[256]; // for the trainee, "": none; the caller takes it away
    struct ui_seat_trace trace;
    double due, picture_due; // [s] of the clock: when state and picture are posted next
};

// name: of the seat. False with a sentence in problem. close accepts a zeroed struct.
bool ui_seat_open(struct ui_seat *seat, const struct ui_seat_place *place, const char *name,
                  struct dat_problem *problem);
void ui_seat_close(struct ui_seat *seat);

// An exercise begins, which nothing is wished of yet.
void ui_seat_begin(struct ui_seat *seat, const char *trainee);
// After each step.
void ui_seat_step(struct ui_seat *seat, const struct dat_practice *practice);
// While no exercise runs: reports that it is "waiting" or shows a "replay", and takes what is
// wished. Other commands are refused.
void ui_seat_wait(struct ui_seat *seat, const char *state);
// The wish cannot be fulfilled; sentence: the reason.
void ui_seat_refuse(struct ui_seat *seat, const char *sentence);
// Puts what the instructor has switched into the operator's settings and guides (bit per enum
// dat_guide).
void ui_seat_take_settings(struct ui_seat *seat, struct veh_controls *settings, unsigned *guides);
// Once a second while somebody looks; the picture is a PNG file of malloc(), taken over, NULL:
// there is none.
bool ui_seat_wants_picture(struct ui_seat *seat);
void ui_seat_picture(struct ui_seat *seat, char *png, size_t size);
// Between steps, also in a pause, and at the end of the exercise: takes commands, and reports.
// controls: of the last step.
void ui_seat_listen(struct ui_seat *seat, struct dat_practice *practice,
                    const struct veh_controls *controls);
