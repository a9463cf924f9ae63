// A stem as the harvester's computer knows it: diameters over bark every 10 cm from the butt,
// measured up to where the stem has passed the knives and predicted beyond. Whole millimetres, as
// machines record them, so that two computers that measured the same predict the same.
//
// The prediction fits the species' taper function (terrain/species.h) to what is measured without a
// gap (knives that close around a stem feel nothing of its butt): the height minimises
//     sum_i (d_i - s t(h_i; s, H))^2 / 4 mm^2 + (H - H_0)^2 / sigma_H^2
// where the scale s makes the curve's squared error smallest and H_0 is the height that the
// stand's height curve through earlier stems gives. The curve's mean error on the last half metre
// fades out with the distance from there (compare Liski and Nummi 1995, who predict from the same
// two sources with a mixed model).
#pragma once

#include <stdint.h>

#include "terrain/species.h"

#define VEH_PROFILE_POINTS 501              // up to 50 m
static const double veh_profile_step = 0.1; // [m]

struct veh_profile {
    uint16_t mm[VEH_PROFILE_POINTS]; // [mm] over bark
    uint16_t measured;               // points that are measured; the first is at the butt
    uint16_t whole_from;             // from this one on none was passed without a measurement
    uint16_t count;                  // points until the tip, the predicted ones with them
};

// The lesson of the finished stems: per species, mean and number of their heights as a share of
// those of trees as thick in a stand of medium size.
struct veh_stand_memory {
    double height_share[TER_SPECIES_MAX];
    uint32_t stems[TER_SPECIES_MAX];
};

// Diameter over bark [m] at z [m] from the butt, linear between the points; 0 beyond the last.
double veh_profile_diameter(const struct veh_profile *profile, double z);
// Enters a diameter [m] at z [m]. Points that were passed without a measurement get values in
// between; what is entered below the last measured point (the stem was fed back) changes nothing.
void veh_profile_measure(struct veh_profile *profile, double z, double diameter);
// Fills the points beyond the measured ones. base [m]: height of the first point above the ground;
// dbh [m], 0: not known yet. Nothing is predicted from less than one point. Returns the height [m]
// of the tree that fits best.
double veh_profile_predict(struct veh_profile *profile, enum ter_species species, double base,
                           double dbh, const struct veh_stand_memory *memory);
// Removes what lies below z [m]: a log was cut off. Butt and tip move down.
void veh_profile_cut(struct veh_profile *profile, double z);
// Removes the points above z [m].
void veh_profile_end(struct veh_profile *profile, double z);
// The butt turns out to lie that far [m, 0 or more] below where places were counted from. The
// stretch below the first point is taken to be as thick as this one.
void veh_profile_raise(struct veh_profile *profile, double by);
// Learns from a stem with that fitted height [m]. dbh [m].
void veh_stand_learn(struct veh_stand_memory *memory, enum ter_species species, double dbh,
                     double height);
