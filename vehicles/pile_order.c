#include "vehicles/pile_order.h"

#include <assert.h>
#include <math.h>
#include <stdlib.h>

#include "vehicles/landing.h"

static int compare_fronts(const void *a, const void *b) {
    const double p = ((const struct veh_ordered_log *)a)->end[0];
    const double q = ((const struct veh_ordered_log *)b)->end[0];
    return (p > q) - (p < q);
}

static int compare_rears(const void *a, const void *b) {
    const double p = ((const struct veh_ordered_log *)a)->end[1];
    const double q = ((const struct veh_ordered_log *)b)->end[1];
    return (p > q) - (p < q);
}

// The middle one of the ends on a side, of an even number the front one of both: half of the logs
// may lie anywhere without moving it.
static double middle_end(struct veh_ordered_log logs[], int count, int side) {
    qsort(logs, (size_t)count, sizeof *logs, side == 0 ? compare_fronts : compare_rears);
    return logs[count / 2].end[side];
}

int veh_pile_in_order(struct veh_ordered_log logs[], int count, unsigned sides) {
    assert(count >= 0 && (count == 0 || logs != NULL));
    if (count == 0)
        return 0;
    const double middle[2] = {middle_end(logs, count, 0), middle_end(logs, count, 1)};
    int even[2] = {0, 0}, both = 0; // by the front ends, by the rear ends, by both
    for (int i = 0; i < count; i++) {
        const bool counts = logs[i].hauled && logs[i].parallel;
        const bool front = counts && fabs(logs[i].end[0] - middle[0]) <= veh_order_end;
        const bool rear = counts && fabs(logs[i].end[1] - middle[1]) <= veh_order_end;
        even[0] += front;
        even[1] += rear;
        both += front && rear;
    }
    if (sides == (VEH_ENDS_FRONT | VEH_ENDS_REAR))
        return both;
    if (sides != 0)
        return even[sides == VEH_ENDS_FRONT ? 0 : 1];
    return even[0] > even[1] ? even[0] : even[1];
}
