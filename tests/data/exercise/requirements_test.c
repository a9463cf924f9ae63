#include "data/exercise/requirements.h"

#include "tests/data/exercise/exercise_case.h"

static void named_trees_replace_the_marked_ones(void **state) {
    (void)state;
    must_load(TRY "trees: ['2', '14']\n");
    assert_int_equal(exercise.target_count, 2);
    const struct ter_tree *trees = exercise.site.stand.trees;
    assert_string_equal(trees[exercise.targets[0]].id, "2");
    assert_string_equal(trees[exercise.targets[1]].id, "14");
    int marked = 0;
    for (int i = 0; i < exercise.site.stand.count; i++)
        marked += trees[i].status == TER_TREE_MARKED;
    assert_int_equal(marked, 2);
    dat_exercise_finish(&exercise);
}

static const struct bad_input rows[] = {
    {"exercise: Try\ndescription: Try it\n" FOREST FORWARDER ON_THE_ROAD
     "assortments: [{name: a, length: 4}]\ngoals: {trees_felled: {at_least: 1}}\n",
     4, 10, "lacks what this exercise needs: a harvester head"},
    {TRY "trees: [1, nobody]\n", 6, 12, "the site has no tree 'nobody'"},
    {"exercise: Try\n" FOREST HARVESTER ON_THE_ROAD "assortments: [{name: a, length: 4}]\n"
     "trees: ['1', '5']\ngoals: {trees_felled: {at_least: 3}}\n",
     7, 9, "the goal is 3 trees, but only 2 are to be felled"},
    {TRY "camera: nowhere\n", 6, 9, "the machine has no camera 'nowhere'"},
    {TRY "hose_bursts: [{valve: crane.bom, time: 5}]\n", 6, 23,
     "the machine has no valve 'crane.bom', expected one such as '"},
};

static void every_mistake_is_named_at_its_place(void **state) {
    (void)state;
    assert_refused(rows, sizeof rows / sizeof rows[0]);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(named_trees_replace_the_marked_ones),
        cmocka_unit_test(every_mistake_is_named_at_its_place),
    };
    return cmocka_run_group_tests(tests, set_up, tear_down);
}
