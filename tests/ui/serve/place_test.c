// The address of the instructor's page.
#include "ui/serve/place.h"

#include <sys/stat.h>

#include "tests/capture.h"
#include "tests/scratch.h"

#define TOKEN "0123456789abcdef0123456789abcdef"

static void an_address_is_read(void **state) {
    (void)state;
    struct ui_seat_place place;
    assert_true(ui_seat_place_read("http://school:8017/?token=" TOKEN, "/none", &place, NULL));
    assert_string_equal(place.host, "school");
    assert_int_equal(place.port, 8017);
    assert_string_equal(place.token, TOKEN);
    assert_true(ui_seat_place_read("http://[::1]:1/?token=" TOKEN, "/none", &place, NULL));
    assert_string_equal(place.host, "::1");
}

static void the_token_may_lie_in_a_file(void **state) {
    (void)state;
    struct tests_scratch scratch;
    struct ui_seat_place place;
    struct dat_problem problem = {""};
    tests_scratch_create(&scratch);
    const char *file = tests_scratch_path(&scratch, "serve.token");
    assert_false(ui_seat_place_read("10.0.0.7:65535", file, &place, &problem));
    assert_contains(problem.text, "serve.token has no token");
    tests_scratch_write(&scratch, "serve.token", TOKEN "\n");
    assert_int_equal(chmod(file, 0644), 0);
    assert_false(ui_seat_place_read("10.0.0.7:65535", file, &place, &problem));
    assert_contains(problem.text, "others can read the token");
    assert_int_equal(chmod(file, 0600), 0);
    assert_true(ui_seat_place_read("10.0.0.7:65535", file, &place, &problem));
    assert_string_equal(place.host, "10.0.0.7");
    assert_int_equal(place.port, 65535);
    assert_string_equal(place.token, TOKEN);
    assert_true(ui_seat_place_read("http://10.0.0.7:80/", file, &place, &problem));
    tests_scratch_remove(&scratch);
}

static void anything_else_is_refused(void **state) {
    (void)state;
    static const char *const wrong[] = {"",
                                        "school",
                                        "school:",
                                        ":8017",
                                        "school:0",
                                        "school:65536",
                                        "school:80a",
                                        "school: 80",
                                        "https://school:80/",
                                        "http://",
                                        "http://school/?token=" TOKEN,
                                        "http://school:80/?token=" TOKEN "0",
                                        "http://school:80/?token=",
                                        "http://school:80/?t=" TOKEN,
                                        "http://school:80/page?token=" TOKEN};
    for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++) {
        struct ui_seat_place place;
        struct dat_problem problem = {""};
        assert_false(ui_seat_place_read(wrong[i], "/none", &place, &problem));
        assert_contains(problem.text, "is no address of the instructor's page");
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(an_address_is_read),
        cmocka_unit_test(the_token_may_lie_in_a_file),
        cmocka_unit_test(anything_else_is_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
