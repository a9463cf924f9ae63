// Equal spruces in a row, whose crowns touch, for tests of crowns and branches.
#pragma once

#include "tests/vehicles/small_site.h"

static inline struct ter_tree tree_at(const char *id, double x) {
    struct ter_tree tree = {.position = {x, 0.0, 0.0},
                            .species = TER_SPRUCE,
                            .dbh = 0.28,
                            .height = 22.0,
                            .crown_base = 11.0,
                            .crown_width = 4.0};
    (void)snprintf(tree.id, sizeof tree.id, "%s", id);
    return tree;
}

static inline void plant(struct small_site *s, const struct ter_tree trees[], int count) {
    small_site_init(s, 0.0);
    for (int i = 0; i < count; i++)
        assert_true(ter_stand_add(&s->stand, &trees[i]));
    small_site_restart(s);
}
