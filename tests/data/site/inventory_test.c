#include "data/site/inventory.h"

#include <string.h>

#include "tests/near.h"

// 21 by 11 spruces, 5 m apart: the hull is 100 m by 50 m.
static void a_rectangle_of_equal_trees(void **state) {
    (void)state;
    struct ter_stand stand;
    struct dat_inventory inventory;
    struct ter_tree tree = {
        .species = TER_SPRUCE, .dbh = 0.25, .height = 22.0, .crown_base = 10.0, .crown_width = 4.0};
    ter_stand_init(&stand);
    for (int i = 0; i < 231; i++) {
        const int k = 100 * i % 231; // in no order
        tree.position = sim_vec3(5.0 * (k % 21), 5.0 * (k / 21), 0.0);
        tree.species = k % 3 == 0 ? TER_PINE : TER_SPRUCE;
        assert_true(ter_stand_add(&stand, &tree));
    }
    tree.status = TER_TREE_FELLED;
    tree.position = sim_vec3(900.0, 900.0, 0.0);
    assert_true(ter_stand_add(&stand, &tree));
    assert_true(dat_inventory_take(&stand, &inventory));
    assert_int_equal(inventory.trees, 231);
    assert_near(inventory.area, 5000.0, 1e-9);
    assert_near(inventory.diameter, 0.25, 1e-12);
    assert_near(inventory.share[TER_PINE], 1.0 / 3.0, 1e-12);
    // A spruce of 25 cm and 22 m has about 0.5 m3 (form factor 0.46).
    assert_near(inventory.volume / 231, 0.5, 0.05);
    char text[200];
    dat_inventory_text(&inventory, text, sizeof text);
    assert_non_null(strstr(text, "231 trees on 0.50 ha: 462 per ha, "));
    assert_non_null(strstr(text, "mean diameter 25.0 cm, 67 % spruce, 33 % pine"));
    ter_stand_finish(&stand);
}

static void a_few_trees_have_no_area(void **state) {
    (void)state;
    struct ter_stand stand;
    struct dat_inventory inventory;
    char text[200];
    ter_stand_init(&stand);
    assert_true(dat_inventory_take(&stand, &inventory));
    dat_inventory_text(&inventory, text, sizeof text);
    assert_string_equal(text, "0 trees");
    const struct ter_tree tree = {
        .species = TER_OAK, .dbh = 0.5, .height = 28.0, .crown_base = 9.0, .crown_width = 9.0};
    assert_true(ter_stand_add(&stand, &tree));
    assert_true(dat_inventory_take(&stand, &inventory));
    dat_inventory_text(&inventory, text, sizeof text);
    assert_non_null(strstr(text, "1 tree, "));
    assert_non_null(strstr(text, "100 % oak"));
    ter_stand_finish(&stand);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_rectangle_of_equal_trees),
        cmocka_unit_test(a_few_trees_have_no_area),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
