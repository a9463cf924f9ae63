// With det = a (b x c), V = det / 6 and s = a + b + c, the tetrahedron (0, a, b, c) has
//     int x dV = V / 4 s,   int x x^T dV = det / 120 (a a^T + b b^T + c c^T + s s^T).
#include "sim/shape/moments.h"

static void add_product(struct sim_mat3 *sum, struct sim_vec3 v, double weight) {
    const double x[3] = {v.x, v.y, v.z};
    for (int i = 0; i < 3; i++)
        for (int j = 0; j < 3; j++)
            sum->m[i][j] += weight * x[i] * x[j];
}

void sim_moments_add(struct sim_moments *moments, struct sim_vec3 a, struct sim_vec3 b,
                     struct sim_vec3 c) {
    const double det = sim_dot(a, sim_cross(b, c));
    const struct sim_vec3 s = sim_add(a, sim_add(b, c));
    moments->volume += det / 6.0;
    moments->first = sim_add_scaled(moments->first, s, det / 24.0);
    add_product(&moments->product, a, det / 120.0);
    add_product(&moments->product, b, det / 120.0);
    add_product(&moments->product, c, det / 120.0);
    add_product(&moments->product, s, det / 120.0);
}

struct sim_mass sim_moments_unit_mass(const struct sim_moments *moments) {
    struct sim_mass mass = {.mass = 1.0};
    mass.centre = sim_scale(moments->first, 1.0 / moments->volume);
    struct sim_mat3 p = moments->product;
    for (int i = 0; i < 3; i++)
        for (int j = 0; j < 3; j++)
            p.m[i][j] /= moments->volume;
    add_product(&p, mass.centre, -1.0);
    const double trace = p.m[0][0] + p.m[1][1] + p.m[2][2];
    for (int i = 0; i < 3; i++)
        for (int j = 0; j < 3; j++)
            mass.inertia.m[i][j] = (i == j ? trace : 0.0) - p.m[i][j];
    return mass;
}
