// Order, fill and factorisation of the sparse solver against the same done naively: elimination on
// a matrix of yes and no, Gaussian elimination with pivots in long double, and, for the kernels
// that take four numbers at a time, the same kernels compiled for processors that cannot.

// Both ways of compilation are static in there; what the library has of this file is not linked.
#include "sim/solve/sparse_factor.c"

#include <math.h>

#include "sim/solve/sparse_layout.h"
#include "tests/near.h"
#include "tests/sim/random_problem.h"

struct machine {
    struct random_problem r;
    struct sim_sparse *kept;
    double *diagonal;
};

static void lay_out(struct sim_sparse *kept, const struct sim_problem *p, const double *diagonal) {
    sim_sparse_key_begin(kept, p);
    for (int r = 0; r < p->rows; r++)
        sim_sparse_key_row(kept, &p->row[r], diagonal[r]);
    sim_sparse_layout(kept, p);
}

static struct machine machine(uint64_t seed) {
    struct machine m = {.r = random_machine(seed, 3 + (int)(seed % 9), (int)(seed % 5),
                                            (int)(seed % 7), seed % 2 ? 0.3 : 0.0)};
    const int rows = m.r.problem.rows;
    m.kept = calloc(1, sizeof *m.kept);
    m.diagonal = calloc((size_t)rows + 1, sizeof *m.diagonal);
    for (int i = 0; i < rows; i++)
        m.diagonal[i] = 1.0;
    lay_out(m.kept, &m.r.problem, m.diagonal);
    return m;
}

static void finish(struct machine *m) {
    sim_sparse_destroy(m->kept);
    free(m->diagonal);
    random_problem_finish(&m->r);
}

// ---- order and fill ----

static void every_node_is_eliminated_once(void **state) {
    (void)state;
    for (uint64_t seed = 1; seed <= 60; seed++) {
        struct machine m = machine(seed);
        const int nodes = m.kept->factor.fronts;
        bool *seen = calloc((size_t)nodes, sizeof *seen);
        for (int k = 0; k < nodes; k++) {
            const int node = m.kept->fill.order.items[k];
            assert_true(node >= 0 && node < nodes && !seen[node]);
            seen[node] = true;
            assert_int_equal(m.kept->factor.position.items[node], k);
        }
        free(seen);
        finish(&m);
    }
}

// Eliminating a node joins all its neighbours that are still there, and nothing else.
static void fill_is_what_elimination_makes(void **state) {
    (void)state;
    for (uint64_t seed = 1; seed <= 60; seed++) {
        struct machine m = machine(seed);
        const int n = m.kept->factor.fronts, bodies = m.r.problem.bodies;
        const struct sim_sparse_fill *fill = &m.kept->fill;
        bool *coupled = calloc((size_t)(n * n), sizeof *coupled), *gone = calloc((size_t)n, 1);
        for (int node = bodies; node < n; node++)
            for (int k = 0; k < 4; k++) {
                const int b = m.kept->node_body.items[4 * (node - bodies) + k];
                if (b >= 0)
                    coupled[node * n + b] = coupled[b * n + node] = true;
            }
        for (int k = 0; k < n; k++) {
            const int node = fill->order.items[k];
            int count = 0;
            gone[node] = true;
            for (int i = 0; i < n; i++)
                count += !gone[i] && coupled[node * n + i];
            assert_int_equal(fill->first.items[k + 1] - fill->first.items[k], count);
            for (int e = fill->first.items[k]; e < fill->first.items[k + 1]; e++) {
                const int other = fill->neighbour.items[e];
                assert_true(!gone[other] && coupled[node * n + other]);
                for (int o = fill->first.items[k]; o < e; o++) {
                    const int third = fill->neighbour.items[o];
                    assert_int_not_equal(third, other);
                    coupled[other * n + third] = coupled[third * n + other] = true;
                }
            }
        }
        free(coupled);
        free(gone);
        finish(&m);
    }
}

// A chain of n bodies needs a number of operations that grows with n, whichever way its joints are
// numbered.
static double flops_of_chain(int bodies, bool shuffled) {
    struct random_problem r = random_problem_begin(3, bodies, 0.0, 1.0);
    for (int i = 0; i < bodies; i++) {
        const int b = shuffled ? (i * 7) % bodies : i; // 7 divides no number of bodies below
        add_joint(&r, b - 1, b, true, sim_vec3(0, 0, -1), sim_vec3(0, 0, 1), sim_vec3(1, 0, 0));
    }
    struct sim_sparse *kept = calloc(1, sizeof *kept);
    double *diagonal = calloc((size_t)r.problem.rows, sizeof *diagonal), factorise, substitute;
    lay_out(kept, &r.problem, diagonal);
    sim_sparse_flops(kept, &factorise, &substitute);
    free(diagonal);
    sim_sparse_destroy(kept);
    random_problem_finish(&r);
    return factorise;
}

static void a_chain_costs_as_much_as_it_is_long(void **state) {
    (void)state;
    const double per_body = flops_of_chain(20, false) / 20;
    for (int bodies = 40; bodies <= 640; bodies *= 2) {
        assert_near(flops_of_chain(bodies, false) / bodies, per_body, 0.05 * per_body);
        assert_near(flops_of_chain(bodies, true) / bodies, per_body, 0.1 * per_body);
    }
}

// ---- numbers ----

struct dense {
    int n;
    int *first;     // node -> its first unknown
    long double *a; // n x n
    long double *x;
};

static void enter_number(struct machine *m, struct dense *d, int node, int below, int i, int j,
                         double value) {
    const int row = d->first[below] + i, column = d->first[node] + j;
    m->kept->factor.value.items[sim_sparse_factor_value(&m->kept->factor, node, below, i, j)] =
        value;
    d->a[row * d->n + column] = d->a[column * d->n + row] = (long double)value;
}

// Positive definite for bodies, negative for rows, whatever in between.
static struct dense fill_both(struct machine *m, uint64_t *seed) {
    const struct sim_sparse *kept = m->kept;
    const int nodes = kept->factor.fronts, bodies = m->r.problem.bodies;
    struct dense d = {.first = calloc((size_t)nodes, sizeof *d.first)};
    for (int node = 0; node < nodes; node++) {
        d.first[node] = d.n;
        d.n += kept->size.items[node];
    }
    d.a = calloc((size_t)(d.n * d.n), sizeof *d.a);
    d.x = calloc((size_t)d.n, sizeof *d.x);
    struct sim_sparse_factor *f = &m->kept->factor;
    memset(f->value.items, 0, (size_t)f->values * sizeof *f->value.items);
    for (int node = 0; node < nodes; node++)
        for (int j = 0; j < kept->size.items[node]; j++)
            for (int i = j; i < kept->size.items[node]; i++) {
                // The mass of a body is diagonal, which the kernels know.
                const double off = node < bodies && j >= 3 ? 0.1 * random_unit(seed) : 0.0;
                const double on = node < bodies ? random_between(seed, 1.0, 3.0) : -1e-3;
                enter_number(m, &d, node, node, i, j, i == j ? on : off);
            }
    for (int node = bodies; node < nodes; node++)
        for (int k = 0; k < 4; k++) {
            const int b = kept->node_body.items[4 * (node - bodies) + k];
            const bool later =
                b >= 0 && kept->factor.position.items[node] > kept->factor.position.items[b];
            for (int r = 0; b >= 0 && r < kept->size.items[node]; r++)
                for (int c = 0; c < 6; c++)
                    if (later)
                        enter_number(m, &d, b, node, r, c, random_between(seed, -1.0, 1.0));
                    else
                        enter_number(m, &d, node, b, c, r, random_between(seed, -1.0, 1.0));
        }
    return d;
}

static void solve_dense(struct dense *d) {
    for (int c = 0; c < d->n; c++) {
        int best = c;
        for (int r = c + 1; r < d->n; r++)
            if (fabsl(d->a[r * d->n + c]) > fabsl(d->a[best * d->n + c]))
                best = r;
        for (int k = 0; k < d->n; k++) {
            const long double swapped = d->a[c * d->n + k];
            d->a[c * d->n + k] = d->a[best * d->n + k];
            d->a[best * d->n + k] = swapped;
        }
        const long double right = d->x[c];
        d->x[c] = d->x[best];
        d->x[best] = right;
        for (int r = 0; r < d->n; r++) {
            const long double factor = d->a[r * d->n + c] / d->a[c * d->n + c];
            for (int k = c; k < d->n && r != c; k++)
                d->a[r * d->n + k] -= factor * d->a[c * d->n + k];
            if (r != c)
                d->x[r] -= factor * d->x[c];
        }
    }
    for (int c = 0; c < d->n; c++)
        d->x[c] /= d->a[c * d->n + c];
}

static void solution_is_that_of_gaussian_elimination(void **state) {
    (void)state;
    for (uint64_t seed = 1; seed <= 25; seed++) {
        struct machine m = machine(seed);
        uint64_t random = seed;
        struct dense d = fill_both(&m, &random);
        struct sim_sparse_factor *f = &m.kept->factor;
        double *x = calloc((size_t)f->places + 4, sizeof *x), largest = 0.0;
        for (int node = 0; node < f->fronts; node++)
            for (int i = 0; i < m.kept->size.items[node]; i++) {
                const double b = random_between(&random, -1.0, 1.0);
                x[f->front.items[f->position.items[node]].place + i] = b;
                d.x[d.first[node] + i] = (long double)b;
            }
        sim_sparse_factorise(f, NULL, NULL);
        sim_sparse_substitute(f, x);
        solve_dense(&d);
        for (int i = 0; i < d.n; i++)
            largest = fmax(largest, fabs((double)d.x[i]));
        for (int node = 0; node < f->fronts; node++)
            for (int i = 0; i < m.kept->size.items[node]; i++)
                assert_near(x[f->front.items[f->position.items[node]].place + i] / largest,
                            (double)d.x[d.first[node] + i] / largest, 1e-10);
        free(x);
        free(d.first);
        free(d.a);
        free(d.x);
        finish(&m);
    }
}

// Whatever processor it runs on, a replay ends in the same bits.
static void wide_kernels_give_the_same_bits(void **state) {
    (void)state;
    if (!SIM_WIDE)
        return; // nothing to compare with
    for (uint64_t seed = 1; seed <= 25; seed++) {
        struct machine m = machine(seed);
        uint64_t random = seed;
        struct dense d = fill_both(&m, &random);
        struct sim_sparse_factor *f = &m.kept->factor;
        const size_t values = (size_t)f->values * sizeof(double);
        const size_t places = (size_t)(f->places + 4) * sizeof(double);
        double *matrix = malloc(values), *narrow = malloc(values);
        double *x = calloc(1, places), *y = calloc(1, places);
        memcpy(matrix, f->value.items, values);
        for (int k = 0; k < f->fronts; k++)
            for (int i = 0; i < f->front.items[k].size; i++)
                x[f->front.items[k].place + i] = y[f->front.items[k].place + i] =
                    random_between(&random, -1.0, 1.0);
        factorise(f, NULL, NULL);
        substitute(f, x);
        memcpy(narrow, f->value.items, values);
        memcpy(f->value.items, matrix, values);
        factorise_wide(f, NULL, NULL);
        substitute_wide(f, y);
        assert_memory_equal(f->value.items, narrow, values);
        assert_memory_equal(x, y, places);
        free(matrix);
        free(narrow);
        free(x);
        free(y);
        free(d.first);
        free(d.a);
        free(d.x);
        finish(&m);
    }
}

struct copied {
    const struct sim_sparse_factor *f;
    const double *matrix;
    int *entered; // per front
};

static void enter_copy(void *context, int k) {
    const struct copied *c = context;
    const struct sim_sparse_front *front = &c->f->front.items[k];
    for (int i = front->value; i < front->value + front->rows * front->size; i++) {
        assert_true(c->f->value.items[i] == 0.0);
        c->f->value.items[i] = c->matrix[i];
    }
    c->entered[k]++;
}

// Fronts that are entered one by one and used at once are the same as all at a time.
static void fronts_are_entered_once_before_they_are_needed(void **state) {
    (void)state;
    for (uint64_t seed = 1; seed <= 25; seed++) {
        struct machine m = machine(seed);
        uint64_t random = seed;
        struct dense d = fill_both(&m, &random);
        struct sim_sparse_factor *f = &m.kept->factor;
        const size_t values = (size_t)f->values * sizeof(double);
        const size_t places = (size_t)(f->places + 4) * sizeof(double);
        double *matrix = malloc(values), *factor = malloc(values);
        double *x = calloc(1, places), *y = calloc(1, places);
        int *entered = calloc((size_t)f->fronts, sizeof *entered);
        memcpy(matrix, f->value.items, values);
        for (int k = 0; k < f->fronts; k++)
            for (int i = 0; i < f->front.items[k].size; i++)
                x[f->front.items[k].place + i] = y[f->front.items[k].place + i] =
                    random_between(&random, -1.0, 1.0);
        sim_sparse_factorise(f, NULL, NULL);
        sim_sparse_substitute(f, x);
        memcpy(factor, f->value.items, values); // now full of numbers that are to go
        struct copied copied = {f, matrix, entered};
        const struct sim_sparse_source source = {enter_copy, &copied};
        sim_sparse_factorise(f, &source, y);
        sim_sparse_substitute_back(f, y);
        assert_memory_equal(f->value.items, factor, values);
        assert_memory_equal(x, y, places);
        for (int k = 0; k < f->fronts; k++)
            assert_int_equal(entered[k], 1);
        free(matrix);
        free(factor);
        free(x);
        free(y);
        free(entered);
        free(d.first);
        free(d.a);
        free(d.x);
        finish(&m);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_node_is_eliminated_once),
        cmocka_unit_test(fill_is_what_elimination_makes),
        cmocka_unit_test(a_chain_costs_as_much_as_it_is_long),
        cmocka_unit_test(solution_is_that_of_gaussian_elimination),
        cmocka_unit_test(wide_kernels_give_the_same_bits),
        cmocka_unit_test(fronts_are_entered_once_before_they_are_needed),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
