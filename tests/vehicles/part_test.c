#include "vehicles/part.h"

#include "tests/vehicles/small_head.h"
#include "vehicles/part/bunk.h"
#include "vehicles/part/crane.h"
#include "vehicles/part/drive.h"
#include "vehicles/part/grapple.h"

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
            // The name ends in the unit, as the keys of files do.
            char unit[16];
            size_t n = 0;
            for (const char *u = m->unit; *u != '\0'; u++)
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
        unsigned sources = veh_site_events >> kind & 1u;
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
    bench_hold(&s, bench_lever(VEH_GRIP, 1.0), 1.0);
    const double below = bench_height - veh_stem_pose(&s.site, stem).p.z;
    assert_true(below > 2.0);
    assert_near(head_measures(VEH_HEAD_LENGTH), below, 0.01); // it leans a little
    assert_near(head_measures(VEH_HEAD_DIAMETER),
                ter_stem_diameter(&s.site.stems.items[stem].stem, below), 1e-3);
    assert_near(head_measures(VEH_HEAD_TILT), 0.0, 1e-6);
    assert_near(veh_machine_measure(&s.site, 0, &veh_part_drive, VEH_DRIVE_SPEED), 0.0, 0.0);
    small_site_finish(&s);
}

// ---- a machine of which only places matter ----

// A slewing column at (1, 0), the crane's tip 3 m out and 4 m up: all stand still in the air.
static struct sim_shape shape = {.kind = SIM_SHAPE_SPHERE,
                                 .pose = {{0, 0, 0}, {1, 0, 0, 0}},
                                 .radius = {0.1, 0.1},
                                 .mass = 10.0,
                                 .material = -1};
static struct sim_visual visual;
static struct sim_model_body bodies[] = {
    {.name = "base", .pose = {{0, 0, 0}, {1, 0, 0, 0}}, .shape_count = 1, .fixed = true},
    {.name = "tip", .pose = {{3, 0, 4}, {1, 0, 0, 0}}, .fixed = true}};
static struct sim_model_joint slew = {
    .name = "slew", .parent = 0, .child = 1, .input = {-1, -1}, .lock_input = -1};
static struct veh_crane_def crane = {
    .slew = 0, .telescope = -1, .tip_body = 1, .tip = {1.0, 4.0, 0.5}};
static struct veh_bunk_def bunk = {.body = 0, .centre = {20.0, 0.0, 0.0}, .size = {6.0, 4.0, 2.0}};
static struct veh_grapple_def grapple = {.body = 1};
static struct veh_machine_def machine = {
    .model = {.name = "places",
              .shapes = &shape,
              .visuals = &visual,
              .shape_count = 1,
              .bodies = bodies,
              .body_count = 2,
              .joints = &slew,
              .joint_count = 1},
    .parts = {{&veh_part_crane, &crane}, {&veh_part_bunk, &bunk}, {&veh_part_grapple, &grapple}},
    .part_count = 3};

static void begin(void) {
    slew.def = sim_default_joint_def();
    slew.def.kind = SIM_JOINT_HINGE;
    slew.def.anchor = sim_vec3(1.0, 0.0, 0.0);
    slew.def.axis[0] = sim_vec3(0.0, 0.0, 1.0);
    slew.def.axis[1] = sim_vec3(1.0, 0.0, 0.0);
    small_site_init(&s, 0.0);
    assert_int_equal(veh_worksite_add_machine(&s.site, &machine, 0.0, 0.0, 0.0), 0);
}

static void a_crane_measures_its_tip(void **state) {
    (void)state;
    begin();
    assert_near(veh_machine_measure(&s.site, 0, &veh_part_crane, VEH_CRANE_REACH), 5.0, 1e-12);
    assert_near(veh_machine_measure(&s.site, 0, &veh_part_crane, VEH_CRANE_HEIGHT), 4.5, 1e-12);
    small_site_finish(&s);
}

static double bunk_measures(enum veh_bunk_measure which) {
    return veh_machine_measure(&s.site, 0, &veh_part_bunk, (int)which);
}

static void loads_are_counted_and_weighed(void **state) {
    (void)state;
    begin();
    const struct ter_stem log = spruce_log(4.0);
    const double mass = ter_stem_mass(&log).mass;
    assert_near(bunk_measures(VEH_BUNK_LOGS), 0.0, 0.0);
    const int inside = veh_worksite_add_log(&s.site, &log, 20.0, 0.5, 0.3, 0.0);
    const int outside = veh_worksite_add_log(&s.site, &log, 20.0, 8.0, 0.3, 0.0);
    assert_near(bunk_measures(VEH_BUNK_LOGS), 1.0, 0.0);
    assert_near(bunk_measures(VEH_BUNK_MASS), mass, 1e-9);
    assert_near(bunk_measures(VEH_BUNK_FUSED), 0.0, 0.0);
    s.site.stems.items[outside].load.bunk = 0;
    assert_near(bunk_measures(VEH_BUNK_LOGS), 2.0, 0.0);
    assert_near(bunk_measures(VEH_BUNK_MASS), 2.0 * mass, 1e-9);
    assert_near(bunk_measures(VEH_BUNK_FUSED), 1.0, 0.0);
    s.site.stems.items[inside].load.grapples = 1;
    assert_near(veh_machine_measure(&s.site, 0, &veh_part_grapple, VEH_GRAPPLE_LOGS), 1.0, 0.0);
    assert_near(veh_machine_measure(&s.site, 0, &veh_part_grapple, VEH_GRAPPLE_MASS), mass, 1e-9);
    small_site_finish(&s);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_measure_is_complete),     cmocka_unit_test(an_event_has_one_source),
        cmocka_unit_test(a_head_measures_its_stem),      cmocka_unit_test(a_crane_measures_its_tip),
        cmocka_unit_test(loads_are_counted_and_weighed),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
