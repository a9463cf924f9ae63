// A seat's link to the instructor's page: a thread that posts what the simulation hands over, and
// brings commands. The simulation never waits for it: a call exchanges pointers. A server that is
// away for a while gets the events of the run when it is back, see ui/serve/seats.h.
#pragma once

#include <jansson.h>

#include "ui/serve/place.h"

enum { UI_SEAT_EVENTS = 20000 }; // of a run that are handed on; all are in the record

struct ui_seat_link;

// name: of the seat, 1 to 63 bytes of UTF-8. NULL with a sentence in problem.
struct ui_seat_link *ui_seat_link_open(const struct ui_seat_place *place, const char *name,
                                       struct dat_problem *problem);
// Posts what is left, once and for at most some seconds, and ends the thread. NULL is allowed.
void ui_seat_link_close(struct ui_seat_link *link);

// All calls from one thread.

// A new exercise: its events are numbered anew.
void ui_seat_link_begin(struct ui_seat_link *link);
// The state, a new JSON object, takes the place of one that was not posted yet; is taken over.
void ui_seat_link_state(struct ui_seat_link *link, json_t *state);
// The next event of the run, a new JSON object; is taken over.
void ui_seat_link_event(struct ui_seat_link *link, json_t *event);
// The next command, which the caller releases; NULL: there is none.
json_t *ui_seat_link_command(struct ui_seat_link *link);
// Whether somebody looks at a picture that is not newer than a second.
bool ui_seat_link_wants_picture(struct ui_seat_link *link);
// A PNG file's bytes, of malloc(); taken over.
void ui_seat_link_picture(struct ui_seat_link *link, char *bytes, size_t size);
// Writes a sentence when the link has come or gone, or is refused, since the last call. False: it
// has not.
bool ui_seat_link_news(struct ui_seat_link *link, struct dat_problem *news);
