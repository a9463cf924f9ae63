// Sphere, (tapered) capsule and box on a heightfield.
//
// The depth of a point or ball is its vertical distance from the ground times the vertical part of
// the ground's normal. Ends and corners are always tested; between them a point is added where the
// ground bulges towards the shape by more than bulge.
#include "sim/collide/field.h"

#include <stddef.h>

#include "sim/collide/rod.h"

// [m] A bulge must rise by this to get a point. The depth of the point is counted from there, so
// that it appears as deep as the line between its neighbours and nothing jumps.
static const double bulge = 2e-3;
static const double largest_step = 0.5; // [m] between the places tested for a bulge

enum { MAX_STEPS = 32, REFINEMENTS = 14 };

double sim_ground_depth(const struct sim_ground *ground, struct sim_vec3 p,
                        struct sim_vec3 *normal) {
    const double height =
        sim_heightfield_height(ground->field, p.x - ground->at.x, p.y - ground->at.y, normal);
    return (height + ground->at.z - p.z) * normal->z;
}

double sim_ground_gap(const struct sim_ground *ground, struct sim_vec3 p) {
    return sim_heightfield_height(ground->field, p.x - ground->at.x, p.y - ground->at.y, NULL) +
           ground->at.z - p.z;
}

// The first sample not before the place u [spacings], of count.
static int sample_after(double u, int count) {
    const double inside = sim_clamp(u, 0.0, count - 1);
    const int before = (int)inside;
    return before + (before < inside);
}

double sim_ground_top(const struct sim_ground *ground, const struct sim_aabb *box) {
    const struct sim_heightfield *f = ground->field;
    if (!(box->low.x <= box->high.x && box->low.y <= box->high.y))
        return -HUGE_VAL; // a bound is NaN
    const double x = ground->at.x + f->x0, y = ground->at.y + f->y0;
    const int i0 = (int)sim_clamp((box->low.x - x) / f->spacing, 0.0, f->columns - 1);
    const int i1 = sample_after((box->high.x - x) / f->spacing, f->columns);
    const int j0 = (int)sim_clamp((box->low.y - y) / f->spacing, 0.0, f->rows - 1);
    const int j1 = sample_after((box->high.y - y) / f->spacing, f->rows);
    double top = -HUGE_VAL;
    for (int j = j0; j <= j1; j++)
        for (int i = i0; i <= i1; i++) {
            const double height = f->heights[(long)j * f->columns + i];
            top = height > top ? height : top; // fmax() is a call
        }
    return top + ground->at.z;
}

// Depth of a ball. It touches where the ground's normal passes through its centre.
static double ball_depth(const struct sim_ground *ground, struct sim_vec3 centre, double radius,
                         struct sim_vec3 *on_ball, struct sim_vec3 *normal) {
    double depth = sim_ground_depth(ground, centre, normal);
    *on_ball = centre;
    for (int i = 0; i < 2 && radius > 0.0; i++) {
        *on_ball = sim_add_scaled(centre, *normal, -radius);
        depth = sim_ground_depth(ground, *on_ball, normal);
    }
    return depth;
}

// One place s of a rod.
struct spot {
    double s, depth;
    struct sim_vec3 on_a, normal;
};

static struct spot spot_at(const struct sim_ground *ground, const struct sim_rod *rod, double s) {
    struct spot spot = {.s = s};
    spot.depth =
        ball_depth(ground, sim_rod_at(rod, s), sim_rod_radius(rod, s), &spot.on_a, &spot.normal);
    return spot;
}

// Depth of s beyond the straight line between the depths of a and b.
static double excess(const struct spot *a, const struct spot *b, const struct spot *s) {
    return s->depth - a->depth - (b->depth - a->depth) * (s->s - a->s) / (b->s - a->s);
}

// Golden section for the largest excess between low and high.
static struct spot highest(const struct sim_ground *ground, const struct sim_rod *rod,
                           const struct spot *a, const struct spot *b, double low, double high) {
    const double golden = 0.61803398874989484820;
    struct spot left = spot_at(ground, rod, high - golden * (high - low));
    struct spot right = spot_at(ground, rod, low + golden * (high - low));
    for (int i = 0; i < REFINEMENTS; i++) {
        if (excess(a, b, &left) >= excess(a, b, &right)) {
            high = right.s;
            right = left;
            left = spot_at(ground, rod, high - golden * (high - low));
        } else {
            low = left.s;
            left = right;
            right = spot_at(ground, rod, low + golden * (high - low));
        }
    }
    return excess(a, b, &left) >= excess(a, b, &right) ? left : right;
}

// Adds the highest bulge between a and b, then those on both sides of it, down to so many levels.
// The feature tells the place in this order: 1, then 2 and 3, ..., so that it stays the same while
// the bulge moves along the rod.
static void add_bulges(const struct sim_ground *ground, const struct sim_rod *rod,
                       const struct spot *a, const struct spot *b, int levels, uint32_t feature,
                       uint32_t order, struct sim_contacts *contacts) {
    const double length = b->s - a->s;
    const double step = fmin(largest_step, 0.5 * ground->field->spacing);
    if (levels == 0 || !(length > 0.5 * step))
        return;
    const int steps = (int)sim_clamp(ceil(length / step), 2.0, MAX_STEPS);
    // At first only the vertical gap is looked at: slope and radius change it almost evenly along
    // the rod.
    double gap[MAX_STEPS + 1];
    for (int i = 0; i <= steps; i++) {
        const double s = a->s + length * i / steps;
        gap[i] = sim_ground_gap(ground, sim_rod_at(rod, s)) + sim_rod_radius(rod, s);
    }
    int best = 0;
    double most = 0.25 * bulge;
    for (int i = 1; i < steps; i++) {
        const double over = gap[i] - gap[0] - (gap[steps] - gap[0]) * i / steps;
        // Between two places the ground may rise by about their distance.
        if (over > most && gap[i] > -contacts->margin - step - 0.5 * rod->radius) {
            most = over;
            best = i;
        }
    }
    if (best == 0)
        return;
    const struct spot top = highest(ground, rod, a, b, a->s + length * (best - 1) / steps,
                                    a->s + length * (best + 1) / steps);
    if (!(excess(a, b, &top) > bulge))
        return;
    sim_contacts_add(contacts, top.on_a, top.normal, top.depth - bulge, feature + order);
    add_bulges(ground, rod, a, &top, levels - 1, feature, 2 * order, contacts);
    add_bulges(ground, rod, &top, b, levels - 1, feature, 2 * order + 1, contacts);
}

void sim_ground_add_bulge(const struct sim_ground *ground, struct sim_vec3 p, struct sim_vec3 q,
                          uint32_t feature, struct sim_contacts *contacts) {
    const struct sim_vec3 d = sim_sub(q, p);
    const double length = sim_length(d);
    if (!(length > 0.0))
        return;
    const struct sim_rod edge = {sim_add_scaled(p, d, 0.5), sim_scale(d, 1.0 / length),
                                 0.5 * length, 0.0, 0.0};
    const struct spot a = spot_at(ground, &edge, -edge.half), b = spot_at(ground, &edge, edge.half);
    add_bulges(ground, &edge, &a, &b, 1, feature, 1, contacts);
}

void sim_collide_rod_field(const struct sim_shape *a, const struct sim_pose *pose_a,
                           const struct sim_shape *b, const struct sim_pose *pose_b,
                           struct sim_contacts *contacts) {
    enum { FEATURE_END = 0, FEATURE_BULGE = 2 };
    const struct sim_ground ground = sim_ground_of(b, pose_b);
    const struct sim_rod rod = sim_rod_of(a, pose_a);
    const struct sim_aabb bounds = sim_rod_bounds(&rod);
    if (!(bounds.low.z - contacts->margin < sim_ground_top(&ground, &bounds)))
        return;
    const struct spot low = spot_at(&ground, &rod, -rod.half);
    sim_contacts_add(contacts, low.on_a, low.normal, low.depth, FEATURE_END);
    if (rod.half == 0.0)
        return;
    const struct spot high = spot_at(&ground, &rod, rod.half);
    sim_contacts_add(contacts, high.on_a, high.normal, high.depth, FEATURE_END + 1);
    add_bulges(&ground, &rod, &low, &high, 2, FEATURE_BULGE, 1, contacts);
}

// A parallelogram of places p = corner + u e1 + v e2, 0 < u, v < 1.
struct patch {
    struct sim_vec3 corner, e1, e2;
};

struct peak {
    double u, v, depth;
    struct sim_vec3 p, normal;
};

static struct peak peak_at(const struct sim_ground *ground, const struct patch *patch, double u,
                           double v) {
    struct peak peak = {.u = sim_clamp(u, 0.0, 1.0), .v = sim_clamp(v, 0.0, 1.0)};
    peak.p = sim_add_scaled(sim_add_scaled(patch->corner, patch->e1, peak.u), patch->e2, peak.v);
    peak.depth = sim_ground_depth(ground, peak.p, &peak.normal);
    return peak;
}

// Uphill in ever smaller steps along both sides.
static struct peak climb(const struct sim_ground *ground, const struct patch *patch,
                         struct peak peak, double du, double dv) {
    for (int i = 0; i < 6; i++) {
        du *= 0.5;
        dv *= 0.5;
        const struct peak centre = peak;
        for (int k = 0; k < 9; k++) {
            const struct peak here =
                peak_at(ground, patch, centre.u + du * (k % 3 - 1), centre.v + dv * (k / 3 - 1));
            if (here.depth > peak.depth)
                peak = here;
        }
    }
    return peak;
}

// Adds a peak of the ground between the edges of a face that looks down: the highest place on a
// net, then uphill from there.
static void add_face_peak(const struct sim_ground *ground, const struct patch *patch,
                          uint32_t feature, struct sim_contacts *contacts) {
    const double step = fmin(largest_step, 0.5 * ground->field->spacing);
    const int n1 = (int)sim_clamp(ceil(sim_length(patch->e1) / step), 1.0, 10.0);
    const int n2 = (int)sim_clamp(ceil(sim_length(patch->e2) / step), 1.0, 10.0);
    const double deepest = fmax(-contacts->margin, sim_contacts_deepest(contacts));
    double highest_gap = -HUGE_VAL, u = 0.0, v = 0.0;
    for (int i = 1; i < n1; i++) {
        for (int j = 1; j < n2; j++) {
            const struct sim_vec3 p =
                sim_add_scaled(sim_add_scaled(patch->corner, patch->e1, (double)i / n1), patch->e2,
                               (double)j / n2);
            const double gap = sim_ground_gap(ground, p);
            if (gap > highest_gap) {
                highest_gap = gap;
                u = (double)i / n1;
                v = (double)j / n2;
            }
        }
    }
    if (!(highest_gap > deepest - step))
        return;
    struct peak best = peak_at(ground, patch, u, v);
    best = climb(ground, patch, best, 1.0 / n1, 1.0 / n2);
    if (best.depth > deepest + bulge)
        sim_contacts_add(contacts, best.p, best.normal, best.depth - bulge, feature);
}

// Corner i lies on the + side of axis k where bit k of i is set.
static struct sim_vec3 corner_of(const struct sim_shape *box, const struct sim_mat3 *m,
                                 struct sim_vec3 p, int i) {
    const struct sim_vec3 e = {(i & 1) != 0 ? box->half.x : -box->half.x,
                               (i & 2) != 0 ? box->half.y : -box->half.y,
                               (i & 4) != 0 ? box->half.z : -box->half.z};
    return sim_add(p, sim_mat3_mul(m, e));
}

void sim_collide_box_field(const struct sim_shape *a, const struct sim_pose *pose_a,
                           const struct sim_shape *b, const struct sim_pose *pose_b,
                           struct sim_contacts *contacts) {
    enum { FEATURE_CORNER = 0, FEATURE_EDGE = 16, FEATURE_FACE = 64 };
    const struct sim_ground ground = sim_ground_of(b, pose_b);
    const struct sim_aabb bounds = sim_shape_bounds(a, pose_a, 0.0);
    const double top = sim_ground_top(&ground, &bounds) + contacts->margin;
    if (!(bounds.low.z < top))
        return;
    const struct sim_mat3 m = sim_mat3_from_quat(pose_a->q);
    const double half[3] = {a->half.x, a->half.y, a->half.z};
    struct sim_vec3 corner[8];
    struct spot spot[8];
    for (int i = 0; i < 8; i++) {
        corner[i] = corner_of(a, &m, pose_a->p, i);
        spot[i].on_a = corner[i];
        spot[i].depth = sim_ground_depth(&ground, corner[i], &spot[i].normal);
        sim_contacts_add(contacts, corner[i], spot[i].normal, spot[i].depth,
                         FEATURE_CORNER + (uint32_t)i);
    }
    for (int k = 0; k < 3; k++) {
        for (int i = 0; i < 8; i++) {
            if ((i & (1 << k)) != 0)
                continue;
            const int j = i | (1 << k);
            if (fmin(corner[i].z, corner[j].z) > top)
                continue;
            const struct sim_vec3 axis = {m.m[0][k], m.m[1][k], m.m[2][k]};
            const struct sim_rod edge = {sim_scale(sim_add(corner[i], corner[j]), 0.5), axis,
                                         half[k], 0.0, 0.0};
            spot[i].s = -half[k];
            spot[j].s = half[k];
            add_bulges(&ground, &edge, &spot[i], &spot[j], 1,
                       FEATURE_EDGE + 2 * (uint32_t)(8 * k + i), 1, contacts);
        }
        // The face of this axis that looks down; an upright one is deepest at its lower edge.
        if (fabs(m.m[2][k]) < 0.1)
            continue;
        const int base = m.m[2][k] > 0.0 ? 0 : 1 << k;
        const struct sim_vec3 origin = corner[base];
        const struct patch face = {origin, sim_sub(corner[base | (1 << (k + 1) % 3)], origin),
                                   sim_sub(corner[base | (1 << (k + 2) % 3)], origin)};
        add_face_peak(&ground, &face, FEATURE_FACE + (uint32_t)k, contacts);
    }
}
