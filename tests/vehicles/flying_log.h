// A log that flies against a standing tree.
#pragma once

#include "tests/vehicles/small_site.h"

// Begins a site with one tree of that status, its stem in tree_stem[0], and a log 0.5 m before it
// that flies at that speed [m/s].
static inline void small_site_throw_log(struct small_site *s, enum ter_tree_status status,
                                        double speed) {
    const struct ter_tree tree = {.id = "a",
                                  .species = TER_SPRUCE,
                                  .dbh = 0.28,
                                  .height = 22.0,
                                  .crown_base = 11.0,
                                  .crown_width = 3.0,
                                  .status = status};
    small_site_init(s, 0.0);
    assert_true(ter_stand_add(&s->stand, &tree));
    small_site_restart(s);
    const struct ter_stem stem = ter_tree_stem(&tree), log = spruce_log(3.0);
    s->site.tree_stem[0] =
        veh_stem_create(&s->site, &stem, ter_tree_stem_pose(&tree), VEH_STEM_STANDING, 0);
    const int flying = veh_worksite_add_log(&s->site, &log, -0.5, 0.0, 1.5, 0.5 * SIM_PI);
    sim_body_set_velocity(s->site.world, s->site.stems.items[flying].body,
                          sim_vec3(speed, 0.0, 0.0), sim_vec3(0.0, 0.0, 0.0));
}
