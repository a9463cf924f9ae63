// The clock that is never set back, and waiting by it. No time is asked for but the least.
#include "data/text/monotonic.h"

#include <errno.h>

#include "tests/near.h"

static double seconds_of(struct timespec t) {
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

static void it_goes_on(void **state) {
    (void)state;
    double last = dat_monotonic();
    for (int i = 0; i < 1000; i++) {
        const double now = dat_monotonic();
        assert_true(now >= last);
        last = now;
    }
}

static void it_counts_seconds(void **state) {
    (void)state;
    const double before = dat_monotonic();
    nanosleep(&(struct timespec){0, 20000000}, NULL);
    const double passed = dat_monotonic() - before;
    assert_true(passed >= 0.02 && passed < 20.0); // the upper bound tells the unit, not the load
}

// Over whole seconds, too.
static void a_moment_is_so_far_ahead(void **state) {
    (void)state;
    const double ahead[] = {0.0, 0.25, 0.999999999, 1.0, 7.5};
    for (size_t i = 0; i < sizeof ahead / sizeof ahead[0]; i++) {
        const double before = dat_monotonic();
        const struct timespec then = dat_monotonic_after(ahead[i]);
        const double after = dat_monotonic();
        assert_true(then.tv_nsec >= 0 && then.tv_nsec < 1000000000);
        assert_true(seconds_of(then) > before + ahead[i] - 1e-6);
        assert_true(seconds_of(then) < after + ahead[i] + 1e-6);
    }
}

static void a_condition_waits_by_it(void **state) {
    (void)state;
    pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
    pthread_cond_t cond;
    dat_cond_init(&cond);
    const struct timespec until = dat_monotonic_after(0.02);
    pthread_mutex_lock(&mutex);
    while (pthread_cond_timedwait(&cond, &mutex, &until) != ETIMEDOUT)
        continue;
    pthread_mutex_unlock(&mutex);
    assert_true(dat_monotonic() >= seconds_of(until) - 1e-6);
    pthread_cond_destroy(&cond);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(it_goes_on),
        cmocka_unit_test(it_counts_seconds),
        cmocka_unit_test(a_moment_is_so_far_ahead),
        cmocka_unit_test(a_condition_waits_by_it),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
