// Commands of an instructor are carried out at the seat, and are in its record.
#include "ui/serve/seat.h"

#include <pthread.h>
#include <stdatomic.h>
#include <time.h>

#include "data/exercise/replay.h"
#include "tests/data/exercise/recorded_session.h"
#include "tests/ui/serve/desk_case.h"
#include "ui/serve/http.h"

enum { TRIES = 3000 }; // 10 ms apart: a loaded machine may take its time

static struct ui_serve_http *http;
static pthread_t thread;
static atomic_bool serving;
static struct ui_seat seat;
static struct dat_exercise exercise;
static struct dat_practice practice;
static struct dat_store *store;
static struct veh_controls levers;

static void *serve(void *data) {
    (void)data;
    while (serving)
        ui_serve_http_run(http, 0.02);
    return NULL;
}

static int sit_down(void **state) {
    struct dat_problem problem = {""};
    (void)set_up(state);
    http = ui_serve_http_start(&desk, "127.0.0.1", 0, &problem);
    store = dat_store_open(tests_scratch_path(&scratch, "s.db"), DAT_STORE_WRITE, &problem);
    if (http == NULL || store == NULL)
        fail_msg("%s", problem.text);
    struct ui_seat_place place = {.host = "127.0.0.1", .port = ui_serve_http_port(http)};
    memcpy(place.token, desk.seat_token, UI_SERVE_TOKEN);
    assert_true(ui_seat_open(&seat, &place, "Seat 1", &problem));
    session_start("first-load", store, &exercise, &practice);
    ui_seat_begin(&seat, "Anna");
    levers = (struct veh_controls){{0.0}};
    return 0;
}

static int get_up(void **state) {
    ui_seat_close(&seat); // while its last words are answered
    serving = false;
    pthread_join(thread, NULL);
    ui_serve_http_stop(http);
    http = NULL;
    if (practice.exercise != NULL)
        (void)dat_practice_finish(&practice, DAT_STOPPED, NULL);
    dat_exercise_finish(&exercise);
    dat_store_close(store);
    return tear_down(state);
}

// The desk is asked while its thread is away.
static void command(const char *text) {
    char body[400];
    if (serving) {
        serving = false;
        pthread_join(thread, NULL);
    }
    for (int i = 0; i < TRIES && desk.seats.count == 0; i++) {
        ui_seat_listen(&seat, &practice, &levers);
        ui_serve_http_run(http, 0.01);
    }
    snprintf(body, sizeof body, "{\"seat\": \"Seat 1\", \"command\": %s}", text);
    if (ask("/api/command", body) != 200)
        fail_msg("%s", answer.body);
    serving = true;
    assert_int_equal(pthread_create(&thread, NULL, serve, NULL), 0);
}

static void listen_until(const bool *done, const enum ui_seat_wish *wish) {
    for (int i = 0; i < TRIES && !(done != NULL ? *done : *wish != UI_SEAT_GOES_ON); i++) {
        ui_seat_listen(&seat, &practice, &levers);
        nanosleep(&(struct timespec){0, 10000000}, NULL);
    }
}

static void step(int count) {
    for (int i = 0; i < count; i++) {
        ui_seat_take_settings(&seat, &levers, &practice.guides);
        dat_practice_step(&practice, &levers);
        ui_seat_step(&seat, &practice);
    }
}

// Aids and guides take the way of the operator's keys: the session replays with the same bits.
static void what_is_switched_is_recorded(void **state) {
    (void)state;
    levers.value[VEH_SLEW] = 0.5;
    step(20);
    command("\"set\", \"setting\": \"tip_control\", \"value\": 7");
    command("\"set\", \"setting\": \"guide_arrow\", \"value\": 1");
    command("\"set\", \"setting\": \"slew\", \"value\": 1"); // a lever is the operator's
    command("\"pause\"");
    listen_until(&seat.paused, NULL);
    assert_true(seat.paused);
    step(40);
    assert_near(levers.value[VEH_TIP_CONTROL], 1.0, 0.0); // its most
    assert_near(levers.value[VEH_SLEW], 0.5, 0.0);
    levers.value[VEH_TIP_CONTROL] = 0.0; // the operator switches it off again
    step(20);
    assert_near(levers.value[VEH_TIP_CONTROL], 0.0, 0.0);
    const uint64_t hash = veh_worksite_hash(&practice.site);
    const bool guided = practice.guides != 0;
    assert_true(dat_practice_finish(&practice, DAT_STOPPED, NULL));
    static struct dat_replay replay;
    static struct dat_diagnostics d;
    const struct dat_replay_def def = {.session = 1};
    assert_int_equal(dat_replay_run(store, &def, &replay, &d, NULL), DAT_REPLAY_DONE);
    assert_true(dat_replay_same(&replay));
    assert_true(replay.replayed == hash);
    dat_replay_finish(&replay);
    assert_true(guided);
}

static void an_exercise_is_chosen(void **state) {
    (void)state;
    command("\"choose\", \"exercise\": \"slalom\", \"machine\": \"forwarder\", "
            "\"settings\": {\"spacing\": 9}");
    listen_until(NULL, &seat.wish);
    assert_int_equal(seat.wish, UI_SEAT_CHOOSES);
    assert_string_equal(seat.exercise, "slalom");
    assert_string_equal(seat.machine, "forwarder");
    assert_int_equal(seat.settings.count, 1);
    assert_near(seat.settings.items[0].value, 9.0, 0.0);
}

static void a_replay_needs_a_window(void **state) {
    (void)state;
    command("\"replay\", \"session\": 3");
    command("\"pause\"");
    listen_until(&seat.paused, NULL);
    assert_int_equal(seat.wish, UI_SEAT_GOES_ON);
    seat.has_window = true;
    command("\"replay\", \"session\": 3, \"db\": \"seat-2.db\", \"start\": \"2026-11-20\"");
    listen_until(NULL, &seat.wish);
    assert_int_equal(seat.wish, UI_SEAT_REPLAYS);
    assert_int_equal(seat.session, 3);
    assert_string_equal(seat.db, "seat-2.db");
    assert_string_equal(seat.start, "2026-11-20");
    assert_false(seat.paused);
    command("\"replay\", \"session\": 0"); // the last one of the seat itself
    seat.wish = UI_SEAT_GOES_ON;
    listen_until(NULL, &seat.wish);
    assert_string_equal(seat.db, "");
    assert_string_equal(seat.start, "");
}

// Whether the page's entry of the seat contains the text.
static bool page_shows(const char *text) {
    bool found;
    serving = false;
    pthread_join(thread, NULL);
    assert_int_equal(ask("/api/seats", NULL), 200);
    found = strstr(answer.body, text) != NULL;
    serving = true;
    assert_int_equal(pthread_create(&thread, NULL, serve, NULL), 0);
    return found;
}

static void wait_until_page_shows(const char *state, const char *text) {
    for (int i = 0; i < TRIES; i++) {
        ui_seat_wait(&seat, state);
        if (page_shows(text))
            return;
        nanosleep(&(struct timespec){0, 10000000}, NULL);
    }
    fail_msg("the page does not have %s", text);
}

// A command that cannot be carried out is answered, not dropped.
static void commands_during_a_replay_are_answered(void **state) {
    (void)state;
    seat.has_window = true;
    command("\"pause\"");
    wait_until_page_shows("replay", "\"refusal\":\"REFUSED_REPLAY\"");
    assert_false(seat.paused);
    assert_int_equal(seat.wish, UI_SEAT_GOES_ON);
    command("\"restart\"");
    wait_until_page_shows("waiting", "\"refusal\":\"REFUSED_WAITING\"");
    assert_int_equal(seat.wish, UI_SEAT_GOES_ON);
    ui_seat_refuse(&seat, "it is not here");
    wait_until_page_shows("waiting", "\"refusal_text\":\"it is not here\"");
    // What can be carried out takes the sentence away. The end is that of the replay.
    command("\"end\"");
    for (int i = 0; i < TRIES && seat.wish == UI_SEAT_GOES_ON; i++) {
        ui_seat_wait(&seat, "replay");
        nanosleep(&(struct timespec){0, 10000000}, NULL);
    }
    assert_int_equal(seat.wish, UI_SEAT_ENDS);
    assert_null(seat.refusal);
    assert_string_equal(seat.refusal_text, "");
    seat.has_window = false;
    command("\"replay\", \"session\": 3");
    wait_until_page_shows("waiting", "\"refusal\":\"REFUSED_WINDOW\"");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(what_is_switched_is_recorded, sit_down, get_up),
        cmocka_unit_test_setup_teardown(an_exercise_is_chosen, sit_down, get_up),
        cmocka_unit_test_setup_teardown(a_replay_needs_a_window, sit_down, get_up),
        cmocka_unit_test_setup_teardown(commands_during_a_replay_are_answered, sit_down, get_up),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
