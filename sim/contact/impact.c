// Impacts (Jung 2.4.5): a step of its own before inverse dynamics, only for contacts that have a
// restitution and approach each other faster than the world's impact_speed.
//
// Impacts happen one after the other in the order of their times t within the step, those of one
// pair of bodies at the same time together; thus an impact travels through a row of touching balls,
// and no simultaneous solution can gain energy. The contact points are found with the bodies at
// their poses at t.
//
// Semi-implicit Euler's velocities are those of the middle of a step. The velocity at t and the
// displacement until t are
//   v(t) = v + a (h / 2 + t),   s(t) = t v + a (h t + t^2) / 2,   a: acceleration of the last step
// and bodies that bounce at t have gone t v- before and go (h - t) v+ after it: their positions are
// shifted by t (v- - v+) to make up for a whole step with v+. A ball then bounces to the same
// height for any step size. A contact that penetrates because of the acceleration within a step is
// hit at a negative t.
#include "sim/contact/impact.h"

#include "sim/base/array.h"
#include "sim/contact/impact_response.h"
#include "sim/joint/frames.h"

static const double same_time = 0.05; // [steps] points of a pair within this time are hit together
static const double same_normal = 0.99; // cosine between their normals
static const double exact_time = 1e-6;  // [steps]

static struct sim_vec3 way_of(const struct sim_world *world, int group, double time) {
    const struct group *g = &world->groups.items[group];
    const double h = world->def.step;
    return sim_add_scaled(sim_scale(g->v, time), g->a, 0.5 * (h * time + time * time));
}

static void place_inertia(struct group *g) {
    g->now.mass = g->mass;
    g->now.inverse_mass = 1.0 / g->mass;
    g->now.inertia = sim_mat3_rotated(&g->inertia, g->q);
    g->now.inverse = sim_mat3_inverse(&g->now.inertia);
    g->w = sim_mat3_mul(&g->now.inverse, g->momentum);
}

// Moves all groups and bodies to their poses at a time.
static void move_to(struct sim_world *world, double time) {
    for (int i = 0; i < world->groups.count; i++) {
        struct group *g = &world->groups.items[i];
        const struct impact_motion *m = &world->impact_motion.items[i];
        if (!g->moves)
            continue;
        g->x = sim_add(m->start.p, sim_add(m->shift, way_of(world, i, time)));
        const struct sim_vec3 turn = sim_add_scaled(m->turn, g->w, time);
        g->q = sim_quat_unit(sim_quat_mul(sim_quat_exp(turn), m->start.q));
        place_inertia(g);
    }
    sim_groups_to_bodies(world);
}

// ---- candidates, from the geometry at the beginning of the step ----

static struct sim_vec3 shift_at(const struct sim_world *world, int group, struct sim_vec3 p) {
    const struct impact_motion *m = &world->impact_motion.items[group];
    return sim_add(m->shift, sim_cross(m->turn, sim_sub(p, m->start.p)));
}

static double gap_of(const struct sim_world *world, const struct contact *c) {
    const struct sim_vec3 p = c->pub.point.position;
    const struct sim_vec3 d =
        sim_sub(shift_at(world, c->group_a, p), shift_at(world, c->group_b, p));
    return sim_dot(c->pub.point.normal, d) - c->pub.point.depth;
}

// Does the contact close fast enough for an impact? If so, *time is when.
static bool closes(const struct sim_world *world, const struct contact *c, double *time) {
    const double h = world->def.step, gap = gap_of(world, c);
    const struct sim_vec3 n = c->pub.point.normal;
    const struct sim_vec3 a =
        sim_sub(world->groups.items[c->group_a].a, world->groups.items[c->group_b].a);
    const double v = -sim_dot(n, sim_impact_velocity(world, c, c->pub.point.position, 0.0));
    double t = 0.0;
    for (int i = 0; i < 4; i++) {
        const double mean = v - 0.5 * sim_dot(n, a) * t;
        if (!(mean > 0.0))
            return false;
        t = sim_clamp(gap / mean, -2.0 * h, 2.0 * h);
    }
    *time = t < -h ? 0.0 : t;
    return v - sim_dot(n, a) * (*time) > world->def.impact_speed;
}

static int first_to_close(const struct sim_world *world, double now, double *time) {
    int first = -1;
    for (int i = 0; i < world->contacts.count; i++) {
        double t;
        const struct contact *c = &world->contacts.items[i];
        if (!(c->pub.restitution > 0.0) || c->missed || c->bounces || !closes(world, c, &t))
            continue;
        t = fmax(t, now);
        if (t < world->def.step && (first < 0 || t < *time)) {
            first = i;
            *time = t;
        }
    }
    return first;
}

// ---- one event, with the groups at its time ----

static bool same_shapes(const struct contact *a, const struct contact *b) {
    return a->pub.a.index == b->pub.a.index && a->pub.b.index == b->pub.b.index &&
           a->pub.shape_a == b->pub.shape_a && a->pub.shape_b == b->pub.shape_b;
}

static int touch(const struct sim_world *world, const struct contact *c, double margin,
                 struct sim_contact_point points[SIM_MAX_POINTS]) {
    const struct body *a = &world->bodies.items[c->pub.a.index],
                      *b = &world->bodies.items[c->pub.b.index];
    const struct sim_shape *sa = &a->shapes[c->pub.shape_a], *sb = &b->shapes[c->pub.shape_b];
    const struct sim_pose pa = sim_body_shape_pose(a, c->pub.shape_a),
                          pb = sim_body_shape_pose(b, c->pub.shape_b);
    return sim_collide(sa, &pa, sb, &pb, margin, points);
}

// Collects all points of the pair of groups, the deepest first.
static void gather(const struct sim_world *world, struct sim_impact_event *event, double margin) {
    const struct contact *first = &world->contacts.items[event->contact];
    event->count = 0;
    for (int i = 0; i < world->contacts.count; i++) {
        const struct contact *c = &world->contacts.items[i];
        if (c->group_a != first->group_a || c->group_b != first->group_b ||
            !(c->pub.restitution > 0.0) || (i > 0 && same_shapes(c, c - 1)))
            continue;
        struct sim_contact_point points[SIM_MAX_POINTS];
        const int count = touch(world, c, margin, points);
        for (int k = 0; k < count && event->count < SIM_IMPACT_POINTS; k++) {
            event->point[event->count] = points[k];
            if (points[k].depth > event->point[0].depth) {
                event->point[event->count] = event->point[0];
                event->point[0] = points[k];
            }
            event->count++;
        }
    }
}

// Keeps the points that are hit together with the first one.
static void choose(struct sim_impact_event *event, double reach) {
    int kept = 1;
    for (int i = 1; i < event->count; i++) {
        const struct sim_contact_point *p = &event->point[i];
        if (sim_dot(p->normal, event->point[0].normal) > same_normal &&
            p->depth > event->point[0].depth - reach)
            event->point[kept++] = *p;
    }
    event->count = kept;
}

// Finds the time at which the pair touches; false if it does not within this step.
static bool refine(struct sim_world *world, struct sim_impact_event *event, double now) {
    struct contact *c = &world->contacts.items[event->contact];
    const double h = world->def.step;
    double v = 0.0;
    for (int i = 0; i < 8; i++) {
        move_to(world, event->time);
        const struct sim_vec3 p = c->pub.point.position;
        const double speed = sim_length(sim_impact_velocity(world, c, p, event->time));
        gather(world, event, world->def.margin + h * speed);
        c->missed = event->count == 0;
        if (c->missed)
            return false;
        v = -sim_dot(event->point[0].normal,
                     sim_impact_velocity(world, c, event->point[0].position, event->time));
        c->missed = !(v > world->def.impact_speed);
        if (c->missed)
            return false;
        const double wait = -event->point[0].depth / v;
        if (fabs(wait) < exact_time * h || (wait < 0.0 && event->time <= now))
            break;
        event->time = fmax(event->time + wait, now);
        c->bounces = event->time >= h;
        if (c->bounces)
            return false;
    }
    choose(event, same_time * h * v);
    return true;
}

// ---- the step ----

static bool any_bounces(const struct sim_world *world) {
    if (world->contacts_apart)
        return false; // if a contact may bounce, the lists have been joined already
    for (int i = 0; i < world->contacts.count; i++)
        if (world->contacts.items[i].pub.restitution > 0.0)
            return true;
    return false;
}

static void prepare(struct sim_world *world) {
    SIM_ARRAY_RESERVE(&world->impact_motion, world->groups.count + 1);
    for (int i = 0; i < world->groups.count; i++) {
        struct group *g = &world->groups.items[i];
        world->impact_motion.items[i] = (struct impact_motion){.start = {g->x, g->q}};
        if (g->moves)
            place_inertia(g);
    }
}

// Moves the groups back to the beginning of the step, shifted so that a whole step with the new
// velocities leads to the right poses.
static void shift_all(struct sim_world *world) {
    for (int i = 0; i < world->contacts.count; i++)
        world->contacts.items[i].pub.point.depth = -gap_of(world, &world->contacts.items[i]);
    for (int i = 0; i < world->groups.count; i++) {
        struct group *g = &world->groups.items[i];
        const struct impact_motion *m = &world->impact_motion.items[i];
        if (!g->moves)
            continue;
        g->x = sim_add(m->start.p, m->shift);
        g->q = sim_quat_unit(sim_quat_mul(sim_quat_exp(m->turn), m->start.q));
    }
    sim_groups_to_bodies(world);
}

void sim_impacts(struct sim_world *world) {
    if (!any_bounces(world))
        return;
    prepare(world);
    double now = -world->def.step;
    struct sim_impact_event event;
    // A pair may be hit several times, as in a row of balls; a jammed ball is left to inverse
    // dynamics.
    const int most = 50 + 10 * world->contacts.count;
    bool moved = false;
    while (world->stats.impacts < most) {
        event.contact = first_to_close(world, now, &event.time);
        if (event.contact < 0)
            break;
        moved = true;
        if (!refine(world, &event, now))
            continue;
        sim_impact_respond(world, &event);
        now = event.time;
        world->stats.impacts++;
    }
    if (moved) {
        shift_all(world);
        sim_joint_frames(world);
    }
    for (int i = 0; i < world->contacts.count; i++) {
        struct contact *c = &world->contacts.items[i];
        double time;
        c->bounces = c->bounces || (c->pub.restitution > 0.0 && !c->missed &&
                                    closes(world, c, &time) && time >= world->def.step);
    }
}
