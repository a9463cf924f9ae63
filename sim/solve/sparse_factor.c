// Right-looking L D L^T by fronts. Fours of rows lie one behind the other, in each the columns, so
// that all that is needed at a time is close together. For a front with columns f_j (the pivot on
// top of what is left of the column is d_j):
//
//   f_k -= f_j (f_jk / d_j)      for the front's own later columns k
//   F  -= sum_j f_j f_j^T / d_j  for the columns of its neighbours, in their fronts
//
// L is never formed: its columns are f_j / d_j. Additions are made in an order that is fixed by the
// layout, and pairs of numbers are worked on without being added up among each other, so that the
// result is the same on every processor.
#include "sim/solve/sparse_factor.h"

#include <assert.h>
#include <string.h>

#include "sim/base/pair.h"

// A redundant row leaves only rounding errors: the sign of its pivot is known, the size must not
// vanish.
static const double least_body = 1e-14, least_row = 1e-18;

enum { MOST = SIM_SPARSE_MOST }; // unknowns of a front

static int padded(int n) {
    return (n + 3) & ~3;
}

// ---- layout ----

// Neighbours by their position: every front, from the first on, enters itself in the lists of those
// that have it as a neighbour; the lists are made by counting.
static void sort_neighbours(struct sim_sparse_factor *f, const struct sim_sparse_graph *g,
                            const struct sim_sparse_fill *fill) {
    const int total = fill->first.items[g->nodes];
    SIM_ARRAY_RESERVE(&f->of, g->nodes + 2 + total);
    int *of = f->of.items,
        *place = of + g->nodes + 2; // fronts that have a neighbour, neighbour by neighbour
    memset(of, 0, (size_t)(g->nodes + 2) * sizeof *of);
    for (int e = 0; e < total; e++)
        of[f->position.items[fill->neighbour.items[e]] + 2]++;
    for (int k = 0; k < g->nodes; k++)
        of[k + 2] += of[k + 1];
    for (int k = 0; k < g->nodes; k++)
        for (int e = fill->first.items[k]; e < fill->first.items[k + 1]; e++)
            place[of[f->position.items[fill->neighbour.items[e]] + 1]++] = k;
    for (int k = 0; k < g->nodes; k++)
        f->front.items[k].count = 0;
    for (int n = 0; n < g->nodes; n++)
        for (int e = of[n]; e < of[n + 1]; e++) {
            struct sim_sparse_front *front = &f->front.items[place[e]];
            f->near.items[front->first + front->count++].front = n;
        }
}

static void lay_out_rows(struct sim_sparse_factor *f) {
    f->values = f->places = 0;
    for (int k = 0; k < f->fronts; k++) {
        struct sim_sparse_front *front = &f->front.items[k];
        front->rows = padded(front->size);
        for (int n = front->first; n < front->first + front->count; n++) {
            f->near.items[n].row = front->rows;
            front->rows += padded(f->front.items[f->near.items[n].front].size);
        }
        front->value = f->values;
        front->place = f->places;
        f->values += front->rows * front->size;
        f->places += padded(front->size);
    }
}

// The runs by which the front's rows, from neighbour n on, are found in the front of neighbour n.
static void add_runs(struct sim_sparse_factor *f, const struct sim_sparse_front *front, int n,
                     int *runs) {
    const int own = f->near.items[n].front;
    const struct sim_sparse_front *other = &f->front.items[own];
    f->row.items[own] = 0;
    for (int m = other->first; m < other->first + other->count; m++)
        f->row.items[f->near.items[m].front] = f->near.items[m].row;
    f->near.items[n].runs = 0;
    for (int m = n, next = -1; m < front->first + front->count; m++) {
        const struct sim_sparse_near *below = &f->near.items[m];
        const int quads = padded(f->front.items[below->front].size) / 4,
                  to = f->row.items[below->front];
        if (to == next) {
            f->run.items[*runs - 1].quads += quads;
        } else {
            SIM_ARRAY_RESERVE(&f->run, *runs + 1);
            f->run.items[(*runs)++] =
                (struct sim_sparse_run){below->row * front->size, to * other->size, quads};
            f->near.items[n].runs++;
        }
        next = to + 4 * quads;
    }
}

static int enlist(struct sim_sparse_factor *f, int front, int count) {
    if (!f->row.items[front])
        f->sequence.items[count++] = front;
    f->row.items[front] = 1;
    return count;
}

// A front is needed when it is worked on itself or when the first of those before it changes it.
static void find_sequence(struct sim_sparse_factor *f) {
    int count = 0;
    SIM_ARRAY_RESERVE(&f->sequence, f->fronts);
    for (int k = 0; k < f->fronts; k++)
        f->row.items[k] = 0;
    for (int k = 0; k < f->fronts; k++) {
        struct sim_sparse_front *front = &f->front.items[k];
        count = enlist(f, k, count);
        for (int n = front->first; n < front->first + front->count; n++)
            count = enlist(f, f->near.items[n].front, count);
        front->ahead = count;
    }
}

// Bodies that are nobody's neighbour keep their own mass matrix.
static void mark_leaves(struct sim_sparse_factor *f) {
    for (int k = 0; k < f->fronts; k++)
        f->front.items[k].leaf = f->front.items[k].positive;
    for (int k = 0; k < f->fronts; k++)
        for (int n = f->front.items[k].first; n < f->front.items[k].first + f->front.items[k].count;
             n++)
            f->front.items[f->near.items[n].front].leaf = false;
}

// Multiplications and additions.
static void count_flops(struct sim_sparse_factor *f) {
    f->flops_factorise = f->flops_substitute = 0.0;
    for (int k = 0; k < f->fronts; k++) {
        const struct sim_sparse_front *front = &f->front.items[k];
        double rows = front->size;
        for (int n = front->first; n < front->first + front->count; n++)
            rows += f->front.items[f->near.items[n].front].size;
        for (int j = 0; j < front->size; j++) {
            const double below = rows - 1 - j; // of the column under the pivot
            f->flops_factorise += below * (below + 1.0) + below + 1.0;
            f->flops_substitute += 4.0 * below + 1.0;
        }
    }
}

void sim_sparse_factor_layout(struct sim_sparse_factor *f, const struct sim_sparse_graph *g,
                              const struct sim_sparse_fill *fill) {
    const int total = fill->first.items[g->nodes];
    f->fronts = g->nodes;
    SIM_ARRAY_RESERVE(&f->front, g->nodes);
    SIM_ARRAY_RESERVE(&f->near, total + 1);
    SIM_ARRAY_RESERVE(&f->position, g->nodes);
    SIM_ARRAY_RESERVE(&f->row, g->nodes);
    for (int k = 0; k < g->nodes; k++) {
        const int node = fill->order.items[k];
        f->position.items[node] = k;
        f->front.items[k] = (struct sim_sparse_front){
            .size = g->size[node], .first = fill->first.items[k], .positive = node < g->bodies};
    }
    sort_neighbours(f, g, fill);
    lay_out_rows(f);
    int runs = 0;
    for (int k = 0; k < g->nodes; k++) {
        f->front.items[k].run = runs;
        for (int n = f->front.items[k].first; n < f->front.items[k].first + f->front.items[k].count;
             n++)
            add_runs(f, &f->front.items[k], n, &runs);
    }
    mark_leaves(f);
    find_sequence(f);
    count_flops(f);
    int most = 0;
    for (int k = 0; k < f->fronts; k++)
        if (f->front.items[k].rows * f->front.items[k].size > most)
            most = f->front.items[k].rows * f->front.items[k].size;
    SIM_ARRAY_RESERVE(&f->scaled, most + 2);
    SIM_ARRAY_RESERVE(&f->value, f->values);
    SIM_ARRAY_RESERVE(&f->inverse, f->places + 2);
}

void sim_sparse_factor_finish(struct sim_sparse_factor *f) {
    SIM_ARRAY_FREE(&f->front);
    SIM_ARRAY_FREE(&f->near);
    SIM_ARRAY_FREE(&f->run);
    SIM_ARRAY_FREE(&f->position);
    SIM_ARRAY_FREE(&f->row);
    SIM_ARRAY_FREE(&f->of);
    SIM_ARRAY_FREE(&f->sequence);
    SIM_ARRAY_FREE(&f->value);
    SIM_ARRAY_FREE(&f->inverse);
    SIM_ARRAY_FREE(&f->scaled);
    *f = (struct sim_sparse_factor){0};
}

int sim_sparse_factor_value(const struct sim_sparse_factor *f, int node, int below, int i, int j) {
    assert(node >= 0 && node < f->fronts && below >= 0 && below < f->fronts);
    const struct sim_sparse_front *front = &f->front.items[f->position.items[node]];
    int row = 0;
    for (int n = front->first; n < front->first + front->count && node != below; n++)
        if (f->near.items[n].front == f->position.items[below])
            row = f->near.items[n].row;
    return front->value + row * front->size + (i & ~3) * front->size + 4 * j + (i & 3);
}

// ---- numbers ----

SIM_INLINE double sound_pivot(double d, bool positive) {
    if (positive)
        return d > least_body ? d : least_body;
    return d < -least_row ? d : -least_row;
}

// Number in row i and column j of a front.
SIM_INLINE int at(int i, int j, int size) {
    return (i & ~3) * size + 4 * j + (i & 3);
}

// The front's own rows. Leaves f_jk / d_j in m[j][k].
SIM_INLINE void reduce_own(double *restrict f, int size, bool positive, double *restrict inverse,
                           double m[MOST][MOST]) {
    SIM_UNROLL
    for (int j = 0; j < size; j++) {
        inverse[j] = 1.0 / sound_pivot(f[at(j, j, size)], positive);
        SIM_UNROLL
        for (int k = j + 1; k < size; k++)
            m[j][k] = f[at(k, j, size)] * inverse[j];
        SIM_UNROLL
        for (int k = j + 1; k < size; k++) {
            SIM_UNROLL
            for (int i = k; i < size; i++)
                f[at(i, k, size)] -= f[at(i, j, size)] * m[j][k];
        }
    }
}

// The rows of neighbours; scaled gets f_j / d_j of them. The front of a leaf, a body before
// which nothing was eliminated, is diagonal in its first three unknowns.
SIM_INLINE void reduce_below(double *restrict f, int rows, int size, bool leaf,
                             const double *inverse, double m[MOST][MOST], double *restrict scaled) {
    for (int i = padded(size) * size; i < rows * size; i += 4 * size) {
        double *fi = f + i, *si = scaled + i;
        sim_quad x[MOST];
        SIM_UNROLL
        for (int k = 0; k < size; k++) {
            const int first = !leaf ? 0 : k < 3 ? k : 3;
            x[k] = sim_quad_load(fi + 4 * k);
            SIM_UNROLL
            for (int j = first; j < k; j++)
                x[k] -= x[j] * m[j][k];
            if (first < k)
                sim_quad_store(fi + 4 * k, x[k]);
            sim_quad_store(si + 4 * k, x[k] * inverse[k]);
        }
    }
}

// One column of a neighbour, some fours of its rows. scaled points to the column's row of the
// front, step is the way from four to four in the neighbour's front.
SIM_INLINE void update_column(const double *from, const double *scaled, int size, int quads,
                              double *to, long step) {
    sim_quad m[MOST] = {{0.0}};
    SIM_UNROLL
    for (int j = 0; j < size; j++) {
        const double mj = scaled[4 * j];
        m[j] = (sim_quad){mj, mj, mj, mj};
    }
    for (; quads > 0; quads--, from += 4 * size, to += step) {
        sim_quad sum = sim_quad_load(from) * m[0];
        SIM_UNROLL
        for (int j = 1; j < size; j++)
            sum += sim_quad_load(from + 4 * j) * m[j];
        sim_quad_store(to, sim_quad_load(to) - sum);
    }
}

// All columns of a neighbour; of its own rows (`own`) only those from the diagonal on are needed.
SIM_INLINE void update_run(const double *from, const double *scaled, int size, int quads, bool own,
                           double *to, int columns) {
    const long step = 4L * columns;
    for (; columns > 4; columns -= 4, scaled += 4 * size, to += 16) {
        for (int c = 0; c < 4; c++)
            update_column(from, scaled + c, size, quads, to + 4 * c, step);
        if (own) {
            from += 4 * size;
            to += step;
            quads--;
        }
    }
    for (int c = 0; c < columns; c++)
        update_column(from, scaled + c, size, quads, to + 4 * c, step);
}

SIM_INLINE void update(struct sim_sparse_factor *s, const struct sim_sparse_front *front,
                       int size) {
    const double *f = s->value.items + front->value;
    const struct sim_sparse_run *run = s->run.items + front->run;
    const struct sim_sparse_near *near = s->near.items + front->first, *end = near + front->count;
    for (; near < end; near++) {
        const struct sim_sparse_front *other = &s->front.items[near->front];
        double *to = s->value.items + other->value;
        for (int r = 0; r < near->runs; r++, run++)
            update_run(f + run->from, s->scaled.items + near->row * size, size, run->quads, r == 0,
                       to + run->to, other->size);
    }
}

SIM_INLINE void process(struct sim_sparse_factor *s, const struct sim_sparse_front *front, int size,
                        bool leaf) {
    double *f = s->value.items + front->value, *inverse = s->inverse.items + front->place;
    double m[MOST][MOST];
    reduce_own(f, size, front->positive, inverse, m);
    reduce_below(f, front->rows, size, leaf, inverse, m, s->scaled.items);
    update(s, front, size);
}

SIM_INLINE void forward(const struct sim_sparse_factor *s, const struct sim_sparse_front *front,
                        int size, double *restrict x) {
    const double *f = s->value.items + front->value, *inverse = s->inverse.items + front->place;
    double *own = x + front->place, z[MOST];
    SIM_UNROLL
    for (int j = 0; j < size; j++) {
        double zj = own[j];
        SIM_UNROLL
        for (int i = 0; i < j; i++)
            zj -= f[at(j, i, size)] * z[i];
        z[j] = zj * inverse[j];
    }
    SIM_UNROLL
    for (int j = 0; j < size; j++)
        own[j] = z[j];
    f += padded(size) * size;
    const struct sim_sparse_near *near = s->near.items + front->first, *end = near + front->count;
    for (; near < end; near++) {
        const struct sim_sparse_front *other = &s->front.items[near->front];
        double *to = x + other->place;
        for (int i = 0; i < other->size; i += 4, f += 4 * size) {
            sim_quad sum = sim_quad_load(f) * z[0];
            SIM_UNROLL
            for (int j = 1; j < size; j++)
                sum += sim_quad_load(f + 4 * j) * z[j];
            sim_quad_store(to + i, sim_quad_load(to + i) - sum);
        }
    }
}

// The usual sizes have code of their own.
SIM_INLINE bool usual(const struct sim_sparse_front *front, int size) {
    return !SIM_CHECKED && front->size == size;
}

SIM_INLINE void take(struct sim_sparse_factor *s, const struct sim_sparse_front *front, int size,
                     bool leaf, double *x) {
    process(s, front, size, leaf);
    if (x != NULL)
        forward(s, front, size, x);
}

static void enter(struct sim_sparse_factor *s, const struct sim_sparse_source *source, int k) {
    const struct sim_sparse_front *front = &s->front.items[k];
    memset(s->value.items + front->value, 0,
           (size_t)(front->rows * front->size) * sizeof *s->value.items);
    source->enter(source->context, k);
}

SIM_INLINE void factorise(struct sim_sparse_factor *s, const struct sim_sparse_source *source,
                          double *x) {
    int entered = 0;
    for (int k = 0; k < s->fronts; k++) {
        const struct sim_sparse_front *front = &s->front.items[k];
        for (; source && entered < front->ahead; entered++)
            enter(s, source, s->sequence.items[entered]);
        if (usual(front, 6) && front->leaf)
            take(s, front, 6, true, x);
        else if (usual(front, 6))
            take(s, front, 6, false, x);
        else if (usual(front, 5))
            take(s, front, 5, false, x);
        else if (usual(front, 3) && front->leaf)
            take(s, front, 3, true, x);
        else if (usual(front, 3))
            take(s, front, 3, false, x);
        else if (usual(front, 1))
            take(s, front, 1, false, x);
        else
            take(s, front, front->size, front->leaf, x);
    }
}

SIM_INLINE void backward(const struct sim_sparse_factor *s, const struct sim_sparse_front *front,
                         int size, double *restrict x) {
    const double *own_rows = s->value.items + front->value,
                 *inverse = s->inverse.items + front->place;
    const double *f = own_rows + padded(size) * size;
    double *own = x + front->place;
    sim_quad sum[MOST] = {{0.0}};
    const struct sim_sparse_near *near = s->near.items + front->first, *end = near + front->count;
    for (; near < end; near++) {
        const struct sim_sparse_front *other = &s->front.items[near->front];
        const double *with = x + other->place;
        for (int i = 0; i < other->size; i += 4, f += 4 * size) {
            const sim_quad xi = sim_quad_load(with + i);
            SIM_UNROLL
            for (int j = 0; j < size; j++)
                sum[j] += sim_quad_load(f + 4 * j) * xi;
        }
    }
    SIM_UNROLL
    for (int j = size - 1; j >= 0; j--) {
        double below = (sum[j][0] + sum[j][1]) + (sum[j][2] + sum[j][3]);
        SIM_UNROLL
        for (int i = j + 1; i < size; i++)
            below += own_rows[at(i, j, size)] * own[i];
        own[j] -= below * inverse[j];
    }
}

SIM_INLINE void substitute_back(const struct sim_sparse_factor *s, double *x) {
    for (int k = s->fronts - 1; k >= 0; k--) {
        const struct sim_sparse_front *front = &s->front.items[k];
        if (usual(front, 6))
            backward(s, front, 6, x);
        else if (usual(front, 5))
            backward(s, front, 5, x);
        else if (usual(front, 1))
            backward(s, front, 1, x);
        else
            backward(s, front, front->size, x);
    }
}

SIM_INLINE void substitute(const struct sim_sparse_factor *s, double *x) {
    for (int k = 0; k < s->fronts; k++) {
        const struct sim_sparse_front *front = &s->front.items[k];
        if (usual(front, 6))
            forward(s, front, 6, x);
        else if (usual(front, 5))
            forward(s, front, 5, x);
        else if (usual(front, 1))
            forward(s, front, 1, x);
        else
            forward(s, front, front->size, x);
    }
    substitute_back(s, x);
}

// The same operations, in wider instructions where the processor has them.
#ifdef __x86_64__
#define SIM_FOR_WIDE __attribute__((target("avx2")))
SIM_FOR_WIDE static void factorise_wide(struct sim_sparse_factor *s,
                                        const struct sim_sparse_source *source, double *x) {
    factorise(s, source, x);
}
SIM_FOR_WIDE static void substitute_back_wide(const struct sim_sparse_factor *s, double *x) {
    substitute_back(s, x);
}
SIM_FOR_WIDE static void substitute_wide(const struct sim_sparse_factor *s, double *x) {
    substitute(s, x);
}
#else
#define factorise_wide factorise
#define substitute_back_wide substitute_back
#define substitute_wide substitute
#endif

void sim_sparse_factorise(struct sim_sparse_factor *s, const struct sim_sparse_source *source,
                          double *x) {
    if (SIM_WIDE)
        factorise_wide(s, source, x);
    else
        factorise(s, source, x);
}

void sim_sparse_substitute_back(const struct sim_sparse_factor *s, double *x) {
    if (SIM_WIDE)
        substitute_back_wide(s, x);
    else
        substitute_back(s, x);
}

void sim_sparse_substitute(const struct sim_sparse_factor *s, double *x) {
    if (SIM_WIDE)
        substitute_wide(s, x);
    else
        substitute(s, x);
}
