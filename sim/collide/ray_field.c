// A ray over a heightfield. Over each triangle the height is linear along the ray, and so is the
// clearance between two crossings of the lines that bound the triangles (columns, rows, diagonals):
// it is enough to look at the crossings, and the hit follows from two of them exactly.
#include <stddef.h>

#include "sim/collide/ray_kinds.h"

// One family of parallel lines, one at each integer from low to high of a coordinate that grows
// along the ray with a speed [1/m] from a start.
struct lines {
    double start, speed;
    double low, high;
    double next; // integer of the line that comes next
    double at;   // [m] where it is crossed, infinite: no more
};

// Finds where the next line is crossed.
static void look(struct lines *l) {
    const bool inside = l->next >= l->low && l->next <= l->high;
    l->at = inside && fabs(l->speed) > 0.0 ? (l->next - l->start) / l->speed : HUGE_VAL;
}

static struct lines lines_of(double start, double speed, double low, double high) {
    struct lines l = {start, speed, low, high, 0.0, 0.0};
    l.next = speed > 0.0 ? fmax(floor(start) + 1.0, low) : fmin(ceil(start) - 1.0, high);
    look(&l);
    return l;
}

static void pass(struct lines *l) {
    l->next += l->speed > 0.0 ? 1.0 : -1.0;
    look(l);
}

// Height [m] of the ray above the ground at distance t.
static double clearance(const struct sim_ray *ray, const struct sim_heightfield *field,
                        struct sim_vec3 at, double t) {
    const struct sim_vec3 p = sim_sub(sim_add_scaled(ray->origin, ray->direction, t), at);
    return p.z - sim_heightfield_height(field, p.x, p.y, NULL);
}

static void set_hit(const struct sim_ray *ray, const struct sim_heightfield *field,
                    struct sim_vec3 at, double t, struct sim_ray_hit *hit) {
    const struct sim_vec3 p = sim_sub(sim_add_scaled(ray->origin, ray->direction, t), at);
    hit->distance = t;
    (void)sim_heightfield_height(field, p.x, p.y, &hit->normal);
}

// Behind the last line the ground continues level or along one last plane: one more place beyond is
// enough to know the slope.
static double last_place(const struct sim_ray *ray, double from, double spacing) {
    return fmin(ray->length, from + 1e3 * spacing);
}

bool sim_ray_heightfield(const struct sim_ray *ray, const struct sim_shape *shape,
                         const struct sim_pose *pose, struct sim_ray_hit *hit) {
    const struct sim_heightfield *field = shape->field;
    const struct sim_vec3 at = pose->p; // a heightfield has no orientation
    const double u = (ray->origin.x - at.x - field->x0) / field->spacing;
    const double v = (ray->origin.y - at.y - field->y0) / field->spacing;
    const double du = ray->direction.x / field->spacing, dv = ray->direction.y / field->spacing;
    const double last_u = field->columns - 1, last_v = field->rows - 1;
    struct lines family[3] = {lines_of(u, du, 0.0, last_u), lines_of(v, dv, 0.0, last_v),
                              lines_of(u - v, du - dv, -last_v, last_u)};
    double t = 0.0, here = clearance(ray, field, at, 0.0);
    if (here <= 0.0) {
        *hit = (struct sim_ray_hit){0.0, sim_neg(ray->direction)};
        return true;
    }
    while (t < ray->length) {
        struct lines *first = &family[0];
        for (int i = 1; i < 3; i++)
            if (family[i].at < first->at)
                first = &family[i];
        const bool beyond = !(first->at < HUGE_VAL);
        const double to =
            beyond ? last_place(ray, t, field->spacing) : fmin(first->at, ray->length);
        const double there = clearance(ray, field, at, to);
        // The slope beyond the last line leads on to wherever the ray ends.
        const double down = here - there, way = to - t;
        if (down > 0.0 && (there <= 0.0 || beyond)) {
            const double hit_at = t + way * here / down;
            if (!(hit_at <= ray->length))
                return false;
            set_hit(ray, field, at, hit_at, hit);
            return true;
        }
        if (beyond)
            return false;
        t = fmax(to, t);
        here = there;
        pass(first);
    }
    return false;
}
