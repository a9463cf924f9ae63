#include "data/exercise/exercise.h"

#include <math.h>

#include "tests/data/exercise/exercise_case.h"

#define LOG "{species: spruce, length: 4, mid_diameter_cm: 20, position: [29.7, 44.3]"

static void the_scenario_becomes_a_worksite(void **state) {
    (void)state;
    must_load(TRY "logs:\n  - " LOG ", heading_deg: 5, count: 5}\n");
    assert_string_equal(exercise.name, "try");
    assert_true(exercise.site.stand.count >= 400);
    assert_true(exercise.site.has_road);
    assert_int_equal(exercise.machine.kind, VEH_FORWARDER);
    // Without `trees`, the stand's marked trees are the targets.
    assert_true(exercise.target_count > 1);
    for (int i = 0; i < exercise.target_count; i++)
        assert_int_equal(exercise.site.stand.trees[exercise.targets[i]].status, TER_TREE_MARKED);
    struct veh_worksite worksite;
    struct dat_problem problem = {""};
    assert_true(dat_exercise_start(&exercise, &worksite, &problem));
    assert_int_equal(worksite.machine_count, 1);
    struct sim_pose pose = veh_machine_pose(&worksite, 0);
    assert_near(hypot(pose.p.x - 14, pose.p.y - 35.8), 0, 3);
    int logs = 0;
    for (int i = 0; i < worksite.stems.count; i++)
        logs += worksite.stems.items[i].used && worksite.stems.items[i].kind == VEH_STEM_LOG;
    assert_int_equal(logs, 5);
    veh_worksite_finish(&worksite);
    dat_exercise_finish(&exercise);
}

static void a_felled_tree_stands_again_at_the_next_start(void **state) {
    (void)state;
    must_load(TRY);
    const int tree = exercise.targets[0];
    struct dat_problem problem = {""};
    struct veh_worksite worksite;
    assert_true(dat_exercise_start(&exercise, &worksite, &problem));
    ter_stand_fell(&worksite.stand, tree);
    assert_int_equal(exercise.site.stand.trees[tree].status, TER_TREE_MARKED);
    veh_worksite_finish(&worksite);
    assert_true(dat_exercise_start(&exercise, &worksite, &problem));
    assert_int_equal(worksite.stand.trees[tree].status, TER_TREE_MARKED);
    veh_worksite_finish(&worksite);
    dat_exercise_finish(&exercise);
}

static bool has_source(const char *end) {
    for (int i = 0; i < exercise.sources.count; i++) {
        const char *path = exercise.sources.items[i].path;
        const size_t length = strlen(path);
        if (path[0] == '/' && length >= strlen(end) &&
            strcmp(path + length - strlen(end), end) == 0)
            return true;
    }
    return false;
}

// A replay needs every file, wherever the program was started.
static void all_files_that_are_read_are_known(void **state) {
    (void)state;
    must_load(TRY);
    assert_true(has_source("/library/machines/forwarder.yaml"));
    assert_true(has_source("/library/machines/parts/forwarder-crane.yaml"));
    assert_true(has_source("/library/sites/first-forest/terrain.asc"));
    assert_true(has_source("/library/sites/first-forest/stand.csv"));
    assert_true(has_source("/library/sites/first-forest/road.csv"));
    assert_non_null(strstr(exercise.sources.items[exercise.machine_source].path, "forwarder.yaml"));
    for (int i = 0; i < exercise.sources.count; i++)
        assert_int_equal(dat_source_state(&exercise.sources.items[i]), DAT_SOURCE_SAME);
    dat_exercise_finish(&exercise);
}

static void the_hash_tells_files_apart(void **state) {
    (void)state;
    must_load(TRY);
    struct dat_source_list first = {0};
    assert_true(dat_sources_append(&first, &exercise.sources));
    dat_exercise_finish(&exercise);
    must_load(TRY);
    assert_true(exercise.sources.items[0].hash == first.items[0].hash);
    dat_exercise_finish(&exercise);
    must_load(TRY "time_limit: 60\n");
    assert_true(exercise.sources.items[0].hash != first.items[0].hash);
    assert_int_equal(dat_source_state(&first.items[0]), DAT_SOURCE_CHANGED);
    dat_exercise_finish(&exercise);
    assert_int_equal(dat_source_state(&first.items[1]), DAT_SOURCE_SAME);
    dat_sources_finish(&first);
}

static void a_file_outside_the_folder_is_not_quoted(void **state) {
    (void)state;
    char text[1024];
    tests_scratch_write(&scratch, "secret", "password: sesame\n");
    const char *folder = strrchr(scratch.folder, '/') + 1;
    (void)snprintf(text, sizeof text,
                   "exercise: Try\ndescription: Try it\n" FOREST
                   "machine: ../%s/secret\n" ON_THE_ROAD,
                   folder);
    assert_false(load_text(text));
    assert_int_equal(d.errors, 1);
    assert_int_equal(d.item[0].line, 4);
    assert_null(strstr(d.item[0].text, "sesame"));
    assert_non_null(strstr(d.item[0].text, "outside this file's folder"));
}

static const struct bad_input rows[] = {
    {"exercise: Try\ndescription: Try it\nsite: library/sites/nowhere\n" FORWARDER ON_THE_ROAD, 3,
     7, "the site 'library/sites/nowhere' cannot be read: No such file"},
    {"exercise: Try\ndescription: Try it\n" FOREST "machine: nothing.yaml\n" ON_THE_ROAD, 4, 10,
     "the machine 'nothing.yaml' cannot be read: No such file"},
};

static void every_mistake_is_named_at_its_place(void **state) {
    (void)state;
    assert_refused(rows, sizeof rows / sizeof rows[0]);
}

static void errors_of_other_files_name_those_files(void **state) {
    (void)state;
    tests_scratch_write(&scratch, "bad.yaml", "kind: forwarder\nnmae: x\n");
    mkdir(tests_scratch_path(&scratch, "bad"), 0700);
    tests_scratch_write(&scratch, "bad/terrain.asc", "ncols 2\nnrows two\n");
    assert_false(load_text(
        "exercise: Try\ndescription: Try it\nsite: bad\nmachine: bad.yaml\n" ON_THE_ROAD));
    bool machine = false;
    bool terrain = false;
    for (int k = 0; k < d.kept; k++) {
        machine = machine || (strstr(d.item[k].file, "bad.yaml") && d.item[k].line == 2);
        terrain = terrain || (strstr(d.item[k].file, "bad/terrain.asc") && d.item[k].line == 2);
    }
    assert_true(machine);
    assert_true(terrain);
}

static void another_machine_can_be_taken(void **state) {
    (void)state;
    const char *none = tests_scratch_path(&scratch, "none.yaml");
    assert_false(load_with(TRY, none));
    assert_non_null(strstr(d.item[0].file, "none.yaml"));
    tests_scratch_write(&scratch, "ball.yaml",
                        "kind: model\nname: ball\nbodies:\n"
                        "  - {name: b, shapes: [{sphere: 1, mass: 1}]}\n");
    assert_false(load_with(TRY, tests_scratch_path(&scratch, "ball.yaml")));
    assert_non_null(strstr(d.item[0].text, "lacks what this exercise needs: a drive"));
    char forwarder[512];
    snprintf(forwarder, sizeof forwarder, "%s",
             tests_scratch_path(&scratch, "library/machines/forwarder.yaml"));
    assert_true(load_with(TRY, forwarder));
    assert_string_equal(exercise.machine_path, forwarder);
    dat_exercise_finish(&exercise);
    assert_false(dat_exercise_load("/nowhere/x.yaml", NULL, &exercise, &d));
    assert_non_null(strstr(d.item[0].text, "No such file"));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_scenario_becomes_a_worksite),
        cmocka_unit_test(a_felled_tree_stands_again_at_the_next_start),
        cmocka_unit_test(all_files_that_are_read_are_known),
        cmocka_unit_test(the_hash_tells_files_apart),
        cmocka_unit_test(every_mistake_is_named_at_its_place),
        cmocka_unit_test(errors_of_other_files_name_those_files),
        cmocka_unit_test(another_machine_can_be_taken),
        cmocka_unit_test(a_file_outside_the_folder_is_not_quoted),
    };
    return cmocka_run_group_tests(tests, set_up, tear_down);
}
