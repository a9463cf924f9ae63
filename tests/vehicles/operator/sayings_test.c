// Each saying of a demonstrator has a text of its own.
#include "vehicles/operator/sayings.h"

#include <string.h>

#include "tests/near.h"

static void sayings_differ(void **state) {
    (void)state;
    assert_null(veh_demo_saying_english(VEH_SAY_NOTHING));
    assert_string_equal(veh_demo_saying_key(VEH_SAY_LIFTS), "LIFTS");
    assert_string_equal(veh_demo_saying_english(VEH_SAY_LIFTS), "lifts");
    for (int i = 1; i < VEH_DEMO_SAYING_COUNT; i++) {
        const char *text = veh_demo_saying_english((enum veh_demo_saying)i);
        assert_true(text[0] != '\0');
        for (int k = 1; k < i; k++)
            assert_string_not_equal(text, veh_demo_saying_english((enum veh_demo_saying)k));
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(sayings_differ),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
