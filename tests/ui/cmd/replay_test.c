#define _GNU_SOURCE

#include <signal.h>
#include <sys/wait.h>
#include <time.h>

#include <jansson.h>

#include "data/record/store.h"
#include "sim/base/version.h"
#include "tests/scratch.h"
#include "tests/ui/cmd/command_line.h"

static struct tests_scratch scratch;
static char db[512];

// Session 1: a third of a second of the forwarder, ended in order.
static int set_up(void **state) {
    (void)state;
    tests_scratch_create(&scratch);
    snprintf(db, sizeof db, "%s", tests_scratch_path(&scratch, "s.db"));
    return RUN("train", "first-load", "--headless", "--duration", "0.3", "--db", db);
}

static int tear_down(void **state) {
    (void)state;
    tests_scratch_remove(&scratch);
    return 0;
}

// Recorded steps of the session so far; 0 while there is none.
static int64_t steps_of(int64_t id) {
    struct dat_session_info info = {0};
    struct dat_store *store = dat_store_open(db, DAT_STORE_READ, NULL);
    const bool ok = store != NULL && dat_store_session(store, id, &info, NULL);
    const int64_t steps = ok ? info.steps : 0;
    dat_session_info_finish(&info);
    dat_store_close(store);
    return steps;
}

static void a_replayed_session_is_the_same(void **state) {
    (void)state;
    const char *file = tests_scratch_path(&scratch, "out.json");
    assert_int_equal(RUN("replay", "1", "--verify", "--db", db, "--json", file), UI_EXIT_DONE);
    assert_contains(out, "steps replayed, the end is the same, bit for bit\n");
    assert_string_equal(err, "");
    json_t *json = json_load_file(file, JSON_REJECT_DUPLICATES, NULL);
    assert_true(json_is_true(json_object_get(json, "same")));
    assert_false(json_is_true(json_object_get(json, "interrupted")));
    assert_int_equal(json_integer_value(json_object_get(json, "steps")), steps_of(1));
    assert_int_equal(json_integer_value(json_object_get(json, "proved_steps")), steps_of(1));
    assert_int_equal(json_array_size(json_object_get(json, "changed_files")), 0);
    assert_null(json_object_get(json, "differs_at_step"));
    json_decref(json);
}

static void a_killed_session_is_proved_up_to_its_end(void **state) {
    (void)state;
    const char *program = getenv("KRANICH");
    assert_non_null(program);
    const pid_t child = fork();
    if (child == 0) {
        freopen("/dev/null", "w", stdout);
        execl(program, "kranich", "train", "first-load", "--headless", "--db", db, NULL);
        _exit(99);
    }
    for (int i = 0; i < 3000 && steps_of(2) == 0; i++)
        nanosleep(&(struct timespec){0, 10000000}, NULL);
    int status;
    assert_int_equal(kill(child, SIGKILL), 0);
    assert_int_equal(waitpid(child, &status, 0), child);
    assert_true(WIFSIGNALED(status));
    char words[128];
    snprintf(words, sizeof words,
             "the same, bit for bit, up to step %lld; the session was interrupted there\n",
             (long long)steps_of(2));
    assert_int_equal(RUN("replay", "2", "--verify", "--db", db), UI_EXIT_DONE);
    assert_contains(out, words);
}

// A file in another folder, or a name in the library, instead of the recorded path.
static void the_exercise_may_be_elsewhere(void **state) {
    (void)state;
    const char *file = tests_scratch_path(&scratch, "moved.json");
    assert_int_equal(RUN("replay", "1", "--verify", "--db", db, "--exercise", "first-load"),
                     UI_EXIT_DONE);
    assert_contains(out, "the exercise's files have the recorded contents\n");
    assert_int_equal(
        RUN("replay", "1", "--verify", "--db", db, "--exercise", "first-harvest", "--json", file),
        UI_EXIT_CHECK_FAILED);
    assert_contains(out, "the states differ: the same up to step 0, not at step ");
    assert_contains(err, "first-harvest.yaml has other contents than the file of the session");
    json_t *json = json_load_file(file, JSON_REJECT_DUPLICATES, NULL);
    assert_true(json_array_size(json_object_get(json, "changed_files")) > 1);
    assert_int_equal(json_array_size(json_object_get(json, "damage")), 0);
    json_decref(json);
    assert_int_equal(RUN("replay", "1", "--verify", "--db", db, "--exercise", "first-lod"),
                     UI_EXIT_USAGE);
    assert_contains(err, "did you mean 'first-load'");
}

// Writes a 9 over the first digit of the version wherever the file has it.
static void make_of_version_9(const char *path) {
    static char content[1 << 20];
    const size_t length = strlen(sim_version());
    FILE *file = fopen(path, "r+b");
    assert_non_null(file);
    const size_t size = fread(content, 1, sizeof content, file);
    for (size_t i = 0; i + length < size; i++)
        if (memcmp(content + i, sim_version(), length) == 0)
            content[i] = '9';
    rewind(file);
    assert_int_equal(fwrite(content, 1, size, file), size);
    fclose(file);
}

static void another_version_is_said(void **state) {
    (void)state;
    const char *copy = tests_scratch_path(&scratch, "version.db");
    const char *file = tests_scratch_path(&scratch, "version.json");
    assert_int_equal(RUN("replay", "1", "--verify", "--db", db), UI_EXIT_DONE);
    assert_null(strstr(err, "version"));
    assert_int_equal(RUN("sessions", "backup", copy, "--db", db), UI_EXIT_DONE);
    make_of_version_9(copy);
    (void)RUN("replay", "1", "--verify", "--db", copy, "--json", file);
    assert_contains(err, "the session is of version 9");
    json_t *json = json_load_file(file, JSON_REJECT_DUPLICATES, NULL);
    assert_int_equal(json_string_value(json_object_get(json, "recorded_version"))[0], '9');
    json_decref(json);
}

// Damage to a part that the replay does not need is named, too.
static void damage_is_named(void **state) {
    (void)state;
    static char content[1 << 20];
    const char *copy = tests_scratch_path(&scratch, "copy.db");
    assert_int_equal(RUN("sessions", "backup", copy, "--db", db), UI_EXIT_DONE);
    FILE *file = fopen(copy, "r+b");
    assert_non_null(file);
    const size_t size = fread(content, 1, sizeof content, file);
    // The end of a page of the database may cut one of them in two.
    const char *result = memmem(content, size, "behind_clock_s", 14);
    if (result == NULL)
        result = memmem(content, size, "simulated_s", 11);
    assert_non_null(result);
    assert_int_equal(fseek(file, result - content, SEEK_SET), 0);
    assert_int_equal(fputc('X', file), 'X');
    assert_int_equal(fclose(file), 0);
    assert_int_equal(RUN("replay", "1", "--verify", "--db", copy), UI_EXIT_USAGE);
    assert_contains(out, "the end is the same, bit for bit");
    assert_contains(err, "error: the record of session 1 is damaged: its row in the table of");
}

static void impossible_replays_are_explained(void **state) {
    (void)state;
    assert_int_equal(RUN("replay", "99", "--verify", "--db", db), UI_EXIT_USAGE);
    assert_contains(err, "there is no session 99, 'kranich sessions list' shows them");
    assert_int_equal(RUN("replay", "x", "--verify", "--db", db), UI_EXIT_USAGE);
    assert_contains(err, "'x' is not the number of a session");
    assert_int_equal(RUN("replay", "1", "--db", db, "--json", "-"), UI_EXIT_USAGE);
    assert_contains(err, "--json is the result of --verify, which is missing");
    assert_int_equal(RUN("replay", "1", "--verify", "--csv", "-", "--db", db), UI_EXIT_USAGE);
    assert_contains(err, "--verify is without --ghost, --shots, --frames and --csv");
    assert_int_equal(RUN("replay", "1", "--ghost", "1", "--csv", "-", "--db", db), UI_EXIT_USAGE);
    assert_contains(err, "--ghost is shown in the window");
    assert_int_equal(RUN("replay", "99", "--db", db), UI_EXIT_USAGE);
    assert_contains(err, "there is no session 99");
    assert_int_equal(RUN("replay", "1", "--verify", "--db", "/nowhere/s.db"), UI_EXIT_ENVIRONMENT);
    assert_contains(err, "/nowhere/s.db cannot be opened");
    // A machine that cannot do the exercise.
    assert_int_equal(RUN("replay", "1", "--verify", "--db", db, "--machine", "harvester"),
                     UI_EXIT_USAGE);
    assert_contains(err, "harvester.yaml: error: the machine");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_replayed_session_is_the_same),
        cmocka_unit_test(a_killed_session_is_proved_up_to_its_end),
        cmocka_unit_test(the_exercise_may_be_elsewhere),
        cmocka_unit_test(impossible_replays_are_explained),
        cmocka_unit_test(another_version_is_said),
        cmocka_unit_test(damage_is_named),
    };
    return cmocka_run_group_tests(tests, set_up, tear_down);
}
