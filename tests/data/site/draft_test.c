#include "data/site/draft.h"

#include <math.h>

#include "tests/data/bad_input.h"

struct scene {
    struct ter_ground ground;
    struct ter_stand stand;
    struct dat_stand_draft draft;
    struct dat_diagnostics d;
};

static void begin(struct scene *s) {
    dat_diagnostics_init(&s->d, "t.csv", NULL);
    assert_true(ter_ground_init(&s->ground, 11, 11, 0.0, 0.0, 10.0));
    s->ground.origin_x = 350000.0;
    ter_stand_init(&s->stand);
    s->draft = (struct dat_stand_draft){.ground = &s->ground, .stand = &s->stand, .d = &s->d};
}

static void end(struct scene *s) {
    SIM_ARRAY_FREE(&s->draft.lines);
    ter_stand_finish(&s->stand);
    ter_ground_finish(&s->ground);
}

static struct ter_tree tree_at(const char *id, double x, double y) {
    struct ter_tree tree = {.species = TER_SPRUCE, .dbh = 0.3, .position = {x, y, 0.0}};
    (void)snprintf(tree.id, sizeof tree.id, "%s", id);
    return tree;
}

static void keep(struct scene *s, struct ter_tree tree, int line) {
    if (dat_stand_draft_place(&s->draft, &tree, line, 1))
        assert_true(dat_stand_draft_keep(&s->draft, &tree, line));
}

static void what_is_missing_follows_from_the_stand(void **state) {
    (void)state;
    struct scene s;
    begin(&s);
    struct ter_tree tall = tree_at("1", 350010.0, 10.0);
    tall.height = 30.0;
    keep(&s, tall, 2);
    keep(&s, tree_at("2", 350020.0, 10.0), 3);
    assert_true(dat_stand_draft_complete(&s.draft));
    assert_int_equal(s.d.errors, 0);
    const struct ter_tree *tree = &s.stand.trees[1];
    assert_near(tree->position.x, 20.0, 1e-9); // local
    assert_near(tree->height, 30.0, 0.01);     // as the measured one, of the same diameter
    assert_near(tree->crown_base, ter_species_crown_base(TER_SPRUCE, 0.3, tree->height), 1e-12);
    assert_near(tree->crown_width, ter_species_crown_width(TER_SPRUCE, 0.3), 1e-12);
    end(&s);
}

static void a_tree_off_the_terrain_is_named(void **state) {
    (void)state;
    struct scene s;
    begin(&s);
    keep(&s, tree_at("7", 350101.0, 10.0), 9);
    const struct bad_input row = {"", 9, 1, "tree '7' is off the terrain, expected x 350000.0"};
    assert_reported(&s.d, &row);
    assert_int_equal(s.stand.count, 0);
    end(&s);
}

static void a_second_tree_of_that_name_is_named(void **state) {
    (void)state;
    struct scene s;
    begin(&s);
    keep(&s, tree_at("7", 350010.0, 10.0), 4);
    keep(&s, tree_at("7", 350030.0, 10.0), 6);
    dat_stand_draft_check_ids(&s.draft);
    const struct bad_input row = {"", 6, 1, "duplicate tree '7', the first is in line 4"};
    assert_reported(&s.d, &row);
    end(&s);
}

static void stems_that_overlap_are_named(void **state) {
    (void)state;
    struct scene s;
    begin(&s);
    keep(&s, tree_at("1", 350010.0, 10.0), 4);
    keep(&s, tree_at("2", 350010.29, 10.0), 5);
    keep(&s, tree_at("3", 350011.0, 10.0), 6);
    assert_false(dat_stand_draft_complete(&s.draft));
    assert_int_equal(s.d.errors, 1);
    assert_int_equal(s.d.item[0].line, 5);
    end(&s);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_is_missing_follows_from_the_stand),
        cmocka_unit_test(a_tree_off_the_terrain_is_named),
        cmocka_unit_test(a_second_tree_of_that_name_is_named),
        cmocka_unit_test(stems_that_overlap_are_named),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
