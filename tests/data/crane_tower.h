// A tower of five crossed logs, two and two and one, that the forwarder's crane builds: a hand that
// moves levers grips each log where it lies, turns it, sets it down and lets it go. Nothing else
// moves the logs, whose butts take turns. As always, what has come to rest is joined to the ground,
// and comes loose again while the grapple is near.
#pragma once

#include <math.h>

#include "tests/data/crane_hand.h"
#include "vehicles/tower.h"

enum { TOWER_LOGS = 5 };
static const double thick = 0.2, length = 3.0; // [m] of the logs
static const double apart = 0.6;               // [m] of a layer's two logs from the tower's middle
static const struct sim_vec3 source = {-5.5, 3.5, 0.0}, tower = {-1.0, 5.2, 0.0};

static struct crane_hand hand;
static int tower_log[TOWER_LOGS]; // stems, from below

// The jaws close around the log below them and lift it.
static inline void grip(int log, struct sim_vec3 along) {
    crane_hand_grip(&hand, veh_stem_centre(&hand.stand.site, log), along, 0.7);
    assert_true(veh_stem_pose(&hand.stand.site, log).p.z > 1.0); // it hangs
}

// Sets the log in the jaws down with its middle at that place, and lets it go.
static inline void set_down(int log, struct sim_vec3 place, struct sim_vec3 along) {
    struct sim_vec3 p = {place.x, place.y, place.z + 2.0};
    crane_hand_go(&hand, p, along, 0.8, 1.0);
    const struct sim_vec3 hang =
        sim_sub(crane_hand_place(&hand), veh_stem_centre(&hand.stand.site, log));
    p = sim_add(place, hang);
    for (int i = 0; i < 800; i++)
        crane_hand_lead(&hand, p, along, 0.3, 1.0);
    p = crane_hand_place(&hand);
    for (int i = 0; i < 300; i++) {
        crane_hand_lead(&hand, p, along, 0.25, -0.5);
        p.z += i > 30 ? 0.0025 : 0.0;
    }
    p.z = 3.0;
    crane_hand_go(&hand, p, along, 0.8, 0.0);
}

static inline struct ter_stem spruce(void) {
    struct ter_stem stem = {.species = TER_SPRUCE,
                            .dbh = 0.22,
                            .height = 20.0,
                            .from = 1.3,
                            .to = 1.3 + length,
                            .crown_base = 12.0,
                            .limbs_from = 20.0};
    return stem;
}

// Starts the hand and builds. beyond: [m] of the last log's middle from the tower's, along it.
static inline void build_tower(double beyond) {
    const struct sim_vec3 x = {1.0, 0.0, 0.0}, y = {0.0, 1.0, 0.0};
    const struct ter_stem stem = spruce();
    crane_hand_start(&hand);
    for (int i = 0; i < TOWER_LOGS; i++) {
        const int layer = i / 2;
        const double aside = i == 4 ? 0.0 : i % 2 == 0 ? -apart : apart;
        struct sim_vec3 place = sim_add_scaled(tower, layer == 1 ? x : y, aside);
        place.z = (layer + 0.5) * thick;
        place.x += i == 4 ? beyond : 0.0;
        tower_log[i] = veh_worksite_add_log(&hand.stand.site, &stem, source.x, source.y, -1.0,
                                            i % 2 == 0 ? 0.0 : SIM_PI);
        grip(tower_log[i], x);
        set_down(tower_log[i], place, layer == 1 ? y : x);
    }
}

// The grapple hovers so low that all logs are loose: none is joined to the ground while a tool is
// near. They stay for that time within 2 cm.
static inline void tower_stands_for(double seconds) {
    const struct sim_vec3 above = {tower.x, tower.y, 5.0 * thick + 0.05}, x = {1.0, 0.0, 0.0};
    struct veh_worksite *site = &hand.stand.site;
    struct sim_vec3 stood[TOWER_LOGS];
    for (int i = 0; i < TOWER_LOGS; i++) {
        stood[i] = veh_stem_centre(site, tower_log[i]);
        print_message("log %d at (%.2f, %.2f, %.3f)\n", i, stood[i].x, stood[i].y, stood[i].z);
    }
    for (double t = 0.0; t < seconds; t += sim_world_step_size(site->world))
        crane_hand_lead(&hand, above, x, 0.5, 0.0);
    double moved = 0.0;
    for (int i = 0; i < TOWER_LOGS; i++) {
        const struct sim_vec3 p = veh_stem_centre(site, tower_log[i]);
        assert_near(p.z, (i / 2 + 0.5) * thick, 0.05);
        moved = fmax(moved, sim_length(sim_sub(p, stood[i])));
        assert_false(veh_stem_frozen(&site->stems.items[tower_log[i]]));
    }
    print_message("moved by %.4f m in %.0f s\n", moved, seconds);
    assert_true(moved < 0.02);
    const struct veh_tower found = veh_tower_find(site);
    assert_int_equal(found.logs, TOWER_LOGS);
    assert_int_equal(found.layers, 3);
    assert_near(found.turn, 0.0, 0.1);
}
