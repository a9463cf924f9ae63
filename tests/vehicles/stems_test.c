#include "tests/vehicles/small_site.h"

struct motion {
    double mass;
    struct sim_vec3 momentum, angular; // about the origin
};

static void add_motion(struct motion *m, const struct veh_worksite *site, int stem) {
    const struct sim_body_id body = site->stems.items[stem].body;
    const struct sim_mass own = ter_stem_mass(&site->stems.items[stem].stem);
    const struct sim_vec3 v = sim_body_velocity(site->world, body);
    const struct sim_vec3 x = sim_body_centre(site->world, body);
    const struct sim_mat3 inertia =
        sim_mat3_rotated(&own.inertia, sim_body_pose(site->world, body).q);
    m->mass += own.mass;
    m->momentum = sim_add_scaled(m->momentum, v, own.mass);
    m->angular = sim_add(m->angular, sim_scale(sim_cross(x, v), own.mass));
    m->angular =
        sim_add(m->angular, sim_mat3_mul(&inertia, sim_body_angular_velocity(site->world, body)));
}

static void a_cut_keeps_mass_and_both_momenta(void **state) {
    (void)state;
    struct small_site s;
    small_site_init(&s, 0.0);
    const struct ter_stem stem = spruce();
    const struct sim_pose pose = {{3.0, -4.0, 30.0}, sim_quat_rpy(0.4, 1.1, -0.7)};
    const int whole = veh_stem_create(&s.site, &stem, pose, VEH_STEM_FELLED, -1);
    sim_body_set_velocity(s.site.world, s.site.stems.items[whole].body, sim_vec3(1.0, -2.0, 3.0),
                          sim_vec3(0.5, 0.7, -0.3));
    struct motion before = {0}, after = {0};
    add_motion(&before, &s.site, whole);
    int lower;
    const int upper = veh_stem_cut(&s.site, whole, 4.9, &lower);
    assert_true(upper >= 0 && lower >= 0 && upper != lower);
    add_motion(&after, &s.site, upper);
    add_motion(&after, &s.site, lower);
    // The taper is integrated once over the whole and once over the pieces: 1e-3 of each figure.
    assert_near(after.mass, before.mass, 1e-3 * before.mass);
    assert_near(sim_length(sim_sub(after.momentum, before.momentum)), 0.0,
                1e-3 * sim_length(before.momentum));
    assert_near(sim_length(sim_sub(after.angular, before.angular)), 0.0,
                1e-3 * sim_length(before.angular));
    small_site_finish(&s);
}

static void the_pieces_lie_where_the_stem_was(void **state) {
    (void)state;
    struct small_site s;
    small_site_init(&s, 0.0);
    const struct ter_stem stem = spruce();
    const struct sim_pose pose = {{0.0, 0.0, 20.0}, sim_quat_rpy(0.3, 0.9, 0.2)};
    const int whole = veh_stem_create(&s.site, &stem, pose, VEH_STEM_FELLED, -1);
    int lower;
    const int upper = veh_stem_cut(&s.site, whole, 3.0, &lower);
    const struct sim_vec3 butt = veh_stem_pose(&s.site, lower).p;
    const struct sim_vec3 cut = veh_stem_pose(&s.site, upper).p;
    assert_near(sim_length(sim_sub(butt, pose.p)), 0.0, 1e-12);
    assert_near(sim_length(sim_sub(cut, butt)), 3.0, 1e-9);
    assert_near(ter_stem_length(&s.site.stems.items[lower].stem) +
                    ter_stem_length(&s.site.stems.items[upper].stem),
                ter_stem_length(&stem), 1e-9);
    small_site_finish(&s);
}

static void volumes_of_the_pieces_add_up(void **state) {
    (void)state;
    struct small_site s;
    small_site_init(&s, 0.0);
    const struct ter_stem stem = spruce();
    const double all = ter_stem_volume(&stem, 0.0, ter_stem_length(&stem));
    const struct sim_pose pose = {{0.0, 0.0, 20.0}, sim_quat_rpy(0.0, 1.5, 0.0)};
    int rest = veh_stem_create(&s.site, &stem, pose, VEH_STEM_FELLED, -1);
    double sum = 0.0, mass = 0.0;
    static const double lengths[] = {4.9, 3.7, 3.0};
    for (int i = 0; i < 3; i++) {
        int log;
        rest = veh_stem_cut(&s.site, rest, lengths[i], &log);
        assert_true(rest >= 0);
        const struct ter_stem *piece = &s.site.stems.items[log].stem;
        sum += ter_stem_volume(piece, 0.0, ter_stem_length(piece));
        mass += sim_body_mass(s.site.world, s.site.stems.items[log].body);
    }
    const struct ter_stem *top = &s.site.stems.items[rest].stem;
    sum += ter_stem_volume(top, 0.0, ter_stem_length(top));
    mass += sim_body_mass(s.site.world, s.site.stems.items[rest].body);
    assert_near(sum, all, 1e-3 * all); // the taper is integrated in steps
    assert_near(mass, ter_stem_mass(&stem).mass, 1e-3 * mass);
    small_site_finish(&s);
}

static void a_slice_is_not_cut(void **state) {
    (void)state;
    struct small_site s;
    small_site_init(&s, 0.0);
    const struct ter_stem stem = spruce();
    const struct sim_pose pose = {{0.0, 0.0, 0.1}, sim_quat_identity()};
    const int tree = veh_stem_create(&s.site, &stem, pose, VEH_STEM_STANDING, -1);
    int lower;
    assert_int_equal(veh_stem_cut(&s.site, tree, 0.01, &lower), -1);
    assert_true(s.site.stems.items[tree].used);
    // Three centimetres leave a stump.
    assert_true(veh_stem_cut(&s.site, tree, 0.03, &lower) >= 0);
    assert_int_equal(s.site.stems.items[lower].kind, VEH_STEM_STUMP);
    small_site_finish(&s);
}

// The thinnest top that is a body of its own falls like any other one. Thinner ones stay with their
// stem, and contacts would throw them about.
static void the_last_of_a_top_is_not_cut(void **state) {
    (void)state;
    struct small_site s;
    int lower, top = -1;
    small_site_init(&s, 0.0);
    const struct ter_stem stem = ter_stem_whole(TER_SPRUCE, 0.30, 26.0, 12.0, 0.0);
    const struct sim_pose pose = {{0.0, 0.0, 1.0},
                                  sim_quat_axis_angle(sim_vec3(0.0, 1.0, 0.0), 0.5 * SIM_PI)};
    const int tree = veh_stem_create(&s.site, &stem, pose, VEH_STEM_FELLED, -1);
    const double length = ter_stem_length(&stem);
    assert_int_equal(veh_stem_cut(&s.site, tree, length - 0.1, &lower), -1);
    assert_true(s.site.stems.items[tree].used);
    for (double left = 0.1; top < 0 && left < 3.0; left += 0.05)
        top = veh_stem_cut(&s.site, tree, length - left, &lower);
    assert_true(top >= 0);
    assert_in_range((int)(1e3 * veh_stem_mass(&s.site, top)), 50, 80);
    double fastest = 0.0;
    for (int i = 0; i < 500; i++) {
        small_site_steps(&s, 1);
        fastest = fmax(fastest,
                       sim_length(sim_body_velocity(s.site.world, s.site.stems.items[top].body)));
    }
    assert_true(fastest > 3.0 && fastest < 8.0); // sqrt(2 g 1 m) and a whip of its end
    small_site_finish(&s);
}

static void a_resting_log_becomes_part_of_the_ground(void **state) {
    (void)state;
    struct small_site s;
    small_site_init(&s, 0.0);
    const struct ter_stem log = spruce_log(4.0);
    const int stem = veh_worksite_add_log(&s.site, &log, 2.0, 1.0, 0.2, 0.6);
    const struct sim_body_id body = s.site.stems.items[stem].body;
    small_site_steps(&s, 50);
    assert_false(sim_body_fused(s.site.world, body, s.site.ground));
    small_site_steps(&s, 400);
    assert_true(sim_body_fused(s.site.world, body, s.site.ground));
    const struct sim_vec3 x = sim_body_centre(s.site.world, body);
    small_site_steps(&s, 500);
    assert_near(sim_length(sim_sub(sim_body_centre(s.site.world, body), x)), 0.0, 0.0);
    // It lies on the ground: its axis about its radius above.
    const double z = x.z;
    assert_near(z, 0.5 * ter_stem_diameter(&log, 2.0), 0.01);
    veh_stem_thaw(&s.site, stem);
    small_site_steps(&s, 2);
    assert_false(sim_body_fused(s.site.world, body, s.site.ground));
    small_site_finish(&s);
}

// Bark on soil: mu = 0.55, the smaller of the two materials. Across a slope of 0.45 a log stays, of
// 0.7 it slides with a = g (sin - mu cos), as its length lies along the slope and it cannot roll.
static double slide_acceleration(double slope) {
    struct small_site s;
    small_site_init(&s, slope);
    const struct ter_stem log = spruce_log(4.0);
    const int stem = veh_worksite_add_log(&s.site, &log, 0.0, 0.0, -1.0, 0.0);
    const struct sim_body_id body = s.site.stems.items[stem].body;
    veh_stem_thaw(&s.site, stem); // it was laid down to stay
    small_site_steps(&s, 100);
    const double v0 = sim_length(sim_body_velocity(s.site.world, body));
    small_site_steps(&s, 50);
    const double v1 = sim_length(sim_body_velocity(s.site.world, body));
    small_site_finish(&s);
    return (v1 - v0) / 0.5;
}

static void logs_slide_as_coulomb_says(void **state) {
    (void)state;
    assert_near(slide_acceleration(0.45), 0.0, 1e-3);
    const double slope = 0.7, c = 1.0 / sqrt(1.0 + slope * slope);
    // The log is a cone that lies on several capsules: a few per cent.
    assert_near(slide_acceleration(slope), 9.81 * (slope * c - 0.55 * c), 0.1);
}

// The heuristics of a step look at all stems that have neither roots nor a joint to the ground, and
// no others, in order.
static void assert_loose_are_listed(const struct veh_worksite *site) {
    int next = 0;
    for (int i = 0; i < site->stems.count; i++) {
        const struct veh_stem *s = &site->stems.items[i];
        if (!s->used || veh_stem_rooted(s->kind) || veh_stem_frozen(s))
            continue;
        assert_true(next < site->loose.count);
        assert_int_equal(site->loose.items[next++], i);
    }
    assert_int_equal(site->loose.count, next);
}

static void loose_stems_are_listed(void **state) {
    (void)state;
    struct small_site s;
    small_site_init(&s, 0.0);
    const struct ter_stem stem = spruce();
    struct sim_pose pose = sim_pose_identity();
    int made[150];
    for (int i = 0; i < 150; i++) { // with every kind, and more than there is room for at first
        pose.p.x = 2.0 * i;
        made[i] = veh_stem_create(&s.site, &stem, pose, (enum veh_stem_kind)(i % 5), -1);
        assert_loose_are_listed(&s.site);
    }
    for (int i = 0; i < 150; i += 4) {
        int lower;
        (void)veh_stem_cut(&s.site, made[i], 3.0, &lower);
        assert_loose_are_listed(&s.site);
    }
    for (int i = 1; i < 150; i += 2) {
        veh_stem_destroy(&s.site, made[i]);
        assert_loose_are_listed(&s.site);
    }
    for (int i = 1; i < 150; i += 2) { // in the places that became free
        (void)veh_stem_create(&s.site, &stem, pose, (enum veh_stem_kind)(i % 5), -1);
        assert_loose_are_listed(&s.site);
    }
    small_site_finish(&s);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(loose_stems_are_listed),
        cmocka_unit_test(a_cut_keeps_mass_and_both_momenta),
        cmocka_unit_test(the_pieces_lie_where_the_stem_was),
        cmocka_unit_test(volumes_of_the_pieces_add_up),
        cmocka_unit_test(a_slice_is_not_cut),
        cmocka_unit_test(the_last_of_a_top_is_not_cut),
        cmocka_unit_test(a_resting_log_becomes_part_of_the_ground),
        cmocka_unit_test(logs_slide_as_coulomb_says),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
