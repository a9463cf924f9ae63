// The benchmark of sound mixes what it says, and counts time. No time is ever tested.
#include "ui/cmd/bench_sound.h"

#include "tests/capture.h"
#include "tests/near.h"

static void two_seconds_of_two_exercises_are_mixed(void **state) {
    (void)state;
    static char out[4096], err[4096];
    struct tests_capture capture;
    json_t *json = json_object();
    tests_capture_begin(&capture);
    const bool ran = ui_bench_sound(2, json);
    tests_capture_end(&capture, out, err, sizeof out);
    assert_true(ran);
    const json_t *list = json_object_get(json, "sound");
    assert_int_equal(json_array_size(list), 2);
    for (size_t i = 0; i < 2; i++) {
        const json_t *one = json_array_get(list, i);
        assert_int_equal(json_integer_value(json_object_get(one, "seconds")), 2);
        const double mixing = json_number_value(json_object_get(one, "mixing_ms"));
        assert_true(mixing > 0.0);
        assert_true(json_number_value(json_object_get(one, "mixing_longest_ms")) >= mixing);
        assert_true(json_number_value(json_object_get(one, "listening_ms")) > 0.0);
    }
    json_decref(json);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(two_seconds_of_two_exercises_are_mixed)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
