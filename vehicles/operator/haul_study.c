#include "vehicles/operator/haul_study.h"

#include <assert.h>
#include <math.h>
#include <stddef.h>

static const double operators_differ = 1.8; // fastest to slowest of experienced operators

static const char *const names[VEH_HAUL_ELEMENTS] = {
    [VEH_HAUL_DRIVE_EMPTY] = "drive empty",
    [VEH_HAUL_LOADING] = "loading",
    [VEH_HAUL_DRIVE_WHILE_LOADING] = "drive while loading",
    [VEH_HAUL_DRIVE_LOADED] = "drive loaded",
    [VEH_HAUL_UNLOADING] = "unloading",
    [VEH_HAUL_OTHER] = "other",
};

const char *veh_haul_element_name(enum veh_haul_element element) {
    assert(element >= 0 && element < VEH_HAUL_ELEMENTS);
    return names[element];
}

double veh_haul_speed(enum veh_haul_element element) {
    switch (element) { // [m/min]
    case VEH_HAUL_DRIVE_EMPTY:
        return 56.0 / 60.0;
    case VEH_HAUL_DRIVE_WHILE_LOADING:
        return 27.0 / 60.0;
    case VEH_HAUL_DRIVE_LOADED:
        return 44.0 / 60.0;
    default:
        return 0.0;
    }
}

bool veh_haul_drives(enum veh_haul_element element) {
    assert(element >= 0 && element < VEH_HAUL_ELEMENTS);
    return veh_haul_speed(element) > 0.0;
}

// Sets the times [min] of the quicker and the slower model.
static void model_time(enum veh_haul_element element, const struct veh_haul_work *work,
                       double *quick, double *slow) {
    const double speed = 60.0 * veh_haul_speed(element), volume = work->volume; // [m/min]
    const double at_stop = work->stops > 0 ? volume / work->stops : 0.0;
    *quick = *slow = 0.0;
    if (speed > 0.0) {
        *quick = *slow = work->distance[element] / speed;
    } else if (element == VEH_HAUL_LOADING && at_stop > 0.0) {
        *quick = (0.590 + 0.155 / at_stop) * volume; // final felling
        *slow = (2.022 + 0.211 / at_stop) * volume;  // thinning
    } else if (element == VEH_HAUL_UNLOADING && work->unload_grips > 0) {
        *quick = 0.50 * volume;
        *slow = 0.66 * volume;
    }
}

bool veh_haul_published(enum veh_haul_element element, const struct veh_haul_work *work,
                        struct veh_haul_range *range) {
    assert(element >= 0 && element < VEH_HAUL_ELEMENTS && work->volume >= 0.0);
    const double spread = sqrt(operators_differ);
    double quick, slow;
    model_time(element, work, &quick, &slow);
    *range = (struct veh_haul_range){
        .low = 60.0 * quick / spread, .mean = 30.0 * (quick + slow), .high = 60.0 * slow * spread};
    return slow > 0.0;
}

double veh_haul_brunberg(double distance, int surface, int slope, bool thinning) {
    assert(surface >= 1 && surface <= 5 && slope >= 1 && slope <= 5 && distance >= 0.0);
    // Class 5 of both is no ground to drive on: the polynomial would give nothing there.
    const double speed = fmax(75.0 - 8.2 * surface - 1.4 * slope * slope, 5.0);
    return 60.0 * distance / (thinning ? 0.85 * speed : speed);
}
