// Towers of crossed logs: friction holds those that statics holds, others fall, and what stands is
// found.
#include "vehicles/tower.h"

#include "tests/vehicles/small_site.h"

static const double length = 3.0, spacing = 1.2; // [m]

// A spruce of one thickness nearly: the part above breast height.
static struct ter_stem log_of_tower(void) {
    return (struct ter_stem){.species = TER_SPRUCE,
                             .dbh = 0.22,
                             .height = 20.0,
                             .from = 1.3,
                             .to = 1.3 + length,
                             .crown_base = 12.0,
                             .limbs_from = 20.0};
}

// [m] in the middle, where logs that take turns lie on each other.
static double thickness(void) {
    const struct ter_stem log = log_of_tower();
    return ter_stem_diameter(&log, 0.5 * length);
}

// A loose log, its middle at (x, y) and its bark at z [m]; turned: along y.
static int drop(struct small_site *s, double x, double y, double z, double heading) {
    const struct ter_stem log = log_of_tower();
    const double radius = 0.5 * thickness(), c = sim_cos(heading), h = sim_sin(heading);
    const struct sim_vec3 butt = {x - 0.5 * length * c, y - 0.5 * length * h, z + radius};
    const struct sim_quat q = sim_quat_between(sim_vec3(0.0, 0.0, 1.0), sim_vec3(c, h, 0.0));
    const int stem = veh_worksite_drop(&s->site, &log, (struct sim_pose){butt, q});
    assert_true(stem >= 0);
    return stem;
}

// Two and two; butts take turns.
static void lay_two_layers(struct small_site *s) {
    const double a = 0.5 * spacing;
    drop(s, 0.0, -a, 0.01, 0.0);
    drop(s, 0.0, a, 0.01, SIM_PI);
    drop(s, -a, 0.0, thickness(), 0.5 * SIM_PI);
    drop(s, a, 0.0, thickness(), -0.5 * SIM_PI);
}

static void five_logs_stand(void **state) {
    (void)state;
    struct small_site s;
    small_site_init(&s, 0.0);
    assert_int_equal(veh_tower_find(&s.site).logs, 0);
    lay_two_layers(&s);
    drop(&s, 0.0, 0.0, 2.0 * thickness(), 0.1);
    small_site_steps(&s, 400);
    const struct veh_tower tower = veh_tower_find(&s.site);
    assert_int_equal(tower.logs, 5);
    assert_int_equal(tower.layers, 3);
    assert_near(tower.height, 3.0 * thickness(), 0.03);
    assert_near(tower.turn, 0.1, 0.01);
    small_site_finish(&s);
}

// The log on top with its centre of mass at x [m], over logs whose middles are at +-0.6. Returns
// how many logs are a tower after 5 s.
static int logs_with_top_at(double x, double *slope) {
    struct small_site s;
    small_site_init(&s, 0.0);
    lay_two_layers(&s);
    const struct ter_stem log = log_of_tower();
    const double to_middle = 0.5 * length - ter_stem_mass(&log).centre.z;
    const int top = drop(&s, x + to_middle, 0.0, 2.0 * thickness(), 0.0);
    small_site_steps(&s, 500);
    *slope = fabs(sim_rotate(veh_stem_pose(&s.site, top).q, sim_vec3(0.0, 0.0, 1.0)).z);
    const struct veh_tower tower = veh_tower_find(&s.site);
    small_site_finish(&s);
    return tower.logs;
}

// A beam on two supports tips where its weight is beyond one of them. The supports are thinner at
// opposite ends: a log that weighs on one of them alone rolls down from that.
static void a_log_laid_badly_falls(void **state) {
    (void)state;
    const double support = 0.5 * spacing;
    double slope;
    assert_int_equal(logs_with_top_at(0.1, &slope), 5);
    assert_int_equal(logs_with_top_at(-0.1, &slope), 5);
    assert_int_equal(logs_with_top_at(support + 0.3, &slope), 4);
    assert_true(slope > 0.1);
    assert_int_equal(logs_with_top_at(-support - 0.3, &slope), 4);
    assert_true(slope > 0.1);
    assert_int_equal(logs_with_top_at(support - 0.03, &slope), 4);
}

// A heap, two layers of parallel logs, a log across with an end on the ground, and one by itself.
static void other_logs_are_no_tower(void **state) {
    (void)state;
    struct small_site s;
    small_site_init(&s, 0.0);
    for (int i = 0; i < 3; i++)
        drop(&s, 0.0, 0.22 * i, 0.005, 0.0);
    drop(&s, 0.0, 0.11, 0.9 * thickness(), 0.0);
    drop(&s, 0.0, 0.33, 0.9 * thickness(), SIM_PI);
    drop(&s, 10.0, 0.0, 0.005, 0.0);
    drop(&s, 10.0, 1.3, 0.3, 0.5 * SIM_PI);
    small_site_steps(&s, 400);
    assert_int_equal(veh_tower_find(&s.site).layers, 0);
    small_site_finish(&s);
}

// The plan's places are named one after the other, each on what lies below.
static void places_follow_what_lies(void **state) {
    (void)state;
    struct small_site s;
    small_site_init(&s, 0.0);
    const struct veh_tower_plan plan = {
        .x = 4.0, .y = -3.0, .heading = 0.3, .spacing = spacing, .logs = 7};
    const int elsewhere = drop(&s, 9.0, 9.0, 0.005, 0.0);
    struct veh_tower_place place;
    int logs = 0, last = -1;
    for (; veh_tower_next(&s.site, &plan, &place); logs++) {
        assert_true(logs < 7);
        assert_near(place.bed.z, logs / 2 * thickness(), 0.04);
        assert_near(hypot(place.bed.x - plan.x, place.bed.y - plan.y),
                    logs == 6 ? 0.0 : 0.5 * spacing, 1e-9);
        last = drop(&s, place.bed.x, place.bed.y, place.bed.z + 0.005,
                    sim_atan2(place.along.y, place.along.x));
        small_site_steps(&s, 150);
    }
    assert_int_equal(logs, 7);
    assert_true(veh_tower_has(&s.site, &plan, last));
    assert_false(veh_tower_has(&s.site, &plan, elsewhere));
    const struct veh_tower tower = veh_tower_find(&s.site);
    assert_int_equal(tower.logs, 7);
    assert_int_equal(tower.layers, 4);
    assert_true(tower.turn < 0.03);
    small_site_finish(&s);
}

// A log that a grapple holds, or moves, does not count.
static void a_log_in_the_grapple_is_none_of_it(void **state) {
    (void)state;
    struct small_site s;
    small_site_init(&s, 0.0);
    lay_two_layers(&s);
    const int top = drop(&s, 0.0, 0.0, 2.0 * thickness(), 0.0);
    small_site_steps(&s, 50); // no second yet: it is loose
    assert_int_equal(veh_tower_find(&s.site).logs, 5);
    s.site.stems.items[top].load.grapples = 1;
    assert_int_equal(veh_tower_find(&s.site).logs, 4);
    s.site.stems.items[top].load.grapples = 0;
    s.site.stems.items[top].touch.machine = true;
    assert_int_equal(veh_tower_find(&s.site).logs, 4);
    s.site.stems.items[top].touch.machine = false;
    sim_body_set_velocity(s.site.world, s.site.stems.items[top].body, sim_vec3(0.0, 0.0, 0.2),
                          sim_vec3(0.0, 0.0, 0.0));
    assert_int_equal(veh_tower_find(&s.site).logs, 4);
    small_site_finish(&s);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(five_logs_stand),
        cmocka_unit_test(a_log_laid_badly_falls),
        cmocka_unit_test(other_logs_are_no_tower),
        cmocka_unit_test(places_follow_what_lies),
        cmocka_unit_test(a_log_in_the_grapple_is_none_of_it),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
