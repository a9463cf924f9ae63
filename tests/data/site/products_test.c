#include "data/site/products.h"

#include "tests/data/bad_input.h"

static const char whole[] = "products:\n"
                            "  - name: saw log\n"
                            "    species: Fi\n"
                            "    place: butt\n"
                            "    volume: mid\n"
                            "    diameters: under_bark\n"
                            "    min_top_cm: 19\n"
                            "    max_butt_cm: 60\n"
                            "    top_position_cm: 10\n"
                            "    window_cm: [2, 6]\n"
                            "    lengths: [[4, 4.3]]\n"
                            "    prices: [[18, 80, 82], [24, 90, 95]]\n"
                            "    shares: [[24, 0, 30]]\n"
                            "    colours: [[24, 1, 5]]\n"
                            "  - {name: pulp, lengths: [[3]], prices: [[8, 30]]}\n"
                            "max_loss_percent: 5\n";

static void a_file_becomes_products(void **state) {
    (void)state;
    struct veh_products products;
    struct dat_diagnostics d;
    dat_diagnostics_init(&d, "p.yaml", whole);
    const bool ok = dat_read_products(whole, "p.yaml", &products, &d);
    dat_diagnostics_print(&d, stderr);
    assert_true(ok);
    assert_int_equal(products.count, 2);
    assert_near(products.max_loss, 0.05, 1e-12);
    const struct veh_product *saw = &products.product[0], *pulp = &products.product[1];
    assert_string_equal(saw->name, "saw log");
    assert_int_equal(saw->species, TER_SPRUCE);
    assert_int_equal(saw->place, VEH_BUTT_ONLY);
    assert_int_equal(saw->volume, VEH_VOLUME_MID);
    assert_true(saw->diameter_under_bark && saw->volume_under_bark && !pulp->diameter_under_bark);
    assert_near(saw->min_top, 0.19, 1e-12);
    assert_near(saw->max_butt, 0.6, 1e-12);
    assert_near(saw->top_position, 0.1, 1e-12);
    assert_near(saw->window_low, 0.02, 1e-12);
    assert_near(saw->window_high, 0.06, 1e-12);
    assert_true(saw->diameter_count == 2 && saw->length_count == 2);
    assert_near(saw->diameter[1], 0.24, 1e-12);
    assert_near(saw->length[1], 4.3, 1e-12);
    assert_near(saw->cell[0][0].price, 80.0, 0.0);
    assert_near(saw->cell[1][1].price, 95.0, 0.0);
    assert_near(saw->cell[1][1].target, 30.0, 0.0);
    assert_near(saw->cell[0][1].target, 0.0, 0.0);
    assert_int_equal(saw->cell[1][1].colour, 5);
    assert_int_equal(pulp->species, -1);
    assert_near(pulp->min_top, 0.08, 1e-12); // the first class
}

#define ONE(rest) "products:\n  - name: a\n" rest

static void mistakes_are_named_with_their_place(void **state) {
    (void)state;
    static const struct bad_input table[] = {
        {"products: []\n", 1, 1, "expected at least one product"},
        {ONE("    lengths: [[4]]\n    prices: [[18, -1]]\n"), 4, 19, "-1"},
        {ONE("    lengths: [[4, 3]]\n    prices: [[18, 1, 2]]\n"), 3, 5,
         "the length class of 300 cm overlaps that of 400 cm"},
        {ONE("    lengths: [[4]]\n    prices: [[18, 1], [18, 2]]\n"), 4, 24,
         "the diameter class of 18 cm overlaps that of 18 cm"},
        {ONE("    lengths: [[4, 5]]\n    prices: [[18, 1]]\n"), 4, 15,
         "a row of 'prices' has numbers: 2, expected 3"},
        {ONE("    lengths: [[4]]\n    prices: [[18, 1]]\n    shares: [[20, 1]]\n"), 5, 15,
         "'prices' has no diameter class of 20 cm"},
        {ONE("    lengths: [[4]]\n    prices: [[18, 1]]\n    colours: [[18, 8]]\n"), 5, 5,
         "a colour is 8, expected 0 to 7"},
        {ONE("    min_top_cm: 12\n    lengths: [[4]]\n    prices: [[18, 1]]\n"), 3, 17,
         "a gap: tops of 120 to 180 mm have no diameter class"},
        {ONE("    species: sprucy\n    lengths: [[4]]\n    prices: [[18, 1]]\n"), 3, 14,
         "unknown species 'sprucy' (did you mean 'spruce'?)"},
        {ONE("    lengths: [[4]]\n    prices: [[18, 1]]\n"
             "  - {name: a, lengths: [[4]], prices: [[18, 1]]}\n"),
         5, 6, "duplicate product 'a'"},
        {ONE("    min_top_cm: 18\n    window_cm: [3, 3]\n    lengths: [[4]]\n    prices: [[18, "
             "1]]\n"),
         4, 5, "the cutting window is empty"},
        {ONE("    lengths: [4]\n    prices: [[18, 1]]\n"), 3, 15, "a list of rows"},
    };
    for (size_t i = 0; i < sizeof table / sizeof table[0]; i++) {
        struct veh_products products;
        struct dat_diagnostics d;
        dat_diagnostics_init(&d, "p.yaml", table[i].text);
        assert_false(dat_read_products(table[i].text, "p.yaml", &products, &d));
        assert_reported(&d, &table[i]);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_file_becomes_products),
        cmocka_unit_test(mistakes_are_named_with_their_place),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
