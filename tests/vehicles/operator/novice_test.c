#include "vehicles/operator/novice.h"

#include <math.h>
#include <string.h>

#include "tests/near.h"

static const double dt = 0.01;

static int in_motion(const struct veh_controls *levers) {
    int count = 0;
    for (int i = VEH_SLEW; i <= VEH_ROTATOR; i++)
        count += fabs(levers->value[i]) > 0.05;
    return count;
}

// The first grade moves one function of four that have a way to go, and one after the other all of
// them as far as they have to.
static void hands_move_as_many_functions_as_they_can(void **state) {
    (void)state;
    static const int most[VEH_NOVICE_GRADES] = {1, 2, 3};
    for (int grade = 1; grade <= VEH_NOVICE_GRADES; grade++) {
        struct veh_novice novice;
        double to_go[VEH_CONTROL_COUNT];
        int held = 0;
        for (int i = 0; i < VEH_CONTROL_COUNT; i++)
            to_go[i] = 2.0;
        veh_novice_init(&novice, grade, 1);
        for (int step = 0; step < 6000; step++) {
            struct veh_controls levers = {{0.0}};
            for (int i = VEH_SLEW; i <= VEH_TELESCOPE; i++)
                levers.value[i] = fmax(fmin(to_go[i], 1.0), -1.0);
            veh_novice_move(&novice, dt, &levers);
            int holds = 0;
            for (int i = VEH_SLEW; i <= VEH_TELESCOPE; i++) {
                holds += novice.held[i] > 0.0;
                to_go[i] -= levers.value[i] * dt;
            }
            held = holds > held ? holds : held;
        }
        assert_int_equal(held, most[grade - 1]);
        for (int i = VEH_SLEW; i <= VEH_TELESCOPE; i++)
            assert_near(to_go[i], 0.0, 0.15);
    }
}

// [s] from when a lever is meant until it moves, and from when it is not until it rests.
static void measure_delay(int grade, double *until_moved, double *until_rest) {
    struct veh_novice novice;
    *until_moved = *until_rest = 0.0;
    veh_novice_init(&novice, grade, 1);
    for (int step = 0; step < 400; step++) {
        struct veh_controls levers = {{0.0}};
        levers.value[VEH_SLEW] = step >= 100 && step < 180 ? 0.8 : 0.0;
        veh_novice_move(&novice, dt, &levers);
        if (*until_moved <= 0.0 && in_motion(&levers) > 0)
            *until_moved = (step - 100) * dt;
        if (step > 180 && in_motion(&levers) > 0)
            *until_rest = (step - 179) * dt;
    }
}

static void better_hands_are_quicker(void **state) {
    (void)state;
    double moved_before = 10.0, rest_before = 10.0;
    for (int grade = 1; grade <= VEH_NOVICE_GRADES; grade++) {
        double moved, rest;
        measure_delay(grade, &moved, &rest);
        assert_true(moved > 0.1 && moved < moved_before);
        assert_true(rest > 0.1 && rest < rest_before);
        moved_before = moved;
        rest_before = rest;
    }
}

// [m] by how much the grade's cuts are too high in the mean of many looks; the lowest in *lowest.
static double measure_aim(int grade, double *lowest) {
    enum { LOOKS = 2000 };
    struct veh_novice novice;
    double sum = 0.0;
    veh_novice_init(&novice, grade, 1);
    *lowest = 1.0;
    for (int i = 0; i < LOOKS; i++) {
        const double higher = veh_novice_aim_higher(&novice);
        *lowest = fmin(*lowest, higher);
        sum += higher;
    }
    return sum / LOOKS;
}

// As high as they are unsure, and a little more, since no cut is in the ground: the mean of 1 + z
// and 0, whichever is more, is 1.083 for a normal z. The mean of 2000 is good to 0.02.
static void better_eyes_cut_lower(void **state) {
    (void)state;
    double before = 1.0;
    for (int grade = 1; grade <= VEH_NOVICE_GRADES; grade++) {
        struct veh_novice novice;
        double lowest;
        veh_novice_init(&novice, grade, 1);
        const double higher = measure_aim(grade, &lowest);
        assert_near(higher / novice.hands.eye, 1.083, 0.05);
        assert_near(lowest, 0.0, 0.0);
        assert_true(higher < 0.6 * before);
        before = higher;
    }
}

// Buttons and pedals are not touched, and the same seed gives the same hands.
static void the_rest_is_the_demonstrators(void **state) {
    (void)state;
    struct veh_novice a, b, c;
    bool differs = false;
    veh_novice_init(&a, 1, 7);
    veh_novice_init(&b, 1, 7);
    veh_novice_init(&c, 1, 8);
    for (int step = 0; step < 300; step++) {
        struct veh_controls x = {{0.0}}, y, z;
        x.value[VEH_SAW] = x.value[VEH_BOOM] = 1.0;
        x.value[VEH_DRIVE] = -0.7;
        y = z = x;
        veh_novice_move(&a, dt, &x);
        veh_novice_move(&b, dt, &y);
        veh_novice_move(&c, dt, &z);
        assert_near(x.value[VEH_SAW], 1.0, 0.0);
        assert_near(x.value[VEH_DRIVE], -0.7, 0.0);
        assert_near(x.value[VEH_BOOM], y.value[VEH_BOOM], 0.0);
        assert_true(fabs(x.value[VEH_BOOM]) <= 1.0);
        differs = differs || x.value[VEH_BOOM] < z.value[VEH_BOOM];
    }
    assert_true(differs);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(hands_move_as_many_functions_as_they_can),
        cmocka_unit_test(better_hands_are_quicker),
        cmocka_unit_test(better_eyes_cut_lower),
        cmocka_unit_test(the_rest_is_the_demonstrators),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
