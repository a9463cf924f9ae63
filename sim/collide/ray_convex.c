// Rays against convex solids: the ray is inside from the last entry to the first exit of all their
// boundaries. A capsule consists of its two balls and the truncated cone between the circles where
// it touches them; the nearest hit counts.
#include "sim/collide/ray_kinds.h"
#include "sim/shape/hull.h"

// The part of the ray that is inside so far, in the frame of the shape.
struct span {
    double in, out;         // [m] along the ray
    struct sim_vec3 normal; // of the boundary at in
};

static const struct span everything = {-HUGE_VAL, HUGE_VAL, {0.0, 0.0, 0.0}};
static const struct span nothing = {HUGE_VAL, -HUGE_VAL, {0.0, 0.0, 0.0}};

// Cuts off the part where normal * p > offset.
static void clip_plane(struct span *span, const struct sim_ray *ray, struct sim_vec3 normal,
                       double offset) {
    const double ahead = offset - sim_dot(normal, ray->origin);
    const double speed = sim_dot(normal, ray->direction);
    if (speed > 0.0) {
        span->out = fmin(span->out, ahead / speed);
    } else if (speed < 0.0) {
        if (ahead / speed > span->in) {
            span->in = ahead / speed;
            span->normal = normal;
        }
    } else if (ahead < 0.0) {
        *span = nothing;
    }
}

// Where a t^2 + 2 b t + c <= 0, a > 0; false: nowhere.
static bool solve(double a, double b, double c, double *in, double *out) {
    const double root = b * b - a * c;
    if (!(root >= 0.0 && a > 0.0))
        return false;
    // The larger of the two in magnitude has no difference of nearly equal numbers.
    const double q = -(b + copysign(sqrt(root), b));
    const double t0 = q / a, t1 = fabs(q) > 0.0 ? c / q : t0;
    *in = fmin(t0, t1);
    *out = fmax(t0, t1);
    return true;
}

static struct span ball_span(const struct sim_ray *ray, struct sim_vec3 centre, double radius) {
    const struct sim_vec3 from = sim_sub(ray->origin, centre);
    struct span span;
    if (!solve(1.0, sim_dot(from, ray->direction), sim_dot(from, from) - radius * radius, &span.in,
               &span.out))
        return nothing;
    span.normal = sim_scale(sim_add_scaled(from, ray->direction, span.in), 1.0 / radius);
    return span;
}

static struct span box_span(const struct sim_ray *ray, struct sim_vec3 half) {
    struct span span = everything;
    const struct sim_vec3 axis[3] = {{1.0, 0.0, 0.0}, {0.0, 1.0, 0.0}, {0.0, 0.0, 1.0}};
    const double size[3] = {half.x, half.y, half.z};
    for (int i = 0; i < 3; i++) {
        clip_plane(&span, ray, axis[i], size[i]);
        clip_plane(&span, ray, sim_neg(axis[i]), size[i]);
    }
    return span;
}

static struct span cylinder_span(const struct sim_ray *ray, double radius, double half) {
    struct span span = everything;
    const struct sim_vec3 z = {0.0, 0.0, 1.0}, o = ray->origin, d = ray->direction;
    const double across = d.x * d.x + d.y * d.y, outside = o.x * o.x + o.y * o.y - radius * radius;
    clip_plane(&span, ray, z, half);
    clip_plane(&span, ray, sim_neg(z), half);
    double in, out;
    if (!(across > 0.0))
        return outside > 0.0 ? nothing : span;
    if (!solve(across, o.x * d.x + o.y * d.y, outside, &in, &out))
        return nothing;
    span.out = fmin(span.out, out);
    if (in > span.in) {
        const struct sim_vec3 p = sim_add_scaled(o, d, in);
        span.in = in;
        span.normal = sim_vec3(p.x / radius, p.y / radius, 0.0);
    }
    return span;
}

static struct span hull_span(const struct sim_ray *ray, const struct sim_hull *hull) {
    struct span span = everything;
    const struct sim_ray local = {sim_sub(ray->origin, hull->centre), ray->direction, ray->length};
    for (int i = 0; i < hull->face_count; i++)
        clip_plane(&span, &local, hull->faces[i].normal, hull->faces[i].offset);
    return span;
}

static bool enter(const struct span *span, const struct sim_ray *ray, struct sim_ray_hit *hit) {
    if (!(span->in <= span->out && span->out >= 0.0 && span->in <= ray->length))
        return false;
    hit->distance = fmax(span->in, 0.0);
    hit->normal = span->in > 0.0 ? span->normal : sim_neg(ray->direction);
    return true;
}

// The side of the cone with radius(z) = at_0 + slope z for z0 <= z <= z1, from outside.
static bool side_hit(const struct sim_ray *ray, double at_0, double slope, double z0, double z1,
                     struct sim_ray_hit *hit) {
    const struct sim_vec3 o = ray->origin, d = ray->direction;
    const double r = at_0 + slope * o.z, dr = slope * d.z;
    const double a = d.x * d.x + d.y * d.y - dr * dr, b = o.x * d.x + o.y * d.y - r * dr;
    const double c = o.x * o.x + o.y * o.y - r * r;
    double t[2];
    if (fabs(a) > 0.0) { // a < 0: steeper than the cone, which is the same with all signs changed
        const double sign = a > 0.0 ? 1.0 : -1.0;
        if (!solve(sign * a, sign * b, sign * c, &t[0], &t[1]))
            return false;
    } else if (fabs(b) > 0.0) {
        t[0] = t[1] = -0.5 * c / b;
    } else {
        return false;
    }
    for (int i = 0; i < 2; i++) {
        const struct sim_vec3 p = sim_add_scaled(o, d, t[i]);
        const double radius = at_0 + slope * p.z;
        const struct sim_vec3 n = {p.x, p.y, -slope * radius};
        if (t[i] >= 0.0 && t[i] <= ray->length && p.z >= z0 && p.z <= z1 && radius > 0.0 &&
            sim_dot(n, d) < 0.0) {
            *hit = (struct sim_ray_hit){t[i], sim_unit(n)};
            return true;
        }
    }
    return false;
}

static bool capsule_hit(const struct sim_ray *ray, const struct sim_shape *shape,
                        struct sim_ray_hit *hit) {
    const double h = shape->half_length, r0 = shape->radius[0], r1 = shape->radius[1];
    const double sine = (r0 - r1) / (2.0 * h), cosine = sqrt(fmax(0.0, 1.0 - sine * sine));
    const double z0 = -h + r0 * sine, z1 = h + r1 * sine; // of the circles of contact
    bool found = false;
    for (int i = 0; i < 2; i++) {
        struct sim_ray_hit ball;
        const struct span span =
            ball_span(ray, sim_vec3(0.0, 0.0, i == 0 ? -h : h), shape->radius[i]);
        if (enter(&span, ray, &ball) && (!found || ball.distance < hit->distance)) {
            *hit = ball;
            found = true;
        }
    }
    if (!(z1 > z0) || !(fabs(sine) < 1.0))
        return found; // one ball inside of the other
    const double slope = (r1 - r0) * cosine / (z1 - z0), at_0 = r0 * cosine - slope * z0;
    const struct sim_vec3 o = ray->origin;
    const double radius = at_0 + slope * o.z;
    struct sim_ray_hit side;
    if (o.z >= z0 && o.z <= z1 && o.x * o.x + o.y * o.y <= radius * radius) {
        *hit = (struct sim_ray_hit){0.0, sim_neg(ray->direction)};
        return true;
    }
    if (side_hit(ray, at_0, slope, z0, z1, &side) && (!found || side.distance < hit->distance)) {
        *hit = side;
        found = true;
    }
    return found;
}

// The hit in the frame that pose is given in, of a span in the shape's own.
static bool enter_from(const struct span *span, const struct sim_ray *local,
                       const struct sim_pose *pose, struct sim_ray_hit *hit) {
    if (!enter(span, local, hit))
        return false;
    hit->normal = sim_rotate(pose->q, hit->normal);
    return true;
}

bool sim_ray_sphere(const struct sim_ray *ray, const struct sim_shape *shape,
                    const struct sim_pose *pose, struct sim_ray_hit *hit) {
    const struct sim_ray local = sim_ray_local(ray, pose);
    const struct span span = ball_span(&local, sim_vec3(0.0, 0.0, 0.0), shape->radius[0]);
    return enter_from(&span, &local, pose, hit);
}

bool sim_ray_capsule(const struct sim_ray *ray, const struct sim_shape *shape,
                     const struct sim_pose *pose, struct sim_ray_hit *hit) {
    const struct sim_ray local = sim_ray_local(ray, pose);
    if (!capsule_hit(&local, shape, hit))
        return false;
    hit->normal = sim_rotate(pose->q, hit->normal);
    return true;
}

bool sim_ray_cylinder(const struct sim_ray *ray, const struct sim_shape *shape,
                      const struct sim_pose *pose, struct sim_ray_hit *hit) {
    const struct sim_ray local = sim_ray_local(ray, pose);
    const struct span span = cylinder_span(&local, shape->radius[0], shape->half_length);
    return enter_from(&span, &local, pose, hit);
}

bool sim_ray_box(const struct sim_ray *ray, const struct sim_shape *shape,
                 const struct sim_pose *pose, struct sim_ray_hit *hit) {
    const struct sim_ray local = sim_ray_local(ray, pose);
    const struct span span = box_span(&local, shape->half);
    return enter_from(&span, &local, pose, hit);
}

bool sim_ray_hull(const struct sim_ray *ray, const struct sim_shape *shape,
                  const struct sim_pose *pose, struct sim_ray_hit *hit) {
    const struct sim_ray local = sim_ray_local(ray, pose);
    const struct span span = hull_span(&local, shape->hull);
    return enter_from(&span, &local, pose, hit);
}

bool sim_ray_cone(const struct sim_ray *ray, const struct sim_shape *shape,
                  const struct sim_pose *pose, struct sim_ray_hit *hit) {
    return sim_ray_hull(ray, shape, pose, hit);
}

bool sim_ray_meets_box(const struct sim_ray *ray, const struct sim_aabb *box) {
    const struct sim_ray centred = {
        sim_sub(ray->origin, sim_scale(sim_add(box->low, box->high), 0.5)), ray->direction,
        ray->length};
    const struct span span = box_span(&centred, sim_scale(sim_sub(box->high, box->low), 0.5));
    struct sim_ray_hit hit;
    return enter(&span, &centred, &hit);
}
