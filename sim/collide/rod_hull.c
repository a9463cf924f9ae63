// Spheres and (tapered) capsules against hulls, in the frame of the hull's centre; see
// sim/collide/rod.h for what is common to all convex solids.
//
// The lowest place of the gap is found from the tangents at both ends of an interval: where they
// meet the gap cannot be less, and the hull's faces make the gap linear, so that few steps are
// needed. Borders are the ends of the face or edge that the rod lies along.
#include "sim/collide/rod.h"
#include "sim/shape/hull.h"

enum { MAX_STEPS = 60, FEATURE_BORDER = 64, FEATURE_CORNER = FEATURE_BORDER + 512 };

static const double accuracy = 1e-9;   // [m] of the lowest gap
static const double along_face = 0.94; // cosine of the normal and a face the rod lies on
static const double along_edge = 0.9;  // cosine of the axis and an edge the rod lies on

struct view {
    const struct sim_hull *hull;
    struct sim_rod rod;    // in the frame
    struct sim_pose frame; // of the hull's centre to the world
};

static struct sim_rod_spot spot_at(const struct view *view, double s, uint32_t feature) {
    struct sim_rod_spot spot = {.s = s, .feature = feature};
    spot.gap = sim_hull_distance(view->hull, sim_rod_at(&view->rod, s), &spot.normal) -
               sim_rod_radius(&view->rod, s);
    return spot;
}

struct tangent {
    struct sim_rod_spot spot;
    double slope; // of the gap
};

static struct tangent tangent_at(const struct view *view, double s) {
    struct tangent tangent = {.spot = spot_at(view, s, SIM_ROD_LOWEST)};
    tangent.slope = sim_dot(tangent.spot.normal, view->rod.axis) - view->rod.slope;
    return tangent;
}

// The lowest place of the gap, the end at the lower s where that is flat.
static struct sim_rod_spot lowest_spot(const struct view *view) {
    struct tangent low = tangent_at(view, -view->rod.half);
    if (low.slope >= 0.0)
        return low.spot;
    struct tangent high = tangent_at(view, view->rod.half);
    if (high.slope < 0.0)
        return high.spot;
    for (int i = 0; i < MAX_STEPS; i++) {
        double s = 0.5 * (low.spot.s + high.spot.s);
        double bound = -HUGE_VAL;
        if (i % 3 != 2) {
            s = (high.spot.gap - low.spot.gap + low.slope * low.spot.s - high.slope * high.spot.s) /
                (low.slope - high.slope);
            s = sim_clamp(s, low.spot.s, high.spot.s);
            bound = low.spot.gap + low.slope * (s - low.spot.s);
        }
        const struct tangent mid = tangent_at(view, s);
        if (mid.spot.gap - bound < accuracy || high.spot.s - low.spot.s < accuracy)
            return mid.spot;
        *(mid.slope >= 0.0 ? &high : &low) = mid;
    }
    return low.spot.gap < high.spot.gap ? low.spot : high.spot;
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
    double least = sim_rod_together * sim_rod_together;
    for (int e = 0; e < hull->edge_count; e++) {
        const int *end = hull->edges[e].corner;
        const struct sim_vec3 from = hull->corners[end[0]];
        const struct sim_vec3 d = sim_sub(hull->corners[end[1]], from);
        const double square = sim_dot(d, d), along = sim_dot(d, view->rod.axis);
        const double t = sim_clamp(sim_dot(sim_sub(p, from), d) / square, 0.0, 1.0);
        const struct sim_vec3 off = sim_sub(p, sim_add_scaled(from, d, t));
        if (sim_dot(off, off) >= least || along * along < along_edge * along_edge * square)
            continue;
        least = sim_dot(off, off);
        const int first = along > 0.0 ? 0 : 1;
        const struct sim_vec3 near = hull->corners[end[first]], far = hull->corners[end[1 - first]];
        stretch = (struct stretch){sim_dot(sim_sub(near, view->rod.centre), view->rod.axis),
                                   sim_dot(sim_sub(far, view->rod.centre), view->rod.axis),
                                   FEATURE_CORNER + (uint32_t)end[first],
                                   FEATURE_CORNER + (uint32_t)end[1 - first]};
    }
    return stretch;
}

static struct stretch borders(const struct view *view, const struct sim_rod_spot *lowest) {
    const struct sim_rod *rod = &view->rod;
    const struct sim_hull_face *face =
        &view->hull->faces[sim_hull_facing(view->hull, lowest->normal)];
    if (sim_dot(face->normal, lowest->normal) > along_face)
        return over_face(view, face);
    const struct sim_vec3 p = sim_add_scaled(sim_rod_at(rod, lowest->s), lowest->normal,
                                             -lowest->gap - sim_rod_radius(rod, lowest->s));
    return over_edge(view, p);
}

static void collide_outside(const struct view *view, struct sim_rod_spot lowest,
                            struct sim_rod_spots *spots) {
    const double half = view->rod.half;
    const struct stretch over = borders(view, &lowest);
    sim_rod_keep(spots, spot_at(view, -half, SIM_ROD_END));
    sim_rod_keep(spots, spot_at(view, half, SIM_ROD_END + 1));
    if (over.low < over.high && fabs(over.low) < half)
        sim_rod_keep(spots, spot_at(view, over.low, over.low_feature));
    if (over.low < over.high && fabs(over.high) < half)
        sim_rod_keep(spots, spot_at(view, over.high, over.high_feature));
    sim_rod_add_all(spots, lowest);
}

// Both directions across edge d.
static void try_across(const struct view *view, struct sim_vec3 d, struct sim_rod_escape *best) {
    struct sim_vec3 n[2];
    if (!sim_rod_across(&view->rod, sim_unit(d), n))
        return;
    for (int k = 0; k < 2; k++) {
        const struct sim_vec3 p = view->hull->corners[sim_hull_support(view->hull, n[k])];
        sim_rod_try_escape(&view->rod, n[k], sim_dot(n[k], p), best);
    }
}

static void collide_inside(const struct view *view, const struct sim_rod_spot *lowest,
                           const struct sim_rod_spots *spots) {
    const struct sim_hull *hull = view->hull;
    const struct sim_rod *rod = &view->rod;
    struct sim_rod_escape escape = {lowest->normal, 0.0, HUGE_VAL};
    struct stretch in = {-rod->half, rod->half, 0, 0};
    for (int f = 0; f < hull->face_count; f++) {
        sim_rod_try_escape(rod, hull->faces[f].normal, hull->faces[f].offset, &escape);
        cut(rod, hull->faces[f].normal, hull->faces[f].offset, 0, &in);
    }
    for (int e = 0; e < hull->edge_count; e++) {
        const int *end = hull->edges[e].corner;
        try_across(view, sim_sub(hull->corners[end[1]], hull->corners[end[0]]), &escape);
    }
    sim_rod_add_inside(spots, &escape, in.low, in.high, lowest->s);
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
    const struct sim_rod_spot lowest =
        rod->half > 0.0 ? lowest_spot(&view) : spot_at(&view, 0.0, SIM_ROD_LOWEST);
    if (!(lowest.gap < contacts->margin))
        return;
    struct sim_rod_spots spots;
    sim_rod_spots_init(&spots, rod, &view.frame, contacts);
    if (rod->half == 0.0)
        sim_rod_add(&spots, &lowest);
    else if (lowest.gap + sim_rod_radius(rod, lowest.s) > 0.0)
        collide_outside(&view, lowest, &spots);
    else
        collide_inside(&view, &lowest, &spots);
}
