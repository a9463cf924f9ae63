// One solution of the sparse system against its defining equations: free rows have their velocity,
// rows at a side their impulse, and every body the momentum of all impulses.
#include "sim/solve/sparse_system.h"

#include "tests/near.h"
#include "tests/sim/random_problem.h"

static struct sim_scratch scratch;

// A chain of hinges from the world, a motor about each.
static struct random_problem chain(uint64_t seed, int bodies) {
    struct random_problem r = random_problem_begin(seed, bodies, 0.0, 1.5);
    for (int b = 0; b < bodies; b++) {
        const struct sim_vec3 arm_a = random_vec3(&r.seed, 0.5), arm_b = random_vec3(&r.seed, 0.5);
        const struct sim_vec3 axis = random_direction(&r.seed);
        add_joint(&r, b - 1, b, true, arm_a, arm_b, axis);
        add_motor(&r, b - 1, b, axis, random_between(&r.seed, -1.0, 1.0), 3.0);
    }
    random_problem_reset(&r);
    return r;
}

static double speed(const struct sim_problem *p, const struct sim_row *row) {
    double sum = 0.0;
    for (int k = 0; k < row->count; k++)
        for (int c = 0; c < 6; c++)
            sum += row->j[k][c] * p->velocity[row->body[k]][c];
    return sum;
}

// Largest part of M (v - v*) - J^T x, with the impulses of s.
static double momentum_error(const struct random_problem *r, const struct sim_sparse_system *s) {
    const struct sim_problem *p = &r->problem;
    double worst = 0.0;
    for (int b = 0; b < p->bodies; b++) {
        const struct sim_inertia *m = &r->inertia[b];
        double change[6], off[6];
        for (int c = 0; c < 6; c++)
            change[c] = p->velocity[b][c] - r->free_velocity[b][c];
        for (int c = 0; c < 3; c++) {
            off[c] = m->mass * change[c];
            off[c + 3] = 0.0;
            for (int i = 0; i < 3; i++)
                off[c + 3] += m->inertia.m[c][i] * change[3 + i];
        }
        for (int i = 0; i < p->rows; i++)
            for (int k = 0; k < p->row[i].count; k++)
                for (int c = 0; c < 6 && p->row[i].body[k] == b; c++)
                    off[c] -= p->row[i].j[k][c] * s->x[i];
        for (int c = 0; c < 6; c++)
            worst = fmax(worst, fabs(off[c]));
    }
    return worst;
}

static void assert_solved(const struct random_problem *r, const struct sim_sparse_system *s) {
    for (int i = 0; i < r->problem.rows; i++) {
        const struct sim_row *row = &r->problem.row[i];
        if (s->side[i] == SIM_SPARSE_FREE)
            assert_near(speed(&r->problem, row), row->rhs, 1e-7); // 1e-10 of x on the diagonal
        else
            assert_near(s->x[i], s->bound[i], 0.0);
    }
    assert_near(momentum_error(r, s), 0.0, 1e-9);
}

static void sides_decide_between_velocity_and_impulse(void **state) {
    (void)state;
    for (uint64_t seed = 1; seed <= 20; seed++) {
        struct random_problem r = chain(seed, 2 + (int)(seed % 5));
        struct sim_sparse *kept = calloc(1, sizeof *kept);
        struct sim_sparse_system s;
        double missing;
        r.problem.sparse = &kept;
        assert_true(sim_sparse_system_start(&s, &r.problem, kept, 0, &scratch));
        for (int e = 0; e < s.bounded_count; e++)
            s.side[s.bounded[e]] = SIM_SPARSE_FREE;
        sim_sparse_system_solve(&s, true);
        assert_solved(&r, &s);
        for (int e = 0; e < s.bounded_count; e++) {
            s.side[s.bounded[e]] = e % 2 == 0 ? SIM_SPARSE_LOW : SIM_SPARSE_HIGH;
            s.bound[s.bounded[e]] = e % 2 == 0 ? -3.0 : 2.0;
        }
        sim_sparse_system_solve(&s, true);
        assert_solved(&r, &s);
        (void)sim_sparse_system_check(&s, &missing);
        assert_near(missing, 0.0, 1e-9);
        for (int e = 0; e < s.bounded_count; e++) // the same factors, other bounds
            s.bound[s.bounded[e]] += 0.5;
        sim_sparse_system_solve(&s, false);
        assert_solved(&r, &s);
        sim_sparse_destroy(kept);
        random_problem_finish(&r);
    }
}

// The impulses of the last step tell the sides: a motor at its limit is expected there again.
static void sides_are_guessed_from_the_impulses(void **state) {
    (void)state;
    struct random_problem r = chain(7, 3);
    struct sim_sparse *kept = calloc(1, sizeof *kept);
    struct sim_sparse_system s;
    int motor[3], motors = 0;
    for (int i = 0; i < r.problem.rows; i++)
        if (r.problem.row[i].low > -1e8)
            motor[motors++] = i;
    assert_int_equal(motors, 3);
    r.problem.row[motor[0]].x = r.problem.row[motor[0]].low;
    r.problem.row[motor[1]].x = 0.0;
    r.problem.row[motor[2]].x = r.problem.row[motor[2]].high;
    r.problem.sparse = &kept;
    assert_true(sim_sparse_system_start(&s, &r.problem, kept, 0, &scratch));
    assert_int_equal(s.bounded_count, 3);
    assert_int_equal(s.side[motor[0]], SIM_SPARSE_LOW);
    assert_int_equal(s.side[motor[1]], SIM_SPARSE_FREE);
    assert_int_equal(s.side[motor[2]], SIM_SPARSE_HIGH);
    assert_int_equal(s.side[0], SIM_SPARSE_FREE);
    sim_sparse_destroy(kept);
    random_problem_finish(&r);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(sides_decide_between_velocity_and_impulse),
        cmocka_unit_test(sides_are_guessed_from_the_impulses),
    };
    const int failed = cmocka_run_group_tests(tests, NULL, NULL);
    sim_scratch_finish(&scratch);
    return failed;
}
