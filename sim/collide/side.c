// The parts of boxes, cylinders and hulls that face along a direction, from which contact patches
// are made.
#include "sim/collide/solid.h"

enum { CAP = 8 }; // corners of the polygon that replaces a cap

static const double face_cosine = 0.94; // of the angle of n and a face that takes part as a whole
static const double edge_sine = 0.1;    // of the angle of n and the plane across an edge
static const double cap_cosine = 0.9;   // of the angle of n and the axis of a cap that takes part

static uint32_t edge_number(int k, int corner) {
    return (uint32_t)(8 * k + (corner & ~(1 << k)));
}

static struct sim_vec3 box_corner(const struct sim_solid *box, int corner) {
    struct sim_vec3 p = box->centre;
    for (int k = 0; k < 3; k++)
        p = sim_add_scaled(p, box->axis[k],
                           (corner & (1 << k)) != 0 ? box->half[k] : -box->half[k]);
    return p;
}

static void box_side(const struct sim_solid *box, struct sim_vec3 m, bool whole,
                     struct sim_side *side) {
    double c[3];
    int most = 0, least = 0; // axes most and least along m
    int corner = 0;          // the farthest along m
    side->count = 0;
    for (int k = 0; k < 3; k++) {
        c[k] = sim_dot(m, box->axis[k]);
        corner |= c[k] > 0.0 ? 1 << k : 0;
        most = fabs(c[k]) > fabs(c[most]) ? k : most;
        least = fabs(c[k]) < fabs(c[least]) ? k : least;
    }
    if (whole || fabs(c[most]) > face_cosine) {
        const int i = (most + 1) % 3, j = (most + 2) % 3;
        const int base = corner & (1 << most);
        const int around[4] = {base, base | 1 << i, base | 1 << i | 1 << j, base | 1 << j};
        side->count = 4;
        side->normal = sim_scale(box->axis[most], copysign(1.0, c[most]));
        for (int k = 0; k < 4; k++) {
            side->p[k] = box_corner(box, around[k]);
            side->corner[k] = (uint32_t)around[k];
            side->edge[k] = edge_number(k % 2 == 0 ? i : j, around[k] & around[(k + 1) % 4]);
        }
    } else if (fabs(c[least]) < edge_sine) {
        const int low = corner & ~(1 << least), high = corner | 1 << least;
        side->count = 2;
        side->p[0] = box_corner(box, low);
        side->p[1] = box_corner(box, high);
        side->corner[0] = (uint32_t)low;
        side->corner[1] = (uint32_t)high;
        side->edge[0] = edge_number(least, low);
    }
}

struct sim_vec3 sim_cylinder_radial(const struct sim_solid *cylinder, struct sim_vec3 m) {
    const struct sim_vec3 z = cylinder->axis[2];
    return sim_unit_or(sim_add_scaled(m, z, -sim_dot(m, z)), cylinder->axis[0]);
}

static void cylinder_side(const struct sim_solid *cylinder, struct sim_vec3 m,
                          struct sim_side *side) {
    const double c = sim_dot(m, cylinder->axis[2]), r = cylinder->half[0];
    side->count = 2;
    if (fabs(c) <= cap_cosine) {
        const struct sim_vec3 line =
            sim_add_scaled(cylinder->centre, sim_cylinder_radial(cylinder, m), cylinder->half[0]);
        for (int k = 0; k < 2; k++) {
            side->p[k] = sim_add_scaled(line, cylinder->axis[2],
                                        k == 0 ? -cylinder->half[2] : cylinder->half[2]);
            side->corner[k] = 32 + (uint32_t)k;
        }
        side->edge[0] = 34;
        return;
    }
    const uint32_t base = c > 0.0 ? 64 : 96;
    side->count = CAP;
    side->normal = sim_scale(cylinder->axis[2], copysign(1.0, c));
    const struct sim_vec3 centre =
        sim_add_scaled(cylinder->centre, side->normal, cylinder->half[2]);
    for (int k = 0; k < CAP; k++) {
        const double f = 2.0 * SIM_PI / CAP * k;
        side->p[k] = sim_add_scaled(sim_add_scaled(centre, cylinder->axis[0], r * sim_cos(f)),
                                    cylinder->axis[1], r * sim_sin(f));
        side->corner[k] = base + (uint32_t)k;
        side->edge[k] = base + CAP + (uint32_t)k;
    }
}

// Of the edges at the corner farthest along m, the one that is most nearly perpendicular to m.
// *sine: of the angle that is missing.
static int hull_edge_at(const struct sim_hull *hull, struct sim_vec3 m, double *sine) {
    const int corner = sim_hull_support(hull, m);
    int best = 0;
    *sine = HUGE_VAL;
    for (int e = 0; e < hull->edge_count; e++) {
        const int *end = hull->edges[e].corner;
        if (end[0] != corner && end[1] != corner)
            continue;
        const struct sim_vec3 d = sim_sub(hull->corners[end[1]], hull->corners[end[0]]);
        const double s = fabs(sim_dot(m, d)) / sim_length(d);
        if (s < *sine) {
            *sine = s;
            best = e;
        }
    }
    return best;
}

static struct sim_vec3 hull_corner(const struct sim_solid *solid, int corner) {
    return sim_add(solid->centre, sim_solid_world(solid, solid->hull->corners[corner]));
}

static void hull_side(const struct sim_solid *solid, struct sim_vec3 m, bool whole,
                      struct sim_side *side) {
    const struct sim_hull *hull = solid->hull;
    const struct sim_vec3 v = sim_solid_local(solid, m);
    const struct sim_hull_face *face = &hull->faces[sim_hull_facing(hull, v)];
    side->count = 0;
    if (whole || sim_dot(v, face->normal) > face_cosine) {
        side->count = face->count < SIM_MAX_SIDE ? face->count : SIM_MAX_SIDE;
        side->normal = sim_solid_world(solid, face->normal);
        for (int k = 0; k < side->count; k++) {
            const int i = face->first + k * face->count / side->count;
            side->p[k] = hull_corner(solid, hull->loop_corner[i]);
            side->corner[k] = (uint32_t)hull->loop_corner[i];
            side->edge[k] = (uint32_t)hull->loop_edge[i];
        }
        return;
    }
    double sine;
    const int e = hull_edge_at(hull, v, &sine);
    if (!(sine < edge_sine))
        return;
    side->count = 2;
    for (int k = 0; k < 2; k++) {
        side->p[k] = hull_corner(solid, hull->edges[e].corner[k]);
        side->corner[k] = (uint32_t)hull->edges[e].corner[k];
    }
    side->edge[0] = (uint32_t)e;
}

void sim_solid_side(const struct sim_solid *solid, struct sim_vec3 m, bool whole,
                    struct sim_side *side) {
    if (solid->hull != NULL)
        hull_side(solid, m, whole, side);
    else if (solid->box)
        box_side(solid, m, whole, side);
    else
        cylinder_side(solid, m, side);
}

bool sim_solid_pointed(const struct sim_solid *solid, struct sim_vec3 m) {
    if (solid->hull != NULL) {
        double sine;
        hull_edge_at(solid->hull, sim_solid_local(solid, m), &sine);
        return sine > edge_sine;
    }
    const double c[3] = {fabs(sim_dot(m, solid->axis[0])), fabs(sim_dot(m, solid->axis[1])),
                         fabs(sim_dot(m, solid->axis[2]))};
    if (solid->box)
        return fmin(c[0], fmin(c[1], c[2])) > edge_sine;
    return c[2] > edge_sine && c[2] < 1.0 - edge_sine;
}
