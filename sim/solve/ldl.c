#include "sim/solve/ldl.h"

#include <assert.h>
#include <math.h>
#include <stddef.h>
#include <string.h>

#include "sim/base/pair.h"

// Four sums hide the latency of the addition; the compiler may not reorder them by itself.
double sim_dense_dot(const double *a, const double *b, int count) {
    double s0 = 0.0, s1 = 0.0, s2 = 0.0, s3 = 0.0;
    int i = 0;
    for (; i + 4 <= count; i += 4) {
        s0 += a[i] * b[i];
        s1 += a[i + 1] * b[i + 1];
        s2 += a[i + 2] * b[i + 2];
        s3 += a[i + 3] * b[i + 3];
    }
    for (; i < count; i++)
        s0 += a[i] * b[i];
    return (s0 + s1) + (s2 + s3);
}

// The four sums of sim_dense_dot are the four numbers of a quad here. Four vectors at a time read a
// only once, and their additions do not wait for each other.
SIM_INLINE void dot_four(const double *a, const double *b, size_t stride, int count,
                         double dot[4]) {
    sim_quad s0 = {0.0}, s1 = {0.0}, s2 = {0.0}, s3 = {0.0};
    const double *b1 = b + stride, *b2 = b1 + stride, *b3 = b2 + stride;
    int i = 0;
    for (; i + 4 <= count; i += 4) {
        const sim_quad ai = sim_quad_load(a + i);
        s0 += ai * sim_quad_load(b + i);
        s1 += ai * sim_quad_load(b1 + i);
        s2 += ai * sim_quad_load(b2 + i);
        s3 += ai * sim_quad_load(b3 + i);
    }
    for (; i < count; i++) {
        s0[0] += a[i] * b[i];
        s1[0] += a[i] * b1[i];
        s2[0] += a[i] * b2[i];
        s3[0] += a[i] * b3[i];
    }
    dot[0] = (s0[0] + s0[1]) + (s0[2] + s0[3]);
    dot[1] = (s1[0] + s1[1]) + (s1[2] + s1[3]);
    dot[2] = (s2[0] + s2[1]) + (s2[2] + s2[3]);
    dot[3] = (s3[0] + s3[1]) + (s3[2] + s3[3]);
}

// x = L^-1 x for four vectors, with the first count rows of L.
SIM_INLINE void forward_four(const double *l, int count, double *x, size_t stride) {
    for (int i = 1; i < count; l += i++) {
        double dot[4];
        dot_four(l, x, stride, i, dot);
        for (int k = 0; k < 4; k++)
            x[(size_t)k * stride + (size_t)i] -= dot[k];
    }
}

// The same operations, in wider instructions where the processor has them.
#ifdef __x86_64__
__attribute__((target("avx2"))) static void dot_four_wide(const double *a, const double *b,
                                                          size_t stride, int count, double dot[4]) {
    dot_four(a, b, stride, count, dot);
}
__attribute__((target("avx2"))) static void forward_four_wide(const double *l, int count, double *x,
                                                              size_t stride) {
    forward_four(l, count, x, stride);
}
#else
#define dot_four_wide dot_four
#define forward_four_wide forward_four
#endif

void sim_dense_dot_four(const double *a, const double *b, unsigned long stride, int count,
                        double dot[4]) {
    if (SIM_WIDE)
        dot_four_wide(a, b, stride, count, dot);
    else
        dot_four(a, b, stride, count, dot);
}

unsigned long sim_ldl_doubles(int capacity) {
    const unsigned long n = (unsigned long)capacity;
    return n * (n - (n > 0)) / 2 + 2 * n;
}

void sim_ldl_init(struct sim_ldl *ldl, int capacity, double *memory) {
    assert(capacity >= 0);
    const size_t n = (size_t)capacity;
    double *d = memory + n * (n - (n > 0)) / 2;
    *ldl =
        (struct sim_ldl){.capacity = capacity, .finite = true, .l = memory, .d = d, .work = d + n};
}

void sim_ldl_clear(struct sim_ldl *ldl) {
    ldl->count = 0;
    ldl->finite = true;
}

static double *row_of(const struct sim_ldl *ldl, int row) {
    const size_t i = (size_t)row;
    return ldl->l + (i > 0 ? i * (i - 1) / 2 : 0);
}

void sim_ldl_forward(const struct sim_ldl *ldl, double *x) {
    for (int i = 1; i < ldl->count; i++)
        x[i] -= sim_dense_dot(row_of(ldl, i), x, i);
}

void sim_ldl_forward_four(const struct sim_ldl *ldl, double *x, unsigned long stride) {
    // Rows lie one behind the other: row 1 is where l begins.
    if (SIM_WIDE)
        forward_four_wide(ldl->l, ldl->count, x, stride);
    else
        forward_four(ldl->l, ldl->count, x, stride);
}

// By rows of L, that is by columns of L^T, so that memory is read in order.
void sim_ldl_backward(const struct sim_ldl *ldl, double *x) {
    for (int i = ldl->count - 1; i > 0; i--) {
        const double *l = row_of(ldl, i);
        for (int k = 0; k < i; k++)
            x[k] -= l[k] * x[i];
    }
}

void sim_ldl_solve(const struct sim_ldl *ldl, double *x) {
    sim_ldl_forward(ldl, x);
    for (int i = 0; i < ldl->count; i++)
        x[i] /= ldl->d[i];
    sim_ldl_backward(ldl, x);
}

// L D l = a,  d = b - l^T D l  (3.125). l: L^-1 a, of the first n.
static void finish_row(struct sim_ldl *ldl, double *l, double diagonal, double floor) {
    const int n = ldl->count;
    double d = diagonal;
    for (int i = 0; i < n; i++) {
        const double dl = l[i];
        l[i] = dl / ldl->d[i];
        d -= l[i] * dl;
    }
    if (d < ldl->thin)
        d += ldl->softening;
    ldl->finite = ldl->finite && isfinite(d);
    ldl->d[n] = d > floor ? d : floor;
    ldl->count = n + 1;
}

void sim_ldl_append(struct sim_ldl *ldl, const double *column, double diagonal, double floor) {
    const int n = ldl->count;
    assert(n < ldl->capacity && floor > 0.0);
    double *l = row_of(ldl, n);
    for (int i = 0; i < n; i++)
        l[i] = column[i];
    sim_ldl_forward(ldl, l);
    finish_row(ldl, l, diagonal, floor);
}

// One pass over the rows that are already there serves all four; their products with each other
// remain, a triangle of three.
void sim_ldl_append_four(struct sim_ldl *ldl, double *a, unsigned long stride,
                         const double diagonal[4], double floor) {
    const int n = ldl->count;
    assert(n + 4 <= ldl->capacity && floor > 0.0);
    sim_ldl_forward_four(ldl, a, stride);
    for (int k = 0; k < 4; k++) {
        double *l = row_of(ldl, n + k);
        memcpy(l, a + (size_t)k * stride, (size_t)(n + k) * sizeof *l);
        for (int i = n > 1 ? n : 1; i < n + k; i++)
            l[i] -= sim_dense_dot(row_of(ldl, i), l, i);
        finish_row(ldl, l, diagonal[k], floor);
    }
}

// The rows behind the removed one factorise A33 = l d l^T + L33 D33 L33^T without knowing about l
// any more: a rank-one update with z = l, which cannot lose definiteness (Gill, Golub, Murray and
// Saunders 1974, method C1).
void sim_ldl_remove(struct sim_ldl *ldl, int position) {
    assert(position >= 0 && position < ldl->count);
    const int n = ldl->count - 1;
    double *z = ldl->work;
    double alpha = ldl->d[position];
    for (int i = position; i < n; i++) {
        const double *from = row_of(ldl, i + 1);
        double *to = row_of(ldl, i);
        z[i] = from[position];
        for (int k = 0; k < position; k++)
            to[k] = from[k];
        for (int k = position; k < i; k++)
            to[k] = from[k + 1];
        ldl->d[i] = ldl->d[i + 1];
    }
    for (int j = position; j < n; j++) {
        const double p = z[j];
        const double d = ldl->d[j] + alpha * p * p;
        const double beta = p * alpha / d;
        ldl->finite = ldl->finite && isfinite(d) && isfinite(beta);
        alpha *= ldl->d[j] / d;
        ldl->d[j] = d;
        for (int i = j + 1; i < n; i++) {
            double *l = row_of(ldl, i);
            z[i] -= p * l[j];
            l[j] += beta * z[i];
        }
    }
    ldl->count = n;
}

bool sim_dense_finite(const double *x, int count) {
    for (int i = 0; i < count; i++)
        if (!isfinite(x[i]))
            return false;
    return true;
}

bool sim_dense_solve(double *a, double *x, int n) {
    assert(n >= 0);
    for (int c = 0; c < n; c++) {
        int best = c;
        for (int r = c + 1; r < n; r++)
            if (fabs(a[r * n + c]) > fabs(a[best * n + c]))
                best = r;
        if (!(fabs(a[best * n + c]) > 1e-12))
            return false;
        for (int k = c; k < n && best != c; k++) {
            const double swapped = a[c * n + k];
            a[c * n + k] = a[best * n + k];
            a[best * n + k] = swapped;
        }
        const double right = x[best];
        x[best] = x[c];
        x[c] = right;
        for (int r = c + 1; r < n; r++) {
            const double factor = a[r * n + c] / a[c * n + c];
            for (int k = c; k < n; k++)
                a[r * n + k] -= factor * a[c * n + k];
            x[r] -= factor * x[c];
        }
    }
    for (int c = n - 1; c >= 0; c--) {
        for (int k = c + 1; k < n; k++)
            x[c] -= a[c * n + k] * x[k];
        x[c] /= a[c * n + c];
    }
    return true;
}
