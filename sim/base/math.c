// Transcendental functions as polynomials, and what follows from them for quaternions.
#include "sim/base/math.h"

// Polynomials on the reduced range |x| <= pi/4; the truncation error is below one unit in the last
// place.
static double sin_kernel(double x) {
    const double z = x * x;
    return x + x * z *
                   (-1.0 / 6.0 +
                    z * (1.0 / 120.0 +
                         z * (-1.0 / 5040.0 +
                              z * (1.0 / 362880.0 +
                                   z * (-1.0 / 39916800.0 +
                                        z * (1.0 / 6227020800.0 - z * (1.0 / 1307674368000.0)))))));
}

static double cos_series(double z) {
    return 1.0 -
           z * (0.5 -
                z * (1.0 / 24.0 -
                     z * (1.0 / 720.0 -
                          z * (1.0 / 40320.0 -
                               z * (1.0 / 3628800.0 - z * (1.0 / 479001600.0 -
                                                           z * (1.0 / 87178291200.0 -
                                                                z * (1.0 / 20922789888000.0))))))));
}

static double cos_kernel(double x) {
    return cos_series(x * x);
}

// Subtracts the nearest multiple of pi/2, in two parts so that common angles lose no digits. From
// 1e9 on a double has no digits left for an angle: the result is NaN.
static double reduce(double angle, int *quadrant) {
    if (fabs(angle) < 0.78) { // short of pi/4
        *quadrant = 0;
        return angle;
    }
    if (!(fabs(angle) < 1e9)) {
        *quadrant = 0;
        return (double)NAN;
    }
    const double n = floor(angle * (2.0 / SIM_PI) + 0.5);
    *quadrant = (int)(n - 4.0 * floor(n / 4.0));
    return (angle - n * 1.57079632673412561417) - n * 6.07710050650619224932e-11;
}

static double sin_in_quadrant(double x, int quadrant) {
    switch (quadrant & 3) {
    case 0:
        return sin_kernel(x);
    case 1:
        return cos_kernel(x);
    case 2:
        return -sin_kernel(x);
    default:
        return -cos_kernel(x);
    }
}

double sim_sin(double angle) {
    int quadrant;
    const double x = reduce(angle, &quadrant);
    return sin_in_quadrant(x, quadrant);
}

// Not the sine of angle + pi/2: that sum is rounded.
double sim_cos(double angle) {
    int quadrant;
    const double x = reduce(angle, &quadrant);
    return sin_in_quadrant(x, quadrant + 1);
}

void sim_sin_cos(double angle, double *sine, double *cosine) {
    int quadrant;
    const double x = reduce(angle, &quadrant);
    const double s = sin_kernel(x), c = cos_kernel(x);
    const bool odd = (quadrant & 1) != 0;
    *sine = (quadrant & 2) != 0 ? -(odd ? c : s) : odd ? c : s;
    *cosine = ((quadrant + 1) & 2) != 0 ? -(odd ? s : c) : odd ? s : c;
}

// atan on [0, 1]: halvings by tan(a/2) = t / (1 + sqrt(1 + t^2)) down to 0.2, then the Taylor
// series, whose first term left out is below 1e-18 of the result there.
static double atan_kernel(double t) {
    double times = 1.0;
    for (; t > 0.2; times *= 2.0)
        t = t / (1.0 + sqrt(1.0 + t * t));
    const double z = t * t;
    double sum = 1.0 / 25.0;
    sum = 1.0 / 23.0 - z * sum;
    sum = 1.0 / 21.0 - z * sum;
    sum = 1.0 / 19.0 - z * sum;
    sum = 1.0 / 17.0 - z * sum;
    sum = 1.0 / 15.0 - z * sum;
    sum = 1.0 / 13.0 - z * sum;
    sum = 1.0 / 11.0 - z * sum;
    sum = 1.0 / 9.0 - z * sum;
    sum = 1.0 / 7.0 - z * sum;
    sum = 1.0 / 5.0 - z * sum;
    sum = 1.0 / 3.0 - z * sum;
    return times * t * (1.0 - z * sum);
}

double sim_atan2(double y, double x) {
    const double ax = fabs(x), ay = fabs(y);
    if (ax == 0.0 && ay == 0.0)
        return 0.0;
    double a = ay <= ax ? atan_kernel(ay / ax) : 0.5 * SIM_PI - atan_kernel(ax / ay);
    if (x < 0.0)
        a = SIM_PI - a;
    return y < 0.0 ? -a : a;
}

double sim_acos(double c) {
    c = sim_clamp(c, -1.0, 1.0);
    return sim_atan2(sqrt((1.0 - c) * (1.0 + c)), c);
}

// ln 2 in two parts, so that whole multiples of the first one are exact.
static const double ln2_high = 6.93147180369123816490e-01, ln2_low = 1.90821492927058770002e-10;

// e^x = 2^n e^r with |r| <= ln(2) / 2; the Taylor series' first term left out is below 1e-17.
double sim_exp(double x) {
    if (x > 709.0 || !(x >= -745.0))
        return x > 709.0 ? (double)INFINITY : x < -745.0 ? 0.0 : x;
    const double n = floor(x / (ln2_high + ln2_low) + 0.5);
    const double r = (x - n * ln2_high) - n * ln2_low;
    double sum = 1.0;
    for (int k = 14; k > 0; k--)
        sum = 1.0 + r / k * sum;
    return ldexp(sum, (int)n);
}

// x = 2^n m with m near 1: ln m = 2 atanh f, f = (m - 1) / (m + 1), |f| < 0.172, as a series.
double sim_log(double x) {
    int n;
    double m = frexp(x, &n);
    if (m < 0.70710678118654752) {
        m *= 2.0;
        n--;
    }
    const double f = (m - 1.0) / (m + 1.0), z = f * f;
    double sum = 0.0;
    for (int k = 23; k > 0; k -= 2)
        sum = sum * z + 1.0 / k;
    return n * ln2_high + (n * ln2_low + 2.0 * f * sum);
}

struct sim_quat sim_quat_axis_angle(struct sim_vec3 axis, double angle) {
    const double s = sim_sin(0.5 * angle);
    return (struct sim_quat){sim_cos(0.5 * angle), axis.x * s, axis.y * s, axis.z * s};
}

struct sim_quat sim_quat_exp(struct sim_vec3 r) {
    // Turns within a step are small: the series of sin(x) / x and cos(x) in z = x^2, x half the
    // angle, need neither a root nor a reduction, and what they give has unit length to rounding.
    const double z = 0.25 * sim_dot(r, r);
    if (z < 0.25) {
        const double sinc =
            1.0 -
            z * (1.0 / 6.0 -
                 z * (1.0 / 120.0 -
                      z * (1.0 / 5040.0 - z * (1.0 / 362880.0 - z * (1.0 / 39916800.0 -
                                                                     z * (1.0 / 6227020800.0))))));
        const double s = 0.5 * sinc;
        return (struct sim_quat){cos_series(z), r.x * s, r.y * s, r.z * s};
    }
    const double angle = sim_length(r);
    const double s = angle > 1e-8 ? sim_sin(0.5 * angle) / angle : 0.5;
    return sim_quat_unit((struct sim_quat){sim_cos(0.5 * angle), r.x * s, r.y * s, r.z * s});
}

struct sim_vec3 sim_quat_log(struct sim_quat q) {
    if (q.w < 0.0)
        q = (struct sim_quat){-q.w, -q.x, -q.y, -q.z};
    const struct sim_vec3 v = {q.x, q.y, q.z};
    const double s = sim_length(v);
    return s > 1e-12 ? sim_scale(v, 2.0 * sim_atan2(s, q.w) / s) : sim_scale(v, 2.0);
}

struct sim_quat sim_quat_from_mat3(const struct sim_mat3 *r) {
    const double(*m)[3] = r->m;
    const double trace = m[0][0] + m[1][1] + m[2][2];
    struct sim_quat q;
    if (trace > 0.0) {
        const double s = 2.0 * sqrt(trace + 1.0);
        q = (struct sim_quat){0.25 * s, (m[2][1] - m[1][2]) / s, (m[0][2] - m[2][0]) / s,
                              (m[1][0] - m[0][1]) / s};
    } else if (m[0][0] > m[1][1] && m[0][0] > m[2][2]) {
        const double s = 2.0 * sqrt(1.0 + m[0][0] - m[1][1] - m[2][2]);
        q = (struct sim_quat){(m[2][1] - m[1][2]) / s, 0.25 * s, (m[0][1] + m[1][0]) / s,
                              (m[0][2] + m[2][0]) / s};
    } else if (m[1][1] > m[2][2]) {
        const double s = 2.0 * sqrt(1.0 + m[1][1] - m[0][0] - m[2][2]);
        q = (struct sim_quat){(m[0][2] - m[2][0]) / s, (m[0][1] + m[1][0]) / s, 0.25 * s,
                              (m[1][2] + m[2][1]) / s};
    } else {
        const double s = 2.0 * sqrt(1.0 + m[2][2] - m[0][0] - m[1][1]);
        q = (struct sim_quat){(m[1][0] - m[0][1]) / s, (m[0][2] + m[2][0]) / s,
                              (m[1][2] + m[2][1]) / s, 0.25 * s};
    }
    return sim_quat_unit(q);
}

struct sim_quat sim_quat_between(struct sim_vec3 a, struct sim_vec3 b) {
    const double c = sim_dot(a, b);
    if (c < -1.0 + 1e-12) {
        const struct sim_vec3 p = sim_perpendicular(a);
        return (struct sim_quat){0.0, p.x, p.y, p.z};
    }
    const struct sim_vec3 n = sim_cross(a, b);
    return sim_quat_unit((struct sim_quat){1.0 + c, n.x, n.y, n.z});
}

struct sim_quat sim_quat_rpy(double roll, double pitch, double yaw) {
    const struct sim_quat x = sim_quat_axis_angle(sim_vec3(1.0, 0.0, 0.0), roll);
    const struct sim_quat y = sim_quat_axis_angle(sim_vec3(0.0, 1.0, 0.0), pitch);
    const struct sim_quat z = sim_quat_axis_angle(sim_vec3(0.0, 0.0, 1.0), yaw);
    return sim_quat_mul(z, sim_quat_mul(y, x));
}
