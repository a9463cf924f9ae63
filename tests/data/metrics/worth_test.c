// Values of logs and trees, against prices and volumes that are worked out here.
#include "data/metrics/worth.h"

#include <math.h>

#include "tests/near.h"

enum { SAW_LOG, PULPWOOD };

static struct veh_products products;

static void begin(void) {
    products = veh_default_products();
    products.count = 2;
    products.product[SAW_LOG] = (struct veh_product){.species = -1,
                                                     .min_top = 0.18,
                                                     .max_butt = 2.0,
                                                     .grades = veh_grades_up_to(2),
                                                     .diameter_count = 1,
                                                     .diameter = {0.18},
                                                     .length_count = 1,
                                                     .length = {4.0},
                                                     .window_low = -0.03,
                                                     .window_high = 0.03};
    products.product[SAW_LOG].cell[0][0].price = 80.0;
    products.product[PULPWOOD] = (struct veh_product){.species = -1,
                                                      .min_top = 0.08,
                                                      .max_butt = 2.0,
                                                      .diameter_count = 1,
                                                      .diameter = {0.08},
                                                      .length_count = 1,
                                                      .length = {3.0},
                                                      .window_low = -0.03,
                                                      .window_high = 0.03};
    products.product[PULPWOOD].cell[0][0].price = 30.0;
}

static struct ter_stem spruce(void) {
    return ter_stem_whole(TER_SPRUCE, 0.3, 23.0, 12.0, 0.15);
}

static struct ter_stem log_of(const struct ter_stem *tree, double from, double length) {
    struct ter_stem log = *tree;
    log.from = tree->from + from;
    log.to = log.from + length;
    return log;
}

// A log is paid by its volume over bark, as the best product that it is good for.
static void a_log_is_worth_its_volume(void **state) {
    (void)state;
    begin();
    const struct ter_stem tree = spruce(), saw_log = log_of(&tree, 0.0, 4.0),
                          pulp = log_of(&tree, 4.0, 3.0), odd = log_of(&tree, 0.0, 2.5);
    assert_near(dat_worth_of_log(&products, &saw_log), 80.0 * ter_stem_volume(&saw_log, 0.0, 4.0),
                0.05);
    assert_near(dat_worth_of_log(&products, &pulp), 30.0 * ter_stem_volume(&pulp, 0.0, 3.0), 0.05);
    assert_near(dat_worth_of_log(&products, &odd), 0.0, 0.0);
}

// A saw log with rot is worth what pulpwood is.
static void rot_costs_a_saw_log(void **state) {
    (void)state;
    begin();
    struct ter_stem tree = spruce();
    tree.defects.rot = 2.0;
    const struct ter_stem rotten = log_of(&tree, 0.0, 4.0), above = log_of(&tree, 3.0, 4.0);
    assert_near(dat_worth_of_log(&products, &rotten), 30.0 * ter_stem_volume(&rotten, 0.0, 4.0),
                0.05);
    assert_near(dat_worth_of_log(&products, &above), 80.0 * ter_stem_volume(&above, 0.0, 4.0),
                0.05);
}

// No way to cut a tree into logs of both kinds, tried one by one, is worth more; the best is.
static double best_by_trial(const struct ter_stem *tree, double from) {
    const double lengths[] = {4.0, 3.0};
    double best = 0.0;
    for (int i = 0; i < 2; i++) {
        if (from + lengths[i] > ter_stem_length(tree))
            continue;
        const struct ter_stem log = log_of(tree, from, lengths[i]);
        if (i == SAW_LOG &&
            (ter_stem_diameter(&log, 4.0) < 0.18 || ter_stem_grade(&log, 0.0, 4.0) > 2))
            continue; // no pulpwood is cut to 4 m
        best =
            fmax(best, dat_worth_of_log(&products, &log) + best_by_trial(tree, from + lengths[i]));
    }
    return best;
}

static void a_tree_is_worth_its_best_logs(void **state) {
    (void)state;
    begin();
    struct ter_stem tree = spruce();
    const double sound = dat_worth_of_tree(&products, &tree);
    assert_near(sound, best_by_trial(&tree, 0.0), 0.01 * sound);
    tree.defects.rot = 2.5; // 3 m of pulpwood, then saw logs
    const double rotten = dat_worth_of_tree(&products, &tree);
    assert_near(rotten, best_by_trial(&tree, 0.0), 0.01 * rotten);
    assert_true(rotten < sound);
    tree.defects = (struct ter_defects){.fork = 9.0}; // two saw logs, and no more
    const double forked = dat_worth_of_tree(&products, &tree);
    assert_true(forked >= best_by_trial(&tree, 0.0) * 0.99 && forked < sound);
    tree.defects =
        (struct ter_defects){.sweep = 0.13}; // grade 3 as one log of 4 m, 2 as one of 3 m
    const double bowed = dat_worth_of_tree(&products, &tree);
    assert_near(bowed, best_by_trial(&tree, 0.0), 0.02 * bowed);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_log_is_worth_its_volume),
        cmocka_unit_test(rot_costs_a_saw_log),
        cmocka_unit_test(a_tree_is_worth_its_best_logs),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
