// Rolling resistance of a contact, for pairs of materials that have a coefficient c.
//
// Bodies that are pressed together do not give all of the work back while they roll: a torque M
// along the contact's tangents acts against their relative angular velocity w (type C of Ai, Chen,
// Rotter and Ooi, Powder Technology 206, 2011),
//   |M| <= c R N,   1/R = 1/r_a + 1/r_b
// with the normal force N and the radii r of the two surfaces, infinite where one is flat. A
// cylinder thus stays on an incline up to tan(alpha) = c. Below the bound M is that of a spring
// with a damper: the bodies rest where they are.
//
// The spring's row is that of a joint with the error theta, the elastic part of the roll. All are
// relaxed once, at the same time and before the other rows are solved (3.117):
//   x = -(w + k_er theta / h) / A,   |x| <= c R x_n
// x_n is the normal impulse of the last step, A the response of both bodies. Contacts of one body
// would each stop all of its turn; in A it is therefore split among them by their normal impulses
// (mass splitting; Tonge, Benevolenski and Voroshilov 2012), so that no number of contacts and no
// coefficient gains energy. The solvers get no additional rows.
#include "sim/contact/contact_impl.h"

// Cosine of the angle between a cylinder's axis and the contact normal, above which it stands on
// its end, rather than lies on its side.
static const double end_cosine = 0.7;

// [1/m] Of shape s where that contact normal meets it; 0 where it does not roll.
static double curvature(const struct body *body, int s, struct sim_vec3 normal) {
    const struct sim_shape *shape = &body->shapes[s];
    switch (shape->kind) {
    case SIM_SHAPE_SPHERE:
        return 1.0 / shape->radius[0];
    case SIM_SHAPE_CAPSULE:
        return 2.0 / (shape->radius[0] + shape->radius[1]);
    case SIM_SHAPE_CYLINDER: {
        const struct sim_quat q = sim_body_shape_pose(body, s).q;
        const double along = sim_dot(normal, sim_rotate(q, sim_vec3(0.0, 0.0, 1.0)));
        return fabs(along) < end_cosine ? 1.0 / shape->radius[0] : 0.0;
    }
    default:
        return 0.0;
    }
}

// Impulse [N m s] of the torque that rolling has to overcome in this step.
static double bound_of(const struct sim_world *world, const struct contact *c) {
    const struct sim_contact *pub = &c->pub;
    const struct sim_vec3 n = pub->point.normal;
    const double curved = curvature(&world->bodies.items[pub->a.index], pub->shape_a, n) +
                          curvature(&world->bodies.items[pub->b.index], pub->shape_b, n);
    return curved > 0.0 ? c->rolling / curved * c->impulse[0] : 0.0;
}

// Speed about e by which a unit of impulse about it turns the contact's part of the group.
static double response(const struct group *group, const struct contact *c, struct sim_vec3 e) {
    const double parts = group->pressed / c->impulse[0];
    return group->moves ? parts * sim_dot(e, sim_mat3_mul(&group->now.inverse, e)) : 0.0;
}

static void turn(struct group *group, struct sim_vec3 impulse) {
    if (group->moves && sim_group_turns(group))
        group->momentum = sim_add(group->momentum, impulse);
}

static struct sim_vec3 tangential(const struct contact *c, struct sim_vec3 turning) {
    const struct sim_vec3 n = c->pub.point.normal;
    return sim_add_scaled(turning, n, -sim_dot(n, turning));
}

static struct sim_vec3 relative(const struct sim_world *world, const struct contact *c) {
    return tangential(
        c, sim_sub(world->groups.items[c->group_a].w, world->groups.items[c->group_b].w));
}

static void resist(struct sim_world *world, struct contact *c) {
    struct group *a = &world->groups.items[c->group_a], *b = &world->groups.items[c->group_b];
    const double per_angle = world->def.k_er_contact / world->def.step; // [1/s]
    const double most = bound_of(world, c);
    c->rolled = tangential(c, c->rolled);
    const struct sim_vec3 wanted = sim_add_scaled(relative(world, c), c->rolled, per_angle);
    const double speed = sim_length(wanted);
    const struct sim_vec3 e = speed > 0.0 ? sim_scale(wanted, 1.0 / speed) : wanted;
    const double yields = response(a, c, e) + response(b, c, e);
    if (!(yields > 0.0))
        return;
    const double x = fmin(speed / yields, most);
    turn(a, sim_scale(e, -x));
    turn(b, sim_scale(e, x));
    // Where the bound is reached, the surfaces yield, and no more of the roll is elastic than the
    // bound holds.
    const double elastic = sim_length(c->rolled), holds = most * yields / per_angle;
    if (elastic > holds)
        c->rolled = sim_scale(c->rolled, holds / elastic);
}

static bool rolls(const struct contact *c) {
    return c->rolling > 0.0 && c->impulse[0] > 0.0 && !c->bounces;
}

static struct contact *contact_at(const struct sim_world *world, const struct cluster *cluster,
                                  int i) {
    return &world->contacts.items[world->cluster_contacts.items[cluster->first_contact + i]];
}

// Sums up what presses on each group where it rolls; returns the number of these contacts.
static int press(struct sim_world *world, const struct cluster *cluster) {
    int count = 0;
    for (int i = 0; i < cluster->contact_count; i++) {
        const struct contact *c = contact_at(world, cluster, i);
        struct group *group[2] = {&world->groups.items[c->group_a],
                                  &world->groups.items[c->group_b]};
        for (int k = 0; k < 2 && rolls(c); k++)
            if (group[k]->moves) // other threads read the fixed ones, too
                group[k]->pressed += c->impulse[0];
        count += rolls(c);
    }
    return count;
}

void sim_cluster_resist_rolling(struct sim_world *world, const struct cluster *cluster) {
    const int *groups = &world->cluster_groups.items[cluster->first_group];
    for (int i = 0; i < cluster->group_count; i++)
        world->groups.items[groups[i]].pressed = 0.0;
    if (press(world, cluster) == 0)
        return;
    for (int i = 0; i < cluster->contact_count; i++)
        if (rolls(contact_at(world, cluster, i)))
            resist(world, contact_at(world, cluster, i));
    for (int i = 0; i < cluster->group_count; i++) {
        struct group *group = &world->groups.items[groups[i]];
        if (group->pressed > 0.0 && sim_group_turns(group))
            group->w = sim_mat3_mul(&group->now.inverse, group->momentum);
    }
}

void sim_contact_roll_on(const struct sim_world *world, struct contact *c) {
    c->rolled = c->impulse[0] > 0.0 ? sim_add_scaled(c->rolled, relative(world, c), world->def.step)
                                    : sim_vec3(0.0, 0.0, 0.0);
}
