#include "tests/vehicles/small_head.h"
#include "vehicles/part/crane.h"
#include "vehicles/part/engine.h"

static struct small_site s;
static struct bench bench;

static const struct veh_head_state *head(void) {
    return veh_head(&s.site.machines[0]);
}

static struct sim_body_id stem_body(int stem) {
    return s.site.stems.items[stem].body;
}

static double butt_height(int stem) {
    return veh_stem_pose(&s.site, stem).p.z;
}

static void the_grip_is_latched(void **state) {
    (void)state;
    struct veh_event event;
    bench_start(&s, &bench, 1.0);
    const int stem = bench_stem(&s, 6.0, 2.0);
    bench_clamp(&s, stem);
    assert_true(bench_wait(&s, bench_lever(VEH_GRIP, 1.0), VEH_EVENT_TREE_GRIPPED, 2.0, &event) >
                0.0);
    assert_int_equal(event.stem, stem);
    assert_int_equal(head()->stem, stem);
    bench_hold(&s, bench_lever(VEH_GRIP, 0.0), 0.5);
    assert_true(head()->closed); // the lever is back, the jaws are not
    assert_int_equal(head()->stem, stem);
    assert_true(bench_wait(&s, bench_lever(VEH_STEM_RELEASE, 1.0), VEH_EVENT_STEM_RELEASED, 0.1,
                           &event) > 0.0);
    bench_hold(&s, bench_lever(VEH_STEM_RELEASE, 0.0), 1.0);
    assert_false(head()->closed);
    assert_int_equal(head()->stem, -1);
    assert_near(head()->length + head()->diameter, 0.0, 0.0);
    small_site_finish(&s);
}

static int grip(double friction, double length, double below) {
    bench_start(&s, &bench, friction);
    sim_world_set_pair_friction(s.site.world, sim_world_find_material(s.site.world, "roller"),
                                s.site.material_bark, friction);
    const int stem = bench_stem(&s, length, below);
    const struct sim_joint_id clamp = bench_clamp(&s, stem);
    bench_hold(&s, bench_lever(VEH_GRIP, 1.0), 1.0);
    sim_joint_destroy(s.site.world, clamp);
    // As if the computer had followed the stem from its butt.
    struct veh_head_state *state = veh_machine_part(&s.site.machines[0], &veh_part_head)->state;
    state->computer.known = true;
    state->computer.length = below;
    return stem;
}

static void length_and_diameter_are_those_at_the_saw(void **state) {
    (void)state;
    const int stem = grip(1.0, 6.0, 2.345);
    bench_hold(&s, bench_lever(VEH_GRIP, 0.0), 0.5);
    assert_int_equal(head()->stem, stem);
    const double below = bench_height - butt_height(stem);
    assert_near(head()->length, below, 2e-3); // a pulse, and it may hang a little askew
    assert_near(below, 2.345, 0.01);
    // The lower feelers are half a metre higher up, where the stem is thinner.
    const struct ter_stem *wood = &s.site.stems.items[stem].stem;
    assert_near(head()->diameter, ter_stem_diameter(wood, below + 0.5), 2e-3);
    small_site_finish(&s);
}

// Four jaws press with 3 kN each: friction carries at most 4 mu F.
static double fall_of_held_stem(double share) {
    const struct ter_stem stem = spruce_log(6.0);
    const double weight = 9.81 * ter_stem_mass(&stem).mass;
    const double mu = share * weight / (BENCH_JAWS * bench_force);
    const int held = grip(mu, 6.0, 3.0);
    bench_hold(&s, bench_lever(VEH_GRIP, 0.0), 0.1);
    const double v0 = sim_body_velocity(s.site.world, stem_body(held)).z;
    bench_hold(&s, bench_lever(VEH_GRIP, 0.0), 0.3);
    const double v1 = sim_body_velocity(s.site.world, stem_body(held)).z;
    small_site_finish(&s);
    return (v0 - v1) / 0.3 / 9.81;
}

static void a_stem_is_held_by_friction_alone(void **state) {
    (void)state;
    assert_near(fall_of_held_stem(1.2), 0.0, 1e-3);
    // a = g - 4 mu F / m; the stem tapers, so the rollers lean on it a little from below.
    assert_near(fall_of_held_stem(0.6), 0.4, 0.03);
    assert_near(fall_of_held_stem(0.0), 1.0, 0.03);
}

static void feeding_moves_the_stem_at_the_rollers_speed(void **state) {
    (void)state;
    const int stem = grip(1.0, 8.0, 2.0);
    const struct ter_stem *wood = &s.site.stems.items[stem].stem;
    // Friction is enough to lift the stem: up means that it gets shorter below the saw.
    assert_true(BENCH_JAWS * bench_force > 1.5 * 9.81 * ter_stem_mass(wood).mass);
    bench_hold(&s, bench_lever(VEH_FEED, 0.25), 1.0);
    const double before = head()->length, z0 = butt_height(stem);
    bench_hold(&s, bench_lever(VEH_FEED, 0.25), 1.0);
    assert_near(head()->length - before, 0.25 * bench_feed_speed, 0.02);
    assert_near(z0 - butt_height(stem), head()->length - before, 1e-3);
    bench_hold(&s, bench_lever(VEH_FEED, 0.0), 0.5);
    const double rest = head()->length;
    bench_hold(&s, bench_lever(VEH_FEED, -0.25), 1.0);
    assert_true(head()->length < rest - 0.3);
    small_site_finish(&s);
}

static void choose_lengths(void) {
    static struct veh_products products;
    products = veh_default_products();
    products.count = 2;
    for (int i = 0; i < 2; i++)
        products.product[i] = (struct veh_product){.species = -1,
                                                   .min_top = 0.1,
                                                   .max_butt = 1.0,
                                                   .window_low = -0.03,
                                                   .window_high = 0.03,
                                                   .diameter_count = 1,
                                                   .length_count = 1,
                                                   .diameter = {0.1},
                                                   .length = {4.0 - i}};
    s.site.def.products = &products;
}

// Feeds to the chosen length, forwards and back, cuts there; the log falls, the rest is held.
static void a_log_is_cut_to_the_chosen_length(void **state) {
    (void)state;
    struct veh_event event;
    const int stem = grip(1.0, 8.0, 2.0);
    choose_lengths();
    bench_hold(&s, bench_lever(VEH_ASSORTMENT_1, 1.0), 0.05);
    assert_near(head()->target, 4.0, 0.0);
    assert_true(bench_wait(&s, bench_lever(VEH_GRIP, 0.0), VEH_EVENT_LENGTH_REACHED, 10.0, &event) >
                0.0);
    assert_near(event.number[1], 4.0, 0.0);
    assert_near(event.number[0], 4.0, 0.01);
    bench_hold(&s, bench_lever(VEH_ASSORTMENT_2, 1.0), 0.05); // changed his mind
    assert_true(bench_wait(&s, bench_lever(VEH_GRIP, 0.0), VEH_EVENT_LENGTH_REACHED, 10.0, &event) >
                0.0);
    bench_hold(&s, bench_lever(VEH_GRIP, 0.0), 0.3);
    assert_near(bench_height - butt_height(stem), 3.0, 0.02);
    assert_true(head()->in_position);
    const double fed = bench_height - butt_height(stem);
    assert_true(bench_wait(&s, bench_lever(VEH_SAW, 1.0), VEH_EVENT_LOG_CUT, 5.0, &event) > 0.0);
    const int log = event.stem, rest = head()->stem;
    assert_near(event.number[0], fed, 2e-3);
    assert_near(event.number[1], 3.0, 0.0);
    const struct sim_pose pose = veh_stem_pose(&s.site, log);
    const struct sim_vec3 end = sim_pose_point(pose, sim_vec3(0.0, 0.0, event.number[0]));
    const double ends[4] = {pose.p.x, pose.p.y, end.x, end.y};
    for (int i = 0; i < 4; i++) // the log has its ends where the event says
        assert_near(event.number[3 + i], ends[i], 1e-6);
    assert_near(ter_stem_length(&s.site.stems.items[log].stem), event.number[0], 1e-9);
    assert_near(s.site.stems.items[log].target, 3.0, 0.0);
    assert_int_equal(s.site.stems.items[log].kind, VEH_STEM_LOG);
    assert_int_not_equal(rest, log);
    const double z = butt_height(rest);
    bench_hold(&s, bench_lever(VEH_GRIP, 0.0), 1.0);
    assert_int_equal(head()->stem, rest);
    assert_near(butt_height(rest), z, 0.01);
    assert_true(sim_body_velocity(s.site.world, stem_body(log)).z < -5.0);
    small_site_finish(&s);
}

// The bar sweeps the round cross-section at the saw's rate of area, whatever its diameter.
static void sawing_takes_area_by_rate(void **state) {
    (void)state;
    static const double below[] = {0.5, 3.5, 6.0};
    for (int i = 0; i < 3; i++) {
        const int stem = grip(1.0, 8.0, below[i]);
        bench_hold(&s, bench_lever(VEH_GRIP, 0.0), 0.3);
        const double d = head()->diameter;
        const double expected = 0.25 * SIM_PI * d * d / bench_area_rate;
        double began = -1.0;
        while (head()->stem == stem && veh_worksite_time(&s.site) < 10.0) {
            bench_hold(&s, bench_lever(VEH_SAW, 1.0), 0.01);
            if (began < 0.0 && head()->saw.cut > 0.0)
                began = veh_worksite_time(&s.site);
        }
        assert_true(began > 0.0);
        // The chord's distance is taken as the centre's: a few per cent, and whole steps.
        assert_near((veh_worksite_time(&s.site) - began) / expected, 1.0, 0.08);
        small_site_finish(&s);
    }
}

static void the_share_that_is_sawn_grows(void **state) {
    (void)state;
    const int stem = grip(1.0, 8.0, 2.0);
    double before = 0.0;
    while (head()->stem == stem && veh_worksite_time(&s.site) < 10.0) {
        bench_hold(&s, bench_lever(VEH_SAW, 1.0), 0.01);
        assert_true(head()->stem != stem || head()->saw.cut >= before);
        before = head()->saw.cut;
        assert_true(before >= 0.0 && before <= 1.0);
    }
    assert_int_not_equal(head()->stem, stem);
    assert_near(head()->saw.cut, 0.0, 0.0);
    small_site_finish(&s);
}

static int pieces(void) {
    int count = 0;
    for (int i = 0; i < s.site.stems.count; i++)
        count += s.site.stems.items[i].used;
    return count;
}

static void a_bar_that_is_too_short_cuts_nothing(void **state) {
    (void)state;
    grip(1.0, 8.0, 2.0);
    bench.head.saw.bar = 0.45; // the stem's axis is 0.4 m away from its hinge, its far side 0.5 m
    bench_hold(&s, bench_lever(VEH_SAW, 1.0), 3.0);
    assert_int_equal(pieces(), 1);
    bench.head.saw.bar = 0.8;
    bench_hold(&s, bench_lever(VEH_SAW, 0.0), 1.0);
    bench_hold(&s, bench_lever(VEH_SAW, 1.0), 3.0);
    assert_int_equal(pieces(), 2);
    small_site_finish(&s);
}

// Let go halfway, the bar goes home and the stem is whole; a second cut begins anew.
static void a_cut_that_is_let_go_is_no_cut(void **state) {
    (void)state;
    const int stem = grip(1.0, 8.0, 2.0);
    while (head()->saw.cut < 0.5 && veh_worksite_time(&s.site) < 10.0)
        bench_hold(&s, bench_lever(VEH_SAW, 1.0), 0.01);
    bench_hold(&s, bench_lever(VEH_SAW, 0.0), 1.0);
    assert_near(head()->saw.cut, 0.0, 0.0);
    assert_false(head()->saw.sawing);
    assert_int_equal(pieces(), 1);
    assert_int_equal(head()->stem, stem);
    small_site_finish(&s);
}

// The rollers close before the stem and press on one side of it only.
static void a_stem_outside_the_closed_head_is_not_held(void **state) {
    (void)state;
    bench_start(&s, &bench, 1.0);
    const struct ter_stem wood = spruce_log(6.0);
    struct sim_pose place = bench_at(0.0, 0.0, bench_height - 2.0);
    // closed rollers end in balls around x = 0.1, y = +-0.17
    const double reach = 0.5 * ter_stem_diameter(&wood, 2.5) + bench_roller_radius - 0.01;
    place.p.x = 0.1 + sqrt(reach * reach - 0.17 * 0.17);
    const int stem = veh_stem_create(&s.site, &wood, place, VEH_STEM_FELLED, -1);
    bench_clamp(&s, stem);
    bench_hold(&s, bench_lever(VEH_GRIP, 1.0), 2.0);
    const struct sim_contact *contacts;
    const int count = sim_world_contacts(s.site.world, &contacts);
    int pressing = 0;
    for (int i = 0; i < count; i++)
        pressing += contacts[i].force > 0.0 && contacts[i].point.position.x < place.p.x &&
                    (contacts[i].a.index == stem_body(stem).index ||
                     contacts[i].b.index == stem_body(stem).index);
    assert_true(pressing >= 2);
    assert_int_equal(head()->stem, -1);
    small_site_finish(&s);
}

// A carrier at the origin and a crane that slews a head at (3, 0, 1): what may press on a tree.
static void only_the_tree_to_be_gripped_may_be_touched(void **state) {
    (void)state;
    enum { CARRIER, COLUMN, HEAD, BODIES };
    static struct sim_visual visual;
    static struct sim_shape ball = {.kind = SIM_SHAPE_SPHERE,
                                    .pose = {{0, 0, 0}, {1, 0, 0, 0}},
                                    .radius = {0.1, 0.1},
                                    .mass = 10.0,
                                    .material = -1};
    static struct sim_model_body bodies[BODIES] = {
        {.name = "carrier", .pose = {{0, 0, 1}, {1, 0, 0, 0}}, .shape_count = 1, .fixed = true},
        {.name = "column", .pose = {{1, 0, 1}, {1, 0, 0, 0}}, .shape_count = 1, .fixed = true},
        {.name = "head", .pose = {{3, 0, 1}, {1, 0, 0, 0}}, .shape_count = 1, .fixed = true}};
    static struct sim_model_joint joints[2] = {
        {.name = "slew", .parent = CARRIER, .child = COLUMN, .input = {-1, -1}, .lock_input = -1},
        {.name = "tip", .parent = COLUMN, .child = HEAD, .input = {-1, -1}, .lock_input = -1}};
    static struct veh_crane_def crane = {.slew = 0, .telescope = -1, .tip_body = HEAD};
    static struct veh_head_def def = {.body = HEAD};
    static struct veh_machine_def machine = {
        .model = {.shapes = &ball,
                  .visuals = &visual,
                  .shape_count = 1,
                  .bodies = bodies,
                  .body_count = BODIES,
                  .joints = joints,
                  .joint_count = 2},
        .parts = {{&veh_part_crane, &crane}, {&veh_part_head, &def}},
        .part_count = 2};
    for (int i = 0; i < 2; i++) {
        joints[i].def = sim_default_joint_def();
        joints[i].def.kind = SIM_JOINT_HINGE;
        joints[i].def.anchor = sim_vec3(1.0, 0.0, 1.0);
        joints[i].def.axis[0] = sim_vec3(0.0, 0.0, 1.0);
        joints[i].def.axis[1] = sim_vec3(1.0, 0.0, 0.0);
    }
    def.stem = sim_pose_identity();
    small_site_init(&s, 0.0);
    assert_int_equal(veh_worksite_add_machine(&s.site, &machine, 0.0, 0.0, 0.0), 0);
    const struct ter_stem wood = spruce();
    const int before =
        veh_stem_create(&s.site, &wood, bench_at(3.5, 0.0, 0.0), VEH_STEM_STANDING, -1);
    const int beside =
        veh_stem_create(&s.site, &wood, bench_at(3.0, 1.5, 0.0), VEH_STEM_STANDING, -1);
    const struct veh_part *part = veh_machine_part(&s.site.machines[0], &veh_part_head);
    const struct sim_body_id *ids = s.site.machines[0].instance.bodies;
    for (int body = 0; body < BODIES; body++) {
        assert_int_equal(part->kind->works_on(&s.site, part, ids[body].index, before),
                         body != CARRIER);
        assert_false(part->kind->works_on(&s.site, part, ids[body].index, beside));
    }
    ((struct veh_head_state *)part->state)->stem = beside; // whatever it holds
    assert_true(part->kind->works_on(&s.site, part, ids[COLUMN].index, beside));
    assert_false(part->kind->works_on(&s.site, part, ids[CARRIER].index, beside));
    small_site_finish(&s);
}

// One jaw presses with 20 kN on a rooted tree, held by nothing else. In front of the head that is
// work; a tree of which the same jaw reaches only the bark with its outer end is hit.
static void pressing_on_the_tree_before_the_head_is_no_hit(void **state) {
    (void)state;
    static const double hard = 20e3; // [N], more than a standing tree bears
    for (int far = 0; far < 2; far++) {
        struct veh_event hit;
        small_site_init(&s, 0.0);
        bench_make(&bench, 0.0);
        for (int i = 0; i < BENCH_BODIES; i++)
            bench.bodies[i].pose.p.z += bench_height;
        for (int i = 0; i < BENCH_JOINTS; i++)
            bench.joints[i].def.anchor.z += bench_height;
        bench.shapes[BENCH_ROLLER].half_length = 1.5;
        for (int i = 0; i < BENCH_JAWS; i++) {
            struct sim_motor *motor = &bench.joints[i].def.free_axis[0].motor;
            motor->force_high = i == 0 ? hard : 0.0;
            motor->force_low = -motor->force_high;
        }
        assert_int_equal(veh_worksite_add_machine(&s.site, &bench.def, 0.0, 0.0, 0.0), 0);
        const struct ter_stem wood = spruce();
        const struct sim_pose foot = bench_at(far ? 1.2 : 0.3, 0.0, bench_height - 2.0);
        (void)veh_stem_create(&s.site, &wood, foot, VEH_STEM_STANDING, -1);
        const double time =
            bench_wait(&s, bench_lever(VEH_GRIP, 1.0), VEH_EVENT_TREE_HIT, 2.0, &hit);
        if (far)
            assert_true(time > 0.0 && hit.number[0] > 8000.0);
        else
            assert_true(time < 0.0);
        small_site_finish(&s);
    }
}

static void a_stem_beside_the_head_is_not_cut(void **state) {
    (void)state;
    struct veh_event event;
    bench_start(&s, &bench, 1.0);
    const struct ter_stem stem = spruce_log(6.0);
    const int beside = veh_stem_create(&s.site, &stem, bench_at(0.9, 0.0, bench_height - 2.0),
                                       VEH_STEM_FELLED, -1);
    bench_clamp(&s, beside);
    assert_true(bench_wait(&s, bench_lever(VEH_SAW, 1.0), VEH_EVENT_SAW_STARTED, 0.1, &event) >
                0.0);
    bench_hold(&s, bench_lever(VEH_SAW, 1.0), 3.0);
    assert_int_equal(pieces(), 1);
    // The bar has swung out to its limit, and goes home.
    const struct sim_joint_id saw = s.site.machines[0].instance.joints[BENCH_SAW];
    assert_near(sim_joint_position(s.site.world, saw, 0), 2.6, 0.02);
    bench_hold(&s, bench_lever(VEH_SAW, 0.0), 2.0);
    assert_near(sim_joint_position(s.site.world, saw, 0), -0.01, 0.02);
    small_site_finish(&s);
}

// 0.10 m^2/s at 36 J/cm^2 are 36 kW at the chain, of the 70 % that pump, lines and motors leave.
static void the_saw_loads_the_engine(void **state) {
    (void)state;
    static struct veh_engine_def engine = {.torque = {{300.0, 2400.0}, {1000.0, 1000.0}, 2},
                                           .idle_rpm = 800.0,
                                           .working_rpm = 1800.0,
                                           .droop = 0.05,
                                           .inertia_kg_m2 = 4.0,
                                           .friction_nm = 10.0};
    bench_make(&bench, 1.0);
    bench.def.parts[bench.def.part_count++] = (struct veh_part_def){&veh_part_engine, &engine};
    bench_place(&s, &bench);
    bench_clamp(&s, bench_stem(&s, 6.0, 2.0));
    struct veh_controls levers = bench_lever(VEH_GRIP, 1.0);
    bench_hold(&s, levers, 1.0);
    assert_near(veh_machine_measure(&s.site, 0, &veh_part_engine, VEH_ENGINE_POWER), 0.0, 1.0);
    levers.value[VEH_SAW] = 1.0;
    double most = 0.0;
    for (int i = 0; i < 200; i++) {
        bench_hold(&s, levers, 0.01);
        most = fmax(most, veh_machine_measure(&s.site, 0, &veh_part_engine, VEH_ENGINE_POWER));
    }
    assert_near(most, 36.0 / 0.7, 1.0);
    small_site_finish(&s);
}

static const char *problem_with(struct veh_list feelers, struct veh_polyline thickness) {
    static char text[200];
    bench_make(&bench, 1.0);
    bench.head.feelers = feelers;
    bench.head.feeler_thickness = thickness;
    return veh_part_head.problem(&bench.head, &bench.def.model, text, sizeof text);
}

// The gauge divides by the table's slope, and the computer has room for four feelers.
static void a_table_of_thickness_has_a_slope(void **state) {
    (void)state;
    const struct veh_list two = {{0, 2}, 2}, five = {{0, 1, 2, 3, 4}, 5};
    const struct veh_polyline rises = {{0.0, 0.1, 0.2}, {0.1, 0.2, 0.4}, 3},
                              falls = {{0.0, 0.1, 0.2}, {0.4, 0.2, 0.1}, 3},
                              flat = {{0.0, 0.1, 0.2}, {0.1, 0.2, 0.2}, 3},
                              turns = {{0.0, 0.1, 0.2}, {0.1, 0.2, 0.1}, 3};
    assert_null(problem_with(two, rises));
    assert_null(problem_with(two, falls));
    assert_non_null(strstr(problem_with(two, flat), "must all rise or all fall"));
    assert_non_null(strstr(problem_with(two, turns), "must all rise or all fall"));
    assert_string_equal(problem_with(five, rises), "'feelers' has 5 joints, expected at most 4");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_grip_is_latched),
        cmocka_unit_test(length_and_diameter_are_those_at_the_saw),
        cmocka_unit_test(a_stem_is_held_by_friction_alone),
        cmocka_unit_test(feeding_moves_the_stem_at_the_rollers_speed),
        cmocka_unit_test(a_log_is_cut_to_the_chosen_length),
        cmocka_unit_test(sawing_takes_area_by_rate),
        cmocka_unit_test(the_share_that_is_sawn_grows),
        cmocka_unit_test(a_bar_that_is_too_short_cuts_nothing),
        cmocka_unit_test(a_cut_that_is_let_go_is_no_cut),
        cmocka_unit_test(a_stem_outside_the_closed_head_is_not_held),
        cmocka_unit_test(only_the_tree_to_be_gripped_may_be_touched),
        cmocka_unit_test(pressing_on_the_tree_before_the_head_is_no_hit),
        cmocka_unit_test(a_stem_beside_the_head_is_not_cut),
        cmocka_unit_test(the_saw_loads_the_engine),
        cmocka_unit_test(a_table_of_thickness_has_a_slope),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
