// Seats that report, and commands to them.
#include "ui/serve/seats.h"

#include "tests/ui/serve/desk_case.h"

// A seat's post; returns the answer, which the caller releases.
static json_t *post(const char *run, int first, int events, int done) {
    json_t *list = json_array();
    for (int i = 0; i < events; i++)
        json_array_append_new(list, json_pack("{s:i}", "n", first + i));
    json_t *object = json_pack("{s:s, s:s, s:{s:s}, s:i, s:o, s:s, s:i}", "seat", "Seat 1", "run",
                               run, "state", "trainee", "Anna", "first", first, "events", list,
                               "server", desk.seats.server, "done", done);
    char *text = json_dumps(object, 0);
    assert_int_equal(tell("/api/seat", text), 200);
    free(text);
    json_decref(object);
    return answered();
}

static void assert_has(json_t *reply, int have, size_t commands) {
    assert_int_equal(json_integer_value(json_object_get(reply, "have")), have);
    assert_int_equal(json_array_size(json_object_get(reply, "commands")), commands);
    json_decref(reply);
}

static void no_event_is_lost_and_none_comes_twice(void **state) {
    (void)state;
    assert_has(post("a-1", 0, 3, 0), 3, 0);
    assert_has(post("a-1", 0, 5, 0), 5, 0); // the first answer did not arrive
    assert_has(post("a-1", 9, 2, 0), 5, 0); // some are missing
    assert_has(post("a-1", 5, 6, 0), 11, 0);
    assert_int_equal(ask("/api/seats", NULL), 200);
    json_t *object = answered();
    const json_t *seat = json_array_get(json_object_get(object, "seats"), 0);
    const json_t *events = json_object_get(seat, "events");
    assert_int_equal(json_array_size(events), 11);
    for (size_t i = 0; i < 11; i++)
        assert_int_equal(json_integer_value(json_object_get(json_array_get(events, i), "n")), i);
    assert_true(json_is_true(json_object_get(seat, "present")));
    json_decref(object);
    assert_has(post("a-2", 0, 1, 0), 1, 0); // another exercise begins anew
    now += 10.0;
    assert_int_equal(ask("/api/seats", NULL), 200);
    assert_contains(answer.body, "\"present\":false");
}

static void a_name_is_used_by_one_program(void **state) {
    (void)state;
    static const char other[] = "{\"seat\": \"Seat 1\", \"run\": \"ab-1\", \"state\": {}, "
                                "\"first\": 0, \"events\": []}";
    assert_has(post("a-1", 0, 3, 0), 3, 0);
    (void)tell("/api/seat", other);
    assert_refused(409, "another seat has the name 'Seat 1'");
    assert_has(post("a-1", 3, 1, 0), 4, 0);
    now += 10.0; // the first has gone
    assert_int_equal(tell("/api/seat", other), 200);
}

static void the_newest_events_are_kept(void **state) {
    (void)state;
    assert_has(post("a-1", 0, UI_SERVE_EVENTS, 0), UI_SERVE_EVENTS, 0);
    assert_has(post("a-1", UI_SERVE_EVENTS, 7, 0), UI_SERVE_EVENTS + 7, 0);
    assert_int_equal(json_array_size(desk.seats.seat[0].events), UI_SERVE_EVENTS);
}

// [first, last] of the events that the page gets that has those before `have` of that run.
static void assert_news(const char *run, int have, int first, int last) {
    char text[96];
    snprintf(text, sizeof text, "{\"Seat 1\": {\"run\": \"%s\", \"have\": %d}}", run, have);
    assert_int_equal(ask("/api/seats", text), 200);
    json_t *object = answered();
    const json_t *seat = json_array_get(json_object_get(object, "seats"), 0);
    const json_t *events = json_object_get(seat, "events");
    assert_int_equal(json_integer_value(json_object_get(seat, "first")), first);
    assert_int_equal(json_array_size(events), last - first + 1);
    for (int i = first; i <= last; i++)
        assert_int_equal(
            json_integer_value(json_object_get(json_array_get(events, (size_t)(i - first)), "n")),
            i);
    json_decref(object);
}

static void only_news_is_sent(void **state) {
    (void)state;
    json_decref(post("a-1", 0, 11, 0));
    assert_news("a-1", 0, 0, 10);
    assert_news("a-1", 7, 7, 10);
    assert_news("a-1", 11, 11, 10);
    assert_news("a-1", 12, 0, 10); // of another start of the server
    assert_news("a-1", -1, 0, 10);
    assert_news("a-0", 7, 0, 10);
    json_decref(post("a-1", 11, UI_SERVE_EVENTS, 0)); // the first are kept no more
    assert_news("a-1", 7, 11, UI_SERVE_EVENTS + 10);
    (void)ask("/api/seats", "[]");
    assert_refused(400, "expected an object");
    assert_int_equal(ask("/api/seats", "{\"Seat 1\": 3, \"Seat 2\": {}}"), 200);
}

static void a_command_waits_until_it_is_done(void **state) {
    (void)state;
    json_decref(post("a-1", 0, 0, 0));
    assert_int_equal(ask("/api/command", "{\"seat\": \"Seat 1\", \"command\": \"pause\"}"), 200);
    assert_int_equal(ask("/api/command", "{\"seat\": \"Seat 1\", \"command\": \"note\", "
                                         "\"text\": \"good\", \"more\": 1}"),
                     200);
    assert_has(post("a-1", 0, 0, 0), 0, 2);
    json_t *reply = post("a-1", 0, 0, 1);
    const json_t *note = json_array_get(json_object_get(reply, "commands"), 0);
    assert_string_equal(json_string_value(json_object_get(note, "text")), "good");
    assert_null(json_object_get(note, "more"));
    assert_has(reply, 0, 1);
    assert_has(post("a-1", 0, 0, 2), 0, 0);
}

static void an_exercise_is_chosen_with_what_belongs_to_it(void **state) {
    (void)state;
    json_decref(post("a-1", 0, 0, 0));
    assert_int_equal(ask("/api/command", "{\"seat\": \"Seat 1\", \"command\": \"choose\", "
                                         "\"exercise\": \"slalom\", \"machine\": \"forwarder\", "
                                         "\"settings\": {\"spacing\": 9}, \"other\": 1}"),
                     200);
    json_t *reply = post("a-1", 0, 0, 0);
    const json_t *command = json_array_get(json_object_get(reply, "commands"), 0);
    assert_int_equal(json_object_size(command), 5); // and number and command
    assert_string_equal(json_string_value(json_object_get(command, "machine")), "forwarder");
    assert_near(json_number_value(json_object_get(json_object_get(command, "settings"), "spacing")),
                9.0, 0.0);
    json_decref(reply);
}

// Commands for a program that has crashed do not end the next one.
static void a_program_does_not_inherit_commands(void **state) {
    (void)state;
    json_decref(post("a-1", 0, 0, 0));
    assert_int_equal(ask("/api/command", "{\"seat\": \"Seat 1\", \"command\": \"end\"}"), 200);
    assert_has(post("a-2", 0, 0, 0), 0, 1); // its next exercise
    now += 10.0;
    assert_has(post("b-1", 0, 0, 0), 0, 0);
}

static void bad_commands_are_refused(void **state) {
    (void)state;
    json_decref(post("a-1", 0, 0, 0));
    (void)ask("/api/command", "{\"seat\": \"Seat 2\", \"command\": \"pause\"}");
    assert_refused(404, "no such seat");
    (void)ask("/api/command", "{\"seat\": \"Seat 1\", \"command\": \"explode\"}");
    assert_refused(400, "unknown command");
    (void)ask("/api/command", "{\"seat\": \"Seat 1\"}");
    assert_refused(400, "unknown command");
    (void)ask("/api/command", "{\"seat\": \"Seat 1\", \"command\": \"note\"}");
    assert_refused(400, "needs 'text'");
    (void)ask("/api/command", "{\"seat\": \"Seat 1\", \"command\"");
    assert_refused(400, "line 1, column");
    (void)ask("/api/command", "[]");
    assert_refused(400, "expected an object");
    static const struct {
        const char *more, *reason;
    } cases[] = {
        {"\"set\", \"setting\": \"tip_control\"", "needs 'value', a number"},
        {"\"set\", \"value\": 1", "needs 'setting', a text"},
        {"\"replay\", \"session\": \"1\"", "needs 'session', a number"},
        {"\"choose\", \"exercise\": \"x\", \"settings\": [1]", "'settings' must be"},
        {"\"choose\", \"exercise\": \"x\", \"settings\": {\"a\": \"1\"}", "'settings' must be"},
        {"\"choose\", \"exercise\": \"x\", \"settings\": {\"a\":1,\"b\":1,\"c\":1,\"d\":1,\"e\":1,"
         "\"f\":1,\"g\":1,\"h\":1,\"i\":1}",
         "at most 8"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        char text[256];
        snprintf(text, sizeof text, "{\"seat\": \"Seat 1\", \"command\": %s}", cases[i].more);
        (void)ask("/api/command", text);
        assert_refused(400, cases[i].reason);
    }
    assert_int_equal(json_array_size(desk.seats.seat[0].commands), 0);
    for (int i = 0; i < UI_SERVE_PENDING; i++)
        assert_int_equal(ask("/api/command", "{\"seat\": \"Seat 1\", \"command\": \"pause\"}"),
                         200);
    (void)ask("/api/command", "{\"seat\": \"Seat 1\", \"command\": \"pause\"}");
    assert_refused(429, "not yet answered");
}

static void bad_posts_are_refused(void **state) {
    (void)state;
    static const struct {
        const char *body, *reason;
    } cases[] = {
        {"", "line 1"},
        {"{}", "'seat' and 'run'"},
        {"{\"seat\": 1, \"run\": \"a\"}", "'seat' and 'run'"},
        {"{\"seat\": \"\", \"run\": \"a\"}", "'seat' and 'run'"},
        {"{\"seat\": \"1\", \"run\": \"a\", \"state\": 3}", "'state' must be"},
        {"{\"seat\": \"1\", \"run\": \"a\", \"state\": {}, \"first\": -1, \"events\": []}",
         "'events' must be"},
        {"{\"seat\": \"1\", \"run\": \"a\", \"state\": {}, \"first\": 0, \"events\": [1]}",
         "an event must be"},
        {"{\"seat\": \"1\", \"seat\": \"2\"}", "duplicate"},
        {"{\"seat\": \"\xff\"}", "unable to decode byte 0xff"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        (void)tell("/api/seat", cases[i].body);
        assert_refused(400, cases[i].reason);
    }
    assert_int_equal(desk.seats.count, 0);
}

static void there_are_not_more_seats_than_places(void **state) {
    (void)state;
    char text[160];
    for (int i = 0; i <= UI_SERVE_SEATS; i++) {
        snprintf(text, sizeof text,
                 "{\"seat\": \"%d\", \"run\": \"a\", \"state\": {}, \"first\": 0, \"events\": []}",
                 i);
        (void)tell("/api/seat", text);
    }
    assert_refused(503, "already 64 seats");
    now += 4000.0; // those that have gone long ago make room
    assert_int_equal(tell("/api/seat", text), 200);
}

static void a_picture_is_kept_and_asked_for(void **state) {
    (void)state;
    json_decref(post("a-1", 0, 0, 0));
    (void)ask("/api/picture/Seat 1", NULL);
    assert_refused(404, "no picture");
    json_t *reply = post("a-1", 0, 0, 0);
    assert_true(json_is_true(json_object_get(reply, "picture")));
    json_decref(reply);
    (void)tell("/api/picture/a-1/Seat 1", "GIF89a");
    assert_refused(400, "PNG");
    static const char png[] = "\x89PNG\r\n\x1a\nand so on";
    static const char *const others[] = {"Seat 1", "/Seat 1", "b-1/Seat 1", "a-/Seat 1",
                                         "a-1/Seat 2"};
    for (size_t i = 0; i < sizeof others / sizeof others[0]; i++) {
        char path[64];
        snprintf(path, sizeof path, "/api/picture/%s", others[i]);
        assert_int_equal(tell(path, png), 404); // of another program, or another seat
    }
    assert_int_equal(tell("/api/picture/a-1/Seat 1", png), 200);
    assert_int_equal(ask("/api/picture/Seat 1", NULL), 200);
    assert_string_equal(answer.type, "image/png");
    assert_int_equal(answer.size, 17);
    now += 10.0; // nobody looks any more
    reply = post("a-1", 0, 0, 0);
    assert_false(json_is_true(json_object_get(reply, "picture")));
    json_decref(reply);
    assert_int_equal(ask("/api/picture/Seat 2", NULL), 404);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(no_event_is_lost_and_none_comes_twice, set_up, tear_down),
        cmocka_unit_test_setup_teardown(a_name_is_used_by_one_program, set_up, tear_down),
        cmocka_unit_test_setup_teardown(the_newest_events_are_kept, set_up, tear_down),
        cmocka_unit_test_setup_teardown(only_news_is_sent, set_up, tear_down),
        cmocka_unit_test_setup_teardown(a_command_waits_until_it_is_done, set_up, tear_down),
        cmocka_unit_test_setup_teardown(an_exercise_is_chosen_with_what_belongs_to_it, set_up,
                                        tear_down),
        cmocka_unit_test_setup_teardown(a_program_does_not_inherit_commands, set_up, tear_down),
        cmocka_unit_test_setup_teardown(bad_commands_are_refused, set_up, tear_down),
        cmocka_unit_test_setup_teardown(bad_posts_are_refused, set_up, tear_down),
        cmocka_unit_test_setup_teardown(there_are_not_more_seats_than_places, set_up, tear_down),
        cmocka_unit_test_setup_teardown(a_picture_is_kept_and_asked_for, set_up, tear_down),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
