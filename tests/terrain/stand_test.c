#include "terrain/stand.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "tests/near.h"

// A fixed sequence in [0, 1), so that every run plants the same trees.
static double next_share(unsigned *state) {
    *state = *state * 1664525U + 1013904223U;
    return (double)(*state >> 8) / 16777216.0;
}

static struct ter_tree tree_at(double x, double y, double dbh) {
    struct ter_tree tree = {
        .species = TER_SPRUCE, .dbh = dbh, .height = 20.0, .crown_base = 10.0, .crown_width = 3.0};
    tree.position = (struct sim_vec3){x, y, 5.0};
    return tree;
}

static void plant(struct ter_stand *stand, int count, double x0, double y0, double size) {
    ter_stand_init(stand);
    unsigned seed = 7;
    for (int i = 0; i < count; i++) {
        const double x = x0 + size * next_share(&seed);
        const double y = y0 + size * next_share(&seed);
        struct ter_tree tree = tree_at(x, y, 0.1 + 0.4 * next_share(&seed));
        (void)snprintf(tree.id, sizeof tree.id, "t%d", i);
        assert_true(ter_stand_add(stand, &tree));
    }
    assert_true(ter_stand_index(stand));
}

// Second method: every tree, without the grid.
static int touching(const struct ter_stand *stand, double x0, double y0, double x1, double y1,
                    int *indices) {
    int found = 0;
    for (int i = 0; i < stand->count; i++) {
        const struct ter_tree *tree = &stand->trees[i];
        const double px = fmin(fmax(tree->position.x, x0), x1);
        const double py = fmin(fmax(tree->position.y, y0), y1);
        if (hypot(tree->position.x - px, tree->position.y - py) <= ter_tree_radius(tree) &&
            tree->status != TER_TREE_FELLED)
            indices[found++] = i;
    }
    return found;
}

static void query_finds_what_a_full_search_finds(void **state) {
    (void)state;
    struct ter_stand stand;
    plant(&stand, 500, -40.0, 300.0, 130.0);
    for (int i = 0; i < stand.count; i += 7)
        ter_stand_fell(&stand, i);
    unsigned seed = 99;
    int total = 0;
    for (int q = 0; q < 300; q++) {
        const double x0 = -60.0 + 170.0 * next_share(&seed);
        const double y0 = 280.0 + 170.0 * next_share(&seed);
        const double x1 = x0 + 40.0 * next_share(&seed);
        const double y1 = y0 + 40.0 * next_share(&seed);
        int expected[500];
        int found[500];
        const int n = touching(&stand, x0, y0, x1, y1, expected);
        assert_int_equal(ter_stand_query(&stand, x0, y0, x1, y1, found, 500), n);
        assert_memory_equal(found, expected, (size_t)n * sizeof(int));
        total += n;
    }
    assert_true(total > 1000);
    ter_stand_finish(&stand);
}

static void query_sees_a_stem_that_reaches_over_from_the_next_cell(void **state) {
    (void)state;
    struct ter_stand stand;
    ter_stand_init(&stand);
    const struct ter_tree corner = tree_at(0.0, 0.0, 0.3);
    const struct ter_tree tree = tree_at(10.05, 5.0, 0.3);
    assert_true(ter_stand_add(&stand, &corner));
    assert_true(ter_stand_add(&stand, &tree));
    assert_true(ter_stand_index(&stand));
    int found[2];
    assert_int_equal(ter_stand_query(&stand, 9.0, 4.0, 9.95, 6.0, found, 2), 1);
    assert_int_equal(found[0], 1);
    assert_int_equal(ter_stand_query(&stand, 9.0, 4.0, 9.8, 6.0, found, 2), 0);
    ter_stand_finish(&stand);
}

static void query_counts_more_than_it_writes(void **state) {
    (void)state;
    struct ter_stand stand;
    plant(&stand, 50, 0.0, 0.0, 20.0);
    int found[3] = {-1, -1, -1};
    assert_int_equal(ter_stand_query(&stand, -1.0, -1.0, 21.0, 21.0, found, 2), 50);
    assert_int_equal(found[2], -1);
    ter_stand_finish(&stand);
}

static void an_empty_stand_has_no_trees(void **state) {
    (void)state;
    struct ter_stand stand;
    ter_stand_init(&stand);
    assert_true(ter_stand_index(&stand));
    int found[1];
    assert_int_equal(ter_stand_query(&stand, -1e9, -1e9, 1e9, 1e9, found, 1), 0);
    ter_stand_finish(&stand);
    struct ter_stand zeroed = {0};
    ter_stand_finish(&zeroed);
}

static void far_apart_trees_do_not_ask_for_a_huge_grid(void **state) {
    (void)state;
    struct ter_stand stand;
    ter_stand_init(&stand);
    const struct ter_tree near = tree_at(0.0, 0.0, 0.3);
    const struct ter_tree far = tree_at(1e7, 1e7, 0.3);
    assert_true(ter_stand_add(&stand, &near));
    assert_true(ter_stand_add(&stand, &far));
    assert_true(ter_stand_index(&stand));
    assert_true(stand.columns <= 1000 && stand.rows <= 1000);
    int found[2];
    assert_int_equal(ter_stand_query(&stand, 1e7 - 1.0, 1e7 - 1.0, 1e7 + 1.0, 1e7 + 1.0, found, 2),
                     1);
    assert_int_equal(found[0], 1);
    ter_stand_finish(&stand);
}

static void finds_a_status_by_its_word(void **state) {
    (void)state;
    struct ter_stand stand;
    plant(&stand, 20, 0.0, 0.0, 50.0);
    ter_stand_fell(&stand, 4);
    assert_int_equal(stand.trees[4].status, TER_TREE_FELLED);
    enum ter_tree_status status = TER_TREE_STANDING;
    static const char *const words[TER_TREE_STATUS_COUNT] = {"standing", "marked", "crop",
                                                             "felled"};
    for (int s = 0; s < TER_TREE_STATUS_COUNT; s++) {
        assert_true(ter_tree_status_find(words[s], &status));
        assert_int_equal(status, s);
    }
    assert_false(ter_tree_status_find("lying", &status));
    ter_stand_finish(&stand);
}

static void a_tree_stands_on_its_foot(void **state) {
    (void)state;
    const struct ter_tree tree = tree_at(3.0, 4.0, 0.3);
    const struct ter_stem stem = ter_tree_stem(&tree);
    const struct sim_pose pose = ter_tree_stem_pose(&tree);
    assert_near(pose.p.z, 5.0 + ter_stump_height, 1e-12);
    const double tip = sim_pose_point(pose, sim_vec3(0.0, 0.0, ter_stem_length(&stem))).z;
    assert_near(tip, 5.0 + 20.0, 1e-12);
}

// By one to two degrees, to all sides alike, and the same tree always the same way.
static void trees_lean_by_their_ids(void **state) {
    (void)state;
    enum { TREES = 1000 };
    const double degree = SIM_PI / 180.0;
    double x = 0.0, y = 0.0, sum = 0.0;
    for (int i = 0; i < TREES; i++) {
        struct ter_tree tree = tree_at(3.0, 4.0, 0.3), again = tree;
        (void)snprintf(tree.id, sizeof tree.id, "%d", i);
        memcpy(again.id, tree.id, sizeof tree.id);
        ter_tree_lean_by_id(&tree);
        ter_tree_lean_by_id(&again);
        assert_near(tree.lean_x - again.lean_x, 0.0, 0.0);
        const struct sim_vec3 up = sim_rotate(ter_tree_pose(&tree).q, sim_vec3(0.0, 0.0, 1.0));
        const double lean = sim_acos(up.z);
        assert_true(lean > 0.999 * degree && lean < 2.001 * degree);
        assert_near(up.x * tree.lean_y - up.y * tree.lean_x, 0.0, 1e-12);
        x += tree.lean_x / lean;
        y += tree.lean_y / lean;
        sum += lean;
    }
    // Standard deviations of the means: 0.7 / sqrt(1000) and 0.29 degrees / sqrt(1000).
    assert_near(x / TREES, 0.0, 0.07);
    assert_near(y / TREES, 0.0, 0.07);
    assert_near(sum / TREES, 1.5 * degree, 0.03 * degree);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(query_finds_what_a_full_search_finds),
        cmocka_unit_test(query_sees_a_stem_that_reaches_over_from_the_next_cell),
        cmocka_unit_test(query_counts_more_than_it_writes),
        cmocka_unit_test(an_empty_stand_has_no_trees),
        cmocka_unit_test(far_apart_trees_do_not_ask_for_a_huge_grid),
        cmocka_unit_test(finds_a_status_by_its_word),
        cmocka_unit_test(a_tree_stands_on_its_foot),
        cmocka_unit_test(trees_lean_by_their_ids),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
