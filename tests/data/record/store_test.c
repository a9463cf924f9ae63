#define _GNU_SOURCE

#include "data/record/store.h"

#include <sched.h>
#include <sys/mount.h>
#include <sys/wait.h>

#include <sqlite3.h>

#include "data/record/json.h"
#include "data/record/migrate.h"
#include "data/record/replace.h"
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

static char text_anna[] = "Änna O'Hara; DROP TABLE trainee";
static char text_exercise[] = "first-harvest";
static char text_file[] = "/x/first-harvest.yaml";
static char text_machine[] = "harvester";
static char text_version[] = "0.1.0";
static char text_start[] = "2024-02-29T23:59:50.500Z";
static char text_names[] = "[\"drive\",\"steer\"]";

static struct dat_session_info definition(void) {
    return (struct dat_session_info){.trainee = text_anna,
                                     .exercise = text_exercise,
                                     .scenario_file = text_file,
                                     .machine = text_machine,
                                     .program_version = text_version,
                                     .scenario_hash = 0x00fedcba98765432U,
                                     .who = DAT_DEMONSTRATOR,
                                     .seed = -5,
                                     .step = 0.01,
                                     .start_utc = text_start,
                                     .input_names = text_names};
}

static struct dat_store *open_or_fail(const char *path, enum dat_store_mode mode) {
    struct dat_problem problem = {""};
    struct dat_store *store = dat_store_open(path, mode, &problem);
    if (store == NULL)
        fail_msg("%s", problem.text);
    return store;
}

static void assert_refused(const char *path, enum dat_store_mode mode, const char *words) {
    struct dat_problem problem = {""};
    assert_null(dat_store_open(path, mode, &problem));
    if (strstr(problem.text, words) == NULL || strstr(problem.text, "kranich-test") == NULL)
        fail_msg("'%s' does not say '%s' and the path", problem.text, words);
}

static int64_t begin(struct dat_store *store) {
    struct dat_problem problem = {""};
    struct dat_session_info info = definition();
    int64_t id = dat_store_begin(store, &info, NULL, &problem);
    if (id == 0)
        fail_msg("%s", problem.text);
    return id;
}

static void append_something(struct dat_store *store, int64_t id) {
    char cut[] = "log_cut";
    char detail[] = "{\"tree\":17}";
    uint8_t bytes[] = {1, 2, 0, 200};
    struct dat_event events[2] = {{.step = 3, .time = 0.04, .kind = cut, .detail = detail},
                                  {.step = 4, .time = 0.05, .kind = cut}};
    struct dat_log log = {.step = 3,
                          .time = 0.04,
                          .species = "spruce",
                          .assortment = "saw log",
                          .tree = "17",
                          .length = 4.9,
                          .target_length = 4.88,
                          .top_diameter = 0.2,
                          .mid_diameter = 0.25,
                          .butt_diameter = 0.31,
                          .volume = 0.24,
                          .x = 1,
                          .y = -2,
                          .z = 3};
    struct dat_log firewood = log;
    firewood.target_length = 0;
    struct dat_log logs[2] = {log, firewood};
    struct dat_batch second = {.steps = 200,
                               .first_event = 3,
                               .first_log = 3,
                               .chunk = {.first_step = 100, .steps = 100, bytes, 4}};
    struct dat_batch first = {.next = &second,
                              .steps = 100,
                              .first_event = 1,
                              .first_log = 1,
                              .events = {.items = events, .count = 2},
                              .logs = {.items = logs, .count = 2},
                              .chunk = {.first_step = 0, .steps = 100, bytes, 3}};
    struct dat_problem problem = {""};
    if (!dat_store_append(store, id, &first, &problem))
        fail_msg("%s", problem.text);
}

static void assert_something(struct dat_store *store, int64_t id) {
    struct dat_event_list events;
    struct dat_log_list logs;
    struct dat_input_list inputs;
    assert_true(dat_store_events(store, id, &events, NULL));
    assert_int_equal(events.count, 2);
    assert_string_equal(events.items[0].kind, "log_cut");
    assert_string_equal(events.items[0].detail, "{\"tree\":17}");
    assert_null(events.items[1].detail);
    assert_int_equal(events.items[1].step, 4);
    assert_near(events.items[1].time, 0.05, 0.0);
    assert_true(dat_store_logs(store, id, &logs, NULL));
    assert_int_equal(logs.count, 2);
    assert_string_equal(logs.items[0].species, "spruce");
    assert_string_equal(logs.items[0].assortment, "saw log");
    assert_string_equal(logs.items[0].tree, "17");
    assert_near(logs.items[0].length, 4.9, 0.0);
    assert_near(logs.items[0].target_length, 4.88, 0.0);
    assert_near(logs.items[0].top_diameter, 0.2, 0.0);
    assert_near(logs.items[0].mid_diameter, 0.25, 0.0);
    assert_near(logs.items[0].butt_diameter, 0.31, 0.0);
    assert_near(logs.items[0].volume, 0.24, 0.0);
    assert_near(logs.items[0].y, -2, 0.0);
    assert_near(logs.items[1].target_length, 0.0, 0.0);
    assert_true(dat_store_inputs(store, id, &inputs, NULL));
    assert_int_equal(inputs.count, 2);
    assert_int_equal(inputs.items[1].first_step, 100);
    assert_int_equal(inputs.items[1].steps, 100);
    assert_int_equal(inputs.items[1].size, 4);
    assert_memory_equal(inputs.items[1].bytes, "\x01\x02\x00\xc8", 4);
    dat_event_list_finish(&events);
    dat_log_list_finish(&logs);
    dat_input_list_finish(&inputs);
}

static void what_is_written_can_be_read(void **state) {
    (void)state;
    const char *path = tests_scratch_path(&scratch, "a new/folder/sessions.db");
    struct dat_store *store = open_or_fail(path, DAT_STORE_WRITE);
    int64_t id = begin(store);
    append_something(store, id);
    // A reader beside the writer sees the running session.
    struct dat_store *reader = open_or_fail(path, DAT_STORE_READ);
    assert_something(reader, id);
    struct dat_session_info info;
    assert_true(dat_store_session(reader, id, &info, NULL));
    assert_int_equal(info.outcome, DAT_RUNNING);
    assert_null(info.end_utc);
    assert_int_equal(info.steps, 200);
    dat_session_info_finish(&info);
    struct dat_session_info end = definition();
    char end_text[] = "2024-03-01T00:10:00.000Z";
    char result[] = "{\"trees_felled\":1}";
    end.end_utc = end_text;
    end.outcome = DAT_PASSED;
    end.result = result;
    end.has_end_state_hash = true;
    end.end_state_hash = 0xfedcba9876543210U;
    assert_true(dat_store_end(store, id, &end, NULL));
    dat_store_close(store);
    assert_true(dat_store_session(reader, id, &info, NULL));
    assert_string_equal(info.trainee, text_anna);
    assert_string_equal(info.exercise, "first-harvest");
    assert_string_equal(info.scenario_file, text_file);
    assert_string_equal(info.machine, "harvester");
    assert_string_equal(info.program_version, "0.1.0");
    assert_true(info.scenario_hash == 0x00fedcba98765432U);
    assert_int_equal(info.who, DAT_DEMONSTRATOR);
    assert_int_equal(info.seed, -5);
    assert_near(info.step, 0.01, 0.0);
    assert_string_equal(info.start_utc, text_start);
    assert_string_equal(info.end_utc, end_text);
    assert_int_equal(info.outcome, DAT_PASSED);
    assert_true(info.has_end_state_hash && info.end_state_hash == 0xfedcba9876543210U);
    assert_string_equal(info.result, result);
    assert_string_equal(info.input_names, text_names);
    assert_int_equal(info.event_count, 2);
    assert_int_equal(info.log_count, 2);
    dat_session_info_finish(&info);
    dat_store_close(reader);
}

static void deleting_leaves_the_others(void **state) {
    (void)state;
    struct dat_store *store =
        open_or_fail(tests_scratch_path(&scratch, "delete.db"), DAT_STORE_WRITE);
    int64_t a = begin(store), b = begin(store);
    append_something(store, a);
    append_something(store, b);
    bool found;
    assert_true(dat_store_delete(store, b + 1, &found, NULL));
    assert_false(found);
    assert_true(dat_store_delete(store, b, &found, NULL));
    assert_true(found);
    struct dat_event_list events;
    assert_true(dat_store_events(store, b, &events, NULL));
    assert_int_equal(events.count, 0);
    dat_event_list_finish(&events);
    assert_something(store, a);
    struct dat_session_info info;
    assert_true(dat_store_session(store, b, &info, NULL));
    assert_int_equal(info.id, 0);
    // The number is not given to another session.
    assert_true(begin(store) > b);
    struct dat_session_list list;
    assert_true(dat_store_sessions(store, &list, NULL));
    assert_int_equal(list.count, 2);
    assert_int_equal(list.items[0].id, a);
    dat_session_list_finish(&list);
    dat_store_close(store);
}

static void figures_are_the_numbers_and_words_of_the_result(void **state) {
    (void)state;
    struct dat_store *store =
        open_or_fail(tests_scratch_path(&scratch, "figures.db"), DAT_STORE_WRITE);
    struct dat_session_info info;
    const int64_t id = begin(store);
    assert_true(dat_store_session(store, id, &info, NULL));
    assert_null(info.figures);
    assert_null(dat_session_figures(&info));
    dat_session_info_finish(&info);
    char utc[] = "2026-01-01T00:00:00.000Z",
         result[] = "{\"points\": 50.25, \"passed\": true, \"mark\": \"gold\", \"none\": null, "
                    "\"logs\": [{\"points\": 7}], \"trees\": 3, \"all\": {\"time_s\": 1}}";
    const struct dat_session_info end = {.outcome = DAT_PASSED, .end_utc = utc, .result = result};
    assert_true(dat_store_end(store, id, &end, NULL));
    struct dat_session_list list;
    assert_true(dat_store_sessions(store, &list, NULL));
    json_t *figures = dat_session_figures(&list.items[0]);
    assert_ptr_equal(figures, list.items[0].figures);
    assert_null(list.items[0].result);
    assert_int_equal(json_object_size(figures), 3);
    assert_true(json_real_value(json_object_get(figures, "points")) == 50.25);
    assert_string_equal(json_string_value(json_object_get(figures, "mark")), "gold");
    assert_int_equal(json_integer_value(json_object_get(figures, "trees")), 3);
    json_decref(figures);
    dat_session_list_finish(&list);
    char *whole = NULL;
    assert_true(dat_store_result(store, id, &whole, NULL));
    assert_string_equal(whole, result);
    free(whole);
    assert_true(dat_store_sessions_bare(store, &list, NULL));
    assert_null(list.items[0].result);
    assert_null(list.items[0].figures);
    dat_session_list_finish(&list);
    dat_store_close(store);
}

static void trainees_are_found_again(void **state) {
    (void)state;
    struct dat_store *store =
        open_or_fail(tests_scratch_path(&scratch, "trainee.db"), DAT_STORE_WRITE);
    struct dat_problem problem = {""};
    int64_t otto = dat_store_trainee(store, "Otto", &problem);
    assert_true(otto > 0);
    int64_t anna = dat_store_trainee(store, text_anna, &problem);
    assert_true(anna > 0 && anna != otto);
    assert_int_equal(dat_store_trainee(store, "Otto", &problem), otto);
    assert_int_equal(dat_store_trainee(store, "M\xfcller", &problem), 0);
    assert_non_null(strstr(problem.text, "the trainee's name is not valid UTF-8"));
    assert_int_equal(dat_store_trainee(store, "  ", &problem), 0);
    assert_non_null(strstr(problem.text, "empty"));
    begin(store);
    struct dat_name_list names;
    assert_true(dat_store_trainees(store, &names, NULL));
    assert_int_equal(names.count, 2);
    assert_string_equal(names.items[0], text_anna);
    dat_name_list_finish(&names);
    dat_store_close(store);
}

static void a_batch_is_all_or_nothing(void **state) {
    (void)state;
    struct dat_store *store = open_or_fail(tests_scratch_path(&scratch, "all.db"), DAT_STORE_WRITE);
    int64_t id = begin(store);
    append_something(store, id);
    char kind[] = "new";
    struct dat_event event = {.kind = kind};
    uint8_t bytes[] = {1};
    // The event is fine, the chunk's steps are there already.
    struct dat_batch batch = {.steps = 300,
                              .first_event = 3,
                              .first_log = 3,
                              .events = {.items = &event, .count = 1},
                              .chunk = {.first_step = 0, .steps = 100, bytes, 1}};
    struct dat_problem problem = {""};
    assert_false(dat_store_append(store, id, &batch, &problem));
    assert_true(problem.text[0] != '\0');
    assert_something(store, id);
    batch.chunk.first_step = 200;
    assert_true(dat_store_append(store, id, &batch, &problem));
    dat_store_close(store);
}

static void a_second_writer_is_told_who_is_first(void **state) {
    (void)state;
    const char *path = tests_scratch_path(&scratch, "two.db");
    struct dat_store *store = open_or_fail(path, DAT_STORE_WRITE);
    char words[64];
    snprintf(words, sizeof words, "another Kranich (process %ld) is using", (long)getpid());
    assert_refused(path, DAT_STORE_WRITE, words);
    // From another process, and through a link.
    const char *link = tests_scratch_path(&scratch, "link.db");
    assert_int_equal(symlink(path, link), 0);
    pid_t child = fork();
    if (child == 0) {
        struct dat_problem problem = {""};
        bool ok = dat_store_open(link, DAT_STORE_WRITE, &problem) == NULL &&
                  strstr(problem.text, words) != NULL;
        struct dat_store *reader = dat_store_open(link, DAT_STORE_READ, &problem);
        _exit(ok && reader != NULL ? 0 : 1);
    }
    int status;
    assert_int_equal(waitpid(child, &status, 0), child);
    assert_int_equal(status, 0);
    begin(store);
    dat_store_close(store);
    dat_store_close(open_or_fail(path, DAT_STORE_WRITE));
}

static void a_dead_writers_session_is_interrupted(void **state) {
    (void)state;
    const char *path = tests_scratch_path(&scratch, "dead.db");
    pid_t child = fork();
    if (child == 0) {
        struct dat_session_info info = definition();
        struct dat_store *store = dat_store_open(path, DAT_STORE_WRITE, NULL);
        int64_t id = store != NULL ? dat_store_begin(store, &info, NULL, NULL) : 0;
        if (id == 0)
            _exit(1);
        append_something(store, id);
        _exit(0); // without closing anything
    }
    int status;
    assert_int_equal(waitpid(child, &status, 0), child);
    assert_int_equal(status, 0);
    struct dat_session_list list;
    struct dat_store *store = open_or_fail(path, DAT_STORE_READ);
    assert_true(dat_store_sessions(store, &list, NULL));
    assert_int_equal(list.items[0].outcome, DAT_INTERRUPTED);
    assert_null(list.items[0].end_utc);
    dat_session_list_finish(&list);
    dat_store_close(store);
    store = open_or_fail(path, DAT_STORE_WRITE);
    assert_true(dat_store_sessions(store, &list, NULL));
    assert_int_equal(list.count, 1);
    assert_int_equal(list.items[0].outcome, DAT_INTERRUPTED);
    // 200 steps of 10 ms after the start.
    assert_string_equal(list.items[0].end_utc, "2024-02-29T23:59:52.500Z");
    assert_something(store, list.items[0].id);
    dat_session_list_finish(&list);
    dat_store_close(store);
}

// Nonsense in one session's row must not keep the others from being recorded.
static void a_damaged_number_of_steps_does_not_lock_out(void **state) {
    (void)state;
    const char *path = tests_scratch_path(&scratch, "ages.db");
    struct dat_store *store = open_or_fail(path, DAT_STORE_WRITE);
    begin(store);
    dat_store_close(store);
    sqlite3 *db;
    assert_int_equal(sqlite3_open(path, &db), SQLITE_OK);
    assert_int_equal(sqlite3_exec(db,
                                  "UPDATE session SET steps = 9000000000000000000, end_utc = NULL, "
                                  "outcome = NULL",
                                  NULL, NULL, NULL),
                     SQLITE_OK);
    sqlite3_close(db);
    store = open_or_fail(path, DAT_STORE_WRITE);
    struct dat_session_info info;
    assert_true(dat_store_session(store, 1, &info, NULL));
    assert_int_equal(info.outcome, DAT_INTERRUPTED);
    assert_string_equal(info.end_utc, text_start);
    dat_session_info_finish(&info);
    dat_store_close(store);
}

// A number that no session can have is damage, not something to look up.
static void a_damaged_number_of_a_session_is_named(void **state) {
    (void)state;
    const char *path = tests_scratch_path(&scratch, "zero.db");
    struct dat_problem problem = {""};
    struct dat_session_list list;
    sqlite3 *db;
    struct dat_store *store = open_or_fail(path, DAT_STORE_WRITE);
    begin(store);
    dat_store_close(store);
    assert_int_equal(sqlite3_open(path, &db), SQLITE_OK);
    assert_int_equal(sqlite3_exec(db, "UPDATE session SET id = 0", NULL, NULL, NULL), SQLITE_OK);
    sqlite3_close(db);
    store = open_or_fail(path, DAT_STORE_READ);
    assert_false(dat_store_sessions(store, &list, &problem));
    assert_non_null(strstr(problem.text, "is damaged"));
    dat_session_list_finish(&list);
    dat_store_close(store);
}

static void other_files_are_refused_and_left_alone(void **state) {
    (void)state;
    tests_scratch_write(&scratch, "text.db", "This is a letter to my grandmother, not a database.");
    for (int mode = DAT_STORE_READ; mode <= DAT_STORE_WRITE; mode++)
        assert_refused(tests_scratch_path(&scratch, "text.db"), (enum dat_store_mode)mode,
                       "not a session database");
    char *text = tests_scratch_read(&scratch, "text.db");
    assert_string_equal(text, "This is a letter to my grandmother, not a database.");
    free(text);
    assert_refused(scratch.folder, DAT_STORE_WRITE, "not a regular file");
    assert_refused(scratch.folder, DAT_STORE_READ, "not a regular file");
    assert_refused(tests_scratch_path(&scratch, "none.db"), DAT_STORE_READ, "No such file");
    assert_int_equal(access(tests_scratch_path(&scratch, "none.db"), F_OK), -1);
    assert_refused(tests_scratch_path(&scratch, "text.db/sessions.db"), DAT_STORE_WRITE,
                   "cannot be created");
    tests_scratch_write(&scratch, "empty.db", "");
    assert_refused(tests_scratch_path(&scratch, "empty.db"), DAT_STORE_READ, "is empty");
    dat_store_close(open_or_fail(tests_scratch_path(&scratch, "empty.db"), DAT_STORE_WRITE));
}

// Writes 4 bytes, high byte first, into the header of a database that is closed.
static void patch(const char *path, long offset, uint32_t number) {
    FILE *file = fopen(path, "r+b");
    assert_non_null(file);
    assert_int_equal(fseek(file, offset, SEEK_SET), 0);
    for (int shift = 24; shift >= 0; shift -= 8)
        fputc((int)(number >> shift & 0xff), file);
    assert_int_equal(fclose(file), 0);
}

static void other_versions_are_refused_and_left_alone(void **state) {
    (void)state;
    const char *path = tests_scratch_path(&scratch, "version.db");
    struct dat_store *store = open_or_fail(path, DAT_STORE_WRITE);
    begin(store);
    dat_store_close(store);
    // The file format of SQLite: user_version at byte 60, application_id at byte 68.
    char newer[80];
    (void)snprintf(newer, sizeof newer, "newer Kranich (its version is %d, this program knows %d)",
                   DAT_SCHEMA_VERSION + 1, DAT_SCHEMA_VERSION);
    patch(path, 60, DAT_SCHEMA_VERSION + 1);
    assert_refused(path, DAT_STORE_WRITE, newer);
    assert_refused(path, DAT_STORE_READ, "newer Kranich");
    patch(path, 60, 0);
    assert_refused(path, DAT_STORE_WRITE, "has no version");
    patch(path, 60, DAT_SCHEMA_VERSION);
    patch(path, 68, 12345);
    assert_refused(path, DAT_STORE_WRITE, "another program");
    patch(path, 68, 0x4b72616e); // "Kran"
    store = open_or_fail(path, DAT_STORE_READ);
    struct dat_session_list list;
    assert_true(dat_store_sessions(store, &list, NULL));
    assert_int_equal(list.count, 1);
    dat_session_list_finish(&list);
    dat_store_close(store);
}

static void damage_gives_a_sentence(void **state) {
    (void)state;
    const char *path = tests_scratch_path(&scratch, "damaged.db");
    struct dat_store *store = open_or_fail(path, DAT_STORE_WRITE);
    for (int i = 0; i < 50; i++)
        append_something(store, begin(store));
    dat_store_close(store);
    struct stat info;
    assert_int_equal(stat(path, &info), 0);
    // Page after page becomes rubbish; the header stays.
    for (long page = 1; page < info.st_size / 4096; page++) {
        for (long byte = 0; byte < 64; byte += 4)
            patch(path, 4096 * page + byte, 0xdeadbeefU);
        struct dat_problem problem = {""};
        store = dat_store_open(path, DAT_STORE_READ, &problem);
        struct dat_session_list list = {0};
        bool ok = store != NULL && dat_store_sessions(store, &list, &problem);
        assert_true(ok == (problem.text[0] == '\0'));
        dat_session_list_finish(&list);
        dat_store_close(store);
    }
    assert_refused(path, DAT_STORE_WRITE, "damaged");
    // Cut off in the middle of its first page.
    assert_int_equal(truncate(path, 1000), 0);
    assert_refused(path, DAT_STORE_WRITE, "database");
}

static void rub_out(const char *path, long from) {
    for (long byte = 0; byte < 256; byte += 4)
        patch(path, from + byte, 0xdeadbeefU);
}

// The damaged database is kept as it is, beside a new one; a sound one is opened, and what is no
// database, or one of a newer version, is left alone.
static void a_damaged_database_is_kept_and_replaced(void **state) {
    (void)state;
    const char *path = tests_scratch_path(&scratch, "replaced.db");
    struct dat_problem problem = {""}, kept = {"old"};
    struct dat_store *store = dat_store_open_or_replace(path, &kept, &problem);
    assert_non_null(store);
    append_something(store, begin(store));
    dat_store_close(store);
    assert_string_equal(kept.text, "");
    rub_out(path, 4096); // the root of the first table
    store = dat_store_open_or_replace(path, &kept, &problem);
    if (store == NULL)
        fail_msg("%s", problem.text);
    struct dat_session_list list;
    assert_true(dat_store_sessions(store, &list, &problem));
    assert_int_equal(list.count, 0);
    dat_session_list_finish(&list);
    append_something(store, begin(store));
    dat_store_close(store);
    char *name = strstr(kept.text, path);
    assert_non_null(name);
    assert_non_null(strstr(name, ".damaged-"));
    name[strcspn(name, ",")] = '\0';
    assert_int_equal(access(name, F_OK), 0);
    patch(path, 60, DAT_SCHEMA_VERSION + 1);
    assert_null(dat_store_open_or_replace(path, &kept, &problem));
    assert_non_null(strstr(problem.text, "newer Kranich"));
    rub_out(path, 0);
    assert_null(dat_store_open_or_replace(path, &kept, &problem));
    assert_non_null(strstr(problem.text, "is not a session database"));
    assert_string_equal(kept.text, "");
}

// Runs in a child: its mounts are seen by nobody else and end with it.
static int use_read_only_disk(const char *folder, const char *path) {
    if (unshare(CLONE_NEWNS) != 0 || mount(NULL, "/", NULL, MS_REC | MS_PRIVATE, NULL) != 0 ||
        mount("none", folder, "tmpfs", 0, "size=4m") != 0)
        return 77;
    struct dat_problem problem = {""};
    struct dat_store *store = dat_store_open(path, DAT_STORE_WRITE, &problem);
    struct dat_session_info info = definition();
    if (store == NULL || dat_store_trainee(store, "Anna", &problem) == 0)
        return 1;
    // 4 MB are too few to begin a session.
    if (dat_store_begin(store, &info, NULL, &problem) != 0 ||
        strstr(problem.text, "is full") == NULL)
        return 2;
    dat_store_close(store);
    if (mount("none", folder, "tmpfs", MS_REMOUNT | MS_RDONLY, "size=4m") != 0)
        return 3;
    if (dat_store_open(path, DAT_STORE_WRITE, &problem) != NULL ||
        strstr(problem.text, "Read-only") == NULL)
        return 4;
    store = dat_store_open(path, DAT_STORE_READ, &problem);
    struct dat_name_list names;
    if (store == NULL || !dat_store_trainees(store, &names, &problem) || names.count != 1)
        return 5;
    dat_name_list_finish(&names);
    dat_store_close(store);
    return 0;
}

static void a_read_only_disk_can_be_listed(void **state) {
    (void)state;
    const char *folder = tests_scratch_path(&scratch, "disk");
    assert_int_equal(mkdir(folder, 0700), 0);
    pid_t child = fork();
    if (child == 0)
        _exit(use_read_only_disk(folder, tests_scratch_path(&scratch, "disk/sessions.db")));
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
        cmocka_unit_test(what_is_written_can_be_read),
        cmocka_unit_test(deleting_leaves_the_others),
        cmocka_unit_test(figures_are_the_numbers_and_words_of_the_result),
        cmocka_unit_test(trainees_are_found_again),
        cmocka_unit_test(a_batch_is_all_or_nothing),
        cmocka_unit_test(a_second_writer_is_told_who_is_first),
        cmocka_unit_test(a_dead_writers_session_is_interrupted),
        cmocka_unit_test(a_damaged_number_of_steps_does_not_lock_out),
        cmocka_unit_test(a_damaged_number_of_a_session_is_named),
        cmocka_unit_test(other_files_are_refused_and_left_alone),
        cmocka_unit_test(other_versions_are_refused_and_left_alone),
        cmocka_unit_test(damage_gives_a_sentence),
        cmocka_unit_test(a_damaged_database_is_kept_and_replaced),
        cmocka_unit_test(a_read_only_disk_can_be_listed),
    };
    return cmocka_run_group_tests(tests, set_up, tear_down);
}
