// A resumed session ends with the same bits as one that was never killed.
#include "data/exercise/resume_session.h"

#include <math.h>
#include <signal.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "data/exercise/replay.h"
#include "tests/data/exercise/recorded_session.h"
#include "tests/scratch.h"

static struct tests_scratch scratch;

static int set_up(void **state) {
    (void)state;
    tests_scratch_create(&scratch);
    return 0;
}

static int tear_down(void **state) {
    (void)state;
    tests_scratch_remove(&scratch);
    return 0;
}

static struct dat_store *open_store(void) {
    struct dat_problem problem = {""};
    struct dat_store *store =
        dat_store_open(tests_scratch_path(&scratch, "s.db"), DAT_STORE_WRITE, &problem);
    assert_non_null(store);
    return store;
}

// The levers depend on the step alone.
static void drive(struct dat_practice *practice, int from, int to) {
    for (int i = from; i < to; i++) {
        struct veh_controls levers = {0};
        for (int c = VEH_DRIVE; c <= VEH_FEED; c++)
            levers.value[c] = sin(0.013 * i * (c + 1));
        dat_practice_step(practice, &levers);
    }
}

// Records up to a step, has it written and is killed.
static void be_killed(const char *name, int steps) {
    static struct dat_exercise exercise;
    static struct dat_practice practice;
    const pid_t child = fork();
    assert_true(child >= 0);
    if (child == 0) {
        session_start(name, open_store(), &exercise, &practice);
        drive(&practice, 0, steps);
        (void)dat_recorder_flush(practice.recorder, NULL);
        raise(SIGKILL);
    }
    int status;
    assert_int_equal(waitpid(child, &status, 0), child);
    assert_true(WIFSIGNALED(status));
}

static enum dat_resume_result resume(struct dat_store *store, int64_t session,
                                     struct dat_recorded *recorded, struct dat_practice *practice,
                                     struct dat_problem *problem) {
    struct dat_diagnostics d;
    return dat_resume_session(store, session, recorded, practice, &d, problem);
}

// The end of a session that nobody kills.
static uint64_t undisturbed(const char *name, int steps) {
    static struct dat_exercise exercise;
    static struct dat_practice practice;
    session_start(name, NULL, &exercise, &practice);
    drive(&practice, 0, steps);
    const uint64_t hash = veh_worksite_hash(&practice.site);
    assert_true(dat_practice_finish(&practice, DAT_STOPPED, NULL));
    dat_exercise_finish(&exercise);
    return hash;
}

static void a_killed_session_goes_on_with_the_same_bits(void **state) {
    (void)state;
    static const char *const names[] = {"first-harvest", "first-load"};
    for (int64_t session = 1; session <= 2; session++) {
        static struct dat_practice practice;
        struct dat_recorded recorded;
        struct dat_problem problem = {""};
        const char *name = names[session - 1];
        // It is killed twice: once afresh, and once after it was resumed.
        be_killed(name, 230);
        for (int from = 230; from <= 410; from += 180) {
            struct dat_store *store = open_store();
            assert_int_equal(resume(store, session, &recorded, &practice, &problem), DAT_RESUMED);
            assert_int_equal(dat_recorded_steps(&recorded), from);
            assert_int_equal(dat_recorder_session(practice.recorder), session);
            drive(&practice, from, from + 180);
            if (from == 410)
                assert_int_equal(veh_worksite_hash(&practice.site), undisturbed(name, 590));
            assert_true(dat_practice_finish(&practice, from == 410 ? DAT_STOPPED : DAT_INTERRUPTED,
                                            &problem));
            dat_recorded_finish(&recorded);
            dat_store_close(store);
        }
        // The record is one session without a seam.
        struct dat_store *store = open_store();
        const struct dat_replay_def def = {.session = session};
        struct dat_diagnostics d;
        struct dat_replay replay;
        assert_int_equal(dat_replay_run(store, &def, &replay, &d, &problem), DAT_REPLAY_DONE);
        assert_true(dat_replay_same(&replay));
        assert_int_equal(replay.steps, 590);
        assert_int_equal(replay.session.info.outcome, DAT_STOPPED);
        assert_int_equal(replay.session.damage.count, 0);
        dat_replay_finish(&replay);
        dat_store_close(store);
    }
}

static void expect_refusal(struct dat_store *store, int64_t session, const char *words) {
    static struct dat_practice practice;
    struct dat_recorded recorded;
    struct dat_problem problem = {""};
    assert_int_equal(resume(store, session, &recorded, &practice, &problem), DAT_RESUME_REFUSED);
    if (strstr(problem.text, words) == NULL)
        fail_msg("'%s' does not say '%s'", problem.text, words);
    assert_true(dat_practice_finish(&practice, DAT_STOPPED, NULL));
    dat_recorded_finish(&recorded);
}

static int64_t record(struct dat_store *store, enum dat_operator who, int spoiled,
                      enum dat_outcome outcome) {
    static struct dat_exercise exercise;
    static struct dat_practice practice;
    static const struct veh_controls hands_off;
    struct dat_problem problem = {""};
    session_start("first-harvest", NULL, &exercise, &practice);
    assert_true(dat_practice_finish(&practice, DAT_STOPPED, NULL));
    assert_true(dat_practice_start(&practice, &exercise, store, "Test", who, &problem));
    const int64_t id = dat_recorder_session(practice.recorder);
    drive(&practice, 0, spoiled);
    veh_worksite_step(&practice.site, &hands_off); // not recorded
    drive(&practice, spoiled, 150);
    assert_true(dat_practice_finish(&practice, outcome, NULL));
    dat_exercise_finish(&exercise);
    return id;
}

static void what_cannot_be_resumed_is_said(void **state) {
    (void)state;
    struct dat_store *store = open_store();
    expect_refusal(store, 99, "there is no session 99");
    expect_refusal(store, record(store, DAT_TRAINEE, 100, DAT_STOPPED), "is not interrupted");
    expect_refusal(store, record(store, DAT_DEMONSTRATOR, 100, DAT_INTERRUPTED), "demonstrator's");
    const int64_t spoiled = record(store, DAT_TRAINEE, 100, DAT_INTERRUPTED);
    expect_refusal(store, spoiled, "comes to another state");
    // It is still what it was.
    struct dat_session_info info;
    assert_true(dat_store_session(store, spoiled, &info, NULL));
    assert_int_equal(info.outcome, DAT_INTERRUPTED);
    dat_session_info_finish(&info);
    dat_store_close(store);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(a_killed_session_goes_on_with_the_same_bits, set_up,
                                        tear_down),
        cmocka_unit_test_setup_teardown(what_cannot_be_resumed_is_said, set_up, tear_down),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
