// Branches that break off, against the stress of a bent beam and the geometry of cones, and the
// balance of their mass.
#include "terrain/branch.h"
#include "tests/vehicles/spruces.h"

static struct small_site s;

static const double strength = 32.4e6, elasticity = 6.3e9; // [Pa] of green spruce

static const struct ter_stem *wood(int stem) {
    return &s.site.stems.items[stem].stem;
}

static int broken(const struct ter_stem *stem) {
    struct ter_branch branch;
    struct ter_branch_walk walk = ter_branches(stem, 0.0, stem->height);
    int count = 0;
    while (ter_branch_next(&walk, &branch))
        count += ter_branch_is_broken(stem, &branch);
    return count;
}

// [kg]
static double slash(void) {
    double mass = 0.0;
    for (int t = 0; t < s.site.trails.tiles.count; t++)
        for (int i = 0; i < TER_TRAIL_CELLS * TER_TRAIL_CELLS; i++)
            mass += s.site.trails.tiles.items[t].brash[i] * ter_trail_cell * ter_trail_cell;
    return mass;
}

// Whether the outer fibres of a cantilever whose tip is bent aside tear: the curvature at its base
// is 3 w / l^2, the stress E d / 2 times that.
static bool tears(const struct ter_branch *branch, double way) {
    return elasticity * 0.5 * branch->diameter * 3.0 * way / (branch->length * branch->length) >
           strength;
}

static struct sim_vec3 tip_of(const struct ter_branch *branch, struct sim_pose foot) {
    const double out = branch->length * sin(branch->angle);
    return sim_pose_point(foot, sim_vec3(out * cos(branch->azimuth), out * sin(branch->azimuth),
                                         branch->height + branch->length * cos(branch->angle)));
}

// Of an upright crown from 11 m to 22 m at x.
static double inside(struct sim_vec3 p, double x, double radius) {
    if (p.z < 11.0 || p.z > 22.0)
        return 0.0;
    return radius * (22.0 - p.z) / 11.0 - hypot(p.x - x, p.y);
}

// Of two upright crowns, those branches break whose tips are so deep in the other that half of it
// tears them, and no others; the neighbour without a body remembers them.
static void branches_break_as_deep_as_their_beams_tear(void **state) {
    (void)state;
    static const double apart = 1.5;
    const struct ter_tree trees[] = {tree_at("a", 0.0), tree_at("b", apart)};
    const double own = 0.5 * ter_species_crown_width(TER_SPRUCE, 0.28);
    plant(&s, trees, 1);
    const struct ter_stem felled = ter_tree_stem(&trees[1]), rooted = ter_tree_stem(&trees[0]);
    const struct sim_pose foot[] = {{{apart, 0.0, 0.0}, sim_quat_identity()},
                                    {{0.0, 0.0, 0.0}, sim_quat_identity()}};
    const struct sim_pose butt = {{apart, 0.0, ter_stump_height}, sim_quat_identity()};
    const int stem = veh_stem_create(&s.site, &felled, butt, VEH_STEM_FELLED, -1);
    small_site_steps(&s, 2);
    const struct ter_stem after[] = {*wood(stem), veh_tree_stem(&s.site, 0)};
    const struct ter_stem *before[] = {&felled, &rooted};
    const double at = 11.0 + 11.0 / 16.0; // where the crowns touch
    double lost = 0.0;
    for (int k = 0; k < 2; k++) {
        struct ter_branch branch;
        struct ter_branch_walk walk = ter_branches(before[k], 0.0, 22.0);
        int expected = 0;
        while (ter_branch_next(&walk, &branch)) {
            const struct sim_vec3 tip = tip_of(&branch, foot[k]);
            const double depth = k == 0 ? inside(tip, 0.0, 2.0) : inside(tip, apart, own);
            const bool bent = fabs(branch.height - at) < 1.5 && depth > 0.0;
            expected += bent && tears(&branch, 0.5 * depth);
            assert_int_equal(ter_branch_is_broken(&after[k], &branch),
                             bent && tears(&branch, 0.5 * depth));
        }
        assert_true(expected >= 2);
        lost += ter_stem_branch_mass(before[k]) - ter_stem_branch_mass(&after[k]);
        assert_near(after[k].broken.share * ter_stem_branch_mass(before[k]),
                    ter_stem_branch_mass(before[k]) - ter_stem_branch_mass(&after[k]), 1e-9);
    }
    assert_true(lost > 0.5);
    assert_near(slash(), lost, 1e-9);
    assert_near(sim_body_mass(s.site.world, s.site.stems.items[stem].body),
                ter_stem_mass(&after[0]).mass, 1e-9);
    small_site_finish(&s);
}

// The fewer branches are left between two crowns, the less they push each other.
static void a_torn_crown_pushes_less(void **state) {
    (void)state;
    const struct ter_tree trees[] = {tree_at("a", 0.0), tree_at("b", 3.2)};
    double push[2];
    for (int torn = 0; torn < 2; torn++) {
        plant(&s, trees, 1);
        struct ter_stem felled = ter_tree_stem(&trees[1]);
        struct ter_branch branch;
        struct ter_branch_walk walk = ter_branches(&felled, 0.0, 22.0);
        while (torn && ter_branch_next(&walk, &branch))
            (void)ter_branches_break(&felled, &branch, branch.number < TER_BREAKABLE);
        const struct sim_pose butt = {{3.2, 0.0, ter_stump_height}, sim_quat_identity()};
        const int stem = veh_stem_create(&s.site, &felled, butt, VEH_STEM_FELLED, -1);
        small_site_steps(&s, 2);
        const struct sim_body_id body = s.site.stems.items[stem].body;
        push[torn] = sim_body_velocity(s.site.world, body).x * sim_body_mass(s.site.world, body);
        small_site_finish(&s);
    }
    assert_true(push[0] > 1.0);
    assert_near(push[1], 0.0, 1e-6);
}

// A stem that comes to lie has broken the branches below it, and none above; what it has lost lies
// there, and goes with it into its logs.
static void a_fallen_tree_breaks_the_branches_below(void **state) {
    (void)state;
    const struct ter_tree tree = tree_at("a", 0.0);
    plant(&s, &tree, 1);
    const struct ter_stem whole = ter_tree_stem(&tree);
    const struct sim_quat lying = sim_quat_axis_angle(sim_vec3(0.0, 1.0, 0.0), 1.1);
    const int stem = veh_stem_create(&s.site, &whole, (struct sim_pose){{0.0, 0.0, 0.3}, lying},
                                     VEH_STEM_FELLED, -1);
    for (int i = 0; i < 1000 && !s.site.stems.items[stem].rest.down; i++)
        small_site_steps(&s, 1);
    assert_true(s.site.stems.items[stem].rest.down);
    const struct sim_pose foot = veh_stem_foot(&s.site, stem);
    struct ter_branch branch;
    struct ter_branch_walk walk = ter_branches(&whole, whole.from, 21.0);
    int below = 0;
    while (ter_branch_next(&walk, &branch)) {
        const double depth = -tip_of(&branch, foot).z;
        assert_int_equal(ter_branch_is_broken(wood(stem), &branch),
                         depth > 0.0 && tears(&branch, fmin(depth, branch.length)));
        below += ter_branch_is_broken(wood(stem), &branch);
    }
    assert_true(below > 60 && below < 250);
    assert_near(slash(), ter_stem_branch_mass(&whole) - ter_stem_branch_mass(wood(stem)), 1e-6);
    int log;
    const int upper = veh_stem_cut(&s.site, stem, 14.0, &log);
    assert_int_equal(broken(wood(upper)), broken(wood(log)));
    assert_near(ter_stem_mass(wood(log)).mass + ter_stem_mass(wood(upper)).mass + slash(),
                ter_stem_mass(&whole).mass, 1e-3 * ter_stem_mass(&whole).mass);
    small_site_finish(&s);
}

// A log that falls on a lying stem breaks the branches that it presses onto the bark, and only
// those.
static void a_log_breaks_the_branches_that_it_strikes(void **state) {
    (void)state;
    const struct ter_tree tree = tree_at("a", 0.0);
    plant(&s, &tree, 1);
    const struct ter_stem whole = ter_tree_stem(&tree);
    const int stem =
        veh_stem_create(&s.site, &whole, ter_tree_stem_pose(&tree), VEH_STEM_STANDING, 0);
    s.site.tree_stem[0] = stem;
    const struct ter_stem log = spruce_log(3.0);
    const struct sim_pose above = {{-1.5, 0.4, 13.0},
                                   sim_quat_axis_angle(sim_vec3(0.0, 1.0, 0.0), 0.5 * SIM_PI)};
    const int striking = veh_worksite_drop(&s.site, &log, above);
    sim_body_set_velocity(s.site.world, s.site.stems.items[striking].body, sim_vec3(0.0, -6.0, 1.0),
                          sim_vec3(0.0, 0.0, 0.0));
    small_site_steps(&s, 30);
    struct ter_branch branch;
    struct ter_branch_walk walk = ter_branches(&whole, 0.0, 22.0);
    int count = 0;
    while (ter_branch_next(&walk, &branch))
        if (ter_branch_is_broken(wood(stem), &branch)) {
            assert_near(branch.height, 13.0, 1.0);
            assert_true(sin(branch.azimuth) > 0.2); // on the side of the blow
            count++;
        }
    assert_true(count >= 1 && count < 12);
    assert_near(slash(), ter_stem_branch_mass(&whole) - ter_stem_branch_mass(wood(stem)), 1e-9);
    const struct ter_stem kept = veh_tree_stem(&s.site, 0);
    assert_int_equal(broken(&kept), count);
    small_site_finish(&s);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(branches_break_as_deep_as_their_beams_tear),
        cmocka_unit_test(a_torn_crown_pushes_less),
        cmocka_unit_test(a_fallen_tree_breaks_the_branches_below),
        cmocka_unit_test(a_log_breaks_the_branches_that_it_strikes),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
