#include "vehicles/pile_order.h"

#include "tests/near.h"
#include "vehicles/landing.h"

enum { LOGS = 7 };

// Of 4 m and 3.8 m in turn, the front ends in a line at 2 m: the rear ones are 20 cm apart.
static void begin(struct veh_ordered_log logs[LOGS]) {
    for (int i = 0; i < LOGS; i++)
        logs[i] = (struct veh_ordered_log){
            .end = {2.0, i % 2 == 0 ? -2.0 : -1.8}, .parallel = true, .hauled = true};
}

static void straight_ends_are_in_order(void **state) {
    (void)state;
    struct veh_ordered_log logs[LOGS];
    begin(logs);
    assert_int_equal(veh_pile_in_order(logs, LOGS, VEH_ENDS_FRONT), LOGS);
    assert_int_equal(veh_pile_in_order(logs, LOGS, VEH_ENDS_FRONT | VEH_ENDS_REAR), LOGS);
    assert_int_equal(veh_pile_in_order(logs, 0, 0), 0);
}

// Three of seven, however far they stick out, do not move the line of the others.
static void what_sticks_out_is_counted_out(void **state) {
    (void)state;
    struct veh_ordered_log logs[LOGS];
    begin(logs);
    for (int i = 0; i < 3; i++) {
        logs[i].end[0] += 0.31 + i;
        logs[i].end[1] += 0.31 + i;
    }
    assert_int_equal(veh_pile_in_order(logs, LOGS, VEH_ENDS_FRONT), 4);
    begin(logs);
    logs[5].end[0] -= 0.29;
    assert_int_equal(veh_pile_in_order(logs, LOGS, VEH_ENDS_FRONT), LOGS);
}

// Logs that lay there before belong to the line and are not counted; nor are those across it.
static void others_logs_and_crossing_ones_do_not_count(void **state) {
    (void)state;
    struct veh_ordered_log logs[LOGS];
    begin(logs);
    logs[0].hauled = logs[1].hauled = false;
    logs[2].parallel = false;
    assert_int_equal(veh_pile_in_order(logs, LOGS, VEH_ENDS_REAR), 4);
}

// Where no side is asked for, the more even one counts.
static void a_pile_has_one_straight_side(void **state) {
    (void)state;
    struct veh_ordered_log logs[LOGS];
    begin(logs);
    for (int i = 0; i < LOGS; i++)
        logs[i].end[1] = -1.0 - 0.5 * i;
    assert_int_equal(veh_pile_in_order(logs, LOGS, 0), LOGS);
    assert_int_equal(veh_pile_in_order(logs, LOGS, VEH_ENDS_REAR), 1);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(straight_ends_are_in_order),
        cmocka_unit_test(what_sticks_out_is_counted_out),
        cmocka_unit_test(others_logs_and_crossing_ones_do_not_count),
        cmocka_unit_test(a_pile_has_one_straight_side),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
