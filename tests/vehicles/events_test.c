#include "tests/vehicles/small_site.h"
#include "vehicles/part/kinds.h"

static void every_row_is_complete(void **state) {
    (void)state;
    for (int kind = 0; kind < VEH_EVENT_COUNT; kind++) {
        const struct veh_event_info *info = veh_event_info((enum veh_event_kind)kind);
        const char *name = veh_event_name((enum veh_event_kind)kind);
        assert_true(strlen(name) > 3);
        assert_non_null(info->meaning);
        for (int other = 0; other < kind; other++)
            assert_string_not_equal(name, veh_event_name((enum veh_event_kind)other));
        for (int i = 0; i < 2; i++) {
            const struct veh_event_number *number = &info->number[i];
            assert_true((number->key != NULL) == (number->unit != NULL));
            assert_true((number->key != NULL) == (number->meaning != NULL));
        }
        assert_true((info->text.key != NULL) == (info->text.meaning != NULL));
        // A warning has a sentence.
        assert_true(!info->warning || info->sentence != NULL);
    }
}

static void events_have_times(void **state) {
    (void)state;
    struct small_site s;
    small_site_init(&s, 0.0);
    small_site_steps(&s, 7);
    for (int i = 0; i < 100; i++)
        veh_site_event(&s.site, &veh_part_head,
                       (struct veh_event){.kind = VEH_EVENT_LOG_CUT, .stem = i});
    const struct veh_event *events;
    assert_int_equal(veh_worksite_events(&s.site, &events), 100);
    assert_int_equal(events[99].stem, 99);
    assert_near(events[0].time, 0.07, 1e-12);
    small_site_steps(&s, 1); // polled arrays: gone with the next step
    assert_int_equal(veh_worksite_events(&s.site, &events), 0);
    small_site_finish(&s);
}

static void sentences_hold_the_numbers(void **state) {
    (void)state;
    const struct veh_event cut = {.kind = VEH_EVENT_LOG_CUT, .number = {4.896, 4.9}};
    const struct veh_event felled = {.kind = VEH_EVENT_TREE_FELLED};
    const struct {
        const struct veh_event *event;
        const char *sentence, *expected;
        char mark;
    } cases[] = {
        {&cut, "Log of {length_m} m cut", "Log of 4.90 m cut", '.'},
        // A translation may use the numbers in any order, or not at all.
        {&cut, "{target_m} m verlangt, {length_m} m geschnitten",
         "4,90 m verlangt, 4,90 m geschnitten", ','},
        {&cut, "Stamm geschnitten. {length_m}", "Stamm geschnitten. 4,90", ','},
        // Not a number of this event: left as it is.
        {&cut, "{volume_m3} {length_m", "{volume_m3} {length_m", '.'},
        {&felled, "{length_m}", "{length_m}", '.'},
    };
    char text[64], small[8];
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        (void)veh_event_say(cases[i].event, cases[i].sentence, cases[i].mark, text, sizeof text);
        assert_string_equal(text, cases[i].expected);
    }
    for (size_t size = 1; size <= sizeof small; size++) {
        (void)veh_event_say(&cut, "12{length_m}{target_m}", '.', small, size);
        assert_int_equal(strlen(small), size - 1);
        assert_memory_equal(small, "124.904.90", size - 1);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_row_is_complete),
        cmocka_unit_test(events_have_times),
        cmocka_unit_test(sentences_hold_the_numbers),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
