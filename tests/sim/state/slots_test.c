// Slots of an array: which one a new item gets, and which ids name an item.
#include "sim/state/slots.h"

#include <stdint.h>

#include "tests/near.h"

struct thing {
    bool used;
    uint32_t generation;
    int value;
};

struct things {
    SIM_ARRAY(struct thing) all;
};

struct thing_id {
    uint32_t index, generation;
};

static struct thing_id create(struct things *things, int start) {
    int index;
    SIM_SLOT_FIND(&things->all, index, start, (struct thing){.value = -1});
    struct thing *thing = &things->all.items[index];
    *thing = (struct thing){.used = true, .generation = thing->generation + 1};
    return (struct thing_id){(uint32_t)index, thing->generation};
}

static void the_first_slot_that_is_not_in_use_is_found(void **state) {
    (void)state;
    struct things things = {0};
    for (uint32_t i = 0; i < 40; i++) { // the array grows
        const struct thing_id id = create(&things, 0);
        assert_int_equal(id.index, i);
        assert_int_equal(id.generation, 1);
    }
    things.all.items[7].used = things.all.items[30].used = false;
    assert_int_equal(create(&things, 8).index, 30);
    assert_int_equal(create(&things, 0).index, 7);
    assert_int_equal(create(&things, 0).index, 40);
    assert_int_equal(things.all.count, 41);
    SIM_ARRAY_FREE(&things.all);
}

static void slots_left_out_hold_the_given_value(void **state) {
    (void)state;
    struct things things = {0};
    assert_int_equal(create(&things, 3).index, 3);
    assert_int_equal(things.all.count, 4);
    for (int i = 0; i < 3; i++) {
        assert_false(things.all.items[i].used);
        assert_int_equal(things.all.items[i].value, -1);
    }
    assert_int_equal(create(&things, 0).index, 0);
    SIM_ARRAY_FREE(&things.all);
}

static void an_id_does_not_name_the_successor_of_its_item(void **state) {
    (void)state;
    struct things things = {0};
    const struct thing_id none = {0}, first = create(&things, 0);
    assert_true(SIM_SLOT_VALID(&things.all, first));
    assert_false(SIM_SLOT_VALID(&things.all, none));
    things.all.items[0].used = false;
    assert_false(SIM_SLOT_VALID(&things.all, first));
    const struct thing_id second = create(&things, 0);
    assert_int_equal(second.index, first.index);
    assert_true(SIM_SLOT_VALID(&things.all, second));
    assert_false(SIM_SLOT_VALID(&things.all, first));
    // An index beyond the array, and one that is negative as an int.
    assert_false(SIM_SLOT_VALID(&things.all, ((struct thing_id){1, 1})));
    assert_false(SIM_SLOT_VALID(&things.all, ((struct thing_id){0xffffffff, 1})));
    SIM_ARRAY_FREE(&things.all);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_first_slot_that_is_not_in_use_is_found),
        cmocka_unit_test(slots_left_out_hold_the_given_value),
        cmocka_unit_test(an_id_does_not_name_the_successor_of_its_item),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
