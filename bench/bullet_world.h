// Bullet through plain C functions, as far as the benchmarks need it; Bullet itself is C++ only.
// SI units, quaternions are (w, x, y, z). Bodies without mass do not move.
#pragma once

#ifdef __cplusplus
extern "C" {
#endif

struct bench_bullet;

struct bench_bullet_shape {
    enum { BENCH_BULLET_BOX, BENCH_BULLET_CAPSULE, BENCH_BULLET_SPHERE, BENCH_BULLET_GROUND } kind;
    double half[3];             // box [m]
    double radius, half_length; // capsule along z, sphere [m]
    double height;              // ground: z of the plane in the world [m]
};

// Solves by sequential impulses.
struct bench_bullet *bench_bullet_create(const double gravity[3], int iterations);
void bench_bullet_destroy(struct bench_bullet *bullet); // NULL is allowed
// A body of one shape, which says where it is; inertia about the shape's axes. Returns its index,
// -1: out of memory. friction: Bullet takes the product of two.
int bench_bullet_add(struct bench_bullet *bullet, const struct bench_bullet_shape *shape,
                     double mass, const double inertia[3], const double p[3], const double q[4],
                     double friction);
void bench_bullet_step(struct bench_bullet *bullet, double h);
void bench_bullet_pose(const struct bench_bullet *bullet, int body, double p[3], double q[4]);

#ifdef __cplusplus
}
#endif
