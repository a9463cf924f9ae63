// The golden scenes with several threads: the same bits as with one.
#include <inttypes.h>

#include "tests/data/golden.h"

static void golden_scenes_do_not_know_threads(void **state) {
    (void)state;
    static const int threads[] = {2, 3, 7};
    uint64_t (*hash)(const char *, int);
    const char *name;
    for (size_t i = 0; (name = scene(i, &hash)) != NULL; i++) {
        const uint64_t one = hash(name, 1);
        for (size_t t = 0; t < sizeof threads / sizeof threads[0]; t++) {
            const uint64_t many = hash(name, threads[t]);
            if (one != many)
                fail_msg("%s ended in %016" PRIx64 ", and in %016" PRIx64 " with %d threads", name,
                         one, many, threads[t]);
        }
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(golden_scenes_do_not_know_threads),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
