// The demonstrator processes heavy spruces at 6 m from the crane's pillar to the end, with the
// machine and the place of the first exercise.
#include "data/exercise/practice.h"
#include "tests/data/exercise/shipped.h"
#include "tests/near.h"

static double work_off(double dbh, struct dat_practice *practice) {
    static struct dat_exercise exercise;
    struct dat_problem problem = {""};
    load_shipped(&exercise, "first-harvest", NULL);
    struct ter_tree *tree = &exercise.site.stand.trees[exercise.targets[0]];
    const struct ter_height_curve curve = ter_default_height_curve(dbh);
    tree->dbh = dbh;
    tree->height = ter_species_height(tree->species, &curve, dbh);
    tree->crown_base = ter_species_crown_base(tree->species, dbh, tree->height);
    assert_true(dat_practice_start(practice, &exercise, NULL, "", DAT_DEMONSTRATOR, &problem));
    const struct veh_demo_task task = dat_exercise_task(&exercise);
    const char *reason = "";
    struct veh_demonstrator *demo = veh_demo_create(&practice->site, &task, &reason);
    assert_non_null(demo);
    struct veh_controls levers = {{0.0}};
    while (veh_demo_step(demo, &practice->site, &levers) == VEH_DEMO_GOING &&
           !dat_practice_time_is_up(practice))
        dat_practice_step(practice, &levers);
    veh_demo_destroy(demo);
    double logs = 0.0;
    for (int i = 0; i < practice->logs.count; i++)
        logs += practice->logs.items[i].volume;
    print_message("%.2f m: %d logs of %.2f m3 in %.0f s\n", dbh, practice->logs.count, logs,
                  veh_worksite_time(&practice->site));
    assert_near(practice->site.max_joint_error, 0.0, 0.02);
    assert_true(dat_practice_finish(practice, DAT_STOPPED, &problem));
    dat_exercise_finish(&exercise);
    return logs;
}

// Stems of 1.0 to 1.6 m3: all but the top becomes logs, as much as the taper gives.
static void heavy_stems_are_processed_to_the_end(void **state) {
    (void)state;
    static const double dbh[] = {0.33, 0.35, 0.40};
    for (int i = 0; i < 3; i++) {
        struct dat_practice practice;
        const struct ter_height_curve curve = ter_default_height_curve(dbh[i]);
        const double height = ter_species_height(TER_SPRUCE, &curve, dbh[i]);
        const struct ter_stem tree = ter_stem_whole(TER_SPRUCE, dbh[i], height, 15.0, 0.2);
        const double volume = ter_stem_volume(&tree, 0.0, height - 0.2);
        assert_true(volume > 0.95 && volume < 1.7);
        assert_near(work_off(dbh[i], &practice) / volume, 0.98, 0.03);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(heavy_stems_are_processed_to_the_end)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
