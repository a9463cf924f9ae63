#pragma once

// A level worksite without a forest, and a machine of a box that stands still, for the tests of
// vehicles/.

#include <stdio.h>
#include <string.h>

#include "tests/near.h"
#include "vehicles/site.h"

struct small_site {
    struct ter_ground ground;
    struct ter_stand stand;
    struct veh_worksite site;
};

// slope: rise along x per metre.
static inline void small_site_init_with(struct small_site *s, double slope,
                                        const struct sim_world_def *world) {
    memset(s, 0, sizeof *s);
    assert_true(ter_ground_init(&s->ground, 121, 121, -60.0, -60.0, 1.0));
    for (int r = 0; r < 121; r++)
        for (int c = 0; c < 121; c++)
            s->ground.heights[r * 121 + c] = slope * (c - 60.0);
    ter_stand_init(&s->stand);
    assert_true(ter_stand_index(&s->stand));
    struct veh_worksite_def def = veh_default_worksite_def();
    def.world = *world;
    def.ground = &s->ground;
    def.stand = &s->stand;
    assert_true(veh_worksite_init(&s->site, &def));
}

static inline void small_site_init(struct small_site *s, double slope) {
    const struct veh_worksite_def def = veh_default_worksite_def();
    small_site_init_with(s, slope, &def.world);
}

// Begins anew with the trees that were added to the stand since.
static inline void small_site_restart(struct small_site *s) {
    assert_true(ter_stand_index(&s->stand));
    veh_worksite_finish(&s->site);
    struct veh_worksite_def def = veh_default_worksite_def();
    def.ground = &s->ground;
    def.stand = &s->stand;
    assert_true(veh_worksite_init(&s->site, &def));
}

static inline void small_site_finish(struct small_site *s) {
    veh_worksite_finish(&s->site);
    ter_stand_finish(&s->stand);
    ter_ground_finish(&s->ground);
}

static inline void small_site_steps(struct small_site *s, int steps) {
    static const struct veh_controls hands_off[VEH_MAX_MACHINES];
    for (int i = 0; i < steps; i++)
        veh_worksite_step(&s->site, hands_off);
}

// A whole spruce above its stump, and a log of it.
static inline struct ter_stem spruce(void) {
    return ter_stem_whole(TER_SPRUCE, 0.28, 22.0, 11.0, 0.1);
}
static inline struct ter_stem spruce_log(double length) {
    const struct ter_stem whole = spruce();
    struct ter_stem log, rest, butt;
    ter_stem_split(&whole, 1.5, &butt, &rest);
    ter_stem_split(&rest, length, &log, &butt);
    ter_stem_delimb(&log, length);
    return log;
}
