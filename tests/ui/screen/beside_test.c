// The thread beside the picture: it works between begin and end, and at no other time.
#include "ui/screen/beside.h"

#include <sched.h>
#include <stdatomic.h>
#include <string.h>

#include "tests/near.h"

struct context {
    atomic_int calls;
    atomic_bool forbidden; // nothing may work now
    atomic_int mistakes;
};

static double work(void *context) {
    struct context *c = context;
    if (atomic_load(&c->forbidden))
        atomic_fetch_add(&c->mistakes, 1);
    atomic_fetch_add(&c->calls, 1);
    return 0.0; // at once again
}

static void wait_for(struct context *c, int calls) {
    while (atomic_load(&c->calls) < calls)
        sched_yield();
}

static void it_works_between_begin_and_end(void **state) {
    (void)state;
    struct ui_beside beside;
    struct context c;
    memset(&beside, 0, sizeof beside);
    memset(&c, 0, sizeof c);
    for (int round = 1; round <= 20; round++) {
        atomic_store(&c.forbidden, false);
        ui_beside_begin(&beside, work, &c);
        wait_for(&c, atomic_load(&c.calls) + 3);
        ui_beside_end(&beside);
        atomic_store(&c.forbidden, true);
        for (int i = 0; i < 1000; i++)
            sched_yield();
    }
    ui_beside_finish(&beside);
    assert_int_equal(atomic_load(&c.mistakes), 0);
    assert_true(atomic_load(&c.calls) >= 60);
}

static void it_ends_at_any_time(void **state) {
    (void)state;
    struct ui_beside beside;
    struct context c;
    memset(&beside, 0, sizeof beside);
    memset(&c, 0, sizeof c);
    ui_beside_end(&beside); // has not begun
    ui_beside_finish(&beside);
    for (int i = 0; i < 20; i++) {
        ui_beside_begin(&beside, work, &c);
        if (i % 2 == 0)
            ui_beside_end(&beside);
        ui_beside_finish(&beside); // also while it works
        atomic_store(&c.forbidden, true);
        sched_yield();
        atomic_store(&c.forbidden, false);
    }
    assert_int_equal(atomic_load(&c.mistakes), 0);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(it_works_between_begin_and_end),
        cmocka_unit_test(it_ends_at_any_time),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
