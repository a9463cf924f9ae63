#include "ui/cmd/sessions_trust.h"

#include <jansson.h>

#include "data/record/states.h"
#include "tests/data/record/signed_session.h"
#include "tests/ui/cmd/command_line.h"

static struct tests_scratch scratch;
static char db[512], seat_key[DAT_SIGNER_TEXT];
static uint8_t seat[DAT_SIGNER];

#define TRUST(...) RUN("sessions", "trust", "--db", db, __VA_ARGS__)

static int set_up(void **state) {
    uint8_t own[DAT_SIGNER];
    (void)state;
    tests_scratch_create(&scratch);
    (void)snprintf(db, sizeof db, "%s", tests_scratch_path(&scratch, "s.db"));
    signed_session(&scratch, "seat", db, seat);
    signed_session(&scratch, "own", db, own);
    dat_signer_print(seat, seat_key);
    return 0;
}

static int tear_down(void **state) {
    (void)state;
    tests_scratch_remove(&scratch);
    return 0;
}

// Whether a replay may begin with the first state of session 1, which the seat has recorded.
static bool jumps(void) {
    struct dat_step_list steps;
    struct dat_state state;
    struct dat_store *store = dat_store_open(db, DAT_STORE_READ, NULL);
    assert_true(dat_store_states(store, 1, 77, &steps, NULL));
    assert_true(steps.count > 0);
    const bool ok = dat_store_state(store, 1, steps.items[0], &state, NULL);
    if (ok)
        dat_state_finish(&state);
    dat_step_list_finish(&steps);
    dat_store_close(store);
    return ok;
}

static void mistakes_are_named(void **state) {
    (void)state;
    assert_int_equal(TRUST("1234567"), UI_EXIT_USAGE);
    assert_contains(err, "the first 8 digits of a key at least, or 'all'");
    assert_int_equal(TRUST("0123456789"), UI_EXIT_USAGE);
    assert_contains(err, "no state is sealed with a key that begins with '0123456789'");
    assert_int_equal(TRUST("all", "all"), UI_EXIT_USAGE);
    assert_false(jumps());
}

static void a_trusted_seat_makes_jumps_quick(void **state) {
    (void)state;
    char line[128];
    assert_int_equal(TRUST("--json", "-"), UI_EXIT_DONE);
    json_t *array = json_loads(out, 0, NULL);
    assert_int_equal(json_array_size(array), 2);
    json_decref(array);
    assert_int_equal(RUN("sessions", "trust", "--db", db), UI_EXIT_DONE);
    assert_contains(out, "SESSIONS  TRUSTED");
    (void)snprintf(line, sizeof line, "1  no                  -     %s\n", seat_key);
    assert_contains(out, line);
    assert_contains(out, "1  yes, this computer  -     ");
    (void)snprintf(line, sizeof line, "%.8s", seat_key);
    assert_int_equal(TRUST(line), UI_EXIT_DONE);
    assert_string_equal(out, "1 key trusted from now on\n");
    assert_true(jumps());
    assert_int_equal(TRUST("all"), UI_EXIT_DONE);
    assert_string_equal(out, "0 keys trusted from now on\n");
    assert_string_equal(err, "");
}

static void a_beginning_of_two_keys_names_neither(void **state) {
    (void)state;
    char digits[16];
    signed_look_alike(db, seat);
    (void)snprintf(digits, sizeof digits, "%.8s", seat_key);
    assert_int_equal(TRUST(digits), UI_EXIT_USAGE);
    assert_contains(err, "2 keys begin with");
    assert_int_equal(TRUST(seat_key), UI_EXIT_DONE);
    assert_string_equal(out, "0 keys trusted from now on\n");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(mistakes_are_named),
        cmocka_unit_test(a_trusted_seat_makes_jumps_quick),
        cmocka_unit_test(a_beginning_of_two_keys_names_neither),
    };
    return cmocka_run_group_tests(tests, set_up, tear_down);
}
