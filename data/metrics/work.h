// Recognises the elements of work from what a machine does, whoever operates it: of a harvester
// those of vehicles/operator/work_study.h, of a forwarder those of haul_study.h.
//
// The purpose of a time is often known only later. The time since a stem was let go is the way
// out to the next tree if that is sawn, and the way in if the machine drives off; a drive with some
// logs in the bunk is one while loading if more are gripped from the ground. Such a time is
// undecided until then.
#pragma once

#include "vehicles/operator/haul_study.h"
#include "vehicles/operator/work_study.h"
#include "vehicles/worksite.h"

// A step of the machine, all that the recognisers see of it.
struct dat_work_signs {
    double dt;       // [s]
    bool drives;     // it is asked to drive, or rolls on after that
    bool acts;       // any lever of it is moved, or it does something by itself
    double distance; // [m] driven in the step
    struct {
        bool closed;   // knives are asked to close
        bool holds;    // a stem
        bool standing; // that has its roots
        bool saws, feeds;
        int stem;      // that it holds, -1: none
        int tree;      // of that, -1: none
        bool beside;   // empty, and close to a felled stem of the tree that was asked for
        int logs;      // cut in the step
        double volume; // [m^3] of them, over bark
    } head;
    struct {
        int logs;                   // in the bunk, loose and fused
        double volume;              // [m^3] of them, over bark
        int held;                   // by the grapple
        int from_ground, from_bunk; // gripped in the step
    } load;
};

// ---- harvester (harvest_work.c) ----

enum dat_harvest_phase { DAT_PHASE_BETWEEN, DAT_PHASE_FELLING, DAT_PHASE_PROCESSING };

// Zeroed at the start.
struct dat_harvest_work {
    enum dat_harvest_phase phase;
    int trees;                        // begun so far
    int stem;                         // last worked on: tells stems without a tree apart
    struct veh_tree_work present;     // the last of them
    double before[VEH_WORK_ELEMENTS]; // [s] of all the others
    double next[VEH_WORK_ELEMENTS];   // [s] of the tree after it
    double undecided, again;          // [s] since the stem was let go; since a missed grip
    double idle;                      // [s] for which nothing has moved
    double fed;                       // [s] for which a felled stem is fed that was not taken yet
    bool closed, grips, missed, moved, felled;
    bool regrips; // a felled stem of the present tree was gripped, and let go
};

void dat_harvest_work_step(struct dat_harvest_work *work, const struct dat_work_signs *now);
// [s] so far of all trees; what is undecided is the way in, before the first tree other.
double dat_harvest_work_seconds(const struct dat_harvest_work *work, enum veh_work_element element);

// The present tree, what is undecided as above unless the machine has driven on.
struct veh_tree_work dat_harvest_work_present(const struct dat_harvest_work *work);

// ---- forwarder (haul_work.c) ----

enum dat_haul_phase { DAT_PHASE_EMPTY, DAT_PHASE_LOADING, DAT_PHASE_UNLOADING };

// Zeroed at the start.
struct dat_haul_work {
    enum dat_haul_phase phase;
    int loads;                        // begun so far
    struct veh_haul_work present;     // the last of them
    struct veh_haul_work next;        // what was done for the one after it
    double before[VEH_HAUL_ELEMENTS]; // [s] of all the others
    double driven, stood, distance;   // [s], [s], [m] undecided, since it drove off with logs
    int aboard;                       // logs on the machine
    int lying;                        // those when the grapple was last empty
    int before_grip;                  // those when it gripped some of them; 0: they are laid down
    double idle;                      // [s] for which nothing has moved
    double open;                      // [s] for which no log was between the tongs
    // The first grips out of the bunk, as long as it may be that a log has only fallen off the
    // load.
    struct {
        double driven, distance; // [s], [m] of the drive before
        double moved;            // [s] driven since
        int fetched;             // logs aboard when some were gripped from the ground; 0: none
    } doubt;
};

void dat_haul_work_step(struct dat_haul_work *work, const struct dat_work_signs *now);
// [s] so far of all loads; an undecided drive is one with the load.
double dat_haul_work_seconds(const struct dat_haul_work *work, enum veh_haul_element element);
// The present load, what is undecided as above.
struct veh_haul_work dat_haul_work_present(const struct dat_haul_work *work);

// ---- signs (work_signs.c) ----

// Of the machine in the step that the site has just made. dt [s]: of the step; drove: it has driven
// in the step before; tree: that whose stem may be looked for, -1: none.
struct dat_work_signs dat_work_signs_of(const struct veh_worksite *site, int machine, double dt,
                                        bool drove, int tree);
