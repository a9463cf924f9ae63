#include "ui/cmd/sessions_show.h"

#include "tests/ui/cmd/sessions_case.h"

// An exercise that was edited later explains a replay that differs.
static void changed_files_are_shown(void **state) {
    (void)state;
    char db[512];
    snprintf(db, sizeof db, "%s", tests_scratch_path(&scratch, "files.db"));
    const char *paths[] = {tests_scratch_path(&scratch, "a.yaml"),
                           tests_scratch_path(&scratch, "b.yaml")};
    struct dat_source_list files = {0};
    struct dat_session_info info;
    tests_scratch_write(&scratch, "a.yaml", "kind: free\n");
    tests_scratch_write(&scratch, "b.yaml", "kind: load\n");
    assert_true(dat_sources_add(&files, paths[0], "kind: free\n"));
    assert_true(dat_sources_add(&files, paths[1], "kind: load\n"));
    struct dat_store *store = dat_store_open(NULL, DAT_STORE_READ, NULL);
    assert_true(dat_store_session(store, 1, &info, NULL));
    dat_store_close(store);
    store = dat_store_open(db, DAT_STORE_WRITE, NULL);
    assert_int_equal(dat_store_begin(store, &info, &files, NULL), 1);
    dat_store_close(store);
    dat_session_info_finish(&info);
    dat_sources_finish(&files);
    assert_int_equal(SESSIONS("show", "1", "--db", db), UI_EXIT_DONE);
    assert_null(strstr(out, "changed since"));
    tests_scratch_write(&scratch, "b.yaml", "kind: harvest\n");
    assert_int_equal(SESSIONS("show", "1", "--db", db), UI_EXIT_DONE);
    assert_contains(out, "/b.yaml (changed since the session was recorded)\n");
    assert_null(strstr(out, "a.yaml ("));
    assert_int_equal(SESSIONS("export", "1", "--db", db), UI_EXIT_DONE);
    assert_contains(out, "\"now\": \"same\"");
    assert_contains(out, "\"now\": \"changed\"");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(changed_files_are_shown),
    };
    return cmocka_run_group_tests(tests, set_up_with_two, tear_down);
}
