// Polytopes and meshes on the ground.
#include "sim/collide/ground_parts.h"

static const double upright = 0.1; // of the downward part of a face's normal: less is skipped
// [m] A peak has to stick out by this before it gets a point; its depth is counted from there.
static const double peak = 2e-3;

bool sim_ground_parts_begin(struct sim_ground_parts *parts, const struct sim_shape *a,
                            const struct sim_pose *pose_a, const struct sim_shape *b,
                            const struct sim_pose *pose_b, double margin) {
    const struct sim_aabb bounds = sim_shape_bounds(a, pose_a, 0.0);
    parts->ground = sim_ground_of(b, pose_b);
    parts->top = sim_ground_top(&parts->ground, &bounds) + margin;
    parts->many = (struct sim_contacts){parts->points, 0, SIM_MANY_POINTS, margin};
    return bounds.low.z < parts->top;
}

void sim_ground_parts_end(const struct sim_ground_parts *parts, const struct sim_pose *pose_a,
                          struct sim_contacts *contacts) {
    sim_contacts_add_best(contacts, &parts->many, sim_rotate(pose_a->q, sim_vec3(1.0, 0.0, 0.0)));
}

void sim_ground_parts_corner(struct sim_ground_parts *parts, struct sim_vec3 p, uint32_t feature) {
    if (p.z > parts->top)
        return;
    struct sim_vec3 normal;
    const double depth = sim_ground_depth(&parts->ground, p, &normal);
    sim_contacts_add(&parts->many, p, normal, depth, feature);
}

void sim_ground_parts_edge(struct sim_ground_parts *parts, struct sim_vec3 p, struct sim_vec3 q,
                           uint32_t feature) {
    if (fmin(p.z, q.z) <= parts->top)
        sim_ground_add_bulge(&parts->ground, p, q, feature, &parts->many);
}

// Whether (x, y) lies within the polygon as seen from above; it looks down.
static bool over_face(const struct sim_vec3 *corner, int count, double x, double y) {
    for (int i = 0; i < count; i++) {
        const struct sim_vec3 p = corner[i], q = corner[(i + 1) % count];
        if ((q.x - p.x) * (y - p.y) - (q.y - p.y) * (x - p.x) > 0.0)
            return false;
    }
    return true;
}

// Samples i0 to i1 of columns and j0 to j1 of rows, none where an end is below its beginning.
struct range {
    int i0, i1, j0, j1;
};

// The samples within the box as seen from above.
static struct range samples_in(const struct sim_ground *ground, const struct sim_aabb *box) {
    const struct sim_heightfield *field = ground->field;
    const double x0 = ground->at.x + field->x0, y0 = ground->at.y + field->y0, d = field->spacing;
    return (struct range){(int)sim_clamp(ceil((box->low.x - x0) / d), 0.0, field->columns),
                          (int)sim_clamp(floor((box->high.x - x0) / d), -1.0, field->columns - 1.0),
                          (int)sim_clamp(ceil((box->low.y - y0) / d), 0.0, field->rows),
                          (int)sim_clamp(floor((box->high.y - y0) / d), -1.0, field->rows - 1.0)};
}

static void add_peak(struct sim_ground_parts *parts, const struct sim_vec3 *corner, int count,
                     struct sim_vec3 n, const struct range *range, double deepest,
                     uint32_t feature) {
    const struct sim_ground *ground = &parts->ground;
    const struct sim_heightfield *field = ground->field;
    const struct sim_vec3 at = ground->at, some = corner[0];
    const double x0 = at.x + field->x0, y0 = at.y + field->y0, d = field->spacing;
    double most = peak + fmax(deepest, -parts->many.margin);
    struct sim_vec3 best = some, normal = {0.0, 0.0, 1.0};
    bool found = false;
    for (int j = range->j0; j <= range->j1; j++) {
        for (int i = range->i0; i <= range->i1; i++) {
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
        sim_contacts_add(&parts->many, best, normal, most - peak, feature);
}

void sim_ground_parts_face(struct sim_ground_parts *parts, const struct sim_vec3 *corner, int count,
                           struct sim_vec3 n, double deepest, uint32_t feature) {
    const struct sim_aabb box = sim_aabb_of(corner, count);
    if (!(n.z <= -upright) || !(box.low.z <= parts->top))
        return;
    const struct range range = samples_in(&parts->ground, &box);
    add_peak(parts, corner, count, n, &range, deepest, feature);
}
