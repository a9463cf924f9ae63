// Hull on a heightfield: its corners, the places of its edges where the ground bulges towards them,
// and per face that looks down the sample of the ground that stands out of it most: between two
// planes, the ground's and the face's, the deepest place is a corner of one of them.
#include "sim/collide_field.h"
#include "sim/hull.h"

enum { FEATURE_CORNER = 0, FEATURE_EDGE = 256, FEATURE_FACE = 4096 };

static const double UPRIGHT = 0.1; // of the normal's vertical part: such faces are looked at
// [m] A peak has to stand out by this before it gets a point, and its depth is counted from there.
static const double PEAK = 2e-3;

struct view {
    const struct sim_hull *hull;
    const struct sim_ground *ground;
    struct sim_mat3 m;
    struct sim_vec3 centre;
    double top; // [m] of the ground around, and the margin
    struct sim_contacts *contacts;
};

static struct sim_vec3 corner_at(const struct view *view, int corner) {
    return sim_add(view->centre, sim_mat3_mul(&view->m, view->hull->corners[corner]));
}

static void add_corners(const struct view *view) {
    for (int i = 0; i < view->hull->corner_count; i++) {
        const struct sim_vec3 p = corner_at(view, i);
        if (p.z > view->top)
            continue;
        struct sim_vec3 normal;
        const double depth = sim_ground_depth(view->ground, p, &normal);
        sim_contacts_add(view->contacts, p, normal, depth, FEATURE_CORNER + (uint32_t)i);
    }
}

static void add_edges(const struct view *view) {
    for (int e = 0; e < view->hull->edge_count; e++) {
        const struct sim_vec3 p = corner_at(view, view->hull->edges[e].corner[0]);
        const struct sim_vec3 q = corner_at(view, view->hull->edges[e].corner[1]);
        if (fmin(p.z, q.z) <= view->top)
            sim_ground_add_bulge(view->ground, p, q, FEATURE_EDGE + 2 * (uint32_t)e,
                                 view->contacts);
    }
}

// Whether (x, y) lies within the face as seen from above; the face looks down.
static bool over_face(const struct view *view, const struct sim_hull_face *face, double x,
                      double y) {
    const int *loop = view->hull->loop_corner + face->first;
    for (int i = 0; i < face->count; i++) {
        const struct sim_vec3 p = corner_at(view, loop[i]);
        const struct sim_vec3 q = corner_at(view, loop[(i + 1) % face->count]);
        if ((q.x - p.x) * (y - p.y) - (q.y - p.y) * (x - p.x) > 0.0)
            return false;
    }
    return true;
}

static void add_peak(const struct view *view, int f, double deepest) {
    const struct sim_hull_face *face = &view->hull->faces[f];
    const struct sim_vec3 n = sim_mat3_mul(&view->m, face->normal);
    if (n.z > -UPRIGHT)
        return;
    const struct sim_heightfield *field = view->ground->field;
    const struct sim_vec3 at = view->ground->at,
                          some = corner_at(view, view->hull->loop_corner[face->first]);
    struct sim_vec3 low = some, high = some;
    for (int i = 1; i < face->count; i++) {
        const struct sim_vec3 p = corner_at(view, view->hull->loop_corner[face->first + i]);
        low = sim_vec3(fmin(low.x, p.x), fmin(low.y, p.y), fmin(low.z, p.z));
        high = sim_vec3(fmax(high.x, p.x), fmax(high.y, p.y), fmax(high.z, p.z));
    }
    if (low.z > view->top)
        return;
    const double x0 = at.x + field->x0, y0 = at.y + field->y0, d = field->spacing;
    const int i0 = (int)sim_clamp(ceil((low.x - x0) / d), 0.0, field->columns);
    const int i1 = (int)sim_clamp(floor((high.x - x0) / d), -1.0, field->columns - 1.0);
    const int j0 = (int)sim_clamp(ceil((low.y - y0) / d), 0.0, field->rows);
    const int j1 = (int)sim_clamp(floor((high.y - y0) / d), -1.0, field->rows - 1.0);
    double most = PEAK + fmax(deepest, -view->contacts->margin);
    struct sim_vec3 best = some, normal = {0.0, 0.0, 1.0};
    bool found = false;
    for (int j = j0; j <= j1; j++) {
        for (int i = i0; i <= i1; i++) {
            const double x = x0 + i * d, y = y0 + j * d;
            const double z = some.z - (n.x * (x - some.x) + n.y * (y - some.y)) / n.z;
            const double height = at.z + field->heights[(long)j * field->columns + i];
            if (height - z <= most || !over_face(view, face, x, y))
                continue;
            struct sim_vec3 here;
            const double depth = sim_ground_depth(view->ground, sim_vec3(x, y, z), &here);
            if (depth <= most)
                continue;
            most = depth;
            best = sim_vec3(x, y, z);
            normal = here;
            found = true;
        }
    }
    if (found)
        sim_contacts_add(view->contacts, best, normal, most - PEAK, FEATURE_FACE + (uint32_t)f);
}

void sim_collide_hull_field(const struct sim_shape *a, const struct sim_pose *pose,
                            const struct sim_ground *ground, struct sim_contacts *contacts) {
    const struct sim_aabb bounds = sim_shape_bounds(a, pose, 0.0);
    const double top = sim_ground_top(ground, &bounds) + contacts->margin;
    if (!(bounds.low.z < top))
        return;
    struct sim_contact_point points[SIM_MANY_POINTS];
    struct sim_contacts many = {points, 0, SIM_MANY_POINTS, contacts->margin};
    struct view view = {a->hull, ground, sim_mat3_from_quat(pose->q), pose->p, top, &many};
    view.centre = sim_add(pose->p, sim_mat3_mul(&view.m, a->hull->centre));
    add_corners(&view);
    double deepest = -HUGE_VAL;
    for (int i = 0; i < many.count; i++)
        deepest = fmax(deepest, many.points[i].depth);
    add_edges(&view);
    for (int f = 0; f < a->hull->face_count; f++)
        add_peak(&view, f, deepest);
    sim_contacts_add_best(contacts, &many, sim_rotate(pose->q, sim_vec3(1.0, 0.0, 0.0)));
}
