#include "vehicles/snapshot.h"

#include "tests/vehicles/small_head.h"

static struct small_site s;
static struct bench bench;

// A stem in the head, levers that close it, a log at rest on the ground.
static void begin(void) {
    bench_start(&s, &bench, 0.9);
    const struct ter_stem log = spruce_log(3.0);
    assert_true(veh_worksite_add_log(&s.site, &log, 8.0, 8.0, -1.0, 0.0) >= 0);
    bench_stem(&s, 8.0, 2.0);
}

static void a_snapshot_resumes_with_the_same_bits(void **state) {
    (void)state;
    struct sim_snapshot middle = {0}, end = {0}, again = {0};
    begin();
    const struct veh_controls close = bench_lever(VEH_GRIP, 1.0), feed = bench_lever(VEH_FEED, 1.0);
    bench_hold(&s, close, 1.0);
    assert_true(veh_head(&s.site.machines[0])->stem >= 0);
    veh_worksite_save(&s.site, &middle);
    bench_hold(&s, feed, 0.5);
    veh_worksite_save(&s.site, &end);
    // In the same worksite, and in a fresh one.
    for (int fresh = 0; fresh < 2; fresh++) {
        if (fresh) {
            small_site_finish(&s);
            begin();
        }
        assert_null(veh_worksite_restore(&s.site, middle.bytes, middle.size));
        const struct veh_event *events;
        assert_int_equal(veh_worksite_events(&s.site, &events), 0);
        assert_true(veh_head(&s.site.machines[0])->stem >= 0);
        bench_hold(&s, feed, 0.5);
        veh_worksite_save(&s.site, &again);
        assert_int_equal(again.size, end.size);
        assert_memory_equal(again.bytes, end.bytes, end.size);
    }
    sim_snapshot_finish(&middle);
    sim_snapshot_finish(&end);
    sim_snapshot_finish(&again);
    small_site_finish(&s);
}

static void what_does_not_fit_is_refused(void **state) {
    (void)state;
    struct sim_snapshot saved = {0}, before = {0}, after = {0};
    begin();
    veh_worksite_save(&s.site, &saved);
    bench_hold(&s, bench_lever(VEH_GRIP, 1.0), 0.2);
    veh_worksite_save(&s.site, &before);
    const size_t half = saved.size / 2, last = saved.size - 1;
    assert_string_equal(veh_worksite_restore(&s.site, saved.bytes, 10),
                        "it is too short for a snapshot of a worksite");
    assert_string_equal(veh_worksite_restore(&s.site, saved.bytes, half),
                        "it is not a snapshot of a worksite");
    // Both halves are guarded: the world's by its checksum, the worksite's by its own.
    saved.bytes[half] ^= 1u;
    assert_string_equal(veh_worksite_restore(&s.site, saved.bytes, saved.size), "it is damaged");
    saved.bytes[half] ^= 1u;
    saved.bytes[last - 100] ^= 1u;
    assert_string_equal(veh_worksite_restore(&s.site, saved.bytes, saved.size), "it is damaged");
    saved.bytes[last - 100] ^= 1u;
    for (size_t at = 1; at <= 72; at++) { // of the counts at its end
        saved.bytes[saved.size - at] ^= 1u;
        assert_non_null(veh_worksite_restore(&s.site, saved.bytes, saved.size));
        saved.bytes[saved.size - at] ^= 1u;
    }
    veh_worksite_save(&s.site, &after);
    assert_int_equal(after.size, before.size);
    assert_memory_equal(after.bytes, before.bytes, before.size); // nothing has changed
    small_site_finish(&s);
    small_site_init(&s, 0.0);
    assert_string_equal(veh_worksite_restore(&s.site, saved.bytes, saved.size),
                        "it was made on another worksite");
    sim_snapshot_finish(&saved);
    sim_snapshot_finish(&before);
    sim_snapshot_finish(&after);
    small_site_finish(&s);
}

// The world alone does not know what a head aims at or which tree is felled.
static void the_hash_covers_what_the_world_does_not_know(void **state) {
    (void)state;
    begin();
    bench_hold(&s, bench_lever(VEH_GRIP, 1.0), 0.2);
    const uint64_t before = veh_worksite_hash(&s.site), world = sim_world_hash(s.site.world);
    struct veh_head_state *head = veh_machine_part(&s.site.machines[0], &veh_part_head)->state;
    head->target = 4.0;
    assert_true(veh_worksite_hash(&s.site) != before);
    head->target = 0.0;
    assert_true(veh_worksite_hash(&s.site) == before);
    s.site.stems.items[0].rest.still += 0.01;
    assert_true(veh_worksite_hash(&s.site) != before);
    assert_true(sim_world_hash(s.site.world) == world);
    small_site_finish(&s);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_snapshot_resumes_with_the_same_bits),
        cmocka_unit_test(what_does_not_fit_is_refused),
        cmocka_unit_test(the_hash_covers_what_the_world_does_not_know),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
