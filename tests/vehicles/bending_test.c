// Standing trees against the bending of beams and the anchorage of pulled trees: what a push bends,
// and which breaks them or tips them over.
#include "tests/vehicles/small_site.h"
#include "vehicles/part/activation.h"

// A ram that is pushed along x with a bounded force, from a base that stands beside the tree.
enum { BASE, RAM };
static struct sim_shape shapes[2];
static struct sim_visual visuals[2];
static struct sim_model_body bodies[2];
static struct sim_model_joint joint;
static struct sim_model_input input;
static struct veh_activation_def around = {{-5.0, -5.0, -5.0}, {5.0, 5.0, 15.0}};
static struct veh_machine_def machine;
static struct small_site s;

static const double foot = 0.1; // [m] height of the tree's hinge

// push: [m] of the ram above the tree's hinge.
static void make_machine(double force, double push) {
    for (int i = 0; i < 2; i++) {
        bodies[i] = (struct sim_model_body){
            .pose = {{-3.0, 0.0, foot + push}, {1, 0, 0, 0}}, .first_shape = i, .shape_count = 1};
        shapes[i] = (struct sim_shape){.kind = SIM_SHAPE_BOX,
                                       .pose = {{i == RAM ? 2.3 : 0.0, 0.0, 0.0}, {1, 0, 0, 0}},
                                       .half = {0.5, 0.3, 0.01},
                                       .mass = 500.0,
                                       .material = -1,
                                       .collides = i == RAM};
    }
    bodies[BASE].fixed = true;
    memcpy(bodies[BASE].name, "base", sizeof "base");
    memcpy(bodies[RAM].name, "ram", sizeof "ram");
    input = (struct sim_model_input){.name = "drive", .low = -1.0, .high = 1.0};
    joint = sim_default_model_joint();
    joint.def.kind = SIM_JOINT_PRISMATIC;
    joint.parent = BASE;
    joint.child = RAM;
    joint.def.anchor = bodies[RAM].pose.p;
    joint.def.axis[0] = sim_vec3(1.0, 0.0, 0.0);
    joint.def.axis[1] = sim_vec3(0.0, 1.0, 0.0);
    joint.input[0] = 0;
    joint.input_scale[0] = 0.015; // [m/s] slowly against the tree's period
    joint.def.free_axis[0].motor =
        (struct sim_motor){.mode = SIM_MOTOR_VELOCITY, .force_low = -force, .force_high = force};
    machine = (struct veh_machine_def){.model = {.name = "ram",
                                                 .shapes = shapes,
                                                 .visuals = visuals,
                                                 .shape_count = 2,
                                                 .bodies = bodies,
                                                 .body_count = 2,
                                                 .joints = &joint,
                                                 .joint_count = 1,
                                                 .inputs = &input,
                                                 .input_count = 1},
                                       .parts = {{&veh_part_activation, &around}},
                                       .part_count = 1};
}

static int broken, uprooted;
static struct veh_event last;

static void run(double lever, double seconds) {
    struct veh_controls levers[VEH_MAX_MACHINES] = {{{0.0}}};
    levers[0].value[VEH_DRIVE] = lever;
    for (int i = 0; i < (int)(seconds * 100.0 + 0.5); i++) {
        const struct veh_event *events;
        veh_worksite_step(&s.site, levers);
        const int count = veh_worksite_events(&s.site, &events);
        for (int k = 0; k < count; k++)
            if (events[k].kind == VEH_EVENT_TREE_BROKEN ||
                events[k].kind == VEH_EVENT_TREE_UPROOTED) {
                broken += events[k].kind == VEH_EVENT_TREE_BROKEN;
                uprooted += events[k].kind == VEH_EVENT_TREE_UPROOTED;
                last = events[k];
            }
    }
}

// A tree at the origin, the ram's end before it at that height [m] above its hinge.
static void start_at(enum ter_species species, double dbh, double force, double push) {
    struct ter_tree tree = {
        .species = species, .dbh = dbh, .height = 8.0, .crown_base = 4.0, .crown_width = 2.0};
    make_machine(force, push);
    small_site_init(&s, 0.0);
    memcpy(tree.id, "a", sizeof "a");
    assert_true(ter_stand_add(&s.stand, &tree));
    small_site_restart(&s);
    assert_int_equal(veh_worksite_add_machine(&s.site, &machine, 0.0, 0.0, 0.0), 0);
    broken = uprooted = 0;
}

static void start(enum ter_species species, double dbh, double force) {
    start_at(species, dbh, force, 1.0);
}

static double section_strength(double dbh, double stress) {
    return SIM_PI / 32.0 * dbh * dbh * dbh * stress;
}

// [rad/(N m)] of a beam's foot for the moment that a push at the height a has there: the curvature
// M / (E I) of the tapered stem, integrated twice.
static double beam(enum ter_species species, double dbh, double elasticity, double a) {
    enum { N = 4000 };
    const struct ter_stem stem = ter_stem_whole(species, dbh, 8.0, 4.0, ter_stump_height);
    const double dz = a / N;
    double slope = 0.0, way = 0.0;
    for (int i = 0; i < N; i++) {
        const double z = (i + 0.5) * dz, d = ter_stem_diameter(&stem, z);
        const double curvature = (a - z) / (elasticity * SIM_PI / 64.0 * d * d * d * d);
        way += slope * dz + 0.5 * curvature * dz * dz;
        slope += curvature * dz;
    }
    return way / (a * a);
}

static double lean(void) {
    const int stem = s.site.tree_stem[0];
    const struct sim_vec3 up = sim_rotate(veh_stem_pose(&s.site, stem).q, sim_vec3(0.0, 0.0, 1.0));
    return sim_atan2(sqrt(up.x * up.x + up.y * up.y), up.z);
}

// Below the strength of its section it leans as a beam does, and stands up again; with a little
// more it breaks.
static void a_tree_breaks_at_its_bending_strength(void **state) {
    (void)state;
    static const struct {
        enum ter_species species;
        double dbh, stress, elasticity; // [m], [Pa], [Pa]
    } trees[] = {{TER_SPRUCE, 0.08, 32.4e6, 6.3e9},
                 {TER_PINE, 0.11, 39.1e6, 7.3e9},
                 {TER_BIRCH, 0.05, 63e6, 9.9e9}};
    for (size_t i = 0; i < sizeof trees / sizeof trees[0]; i++) {
        const double d = trees[i].dbh, most = section_strength(d, trees[i].stress);
        start(trees[i].species, d, 0.9 * most); // 1 m above the hinge
        run(1.0, 22.0);
        assert_int_equal(broken, 0);
        // The tree's own weight adds to the push: a few percent.
        const double angle = 0.9 * most * beam(trees[i].species, d, trees[i].elasticity, 1.0);
        assert_near(lean() / angle, 1.0, 0.1);
        run(-1.0, 24.0);
        assert_near(lean(), 0.0, 1e-6);
        assert_true(s.site.stems.items[s.site.tree_stem[0]].held.generation == 0);
        small_site_finish(&s);
        start(trees[i].species, d, 1.1 * most);
        run(1.0, 22.0);
        assert_int_equal(broken, 1);
        assert_int_equal(last.machine, 0);
        assert_int_equal(last.tree, 0);
        assert_near(last.number[0], d, 1e-12);
        assert_near(last.number[1] / most, 1.0, 0.1); // as much as it bends in a step
        assert_int_equal(s.site.tree_stem[0], -1);
        assert_int_equal(s.site.stand.trees[0].status, TER_TREE_FELLED);
        small_site_finish(&s);
    }
}

// A beam gives way where it is pushed, however high that is: a wheel, a bumper, a boom.
static void a_thin_tree_leans_by_the_height_of_the_push(void **state) {
    (void)state;
    static const double heights[] = {0.3, 0.6, 1.0, 2.0, 3.5}, dbh = 0.08, share = 0.5;
    const double moment = share * section_strength(dbh, 32.4e6);
    for (size_t i = 0; i < sizeof heights / sizeof heights[0]; i++) {
        const double a = heights[i], force = moment / a;
        start_at(TER_SPRUCE, dbh, force, a);
        run(1.0, 36.0);
        assert_int_equal(broken, 0);
        const double way = moment * a * beam(TER_SPRUCE, dbh, 6.3e9, a);
        // The weight, at its middle, bends it on: k theta = F a + m g l theta.
        const struct sim_body_id body = s.site.stems.items[s.site.tree_stem[0]].body;
        const double weight = 9.81 * sim_body_mass(s.site.world, body);
        const double l = sim_body_centre(s.site.world, body).z - foot, k = moment * a / way;
        // The ram rubs on the stem's side as it leans: up to mu F r, 5 cm from the axis near the
        // foot.
        const double rubbing = 0.5 * 0.05 / a;
        assert_near(lean() / (way / a) * (1.0 - weight * l / k), 1.0, 0.02 + rubbing);
        small_site_finish(&s);
    }
}

// A broken tree lies on the ground in the end, beside its stump.
static void what_is_broken_falls(void **state) {
    (void)state;
    start(TER_SPRUCE, 0.08, 1e5);
    run(1.0, 30.0);
    assert_int_equal(broken, 1);
    assert_int_equal(s.site.stems.items[last.stem].kind, VEH_STEM_TOP);
    const struct sim_vec3 tip =
        sim_pose_point(veh_stem_pose(&s.site, last.stem), sim_vec3(0.0, 0.0, 7.0));
    assert_true(tip.z < 2.0);
    int stumps = 0;
    for (int i = 0; i < s.site.stems.count; i++)
        stumps += s.site.stems.items[i].used && s.site.stems.items[i].kind == VEH_STEM_STUMP;
    assert_int_equal(stumps, 1);
    small_site_finish(&s);
}

// [N m] at which a pulled spruce of the test's height tips, and its stem's mass [kg].
static double anchorage(double dbh) {
    const struct ter_stem stem = ter_stem_whole(TER_SPRUCE, dbh, 8.0, 4.0, ter_stump_height);
    return 118.6 * 825.0 * ter_stem_volume(&stem, 0.0, ter_stem_length(&stem));
}

// From 12 cm on the plate of roots turns with the stem, by 0.07 rad at its strength. Below that the
// tree springs back and is rooted again.
static void a_thicker_tree_bends_and_springs_back(void **state) {
    (void)state;
    static const double dbh = 0.16;
    const double most = anchorage(dbh);
    assert_true(most < section_strength(dbh, 32.4e6));
    start(TER_SPRUCE, dbh, 0.9 * most);
    run(1.0, 20.0);
    assert_int_equal(broken + uprooted, 0);
    const double angle = 0.9 * (most * beam(TER_SPRUCE, dbh, 6.3e9, 1.0) + 0.07);
    assert_near(lean() / angle, 1.0, 0.1); // its weight adds to the push
    run(-1.0, 24.0);
    assert_near(lean(), 0.0, 1e-6);
    assert_true(s.site.stems.items[s.site.tree_stem[0]].held.generation == 0);
    small_site_finish(&s);
}

// Beyond that strength it goes over with its roots, and lies there whole.
static void a_tree_tips_over_with_its_roots(void **state) {
    (void)state;
    static const double dbh = 0.16;
    const double most = anchorage(dbh);
    start(TER_SPRUCE, dbh, 1.1 * most);
    const int tree = s.site.stand.count - 1;
    run(1.0, 50.0);
    assert_int_equal(broken, 0);
    assert_int_equal(uprooted, 1);
    assert_int_equal(last.machine, 0);
    assert_near(last.number[0], dbh, 1e-12);
    assert_near(last.number[1] / most, 1.0, 0.1);
    assert_int_equal(s.site.stand.trees[tree].status, TER_TREE_FELLED);
    assert_int_equal(s.site.stand.trees[tree].damage, TER_DAMAGE_ROOTS);
    assert_int_equal(s.site.tree_stem[tree], -1);
    const struct veh_stem *stem = &s.site.stems.items[last.stem];
    assert_int_equal(stem->kind, VEH_STEM_FELLED);
    assert_near(stem->stem.from, ter_stump_height, 1e-12);
    assert_true(sim_rotate(veh_stem_pose(&s.site, last.stem).q, sim_vec3(0.0, 0.0, 1.0)).z < 0.3);
    small_site_finish(&s);
}

// A bare stem that is pushed at 3 m with that force [N] towards that side [rad].
static int plant(double dbh) {
    struct ter_tree tree = {
        .species = TER_SPRUCE, .dbh = dbh, .height = 8.0, .crown_base = 4.0, .crown_width = 2.0};
    small_site_init(&s, 0.0);
    assert_true(ter_stand_add(&s.stand, &tree));
    small_site_restart(&s);
    struct ter_stem stem = ter_tree_stem(&tree);
    ter_stem_delimb(&stem, ter_stem_length(&stem)); // no crown that the air slows
    s.site.tree_stem[0] =
        veh_stem_create(&s.site, &stem, ter_tree_stem_pose(&tree), VEH_STEM_STANDING, 0);
    return s.site.tree_stem[0];
}

static const double arm = 3.0; // [m] of the push above the foot

static void push_at(int stem, double force, double towards, double height) {
    const struct sim_vec3 p =
        sim_pose_point(veh_stem_pose(&s.site, stem), sim_vec3(0.0, 0.0, height));
    veh_tree_push(&s.site, 0, sim_vec3(force * cos(towards), force * sin(towards), 0.0), p);
    small_site_steps(&s, 1);
}

static void push_step(int stem, double force, double towards) {
    push_at(stem, force, towards, arm);
}

// The lean at rest is that of the beam for the place where the push is now, not for its first one.
static void the_stiffness_follows_the_push(void **state) {
    (void)state;
    static const double dbh = 0.11, heights[] = {1.2, 3.6, 2.0};
    const double moment = 0.4 * section_strength(dbh, 32.4e6);
    const int stem = plant(dbh);
    for (size_t i = 0; i < sizeof heights / sizeof heights[0]; i++) {
        const double a = heights[i];
        for (int k = 0; k < 500; k++)
            push_at(stem, moment / a / cos(lean()), 0.0, a);
        const struct sim_body_id body = s.site.stems.items[stem].body;
        const double weight = 9.81 * sim_body_mass(s.site.world, body);
        const double l = sim_body_centre(s.site.world, body).z - foot;
        const double k = 1.0 / beam(TER_SPRUCE, dbh, 6.3e9, a);
        assert_near(lean() * (k - weight * l) / moment, 1.0, 0.02);
    }
    small_site_finish(&s);
}

// I theta'' = F a cos(theta) + m g l sin(theta) - M_r (1 - theta / theta_f), whatever the direction
// of the push is to the hinge's axes.
static void the_plate_resists_alike_to_all_sides(void **state) {
    (void)state;
    static const double from = 0.12, to = 0.33, free = 0.35, dbh = 0.16, dt = 1e-5;
    static const double sides[] = {0.0, 22.5, 45.0, 110.0};
    const double most = anchorage(dbh), force = 1.1 * most / arm;
    for (size_t i = 0; i < sizeof sides / sizeof sides[0]; i++) {
        const double towards = sides[i] * SIM_PI / 180.0;
        const int stem = plant(dbh);
        const struct sim_mass mass = ter_stem_mass(&s.site.stems.items[stem].stem);
        const double l = mass.centre.z, inertia = mass.inertia.m[1][1] + mass.mass * l * l;
        for (int k = 0; k < 1000 && lean() < from; k++)
            push_step(stem, force, towards);
        assert_true(s.site.stems.items[stem].bend.tips && lean() < 0.2);
        double theta = lean(), expected = 0.0, measured = 0.0, before = theta;
        double w =
            sim_length(sim_body_angular_velocity(s.site.world, s.site.stems.items[stem].body));
        while (theta < to) { // midpoint rule
            const double middle = theta + 0.5 * dt * w;
            const double torque = force * arm * cos(middle) + mass.mass * 9.81 * l * sin(middle) -
                                  most * (1.0 - middle / free);
            theta += dt * (w + 0.5 * dt * torque / inertia);
            w += dt * torque / inertia;
            expected += dt;
        }
        for (; lean() < to && measured < 2.0 * expected; measured += 0.01) {
            before = lean();
            push_step(stem, force, towards);
        }
        measured -= 0.01 * (lean() - to) / (lean() - before);
        assert_near(measured / expected, 1.0, 0.02); // a step is 2 % of the time
        small_site_finish(&s);
    }
}

// Many things may touch standing trees at once: none of the trees is forgotten.
static void each_of_many_touched_trees_bends(void **state) {
    (void)state;
    enum { TREES = 40 };
    small_site_init(&s, 0.0);
    for (int i = 0; i < TREES; i++) {
        struct ter_tree tree = {.species = TER_SPRUCE,
                                .dbh = 0.05,
                                .height = 8.0,
                                .crown_base = 4.0,
                                .crown_width = 0.5,
                                .position = {2.0 * (i % 8), 3.0 * (i / 8), 0.0}};
        (void)snprintf(tree.id, sizeof tree.id, "t%d", i);
        assert_true(ter_stand_add(&s.stand, &tree));
    }
    small_site_restart(&s);
    for (int i = 0; i < TREES; i++) { // a log leans over each, and comes down on it
        const struct ter_tree *tree = &s.site.stand.trees[i];
        const struct ter_stem stem = ter_tree_stem(tree), log = spruce_log(1.0);
        s.site.tree_stem[i] =
            veh_stem_create(&s.site, &stem, ter_tree_stem_pose(tree), VEH_STEM_STANDING, i);
        (void)veh_worksite_add_log(&s.site, &log, tree->position.x + 0.12, tree->position.y, 0.5,
                                   0.5 * SIM_PI);
    }
    bool bent[TREES] = {false};
    for (int k = 0; k < 20; k++) {
        small_site_steps(&s, 1);
        for (int i = 0; i < TREES; i++)
            bent[i] |= s.site.tree_stem[i] < 0 ||
                       s.site.stems.items[s.site.tree_stem[i]].held.generation != 0;
    }
    for (int i = 0; i < TREES; i++)
        assert_true(bent[i]);
    small_site_finish(&s);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_tree_breaks_at_its_bending_strength),
        cmocka_unit_test(a_thin_tree_leans_by_the_height_of_the_push),
        cmocka_unit_test(the_stiffness_follows_the_push),
        cmocka_unit_test(what_is_broken_falls),
        cmocka_unit_test(a_thicker_tree_bends_and_springs_back),
        cmocka_unit_test(a_tree_tips_over_with_its_roots),
        cmocka_unit_test(the_plate_resists_alike_to_all_sides),
        cmocka_unit_test(each_of_many_touched_trees_bends),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
