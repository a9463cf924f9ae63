// Rows of a contact (Jung 3.3).
//
// Normal row, n from b to a, compliant like a spring-damper (3.100), so that many contacts on one
// body share a load:
//   n . (v_a - v_b) + C x >= k_er depth / h,   x >= 0
// Friction: two rows bounded by mu times the normal impulse (3.73). Each is a spring-damper
// anchored where the contact began to stick: at rest, the spring carries the load and nothing
// creeps; when it slides, the spring is shortened to the length that friction can hold.
//
// Coulomb's law bounds the friction impulse y by an ellipse, (y . g0 / mu0)^2 + (y . g1 / mu1)^2 <=
// x^2, with the directions g0, g1 along and across the grain; two rows bound it by a
// parallelogram. The parallelogram touches the ellipse from outside, so the rows are oriented such
// that it does so at the solution: with (c, s) the unit vector along (mu0 v . g0, mu1 v . g1) for a
// contact that slides with v,
//   d0 = mu0 c g0 + mu1 s g1,   d1 = -mu0 s g0 + mu1 c g1,   |y along d0| <= |d0| x
// whose d0 is the friction of the largest dissipation, and d1 . v = 0. Across its direction of
// motion a sliding contact holds next to nothing, |y along d1| <= |d1| x v_s / |v| with a small
// v_s. A sticking contact takes the direction of its last impulse instead and may hold in both
// directions; a new contact takes the direction in which weight alone would move it within the
// step.
#include <string.h>

#include "sim/contact/friction.h"

static const double push_out_speed = 1.0; // [m/s] upper bound for pushing deep contacts apart

static struct sim_vec3 velocity_of(const struct sim_world *world, const struct contact *c) {
    const struct sim_vec3 p = c->pub.point.position;
    return sim_sub(sim_group_velocity_at(&world->groups.items[c->group_a], p),
                   sim_group_velocity_at(&world->groups.items[c->group_b], p));
}

// v after a step under weight alone.
static struct sim_vec3 pulled(const struct sim_world *world, const struct contact *c,
                              struct sim_vec3 v) {
    const int weighs =
        world->groups.items[c->group_a].moves - world->groups.items[c->group_b].moves;
    return sim_add_scaled(v, world->def.gravity, weighs * world->def.step);
}

// (c, s) as defined at the head of this file; returns v_s / |v|, at most 1.
static double main_direction(const struct sim_world *world, const struct contact *c,
                             const struct contact *old, struct sim_vec3 impulse, double cs[2]) {
    const double mu[2] = {c->pub.friction, c->pub.friction_across};
    const struct sim_vec3 v = velocity_of(world, c);
    const double slip[2] = {sim_dot(v, c->grain[0]), sim_dot(v, c->grain[1])};
    cs[0] = 1.0;
    cs[1] = 0.0;
    double y[2] = {mu[0] * slip[0], mu[1] * slip[1]};
    const double speed2 = slip[0] * slip[0] + slip[1] * slip[1];
    const bool slid = old && fabs(old->impulse[1]) > 0.999 * old->bound[0] * old->impulse[0];
    const double least = slid ? sim_creeping_speed : sim_sliding_speed;
    if (speed2 < least * least) {
        struct sim_vec3 hint = impulse;
        if (old != NULL && sim_dot(impulse, impulse) < sim_little_impulse * sim_little_impulse)
            hint = old->tangent[0];
        if (old == NULL)
            hint = pulled(world, c, v);
        for (int i = 0; i < 2; i++)
            y[i] = old == NULL || sim_friction_alike(c) ? mu[i] * sim_dot(hint, c->grain[i])
                   : mu[i] > 0.0                        ? sim_dot(hint, c->grain[i]) / mu[i]
                                                        : 0.0;
    }
    const double length = sqrt(y[0] * y[0] + y[1] * y[1]);
    if (!(length > 1e-300))
        return 1.0;
    const double inverse = 1.0 / length;
    cs[0] = y[0] * inverse;
    cs[1] = y[1] * inverse;
    return speed2 > sim_sliding_speed * sim_sliding_speed ? sim_sliding_speed / sqrt(speed2) : 1.0;
}

// Impulses along the two row directions, which need not be perpendicular, that add up to y.
static void split(const struct contact *c, struct sim_vec3 y, double x[2]) {
    const double skew = sim_dot(c->tangent[0], c->tangent[1]);
    const double a = sim_dot(c->tangent[0], y), b = sim_dot(c->tangent[1], y);
    if (sim_friction_alike(c)) { // perpendicular
        x[0] = a;
        x[1] = b;
        return;
    }
    const double determinant = 1.0 - skew * skew;
    x[0] = determinant > 1e-6 ? (a - skew * b) / determinant : a;
    x[1] = determinant > 1e-6 ? (b - skew * a) / determinant : 0.0;
}

void sim_contact_tangents(const struct sim_world *world, struct contact *c,
                          const struct contact *old) {
    const struct sim_vec3 n = c->pub.point.normal;
    struct sim_vec3 impulse = {0.0, 0.0, 0.0};
    c->warm = old != NULL;
    if (old != NULL) {
        c->stick = sim_add_scaled(old->stick, n, -sim_dot(old->stick, n));
        for (int i = 0; i < 2; i++)
            impulse = sim_add_scaled(impulse, old->tangent[i], old->impulse[i + 1]);
    }
    double cs[2];
    const double aside = main_direction(world, c, old, impulse, cs);
    const double mu[2] = {c->pub.friction, c->pub.friction_across};
    for (int i = 0; i < 2 && sim_friction_alike(c); i++) {
        c->bound[i] = mu[0];
        c->tangent[i] = i == 0 ? sim_add_scaled(sim_scale(c->grain[0], cs[0]), c->grain[1], cs[1])
                               : sim_add_scaled(sim_scale(c->grain[1], cs[0]), c->grain[0], -cs[1]);
    }
    for (int i = 0; i < 2 && !sim_friction_alike(c); i++) {
        const double along = i == 0 ? mu[0] * cs[0] : -mu[0] * cs[1];
        const double across = i == 0 ? mu[1] * cs[1] : mu[1] * cs[0];
        c->bound[i] = sqrt(along * along + across * across);
        c->tangent[i] = c->grain[i];
        if (c->bound[i] > 0.0)
            c->tangent[i] =
                sim_scale(sim_add(sim_scale(c->grain[0], along), sim_scale(c->grain[1], across)),
                          1.0 / c->bound[i]);
    }
    c->bound[1] *= aside;
    if (old == NULL)
        return;
    c->impulse[0] = old->impulse[0];
    split(c, impulse, &c->impulse[1]);
}

static void put(double to[3], struct sim_vec3 from) {
    to[0] = from.x, to[1] = from.y, to[2] = from.z;
}

// Sets bodies, point and directions of the contact. The relieved body comes first; if that swaps
// the bodies, the directions are reversed and the impulses keep their sign.
static void place_point(const struct sim_world *world, const struct contact *c,
                        struct sim_point *point) {
    const int relieved = sim_shock_side(world, c), first = relieved == 1;
    const struct group *group[2] = {&world->groups.items[c->group_a],
                                    &world->groups.items[c->group_b]};
    for (int k = 0; k < 2; k++) {
        const struct group *g = group[k ^ first];
        point->body[k] = g->moves ? g->index : -1;
        put(point->arm[k], sim_sub(c->pub.point.position, g->x));
    }
    const struct sim_vec3 d[3] = {c->pub.point.normal, c->tangent[0], c->tangent[1]};
    for (int i = 0; i < 3; i++)
        put(point->direction[i], first ? sim_neg(d[i]) : d[i]);
    point->relieved = relieved >= 0 && world->def.shock == SIM_SHOCK_OPTIMISED;
    if (relieved >= 0 && world->def.shock == SIM_SHOCK_PLAIN)
        point->body[0] = -1;
}

// The normal spring, linear about the depth: a depth at which stiffness alone gives its force.
struct spring {
    double depth, stiffness;
};

// Beyond a stop s the force is k (d + (d - s)^2 / (2 L)), and its slope k (1 + (d - s) / L). The
// row follows the slope at the start of the step. Where the contact opens, the force of the row is
// below that of the curve, which bends upwards: a stop gives back less than it took.
static struct spring normal_spring(const struct contact *c) {
    const double depth = c->pub.point.depth, over = depth - c->stop;
    if (!(c->stop_length > 0.0 && over > 0.0))
        return (struct spring){depth, c->stiffness};
    const double steeper = 1.0 + over / c->stop_length;
    return (struct spring){(depth + 0.5 * over * over / c->stop_length) / steeper,
                           c->stiffness * steeper};
}

// Initial guess of the normal impulse.
static double expected(const struct contact *c) {
    if (c->warm)
        return c->impulse[0];
    return c->pub.point.depth < 0.0 ? 0.0 : 1e-9; // touching
}

void sim_contact_point(const struct sim_world *world, const struct contact *c,
                       struct sim_point *point) {
    const double h = world->def.step, sum = h * c->stiffness + c->damping;
    const double k_er = h * c->stiffness / sum, depth = c->pub.point.depth;
    const double soft = 1.0 / (h * sum);
    const struct spring spring = normal_spring(c);
    const double firm = h * spring.stiffness + c->damping; // sum of the normal row
    place_point(world, c, point);
    double rhs = depth > 0.0 ? h * spring.stiffness / firm * spring.depth / h : depth / h;
    double cfm = 1.0 / (h * firm);
    if (rhs > push_out_speed) {
        // Pushed apart more slowly, but with the full spring force at rest: x = rhs / cfm is
        // unchanged.
        cfm *= push_out_speed / rhs;
        rhs = push_out_speed;
    }
    point->rhs[0] = rhs;
    point->cfm[0] = cfm;
    point->cfm[1] = soft;
    point->x[0] = expected(c);
    for (int i = 0; i < 2; i++) {
        point->rhs[i + 1] = -k_er * sim_dot(c->tangent[i], c->stick) / h;
        point->friction[i] = c->bound[i];
        point->x[i + 1] = c->impulse[i + 1];
    }
}

// Shortens the displacement to the ellipse that friction with normal force N can hold: k |y / mu|
// <= N.
static struct sim_vec3 held_by_friction(const struct contact *c, struct sim_vec3 stick) {
    const double mu[2] = {c->pub.friction, c->pub.friction_across};
    const double most = c->pub.force / c->stiffness;
    const double along = sim_dot(stick, c->grain[0]), across = sim_dot(stick, c->grain[1]);
    if (sim_friction_alike(c) && along * along + across * across <= mu[0] * mu[0] * most * most)
        return sim_add_scaled(sim_scale(c->grain[0], along), c->grain[1], across);
    double y[2] = {0.0, 0.0};
    for (int i = 0; i < 2; i++)
        if (mu[i] > 0.0)
            y[i] = (i == 0 ? along : across) / mu[i];
    const double length = sqrt(y[0] * y[0] + y[1] * y[1]);
    if (!(length > 0.0)) // the force may be rounding below zero, and most / length infinite
        return sim_vec3(0.0, 0.0, 0.0);
    const double scale = length > most ? most / length : 1.0;
    return sim_add(sim_scale(c->grain[0], scale * y[0] * mu[0]),
                   sim_scale(c->grain[1], scale * y[1] * mu[1]));
}

void sim_contact_store(const struct sim_world *world, struct contact *c,
                       const struct sim_point *point) {
    const double h = world->def.step;
    for (int i = 0; i < 3; i++)
        c->impulse[i] = point != NULL ? point->x[i] : 0.0;
    c->pub.force = c->impulse[0] / h;
    c->pub.tangential = sim_add(sim_scale(c->tangent[0], c->impulse[1] / h),
                                sim_scale(c->tangent[1], c->impulse[2] / h));
    const struct sim_vec3 moved = sim_add_scaled(c->stick, velocity_of(world, c), h);
    c->stick = held_by_friction(c, moved);
    if (c->rolling > 0.0)
        sim_contact_roll_on(world, c);
}
