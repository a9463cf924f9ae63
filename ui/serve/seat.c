#include "ui/serve/seat.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "data/text/json.h"
#include "data/text/monotonic.h"
#include "sim/base/math.h"
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
    *seat = (struct ui_seat){.link = seat->link, .has_window = seat->has_window};
    ui_print(seat->trainee, sizeof seat->trainee, "%s", trainee);
    ui_seat_link_begin(seat->link);
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
    char sentence[700];
    snprintf(sentence, sizeof sentence, "%s%s%s", command, text != NULL ? ": " : "",
             text != NULL ? text : "");
    ui_utf8_trim(sentence);
    dat_json_set_number(event, "t", veh_worksite_time(&practice->site));
    dat_json_set_text(event, "kind", "instructor");
    dat_json_set_text(event, "text", sentence);
    dat_json_set_text(event, "command", command); // for the page, in its language
    if (text != NULL)
        dat_json_set_text(event, "words", text);
    ui_seat_link_event(seat->link, event);
    free(dump);
    json_decref(detail);
}

static void wish(struct ui_seat *seat, enum ui_seat_wish what) {
    seat->wish = what;
    seat->paused = false;
}

static void choose(struct ui_seat *seat, const json_t *command) {
    const char *exercise = json_string_value(json_object_get(command, "exercise"));
    const char *machine = json_string_value(json_object_get(command, "machine"));
    char *settings = json_dumps(json_object_get(command, "settings"), JSON_COMPACT);
    if (exercise != NULL && dat_settings_parse(&seat->settings, settings)) {
        wish(seat, UI_SEAT_CHOOSES);
        ui_print(seat->exercise, sizeof seat->exercise, "%s", exercise);
        ui_print(seat->machine, sizeof seat->machine, "%s", machine != NULL ? machine : "");
    }
    free(settings);
}

// An aid of the crane or a guide.
static void set(struct ui_seat *seat, const char *name, double value) {
    const enum veh_control control = veh_control_find(name);
    if (control != VEH_CONTROL_COUNT && veh_control_info(control)->step > 0.0) {
        seat->asked |= 1u << control;
        seat->asked_value.value[control] = sim_clamp(value, 0.0, veh_control_info(control)->most);
    }
    for (int i = 0; i < DAT_GUIDE_COUNT; i++)
        if (strcmp(name, dat_guide_name((enum dat_guide)i)) == 0) {
            seat->guides_asked |= 1u << i;
            seat->guides &= ~(1u << i);
            seat->guides |= value > 0.5 ? 1u << i : 0u;
        }
}

void ui_seat_take_settings(struct ui_seat *seat, struct veh_controls *settings, unsigned *guides) {
    for (int i = 0; i < VEH_CONTROL_COUNT; i++)
        if (seat->asked >> i & 1u)
            settings->value[i] = seat->asked_value.value[i];
    *guides = (*guides & ~seat->guides_asked) | (seat->guides & seat->guides_asked);
    seat->asked = seat->guides_asked = 0;
}

// key: of a text of the page.
static void refuse(struct ui_seat *seat, const char *key) {
    seat->refusal = key;
    seat->due = 0.0; // the page shows it at once
}

static void take_text(const json_t *command, const char *key, char *text, size_t size) {
    const char *given = json_string_value(json_object_get(command, key));
    ui_print(text, size, "%s", given != NULL ? given : "");
}

static void replay(struct ui_seat *seat, const json_t *command) {
    if (!seat->has_window) {
        refuse(seat, "REFUSED_WINDOW");
        return;
    }
    wish(seat, UI_SEAT_REPLAYS);
    seat->session = json_integer_value(json_object_get(command, "session"));
    take_text(command, "db", seat->db, sizeof seat->db);
    take_text(command, "start", seat->start, sizeof seat->start);
}

// False: the command is not about another exercise or a replay.
static bool change_over(struct ui_seat *seat, const json_t *command) {
    const char *name = json_string_value(json_object_get(command, "command"));
    const bool chooses = name != NULL && strcmp(name, "choose") == 0;
    const bool replays = name != NULL && strcmp(name, "replay") == 0;
    if (chooses)
        choose(seat, command);
    if (replays)
        replay(seat, command);
    return chooses || replays;
}

static void forget_refusal(struct ui_seat *seat) {
    seat->refusal = NULL;
    seat->refusal_text[0] = '\0';
}

void ui_seat_refuse(struct ui_seat *seat, const char *sentence) {
    ui_print(seat->refusal_text, sizeof seat->refusal_text, "%.255s", sentence);
    seat->due = 0.0;
}

// Hands the state over, with the refusal.
static void report(struct ui_seat *seat, json_t *state) {
    if (seat->refusal != NULL)
        dat_json_set_text(state, "refusal", seat->refusal);
    if (seat->refusal_text[0] != '\0')
        dat_json_set_text(state, "refusal_text", seat->refusal_text);
    ui_seat_link_state(seat->link, state);
}

// The command's object in words, for a message; NULL: it has none.
static const char *words_of(const json_t *command, char text[600]) {
    static const char *const keys[] = {"exercise", "fault", "text", "setting"};
    const char *words = NULL;
    for (size_t i = 0; i < sizeof keys / sizeof keys[0] && words == NULL; i++)
        words = json_string_value(json_object_get(command, keys[i]));
    const json_t *value = json_object_get(command, "value");
    if (words == NULL || value == NULL)
        return words;
    (void)snprintf(text, 600, "%s %g", words, json_number_value(value));
    return text;
}

static void obey(struct ui_seat *seat, struct dat_practice *practice, const json_t *command) {
    const char *name = json_string_value(json_object_get(command, "command"));
    const char *fault = json_string_value(json_object_get(command, "fault"));
    const char *setting = json_string_value(json_object_get(command, "setting"));
    char text[600];
    if (name == NULL)
        return;
    note(seat, practice, name, words_of(command, text));
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
    else if (strcmp(name, "set") == 0 && setting != NULL)
        set(seat, setting, json_number_value(json_object_get(command, "value")));
    else
        (void)change_over(seat, command);
}

// ---- reports ----

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
        forget_refusal(seat);
        obey(seat, practice, command);
        json_decref(command);
        seat->due = 0.0; // the page shows at once that it was done
    }
    take_news(seat);
    if (dat_monotonic() < seat->due)
        return;
    seat->due = dat_monotonic() + period;
    json_t *state = ui_seat_state(practice, &seat->trace, controls);
    dat_json_set_text(state, "state", seat->paused ? "paused" : "running");
    dat_json_set_text(state, "trainee", seat->trainee);
    dat_json_set_yes_no(state, "window", seat->has_window);
    report(seat, state);
}

// While a replay is shown, it is the replay that ends.
static void obey_waiting(struct ui_seat *seat, const json_t *command, bool replays) {
    const char *name = json_string_value(json_object_get(command, "command"));
    forget_refusal(seat);
    if (change_over(seat, command))
        return;
    if (replays && name != NULL && strcmp(name, "end") == 0)
        wish(seat, UI_SEAT_ENDS);
    else
        refuse(seat, replays ? "REFUSED_REPLAY" : "REFUSED_WAITING");
}

void ui_seat_wait(struct ui_seat *seat, const char *state) {
    json_t *command;
    if (seat->link == NULL)
        return;
    while ((command = ui_seat_link_command(seat->link)) != NULL) {
        obey_waiting(seat, command, strcmp(state, "replay") == 0);
        json_decref(command);
    }
    take_news(seat);
    if (dat_monotonic() < seat->due)
        return;
    seat->due = dat_monotonic() + period;
    report(seat, json_pack("{s:s, s:b}", "state", state, "window", seat->has_window));
}

bool ui_seat_wants_picture(struct ui_seat *seat) {
    return seat->link != NULL && dat_monotonic() >= seat->picture_due &&
           ui_seat_link_wants_picture(seat->link);
}

void ui_seat_picture(struct ui_seat *seat, char *png, size_t size) {
    seat->picture_due = dat_monotonic() + picture_period;
    if (png != NULL)
        ui_seat_link_picture(seat->link, png, size);
}
