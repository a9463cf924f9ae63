// Properties of a contact from its two materials.
#include <assert.h>

#include "sim/contact/contact_impl.h"

static bool has_grain(const struct sim_material *m) {
    return sim_dot(m->grain, m->grain) > 0.0;
}

static double across(const struct sim_material *m) {
    return has_grain(m) ? m->friction_across : m->friction;
}

// Springs in series; a damping of zero selects the world's k_er (3.100 solved for c_d).
static void combine_compliance(const struct sim_world *world, struct contact *c,
                               const struct sim_material *a, const struct sim_material *b) {
    c->stiffness = a->stiffness * b->stiffness / (a->stiffness + b->stiffness);
    if (a->damping > 0.0 && b->damping > 0.0)
        c->damping = a->damping * b->damping / (a->damping + b->damping);
    else if (a->damping + b->damping > 0.0)
        c->damping = a->damping + b->damping;
    else
        c->damping = world->def.step * c->stiffness * (1.0 / world->def.k_er_contact - 1.0);
}

struct sim_vec3 sim_material_grain(const struct sim_world *world, const struct contact *c, int a,
                                   int b) {
    const struct sim_material *ma = &world->materials[a], *mb = &world->materials[b];
    if (has_grain(ma))
        return sim_rotate(world->bodies.items[c->pub.a.index].q, ma->grain);
    if (has_grain(mb))
        return sim_rotate(world->bodies.items[c->pub.b.index].q, mb->grain);
    return sim_vec3(0.0, 0.0, 0.0);
}

void sim_contact_place_grain(struct contact *c, struct sim_vec3 grain) {
    const struct sim_vec3 n = c->pub.point.normal;
    const struct sim_vec3 along = sim_add_scaled(grain, n, -sim_dot(grain, n));
    const double length = sim_length(along);
    c->grain[0] = length > 1e-12 ? sim_scale(along, 1.0 / length) : sim_perpendicular(n);
    c->grain[1] = sim_cross(n, c->grain[0]);
}

void sim_material_combine(const struct sim_world *world, struct contact *c, int a, int b) {
    assert(a >= 0 && a < world->material_count && b >= 0 && b < world->material_count);
    const struct sim_material *ma = &world->materials[a], *mb = &world->materials[b];
    const struct sim_material_pair *pair = &world->pairs[a][b];
    c->pub.friction = pair->friction >= 0.0 ? pair->friction : fmin(ma->friction, mb->friction);
    c->pub.friction_across =
        pair->friction_across >= 0.0 ? pair->friction_across : fmin(across(ma), across(mb));
    c->pub.restitution =
        pair->restitution >= 0.0 ? pair->restitution : fmin(ma->restitution, mb->restitution);
    c->rolling = fmax(pair->rolling, 0.0);
    combine_compliance(world, c, ma, mb);
}
