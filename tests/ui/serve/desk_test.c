// Answers of the desk, and refusals.
#include "ui/serve/desk.h"

#include "tests/ui/serve/desk_case.h"

static const char *const paths[] = {
    "/",          "/style.css",    "/page.js",       "/icon.svg",
    "/api/texts", "/api/sessions", "/api/catalogue", "/api/seats",
    "/api/seat",  "/api/command",  "/api/picture/1", "/report/a.db/1",
    "/nothing",   "/serve.token",  "/seat.token"};

// The seats' token posts, and sees nothing; the instructor's is none of a seat.
static void each_token_has_its_own_side(void **state) {
    (void)state;
    for (size_t i = 0; i < sizeof paths / sizeof paths[0]; i++)
        for (int post = 0; post < 2; post++) {
            const bool picture = strncmp(paths[i], "/api/picture/", 13) == 0;
            if (post && (picture || strcmp(paths[i], "/api/seat") == 0))
                continue;
            const int status = ask_with(desk.seat_token, paths[i], post ? "{}" : NULL);
            assert_true(status == 403 || status == 404 || status == 405);
            assert_false(answer.welcome);
        }
    (void)ask_with(desk.seat_token, "/api/command", "{}");
    assert_refused(403, "this is the seats' token");
    (void)ask_with(desk.token, "/api/seat", "{}");
    assert_refused(403, "this is the instructor's token");
    (void)ask_with(desk.token, "/api/picture/a-1/Seat 1", "png");
    assert_refused(403, "this is the instructor's token");
}

static void nobody_without_the_token_sees_anything(void **state) {
    (void)state;
    for (size_t i = 0; i < sizeof paths / sizeof paths[0]; i++)
        for (int post = 0; post < 2; post++) {
            now += 10.0;
            (void)ask_with(NULL, paths[i], post ? "{}" : NULL);
            assert_refused(401, "there is no token");
            (void)ask_with("0123456789abcdef0123456789abcdef", paths[i], post ? "{}" : NULL);
            assert_refused(401, "the token is wrong");
            assert_false(answer.welcome);
        }
}

static void the_page_and_what_it_needs_are_served(void **state) {
    (void)state;
    assert_int_equal(ask("/", NULL), 200);
    assert_contains(answer.body, "<!DOCTYPE html>");
    assert_true(answer.welcome);
    assert_int_equal(ask("/style.css", NULL), 200);
    assert_int_equal(ask("/page.js", NULL), 200);
    assert_int_equal(ask("/icon.svg", NULL), 200);
    assert_false(answer.welcome);
    assert_int_equal(ask("/api/texts", NULL), 200);
    assert_int_equal(ask("/api/catalogue", NULL), 200);
    assert_contains(answer.body, "\"first-harvest\"");
    assert_int_equal(ask("/api/seats", NULL), 200);
    assert_string_equal(answer.body, "{\"seats\":[]}");
}

static void what_is_not_there_is_refused(void **state) {
    (void)state;
    static const char *const wrong[] = {"/nothing",     "",        "/api",
                                        "/api/seats/",  "//",      "/../serve.token",
                                        "/serve.token", "/report", "/page.js/"};
    for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++) {
        (void)ask(wrong[i], NULL);
        assert_refused(404, "nothing at this address");
    }
    (void)ask("/api/sessions", "{}");
    assert_refused(405, "for GET");
    (void)ask("/api/command", NULL);
    assert_refused(405, "for POST");
}

static void too_much_is_refused(void **state) {
    (void)state;
    char *long_body = malloc(UI_SERVE_BODY + 2);
    assert_non_null(long_body);
    memset(long_body, 'a', UI_SERVE_BODY + 1);
    long_body[UI_SERVE_BODY + 1] = '\0';
    (void)ask("/api/seat", long_body);
    assert_refused(413, "more than 512 kB");
    free(long_body);
    now += 1000.0;
    for (int i = 0; i < 20; i++)
        assert_int_equal(ask_with("wrong", "/", NULL), 401);
    (void)ask_with("wrong", "/", NULL);
    assert_refused(429, "too many requests");
    assert_int_equal(ask("/", NULL), 200); // others are not kept out by that
    for (int i = 0; i < 999; i++)
        assert_int_equal(ask("/style.css", NULL), 200);
    (void)ask("/style.css", NULL);
    assert_refused(429, "too many requests");
    now += 1000.0;
    for (int i = 0; i < 1000; i++)
        assert_int_equal(tell("/api/seat", "{}"), 400);
    (void)tell("/api/seat", "{}");
    assert_refused(429, "too many requests");
    assert_int_equal(ask("/", NULL), 200); // the seats do not keep the instructor out
    now += 1.0;
    assert_int_equal(ask("/", NULL), 200);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(nobody_without_the_token_sees_anything, set_up, tear_down),
        cmocka_unit_test_setup_teardown(each_token_has_its_own_side, set_up, tear_down),
        cmocka_unit_test_setup_teardown(the_page_and_what_it_needs_are_served, set_up, tear_down),
        cmocka_unit_test_setup_teardown(what_is_not_there_is_refused, set_up, tear_down),
        cmocka_unit_test_setup_teardown(too_much_is_refused, set_up, tear_down),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
