// The pictures of the first exercise against the budget of a picture. No time is ever tested.
#include "ui/cmd/bench_pictures.h"

#include <string.h>

#include "tests/capture.h"
#include "tests/near.h"

static const json_int_t most_triangles = 400000, most_draws = 250, most_bytes = 500000;
static const json_int_t most_shadows = 120000;           // triangles
static const json_int_t most_memory = 256 * 1000 * 1000; // bytes

static const double most_samples = 2.5; // per pixel
static const double most_lookups = 6.0; // per fragment
// The same of the far half.
static const double most_far = 3.0;
static const double most_traffic = 160e6; // bytes

enum { VIEWS = 10 };

static json_int_t integer(const json_t *picture, const char *key) {
    assert_true(json_is_integer(json_object_get(picture, key)));
    return json_integer_value(json_object_get(picture, key));
}

static double number(const json_t *picture, const char *key) {
    assert_true(json_is_number(json_object_get(picture, key)));
    return json_number_value(json_object_get(picture, key));
}

static const char *text(const json_t *picture, const char *key) {
    assert_true(json_is_string(json_object_get(picture, key)));
    return json_string_value(json_object_get(picture, key));
}

static json_int_t sum_of_programs(const json_t *picture, const char *key) {
    json_int_t sum = 0;
    size_t i;
    const json_t *program;
    json_array_foreach(json_object_get(picture, "programs"), i, program) {
        sum += integer(program, key);
    }
    return sum;
}

// Programs share out what the whole picture has; some bytes are sent after the last draw.
static void expect_programs(const json_t *picture, double pixels) {
    assert_true(json_array_size(json_object_get(picture, "programs")) > 3);
    assert_int_equal(sum_of_programs(picture, "draws"), integer(picture, "draws"));
    assert_int_equal(sum_of_programs(picture, "triangles"), integer(picture, "triangles"));
    assert_true(sum_of_programs(picture, "uploaded_bytes") <= integer(picture, "uploaded_bytes"));
    assert_near((double)sum_of_programs(picture, "samples"),
                pixels * number(picture, "samples_per_pixel"), 0.5);
}

static void expect_budget(const json_t *picture) {
    assert_in_range(integer(picture, "triangles"), 10000, most_triangles);
    assert_in_range(integer(picture, "draws"), 10, most_draws);
    assert_in_range(integer(picture, "uploaded_bytes"), 1000, most_bytes);
    const double samples =
        number(picture, "samples_per_pixel") - number(picture, "smoothed_per_pixel");
    assert_true(samples >= 1.0 && samples <= most_samples);
    assert_in_range(integer(picture, "shadow_triangles"), 1000, most_shadows);
    assert_true(integer(picture, "jumped_shadow_triangles") <= most_shadows);
    const double lookups = number(picture, "lookups_per_fragment");
    assert_true(lookups >= 1.0 && lookups <= most_lookups);
    const double far = number(picture, "lookups_per_far_fragment");
    assert_true(far <= most_far);
    const double pixels = (double)(integer(picture, "width") * integer(picture, "height"));
    expect_programs(picture, pixels);
    // At least each pixel's colour and depth.
    assert_true(number(picture, "traffic_bytes") >= 8.0 * pixels);
    assert_true(number(picture, "traffic_bytes") <= most_traffic);
    assert_in_range(integer(picture, "memory_bytes"), (json_int_t)(8.0 * pixels), most_memory);
}

// Of two pictures of one view the smaller one takes coarser meshes.
static void expect_coarser(const json_t *small, const json_t *large) {
    assert_string_equal(text(small, "view"), text(large, "view"));
    // But for trees at the borders of monitors, whose shapes are rounded to pixels.
    assert_true(integer(small, "triangles") <= integer(large, "triangles") + 500);
}

static void pictures_keep_to_the_budget(void **state) {
    (void)state;
    static char out[32768], err[16384];
    struct tests_capture capture;
    json_t *json = json_object();
    tests_capture_begin(&capture);
    const bool done = ui_bench_pictures(1, json);
    tests_capture_end(&capture, out, err, sizeof out);
    assert_true(done);
    assert_string_equal(err, "");
    const json_t *pictures = json_object_get(json, "pictures");
    const json_t *card = json_object_get(json, "card_pictures");
    assert_int_equal(json_array_size(pictures), 2 * VIEWS);
    assert_int_equal(json_array_size(card), VIEWS);
    for (size_t i = 0; i < 2 * VIEWS; i++) {
        expect_budget(json_array_get(pictures, i));
        assert_true(number(json_array_get(pictures, i), "median_ms") > 0.0);
        expect_coarser(json_array_get(pictures, i & ~(size_t)1), json_array_get(pictures, i | 1));
    }
    for (size_t i = 0; i < VIEWS; i++) {
        expect_budget(json_array_get(card, i));
        assert_int_equal(integer(json_array_get(card, i), "height"), 1080);
    }
    assert_non_null(strstr(out, "1280 x 720"));
    assert_non_null(strstr(out, "1920 x 1080"));
    json_decref(json);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(pictures_keep_to_the_budget),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
