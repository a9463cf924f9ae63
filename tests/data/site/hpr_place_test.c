#include "data/site/hpr_place.h"

#include <math.h>
#include <string.h>

#include "tests/near.h"

static struct dat_diagnostics d;
static struct ter_stand stand;
static struct dat_stand_draft draft;

static void begin(const struct ter_ground *ground) {
    dat_diagnostics_init(&d, "t.hpr", NULL);
    ter_stand_init(&stand);
    draft = (struct dat_stand_draft){.ground = ground, .stand = &stand, .d = &d};
}

static void end(void) {
    SIM_ARRAY_FREE(&draft.lines);
    ter_stand_finish(&stand);
}

static struct dat_hpr_place stem(double latitude, double longitude, int line) {
    return (struct dat_hpr_place){.tree = {.species = TER_SPRUCE, .dbh = 0.3, .height = 25.0},
                                  .geo = {latitude, longitude},
                                  .line = line};
}

// A degree of latitude is 111.2 km at 51 degrees, one of longitude 70.2 km: WGS84.
static void stems_keep_their_distances(void **state) {
    (void)state;
    struct dat_hpr_place stems[3] = {stem(51.0, 9.0, 1), stem(51.0001, 9.0, 2),
                                     stem(51.0, 9.0002, 3)};
    int crs = -1;
    begin(NULL);
    assert_true(dat_hpr_place_stems(stems, 3, &draft, &crs));
    assert_int_equal(crs, 0);
    assert_int_equal(stand.count, 3);
    const struct ter_tree *t = stand.trees;
    assert_near(t[1].position.y - t[0].position.y, 11.12, 0.02);
    assert_near(t[2].position.x - t[0].position.x, 14.04, 0.02);
    end();
}

static void a_stem_whose_place_is_taken_stands_beside(void **state) {
    (void)state;
    struct dat_hpr_place stems[4];
    for (int i = 0; i < 4; i++) {
        stems[i] = stem(51.0, 9.0, i + 1);
        stems[i].of_machine = true;
    }
    int crs;
    begin(NULL);
    assert_true(dat_hpr_place_stems(stems, 4, &draft, &crs));
    assert_int_equal(stand.count, 4);
    for (int i = 0; i < 4; i++)
        for (int k = 0; k < i; k++) {
            const double x = stand.trees[i].position.x - stand.trees[k].position.x;
            const double y = stand.trees[i].position.y - stand.trees[k].position.y;
            assert_true(hypot(x, y) > 0.3);  // a stem's thickness at least
            assert_true(hypot(x, y) < 15.0); // within the crane's reach
        }
    end();
}

static void on_ground_of_its_own_the_middle_lies_on_the_middle(void **state) {
    (void)state;
    struct ter_ground ground;
    assert_true(ter_ground_init(&ground, 61, 41, 0.0, 0.0, 1.0));
    for (int i = 0; i < 61 * 41; i++)
        ground.heights[i] = 7.0;
    struct dat_hpr_place stems[2] = {stem(51.0, 9.0, 1), stem(51.0001, 9.0002, 2)};
    int crs = -1;
    begin(&ground);
    assert_true(dat_hpr_place_stems(stems, 2, &draft, &crs));
    assert_int_equal(crs, 0);
    assert_near(0.5 * (stand.trees[0].position.x + stand.trees[1].position.x), 30.0, 0.5);
    assert_near(0.5 * (stand.trees[0].position.y + stand.trees[1].position.y), 20.0, 0.5);
    assert_near(stand.trees[0].position.z, 7.0, 1e-9);
    end();
    ter_ground_finish(&ground);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(stems_keep_their_distances),
        cmocka_unit_test(a_stem_whose_place_is_taken_stands_beside),
        cmocka_unit_test(on_ground_of_its_own_the_middle_lies_on_the_middle),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
