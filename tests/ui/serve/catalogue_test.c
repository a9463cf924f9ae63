// The choice of an instructor.
#include "ui/serve/catalogue.h"

#include <sys/stat.h>

#include "tests/ui/serve/desk_case.h"

static const json_t *find(const json_t *list, const char *name) {
    for (size_t i = 0; i < json_array_size(list); i++) {
        const json_t *item = json_array_get(list, i);
        const json_t *found = json_is_string(item) ? item : json_object_get(item, "name");
        if (strcmp(json_string_value(found), name) == 0)
            return item;
    }
    fail_msg("there is no %s", name);
    return NULL;
}

static void exercises_have_titles_and_parameters(void **state) {
    (void)state;
    assert_int_equal(ask("/api/catalogue", NULL), 200);
    json_t *object = answered();
    const json_t *exercises = json_object_get(object, "exercises");
    const json_t *slalom = find(exercises, "slalom");
    const json_t *titles = json_object_get(find(exercises, "first-load"), "titles");
    assert_true(json_array_size(exercises) >= 20);
    assert_string_not_equal(json_string_value(json_object_get(titles, "de")),
                            json_string_value(json_object_get(titles, "en")));
    const json_t *spacing = find(json_object_get(slalom, "parameters"), "spacing");
    const double low = json_number_value(json_object_get(spacing, "low"));
    const double high = json_number_value(json_object_get(spacing, "high"));
    const double value = json_number_value(json_object_get(spacing, "value"));
    assert_true(low <= value && value <= high && low < high);
    (void)find(json_object_get(object, "machines"), "forwarder");
    json_decref(object);
}

static void one_with_mistakes_is_left_out(void **state) {
    (void)state;
    const char *folders[] = {"exercises", "machines"};
    for (int i = 0; i < 2; i++)
        assert_int_equal(mkdir(tests_scratch_path(&scratch, folders[i]), 0700), 0);
    tests_scratch_write(&scratch, "exercises/wrong.yaml", "title: [");
    tests_scratch_write(&scratch, "machines/any.yaml", "");
    desk.library = scratch.folder;
    assert_int_equal(ask("/api/catalogue", NULL), 200);
    assert_contains(answer.body, "{\"exercises\":[],\"machines\":[\"any\"],");
    desk.library = "/nonexistent";
    assert_int_equal(ask("/api/catalogue", NULL), 503);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(exercises_have_titles_and_parameters, set_up, tear_down),
        cmocka_unit_test_setup_teardown(one_with_mistakes_is_left_out, set_up, tear_down),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
