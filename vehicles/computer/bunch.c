#include "vehicles/computer/bunch.h"

#include <assert.h>
#include <math.h>

// Of the mean stem's wood that each has at least: knives that a thicker stem keeps open feel
// nothing of a thin one.
static const double least_share = 0.25;

double veh_bunch_solid(int stems) {
    static const double share[VEH_MAX_BUNCH] = {1.0,    0.5,    0.6462, 0.6863,
                                                0.6852, 0.6667, 0.7778, 0.7325};
    assert(stems >= 1 && stems <= VEH_MAX_BUNCH);
    return share[stems - 1];
}

static double sum(const struct veh_bunch *bunch) {
    double area = 0.0;
    for (int i = 0; i < bunch->count; i++)
        area += bunch->area[i];
    return area;
}

bool veh_bunch_add(struct veh_bunch *bunch, double diameter) {
    assert(diameter >= 0.0);
    if (bunch->count == VEH_MAX_BUNCH)
        return false;
    const double before = sum(bunch), all = diameter * diameter * veh_bunch_solid(bunch->count + 1);
    const double least = bunch->count > 0 ? least_share * before / bunch->count : 0.0;
    bunch->area[bunch->count++] = fmax(all - before, least);
    return true;
}

void veh_bunch_remove(struct veh_bunch *bunch, int stem) {
    assert(stem >= 0 && stem < bunch->count);
    bunch->count--;
    for (int i = stem; i < bunch->count; i++)
        bunch->area[i] = bunch->area[i + 1];
}

double veh_bunch_diameter(const struct veh_bunch *bunch, int stem, double mean) {
    assert(stem >= 0 && stem < bunch->count);
    const double area = sum(bunch);
    return area > 0.0 ? mean * sqrt(bunch->count * bunch->area[stem] / area) : mean;
}
