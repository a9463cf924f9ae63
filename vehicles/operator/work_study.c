#include "vehicles/operator/work_study.h"

#include <assert.h>
#include <math.h>
#include <stddef.h>

static const double operators_differ = 1.8; // fastest to slowest of experienced operators

static const char *const names[VEH_WORK_ELEMENTS] = {
    [VEH_WORK_MOVING] = "moving",   [VEH_WORK_POSITIONING] = "positioning",
    [VEH_WORK_FELLING] = "felling", [VEH_WORK_PROCESSING] = "processing",
    [VEH_WORK_BOOM_IN] = "boom in", [VEH_WORK_OTHER] = "other",
};

// [min] a + b x + c x^2, x [m^3] being the stem's volume.
struct model {
    double a, b, c;
};

static double seconds(struct model m, double x) {
    return 60.0 * (m.a + m.b * x + m.c * x * x);
}

// In thinning only pine was measured for itself.
static struct model processing(enum ter_species species, bool thinning) {
    if (species == TER_PINE)
        return thinning ? (struct model){0.036, 1.137, 0.0} : (struct model){0.206, 0.054, 0.308};
    if (species == TER_SPRUCE || species == TER_DOUGLAS_FIR)
        return (struct model){0.071, 0.616, -0.180};
    return (struct model){0.079, 0.655, 0.174}; // birch, and other broadleaves
}

static double model_time(enum veh_work_element element, enum ter_species species, double volume,
                         bool thinning) {
    switch (element) {
    case VEH_WORK_MOVING:
        return thinning ? 6.0 : 4.6;
    case VEH_WORK_POSITIONING:
        return 6.0;
    case VEH_WORK_FELLING:
        return seconds(thinning ? (struct model){0.093, 0.101, 0.0}
                                : (struct model){0.068, 0.142, 0.0},
                       volume);
    case VEH_WORK_PROCESSING:
        return seconds(processing(species, thinning), volume);
    case VEH_WORK_BOOM_IN:
        return thinning ? 2.9 : 2.8;
    default:
        return 0.0;
    }
}

const char *veh_work_element_name(enum veh_work_element element) {
    assert(element >= 0 && element < VEH_WORK_ELEMENTS);
    return names[element];
}

bool veh_work_published(enum veh_work_element element, enum ter_species species, double volume,
                        struct veh_work_range *range) {
    assert(element >= 0 && element < VEH_WORK_ELEMENTS && volume >= 0.0);
    const double final = model_time(element, species, volume, false);
    const double thinning = model_time(element, species, volume, true);
    const double spread = sqrt(operators_differ);
    *range = (struct veh_work_range){.low = fmin(final, thinning) / spread,
                                     .mean = 0.5 * (final + thinning),
                                     .high = fmax(final, thinning) * spread};
    return element != VEH_WORK_OTHER;
}

double veh_work_brunberg(double volume) {
    assert(volume >= 0.0);
    return 0.6 * (27.3 + 56.0 * volume);
}
