// Rods: rows on one or two mass points, four at a time, one in every lane of a register. Nothing
// turns, so that three numbers per point are all that such a row reads and writes: 124 bytes of its
// own, where a row of a block takes 1,700.
#include <assert.h>
#include <string.h>

// The build says whether this is the wide or the narrow one.
#define JOIN(function, lanes) function##_##lanes
#define NAME_OF(function, lanes) JOIN(function, lanes)
#define NAME(function) NAME_OF(function, SIM_LANES)

#include "sim/base/pair.h"
#include "sim/solve/pgs_packed.h"

#define LOAD(from) sim_quad_load(from)

// Velocities of four points; of the fourth number nothing is used.
struct four {
    sim_quad x, y, z, rest;
};

SIM_INLINE void gather(const double *velocity, const int *body, struct four *v) {
    const double *const a = velocity + body[0], *const b = velocity + body[1];
    const double *const c = velocity + body[2], *const d = velocity + body[3];
    const sim_quad even_ab = SIM_EVEN(LOAD(a), LOAD(b)), odd_ab = SIM_ODD(LOAD(a), LOAD(b));
    const sim_quad even_cd = SIM_EVEN(LOAD(c), LOAD(d)), odd_cd = SIM_ODD(LOAD(c), LOAD(d));
    v->x = SIM_LOWER(even_ab, even_cd);
    v->y = SIM_LOWER(odd_ab, odd_cd);
    v->z = SIM_UPPER(even_ab, even_cd);
    v->rest = SIM_UPPER(odd_ab, odd_cd);
}

SIM_INLINE void scatter(double *velocity, const int *body, const struct four *v) {
    const sim_quad even_xy = SIM_EVEN(v->x, v->y), odd_xy = SIM_ODD(v->x, v->y);
    const sim_quad even_zr = SIM_EVEN(v->z, v->rest), odd_zr = SIM_ODD(v->z, v->rest);
    sim_quad_store(velocity + body[0], SIM_LOWER(even_xy, even_zr));
    sim_quad_store(velocity + body[1], SIM_LOWER(odd_xy, odd_zr));
    sim_quad_store(velocity + body[2], SIM_UPPER(even_xy, even_zr));
    sim_quad_store(velocity + body[3], SIM_UPPER(odd_xy, odd_zr));
}

// J v / d
#define SPEED(j, v) ((LOAD((j)[0]) * (v).x + LOAD((j)[1]) * (v).y) + LOAD((j)[2]) * (v).z)

SIM_INLINE void push(const struct sim_pgs_rods *rods, int k, const sim_quad *change,
                     struct four *v) {
    const sim_quad s = LOAD(rods->response[k]) * *change;
    v->x += LOAD(rods->j[k][0]) * s;
    v->y += LOAD(rods->j[k][1]) * s;
    v->z += LOAD(rods->j[k][2]) * s;
}

// The impulses that the rows ask for, within their bounds. NaN stays NaN.
SIM_INLINE void ask(const struct sim_pgs_rods *rods, const struct four v[2], sim_quad *x) {
    const sim_quad low = LOAD(rods->low), high = LOAD(rods->high);
    *x = (LOAD(rods->keep) * LOAD(rods->x) + LOAD(rods->rhs)) -
         (SPEED(rods->j[0], v[0]) + SPEED(rods->j[1], v[1]));
    *x = SIM_CHOOSE(*x < low, low, *x);
    *x = SIM_CHOOSE(*x > high, high, *x);
}

SIM_INLINE void take(const struct sim_pgs *pgs, const struct sim_pgs_rods *rods, struct four v[2]) {
    gather(pgs->velocity, rods->body[0], &v[0]);
    gather(pgs->velocity, rods->body[1], &v[1]);
}

SIM_INLINE void give(const struct sim_pgs *pgs, const struct sim_pgs_rods *rods,
                     const sim_quad *change, struct four v[2]) {
    for (int k = 0; k < 2; k++) {
        push(rods, k, change, &v[k]);
        scatter(pgs->velocity, rods->body[k], &v[k]);
    }
}

void NAME(sim_pgs_start_rods)(const struct sim_pgs *pgs) {
    for (int i = 0; i < pgs->rods; i++) {
        struct sim_pgs_rods *rods = &pgs->rod[i];
        struct four v[2];
        sim_quad x = LOAD(rods->x);
        x = SIM_CHOOSE(x < LOAD(rods->low), LOAD(rods->low), x);
        x = SIM_CHOOSE(x > LOAD(rods->high), LOAD(rods->high), x);
        sim_quad_store(rods->x, x);
        take(pgs, rods, v);
        give(pgs, rods, &x, v);
    }
}

double NAME(sim_pgs_sweep_rods)(const struct sim_pgs *pgs) {
    sim_quad sum = {0.0, 0.0, 0.0, 0.0};
    for (int i = 0; i < pgs->rods; i++) {
        struct sim_pgs_rods *rods = &pgs->rod[i];
        struct four v[2];
        sim_quad x;
        take(pgs, rods, v);
        ask(rods, v, &x);
        const sim_quad change = x - LOAD(rods->x), moved = change * LOAD(rods->diagonal);
        sim_quad_store(rods->x, x);
        sum += moved * moved;
        give(pgs, rods, &change, v);
    }
    return (sum[0] + sum[1]) + (sum[2] + sum[3]);
}

double NAME(sim_pgs_unpack_rods)(const struct sim_pgs *pgs, struct sim_problem *problem) {
    double largest = 0.0;
    for (int i = 0; i < pgs->rods; i++) {
        const struct sim_pgs_rods *rods = &pgs->rod[i];
        struct four v[2];
        sim_quad better;
        take(pgs, rods, v);
        ask(rods, v, &better);
        const sim_quad speed = SPEED(rods->j[0], v[0]) + SPEED(rods->j[1], v[1]);
        const sim_quad error = (LOAD(rods->keep) * LOAD(rods->x) + LOAD(rods->rhs)) - speed;
        for (int l = 0; l < SIM_PGS_WIDTH && rods->source[l] >= 0; l++) {
            struct sim_row *row = &problem->row[rods->source[l]];
            row->x = rods->x[l];
            row->w = (rods->x[l] - error[l]) * rods->diagonal[l];
            largest = sim_larger(largest, fabs(rods->x[l] - better[l]) * rods->diagonal[l]);
        }
    }
    return largest;
}
