// The time study is read from the result as it was written.
#include "data/exercise/time_study.h"

#include "tests/near.h"

static void fill(struct dat_observer *o) {
    o->harvest.trees = 2;
    o->harvest.present = (struct veh_tree_work){.tree = -1, .logs = 3, .volume = 0.4};
    o->haul.loads = 1;
    o->haul.present = (struct veh_haul_work){
        .logs = 12, .stops = 2, .grips = 5, .unload_grips = 4, .volume = 1.5};
    for (int e = 0; e < VEH_WORK_ELEMENTS; e++)
        o->harvest.present.seconds[e] = 1.5 + e;
    for (int e = 0; e < VEH_HAUL_ELEMENTS; e++) {
        o->haul.present.seconds[e] = 20.0 + e;
        o->haul.present.distance[e] = 5.0 * e;
    }
}

static void what_was_written_is_read(void **state) {
    (void)state;
    static struct dat_observer observer;
    static struct veh_worksite site;
    struct dat_time_study study = {.trees = {.items = NULL}}, again;
    fill(&observer);
    dat_time_study_step(&study, &observer, &site);
    json_t *array = dat_time_study_json(&study, &observer);
    assert_int_equal(json_array_size(array), 3);
    dat_time_study_read(&again, array);
    assert_int_equal(again.trees.count, 2);
    assert_int_equal(again.loads.count, 1);
    const struct veh_tree_work *tree = &again.trees.items[1].work;
    const struct veh_haul_work *load = &again.loads.items[0];
    assert_int_equal(tree->logs, 3);
    assert_near(tree->volume, 0.4, 0.0);
    for (int e = 0; e < VEH_WORK_ELEMENTS; e++)
        assert_near(tree->seconds[e], 1.5 + e, 0.0);
    assert_int_equal(load->logs, 12);
    assert_int_equal(load->stops, 2);
    assert_int_equal(load->grips, 5);
    assert_int_equal(load->unload_grips, 4);
    for (int e = 0; e < VEH_HAUL_ELEMENTS; e++) {
        assert_near(load->seconds[e], 20.0 + e, 0.0);
        assert_near(load->distance[e], 5.0 * e, 0.0);
    }
    // An earlier moment takes back what came after it.
    observer.harvest.trees = observer.haul.loads = 0;
    dat_time_study_step(&study, &observer, &site);
    assert_int_equal(study.trees.count + study.loads.count, 0);
    json_decref(array);
    dat_time_study_finish(&study);
    dat_time_study_finish(&again);
}

// A database may hold anything.
static void nonsense_is_left_out(void **state) {
    (void)state;
    static const char *const texts[] = {"[]", "{}", "[1, \"a\", null]",
                                        "[{\"tree\": 3, \"logs\": -1, \"felling_s\": \"x\"}]",
                                        "[{\"load\": 1, \"logs\": 1e300, \"loading_s\": -5}]"};
    for (size_t i = 0; i < sizeof texts / sizeof texts[0]; i++) {
        struct dat_time_study study;
        json_t *json = json_loads(texts[i], 0, NULL);
        assert_non_null(json);
        dat_time_study_read(&study, json);
        assert_true(study.trees.count + study.loads.count <= 1);
        dat_time_study_finish(&study);
        json_decref(json);
    }
    struct dat_time_study study;
    json_t *json = json_loads("[{\"tree\": \"a\\u001b[2J\"}]", 0, NULL);
    dat_time_study_read(&study, json);
    assert_string_equal(study.trees.items[0].id, "a?[2J");
    dat_time_study_finish(&study);
    json_decref(json);
    dat_time_study_read(&study, NULL);
    assert_int_equal(study.trees.count, 0);
    dat_time_study_finish(&study);
}

static void the_mean_stands_beside_the_published_range(void **state) {
    (void)state;
    struct dat_time_study study = {.trees = {.items = NULL}};
    for (int i = 0; i < 2; i++)
        *SIM_ARRAY_PUSH(&study.trees) = (struct dat_studied_tree){
            .species = TER_SPRUCE,
            .work = {.volume = 0.3, .seconds[VEH_WORK_POSITIONING] = 4.0 + 2.0 * i}};
    const struct dat_tree_mean mean = dat_time_study_mean(&study);
    assert_near(mean.seconds[VEH_WORK_POSITIONING], 5.0, 1e-12);
    assert_near(mean.all, 5.0, 1e-12);
    assert_near(mean.published[VEH_WORK_POSITIONING].mean, 6.0, 1e-9);
    assert_near(mean.brunberg, 0.6 * (27.3 + 56.0 * 0.3), 1e-9);
    dat_time_study_finish(&study);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_was_written_is_read),
        cmocka_unit_test(nonsense_is_left_out),
        cmocka_unit_test(the_mean_stands_beside_the_published_range),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
