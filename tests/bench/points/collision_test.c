// The page's force while bodies overlap keeps both momenta, and in the limit of a stiff force gives
// the page's formula.
#include "bench/points/collision.h"

#include "tests/near.h"

// The collision lasts as 1 / sqrt(stiffness), and as long the normal turns.
static void stiff_forces_give_the_formula(void **state) {
    (void)state;
    double off[3];
    for (int k = 0; k < 3; k++) {
        const struct bench_collision found = bench_collide(1e6 * pow(16.0, k));
        off[k] = found.impulse / found.formula - 1.0;
        assert_near(found.momentum, 0.0, 1e-11);
        assert_near(found.angular, 0.0, 1e-11);
        assert_near(found.energy, 0.0, 1e-4); // of 7 J; Runge-Kutta steps across the first touch
        assert_true(found.deepest > 0.0);
    }
    assert_near(off[2], 0.0, 1e-3);
    assert_near(off[1] / off[0], 0.25, 0.05);
    assert_near(off[2] / off[1], 0.25, 0.05);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(stiff_forces_give_the_formula),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
