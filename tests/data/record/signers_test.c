// Who has sealed the states of a file; tests/data/record/send_states_test.c asks a server.
#include "data/record/signers.h"

#include <sqlite3.h>

#include "data/record/states.h"
#include "tests/data/record/signed_session.h"

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

static struct dat_signer_list signers_of(const char *db) {
    struct dat_signer_list list;
    struct dat_problem problem = {""};
    struct dat_store *store = dat_store_open(db, DAT_STORE_READ, &problem);
    assert_non_null(store);
    if (!dat_store_signers(store, &list, &problem))
        fail_msg("%s", problem.text);
    dat_store_close(store);
    return list;
}

static void each_signer_is_listed_with_its_sessions(void **state) {
    (void)state;
    char db[512];
    uint8_t seat[DAT_SIGNER], own[DAT_SIGNER];
    (void)snprintf(db, sizeof db, "%s", tests_scratch_path(&scratch, "s.db"));
    signed_session(&scratch, "seat", db, seat);
    signed_session(&scratch, "seat", db, seat);
    signed_session(&scratch, "own", db, own);
    struct dat_signer_list list = signers_of(db);
    assert_int_equal(list.count, 2);
    assert_memory_equal(list.items[0].signer, seat, DAT_SIGNER);
    assert_int_equal(list.items[0].sessions, 2);
    assert_string_equal(list.items[0].seats, "");
    assert_false(list.items[0].own || list.items[0].trusted);
    assert_memory_equal(list.items[1].signer, own, DAT_SIGNER);
    assert_true(list.items[1].own && list.items[1].trusted);
    dat_signer_list_finish(&list);
    assert_true(dat_trust_add(seat, "Seat 3", NULL));
    list = signers_of(db);
    assert_true(list.items[0].trusted && !list.items[0].own);
    dat_signer_list_finish(&list);
}

static void a_database_without_states_has_none(void **state) {
    (void)state;
    const char *db = tests_scratch_path(&scratch, "empty.db");
    dat_store_close(dat_store_open(db, DAT_STORE_WRITE, NULL));
    struct dat_signer_list list = signers_of(db);
    assert_int_equal(list.count, 0);
    dat_signer_list_finish(&list);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(each_signer_is_listed_with_its_sessions),
        cmocka_unit_test(a_database_without_states_has_none),
    };
    return cmocka_run_group_tests(tests, set_up, tear_down);
}
