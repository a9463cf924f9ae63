// Value of stems cut by the computer's proposals, against the best logs of whole stems.
#include "tests/random.h"
#include "tests/vehicles/computer/computer_rig.h"

static uint64_t seed;

static double uniform(double low, double high) {
    return random_between(&seed, low, high);
}

// By the best logs of a stem whose whole profile is known.
static double optimum(void) {
    static struct veh_profile whole;
    static struct veh_plan plan;
    memset(&whole, 0, sizeof whole);
    for (double z = 0.0; z < r.height - 0.2; z += veh_profile_step)
        veh_profile_measure(&whole, z + 1e-6, thickness(z));
    const struct veh_bucking b = {
        .products = &r.products, .profile = &whole, .species = (int)r.species, .from_butt = true};
    veh_buck(&b, &plan);
    return plan.value;
}

static double value_of_log(double from, double length) {
    static struct veh_profile whole;
    memset(&whole, 0, sizeof whole);
    for (double z = 0.0; z < r.height - 0.2; z += veh_profile_step)
        veh_profile_measure(&whole, z + 1e-6, thickness(z));
    const struct veh_bucking b = {.products = &r.products,
                                  .profile = &whole,
                                  .species = (int)r.species,
                                  .from_butt = from <= 0.0};
    struct veh_planned_log log = {.value = 0.0};
    (void)veh_value_log(&b, r.news.product, from, length, &log);
    return log.value;
}

static double process(void) {
    double value = 0.0;
    fell();
    r.butt = 0.0;
    for (int i = 0; i < VEH_MAX_LOGS; i++) {
        run(no_key, 0.1);
        if (r.computer.plan.count == 0)
            break;
        press(proposal);
        run(no_key, 8.0);
        const double from = r.butt;
        cut();
        if (r.news.product >= 0)
            value += value_of_log(from, r.butt - from);
    }
    let_go();
    return value;
}

// They lose at most 3 % of the optimum, which knows the whole stem before the first cut.
static void proposals_are_worth_almost_the_optimum(void **state) {
    (void)state;
    enum { STEMS = 40 };
    seed = 11;
    begin(80.0);
    double best = 0.0, cut_value = 0.0;
    for (int i = 0; i < STEMS; i++) {
        r.dbh = uniform(0.18, 0.45);
        r.height = ter_default_height_curve(r.dbh).hg * uniform(0.88, 1.12);
        r.closed = r.upright = true;
        r.butt = r.fed = r.unheard = 0.0;
        best += optimum();
        cut_value += process();
    }
    assert_true(cut_value > 0.97 * best);
    assert_true(cut_value <= best);
    assert_int_equal(r.computer.memory.stems[TER_SPRUCE], 25); // as many as it remembers
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(proposals_are_worth_almost_the_optimum),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
