// The key in its file, and seals against another program's signature.
#include "data/record/seal.h"

#include <stdlib.h>
#include <sys/stat.h>

#include "tests/scratch.h"

static struct tests_scratch scratch;

static int set_up(void **state) {
    (void)state;
    tests_scratch_create(&scratch);
    setenv("XDG_DATA_HOME", tests_scratch_path(&scratch, "new/data"), 1);
    return 0;
}

static int tear_down(void **state) {
    (void)state;
    tests_scratch_remove(&scratch);
    return 0;
}

static void refuse(const char *words) {
    struct dat_seal_key key;
    struct dat_problem problem = {""};
    assert_false(dat_seal_key_read(&key, true, &problem));
    if (strstr(problem.text, words) == NULL)
        fail_msg("'%s' does not say '%s'", problem.text, words);
}

static void a_key_is_drawn_once_for_its_owner_alone(void **state) {
    (void)state;
    struct dat_seal_key first, second;
    struct dat_problem problem = {""};
    struct stat info;
    const char *path = tests_scratch_path(&scratch, "new/data/kranich/states.key");
    assert_false(dat_seal_key_read(&first, false, &problem));
    assert_non_null(strstr(problem.text, "cannot be read"));
    if (!dat_seal_key_read(&first, true, &problem))
        fail_msg("%s", problem.text);
    assert_int_equal(stat(path, &info), 0);
    assert_int_equal(info.st_mode & 07777, 0600);
    assert_true(dat_seal_key_read(&second, true, &problem));
    assert_memory_equal(&first, &second, sizeof first);
    assert_int_equal(chmod(path, 0640), 0);
    refuse("others can read the key of states");
    assert_int_equal(chmod(path, 0600), 0);
    assert_int_equal(truncate(path, 31), 0);
    refuse("is no key of states: delete it");
    assert_int_equal(unlink(path), 0);
    assert_true(dat_seal_key_read(&second, true, &problem));
    assert_memory_not_equal(&first, &second, sizeof first);
    assert_int_equal(rename(path, tests_scratch_path(&scratch, "elsewhere")), 0);
    assert_int_equal(symlink(tests_scratch_path(&scratch, "elsewhere"), path), 0);
    refuse("cannot be read");
    unsetenv("XDG_DATA_HOME");
    setenv("HOME", "", 1);
    refuse("there is no place for the key of states");
}

// numbers = struct.pack('<5Q', 7, 100, 0x4d, 0x0123456789abcdef, 1000)
// text = numbers + sha256(b'2026-11-23T06:00:00.000Z').digest() + sha256(b'abc').digest()
// The public key of bytes(range(32)), and the signature of the text, by the Python of RFC 8032, 6.
static void a_seal_is_a_signature_of_ed25519(void **state) {
    (void)state;
    static const char expected[] =
        "03a107bff3ce10be1d70dd18e74bc09967e4d6309ba50d5f1ddc8664125531b8"
        "8a51767dbb5c73aed80c33b4adffcd4d9904213b78b8a5f362338e7949f2ee29"
        "fa2e373ca41594acaf45ba8fa529aca087d8e383964ca4d06cf455973df5ce04",
                      start[] = "2026-11-23T06:00:00.000Z";
    uint8_t bytes[] = "abc", seal[DAT_SEAL], signer[DAT_SIGNER];
    char hex[2 * DAT_SEAL + 1];
    struct dat_seal_key key;
    for (int i = 0; i < 32; i++)
        key.secret[i] = (uint8_t)i;
    struct dat_state s = {.step = 100,
                          .layout = 0x4d,
                          .hash = UINT64_C(0x0123456789abcdef),
                          .bytes = bytes,
                          .size = 1000,
                          .packed = 3};
    assert_true(dat_seal_state(&key, 7, start, &s, seal));
    for (int i = 0; i < DAT_SEAL; i++)
        (void)snprintf(hex + (ptrdiff_t)2 * i, 3, "%02x", seal[i]);
    assert_string_equal(hex, expected);
    assert_true(dat_seal_signer(&key, signer));
    assert_memory_equal(signer, seal, DAT_SIGNER);
    assert_true(dat_seal_holds(seal, DAT_SEAL, 7, start, &s));
    assert_false(dat_seal_holds(seal, DAT_SEAL - 1, 7, start, &s));
    assert_false(dat_seal_holds(NULL, DAT_SEAL, 7, start, &s));
    assert_false(dat_seal_holds(seal, DAT_SEAL, 8, start, &s));
    assert_false(dat_seal_holds(seal, DAT_SEAL, 7, "2026-11-23T06:00:00.001Z", &s));
    for (int i = 0; i < DAT_SEAL; i++) { // another signer, another signature
        seal[i] ^= 0x10;
        assert_false(dat_seal_holds(seal, DAT_SEAL, 7, start, &s));
        seal[i] ^= 0x10;
    }
    bytes[2] = 'd';
    assert_false(dat_seal_holds(seal, DAT_SEAL, 7, start, &s));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_key_is_drawn_once_for_its_owner_alone),
        cmocka_unit_test(a_seal_is_a_signature_of_ed25519),
    };
    return cmocka_run_group_tests(tests, set_up, tear_down);
}
