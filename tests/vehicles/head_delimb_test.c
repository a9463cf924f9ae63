// Branches in the knives: the force that they resist feeding with, what the rollers cannot do, and
// where everything is afterwards. On the bench the stem is fed downwards; the upper jaws carry the
// leading knives, 1.3 m above the saw.
#include "terrain/branch.h"
#include "tests/vehicles/small_head.h"

static struct small_site s;
static struct bench bench;

static const double edge_above_saw = 1.3; // [m] of the bench's upper jaws
static const double butt = 13.0;          // [m] along the tree: a little above the crown's base
static double knife_life;                 // [J], 0: the bench's knives stay sharp

static int restore(void **state) {
    (void)state;
    knife_life = 0.0;
    return 0;
}

static const struct veh_head_state *head(void) {
    return veh_head(&s.site.machines[0]);
}

static const struct ter_stem *wood(int stem) {
    return &s.site.stems.items[stem].stem;
}

// A piece out of the crown of a spruce, its butt that far [m] below the saw and bare up to there or
// less, held by four jaws.
static int grip_at(double friction, double branch_force, double below, double bare) {
    bench_make(&bench, friction);
    bench.head.knives = (struct veh_list){{0, 1, 2, 3}, BENCH_JAWS};
    bench.head.branch_force = branch_force;
    bench.head.knife_life = knife_life;
    bench.head.knife_feed_press = 1000.0; // the bench's jaws carry the rollers, too
    bench_place(&s, &bench);
    sim_world_set_pair_friction(s.site.world, sim_world_find_material(s.site.world, "roller"),
                                s.site.material_bark, friction);
    struct ter_stem whole = ter_stem_whole(TER_SPRUCE, 0.28, 22.0, 11.0, 0.1), low, piece;
    whole.seed = 5;
    ter_stem_split(&whole, butt - 0.1, &low, &piece);
    ter_stem_split(&piece, 6.0, &piece, &low);
    ter_stem_delimb(&piece, bare);
    const int stem = veh_stem_create(&s.site, &piece, bench_at(0.0, 0.0, bench_height - below),
                                     VEH_STEM_FELLED, -1);
    const struct sim_joint_id clamp = bench_clamp(&s, stem);
    bench_hold(&s, bench_lever(VEH_GRIP, 1.0), 1.0);
    sim_joint_destroy(s.site.world, clamp);
    return stem;
}

static int grip(double friction, double branch_force) {
    return grip_at(friction, branch_force, 0.5, 0.5);
}

static double brake_force(void) {
    return sim_joint_valid(s.site.world, head()->brake)
               ? sim_joint_motor_force(s.site.world, head()->brake, 0)
               : 0.0;
}

static double tree_height_at_edge(int stem) {
    return wood(stem)->from + bench_height + edge_above_saw - veh_stem_pose(&s.site, stem).p.z;
}

// Cutting work of the branches between two heights: 2/3 F d each.
static double cutting_work(const struct ter_stem *stem, double low, double high, double force) {
    struct ter_branch branch;
    struct ter_branch_walk walk = ter_branches(stem, low, high);
    double work = 0.0;
    while (ter_branch_next(&walk, &branch))
        work += 2.0 / 3.0 * force * branch.diameter * branch.diameter;
    return work;
}

// The integral of the resisting force over the way is the cutting work of the branches passed.
static void branches_take_their_cutting_work(void **state) {
    (void)state;
    static const double force = 2e5;
    const int stem = grip(1.0, force);
    double taken = 0.0;
    const double from = wood(stem)->limbs_from;
    for (int i = 0; i < 60; i++) {
        const double before = tree_height_at_edge(stem);
        bench_hold(&s, bench_lever(VEH_FEED, 0.5), 0.01);
        taken += brake_force() * (tree_height_at_edge(stem) - before);
    }
    const double to = wood(stem)->limbs_from;
    assert_true(to - from > 0.4);
    const double expected = cutting_work(wood(stem), from, to, force);
    print_message("%.2f m of crown: %.0f J, by the branches %.0f J\n", to - from, taken, expected);
    assert_true(expected > 200.0);
    assert_near(taken / expected, 1.0, 0.1); // one branch may be half cut at either end
    small_site_finish(&s);
}

static struct veh_head_state *knives(void) {
    return veh_machine_part(&s.site.machines[0], &veh_part_head)->state;
}

// The integral of the force over 0.8 m of crown, and what sharp knives would need for it.
static double work_of(int stem, double *sharp) {
    const double from = wood(stem)->limbs_from;
    double taken = 0.0;
    for (int i = 0; i < 200 && wood(stem)->limbs_from < from + 0.8; i++) {
        const double before = tree_height_at_edge(stem);
        bench_hold(&s, bench_lever(VEH_FEED, 0.5), 0.01);
        taken += brake_force() * (tree_height_at_edge(stem) - before);
    }
    *sharp = cutting_work(wood(stem), from, wood(stem)->limbs_from, 2e5);
    return taken;
}

static void blunt_knives_need_half_as_much_again(void **state) {
    (void)state;
    double sharp;
    const int stem = grip(1.0, 2e5);
    knives()->worn = 1.0;
    assert_near(work_of(stem, &sharp) / sharp, 1.5,
                0.15); // one branch may be half cut at either end
    assert_true(sharp > 200.0);
    small_site_finish(&s);
}

// The solution of dw = (1 + w / 2) dW / L:  1 + w1 / 2 = (1 + w0 / 2) exp(W / 2 L)
static void knives_wear_with_their_cutting_work(void **state) {
    (void)state;
    double sharp;
    knife_life = 2000.0;
    const int stem = grip(1.0, 2e5);
    const double before = head()->worn; // closing, the knives have broken some branches
    (void)work_of(stem, &sharp);
    const double grown = (1.0 + 0.5 * head()->worn) / (1.0 + 0.5 * before);
    assert_true(head()->worn < 1.0 && grown > 1.05);
    assert_near(log(grown) * 2.0 * knife_life / sharp, 1.0, 0.03); // branch by branch
    small_site_finish(&s);
}

// A jaw that is off its joint and slides to rest on the ground: its kinetic energy is the work of
// friction, which is the coefficient times load times way.
static void soil_wears_knives(void **state) {
    (void)state;
    static const double speed = 2.0;
    bench_make(&bench, 1.0);
    bench.head.knives = (struct veh_list){{0}, 1};
    bench.head.knife_life = 1e6;
    bench.shapes[BENCH_JAW].collides = true;
    bench_place(&s, &bench);
    const struct sim_instance *bench_now = &s.site.machines[0].instance;
    const struct sim_body_id jaw = bench_now->bodies[BENCH_JAW];
    sim_joint_break(s.site.world, bench_now->joints[0]);
    sim_joint_break(s.site.world, bench_now->joints[4]); // its roller
    sim_body_set_pose(s.site.world, jaw, bench_at(5.0, 5.0, 0.1));
    bench_hold(&s, bench_lever(VEH_GRIP, 0.0), 0.5);
    const double before = head()->worn;
    sim_body_set_velocity(s.site.world, jaw, sim_vec3(speed, 0.0, 0.0), sim_vec3(0.0, 0.0, 0.0));
    bench_hold(&s, bench_lever(VEH_GRIP, 0.0), 0.1);
    const struct sim_contact *contacts;
    double friction = 0.0;
    for (int i = 0, count = sim_world_contacts(s.site.world, &contacts); i < count; i++)
        if (contacts[i].a.index == jaw.index || contacts[i].b.index == jaw.index)
            friction = contacts[i].friction;
    bench_hold(&s, bench_lever(VEH_GRIP, 0.0), 1.0);
    const double load_way = 0.5 * sim_body_mass(s.site.world, jaw) * speed * speed / friction;
    // Steps of h with the speed at their end are a way of v^2 / 2 mu g - v h / 2.
    const double step = sim_world_step_size(s.site.world);
    const double expected = 100.0 * load_way * (1.0 - friction * 9.81 * step / speed);
    assert_near((head()->worn - before) * 1e6 / expected, 1.0, 0.005);
    small_site_finish(&s);
}

// Made blunt, and sharpened, each once: also at the very time of a step, as an instructor does.
static void an_instructor_blunts_and_sharpens(void **state) {
    (void)state;
    struct veh_fault faults[] = {{VEH_FAULT_KNIVES, "frame", 0.0},
                                 {VEH_FAULT_SERVICE, "frame", 2.0}};
    (void)grip(1.0, 2e5);
    assert_near(head()->worn, 0.0, 0.0);
    faults[0].time = veh_worksite_time(&s.site);
    faults[1].time = faults[0].time + 0.5;
    s.site.def.faults = faults;
    s.site.def.fault_count = 2;
    bench_hold(&s, bench_lever(VEH_GRIP, 1.0), 0.02);
    assert_near(head()->worn, 1.0, 0.0);
    knives()->worn = 0.9; // used since
    bench_hold(&s, bench_lever(VEH_GRIP, 1.0), 0.4);
    assert_near(head()->worn, 0.9, 0.0);
    bench_hold(&s, bench_lever(VEH_GRIP, 1.0), 0.2);
    assert_near(head()->worn, 0.0, 0.0);
    s.site.def.faults = NULL;
    s.site.def.fault_count = 0;
    small_site_finish(&s);
}

// Where a blow has broken the branches off, the knives meet none.
static void broken_branches_resist_no_knife(void **state) {
    (void)state;
    const int stem = grip(1.0, 2e5);
    struct ter_stem *torn = &s.site.stems.items[stem].stem;
    const double from = torn->limbs_from, all = ter_stem_branch_mass(torn);
    struct ter_branch branch;
    struct ter_branch_walk walk = ter_branches(torn, from - 0.1, from + 1.0);
    double lost = 0.0;
    while (ter_branch_next(&walk, &branch))
        if (ter_branch_is_left(torn, &branch))
            lost += ter_branches_break(torn, &branch, 1);
    assert_true(lost > 0.0);
    assert_near(ter_stem_branch_mass(torn), all - lost, 1e-9);
    const double delimbed = head()->delimbed;
    double strongest = 0.0;
    while (wood(stem)->limbs_from < from + 0.6) {
        bench_hold(&s, bench_lever(VEH_FEED, 0.5), 0.01);
        if (wood(stem)->limbs_from > from + 0.04) // those that were half cut are through
            strongest = fmax(strongest, brake_force());
    }
    assert_near(strongest, 0.0, 0.0);
    assert_near(head()->delimbed, delimbed, 0.0);
    small_site_finish(&s);
}

// Branches that are too tough: the rollers slip with 4 mu F, and the stem hangs in the knives with
// that and its weight.
static void rollers_slip_where_the_force_is_not_enough(void **state) {
    (void)state;
    static const double mu = 0.4;
    const int stem = grip(mu, 4e6);
    bench_hold(&s, bench_lever(VEH_FEED, 1.0), 1.5);
    const double at = tree_height_at_edge(stem);
    bench_hold(&s, bench_lever(VEH_FEED, 1.0), 1.0);
    assert_near(tree_height_at_edge(stem), at, 1e-3);
    const double weight = 9.81 * sim_body_mass(s.site.world, s.site.stems.items[stem].body);
    const double expected = BENCH_JAWS * mu * bench_force + weight;
    assert_near(brake_force() / expected, 1.0, 0.03);
    for (int i = 0; i < BENCH_JAWS; i++) {
        const struct sim_joint_id roller = s.site.machines[0].instance.joints[4 + i];
        assert_near(sim_joint_speed(s.site.world, roller, 0) * bench_roller_radius,
                    bench_feed_speed, 0.02);
    }
    // Nothing holds it back: it comes out again.
    bench_hold(&s, bench_lever(VEH_FEED, -1.0), 0.5);
    assert_true(tree_height_at_edge(stem) < at - 0.1);
    small_site_finish(&s);
}

// Bare behind the knives, untouched before them; going back cuts nothing.
static void a_stem_is_bare_behind_the_knives(void **state) {
    (void)state;
    const int stem = grip(1.0, 1e5);
    const double all = ter_stem_branch_mass(wood(stem)) + head()->delimbed;
    bench_hold(&s, bench_lever(VEH_FEED, 0.5), 1.0);
    assert_near(wood(stem)->limbs_from, tree_height_at_edge(stem), 0.03);
    assert_true(wood(stem)->limbs_from < wood(stem)->to - 1.0);
    const double fed = head()->delimbed;
    assert_true(fed > 0.05 * all && fed < 0.95 * all);
    bench_hold(&s, bench_lever(VEH_FEED, 0.0), 0.3);
    const double rest = head()->delimbed, limbs = wood(stem)->limbs_from;
    bench_hold(&s, bench_lever(VEH_FEED, -0.5), 0.5);
    assert_true(tree_height_at_edge(stem) < limbs - 0.2);
    assert_near(head()->delimbed, rest, 0.0);
    assert_near(wood(stem)->limbs_from, limbs, 0.0);
    assert_near(brake_force(), 0.0, 1e-9);
    small_site_finish(&s);
}

static double branches_between(const struct ter_stem *stem, double low, double high) {
    struct ter_branch branch;
    struct ter_branch_walk walk = ter_branches(stem, low, high);
    double weight = 0.0;
    while (ter_branch_next(&walk, &branch))
        weight += ter_branch_weight(&branch);
    return weight;
}

// Gripped in its middle, a stem loses the branches that lie in the head and none below; drawn back,
// it loses those below in the knives, against their resistance, and none above.
static void a_stem_gripped_in_its_middle_keeps_its_branches_below(void **state) {
    (void)state;
    const int stem = grip_at(1.0, 1e5, 3.0, 0.2);
    const double edge = tree_height_at_edge(stem), saw = edge - edge_above_saw;
    const double all = branches_between(wood(stem), wood(stem)->from + 0.2, wood(stem)->to);
    const double before = ter_stem_branch_mass(wood(stem)) + head()->delimbed;
    assert_near(head()->delimbed / before, branches_between(wood(stem), saw, edge) / all, 0.02);
    assert_true(ter_stem_is_bare(wood(stem), 0.5 * (saw + edge)));
    assert_false(ter_stem_is_bare(wood(stem), saw - 0.5));
    const double above = wood(stem)->limbs_from;
    double taken = 0.0, from = saw;
    for (int i = 0; i < 120; i++) {
        const double at = tree_height_at_edge(stem);
        bench_hold(&s, bench_lever(VEH_FEED, -0.5), 0.01);
        taken += brake_force() * (tree_height_at_edge(stem) - at);
    }
    const double to = tree_height_at_edge(stem) - edge_above_saw;
    assert_true(to < from - 0.4);
    assert_near(taken / cutting_work(wood(stem), to, from, 1e5), 1.0, 0.1);
    assert_true(ter_stem_is_bare(wood(stem), to + 0.01));
    assert_false(ter_stem_is_bare(wood(stem), to - 0.05));
    assert_near(wood(stem)->limbs_from, above, 0.02);
    const double off = branches_between(wood(stem), to, above) / all;
    assert_near(head()->delimbed / before, off, 0.02);
    small_site_finish(&s);
}

// The row of the branches' resistance belongs to the stem in the head, not to one before it.
static void the_brake_is_laid_on_the_stem_that_is_held(void **state) {
    (void)state;
    const int stem = grip(1.0, 4e6);
    bench_hold(&s, bench_lever(VEH_FEED, 1.0), 0.3);
    const struct sim_joint_id first = head()->brake;
    assert_true(sim_joint_valid(s.site.world, first));
    const struct ter_stem other = *wood(stem);
    const int next =
        veh_stem_create(&s.site, &other, veh_stem_pose(&s.site, stem), VEH_STEM_FELLED, -1);
    sim_body_set_pose(s.site.world, s.site.stems.items[stem].body, bench_at(20.0, 0.0, 5.0));
    ((struct veh_head_state *)veh_machine_part(&s.site.machines[0], &veh_part_head)->state)->stem =
        next;
    bench_hold(&s, bench_lever(VEH_FEED, 1.0), 0.01);
    assert_int_equal(head()->stem, next);
    assert_int_equal(head()->braked.index, s.site.stems.items[next].body.index);
    assert_false(sim_joint_valid(s.site.world, first));
    small_site_finish(&s);
}

// Log, rest and slash have the mass of the stem; the log is green wood and nothing else.
static void mass_is_kept(void **state) {
    (void)state;
    struct veh_event event;
    const int stem = grip(1.0, 1e5);
    const double began = ter_stem_mass(wood(stem)).mass + head()->delimbed;
    bench_hold(&s, bench_lever(VEH_FEED, 0.5), 1.5);
    bench_hold(&s, bench_lever(VEH_FEED, 0.0), 0.5);
    const double held = sim_body_mass(s.site.world, s.site.stems.items[stem].body);
    assert_near(held + head()->delimbed, began, 1e-6);
    assert_true(bench_wait(&s, bench_lever(VEH_SAW, 1.0), VEH_EVENT_LOG_CUT, 5.0, &event) > 0.0);
    double pieces = 0.0, brash = 0.0;
    for (int i = 0; i < s.site.stems.count; i++)
        if (s.site.stems.items[i].used)
            pieces += sim_body_mass(s.site.world, s.site.stems.items[i].body);
    for (int t = 0; t < s.site.trails.tiles.count; t++)
        for (int i = 0; i < TER_TRAIL_CELLS * TER_TRAIL_CELLS; i++)
            brash += s.site.trails.tiles.items[t].brash[i] * ter_trail_cell * ter_trail_cell;
    assert_near((pieces + brash) / began, 1.0, 1e-3);
    const struct ter_stem *log = wood(event.stem);
    const double density = sim_body_mass(s.site.world, s.site.stems.items[event.stem].body) /
                           ter_stem_volume(log, 0.0, ter_stem_length(log));
    assert_near(density / ter_species_green_density(TER_SPRUCE), 1.0, 0.02);
    small_site_finish(&s);
}

// 4 rollers of 800 W at 2 m/s have 400 N each at their rims, as a pump has at full flow.
static void fast_rollers_have_less_force(void **state) {
    (void)state;
    bench_make(&bench, 1.0);
    bench.head.feed_power_w = 800.0;
    bench_place(&s, &bench);
    bench_hold(&s, bench_lever(VEH_FEED, 1.0), 1.0);
    const struct sim_joint_id roller = s.site.machines[0].instance.joints[4];
    const struct sim_motor *motor = &sim_joint_free_axis(s.site.world, roller, 0)->motor;
    assert_near(motor->force_high / bench_roller_radius, 400.0, 4.0);
    bench_hold(&s, bench_lever(VEH_FEED, 0.0), 1.0);
    assert_near(motor->force_high, 2000.0, 0.0); // of the model
    small_site_finish(&s);
}

// Low while feeding, so that knives slide, by the stem's diameter, and high while holding.
// Two tops do not go through the knives; back to the butt the stem comes.
static void a_fork_stops_the_feed(void **state) {
    (void)state;
    const int stem = grip(1.0, 0.0);
    s.site.stems.items[stem].stem.defects.fork = tree_height_at_edge(stem) + 1.0;
    const double fork = wood(stem)->defects.fork;
    bench_hold(&s, bench_lever(VEH_FEED, 1.0), 2.0);
    const double at = tree_height_at_edge(stem);
    assert_near(at, fork, 0.1);
    bench_hold(&s, bench_lever(VEH_FEED, 1.0), 1.0);
    assert_near(tree_height_at_edge(stem), at, 0.01);
    bench_hold(&s, bench_lever(VEH_FEED, -1.0), 0.5);
    assert_true(tree_height_at_edge(stem) < at - 0.3);
    small_site_finish(&s);
}

static void knives_press_less_while_feeding(void **state) {
    (void)state;
    (void)grip(1.0, 2e5);
    bench.head.knife_feed_press = 0.5 / head()->diameter;
    const struct sim_joint_id jaw = s.site.machines[0].instance.joints[0];
    const struct sim_motor *motor = &sim_joint_free_axis(s.site.world, jaw, 0)->motor;
    assert_near(motor->force_high, bench_force, 0.0);
    bench_hold(&s, bench_lever(VEH_FEED, 0.5), 0.1);
    assert_near(motor->force_high, 0.5 * bench_force, 20.0); // it tapers while it moves
    assert_near(motor->force_low, -motor->force_high, 0.0);
    bench_hold(&s, bench_lever(VEH_FEED, 0.0), 0.1);
    assert_near(motor->force_high, bench_force, 0.0);
    small_site_finish(&s);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(branches_take_their_cutting_work),
        cmocka_unit_test(blunt_knives_need_half_as_much_again),
        cmocka_unit_test_setup(knives_wear_with_their_cutting_work, restore),
        cmocka_unit_test_setup(soil_wears_knives, restore),
        cmocka_unit_test_setup(an_instructor_blunts_and_sharpens, restore),
        cmocka_unit_test(broken_branches_resist_no_knife),
        cmocka_unit_test(rollers_slip_where_the_force_is_not_enough),
        cmocka_unit_test(a_stem_is_bare_behind_the_knives),
        cmocka_unit_test(a_stem_gripped_in_its_middle_keeps_its_branches_below),
        cmocka_unit_test(the_brake_is_laid_on_the_stem_that_is_held),
        cmocka_unit_test(mass_is_kept),
        cmocka_unit_test(fast_rollers_have_less_force),
        cmocka_unit_test(a_fork_stops_the_feed),
        cmocka_unit_test(knives_press_less_while_feeding),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
