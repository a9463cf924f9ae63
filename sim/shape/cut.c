#include "sim/shape/cut.h"

#include <assert.h>

#include "sim/shape/hull.h"
#include "sim/shape/mesh.h"
#include "sim/shape/revolved.h"

enum { CAP_RINGS = 3, STRAIGHT_SIDES = 48, ROUND_SIDES = 20 };

static const double square = 1e-9; // [rad] a plane that is less tilted is square to an axis

// ---- extent ----

static void include(double at, double *low, double *high) {
    *low = fmin(*low, at);
    *high = fmax(*high, at);
}

// Of a round shape: the farthest rims of its slices, or its balls.
static void round_span(const struct sim_shape *shape, struct sim_vec3 n, double *low,
                       double *high) {
    const bool balls = shape->kind == SIM_SHAPE_SPHERE || shape->kind == SIM_SHAPE_CAPSULE;
    const double across = balls ? 1.0 : sqrt(n.x * n.x + n.y * n.y);
    const double half = shape->kind == SIM_SHAPE_SPHERE ? 0.0 : shape->half_length;
    for (int end = 0; end < 2; end++) {
        const bool tapers = shape->kind == SIM_SHAPE_CAPSULE || shape->kind == SIM_SHAPE_CONE;
        const double r = shape->radius[tapers ? end : 0], at = end == 0 ? -half : half;
        include(n.z * at - r * across, low, high);
        include(n.z * at + r * across, low, high);
    }
}

static void local_span(const struct sim_shape *shape, struct sim_vec3 n, double *low,
                       double *high) {
    const struct sim_vec3 h = shape->half;
    const double reach = fabs(n.x) * h.x + fabs(n.y) * h.y + fabs(n.z) * h.z;
    switch (shape->kind) {
    case SIM_SHAPE_BOX:
        include(-reach, low, high);
        include(reach, low, high);
        break;
    case SIM_SHAPE_HULL:
        for (int i = 0; i < shape->hull->corner_count; i++)
            include(sim_dot(n, sim_add(shape->hull->centre, shape->hull->corners[i])), low, high);
        break;
    case SIM_SHAPE_MESH:
        for (int i = 0; i < shape->mesh->vertex_count; i++)
            include(sim_dot(n, shape->mesh->vertices[i]), low, high);
        break;
    case SIM_SHAPE_HEIGHTFIELD:
        *low = -HUGE_VAL;
        *high = HUGE_VAL;
        break;
    default:
        round_span(shape, n, low, high);
        break;
    }
}

void sim_shape_span(const struct sim_shape *shape, struct sim_vec3 along, double *low,
                    double *high) {
    const double at = sim_dot(along, shape->pose.p);
    *low = HUGE_VAL;
    *high = -HUGE_VAL;
    local_span(shape, sim_unrotate(shape->pose.q, along), low, high);
    *low += at;
    *high += at;
}

// ---- outline ----

// Heights at which a round shape is given corners.
static int ring_heights(const struct sim_shape *shape, const struct sim_slice *slices, int count,
                        double z[2 * CAP_RINGS + 2]) {
    int rings = 0;
    if (shape->kind == SIM_SHAPE_SPHERE) {
        for (int k = 0; k <= 2 * CAP_RINGS; k++)
            z[rings++] = -shape->radius[0] * sim_cos(0.5 * SIM_PI * k / CAP_RINGS);
    } else if (shape->kind == SIM_SHAPE_CAPSULE) {
        const struct sim_slice *low = &slices[0], *high = &slices[count - 1];
        for (int k = 0; k <= CAP_RINGS; k++) { // dense towards the poles
            const double share = 1.0 - sim_cos(0.5 * SIM_PI * k / CAP_RINGS);
            z[rings++] = low->low + (low->high - low->low) * share;
            z[rings++] = high->high - (high->high - high->low) * share;
        }
    } else {
        z[rings++] = slices[0].low;
        z[rings++] = slices[0].high;
    }
    return rings;
}

static double radius_at(const struct sim_slice *slices, int count, double z) {
    int i = 0;
    while (i + 1 < count && z > slices[i].high)
        i++;
    return sim_slice_radius(&slices[i], z);
}

static int round_outline(const struct sim_shape *shape, struct sim_vec3 *points) {
    struct sim_slice slices[SIM_MAX_SLICES];
    double z[2 * CAP_RINGS + 2];
    const int count = sim_shape_slices(shape, slices);
    const int rings = ring_heights(shape, slices, count, z);
    const int sides = rings == 2 ? STRAIGHT_SIDES : ROUND_SIDES;
    int corners = 0;
    for (int k = 0; k < rings; k++) {
        const double r = radius_at(slices, count, z[k]);
        const bool pole = !(r > 1e-6 * shape->radius[0]);
        for (int i = 0; i < (pole ? 1 : sides); i++) {
            const double angle = 2.0 * SIM_PI * i / sides;
            points[corners++] = sim_vec3(r * sim_cos(angle), r * sim_sin(angle), z[k]);
        }
    }
    assert(corners <= SIM_HULL_MAX_CORNERS);
    return corners;
}

// The corners of a polytope that fills the shape, in its own frame, at most SIM_HULL_MAX_CORNERS.
static int outline(const struct sim_shape *shape, struct sim_vec3 *points) {
    const struct sim_vec3 h = shape->half;
    if (shape->kind == SIM_SHAPE_BOX) {
        for (int i = 0; i < 8; i++)
            points[i] = sim_vec3((i & 1) != 0 ? h.x : -h.x, (i & 2) != 0 ? h.y : -h.y,
                                 (i & 4) != 0 ? h.z : -h.z);
        return 8;
    }
    if (shape->kind != SIM_SHAPE_HULL)
        return round_outline(shape, points);
    for (int i = 0; i < shape->hull->corner_count; i++)
        points[i] = sim_add(shape->hull->centre, shape->hull->corners[i]);
    return shape->hull->corner_count;
}

// ---- halves ----

// The part of the hull with n . p <= d.
static struct sim_hull *clip(const struct sim_hull *hull, struct sim_vec3 n, double d,
                             const char **problem) {
    struct sim_vec3 points[SIM_HULL_MAX_POINTS];
    int count = 0;
    const double depth = d - sim_dot(n, hull->centre);
    for (int i = 0; i < hull->corner_count; i++)
        if (sim_dot(n, hull->corners[i]) <= depth)
            points[count++] = sim_add(hull->centre, hull->corners[i]);
    for (int i = 0; i < hull->edge_count; i++) {
        const struct sim_vec3 a = hull->corners[hull->edges[i].corner[0]];
        const struct sim_vec3 b = hull->corners[hull->edges[i].corner[1]];
        const double at_a = sim_dot(n, a) - depth, at_b = sim_dot(n, b) - depth;
        if ((at_a < 0.0 && at_b > 0.0) || (at_a > 0.0 && at_b < 0.0))
            points[count++] =
                sim_add(hull->centre, sim_add_scaled(a, sim_sub(b, a), at_a / (at_a - at_b)));
    }
    return sim_hull_create(points, count, problem);
}

static struct sim_hull *clipped_outline(const struct sim_shape *shape, struct sim_vec3 n, double d,
                                        const char **problem) {
    struct sim_vec3 points[SIM_HULL_MAX_CORNERS];
    struct sim_hull *whole = sim_hull_create(points, outline(shape, points), problem);
    struct sim_hull *part = whole != NULL ? clip(whole, n, d, problem) : NULL;
    sim_hull_destroy(whole);
    return part;
}

// A box across one of its axes, a cylinder or cone across its own: a shape of the same kind, of
// which low to high remains along the axis. False: the part is another kind of solid.
static bool shorten(struct sim_shape *part, struct sim_vec3 n, double d) {
    const double along[3] = {n.x, n.y, n.z};
    double half[3] = {part->half.x, part->half.y, part->half.z}, centre[3] = {0.0, 0.0, 0.0};
    const bool box = part->kind == SIM_SHAPE_BOX;
    if (!box && part->kind != SIM_SHAPE_CYLINDER && part->kind != SIM_SHAPE_CONE)
        return false;
    int axis = 2;
    for (int i = 0; i < 2 && box; i++)
        axis = fabs(along[i]) > 0.5 ? i : axis;
    const double u = along[(axis + 1) % 3], v = along[(axis + 2) % 3];
    if (sqrt(u * u + v * v) > square)
        return false;
    if (!box)
        half[2] = part->half_length;
    const double low = along[axis] > 0.0 ? -half[axis] : -d,
                 high = along[axis] > 0.0 ? d : half[axis];
    const double ends[2] = {0.5 + 0.5 * low / half[axis], 0.5 + 0.5 * high / half[axis]};
    const double r[2] = {part->radius[0], part->radius[1]};
    centre[axis] = 0.5 * (low + high);
    half[axis] = 0.5 * (high - low);
    part->pose.p = sim_pose_point(part->pose, sim_vec3(centre[0], centre[1], centre[2]));
    part->half = box ? sim_vec3(half[0], half[1], half[2]) : part->half;
    part->half_length = box ? part->half_length : half[2];
    for (int i = 0; i < 2 && part->kind == SIM_SHAPE_CONE; i++)
        part->radius[i] = r[0] + ends[i] * (r[1] - r[0]);
    return true;
}

// The moments of the part below the plane, in the shape's frame: those of its slices, or of its
// hull.
static struct sim_mass mass_below(const struct sim_shape *shape, struct sim_vec3 n, double d,
                                  const struct sim_hull *hull, double *volume) {
    struct sim_slice slices[SIM_MAX_SLICES];
    struct sim_moments moments = {0};
    const int count = sim_shape_slices(shape, slices);
    if (count == 0) {
        *volume = hull->volume;
        return (struct sim_mass){1.0, hull->centre, hull->inertia};
    }
    sim_slices_below(slices, count, n, d, &moments);
    *volume = moments.volume;
    return sim_moments_unit_mass(&moments);
}

// The part below the plane n . p = d, in the shape's frame; its mass is that of 1 kg.
static const char *take_below(const struct sim_shape *shape, struct sim_vec3 n, double d,
                              struct sim_shape_part *out) {
    const char *problem = NULL;
    struct sim_hull *hull = clipped_outline(shape, n, d, &problem);
    if (hull == NULL)
        return "a part is too thin";
    out->mass = mass_below(shape, n, d, hull, &out->volume);
    out->mass.centre = sim_pose_point(shape->pose, out->mass.centre);
    out->mass.inertia = sim_mat3_rotated(&out->mass.inertia, shape->pose.q);
    out->part = *shape;
    if (shorten(&out->part, n, d)) {
        sim_hull_destroy(hull);
        hull = out->part.kind == SIM_SHAPE_CONE
                   ? sim_cone_hull(out->part.radius, out->part.half_length, &problem)
                   : NULL;
        if (problem != NULL)
            return "a part is too thin";
    } else {
        out->part.kind = SIM_SHAPE_HULL;
    }
    out->part.hull = out->hull = hull;
    return NULL;
}

static void share_mass(const struct sim_shape *shape, double share, struct sim_shape_part *part) {
    part->part.mass = share * shape->mass;
    part->mass.mass = part->part.mass;
    for (int i = 0; i < 3; i++)
        for (int j = 0; j < 3; j++)
            part->mass.inertia.m[i][j] *= part->part.mass;
}

const char *sim_shape_cut(const struct sim_shape *shape, const struct sim_plane *plane,
                          struct sim_shape_part parts[2]) {
    static const double touch = 1e-9; // [m]
    double low, high;
    assert(sim_shape_problem(shape) == NULL && fabs(sim_length(plane->normal) - 1.0) < 1e-9);
    parts[0] = parts[1] = (struct sim_shape_part){.part = *shape};
    sim_shape_span(shape, plane->normal, &low, &high);
    if (high <= plane->offset + touch || low >= plane->offset - touch) {
        struct sim_shape_part *whole = &parts[high <= plane->offset + touch ? 0 : 1];
        whole->volume = fmax(sim_shape_volume(shape), 1e-300); // an open mesh has none
        if (shape->mass > 0.0)
            whole->mass = sim_shape_mass(shape);
        return NULL;
    }
    if (shape->kind == SIM_SHAPE_MESH || shape->kind == SIM_SHAPE_HEIGHTFIELD)
        return "only convex shapes can be cut, no mesh and no heightfield";
    const struct sim_vec3 n = sim_unrotate(shape->pose.q, plane->normal);
    const double d = plane->offset - sim_dot(plane->normal, shape->pose.p);
    const char *problem = take_below(shape, n, d, &parts[0]);
    if (problem == NULL)
        problem = take_below(shape, sim_neg(n), -d, &parts[1]);
    if (problem != NULL) {
        sim_hull_destroy(parts[0].hull);
        return problem;
    }
    const double volume = parts[0].volume + parts[1].volume;
    for (int i = 0; i < 2; i++)
        share_mass(shape, parts[i].volume / volume, &parts[i]);
    return NULL;
}
