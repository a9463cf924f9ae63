#include "sim/ldl.h"

#include <math.h>
#include <stddef.h>

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

unsigned long sim_ldl_doubles(int capacity) {
    const unsigned long n = (unsigned long)capacity;
    return n * n + 2 * n;
}

void sim_ldl_init(struct sim_ldl *ldl, int capacity, double *memory) {
    const size_t n = (size_t)capacity;
    *ldl = (struct sim_ldl){0, capacity, memory, memory + n * n, memory + n * n + n};
}

static double *row_of(const struct sim_ldl *ldl, int row) {
    return ldl->l + (size_t)row * (size_t)ldl->capacity;
}

void sim_ldl_forward(const struct sim_ldl *ldl, double *x) {
    for (int i = 1; i < ldl->count; i++)
        x[i] -= sim_dense_dot(row_of(ldl, i), x, i);
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

// L D l = a,  d = b - l^T D l  (3.125)
void sim_ldl_append(struct sim_ldl *ldl, const double *column, double diagonal, double floor) {
    const int n = ldl->count;
    double *l = row_of(ldl, n);
    for (int i = 0; i < n; i++)
        l[i] = column[i];
    sim_ldl_forward(ldl, l);
    double d = diagonal;
    for (int i = 0; i < n; i++) {
        const double dl = l[i];
        l[i] = dl / ldl->d[i];
        d -= l[i] * dl;
    }
    ldl->d[n] = d > floor ? d : floor;
    ldl->count = n + 1;
}

// The rows behind the removed one factorise A33 = l d l^T + L33 D33 L33^T without knowing about l
// any more: a rank-one update with z = l, which cannot lose definiteness (Gill, Golub, Murray and
// Saunders 1974, method C1).
void sim_ldl_remove(struct sim_ldl *ldl, int position) {
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

bool sim_dense_solve(double *a, double *x, int n) {
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
