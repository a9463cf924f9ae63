// Along the impact the normal impulse p grows from zero, and everything is a function of it (Routh;
// Mirtich's and Stronge's form):
//
//   dv/dp = K (f0, f1, 1),   dW/dp = v_n
//
// (f0, f1) is Coulomb friction per unit of p: it stops the sliding, or opposes it at its bound, the
// ellipse (f0/mu0)^2 + (f1/mu1)^2 <= 1.
//
// Compression ends where v_n = 0, at p_c with the work W_c < 0. The impact ends with e the
// coefficient of restitution where
//
//   Newton    v_n = -e v_n(0)                              (2.8)
//   Poisson   p = (1 + e) p_c                              (2.9)
//   Stronge   W = (1 - e^2) W_c: the share e^2 of the work of compression is returned
//
// Stronge's ratio is the square of e: Jung prints W_D = (1 - e^2) W_C (2.11), which is the work
// that is lost. Without friction the three agree. With friction Newton's law can gain energy;
// Stronge's never does.
//
// Friction is taken implicitly in small steps of p, each step itself dissipative.
#include "sim/contact/impact_law.h"

#include <assert.h>
#include <string.h>

static const int steps_of_compression = 200;
static const int most_steps = 20000;

struct path {
    const struct sim_impact *impact;
    double v[3], p, work; // now
    double f[3];          // impulse so far
};

// Friction per unit of p over a step dp: in y = f / mu the bound is the unit disc. The fixed point
// of y = projection of (y - r v') is friction that opposes the velocity at the end of the step.
static void friction(const struct path *path, double dp, double f[2]) {
    const struct sim_impact *impact = path->impact;
    const double *mu = impact->friction;
    f[0] = f[1] = 0.0;
    if (!(mu[0] > 0.0) && !(mu[1] > 0.0))
        return;
    double a[2][2], b[2], y[2] = {0.0, 0.0};
    for (int i = 0; i < 2; i++) {
        b[i] = mu[i] * (path->v[i] + dp * impact->k[i][2]);
        for (int j = 0; j < 2; j++)
            a[i][j] = mu[i] * dp * impact->k[i][j] * mu[j];
    }
    const double r = 1.0 / (a[0][0] + a[1][1]);
    for (int n = 0; n < 60; n++) {
        const double v0 = b[0] + a[0][0] * y[0] + a[0][1] * y[1];
        const double v1 = b[1] + a[1][0] * y[0] + a[1][1] * y[1];
        const double z[2] = {y[0] - r * v0, y[1] - r * v1};
        const double length = sqrt(z[0] * z[0] + z[1] * z[1]);
        const double scale = length > 1.0 ? 1.0 / length : 1.0;
        const double change = fabs(scale * z[0] - y[0]) + fabs(scale * z[1] - y[1]);
        y[0] = scale * z[0];
        y[1] = scale * z[1];
        if (change < 1e-12)
            break;
    }
    f[0] = mu[0] * y[0];
    f[1] = mu[1] * y[1];
}

static double slope(const struct path *path, const double f[2]) {
    const double *k = path->impact->k[2];
    return k[0] * f[0] + k[1] * f[1] + k[2];
}

static void advance(struct path *path, double dp, const double f[2]) {
    const double change[3] = {f[0], f[1], 1.0};
    const double before = path->v[2];
    for (int i = 0; i < 3; i++) {
        path->f[i] += dp * change[i];
        for (int j = 0; j < 3; j++)
            path->v[i] += dp * path->impact->k[i][j] * change[j];
    }
    path->work += 0.5 * dp * (before + path->v[2]);
    path->p += dp;
}

// The p in [0, dp] at which the normal velocity reaches v; dp if it does not.
static double until_speed(const struct path *path, double rate, double v, double dp) {
    if (path->v[2] >= v)
        return 0.0;
    return rate > 0.0 ? fmin(dp, (v - path->v[2]) / rate) : dp;
}

// The same for the work, which grows: W + v p + rate p^2 / 2 = target.
static double until_work(const struct path *path, double rate, double target, double dp) {
    const double v = path->v[2], missing = target - path->work;
    if (missing <= 0.0)
        return 0.0;
    const double root = v * v + 2.0 * rate * missing;
    if (!(root >= 0.0))
        return dp;
    const double p = 2.0 * missing / (v + sqrt(root));
    return p > 0.0 ? fmin(dp, p) : dp;
}

static void compress(struct path *path, double dp) {
    for (int i = 0; i < most_steps && path->v[2] < 0.0; i++) {
        double f[2];
        friction(path, dp, f);
        const double rate = slope(path, f), way = until_speed(path, rate, 0.0, dp);
        advance(path, way, f);
        if (way < dp)
            path->v[2] = 0.0; // reached, up to rounding
    }
}

static void restore(struct path *path, double dp) {
    const struct sim_impact *impact = path->impact;
    const double e = impact->restitution, p_end = (1.0 + e) * path->p;
    const double v_end = -e * impact->velocity[2], work_end = (1.0 - e * e) * path->work;
    for (int i = 0; i < most_steps && e > 0.0; i++) {
        double f[2];
        friction(path, dp, f);
        const double rate = slope(path, f);
        double way = dp;
        if (impact->law == SIM_IMPACT_NEWTON)
            way = until_speed(path, rate, v_end, dp);
        else if (impact->law == SIM_IMPACT_POISSON)
            way = sim_clamp(p_end - path->p, 0.0, dp);
        else
            way = until_work(path, rate, work_end, dp);
        advance(path, way, f);
        if (way < dp)
            break;
    }
}

void sim_impact_impulse(const struct sim_impact *impact, double impulse[3]) {
    assert(impact->restitution >= 0.0 && impact->restitution <= 1.0);
    memset(impulse, 0, 3 * sizeof *impulse);
    if (!(impact->velocity[2] < 0.0) || !(impact->k[2][2] > 0.0))
        return;
    const double p = -impact->velocity[2] / impact->k[2][2];
    if (!(impact->friction[0] > 0.0) && !(impact->friction[1] > 0.0)) {
        impulse[2] = (1.0 + impact->restitution) * p; // closed form, the same for all three laws
        return;
    }
    struct path path = {.impact = impact};
    memcpy(path.v, impact->velocity, sizeof path.v);
    compress(&path, p / steps_of_compression);
    restore(&path, p / steps_of_compression);
    memcpy(impulse, path.f, sizeof path.f);
}
