#include "sim/solve/sparse_system.h"

#include <assert.h>
#include <string.h>

// A pass over the rows for their right sides, impulses and sides [flop]: measured.
static const double work_of_row = 300.0;

// ---- numbers ----

// The diagonal of M^-1.
static void fill_weights(const struct sim_problem *p, double (*weight)[6]) {
    for (int b = 0; b < p->bodies; b++) {
        const struct sim_inertia *m = &p->inertia[b];
        for (int i = 0; i < 3; i++) {
            weight[b][i] = m->inverse_mass;
            weight[b][3 + i] = m->inverse.m[i][i];
        }
    }
}

// Diagonal entry of J M^-1 J^T, with only the diagonal of M^-1.
static double diagonal_of(const struct sim_row *row, double (*weight)[6]) {
    sim_pair sum = {0.0, 0.0};
    for (int k = 0; k < row->count; k++)
        for (int i = 0; i < 6; i += 2) {
            const sim_pair j = sim_pair_load(&row->j[k][i]);
            sum += sim_pair_load(&weight[row->body[k]][i]) * j * j;
        }
    return sim_pair_sum(sum);
}

static void enter_body(const struct sim_inertia *m, double *v) {
    for (int j = 0; j < 3; j++)
        v[5 * j] = m->mass;
    if (!sim_inertia_turns(m))
        return;
    // Row 3 is below the three of the mass, rows 4 and 5 in the next four.
    v[15] = m->inertia.m[0][0];
    v[24 + 12] = m->inertia.m[1][0], v[24 + 16] = m->inertia.m[1][1];
    v[24 + 13] = m->inertia.m[2][0], v[24 + 17] = m->inertia.m[2][1];
    v[24 + 21] = m->inertia.m[2][2];
}

static void enter_row(const struct sim_sparse_system *s, const struct row_entry *e, double *v) {
    const int r = e->row;
    if (e->block < 0) {
        *v = s->side[r] != SIM_SPARSE_FREE
                 ? -1.0
                 : -(s->cfm[r] + sim_sparse_hard_cfm * s->diagonal[r] + 1e-300);
        return;
    }
    if (s->side[r] != SIM_SPARSE_FREE)
        return;
    const double *j = s->p->row[r].j[e->block];
    switch (e->jump) {
    case SIM_SPARSE_COLUMNS:
        for (int i = 0; i < 6; i++)
            v[4 * i] = -j[i];
        break;
    case SIM_SPARSE_POINT_COLUMNS:
        for (int i = 0; i < 3; i++)
            v[4 * i] = -j[i];
        break;
    case SIM_SPARSE_POINT_ROWS:
        for (int i = 0; i < 3; i++)
            v[i] = -j[i];
        break;
    default:
        for (int i = 0; i < 4; i++)
            v[i] = -j[i];
        for (int i = 4; i < 6; i++)
            v[e->jump + i - 4] = -j[i];
    }
}

static void enter_front(void *context, int k) {
    const struct sim_sparse_system *s = context;
    const struct sim_sparse *kept = s->kept;
    double *value = kept->factor.value.items;
    const int node = kept->fill.order.items[k];
    if (node < s->p->bodies)
        enter_body(&s->p->inertia[node], value + kept->factor.front.items[k].value);
    for (int e = kept->first_entry.items[k]; e < kept->first_entry.items[k + 1]; e++)
        enter_row(s, &kept->entry.items[e], value + kept->entry.items[e].value);
}

static int unknowns(const struct sim_sparse_system *s, int body) {
    return s->kept->size.items[body];
}

static void right_side(struct sim_sparse_system *s) {
    const struct sim_problem *p = s->p;
    for (int b = 0; b < p->bodies; b++) {
        const double *v = s->predicted[b];
        const struct sim_inertia *m = &p->inertia[b];
        double *to = s->b + s->kept->body.items[b];
        for (int i = 0; i < 3; i++)
            to[i] = m->mass * v[i];
        if (!sim_inertia_turns(m))
            continue;
        const struct sim_vec3 l = sim_mat3_mul(&m->inertia, sim_vec3(v[3], v[4], v[5]));
        to[3] = l.x, to[4] = l.y, to[5] = l.z;
    }
    for (int r = 0; r < p->rows; r++)
        s->b[s->kept->row.items[r]] = s->side[r] == SIM_SPARSE_FREE ? -s->rhs[r] : -s->bound[r];
    for (int e = 0; e < s->bounded_count; e++) {
        const int r = s->bounded[e];
        const struct sim_row *row = &p->row[r];
        for (int k = 0; k < row->count && s->side[r] != SIM_SPARSE_FREE; k++)
            for (int i = 0; i < unknowns(s, row->body[k]); i++)
                s->b[s->kept->body.items[row->body[k]] + i] += row->j[k][i] * s->bound[r];
    }
}

static void read_solution(struct sim_sparse_system *s) {
    struct sim_problem *p = s->p;
    for (int b = 0; b < p->bodies; b++)
        memcpy(p->velocity[b], s->b + s->kept->body.items[b],
               (size_t)unknowns(s, b) * sizeof *p->velocity[b]);
    for (int r = 0; r < p->rows; r++)
        s->x[r] = s->side[r] == SIM_SPARSE_FREE ? s->b[s->kept->row.items[r]] : s->bound[r];
}

void sim_sparse_system_solve(struct sim_sparse_system *s, bool refactor) {
    struct sim_sparse_factor *factor = &s->kept->factor;
    const double pass = work_of_row * (double)s->p->rows + factor->flops_substitute;
    right_side(s);
    if (refactor) {
        const struct sim_sparse_source matrix = {enter_front, s};
        sim_sparse_factorise(factor, &matrix, s->b);
        sim_profile_lap(s->p->profile, SIM_STAGE_FACTOR);
        sim_sparse_substitute_back(factor, s->b);
        s->kept->work -= factor->flops_factorise;
    } else {
        sim_sparse_substitute(factor, s->b);
    }
    s->kept->work -= pass;
    read_solution(s);
}

// ---- start ----

static bool bounded(const struct sim_row *row) {
    return row->normal >= 0 || !isinf(row->low) || !isinf(row->high);
}

// Which side row r is on, from the impulses of the last step.
static void guess(struct sim_sparse_system *s, int r) {
    const struct sim_row *row = &s->p->row[r];
    s->side[r] = SIM_SPARSE_FREE;
    s->bound[r] = 0.0;
    if (!bounded(row))
        return;
    s->bounded[s->bounded_count++] = r;
    double low, high;
    sim_sparse_limits(s, row, &low, &high);
    const double slack = row->normal >= 0 ? 1e-6 * high : 0.0;
    const bool fresh = row->normal >= 0 && row->x == 0.0 && high > 0.0;
    if (row->x <= low + slack && !fresh) {
        s->side[r] = SIM_SPARSE_LOW;
        s->bound[r] = low;
    } else if (row->x >= high - slack && !fresh) {
        s->side[r] = SIM_SPARSE_HIGH;
        s->bound[r] = high;
    }
}

static unsigned long bytes_needed(const struct sim_problem *p) {
    const unsigned long rows = (unsigned long)p->rows, bodies = (unsigned long)p->bodies;
    return rows * (sizeof(int) + 6 * sizeof(double) + sizeof(enum sim_sparse_side)) +
           bodies * 3 * sizeof(double[6]) +
           (4 * rows + 2 * bodies) * sizeof(double); // nodes are filled up to multiples of four
}

static void *ints(struct sim_scratch *scratch, int n) {
    return sim_scratch_take_unset(scratch, (unsigned long)n * sizeof(int));
}

static void *doubles(struct sim_scratch *scratch, int n) {
    return sim_scratch_take_unset(scratch, (unsigned long)n * sizeof(double));
}

static void *sixes(struct sim_scratch *scratch, int n) {
    return sim_scratch_take_unset(scratch, (unsigned long)n * sizeof(double[6]));
}

// Gathers in one pass over the rows all that the first solution needs.
static void look_at_rows(struct sim_sparse_system *s) {
    const struct sim_problem *p = s->p;
    sim_sparse_key_begin(s->kept, p);
    for (int r = 0; r < p->rows; r++) {
        const struct sim_row *row = &p->row[r];
        s->diagonal[r] = diagonal_of(row, s->impulse);
        s->cfm[r] = row->cfm;
        s->rhs[r] = row->rhs;
        s->x[r] = row->x;
        if (row->normal >= 0) // guess() needs it, wherever it is
            s->x[row->normal] = p->row[row->normal].x;
        sim_sparse_key_row(s->kept, row, s->diagonal[r]);
        guess(s, r);
    }
}

bool sim_sparse_system_start(struct sim_sparse_system *s, struct sim_problem *p,
                             struct sim_sparse *kept, unsigned long more,
                             struct sim_scratch *scratch) {
    assert(p->points == 0 && p->rows > 0);
    *s = (struct sim_sparse_system){.p = p, .kept = kept};
    if (!sim_scratch_reserve(scratch, bytes_needed(p) + more))
        return false;
    s->diagonal = doubles(scratch, p->rows);
    s->cfm = doubles(scratch, p->rows);
    s->rhs = doubles(scratch, p->rows);
    s->x = doubles(scratch, p->rows);
    s->w = doubles(scratch, p->rows);
    s->side =
        sim_scratch_take_unset(scratch, (unsigned long)p->rows * sizeof(enum sim_sparse_side));
    s->bound = doubles(scratch, p->rows);
    s->bounded = ints(scratch, p->rows);
    s->impulse = sixes(scratch, p->bodies);
    s->predicted = sixes(scratch, p->bodies);
    fill_weights(p, s->impulse);
    look_at_rows(s);
    sim_sparse_layout(kept, p);
    memcpy(s->predicted, p->velocity, (size_t)p->bodies * sizeof *s->predicted);
    s->b = sim_scratch_take(scratch, (unsigned long)kept->factor.places * sizeof(double));
    return true;
}

// ---- check ----

// The change of the impulse that would bring the row to rest, as a velocity; see
// sim_problem_residual().
static double violation(const struct sim_sparse_system *s, const struct sim_row *row,
                        double diagonal) {
    if (!bounded(row))
        return fabs(row->w);
    double low = row->low, high = row->high;
    if (row->normal >= 0) {
        high = row->friction * fabs(s->x[row->normal]);
        low = -high;
    }
    if (!(diagonal > 0.0))
        return low >= high ? 0.0 : fabs(row->w);
    return fabs(row->x - sim_clamp(row->x - row->w / diagonal, low, high)) * diagonal;
}

double sim_sparse_system_check(struct sim_sparse_system *s, double *missing) {
    const struct sim_problem *p = s->p;
    double largest = 0.0;
    memset(s->impulse, 0, (size_t)p->bodies * sizeof *s->impulse);
    for (int r = 0; r < p->rows; r++) {
        struct sim_row *row = &p->row[r];
        const double x = s->x[r];
        double w = row->cfm * x - row->rhs;
        for (int k = 0; k < row->count; k++) {
            w += sim_dot6(row->j[k], p->velocity[row->body[k]]);
            sim_add6(s->impulse[row->body[k]], row->j[k], x);
        }
        row->x = x;
        row->w = s->w[r] = w;
        largest = sim_larger(largest, violation(s, row, row->cfm + s->diagonal[r]));
    }
    *missing = 0.0;
    for (int b = 0; b < p->bodies; b++) {
        const struct sim_inertia *m = &p->inertia[b];
        double change[6], *j = s->impulse[b];
        for (int i = 0; i < 6; i++)
            change[i] = p->velocity[b][i] - s->predicted[b][i];
        const struct sim_vec3 l =
            sim_mat3_mul(&m->inertia, sim_vec3(change[3], change[4], change[5]));
        for (int i = 0; i < 3; i++)
            j[i] -= m->mass * change[i];
        j[3] -= l.x, j[4] -= l.y, j[5] -= l.z;
        const double linear = fabs(j[0]) + fabs(j[1]) + fabs(j[2]);
        const double angular = fabs(j[3]) * m->inverse.m[0][0] + fabs(j[4]) * m->inverse.m[1][1] +
                               fabs(j[5]) * m->inverse.m[2][2];
        *missing = sim_larger(*missing, linear * m->inverse_mass + angular);
    }
    return largest;
}
