#include "data/record/file_copies.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <sqlite3.h>

#include "data/record/damage.h"
#include "tests/scratch.h"

static struct tests_scratch scratch;
static char paths[2][512], db[512];
static const char *const names[2] = {"0.yaml", "1.yaml"};
static const char *const texts[2] = {"exercise: A\n", ""};

static int set_up(void **state) {
    (void)state;
    tests_scratch_create(&scratch);
    (void)snprintf(db, sizeof db, "%s", tests_scratch_path(&scratch, "s.db"));
    for (int i = 0; i < 2; i++) {
        (void)snprintf(paths[i], sizeof paths[i], "%s", tests_scratch_path(&scratch, names[i]));
        tests_scratch_write(&scratch, names[i], texts[i]);
    }
    return 0;
}

static int tear_down(void **state) {
    (void)state;
    tests_scratch_remove(&scratch);
    return 0;
}

static int64_t begin(struct dat_store *store) {
    struct dat_source_list files = {.count = 0};
    struct dat_problem problem = {""};
    for (int i = 0; i < 2; i++)
        assert_true(dat_sources_add(&files, paths[i], texts[i]));
    char trainee[] = "Anna", exercise[] = "a", machine[] = "harvester", version[] = "1",
         utc[] = "2026-01-01T00:00:00.000Z", inputs[] = "[\"drive\"]";
    const struct dat_session_info info = {.trainee = trainee,
                                          .exercise = exercise,
                                          .scenario_file = paths[0],
                                          .machine = machine,
                                          .program_version = version,
                                          .start_utc = utc,
                                          .input_names = inputs,
                                          .step = 0.01};
    const int64_t id = dat_store_begin(store, &info, &files, &problem);
    if (id == 0)
        fail_msg("%s", problem.text);
    dat_sources_finish(&files);
    return id;
}

static bool read_copies(struct dat_store *store, int64_t id, struct dat_copy_list *copies) {
    struct dat_source_list files;
    assert_true(dat_store_files(store, id, &files, NULL));
    const bool complete = dat_store_copies(store, id, &files, copies);
    dat_sources_finish(&files);
    return complete;
}

static void change(const char *sql) {
    sqlite3 *other;
    assert_int_equal(sqlite3_open(db, &other), SQLITE_OK);
    assert_int_equal(sqlite3_exec(other, sql, NULL, NULL, NULL), SQLITE_OK);
    assert_int_equal(sqlite3_close(other), SQLITE_OK);
}

static int damage_of(struct dat_store *store, int64_t id) {
    struct dat_session_info info;
    struct dat_name_list damage;
    assert_true(dat_store_session(store, id, &info, NULL));
    assert_true(dat_session_check(store, &info, &damage, NULL));
    const int count = damage.count;
    if (count > 0)
        assert_non_null(strstr(damage.items[0], "the copy of file 1 does not have"));
    dat_name_list_finish(&damage);
    dat_session_info_finish(&info);
    return count;
}

static void a_session_keeps_what_its_files_said(void **state) {
    (void)state;
    struct dat_copy_list copies;
    struct dat_store *store = dat_store_open(db, DAT_STORE_WRITE, NULL);
    assert_non_null(store);
    const int64_t id = begin(store);
    tests_scratch_write(&scratch, names[0], "exercise: B\n");
    assert_int_equal(unlink(paths[1]), 0);
    assert_true(read_copies(store, id, &copies));
    for (int i = 0; i < 2; i++)
        assert_string_equal(copies.items[i].text, texts[i]);
    assert_non_null(strstr(copies.items[1].path, "/1.yaml"));
    dat_copies_finish(&copies);
    assert_int_equal(damage_of(store, id), 0);
    // A file that has changed since it was read gets no copy.
    const int64_t later = begin(store);
    assert_false(read_copies(store, later, &copies));
    dat_copies_finish(&copies);
    assert_int_equal(damage_of(store, later), 0);
    dat_store_close(store);
}

static void a_damaged_copy_is_not_used(void **state) {
    (void)state;
    struct dat_copy_list copies;
    struct dat_store *store = dat_store_open(db, DAT_STORE_WRITE, NULL);
    change("UPDATE file_copy SET bytes = (SELECT bytes FROM file_copy WHERE number = 2) "
           "WHERE session_id = 1 AND number = 1");
    assert_false(read_copies(store, 1, &copies));
    assert_int_equal(copies.count, 0);
    dat_copies_finish(&copies);
    assert_int_equal(damage_of(store, 1), 1);
    bool found;
    assert_true(dat_store_delete(store, 1, &found, NULL) && found);
    assert_false(read_copies(store, 1, &copies));
    dat_copies_finish(&copies);
    dat_store_close(store);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_session_keeps_what_its_files_said),
        cmocka_unit_test(a_damaged_copy_is_not_used),
    };
    return cmocka_run_group_tests(tests, set_up, tear_down);
}
