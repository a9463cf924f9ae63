// The felling cut: the hinge against the beam's formula, the fall against the rigid rod's integral,
// a split butt against the bending of its splinter, a tree that sits back.
#include "terrain/segment.h"
#include "tests/vehicles/small_site.h"

static struct small_site s;

enum { TREE = 0 };
static const double cut_height = 0.1; // [m] above the butt
static const double push_height = 5.0, step = 0.01;

static double leaning, towards; // [rad] of the tree that is planted, and to which side

static void plant(double dbh, double height) {
    struct ter_tree tree = {.id = "a",
                            .species = TER_SPRUCE,
                            .dbh = dbh,
                            .height = height,
                            .crown_base = 0.5 * height,
                            .crown_width = 3.0,
                            .lean_x = leaning * cos(towards),
                            .lean_y = leaning * sin(towards)};
    small_site_init(&s, 0.0);
    assert_true(ter_stand_add(&s.stand, &tree));
    small_site_restart(&s);
    struct ter_stem stem = ter_tree_stem(&tree);
    ter_stem_delimb(&stem, ter_stem_length(&stem)); // no crown that the air slows
    const int index =
        veh_stem_create(&s.site, &stem, ter_tree_stem_pose(&tree), VEH_STEM_STANDING, 0);
    assert_int_equal(index, TREE);
    s.site.tree_stem[0] = index;
}

static const struct veh_stem *tree(void) {
    return &s.site.stems.items[TREE];
}

static bool saw_from(double side, double z, double left) {
    const struct veh_bite bite = {.machine = -1, .z = z, .left = left, .normal = {side, 0.0, 0.0}};
    return veh_stem_saw(&s.site, TREE, &bite);
}

static bool saw(double left) {
    return saw_from(1.0, cut_height, left);
}

static struct ter_segment section(double left) {
    return ter_segment_of(0.5 * ter_stem_diameter(&tree()->stem, cut_height), left, 0.0);
}

static double lean(void) {
    const struct sim_vec3 up = sim_rotate(veh_stem_pose(&s.site, TREE).q, sim_vec3(0.0, 0.0, 1.0));
    return sim_atan2(up.x, up.z);
}

static int felled, split;
static struct veh_event last_split;

// One step with a level force [N] on the stem, push_height above the hinge.
static void push(double force) {
    const struct sim_body_id body = tree()->body;
    const struct sim_vec3 p =
        sim_pose_point(veh_stem_pose(&s.site, TREE), sim_vec3(0.0, 0.0, cut_height + push_height));
    if (sim_body_moves(s.site.world, body))
        sim_body_apply(s.site.world, body, sim_vec3(force, 0.0, 0.0), sim_vec3(0.0, 0.0, 0.0), p);
    small_site_steps(&s, 1);
    const struct veh_event *events;
    const int count = veh_worksite_events(&s.site, &events);
    for (int i = 0; i < count; i++) {
        felled += events[i].kind == VEH_EVENT_TREE_FELLED;
        split += events[i].kind == VEH_EVENT_BUTT_SPLIT;
        if (events[i].kind == VEH_EVENT_BUTT_SPLIT)
            last_split = events[i];
    }
}

static bool gives_way(double left, double force) {
    plant(0.28, 22.0);
    assert_false(saw(left));
    for (int i = 0; i < 100; i++)
        push(force);
    const bool yields = lean() > 1e-4;
    small_site_finish(&s);
    return yields;
}

// F a = M + m g u_c: the tree stands a little behind its hinge.
static void the_hinge_bears_what_the_beam_formula_says(void **state) {
    (void)state;
    static const double lefts[] = {0.02, 0.03, 0.2};
    for (size_t i = 0; i < sizeof lefts / sizeof lefts[0]; i++) {
        plant(0.28, 22.0);
        const struct ter_segment wood = section(lefts[i]);
        const double bends = ter_segment_strength(&wood, TER_SPRUCE);
        const double splits = ter_segment_splitting(&wood, TER_SPRUCE);
        assert_true((bends < splits) == (i < 2));
        const double weight = 9.81 * ter_stem_mass(&tree()->stem).mass;
        const double force = (fmin(bends, splits) + weight * wood.centroid) / push_height;
        small_site_finish(&s);
        assert_false(gives_way(lefts[i], 0.97 * force));
        assert_true(gives_way(lefts[i], 1.03 * force));
    }
}

// The heart of a hinge that is thick enough to reach it bears a tenth.
static void a_rotten_hinge_bears_less(void **state) {
    (void)state;
    plant(0.28, 22.0);
    s.site.stems.items[TREE].stem.defects.rot = 5.0;
    const double radius = 0.5 * ter_stem_diameter(&tree()->stem, cut_height), left = 1.2 * radius;
    const double core = 0.6 * (1.0 - 0.2 / 5.0) * radius;
    const struct ter_segment wood = ter_segment_with_rot(radius, core, left, 0.0);
    const double moment =
        fmin(ter_segment_strength(&wood, TER_SPRUCE), ter_segment_splitting(&wood, TER_SPRUCE));
    assert_false(saw(left));
    const struct sim_axis *hinge = sim_joint_free_axis(s.site.world, tree()->held, 0);
    assert_near(hinge->brake / moment, 1.0, 1e-9);
    const struct ter_segment sound = section(left);
    assert_true(moment < 0.9 * fmin(ter_segment_strength(&sound, TER_SPRUCE),
                                    ter_segment_splitting(&sound, TER_SPRUCE)));
    small_site_finish(&s);
}

// I theta'' = m g l sin(theta - beta) - M about the hinge, l and beta to the centre of mass.
static void a_free_stem_falls_as_a_rod(void **state) {
    (void)state;
    static const double from = 0.15, to = 1.2, left = 0.004;
    plant(0.28, 22.0);
    const struct sim_mass mass = ter_stem_mass(&tree()->stem);
    const struct ter_segment wood = section(left);
    const double high = mass.centre.z - cut_height, back = wood.centroid;
    const double inertia = mass.inertia.m[1][1] + mass.mass * (high * high + back * back);
    const double length = sqrt(high * high + back * back), beta = atan2(back, high);
    assert_false(saw(left));
    while (lean() < from)
        push(1000.0);
    double theta = lean(), w = sim_body_angular_velocity(s.site.world, tree()->body).y;
    double expected = 0.0, measured = 0.0;
    const double dt = 1e-5, bends = ter_segment_strength(&wood, TER_SPRUCE);
    while (theta < to) { // midpoint rule
        const double torque = mass.mass * 9.81 * length * sin(theta + 0.5 * dt * w - beta) - bends;
        theta += dt * (w + 0.5 * dt * torque / inertia);
        w += dt * torque / inertia;
        expected += dt;
    }
    double before = lean();
    while (lean() < to) {
        before = lean();
        push(0.0);
        measured += step;
    }
    measured -= step * (lean() - to) / (lean() - before);
    assert_int_equal(felled, 0);
    assert_near(measured / expected, 1.0, 0.01);
    small_site_finish(&s);
}

static void fell_with(double left, double force) {
    plant(0.28, 22.0);
    felled = split = 0;
    assert_false(saw(left));
    for (int i = 0; i < 1000 && felled == 0; i++)
        push(force);
    assert_int_equal(felled, 1);
    assert_int_equal(tree()->kind, VEH_STEM_FELLED);
    assert_int_equal(s.site.stand.trees[0].status, TER_TREE_FELLED);
}

// Beyond the 0.03 that a tree gives elastically, what is left bends to the splinter's angle of 0.6
// over its length: l = angle E I / M.
static void a_tree_pushed_too_early_splits(void **state) {
    (void)state;
    plant(0.28, 22.0);
    const struct ter_segment wood = section(0.12);
    small_site_finish(&s);
    const double moment = ter_segment_splitting(&wood, TER_SPRUCE);
    fell_with(0.12, 1.5 * moment / push_height);
    assert_int_equal(split, 1);
    const double expected = 0.57 * ter_species_elasticity(TER_SPRUCE) * wood.inertia / moment;
    assert_near(last_split.number[0] / expected, 1.0, 0.05);
    assert_near(last_split.number[1] / ter_stem_volume(&tree()->stem, 0.0, last_split.number[0]),
                1.0, 1e-9);
    small_site_finish(&s);
}

// A thin hinge tears at its angle, and nothing splits; the stump keeps its place and its height.
static void a_tree_cut_far_enough_tears_off(void **state) {
    (void)state;
    fell_with(0.03, 2000.0);
    assert_int_equal(split, 0);
    assert_near(lean(), 0.02 / 0.03, 0.03);
    int stump = -1;
    for (int i = 0; i < s.site.stems.count; i++)
        if (s.site.stems.items[i].used && s.site.stems.items[i].kind == VEH_STEM_STUMP)
            stump = i;
    assert_true(stump >= 0);
    assert_near(s.site.stems.items[stump].stem.to, ter_stump_height + cut_height, 1e-12);
    const struct sim_vec3 up = sim_rotate(veh_stem_pose(&s.site, stump).q, sim_vec3(0.0, 0.0, 1.0));
    assert_near(up.z, 1.0, 1e-12);
    small_site_finish(&s);
}

// Without a push the tree sits back on the bar with its weight's moment over the depth of the
// kerf, less what the hinge may bear, and roots and stem give under that moment; pushed, it lets
// the bar go.
static void a_tree_that_sits_back_pinches_the_bar(void **state) {
    (void)state;
    static const double left = 0.01, bar_room = 0.0015; // [m]
    plant(0.28, 22.0);
    const struct ter_segment wood = section(left);
    const double depth = wood.centroid + wood.radius;
    const struct sim_mass mass = ter_stem_mass(&tree()->stem);
    const struct ter_segment whole = section(2.0 * wood.radius);
    const double stiffness = ter_segment_strength(&whole, TER_SPRUCE) / 0.1; // [N m/rad]
    const double bears = ter_segment_strength(&wood, TER_SPRUCE) / depth;
    for (int i = 0; i < 500; i++) {
        assert_false(saw(left));
        push(0.0);
    }
    const double arm = wood.centroid + (mass.centre.z - cut_height) * -lean();
    const double sits = 9.81 * mass.mass * arm / depth;
    assert_near(tree()->kerf.pinch, sits, 1.05 * bears);
    assert_true(tree()->kerf.pinch > 0.5 * sits);
    const double gives = -lean() - bar_room / depth;
    assert_near(tree()->kerf.pinch * depth / (stiffness * gives), 1.0, 0.02);
    for (int i = 0; i < 50; i++) {
        assert_false(saw(left));
        push(2.0 * sits * depth / push_height);
    }
    assert_near(tree()->kerf.pinch, 0.0, 0.0);
    small_site_finish(&s);
}

// The bar is squeezed on while it cuts on, too: each bite makes another hinge.
static void the_pinch_stays_while_the_bar_advances(void **state) {
    (void)state;
    double left = 0.03;
    plant(0.28, 22.0);
    for (int i = 0; i < 300; i++) {
        assert_false(saw(left));
        push(0.0);
    }
    const double settled = tree()->kerf.pinch;
    assert_true(settled > 100.0);
    for (int i = 0; i < 5; i++) {
        assert_false(saw(left -= 0.0015));
        push(0.0);
        assert_true(tree()->kerf.pinch > 0.5 * settled && tree()->kerf.pinch < 2.0 * settled);
    }
    small_site_finish(&s);
}

// A stem over the bar's length: a cut from either side, and the strip between them is the hinge
// until the second has come to the first.
static void a_second_cut_comes_from_the_other_side(void **state) {
    (void)state;
    plant(0.6, 30.0);
    const double diameter = ter_stem_diameter(&tree()->stem, cut_height);
    assert_false(saw(0.25));
    assert_false(saw_from(-1.0, cut_height + 0.02, diameter - 0.1)); // not quite level with it
    const struct veh_cut *cut = &tree()->kerf.first;
    assert_near(cut->left, 0.25, 1e-12);
    assert_near(cut->back, 0.1, 1e-12);
    assert_near(veh_stem_uncut(&s.site, TREE, cut_height, sim_vec3(1.0, 0.0, 0.0)), 0.25, 1e-12);
    assert_near(veh_stem_uncut(&s.site, TREE, cut_height, sim_vec3(-1.0, 0.0, 0.0)), diameter - 0.1,
                1e-12);
    const struct ter_segment strip = ter_segment_of(0.5 * diameter, 0.25, 0.1);
    const double bears = ter_segment_strength(&strip, TER_SPRUCE);
    const double splits = ter_segment_splitting(&strip, TER_SPRUCE);
    const struct sim_axis *hinge = sim_joint_free_axis(s.site.world, tree()->held, 0);
    assert_near(hinge->brake / fmin(bears, splits), 1.0, 1e-9);
    assert_true(saw_from(-1.0, cut_height, diameter - 0.25));
    assert_int_equal(tree()->kind, VEH_STEM_FELLED);
    small_site_finish(&s);
}

// A kerf belongs to its height: a cut farther up begins in whole wood, and the tree hinges on the
// weaker of the two.
static void a_cut_at_another_height_is_another_kerf(void **state) {
    (void)state;
    plant(0.28, 22.0);
    assert_false(saw(0.1));
    const double above = cut_height + 0.3, thick = ter_stem_diameter(&tree()->stem, above);
    assert_near(veh_stem_uncut(&s.site, TREE, above, sim_vec3(1.0, 0.0, 0.0)), thick, 1e-12);
    assert_false(saw_from(1.0, above, 0.18));
    assert_false(tree()->kerf.by_second);
    assert_near(veh_stem_uncut(&s.site, TREE, cut_height, sim_vec3(1.0, 0.0, 0.0)), 0.1, 1e-12);
    assert_false(saw_from(1.0, above, 0.05));
    assert_true(tree()->kerf.by_second);
    assert_near(sim_joint_anchor(s.site.world, tree()->held).z, ter_stump_height + above, 1e-6);
    assert_true(saw_from(1.0, above, 0.0));
    assert_near(tree()->stem.from, ter_stump_height + above, 1e-12);
    small_site_finish(&s);
}

// A shallow cut leaves a tree that stands by itself.
static void a_notched_tree_stands(void **state) {
    (void)state;
    plant(0.28, 22.0);
    assert_false(saw(0.2));
    for (int i = 0; i < 500; i++)
        push(0.0);
    assert_near(lean(), 0.0, 1e-6);
    assert_int_equal(tree()->kind, VEH_STEM_STANDING);
    small_site_finish(&s);
}

// A tree whose roots have given way leans; that lean has bent no wood of a cut that begins then. Of
// what it leans from there on, the hinge tears as that of an upright tree does.
static void a_lean_from_before_the_cut_does_not_tear_it(void **state) {
    (void)state;
    static const double left = 0.2, before = 0.2;
    plant(0.28, 22.0);
    while (lean() < before) {
        const struct sim_vec3 p = sim_pose_point(veh_stem_pose(&s.site, TREE),
                                                 sim_vec3(0.0, 0.0, cut_height + push_height));
        veh_tree_push(&s.site, 0, sim_vec3(30e3, 0.0, 0.0), p);
        small_site_steps(&s, 1);
    }
    assert_true(s.site.stems.items[TREE].bend.tips && before > 0.02 / left);
    felled = split = 0;
    const double begun = lean();
    assert_false(saw(left));
    push(0.0);
    assert_int_equal(tree()->kind, VEH_STEM_STANDING);
    assert_near(tree()->kerf.opened, fmax(lean() - begun, 0.0), 1e-9);
    assert_false(saw(0.03));
    while (felled == 0)
        push(2000.0);
    assert_near(lean() - begun, 0.02 / 0.03, 0.03);
    small_site_finish(&s);
}

// Off its stump, a tree that nobody pushes falls where it leans, whatever way it leans.
static void a_severed_tree_falls_by_itself(void **state) {
    (void)state;
    for (int i = 0; i < 6; i++) {
        leaning = SIM_PI / 180.0; // the least that a tree has
        towards = i;
        plant(0.28, 22.0);
        assert_true(saw(0.0));
        assert_int_equal(tree()->kind, VEH_STEM_FELLED);
        double time = 0.0;
        while (!tree()->rest.down && time < 20.0) {
            push(0.0);
            time += step;
        }
        // From 1 degree a conifer of 22 m takes 5.5 s to the ground (machine data), and then rolls.
        assert_true(time > 3.0 && time < 12.0);
        const struct sim_pose pose = veh_stem_pose(&s.site, TREE);
        const struct sim_vec3 along = sim_rotate(pose.q, sim_vec3(0.0, 0.0, 1.0));
        assert_true(along.x * cos(towards) + along.y * sin(towards) > 0.9);
        small_site_finish(&s);
    }
    leaning = 0.0;
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_hinge_bears_what_the_beam_formula_says),
        cmocka_unit_test(a_rotten_hinge_bears_less),
        cmocka_unit_test(a_free_stem_falls_as_a_rod),
        cmocka_unit_test(a_tree_pushed_too_early_splits),
        cmocka_unit_test(a_tree_cut_far_enough_tears_off),
        cmocka_unit_test(a_tree_that_sits_back_pinches_the_bar),
        cmocka_unit_test(the_pinch_stays_while_the_bar_advances),
        cmocka_unit_test(a_second_cut_comes_from_the_other_side),
        cmocka_unit_test(a_cut_at_another_height_is_another_kerf),
        cmocka_unit_test(a_lean_from_before_the_cut_does_not_tear_it),
        cmocka_unit_test(a_severed_tree_falls_by_itself),
        cmocka_unit_test(a_notched_tree_stands),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
