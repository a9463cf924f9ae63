// The demonstrator of loading, inside: what its files share.
#pragma once

#include "vehicles/operator/grip_plan.h"
#include "vehicles/operator/haul_study.h"
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
    VEH_LOAD_BRING,
    VEH_LOAD_LAY,
    VEH_LOAD_PRISE,
    VEH_LOAD_DONE
};

static const double veh_load_reach_low = 2.4, veh_load_reach_high = 7.6; // [m] from the pillar
// [m] of a log's end below the grip centre, for which the crane is high enough: logs that hang
// lower do not pass over the stakes.
static const double veh_load_hang_most = 1.35;
static const double veh_load_lane_most = 0.8; // [m] of a grip from the bunk's middle

// VEH_LOAD_MISSES: as often as it tries from one stop before it drives to another.
// VEH_LOAD_TRIES: grips that have failed, each of which counts as progress.
enum {
    VEH_LOAD_STOPS = 12,
    VEH_LOAD_KINDS = 8,
    VEH_LOAD_ZONES = 3,
    VEH_LOAD_MISSES = 3,
    VEH_LOAD_TRIES = 10,
    VEH_LOAD_LANDINGS = 16,
    VEH_LOAD_VAIN = 16
};

// An assortment: the species, and the length within veh_pile_length.
struct veh_load_kind {
    enum ter_species species;
    double length; // [m]
    int zone;      // of the bunk, in which it lies
};

// A part of the bunk's width, in which logs of the same landing lie.
struct veh_load_zone {
    double left, right; // [m] to the left of the bunk's middle
};

// The place where it unloads.
struct veh_load_landing {
    struct veh_landing area;
    int kind;  // -1: the worksite's; else a place of its own for logs of that assortment
    int truck; // -1: on the ground; else that machine's bunk, for all logs
    bool full; // there is no place for more
};

struct veh_load {
    struct veh_demonstrator base;
    struct veh_jaws jaws;
    struct veh_demo_drive drive;
    double tried[VEH_LOAD_STOPS]; // [m] on the road: where it has stopped since it last loaded logs
    int tried_count;
    int loaded;                                 // most logs that lay in the bunk
    int overflows;                              // bundles laid there since, by which it was no more
    struct veh_load_kind kinds[VEH_LOAD_KINDS]; // of the logs to load
    int kind_count;
    struct veh_load_zone zones[VEH_LOAD_ZONES];
    int zone_count; // 0: the whole width for all
    int turn;       // in layers: the kind that is loaded now; kind_count: all of them
    struct veh_load_landing landings[VEH_LOAD_LANDINGS];
    int landing_count; // 0: not yet chosen
    bool unloading;    // from the bunk to the landings; else from the ground into the bunk
    bool prises;       // it parts logs that lie too close to be gripped, and grips none
    bool arrives;      // with a load, whose first stop is being planned
    int prised;        // times since logs were last laid into a pile
    int reaches;       // into the bunk since then
    bool from_bunk;    // the present grip is one of logs on the machine
    int aboard;        // logs on the machine when some were last laid into a pile
    int piled;         // logs on the landings then
    int tidied;        // grips of logs that had rolled off a pile, since the load was brought
    int sorted;        // of those, grips of logs on a pile of others before the bunk was empty
    // Logs on a pile of others that it has not got without those beside them: they stay there.
    int vain[VEH_LOAD_VAIN], vain_count;
    int landing;      // to which the logs in the jaws go
    int refetched;    // times that it has gripped logs that lay across the stakes
    int straightened; // times that it has gripped logs that stick out, since it last drove
    int misses;       // since logs were laid into the bunk: it becomes more modest
    // Grips that have failed since then, those in the bunk in the frame of its floor.
    struct veh_grip_failure failures[VEH_LOAD_TRIES];
    int failure_count;
    double floor;             // [m] of the bunk's floor above the lower side of its loading space
    double narrowest, widest; // [rad] openings for a grip from the ground; widest 0: any
    double gave_way;          // [m] upward, for tips that stood on something
    struct veh_grip grip;     // that it goes for
    double still;             // [s] when the jaws last moved
    struct sim_vec3 hung;     // [m] where the grip centre was then
    double lowest;            // [m] of the grip centre then, in the world
    double opening;           // [rad] of them then
    struct sim_vec3 goal;     // [m] where the grip centre shall go
    struct sim_vec3 lean;     // [m] from the tip to the grapple that hangs there at rest
    double looked;            // [s] when it last looked at that
    bool slews;               // high over what stands beside the machine
    // The load in the jaws, since it was lifted.
    int held[VEH_GRIP_LOGS], held_count;
    double depth;   // [m] of its lowest end below the grip centre
    double higher;  // [m] that it is lifted above that, since it did not pass over the stakes
    double lane;    // [m] to the left of the bunk's middle, where it is laid
    double bed;     // [m] of what it is laid on, above the floor there
    double ends[2]; // [m] of it ahead of the grip centre and behind it, in the grapple's frame
    // Time study: of each load, and whether the last one is being unloaded.
    SIM_ARRAY(struct veh_haul_work) work;
    bool emptying;
    enum veh_haul_element element; // of the last step
};

// ---- load_work.c: time study ----

// After each step of the demonstrator.
void veh_load_study(struct veh_load *load, const struct veh_worksite *site);

// ---- load_drive.c: on the road ----

// Plans a drive to that place [m] on the road, as fast as operators drive for that element of work.
void veh_load_plan_way(struct veh_load *load, double along, enum veh_haul_element element);
// Plans a drive to the place from which the crane reaches most. False: it reaches no log from any
// place where it has not been.
bool veh_load_plan_drive(struct veh_load *load, const struct veh_worksite *site);
// Begins with the layer of that assortment, or of the first one after it that lies within reach;
// without layers with all. False: nothing does.
bool veh_load_plan_layer(struct veh_load *load, const struct veh_worksite *site, int turn);
// Plans a drive with the crane over the load to a place from which it reaches the landings for logs
// on the machine. False: it has been there since it last laid logs into a pile.
bool veh_load_plan_landing(struct veh_load *load, const struct veh_worksite *site);
// [m] on the road: as far as the load is to be carried, forward where there is room.
double veh_load_carry_to(const struct veh_load *load, const struct veh_worksite *site);

// ---- load_plan.c: which logs to grip ----

// A log that lies on no machine, and in no pile of its own.
bool veh_load_wants(const struct veh_load *load, const struct veh_worksite *site, int stem);
// A log in the bunk, on the load or across the stakes.
bool veh_load_aboard(const struct veh_load *load, const struct veh_worksite *site, int stem);
int veh_load_count_aboard(const struct veh_load *load, const struct veh_worksite *site);
// One that has come to lie across the stakes or the headboard.
bool veh_load_astray(const struct veh_load *load, const struct veh_worksite *site, int stem);
// Whether the machine carries few others that go onto the same pile.
bool veh_load_is_alone(const struct veh_load *load, const struct veh_worksite *site, int stem);
// A loose log on the load or leaning on it, an end of which is farther out than the stakes.
bool veh_load_sticks_out(const struct veh_load *load, const struct veh_worksite *site, int stem);
// Whether the crane reaches p [m] past the machine; bunk: the pose of its bunk's body. Sets the
// distance [m] from the pillar.
bool veh_load_reaches(const struct veh_load *load, const struct veh_worksite *site,
                      struct sim_vec3 pillar, struct sim_pose bunk, struct sim_vec3 p,
                      double *radius);
// Plans the best grip within reach. False: there is none of a value of more than least [kg].
bool veh_load_plan_grip(struct veh_load *load, const struct veh_worksite *site, double least);
// Knows the height of the bunk's floor.
void veh_load_find_floor(struct veh_load *load, const struct veh_worksite *site);
// Plans the best grip of logs that lie on a pile of others, and of no others. False: there is none.
bool veh_load_plan_sorting_grip(struct veh_load *load, const struct veh_worksite *site);
// Plans the best grip of logs beside the piles that the crane reaches. False: there is none.
bool veh_load_plan_stray_grip(struct veh_load *load, const struct veh_worksite *site);
// Plans the best grip from the ground of logs that are wanted, of a value of more than least [kg].
// pure: of no others. False: there is none.
bool veh_load_plan_ground_grip(struct veh_load *load, const struct veh_worksite *site,
                               bool (*wanted)(const struct veh_load *, const struct veh_worksite *,
                                              int stem),
                               bool pure, double least);
// In the middle of the bunk's floor, x forward.
struct sim_pose veh_load_floor(const struct veh_load *load, const struct veh_worksite *site);
// Plans the best grip of logs on the machine that are wanted. pure: of no others.
bool veh_load_plan_bunk_grip(struct veh_load *load, const struct veh_worksite *site,
                             bool (*wanted)(const struct veh_load *, const struct veh_worksite *,
                                            int stem),
                             bool pure, double least);

// Plans where the closed jaws go down between two logs of the top layer, to part them. False: there
// is no such place.
bool veh_load_plan_prising(struct veh_load *load, const struct veh_worksite *site);

// ---- load_grip.c: from the pile into the air ----

// The logs in the jaws, at most VEH_GRIP_LOGS of them; returns their number.
int veh_load_held(const struct veh_load *load, const struct veh_worksite *site, int held[]);
// The present grip has failed: others come first. A new try is progress, VEH_LOAD_TRIES times.
void veh_load_note_failure(struct veh_load *load, const struct veh_worksite *site);
// Jaws that have come to rest come no nearer to their place: it lies higher than the crane lifts
// so near to the pillar, or something is in their way.
bool veh_load_hangs_still(struct veh_load *load, const struct veh_worksite *site);
void veh_load_miss(struct veh_load *load, const struct veh_worksite *site); // tries again
void veh_load_reach(struct veh_load *load, const struct veh_worksite *site,
                    struct veh_controls *levers);
// Watches the jaws sink: it has begun, and they have come as deep as they come.
void veh_load_begin_sinking(struct veh_load *load, const struct veh_worksite *site);
bool veh_load_lands(struct veh_load *load, const struct veh_worksite *site);
void veh_load_lower(struct veh_load *load, const struct veh_worksite *site,
                    struct veh_controls *levers);
void veh_load_close(struct veh_load *load, const struct veh_worksite *site,
                    struct veh_controls *levers);
void veh_load_prise(struct veh_load *load, const struct veh_worksite *site,
                    struct veh_controls *levers);
void veh_load_lift(struct veh_load *load, const struct veh_worksite *site,
                   struct veh_controls *levers);
// The logs hang too far out of balance to pass over the stakes: back with them.
void veh_load_begin_putting_back(struct veh_load *load, const struct veh_worksite *site);
void veh_load_put_back(struct veh_load *load, const struct veh_worksite *site,
                       struct veh_controls *levers);
void veh_load_draw_in(struct veh_load *load, const struct veh_worksite *site,
                      struct veh_controls *levers);

// ---- load_place.c: from the air into the bunk ----

// Chooses where what hangs in the jaws is laid. Returns the height [m] of the lowest place above
// the floor.
double veh_load_choose_lane(struct veh_load *load, const struct veh_worksite *site);
// [m] above the floor: of the lowest place on a full load.
double veh_load_full_height(const struct veh_load *load, const struct veh_worksite *site);
struct sim_pose veh_load_bunk_pose(const struct veh_load *load, const struct veh_worksite *site);
// [m] in the world: z above the floor of the bunk, y to the left of its middle.
struct sim_vec3 veh_load_bunk_place(const struct veh_load *load, const struct veh_worksite *site,
                                    double y, double z);
// [m] above the floor of the bunk at which a grip passes over the stakes.
double veh_load_clear_height(const struct veh_load *load, const struct veh_worksite *site);
struct sim_vec3 veh_load_bunk_direction(const struct veh_load *load,
                                        const struct veh_worksite *site);
// Whether the jaws are between the stakes, or above that place.
bool veh_load_is_over_bunk(const struct veh_load *load, const struct veh_worksite *site);
// Whether the logs in the jaws rest on anything that is not in them.
bool veh_load_rests(const struct veh_load *load, const struct veh_worksite *site);
void veh_load_swing(struct veh_load *load, const struct veh_worksite *site,
                    struct veh_controls *levers);
void veh_load_set_down(struct veh_load *load, const struct veh_worksite *site,
                       struct veh_controls *levers);
void veh_load_open(struct veh_load *load, const struct veh_worksite *site,
                   struct veh_controls *levers);

// ---- load_zones.c: where in the bunk each assortment lies ----

// Shares the bunk's width among the assortments of the next load.
void veh_load_share_bunk(struct veh_load *load, const struct veh_worksite *site);
// [m] to the left of the bunk's middle: where a bundle of what hangs in the jaws may be laid; of
// what is loaded now where they are empty.
void veh_load_lanes(const struct veh_load *load, const struct veh_worksite *site, double *from,
                    double *to);

// ---- load_landing.c: piles at the landing ----

// The assortments of all logs that it wants, longest first; false: more than VEH_LOAD_KINDS.
bool veh_load_find_kinds(struct veh_load *load, const struct veh_worksite *site);
// Of the log; -1: none of them.
int veh_load_kind_of(const struct veh_load *load, const struct veh_worksite *site, int stem);
// Knows the worksite's landings, and the bunks of its trucks, which take what no landing takes.
void veh_load_know_landings(struct veh_load *load, const struct veh_worksite *site);
// Where there are none, chooses a place beside the road for each assortment. False, and it has
// given up: there is no room.
bool veh_load_find_landings(struct veh_load *load, const struct veh_worksite *site);
// That takes the log; -1: none.
int veh_load_landing_of(const struct veh_load *load, const struct veh_worksite *site, int stem);
// Whether a machine has brought the log to its landing.
bool veh_load_piled(const struct veh_load *load, const struct veh_worksite *site, int stem);
// On the ground, a pile or a truck, but not on the machine itself nor in jaws.
bool veh_load_rests_there(const struct veh_load *load, const struct veh_worksite *site, int stem);
// Whether the log's middle is above a landing that takes it.
bool veh_load_lies_right(const struct veh_load *load, const struct veh_worksite *site, int stem);
// Whether the log's middle is above a landing that does not take it.
bool veh_load_lies_wrong(const struct veh_load *load, const struct veh_worksite *site, int stem);
// The place [m] on the pile's surface where the next logs are best laid. False: the pile is as high
// as it may be.
bool veh_load_pile_place(const struct veh_load *load, const struct veh_worksite *site, int landing,
                         struct sim_vec3 *place);
// [m] of the landing from the road and on it.
struct ter_road_place veh_load_landing_place(const struct veh_load *load, int landing);
bool veh_load_reaches_landing(const struct veh_load *load, const struct veh_worksite *site,
                              int landing);

// ---- load_truck.c: trucks ----

// The bunk of that machine as a place to unload.
struct veh_load_landing veh_load_truck(const struct veh_worksite *site, int machine);
// [m] in the world: the lower side of its loading space.
double veh_load_truck_floor(const struct veh_worksite *site, int machine);
// [m] above the lower side of the own loading space: the highest stakes that logs pass over.
double veh_load_stakes(const struct veh_load *load, const struct veh_worksite *site);
// [m] in the world: of the grip centre, where the empty grapple passes over the stakes of the truck
// that it unloads to; -infinity where it unloads to none.
double veh_load_open_height(const struct veh_load *load, const struct veh_worksite *site);

// ---- load_unload.c: from the bunk to the pile ----

// Begins with the load that lies in the bunk.
void veh_load_begin_unloading(struct veh_load *load, const struct veh_worksite *site);
// Logs on the landings themselves; those that have rolled off do not count.
int veh_load_count_piled(const struct veh_load *load, const struct veh_worksite *site);
// The next grip, the next landing, the next load or the end.
void veh_load_unload_next(struct veh_load *load, const struct veh_worksite *site);
void veh_load_begin_bringing(struct veh_load *load, const struct veh_worksite *site);
void veh_load_bring(struct veh_load *load, const struct veh_worksite *site,
                    struct veh_controls *levers);
void veh_load_lay(struct veh_load *load, const struct veh_worksite *site,
                  struct veh_controls *levers);

// ---- load_hand.c: the crane ----

// [m] from the pillar, where the grapple passes over the stakes.
double veh_load_passing_radius(const struct veh_load *load, const struct veh_worksite *site);

// Turns the rotator so that the jaws grip along d; returns the angle to go [rad].
double veh_load_aim(const struct veh_load *load, const struct veh_worksite *site, struct sim_vec3 d,
                    struct veh_controls *levers);
// Moves the tip so that the grip centre comes to p; returns the distance [m].
double veh_load_move(struct veh_load *load, const struct veh_worksite *site, struct sim_vec3 p,
                     double speed, struct veh_controls *levers);
// The same around what stands beside the machine: it draws in, slews, and only then reaches out.
double veh_load_move_around(struct veh_load *load, const struct veh_worksite *site,
                            struct sim_vec3 p, double speed, struct veh_controls *levers);
