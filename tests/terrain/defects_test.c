// Defects of stems against sums over thin rings and strips, closed forms, and the limits of the
// German framework agreement for roundwood.
#include "terrain/defects.h"

#include "terrain/branch.h"
#include "terrain/segment.h"
#include "terrain/stand.h"
#include "tests/near.h"

static struct ter_stem spruce(struct ter_defects defects) {
    struct ter_stem stem = ter_stem_whole(TER_SPRUCE, 0.3, 25.0, 13.0, 0.1);
    stem.defects = defects;
    return stem;
}

static struct ter_stem piece(const struct ter_stem *stem, double z0, double z1) {
    struct ter_stem log, rest;
    ter_stem_split(stem, z1, &log, &rest);
    if (z0 > 0.0)
        ter_stem_split(&log, z0, &rest, &log);
    return log;
}

// A cone, whichever piece of the tree is asked.
static void rot_is_a_cone(void **state) {
    (void)state;
    const struct ter_stem stem = spruce((struct ter_defects){.rot = 4.1});
    const struct ter_stem log = piece(&stem, 2.0, 6.0);
    assert_near(ter_stem_rot_radius(&stem, 0.0),
                0.6 * 4.0 / 4.1 * 0.5 * ter_stem_diameter(&stem, 0.0), 1e-12);
    assert_near(ter_stem_rot_radius(&stem, 2.5), ter_stem_rot_radius(&log, 0.5), 1e-12);
    assert_near(ter_stem_rot_share(&stem, 2.0), 0.36 * 4.0 / 4.1 / 4.1, 1e-12);
    assert_near(ter_stem_rot_radius(&stem, 4.0), 0.0, 1e-12);
    assert_near(ter_stem_rot_radius(&log, 3.0), 0.0, 0.0);
}

// The tip has no cross-section: sound, or with rot up to it, none of it is decayed.
static void a_tip_has_no_rot(void **state) {
    (void)state;
    static const double rots[] = {0.0, 4.1, 40.0};
    for (size_t i = 0; i < sizeof rots / sizeof rots[0]; i++) {
        const struct ter_stem stem = spruce((struct ter_defects){.rot = rots[i]});
        const double tip = ter_stem_length(&stem);
        assert_near(ter_stem_diameter(&stem, tip), 0.0, 0.0);
        assert_near(ter_stem_rot_share(&stem, tip), 0.0, 0.0);
        assert_near(ter_stem_rot_share(&stem, tip + 0.3), 0.0, 0.0);
    }
}

// The sagitta of the lowest 5 m is what the file says; a parabola's falls with the square of the
// length, so that half as long a log is half as bent per metre.
static void shorter_logs_are_straighter(void **state) {
    (void)state;
    static const double limits[] = {0.01, 0.02, 0.04}; // [m/m] of grades 1, 2, 3
    for (int g = 0; g < 3; g++)
        for (int side = -1; side <= 1; side += 2) {
            struct ter_stem stem =
                spruce((struct ter_defects){.sweep = 5.0 * limits[g] * (1.0 + 1e-4 * side)});
            stem.from = 0.0;
            assert_int_equal(ter_stem_grade(&stem, 0.0, 5.0), g + 1 + (side > 0));
            stem.defects.sweep = 10.0 * limits[g] * (1.0 + 1e-4 * side);
            assert_int_equal(ter_stem_grade(&stem, 0.0, 2.5), g + 1 + (side > 0));
            assert_int_equal(ter_stem_grade(&stem, 1.0, 3.5), g + 1 + (side > 0));
            assert_int_equal(ter_stem_grade(&stem, 5.0, 10.0), 1);
        }
}

// The capsules lie along the bow, and the centre of mass does.
static void a_swept_stem_is_a_bent_body(void **state) {
    (void)state;
    const struct ter_stem straight = spruce((struct ter_defects){.rot = 0.0});
    const struct ter_stem bent = spruce((struct ter_defects){.sweep = 0.2});
    struct sim_shape shapes[TER_STEM_MAX_SHAPES];
    const struct ter_stem log = piece(&bent, 0.0, 4.9);
    const int count = ter_stem_shapes(&log, 0, shapes);
    assert_true(count >= 3);
    for (int i = 0; i < count; i++)
        for (int side = -1; side <= 1; side += 2) {
            const struct sim_vec3 end =
                sim_pose_point(shapes[i].pose, sim_vec3(0.0, 0.0, side * shapes[i].half_length));
            assert_near(end.x, ter_stem_bow(&log, end.z), 1e-9);
        }
    // Between its ends each lies as near as three chords can: a ninth of the sweep, and the taper
    // has its say.
    for (int i = 0; i < count; i++)
        assert_near(shapes[i].pose.p.x, ter_stem_bow(&log, shapes[i].pose.p.z), 0.2 / 6.0);
    const double mass = ter_stem_mass(&log).mass, dz = log.to - log.from;
    double first = 0.0;
    enum { DISCS = 20000 };
    for (int i = 0; i < DISCS; i++) {
        const double z = (i + 0.5) * dz / DISCS, d = ter_stem_diameter(&log, z);
        first += 0.25 * SIM_PI * d * d * dz / DISCS * ter_stem_bow(&log, z);
    }
    assert_near(ter_stem_mass(&log).centre.x, first / ter_stem_volume(&log, 0.0, dz), 1e-4);
    const struct ter_stem as_long = piece(&straight, 0.0, 4.9);
    assert_near(mass, ter_stem_mass(&as_long).mass, 1e-12);
    assert_near(ter_stem_mass(&straight).centre.x, 0.0, 0.0);
}

static void dead_trees_are_light_and_have_dry_branches(void **state) {
    (void)state;
    const struct ter_stem green = spruce((struct ter_defects){.rot = 0.0});
    const struct ter_stem dead = spruce((struct ter_defects){.dead = true});
    assert_near(ter_stem_density(&dead) / ter_stem_density(&green), 0.6, 1e-12);
    assert_near(ter_stem_branch_mass(&dead) / ter_stem_branch_mass(&green), 0.2, 1e-9);
    struct ter_branch a, b;
    struct ter_branch_walk walk = ter_branches(&green, 15.0, 16.0),
                           same = ter_branches(&dead, 15.0, 16.0);
    assert_true(ter_branch_next(&walk, &a) && ter_branch_next(&same, &b));
    assert_near(a.diameter, b.diameter, 0.0);
    assert_near(ter_branch_work(&b, 2e5, 1.0) / ter_branch_work(&a, 2e5, 1.0), 0.7, 1e-12);
}

static void grades_follow_the_defects(void **state) {
    (void)state;
    const struct {
        struct ter_defects defects;
        double z0, z1;
        int grade;
    } cases[] = {
        {{.rot = 0.0}, 0.0, 5.0, 1},
        {{.rot = 2.1}, 0.0, 1.0, 4},
        {{.rot = 2.1}, 1.99, 6.0, 4},
        {{.rot = 2.1}, 2.0, 6.0, 1},
        {{.fork = 12.1}, 6.0, 11.6, 1},
        {{.fork = 12.1}, 6.0, 11.8, 4},
        {{.fork = 12.1}, 13.0, 15.0, 4},
        {{.dead = true}, 2.0, 6.0, 3},
        {{.dead = true, .rot = 3.0}, 2.0, 6.0, 4},
        {{.sweep = 0.04}, 0.0, 4.9, 1},
        {{.sweep = 0.09}, 0.0, 4.9, 2},
        {{.sweep = 0.15}, 0.0, 4.9, 3},
        {{.sweep = 0.25}, 0.0, 4.9, 4},
        {{.sweep = 0.09}, 0.0, 2.4, 1},
        {{.sweep = 0.25}, 5.0, 10.0, 1},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        const struct ter_stem stem = spruce(cases[i].defects);
        assert_int_equal(ter_stem_grade(&stem, cases[i].z0, cases[i].z1), cases[i].grade);
    }
}

// A quadrature of the sound ring and a tenth of the core.
static void a_rotten_hinge_bears_its_sound_ring(void **state) {
    (void)state;
    static const double r = 0.15, core = 0.08, lefts[] = {0.03, 0.1, 0.2, 0.3};
    for (size_t i = 0; i < sizeof lefts / sizeof lefts[0]; i++) {
        enum { STRIPS = 100000 };
        const double u0 = r - lefts[i], du = lefts[i] / STRIPS;
        double a = 0.0, first = 0.0, second = 0.0, across = 0.0;
        for (int k = 0; k < STRIPS; k++) {
            const double u = u0 + (k + 0.5) * du, v = sqrt(r * r - u * u);
            const double c = fabs(u) < core ? sqrt(core * core - u * u) : 0.0;
            a += 2.0 * (v - 0.9 * c) * du;
            first += 2.0 * (v - 0.9 * c) * u * du;
            second += 2.0 * (v - 0.9 * c) * u * u * du;
            across += 2.0 / 3.0 * (v * v * v - 0.9 * c * c * c) * du;
        }
        const struct ter_segment s = ter_segment_with_rot(r, core, lefts[i], 0.0);
        assert_near(s.area / a, 1.0, 1e-5);
        assert_near(s.inertia / (second - first * first / a), 1.0, 1e-3);
        assert_near(s.inertia_across / across, 1.0, 1e-5);
    }
    const struct ter_segment thin = ter_segment_with_rot(r, core, 0.03, 0.0),
                             sound = ter_segment_of(r, 0.03, 0.0);
    assert_near(thin.modulus, sound.modulus, 0.0); // the rot is behind the cut
}

static void the_centre_of_a_bow_is_that_of_the_mass(void **state) {
    (void)state;
    for (int swept = 0; swept < 2; swept++)
        for (int plate = 0; plate < 2; plate++) {
            struct ter_stem stem = spruce((struct ter_defects){.sweep = 0.2 * swept});
            stem.plate = plate;
            // The same bits: crowns hang on it.
            assert_near(ter_stem_centre_bow(&stem), ter_stem_mass(&stem).centre.x, 0.0);
            assert_int_equal(ter_stem_centre_bow(&stem) > 0.0, swept);
        }
}

static void trees_hand_their_defects_to_their_stems(void **state) {
    (void)state;
    const struct ter_tree tree = {
        .species = TER_SPRUCE,
        .dbh = 0.3,
        .height = 25.0,
        .crown_base = 13.0,
        .top = 20.0,
        .defects = {.rot = 3.0, .sweep = 0.1, .fork = 12.0, .dead = true}};
    const struct ter_stem stem = ter_tree_stem(&tree);
    assert_near(stem.to, 20.0, 0.0);
    assert_near(stem.defects.rot, 3.0, 0.0);
    assert_true(stem.defects.dead && ter_stem_forks(&stem, 11.0, 13.0) &&
                !ter_stem_forks(&stem, 13.0, 15.0));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(rot_is_a_cone),
        cmocka_unit_test(a_tip_has_no_rot),
        cmocka_unit_test(shorter_logs_are_straighter),
        cmocka_unit_test(a_swept_stem_is_a_bent_body),
        cmocka_unit_test(dead_trees_are_light_and_have_dry_branches),
        cmocka_unit_test(grades_follow_the_defects),
        cmocka_unit_test(a_rotten_hinge_bears_its_sound_ring),
        cmocka_unit_test(the_centre_of_a_bow_is_that_of_the_mass),
        cmocka_unit_test(trees_hand_their_defects_to_their_stems),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
