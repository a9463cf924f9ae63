// Contact points, four at a time. A point does not need its rows: they share the velocity of one
// body against the other at the point,
//   u = v_0 + w_0 x r_0 - v_1 - w_1 x r_1,   J_k v = d_k . u
// and the sum of their impulses,
//   p = sum of d_k dx_k,   v_0 += p / m_0,   w_0 += I_0^-1 (r_0 x p),   and against it on body 1.
// Where body 0 is relieved (sim/contact/shock.c), its v_0 and p / m_0 are without their parts along
// down.
#include <float.h>
#include <stddef.h>

// The build says whether this is the wide or the narrow one.
#define JOIN(function, lanes) function##_##lanes
#define NAME_OF(function, lanes) JOIN(function, lanes)
#define NAME(function) NAME_OF(function, SIM_LANES)

#include "sim/base/pair.h"
#include "sim/solve/pgs_packed.h"

static const sim_quad zero = {0.0, 0.0, 0.0, 0.0};

// Four vectors.
struct triple {
    sim_quad x, y, z;
};

#define LOAD(from) sim_quad_load(from)

// NaN stays NaN, with the instructions as with the comparison.
SIM_INLINE void at_least(sim_quad *x, const sim_quad *low) {
#ifdef __AVX2__
    *x = __builtin_ia32_maxpd256(*low, *x);
#else
    *x = SIM_CHOOSE(*x < *low, *low, *x);
#endif
}

SIM_INLINE void at_most(sim_quad *x, const sim_quad *high) {
#ifdef __AVX2__
    *x = __builtin_ia32_minpd256(*high, *x);
#else
    *x = SIM_CHOOSE(*x > *high, *high, *x);
#endif
}

// Clamps x to -reach..reach.
SIM_INLINE void within(sim_quad *x, const sim_quad *reach) {
    const sim_quad low = -*reach;
    at_least(x, &low);
    at_most(x, reach);
}

SIM_INLINE bool all(const sim_mask *mask) {
    return ((*mask)[0] & (*mask)[1] & (*mask)[2] & (*mask)[3]) != 0;
}

SIM_INLINE void load(struct triple *to, const double from[3][SIM_PGS_WIDTH]) {
    to->x = LOAD(from[0]);
    to->y = LOAD(from[1]);
    to->z = LOAD(from[2]);
}

SIM_INLINE void cross(struct triple *to, const struct triple *a, const struct triple *b) {
    to->x = a->y * b->z - a->z * b->y;
    to->y = a->z * b->x - a->x * b->z;
    to->z = a->x * b->y - a->y * b->x;
}

#define DOT(a, b) (((a).x * (b).x + (a).y * (b).y) + (a).z * (b).z)

// v without its part along down.
SIM_INLINE void relieve(const struct sim_pgs_team *team, struct triple *v) {
    struct triple down;
    load(&down, team->down);
    const sim_quad along = DOT(*v, down);
    v->x -= along * down.x;
    v->y -= along * down.y;
    v->z -= along * down.z;
}

// I^-1 a of body k.
SIM_INLINE void turned(const struct sim_pgs_team *team, int k, const struct triple *a,
                       struct triple *to) {
    const double(*m)[SIM_PGS_WIDTH] = team->inverse[k];
    to->x = (LOAD(m[0]) * a->x + LOAD(m[3]) * a->y) + LOAD(m[4]) * a->z;
    to->y = (LOAD(m[3]) * a->x + LOAD(m[1]) * a->y) + LOAD(m[5]) * a->z;
    to->z = (LOAD(m[4]) * a->x + LOAD(m[5]) * a->y) + LOAD(m[2]) * a->z;
}

// ---- velocities of a team ----

// While a team is processed, a relieved body's v lacks its part along down, which does not change
// and is kept aside.
struct motion {
    struct triple v[2], w[2];
    struct triple aside;
};

// Convert between six numbers per body and one lane per body.
SIM_INLINE void gather_side(const double *velocity, const int *body, struct triple *v,
                            struct triple *w) {
    const double *const a = velocity + body[0], *const b = velocity + body[1];
    const double *const c = velocity + body[2], *const d = velocity + body[3];
    const sim_quad even_ab = SIM_EVEN(LOAD(a), LOAD(b)), odd_ab = SIM_ODD(LOAD(a), LOAD(b));
    const sim_quad even_cd = SIM_EVEN(LOAD(c), LOAD(d)), odd_cd = SIM_ODD(LOAD(c), LOAD(d));
    v->x = SIM_LOWER(even_ab, even_cd);
    v->y = SIM_LOWER(odd_ab, odd_cd);
    v->z = SIM_UPPER(even_ab, even_cd);
    w->x = SIM_UPPER(odd_ab, odd_cd);
    w->y = SIM_LOWER(SIM_EVEN(LOAD(a + 4), LOAD(b + 4)), SIM_EVEN(LOAD(c + 4), LOAD(d + 4)));
    w->z = SIM_LOWER(SIM_ODD(LOAD(a + 4), LOAD(b + 4)), SIM_ODD(LOAD(c + 4), LOAD(d + 4)));
}

SIM_INLINE void scatter_side(double *velocity, const int *body, const struct triple *v,
                             const struct triple *w) {
    double *const a = velocity + body[0], *const b = velocity + body[1];
    double *const c = velocity + body[2], *const d = velocity + body[3];
    const sim_quad even_xy = SIM_EVEN(v->x, v->y), odd_xy = SIM_ODD(v->x, v->y);
    const sim_quad even_zx = SIM_EVEN(v->z, w->x), odd_zx = SIM_ODD(v->z, w->x);
    const sim_quad even_yz = SIM_EVEN(w->y, w->z), odd_yz = SIM_ODD(w->y, w->z);
    sim_quad_store(a, SIM_LOWER(even_xy, even_zx));
    sim_quad_store(b, SIM_LOWER(odd_xy, odd_zx));
    sim_quad_store(c, SIM_UPPER(even_xy, even_zx));
    sim_quad_store(d, SIM_UPPER(odd_xy, odd_zx));
    sim_pair_store(a + 4, ((sim_pair){even_yz[0], even_yz[1]}));
    sim_pair_store(b + 4, ((sim_pair){odd_yz[0], odd_yz[1]}));
    sim_pair_store(c + 4, ((sim_pair){even_yz[2], even_yz[3]}));
    sim_pair_store(d + 4, ((sim_pair){odd_yz[2], odd_yz[3]}));
}

SIM_INLINE void gather(const struct sim_pgs *pgs, const struct sim_pgs_team *team, bool relieved,
                       struct motion *motion) {
    gather_side(pgs->velocity, team->body[0], &motion->v[0], &motion->w[0]);
    gather_side(pgs->velocity, team->body[1], &motion->v[1], &motion->w[1]);
    if (!relieved)
        return;
    struct triple *v = &motion->v[0], *aside = &motion->aside;
    *aside = *v;
    relieve(team, v);
    aside->x -= v->x;
    aside->y -= v->y;
    aside->z -= v->z;
}

SIM_INLINE void scatter(const struct sim_pgs *pgs, const struct sim_pgs_team *team, bool relieved,
                        const struct motion *motion) {
    struct triple v = motion->v[0];
    if (relieved) {
        v.x += motion->aside.x;
        v.y += motion->aside.y;
        v.z += motion->aside.z;
    }
    scatter_side(pgs->velocity, team->body[0], &v, &motion->w[0]);
    scatter_side(pgs->velocity, team->body[1], &motion->v[1], &motion->w[1]);
}

// u
SIM_INLINE void speed(const struct sim_pgs_point *point, const struct motion *motion,
                      struct triple *u) {
    struct triple arm[2], turn[2];
    const struct triple *v = motion->v;
    for (int k = 0; k < 2; k++) {
        load(&arm[k], point->arm[k]);
        cross(&turn[k], &motion->w[k], &arm[k]);
    }
    u->x = (v[0].x - v[1].x) + (turn[0].x - turn[1].x);
    u->y = (v[0].y - v[1].y) + (turn[0].y - turn[1].y);
    u->z = (v[0].z - v[1].z) + (turn[0].z - turn[1].z);
}

// The impulse p on body 0, -p on body 1.
SIM_INLINE void push(const struct sim_pgs_team *team, const struct sim_pgs_point *point,
                     const struct triple *p, bool relieved, struct motion *motion) {
    struct triple arm[2], moment[2], w[2], linear = *p;
    struct triple *v = motion->v, *turn = motion->w;
    const sim_quad m0 = LOAD(team->inverse_mass[0]), m1 = LOAD(team->inverse_mass[1]);
    for (int k = 0; k < 2; k++) {
        load(&arm[k], point->arm[k]);
        cross(&moment[k], &arm[k], p);
        turned(team, k, &moment[k], &w[k]);
    }
    turn[0].x += w[0].x;
    turn[0].y += w[0].y;
    turn[0].z += w[0].z;
    turn[1].x -= w[1].x;
    turn[1].y -= w[1].y;
    turn[1].z -= w[1].z;
    if (relieved)
        relieve(team, &linear);
    v[0].x += m0 * linear.x;
    v[0].y += m0 * linear.y;
    v[0].z += m0 * linear.z;
    v[1].x -= m1 * p->x;
    v[1].y -= m1 * p->y;
    v[1].z -= m1 * p->z;
}

// p of the changes of the three impulses.
SIM_INLINE void impulse(const struct sim_pgs_point *point, const sim_quad dx[3], struct triple *p) {
    struct triple d[3];
    for (int k = 0; k < 3; k++)
        load(&d[k], point->direction[k]);
    p->x = (d[0].x * dx[0] + d[1].x * dx[1]) + d[2].x * dx[2];
    p->y = (d[0].y * dx[0] + d[1].y * dx[1]) + d[2].y * dx[2];
    p->z = (d[0].z * dx[0] + d[1].z * dx[1]) + d[2].z * dx[2];
}

// ---- start ----

// A symmetric matrix.
struct symmetric {
    sim_quad xx, yy, zz, xy, xz, yz;
};

// u = K p: adds [r]^T I^-1 [r] of body k, with [r] w = w x r.
SIM_INLINE void add_lever(const struct sim_pgs_team *team, const struct sim_pgs_point *point, int k,
                          struct symmetric *to) {
    struct triple r;
    load(&r, point->arm[k]);
    const double(*m)[SIM_PGS_WIDTH] = team->inverse[k];
    const sim_quad xx = LOAD(m[0]), yy = LOAD(m[1]), zz = LOAD(m[2]);
    const sim_quad xy = LOAD(m[3]), xz = LOAD(m[4]), yz = LOAD(m[5]);
    // Columns of I^-1 [r]: turns after impulses along x, y and z.
    const struct triple a = {xy * r.z - xz * r.y, yy * r.z - yz * r.y, yz * r.z - zz * r.y};
    const struct triple b = {xz * r.x - xx * r.z, yz * r.x - xy * r.z, zz * r.x - xz * r.z};
    const struct triple c = {xx * r.y - xy * r.x, xy * r.y - yy * r.x, xz * r.y - yz * r.x};
    to->xx += a.y * r.z - a.z * r.y;
    to->yy += b.z * r.x - b.x * r.z;
    to->zz += c.x * r.y - c.y * r.x;
    to->xy += b.y * r.z - b.z * r.y;
    to->xz += c.y * r.z - c.z * r.y;
    to->yz += c.z * r.x - c.x * r.z;
}

// K of u = K p
SIM_INLINE void compliance(const struct sim_pgs_team *team, const struct sim_pgs_point *point,
                           struct symmetric *to) {
    struct triple down;
    load(&down, team->down);
    const sim_quad m0 = LOAD(team->inverse_mass[0]), m = m0 + LOAD(team->inverse_mass[1]);
    const struct triple relief = {m0 * down.x, m0 * down.y, m0 * down.z};
    to->xx = m - relief.x * down.x;
    to->yy = m - relief.y * down.y;
    to->zz = m - relief.z * down.z;
    to->xy = -(relief.x * down.y);
    to->xz = -(relief.x * down.z);
    to->yz = -(relief.y * down.z);
    add_lever(team, point, 0, to);
    add_lever(team, point, 1, to);
}

// J M^-1 J^T of rows k and l <= k, which is d_k . K d_l.
SIM_INLINE void respond(const struct sim_pgs_team *team, const struct sim_pgs_point *point,
                        sim_quad a[3][3]) {
    struct symmetric m;
    struct triple d[3];
    compliance(team, point, &m);
    for (int k = 0; k < 3; k++)
        load(&d[k], point->direction[k]);
    for (int l = 0; l < 3; l++) {
        const struct triple u = {(m.xx * d[l].x + m.xy * d[l].y) + m.xz * d[l].z,
                                 (m.xy * d[l].x + m.yy * d[l].y) + m.yz * d[l].z,
                                 (m.xz * d[l].x + m.yz * d[l].y) + m.zz * d[l].z};
        for (int k = l; k < 3; k++)
            a[k][l] = DOT(d[k], u);
    }
}

// Row k divided by its diagonal d. Where nothing can move it, it keeps its impulse.
SIM_INLINE void divide(struct sim_pgs_point *point, int k, const sim_quad *d) {
    const sim_mask movable = (*d > SIM_FOUR(1e-200)) & (*d <= SIM_FOUR(DBL_MAX));
    const sim_quad one = SIM_FOUR(1.0);
    const sim_quad inverse = SIM_CHOOSE(movable, one / *d, zero);
    sim_quad_store(point->inverse[k], inverse);
    sim_quad_store(point->keep[k],
                   SIM_CHOOSE(movable, one - LOAD(point->cfm[k > 0]) * inverse, one));
    sim_quad_store(point->rhs[k], SIM_CHOOSE(movable, LOAD(point->rhs[k]) * inverse, zero));
}

// Applies the guessed impulses as far as the bounds allow.
SIM_INLINE void guess(struct sim_pgs_point *point) {
    sim_quad x[3];
    for (int k = 0; k < 3; k++) {
        const sim_quad given = LOAD(point->x[k]);
        const sim_mask usable = (given <= SIM_FOUR(DBL_MAX)) & (given >= SIM_FOUR(-DBL_MAX)) &
                                (LOAD(point->inverse[k]) > zero);
        x[k] = SIM_CHOOSE(usable, given, zero);
    }
    at_least(&x[0], &zero);
    for (int k = 1; k < 3; k++) {
        // A normal row that nothing can move allows no friction, and neither does its own.
        const sim_mask none = (LOAD(point->inverse[0]) <= zero) | (LOAD(point->inverse[k]) <= zero);
        const sim_quad friction = SIM_CHOOSE(none, zero, LOAD(point->friction[k - 1]));
        const sim_quad most = friction * x[0];
        within(&x[k], &most);
        sim_quad_store(point->friction[k - 1], friction);
    }
    for (int k = 0; k < 3; k++)
        sim_quad_store(point->x[k], x[k]);
}

// Product of row k with one before it.
SIM_INLINE void couple(struct sim_pgs_point *point, int i, const sim_quad *product, int k) {
    const sim_quad inverse = LOAD(point->inverse[k]);
    sim_quad_store(point->coupling[i], SIM_CHOOSE(inverse > zero, *product * inverse, zero));
}

SIM_INLINE void prepare(const struct sim_pgs_team *team, struct sim_pgs_point *point) {
    sim_quad a[3][3];
    respond(team, point, a);
    for (int k = 0; k < 3; k++) {
        const sim_quad d = a[k][k] + LOAD(point->cfm[k > 0]);
        divide(point, k, &d);
    }
    couple(point, 0, &a[1][0], 1);
    couple(point, 1, &a[2][0], 2);
    couple(point, 2, &a[2][1], 2);
    guess(point);
}

_Static_assert(offsetof(struct sim_point, body) == SIM_POINT_NUMBERS * sizeof(double) &&
                   offsetof(struct sim_pgs_point, inverse) ==
                       SIM_POINT_NUMBERS * SIM_PGS_WIDTH * sizeof(double) &&
                   SIM_POINT_NUMBERS % 4 == 1,
               "numbers come first, without a gap");

// From four points, one behind the other, to lanes.
SIM_INLINE void enter(const struct sim_problem *problem, struct sim_pgs_point *to) {
    static const struct sim_point none;
    const double *from[SIM_PGS_WIDTH];
    for (int l = 0; l < SIM_PGS_WIDTH; l++)
        from[l] = (const double *)(const void *)(to->source[l] >= 0 ? &problem->point[to->source[l]]
                                                                    : &none);
    double *number = (double *)(void *)to;
    int i = 0;
    for (; i + 3 < SIM_POINT_NUMBERS; i += 4, number += 4 * SIM_PGS_WIDTH) {
        const sim_quad a = LOAD(from[0] + i), b = LOAD(from[1] + i);
        const sim_quad c = LOAD(from[2] + i), d = LOAD(from[3] + i);
        const sim_quad even_ab = SIM_EVEN(a, b), odd_ab = SIM_ODD(a, b);
        const sim_quad even_cd = SIM_EVEN(c, d), odd_cd = SIM_ODD(c, d);
        sim_quad_store(number, SIM_LOWER(even_ab, even_cd));
        sim_quad_store(number + SIM_PGS_WIDTH, SIM_LOWER(odd_ab, odd_cd));
        sim_quad_store(number + 2 * SIM_PGS_WIDTH, SIM_UPPER(even_ab, even_cd));
        sim_quad_store(number + 3 * SIM_PGS_WIDTH, SIM_UPPER(odd_ab, odd_cd));
    }
    for (int l = 0; l < SIM_PGS_WIDTH; l++)
        number[l] = from[l][i];
}

// Rows that nothing can move, of the points that there are.
SIM_INLINE int left_out(const struct sim_pgs_point *point) {
    int count = 0;
    for (int k = 0; k < 3; k++) {
        const sim_mask moves = LOAD(point->inverse[k]) > zero;
        for (int l = 0; l < SIM_PGS_WIDTH && !all(&moves); l++)
            count += point->source[l] >= 0 && !(point->inverse[k][l] > 0.0);
    }
    return count;
}

void NAME(sim_pgs_start_points)(struct sim_pgs *pgs) {
    for (int i = 0; i < pgs->teams; i++) {
        const struct sim_pgs_team *team = &pgs->team[i];
        struct motion motion;
        gather(pgs, team, true, &motion);
        for (int k = team->first; k < team->first + team->count; k++) {
            struct sim_pgs_point *point = &pgs->point[k];
            struct triple p;
            enter(pgs->problem, point);
            prepare(team, point);
            pgs->left_out += left_out(point);
            const sim_quad x[3] = {LOAD(point->x[0]), LOAD(point->x[1]), LOAD(point->x[2])};
            impulse(point, x, &p);
            push(team, point, &p, true, &motion);
        }
        scatter(pgs, team, true, &motion);
    }
}

// ---- sweep ----

// Impulse that row k asks for while nothing else changes.
SIM_INLINE void ask(const struct sim_pgs_point *point, int k, const struct triple *u, sim_quad *x) {
    struct triple d;
    load(&d, point->direction[k]);
    const sim_quad still = LOAD(point->keep[k]) * LOAD(point->x[k]) + LOAD(point->rhs[k]);
    *x = still - LOAD(point->inverse[k]) * DOT(d, *u);
}

// From what the rows ask for to the changes of their impulses, row by row.
SIM_INLINE void solve_point(struct sim_pgs_point *point, sim_quad x[3], sim_quad dx[3]) {
    at_least(&x[0], &zero);
    dx[0] = x[0] - LOAD(point->x[0]);
    const sim_quad reach1 = LOAD(point->friction[0]) * x[0];
    x[1] = x[1] - LOAD(point->coupling[0]) * dx[0];
    within(&x[1], &reach1);
    dx[1] = x[1] - LOAD(point->x[1]);
    const sim_quad reach2 = LOAD(point->friction[1]) * x[0];
    x[2] = (x[2] - LOAD(point->coupling[1]) * dx[0]) - LOAD(point->coupling[2]) * dx[1];
    within(&x[2], &reach2);
    dx[2] = x[2] - LOAD(point->x[2]);
    for (int k = 0; k < 3; k++)
        sim_quad_store(point->x[k], x[k]);
}

enum { TURNS = 2 }; // teams that take turns

// A point of each of one or two teams, step by step: while one waits for a result, the other
// continues. A point whose normal has no impulse and does not ask for one has no friction either.
SIM_INLINE void sweep_point(const struct sim_pgs *pgs, const struct sim_pgs_team *team, int teams,
                            int k, bool relieved, struct motion *motion, sim_quad *sum) {
    struct sim_pgs_point *point[TURNS];
    struct triple u[TURNS], p[TURNS];
    sim_quad x[TURNS][3], dx[TURNS][3];
    sim_mask idle = ~(sim_mask){0, 0, 0, 0};
    for (int t = 0; t < teams; t++) {
        point[t] = &pgs->point[team[t].first + k];
        speed(point[t], &motion[t], &u[t]);
    }
    for (int t = 0; t < teams; t++) {
        ask(point[t], 0, &u[t], &x[t][0]);
        idle &= (LOAD(point[t]->x[0]) <= zero) & (x[t][0] <= zero);
    }
    if (all(&idle))
        return; // stays as it is
    for (int t = 0; t < teams; t++) {
        ask(point[t], 1, &u[t], &x[t][1]);
        ask(point[t], 2, &u[t], &x[t][2]);
    }
    for (int t = 0; t < teams; t++)
        solve_point(point[t], x[t], dx[t]);
    for (int t = 0; t < teams; t++)
        impulse(point[t], dx[t], &p[t]);
    for (int t = 0; t < teams; t++) {
        push(&team[t], point[t], &p[t], relieved, &motion[t]);
        sum[t] += (dx[t][0] * dx[t][0] + dx[t][1] * dx[t][1]) + dx[t][2] * dx[t][2];
    }
}

// Squares of changes of velocity, about, from those of impulses.
SIM_INLINE void weigh(const struct sim_pgs_team *team, sim_quad *sum) {
    const sim_quad m = LOAD(team->inverse_mass[0]) + LOAD(team->inverse_mass[1]);
    *sum *= m * m;
}

// One or two teams, the second one with no more points than the first.
SIM_INLINE void sweep_teams(const struct sim_pgs *pgs, const struct sim_pgs_team *team, int teams,
                            bool relieved, sim_quad *sum) {
    struct motion motion[TURNS];
    sim_quad own[TURNS];
    for (int t = 0; t < teams; t++) {
        gather(pgs, &team[t], relieved, &motion[t]);
        own[t] = zero;
    }
    const int together = team[teams - 1].count;
    for (int k = 0; k < together; k++)
        sweep_point(pgs, team, teams, k, relieved, motion, own);
    for (int k = together; k < team->count; k++)
        sweep_point(pgs, team, 1, k, relieved, motion, own);
    for (int t = 0; t < teams; t++) {
        scatter(pgs, &team[t], relieved, &motion[t]);
        weigh(&team[t], &own[t]);
        *sum += own[t];
    }
}

double NAME(sim_pgs_sweep_points)(const struct sim_pgs *pgs) {
    sim_quad sum = zero;
    for (int i = 0; i < pgs->teams; i++) {
        const struct sim_pgs_team *team = &pgs->team[i];
        if (i + 1 < pgs->teams && team[1].colour == team[0].colour &&
            team[1].count <= team[0].count) {
            if (team[0].relieved || team[1].relieved)
                sweep_teams(pgs, team, 2, true, &sum);
            else
                sweep_teams(pgs, team, 2, false, &sum);
            i++;
        } else {
            sweep_teams(pgs, team, 1, true, &sum);
        }
    }
    return (sum[0] + sum[1]) + (sum[2] + sum[3]);
}

// ---- results ----

// sim_larger() of the residual of struct sim_solve_stats. A row without a diagonal cannot be moved
// and has none.
SIM_INLINE void compare(const struct sim_pgs_point *point, int k, const sim_quad *better,
                        sim_quad *largest) {
    const sim_quad inverse = LOAD(point->inverse[k]), off = *better - LOAD(point->x[k]);
    const sim_quad size = SIM_CHOOSE(off < zero, -off, off) / inverse;
    const sim_quad violation = SIM_CHOOSE(inverse > zero, size, zero);
    const sim_mask stays = (violation <= *largest) | ~(*largest <= SIM_FOUR(HUGE_VAL));
    *largest = SIM_CHOOSE(stays, *largest, violation);
}

SIM_INLINE void check_team(const struct sim_pgs *pgs, const struct sim_pgs_team *team,
                           sim_quad *largest) {
    struct motion motion;
    gather(pgs, team, true, &motion);
    for (int i = team->first; i < team->first + team->count; i++) {
        const struct sim_pgs_point *point = &pgs->point[i];
        struct triple u;
        speed(point, &motion, &u);
        for (int k = 0; k < 3; k++) {
            sim_quad better;
            ask(point, k, &u, &better);
            const sim_quad reach = LOAD(point->friction[k > 0 ? k - 1 : 0]) * LOAD(point->x[0]);
            if (k > 0)
                within(&better, &reach);
            else
                at_least(&better, &zero);
            compare(point, k, &better, largest);
        }
    }
}

double NAME(sim_pgs_check_points)(const struct sim_pgs *pgs) {
    sim_quad largest = zero;
    for (int i = 0; i < pgs->teams; i++)
        check_team(pgs, &pgs->team[i], &largest);
    double most = 0.0;
    for (int l = 0; l < SIM_PGS_WIDTH; l++)
        most = sim_larger(most, largest[l]);
    return most;
}
