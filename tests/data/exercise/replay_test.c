#include "data/exercise/replay.h"

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <sqlite3.h>

#include "data/exercise/library.h"
#include "tests/data/exercise/recorded_session.h"
#include "vehicles/part/aid.h"

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

// Three seconds; after step spoiled the world makes an unrecorded step, -1: never.
static int64_t record(const char *name, int spoiled) {
    static struct dat_exercise exercise;
    static struct dat_practice practice;
    static const struct veh_controls hands_off;
    session_start(name, store, &exercise, &practice);
    const int64_t id = dat_recorder_session(practice.recorder);
    session_drive(&practice, 0, spoiled < 0 ? 300 : spoiled);
    if (spoiled >= 0) {
        veh_worksite_step(&practice.site, &hands_off);
        session_drive(&practice, spoiled, 300 - spoiled);
    }
    assert_true(dat_practice_finish(&practice, DAT_STOPPED, NULL));
    dat_exercise_finish(&exercise);
    return id;
}

// On the recorded files.
static enum dat_replay_result replay_of(int64_t id, struct dat_replay *replay) {
    const struct dat_replay_def def = {.session = id};
    struct dat_diagnostics d;
    return dat_replay_run(store, &def, replay, &d, NULL);
}

static void a_session_replays_to_the_same_bits(void **state) {
    (void)state;
    static const char *const exercises[] = {"first-harvest", "first-load"};
    for (size_t i = 0; i < 2; i++) {
        struct dat_replay replay;
        const int64_t id = record(exercises[i], -1);
        assert_int_equal(replay_of(id, &replay), DAT_REPLAY_DONE);
        assert_int_equal(replay.steps, 300);
        assert_true(dat_replay_same(&replay) && replay.replayed == replay.recorded);
        assert_true(replay.states >= 6); // every half second, and the end
        assert_int_equal(replay.proved, 300);
        assert_false(replay.session.other_machine || replay.session.interrupted);
        assert_int_equal(replay.session.changed.count, 0);
        dat_replay_finish(&replay);
    }
}

// Aids that are switched on and off during the session are levers like all others.
static void aids_replay_to_the_same_bits(void **state) {
    (void)state;
    static struct dat_exercise exercise;
    static struct dat_practice practice;
    static const enum veh_control aids[] = {VEH_TIP_CONTROL, VEH_SOFT_CRANE, VEH_SWING_DAMPING};
    static const char *const exercises[] = {"first-harvest", "first-load"};
    for (size_t e = 0; e < 2; e++) {
        uint64_t plain = 0;
        for (int aided = 0; aided < 2; aided++) {
            session_start(exercises[e], store, &exercise, &practice);
            const int64_t id = dat_recorder_session(practice.recorder);
            for (int i = 0; i < 600; i++) {
                struct veh_controls levers = {{0.0}};
                levers.value[VEH_JIB] = i % 200 < 100 ? 0.7 : -0.6;
                levers.value[VEH_SLEW] = i % 300 < 150 ? 0.5 : -0.5;
                for (int k = 0; k < 3 && aided; k++) // each for other seconds
                    levers.value[aids[k]] = i / (70 + 30 * k) % 2;
                levers.value[VEH_CRANE_SLOWER] = aided && i > 400 ? 0.3 : 0.0;
                dat_practice_step(&practice, &levers);
            }
            assert_true((veh_machine_measure(&practice.site, 0, &veh_part_aid, VEH_AID_USED) >
                         0.0) == (aided != 0));
            const uint64_t hash = veh_worksite_hash(&practice.site);
            assert_true(dat_practice_finish(&practice, DAT_STOPPED, NULL));
            dat_exercise_finish(&exercise);
            struct dat_replay replay;
            assert_int_equal(replay_of(id, &replay), DAT_REPLAY_DONE);
            assert_true(dat_replay_same(&replay) && replay.replayed == hash);
            dat_replay_finish(&replay);
            assert_true(!aided || hash != plain);
            plain = hash;
        }
    }
}

static void a_difference_is_seen(void **state) {
    (void)state;
    struct dat_replay replay;
    const int64_t id = record("first-harvest", 120);
    assert_int_equal(replay_of(id, &replay), DAT_REPLAY_DONE);
    assert_false(dat_replay_same(&replay));
    assert_true(replay.replayed != replay.recorded);
    // Between the last state before and the first after.
    assert_true(replay.proved <= 120 && replay.proved >= 70);
    assert_true(replay.differs > 120 && replay.differs <= 170);
    dat_replay_finish(&replay);
}

// A process that is killed leaves a session without an end, but what it has can be proved.
static void a_killed_session_is_proved_as_far_as_it_goes(void **state) {
    (void)state;
    struct dat_replay replay;
    struct dat_diagnostics d;
    struct dat_problem problem = {""};
    char db[64];
    (void)snprintf(db, sizeof db, "%s/killed.db", folder);
    const pid_t child = fork();
    if (child == 0) {
        static struct dat_exercise exercise;
        static struct dat_practice practice;
        struct dat_store *own = dat_store_open(db, DAT_STORE_WRITE, NULL);
        session_start("first-load", own, &exercise, &practice);
        session_drive(&practice, 0, 130);
        (void)dat_recorder_flush(practice.recorder, NULL);
        session_drive(&practice, 130, 10);
        (void)kill(getpid(), SIGKILL);
    }
    int status;
    assert_int_equal(waitpid(child, &status, 0), child);
    assert_true(WIFSIGNALED(status));
    struct dat_store *killed = dat_store_open(db, DAT_STORE_READ, &problem);
    assert_non_null(killed);
    assert_int_equal(
        dat_replay_run(killed, &(struct dat_replay_def){.session = 1}, &replay, &d, &problem),
        DAT_REPLAY_DONE);
    assert_true(dat_replay_same(&replay));
    assert_true(replay.session.interrupted);
    assert_true(replay.proved >= 130 && replay.proved == replay.steps);
    dat_replay_finish(&replay);
    dat_store_close(killed);
}

// As in a database of a version before 10.
static void forget_copies(void) {
    sqlite3 *db;
    assert_int_equal(sqlite3_open(dat_store_path(store), &db), SQLITE_OK);
    assert_int_equal(sqlite3_exec(db, "DELETE FROM file_copy", NULL, NULL, NULL), SQLITE_OK);
    assert_int_equal(sqlite3_close(db), SQLITE_OK);
}

// Each file that a shipped exercise is made of has its copy, and is read from it.
static void every_exercise_is_made_of_its_copies(void **state) {
    (void)state;
    struct dat_name_list names;
    struct dat_problem problem;
    char library[600];
    const char *root = getenv("KRANICH_ROOT");
    (void)snprintf(library, sizeof library, "%s/data/library", root ? root : ".");
    assert_int_equal(dat_library_list(library, "exercises", &names, &problem), DAT_LIBRARY_FOUND);
    assert_true(names.count >= 20);
    for (int i = 0; i < names.count; i++) {
        static struct dat_exercise exercise;
        static struct dat_practice practice;
        struct dat_replay replay;
        session_start(names.items[i], store, &exercise, &practice);
        const int64_t id = dat_recorder_session(practice.recorder);
        session_drive(&practice, 0, 2);
        assert_true(dat_practice_finish(&practice, DAT_STOPPED, NULL));
        dat_exercise_finish(&exercise);
        assert_int_equal(replay_of(id, &replay), DAT_REPLAY_DONE);
        if (!replay.session.from_copies || !dat_replay_same(&replay))
            fail_msg("%s is not that of its copies", names.items[i]);
        dat_replay_finish(&replay);
    }
    dat_name_list_finish(&names);
}

// The session's files are found from any folder, and those that have changed are named.
static void the_files_are_known_again(void **state) {
    (void)state;
    static struct dat_exercise exercise;
    static struct dat_practice practice;
    struct dat_replay replay;
    struct dat_diagnostics d;
    char path[600], before[512];
    FILE *file;
    const char *root = getenv("KRANICH_ROOT");
    assert_non_null(getcwd(before, sizeof before));
    assert_int_equal(chdir(folder), 0);
    assert_int_equal(mkdir("mine", 0700), 0);
    file = fopen("mine/slope.yaml", "w");
    assert_non_null(file);
    (void)snprintf(path, sizeof path, "%s/data/library", root ? root : before);
    assert_int_equal(symlink(path, "library"), 0);
    fputs("exercise: Slope\nsite: ../library/sites/first-forest\n"
          "machine: ../library/machines/forwarder.yaml\n"
          "start: {position: [14, 35.8], heading_deg: 23}\n",
          file);
    assert_int_equal(fclose(file), 0);
    assert_true(dat_exercise_load("mine/slope.yaml", NULL, &exercise, &d));
    assert_true(dat_practice_start(&practice, &exercise, store, "Test", DAT_TRAINEE, NULL));
    const int64_t id = dat_recorder_session(practice.recorder);
    session_drive(&practice, 0, 60);
    assert_true(dat_practice_finish(&practice, DAT_STOPPED, NULL));
    dat_exercise_finish(&exercise);
    assert_int_equal(chdir("/"), 0);
    assert_int_equal(replay_of(id, &replay), DAT_REPLAY_DONE);
    assert_true(dat_replay_same(&replay));
    assert_int_equal(replay.session.changed.count, 0);
    dat_replay_finish(&replay);
    // Changed, it is named, and the session is that of its own copies.
    assert_int_equal(chdir(folder), 0);
    file = fopen("mine/slope.yaml", "w");
    assert_non_null(file);
    fputs("exercise: Slope\nsite: ../library/sites/first-forest\n"
          "machine: ../library/machines/forwarder.yaml\n"
          "start: {position: [14, 35.8], heading_deg: 90}\n",
          file);
    assert_int_equal(fclose(file), 0);
    assert_int_equal(replay_of(id, &replay), DAT_REPLAY_DONE);
    assert_true(dat_replay_same(&replay));
    assert_int_equal(replay.session.changed.count, 1);
    assert_non_null(strstr(replay.session.changed.items[0],
                           "/mine/slope.yaml has changed since the session was recorded"));
    assert_true(replay.session.from_copies);
    dat_replay_finish(&replay);
    assert_int_equal(unlink("mine/slope.yaml"), 0);
    assert_int_equal(replay_of(id, &replay), DAT_REPLAY_DONE);
    assert_true(dat_replay_same(&replay) && replay.session.from_copies);
    dat_replay_finish(&replay);
    forget_copies();
    assert_int_equal(replay_of(id, &replay), DAT_REPLAY_BAD_FILE);
    assert_non_null(
        strstr(replay.session.changed.items[0], "/mine/slope.yaml cannot be read any more"));
    dat_replay_finish(&replay);
    assert_int_equal(chdir(before), 0);
}

static void make(const char *name, const char *text) {
    FILE *file = fopen(name, "w");
    assert_non_null(file);
    fputs(text, file);
    assert_int_equal(fclose(file), 0);
}

// An exercise that was moved is replayed from its new place; its contents decide whether it is the
// same.
static void a_moved_exercise_is_known_by_its_contents(void **state) {
    (void)state;
    static const char text[] = "exercise: Slope\nsite: ../library/sites/first-forest\n"
                               "machine: ../library/machines/forwarder.yaml\n"
                               "start: {position: [14, 35.8], heading_deg: 23}\n";
    static struct dat_exercise exercise;
    static struct dat_practice practice;
    struct dat_replay replay;
    struct dat_diagnostics d;
    struct dat_replay_def def = {.exercise = "new/renamed.yaml"};
    char before[512];
    assert_non_null(getcwd(before, sizeof before));
    assert_int_equal(chdir(folder), 0);
    assert_int_equal(mkdir("old", 0700), 0);
    make("old/slope.yaml", text);
    assert_true(dat_exercise_load("old/slope.yaml", NULL, &exercise, &d));
    assert_true(dat_practice_start(&practice, &exercise, store, "Test", DAT_TRAINEE, NULL));
    def.session = dat_recorder_session(practice.recorder);
    session_drive(&practice, 0, 60);
    assert_true(dat_practice_finish(&practice, DAT_STOPPED, NULL));
    dat_exercise_finish(&exercise);
    assert_int_equal(rename("old", "new"), 0);
    assert_int_equal(rename("new/slope.yaml", "new/renamed.yaml"), 0);
    assert_int_equal(replay_of(def.session, &replay), DAT_REPLAY_DONE);
    assert_true(dat_replay_same(&replay) && replay.session.from_copies);
    dat_replay_finish(&replay);
    forget_copies();
    assert_int_equal(replay_of(def.session, &replay), DAT_REPLAY_BAD_FILE);
    dat_replay_finish(&replay);
    assert_int_equal(dat_replay_run(store, &def, &replay, &d, NULL), DAT_REPLAY_DONE);
    assert_true(dat_replay_same(&replay) && replay.session.same_files &&
                !replay.session.other_machine);
    assert_int_equal(replay.session.changed.count, 0);
    dat_replay_finish(&replay);
    // Another machine, too: its own files take the place of the forwarder's.
    make("new/renamed.yaml", "exercise: Slope\nsite: ../library/sites/first-forest\n"
                             "machine: ../library/machines/harvester.yaml\n"
                             "start: {position: [14, 35.8], heading_deg: 23}\n");
    assert_int_equal(dat_replay_run(store, &def, &replay, &d, NULL), DAT_REPLAY_DONE);
    assert_false(dat_replay_same(&replay) || replay.session.same_files);
    assert_true(replay.session.other_machine && replay.session.changed.count >= 2);
    assert_non_null(
        strstr(replay.session.changed.items[0], "/new/renamed.yaml has other contents than"));
    assert_non_null(strstr(replay.session.changed.items[1], "the exercise no longer uses "));
    assert_non_null(strstr(replay.session.changed.items[1], "/forwarder.yaml"));
    dat_replay_finish(&replay);
    assert_int_equal(chdir(before), 0);
}

// Inputs that are not what was recorded are not replayed.
static void damaged_inputs_are_named(void **state) {
    (void)state;
    struct dat_replay replay;
    char sql[96];
    sqlite3 *db;
    const int64_t id = record("first-load", -1);
    (void)snprintf(sql, sizeof sql, "UPDATE input SET checksum = 1 WHERE session_id = %d", (int)id);
    assert_int_equal(sqlite3_open(dat_store_path(store), &db), SQLITE_OK);
    assert_int_equal(sqlite3_exec(db, sql, NULL, NULL, NULL), SQLITE_OK);
    sqlite3_close(db);
    assert_int_equal(replay_of(id, &replay), DAT_REPLAY_DAMAGED);
    assert_int_equal(replay.session.damage.count, 1);
    assert_non_null(
        strstr(replay.session.damage.items[0], "chunk 1 of its inputs (from step 0) does not"));
    assert_int_equal(replay.steps, 0);
    dat_replay_finish(&replay);
}

static void what_is_not_there_gets_a_sentence(void **state) {
    (void)state;
    struct dat_replay replay;
    struct dat_diagnostics d;
    struct dat_problem problem = {""};
    assert_int_equal(
        dat_replay_run(store, &(struct dat_replay_def){.session = 999}, &replay, &d, &problem),
        DAT_REPLAY_NO_SUCH);
    assert_non_null(strstr(problem.text, "no session 999"));
    dat_replay_finish(&replay);
    const int64_t id = record("first-harvest", -1);
    assert_int_equal(
        dat_replay_run(store, &(struct dat_replay_def){.session = id, .machine = "/nowhere.yaml"},
                       &replay, &d, &problem),
        DAT_REPLAY_BAD_FILE);
    assert_false(dat_diagnostics_ok(&d));
    dat_replay_finish(&replay);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_session_replays_to_the_same_bits),
        cmocka_unit_test(aids_replay_to_the_same_bits),
        cmocka_unit_test(a_difference_is_seen),
        cmocka_unit_test(a_killed_session_is_proved_as_far_as_it_goes),
        cmocka_unit_test(every_exercise_is_made_of_its_copies),
        cmocka_unit_test(the_files_are_known_again),
        cmocka_unit_test(a_moved_exercise_is_known_by_its_contents),
        cmocka_unit_test(damaged_inputs_are_named),
        cmocka_unit_test(what_is_not_there_gets_a_sentence),
    };
    return cmocka_run_group_tests(tests, set_up, tear_down);
}
