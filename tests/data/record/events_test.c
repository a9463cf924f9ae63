// A solver that gives up and dynamics that stop are events of the recorded session.
#include "data/exercise/practice.h"
#include "data/record/store.h"
#include "tests/scratch.h"

static struct dat_exercise exercise;

static void troubles_are_recorded(void **state) {
    (void)state;
    static const struct veh_controls hands_off;
    struct tests_scratch scratch;
    struct dat_problem problem = {""};
    struct dat_practice practice;
    struct dat_diagnostics d;
    struct dat_event_list events = {0};
    char path[512];
    const char *root = getenv("KRANICH_ROOT");
    tests_scratch_create(&scratch);
    (void)snprintf(path, sizeof path, "%s/data/library/exercises/first-load.yaml",
                   root != NULL ? root : ".");
    assert_true(dat_exercise_load(path, NULL, &exercise, &d));
    struct dat_store *store =
        dat_store_open(tests_scratch_path(&scratch, "t.db"), DAT_STORE_WRITE, &problem);
    assert_non_null(store);
    assert_true(dat_practice_start(&practice, &exercise, store, "Test", DAT_TRAINEE, &problem));
    dat_practice_step(&practice, &hands_off);
    // As after three steps without a solution.
    practice.site.unsolved.steps = 3;
    practice.site.unsolved.residual = 0.25;
    dat_practice_step(&practice, &hands_off);
    // A body that is too fast to be true.
    sim_body_set_velocity(practice.site.world, practice.site.machines[0].instance.bodies[0],
                          sim_vec3(1e9, 0.0, 0.0), sim_vec3(0.0, 0.0, 0.0));
    dat_practice_step(&practice, &hands_off);
    assert_non_null(sim_world_fault(practice.site.world));
    assert_true(dat_practice_finish(&practice, DAT_ERROR, &problem));
    assert_true(dat_store_events(store, 1, &events, &problem));
    int unsolved = 0;
    int faults = 0;
    for (int i = 0; i < events.count; i++) {
        const char *kind = events.items[i].kind;
        if (strcmp(kind, "unsolved") == 0 && unsolved++ == 0) {
            assert_string_equal(events.items[i].detail, "{\"residual_m_per_s\":0.25,\"steps\":3}");
        } else if (strcmp(kind, "fault") == 0) {
            faults++;
            assert_non_null(strstr(events.items[i].detail, "the state is not usable"));
        }
    }
    assert_int_equal(unsolved, 1);
    assert_int_equal(faults, 1);
    dat_event_list_finish(&events);
    dat_store_close(store);
    dat_exercise_finish(&exercise);
    tests_scratch_remove(&scratch);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(troubles_are_recorded)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
