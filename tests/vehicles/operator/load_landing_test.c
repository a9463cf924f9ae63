// Piles at the landing: which logs they take, and where the next ones are laid.
#include <math.h>

#include "tests/vehicles/bunk_machine.h"
#include "vehicles/operator/load.h"
#include "vehicles/site.h"

static struct fixture f;
static struct veh_load load;

// Two assortments of one species, with a landing of its own for each.
static int set_up(void **state) {
    (void)state;
    start(&f, false, 9.81);
    load = (struct veh_load){.kind_count = 2, .landing_count = 2};
    load.kinds[0] = (struct veh_load_kind){.species = TER_SPRUCE, .length = 4.0};
    load.kinds[1] = (struct veh_load_kind){.species = TER_SPRUCE, .length = 5.0};
    for (int k = 0; k < 2; k++)
        load.landings[k] = (struct veh_load_landing){.area = {.x = 10.0,
                                                              .y = 4.0 * k,
                                                              .length = 5.0,
                                                              .width = 2.6,
                                                              .product = -1,
                                                              .max_height = 0.6},
                                                     .kind = k,
                                                     .truck = -1};
    return 0;
}

static int tear_down(void **state) {
    (void)state;
    finish(&f);
    return 0;
}

// A log along the first landing, y to the left of its middle, its lowest point at height z.
static int lay(double length, double y, double z) {
    const struct ter_stem stem = log_of(length);
    return veh_worksite_add_log(&f.site, &stem, 10.0, y, z + 0.5 * ter_stem_diameter(&stem, 0.0),
                                0.0);
}

static void logs_have_the_landing_of_their_length(void **state) {
    (void)state;
    const int four = lay(4.0, 12.0, 0.0), nearly = lay(4.05, 13.0, 0.0), five = lay(5.0, 14.0, 0.0);
    const int three = lay(3.0, 15.0, 0.0);
    assert_int_equal(veh_load_landing_of(&load, &f.site, four), 0);
    assert_int_equal(veh_load_landing_of(&load, &f.site, nearly), 0);
    assert_int_equal(veh_load_landing_of(&load, &f.site, five), 1);
    assert_int_equal(veh_load_landing_of(&load, &f.site, three), -1);
    assert_int_equal(veh_load_kind_of(&load, &f.site, three), -1);
}

static void a_log_is_piled_once_it_is_brought_there(void **state) {
    (void)state;
    const int there = lay(4.0, 0.3, 0.0), elsewhere = lay(4.0, 12.0, 0.0);
    assert_false(veh_load_piled(&load, &f.site, there)); // it lay there before
    f.site.stems.items[there].load.hauled = true;
    f.site.stems.items[elsewhere].load.hauled = true;
    assert_true(veh_load_piled(&load, &f.site, there));
    assert_true(veh_load_lies_right(&load, &f.site, there));
    const int beside = lay(4.0, -1.5, 0.0); // rolled off, and not brought anew
    f.site.stems.items[beside].load.hauled = true;
    assert_true(veh_load_piled(&load, &f.site, beside));
    assert_false(veh_load_lies_right(&load, &f.site, beside));
    assert_int_equal(veh_load_count_piled(&load, &f.site), 1);
    assert_false(veh_load_piled(&load, &f.site, elsewhere));
    const int on_another = lay(4.0, 4.0, 0.0); // to load it once more would tear that pile apart
    assert_true(veh_load_wants(&load, &f.site, on_another));
    f.site.stems.items[on_another].load.hauled = true;
    assert_false(veh_load_wants(&load, &f.site, on_another));
    assert_false(veh_load_lies_right(&load, &f.site, on_another));
}

// The middle first, then the free side, then on top, until the pile is too high.
static void the_lowest_place_is_next(void **state) {
    (void)state;
    struct sim_vec3 place;
    assert_true(veh_load_pile_place(&load, &f.site, 0, &place));
    assert_near(place.z, 0.0, 1e-9);
    assert_near(place.y, 0.0, 1e-9);
    const int right = lay(4.0, -0.6, 0.0);
    lay(4.0, -0.2, 0.0);
    assert_true(veh_load_pile_place(&load, &f.site, 0, &place));
    assert_near(place.z, 0.0, 1e-9);
    assert_true(place.y > 0.2);
    for (int i = 0; i < 3; i++)
        lay(4.0, 0.2 + 0.35 * i, 0.0);
    assert_true(veh_load_pile_place(&load, &f.site, 0, &place));
    const double thick = ter_stem_diameter(&f.site.stems.items[right].stem, 2.0);
    assert_near(place.z, thick, 0.05);
    for (int layer = 1; layer < 4; layer++)
        for (int i = 0; i < 7; i++)
            lay(4.0, -0.9 + 0.3 * i, layer * thick);
    assert_false(veh_load_pile_place(&load, &f.site, 0, &place));
}

static void a_ninth_assortment_is_one_too_many(void **state) {
    (void)state;
    load.kind_count = load.landing_count = 0;
    for (int i = 0; i < VEH_LOAD_KINDS; i++)
        lay(2.0 + 0.5 * i, 12.0 + i, 0.0);
    lay(2.05, 30.0, 0.0); // of the first
    assert_true(veh_load_find_kinds(&load, &f.site));
    assert_int_equal(load.kind_count, VEH_LOAD_KINDS);
    lay(7.0, 32.0, 0.0);
    assert_false(veh_load_find_kinds(&load, &f.site));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(logs_have_the_landing_of_their_length, set_up, tear_down),
        cmocka_unit_test_setup_teardown(a_log_is_piled_once_it_is_brought_there, set_up, tear_down),
        cmocka_unit_test_setup_teardown(the_lowest_place_is_next, set_up, tear_down),
        cmocka_unit_test_setup_teardown(a_ninth_assortment_is_one_too_many, set_up, tear_down),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
