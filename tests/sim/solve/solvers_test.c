// All solvers against the complementarity conditions, closed forms and each other.

#include <stdio.h>

#include "tests/near.h"
#include "tests/sim/random_problem.h"

#define CONVERGED 20000 // sweeps

static struct sim_solve_stats solve_pgs(struct sim_problem *problem, struct sim_scratch *scratch) {
    return sim_solve_pgs(problem, CONVERGED, scratch);
}

// Another solver is another line here.
static const struct solver {
    const char *name;
    struct sim_solve_stats (*solve)(struct sim_problem *problem, struct sim_scratch *scratch);
    bool direct;     // solves what Gauss-Seidel needs too many sweeps for
    double velocity; // [m/s] accuracy
} solvers[] = {
    {"dantzig", sim_solve_dantzig, true, 1e-6},
    {"sparse", sim_solve_sparse, true, 1e-5}, // friction bounds follow to 1e-5
    {"pgs", solve_pgs, false, 1e-6},
};
#define SOLVERS (sizeof(solvers) / sizeof(solvers[0]))

static struct sim_solve_stats solve(const struct solver *solver, struct random_problem *r) {
    static struct sim_scratch scratch; // kept, as a world keeps it
    random_problem_reset(r);
    return solver->solve(&r->problem, &scratch);
}

// Checks what holds for any result, also of an unsolved problem: numbers, impulses within their
// bounds, and velocities that are v* plus the effect of the impulses, from the definition. Friction
// may be above Coulomb's bound by beyond [N s].
static void check_consistent(const struct random_problem *r, double tolerance, double beyond) {
    const struct sim_problem *p = &r->problem;
    double(*v)[6] = calloc((size_t)p->bodies, sizeof(*v));
    memcpy(v, r->free_velocity, (size_t)p->bodies * sizeof(*v));
    for (int i = 0; i < p->rows; i++) {
        const struct sim_row *row = &p->row[i];
        assert_true(isfinite(row->x) && isfinite(row->w));
        const double bound =
            row->normal >= 0 ? row->friction * fabs(p->row[row->normal].x) : row->high;
        const double low = row->normal >= 0 ? -bound : row->low;
        const double slack = row->normal >= 0 ? beyond : tolerance;
        assert_true(row->x >= low - slack && row->x <= bound + slack);
        for (int k = 0; k < row->count; k++) {
            const struct sim_inertia *m = &r->inertia[row->body[k]];
            const double *j = row->j[k];
            const struct sim_vec3 turn =
                sim_mat3_mul(&m->inverse, (struct sim_vec3){j[3], j[4], j[5]});
            const double push[6] = {j[0] / m->mass, j[1] / m->mass, j[2] / m->mass,
                                    turn.x,         turn.y,         turn.z};
            for (int c = 0; c < 6; c++)
                v[row->body[k]][c] += push[c] * row->x;
        }
    }
    for (int i = 0; i < p->bodies; i++)
        for (int c = 0; c < 6; c++)
            assert_near(p->velocity[i][c], v[i][c], tolerance);
    free(v);
}

// w is zero inside the bounds and has the right sign at them (3.112). near_bound [N s]: impulses
// this close to a bound count as being at it.
static void check_complementary(const struct random_problem *r, double tolerance,
                                double near_bound) {
    const struct sim_problem *p = &r->problem;
    for (int i = 0; i < p->rows; i++) {
        const struct sim_row *row = &p->row[i];
        double w = row->cfm * row->x - row->rhs;
        for (int k = 0; k < row->count; k++)
            for (int c = 0; c < 6; c++)
                w += row->j[k][c] * p->velocity[row->body[k]][c];
        assert_near(row->w, w, 1e-9);
        double low = row->low, high = row->high;
        if (row->normal >= 0) {
            high = row->friction * fabs(p->row[row->normal].x);
            low = -high;
        }
        if (w > tolerance && !(row->x <= low + near_bound))
            fail_msg("row %d: w = %g > 0 but x = %.9g, low = %.9g", i, w, row->x, low);
        if (w < -tolerance && !(row->x >= high - near_bound))
            fail_msg("row %d: w = %g < 0 but x = %.9g, high = %.9g", i, w, row->x, high);
    }
}

// ---- failures ----

// Friction of 3 between parts of one mechanism jams it: many of these have no solution, and what is
// returned must still be bounded impulses, the velocities that they make, and joints that hold.
static void joints_hold_in_what_is_not_solved(void **state) {
    (void)state;
    int unsolved = 0;
    for (uint64_t seed = 1; seed <= 60; seed++) {
        struct random_problem r = random_machine(seed, 12, 4, 24, 3.0);
        const struct sim_solve_stats stats = solve(&solvers[1], &r);
        unsolved += !stats.solved;
        check_consistent(&r, 1e-4, 10.0);
        for (int i = 0; i < r.problem.rows; i++)
            if (isinf(r.problem.row[i].low) && r.problem.row[i].normal < 0)
                assert_near(r.problem.row[i].w, 0.0, 1e-3);
        random_problem_finish(&r);
    }
    assert_true(unsolved > 0);
}

// Seven directions in the plane of an inertia that is not positive definite: elimination leaves
// negative diagonals, and the square of each goes into the next until they overflow, whatever the
// dense solver adds to the diagonal.
static void add_overflowing_rows(struct random_problem *r, int body) {
    enum { ROWS = 16 };
    struct sim_mat3 *inverse = &r->inertia[body].inverse;
    *inverse = sim_mat3_diag(1.0, 1.0, 1.0);
    inverse->m[0][1] = inverse->m[1][0] = 1.1;
    for (int i = 0; i < ROWS; i++) {
        const double angle = 0.5 * SIM_PI * i / (ROWS - 1);
        add_angular_row(r, -1, body, sim_vec3(cos(angle), sin(angle), 0.0));
        r->node++;
    }
}

// A hinge holds body 0, and a motor turns it with all the impulse that it is allowed. Elimination
// of the rows on body 1 is not finite: that must be told, and the motor must not act alone.
static void joints_hold_where_elimination_overflows(void **state) {
    (void)state;
    const double limit = 90.0; // [N m s]
    struct random_problem r = random_problem_begin(5, 2, 1.0, 1.0);
    add_joint(&r, -1, 0, true, sim_vec3(0, 0, 0), sim_vec3(0, 0, 1), sim_vec3(0, 1, 0));
    add_motor(&r, -1, 0, sim_vec3(0, 1, 0), 1e3, limit);
    const int rows = r.problem.rows;
    struct sim_solve_stats stats = solve(&solvers[0], &r);
    assert_true(stats.solved && stats.regularisations == 0);
    double alone[6];
    memcpy(alone, r.problem.velocity[0], sizeof alone);
    add_overflowing_rows(&r, 1);
    stats = solve(&solvers[0], &r);
    assert_true(stats.regularisations > 5); // all attempts
    assert_true(!stats.solved && stats.residual > sim_solved_residual);
    assert_near(r.problem.row[rows - 1].x, limit, 0.0);
    for (int i = 0; i < rows - 1; i++)
        assert_near(r.problem.row[i].w, 0.0, 1e-9);
    for (int c = 0; c < 6; c++)
        assert_near(r.problem.velocity[0][c], alone[c], 1e-6);
    random_problem_finish(&r);
}

// ---- random machines ----

// jammed: how many of the problems may be too hard for friction bounds and normal impulses to
// agree.
static void check_machines(int bodies, int motors, int contacts, double friction, int jammed) {
    int unsettled = 0;
    for (uint64_t seed = 1; seed <= 100; seed++) {
        struct random_problem r = random_machine(seed, bodies, motors, contacts, friction);
        for (size_t s = 0; s < SOLVERS; s++) {
            if (!solvers[s].direct)
                continue;
            const struct sim_solve_stats stats = solve(&solvers[s], &r);
            assert_true(stats.solved == (stats.residual <= sim_solved_residual));
            assert_int_equal(stats.rows, r.problem.rows);
            assert_int_equal(stats.regularisations, 0);
            check_consistent(&r, 1e-6, 1.0);
            if (stats.residual > 1e-3) {
                unsettled++;
                continue;
            }
            // Impulses reach some 100 N s, and friction bounds follow to a share of the largest.
            check_consistent(&r, 1e-6, 1e-2);
            check_complementary(&r, 1e-3, 1e-3);
            if (friction <= 0.0)
                check_complementary(&r, 1e-6, 1e-9);
        }
        random_problem_finish(&r);
    }
    if (unsettled > jammed * (int)SOLVERS)
        fail_msg("%d problems are not settled", unsettled);
}

static void joints_only(void **state) {
    (void)state;
    check_machines(8, 0, 0, 0.0, 0);
}

static void joints_and_motors(void **state) {
    (void)state;
    check_machines(8, 6, 0, 0.0, 0);
}

static void joints_motors_and_contacts(void **state) {
    (void)state;
    check_machines(10, 4, 6, 0.0, 0);
}

static void everything_with_friction(void **state) {
    (void)state;
    check_machines(10, 4, 6, 0.4, 6);
}

// Few enough rows for a unique solution, soft enough for Gauss-Seidel to converge.
static void solvers_agree(void **state) {
    (void)state;
    for (uint64_t seed = 1; seed <= 40; seed++) {
        struct random_problem r = random_machine(seed, 6, 3, 2, seed % 2 ? 0.2 : 0.0);
        for (int i = 0; i < r.problem.rows; i++)
            r.problem.row[i].cfm = 0.02; // a unique answer
        double(*v)[6] = calloc((size_t)r.problem.bodies, sizeof(*v));
        for (size_t s = 0; s < SOLVERS; s++) {
            const struct sim_solve_stats stats = solve(&solvers[s], &r);
            assert_true(stats.solved);
            check_consistent(&r, 1e-7, 1e-4);
            check_complementary(&r, solvers[s].velocity, 1e-4);
            if (s == 0)
                memcpy(v, r.problem.velocity, (size_t)r.problem.bodies * sizeof(*v));
            for (int b = 0; b < r.problem.bodies; b++)
                for (int c = 0; c < 6; c++)
                    assert_near(r.problem.velocity[b][c], v[b][c], solvers[s].velocity);
        }
        free(v);
        random_problem_finish(&r);
    }
}

// ---- closed forms ----

static const double time_step = 0.01, gravity = 9.81; // [s], [m/s^2]

// A block on four corners, on an incline about y; the frame is that of the incline, z its normal.
// At rest, v* = h g.
static struct random_problem block_on_incline(double angle, double friction, double mass,
                                              double speed) {
    struct random_problem r = random_problem_begin(1, 1, 0.0, 0.0);
    // 2 m x 1 m x 0.2 m: flat enough not to tip over
    r.inertia[0] =
        (struct sim_inertia){mass,
                             1.0 / mass,
                             sim_mat3_diag(mass / 12 * 1.04, mass / 12 * 4.04, mass / 12 * 5),
                             {{{0}}}};
    r.inertia[0].inverse = sim_mat3_inverse(&r.inertia[0].inertia);
    const double v[6] = {speed + time_step * gravity * sin(angle), 0,
                         -time_step * gravity * cos(angle)};
    memcpy(r.free_velocity[0], v, sizeof(v));
    for (int i = 0; i < 4; i++)
        add_contact(&r, -1, 0, sim_vec3(0, 0, 0),
                    sim_vec3(i & 1 ? 1.0 : -1.0, i & 2 ? 0.5 : -0.5, -0.1), sim_vec3(0, 0, 1),
                    friction);
    return r;
}

static void block_sticks_below_the_friction_angle(void **state) {
    (void)state;
    for (size_t s = 0; s < SOLVERS; s++) {
        for (double angle = 0.0; angle < 0.95 * atan(0.5); angle += 0.05) {
            struct random_problem r = block_on_incline(angle, 0.5, 100.0, 0.0);
            assert_true(solve(&solvers[s], &r).solved);
            double normal = 0.0;
            for (int i = 0; i < r.problem.rows; i += 3)
                normal += r.problem.row[i].x;
            for (int c = 0; c < 6; c++)
                assert_near(r.problem.velocity[0][c], 0.0, 1e-7);
            assert_near(normal, 100.0 * time_step * gravity * cos(angle), 1e-5);
            random_problem_finish(&r);
        }
    }
}

// dv = h g (sin - mu cos): down the incline all corners slide the same way.
static void block_slides_above_the_friction_angle(void **state) {
    (void)state;
    for (size_t s = 0; s < SOLVERS; s++) {
        for (double angle = 1.05 * atan(0.5); angle < 1.0; angle += 0.05) {
            struct random_problem r = block_on_incline(angle, 0.5, 100.0, 0.0);
            assert_true(solve(&solvers[s], &r).solved);
            const double slide = time_step * gravity * (sin(angle) - 0.5 * cos(angle));
            assert_near(r.problem.velocity[0][0], slide, 1e-7);
            assert_near(r.problem.velocity[0][2], 0.0, 1e-7);
            assert_near(r.problem.velocity[0][4], 0.0, 1e-7);
            random_problem_finish(&r);
        }
    }
}

// Two masses, perfectly plastic: v = (m1 v1 + m2 v2) / (m1 + m2), impulse m1 m2 / (m1 + m2) (v1 -
// v2).
static void two_bodies_collide(void **state) {
    (void)state;
    for (size_t s = 0; s < SOLVERS; s++) {
        for (double ratio = 1.0; ratio <= 1e4; ratio *= 10.0) {
            struct random_problem r = random_problem_begin(1, 2, 0.0, 0.0);
            r.inertia[0] = random_inertia(&r.seed, 3.0);
            r.inertia[1] = random_inertia(&r.seed, 3.0 * ratio);
            memset(r.free_velocity, 0, 2 * sizeof(*r.free_velocity));
            r.free_velocity[0][0] = 2.0;
            r.free_velocity[1][0] = -1.0;
            add_contact(&r, 0, 1, sim_vec3(0.5, 0, 0), sim_vec3(-0.5, 0, 0), sim_vec3(1, 0, 0),
                        0.0);
            // Through the centres of mass: no arm matters.
            assert_true(solve(&solvers[s], &r).solved);
            const double v = (2.0 - ratio) / (1.0 + ratio);
            assert_near(r.problem.velocity[0][0], v, 1e-8);
            assert_near(r.problem.velocity[1][0], v, 1e-8);
            assert_near(r.problem.row[0].x, 3.0 * ratio / (1.0 + ratio) * 3.0, 1e-7);
            r.free_velocity[0][0] = -2.0; // moving apart: nothing happens
            assert_true(solve(&solvers[s], &r).solved);
            assert_near(r.problem.velocity[0][0], -2.0, 0.0);
            assert_near(r.problem.row[0].x, 0.0, 0.0);
            random_problem_finish(&r);
        }
    }
}

// A motor row on a hinge to the world: below its limit it holds the rate, above it gives way with
// w = -(missing torque) h / I.
static void motor_gives_way_at_its_limit(void **state) {
    (void)state;
    for (size_t s = 0; s < SOLVERS; s++) {
        for (int i = 0; i <= 10; i++) {
            const double load = 0.2 * i; // torque against the motor, limit is 1
            struct random_problem r = random_problem_begin(1, 1, 0.0, 0.0);
            r.inertia[0] =
                (struct sim_inertia){1, 1, sim_mat3_diag(4, 4, 4), sim_mat3_diag(.25, .25, .25)};
            memset(r.free_velocity, 0, sizeof(*r.free_velocity));
            r.free_velocity[0][4] = 0.5 - load / 4.0;
            add_joint(&r, -1, 0, true, sim_vec3(0, 0, 0), sim_vec3(0, 0, 0), sim_vec3(0, 1, 0));
            add_motor(&r, -1, 0, sim_vec3(0, 1, 0), 0.5, 1.0);
            for (int k = 0; k < 3; k++)
                r.problem.row[k].rhs = 0.0;
            assert_true(solve(&solvers[s], &r).solved);
            const double expected = load <= 1.0 ? 0.5 : 0.5 - (load - 1.0) / 4.0;
            assert_near(r.problem.velocity[0][4], expected, 1e-8);
            assert_near(r.problem.row[5].x, fmin(load, 1.0), 1e-8);
            assert_near(r.problem.row[5].w, expected - 0.5, 1e-8);
            random_problem_finish(&r);
        }
    }
}

// A wedge between two walls presses harder the more it is held: the friction bounds taken from the
// frictionless problem are too low (Jung 3.5.2), the agreed ones are Coulomb's. Block pushed into a
// V of half angle a by an impulse p: normals 2 N (sin a + mu cos a) = p.
static void friction_that_raises_its_own_normal_force(void **state) {
    (void)state;
    const double a = 0.6, mu = 0.3, p = 5.0;
    for (size_t s = 0; s < SOLVERS; s++) {
        struct random_problem r = random_problem_begin(1, 1, 0.0, 0.0);
        r.inertia[0] = (struct sim_inertia){1, 1, sim_mat3_diag(1, 1, 1), sim_mat3_diag(1, 1, 1)};
        memset(r.free_velocity, 0, sizeof(*r.free_velocity));
        // Moves along -z fast enough to keep sliding: the walls give way as fast as the normal
        // rows ask, so both slide along the walls.
        r.free_velocity[0][2] = -p;
        for (int side = -1; side <= 1; side += 2) {
            const int first = r.problem.rows;
            const struct sim_vec3 n = {-side * cos(a), 0.0, sin(a)},
                                  t = {side * sin(a), 0.0, cos(a)};
            struct sim_row *row =
                add_linear_row(&r, -1, 0, sim_vec3(0, 0, 0), sim_vec3(0, 0, 0), n);
            row->low = 0.0;
            row->rhs = -1.0; // gives way at 1 m/s
            row = add_linear_row(&r, -1, 0, sim_vec3(0, 0, 0), sim_vec3(0, 0, 0), t);
            row->normal = first;
            row->friction = mu;
            r.node++;
        }
        assert_true(solve(&solvers[s], &r).solved);
        // 1 m/s normal to both walls is 1 / sin a downwards; the impulse that is left is
        const double braked = p - 1.0 / sin(a);
        const double normal = braked / (2.0 * (sin(a) + mu * cos(a)));
        assert_near(r.problem.velocity[0][2], -1.0 / sin(a), 1e-6);
        for (int i = 0; i < 4; i += 2) {
            assert_near(r.problem.row[i].x, normal, 1e-5);
            assert_near(r.problem.row[i + 1].x, mu * normal, 1e-5);
        }
        random_problem_finish(&r);
    }
}

// ---- degenerate problems ----

static void no_rows_leave_the_velocities_alone(void **state) {
    (void)state;
    for (size_t s = 0; s < SOLVERS; s++) {
        struct random_problem r = random_problem_begin(5, 3, 0.0, 1.0);
        const struct sim_solve_stats stats = solve(&solvers[s], &r);
        assert_true(stats.solved);
        assert_int_equal(stats.rows, 0);
        assert_near(stats.residual, 0.0, 0.0);
        for (int b = 0; b < 3; b++)
            for (int c = 0; c < 6; c++)
                assert_near(r.problem.velocity[b][c], r.free_velocity[b][c], 0.0);
        random_problem_finish(&r);
    }
}

// Every joint row three times, and rows of zeros: same motion as once.
static void repeated_rows_do_not_show(void **state) {
    (void)state;
    for (uint64_t seed = 1; seed <= 20; seed++) {
        struct random_problem r = random_machine(seed, 5, 0, 0, 0.0);
        const int rows = r.problem.rows;
        double v[5][6];
        for (size_t s = 0; s < SOLVERS; s++) {
            if (!solvers[s].direct)
                continue;
            r.problem.rows = rows;
            assert_true(solve(&solvers[s], &r).solved);
            memcpy(v, r.problem.velocity, sizeof(v));
            for (int i = 0; i < 2 * rows + 2; i++) {
                const struct sim_row copy = r.problem.row[i % rows];
                struct sim_row *row = add_row(&r);
                const int node = row->node + i; // rows of a node are adjacent
                if (i < 2 * rows)
                    *row = copy;
                row->node = node;
            }
            r.problem.row[r.problem.rows - 1].low = 0.0;
            const struct sim_solve_stats stats = solve(&solvers[s], &r);
            assert_true(stats.solved);
            assert_int_equal(stats.regularisations, 0);
            check_consistent(&r, 1e-6, 0.0);
            for (int b = 0; b < 5; b++)
                for (int c = 0; c < 6; c++)
                    assert_near(r.problem.velocity[b][c], v[b][c], solvers[s].velocity);
        }
        random_problem_finish(&r);
    }
}

// Four hinges with parallel axes: 20 rows for 18 velocities, and the loop still moves: 3 rows too
// many.
static void planar_loop_moves_with_one_degree_of_freedom(void **state) {
    (void)state;
    for (size_t s = 0; s < SOLVERS; s++) {
        struct random_problem r = random_problem_begin(3, 3, 0.0, 2.0);
        const struct sim_vec3 corner[4] = {{0, 0, 0}, {0, 0, 1}, {2, 0, 1.2}, {2, 0, 0}};
        const struct sim_vec3 y = {0, 1, 0};
        struct sim_vec3 centre[3];
        for (int b = 0; b < 3; b++) {
            centre[b] = sim_scale(sim_add(corner[b], corner[b + 1]), 0.5);
            const double turning[6] = {0, 0, 0, 0, 1.0};
            memcpy(r.free_velocity[b], turning, sizeof(turning));
        }
        for (int i = 0; i < 4; i++) {
            const int a = i - 1, b = i < 3 ? i : -1;
            const struct sim_vec3 arm_a = a < 0 ? corner[i] : sim_sub(corner[i], centre[a]);
            const struct sim_vec3 arm_b = b < 0 ? corner[i] : sim_sub(corner[i], centre[b]);
            add_joint(&r, a, b, true, arm_a, arm_b, y);
        }
        for (int i = 0; i < r.problem.rows; i++)
            r.problem.row[i].rhs = 0.0;
        const struct sim_solve_stats stats = solve(&solvers[s], &r);
        assert_true(stats.solved);
        assert_true(stats.residual < 1e-6);
        check_consistent(&r, 1e-7, 0.0);
        // Rates of a four-bar linkage: w0 (r0 x) + w1 (r1 x) + w2 (r2 x) = 0.
        double x = 0.0, z = 0.0;
        for (int b = 0; b < 3; b++) {
            const struct sim_vec3 link = sim_sub(corner[b + 1], corner[b]);
            const double rate = r.problem.velocity[b][4];
            x += rate * link.z;
            z -= rate * link.x;
            assert_near(r.problem.velocity[b][3], 0.0, 1e-6);
            assert_near(r.problem.velocity[b][5], 0.0, 1e-6);
        }
        assert_near(x, 0.0, 1e-6);
        assert_near(z, 0.0, 1e-6);
        assert_true(fabs(r.problem.velocity[0][4]) > 0.01); // it does move
        random_problem_finish(&r);
    }
}

// Two rows ask the same body for 1 m/s and for -1 m/s. There is no solution; the answer lies
// between and is a number.
static void contradictory_rows_give_numbers(void **state) {
    (void)state;
    for (size_t s = 0; s < SOLVERS; s++) {
        struct random_problem r = random_problem_begin(1, 1, 1.0, 1.0);
        memset(r.free_velocity, 0, sizeof(*r.free_velocity));
        for (int i = 0; i < 2; i++)
            add_linear_row(&r, -1, 0, sim_vec3(0, 0, 0), sim_vec3(0, 0, 0), sim_vec3(1, 0, 0))
                ->rhs = i ? -1.0 : 1.0;
        struct sim_solve_stats stats = solve(&solvers[s], &r);
        assert_true(isfinite(stats.residual) && stats.residual > 0.9);
        check_consistent(&r, 1e-3, 0.0); // the impulses are 1e11 N s against each other
        assert_true(fabs(r.problem.velocity[0][0]) < 1.0 + 1e-6);
        r.problem.row[0].high = r.problem.row[1].high = 5.0; // and bounded
        r.problem.row[0].low = r.problem.row[1].low = -5.0;
        stats = solve(&solvers[s], &r);
        assert_true(isfinite(stats.residual));
        check_consistent(&r, 1e-6, 0.0);
        random_problem_finish(&r);
    }
}

// 10 t hang from 1 kg in a chain of four: the direct solvers hold it.
static void heavy_hangs_from_light(void **state) {
    (void)state;
    for (size_t s = 0; s < SOLVERS; s++) {
        struct random_problem r = random_problem_begin(1, 4, 0.0, 0.0);
        for (int b = 0; b < 4; b++) {
            r.inertia[b] = random_inertia(&r.seed, b == 3 ? 10000.0 : 1.0);
            const double fall[6] = {0, 0, -time_step * gravity};
            memcpy(r.free_velocity[b], fall, sizeof(fall));
            add_joint(&r, b - 1, b, false, sim_vec3(0, 0, -0.5), sim_vec3(0, 0, 0.5),
                      sim_vec3(0, 1, 0));
        }
        for (int i = 0; i < r.problem.rows; i++)
            r.problem.row[i].rhs = 0.0;
        const struct sim_solve_stats stats = solve(&solvers[s], &r);
        check_consistent(&r, 1e-6, 0.0);
        if (solvers[s].direct) {
            assert_true(stats.solved);
            for (int b = 0; b < 4; b++)
                assert_near(r.problem.velocity[b][2], 0.0, 1e-6);
            // The sparse solver's softness of 1e-10 of a row's diagonal shows here, and only here.
            assert_near(r.problem.row[2].x / (10003.0 * time_step * gravity), 1.0, 1e-5);
        }
        random_problem_finish(&r);
    }
}

// Far more contacts than a body has freedoms, much friction, loops, light and heavy: whatever comes
// out is finite, keeps its bounds and moves the bodies by these very impulses.
static void hopeless_problems_give_numbers(void **state) {
    (void)state;
    int unsolved = 0, raised = 0;
    for (uint64_t seed = 1; seed <= 150; seed++) {
        struct random_problem r = random_machine(seed, 3, 3, 14, 1.0);
        add_joint(&r, 0, 2, true, sim_vec3(0, 1, 0), sim_vec3(1, 0, 0), sim_vec3(0, 0, 1));
        add_joint(&r, -1, 2, true, sim_vec3(0, 1, 0), sim_vec3(1, 2, 0), sim_vec3(0, 0, 1));
        add_joint(&r, -1, 1, true, sim_vec3(0, 1, 0), sim_vec3(1, 2, 0), sim_vec3(1, 0, 0));
        for (size_t s = 0; s < SOLVERS; s++) {
            if (!solvers[s].direct && seed > 5)
                continue; // sweeps to the end, and takes a second for it
            const struct sim_solve_stats stats = solve(&solvers[s], &r);
            check_consistent(&r, 1e-2, 1e9);
            if (solvers[s].direct) {
                unsolved += !stats.solved;
                raised += stats.regularisations > 0;
            }
        }
        random_problem_finish(&r);
    }
    print_message("# %d of 150 unsolved, %d with a raised diagonal\n", unsolved, raised);
}

static void same_problem_same_bits(void **state) {
    (void)state;
    for (size_t s = 0; s < SOLVERS; s++) {
        struct random_problem r = random_machine(11, 8, 4, 4, 0.5);
        double v[8][6];
        solve(&solvers[s], &r);
        memcpy(v, r.problem.velocity, sizeof(v));
        struct random_problem other = random_machine(12, 8, 4, 4, 0.5);
        solve(&solvers[s], &other); // leaves its traces in the scratch memory
        solve(&solvers[s], &r);
        assert_memory_equal(v, r.problem.velocity, sizeof(v));
        random_problem_finish(&other);
        random_problem_finish(&r);
    }
}

// The solution as a guess is where Gauss-Seidel has nothing left to do.
static void warm_start_is_used(void **state) {
    (void)state;
    struct sim_scratch scratch = {0};
    struct random_problem r = random_machine(4, 6, 3, 2, 0.3);
    for (int i = 0; i < r.problem.rows; i++)
        r.problem.row[i].cfm = 0.02;
    random_problem_reset(&r);
    const int cold = sim_solve_pgs(&r.problem, CONVERGED, &scratch).iterations;
    memcpy(r.problem.velocity, r.free_velocity, 6 * sizeof(*r.free_velocity));
    const int warm = sim_solve_pgs(&r.problem, CONVERGED, &scratch).iterations;
    assert_true(cold > 20);
    assert_true(warm < cold / 4);
    sim_scratch_finish(&scratch);
    random_problem_finish(&r);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(joints_only),
        cmocka_unit_test(joints_and_motors),
        cmocka_unit_test(joints_motors_and_contacts),
        cmocka_unit_test(joints_hold_in_what_is_not_solved),
        cmocka_unit_test(joints_hold_where_elimination_overflows),
        cmocka_unit_test(everything_with_friction),
        cmocka_unit_test(solvers_agree),
        cmocka_unit_test(block_sticks_below_the_friction_angle),
        cmocka_unit_test(block_slides_above_the_friction_angle),
        cmocka_unit_test(two_bodies_collide),
        cmocka_unit_test(motor_gives_way_at_its_limit),
        cmocka_unit_test(friction_that_raises_its_own_normal_force),
        cmocka_unit_test(no_rows_leave_the_velocities_alone),
        cmocka_unit_test(repeated_rows_do_not_show),
        cmocka_unit_test(planar_loop_moves_with_one_degree_of_freedom),
        cmocka_unit_test(contradictory_rows_give_numbers),
        cmocka_unit_test(heavy_hangs_from_light),
        cmocka_unit_test(hopeless_problems_give_numbers),
        cmocka_unit_test(same_problem_same_bits),
        cmocka_unit_test(warm_start_is_used),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
