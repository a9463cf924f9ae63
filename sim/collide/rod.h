// Inside of the narrow phase: spheres and (tapered) capsules, as far as they are treated alike
// against all convex solids. All in the frame of the solid.
//
// The gap of the ball at place s of the rod is g(s) = d(c + s a) - r - k s with the signed distance
// d of the solid. d is convex, hence g is, too. Contacts are the lowest place of g, the rod's ends
// and the places where the rod passes over the borders of what it lies along.
//
// Once the axis of the rod has entered the solid, the contacts are those along the direction of
// least overlap.
#pragma once

#include "sim/collide/kinds.h"

// A ball moving along a straight line while its radius changes evenly: sphere and (tapered)
// capsule.
struct sim_rod {
    struct sim_vec3 centre; // [m] middle of the axis
    struct sim_vec3 axis;   // unit
    double half;            // [m] half the length of the axis, 0 for a sphere
    double radius;          // [m] at the middle
    double slope;           // change of radius per length, |slope| < 1
};

// In the frame that pose is given in. A capsule with one end inside the other becomes the ball of
// the larger end.
struct sim_rod sim_rod_of(const struct sim_shape *shape, const struct sim_pose *pose);

static inline struct sim_vec3 sim_rod_at(const struct sim_rod *rod, double s) {
    return sim_add_scaled(rod->centre, rod->axis, s);
}
static inline double sim_rod_radius(const struct sim_rod *rod, double s) {
    return rod->radius + rod->slope * s;
}
struct sim_aabb sim_rod_bounds(const struct sim_rod *rod); // of the balls at both ends

void sim_rods_collide(const struct sim_rod *a, const struct sim_rod *b,
                      struct sim_contacts *contacts);

enum {
    SIM_ROD_LOWEST = 0, // features of spots
    SIM_ROD_END = 1,    // at the -z end, and the next one at the +z end
    SIM_ROD_INSIDE = 20,
};

#define SIM_ROD_MAX_SPOTS 9 // two ends, three pairs of borders, the lowest place

static const double sim_rod_together = 5e-3; // [m] borders nearer than this are one spot

struct sim_rod_spot {
    double s, gap;          // [m] place on the rod, and its distance from the solid
    struct sim_vec3 normal; // out of the solid
    uint32_t feature;
};

struct sim_rod_spots {
    const struct sim_rod *rod;    // in the frame
    const struct sim_pose *frame; // to the world
    struct sim_contacts *contacts;
    int count;
    struct sim_rod_spot spot[SIM_ROD_MAX_SPOTS];
};

// No spot yet. The pointers stay the caller's.
static inline void sim_rod_spots_init(struct sim_rod_spots *spots, const struct sim_rod *rod,
                                      const struct sim_pose *frame, struct sim_contacts *contacts) {
    spots->rod = rod;
    spots->frame = frame;
    spots->contacts = contacts;
    spots->count = 0;
}

// Keeps the spot unless it is too far away or an earlier one is at the same place.
void sim_rod_keep(struct sim_rod_spots *spots, struct sim_rod_spot spot);
// Adds the contact of one spot.
void sim_rod_add(const struct sim_rod_spots *spots, const struct sim_rod_spot *spot);
// Adds the contacts of all spots and of the lowest place, which takes over the spot next to it.
void sim_rod_add_all(struct sim_rod_spots *spots, struct sim_rod_spot lowest);

// The direction along which rod and solid overlap least.
struct sim_rod_escape {
    struct sim_vec3 normal;
    double reach;   // [m] of the solid along the normal
    double overlap; // [m] HUGE_VAL: none has been tried
};

// Takes direction n, along which the solid reaches so far [m], if the overlap is less there.
void sim_rod_try_escape(const struct sim_rod *rod, struct sim_vec3 n, double reach,
                        struct sim_rod_escape *best);
// The two directions across an edge (unit) on which the side of the rod lies flat: n edge = 0 and
// n a = k. False where there are none.
bool sim_rod_across(const struct sim_rod *rod, struct sim_vec3 edge, struct sim_vec3 n[2]);
// Adds the contacts along that direction of a rod whose axis is inside from low to high; where that
// is too short for two, at the lowest place.
void sim_rod_add_inside(const struct sim_rod_spots *spots, const struct sim_rod_escape *escape,
                        double low, double high, double lowest);
