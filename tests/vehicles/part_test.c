#include "vehicles/part.h"

#include "tests/vehicles/small_head.h"
#include "vehicles/part/drive.h"

static struct small_site s;
static struct bench bench;

static void every_measure_is_complete(void **state) {
    (void)state;
    for (int id = 0; id < VEH_PART_KINDS; id++) {
        const struct veh_part_kind *kind = veh_part_kinds[id];
        assert_int_equal(kind->id, id);
        for (int i = 0; i < kind->measure_count; i++) {
            const struct veh_measure *m = &kind->measures[i];
            assert_non_null(m->name);
            assert_non_null(m->unit);
            assert_non_null(m->meaning);
            assert_non_null(m->value);
            for (int k = 0; k < i; k++)
                assert_string_not_equal(m->name, kind->measures[k].name);
            // The name ends in the unit, as the keys of files do. A share, whose unit is 1, has
            // none.
            char unit[16];
            size_t n = 0;
            for (const char *u = strcmp(m->unit, "1") != 0 ? m->unit : ""; *u != '\0'; u++)
                n += (size_t)snprintf(unit + n, sizeof unit - n, *u == '/' ? "_per_" : "%c", *u);
            unit[n] = '\0';
            assert_true(strlen(m->name) > n);
            assert_string_equal(m->name + strlen(m->name) - n, unit);
        }
    }
}

static void an_event_has_one_source(void **state) {
    (void)state;
    for (int kind = 0; kind < VEH_EVENT_COUNT; kind++) {
        uint64_t sources = veh_site_events >> kind & 1u;
        for (int id = 0; id < VEH_PART_KINDS; id++)
            sources += veh_part_kinds[id]->events >> kind & 1u;
        assert_int_equal(sources, 1);
    }
}

static double head_measures(enum veh_head_measure which) {
    return veh_machine_measure(&s.site, 0, &veh_part_head, (int)which);
}

// A stem of known taper that has slid through the grip of a head that stands upright.
static void a_head_measures_its_stem(void **state) {
    (void)state;
    bench_start(&s, &bench, 0.9);
    const int stem = bench_stem(&s, 8.0, 2.0);
    assert_near(head_measures(VEH_HEAD_LENGTH), 0.0, 0.0);
    struct veh_head_state *head = veh_machine_part(&s.site.machines[0], &veh_part_head)->state;
    bench_hold(&s, bench_lever(VEH_GRIP, 1.0), 0.5);
    head->computer.known = true; // as if it had followed the stem from its butt
    head->computer.length = bench_height - veh_stem_pose(&s.site, stem).p.z;
    bench_hold(&s, bench_lever(VEH_GRIP, 1.0), 0.5);
    const double below = bench_height - veh_stem_pose(&s.site, stem).p.z;
    assert_true(below > 2.0);
    assert_near(head_measures(VEH_HEAD_LENGTH), below, 0.01); // it leans a little
    assert_near(head_measures(VEH_HEAD_DIAMETER),
                ter_stem_diameter(&s.site.stems.items[stem].stem, below + 0.5), 2e-3); // feelers
    assert_near(head_measures(VEH_HEAD_TILT), 0.0, 1e-6);
    assert_near(veh_machine_measure(&s.site, 0, &veh_part_drive, VEH_DRIVE_SPEED), 0.0, 0.0);
    small_site_finish(&s);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_measure_is_complete),
        cmocka_unit_test(an_event_has_one_source),
        cmocka_unit_test(a_head_measures_its_stem),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
