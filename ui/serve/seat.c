#include "ui/serve/seat.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "data/text/json.h"
#include "ui/text/utf8.h"

static const double period = 0.2, picture_period = 1.0; // [s] between two reports

bool ui_seat_open(struct ui_seat *seat, const struct ui_seat_place *place, const char *name,
                  struct dat_problem *problem) {
    *seat = (struct ui_seat){.link = ui_seat_link_open(place, name, problem)};
    return seat->link != NULL;
}

void ui_seat_close(struct ui_seat *seat) {
    ui_seat_link_close(seat->link);
    seat->link = NULL;
}

void ui_seat_begin(struct ui_seat *seat, const char *trainee) {
    if (seat->link == NULL)
        return;
    struct ui_seat_link *link = seat->link;
    *seat = (struct ui_seat){.link = link};
    ui_print(seat->trainee, sizeof seat->trainee, "%s", trainee);
    ui_seat_link_begin(link);
}

void ui_seat_step(struct ui_seat *seat, const struct dat_practice *practice) {
    if (seat->link == NULL)
        return;
    const struct veh_event *events;
    const int count = veh_worksite_events(&practice->site, &events);
    for (int i = 0; i < count; i++)
        ui_seat_link_event(seat->link, ui_seat_event(&events[i]));
    ui_seat_trace_step(&seat->trace, practice);
}

// ---- commands ----

// In the record and among the events of the page: a command, with what it said.
static void note(struct ui_seat *seat, struct dat_practice *practice, const char *command,
                 const char *text) {
    json_t *detail = json_object(), *event = json_object();
    dat_json_set_text(detail, "command", command);
    if (text != NULL)
        dat_json_set_text(detail, "text", text);
    char *dump = json_dumps(detail, JSON_COMPACT);
    dat_practice_note(practice, "instructor", dump);
    char sentence[600];
    snprintf(sentence, sizeof sentence, "%s%s%s", command, text != NULL ? ": " : "",
             text != NULL ? text : "");
    ui_utf8_trim(sentence);
    dat_json_set_number(event, "t", veh_worksite_time(&practice->site));
    dat_json_set_text(event, "kind", "instructor");
    dat_json_set_text(event, "text", sentence);
    ui_seat_link_event(seat->link, event);
    free(dump);
    json_decref(detail);
}

static void wish(struct ui_seat *seat, enum ui_seat_wish what) {
    seat->wish = what;
    seat->paused = false;
}

// Where that is the command.
static void choose(struct ui_seat *seat, const json_t *command) {
    const char *name = json_string_value(json_object_get(command, "command"));
    const char *exercise = json_string_value(json_object_get(command, "exercise"));
    if (name == NULL || strcmp(name, "choose") != 0 || exercise == NULL)
        return;
    wish(seat, UI_SEAT_CHOOSES);
    ui_print(seat->exercise, sizeof seat->exercise, "%s", exercise);
}

static void obey(struct ui_seat *seat, struct dat_practice *practice, const json_t *command) {
    const char *name = json_string_value(json_object_get(command, "command"));
    const char *exercise = json_string_value(json_object_get(command, "exercise"));
    const char *text = json_string_value(json_object_get(command, "text"));
    const char *fault = json_string_value(json_object_get(command, "fault"));
    if (name == NULL)
        return;
    note(seat, practice, name, exercise != NULL ? exercise : fault != NULL ? fault : text);
    if (strcmp(name, "pause") == 0)
        seat->paused = true;
    else if (strcmp(name, "continue") == 0)
        seat->paused = false;
    else if (strcmp(name, "end") == 0)
        wish(seat, UI_SEAT_ENDS);
    else if (strcmp(name, "restart") == 0)
        wish(seat, UI_SEAT_RESTARTS);
    else if (strcmp(name, "fault") == 0 && fault != NULL)
        dat_fault_inject(practice, dat_fault_find(practice, fault));
    else
        choose(seat, command);
}

// ---- reports ----

static double clock_now(void) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

static void take_news(struct ui_seat *seat) {
    struct dat_problem news;
    if (ui_seat_link_news(seat->link, &news))
        ui_print(seat->message, sizeof seat->message, "%.255s", news.text);
}

void ui_seat_listen(struct ui_seat *seat, struct dat_practice *practice,
                    const struct veh_controls *controls) {
    json_t *command;
    if (seat->link == NULL)
        return;
    while ((command = ui_seat_link_command(seat->link)) != NULL) {
        obey(seat, practice, command);
        json_decref(command);
        seat->due = 0.0; // the page shows at once that it was done
    }
    take_news(seat);
    if (clock_now() < seat->due)
        return;
    seat->due = clock_now() + period;
    ui_seat_link_state(
        seat->link, ui_seat_state(practice, &seat->trace, controls, seat->trainee, seat->paused));
}

void ui_seat_wait(struct ui_seat *seat) {
    json_t *command;
    if (seat->link == NULL)
        return;
    while ((command = ui_seat_link_command(seat->link)) != NULL) {
        choose(seat, command);
        json_decref(command);
    }
    take_news(seat);
    if (clock_now() < seat->due)
        return;
    seat->due = clock_now() + period;
    ui_seat_link_state(seat->link, json_pack("{s:s}", "state", "waiting"));
}

bool ui_seat_wants_picture(struct ui_seat *seat) {
    return seat->link != NULL && clock_now() >= seat->picture_due &&
           ui_seat_link_wants_picture(seat->link);
}

void ui_seat_picture(struct ui_seat *seat, char *png, size_t size) {
    seat->picture_due = clock_now() + picture_period;
    if (png != NULL)
        ui_seat_link_picture(seat->link, png, size);
}
