#include "data/exercise/replay.h"

#include "tests/near.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static char folder[] = "/tmp/kranich-replay-XXXXXX";
static struct dat_store *store;

static int set_up(void **state) {
    (void)state;
    char db[64];
    if (mkdtemp(folder) == NULL)
        return 1;
    (void)snprintf(db, sizeof db, "%s/s.db", folder);
    store = dat_store_open(db, DAT_STORE_WRITE, NULL);
    return store == NULL;
}

static int tear_down(void **state) {
    (void)state;
    char command[128];
    dat_store_close(store);
    (void)snprintf(command, sizeof command, "rm -r %s", folder);
    return system(command);
}

static uint32_t random_state = 3;

static double random_lever(void) {
    random_state = random_state * 1664525u + 1013904223u;
    return (double)(random_state >> 8) / 8388608.0 - 1.0;
}

// Three seconds of an untidy operator; spoiled: the world moves once without the record knowing.
static int64_t record(const char *name, bool spoiled) {
    static struct dat_exercise exercise;
    static struct dat_practice practice;
    struct dat_diagnostics d;
    struct dat_problem problem = {""};
    char path[512];
    const char *root = getenv("KRANICH_ROOT");
    (void)snprintf(path, sizeof path, "%s/data/library/exercises/%s.yaml", root ? root : ".", name);
    assert_true(dat_exercise_load(path, NULL, &exercise, &d));
    assert_true(dat_practice_start(&practice, &exercise, store, "Test", DAT_TRAINEE, &problem));
    const int64_t id = dat_recorder_session(practice.recorder);
    struct veh_controls levers = {0};
    for (int i = 0; i < 300; i++) {
        if (i % 20 == 0)
            for (int c = VEH_DRIVE; c <= VEH_FEED; c++)
                levers.value[c] = random_lever();
        dat_practice_step(&practice, &levers);
    }
    if (spoiled)
        veh_worksite_step(&practice.site, &levers);
    assert_true(dat_practice_finish(&practice, DAT_STOPPED, &problem));
    dat_exercise_finish(&exercise);
    return id;
}

static void a_session_replays_to_the_same_bits(void **state) {
    (void)state;
    static const char *const exercises[] = {"first-harvest", "first-load"};
    for (size_t i = 0; i < 2; i++) {
        struct dat_replay replay;
        struct dat_diagnostics d;
        const int64_t id = record(exercises[i], false);
        assert_int_equal(dat_replay_run(store, id, NULL, &replay, &d, NULL), DAT_REPLAY_DONE);
        assert_int_equal(replay.steps, 300);
        assert_true(replay.has_recorded && replay.replayed == replay.recorded);
        assert_false(replay.files_changed || replay.wrong_machine);
    }
}

static void a_difference_is_seen(void **state) {
    (void)state;
    struct dat_replay replay;
    struct dat_diagnostics d;
    const int64_t id = record("first-harvest", true);
    assert_int_equal(dat_replay_run(store, id, NULL, &replay, &d, NULL), DAT_REPLAY_DONE);
    assert_true(replay.has_recorded && replay.replayed != replay.recorded);
}

static void what_is_not_there_gets_a_sentence(void **state) {
    (void)state;
    struct dat_replay replay;
    struct dat_diagnostics d;
    struct dat_problem problem = {""};
    assert_int_equal(dat_replay_run(store, 999, NULL, &replay, &d, &problem), DAT_REPLAY_NO_SUCH);
    assert_non_null(strstr(problem.text, "no session 999"));
    const int64_t id = record("first-harvest", false);
    assert_int_equal(dat_replay_run(store, id, "/nowhere.yaml", &replay, &d, &problem),
                     DAT_REPLAY_BAD_FILE);
    assert_false(dat_diagnostics_ok(&d));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_session_replays_to_the_same_bits),
        cmocka_unit_test(a_difference_is_seen),
        cmocka_unit_test(what_is_not_there_gets_a_sentence),
    };
    return cmocka_run_group_tests(tests, set_up, tear_down);
}
