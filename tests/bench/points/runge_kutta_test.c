// One step of a linear equation multiplies by a polynomial of the step, which is that of the
// exponential up to the order.
#include "tests/bench/points/decay.h"
#include "tests/near.h"

// |1 + iz + (iz)^2/2 + ...| up to the order.
static double oscillation(double z, int order) {
    double real = 0.0, imaginary = 0.0, term = 1.0;
    for (int k = 0; k <= order; k++) {
        const double sign = k % 4 < 2 ? 1.0 : -1.0;
        *(k % 2 ? &imaginary : &real) += sign * term;
        term *= z / (k + 1);
    }
    return hypot(real, imaginary);
}

static double decay(double z, int order) {
    double sum = 0.0, term = 1.0;
    for (int k = 0; k <= order; k++) {
        sum += term;
        term *= -z / (k + 1);
    }
    return sum;
}

static void steps_multiply_by_their_polynomials(void **state) {
    (void)state;
    static const struct {
        const struct bench_point_method *method;
        int order;
    } cases[] = {{&bench_point_euler, 1},
                 {&bench_point_midpoint, 2},
                 {&bench_point_heun, 2},
                 {&bench_point_rk4, 4}};
    static const double step[] = {0.1, 0.5, 1.3, 2.2, 3.1};
    for (int i = 0; i < 4; i++)
        for (int k = 0; k < 5; k++) {
            const double z = step[k];
            assert_near(bench_oscillation_growth(cases[i].method, z),
                        oscillation(z, cases[i].order), 1e-11);
            assert_near(decay_factor(cases[i].method, z), decay(z, cases[i].order), 1e-12);
        }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(steps_multiply_by_their_polynomials),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
