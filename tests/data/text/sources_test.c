#include "data/text/sources.h"

#include <inttypes.h>
#include <unistd.h>

#include "tests/scratch.h"

// FNV-1a of "foobar", from the test vectors of its authors.
static void hash_is_fnv_1a(void **state) {
    (void)state;
    struct dat_source_list list = {0};
    assert_true(dat_sources_add(&list, "nowhere/foobar", "foobar"));
    assert_true(list.items[0].hash == UINT64_C(0x85944171f73967e8));
    assert_string_equal(list.items[0].path, "nowhere/foobar");
    dat_sources_finish(&list);
}

static void file_is_listed_once(void **state) {
    (void)state;
    struct tests_scratch scratch;
    tests_scratch_create(&scratch);
    tests_scratch_write(&scratch, "a", "text");
    char around[600];
    (void)snprintf(around, sizeof around, "%s/./a", scratch.folder);
    struct dat_source_list list = {0};
    struct dat_source_list all = {0};
    assert_true(dat_sources_add(&list, tests_scratch_path(&scratch, "a"), "text"));
    assert_true(dat_sources_add(&list, around, "text"));
    assert_int_equal(list.count, 1);
    for (int i = 0; i < 40; i++) { // more than the list has room for at first
        char name[16];
        (void)snprintf(name, sizeof name, "/%d", i);
        assert_true(dat_sources_add_hash(&list, name, (uint64_t)i));
    }
    assert_int_equal(list.count, 41);
    assert_true(dat_sources_append(&all, &list));
    assert_true(dat_sources_append(&all, &list));
    assert_int_equal(all.count, 41);
    assert_true(dat_sources_add(NULL, "a", "text"));
    dat_sources_finish(&list);
    dat_sources_finish(&all);
    tests_scratch_remove(&scratch);
}

static void changes_are_noticed(void **state) {
    (void)state;
    struct tests_scratch scratch;
    tests_scratch_create(&scratch);
    tests_scratch_write(&scratch, "a", "text");
    const char *path = tests_scratch_path(&scratch, "a");
    struct dat_source_list list = {0};
    assert_true(dat_sources_add(&list, path, "text"));
    assert_int_equal(dat_source_state(&list.items[0]), DAT_SOURCE_SAME);
    tests_scratch_write(&scratch, "a", "texts");
    assert_int_equal(dat_source_state(&list.items[0]), DAT_SOURCE_CHANGED);
    assert_int_equal(unlink(path), 0);
    assert_int_equal(dat_source_state(&list.items[0]), DAT_SOURCE_MISSING);
    assert_string_equal(dat_source_state_name(DAT_SOURCE_MISSING), "missing");
    dat_sources_finish(&list);
    tests_scratch_remove(&scratch);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(hash_is_fnv_1a),
        cmocka_unit_test(file_is_listed_once),
        cmocka_unit_test(changes_are_noticed),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
