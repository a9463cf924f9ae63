// Directions of friction of contacts that persist from the last step, four at a time: the same as
// sim_contact_tangents() for isotropic friction. A pair at rest has four contacts with one normal,
// and each needs 150 operations.
#include <assert.h>
#include <stdint.h>

#include "sim/base/pair.h"
#include "sim/contact/friction.h"

// One member of four contacts.
#define OF(c, member) ((sim_quad){(c)[0]->member, (c)[1]->member, (c)[2]->member, (c)[3]->member})
// Four vectors times one.
#define DOT(a, b, c, v) ((a)*SIM_FOUR((v).x) + (b)*SIM_FOUR((v).y) + (c)*SIM_FOUR((v).z))

// Results for four contacts.
struct outcome {
    double stick[3][4], tangent[2][3][4], bound[4], impulse[2][4];
};

// Components of four velocities along and across the grain.
struct slips {
    sim_quad along, across;
};

// Velocities a, b, c of the group at the points (px, py, pz).
#define VELOCITY(g, px, py, pz, a, b, c)                                                           \
    const sim_quad a = SIM_FOUR((g)->v.x) + (SIM_FOUR((g)->w.y) * (pz - SIM_FOUR((g)->x.z)) -      \
                                             SIM_FOUR((g)->w.z) * (py - SIM_FOUR((g)->x.y)));      \
    const sim_quad b = SIM_FOUR((g)->v.y) + (SIM_FOUR((g)->w.z) * (px - SIM_FOUR((g)->x.x)) -      \
                                             SIM_FOUR((g)->w.x) * (pz - SIM_FOUR((g)->x.z)));      \
    const sim_quad c = SIM_FOUR((g)->v.z) + (SIM_FOUR((g)->w.x) * (py - SIM_FOUR((g)->x.y)) -      \
                                             SIM_FOUR((g)->w.y) * (px - SIM_FOUR((g)->x.x)))

SIM_INLINE void find_slips(const struct sim_world *world, const struct contact *const c[4],
                           struct slips *slips) {
    const struct group *a = &world->groups.items[c[0]->group_a],
                       *b = &world->groups.items[c[0]->group_b];
    const sim_quad x = OF(c, pub.point.position.x), y = OF(c, pub.point.position.y);
    const sim_quad z = OF(c, pub.point.position.z);
    VELOCITY(a, x, y, z, ax, ay, az);
    VELOCITY(b, x, y, z, bx, by, bz);
    const sim_quad vx = ax - bx, vy = ay - by, vz = az - bz;
    slips->along = DOT(vx, vy, vz, c[0]->grain[0]);
    slips->across = DOT(vx, vy, vz, c[0]->grain[1]);
}

// Projects the displacements onto the tangential plane.
SIM_INLINE void keep_sticking(const struct contact *const c[4], const struct contact *const old[4],
                              struct outcome *out) {
    const struct sim_vec3 n = c[0]->pub.point.normal;
    const sim_quad x = OF(old, stick.x), y = OF(old, stick.y), z = OF(old, stick.z);
    const sim_quad off = -DOT(x, y, z, n);
    sim_quad_store(out->stick[0], x + off * SIM_FOUR(n.x));
    sim_quad_store(out->stick[1], y + off * SIM_FOUR(n.y));
    sim_quad_store(out->stick[2], z + off * SIM_FOUR(n.z));
}

SIM_INLINE void find_tangents(const struct sim_world *world, const struct contact *const c[4],
                              const struct contact *const old[4], struct outcome *out) {
    const struct sim_vec3 *g = c[0]->grain;
    const sim_quad mu = SIM_FOUR(c[0]->pub.friction), zero = SIM_FOUR(0.0), one = SIM_FOUR(1.0);
    const sim_quad i0 = OF(old, impulse[0]), i1 = OF(old, impulse[1]), i2 = OF(old, impulse[2]);
    const sim_quad tx = OF(old, tangent[0].x), ty = OF(old, tangent[0].y);
    const sim_quad tz = OF(old, tangent[0].z);
    // Tangential impulse of the last step.
    const sim_quad px = zero + i1 * tx + i2 * OF(old, tangent[1].x);
    const sim_quad py = zero + i1 * ty + i2 * OF(old, tangent[1].y);
    const sim_quad pz = zero + i1 * tz + i2 * OF(old, tangent[1].z);
    struct slips slip;
    find_slips(world, c, &slip);
    const sim_quad speed2 = slip.along * slip.along + slip.across * slip.across;
    // A sticking contact uses its impulse, or its previous direction if the impulse is noise.
    const sim_mask slid = (sim_mask)(SIM_ABSOLUTE(i1) > SIM_FOUR(0.999) * OF(old, bound[0]) * i0);
    const sim_quad least =
        SIM_CHOOSE(slid, SIM_FOUR(sim_creeping_speed), SIM_FOUR(sim_sliding_speed));
    const sim_mask rests = (sim_mask)(speed2 < least * least);
    const sim_mask noise =
        (sim_mask)(px * px + py * py + pz * pz < SIM_FOUR(sim_little_impulse * sim_little_impulse));
    const sim_quad hx = SIM_CHOOSE(noise, tx, px), hy = SIM_CHOOSE(noise, ty, py);
    const sim_quad hz = SIM_CHOOSE(noise, tz, pz);
    const sim_quad y0 = mu * SIM_CHOOSE(rests, DOT(hx, hy, hz, g[0]), slip.along);
    const sim_quad y1 = mu * SIM_CHOOSE(rests, DOT(hx, hy, hz, g[1]), slip.across);
    double root[2][4];
    sim_quad_store(root[0], y0 * y0 + y1 * y1);
    sim_quad_store(root[1], speed2);
    for (int i = 0; i < 4; i++) {
        root[0][i] = sqrt(root[0][i]);
        root[1][i] = sqrt(root[1][i]);
    }
    const sim_quad length = sim_quad_load(root[0]), inverse = one / length;
    const sim_mask known = (sim_mask)(length > SIM_FOUR(1e-300));
    const sim_mask slides =
        known & (sim_mask)(speed2 > SIM_FOUR(sim_sliding_speed * sim_sliding_speed));
    const sim_quad cosine = SIM_CHOOSE(known, y0 * inverse, one),
                   sine = SIM_CHOOSE(known, y1 * inverse, zero);
    const sim_quad aside =
        SIM_CHOOSE(slides, SIM_FOUR(sim_sliding_speed) / sim_quad_load(root[1]), one);
    const sim_quad ux = SIM_FOUR(g[0].x) * cosine + sine * SIM_FOUR(g[1].x);
    const sim_quad uy = SIM_FOUR(g[0].y) * cosine + sine * SIM_FOUR(g[1].y);
    const sim_quad uz = SIM_FOUR(g[0].z) * cosine + sine * SIM_FOUR(g[1].z);
    const sim_quad wx = SIM_FOUR(g[1].x) * cosine + -sine * SIM_FOUR(g[0].x);
    const sim_quad wy = SIM_FOUR(g[1].y) * cosine + -sine * SIM_FOUR(g[0].y);
    const sim_quad wz = SIM_FOUR(g[1].z) * cosine + -sine * SIM_FOUR(g[0].z);
    sim_quad_store(out->tangent[0][0], ux);
    sim_quad_store(out->tangent[0][1], uy);
    sim_quad_store(out->tangent[0][2], uz);
    sim_quad_store(out->tangent[1][0], wx);
    sim_quad_store(out->tangent[1][1], wy);
    sim_quad_store(out->tangent[1][2], wz);
    sim_quad_store(out->bound, mu * aside);
    sim_quad_store(out->impulse[0], ux * px + uy * py + uz * pz);
    sim_quad_store(out->impulse[1], wx * px + wy * py + wz * pz);
}

static struct sim_vec3 vector(double of[3][4], int i) {
    return (struct sim_vec3){of[0][i], of[1][i], of[2][i]};
}

SIM_INLINE void tangents_of_four(const struct sim_world *world, struct contact *contacts,
                                 const struct contact *const old[4], int count) {
    const struct contact *c[4];
    struct outcome out;
    for (int i = 0; i < 4; i++) // unused lanes repeat the first contact
        c[i] = &contacts[i < count ? i : 0];
    keep_sticking(c, old, &out);
    find_tangents(world, c, old, &out);
    for (int i = 0; i < count; i++) {
        struct contact *to = &contacts[i];
        to->warm = true;
        to->stick = vector(out.stick, i);
        to->tangent[0] = vector(out.tangent[0], i);
        to->tangent[1] = vector(out.tangent[1], i);
        to->bound[0] = to->pub.friction;
        to->bound[1] = out.bound[i];
        to->impulse[0] = old[i]->impulse[0];
        to->impulse[1] = out.impulse[0][i];
        to->impulse[2] = out.impulse[1][i];
    }
}

void sim_contact_tangents_of_four_narrow(const struct sim_world *world, struct contact *contacts,
                                         const struct contact *const old[4], int count) {
    tangents_of_four(world, contacts, old, count);
}

#ifdef __x86_64__
__attribute__((target("avx2"))) static void tangents_wide(const struct sim_world *world,
                                                          struct contact *contacts,
                                                          const struct contact *const old[4],
                                                          int count) {
    tangents_of_four(world, contacts, old, count);
}
#else
#define tangents_wide sim_contact_tangents_of_four_narrow
#endif

void sim_contact_tangents_of_four(const struct sim_world *world, struct contact *contacts,
                                  const struct contact *const old[4], int count) {
    assert(count >= 1 && count <= 4);
    if (SIM_WIDE)
        tangents_wide(world, contacts, old, count);
    else
        sim_contact_tangents_of_four_narrow(world, contacts, old, count);
}
