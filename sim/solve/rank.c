#include "sim/solve/rank.h"

#include <assert.h>
#include <math.h>
#include <stddef.h>

static double dot(const double *a, const double *b, int n) {
    double sum = 0.0;
    for (int i = 0; i < n; i++)
        sum += a[i] * b[i];
    return sum;
}

static double *row_of(double *row, int n, int i) {
    return row + (size_t)i * (size_t)(n + 1);
}

// Place in order, from `found` on, of the row of which most is left.
static int longest(double *row, int m, int n, const int *order, int found, double *left) {
    int best = found;
    *left = 0.0;
    for (int i = found; i < m; i++) {
        const double *r = row_of(row, n, order[i]), square = dot(r, r, n);
        if (square > *left) {
            *left = square;
            best = i;
        }
    }
    *left = sqrt(*left);
    return best;
}

int sim_rank(double *row, int m, int n, double least, int most, int *order) {
    assert(m >= 0 && n >= 0 && least >= 0.0);
    int found = 0;
    for (int i = 0; i < m; i++)
        order[i] = i;
    for (; found < m && found < most; found++) {
        double left;
        const int best = longest(row, m, n, order, found, &left);
        if (!(left > least))
            break;
        const int chosen = order[best];
        order[best] = order[found];
        order[found] = chosen;
        double *q = row_of(row, n, chosen);
        for (int i = 0; i <= n; i++)
            q[i] /= left;
        for (int k = found + 1; k < m; k++) {
            double *r = row_of(row, n, order[k]);
            const double along = dot(r, q, n);
            for (int i = 0; i <= n; i++)
                r[i] -= along * q[i];
        }
    }
    return found;
}
