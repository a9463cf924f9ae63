// A seat's link and a real server, which comes and goes.
#include "ui/serve/link.h"

#include <pthread.h>
#include <stdatomic.h>
#include <time.h>

#include "tests/ui/serve/desk_case.h"
#include "ui/serve/http.h"

static struct ui_serve_http *http;
static pthread_t thread;
static atomic_bool serving;
static atomic_size_t picture_size; // [byte] of the first seat's, while the server runs

enum { TRIES = 3000 }; // 10 ms apart: a loaded machine may take its time

static void *serve(void *data) {
    (void)data;
    while (serving) {
        ui_serve_http_run(http, 0.02);
        picture_size = desk.seats.seat[0].picture_size;
    }
    return NULL;
}

static int start_server(int port) {
    struct dat_problem problem = {""};
    http = ui_serve_http_start(&desk, "127.0.0.1", port, &problem);
    if (http == NULL)
        fail_msg("%s", problem.text);
    serving = true;
    assert_int_equal(pthread_create(&thread, NULL, serve, NULL), 0);
    return ui_serve_http_port(http);
}

// Afterwards the desk belongs to the test alone.
static void stop_server(void) {
    serving = false;
    pthread_join(thread, NULL);
    ui_serve_http_stop(http);
}

static struct ui_seat_link *open_link(int port, const char *token) {
    struct ui_seat_place place = {.host = "127.0.0.1", .port = port};
    memcpy(place.token, token, UI_SERVE_TOKEN);
    struct ui_seat_link *link = ui_seat_link_open(&place, "Seat 1", NULL);
    assert_non_null(link);
    ui_seat_link_begin(link);
    ui_seat_link_state(link, json_pack("{s:s}", "trainee", "Anna"));
    return link;
}

static void add_events(struct ui_seat_link *link, int first, int count) {
    for (int i = first; i < first + count; i++)
        ui_seat_link_event(link, json_pack("{s:i}", "n", i));
}

static void wait_for_news(struct ui_seat_link *link, const char *words) {
    struct dat_problem news = {""};
    for (int i = 0; i < TRIES; i++) {
        if (ui_seat_link_news(link, &news) && strstr(news.text, words) != NULL)
            return;
        nanosleep(&(struct timespec){0, 10000000}, NULL);
    }
    fail_msg("no news of '%s'", words);
}

// The desk has each of the events once, in order.
static void assert_events(int count) {
    assert_int_equal(desk.seats.count, 1);
    const struct ui_serve_seat *seat = &desk.seats.seat[0];
    assert_int_equal(seat->total, count);
    for (size_t i = 0; i < json_array_size(seat->events); i++)
        assert_int_equal(json_integer_value(json_object_get(json_array_get(seat->events, i), "n")),
                         i);
}

// Also those that happened while it was away; and a server that has forgotten all asks for all.
static void a_server_that_comes_back_gets_every_event(void **state) {
    (void)state;
    const int port = start_server(0);
    struct ui_seat_link *link = open_link(port, desk.seat_token);
    add_events(link, 0, 250);
    wait_for_news(link, "connected");
    stop_server();
    wait_for_news(link, "does not answer");
    add_events(link, 250, 130);
    ui_serve_seats_finish(&desk.seats);
    ui_serve_seats_init(&desk.seats, "another");
    assert_int_equal(start_server(port), port);
    wait_for_news(link, "connected");
    ui_seat_link_close(link); // posts what is left
    stop_server();
    assert_events(380);
}

static void commands_arrive_once_and_in_order(void **state) {
    (void)state;
    const int port = start_server(0);
    struct ui_seat_link *link = open_link(port, desk.seat_token);
    wait_for_news(link, "connected");
    stop_server(); // so that the desk can be asked here
    assert_int_equal(ask("/api/command", "{\"seat\": \"Seat 1\", \"command\": \"pause\"}"), 200);
    assert_int_equal(ask("/api/command", "{\"seat\": \"Seat 1\", \"command\": \"end\"}"), 200);
    assert_int_equal(start_server(port), port);
    const char *const expected[] = {"pause", "end"};
    for (int i = 0, tries = 0; i < 2 && tries < TRIES; tries++) {
        json_t *command = ui_seat_link_command(link);
        if (command != NULL)
            assert_string_equal(json_string_value(json_object_get(command, "command")),
                                expected[i++]);
        else
            nanosleep(&(struct timespec){0, 10000000}, NULL);
        json_decref(command);
        assert_true(tries < TRIES - 1);
    }
    ui_seat_link_close(link);
    stop_server();
    assert_int_equal(json_array_size(desk.seats.seat[0].commands), 0);
}

static void a_picture_is_sent_where_it_is_wanted(void **state) {
    (void)state;
    static const char png[] = "\x89PNG\r\n\x1a\nand so on";
    desk.seats.seat[0].watched = 0.0;
    const int port = start_server(0);
    struct ui_seat_link *link = open_link(port, desk.seat_token);
    wait_for_news(link, "connected");
    assert_false(ui_seat_link_wants_picture(link));
    ui_seat_link_picture(link, strdup(png), sizeof png - 1);
    for (int i = 0; i < TRIES && picture_size == 0; i++)
        nanosleep(&(struct timespec){0, 10000000}, NULL);
    ui_seat_link_close(link);
    stop_server();
    assert_int_equal(desk.seats.seat[0].picture_size, sizeof png - 1);
    assert_memory_equal(desk.seats.seat[0].picture, png, sizeof png - 1);
}

static void a_wrong_token_is_told(void **state) {
    (void)state;
    const int port = start_server(0);
    struct ui_seat_link *link = open_link(port, "00000000000000000000000000000000");
    wait_for_news(link, "refuses this seat: the token is wrong");
    ui_seat_link_close(link);
    stop_server();
    assert_int_equal(desk.seats.count, 0);
}

static void bad_names_are_refused(void **state) {
    (void)state;
    static const struct ui_seat_place place = {.host = "127.0.0.1", .port = 1};
    static const char *const wrong[] = {
        "", "\xff", "0123456789012345678901234567890123456789012345678901234567890123"};
    for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++) {
        struct dat_problem problem = {""};
        assert_null(ui_seat_link_open(&place, wrong[i], &problem));
        assert_contains(problem.text, "1 to 63 bytes");
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(a_server_that_comes_back_gets_every_event, set_up,
                                        tear_down),
        cmocka_unit_test_setup_teardown(commands_arrive_once_and_in_order, set_up, tear_down),
        cmocka_unit_test_setup_teardown(a_picture_is_sent_where_it_is_wanted, set_up, tear_down),
        cmocka_unit_test_setup_teardown(a_wrong_token_is_told, set_up, tear_down),
        cmocka_unit_test(bad_names_are_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
