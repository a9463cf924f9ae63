// Time study of a forwarder's work: how long each load took, by the elements of Manner et al.
// (2016, Silva Fennica 50(4) 1546), and how long experienced operators take for them.
#pragma once

#include <stdbool.h>

enum veh_haul_element {
    VEH_HAUL_DRIVE_EMPTY,         // the wheels turn, from the landing to the first logs
    VEH_HAUL_LOADING,             // the machine stands, and its crane takes logs from the ground
    VEH_HAUL_DRIVE_WHILE_LOADING, // the wheels turn between two grips
    VEH_HAUL_DRIVE_LOADED,        // from the last log to the landing
    VEH_HAUL_UNLOADING,           // from there until the bunk is empty, drives between piles too
    VEH_HAUL_OTHER,               // nothing is moved
    VEH_HAUL_ELEMENTS
};

struct veh_haul_work {
    int logs;                           // most that lay in the bunk
    int stops;                          // from which it gripped logs on the ground
    int grips, unload_grips;            // of logs on the ground, of logs in the bunk
    double volume;                      // [m^3] of these logs, over bark
    double distance[VEH_HAUL_ELEMENTS]; // [m] driven
    double seconds[VEH_HAUL_ELEMENTS];  // [s]
};

// The times [s] of an element for such a load.
struct veh_haul_range {
    double low, mean, high;
};

bool veh_haul_drives(enum veh_haul_element element); // on the way, not between piles
// [m/s] the mean of experienced operators (Nurminen et al. 2006); 0: the wheels stand.
double veh_haul_speed(enum veh_haul_element element);
const char *veh_haul_element_name(enum veh_haul_element element);
// From the models of Nurminen et al. (2006, Silva Fennica 40(2)): speeds by distance, loading by
// the volume at a stop in final felling and thinning, unloading by volume; a factor of sqrt(1.8)
// about them, as in veh_work_published(). False: nothing is published on it, or the load has none.
bool veh_haul_published(enum veh_haul_element element, const struct veh_haul_work *work,
                        struct veh_haul_range *range);
// [s] for a distance [m] with the speed of Brunberg (2004, Skogforsk Redogoerelse 3), which has
// classes from 1 (even, level) to 5 for the surface and for the slope. thinning: 0.85 of it.
double veh_haul_brunberg(double distance, int surface, int slope, bool thinning);
