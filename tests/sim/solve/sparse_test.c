// The sparse solver against elimination in long double where the problem is regular, its predicted
// active set by what it counts, and piles on machines by their weight.
#include "tests/near.h"
#include "tests/sim/random_problem.h"

static struct sim_scratch scratch;

// A tree of hinges, every second one with a motor about its axis: no row says what another says,
// and the answer is unique.
static struct random_problem tree_of_hinges(uint64_t seed) {
    const int bodies = 3 + (int)(seed % 12);
    struct random_problem r = random_problem_begin(seed, bodies, 0.0, 1.5);
    for (int b = 0; b < bodies; b++) {
        const int a = b == 0 ? -1 : (int)(random_unit(&r.seed) * b);
        const struct sim_vec3 arm_a = random_vec3(&r.seed, 0.5), arm_b = random_vec3(&r.seed, 0.5);
        const struct sim_vec3 axis = random_direction(&r.seed);
        add_joint(&r, a, b, true, arm_a, arm_b, axis);
        const double rate = random_between(&r.seed, -1.0, 1.0);
        const double limit = pow(10.0, random_between(&r.seed, -1.0, 1.0));
        if (b % 2)
            add_motor(&r, a, b, axis, rate, limit);
    }
    random_problem_reset(&r);
    return r;
}

// a: n x n, x: right side in, solution out.
static void eliminate(long double *a, long double *x, int n) {
    for (int c = 0; c < n; c++) {
        int best = c;
        for (int r = c + 1; r < n; r++)
            if (fabsl(a[r * n + c]) > fabsl(a[best * n + c]))
                best = r;
        for (int k = 0; k <= n; k++) {
            long double *p = k < n ? &a[c * n + k] : &x[c];
            long double *q = k < n ? &a[best * n + k] : &x[best];
            const long double swapped = *p;
            *p = *q;
            *q = swapped;
        }
        for (int r = 0; r < n; r++) {
            const long double factor = a[r * n + c] / a[c * n + c];
            for (int k = c; k < n && r != c; k++)
                a[r * n + k] -= factor * a[c * n + k];
            x[r] -= r != c ? factor * x[c] : 0.0L;
        }
    }
    for (int c = 0; c < n; c++)
        x[c] /= a[c * n + c];
}

// v += M^-1 J^T x
static void push(const struct random_problem *r, int row, long double x, long double (*v)[6]) {
    const struct sim_row *j = &r->problem.row[row];
    for (int k = 0; k < j->count; k++) {
        const struct sim_inertia *m = &r->inertia[j->body[k]];
        for (int c = 0; c < 3; c++) {
            v[j->body[k]][c] += x * (long double)j->j[k][c] / (long double)m->mass;
            for (int i = 0; i < 3; i++)
                v[j->body[k]][c + 3] +=
                    x * (long double)m->inverse.m[c][i] * (long double)j->j[k][i + 3];
        }
    }
}

static long double speed(const struct random_problem *r, int row, long double (*v)[6]) {
    const struct sim_row *j = &r->problem.row[row];
    long double sum = 0.0L;
    for (int k = 0; k < j->count; k++)
        for (int c = 0; c < 6; c++)
            sum += (long double)j->j[k][c] * v[j->body[k]][c];
    return sum;
}

// The velocities of the problem without any term on the diagonal, in long double, with the motors
// at their limits that the solver has found there.
static void exact_velocities(const struct random_problem *r, long double (*v)[6]) {
    int free_row[200], n = 0;
    memset(v, 0, (size_t)r->problem.bodies * sizeof *v);
    for (int b = 0; b < r->problem.bodies; b++)
        for (int c = 0; c < 6; c++)
            v[b][c] = (long double)r->free_velocity[b][c];
    for (int i = 0; i < r->problem.rows; i++)
        if (fabs(r->problem.row[i].w) < 1e-6)
            free_row[n++] = i;
        else
            push(r, i, (long double)r->problem.row[i].x, v);
    long double *a = calloc((size_t)(n * n), sizeof *a), *x = calloc((size_t)n, sizeof *x);
    long double(*unit)[6] = calloc((size_t)r->problem.bodies, sizeof *unit);
    for (int c = 0; c < n; c++) {
        memset(unit, 0, (size_t)r->problem.bodies * sizeof *unit);
        push(r, free_row[c], 1.0L, unit);
        for (int i = 0; i < n; i++)
            a[i * n + c] = speed(r, free_row[i], unit);
        x[c] = (long double)r->problem.row[free_row[c]].rhs - speed(r, free_row[c], v);
    }
    eliminate(a, x, n);
    for (int c = 0; c < n; c++)
        push(r, free_row[c], x[c], v);
    free(a);
    free(x);
    free(unit);
}

static double worst_difference(const struct random_problem *r, long double (*exact)[6]) {
    double worst = 0.0, largest = 0.0;
    for (int b = 0; b < r->problem.bodies; b++)
        for (int c = 0; c < 6; c++) {
            worst = fmax(worst, fabs(r->problem.velocity[b][c] - (double)exact[b][c]));
            largest = fmax(largest, fabs((double)exact[b][c]));
        }
    return worst / largest;
}

// Both direct solvers to 1e-9, so that they agree with each other too.
static void regular_problems_have_one_answer(void **state) {
    (void)state;
    int limited = 0;
    for (uint64_t seed = 1; seed <= 200; seed++) {
        struct random_problem r = tree_of_hinges(seed);
        long double(*exact)[6] = calloc((size_t)r.problem.bodies, sizeof *exact);
        assert_true(sim_solve_sparse(&r.problem, &scratch).solved);
        exact_velocities(&r, exact);
        assert_near(worst_difference(&r, exact), 0.0, 1e-9);
        for (int i = 0; i < r.problem.rows; i++)
            limited += r.problem.row[i].high < 1e9 && fabs(r.problem.row[i].w) > 1e-6;
        random_problem_reset(&r);
        assert_true(sim_solve_dantzig(&r.problem, &scratch).solved);
        assert_near(worst_difference(&r, exact), 0.0, 1e-9);
        free(exact);
        random_problem_finish(&r);
    }
    assert_true(limited > 100); // motors at their limits
}

// While the guess holds, one factorisation and one solution are the whole step: iterations counts
// them. With the motors' limits out of reach nothing changes sides from the start.
static void a_guess_that_holds_is_used_again(void **state) {
    (void)state;
    int corrected = 0;
    for (uint64_t seed = 1; seed <= 50; seed++) {
        struct random_problem r = random_machine(seed, 10, 5, 3, 0.0);
        struct sim_sparse *kept = NULL;
        r.problem.sparse = &kept;
        const struct sim_solve_stats first = sim_solve_sparse(&r.problem, &scratch);
        corrected += first.iterations > 1;
        double v[10][6];
        memcpy(v, r.problem.velocity, sizeof v);
        // The next step begins with the impulses of this one.
        memcpy(r.problem.velocity, r.free_velocity, sizeof v);
        const struct sim_solve_stats second = sim_solve_sparse(&r.problem, &scratch);
        if (first.solved && first.residual < 1e-6) {
            assert_true(second.solved);
            assert_int_equal(second.iterations, 1);
            for (int b = 0; b < 10; b++)
                for (int c = 0; c < 6; c++)
                    assert_near(r.problem.velocity[b][c], v[b][c], 1e-5);
        }
        for (int i = 0; i < r.problem.rows; i++)
            if (r.problem.row[i].low > -1e8) { // motors and contacts
                r.problem.row[i].low = -1e12;
                r.problem.row[i].high = 1e12;
            }
        random_problem_reset(&r);
        assert_int_equal(sim_solve_sparse(&r.problem, &scratch).iterations, 1);
        sim_sparse_destroy(kept);
        random_problem_finish(&r);
    }
    assert_true(corrected > 25); // a cold guess is usually wrong, so the test can fail
}

// ---- piles ----

static const double time_step = 0.01, gravity = 9.81; // [s], [m/s^2]
enum { ACROSS = 5, HIGH = 8, BOXES = ACROSS * HIGH };

// Five stacks of eight boxes, each on four corners, on a platform of 100 kg that a joint with all
// its axes blocked holds: 6 rows of the machine, 480 of the pile.
static struct random_problem loaded_platform(void) {
    struct random_problem r = random_problem_begin(1, BOXES + 1, 0.0, 0.0);
    const double fall[6] = {0, 0, -time_step * gravity};
    for (int b = 0; b <= BOXES; b++) {
        const double m = b == BOXES ? 100.0 : 10.0;
        r.inertia[b] =
            (struct sim_inertia){m, 1.0 / m, sim_mat3_diag(m / 6.0, m / 6.0, m / 6.0), {{{0}}}};
        r.inertia[b].inverse = sim_mat3_inverse(&r.inertia[b].inertia);
        memcpy(r.free_velocity[b], fall, sizeof fall);
    }
    add_joint(&r, -1, BOXES, true, sim_vec3(0, 0, 0), sim_vec3(0, 0, 0), sim_vec3(0, 0, 1));
    add_angular_row(&r, -1, BOXES, sim_vec3(0, 0, 1))->node = r.node - 1;
    for (int i = 0; i < r.problem.rows; i++)
        r.problem.row[i].rhs = 0.0;
    for (int b = 0; b < BOXES; b++)
        for (int corner = 0; corner < 4; corner++) {
            const bool lowest = b % HIGH == 0;
            const double x = corner & 1 ? 0.5 : -0.5, y = corner & 2 ? 0.5 : -0.5;
            const struct sim_vec3 under =
                lowest ? sim_vec3(1.2 * (b / HIGH - 2) + x, y, 0.1) : sim_vec3(x, y, 0.5);
            add_contact(&r, lowest ? BOXES : b - 1, b, under, sim_vec3(x, y, -0.5),
                        sim_vec3(0, 0, 1), 0.4);
        }
    random_problem_reset(&r);
    return r;
}

// From the first step on the joint is held as exactly as ever and no contact pulls; with the
// impulses of step after step to begin with, the joint comes to carry the weight of all boxes.
static void a_machine_carries_a_pile(void **state) {
    (void)state;
    struct random_problem r = loaded_platform();
    struct sim_sparse *kept = NULL;
    r.problem.sparse = &kept;
    assert_int_equal(r.problem.rows, 6 + 12 * BOXES);
    struct sim_solve_stats stats;
    int first = 0;
    for (int step = 0; step < 60; step++) {
        memcpy(r.problem.velocity, r.free_velocity,
               (size_t)r.problem.bodies * sizeof *r.free_velocity);
        stats = sim_solve_sparse(&r.problem, &scratch);
        first = step == 0 ? stats.iterations : first;
        assert_true(stats.solved);
        for (int c = 0; c < 6; c++)
            assert_near(r.problem.velocity[BOXES][c], 0.0, 1e-9);
        for (int i = 6; i < r.problem.rows; i++) {
            const struct sim_row *row = &r.problem.row[i];
            if (row->normal < 0)
                assert_true(row->x >= 0.0);
            else
                // Friction bounds are settled to 1e-5 m/s of 10 kg.
                assert_true(fabs(row->x) <= 0.4 * r.problem.row[row->normal].x + 1e-3);
        }
    }
    assert_true(stats.residual < 1e-3); // of 0.1 m/s that gravity asks for; Gauss-Seidel is slow
    assert_true(2 * stats.iterations < first); // turns that agree end early
    const double weight = (100.0 + 10.0 * BOXES) * gravity * time_step;
    assert_near(fabs(r.problem.row[2].x), weight, 1e-3 * weight);
    sim_sparse_destroy(kept);
    random_problem_finish(&r);
}

// Momentum: every body's velocity is what the impulses make of it, also between the two problems.
static void impulses_explain_the_velocities(void **state) {
    (void)state;
    struct random_problem r = loaded_platform();
    struct sim_problem *p = &r.problem;
    assert_true(sim_solve_sparse(p, &scratch).solved);
    double(*v)[6] = calloc((size_t)p->bodies, sizeof *v);
    memcpy(v, r.free_velocity, (size_t)p->bodies * sizeof *v);
    for (int i = 0; i < p->rows; i++)
        for (int k = 0; k < p->row[i].count; k++) {
            const struct sim_inertia *m = &r.inertia[p->row[i].body[k]];
            for (int c = 0; c < 3; c++) {
                v[p->row[i].body[k]][c] += p->row[i].j[k][c] * p->row[i].x / m->mass;
                v[p->row[i].body[k]][c + 3] +=
                    p->row[i].j[k][c + 3] * p->row[i].x * m->inverse.m[c][c];
            }
        }
    for (int b = 0; b < p->bodies; b++)
        for (int c = 0; c < 6; c++)
            assert_near(p->velocity[b][c], v[b][c], 1e-9);
    free(v);
    random_problem_finish(&r);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(regular_problems_have_one_answer),
        cmocka_unit_test(a_guess_that_holds_is_used_again),
        cmocka_unit_test(a_machine_carries_a_pile),
        cmocka_unit_test(impulses_explain_the_velocities),
    };
    const int failed = cmocka_run_group_tests(tests, NULL, NULL);
    sim_scratch_finish(&scratch);
    return failed;
}
