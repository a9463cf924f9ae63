#include "ui/cmd/sessions_verify.h"

#include <jansson.h>

#include "tests/ui/cmd/sessions_case.h"

static void undamaged_records_are_verified(void **state) {
    (void)state;
    assert_int_equal(SESSIONS("verify"), UI_EXIT_DONE);
    assert_string_equal(out, "the database is undamaged, with 2 sessions\n");
    assert_int_equal(SESSIONS("verify", "2"), UI_EXIT_DONE);
    assert_string_equal(out, "session 2 is undamaged\n");
}

// A gap before a chunk of inputs: the inputs before it are exported, and the damage is named.
static void damage_is_named(void **state) {
    (void)state;
    const char *db = tests_scratch_path(&scratch, "damaged.db");
    const uint8_t sound[] = {1, 2, 9, 3, 4, 4}, other[] = {1, 2};
    struct dat_store *store = dat_store_open(db, DAT_STORE_WRITE, NULL);
    assert_non_null(store);
    struct dat_session_info info;
    struct dat_store *whole = dat_store_open(NULL, DAT_STORE_READ, NULL);
    assert_true(dat_store_session(whole, 1, &info, NULL));
    dat_store_close(whole);
    assert_int_equal(dat_store_begin(store, &info, NULL, NULL), 1);
    dat_session_info_finish(&info);
    struct dat_batch second = {.steps = 110,
                               .first_event = 1,
                               .first_log = 1,
                               .chunk = {.first_step = 60,
                                         .steps = 50,
                                         .bytes = (uint8_t *)(uintptr_t)other,
                                         .size = sizeof other}};
    const struct dat_batch first = {.next = &second,
                                    .steps = 50,
                                    .first_event = 1,
                                    .first_log = 1,
                                    .chunk = {.first_step = 0,
                                              .steps = 50,
                                              .bytes = (uint8_t *)(uintptr_t)sound,
                                              .size = sizeof sound}};
    assert_true(dat_store_append(store, 1, &first, NULL));
    dat_store_close(store);
    assert_int_equal(SESSIONS("export", "1", "--db", db), UI_EXIT_USAGE);
    assert_string_equal(err,
                        "kranich sessions: error: the record of session 1 is damaged: chunk 2 of "
                        "its inputs begins at step 60, expected 50: steps are missing before it\n");
    assert_contains(out, "\"damaged\": true");
    assert_int_equal(SESSIONS("show", "1", "--db", db), UI_EXIT_USAGE);
    assert_contains(out, "first-harvest");
    assert_contains(err, "the record of session 1 is damaged: chunk 2 of its inputs");
    assert_int_equal(SESSIONS("verify", "1", "--db", db), UI_EXIT_USAGE);
    assert_string_equal(out, "");
    assert_contains(err, "the record of session 1 is damaged: chunk 2 of its inputs");
    assert_int_equal(SESSIONS("verify", "2", "--db", db), UI_EXIT_USAGE);
    assert_contains(err, "there is no session 2");
    assert_int_equal(SESSIONS("verify", "--db", db, "--json", "-"), UI_EXIT_USAGE);
    json_t *verified = json_loads(out, JSON_REJECT_DUPLICATES, NULL);
    assert_int_equal(json_integer_value(json_object_get(verified, "sessions")), 1);
    assert_int_equal(json_array_size(json_object_get(verified, "damage")), 1);
    json_decref(verified);
    assert_int_equal(SESSIONS("export", "1", "--db", db), UI_EXIT_USAGE);
    json_t *session = json_loads(out, JSON_REJECT_DUPLICATES, NULL);
    json_t *inputs = json_object_get(session, "inputs");
    assert_int_equal(json_array_size(json_object_get(inputs, "changes")), 2);
    assert_int_equal(json_array_size(json_object_get(session, "damage")), 1);
    json_decref(session);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(undamaged_records_are_verified),
        cmocka_unit_test(damage_is_named),
    };
    return cmocka_run_group_tests(tests, set_up_with_two, tear_down);
}
