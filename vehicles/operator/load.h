// The demonstrator of loading, inside: what its files share.
#pragma once

#include "vehicles/operator/grip_plan.h"
#include "vehicles/operator/kind.h"

enum veh_load_state {
    VEH_LOAD_DRIVE,
    VEH_LOAD_REACH,
    VEH_LOAD_LOWER,
    VEH_LOAD_CLOSE,
    VEH_LOAD_LIFT,
    VEH_LOAD_PUT_BACK,
    VEH_LOAD_DRAW_IN,
    VEH_LOAD_SWING,
    VEH_LOAD_SET_DOWN,
    VEH_LOAD_OPEN,
    VEH_LOAD_RAISE,
    VEH_LOAD_FOLD,
    VEH_LOAD_CARRY,
    VEH_LOAD_DONE
};

static const double veh_load_reach_low = 2.4, veh_load_reach_high = 7.6; // [m] from the pillar

enum { VEH_LOAD_STOPS = 12 };

struct veh_load {
    struct veh_demonstrator base;
    struct veh_jaws jaws;
    struct veh_demo_drive drive;
    double tried[VEH_LOAD_STOPS]; // [m] on the road: where it has stopped since it last loaded logs
    int tried_count;
    int loaded;           // most logs that lay in the bunk
    int grips;            // laid into the bunk
    int misses;           // since logs were laid into the bunk: it becomes more modest
    struct veh_grip grip; // that it goes for
    double still;         // [s] when the jaws last moved
    double lowest;        // [m] of the grip centre then, in the world
    double opening;       // [rad] of them then
    struct sim_vec3 goal; // [m] where the grip centre shall go
    // What hangs in the jaws, since it was lifted.
    int held[VEH_GRIP_LOGS], held_count;
    double depth;   // [m] of its lowest end below the grip centre
    double ends[2]; // [m] of it ahead of the grip centre and behind it, in the grapple's frame
};

// ---- load_drive.c: on the road ----

// Plans a drive to the place from which the crane reaches most. False: it reaches no log from any
// place where it has not been.
bool veh_load_plan_drive(struct veh_load *load, const struct veh_worksite *site);
// [m] on the road: as far as the load is to be carried, forward where there is room.
double veh_load_carry_to(const struct veh_load *load, const struct veh_worksite *site);

// ---- load_grip.c: from the pile into the air ----

// A log that lies on no machine.
bool veh_load_wants(const struct veh_load *load, const struct veh_worksite *site, int stem);
// Whether the crane reaches p [m] past the machine; bunk: the pose of its bunk's body. Sets the
// distance [m] from the pillar.
bool veh_load_reaches(const struct veh_load *load, const struct veh_worksite *site,
                      struct sim_vec3 pillar, struct sim_pose bunk, struct sim_vec3 p,
                      double *radius);
// Plans the best grip within reach. False: there is none of a value of more than least [kg].
bool veh_load_plan_grip(struct veh_load *load, const struct veh_worksite *site, double least);
// The logs in the jaws, at most VEH_GRIP_LOGS of them; returns their number.
int veh_load_held(const struct veh_load *load, const struct veh_worksite *site, int held[]);
void veh_load_miss(struct veh_load *load, const struct veh_worksite *site); // tries again
void veh_load_reach(struct veh_load *load, const struct veh_worksite *site,
                    struct veh_controls *levers);
void veh_load_lower(struct veh_load *load, const struct veh_worksite *site,
                    struct veh_controls *levers);
void veh_load_close(struct veh_load *load, const struct veh_worksite *site,
                    struct veh_controls *levers);
void veh_load_lift(struct veh_load *load, const struct veh_worksite *site,
                   struct veh_controls *levers);
void veh_load_put_back(struct veh_load *load, const struct veh_worksite *site,
                       struct veh_controls *levers);
void veh_load_draw_in(struct veh_load *load, const struct veh_worksite *site,
                      struct veh_controls *levers);

// ---- load_place.c: from the air into the bunk ----

struct sim_pose veh_load_bunk_pose(const struct veh_load *load, const struct veh_worksite *site);
// [m] in the world: z above the floor of the bunk, y to the left of its middle.
struct sim_vec3 veh_load_bunk_place(const struct veh_load *load, const struct veh_worksite *site,
                                    double y, double z);
// [m] above the floor of the bunk at which a grip passes over the stakes.
double veh_load_clear_height(const struct veh_load *load, const struct veh_worksite *site);
struct sim_vec3 veh_load_bunk_direction(const struct veh_load *load,
                                        const struct veh_worksite *site);
void veh_load_swing(struct veh_load *load, const struct veh_worksite *site,
                    struct veh_controls *levers);
void veh_load_set_down(struct veh_load *load, const struct veh_worksite *site,
                       struct veh_controls *levers);
void veh_load_open(struct veh_load *load, const struct veh_worksite *site,
                   struct veh_controls *levers);

// ---- load_hand.c: the crane ----

static const double veh_load_passing_radius = 3.1; // [m] from the pillar, over the stakes

// Turns the rotator so that the jaws grip along d; returns the angle to go [rad].
double veh_load_aim(const struct veh_load *load, const struct veh_worksite *site, struct sim_vec3 d,
                    struct veh_controls *levers);
// Moves the tip so that the grip centre comes to p; returns the distance [m].
double veh_load_move(const struct veh_load *load, const struct veh_worksite *site,
                     struct sim_vec3 p, double speed, struct veh_controls *levers);
// The same around what stands beside the machine: it draws in, slews, and only then reaches out.
double veh_load_move_around(const struct veh_load *load, const struct veh_worksite *site,
                            struct sim_vec3 p, double speed, struct veh_controls *levers);
