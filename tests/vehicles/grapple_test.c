// The grapple's bodies, its place, and the logs between its tongs.
#include "vehicles/part/grapple.h"

#include "tests/vehicles/small_site.h"

// A base 4 m up and two tongs beside it: all stand still in the air.
static struct sim_shape shape = {.kind = SIM_SHAPE_SPHERE,
                                 .pose = {{0, 0, 0}, {1, 0, 0, 0}},
                                 .radius = {0.1, 0.1},
                                 .mass = 10.0,
                                 .material = -1};
static struct sim_visual visual;
static struct sim_model_body bodies[] = {
    {.name = "frame", .pose = {{0, 0, 0}, {1, 0, 0, 0}}, .shape_count = 1, .fixed = true},
    {.name = "left", .pose = {{3, 0.5, 3.5}, {1, 0, 0, 0}}, .fixed = true},
    {.name = "base", .pose = {{3, 0, 4}, {1, 0, 0, 0}}, .fixed = true},
    {.name = "right", .pose = {{3, -0.5, 3.5}, {1, 0, 0, 0}}, .fixed = true}};
static struct veh_grapple_def grapple = {
    .body = 2, .centre = {0.2, 0.0, -1.0}, .tongs = {.count = 2, .index = {3, 1}}};
static struct veh_machine_def machine = {.model = {.name = "places",
                                                   .shapes = &shape,
                                                   .visuals = &visual,
                                                   .shape_count = 1,
                                                   .bodies = bodies,
                                                   .body_count = 4},
                                         .parts = {{&veh_part_grapple, &grapple}},
                                         .part_count = 1};
static struct small_site s;

static void its_bodies_are_the_base_and_the_tongs(void **state) {
    (void)state;
    static const int expected[] = {2, 3, 1};
    struct sim_body_id found[VEH_MAX_LIST + 1];
    struct veh_machine_def bare = machine;
    bare.part_count = 0;
    small_site_init(&s, 0.0);
    assert_int_equal(veh_worksite_add_machine(&s.site, &machine, 0.0, 0.0, 0.0), 0);
    assert_int_equal(veh_worksite_add_machine(&s.site, &bare, 0.0, 20.0, 0.0), 1);
    const struct veh_machine *m = &s.site.machines[0];
    assert_int_equal(veh_grapple_bodies(m, found), 3);
    for (int i = 0; i < 3; i++)
        assert_int_equal(found[i].index, m->instance.bodies[expected[i]].index);
    assert_int_equal(veh_grapple_bodies(&s.site.machines[1], found), 0);
    assert_null(veh_grapple_def(&bare));
    small_site_finish(&s);
}

// Stems near to this place are loose.
static void it_grips_at_its_centre(void **state) {
    (void)state;
    small_site_init(&s, 0.0);
    assert_int_equal(veh_worksite_add_machine(&s.site, &machine, 10.0, 5.0, 0.5 * SIM_PI), 0);
    const struct veh_part *part = veh_machine_part(&s.site.machines[0], &veh_part_grapple);
    struct sim_vec3 place = {0.0, 0.0, 0.0};
    assert_true(veh_part_grapple.tool(&s.site, part, &place));
    assert_near(sim_length(sim_sub(place, sim_vec3(10.0, 5.0 + 3.2, 3.0))), 0.0, 1e-12);
    small_site_finish(&s);
}

static double measured(int of_machine, enum veh_grapple_measure which) {
    return veh_machine_measure(&s.site, of_machine, &veh_part_grapple, (int)which);
}

// A log may be held by two grapples; each counts its own.
static void logs_are_counted_by_each_grapple(void **state) {
    (void)state;
    small_site_init(&s, 0.0);
    for (int i = 0; i < 2; i++)
        assert_int_equal(veh_worksite_add_machine(&s.site, &machine, 0.0, 20.0 * i, 0.0), i);
    const struct ter_stem stems[] = {spruce_log(3.0), spruce_log(4.0), spruce_log(5.0)};
    double mass[3];
    for (int i = 0; i < 3; i++) {
        mass[i] = ter_stem_mass(&stems[i]).mass;
        (void)veh_worksite_add_log(&s.site, &stems[i], -10.0, 2.0 * i, 0.3, 0.0);
        s.site.stems.items[i].load.grapples = (uint8_t)(i + 1); // by the first, second, both
    }
    for (int k = 0; k < 2; k++) {
        assert_near(measured(k, VEH_GRAPPLE_LOGS), 2.0, 0.0);
        assert_near(measured(k, VEH_GRAPPLE_MASS), mass[k] + mass[2], 1e-9);
    }
    small_site_finish(&s);
}

// Across the tongs lies a log, and on it another one that touches neither.
static void a_log_on_a_gripped_one_is_gripped(void **state) {
    (void)state;
    small_site_init(&s, 0.0);
    shape.collides = true;
    for (int b = 1; b < 4; b += 2)
        bodies[b].shape_count = 1;
    assert_int_equal(veh_worksite_add_machine(&s.site, &machine, 0.0, 0.0, 0.0), 0);
    const struct ter_stem stem = spruce_log(3.0);
    const double r = 0.5 * ter_stem_diameter(&stem, 1.5), base = 3.5 + 0.1 + r;
    for (int i = 0; i < 2; i++)
        (void)veh_worksite_add_log(&s.site, &stem, 3.0, 0.0, base + 2.0 * r * i,
                                   i == 0 ? 0.5 * SIM_PI : 0.0);
    int gripped = 0;
    for (int i = 0; i < 60; i++) {
        small_site_steps(&s, 1);
        const struct veh_event *events;
        const int count = veh_worksite_events(&s.site, &events);
        for (int e = 0; e < count; e++)
            gripped += events[e].kind == VEH_EVENT_LOG_GRIPPED;
        if (i == 15)
            assert_near(measured(0, VEH_GRAPPLE_LOGS), 1.0, 0.0); // the other may be bouncing
    }
    assert_int_equal(gripped, 2);
    assert_near(measured(0, VEH_GRAPPLE_LOGS), 2.0, 0.0);
    assert_near(measured(0, VEH_GRAPPLE_MASS), 2.0 * ter_stem_mass(&stem).mass, 1e-9);
    const struct veh_controls open[VEH_MAX_MACHINES] = {{.value = {[VEH_GRIP] = -1.0}}};
    sim_body_set_pose(s.site.world, s.site.stems.items[1].body,
                      (struct sim_pose){{3.0, 9.0, 1.0}, sim_quat_identity()});
    for (int i = 0; i < 2; i++)
        veh_worksite_step(&s.site, open);
    assert_int_equal(s.site.stems.items[0].load.grapples, 1);
    assert_int_equal(s.site.stems.items[1].load.grapples, 0);
    small_site_finish(&s);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(its_bodies_are_the_base_and_the_tongs),
        cmocka_unit_test(it_grips_at_its_centre),
        cmocka_unit_test(logs_are_counted_by_each_grapple),
        cmocka_unit_test(a_log_on_a_gripped_one_is_gripped),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
