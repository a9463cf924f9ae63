#include "data/exercise/exercise.h"

#include <math.h>

#include "tests/scratch.h"

static struct tests_scratch scratch;
static struct dat_diagnostics d;
static struct dat_exercise exercise;

// A scratch folder with a link to the project's library.
static int set_up(void **state) {
    (void)state;
    const char *root = getenv("KRANICH_ROOT");
    char library[512];
    tests_scratch_create(&scratch);
    snprintf(library, sizeof library, "%s/data/library", root != NULL ? root : ".");
    return symlink(library, tests_scratch_path(&scratch, "library"));
}

static int tear_down(void **state) {
    (void)state;
    tests_scratch_remove(&scratch);
    return 0;
}

static bool load(const char *text, const char *machine) {
    tests_scratch_write(&scratch, "try.yaml", text);
    return dat_exercise_load(tests_scratch_path(&scratch, "try.yaml"), machine, &exercise, &d);
}

static void must_load(const char *text) {
    if (!load(text, NULL)) {
        dat_diagnostics_print(&d, stderr);
        fail_msg("the exercise was refused");
    }
}

#define FOREST "site: library/sites/first-forest\n"
#define FORWARDER "machine: library/machines/forwarder.yaml\n"
#define HARVESTER "machine: library/machines/harvester.yaml\n"
#define ON_THE_ROAD "start: {position: [14, 35.8], heading_deg: 23}\n"

#define TRY "exercise: Try\ndescription: Try it\n" FOREST FORWARDER ON_THE_ROAD
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

// ---- contradictions are named with their place ----

struct row {
    const char *text;
    int line, column;
    const char *words;
};

static const struct row rows[] = {
    {"exercise: Try\ndescription: Try it\nsite: library/sites/nowhere\n" FORWARDER ON_THE_ROAD, 3,
     7, "the site 'library/sites/nowhere' cannot be read: No such file"},
    {"exercise: Try\ndescription: Try it\n" FOREST "machine: nothing.yaml\n" ON_THE_ROAD, 4, 10,
     "the machine 'nothing.yaml' cannot be read: No such file"},
    {"exercise: Try\ndescription: Try it\n" FOREST FORWARDER ON_THE_ROAD
     "assortments: [{name: a, length: 4}]\ngoals: {trees_felled: {at_least: 1}}\n",
     4, 10, "lacks what this exercise needs: a harvester head"},
    {"exercise: Try\ndescription: Try it\n" FOREST FORWARDER "start: {position: [500, 1]}\n", 5, 9,
     "the start at (500, 1) is off the site, expected x 0 to 100 and y 0 to 100"},
    {"exercise: Try\ndescription: Try it\n" FOREST FORWARDER "start: {position: [22, 45]}\n", 5, 9,
     "the start is not free: tree '1' is 0.6 m from it"},
    {TRY "trees: [1, nobody]\n", 6, 12, "the site has no tree 'nobody'"},
    {"exercise: Try\n" FOREST HARVESTER ON_THE_ROAD "assortments: [{name: a, length: 4}]\n"
     "trees: ['1', '5']\ngoals: {trees_felled: {at_least: 3}}\n",
     7, 9, "the goal is 3 trees, but only 2 are to be felled"},
    {TRY "camera: nowhere\n", 6, 9, "the machine has no camera 'nowhere'"},
    {TRY "hose_bursts: [{valve: crane.bom, time: 5}]\n", 6, 23,
     "the machine has no valve 'crane.bom', expected one such as '"},
    {TRY "logs:\n  - {species: spruce, length: 4, mid_diameter_cm: 20, position: [1, -9]}\n", 7, 6,
     "a log at (1, -9) is off the site"},
    {"exercise: Try\ndescription: Try it\n" FOREST FORWARDER ON_THE_ROAD
     "logs:\n  - {species: spruce, length: 4, mid_diameter_cm: 20, position: [14, 35.8]}\n",
     5, 9, "the machine starts on a log: "},
    {"exercise: Try\ndescription: Try it\n" FOREST FORWARDER
     "start: {position: [2, 33], heading_deg: 23}\n",
     5, 9, "the machine starts half off the terrain: "},
    {"exercise: Try\ndescription: Try it\n" FOREST HARVESTER
     "start: {position: [17, 36.3], heading_deg: 60}\n",
     5, 9, "the machine starts in a tree: "},
};

static void a_file_outside_the_folder_is_not_quoted(void **state) {
    (void)state;
    char text[1024];
    tests_scratch_write(&scratch, "secret", "password: sesame\n");
    const char *folder = strrchr(scratch.folder, '/') + 1;
    (void)snprintf(text, sizeof text,
                   "exercise: Try\ndescription: Try it\n" FOREST
                   "machine: ../%s/secret\n" ON_THE_ROAD,
                   folder);
    assert_false(load(text, NULL));
    assert_int_equal(d.errors, 1);
    assert_int_equal(d.item[0].line, 4);
    assert_null(strstr(d.item[0].text, "sesame"));
    assert_non_null(strstr(d.item[0].text, "outside this file's folder"));
}

static void every_mistake_is_named_at_its_place(void **state) {
    (void)state;
    int failed = 0;
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        bool ok = load(rows[i].text, NULL);
        bool found = false;
        for (int k = 0; k < d.kept; k++) {
            const struct dat_diagnostic *item = &d.item[k];
            found = found || (strstr(item->text, rows[i].words) != NULL &&
                              item->line == rows[i].line && item->column == rows[i].column &&
                              strstr(item->file, "try.yaml") != NULL && item->quote[0] != '\0');
        }
        if (ok || !found) {
            print_error("expected %d:%d '%s' of\n%s", rows[i].line, rows[i].column, rows[i].words,
                        rows[i].text);
            dat_diagnostics_print(&d, stderr);
            failed++;
        }
    }
    assert_int_equal(failed, 0);
}

static void errors_of_other_files_name_those_files(void **state) {
    (void)state;
    tests_scratch_write(&scratch, "bad.yaml", "kind: forwarder\nnmae: x\n");
    mkdir(tests_scratch_path(&scratch, "bad"), 0700);
    tests_scratch_write(&scratch, "bad/terrain.asc", "ncols 2\nnrows two\n");
    assert_false(load(
        "exercise: Try\ndescription: Try it\nsite: bad\nmachine: bad.yaml\n" ON_THE_ROAD, NULL));
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
    assert_false(load(TRY, none));
    assert_non_null(strstr(d.item[0].file, "none.yaml"));
    tests_scratch_write(&scratch, "ball.yaml",
                        "kind: model\nname: ball\nbodies:\n"
                        "  - {name: b, shapes: [{sphere: 1, mass: 1}]}\n");
    assert_false(load(TRY, tests_scratch_path(&scratch, "ball.yaml")));
    assert_non_null(strstr(d.item[0].text, "lacks what this exercise needs: a drive"));
    char forwarder[512];
    snprintf(forwarder, sizeof forwarder, "%s",
             tests_scratch_path(&scratch, "library/machines/forwarder.yaml"));
    assert_true(load(TRY, forwarder));
    assert_string_equal(exercise.machine_path, forwarder);
    dat_exercise_finish(&exercise);
    assert_false(dat_exercise_load("/nowhere/x.yaml", NULL, &exercise, &d));
    assert_non_null(strstr(d.item[0].text, "No such file"));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_scenario_becomes_a_worksite),
        cmocka_unit_test(a_felled_tree_stands_again_at_the_next_start),
        cmocka_unit_test(named_trees_replace_the_marked_ones),
        cmocka_unit_test(all_files_that_are_read_are_known),
        cmocka_unit_test(the_hash_tells_files_apart),
        cmocka_unit_test(every_mistake_is_named_at_its_place),
        cmocka_unit_test(errors_of_other_files_name_those_files),
        cmocka_unit_test(another_machine_can_be_taken),
        cmocka_unit_test(a_file_outside_the_folder_is_not_quoted),
    };
    return cmocka_run_group_tests(tests, set_up, tear_down);
}
