// The key in its file, and seals against Python's hmac.
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
    assert_int_equal(truncate(path, DAT_SEAL - 1), 0);
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
// hmac.new(bytes(range(32)), text, 'sha256')
static void a_seal_is_that_of_hmac(void **state) {
    (void)state;
    static const char expected[] =
        "b414c749359344da9043eeac517738b6ee3101ca7b3a9c78e8e7e3eae43219fa",
                      start[] = "2026-11-23T06:00:00.000Z";
    uint8_t bytes[] = "abc", seal[DAT_SEAL], other[DAT_SEAL];
    char hex[2 * DAT_SEAL + 1];
    struct dat_seal_key key;
    for (int i = 0; i < DAT_SEAL; i++)
        key.bytes[i] = (uint8_t)i;
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
    assert_true(dat_seal_is(seal, seal, DAT_SEAL));
    assert_false(dat_seal_is(seal, seal, DAT_SEAL - 1));
    assert_false(dat_seal_is(seal, NULL, 0));
    assert_true(dat_seal_state(&key, 8, start, &s, other));
    assert_false(dat_seal_is(seal, other, DAT_SEAL));
    bytes[2] = 'd';
    assert_true(dat_seal_state(&key, 7, start, &s, other));
    assert_false(dat_seal_is(seal, other, DAT_SEAL));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_key_is_drawn_once_for_its_owner_alone),
        cmocka_unit_test(a_seal_is_that_of_hmac),
    };
    return cmocka_run_group_tests(tests, set_up, tear_down);
}
