// Contact patch of two boxes, cylinders or hulls: the parts that face each other along n, seen
// along n, are polygons (face, cap) or segments (edge, side line of a cylinder); where they
// overlap, the corners of the overlap are the contact points.
//
// A corner is a corner of one of them or a crossing of two edges. Its feature is made of these and
// depends neither on the body that gave the normal nor on any order.
#include "sim/collide/patch.h"

enum { MAX_CORNERS = 48 }; // of a patch

static const double parallel_sine2 = 0.01;   // of the angle of two segments that give two points
static const double may_miss = 2e-4;         // [m] by which the patch may miss the deepest place
static const double may_miss_by_face = 1e-3; // [m] the same where a face was preferred to an edge
static const double may_miss_share = 0.02;   // of the overlap, in addition to may_miss_by_face

// Corner of the overlap of two polygons: seen along n only its place across n counts.
struct corner {
    struct sim_vec3 p;
    uint32_t feature;
    int edge; // that leads to the next corner: its index in b where by_b, else in a
    bool by_b;
};

struct overlap {
    int count;
    struct corner corner[MAX_CORNERS];
};

static uint32_t crossing(uint32_t edge_a, uint32_t edge_b) {
    if (edge_a > 255 || edge_b > 255)
        return SIM_FEATURE_WIDE_CROSSING | edge_a << 12 | edge_b;
    return SIM_FEATURE_CROSSING | edge_a << 8 | edge_b;
}

// Twice the signed area of the triangle p q r as seen along n.
static double turn(struct sim_vec3 n, struct sim_vec3 p, struct sim_vec3 q, struct sim_vec3 r) {
    return sim_dot(n, sim_cross(sim_sub(q, p), sim_sub(r, p)));
}

// +1 where the polygon runs to the left around n.
static double sense_of(const struct sim_side *side, struct sim_vec3 n) {
    return copysign(1.0, turn(n, side->p[0], side->p[1], side->p[2]));
}

// Depth [m] of p inside edge i of the polygon, seen along n.
static double inside(const struct sim_side *side, int i, double sense, struct sim_vec3 n,
                     struct sim_vec3 p) {
    const struct sim_vec3 from = side->p[i], to = side->p[(i + 1) % side->count];
    return sense * turn(n, from, to, p) / sim_length(sim_sub(to, from));
}

// The corner p where the overlap's edge from corner c meets edge i of b.
static struct corner meet(const struct corner *c, struct sim_vec3 p, const struct sim_side *a,
                          const struct sim_side *b, int i, bool leaving) {
    // Leaving, the overlap continues along b's edge; entering, along its own.
    struct corner new = {p, 0, leaving ? i : c->edge, leaving || c->by_b};
    if (!c->by_b)
        new.feature = crossing(a->edge[c->edge], b->edge[i]);
    else // two edges of b meet in the corner between them
        new.feature = SIM_FEATURE_CORNER_B |
                      b->corner[c->edge == (i + b->count - 1) % b->count ? i : (i + 1) % b->count];
    return new;
}

// The line along edge i of a polygon, as seen along n.
struct border {
    struct sim_vec3 from, inward;
};

static struct border border_of(const struct sim_side *side, int i, double sense,
                               struct sim_vec3 n) {
    const struct sim_vec3 along = sim_sub(side->p[(i + 1) % side->count], side->p[i]);
    return (struct border){side->p[i], sim_scale(sim_cross(n, along), sense / sim_length(along))};
}

// Depth [m] of p inside.
static double within(const struct border *border, struct sim_vec3 p) {
    return sim_dot(border->inward, sim_sub(p, border->from));
}

// Cuts off what lies outside edge i of b (Sutherland and Hodgman). Corners that overhang by less
// than sim_patch_flush stay: edges that lie on each other would cross at random places.
static void clip(struct overlap *overlap, const struct sim_side *a, const struct sim_side *b, int i,
                 struct sim_vec3 n, double sense) {
    struct corner in[MAX_CORNERS];
    double depth[MAX_CORNERS]; // inside of the edge
    const struct border border = border_of(b, i, sense, n);
    const int count = overlap->count;
    bool cuts = false;
    for (int k = 0; k < count; k++) {
        depth[k] = within(&border, overlap->corner[k].p);
        cuts = cuts || !(depth[k] >= -sim_patch_flush);
    }
    if (!cuts)
        return;
    for (int k = 0; k < count; k++)
        in[k] = overlap->corner[k];
    overlap->count = 0;
    for (int k = 0; k < count; k++) {
        const int l = k + 1 < count ? k + 1 : 0;
        const struct corner *c = &in[k];
        const double here = depth[k], there = depth[l];
        if (here >= -sim_patch_flush && overlap->count < MAX_CORNERS)
            overlap->corner[overlap->count++] = *c;
        if ((here >= -sim_patch_flush) == (there >= -sim_patch_flush) ||
            overlap->count >= MAX_CORNERS)
            continue;
        const double share = sim_clamp(here / (here - there), 0.0, 1.0);
        const struct sim_vec3 p = sim_add_scaled(c->p, sim_sub(in[l].p, c->p), share);
        overlap->corner[overlap->count++] = meet(c, p, a, b, i, here >= -sim_patch_flush);
    }
}

// Square of the distance [m^2] of p and q seen along n.
static double beside(struct sim_vec3 n, struct sim_vec3 p, struct sim_vec3 q) {
    const struct sim_vec3 d = sim_sub(p, q);
    const double along = sim_dot(d, n);
    return sim_dot(d, d) - along * along;
}

// Where borders are flush, rounding decides between a corner of a, a corner of b and crossings. All
// of these next to a corner of a are merged into one with that corner's feature, and the others
// next to a corner of b likewise.
static void merge_corners(struct overlap *overlap, const struct sim_side *a,
                          const struct sim_side *b, struct sim_vec3 n) {
    double distance[MAX_CORNERS];
    const int count = overlap->count;
    overlap->count = 0;
    for (int k = 0; k < count; k++) {
        // At most k corners have been kept, so this one has not been overwritten.
        struct corner corner = overlap->corner[k];
        // One of a's own corners is nearest to itself.
        const bool own = (corner.feature & ~0xfffU) == SIM_FEATURE_CORNER_A;
        double nearest = own ? 0.0 : sim_patch_flush * sim_patch_flush;
        for (int i = 0; i < a->count + b->count && !own; i++) {
            const bool of_b = i >= a->count;
            if (of_b && nearest < sim_patch_flush * sim_patch_flush)
                break;
            const double d = beside(n, corner.p, of_b ? b->p[i - a->count] : a->p[i]);
            if (d >= nearest)
                continue;
            nearest = d;
            corner.feature = of_b ? SIM_FEATURE_CORNER_B | b->corner[i - a->count]
                                  : SIM_FEATURE_CORNER_A | a->corner[i];
        }
        int place = 0;
        while (place < overlap->count && overlap->corner[place].feature != corner.feature)
            place++;
        if (place == overlap->count)
            distance[overlap->count++] = HUGE_VAL;
        if (nearest < distance[place]) {
            overlap->corner[place] = corner;
            distance[place] = nearest;
        }
    }
}

static void overlap_of(const struct sim_side *a, const struct sim_side *b, struct sim_vec3 n,
                       struct overlap *overlap) {
    overlap->count = a->count;
    for (int k = 0; k < a->count; k++)
        overlap->corner[k] =
            (struct corner){a->p[k], SIM_FEATURE_CORNER_A | a->corner[k], k, false};
    const double sense = sense_of(b, n);
    for (int i = 0; i < b->count; i++)
        clip(overlap, a, b, i, n, sense);
    merge_corners(overlap, a, b, n);
}

// Distance [m] of the side from p along n.
static double height(const struct sim_side *side, struct sim_vec3 n, struct sim_vec3 p) {
    if (side->count > 2)
        return sim_dot(side->normal, sim_sub(side->p[0], p)) / sim_dot(side->normal, n);
    const struct sim_vec3 d = sim_sub(side->p[1], side->p[0]);
    const struct sim_vec3 across = sim_add_scaled(d, n, -sim_dot(d, n));
    const double square = sim_dot(across, across);
    const double t = square > 1e-18 ? sim_dot(sim_sub(p, side->p[0]), across) / square : 0.5;
    return sim_dot(n, sim_sub(sim_add_scaled(side->p[0], d, sim_clamp(t, 0.0, 1.0)), p));
}

struct patch {
    struct sim_vec3 n;
    const struct sim_side *a, *b;
    double deepest; // [m] of the points so far
    struct sim_contacts *contacts;
};

static void add_point(struct patch *patch, struct sim_vec3 p, uint32_t feature) {
    const double za = height(patch->a, patch->n, p), zb = height(patch->b, patch->n, p);
    patch->deepest = fmax(patch->deepest, zb - za);
    sim_contacts_add(patch->contacts, sim_add_scaled(p, patch->n, za), patch->n, zb - za, feature);
}

// If there are too many corners, keeps those farthest out in eight directions fixed to polygon a.
static void add_overlap(struct patch *patch, const struct overlap *overlap) {
    if (overlap->count <= SIM_MAX_POINTS) {
        for (int k = 0; k < overlap->count; k++)
            add_point(patch, overlap->corner[k].p, overlap->corner[k].feature);
        return;
    }
    const struct sim_vec3 u = sim_unit(sim_sub(patch->a->p[1], patch->a->p[0]));
    const struct sim_vec3 v = sim_cross(patch->n, u);
    bool taken[MAX_CORNERS] = {false};
    for (int i = 0; i < SIM_MAX_POINTS; i++) {
        const double f = 2.0 * SIM_PI / SIM_MAX_POINTS * i;
        const struct sim_vec3 d = sim_add(sim_scale(u, sim_cos(f)), sim_scale(v, sim_sin(f)));
        int out = 0;
        for (int k = 1; k < overlap->count; k++)
            if (sim_dot(d, overlap->corner[k].p) > sim_dot(d, overlap->corner[out].p))
                out = k;
        if (!taken[out])
            add_point(patch, overlap->corner[out].p, overlap->corner[out].feature);
        taken[out] = true;
    }
}

// Adds the ends of the stretch of the segment that lies over the polygon.
static void add_stretch(struct patch *patch, const struct sim_side *segment,
                        const struct sim_side *polygon) {
    const bool is_a = segment == patch->a;
    const uint32_t own = is_a ? SIM_FEATURE_CORNER_A : SIM_FEATURE_CORNER_B;
    const double sense = sense_of(polygon, patch->n);
    double end[2] = {0.0, 1.0};
    uint32_t feature[2] = {own | segment->corner[0], own | segment->corner[1]};
    for (int i = 0; i < polygon->count; i++) {
        const double f0 = inside(polygon, i, sense, patch->n, segment->p[0]);
        const double f1 = inside(polygon, i, sense, patch->n, segment->p[1]);
        if (f0 < -sim_patch_flush && f1 < -sim_patch_flush)
            return;
        if (f0 >= -sim_patch_flush && f1 >= -sim_patch_flush)
            continue;
        const double t = sim_clamp(f0 / (f0 - f1), 0.0, 1.0);
        const int k = f0 < -sim_patch_flush ? 0 : 1;
        if (k == 0 ? t <= end[0] : t >= end[1])
            continue;
        end[k] = t;
        feature[k] = is_a ? crossing(segment->edge[0], polygon->edge[i])
                          : crossing(polygon->edge[i], segment->edge[0]);
    }
    if (end[0] > end[1])
        return;
    const struct sim_vec3 d = sim_sub(segment->p[1], segment->p[0]);
    for (int k = 0; k < 2; k++)
        add_point(patch, sim_add_scaled(segment->p[0], d, end[k]), feature[k]);
}

// Adds the ends of the common stretch of two nearly parallel segments, each an end of one of them.
static void add_common_stretch(struct patch *patch) {
    const struct sim_side *a = patch->a, *b = patch->b;
    const struct sim_vec3 d = sim_sub(a->p[1], a->p[0]);
    const double square = sim_dot(d, d);
    const double t0 = sim_dot(sim_sub(b->p[0], a->p[0]), d) / square;
    const double t1 = sim_dot(sim_sub(b->p[1], a->p[0]), d) / square;
    const int first = t0 < t1 ? 0 : 1;
    const double low = fmin(t0, t1), high = fmax(t0, t1);
    if (low > 1.0 || high < 0.0)
        return;
    if (low > 0.0)
        add_point(patch, b->p[first], SIM_FEATURE_CORNER_B | b->corner[first]);
    else
        add_point(patch, a->p[0], SIM_FEATURE_CORNER_A | a->corner[0]);
    if (high < 1.0)
        add_point(patch, b->p[1 - first], SIM_FEATURE_CORNER_B | b->corner[1 - first]);
    else
        add_point(patch, a->p[1], SIM_FEATURE_CORNER_A | a->corner[1]);
}

static void add_segments(struct patch *patch) {
    const struct sim_vec3 n = patch->n;
    const struct sim_side *a = patch->a, *b = patch->b;
    struct sim_vec3 d = sim_sub(a->p[1], a->p[0]), e = sim_sub(b->p[1], b->p[0]);
    d = sim_add_scaled(d, n, -sim_dot(d, n));
    e = sim_add_scaled(e, n, -sim_dot(e, n));
    const double dd = sim_dot(d, d), de = sim_dot(d, e), ee = sim_dot(e, e);
    const double det = dd * ee - de * de;
    if (!(dd > 0.0 && ee > 0.0))
        return;
    if (det < parallel_sine2 * dd * ee) {
        add_common_stretch(patch);
        return;
    }
    const struct sim_vec3 gap = sim_sub(b->p[0], a->p[0]);
    const double s = (sim_dot(gap, d) * ee - sim_dot(gap, e) * de) / det;
    const double t = (sim_dot(gap, d) * de - sim_dot(gap, e) * dd) / det;
    if (s >= 0.0 && s <= 1.0 && t >= 0.0 && t <= 1.0)
        add_point(patch, sim_add_scaled(a->p[0], sim_sub(a->p[1], a->p[0]), s),
                  crossing(a->edge[0], b->edge[0]));
}

// Adds the lowest place of a cap's rim if it lies over the other side: it is usually between two
// corners of the polygon that replaces the cap.
static void add_rim(struct patch *patch, const struct sim_solid *cylinder,
                    const struct sim_side *other, struct sim_vec3 m, uint32_t feature) {
    const double c = sim_dot(m, cylinder->axis[2]);
    const struct sim_vec3 p = sim_add_scaled(
        sim_add_scaled(cylinder->centre, sim_cylinder_radial(cylinder, m), cylinder->half[0]),
        cylinder->axis[2], copysign(cylinder->half[2], c));
    const double sense = sense_of(other, patch->n);
    for (int i = 0; i < other->count; i++)
        if (inside(other, i, sense, patch->n, p) < 0.0)
            return;
    const double za = height(patch->a, patch->n, p), zb = height(patch->b, patch->n, p);
    if (zb - za > patch->deepest + may_miss)
        add_point(patch, p, feature);
}

// Midway between the surfaces where they overlap deepest, for a direction that is not a face's: the
// deepest corner over a face is a corner of the patch, unless it lies beside the face and does not
// touch it.
static struct sim_vec3 deepest_place(const struct sim_solid *a, const struct sim_solid *b,
                                     const struct sim_direction *direction) {
    const struct sim_vec3 n = direction->n, down = sim_neg(n);
    const bool other = direction->source == SIM_NORMAL_OTHER;
    const bool by_a = other && sim_solid_pointed(a, down), by_b = other && sim_solid_pointed(b, n);
    const struct sim_vec3 from_a =
        sim_add_scaled(sim_solid_support(a, down, 0.0), n, 0.5 * direction->overlap);
    const struct sim_vec3 from_b =
        sim_add_scaled(sim_solid_support(b, n, 0.0), n, -0.5 * direction->overlap);
    if (by_a && by_b)
        return sim_scale(sim_add(from_a, from_b), 0.5);
    if (by_a || by_b)
        return by_a ? from_a : from_b;
    return direction->seek ? sim_solid_witness(a, b, n) : direction->witness;
}

void sim_add_missed(const struct sim_solid *a, const struct sim_solid *b,
                    const struct sim_direction *direction, double deepest,
                    struct sim_contacts *contacts) {
    const bool whole = direction->source != SIM_NORMAL_OTHER;
    const double missed =
        whole ? may_miss_by_face + may_miss_share * fmax(direction->overlap, 0.0) : may_miss;
    if (!(direction->overlap > deepest + missed))
        return;
    const struct sim_vec3 n = direction->n, middle = deepest_place(a, b, direction);
    sim_contacts_add(contacts, sim_add_scaled(middle, n, -0.5 * direction->overlap), n,
                     direction->overlap, SIM_FEATURE_WITNESS);
}

void sim_add_patch(const struct sim_solid *a, const struct sim_solid *b,
                   const struct sim_direction *direction, struct sim_contacts *contacts) {
    const struct sim_vec3 n = direction->n, down = sim_neg(n);
    const bool whole = direction->source != SIM_NORMAL_OTHER;
    struct sim_side side_a, side_b;
    sim_solid_side(a, down, whole, &side_a);
    sim_solid_side(b, n, whole, &side_b);
    struct patch patch = {n, &side_a, &side_b, -HUGE_VAL, contacts};
    if (side_a.count > 2 && side_b.count > 2) {
        struct overlap overlap;
        overlap_of(&side_a, &side_b, n, &overlap);
        add_overlap(&patch, &overlap);
    } else if (side_a.count > 2 && side_b.count == 2) {
        add_stretch(&patch, &side_b, &side_a);
    } else if (side_a.count == 2 && side_b.count > 2) {
        add_stretch(&patch, &side_a, &side_b);
    } else if (side_a.count == 2 && side_b.count == 2) {
        add_segments(&patch);
    }
    if (sim_solid_is_cylinder(a) && side_a.count > 2 && side_b.count > 2)
        add_rim(&patch, a, &side_b, down, SIM_FEATURE_RIM_A);
    if (sim_solid_is_cylinder(b) && side_b.count > 2 && side_a.count > 2)
        add_rim(&patch, b, &side_a, n, SIM_FEATURE_RIM_B);
    sim_add_missed(a, b, direction, patch.deepest, contacts);
}
