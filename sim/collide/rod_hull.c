// Spheres and (tapered) capsules against hulls, in the frame of the hull's centre.
//
// As for boxes (sim/collide/rod_solid.c) the gap g(s) = d(c + s a) - r - k s of the ball at place s
// is convex, d being the distance of the hull. Its lowest place is found from the tangents at both
// ends of an interval: where they meet the gap cannot be less, and the hull's faces make the gap
// linear, so that few steps are needed. Where the rod lies along a face or an edge, the points are
// the rod's ends and the places where it passes over their ends.
//
// Once the axis of the rod has entered the hull, the direction of least overlap is used instead.
#include "sim/collide/kinds.h"
#include "sim/shape/hull.h"

enum {
    MAX_STEPS = 60,
    MAX_SPOTS = 5,
    FEATURE_LOWEST = 0,
    FEATURE_END = 1,
    FEATURE_INSIDE = 20,
    FEATURE_BORDER = 64,
};

static const double MERGE = 0.5; // of the radius: the lowest place stands for a border this near
static const double TOGETHER = 5e-3;   // [m] borders nearer than this are one spot
static const double FLAT = 2e-5;       // [m] by which the lowest place is deeper than the others
static const double ACCURACY = 1e-9;   // [m] of the lowest gap
static const double ALONG_FACE = 0.94; // cosine of the normal and a face the rod lies on
static const double ALONG_EDGE = 0.9;  // cosine of the axis and an edge the rod lies on

struct view {
    const struct sim_hull *hull;
    struct sim_rod rod;    // in the frame
    struct sim_pose frame; // of the hull's centre to the world
};

struct spot {
    double s, gap, slope; // slope: of the gap
    struct sim_vec3 normal;
    uint32_t feature;
};

static struct spot spot_at(const struct view *view, double s, uint32_t feature) {
    const struct sim_rod *rod = &view->rod;
    struct spot spot = {.s = s, .feature = feature};
    spot.gap =
        sim_hull_distance(view->hull, sim_rod_at(rod, s), &spot.normal) - sim_rod_radius(rod, s);
    spot.slope = sim_dot(spot.normal, rod->axis) - rod->slope;
    return spot;
}

// Of a flat stretch the lower end.
static struct spot lowest_spot(const struct view *view) {
    struct spot low = spot_at(view, -view->rod.half, FEATURE_LOWEST);
    if (low.slope >= 0.0)
        return low;
    struct spot high = spot_at(view, view->rod.half, FEATURE_LOWEST);
    if (high.slope < 0.0)
        return high;
    for (int i = 0; i < MAX_STEPS; i++) {
        double s = 0.5 * (low.s + high.s);
        double bound = -HUGE_VAL;
        if (i % 3 != 2) {
            s = (high.gap - low.gap + low.slope * low.s - high.slope * high.s) /
                (low.slope - high.slope);
            s = sim_clamp(s, low.s, high.s);
            bound = low.gap + low.slope * (s - low.s);
        }
        const struct spot mid = spot_at(view, s, FEATURE_LOWEST);
        if (mid.gap - bound < ACCURACY || high.s - low.s < ACCURACY)
            return mid;
        *(mid.slope >= 0.0 ? &high : &low) = mid;
    }
    return low.gap < high.gap ? low : high;
}

static void emit(const struct view *view, const struct spot *spot, struct sim_contacts *contacts) {
    const struct sim_vec3 on_a = sim_add_scaled(sim_rod_at(&view->rod, spot->s), spot->normal,
                                                -sim_rod_radius(&view->rod, spot->s));
    sim_contacts_add(contacts, sim_pose_point(view->frame, on_a),
                     sim_rotate(view->frame.q, spot->normal), -spot->gap, spot->feature);
}

struct stretch {
    double low, high;
    uint32_t low_feature, high_feature;
};

// Cuts off the part of the stretch where n * (c + s a) > offset.
static void cut(const struct sim_rod *rod, struct sim_vec3 n, double offset, uint32_t feature,
                struct stretch *stretch) {
    const double height = sim_dot(n, rod->centre) - offset, slope = sim_dot(n, rod->axis);
    if (fabs(slope) < 1e-9) {
        if (height > 0.0)
            stretch->high = -HUGE_VAL;
        return;
    }
    const double s = -height / slope;
    if (slope > 0.0 && s < stretch->high) {
        stretch->high = s;
        stretch->high_feature = feature;
    } else if (slope < 0.0 && s > stretch->low) {
        stretch->low = s;
        stretch->low_feature = feature;
    }
}

static struct stretch over_face(const struct view *view, const struct sim_hull_face *face) {
    struct stretch stretch = {-HUGE_VAL, HUGE_VAL, 0, 0};
    const struct sim_hull *hull = view->hull;
    for (int i = 0; i < face->count; i++) {
        const struct sim_vec3 from = hull->corners[hull->loop_corner[face->first + i]];
        const struct sim_vec3 to =
            hull->corners[hull->loop_corner[face->first + (i + 1) % face->count]];
        const struct sim_vec3 out = sim_cross(sim_sub(to, from), face->normal);
        cut(&view->rod, out, sim_dot(out, from),
            FEATURE_BORDER + (uint32_t)hull->loop_edge[face->first + i], &stretch);
    }
    return stretch;
}

// Beside the edge that is nearest to p and nearly parallel to the rod; empty where there is none.
static struct stretch over_edge(const struct view *view, struct sim_vec3 p) {
    struct stretch stretch = {HUGE_VAL, -HUGE_VAL, 0, 0};
    const struct sim_hull *hull = view->hull;
    double least = TOGETHER * TOGETHER;
    for (int e = 0; e < hull->edge_count; e++) {
        const int *end = hull->edges[e].corner;
        const struct sim_vec3 from = hull->corners[end[0]];
        const struct sim_vec3 d = sim_sub(hull->corners[end[1]], from);
        const double square = sim_dot(d, d), along = sim_dot(d, view->rod.axis);
        const double t = sim_clamp(sim_dot(sim_sub(p, from), d) / square, 0.0, 1.0);
        const struct sim_vec3 off = sim_sub(p, sim_add_scaled(from, d, t));
        if (sim_dot(off, off) >= least || along * along < ALONG_EDGE * ALONG_EDGE * square)
            continue;
        least = sim_dot(off, off);
        const int first = along > 0.0 ? 0 : 1;
        const struct sim_vec3 near = hull->corners[end[first]], far = hull->corners[end[1 - first]];
        stretch = (struct stretch){sim_dot(sim_sub(near, view->rod.centre), view->rod.axis),
                                   sim_dot(sim_sub(far, view->rod.centre), view->rod.axis),
                                   FEATURE_BORDER + 512 + (uint32_t)end[first],
                                   FEATURE_BORDER + 512 + (uint32_t)end[1 - first]};
    }
    return stretch;
}

// Keeps a spot unless it is too far away or one of those before is at the same place.
static int keep(struct spot *spot, int count, struct spot candidate, double margin) {
    if (!(candidate.gap < margin))
        return count;
    for (int i = 0; i < count; i++)
        if (fabs(spot[i].s - candidate.s) < TOGETHER)
            return count;
    spot[count] = candidate;
    return count + 1;
}

static void collide_outside(const struct view *view, struct spot lowest,
                            struct sim_contacts *contacts) {
    const struct sim_rod *rod = &view->rod;
    const struct sim_hull_face *face =
        &view->hull->faces[sim_hull_facing(view->hull, lowest.normal)];
    const struct sim_vec3 p = sim_add_scaled(sim_rod_at(rod, lowest.s), lowest.normal,
                                             -lowest.gap - sim_rod_radius(rod, lowest.s));
    const struct stretch over = sim_dot(face->normal, lowest.normal) > ALONG_FACE
                                    ? over_face(view, face)
                                    : over_edge(view, p);
    struct spot spot[MAX_SPOTS];
    int count = 0;
    count = keep(spot, count, spot_at(view, -rod->half, FEATURE_END), contacts->margin);
    count = keep(spot, count, spot_at(view, rod->half, FEATURE_END + 1), contacts->margin);
    if (over.low < over.high && fabs(over.low) < rod->half)
        count = keep(spot, count, spot_at(view, over.low, over.low_feature), contacts->margin);
    if (over.low < over.high && fabs(over.high) < rod->half)
        count = keep(spot, count, spot_at(view, over.high, over.high_feature), contacts->margin);
    // The lowest place takes over the spot next to it and moves on continuously from there.
    int nearest = -1;
    double least = HUGE_VAL;
    for (int i = 0; i < count; i++) {
        if (nearest < 0 || fabs(spot[i].s - lowest.s) < fabs(spot[nearest].s - lowest.s))
            nearest = i;
        least = fmin(least, spot[i].gap);
    }
    if (nearest >= 0 &&
        fabs(spot[nearest].s - lowest.s) < MERGE * sim_rod_radius(rod, lowest.s) + TOGETHER) {
        lowest.feature = spot[nearest].feature;
        spot[nearest] = lowest;
    } else if (!(lowest.gap > least - FLAT)) {
        spot[count++] = lowest;
    }
    for (int i = 0; i < count; i++)
        emit(view, &spot[i], contacts);
}

struct escape {
    struct sim_vec3 normal;
    double reach; // of the hull along the normal
    double overlap;
};

static void try_escape(const struct view *view, struct sim_vec3 n, double reach,
                       struct escape *best) {
    const struct sim_rod *rod = &view->rod;
    const double overlap = reach + rod->radius - sim_dot(n, rod->centre) +
                           rod->half * fabs(sim_dot(n, rod->axis) - rod->slope);
    if (overlap < best->overlap)
        *best = (struct escape){n, reach, overlap};
}

// The two directions across edge d on which the side of the rod lies flat: n d = 0 and n a = k.
static void try_across(const struct view *view, struct sim_vec3 d, struct escape *best) {
    const struct sim_rod *rod = &view->rod;
    const struct sim_vec3 e = sim_unit(d);
    const struct sim_vec3 flat = sim_add_scaled(rod->axis, e, -sim_dot(rod->axis, e));
    const double m = sim_length(flat);
    if (m < 1e-6 || fabs(rod->slope) >= m)
        return;
    const double cosine = rod->slope / m, sine = sqrt(1.0 - cosine * cosine);
    const struct sim_vec3 along = sim_scale(flat, 1.0 / m), across = sim_cross(e, along);
    for (int k = 0; k < 2; k++) {
        const struct sim_vec3 n =
            sim_add_scaled(sim_scale(along, cosine), across, k == 0 ? sine : -sine);
        const struct sim_vec3 p = view->hull->corners[sim_hull_support(view->hull, n)];
        try_escape(view, n, sim_dot(n, p), best);
    }
}

static void collide_inside(const struct view *view, const struct spot *lowest,
                           struct sim_contacts *contacts) {
    const struct sim_hull *hull = view->hull;
    const struct sim_rod *rod = &view->rod;
    struct escape escape = {lowest->normal, 0.0, HUGE_VAL};
    struct stretch in = {-rod->half, rod->half, 0, 0};
    for (int f = 0; f < hull->face_count; f++) {
        try_escape(view, hull->faces[f].normal, hull->faces[f].offset, &escape);
        cut(rod, hull->faces[f].normal, hull->faces[f].offset, 0, &in);
    }
    for (int e = 0; e < hull->edge_count; e++) {
        const int *end = hull->edges[e].corner;
        try_across(view, sim_sub(hull->corners[end[1]], hull->corners[end[0]]), &escape);
    }
    const bool one = !(in.high - in.low > TOGETHER);
    for (uint32_t k = 0; k < (one ? 1u : 2u); k++) {
        struct spot spot = {.s = one      ? lowest->s
                                 : k == 0 ? in.low
                                          : in.high,
                            .normal = escape.normal,
                            .feature = FEATURE_INSIDE + k};
        spot.gap = sim_dot(escape.normal, sim_rod_at(rod, spot.s)) - sim_rod_radius(rod, spot.s) -
                   escape.reach;
        emit(view, &spot, contacts);
    }
}

void sim_collide_rod_hull(const struct sim_shape *a, const struct sim_pose *pose_a,
                          const struct sim_shape *b, const struct sim_pose *pose_b,
                          struct sim_contacts *contacts) {
    struct view view = {b->hull, sim_rod_of(a, pose_a), *pose_b};
    view.frame.p = sim_pose_point(*pose_b, b->hull->centre);
    view.rod.centre = sim_pose_local(view.frame, view.rod.centre);
    view.rod.axis = sim_unrotate(view.frame.q, view.rod.axis);
    const struct sim_rod *rod = &view.rod;
    // Most pairs of the broad phase end here. The comparison refuses what is not a number.
    const double reach = b->hull->outer + rod->half + rod->radius + contacts->margin;
    if (!(sim_length(rod->centre) < reach + fabs(rod->slope) * rod->half))
        return;
    const struct spot lowest =
        rod->half > 0.0 ? lowest_spot(&view) : spot_at(&view, 0.0, FEATURE_LOWEST);
    if (!(lowest.gap < contacts->margin))
        return;
    if (rod->half == 0.0)
        emit(&view, &lowest, contacts);
    else if (lowest.gap + sim_rod_radius(rod, lowest.s) > 0.0)
        collide_outside(&view, lowest, contacts);
    else
        collide_inside(&view, &lowest, contacts);
}
