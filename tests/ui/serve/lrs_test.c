// Address and key of a learning record store; tests/xapi.py posts to one.
#include "ui/serve/lrs.h"

#include "tests/capture.h"

static void an_endpoint_is_read(void **state) {
    (void)state;
    static const struct {
        const char *address, *base, *path, *host;
    } rows[] = {
        {"http://lrs.example:80/xapi/", "http://lrs.example:80", "/xapi/statements",
         "lrs.example:80"},
        {"http://[::1]:8080", "http://[::1]:8080", "/statements", "[::1]:8080"},
        {"http://lrs", "http://lrs:80", "/statements", "lrs:80"},
        {"https://lrs.example/a", "https://lrs.example:443", "/a/statements", "lrs.example:443"},
        {"https://lrs:8443/a/b", "https://lrs:8443", "/a/b/statements", "lrs:8443"},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        struct ui_lrs lrs;
        assert_true(ui_lrs_init(&lrs, rows[i].address, "a:b", NULL, NULL));
        assert_string_equal(lrs.address.base, rows[i].base);
        assert_string_equal(lrs.address.path, rows[i].path);
        assert_string_equal(lrs.address.host, rows[i].host);
        ui_lrs_finish(&lrs);
    }
}

static void anything_else_is_refused(void **state) {
    (void)state;
    static const char *const wrong[] = {"",
                                        "lrs:80/xapi",
                                        "ftp://lrs:80/xapi",
                                        "http://:80/x",
                                        "http://lrs:80/x y",
                                        "http://a:0",
                                        "http://a:1/?q",
                                        "https://a/#b",
                                        "http://a:1/\r\nX: y",
                                        "https://u:p@a/x"};
    for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++) {
        struct dat_problem problem = {""};
        struct ui_lrs lrs;
        if (ui_lrs_init(&lrs, wrong[i], "a:b", NULL, &problem))
            fail_msg("'%s'", wrong[i]);
        assert_contains(problem.text, "is no address of a store");
    }
    struct dat_problem problem = {""};
    struct ui_lrs lrs;
    assert_false(ui_lrs_init(&lrs, "https://lrs/xapi", "secret", NULL, &problem));
    assert_contains(problem.text, "USER:SECRET");
    problem.text[0] = '\0';
    assert_false(ui_lrs_init(&lrs, "https://lrs/xapi", "a:b", "/nowhere/ca.pem", &problem));
    assert_contains(problem.text, "the certificates in /nowhere/ca.pem cannot be read");
    assert_false(ui_lrs_init(&lrs, "https://lrs/xapi", "a:b", "/dev/null", &problem));
    assert_contains(problem.text, "/dev/null has no certificates");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(an_endpoint_is_read),
        cmocka_unit_test(anything_else_is_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
