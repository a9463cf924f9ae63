// Sweeps of Gauss-Seidel against the algorithm as it is printed, with the whole matrix.

#include "tests/near.h"

#include "sim/pgs.h"
#include "tests/sim/random_problem.h"

// Joints with limited motors, contact points, rows on three and four bodies, and a contact with
// friction in one direction only.
static struct random_problem machine(uint64_t seed) {
    struct random_problem r = random_machine(seed, 12, 6, 5, 0.5);
    for (int many = 3; many <= 4; many++) {
        struct sim_row *row = add_row(&r);
        for (int k = 0; k < many; k++)
            set_block(row, 2 * k + 1, 1.0, random_vec3(&r.seed, 1.0), random_vec3(&r.seed, 1.0));
        row->rhs = random_between(&r.seed, -1.0, 1.0);
        row->cfm = 1e-3;
    }
    add_contact(&r, 2, 7, random_vec3(&r.seed, 1.0), random_vec3(&r.seed, 1.0),
                random_direction(&r.seed), 0.5);
    r.problem.rows--;
    random_problem_reset(&r);
    for (int i = 0; i < r.problem.rows; i++)
        r.problem.row[i].x = random_between(&r.seed, -1.0, 1.0);
    return r;
}

static double product(const struct sim_problem *p, int i, int k) {
    const struct sim_row *a = &p->row[i], *b = &p->row[k];
    double sum = i == k ? a->cfm : 0.0;
    for (int m = 0; m < a->count; m++)
        for (int n = 0; n < b->count; n++) {
            if (a->body[m] != b->body[n])
                continue;
            const struct sim_inertia *inertia = &p->inertia[a->body[m]];
            const struct sim_vec3 turn =
                sim_mat3_mul(&inertia->inverse, sim_vec3(b->j[n][3], b->j[n][4], b->j[n][5]));
            sum += a->j[m][0] * b->j[n][0] / inertia->mass +
                   a->j[m][1] * b->j[n][1] / inertia->mass +
                   a->j[m][2] * b->j[n][2] / inertia->mass + a->j[m][3] * turn.x +
                   a->j[m][4] * turn.y + a->j[m][5] * turn.z;
        }
    return sum;
}

static double bounded(const struct sim_problem *p, int i, const double *x) {
    const struct sim_row *row = &p->row[i];
    const double reach = row->normal >= 0 ? row->friction * fabs(x[row->normal]) : 0.0;
    return row->normal >= 0 ? sim_clamp(x[i], -reach, reach) : sim_clamp(x[i], row->low, row->high);
}

// Rows of the problem in the order of the sweep.
static int order_of(const struct sim_pgs *pgs, int *order) {
    int count = 0;
    for (int i = 0; i < pgs->blocks; i++)
        for (int k = 0; k < SIM_PGS_LANES; k++)
            if (pgs->block[i].source[k] >= 0)
                order[count++] = pgs->block[i].source[k];
    for (int i = 0; i < pgs->rows; i++)
        order[count++] = pgs->source[i];
    for (int i = 0; i < pgs->points; i++)
        for (int k = 0; k < 3; k++)
            order[count++] = pgs->point[i].source + k;
    return count;
}

// x_i <- clamp(x_i + (b_i - sum_k A_ik x_k) / A_ii), b with J v* in it (Jung, algorithm 3)
static void textbook(const struct random_problem *r, const int *order, int sweeps, double *x) {
    const struct sim_problem *p = &r->problem;
    for (int n = 0; n < p->rows; n++)
        x[order[n]] = bounded(p, order[n], x);
    for (int sweep = 0; sweep < sweeps; sweep++)
        for (int n = 0; n < p->rows; n++) {
            const int i = order[n];
            double error = p->row[i].rhs;
            for (int k = 0; k < p->row[i].count; k++)
                for (int c = 0; c < 6; c++)
                    error -= p->row[i].j[k][c] * r->free_velocity[p->row[i].body[k]][c];
            for (int k = 0; k < p->rows; k++)
                error -= product(p, i, k) * x[k];
            x[i] += error / product(p, i, i);
            x[i] = bounded(p, i, x);
        }
}

static int awake(const struct sim_pgs *pgs) {
    int count = 0;
    for (int i = 0; i < pgs->points; i++)
        count += pgs->point[i].awake;
    return count;
}

static void sweeps_are_those_of_the_algorithm(void **state) {
    (void)state;
    int woken = 0, asleep = 0;
    for (uint64_t seed = 1; seed <= 20; seed++) {
        struct random_problem r = machine(seed);
        const int n = r.problem.rows;
        double *x = calloc((size_t)n, sizeof *x);
        int *order = calloc((size_t)n, sizeof *order);
        struct sim_scratch scratch = {0};
        struct sim_pgs pgs;
        for (int i = 0; i < n; i++)
            x[i] = r.problem.row[i].x;
        assert_true(sim_pgs_pack(&pgs, &r.problem, &scratch));
        assert_true(pgs.blocks > 0 && pgs.many == 2 && pgs.rows == 4 && pgs.points > 0);
        assert_int_equal(order_of(&pgs, order), n);
        woken -= awake(&pgs);
        sim_pgs_warm_start(&pgs);
        for (int sweep = 0; sweep < 3; sweep++)
            sim_pgs_sweep(&pgs);
        woken += awake(&pgs);
        asleep += pgs.points - awake(&pgs);
        const double residual = sim_pgs_unpack(&pgs, &r.problem);
        textbook(&r, order, 3, x);
        for (int i = 0; i < n; i++)
            assert_near(r.problem.row[i].x, x[i], 1e-9 * (1.0 + fabs(x[i]))); // rounding
        assert_near(residual, sim_problem_residual(&r.problem), 1e-9 * (1.0 + residual));
        sim_scratch_finish(&scratch);
        free(order);
        free(x);
        random_problem_finish(&r);
    }
    assert_true(woken > 0 && asleep > 0);
}

static void wide_and_narrow_give_the_same_bits(void **state) {
    (void)state;
    for (uint64_t seed = 1; seed <= 20; seed++) {
        struct random_problem r = machine(seed);
        double v[2][12][6], sum[2] = {0.0, 0.0};
        for (int narrow = 0; narrow < 2; narrow++) {
            struct sim_scratch scratch = {0};
            struct sim_pgs pgs;
            random_problem_reset(&r);
            assert_true(sim_pgs_pack(&pgs, &r.problem, &scratch));
            sim_pgs_warm_start(&pgs);
            for (int sweep = 0; sweep < 10; sweep++)
                sum[narrow] = narrow ? sim_pgs_sweep_narrow(&pgs) : sim_pgs_sweep(&pgs);
            sim_pgs_unpack(&pgs, &r.problem);
            memcpy(v[narrow], r.problem.velocity, sizeof v[narrow]);
            sim_scratch_finish(&scratch);
        }
        assert_memory_equal(v[0], v[1], sizeof v[0]);
        assert_memory_equal(&sum[0], &sum[1], sizeof sum[0]);
        random_problem_finish(&r);
    }
}

// A row that nothing can move gets no impulse, and friction on it neither.
static void rows_of_nothing_are_left_out(void **state) {
    (void)state;
    struct random_problem r = random_machine(3, 6, 3, 2, 0.5);
    for (int i = 0; i < r.problem.rows; i++)
        if (r.problem.row[i].normal >= 0)
            memset(r.problem.row[r.problem.row[i].normal].j, 0, sizeof r.problem.row[0].j);
    for (int i = 0; i < r.problem.rows; i++)
        if (r.problem.row[i].normal >= 0)
            r.problem.row[r.problem.row[i].normal].cfm = 0.0;
    random_problem_reset(&r);
    struct sim_scratch scratch = {0};
    sim_solve_pgs(&r.problem, 10, &scratch);
    int checked = 0;
    for (int i = 0; i < r.problem.rows; i++) {
        assert_true(isfinite(r.problem.row[i].x));
        if (r.problem.row[i].normal < 0)
            continue;
        assert_true(fabs(r.problem.row[i].x) + fabs(r.problem.row[r.problem.row[i].normal].x) <=
                    0.0);
        checked++;
    }
    assert_true(checked > 0);
    sim_scratch_finish(&scratch);
    random_problem_finish(&r);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(sweeps_are_those_of_the_algorithm),
        cmocka_unit_test(wide_and_narrow_give_the_same_bits),
        cmocka_unit_test(rows_of_nothing_are_left_out),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
