#define _GNU_SOURCE

#include "data/record/recorder.h"

#include <math.h>
#include <sched.h>
#include <signal.h>
#include <sys/mount.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>

#include "data/record/input_codec.h"
#include "tests/scratch.h"

static const double step_size = 0.01; // [s]

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

static const char *const names[] = {"drive", "steer", "boom"};

static struct dat_recording_def definition(void) {
    return (struct dat_recording_def){.trainee = "Anna",
                                      .exercise = "first-harvest",
                                      .scenario_file = "first-harvest.yaml",
                                      .scenario_hash = 42,
                                      .machine = "harvester",
                                      .who = DAT_TRAINEE,
                                      .seed = UINT64_MAX,
                                      .step = step_size,
                                      .input_names = names,
                                      .input_count = 3};
}

static void inputs_of_step(int64_t step, double *inputs) {
    inputs[0] = sin((double)step * 0.1);
    inputs[1] = dat_input_quantise(cos((double)step * 0.01));
    inputs[2] = step / 100 % 2 == 0 ? 0.0 : 1.0;
}

static void record_steps(struct dat_recorder *recorder, int64_t from, int64_t to) {
    for (int64_t step = from; step < to; step++) {
        double inputs[3];
        inputs_of_step(step, inputs);
        dat_recorder_step(recorder, inputs);
        if (step % 50 == 49)
            dat_recorder_event(recorder, "half_second",
                               step % 100 == 99 ? "{\"whole\":true}" : NULL);
        if (step % 200 == 199)
            dat_recorder_log(recorder, &(struct dat_log){.species = "spruce", .length = 4.0});
    }
}

// The number of steps that the database has, after checking that they are what was recorded.
static int64_t assert_record(struct dat_store *store, int64_t id) {
    struct dat_session_info info;
    assert_true(dat_store_session(store, id, &info, NULL));
    assert_int_equal(info.id, id);
    int64_t steps = info.steps;
    assert_int_equal(info.event_count, steps / 50);
    assert_int_equal(info.log_count, steps / 200);
    dat_session_info_finish(&info);
    struct dat_input_list chunks;
    assert_true(dat_store_inputs(store, id, &chunks, NULL));
    int64_t step = 0;
    for (int i = 0; i < chunks.count; i++) {
        assert_int_equal(chunks.items[i].first_step, step);
        struct dat_input_decoder decoder;
        dat_input_decoder_init(&decoder, chunks.items[i].bytes, chunks.items[i].size,
                               chunks.items[i].steps, 3);
        double got[3], expected[3];
        while (dat_input_decode(&decoder, got)) {
            inputs_of_step(step++, expected);
            assert_memory_equal(got, expected, sizeof got);
        }
        assert_false(decoder.damaged);
    }
    dat_input_list_finish(&chunks);
    assert_int_equal(step, steps);
    struct dat_event_list events;
    assert_true(dat_store_events(store, id, &events, NULL));
    for (int i = 0; i < events.count; i++) {
        assert_int_equal(events.items[i].step, 50 * (int64_t)i + 49);
        assert_near(events.items[i].time, 0.5 * (double)(i + 1), 1e-9);
        assert_int_equal(events.items[i].detail != NULL, i % 2 == 1);
    }
    dat_event_list_finish(&events);
    return steps;
}

static struct dat_store *open_or_fail(const char *path) {
    struct dat_problem problem = {""};
    struct dat_store *store = dat_store_open(path, DAT_STORE_WRITE, &problem);
    if (store == NULL)
        fail_msg("%s", problem.text);
    return store;
}

static void everything_comes_back(void **state) {
    (void)state;
    struct dat_store *store = open_or_fail(tests_scratch_path(&scratch, "all.db"));
    struct dat_recording_def def = definition();
    struct dat_problem problem = {""};
    struct dat_recorder *recorder = dat_recorder_begin(store, &def, &problem);
    assert_non_null(recorder);
    int64_t id = dat_recorder_session(recorder);
    record_steps(recorder, 0, 12345);
    assert_true(dat_recorder_ok(recorder, &problem));
    struct dat_recording_end end = {.outcome = DAT_PASSED, .result = "{\"trees_felled\":1}"};
    assert_true(dat_recorder_end(recorder, &end, &problem));
    assert_int_equal(assert_record(store, id), 12345);
    struct dat_session_info info;
    assert_true(dat_store_session(store, id, &info, NULL));
    assert_string_equal(info.trainee, "Anna");
    assert_string_equal(info.input_names, "[\"drive\",\"steer\",\"boom\"]");
    assert_true((uint64_t)info.seed == UINT64_MAX);
    assert_int_equal(info.outcome, DAT_PASSED);
    assert_string_equal(info.result, "{\"trees_felled\":1}");
    assert_true(strcmp(info.start_utc, info.end_utc) <= 0);
    assert_int_equal(strlen(info.end_utc), strlen("2024-02-29T23:59:50.500Z"));
    dat_session_info_finish(&info);
    dat_store_close(store);
}

static void a_flush_writes_what_came_before(void **state) {
    (void)state;
    struct dat_store *store = open_or_fail(tests_scratch_path(&scratch, "flush.db"));
    struct dat_recording_def def = definition();
    struct dat_recorder *recorder = dat_recorder_begin(store, &def, NULL);
    assert_non_null(recorder);
    int64_t id = dat_recorder_session(recorder);
    for (int64_t step = 0; step < 100; step += 10) {
        record_steps(recorder, step, step + 10);
        assert_true(dat_recorder_flush(recorder, NULL));
        assert_int_equal(assert_record(store, id), step + 10);
    }
    struct dat_recording_end end = {.outcome = DAT_STOPPED};
    assert_true(dat_recorder_end(recorder, &end, NULL));
    assert_int_equal(assert_record(store, id), 100);
    dat_store_close(store);
}

static void wait_until(struct timespec start, double seconds) {
    start.tv_nsec += (long)(seconds * 1e9);
    start.tv_sec += start.tv_nsec / 1000000000;
    start.tv_nsec %= 1000000000;
    while (clock_nanosleep(CLOCK_MONOTONIC, TIMER_ABSTIME, &start, NULL) != 0) {
    }
}

// Records in real time and tells the parent after every step how many there are.
static void record_in_real_time(const char *path, int pipe_end) {
    struct dat_store *store = dat_store_open(path, DAT_STORE_WRITE, NULL);
    struct dat_recording_def def = definition();
    struct dat_recorder *recorder = store ? dat_recorder_begin(store, &def, NULL) : NULL;
    struct timespec start;
    clock_gettime(CLOCK_MONOTONIC, &start);
    for (int64_t step = 0; recorder != NULL && step < 1000; step++) {
        wait_until(start, (double)step * step_size);
        record_steps(recorder, step, step + 1);
        int64_t done = step + 1;
        if (write(pipe_end, &done, sizeof done) != sizeof done)
            break;
    }
    _exit(1);
}

// The promise of the whole: whenever the process is killed, less than a second is missing.
static void a_kill_loses_less_than_a_second(void **state) {
    (void)state;
    for (int round = 0; round < 3; round++) {
        char name[32];
        snprintf(name, sizeof name, "kill%d.db", round);
        const char *path = tests_scratch_path(&scratch, name);
        int ends[2];
        assert_int_equal(pipe(ends), 0);
        pid_t child = fork();
        if (child == 0) {
            close(ends[0]);
            record_in_real_time(path, ends[1]);
        }
        close(ends[1]);
        int64_t done = 0;
        int64_t kill_after = 90 + 37 * round;
        while (done < kill_after)
            assert_int_equal(read(ends[0], &done, sizeof done), sizeof done);
        assert_int_equal(kill(child, SIGKILL), 0);
        int status;
        assert_int_equal(waitpid(child, &status, 0), child);
        assert_true(WIFSIGNALED(status));
        while (read(ends[0], &done, sizeof done) == sizeof done) {
        }
        close(ends[0]);
        struct dat_store *store = open_or_fail(path);
        struct dat_session_info info;
        assert_true(dat_store_session(store, 1, &info, NULL));
        assert_int_equal(info.outcome, DAT_INTERRUPTED);
        assert_non_null(info.end_utc);
        dat_session_info_finish(&info);
        int64_t steps = assert_record(store, 1);
        print_message("# killed after %ld steps, %ld are on the disk\n", (long)done, (long)steps);
        assert_true((double)(done - steps) * step_size < 1.0);
        dat_store_close(store);
    }
}

static void limit_files(rlim_t bytes) {
    struct rlimit limit;
    getrlimit(RLIMIT_FSIZE, &limit);
    limit.rlim_cur = bytes;
    setrlimit(RLIMIT_FSIZE, &limit);
}

// In a process of its own, because the limit holds for every file, the test's output included.
static int session_on_a_full_disk(const char *path, bool make_room) {
    signal(SIGXFSZ, SIG_IGN);
    struct dat_problem problem = {""};
    struct dat_store *store = dat_store_open(path, DAT_STORE_WRITE, &problem);
    struct dat_recording_def def = definition();
    struct dat_recorder *recorder = store ? dat_recorder_begin(store, &def, &problem) : NULL;
    if (recorder == NULL)
        return 10;
    record_steps(recorder, 0, 500);
    if (!dat_recorder_flush(recorder, &problem))
        return 11;
    limit_files(1000); // smaller than every file of the database already is
    record_steps(recorder, 500, 1000);
    if (dat_recorder_flush(recorder, &problem) || strstr(problem.text, path) == NULL)
        return 12;
    problem.text[0] = '\0';
    if (dat_recorder_ok(recorder, &problem) || problem.text[0] == '\0')
        return 13;
    record_steps(recorder, 1000, 1500);
    if (make_room)
        limit_files(RLIM_INFINITY);
    struct dat_recording_end end = {.outcome = DAT_PASSED};
    if (dat_recorder_end(recorder, &end, &problem) != make_room)
        return 14;
    limit_files(RLIM_INFINITY);
    dat_store_close(store);
    return 0;
}

static void assert_full_disk(bool make_room, int64_t steps, enum dat_outcome outcome) {
    const char *path = tests_scratch_path(&scratch, make_room ? "room.db" : "full.db");
    pid_t child = fork();
    if (child == 0)
        _exit(session_on_a_full_disk(path, make_room));
    int status;
    assert_int_equal(waitpid(child, &status, 0), child);
    assert_true(WIFEXITED(status));
    assert_int_equal(WEXITSTATUS(status), 0);
    struct dat_store *store = open_or_fail(path);
    assert_int_equal(assert_record(store, 1), steps);
    struct dat_session_info info;
    assert_true(dat_store_session(store, 1, &info, NULL));
    assert_int_equal(info.outcome, outcome);
    dat_session_info_finish(&info);
    dat_store_close(store);
}

static void a_full_disk_keeps_what_is_written(void **state) {
    (void)state;
    assert_full_disk(false, 500, DAT_INTERRUPTED);
}

static void nothing_is_lost_where_the_disk_gets_room(void **state) {
    (void)state;
    assert_full_disk(true, 1500, DAT_PASSED);
}

static void fill_disk(const char *filler) {
    FILE *file = fopen(filler, "wb");
    for (int i = 0; file != NULL && i < 20 * 1024; i++) {
        char block[1024] = {0};
        fwrite(block, sizeof block, 1, file);
    }
    if (file != NULL)
        fclose(file);
}

// The same disk again, with a session in its database: reading needs no room.
static int list_on_full_disk(const char *path, const char *filler) {
    struct dat_problem problem = {""};
    fill_disk(filler);
    if (dat_store_open(path, DAT_STORE_WRITE, &problem) != NULL ||
        strstr(problem.text, "is full") == NULL)
        return 6;
    struct dat_store *store = dat_store_open(path, DAT_STORE_READ, &problem);
    struct dat_session_list list = {0};
    if (store == NULL || !dat_store_sessions(store, &list, &problem) || list.count != 1)
        return 7;
    dat_session_list_finish(&list);
    dat_store_close(store);
    return 0;
}

// Runs in a child: its mounts are seen by nobody else and end with it.
static int use_small_disk(const char *folder, const char *path, const char *filler) {
    if (unshare(CLONE_NEWNS) != 0 || mount(NULL, "/", NULL, MS_REC | MS_PRIVATE, NULL) != 0 ||
        mount("none", folder, "tmpfs", 0, "size=20m") != 0)
        return 77;
    struct dat_problem problem = {""};
    struct dat_store *store = dat_store_open(path, DAT_STORE_WRITE, &problem);
    struct dat_recording_def def = definition();
    struct dat_recorder *recorder = store ? dat_recorder_begin(store, &def, &problem) : NULL;
    if (recorder == NULL)
        return 1;
    record_steps(recorder, 0, 100);
    if (!dat_recorder_flush(recorder, &problem))
        return 2;
    fill_disk(filler);
    record_steps(recorder, 100, 20000);
    if (dat_recorder_flush(recorder, &problem) || strstr(problem.text, "is full") == NULL)
        return 3;
    unlink(filler);
    struct dat_recording_end end = {.outcome = DAT_PASSED};
    if (!dat_recorder_end(recorder, &end, &problem))
        return 4;
    struct dat_session_info info;
    if (!dat_store_session(store, 1, &info, &problem) || info.steps != 20000)
        return 5;
    dat_session_info_finish(&info);
    dat_store_close(store);
    return list_on_full_disk(path, filler);
}

static void a_really_full_disk_is_named(void **state) {
    (void)state;
    const char *folder = tests_scratch_path(&scratch, "disk");
    assert_int_equal(mkdir(folder, 0700), 0);
    pid_t child = fork();
    if (child == 0)
        _exit(use_small_disk(folder, tests_scratch_path(&scratch, "disk/sessions.db"),
                             tests_scratch_path(&scratch, "disk/filler")));
    int status;
    assert_int_equal(waitpid(child, &status, 0), child);
    assert_true(WIFEXITED(status));
    if (WEXITSTATUS(status) == 77) {
        // cmocka's skip() would be counted as a failure.
        print_error("not tested: this user may not mount a disk\n");
        return;
    }
    assert_int_equal(WEXITSTATUS(status), 0);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(everything_comes_back),
        cmocka_unit_test(a_flush_writes_what_came_before),
        cmocka_unit_test(a_kill_loses_less_than_a_second),
        cmocka_unit_test(a_full_disk_keeps_what_is_written),
        cmocka_unit_test(nothing_is_lost_where_the_disk_gets_room),
        cmocka_unit_test(a_really_full_disk_is_named),
    };
    return cmocka_run_group_tests(tests, set_up, tear_down);
}
