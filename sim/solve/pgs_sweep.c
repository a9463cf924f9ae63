// The order of all sums is that of the lines here, whatever the width of the instructions: a
// processor that does four numbers at once gets the same bits as one that does two.
#include <string.h>

#include "sim/base/pair.h"
#include "sim/solve/pgs_packed.h"

// Written so that NaN stays NaN, and compiled without a branch.
SIM_INLINE double within(double x, double low, double high) {
    const double raised = x < low ? low : x;
    return raised > high ? high : raised;
}

SIM_INLINE double bounded(const struct sim_pgs_row *row, const double *x, double wanted) {
    const double reach = row->friction * fabs(x[row->normal]);
    return within(wanted, row->low - reach, row->high + reach);
}

// ---- rows one by one ----

// Parts of J v of block k of a row for a body's velocity v, and v += response * impulse with the
// impulse in four and two places. Macros, since a function's calling convention differs with and
// without wide instructions.
#define SPEED4(j, k, v) (sim_quad_load((j)->four[k]) * sim_quad_load(v))
#define SPEED2(j, k, v) (sim_pair_load((j)->two[k]) * sim_pair_load((v) + 4))
#define PUSH(response, k, v, impulse4, impulse2)                                                   \
    do {                                                                                           \
        sim_quad_store(v, sim_quad_load(v) + sim_quad_load((response)->four[k]) * (impulse4));     \
        sim_pair_store((v) + 4,                                                                    \
                       sim_pair_load((v) + 4) + sim_pair_load((response)->two[k]) * (impulse2));   \
    } while (0)

// J v / d of a row.
SIM_INLINE double speed(const struct sim_pgs *pgs, const struct sim_pgs_row *row, bool many) {
    const double *a = pgs->velocity + row->body[0], *b = pgs->velocity + row->body[1];
    sim_quad four = SPEED4(&row->j, 0, a) + SPEED4(&row->j, 1, b);
    sim_pair two = SPEED2(&row->j, 0, a) + SPEED2(&row->j, 1, b);
    if (many) {
        const struct sim_pgs_more *more = &pgs->more[row->more];
        const double *c = pgs->velocity + more->body[0], *d = pgs->velocity + more->body[1];
        four += SPEED4(&more->j, 0, c) + SPEED4(&more->j, 1, d);
        two += SPEED2(&more->j, 0, c) + SPEED2(&more->j, 1, d);
    }
    const sim_pair low = {four[0], four[1]}, high = {four[2], four[3]};
    return sim_pair_sum((low + high) + two);
}

// Sweeps over rows that are not in blocks.
SIM_INLINE double sweep_rows(const struct sim_pgs *pgs, bool many) {
    double sum = 0.0, *const x = pgs->x, *const velocity = pgs->velocity;
    const int begin = many ? 0 : pgs->many, end = many ? pgs->many : pgs->rows;
    for (int i = begin; i < end; i++) {
        const struct sim_pgs_row *row = &pgs->row[i];
        const double wanted = (row->keep * x[i] + row->rhs) - speed(pgs, row, many);
        const double new = bounded(row, x, wanted);
        const double change = new - x[i], moved = change * row->diagonal;
        const sim_quad impulse4 = {change, change, change, change};
        const sim_pair impulse2 = {impulse4[0], impulse4[1]};
        double *a = velocity + row->body[0], *b = velocity + row->body[1];
        x[i] = new;
        sum += moved * moved;
        PUSH(&row->response, 0, a, impulse4, impulse2);
        PUSH(&row->response, 1, b, impulse4, impulse2);
        if (many) {
            const struct sim_pgs_more *more = &pgs->more[row->more];
            double *c = velocity + more->body[0], *d = velocity + more->body[1];
            PUSH(&more->response, 0, c, impulse4, impulse2);
            PUSH(&more->response, 1, d, impulse4, impulse2);
        }
    }
    return sum;
}

// ---- blocks ----

enum { LAST = SIM_PGS_LANES - 1 };

// Numbers of all lanes.
struct lanes {
    sim_quad four;
    sim_pair two;
};

// Product of all lanes' number c of J / d and v; column k of T times e.
#define J4(c, v) (sim_quad_load(block->j4[c]) * SIM_FOUR(v))
#define J2(c, v) (sim_pair_load(block->j2[c]) * SIM_TWO(v))
#define T4(k, e) (sim_quad_load(block->t4[k]) * SIM_FOUR(e))
#define T2(k, e) (sim_pair_load(block->t2[k]) * SIM_TWO(e))

SIM_INLINE void errors(const struct sim_pgs_block *block, const double *a, const double *b,
                       struct lanes *e) {
    const sim_quad speed4 = (((J4(0, a[0]) + J4(1, a[1])) + (J4(2, a[2]) + J4(3, a[3]))) +
                             ((J4(4, b[0]) + J4(5, b[1])) + (J4(6, b[2]) + J4(7, b[3])))) +
                            ((J4(8, a[4]) + J4(9, a[5])) + (J4(10, b[4]) + J4(11, b[5])));
    const sim_pair speed2 = (((J2(0, a[0]) + J2(1, a[1])) + (J2(2, a[2]) + J2(3, a[3]))) +
                             ((J2(4, b[0]) + J2(5, b[1])) + (J2(6, b[2]) + J2(7, b[3])))) +
                            ((J2(8, a[4]) + J2(9, a[5])) + (J2(10, b[4]) + J2(11, b[5])));
    const sim_quad soft4 = sim_quad_load(block->soft) * sim_quad_load(block->x);
    const sim_pair soft2 = sim_pair_load(block->soft + 4) * sim_pair_load(block->x + 4);
    e->four = (sim_quad_load(block->rhs) - soft4) - speed4;
    e->two = (sim_pair_load(block->rhs + 4) - soft2) - speed2;
}

// dx = T e, in which the last lane's dx takes the place of its e for the others. The next block
// waits for that dx alone: what can be added or bounded before it is.
SIM_INLINE void changes(const struct sim_pgs_block *block, struct lanes *e, struct lanes *change) {
    const sim_pair of_last = {0.0, block->t2[LAST][1] * e->two[1]};
    const sim_pair two =
        ((T2(0, e->four[0]) + T2(1, e->four[1])) + (T2(2, e->four[2]) + T2(3, e->four[3]))) +
        (T2(4, e->two[0]) + of_last);
    const double old = block->x[LAST];
    const double last = within(two[1], block->low - old, block->high - old);
    e->two = (sim_pair){e->two[0], last};
    change->two = (sim_pair){two[0] + block->t2[LAST][0] * last, last};
    change->four =
        ((T4(0, e->four[0]) + T4(1, e->four[1])) + (T4(2, e->four[2]) + T4(3, e->four[3]))) +
        (T4(4, e->two[0]) + T4(5, last));
}

// v += (M^-1 J^T T) e
SIM_INLINE void push_block(const struct sim_pgs_block *block, double *a, double *b,
                           const struct lanes *e) {
#define P(i, c, e) (sim_quad_load(&block->push[i][c]) * SIM_FOUR(e))
// Without the last lane, which is known last.
#define SUM(c)                                                                                     \
    (((P(0, c, e->four[0]) + P(1, c, e->four[1])) + (P(2, c, e->four[2]) + P(3, c, e->four[3]))) + \
     P(4, c, e->two[0]))
    const sim_quad of_both = SUM(8), last_of_both = P(LAST, 8, e->two[1]);
    sim_quad_store(a, (sim_quad_load(a) + SUM(0)) + P(LAST, 0, e->two[1]));
    sim_quad_store(b, (sim_quad_load(b) + SUM(4)) + P(LAST, 4, e->two[1]));
    sim_pair_store(a + 4, (sim_pair_load(a + 4) + (sim_pair){of_both[0], of_both[1]}) +
                              (sim_pair){last_of_both[0], last_of_both[1]});
    sim_pair_store(b + 4, (sim_pair_load(b + 4) + (sim_pair){of_both[2], of_both[3]}) +
                              (sim_pair){last_of_both[2], last_of_both[3]});
}

SIM_INLINE double sweep_blocks(const struct sim_pgs *pgs) {
    struct lanes sum = {{0.0}, {0.0}};
    double *const velocity = pgs->velocity;
    for (int i = 0; i < pgs->blocks; i++) {
        struct sim_pgs_block *block = &pgs->block[i];
        double *a = velocity + block->body[0], *b = velocity + block->body[1];
        struct lanes e, change;
        errors(block, a, b, &e);
        changes(block, &e, &change);
        push_block(block, a, b, &e);
        sim_quad_store(block->x, sim_quad_load(block->x) + change.four);
        sim_pair_store(block->x + 4, sim_pair_load(block->x + 4) + change.two);
        const sim_quad moved4 = change.four * sim_quad_load(block->diagonal);
        const sim_pair moved2 = change.two * sim_pair_load(block->diagonal + 4);
        sum.four += moved4 * moved4;
        sum.two += moved2 * moved2;
    }
    return ((sum.four[0] + sum.four[1]) + (sum.four[2] + sum.four[3])) + sim_pair_sum(sum.two);
}

// ---- all ----

SIM_INLINE double sweep(struct sim_pgs *pgs) {
    double sum = sweep_blocks(pgs);
    sum += sweep_rows(pgs, true);
    return sum + sweep_rows(pgs, false);
}

#ifdef __x86_64__
__attribute__((target("avx2"))) static double sweep_wide(struct sim_pgs *pgs) {
    return sweep(pgs);
}
#else
#define sweep_wide sweep
#endif

double sim_pgs_sweep(struct sim_pgs *pgs) {
    if (pgs->wide) {
        const double rods = sim_pgs_sweep_rods_wide(pgs), rows = sweep_wide(pgs);
        return (rods + rows) + sim_pgs_sweep_points_wide(pgs);
    }
    const double rods = sim_pgs_sweep_rods_narrow(pgs), rows = sweep(pgs);
    return (rods + rows) + sim_pgs_sweep_points_narrow(pgs);
}

// ---- warm start ----

static void start_block(const struct sim_pgs *pgs, const struct sim_pgs_block *block) {
    double *a = pgs->velocity + block->body[0], *b = pgs->velocity + block->body[1];
    for (int c = 0; c < 4; c++) {
        a[c] += block->start[c];
        b[c] += block->start[4 + c];
    }
    for (int c = 0; c < 2; c++) {
        a[4 + c] += block->start[8 + c];
        b[4 + c] += block->start[10 + c];
    }
}

static void push(const struct sim_pgs_blocks *response, const int *body, double *velocity,
                 double impulse) {
    for (int k = 0; k < 2; k++) {
        for (int c = 0; c < 4; c++)
            velocity[body[k] + c] += response->four[k][c] * impulse;
        for (int c = 0; c < 2; c++)
            velocity[body[k] + 4 + c] += response->two[k][c] * impulse;
    }
}

void sim_pgs_warm_start(struct sim_pgs *pgs) {
    if (pgs->wide)
        sim_pgs_start_rods_wide(pgs);
    else
        sim_pgs_start_rods_narrow(pgs);
    for (int i = 0; i < pgs->blocks; i++)
        start_block(pgs, &pgs->block[i]);
    for (int i = 0; i < pgs->rows; i++) {
        const struct sim_pgs_row *row = &pgs->row[i];
        pgs->x[i] = bounded(row, pgs->x, pgs->x[i]);
        push(&row->response, row->body, pgs->velocity, pgs->x[i]);
        if (row->more >= 0)
            push(&pgs->more[row->more].response, pgs->more[row->more].body, pgs->velocity,
                 pgs->x[i]);
    }
    if (pgs->wide)
        sim_pgs_start_points_wide(pgs);
    else
        sim_pgs_start_points_narrow(pgs);
}

// ---- results ----

// With the residual of struct sim_solve_stats.
SIM_INLINE double larger(double largest, double x, double better, double diagonal) {
    return sim_larger(largest, fabs(x - better) * diagonal);
}

static double unpack_block(const struct sim_pgs *pgs, const struct sim_pgs_block *block,
                           struct sim_problem *problem, double largest) {
    struct lanes lanes;
    errors(block, pgs->velocity + block->body[0], pgs->velocity + block->body[1], &lanes);
    const double e[SIM_PGS_LANES] = {lanes.four[0], lanes.four[1], lanes.four[2],
                                     lanes.four[3], lanes.two[0],  lanes.two[1]};
    for (int k = 0; k < SIM_PGS_LANES; k++) {
        const double x = block->x[k];
        if (block->source[k] < 0)
            continue;
        problem->row[block->source[k]].x = x;
        problem->row[block->source[k]].w = -e[k] * block->diagonal[k];
        largest =
            larger(largest, x, k < LAST ? x + e[k] : within(x + e[k], block->low, block->high),
                   block->diagonal[k]);
    }
    return largest;
}

static double unpack_row(const struct sim_pgs *pgs, int i, struct sim_problem *problem,
                         double largest) {
    const struct sim_pgs_row *row = &pgs->row[i];
    const double x = pgs->x[i];
    const double e = ((row->keep - 1.0) * x + row->rhs) - speed(pgs, row, row->more >= 0);
    problem->row[pgs->source[i]].x = x;
    problem->row[pgs->source[i]].w = -e * row->diagonal;
    return larger(largest, x, bounded(row, pgs->x, x + e), row->diagonal);
}

static void unpack_points(const struct sim_pgs *pgs, struct sim_problem *problem) {
    for (int i = 0; i < pgs->points; i++) {
        const struct sim_pgs_point *point = &pgs->point[i];
        for (int l = 0; l < SIM_PGS_WIDTH; l++)
            for (int k = 0; k < 3 && point->source[l] >= 0; k++)
                problem->point[point->source[l]].x[k] = point->x[k][l];
    }
}

double sim_pgs_unpack(const struct sim_pgs *pgs, struct sim_problem *problem) {
    double largest = 0.0;
    for (int i = 0; i < problem->rows && pgs->left_out > 0; i++)
        problem->row[i].x = 0.0;
    const double rods = pgs->wide ? sim_pgs_unpack_rods_wide(pgs, problem)
                                  : sim_pgs_unpack_rods_narrow(pgs, problem);
    largest = sim_larger(largest, rods);
    for (int i = 0; i < pgs->blocks; i++)
        largest = unpack_block(pgs, &pgs->block[i], problem, largest);
    for (int i = 0; i < pgs->rows; i++)
        largest = unpack_row(pgs, i, problem, largest);
    unpack_points(pgs, problem);
    const double points =
        pgs->wide ? sim_pgs_check_points_wide(pgs) : sim_pgs_check_points_narrow(pgs);
    largest = sim_larger(largest, points);
    for (int i = 0; i < problem->bodies; i++)
        memcpy(problem->velocity[i], &pgs->velocity[SIM_PGS_STRIDE * i],
               sizeof problem->velocity[i]);
    return largest;
}
