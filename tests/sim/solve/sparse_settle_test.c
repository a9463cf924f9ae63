// Friction bounds that settle: a body that touches the ground at one point, off its centre, so that
// friction changes the normal impulse. Along normal n and tangent t the point's velocity is
//   w_n = v_n + K_nn x_n + K_nt x_t,   w_t = v_t + K_nt x_n + K_tt x_t,
// which has closed forms for a point that slides (x_t = -+mu x_n), sticks (w = 0) or leaves (x =
// 0).
#include <string.h>

#include "sim/solve/sparse_system.h"
#include "tests/near.h"

static struct sim_scratch scratch;

enum { NORMAL, TANGENT, ROWS };

// 1 kg, 1 kg m^2, the point at (1, 0, -1): K_nn = K_tt = 2, K_nt = 1.
struct touch {
    struct sim_inertia inertia;
    double velocity[1][6];
    struct sim_row row[ROWS];
    struct sim_sparse *kept;
    struct sim_problem problem;
    bool settled;
    int rounds;
    double x[ROWS];
};

static void touch(struct touch *t, double friction, double v_n, double v_t, double work) {
    static const double normal[6] = {0, 0, 1, 0, -1, 0}, tangent[6] = {1, 0, 0, 0, -1, 0};
    struct sim_sparse_system s;
    *t = (struct touch){.inertia = {1.0, 1.0, sim_mat3_diag(1, 1, 1), sim_mat3_diag(1, 1, 1)},
                        .velocity = {{v_t, 0.0, v_n}},
                        .kept = calloc(1, sizeof *t->kept)};
    t->row[NORMAL] = (struct sim_row){.count = 1, .normal = -1, .high = (double)INFINITY, .x = 0.1};
    t->row[TANGENT] = (struct sim_row){.count = 1, .normal = NORMAL, .friction = friction};
    memcpy(t->row[NORMAL].j[0], normal, sizeof normal);
    memcpy(t->row[TANGENT].j[0], tangent, sizeof tangent);
    t->problem = (struct sim_problem){.bodies = 1,
                                      .inertia = &t->inertia,
                                      .velocity = t->velocity,
                                      .rows = ROWS,
                                      .row = t->row,
                                      .sparse = &t->kept};
    assert_non_null(t->kept);
    assert_true(sim_sparse_system_start(&s, &t->problem, t->kept,
                                        sim_sparse_settle_bytes(&t->problem), &scratch));
    t->kept->work = work;
    t->settled = sim_sparse_settle(&s, &scratch, &t->rounds);
    memcpy(t->x, s.x, sizeof t->x);
    sim_sparse_destroy(t->kept);
}

static const double plenty = 1e9;     // [flop]
static const double tolerance = 1e-4; // [N s] of bounds that are settled to 1e-5 m/s

// Friction raises the normal impulse, and each pass alone would come closer by a tenth: a hundred
// of them for the tolerance. Mixed, a few are enough.
static void a_jammed_point_settles_in_a_few_passes(void **state) {
    (void)state;
    struct touch t;
    touch(&t, 1.8, -1.0, 20.0, plenty);
    assert_true(t.settled);
    assert_near(t.x[NORMAL], 1.0 / (2.0 - 1.8), tolerance);
    assert_near(t.x[TANGENT], -1.8 / (2.0 - 1.8), tolerance);
    assert_true(t.rounds <= 8);
}

// Friction lowers the normal impulse by more than it follows from: passes alone swing ever wider.
static void a_swinging_bound_settles(void **state) {
    (void)state;
    struct touch t;
    touch(&t, 3.0, -1.0, -20.0, plenty);
    assert_true(t.settled);
    assert_near(t.x[NORMAL], 1.0 / (2.0 + 3.0), tolerance);
    assert_near(t.x[TANGENT], 3.0 / (2.0 + 3.0), tolerance);
    assert_true(t.rounds <= 12);
}

static void a_point_sticks_within_its_bounds(void **state) {
    (void)state;
    struct touch t;
    touch(&t, 1.8, -1.0, 0.5, plenty); // [2 1; 1 2] x = [1, -0.5]
    assert_true(t.settled);
    assert_near(t.x[NORMAL], 2.5 / 3.0, 1e-8);
    assert_near(t.x[TANGENT], -2.0 / 3.0, 1e-8);
}

static void a_point_that_leaves_has_no_friction(void **state) {
    (void)state;
    struct touch t;
    touch(&t, 1.8, 5.0, 0.5, plenty);
    assert_true(t.settled);
    assert_near(t.x[NORMAL], 0.0, 0.0);
    assert_near(t.x[TANGENT], 0.0, 0.0);
}

static void nothing_is_solved_without_work_left(void **state) {
    (void)state;
    struct touch t;
    touch(&t, 1.8, -1.0, 20.0, 0.0);
    assert_false(t.settled);
    assert_int_equal(t.rounds, 0);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_jammed_point_settles_in_a_few_passes),
        cmocka_unit_test(a_swinging_bound_settles),
        cmocka_unit_test(a_point_sticks_within_its_bounds),
        cmocka_unit_test(a_point_that_leaves_has_no_friction),
        cmocka_unit_test(nothing_is_solved_without_work_left),
    };
    const int failed = cmocka_run_group_tests(tests, NULL, NULL);
    sim_scratch_finish(&scratch);
    return failed;
}
