#include "vehicles/computer/products.h"

#include <string.h>

#include "tests/near.h"

static struct veh_product saw_log(void) {
    struct veh_product p = {.species = TER_SPRUCE,
                            .min_top = 0.14,
                            .max_butt = 0.5,
                            .window_low = 0.03,
                            .window_high = 0.06,
                            .diameter_count = 2,
                            .length_count = 2};
    p.diameter[0] = 0.14;
    p.diameter[1] = 0.20;
    p.length[0] = 4.0;
    p.length[1] = 4.9;
    return p;
}

static void assert_problem(const struct veh_product *p, const char *words) {
    char text[128];
    const char *problem = veh_product_problem(p, text, sizeof text);
    if (words == NULL) {
        assert_null(problem);
        return;
    }
    assert_non_null(problem);
    assert_non_null(strstr(problem, words));
}

static void contradictions_are_named(void **state) {
    (void)state;
    struct veh_product p = saw_log();
    assert_problem(&p, NULL);
    p.diameter[1] = 0.14;
    assert_problem(&p, "the diameter class of 140 mm overlaps that of 140 mm");
    p = saw_log();
    p.length[1] = 3.7;
    assert_problem(&p, "the length class of 370 cm overlaps that of 400 cm");
    p = saw_log();
    p.min_top = 0.5;
    assert_problem(&p, "smallest top");
    p = saw_log();
    p.window_high = p.window_low;
    assert_problem(&p, "cutting window is empty");
    p = saw_log();
    p.window_low = -4.0;
    assert_problem(&p, "reaches down to no length");
    p = saw_log();
    p.length_count = 0;
    assert_problem(&p, "needs a class");
}

static void a_class_begins_at_its_limit(void **state) {
    (void)state;
    const struct veh_product p = saw_log();
    assert_int_equal(veh_class(p.diameter, 2, 0.1399), -1);
    assert_int_equal(veh_class(p.diameter, 2, 0.14), 0);
    assert_int_equal(veh_class(p.diameter, 2, 0.1999), 0);
    assert_int_equal(veh_class(p.diameter, 2, 0.9), 1);
    assert_near(veh_product_cut_length(&p, 1), 4.945, 1e-12);
}

// Zacco 1974: a spruce of 300 mm has 4.55 + 0.0312 * 300 = 13.91 mm of bark on both sides.
static void bark_is_zaccos(void **state) {
    (void)state;
    const struct veh_products products = veh_default_products();
    assert_near(veh_under_bark(&products.bark[TER_SPRUCE], 0.300), 0.28609, 1e-12);
    assert_near(veh_under_bark(&products.bark[TER_OAK], 0.005), 0.0, 0.0);
}

static void keys_count_the_products_of_the_species(void **state) {
    (void)state;
    struct veh_products products = veh_default_products();
    assert_false(veh_products_have_prices(&products));
    products.count = 3;
    products.product[0] = products.product[1] = products.product[2] = saw_log();
    products.product[0].species = TER_PINE;
    products.product[2].species = -1;
    assert_int_equal(veh_products_of_key(&products, TER_SPRUCE, 0), 1);
    assert_int_equal(veh_products_of_key(&products, TER_SPRUCE, 1), 2);
    assert_int_equal(veh_products_of_key(&products, TER_SPRUCE, 2), -1);
    assert_int_equal(veh_products_of_key(&products, TER_PINE, 1), 2);
    assert_false(veh_products_have_prices(&products));
    products.product[2].cell[1][1].price = 1.0;
    assert_true(veh_products_have_prices(&products));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(contradictions_are_named),
        cmocka_unit_test(a_class_begins_at_its_limit),
        cmocka_unit_test(bark_is_zaccos),
        cmocka_unit_test(keys_count_the_products_of_the_species),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
