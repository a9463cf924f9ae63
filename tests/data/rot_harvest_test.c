// The demonstrator tells the harvester's computer of rot, which it sees on the faces of the cuts
// and the computer does not: no log becomes a product that its wood is too bad for.
#include "data/exercise/practice.h"
#include "tests/data/exercise/shipped.h"
#include "tests/near.h"

enum { SAW_LOG, PALLET_LOG, PULPWOOD, PRODUCTS }; // of the exercise, in this order

static const double rot = 4.0;                              // [m] above the ground
static const double pallet_length = 3.7, pallet_top = 0.14; // [m] of the exercise

static int start_grade; // that the computer assumes, 0: that of the exercise

// Fells and cuts the spruce of the first exercise, whose products of solid wood take no rot.
static void harvest_rotten(bool with_prices) {
    static const double prices[PRODUCTS] = {90.0, 60.0, 35.0};
    static struct dat_exercise exercise;
    static struct dat_practice practice;
    struct dat_problem problem = {""};
    load_shipped(&exercise, "first-harvest", NULL);
    exercise.site.stand.trees[exercise.targets[0]].defects.rot = rot;
    assert_int_equal(exercise.scenario.products->count, PRODUCTS);
    if (start_grade > 0)
        exercise.scenario.products->start_grade[TER_SPRUCE] = (uint8_t)start_grade;
    for (int p = 0; p < PRODUCTS; p++) {
        exercise.scenario.products->product[p].grades = p == PULPWOOD ? 0 : veh_grades_up_to(2);
        exercise.scenario.products->product[p].cell[0][0].price = with_prices ? prices[p] : 0.0;
    }
    assert_true(dat_practice_start(&practice, &exercise, NULL, "", DAT_DEMONSTRATOR, &problem));
    const struct veh_demo_task task = dat_exercise_task(&exercise);
    const char *reason = "";
    struct veh_demonstrator *demo = veh_demo_create(&practice.site, &task, &reason);
    assert_non_null(demo);
    struct veh_controls levers = {{0.0}};
    enum veh_demo_result result;
    while ((result = veh_demo_step(demo, &practice.site, &levers)) == VEH_DEMO_GOING)
        dat_practice_step(&practice, &levers);
    assert_int_equal(result, VEH_DEMO_DONE);
    veh_demo_destroy(demo);
    assert_true(practice.logs.count >= 3);
    assert_true(dat_score_value(&practice.score, DAT_LOGS_REJECTED) <= 0.0 || start_grade > 0);
    int solid = 0;
    for (int i = 0; i < practice.site.stems.count; i++) {
        const struct veh_stem *log = &practice.site.stems.items[i];
        if (log->kind != VEH_STEM_LOG || log->product < 0)
            continue;
        struct ter_stem pallet = log->stem;
        pallet.to = pallet.from + pallet_length;
        const bool thin = ter_stem_diameter(&pallet, pallet_length) < pallet_top;
        assert_true(start_grade > 0 || (log->product == PULPWOOD ? log->stem.from < rot || thin
                                                                 : log->stem.from >= rot));
        solid += log->product != PULPWOOD;
    }
    assert_true(solid >= 1 || start_grade > 0);
    assert_true(dat_practice_finish(&practice, DAT_STOPPED, &problem));
    dat_exercise_finish(&exercise);
}

static void rot_is_told_where_the_operator_chooses(void **state) {
    (void)state;
    harvest_rotten(false);
}

static void rot_is_told_where_the_computer_chooses(void **state) {
    (void)state;
    harvest_rotten(true);
}

// The wood above the rot has a grade that the key never comes to: it is pressed for a while.
static void a_grade_that_no_press_gives_is_left(void **state) {
    (void)state;
    start_grade = 3; // of products that name 1 and 2, and rot is worse
    harvest_rotten(false);
    start_grade = 0;
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(rot_is_told_where_the_operator_chooses),
        cmocka_unit_test(rot_is_told_where_the_computer_chooses),
        cmocka_unit_test(a_grade_that_no_press_gives_is_left),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
