#include "data/exercise/practice.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "data/exercise/library.h"
#include "data/record/store.h"
#include "tests/near.h"
#include "vehicles/operator/demonstrator.h"
#include "vehicles/part/crane.h"

static struct dat_exercise exercise;

static void load(const char *name) {
    char path[512];
    struct dat_diagnostics d;
    const char *root = getenv("KRANICH_ROOT");
    (void)snprintf(path, sizeof path, "%s/data/library/exercises/%s.yaml", root ? root : ".", name);
    assert_true(dat_exercise_load(path, NULL, &exercise, &d));
}

struct outcome {
    enum veh_demo_result result;
    uint64_t hash;
    int logs, trees;
    double worst_error, penetration, joint_error, longest_pause;
    bool passed;
};

// Of the exercise that is loaded.
static struct outcome harvest(struct dat_store *store, void (*change)(struct dat_practice *)) {
    struct dat_problem problem = {""};
    struct dat_practice p;
    struct outcome o = {.result = VEH_DEMO_GOING};
    assert_true(dat_practice_start(&p, &exercise, store, "Test", DAT_DEMONSTRATOR, &problem));
    const struct veh_demo_task task = dat_exercise_task(&exercise);
    const char *reason;
    struct veh_demonstrator *demo = veh_demo_create(&p.site, &task, &reason);
    assert_non_null(demo);
    if (change != NULL)
        change(&p);
    while (o.result == VEH_DEMO_GOING && !dat_practice_time_is_up(&p) &&
           veh_worksite_time(&p.site) < 200.0) {
        struct veh_controls levers;
        o.result = veh_demo_step(demo, &p.site, &levers);
        if (o.result == VEH_DEMO_GOING)
            dat_practice_step(&p, &levers);
    }
    o.longest_pause = veh_demo_longest_pause(demo);
    veh_demo_destroy(demo);
    o.hash = veh_worksite_hash(&p.site);
    o.logs = p.logs.count;
    o.trees = (int)dat_score_value(&p.score, DAT_TREES_FELLED);
    o.worst_error = dat_score_value(&p.score, DAT_MAX_LENGTH_ERROR);
    o.penetration = p.site.max_penetration;
    o.joint_error = p.site.max_joint_error;
    o.passed = dat_score_passed(&p.score);
    assert_true(dat_practice_finish(&p, o.passed ? DAT_PASSED : DAT_FAILED, &problem));
    return o;
}

// The promises of the first harvest: a tree, three logs within 3 cm, no dive deeper than 5 cm, no
// joint apart by more than 1 cm; the same is in the database. The tree that was felled stands again
// when the loaded exercise is started once more, and the bits are the same.
static void the_first_harvest_is_done(void **state) {
    (void)state;
    char path[] = "/tmp/kranich-practice-XXXXXX";
    char db[64];
    struct dat_problem problem = {""};
    assert_non_null(mkdtemp(path));
    (void)snprintf(db, sizeof db, "%s/s.db", path);
    struct dat_store *store = dat_store_open(db, DAT_STORE_WRITE, &problem);
    assert_non_null(store);
    load("first-harvest");
    const struct outcome first = harvest(store, NULL);
    assert_int_equal(first.result, VEH_DEMO_DONE);
    assert_true(first.passed);
    assert_true(first.trees >= 1 && first.logs >= 3);
    assert_near(first.worst_error, 0.0, 0.03);
    assert_near(first.penetration, 0.0, 0.1); // of the falling tree
    assert_near(first.joint_error, 0.0, 0.01);
    assert_true(first.longest_pause < 30.0); // it gives up after 60 s
    const struct outcome second = harvest(NULL, NULL);
    assert_int_equal(second.result, VEH_DEMO_DONE);
    assert_true(first.hash == second.hash);
    dat_exercise_finish(&exercise);
    struct dat_session_info info = {0};
    struct dat_log_list logs = {0};
    assert_true(dat_store_session(store, 1, &info, &problem));
    assert_true(dat_store_logs(store, 1, &logs, &problem));
    assert_int_equal(info.outcome, DAT_PASSED);
    assert_true(info.has_end_state_hash && info.end_state_hash == first.hash);
    assert_int_equal((int)logs.count, first.logs);
    dat_log_list_finish(&logs);
    dat_session_info_finish(&info);
    dat_store_close(store);
    char command[128];
    (void)snprintf(command, sizeof command, "rm -r %s", path);
    assert_int_equal(system(command), 0);
}

// Knives and rollers without friction: nothing but the ground holds the tree, and no log can be
// fed.
static void take_friction_away(struct dat_practice *p) {
    struct sim_world *world = p->site.world;
    static const char *const tools[] = {"knife", "roller", "steel"};
    for (size_t i = 0; i < sizeof tools / sizeof tools[0]; i++) {
        const int tool = sim_world_find_material(world, tools[i]);
        assert_true(tool >= 0);
        sim_world_set_pair_friction(world, tool, p->site.material_bark, 0.0);
    }
}

static void friction_alone_holds_the_stem(void **state) {
    (void)state;
    load("first-harvest");
    const struct outcome o = harvest(NULL, take_friction_away);
    dat_exercise_finish(&exercise);
    assert_false(o.passed);
    assert_true(o.logs < 3);
}

// ---- goals and figures, without doing the exercise ----

static struct dat_practice practice;

static void begin(const char *name) {
    struct dat_problem problem = {""};
    load(name);
    assert_true(dat_practice_start(&practice, &exercise, NULL, "", DAT_TRAINEE, &problem));
}

static void end(void) {
    struct dat_problem problem = {""};
    assert_true(dat_practice_finish(&practice, DAT_FAILED, &problem));
    dat_exercise_finish(&exercise);
}

static void time_runs_out(void **state) {
    (void)state;
    static const struct veh_controls hands_off;
    begin("first-harvest");
    exercise.scenario.time_limit = 0.05;
    for (int i = 0; i < 5; i++) {
        assert_false(dat_practice_time_is_up(&practice));
        dat_practice_step(&practice, &hands_off);
    }
    assert_true(dat_practice_time_is_up(&practice));
    exercise.scenario.time_limit = 0.0;
    assert_false(dat_practice_time_is_up(&practice));
    end();
}

// The keys that docs/instructor.md describes and other programs read.
static const struct {
    const char *key;
    json_type type;
    const char *exercise; // NULL: both
} result_keys[] = {{"exercise", JSON_STRING, NULL},
                   {"passed", JSON_FALSE, NULL},
                   {"simulated_s", JSON_REAL, NULL},
                   {"behind_clock_s", JSON_REAL, NULL},
                   {"trees_felled", JSON_INTEGER, "first-harvest"},
                   {"stump_height_max_m", JSON_REAL, "first-harvest"},
                   {"butts_split", JSON_INTEGER, "first-harvest"},
                   {"logs_cut", JSON_INTEGER, "first-harvest"},
                   {"logs", JSON_ARRAY, "first-harvest"},
                   {"max_length_error_m", JSON_REAL, "first-harvest"},
                   {"logs_loaded", JSON_INTEGER, "first-load"},
                   {"logs_fused", JSON_INTEGER, "first-load"},
                   {"logs_lost", JSON_INTEGER, "first-load"},
                   {"payload_kg", JSON_REAL, "first-load"},
                   {"logs_piled", JSON_INTEGER, "first-load"},
                   {"piles_mixed", JSON_INTEGER, "first-load"},
                   {"pile_height_max_m", JSON_REAL, "first-load"},
                   {"pile_ends_max_m", JSON_REAL, "first-load"},
                   {"loads", JSON_ARRAY, "first-load"},
                   {"logs_landed", JSON_INTEGER, "first-load"},
                   {"logs_on_trucks", JSON_INTEGER, "first-load"},
                   {"logs_misplaced", JSON_INTEGER, "first-load"},
                   {"landing_excess_max_m", JSON_REAL, "first-load"},
                   {"landing_ends_max_m", JSON_REAL, "first-load"},
                   {"tower_logs", JSON_INTEGER, "first-load"},
                   {"tower_layers", JSON_INTEGER, "first-load"},
                   {"tower_turn_max_rad", JSON_REAL, "first-load"},
                   {"carried_m", JSON_REAL, "first-load"},
                   {"trees_hit", JSON_INTEGER, NULL},
                   {"trees_damaged", JSON_INTEGER, NULL},
                   {"trees_broken", JSON_INTEGER, NULL},
                   {"tips", JSON_INTEGER, NULL},
                   {"aided_s", JSON_REAL, NULL},
                   {"guided_percent", JSON_REAL, NULL},
                   {"marked_felled_percent", JSON_REAL, "first-harvest"},
                   {"stump_height_mean_m", JSON_REAL, "first-harvest"},
                   {"value_percent", JSON_REAL, "first-harvest"},
                   {"pile_order_percent", JSON_REAL, "first-load"},
                   {"staying_hit", JSON_INTEGER, NULL},
                   {"staying_bark", JSON_INTEGER, NULL},
                   {"staying_crown", JSON_INTEGER, NULL},
                   {"staying_down", JSON_INTEGER, NULL},
                   {"staying_force_max_N", JSON_REAL, NULL},
                   {"logs_checked", JSON_INTEGER, "first-harvest"},
                   {"calibrations", JSON_INTEGER, "first-harvest"},
                   {"length_bias_m", JSON_REAL, "first-harvest"},
                   {"diameter_bias_m", JSON_REAL, "first-harvest"},
                   {"regrips", JSON_INTEGER, NULL},
                   {"driven_m", JSON_REAL, NULL},
                   {"rut_depth_max_m", JSON_REAL, NULL},
                   {"rut_depth_mean_m", JSON_REAL, NULL},
                   {"rut_length_m", JSON_REAL, NULL},
                   {"wheel_slip_percent", JSON_REAL, NULL},
                   {"fuel_l", JSON_REAL, NULL},
                   {"time_s", JSON_REAL, NULL},
                   {"targets_reached", JSON_INTEGER, NULL},
                   {"trees_gripped", JSON_INTEGER, "first-harvest"},
                   {"grips", JSON_INTEGER, NULL},
                   {"crane_control_percent", JSON_REAL, NULL},
                   {"tip_path_m", JSON_REAL, NULL},
                   {"tip_path_per_piece_m", JSON_REAL, NULL},
                   {"time_per_piece_s", JSON_REAL, NULL},
                   {"simultaneous_functions", JSON_REAL, NULL},
                   {"crane_standing_percent", JSON_REAL, NULL},
                   {"lever_moves_per_piece", JSON_REAL, NULL},
                   {"lever_way_per_piece", JSON_REAL, NULL},
                   {"swing_mean_rad", JSON_REAL, NULL},
                   {"overshoot_mean_m", JSON_REAL, NULL},
                   {"path_error_mean_m", JSON_REAL, NULL},
                   {"limit_hits", JSON_INTEGER, NULL},
                   {"lean_max_rad", JSON_REAL, NULL},
                   {"moving_per_tree_s", JSON_REAL, "first-harvest"},
                   {"positioning_per_tree_s", JSON_REAL, "first-harvest"},
                   {"felling_per_tree_s", JSON_REAL, "first-harvest"},
                   {"processing_per_tree_s", JSON_REAL, "first-harvest"},
                   {"boom_in_per_tree_s", JSON_REAL, "first-harvest"},
                   {"other_per_tree_s", JSON_REAL, "first-harvest"},
                   {"drive_empty_per_load_s", JSON_REAL, "first-load"},
                   {"loading_per_log_s", JSON_REAL, "first-load"},
                   {"drive_while_loading_per_load_s", JSON_REAL, "first-load"},
                   {"drive_loaded_per_load_s", JSON_REAL, "first-load"},
                   {"unloading_per_log_s", JSON_REAL, "first-load"},
                   {"other_per_load_s", JSON_REAL, "first-load"},
                   {"time_study", JSON_ARRAY, NULL},
                   {"fall_error_max_rad", JSON_REAL, "first-harvest"},
                   {"logs_rejected", JSON_INTEGER, "first-harvest"},
                   {"bunch_max", JSON_INTEGER, "first-harvest"},
                   {"mark", JSON_STRING, NULL},
                   {"points", JSON_REAL, NULL},
                   {"losses", JSON_ARRAY, NULL},
                   {"asked", JSON_OBJECT, NULL},
                   {"steps_done", JSON_INTEGER, NULL},
                   {"piles", JSON_ARRAY, NULL},
                   {"measures", JSON_OBJECT, NULL},
                   {"max_penetration_m", JSON_REAL, NULL},
                   {"max_joint_error_m", JSON_REAL, NULL},
                   {"state_hash", JSON_STRING, NULL}};

static void the_result_has_its_keys(void **state) {
    (void)state;
    static const char *const exercises[] = {"first-harvest", "first-load"};
    for (int e = 0; e < 2; e++) {
        begin(exercises[e]);
        json_t *result = dat_practice_result(&practice);
        assert_non_null(result);
        size_t expected = 0;
        for (size_t i = 0; i < sizeof result_keys / sizeof result_keys[0]; i++) {
            const json_t *value = json_object_get(result, result_keys[i].key);
            if (result_keys[i].exercise != NULL &&
                strcmp(result_keys[i].exercise, exercises[e]) != 0) {
                assert_null(value);
                continue;
            }
            expected++;
            if (value == NULL || json_typeof(value) != result_keys[i].type)
                fail_msg("%s: %s", exercises[e], result_keys[i].key);
        }
        assert_int_equal(json_object_size(result), expected);
        assert_int_equal(strlen(json_string_value(json_object_get(result, "state_hash"))), 16);
        json_decref(result);
        end();
    }
}

// Each part of the machine tells what it measures: for the harvester that stands at its start, and
// for one valve of many.
static void the_result_has_the_measures_of_the_parts(void **state) {
    (void)state;
    begin("first-harvest");
    json_t *result = dat_practice_result(&practice);
    const json_t *measures = json_object_get(result, "measures");
    const json_t *crane = json_object_get(measures, "crane");
    const json_t *drive = json_object_get(measures, "drive");
    const json_t *head = json_object_get(measures, "head");
    assert_near(json_number_value(json_object_get(drive, "speed_m_per_s")), 0.0, 1e-3);
    assert_near(json_number_value(json_object_get(head, "length_m")), 0.0, 0.0);
    assert_near(json_real_value(json_object_get(head, "knife_sharpness")), 1.0, 0.0);
    assert_near(json_number_value(json_object_get(crane, "reach_m")),
                veh_machine_measure(&practice.site, 0, &veh_part_crane, VEH_CRANE_REACH), 1e-12);
    const json_t *locks = json_object_get(measures, "locks");
    const json_t *valves = json_object_get(measures, "valves");
    assert_int_equal(json_array_size(locks), 2);
    assert_int_equal(json_array_size(valves), 7);
    const json_t *flow = json_object_get(json_array_get(valves, 0), "flow_l_per_min");
    assert_near(json_number_value(flow), 0.0, 0.0);
    assert_int_equal(json_integer_value(json_object_get(json_array_get(locks, 0), "blocked")), 1);
    assert_null(json_object_get(measures, "bunk"));
    assert_null(json_object_get(measures, "activation")); // measures nothing
    json_decref(result);
    end();
}

// Only logs that were cut count, not those on the ground.
static void a_log_that_lies_there_was_not_cut(void **state) {
    (void)state;
    static const struct veh_controls hands_off;
    begin("first-harvest");
    const struct ter_stem stem = ter_stem_whole(TER_SPRUCE, 0.3, 20.0, 10.0, 0.1);
    struct ter_stem log, rest;
    ter_stem_split(&stem, 4.87, &log, &rest);
    const int lying =
        veh_worksite_add_log(&practice.site, &log, exercise.start_x, exercise.start_y + 9.0, -1, 0);
    dat_practice_step(&practice, &hands_off);
    assert_int_equal(practice.logs.count, 0);
    json_t *before = dat_practice_result(&practice);
    assert_int_equal(json_array_size(json_object_get(before, "logs")), 0);
    json_decref(before);
    assert_true(practice.site.stems.items[lying].used);
    end();
}

// A machine that is driven 10 m has driven 10 m; one that rocks has not.
static void the_distance_driven_is_counted(void **state) {
    (void)state;
    struct veh_controls levers = {{0.0}};
    begin("first-harvest");
    for (int i = 0; i < 300; i++)
        dat_practice_step(&practice, &levers);
    assert_near(dat_score_value(&practice.score, DAT_DRIVEN), 0.0, 0.0);
    const struct sim_vec3 from = veh_machine_pose(&practice.site, 0).p;
    levers.value[VEH_DRIVE] = 0.5;
    for (int i = 0; i < 800; i++)
        dat_practice_step(&practice, &levers);
    const struct sim_vec3 d = sim_sub(veh_machine_pose(&practice.site, 0).p, from);
    const double distance = sqrt(d.x * d.x + d.y * d.y);
    assert_true(distance > 4.0);
    assert_near(dat_score_value(&practice.score, DAT_DRIVEN), distance,
                0.06 + 0.01 * distance); // it drives nearly straight
    assert_near(dat_score_value(&practice.score, DAT_CARRIED), 0.0, 0.0);
    end();
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_first_harvest_is_done),
        cmocka_unit_test(friction_alone_holds_the_stem),
        cmocka_unit_test(time_runs_out),
        cmocka_unit_test(the_result_has_its_keys),
        cmocka_unit_test(the_result_has_the_measures_of_the_parts),
        cmocka_unit_test(a_log_that_lies_there_was_not_cut),
        cmocka_unit_test(the_distance_driven_is_counted),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
