// Random complementarity problems as a world would pose them: bodies of very different mass,
// joints, motors with force limits, contacts and friction. Every machine tests the same problems.
#pragma once

#include <stdlib.h>
#include <string.h>

#include "sim/solve/problem.h"
#include "tests/random.h"

struct random_problem {
    struct sim_problem problem;
    struct sim_inertia *inertia;
    double (*free_velocity)[6]; // v*, to start over from
    int row_capacity, point_capacity, node;
    uint64_t seed;
};

static inline struct sim_vec3 random_vec3(uint64_t *seed, double size) {
    const double x = random_between(seed, -size, size);
    const double y = random_between(seed, -size, size);
    return (struct sim_vec3){x, y, random_between(seed, -size, size)};
}

static inline struct sim_vec3 random_direction(uint64_t *seed) {
    for (;;) {
        const struct sim_vec3 v = random_vec3(seed, 1.0);
        const double l = sim_length(v);
        if (l > 0.1 && l < 1.0)
            return sim_scale(v, 1.0 / l);
    }
}

// A box of random sides has an inertia that some body really can have.
static inline struct sim_inertia random_inertia(uint64_t *seed, double mass) {
    const double x = random_between(seed, 0.2, 2.0), y = random_between(seed, 0.2, 2.0),
                 z = random_between(seed, 0.2, 2.0);
    const struct sim_mat3 local =
        sim_mat3_diag(mass / 12.0 * (y * y + z * z), mass / 12.0 * (x * x + z * z),
                      mass / 12.0 * (x * x + y * y));
    const struct sim_quat q = sim_quat_exp(random_vec3(seed, 2.0));
    struct sim_inertia inertia = {mass, 1.0 / mass, sim_mat3_rotated(&local, q), {{{0}}}};
    inertia.inverse = sim_mat3_inverse(&inertia.inertia);
    return inertia;
}

// Masses from 10^low to 10^high kg.
static inline struct random_problem random_problem_begin(uint64_t seed, int bodies, double low,
                                                         double high) {
    const size_t n = (size_t)bodies;
    struct random_problem r = {.seed = seed, .row_capacity = 64};
    r.inertia = calloc(n, sizeof(*r.inertia));
    r.free_velocity = calloc(n, sizeof(*r.free_velocity));
    r.problem.velocity = calloc(n, sizeof(*r.problem.velocity));
    r.problem.row = calloc((size_t)r.row_capacity, sizeof(*r.problem.row));
    r.problem.bodies = bodies;
    for (int i = 0; i < bodies; i++) {
        r.inertia[i] = random_inertia(&r.seed, pow(10.0, random_between(&r.seed, low, high)));
        for (int c = 0; c < 6; c++)
            r.free_velocity[i][c] = random_between(&r.seed, -1.0, 1.0);
    }
    r.problem.inertia = r.inertia;
    return r;
}

static inline void random_problem_finish(struct random_problem *r) {
    free(r->inertia);
    free(r->free_velocity);
    free(r->problem.velocity);
    free(r->problem.row);
    free(r->problem.point);
    *r = (struct random_problem){0};
}

// Back to v* and no impulses.
static inline void random_problem_reset(struct random_problem *r) {
    memcpy(r->problem.velocity, r->free_velocity,
           (size_t)r->problem.bodies * sizeof(*r->free_velocity));
    for (int i = 0; i < r->problem.rows; i++)
        r->problem.row[i].x = r->problem.row[i].w = 0.0;
    for (int i = 0; i < r->problem.points; i++)
        memset(r->problem.point[i].x, 0, sizeof r->problem.point[i].x);
}

static inline struct sim_row *add_row(struct random_problem *r) {
    if (r->problem.rows + 3 * r->problem.points >= r->row_capacity) {
        r->row_capacity *= 2;
        r->problem.row = realloc(r->problem.row, (size_t)r->row_capacity * sizeof(*r->problem.row));
    }
    struct sim_row *row = &r->problem.row[r->problem.rows++];
    *row = (struct sim_row){
        .low = -(double)INFINITY, .high = (double)INFINITY, .normal = -1, .node = r->node};
    return row;
}

// Body -1 is the fixed world, which has no block.
static inline void set_block(struct sim_row *row, int body, double sign, struct sim_vec3 linear,
                             struct sim_vec3 angular) {
    if (body < 0)
        return;
    double *j = row->j[row->count];
    row->body[row->count++] = body;
    j[0] = sign * linear.x;
    j[1] = sign * linear.y;
    j[2] = sign * linear.z;
    j[3] = sign * angular.x;
    j[4] = sign * angular.y;
    j[5] = sign * angular.z;
}

// Relative velocity along d of points of a and b; arms from the centres of mass.
static inline struct sim_row *add_linear_row(struct random_problem *r, int a, int b,
                                             struct sim_vec3 arm_a, struct sim_vec3 arm_b,
                                             struct sim_vec3 d) {
    struct sim_row *row = add_row(r);
    set_block(row, a, -1.0, d, sim_cross(arm_a, d));
    set_block(row, b, 1.0, d, sim_cross(arm_b, d));
    return row;
}

// Relative angular velocity of b against a about d.
static inline struct sim_row *add_angular_row(struct random_problem *r, int a, int b,
                                              struct sim_vec3 d) {
    struct sim_row *row = add_row(r);
    set_block(row, a, -1.0, sim_vec3(0, 0, 0), d);
    set_block(row, b, 1.0, sim_vec3(0, 0, 0), d);
    return row;
}

// 3 rows of a ball, with 2 more a hinge about axis.
static inline void add_joint(struct random_problem *r, int a, int b, bool hinge,
                             struct sim_vec3 arm_a, struct sim_vec3 arm_b, struct sim_vec3 axis) {
    const struct sim_vec3 e[3] = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
    for (int i = 0; i < 3; i++)
        add_linear_row(r, a, b, arm_a, arm_b, e[i])->rhs =
            1e-3 * random_between(&r->seed, -1.0, 1.0);
    const struct sim_vec3 s = sim_perpendicular(axis), t = sim_cross(axis, s);
    if (hinge) {
        add_angular_row(r, a, b, s);
        add_angular_row(r, a, b, t);
    }
    r->node++;
}

// Asks for a speed about axis with a bounded impulse.
static inline void add_motor(struct random_problem *r, int a, int b, struct sim_vec3 axis,
                             double rate, double limit) {
    struct sim_row *row = add_angular_row(r, a, b, axis);
    row->rhs = rate;
    row->low = -limit;
    row->high = limit;
    r->node++;
}

// Normal from a to b, and two friction rows.
static inline void add_contact(struct random_problem *r, int a, int b, struct sim_vec3 arm_a,
                               struct sim_vec3 arm_b, struct sim_vec3 normal, double friction) {
    const int index = r->problem.rows;
    struct sim_row *row = add_linear_row(r, a, b, arm_a, arm_b, normal);
    row->low = 0.0;
    const struct sim_vec3 s = sim_perpendicular(normal), t = sim_cross(normal, s);
    for (int i = 0; i < 2 && friction > 0.0; i++) {
        row = add_linear_row(r, a, b, arm_a, arm_b, i == 0 ? s : t);
        row->normal = index;
        row->friction = friction;
    }
    r->node++;
}

static inline void put_vec3(double to[3], struct sim_vec3 from) {
    to[0] = from.x, to[1] = from.y, to[2] = from.z;
}

// The same as a point, its normal from b to a.
static inline struct sim_point *add_point(struct random_problem *r, int a, int b,
                                          struct sim_vec3 arm_a, struct sim_vec3 arm_b,
                                          struct sim_vec3 normal, double friction) {
    struct sim_problem *p = &r->problem;
    if (p->points == r->point_capacity) {
        r->point_capacity = 2 * r->point_capacity + 16;
        p->point = realloc(p->point, (size_t)r->point_capacity * sizeof(*p->point));
    }
    while (p->rows + 3 * (p->points + 1) >= r->row_capacity) {
        r->row_capacity *= 2;
        p->row = realloc(p->row, (size_t)r->row_capacity * sizeof(*p->row));
    }
    const struct sim_vec3 s = sim_perpendicular(normal);
    struct sim_point *point = &p->point[p->points++];
    *point =
        (struct sim_point){.body = {a, b}, .node = r->node++, .friction = {friction, friction}};
    put_vec3(point->arm[0], arm_a);
    put_vec3(point->arm[1], arm_b);
    put_vec3(point->direction[0], normal);
    put_vec3(point->direction[1], s);
    put_vec3(point->direction[2], sim_cross(normal, s));
    return point;
}

// A machine-like problem: a tree of joints (random parents, the first body on the world or free),
// some motors with low limits, and contacts.
static inline struct random_problem random_machine(uint64_t seed, int bodies, int motors,
                                                   int contacts, double friction) {
    struct random_problem r = random_problem_begin(seed, bodies, -1.0, 2.0);
    uint64_t *s = &r.seed;
    for (int b = random_unit(s) < 0.5 ? 0 : 1; b < bodies; b++) {
        const int a = b == 0 ? -1 : (int)(random_unit(s) * b);
        const bool hinge = random_unit(s) < 0.6;
        const struct sim_vec3 arm_a = random_vec3(s, 0.5), arm_b = random_vec3(s, 0.5);
        add_joint(&r, a, b, hinge, arm_a, arm_b, random_direction(s));
    }
    for (int i = 0; i < motors; i++) {
        const int b = (int)(random_unit(s) * bodies);
        const int a = b == 0 ? -1 : (int)(random_unit(s) * b);
        const struct sim_vec3 axis = random_direction(s);
        const double rate = random_between(s, -1.0, 1.0);
        add_motor(&r, a, b, axis, rate, pow(10.0, random_between(s, -2.0, 1.0)));
    }
    for (int i = 0; i < contacts; i++) {
        const int b = (int)(random_unit(s) * bodies);
        const int a = b == 0 || random_unit(s) < 0.7 ? -1 : (int)(random_unit(s) * b);
        const struct sim_vec3 arm_a = random_vec3(s, 0.5), arm_b = random_vec3(s, 0.5);
        // Up to 45 degrees from the vertical, as on the ground: with contacts from all sides
        // friction jams a mechanism, and then there may be many solutions or none.
        const struct sim_vec3 up = {0.0, 0.0, 1.0};
        const struct sim_vec3 normal = sim_unit(sim_add_scaled(up, random_direction(s), 0.7));
        add_contact(&r, a, b, arm_a, arm_b, normal, friction);
    }
    random_problem_reset(&r);
    return r;
}
