// The parts of the harvest's demonstrator (demo_harvest.c): its plan, its hand on crane and head,
// and the processing of a felled stem.
#pragma once

#include "vehicles/operator/kind.h"
#include "vehicles/operator/work_study.h"
#include "vehicles/part/crane.h"
#include "vehicles/part/head.h"

enum veh_harvest_state {
    VEH_HARVEST_DRIVE,     // along the road to the next stop
    VEH_HARVEST_REACH,     // head to a place behind the tree, upright, opening towards the fall
    VEH_HARVEST_CLOSE_IN,  // head onto the stem
    VEH_HARVEST_GRIP,      // knives
    VEH_HARVEST_SAW,       // through the tree
    VEH_HARVEST_FALL,      // until the stem lies
    VEH_HARVEST_FEED,      // to the length of the assortment
    VEH_HARVEST_RUN_UP,    // back a little, to take a whorl of branches with a swing
    VEH_HARVEST_CROSS_CUT, // until the log is off and the bar at home
    VEH_HARVEST_RELEASE,   // the top
    VEH_HARVEST_COME_IN,   // crane to a place for driving
    VEH_HARVEST_DONE
};

struct veh_harvest {
    struct veh_demonstrator base;
    int tree;      // index into the stand, -1: none
    int tries;     // to grip and fell it
    int regrips;   // for the height of its cut
    double height; // [m] of the saw above its place in the last step
    struct veh_demo_drive drive;
    int detours;           // since the last tree, out and back counted each
    struct sim_vec3 tried; // where it could not be felled to; 0: not tried
    struct sim_vec3 fall;  // unit, level: where the tree shall fall
    struct sim_vec3 rest;  // [m] from the tip to the upright head: along its opening, across, up
    bool rest_known;
    struct sim_vec3 hold;   // [m] where the crane's tip shall be
    int key;                // of the assortment that is fed to, or VEH_HARVEST_PROPOSED; -1: none
    double log_begun;       // [s] when the present log's turn came
    double ordered;         // [s] when its key was last pressed, 0: not yet
    double marked;          // [s] when the grade's key was last pressed
    bool cut_through;       // the log is off, and the bar goes home
    int run_ups;            // for the present log
    double fed, fed_at;     // [m] length when the stem last moved, [s] when that was
    SIM_ARRAY(int) put_off; // trees that no try has felled yet, into the stand
    bool second_round;      // those of the first are tried from another side
    bool missed;            // the present tree's grip or cut is made once more
    double leaving;         // [s] since it has let a stem go
    double pending[VEH_WORK_ELEMENTS];    // [s] of the next tree
    SIM_ARRAY(struct veh_tree_work) work; // per tree, in the order of felling
};

enum { VEH_HARVEST_PROPOSED = VEH_PRODUCT_KEYS }; // the computer chooses

// ---- plan (harvest_plan.c) ----

// Where the machine stops next: it reaches the nearest tree that is left, as many others as
// possible, and leaves none behind. False: none is within the crane's reach of the road.
bool veh_harvest_choose_stop(const struct veh_harvest *demo, const struct veh_worksite *site,
                             double *along);
// A machine that has slid off the road does not reach from its stop what it should: it drives on,
// or back at the road's end, which leads it onto the road, before it stops there again.
void veh_harvest_plan_detour(struct veh_harvest *demo, const struct veh_worksite *site);
// The tree to fell next without moving, the nearest first, and of those that others hide from the
// crane only if hidden_too; -1: none is within reach.
int veh_harvest_choose_tree(const struct veh_harvest *demo, const struct veh_worksite *site,
                            bool hidden_too);
// Where the present tree shall fall: clear of its neighbours, above all of those that are to stay,
// and so that neither crown nor logs come towards the machine. Unit, level.
struct sim_vec3 veh_harvest_choose_fall(const struct veh_harvest *demo,
                                        const struct veh_worksite *site);
// A tree of the task that still stands and is not put off; -1: none.
int veh_harvest_tree_left(const struct veh_harvest *demo, const struct veh_worksite *site);

// ---- crane and head (harvest_reach.c) ----

// Learns how the upright head hangs below the tip; called in each step.
void veh_harvest_watch_head(struct veh_harvest *demo, const struct veh_worksite *site);
// Turns the rotator so that the head opens towards d (level). Returns the angle to go [rad].
double veh_harvest_aim(const struct veh_harvest *demo, const struct veh_worksite *site,
                       struct sim_vec3 d, struct veh_controls *levers);
// Moves the tip so that the upright head's saw comes to p, and damps the head's swing. Returns the
// distance to p [m].
double veh_harvest_head_to(const struct veh_harvest *demo, const struct veh_worksite *site,
                           struct sim_vec3 p, double speed, struct veh_controls *levers);
// The same from afar: high, and drawn in where standing trees are in the way.
double veh_harvest_reach_for(const struct veh_harvest *demo, const struct veh_worksite *site,
                             struct sim_vec3 p, struct veh_controls *levers);
// Moves the tip to p, drawn in where standing trees are in the way.
void veh_harvest_tip_around(const struct veh_harvest *demo, const struct veh_worksite *site,
                            struct sim_vec3 p, struct veh_controls *levers);
double veh_harvest_tip_to(const struct veh_harvest *demo, const struct veh_worksite *site,
                          struct sim_vec3 p, double speed, struct veh_controls *levers);

// ---- the felled stem (harvest_process.c) ----

void veh_harvest_fall(struct veh_harvest *demo, const struct veh_worksite *site,
                      struct veh_controls *levers);
void veh_harvest_feed(struct veh_harvest *demo, const struct veh_worksite *site,
                      struct veh_controls *levers);
void veh_harvest_run_up(struct veh_harvest *demo, const struct veh_worksite *site,
                        struct veh_controls *levers);
void veh_harvest_cross_cut(struct veh_harvest *demo, const struct veh_worksite *site,
                           struct veh_controls *levers);
