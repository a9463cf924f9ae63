// A demonstration that is saved halfway and restored into a new practice ends with the same bits as
// an uninterrupted one: with activated, felled and sawn trees, and with logs in the head, on the
// ground and fused to the bunk.
#include "data/exercise/practice_state.h"

#include <string.h>

#include "tests/data/exercise/shipped.h"
#include "vehicles/operator/demonstrator.h"
#include "vehicles/snapshot.h"

enum { APART = 500 }; // [steps] between states

static struct dat_exercise exercise;
static struct dat_practice practice;
static SIM_ARRAY(struct veh_controls) levers;
static SIM_ARRAY(struct sim_snapshot) saved;

static void start(void) {
    struct dat_problem problem = {""};
    assert_true(dat_practice_start(&practice, &exercise, NULL, "Test", DAT_DEMONSTRATOR, &problem));
}

// Returns the result, which the caller frees.
static char *finish(void) {
    json_t *result = dat_practice_result(&practice);
    char *text = json_dumps(result, JSON_REAL_PRECISION(17));
    json_decref(result);
    assert_true(dat_practice_finish(&practice, DAT_STOPPED, NULL));
    return text;
}

// Notes the levers, and saves states on the way.
static char *demonstrate(void) {
    const struct veh_demo_task task = dat_exercise_task(&exercise);
    const char *reason = NULL;
    start();
    struct veh_demonstrator *demo = veh_demo_create(&practice.site, &task, &reason);
    assert_non_null(demo);
    levers.count = 0;
    struct veh_controls now;
    while (veh_demo_step(demo, &practice.site, &now) == VEH_DEMO_GOING) {
        if (levers.count % APART == 0) {
            *SIM_ARRAY_PUSH(&saved) = (struct sim_snapshot){.bytes = NULL};
            dat_practice_save(&practice, &saved.items[saved.count - 1]);
        }
        *SIM_ARRAY_PUSH(&levers) = now;
        dat_practice_step(&practice, &now);
    }
    veh_demo_destroy(demo);
    return finish();
}

static void forget_saved(void) {
    for (int i = 0; i < saved.count; i++)
        sim_snapshot_finish(&saved.items[i]);
    saved.count = 0;
}

// From the state at that share of the demonstration to its end.
static void goes_on(const char *name, double share) {
    load_shipped(&exercise, name, NULL);
    char *whole = demonstrate();
    const int state = (int)(share * saved.count);
    const struct sim_snapshot *from = &saved.items[state];
    start();
    assert_null(dat_practice_restore(&practice, from->bytes, from->size));
    struct sim_snapshot again = {.bytes = NULL};
    dat_practice_save(&practice, &again);
    assert_int_equal(again.size, from->size);
    assert_memory_equal(again.bytes, from->bytes, again.size);
    sim_snapshot_finish(&again);
    for (int i = state * APART; i < levers.count; i++)
        dat_practice_step(&practice, &levers.items[i]);
    char *end = finish();
    assert_string_equal(end, whole);
    free(end);
    free(whole);
    forget_saved();
    dat_exercise_finish(&exercise);
}

static void a_harvest_goes_on(void **state) {
    (void)state;
    goes_on("first-harvest", 0.6); // sawn, a log is cut
}

static void a_load_goes_on(void **state) {
    (void)state;
    goes_on("first-load", 0.7); // logs lie in the bunk
}

// An injected fault is not part of the exercise, but of the state.
static void injected_faults_are_restored(void **state) {
    (void)state;
    struct sim_snapshot bytes = {.bytes = NULL};
    const struct veh_controls rest = {.value = {0.0}};
    load_shipped(&exercise, "first-harvest", NULL);
    start();
    dat_fault_inject(&practice, 1);
    dat_practice_step(&practice, &rest);
    dat_practice_save(&practice, &bytes);
    dat_practice_step(&practice, &rest);
    const uint64_t hash = veh_worksite_hash(&practice.site);
    free(finish());
    start();
    assert_false(dat_fault_is_on(&practice, 1));
    assert_null(dat_practice_restore(&practice, bytes.bytes, bytes.size));
    assert_true(dat_fault_is_on(&practice, 1));
    dat_practice_step(&practice, &rest);
    assert_true(veh_worksite_hash(&practice.site) == hash);
    free(finish());
    sim_snapshot_finish(&bytes);
    dat_exercise_finish(&exercise);
}

static void expect_refusal(const struct sim_snapshot *bytes, size_t size, const char *why) {
    const uint64_t before = veh_worksite_hash(&practice.site);
    const char *problem = dat_practice_restore(&practice, bytes->bytes, size);
    assert_non_null(problem);
    assert_non_null(strstr(problem, why));
    assert_true(veh_worksite_hash(&practice.site) == before);
}

static void bytes_that_do_not_fit_are_refused(void **state) {
    (void)state;
    struct sim_snapshot bytes = {.bytes = NULL};
    load_shipped(&exercise, "first-harvest", NULL);
    start();
    dat_practice_save(&practice, &bytes);
    expect_refusal(&bytes, 10, "too short");
    expect_refusal(&bytes, bytes.size / 2, "");
    bytes.bytes[bytes.size / 2] ^= 1;
    expect_refusal(&bytes, bytes.size, "damaged");
    bytes.bytes[bytes.size / 2] ^= 1;
    bytes.bytes[0] ^= 1;
    expect_refusal(&bytes, bytes.size, "another version");
    bytes.bytes[0] ^= 1;
    const uint64_t layout = dat_practice_layout(&practice);
    free(finish());
    dat_exercise_finish(&exercise);
    load_shipped(&exercise, "first-load", NULL);
    start();
    assert_true(dat_practice_layout(&practice) != layout); // another machine
    expect_refusal(&bytes, bytes.size, "another version");
    free(finish());
    dat_exercise_finish(&exercise);
    sim_snapshot_finish(&bytes);
}

static int tear_down(void **state) {
    (void)state;
    SIM_ARRAY_FREE(&levers);
    SIM_ARRAY_FREE(&saved);
    return 0;
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_harvest_goes_on),
        cmocka_unit_test(a_load_goes_on),
        cmocka_unit_test(injected_faults_are_restored),
        cmocka_unit_test(bytes_that_do_not_fit_are_refused),
    };
    return cmocka_run_group_tests(tests, NULL, tear_down);
}
