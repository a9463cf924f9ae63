// Jacobi's rotations (Golub and Van Loan, Matrix Computations, 8.5): each makes one product of
// inertia zero, and their sum of squares falls with every sweep, in the end quadratically.
#include "sim/shape/principal.h"

enum { SWEEPS = 12 }; // the sixth finds nothing to do

// Turns the axes p and q of a so that a[p][q] becomes 0, and the columns of v with them.
static void rotate(double a[3][3], double v[3][3], int p, int q) {
    if (!(fabs(a[p][q]) > 0.0))
        return;
    const double theta = (a[q][q] - a[p][p]) / (2.0 * a[p][q]);
    const double t = copysign(1.0, theta) / (fabs(theta) + sqrt(theta * theta + 1.0));
    const double c = 1.0 / sqrt(t * t + 1.0), s = t * c;
    for (int k = 0; k < 3; k++) {
        const double kp = a[k][p], kq = a[k][q];
        a[k][p] = c * kp - s * kq;
        a[k][q] = s * kp + c * kq;
    }
    for (int k = 0; k < 3; k++) {
        const double pk = a[p][k], qk = a[q][k], vp = v[k][p], vq = v[k][q];
        a[p][k] = c * pk - s * qk;
        a[q][k] = s * pk + c * qk;
        v[k][p] = c * vp - s * vq;
        v[k][q] = s * vp + c * vq;
    }
    a[p][q] = a[q][p] = 0.0;
}

void sim_inertia_principal(const struct sim_mat3 *inertia, double moments[3],
                           struct sim_vec3 axes[3]) {
    struct sim_mat3 a = *inertia;
    struct sim_mat3 v = sim_mat3_diag(1.0, 1.0, 1.0);
    for (int sweep = 0; sweep < SWEEPS; sweep++)
        for (int p = 0; p < 2; p++)
            for (int q = p + 1; q < 3; q++)
                rotate(a.m, v.m, p, q);
    int order[3] = {0, 1, 2};
    for (int i = 0; i < 2; i++)
        for (int k = 0; k < 2 - i; k++)
            if (a.m[order[k]][order[k]] > a.m[order[k + 1]][order[k + 1]]) {
                const int swap = order[k];
                order[k] = order[k + 1];
                order[k + 1] = swap;
            }
    for (int i = 0; i < 3; i++) {
        moments[i] = a.m[order[i]][order[i]];
        axes[i] = sim_vec3(v.m[0][order[i]], v.m[1][order[i]], v.m[2][order[i]]);
    }
}
