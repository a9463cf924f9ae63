#include "sim/base/hash.h"

#include <string.h>

#include "tests/near.h"

static uint64_t hash(const char *text) {
    return sim_hash_bytes(sim_hash_seed, text, strlen(text));
}

// The authors' own test vectors.
static void published_vectors(void **state) {
    (void)state;
    assert_true(hash("") == UINT64_C(0xcbf29ce484222325));
    assert_true(hash("a") == UINT64_C(0xaf63dc4c8601ec8c));
    assert_true(hash("foobar") == UINT64_C(0x85944171f73967e8));
}

static void pieces_hash_as_the_whole(void **state) {
    (void)state;
    assert_true(sim_hash_bytes(hash("foo"), "bar", 3) == hash("foobar"));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(published_vectors),
        cmocka_unit_test(pieces_hash_as_the_whole),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
