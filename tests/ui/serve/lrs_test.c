// Address and key of a learning record store; tests/xapi.py posts to one.
#include "ui/serve/lrs.h"

#include "tests/capture.h"

static void an_endpoint_is_read(void **state) {
    (void)state;
    struct ui_lrs lrs;
    assert_true(ui_lrs_init(&lrs, "http://lrs.example:80/xapi/", "a:b", NULL));
    assert_string_equal(lrs.path, "/xapi/statements");
    assert_string_equal(lrs.client.place.host, "lrs.example");
    assert_int_equal(lrs.client.place.port, 80);
    assert_contains(lrs.headers, "Authorization: Basic YTpi\r\n");
    assert_contains(lrs.headers, "X-Experience-API-Version: 1.0.3\r\n");
    ui_lrs_finish(&lrs);
    assert_true(ui_lrs_init(&lrs, "http://[::1]:8080", "ab:cd", NULL));
    assert_string_equal(lrs.path, "/statements");
    assert_contains(lrs.headers, "Basic YWI6Y2Q=\r\n");
    ui_lrs_finish(&lrs);
    assert_true(ui_lrs_init(&lrs, "http://x:1/a", "abc:", NULL));
    assert_contains(lrs.headers, "Basic YWJjOg==\r\n");
    ui_lrs_finish(&lrs);
}

static void anything_else_is_refused(void **state) {
    (void)state;
    static const char *const wrong[] = {"",           "lrs:80/xapi",   "https://lrs:80/xapi",
                                        "http://lrs", "http://:80/x",  "http://lrs:80/x y",
                                        "http://a:0", "http://a:1/?q", "http://a:1/\r\nX: y"};
    for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++) {
        struct dat_problem problem = {""};
        struct ui_lrs lrs;
        assert_false(ui_lrs_init(&lrs, wrong[i], "a:b", &problem));
        assert_contains(problem.text, "is no address of a store");
    }
    struct dat_problem problem = {""};
    struct ui_lrs lrs;
    assert_false(ui_lrs_init(&lrs, "http://lrs:80/xapi", "secret", &problem));
    assert_contains(problem.text, "USER:SECRET");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(an_endpoint_is_read),
        cmocka_unit_test(anything_else_is_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
