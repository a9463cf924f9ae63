#include "tests/vehicles/small_site.h"

static void events_have_names_and_times(void **state) {
    (void)state;
    for (int kind = VEH_EVENT_TREE_GRIPPED; kind <= VEH_EVENT_FAULT; kind++) {
        const char *name = veh_event_name((enum veh_event_kind)kind);
        assert_non_null(name);
        assert_true(strlen(name) > 3);
        for (int other = VEH_EVENT_TREE_GRIPPED; other < kind; other++)
            assert_string_not_equal(name, veh_event_name((enum veh_event_kind)other));
    }
    struct small_site s;
    small_site_init(&s, 0.0);
    small_site_steps(&s, 7);
    for (int i = 0; i < 100; i++)
        veh_site_event(&s.site, (struct veh_event){.kind = VEH_EVENT_LOG_CUT, .stem = i});
    const struct veh_event *events;
    assert_int_equal(veh_worksite_events(&s.site, &events), 100);
    assert_int_equal(events[99].stem, 99);
    assert_near(events[0].time, 0.07, 1e-12);
    small_site_steps(&s, 1); // polled arrays: gone with the next step
    assert_int_equal(veh_worksite_events(&s.site, &events), 0);
    small_site_finish(&s);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(events_have_names_and_times)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
