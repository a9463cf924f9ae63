#include "vehicles/names.h"

#include "tests/near.h"

static void names_follow_the_language(void **state) {
    (void)state;
    struct veh_names names = {.items = NULL};
    veh_names_add(&names, "de", "grip", "Zange");
    veh_names_add(&names, "", "first-load", "First load");
    veh_names_add(&names, "de", "first-load", "Erste Ladung");
    veh_names_add(&names, "de", "grip", "Griff"); // the first one counts
    assert_string_equal(veh_names_text(&names, "de", "grip"), "Zange");
    assert_string_equal(veh_names_text(&names, "sv", "grip"), "grip");
    assert_string_equal(veh_names_text(&names, "de", "first-load"), "Erste Ladung");
    assert_string_equal(veh_names_text(&names, "sv", "first-load"), "First load");
    assert_string_equal(veh_names_text(&names, "de", "slew"), "slew");
    veh_names_finish(&names);
    assert_string_equal(veh_names_text(&names, "de", "grip"), "grip");
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(names_follow_the_language)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
