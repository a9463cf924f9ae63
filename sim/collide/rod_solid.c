// Spheres and (tapered) capsules against boxes and cylinders, in the frame of the box or cylinder;
// see sim/collide/rod.h for what is common to all convex solids.
//
// The lowest place s* of the gap g is found by bisection of g' = n a - k, n being the gradient of
// the distance. Borders are the planes of the faces, and the round side of a cylinder.
#include "sim/collide/rod.h"

enum { BISECTIONS = 34, FEATURE_BORDER = 4 };

struct solid {
    bool box;
    double half[3];        // [m] box: half extents; cylinder: radius, radius, half height
    struct sim_pose frame; // to the world
};

// Signed distance of p from the surface, and its gradient.
static double distance(const struct solid *solid, struct sim_vec3 p, struct sim_vec3 *n) {
    double q[3], unit[3][3] = {{0.0}};
    int axes = 3;
    if (solid->box) {
        const double v[3] = {p.x, p.y, p.z};
        for (int i = 0; i < 3; i++) {
            q[i] = fabs(v[i]) - solid->half[i];
            unit[i][i] = copysign(1.0, v[i]);
        }
    } else {
        const double rho = sqrt(p.x * p.x + p.y * p.y);
        axes = 2;
        q[0] = rho - solid->half[0];
        unit[0][0] = rho > 1e-12 ? p.x / rho : 1.0;
        unit[0][1] = rho > 1e-12 ? p.y / rho : 0.0;
        q[1] = fabs(p.z) - solid->half[2];
        unit[1][2] = copysign(1.0, p.z);
    }
    int most = 0;
    double square = 0.0;
    for (int i = 0; i < axes; i++) {
        most = q[i] > q[most] ? i : most;
        square += q[i] > 0.0 ? q[i] * q[i] : 0.0;
    }
    *n = sim_vec3(unit[most][0], unit[most][1], unit[most][2]);
    const double outside = sqrt(square);
    if (outside < 1e-12)
        return q[most];
    double sum[3] = {0.0};
    for (int i = 0; i < axes; i++)
        for (int k = 0; k < 3 && q[i] > 0.0; k++)
            sum[k] += q[i] / outside * unit[i][k];
    *n = sim_vec3(sum[0], sum[1], sum[2]);
    return outside;
}

static struct sim_rod_spot spot_at(const struct solid *solid, const struct sim_rod *rod, double s,
                                   uint32_t feature) {
    struct sim_rod_spot spot = {.s = s, .feature = feature};
    spot.gap = distance(solid, sim_rod_at(rod, s), &spot.normal) - sim_rod_radius(rod, s);
    return spot;
}

// n a of a box times the distance of p from it, 0 inside. *size: the sum of the sizes of its terms.
static double rise_of_box(const struct solid *solid, const struct sim_rod *rod, struct sim_vec3 p,
                          double *size) {
    const double v[3] = {p.x, p.y, p.z}, a[3] = {rod->axis.x, rod->axis.y, rod->axis.z};
    double sum = 0.0, far = 0.0;
    *size = 0.0;
    for (int i = 0; i < 3; i++) {
        const double q = fabs(v[i]) - solid->half[i], out = q > 0.0 ? q : 0.0;
        const double term = copysign(out, v[i]) * a[i];
        sum += term;
        *size += fabs(term);
        far = out > far ? out : far;
    }
    return far > 1e-11 ? sum : 0.0;
}

// Whether g rises at place s. For a box and a rod of constant radius the sign of n a tells, which
// needs neither root nor division unless rounding could decide it.
static bool rises(const struct solid *solid, const struct sim_rod *rod, double s) {
    const struct sim_vec3 p = sim_rod_at(rod, s);
    if (solid->box && rod->slope == 0.0) {
        double size;
        const double sum = rise_of_box(solid, rod, p, &size);
        if (fabs(sum) > 1e-12 * size)
            return sum > 0.0;
    }
    struct sim_vec3 n;
    distance(solid, p, &n);
    return sim_dot(n, rod->axis) >= rod->slope;
}

// The end at the lower s where g is flat, so that rounding does not move it about.
static double lowest_place(const struct solid *solid, const struct sim_rod *rod) {
    double low = -rod->half, high = rod->half;
    if (rises(solid, rod, low))
        return low;
    if (!rises(solid, rod, high))
        return high;
    for (int i = 0; i < BISECTIONS; i++) {
        const double mid = 0.5 * (low + high);
        *(rises(solid, rod, mid) ? &high : &low) = mid;
    }
    return 0.5 * (low + high);
}

// Where the axis of the rod crosses the planes of the solid's faces, or the side of the cylinder:
// pairs of places, entering and leaving. A pair that is never crossed is infinite, or empty where
// the axis runs outside. Returns the number of pairs.
static int borders(const struct solid *solid, const struct sim_rod *rod, double place[3][2]) {
    const double c[3] = {rod->centre.x, rod->centre.y, rod->centre.z};
    const double a[3] = {rod->axis.x, rod->axis.y, rod->axis.z};
    int count = 0;
    for (int i = solid->box ? 0 : 2; i < 3; i++, count++) {
        const bool inside = fabs(c[i]) <= solid->half[i];
        place[count][0] = inside ? -HUGE_VAL : HUGE_VAL;
        place[count][1] = inside ? HUGE_VAL : -HUGE_VAL;
        if (fabs(a[i]) < 1e-9)
            continue;
        const double side = copysign(solid->half[i], a[i]);
        place[count][0] = (-side - c[i]) / a[i];
        place[count][1] = (side - c[i]) / a[i];
    }
    if (solid->box)
        return count;
    const double square = a[0] * a[0] + a[1] * a[1];
    const double mid = square > 1e-18 ? -(c[0] * a[0] + c[1] * a[1]) / square : 0.0;
    const double x = c[0] + mid * a[0], y = c[1] + mid * a[1];
    const double rest = solid->half[0] * solid->half[0] - x * x - y * y;
    const double reach = square > 1e-18 ? sqrt(fmax(rest, 0.0) / square) : HUGE_VAL;
    place[count][0] = rest >= 0.0 ? mid - reach : HUGE_VAL;
    place[count][1] = rest >= 0.0 ? mid + reach : -HUGE_VAL;
    return count + 1;
}

static void collide_outside(const struct solid *solid, const struct sim_rod *rod,
                            struct sim_rod_spot lowest, struct sim_rod_spots *spots) {
    double place[3][2];
    const int pairs = borders(solid, rod, place);
    sim_rod_keep(spots, spot_at(solid, rod, -rod->half, SIM_ROD_END));
    sim_rod_keep(spots, spot_at(solid, rod, rod->half, SIM_ROD_END + 1));
    for (int i = 0; i < pairs; i++)
        for (int k = 0; k < 2; k++)
            if (fabs(place[i][k]) < rod->half)
                sim_rod_keep(spots, spot_at(solid, rod, place[i][k],
                                            FEATURE_BORDER + 2 * (uint32_t)i + (uint32_t)k));
    sim_rod_add_all(spots, lowest);
}

// Reach [m] of the solid along n.
static double reach_of(const struct solid *solid, struct sim_vec3 n) {
    if (solid->box)
        return solid->half[0] * fabs(n.x) + solid->half[1] * fabs(n.y) + solid->half[2] * fabs(n.z);
    return solid->half[0] * sqrt(n.x * n.x + n.y * n.y) + solid->half[2] * fabs(n.z);
}

static void try_escape(const struct solid *solid, const struct sim_rod *rod, struct sim_vec3 n,
                       struct sim_rod_escape *best) {
    sim_rod_try_escape(rod, n, reach_of(solid, n), best);
}

static void try_across(const struct solid *solid, const struct sim_rod *rod, struct sim_vec3 edge,
                       struct sim_rod_escape *best) {
    struct sim_vec3 n[2];
    if (!sim_rod_across(rod, edge, n))
        return;
    try_escape(solid, rod, n[0], best);
    try_escape(solid, rod, n[1], best);
}

// Tries the directions in which the side of the rod lies flat, n a = k, for a cylinder whose rim
// the rod has cut: once around in coarse steps, then in ever smaller ones from the best.
static void try_around(const struct solid *solid, const struct sim_rod *rod,
                       struct sim_rod_escape *best) {
    const struct sim_vec3 u = sim_perpendicular(rod->axis), w = sim_cross(rod->axis, u);
    const double radial = sqrt(1.0 - rod->slope * rod->slope);
    struct sim_rod_escape found = {u, 0.0, HUGE_VAL};
    double angle = 0.0, step = SIM_PI / 12.0;
    for (int round = 0; round < 24; round++) {
        const double centre = angle;
        const int half = round == 0 ? 12 : 1;
        for (int i = -half; i <= half; i++) {
            const double f = centre + i * step, before = found.overlap;
            const struct sim_vec3 across =
                sim_add(sim_scale(u, sim_cos(f)), sim_scale(w, sim_sin(f)));
            try_escape(solid, rod, sim_add_scaled(sim_scale(rod->axis, rod->slope), across, radial),
                       &found);
            if (found.overlap < before)
                angle = f;
        }
        step *= 0.5;
    }
    if (found.overlap < best->overlap)
        *best = found;
}

static struct sim_rod_escape least_escape(const struct solid *solid, const struct sim_rod *rod,
                                          const struct sim_rod_spot *lowest) {
    struct sim_rod_escape best = {lowest->normal, 0.0, HUGE_VAL};
    for (int i = solid->box ? 0 : 2; i < 3; i++) {
        const struct sim_vec3 e = {i == 0 ? 1.0 : 0.0, i == 1 ? 1.0 : 0.0, i == 2 ? 1.0 : 0.0};
        try_escape(solid, rod, e, &best);
        try_escape(solid, rod, sim_neg(e), &best);
        if (solid->box)
            try_across(solid, rod, e, &best);
    }
    if (!solid->box)
        try_around(solid, rod, &best);
    for (int k = -1; k <= 1 && !solid->box; k++) {
        const struct sim_vec3 p = sim_rod_at(rod, k == 0 ? lowest->s : k * rod->half);
        try_escape(solid, rod, sim_unit_or(sim_vec3(p.x, p.y, 0.0), sim_vec3(1.0, 0.0, 0.0)),
                   &best);
    }
    return best;
}

static void collide_inside(const struct solid *solid, const struct sim_rod *rod,
                           const struct sim_rod_spot *lowest, const struct sim_rod_spots *spots) {
    const struct sim_rod_escape escape = least_escape(solid, rod, lowest);
    double place[3][2], low = -rod->half, high = rod->half;
    const int pairs = borders(solid, rod, place);
    for (int i = 0; i < pairs; i++) {
        low = fmax(low, place[i][0]);
        high = fmin(high, place[i][1]);
    }
    sim_rod_add_inside(spots, &escape, low, high, lowest->s);
}

void sim_collide_rod_solid(const struct sim_shape *a, const struct sim_pose *pose_a,
                           const struct sim_shape *b, const struct sim_pose *pose_b,
                           struct sim_contacts *contacts) {
    struct solid solid = {b->kind == SIM_SHAPE_BOX, {b->half.x, b->half.y, b->half.z}, *pose_b};
    if (!solid.box) {
        solid.half[0] = solid.half[1] = b->radius[0];
        solid.half[2] = b->half_length;
    }
    struct sim_rod rod = sim_rod_of(a, pose_a);
    rod.centre = sim_pose_local(*pose_b, rod.centre);
    rod.axis = sim_unrotate(pose_b->q, rod.axis);
    // Most pairs of the broad phase end here: apart along one of the axes.
    const double reach = rod.radius + contacts->margin, taper = fabs(rod.slope) * rod.half;
    for (int i = 0; i < 3; i++) {
        const double c = i == 0 ? rod.centre.x : i == 1 ? rod.centre.y : rod.centre.z;
        const double along = i == 0 ? rod.axis.x : i == 1 ? rod.axis.y : rod.axis.z;
        if (fabs(c) > solid.half[i] + rod.half * fabs(along) + taper + reach)
            return;
    }
    const double s = rod.half > 0.0 ? lowest_place(&solid, &rod) : 0.0;
    const struct sim_rod_spot lowest = spot_at(&solid, &rod, s, SIM_ROD_LOWEST);
    if (!(lowest.gap < contacts->margin))
        return;
    struct sim_rod_spots spots;
    sim_rod_spots_init(&spots, &rod, &solid.frame, contacts);
    if (rod.half == 0.0)
        sim_rod_add(&spots, &lowest);
    else if (lowest.gap + sim_rod_radius(&rod, s) > 0.0)
        collide_outside(&solid, &rod, lowest, &spots);
    else
        collide_inside(&solid, &rod, &lowest, &spots);
}
