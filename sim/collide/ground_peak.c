// The sample of the ground that stands out of a face most.
#include "sim/collide/field.h"

static const double UPRIGHT = 0.1; // of the normal's vertical part: such faces are looked at
// [m] A peak has to stand out by this before it gets a point, and its depth is counted from there.
static const double PEAK = 2e-3;

// Whether (x, y) lies within the polygon as seen from above; it looks down.
static bool over_face(const struct sim_vec3 *corner, int count, double x, double y) {
    for (int i = 0; i < count; i++) {
        const struct sim_vec3 p = corner[i], q = corner[(i + 1) % count];
        if ((q.x - p.x) * (y - p.y) - (q.y - p.y) * (x - p.x) > 0.0)
            return false;
    }
    return true;
}

void sim_ground_add_peak(const struct sim_ground *ground, const struct sim_vec3 *corner, int count,
                         struct sim_vec3 n, double deepest, uint32_t feature,
                         struct sim_contacts *contacts) {
    if (!(n.z <= -UPRIGHT))
        return;
    const struct sim_heightfield *field = ground->field;
    const struct sim_vec3 at = ground->at, some = corner[0];
    struct sim_vec3 low = some, high = some;
    for (int i = 1; i < count; i++) {
        const struct sim_vec3 p = corner[i];
        low = sim_vec3(fmin(low.x, p.x), fmin(low.y, p.y), fmin(low.z, p.z));
        high = sim_vec3(fmax(high.x, p.x), fmax(high.y, p.y), fmax(high.z, p.z));
    }
    const double x0 = at.x + field->x0, y0 = at.y + field->y0, d = field->spacing;
    const int i0 = (int)sim_clamp(ceil((low.x - x0) / d), 0.0, field->columns);
    const int i1 = (int)sim_clamp(floor((high.x - x0) / d), -1.0, field->columns - 1.0);
    const int j0 = (int)sim_clamp(ceil((low.y - y0) / d), 0.0, field->rows);
    const int j1 = (int)sim_clamp(floor((high.y - y0) / d), -1.0, field->rows - 1.0);
    double most = PEAK + fmax(deepest, -contacts->margin);
    struct sim_vec3 best = some, normal = {0.0, 0.0, 1.0};
    bool found = false;
    for (int j = j0; j <= j1; j++) {
        for (int i = i0; i <= i1; i++) {
            const double x = x0 + i * d, y = y0 + j * d;
            const double z = some.z - (n.x * (x - some.x) + n.y * (y - some.y)) / n.z;
            const double height = at.z + field->heights[(long)j * field->columns + i];
            if (height - z <= most || !over_face(corner, count, x, y))
                continue;
            struct sim_vec3 here;
            const double depth = sim_ground_depth(ground, sim_vec3(x, y, z), &here);
            if (depth <= most)
                continue;
            most = depth;
            best = sim_vec3(x, y, z);
            normal = here;
            found = true;
        }
    }
    if (found)
        sim_contacts_add(contacts, best, normal, most - PEAK, feature);
}
