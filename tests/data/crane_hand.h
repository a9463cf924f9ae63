// A hand that moves the crane of a forwarder on the test stand by its levers alone: where the jaws
// shall be, how they lie, and what the grip's lever does.
#pragma once

#include "tests/data/machine_stand.h"
#include "vehicles/operator/load.h"
#include "vehicles/site.h"

struct crane_hand {
    struct machine_stand stand;
    struct veh_load load; // only its crane and its jaws
};

static inline void crane_hand_start(struct crane_hand *hand) {
    machine_stand_start(&hand->stand, "forwarder", NULL, 0, 0.0);
    hand->load = (struct veh_load){.base.task.machine = 0};
    assert_true(veh_crane_control_init(&hand->load.base.crane, &hand->stand.site, 0));
    assert_true(veh_jaws_init(&hand->load.jaws, &hand->stand.site, 0));
    machine_stand_run(&hand->stand, 3.0);
}

// One step with the jaws' centre led to p, to grip along d. Returns what is missing [m + rad].
static inline double crane_hand_lead(struct crane_hand *hand, struct sim_vec3 p, struct sim_vec3 d,
                                     double speed, double grip) {
    struct veh_controls *levers = &hand->stand.levers[0];
    struct veh_worksite *site = &hand->stand.site;
    *levers = (struct veh_controls){{0.0}};
    const double turn = veh_load_aim(&hand->load, site, d, levers);
    const double distance = veh_load_move(&hand->load, site, p, speed, levers);
    levers->value[VEH_GRIP] = grip;
    veh_worksite_step(site, hand->stand.levers);
    assert_null(sim_world_fault(site->world));
    return distance + turn;
}

// Until the jaws have been there for a second, 25 s at most.
static inline void crane_hand_go(struct crane_hand *hand, struct sim_vec3 p, struct sim_vec3 d,
                                 double speed, double grip) {
    int calm = 0;
    for (int i = 0; i < 2500 && calm < 100; i++)
        calm = crane_hand_lead(hand, p, d, speed, grip) < 0.1 ? calm + 1 : 0;
}

static inline struct sim_vec3 crane_hand_place(const struct crane_hand *hand) {
    return veh_jaws_pose(&hand->load.jaws, &hand->stand.site).p;
}

// The jaws open above the place, go down until their tips are on the ground, close, and lift.
static inline void crane_hand_grip(struct crane_hand *hand, struct sim_vec3 place,
                                   struct sim_vec3 along, double opening) {
    const struct veh_worksite *site = &hand->stand.site;
    struct sim_vec3 p = {place.x, place.y, 2.5};
    const double wide = opening * hand->load.jaws.widest;
    for (int i = 0; i < 2000; i++) {
        const double lever = veh_jaws_lever(&hand->load.jaws, site, wide);
        if (crane_hand_lead(hand, p, along, 1.2, lever) < 0.06 && i > 600)
            break;
    }
    for (int i = 0; i < 700; i++) {
        p.z = crane_hand_place(hand).z + 4.0 * veh_jaws_rise(&hand->load.jaws, site, 0.02, NULL);
        const double lever = veh_jaws_lever(&hand->load.jaws, site, wide);
        crane_hand_lead(hand, p, along, 0.6, i < 350 ? lever : 0.6);
    }
    p.z = 3.0;
    crane_hand_go(hand, p, along, 0.6, 1.0);
}
