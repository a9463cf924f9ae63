#include "tests/vehicles/small_site.h"

static void assert_rising(const struct veh_stem_list *list, int count) {
    assert_int_equal(list->count, count);
    for (int i = 1; i < count; i++)
        assert_true(list->items[i - 1] < list->items[i]);
}

// Numbers come in an order that jumps, and go in another.
static void a_list_stays_in_order(void **state) {
    (void)state;
    struct veh_stem_list list = {0};
    enum { COUNT = 101 }; // prime: each multiple of 7 is met once
    for (int i = 0; i < COUNT; i++) {
        veh_stem_list_enter(&list, 7 * i % COUNT);
        assert_rising(&list, i + 1);
    }
    veh_stem_list_leave(&list, COUNT); // is not in it
    for (int i = 0; i < COUNT; i++) {
        assert_rising(&list, COUNT - i);
        veh_stem_list_leave(&list, 12 * i % COUNT);
        veh_stem_list_leave(&list, 12 * i % COUNT); // nor is this now
    }
    assert_int_equal(list.count, 0);
    SIM_ARRAY_FREE(&list);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_list_stays_in_order),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
