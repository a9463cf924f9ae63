// Crowns in the air and in each other, against the formulas of their forces.
#include "tests/vehicles/spruces.h"

static struct small_site s;
static const double step = 0.01;

// A stem off its stump, upright with its tree's foot at x; tree -1: of none of the stand.
static int loose_stem(const struct ter_tree *tree, double x, double z, int index) {
    struct sim_pose pose = {{x, 0.0, z + ter_stump_height}, sim_quat_identity()};
    const struct ter_stem stem = ter_tree_stem(tree);
    return veh_stem_create(&s.site, &stem, pose, VEH_STEM_FELLED, index);
}

// [N] along x on the stem in the next step.
static double force_on(int stem) {
    const struct sim_body_id body = s.site.stems.items[stem].body;
    const double before = sim_body_velocity(s.site.world, body).x;
    small_site_steps(&s, 1);
    return (sim_body_velocity(s.site.world, body).x - before) / step *
           sim_body_mass(s.site.world, body);
}

// 1/2 rho C u^-N A u^2 with the figures of spruce; the drag grows with the square below 10 m/s.
static void air_slows_a_crown(void **state) {
    (void)state;
    static const double speeds[] = {5.0, 15.0, 25.0};
    const struct ter_tree tree = tree_at("a", 0.0);
    const double width = ter_species_crown_width(TER_SPRUCE, 0.28), area = 0.5 * width * 11.0;
    for (size_t i = 0; i < sizeof speeds / sizeof speeds[0]; i++) {
        const double u = speeds[i];
        plant(&s, NULL, 0);
        const int stem = loose_stem(&tree, 0.0, 30.0, -1);
        small_site_steps(&s, 1);
        sim_body_set_velocity(s.site.world, s.site.stems.items[stem].body, sim_vec3(u, 0.0, 0.0),
                              sim_vec3(0.0, 0.0, 0.0));
        const double c = 2.35 * pow(fmax(u, 10.0), -0.51);
        assert_near(force_on(stem) / (-0.5 * 1.2226 * c * area * u * u), 1.0, 1e-3);
        small_site_finish(&s);
    }
}

// Two upright cones whose lowest sixteenth is deepest in the other; and a tree that has grown up
// into its neighbour, which does not push it.
static void crowns_push_as_deep_as_they_overlap(void **state) {
    (void)state;
    static const double apart = 2.5;
    const struct ter_tree trees[] = {tree_at("a", 0.0), tree_at("b", apart)};
    const double own = 0.5 * ter_species_crown_width(TER_SPRUCE, 0.28);
    plant(&s, trees, 1);
    const int stem = loose_stem(&trees[1], apart, 0.0, -1);
    small_site_steps(&s, 1);
    const double depth = (own + 2.0) * (1.0 - 1.0 / 16.0) - apart;
    assert_true(depth > 0.5);
    assert_near(force_on(stem) / (2000.0 * depth), 1.0, 1e-3);
    small_site_finish(&s);
    plant(&s, trees, 2);
    s.site.stand.trees[1].status = TER_TREE_FELLED;
    const int own_place = loose_stem(&trees[1], apart, 0.0, 1);
    small_site_steps(&s, 1);
    assert_near(force_on(own_place), 0.0, 1.0); // it has fallen by a millimetre
    small_site_finish(&s);
}

// [m/N] of the bending of a tree that is clamped there, by its curvature step by step.
static double bent(const struct ter_tree *tree, double low, double high) {
    const double h = 1e-3;
    double turned = 0.0, aside = 0.0;
    for (double z = low; z < high; z += h) {
        const double d = ter_species_diameter(tree->species, tree->dbh, tree->height, z);
        turned +=
            (high - z) / (ter_species_elasticity(tree->species) * SIM_PI / 64.0 * pow(d, 4.0)) * h;
        aside += turned * h;
    }
    return aside;
}

// A thin stem that arms hold upright bends aside like a beam as a neighbour's crown pushes it, and
// so does that neighbour if it is as thin.
static void a_held_stem_gives_way_to_crowns(void **state) {
    (void)state;
    static const double neighbours[] = {0.1, 0.2}, apart = 0.5, arms = 1.0;
    for (size_t i = 0; i < sizeof neighbours / sizeof neighbours[0]; i++) {
        struct ter_tree trees[] = {tree_at("a", 0.0), tree_at("b", 20.0)};
        for (int k = 0; k < 2; k++) {
            trees[k].dbh = k == 0 ? neighbours[i] : 0.1;
            trees[k].height = 9.0;
            trees[k].crown_base = 5.0;
            trees[k].crown_width = 1.0;
        }
        plant(&s, trees, 2);
        s.site.stand.trees[1].status = TER_TREE_FELLED;
        const int stem = loose_stem(&trees[1], apart, 0.0, 1);
        s.site.stems.items[stem].arms = arms;
        small_site_steps(&s, 1);
        const double depth = 1.0 * (1.0 - 1.0 / 16.0) - apart, at = 5.0 + 4.0 / 16.0;
        const double thin = neighbours[i] < 0.12 ? bent(&trees[0], 0.0, at) : 0.0;
        const double soft = 1.0 / 2000.0 + bent(&trees[1], arms + ter_stump_height, at) + thin;
        const double push = force_on(stem);
        print_message("%.1f N at an overlap of %.2f m, rigid %.0f N\n", push, depth,
                      2000.0 * depth);
        assert_near(push / (depth / soft), 1.0, 0.02); // eight sections
        small_site_finish(&s);
    }
}

// The tip of a swept pole is beside the chord of its bow. It tumbles through the air, which acts on
// its axis: nothing makes it spin about its length.
static void air_does_not_spin_a_swept_top(void **state) {
    (void)state;
    struct ter_tree tree = tree_at("a", 0.0);
    tree.dbh = 0.04;
    tree.height = 4.0;
    tree.crown_base = 1.5;
    tree.crown_width = 1.0;
    tree.defects.sweep = 0.15;
    plant(&s, NULL, 0);
    struct ter_stem top = ter_tree_stem(&tree);
    top.from = top.height - 0.3;
    const struct sim_pose pose = {{0.0, 0.0, 30.0}, sim_quat_axis_angle(sim_vec3(0, 1, 0), 1.2)};
    const int stem = veh_stem_create(&s.site, &top, pose, VEH_STEM_TOP, -1);
    const struct sim_body_id body = s.site.stems.items[stem].body;
    sim_body_set_velocity(s.site.world, body, sim_vec3(15.0, 5.0, -5.0), sim_vec3(0.0, 30.0, 0.0));
    for (int i = 0; i < 100; i++) {
        const struct sim_vec3 w = sim_body_angular_velocity(s.site.world, body);
        const struct sim_quat q = sim_body_pose(s.site.world, body).q;
        assert_near(sim_dot(w, sim_rotate(q, sim_vec3(0.0, 0.0, 1.0))), 0.0, 0.1);
        small_site_steps(&s, 1);
    }
    small_site_finish(&s);
}

// The last metre of a tree, some 300 g, that falls through standing crowns with a blow: their
// pushes and the air slow it, and never throw it about.
static void a_light_top_is_not_thrown_about(void **state) {
    (void)state;
    const struct ter_tree trees[] = {tree_at("a", 0.0), tree_at("b", 1.2)};
    plant(&s, trees, 2);
    struct ter_stem top = ter_tree_stem(&trees[0]);
    top.from = top.height - 1.0;
    const struct sim_pose pose = {{0.4, 0.3, 15.0}, sim_quat_axis_angle(sim_vec3(0, 1, 0), 1.2)};
    const int stem = veh_stem_create(&s.site, &top, pose, VEH_STEM_TOP, -1);
    const struct sim_body_id body = s.site.stems.items[stem].body;
    sim_body_set_velocity(s.site.world, body, sim_vec3(15.0, 5.0, -5.0), sim_vec3(0.0, 30.0, 0.0));
    const double energy = 0.5 * 275.0 + 9.81 * 15.0; // [J/kg], and that of turning
    for (int i = 0; i < 100; i++) {
        small_site_steps(&s, 1);
        const double v = sim_length(sim_body_velocity(s.site.world, body));
        const double w = sim_length(sim_body_angular_velocity(s.site.world, body));
        assert_true(0.5 * v * v < 1.2 * energy + 40.0);
        assert_true(w < 100.0);
    }
    small_site_finish(&s);
}

// However many trees stand around, the one that catches the crown is found.
static void the_last_of_many_neighbours_catches(void **state) {
    (void)state;
    enum { MANY = 101 };
    struct ter_tree trees[MANY];
    for (int i = 0; i < MANY; i++) {
        char id[TER_TREE_ID_SIZE];
        (void)snprintf(id, sizeof id, "%d", i);
        trees[i] = tree_at(id, 1.5 + 0.05 * i);
        trees[i].position.y = 5.5; // too far for their crowns
    }
    trees[MANY - 1] = tree_at("near", 2.5);
    const double own = 0.5 * ter_species_crown_width(TER_SPRUCE, 0.28);
    plant(&s, trees, MANY);
    const struct ter_tree origin = tree_at("o", 0.0);
    const int stem = loose_stem(&origin, 0.0, 0.0, -1);
    small_site_steps(&s, 1);
    assert_near(force_on(stem) / (-2000.0 * ((own + 2.0) * (1.0 - 1.0 / 16.0) - 2.5)), 1.0, 1e-3);
    small_site_finish(&s);
}

static double slope(int stem) {
    return sim_rotate(veh_stem_pose(&s.site, stem).q, sim_vec3(0.0, 0.0, 1.0)).z;
}

// A tree that leans into its neighbour's crown hangs there; drawn at its butt it comes free.
static void a_tree_hangs_until_it_is_drawn_free(void **state) {
    (void)state;
    struct ter_tree trees[] = {tree_at("a", 0.0), tree_at("b", 3.0)};
    trees[0].lean_x = 0.02;
    plant(&s, trees, 2);
    const struct ter_stem stem = ter_tree_stem(&trees[0]);
    const int tree =
        veh_stem_create(&s.site, &stem, ter_tree_stem_pose(&trees[0]), VEH_STEM_STANDING, 0);
    s.site.tree_stem[0] = tree;
    const struct veh_bite bite = {.machine = -1, .z = 0.1, .left = 0.0, .normal = {1.0, 0.0, 0.0}};
    assert_true(veh_stem_saw(&s.site, tree, &bite));
    small_site_steps(&s, 1500);
    assert_true(slope(tree) > 0.9);
    assert_false(s.site.stems.items[tree].rest.down);
    for (int i = 0; i < 2000 && !s.site.stems.items[tree].rest.down; i++) {
        const struct sim_pose pose = veh_stem_pose(&s.site, tree);
        if (slope(tree) > 0.5)
            sim_body_apply(s.site.world, s.site.stems.items[tree].body,
                           sim_vec3(-5000.0, 0.0, 1000.0), sim_vec3(0.0, 0.0, 0.0), pose.p);
        small_site_steps(&s, 1);
    }
    assert_true(s.site.stems.items[tree].rest.down);
    small_site_finish(&s);
}

// A hard push tears the crown that catches the stem, and is told once.
static void a_torn_crown_is_kept(void **state) {
    (void)state;
    const struct ter_tree trees[] = {tree_at("a", 0.0)};
    plant(&s, trees, 1);
    const struct ter_tree far = tree_at("b", 1.0);
    (void)loose_stem(&far, 1.0, 0.0, -1);
    int told = 0;
    for (int i = 0; i < 20; i++) {
        const struct veh_event *events;
        small_site_steps(&s, 1);
        const int count = veh_worksite_events(&s.site, &events);
        for (int k = 0; k < count; k++)
            told += events[k].kind == VEH_EVENT_TREE_DAMAGED && events[k].tree == 0;
    }
    assert_int_equal(told, 1);
    assert_int_equal(s.site.stand.trees[0].damage, TER_DAMAGE_CROWN);
    small_site_finish(&s);
}

static int rooted_stem(int tree) {
    const struct ter_stem stem = ter_tree_stem(&s.site.stand.trees[tree]);
    const int index = veh_stem_create(&s.site, &stem, ter_tree_stem_pose(&s.site.stand.trees[tree]),
                                      VEH_STEM_STANDING, tree);
    s.site.tree_stem[tree] = index;
    return index;
}

// The neighbour is pushed as hard as it pushes, bends away, and stands up again when the other has
// gone.
static void a_neighbour_sways(void **state) {
    (void)state;
    const struct ter_tree trees[] = {tree_at("a", 0.0)}, far = tree_at("b", 2.0);
    plant(&s, trees, 1);
    const int stand = rooted_stem(0), stem = loose_stem(&far, 2.0, 0.0, -1);
    small_site_steps(&s, 1);
    const double push = force_on(stem);
    assert_true(push > 1000.0);
    assert_true(s.site.stems.items[stand].held.generation != 0);
    // The same push about the foot of the other; its crown overlaps deepest a sixteenth up.
    const struct sim_mass mass = ter_stem_mass(&s.site.stems.items[stand].stem);
    const double inertia = mass.inertia.m[1][1] + mass.mass * mass.centre.z * mass.centre.z;
    const double height = 11.0 + 11.0 / 16.0 - ter_stump_height;
    const double turning =
        sim_body_angular_velocity(s.site.world, s.site.stems.items[stand].body).y;
    assert_near(turning / (-push * height / inertia * step), 1.0, 0.1);
    small_site_steps(&s, 30);
    const struct sim_vec3 up = sim_vec3(0.0, 0.0, 1.0);
    assert_true(sim_rotate(veh_stem_pose(&s.site, stand).q, up).x < -1e-3);
    veh_stem_destroy(&s.site, stem);
    small_site_steps(&s, 2000);
    assert_true(s.site.stems.items[stand].held.generation == 0);
    assert_near(sim_rotate(veh_stem_pose(&s.site, stand).q, up).x, 0.0, 1e-12);
    assert_int_equal(s.site.stand.trees[0].damage & TER_DAMAGE_TOP, 0);
    small_site_finish(&s);
}

// A slender neighbour loses its top, which falls; the tree stays without it, also as a line of the
// stand.
static void a_slender_neighbour_loses_its_top(void **state) {
    (void)state;
    struct ter_tree slender = tree_at("a", 0.0);
    slender.dbh = 0.14;
    slender.height = 20.0;
    slender.crown_base = 14.0;
    const struct ter_tree far = tree_at("b", 1.0);
    plant(&s, &slender, 1);
    const int stand = rooted_stem(0);
    (void)loose_stem(&far, 1.0, 0.0, -1);
    small_site_steps(&s, 5);
    const struct ter_tree *tree = &s.site.stand.trees[0];
    assert_true(tree->damage & TER_DAMAGE_TOP);
    assert_true(tree->top >= 10.0 && tree->top < 16.0);
    assert_int_equal(tree->status, TER_TREE_STANDING);
    assert_int_equal(s.site.stems.items[stand].kind, VEH_STEM_STANDING);
    assert_near(s.site.stems.items[stand].stem.to, tree->top, 1e-12);
    assert_near(ter_tree_stem(tree).to, tree->top, 1e-12);
    int tops = 0;
    for (int i = 0; i < s.site.stems.count; i++)
        tops += s.site.stems.items[i].used && s.site.stems.items[i].kind == VEH_STEM_TOP;
    assert_int_equal(tops, 1);
    small_site_finish(&s);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(air_slows_a_crown),
        cmocka_unit_test(crowns_push_as_deep_as_they_overlap),
        cmocka_unit_test(a_held_stem_gives_way_to_crowns),
        cmocka_unit_test(air_does_not_spin_a_swept_top),
        cmocka_unit_test(a_light_top_is_not_thrown_about),
        cmocka_unit_test(the_last_of_many_neighbours_catches),
        cmocka_unit_test(a_tree_hangs_until_it_is_drawn_free),
        cmocka_unit_test(a_torn_crown_is_kept),
        cmocka_unit_test(a_neighbour_sways),
        cmocka_unit_test(a_slender_neighbour_loses_its_top),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
