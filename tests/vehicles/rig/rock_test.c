// A rigid machine on springs, its crane sideways: heave, sway and roll are coupled, and the slowest
// of the modes is the one that is seen.
#include "tests/vehicles/rig/small_machine.h"

// A point mass: what it adds to mass, first moments and roll inertia about the ground below the
// middle.
struct sums {
    double m, y, z, j;
};

static void add(struct sums *s, double mass, double y, double z) {
    s->m += mass;
    s->y += mass * y;
    s->z += mass * z;
    s->j += mass * (y * y + z * z + small_box * small_box / 6.0);
}

// Boom and jib reach as far as they can, at the angle above the level; the tool hangs below.
static struct sums sideways(double up) {
    struct sums s = {0.0, 0.0, 0.0, 0.0};
    add(&s, small_frame_mass, 0.0, small_frame_height);
    add(&s, small_pillar_mass, 0.0, 2.0);
    add(&s, small_boom_mass, 0.5 * small_boom * cos(up), small_pivot + 0.5 * small_boom * sin(up));
    add(&s, small_jib_mass, (small_boom + 0.5 * small_jib) * cos(up),
        small_pivot + (small_boom + 0.5 * small_jib) * sin(up));
    // A tool that hangs follows the tip up and down, not aside.
    const double reach = (small_boom + small_jib) * cos(up);
    s.m += small_tool_mass;
    s.y += small_tool_mass * reach;
    s.j += small_tool_mass * reach * reach;
    for (int i = 0; i < 4; i++)
        add(&s, small_wheel_mass, i & 1 ? small_track : -small_track, small_radius);
    return s;
}

// Heave u, sway v at the ground and roll f: with y_i and z_i of the masses,
//   M = [m, 0, m y; 0, n, -n z; m y, -n z, j],  K = diag(k, k, k (t^2 + w^2) - g m z)
// where n leaves the tool out, each tyre carries on two points w beside its middle, and stiction is
// as stiff as the tyre. The slowest mode is what the power method finds for K^-1 M.
static double slow_period(const struct sums *s) {
    const double k = 4.0 * small_stiffness(), width = 0.2, n = s->m - small_tool_mass;
    const double roll = k * (small_track * small_track + width * width) - small_gravity * s->z;
    double x[3] = {1.0, 1.0, 1.0}, largest = 0.0;
    for (int i = 0; i < 100; i++) {
        const double next[3] = {(s->m * x[0] + s->y * x[2]) / k, (n * x[1] - s->z * x[2]) / k,
                                (s->y * x[0] - s->z * x[1] + s->j * x[2]) / roll};
        largest = next[2];
        for (int c = 0; c < 3; c++)
            x[c] = next[c] / largest;
    }
    return 2.0 * SIM_PI * sqrt(largest);
}

static void the_roll_has_the_period_of_springs(void **state) {
    (void)state;
    static struct veh_sheet sheet;
    struct small_machine m;
    small_machine_init(&m);
    veh_sheet_init(&sheet);
    assert_true(veh_measure_rock.measure(&m.def, &sheet));
    const struct sums s = sideways(0.0);
    assert_near(sheet.figure[VEH_FIGURE_ROLL_PERIOD], slow_period(&s), 0.05 * slow_period(&s));
    assert_true(sheet.figure[VEH_FIGURE_ROLL] > 0.0);
    assert_true(sheet.figure[VEH_FIGURE_ROLL_DAMPING] > 0.0);
    assert_true(sheet.curve[VEH_CURVE_ROCK].count > 100);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(the_roll_has_the_period_of_springs)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
