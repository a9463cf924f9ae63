// A harvest by the demonstrator becomes the forwarder's exercise, in which the same things lie at
// the same places, and of which the demonstrator loads a log.
#include "data/exercise/export.h"

#include "data/exercise/library.h"
#include "tests/scratch_store.h"
#include "vehicles/operator/demonstrator.h"

static struct tests_scratch scratch;
static struct dat_store *store;

static void library_path(const char *kind, const char *name, char path[DAT_SCENARIO_PATH]) {
    struct dat_problem problem;
    assert_int_equal(dat_library_find(NULL, kind, name, path, DAT_SCENARIO_PATH, &problem),
                     DAT_LIBRARY_FOUND);
}

static int set_up(void **state) {
    (void)state;
    store = tests_scratch_store(&scratch);
    return 0;
}

static int tear_down(void **state) {
    (void)state;
    dat_store_close(store);
    tests_scratch_remove(&scratch);
    return 0;
}

// The demonstrator does at most so many steps. Returns the number of the session, 0: not recorded.
static int64_t demonstrate(struct dat_practice *practice, const struct dat_exercise *exercise,
                           struct dat_store *to, int steps) {
    struct dat_problem problem = {""};
    const char *reason = NULL;
    struct veh_controls levers = {{0.0}};
    assert_true(dat_practice_start(practice, exercise, to, "Test", DAT_DEMONSTRATOR, &problem));
    const struct veh_demo_task task = dat_exercise_task(exercise);
    struct veh_demonstrator *demo = veh_demo_create(&practice->site, &task, &reason);
    assert_non_null(demo);
    for (int i = 0; i < steps; i++) {
        if (veh_demo_step(demo, &practice->site, &levers) != VEH_DEMO_GOING)
            break;
        dat_practice_step(practice, &levers);
    }
    veh_demo_destroy(demo);
    return practice->recorder != NULL ? dat_recorder_session(practice->recorder) : 0;
}

static double slash_of(const struct ter_trails *trails) {
    double sum = 0.0;
    for (int i = 0; i < trails->tiles.count; i++)
        for (int k = 0; k < TER_TRAIL_CELLS * TER_TRAIL_CELLS; k++)
            sum += trails->tiles.items[i].brash[k];
    return sum;
}

// Every stem that lies on one worksite lies on the other, within the digits of the table.
static void assert_same_things_lie(const struct veh_worksite *a, const struct veh_worksite *b) {
    int next = 0;
    for (int i = 0; i < a->stems.count; i++) {
        const struct veh_stem *s = &a->stems.items[i];
        if (!s->used || s->kind == VEH_STEM_STANDING)
            continue;
        const struct veh_stem *t = &b->stems.items[next];
        const struct sim_pose p = veh_stem_pose(a, i);
        const struct sim_pose q = veh_stem_pose(b, next++);
        assert_int_equal(s->kind, t->kind);
        assert_int_equal(s->stem.species, t->stem.species);
        assert_int_equal(s->stem.seed, t->stem.seed);
        assert_near(s->stem.from, t->stem.from, 1e-8);
        assert_near(s->stem.to, t->stem.to, 1e-8);
        assert_near(ter_stem_mass(&s->stem).mass, ter_stem_mass(&t->stem).mass, 1e-5);
        assert_near(sim_length(sim_sub(p.p, q.p)), 0.0, 1e-6);
        const double turn = sim_length(sim_quat_log(sim_quat_mul(sim_quat_conj(p.q), q.q)));
        assert_true(turn < 1e-6 || turn > 2.0 * SIM_PI - 1e-6);
    }
    for (int i = next; i < b->stems.count; i++) // trees beside the machine
        assert_true(!b->stems.items[i].used || b->stems.items[i].kind == VEH_STEM_STANDING);
    assert_near(slash_of(&b->trails), slash_of(&a->trails), 1e-3 * slash_of(&a->trails));
}

static void a_harvest_becomes_the_forwarders_exercise(void **state) {
    (void)state;
    static struct dat_practice harvest, forwarding;
    char path[DAT_SCENARIO_PATH], machine[DAT_SCENARIO_PATH];
    struct dat_exercise exercise, next;
    struct dat_diagnostics d;
    struct dat_problem problem = {""};
    int logs = 0;
    library_path("exercises", "first-harvest", path);
    library_path("machines", "forwarder", machine);
    assert_true(dat_exercise_load(path, NULL, &exercise, &d));
    const int64_t session = demonstrate(&harvest, &exercise, store, 40000);
    const int cut = harvest.logs.count;
    assert_true(cut >= 3);
    const char *folder = tests_scratch_path(&scratch, "forward");
    // The record ends; the worksite stays for the comparison.
    const struct dat_recording_end stop = {.outcome = DAT_PASSED};
    assert_true(dat_recorder_end(harvest.recorder, &stop, &problem));
    harvest.recorder = NULL;
    const enum dat_export_result result =
        dat_export_exercise(store, session, machine, folder, &logs, &problem);
    if (result != DAT_EXPORT_WRITTEN)
        fail_msg("%s", problem.text);
    assert_true(logs >= 3);
    const bool ok =
        dat_exercise_load(tests_scratch_path(&scratch, "forward/forward.yaml"), NULL, &next, &d);
    dat_diagnostics_print(&d, stderr);
    assert_true(ok);
    struct veh_worksite fresh;
    assert_true(dat_exercise_start(&next, &fresh, &problem));
    assert_same_things_lie(&harvest.site, &fresh);
    veh_worksite_finish(&fresh);
    // All of it can be fetched.
    (void)demonstrate(&forwarding, &next, NULL, 60000);
    assert_true(dat_score_passed(&forwarding.score));
    assert_true(dat_practice_finish(&forwarding, DAT_STOPPED, &problem));
    assert_true(dat_practice_finish(&harvest, DAT_STOPPED, &problem));
    dat_exercise_finish(&next);
    dat_exercise_finish(&exercise);
}

static void a_session_without_logs_is_refused(void **state) {
    (void)state;
    static struct dat_practice practice;
    char path[DAT_SCENARIO_PATH], machine[DAT_SCENARIO_PATH];
    struct dat_exercise exercise;
    struct dat_diagnostics d;
    struct dat_problem problem = {""};
    int logs = 0;
    library_path("exercises", "first-harvest", path);
    library_path("machines", "forwarder", machine);
    assert_true(dat_exercise_load(path, NULL, &exercise, &d));
    const int64_t session = demonstrate(&practice, &exercise, store, 50);
    assert_true(dat_practice_finish(&practice, DAT_STOPPED, &problem));
    assert_int_equal(dat_export_exercise(store, session, machine,
                                         tests_scratch_path(&scratch, "none"), &logs, &problem),
                     DAT_EXPORT_REFUSED);
    assert_non_null(strstr(problem.text, "no log lies on the site"));
    dat_exercise_finish(&exercise);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(a_harvest_becomes_the_forwarders_exercise, set_up,
                                        tear_down),
        cmocka_unit_test_setup_teardown(a_session_without_logs_is_refused, set_up, tear_down),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
