// The classical Runge-Kutta method of fourth order, for reference solutions: written down here so
// that it shares nothing with what is tested.
#pragma once

#define RK4_MOST 16

// dy = f(y) of size numbers; context is handed on.
typedef void rk4_derivative(const double *y, double *dy, const void *context);

static inline void rk4_step(double *y, int size, double h, rk4_derivative *f, const void *context) {
    static const double shift[] = {0.0, 0.5, 0.5, 1.0}, weight[] = {1.0, 2.0, 2.0, 1.0};
    double k[RK4_MOST] = {0.0}, sum[RK4_MOST] = {0.0}, at[RK4_MOST];
    for (int stage = 0; stage < 4; stage++) {
        for (int i = 0; i < size; i++)
            at[i] = y[i] + shift[stage] * h * k[i];
        f(at, k, context);
        for (int i = 0; i < size; i++)
            sum[i] += weight[stage] * k[i];
    }
    for (int i = 0; i < size; i++)
        y[i] += h / 6.0 * sum[i];
}

// Over a time in so many steps.
static inline void rk4_run(double *y, int size, double time, int steps, rk4_derivative *f,
                           const void *context) {
    for (int i = 0; i < steps; i++)
        rk4_step(y, size, time / steps, f, context);
}
