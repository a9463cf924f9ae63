// Vectors, quaternions and 3x3 matrices of the dynamics core, in double precision.
// Quaternions are (w, x, y, z), unit length; they rotate from the local frame to the world.
// The transcendental functions here are polynomials: libm's differ in their last bits between
// processors, and a recorded session must replay to the same state everywhere.
#pragma once

#include <math.h>
#include <stdbool.h>

#define SIM_PI 3.14159265358979323846

struct sim_vec3 {
    double x, y, z;
};

struct sim_quat {
    double w, x, y, z;
};

// Row-major: m[row][column].
struct sim_mat3 {
    double m[3][3];
};

// Frame: position of its origin and orientation.
struct sim_pose {
    struct sim_vec3 p; // [m]
    struct sim_quat q;
};

double sim_sin(double angle); // [rad], |angle| up to about 1e5
double sim_cos(double angle); // [rad]
// Both at once, the same numbers.
void sim_sin_cos(double angle, double *sine, double *cosine);
double sim_atan2(double y, double x); // [rad] in (-pi, pi]
double sim_acos(double c);            // [rad], c is clamped to [-1, 1]
double sim_exp(double x);
double sim_log(double x); // natural; x > 0 and finite
static inline double sim_clamp(double x, double low, double high) {
    return x < low ? low : x > high ? high : x;
}
// The larger of two errors. NaN must not pass for small, as it does with fmax: it counts as larger
// than every number, and stays.
static inline double sim_larger(double largest, double error) {
    return error <= largest || !(largest <= HUGE_VAL) ? largest : error;
}

static inline struct sim_vec3 sim_vec3(double x, double y, double z) {
    return (struct sim_vec3){x, y, z};
}
static inline struct sim_vec3 sim_add(struct sim_vec3 a, struct sim_vec3 b) {
    return (struct sim_vec3){a.x + b.x, a.y + b.y, a.z + b.z};
}
static inline struct sim_vec3 sim_sub(struct sim_vec3 a, struct sim_vec3 b) {
    return (struct sim_vec3){a.x - b.x, a.y - b.y, a.z - b.z};
}
static inline struct sim_vec3 sim_scale(struct sim_vec3 a, double s) {
    return (struct sim_vec3){a.x * s, a.y * s, a.z * s};
}
// a + s b
static inline struct sim_vec3 sim_add_scaled(struct sim_vec3 a, struct sim_vec3 b, double s) {
    return (struct sim_vec3){a.x + s * b.x, a.y + s * b.y, a.z + s * b.z};
}
static inline struct sim_vec3 sim_neg(struct sim_vec3 a) {
    return (struct sim_vec3){-a.x, -a.y, -a.z};
}
static inline double sim_dot(struct sim_vec3 a, struct sim_vec3 b) {
    return a.x * b.x + a.y * b.y + a.z * b.z;
}
static inline struct sim_vec3 sim_cross(struct sim_vec3 a, struct sim_vec3 b) {
    return (struct sim_vec3){a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x};
}
static inline double sim_length(struct sim_vec3 a) {
    return sqrt(sim_dot(a, a));
}
// Unit vector along a, or fallback if a is (nearly) zero.
static inline struct sim_vec3 sim_unit_or(struct sim_vec3 a, struct sim_vec3 fallback) {
    const double l = sim_length(a);
    return l > 1e-12 ? sim_scale(a, 1.0 / l) : fallback;
}
static inline struct sim_vec3 sim_unit(struct sim_vec3 a) {
    return sim_unit_or(a, (struct sim_vec3){0.0, 0.0, 1.0});
}
// A unit vector perpendicular to the unit vector n; continuous except where |n.x| passes 0.7.
static inline struct sim_vec3 sim_perpendicular(struct sim_vec3 n) {
    return fabs(n.x) < 0.7 ? sim_unit(sim_cross((struct sim_vec3){1.0, 0.0, 0.0}, n))
                           : sim_unit(sim_cross((struct sim_vec3){0.0, 1.0, 0.0}, n));
}
static inline bool sim_vec3_finite(struct sim_vec3 a) {
    return isfinite(a.x) && isfinite(a.y) && isfinite(a.z);
}

static inline struct sim_quat sim_quat_identity(void) {
    return (struct sim_quat){1.0, 0.0, 0.0, 0.0};
}
static inline struct sim_quat sim_quat_mul(struct sim_quat a, struct sim_quat b) {
    return (struct sim_quat){a.w * b.w - a.x * b.x - a.y * b.y - a.z * b.z,
                             a.w * b.x + a.x * b.w + a.y * b.z - a.z * b.y,
                             a.w * b.y - a.x * b.z + a.y * b.w + a.z * b.x,
                             a.w * b.z + a.x * b.y - a.y * b.x + a.z * b.w};
}
static inline struct sim_quat sim_quat_conj(struct sim_quat q) {
    return (struct sim_quat){q.w, -q.x, -q.y, -q.z};
}
static inline struct sim_quat sim_quat_unit(struct sim_quat q) {
    const double s = 1.0 / sqrt(q.w * q.w + q.x * q.x + q.y * q.y + q.z * q.z);
    return (struct sim_quat){q.w * s, q.x * s, q.y * s, q.z * s};
}
// Rotates v from the local frame of q to the world.
static inline struct sim_vec3 sim_rotate(struct sim_quat q, struct sim_vec3 v) {
    const struct sim_vec3 u = {q.x, q.y, q.z};
    const struct sim_vec3 t = sim_scale(sim_cross(u, v), 2.0);
    return sim_add(sim_add_scaled(v, t, q.w), sim_cross(u, t));
}
// Rotates v from the world to the local frame of q.
static inline struct sim_vec3 sim_unrotate(struct sim_quat q, struct sim_vec3 v) {
    return sim_rotate(sim_quat_conj(q), v);
}
struct sim_quat sim_quat_axis_angle(struct sim_vec3 unit_axis, double angle); // [rad]
struct sim_quat sim_quat_exp(struct sim_vec3 rotation_vector);                // [rad]
struct sim_vec3 sim_quat_log(struct sim_quat q); // rotation vector [rad], shortest
struct sim_quat sim_quat_from_mat3(const struct sim_mat3 *r);
// The smallest rotation that turns unit vector a into unit vector b.
struct sim_quat sim_quat_between(struct sim_vec3 a, struct sim_vec3 b);
// Roll about x, then pitch about y, then yaw about z (fixed axes) [rad].
struct sim_quat sim_quat_rpy(double roll, double pitch, double yaw);
static inline struct sim_mat3 sim_mat3_from_quat(struct sim_quat q) {
    const double x = 2.0 * q.x, y = 2.0 * q.y, z = 2.0 * q.z;
    const double xx = x * q.x, yy = y * q.y, zz = z * q.z;
    const double xy = x * q.y, xz = x * q.z, yz = y * q.z;
    const double wx = x * q.w, wy = y * q.w, wz = z * q.w;
    return (struct sim_mat3){{{1.0 - (yy + zz), xy - wz, xz + wy},
                              {xy + wz, 1.0 - (xx + zz), yz - wx},
                              {xz - wy, yz + wx, 1.0 - (xx + yy)}}};
}

static inline struct sim_vec3 sim_mat3_mul(const struct sim_mat3 *a, struct sim_vec3 v) {
    return (struct sim_vec3){a->m[0][0] * v.x + a->m[0][1] * v.y + a->m[0][2] * v.z,
                             a->m[1][0] * v.x + a->m[1][1] * v.y + a->m[1][2] * v.z,
                             a->m[2][0] * v.x + a->m[2][1] * v.y + a->m[2][2] * v.z};
}
static inline struct sim_mat3 sim_mat3_mat3(const struct sim_mat3 *a, const struct sim_mat3 *b) {
    struct sim_mat3 c;
    for (int i = 0; i < 3; i++)
        for (int j = 0; j < 3; j++)
            c.m[i][j] = a->m[i][0] * b->m[0][j] + a->m[i][1] * b->m[1][j] + a->m[i][2] * b->m[2][j];
    return c;
}
static inline struct sim_mat3 sim_mat3_diag(double x, double y, double z) {
    return (struct sim_mat3){{{x, 0.0, 0.0}, {0.0, y, 0.0}, {0.0, 0.0, z}}};
}
// Inverse of a symmetric positive definite matrix; all zero if it is singular.
static inline struct sim_mat3 sim_mat3_inverse(const struct sim_mat3 *a) {
    const double(*m)[3] = a->m;
    const double c00 = m[1][1] * m[2][2] - m[1][2] * m[1][2];
    const double c01 = m[1][2] * m[0][2] - m[0][1] * m[2][2];
    const double c02 = m[0][1] * m[1][2] - m[1][1] * m[0][2];
    const double det = m[0][0] * c00 + m[0][1] * c01 + m[0][2] * c02;
    if (!(fabs(det) > 0.0))
        return sim_mat3_diag(0.0, 0.0, 0.0);
    const double s = 1.0 / det;
    const double i00 = c00 * s, i01 = c01 * s, i02 = c02 * s;
    const double i11 = (m[0][0] * m[2][2] - m[0][2] * m[0][2]) * s;
    const double i12 = (m[0][1] * m[0][2] - m[0][0] * m[1][2]) * s;
    const double i22 = (m[0][0] * m[1][1] - m[0][1] * m[0][1]) * s;
    return (struct sim_mat3){{{i00, i01, i02}, {i01, i11, i12}, {i02, i12, i22}}};
}
// R(q) a R(q)^T (Jung A.1.1), a symmetric.
static inline struct sim_mat3 sim_mat3_rotated(const struct sim_mat3 *a, struct sim_quat q) {
    const struct sim_mat3 r = sim_mat3_from_quat(q);
    const struct sim_mat3 ra = sim_mat3_mat3(&r, a);
    struct sim_mat3 c;
    for (int i = 0; i < 3; i++)
        for (int j = i; j < 3; j++)
            c.m[i][j] = c.m[j][i] =
                ra.m[i][0] * r.m[j][0] + ra.m[i][1] * r.m[j][1] + ra.m[i][2] * r.m[j][2];
    return c;
}

static inline struct sim_pose sim_pose_identity(void) {
    return (struct sim_pose){{0.0, 0.0, 0.0}, {1.0, 0.0, 0.0, 0.0}};
}
// outer o inner: inner is given in the frame of outer.
static inline struct sim_pose sim_pose_mul(struct sim_pose outer, struct sim_pose inner) {
    return (struct sim_pose){sim_add(outer.p, sim_rotate(outer.q, inner.p)),
                             sim_quat_mul(outer.q, inner.q)};
}
static inline struct sim_vec3 sim_pose_point(struct sim_pose frame, struct sim_vec3 local) {
    return sim_add(frame.p, sim_rotate(frame.q, local));
}
static inline struct sim_vec3 sim_pose_local(struct sim_pose frame, struct sim_vec3 world) {
    return sim_unrotate(frame.q, sim_sub(world, frame.p));
}
static inline struct sim_pose sim_pose_inverse(struct sim_pose a) {
    const struct sim_quat q = sim_quat_conj(a.q);
    return (struct sim_pose){sim_neg(sim_rotate(q, a.p)), q};
}
