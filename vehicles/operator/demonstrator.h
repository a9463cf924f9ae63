// The demonstrator: a scripted operator. It sees what an operator sees (positions of machine,
// crane, trees, logs, the head's display) and moves the same levers a trainee has, nothing else.
#pragma once

#include "terrain/road.h"
#include "vehicles/operator/crane_control.h"

enum veh_demo_result { VEH_DEMO_GOING, VEH_DEMO_DONE, VEH_DEMO_FAILED };

#define VEH_DEMO_MAX_TREES 16
#define VEH_DEMO_MAX_PICK 4

struct veh_demonstrator {
    int machine;
    const struct ter_road *road; // must outlive the demonstrator
    struct veh_crane_control crane;
    int state;
    double entered;    // [s] when the state began
    char message[160]; // what it is doing, or why it failed
    // Harvest: trees to fell in this order.
    int trees[VEH_DEMO_MAX_TREES], tree_count, tree;
    struct sim_vec3 fall; // unit, level: where the tree shall fall
    double stop_along;    // [m] on the road where it works on the present tree
    struct sim_vec3 hold; // [m] where the tip waits
    struct sim_vec3 hang; // [m] from the tip to the head, averaged over its swing
    int logs_cut;         // of the present tree
    int assortment;
    // Load: logs to fetch.
    int picked[VEH_DEMO_MAX_PICK], picked_count; // stems the grapple goes for
    int grips, misses;                           // grips laid into the bunk; grips that failed
    int wanted_logs;
    double carry;                // [m] to drive with the load
    double carry_from, carry_to; // [m] along the road
    struct sim_vec3 goal;        // [m] where the grip centre shall go
};

// Fells the given trees (indices into the stand) one after the other and cuts them to the site's
// assortments.
bool veh_demo_harvest_init(struct veh_demonstrator *demo, const struct veh_worksite *site,
                           int machine, const struct ter_road *road, const int *trees, int count);
enum veh_demo_result veh_demo_harvest_step(struct veh_demonstrator *demo,
                                           const struct veh_worksite *site,
                                           struct veh_controls *levers);

// Loads at least wanted_logs logs that lie beside the road into the bunk and carries them carry [m]
// along the road.
bool veh_demo_load_init(struct veh_demonstrator *demo, const struct veh_worksite *site, int machine,
                        const struct ter_road *road, int wanted_logs, double carry);
enum veh_demo_result veh_demo_load_step(struct veh_demonstrator *demo,
                                        const struct veh_worksite *site,
                                        struct veh_controls *levers);
