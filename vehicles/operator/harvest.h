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
    VEH_HARVEST_GATHER,    // the arms take the tree, and the knives open for the next
    VEH_HARVEST_TAKE,      // knives around what the arms hold
    VEH_HARVEST_FALL,      // until the stem lies
    VEH_HARVEST_FEED,      // to the length of the assortment
    VEH_HARVEST_RUN_UP,    // back a little, to take a whorl of branches with a swing
    VEH_HARVEST_TOP_CUT,   // the last log, to its end at the top saw
    VEH_HARVEST_CROSS_CUT, // until the log is off and the bar at home
    VEH_HARVEST_RELEASE,   // the top, or what is lost
    VEH_HARVEST_FETCH,     // a lost stem: head above it, along it
    VEH_HARVEST_LOWER,     // head onto it
    VEH_HARVEST_HOLD,      // knives
    VEH_HARVEST_CUT_FREE,  // off the plate of roots that the wind has torn out
    VEH_HARVEST_FIND_BUTT, // feeds it back to its butt
    VEH_HARVEST_COME_IN,   // crane to a place for driving
    VEH_HARVEST_DONE
};

struct veh_harvest {
    struct veh_demonstrator base;
    int tree;      // index into the stand, -1: none
    int tries;     // to grip and fell it
    int regrips;   // for the height of its cut
    double height; // [m] of the saw above its place in the last step
    double higher; // [m] than it could be: where a novice means to cut
    struct veh_demo_drive drive;
    struct {
        int tree;             // -1: the crane is not on the way out yet
        struct sim_vec3 fall; // unit, level
        double chosen;        // [m] to go when that was chosen
    } first;                  // of the stop that is near
    int detours;              // since the last tree, out and back counted each
    struct {
        struct sim_vec3 head; // [m] where it last moved on
        double at;            // [s]
    } free;                   // on its way to a tree
    struct sim_vec3 up;       // unit, the machine's when it began the tree
    struct sim_vec3 tried;    // where it could not be felled to; 0: not tried
    struct sim_vec3 fall;     // unit, level: where the tree shall fall
    struct sim_vec3 rest;     // [m] from the tip to the upright head: along its opening, across, up
    bool rest_known;
    struct sim_pose stand;  // of the machine in the last step
    bool stood;             // it held the crane over a tree then
    double rocking;         // [m] of the tip upwards, by the machine that rocks on its tyres
    struct sim_vec3 hold;   // [m] where the crane's tip shall be
    int key;                // of the assortment that is fed to, or VEH_HARVEST_PROPOSED; -1: none
    double log_begun;       // [s] when the present log's turn came
    double ordered;         // [s] when its key was last pressed, 0: not yet
    double marked;          // [s] when the grade's key was last pressed
    int marks;              // how often for the present log
    bool cut_through;       // the log is off, and the bar goes home
    int log;                // the stem that has come off last, -1: none of the present tree
    double top_place;       // [m] length at the saw where the top saw ends the last log
    bool no_top;            // the present log is not cut by the top saw
    int run_ups;            // for the present log
    double fed, fed_at;     // [m] length when the stem last moved, [s] when that was
    SIM_ARRAY(int) put_off; // trees that no try has felled yet, into the stand
    bool second_round;      // those of the first are tried from another side
    bool lost;              // a stem has left the head that may give more logs
    int stem;               // of the present tree that it fetches
    int fetches;            // of the present tree's stems so far
    double grip_at;         // [m] from that stem's butt to the saw
    double searched; // [s] when it last did not hold it; when it asked for the butt, 0: not yet
    struct {
        int tree;
        enum veh_demo_saying why;
    } left;               // of which it last could not bring a stem to its end
    bool missed;          // the present tree's grip or cut is made once more
    double leaving;       // [s] since it has let a stem go
    struct sim_vec3 lead; // [m] of the tip, against crowns that push what the arms hold
    double gathered;      // [s] of its state, when the arms held the tree
    double pending[VEH_WORK_ELEMENTS];    // [s] of the next tree
    SIM_ARRAY(struct veh_tree_work) work; // per tree, in the order of felling
};

enum { VEH_HARVEST_PROPOSED = VEH_PRODUCT_KEYS }; // the computer chooses

// ---- from tree to tree (demo_harvest.c) ----

void veh_harvest_begin_tree(struct veh_harvest *demo, const struct veh_worksite *site, int tree);
// Tells the computer the present tree's species.
void veh_harvest_choose_species(const struct veh_harvest *demo, const struct veh_worksite *site,
                                struct veh_controls *levers);
// [rad] by which the machine leans farther than when it began the tree.
double veh_harvest_lean(const struct veh_harvest *demo, const struct veh_worksite *site);
// The present tree lies with its plate of roots.
bool veh_harvest_is_thrown(const struct veh_harvest *demo, const struct veh_worksite *site);

// ---- plan (harvest_plan.c) ----

// Where the machine stops next: it reaches the nearest tree that is left, as many others as
// possible, and leaves none behind. False: none is within the crane's reach of the road.
bool veh_harvest_choose_stop(const struct veh_harvest *demo, const struct veh_worksite *site,
                             double *along);
// A machine that has slid off the road does not reach from its stop what it should: it drives on,
// or back at the road's end, which leads it onto the road, before it stops there again.
void veh_harvest_plan_detour(struct veh_harvest *demo, const struct veh_worksite *site);
// The tree to fell next without moving, so that the crane slews least for all that are within
// reach; of those that others hide from the crane only if hidden_too; -1: none is within reach.
int veh_harvest_choose_tree(const struct veh_harvest *demo, const struct veh_worksite *site,
                            bool hidden_too);
// The tree that it fells first at the stop to which it drives; -1: none. way: in which the crane
// waits for it there, unit, level; distance [m] of the tree from the slewing axis.
int veh_harvest_first_tree(const struct veh_harvest *demo, const struct veh_worksite *site,
                           struct sim_vec3 *way, double *distance);
// The tree nearest to the present one, no farther than within [m], thinner than that, which the
// crane gets to from here; -1: none.
int veh_harvest_choose_companion(const struct veh_harvest *demo, const struct veh_worksite *site,
                                 double thinner, double within);
// Where the present tree shall fall: clear of its neighbours, above all of those that are to stay,
// and so that neither crown nor logs come towards the machine. Unit, level.
struct sim_vec3 veh_harvest_choose_fall(const struct veh_harvest *demo,
                                        const struct veh_worksite *site);
// Whether logs roll and stay in the way there, and a machine that climbs onto one tips over.
bool veh_harvest_is_steep(const struct veh_worksite *site, struct sim_vec3 p);
// Cost of each metre by which logs come too near to the tree: on a slope the head needs room about
// trees that are yet to be felled.
double veh_harvest_log_costs(const struct ter_tree *tree, bool steep);
// Whether the crane reaches p from where the machine stands.
bool veh_harvest_reaches(const struct veh_harvest *demo, const struct veh_worksite *site,
                         struct sim_vec3 p);
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

// The best assortment that the stem still gives, by its thickness and by the grade of its wood; -1:
// none.
int veh_harvest_next_assortment(const struct veh_harvest *demo, const struct veh_worksite *site,
                                int stem);
// Whether the stem's axis runs through the head, so that the rollers have it.
bool veh_harvest_lies_in_rollers(const struct veh_harvest *demo, const struct veh_worksite *site,
                                 int stem);
// Place of the tip to process the stem in the head.
void veh_harvest_choose_hold(struct veh_harvest *demo, const struct veh_worksite *site);
// Feeds to the next log's length, or lays down what gives none.
void veh_harvest_start_log(struct veh_harvest *demo, const struct veh_worksite *site);
// Opens the knives over what the stem still is.
void veh_harvest_lay_down(struct veh_harvest *demo, const struct veh_worksite *site,
                          enum veh_demo_saying why);
// Holds the stem where it is processed; gives way where the machine leans. Returns the distance
// [m].
double veh_harvest_hold_stem(struct veh_harvest *demo, const struct veh_worksite *site,
                             double speed, struct veh_controls *levers);
void veh_harvest_fall(struct veh_harvest *demo, const struct veh_worksite *site,
                      struct veh_controls *levers);
void veh_harvest_feed(struct veh_harvest *demo, const struct veh_worksite *site,
                      struct veh_controls *levers);
void veh_harvest_run_up(struct veh_harvest *demo, const struct veh_worksite *site,
                        struct veh_controls *levers);
void veh_harvest_cross_cut(struct veh_harvest *demo, const struct veh_worksite *site,
                           struct veh_controls *levers);

// ---- the top saw (harvest_top.c) ----

// Whether the present log is the last of its stem, and the head has a top saw that ends it.
bool veh_harvest_tops(struct veh_harvest *demo, const struct veh_worksite *site);
void veh_harvest_top_cut(struct veh_harvest *demo, const struct veh_worksite *site,
                         struct veh_controls *levers);

// ---- several thin trees (harvest_gather.c) ----

// Felled stems in the head of a machine that has arms.
int veh_harvest_bunched(const struct veh_harvest *demo, const struct veh_worksite *site);
// Stems that the arms hold.
int veh_harvest_gathered(const struct veh_harvest *demo, const struct veh_worksite *site);
// [m] that these take up in the head, along its opening.
double veh_harvest_gathered_room(const struct veh_harvest *demo, const struct veh_worksite *site);
// Whether the closed knives have the present tree in the head, where wheel and rollers touch it;
// with what the arms hold, where the saw cuts it.
bool veh_harvest_between_knives(const struct veh_harvest *demo, const struct veh_worksite *site);
// Where the head is to be sent so that it comes to the goal, although crowns push what the arms
// hold.
struct sim_vec3 veh_harvest_lead(struct veh_harvest *demo, const struct veh_worksite *site,
                                 struct sim_vec3 goal);
// Whether the arms are to take the present tree, and another is felled before all are processed.
bool veh_harvest_gathers(const struct veh_harvest *demo, const struct veh_worksite *site);
void veh_harvest_gather(struct veh_harvest *demo, const struct veh_worksite *site,
                        struct veh_controls *levers);
// Closes the knives around what the arms hold, and lays it down.
void veh_harvest_take(struct veh_harvest *demo, const struct veh_worksite *site);
void veh_harvest_take_bunch(struct veh_harvest *demo, const struct veh_worksite *site,
                            struct veh_controls *levers);

// ---- a lost stem (harvest_fetch.c) ----

// Opens the head, whose stem is lost or does not obey: it is fetched from where it comes to lie.
void veh_harvest_lose(struct veh_harvest *demo, const struct veh_worksite *site,
                      enum veh_demo_saying why);
// From the way to it until the knives hold it.
static inline bool veh_harvest_is_fetching(const struct veh_harvest *demo) {
    return demo->base.state >= VEH_HARVEST_FETCH && demo->base.state <= VEH_HARVEST_HOLD;
}
// Reaches for the present tree, which the wind has thrown. False: the crane does not get to it.
bool veh_harvest_reach_thrown(struct veh_harvest *demo, const struct veh_worksite *site);
void veh_harvest_cut_free(struct veh_harvest *demo, const struct veh_worksite *site,
                          struct veh_controls *levers);
// Whether it now fetches a stem that it has lost.
bool veh_harvest_fetches(struct veh_harvest *demo, const struct veh_worksite *site);
void veh_harvest_fetch(struct veh_harvest *demo, const struct veh_worksite *site,
                       struct veh_controls *levers);
void veh_harvest_lower(struct veh_harvest *demo, const struct veh_worksite *site,
                       struct veh_controls *levers);
void veh_harvest_hold(struct veh_harvest *demo, const struct veh_worksite *site,
                      struct veh_controls *levers);
void veh_harvest_find_butt(struct veh_harvest *demo, const struct veh_worksite *site,
                           struct veh_controls *levers);
