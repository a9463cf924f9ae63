// Damage of a session's rows is seen and named: every column of every row, rows that are missing,
// and what a killed program left.
#include "data/record/damage.h"

#include <sqlite3.h>

#include "data/record/input_codec.h"
#include "tests/scratch.h"

static struct tests_scratch scratch;
static char path[512];
static struct dat_name_list damage;

static char anna[] = "Anna", exercise[] = "first-load", scenario[] = "/x/first-load.yaml";
static char machine[] = "forwarder", version[] = "0.1.0", start[] = "2024-05-17T09:30:00.000Z";
static char names[] = "[\"drive\"]", end[] = "2024-05-17T09:30:00.500Z", result[] = "{\"tips\":0}";
static char kind[] = "log_loaded", detail[] = "{\"stem\":3}";

static int64_t begin(struct dat_store *store) {
    const struct dat_session_info info = {.trainee = anna,
                                          .exercise = exercise,
                                          .scenario_file = scenario,
                                          .machine = machine,
                                          .program_version = version,
                                          .step = 0.01,
                                          .start_utc = start,
                                          .input_names = names};
    struct dat_source sources[] = {{scenario, 17}, {machine, 18}};
    const struct dat_source_list files = {.items = sources, .count = 2};
    return dat_store_begin(store, &info, &files, NULL);
}

// Two events, two logs and fifty steps, in two batches.
static void append(struct dat_store *store, int64_t id) {
    struct dat_event events[] = {{.step = 3, .time = 0.04, .kind = kind, .detail = detail},
                                 {.step = 40, .time = 0.41, .kind = kind}};
    struct dat_log logs[] = {
        {.step = 3, .time = 0.04, .species = "spruce", .length = 4.9, .z = -0.0},
        {.step = 40, .time = 0.41, .species = "pine", .length = 5.5, .target_length = 5.5}};
    struct dat_batch batch[2];
    struct dat_input_encoder encoder;
    dat_input_encoder_init(&encoder, 1);
    for (int b = 0; b < 2; b++) {
        batch[b] = (struct dat_batch){.next = b == 0 ? &batch[1] : NULL,
                                      .steps = 25 * (b + 1),
                                      .first_event = b + 1,
                                      .first_log = b + 1,
                                      .events = {.items = &events[b], .count = 1},
                                      .logs = {.items = &logs[b], .count = 1},
                                      .chunk = {.first_step = 25 * b}};
        for (int step = 0; step < 25; step++)
            assert_true(dat_input_encode(&encoder, &(double){step}));
        batch[b].chunk.bytes =
            dat_input_encoder_take(&encoder, &batch[b].chunk.size, &batch[b].chunk.steps);
    }
    assert_true(dat_store_append(store, id, batch, NULL));
    free(batch[0].chunk.bytes);
    free(batch[1].chunk.bytes);
    dat_input_encoder_finish(&encoder);
}

static struct dat_store *open_or_fail(enum dat_store_mode mode) {
    struct dat_problem problem = {""};
    struct dat_store *store = dat_store_open(path, mode, &problem);
    if (store == NULL)
        fail_msg("%s", problem.text);
    return store;
}

// Session 1 has an end; session 2 is another one beside it.
static void record(void) {
    struct dat_store *store = open_or_fail(DAT_STORE_WRITE);
    const struct dat_session_info last = {
        .end_utc = end, .outcome = DAT_PASSED, .result = result, .has_end_state_hash = true};
    for (int64_t id = 1; id <= 2; id++) {
        assert_int_equal(begin(store), id);
        append(store, id);
        assert_true(dat_store_end(store, id, &last, NULL));
    }
    dat_store_close(store);
}

static int set_up(void **state) {
    (void)state;
    tests_scratch_create(&scratch);
    (void)snprintf(path, sizeof path, "%s", tests_scratch_path(&scratch, "s.db"));
    record();
    return 0;
}

static int tear_down(void **state) {
    (void)state;
    dat_name_list_finish(&damage);
    tests_scratch_remove(&scratch);
    return 0;
}

static void record_again(void) {
    tests_scratch_remove(&scratch);
    (void)set_up(NULL);
}

static void execute(const char *sql) {
    sqlite3 *db;
    assert_int_equal(sqlite3_open(path, &db), SQLITE_OK);
    if (sqlite3_exec(db, sql, NULL, NULL, NULL) != SQLITE_OK)
        fail_msg("%s: %s", sql, sqlite3_errmsg(db));
    sqlite3_close(db);
}

// The number of sentences about the session, which are in damage.
static int check(int64_t id) {
    struct dat_problem problem = {""};
    struct dat_session_info info = {0};
    struct dat_store *store = open_or_fail(DAT_STORE_READ);
    dat_name_list_finish(&damage);
    assert_true(dat_store_session(store, id, &info, &problem));
    if (!dat_session_check(store, &info, &damage, &problem))
        fail_msg("%s", problem.text);
    dat_session_info_finish(&info);
    dat_store_close(store);
    return damage.count;
}

static void expect_damage(const char *words) {
    assert_int_equal(check(1), 1);
    if (strstr(damage.items[0], "the record of session 1 is damaged: ") != damage.items[0] ||
        strstr(damage.items[0], words) == NULL)
        fail_msg("'%s' does not say '%s'", damage.items[0], words);
    assert_int_equal(check(2), 0);
}

static void what_was_recorded_is_sound(void **state) {
    (void)state;
    assert_int_equal(check(1), 0);
    assert_int_equal(check(2), 0);
}

// Each in turn, to a value that the schema allows.
static void every_column_is_covered(void **state) {
    (void)state;
    static const char *const event[] = {
        "step = 4",      "time_s = time_s + 1e-9",  "kind = 'log_lost'", "detail = '{\"stem\":4}'",
        "detail = NULL", "checksum = checksum + 1", "checksum = NULL"};
    static const char *const log[] = {"step = 4",
                                      "time_s = 0",
                                      "species = 'Spruce'",
                                      "assortment = 'x'",
                                      "tree = '1'",
                                      "length_m = 4.8",
                                      "target_length_m = 4",
                                      "top_diameter_m = 1",
                                      "mid_diameter_m = 1",
                                      "butt_diameter_m = 1",
                                      "volume_m3 = 9",
                                      "x_m = 1",
                                      "y_m = 1",
                                      "z_m = 1"};
    static const char *const file[] = {"path = '/y'", "hash = '0000000000000012'"};
    const struct {
        const char *table;
        const char *const *change;
        size_t count;
    } tables[] = {{"event", event, sizeof event / sizeof event[0]},
                  {"log", log, sizeof log / sizeof log[0]},
                  {"file", file, sizeof file / sizeof file[0]}};
    for (size_t t = 0; t < 3; t++)
        for (size_t i = 0; i < tables[t].count; i++) {
            char sql[128], words[64];
            (void)snprintf(sql, sizeof sql, "UPDATE %s SET %s WHERE session_id = 1 AND number = 1",
                           tables[t].table, tables[t].change[i]);
            (void)snprintf(words, sizeof words, "%s 1 does not have its checksum", tables[t].table);
            execute(sql);
            expect_damage(words);
            record_again();
        }
}

static void the_row_of_the_session_is_covered(void **state) {
    (void)state;
    static const char *const changes[] = {"exercise = 'x'",
                                          "scenario_file = '/y'",
                                          "scenario_hash = '0000000000000001'",
                                          "machine = 'x'",
                                          "operator = 'demonstrator'",
                                          "seed = 1",
                                          "program_version = 'x'",
                                          "step_s = 0.011",
                                          "start_utc = 'x'",
                                          "end_utc = 'x'",
                                          "outcome = 'failed'",
                                          "end_state_hash = NULL",
                                          "result = '{\"tips\":1}'",
                                          "machine_file = 'x'",
                                          "checksum = NULL",
                                          "trainee_id = 2"};
    for (size_t i = 0; i < sizeof changes / sizeof changes[0]; i++) {
        char sql[160];
        (void)snprintf(sql, sizeof sql,
                       "INSERT OR IGNORE INTO trainee VALUES (2, 'Otto', 'now');"
                       "UPDATE session SET %s WHERE id = 1",
                       changes[i]);
        execute(sql);
        expect_damage("its row in the table of sessions does not have its checksum");
        record_again();
    }
}

// They follow from the result, so that the checksum does not have them.
static void the_figures_are_those_of_the_result(void **state) {
    (void)state;
    static const char *const changes[] = {"{\"tips\":1}", "{}", "{\"tips\":0,\"points\":100}",
                                          "[1]", "{\"tips\":\"0\"}"};
    for (size_t i = 0; i < sizeof changes / sizeof changes[0]; i++) {
        char sql[160];
        (void)snprintf(sql, sizeof sql, "UPDATE session SET figures = '%s' WHERE id = 1",
                       changes[i]);
        execute(sql);
        expect_damage("its figures are not those of its result");
    }
    execute("UPDATE session SET figures = NULL WHERE id = 1"); // of an earlier version
    assert_int_equal(check(1), 0);
}

static void missing_rows_are_named(void **state) {
    (void)state;
    execute("DELETE FROM event WHERE session_id = 1 AND number = 1");
    expect_damage("event 1 is missing");
    execute("DELETE FROM event WHERE session_id = 1");
    expect_damage("event 1 is missing");
    record_again();
    execute("DELETE FROM log WHERE session_id = 1 AND number = 2");
    expect_damage("log 2 is missing");
    record_again();
    execute("UPDATE session SET logs = 1 WHERE id = 1");
    assert_int_equal(check(1), 2);
    assert_non_null(strstr(damage.items[1], "log 2 is one too many"));
    record_again();
    execute("DELETE FROM input WHERE session_id = 1 AND first_step = 25");
    expect_damage("its inputs end at step 25, expected 50");
}

// All damage is named, of each kind the first.
static void each_kind_of_damage_gets_a_sentence(void **state) {
    (void)state;
    execute(
        "UPDATE event SET kind = 'x' WHERE session_id = 1; UPDATE session SET seed = 9 WHERE id "
        "= 1; UPDATE input SET steps = 26 WHERE session_id = 1;");
    assert_int_equal(check(1), 3);
    assert_int_equal(check(2), 0);
}

// A program that was killed has left no outcome. That row is sound, and it stays damaged if it is.
static void a_killed_session_is_checked_too(void **state) {
    (void)state;
    struct dat_store *store = open_or_fail(DAT_STORE_WRITE);
    for (int64_t id = 3; id <= 4; id++) {
        assert_int_equal(begin(store), id);
        append(store, id);
    }
    dat_store_close(store);
    assert_int_equal(check(3), 0);
    execute("UPDATE session SET exercise = 'x' WHERE id = 4");
    assert_int_equal(check(4), 1);
    dat_store_close(open_or_fail(DAT_STORE_WRITE)); // marks them as interrupted
    assert_int_equal(check(3), 0);
    assert_int_equal(check(4), 1);
}

// While another program records, every reading is of one moment.
static void a_running_session_is_sound_at_any_moment(void **state) {
    (void)state;
    struct dat_store *writer = open_or_fail(DAT_STORE_WRITE);
    struct dat_store *reader = open_or_fail(DAT_STORE_READ);
    struct dat_session_info info = {0};
    const int64_t id = begin(writer);
    assert_true(dat_store_hold(reader, NULL));
    assert_true(dat_store_session(reader, id, &info, NULL));
    append(writer, id);
    assert_true(dat_session_check(reader, &info, &damage, NULL));
    assert_int_equal(damage.count, 0);
    assert_int_equal(info.steps, 0);
    dat_store_release(reader);
    // Not held, the row that was read is older than the chunks.
    dat_name_list_finish(&damage);
    assert_true(dat_session_check(reader, &info, &damage, NULL));
    assert_int_equal(damage.count, 1);
    dat_session_info_finish(&info);
    dat_store_close(reader);
    dat_store_close(writer);
}

static void the_database_as_a_whole_is_checked(void **state) {
    (void)state;
    struct dat_store *store = open_or_fail(DAT_STORE_READ);
    assert_true(dat_store_check(store, &damage, NULL));
    assert_int_equal(damage.count, 0);
    dat_store_close(store);
    // An index that is forgotten leaves its pages to nobody.
    execute("PRAGMA writable_schema = ON;"
            "DELETE FROM sqlite_schema WHERE name = 'session_by_trainee'");
    store = open_or_fail(DAT_STORE_READ);
    assert_true(dat_store_check(store, &damage, NULL));
    assert_true(damage.count > 0);
    assert_non_null(strstr(damage.items[0], "is never used"));
    dat_store_close(store);
}

int main(void) {
#define TEST(name) cmocka_unit_test_setup_teardown(name, set_up, tear_down)
    const struct CMUnitTest tests[] = {
        TEST(what_was_recorded_is_sound),
        TEST(every_column_is_covered),
        TEST(the_row_of_the_session_is_covered),
        TEST(the_figures_are_those_of_the_result),
        TEST(missing_rows_are_named),
        TEST(each_kind_of_damage_gets_a_sentence),
        TEST(a_killed_session_is_checked_too),
        TEST(a_running_session_is_sound_at_any_moment),
        TEST(the_database_as_a_whole_is_checked),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
