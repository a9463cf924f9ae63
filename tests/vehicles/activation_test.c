#include "vehicles/part/activation.h"

#include "tests/vehicles/small_head.h"
#include "vehicles/piles.h"
#include "vehicles/snapshot.h"

static uint32_t random_state;

static double random_share(void) {
    random_state = random_state * 1664525u + 1013904223u;
    return (double)(random_state >> 8) / 16777216.0;
}

static void plant(struct small_site *s, int trees) {
    random_state = 7;
    for (int i = 0; i < trees; i++) {
        struct ter_tree tree = {
            .species = TER_PINE, .dbh = 0.2, .height = 18.0, .crown_base = 9.0, .crown_width = 3.0};
        (void)snprintf(tree.id, sizeof tree.id, "%d", i);
        tree.position = sim_vec3(-55.0 + 110.0 * random_share(), -55.0 + 110.0 * random_share(), 0);
        assert_true(ter_stand_add(&s->stand, &tree));
    }
    assert_true(ter_stand_index(&s->stand));
    // The worksite was made before the trees.
    veh_worksite_finish(&s->site);
    struct veh_worksite_def def = veh_default_worksite_def();
    def.ground = &s->ground;
    def.stand = &s->stand;
    assert_true(veh_worksite_init(&s->site, &def));
}

// A machine of one heavy box without roles, 6 m x 6 m of activation around it.
static struct sim_shape box = {.kind = SIM_SHAPE_BOX,
                               .pose = {{0, 0, 0.5}, {1, 0, 0, 0}},
                               .half = {1.0, 0.8, 0.4},
                               .mass = 5000.0,
                               .material = -1,
                               .collides = true};
static struct sim_visual visual;
static struct sim_model_body body = {
    .name = "box", .pose = {{0, 0, 0}, {1, 0, 0, 0}}, .shape_count = 1};
static struct veh_activation_def around = {{-3.0, -3.0, 0.0}, {3.0, 3.0, 0.0}};
static struct veh_machine_def machine = {.model = {.name = "box",
                                                   .shapes = &box,
                                                   .visuals = &visual,
                                                   .shape_count = 1,
                                                   .bodies = &body,
                                                   .body_count = 1},
                                         .parts = {{&veh_part_activation, &around}},
                                         .part_count = 1};

static const struct veh_activation_state *outer_box(const struct veh_machine *m) {
    return veh_machine_part(m, &veh_part_activation)->state;
}

static int active(const struct small_site *s) {
    int count = 0;
    for (int i = 0; i < s->site.stems.count; i++)
        count += s->site.stems.items[i].used && s->site.stems.items[i].kind == VEH_STEM_STANDING;
    return count;
}

// Every tree has a body if and only if its stem touches the outer box.
static void check_set(const struct small_site *s) {
    const struct veh_activation_state *m = outer_box(&s->site.machines[0]);
    for (int i = 0; i < s->stand.count; i++) {
        const struct ter_tree *t = &s->stand.trees[i];
        const double r = ter_tree_radius(t);
        const bool inside = t->position.x + r >= m->low.x && t->position.x - r <= m->high.x &&
                            t->position.y + r >= m->low.y && t->position.y - r <= m->high.y;
        assert_int_equal(s->site.tree_stem[i] >= 0, inside);
    }
}

// What is taken up beforehand is what the first step would have taken up: the same state after it.
static void the_forest_is_taken_up_before_time_runs(void **state) {
    (void)state;
    uint64_t hash[2];
    for (int early = 0; early < 2; early++) {
        static struct small_site s;
        small_site_init(&s, 0.0);
        plant(&s, 600);
        assert_int_equal(veh_worksite_add_machine(&s.site, &machine, -30.0, -30.0, 0.0), 0);
        if (early) {
            veh_activation_begin(&s.site);
            assert_true(active(&s) > 3);
            check_set(&s);
        }
        const int before = active(&s);
        small_site_steps(&s, 1);
        assert_int_equal(active(&s) > before, !early);
        hash[early] = veh_worksite_hash(&s.site);
        small_site_finish(&s);
    }
    assert_true(hash[0] == hash[1]);
}

static void trees_near_the_machine_have_bodies(void **state) {
    (void)state;
    static struct small_site s;
    small_site_init(&s, 0.0);
    plant(&s, 600);
    assert_int_equal(veh_worksite_add_machine(&s.site, &machine, -30.0, -30.0, 0.0), 0);
    small_site_steps(&s, 1);
    check_set(&s);
    assert_true(active(&s) > 5 && active(&s) < 300);
    const struct sim_vec3 low = outer_box(&s.site.machines[0])->low;
    const struct sim_body_id id = s.site.machines[0].instance.bodies[0];
    // Within the outer box nothing changes.
    sim_body_set_pose(s.site.world, id, (struct sim_pose){{-25.0, -28.0, 0.1}, {1, 0, 0, 0}});
    const int before = active(&s);
    small_site_steps(&s, 1);
    assert_near(outer_box(&s.site.machines[0])->low.x, low.x, 0.0);
    assert_int_equal(active(&s), before);
    // Across the whole site the set follows.
    for (int i = 0; i < 25; i++) {
        const struct sim_vec3 p = {-45.0 + 90.0 * random_share(), -45.0 + 90.0 * random_share(),
                                   0.1};
        sim_body_set_pose(s.site.world, id, (struct sim_pose){p, {1, 0, 0, 0}});
        sim_body_set_velocity(s.site.world, id, sim_vec3(0, 0, 0), sim_vec3(0, 0, 0));
        small_site_steps(&s, 1);
        check_set(&s);
    }
    small_site_finish(&s);
}

// Whether the stem of tree i touches the outer box of machine m.
static bool in_box(const struct small_site *s, int m, int i) {
    const struct veh_activation_state *at = outer_box(&s->site.machines[m]);
    const struct ter_tree *t = &s->stand.trees[i];
    const double r = ter_tree_radius(t);
    return t->position.x + r >= at->low.x && t->position.x - r <= at->high.x &&
           t->position.y + r >= at->low.y && t->position.y - r <= at->high.y;
}

static void two_machines_share_the_trees(void **state) {
    (void)state;
    static struct small_site s;
    small_site_init(&s, 0.0);
    plant(&s, 600);
    assert_int_equal(veh_worksite_add_machine(&s.site, &machine, -30.0, 0.0, 0.0), 0);
    assert_int_equal(veh_worksite_add_machine(&s.site, &machine, 30.0, 0.0, 1.0), 1);
    for (int i = 0; i < 30; i++) {
        // They come together, pass each other, part.
        for (int m = 0; m < 2; m++) {
            const struct sim_body_id id = s.site.machines[m].instance.bodies[0];
            const double x = (m == 0 ? -1.0 : 1.0) * (30.0 - 2.0 * i);
            sim_body_set_pose(s.site.world, id, (struct sim_pose){{x, 3.0 * m, 0.1}, {1, 0, 0, 0}});
            sim_body_set_velocity(s.site.world, id, sim_vec3(0, 0, 0), sim_vec3(0, 0, 0));
        }
        small_site_steps(&s, 1);
        int stems = 0;
        for (int t = 0; t < s.stand.count; t++) {
            const bool expected = in_box(&s, 0, t) || in_box(&s, 1, t);
            assert_int_equal(s.site.tree_stem[t] >= 0, expected);
            stems += expected;
        }
        assert_int_equal(active(&s), stems); // none twice
    }
    small_site_finish(&s);
}

// As dense as a thicket: none is forgotten.
static void every_tree_of_a_thicket_has_a_body(void **state) {
    (void)state;
    static struct small_site s;
    static struct veh_machine_def wide;
    small_site_init(&s, 0.0);
    plant(&s, 1500);
    struct veh_activation_def far_around = {{-40.0, -40.0, 0.0}, {40.0, 40.0, 0.0}};
    wide = machine;
    wide.parts[0].def = &far_around;
    assert_int_equal(veh_worksite_add_machine(&s.site, &wide, 0.0, 0.0, 0.0), 0);
    small_site_steps(&s, 1);
    check_set(&s);
    assert_true(active(&s) > 1000);
    small_site_finish(&s);
}

static void a_felled_tree_does_not_stand_up_again(void **state) {
    (void)state;
    static struct small_site s;
    small_site_init(&s, 0.0);
    plant(&s, 600);
    assert_int_equal(veh_worksite_add_machine(&s.site, &machine, 0.0, 0.0, 0.0), 0);
    small_site_steps(&s, 1);
    int tree = 0, lower;
    while (s.site.tree_stem[tree] < 0)
        tree++;
    const int upper = veh_stem_cut(&s.site, s.site.tree_stem[tree], 0.1, &lower);
    assert_true(upper >= 0);
    assert_int_equal(s.site.stand.trees[tree].status, TER_TREE_FELLED);
    const struct sim_body_id id = s.site.machines[0].instance.bodies[0];
    for (int i = 0; i < 4; i++) { // away and back
        const struct sim_vec3 p = {i % 2 == 0 ? 40.0 : 0.0, 0.0, 0.1};
        sim_body_set_pose(s.site.world, id, (struct sim_pose){p, {1, 0, 0, 0}});
        small_site_steps(&s, 1);
        assert_int_equal(s.site.tree_stem[tree], -1);
    }
    assert_true(s.site.stems.items[upper].used &&
                s.site.stems.items[lower].used); // it lies there still
    small_site_finish(&s);
}

static void put_machine(struct small_site *s, double x) {
    const struct sim_pose pose = {{x, 0.0, 0.1}, {1, 0, 0, 0}};
    sim_body_set_pose(s->site.world, s->site.machines[0].instance.bodies[0], pose);
    small_site_steps(s, 1);
}

// A log, a stump and a top: each has a body while a machine is near, and lies where it lay.
static void what_lies_far_off_has_no_body(void **state) {
    (void)state;
    static struct small_site s;
    small_site_init(&s, 0.1);
    assert_int_equal(veh_worksite_add_machine(&s.site, &machine, 0.0, 0.0, 0.0), 0);
    const struct ter_stem log = spruce_log(4.0), whole = spruce();
    const struct sim_pose upright = {{30.0, 3.0, 3.0}, sim_quat_identity()};
    const int stem[3] = {veh_worksite_add_log(&s.site, &log, 32.0, 1.0, -1.0, 0.7),
                         veh_stem_create(&s.site, &whole, upright, VEH_STEM_STUMP, -1),
                         veh_worksite_add_log(&s.site, &whole, 31.0, -4.0, -1.0, 2.0)};
    s.site.stems.items[stem[2]].kind = VEH_STEM_TOP;
    struct sim_pose place[3];
    double mass[3];
    for (int i = 0; i < 3; i++) {
        place[i] = veh_stem_pose(&s.site, stem[i]);
        mass[i] = veh_stem_mass(&s.site, stem[i]);
    }
    for (int turn = 0; turn < 5; turn++) {
        put_machine(&s, turn % 2 == 0 ? 0.0 : 30.0);
        for (int i = 0; i < 3; i++) {
            const struct veh_stem *item = &s.site.stems.items[stem[i]];
            const struct sim_pose now = veh_stem_pose(&s.site, stem[i]);
            assert_int_equal(veh_stem_dormant(item), turn % 2 == 0);
            assert_near(sim_length(sim_sub(now.p, place[i].p)), 0.0, 1e-12);
            assert_near(fabs(now.q.w - place[i].q.w), 0.0, 1e-12);
            assert_near(veh_stem_mass(&s.site, stem[i]), mass[i], 1e-9);
        }
        assert_int_equal(s.site.frozen.count, turn % 2 == 0 ? 0 : 2);
        assert_int_equal(s.site.loose.count, 0);
    }
    small_site_finish(&s);
}

// Logs of two assortments, put down one on the others, come to rest as a pile each: they freeze,
// move no more, and are the same piles.
static void resting_piles_freeze_and_stay_piles(void **state) {
    (void)state;
    enum { EACH = 5 };
    static const double lengths[2] = {4.9, 3.0};
    static struct small_site s;
    small_site_init(&s, 0.0);
    int stems[2 * EACH], before, count;
    for (int i = 0; i < 2 * EACH; i++) {
        const struct ter_stem log = spruce_log(lengths[i / EACH]);
        const double d = ter_stem_diameter(&log, 0.0), y = i < EACH ? 2.0 : -3.0;
        const int k = i % EACH; // three on the ground, two in the gaps between them
        stems[i] = veh_worksite_add_log(&s.site, &log, 4.0, y + d * 1.05 * (k < 3 ? k : k - 2.5),
                                        k < 3 ? -1.0 : 1.6 * d, 0.0);
    }
    small_site_steps(&s, 100);
    assert_true(s.site.frozen.count < 2 * EACH);
    struct veh_pile *was = veh_piles_find(&s.site, &before);
    small_site_steps(&s, 800);
    assert_int_equal(s.site.frozen.count, 2 * EACH);
    struct sim_pose place[2 * EACH];
    for (int i = 0; i < 2 * EACH; i++)
        place[i] = veh_stem_pose(&s.site, stems[i]);
    small_site_steps(&s, 100);
    for (int i = 0; i < 2 * EACH; i++) {
        const struct sim_pose now = veh_stem_pose(&s.site, stems[i]);
        assert_memory_equal(&now, &place[i], sizeof now);
    }
    struct veh_pile *piles = veh_piles_find(&s.site, &count);
    assert_int_equal(before, 2);
    assert_int_equal(count, 2);
    for (int i = 0; i < 2; i++) {
        const int which = piles[i].y > 0.0 ? 0 : 1;
        assert_int_equal(piles[i].logs, EACH);
        assert_false(piles[i].mixed);
        assert_near(piles[i].length, lengths[which], 1e-9);
        assert_near(piles[i].volume, was[i].volume, 1e-12);
        assert_near(piles[i].x, was[i].x, 0.05);
        assert_near(piles[i].y, was[i].y, 0.05);
        assert_true(piles[i].height > 0.35); // the upper ones have not rolled off
    }
    free(was);
    free(piles);
    small_site_finish(&s);
}

// A log leans on another and is loose for a second before it freezes. The one below keeps its body
// when the machine leaves meanwhile.
static void what_is_leant_on_keeps_its_body(void **state) {
    (void)state;
    static struct small_site s;
    small_site_init(&s, 0.0);
    assert_int_equal(veh_worksite_add_machine(&s.site, &machine, 0.0, 0.0, 0.0), 0);
    const struct ter_stem log = spruce_log(4.0);
    const double thick = ter_stem_diameter(&log, 2.0);
    const int below = veh_worksite_add_log(&s.site, &log, 5.0, -1.0, -1.0, 0.0);
    const int above = veh_worksite_add_log(&s.site, &log, 5.0, 0.0, 1.5 * thick, 0.5 * SIM_PI);
    small_site_steps(&s, 60);
    put_machine(&s, -40.0);
    assert_false(veh_stem_dormant(&s.site.stems.items[below]));
    small_site_steps(&s, 600);
    assert_true(veh_stem_frozen(&s.site.stems.items[above]));
    assert_true(veh_stem_pose(&s.site, above).p.z > thick); // the raised butt
    put_machine(&s, 0.0);                                   // and back: both rest now
    put_machine(&s, -40.0);
    assert_true(veh_stem_dormant(&s.site.stems.items[below]));
    assert_true(veh_stem_dormant(&s.site.stems.items[above]));
    small_site_finish(&s);
}

static void dormant_stems_are_restored(void **state) {
    (void)state;
    static struct small_site s;
    struct sim_snapshot snapshot = {0};
    small_site_init(&s, 0.0);
    assert_int_equal(veh_worksite_add_machine(&s.site, &machine, 0.0, 0.0, 0.0), 0);
    const struct ter_stem log = spruce_log(4.0);
    for (int i = 0; i < 20; i++)
        (void)veh_worksite_add_log(&s.site, &log, -45.0 + 4.5 * i, 2.0, -1.0, 0.3 * i);
    small_site_steps(&s, 1);
    veh_worksite_save(&s.site, &snapshot);
    uint64_t hash[2];
    for (int run = 0; run < 2; run++) {
        assert_null(veh_worksite_restore(&s.site, snapshot.bytes, snapshot.size));
        for (int i = 0; i < 6; i++)
            put_machine(&s, -30.0 + 12.0 * i);
        hash[run] = veh_worksite_hash(&s.site);
    }
    assert_true(hash[0] == hash[1]);
    sim_snapshot_finish(&snapshot);
    small_site_finish(&s);
}

// A resting log has its turn by its own number: that others leave the list before it does not make
// it wait.
static void a_resting_log_has_its_turn_whatever_others_do(void **state) {
    (void)state;
    enum { OTHERS = 24 };
    static struct small_site s;
    static struct bench bench;
    bench_start(&s, &bench, 1.0);
    const struct ter_stem log = spruce_log(4.0);
    for (int i = 0; i < OTHERS; i++)
        assert_int_equal(veh_worksite_add_log(&s.site, &log, -7.0, -12.0 + 0.5 * i, -1.0, 0.0), i);
    const int stem = veh_worksite_add_log(&s.site, &log, 3.0, 0.0, -1.0, 0.0);
    const struct sim_vec3 rest = veh_stem_centre(&s.site, stem);
    while ((s.site.steps + OTHERS) % 12 != 5) // the log's place in the list has its turn later
        small_site_steps(&s, 1);
    sim_body_set_pose(s.site.world, s.site.machines[0].instance.bodies[BENCH_FRAME],
                      bench_at(3.0, 0.0, rest.z + 1.2));
    for (int i = 0; i < 12; i++) {
        veh_stem_destroy(&s.site, i);
        small_site_steps(&s, 1);
    }
    assert_false(veh_stem_frozen(&s.site.stems.items[stem]));
    small_site_finish(&s);
}

// Laid down and fused with the ground; the head comes down to it and it is loose, before it is
// touched; the head goes away and it is fused again.
static void a_tool_wakes_a_resting_log(void **state) {
    (void)state;
    static struct small_site s;
    static struct bench bench;
    bench_start(&s, &bench, 1.0);
    const struct ter_stem log = spruce_log(4.0);
    const int stem = veh_worksite_add_log(&s.site, &log, 3.0, 0.0, -1.0, 0.0);
    const struct sim_body_id lying = s.site.stems.items[stem].body;
    small_site_steps(&s, 100);
    assert_true(sim_body_fused(s.site.world, lying, s.site.ground));
    const struct sim_body_id frame = s.site.machines[0].instance.bodies[BENCH_FRAME];
    const struct sim_vec3 rest = sim_body_centre(s.site.world, lying);
    struct sim_pose pose = bench_at(3.0, 0.0, bench_height);
    while (pose.p.z > 1.6) {
        pose.p.z -= 0.1;
        sim_body_set_pose(s.site.world, frame, pose);
        small_site_steps(&s, 1);
        assert_true(sim_body_fused(s.site.world, lying, s.site.ground));
    }
    pose.p.z = rest.z + 1.2;
    sim_body_set_pose(s.site.world, frame, pose);
    small_site_steps(&s, 13); // a frozen stem is looked at every 12 steps
    assert_false(sim_body_fused(s.site.world, lying, s.site.ground));
    small_site_steps(&s, 300); // near enough: it stays loose, and does not wander
    assert_false(sim_body_fused(s.site.world, lying, s.site.ground));
    assert_near(sim_length(sim_sub(sim_body_centre(s.site.world, lying), rest)), 0.0, 0.01);
    pose.p.z = 5.0;
    sim_body_set_pose(s.site.world, frame, pose);
    small_site_steps(&s, 120);
    assert_true(sim_body_fused(s.site.world, lying, s.site.ground));
    small_site_finish(&s);
}

static void a_felled_tree_that_lies_is_told_once(void **state) {
    (void)state;
    static struct small_site s;
    static const struct veh_controls hands_off[VEH_MAX_MACHINES];
    small_site_init(&s, 0.0);
    const struct ter_stem stem = spruce();
    const struct sim_pose leaning = {{0.0, 0.0, 0.3}, sim_quat_rpy(0.0, 0.3, 0.0)};
    const int tree = veh_stem_create(&s.site, &stem, leaning, VEH_STEM_FELLED, -1);
    int down = 0;
    double when = 0.0;
    for (int i = 0; i < 1500; i++) {
        const struct veh_event *events;
        veh_worksite_step(&s.site, hands_off);
        const int count = veh_worksite_events(&s.site, &events);
        for (int k = 0; k < count; k++)
            if (events[k].kind == VEH_EVENT_STEM_DOWN) {
                assert_int_equal(events[k].stem, tree);
                when = events[k].time;
                down++;
            }
    }
    assert_int_equal(down, 1);
    // A rod of 22 m that tips about its foot from 0.3 rad: its own time is sqrt(2 l / (3 g)) = 1.2
    // s, and it takes about 2.3 of them to lie; a tapering stem is a little faster.
    assert_true(when > 1.5 && when < 6.0);
    assert_true(sim_body_fused(s.site.world, s.site.stems.items[tree].body, s.site.ground));
    small_site_finish(&s);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_forest_is_taken_up_before_time_runs),
        cmocka_unit_test(trees_near_the_machine_have_bodies),
        cmocka_unit_test(two_machines_share_the_trees),
        cmocka_unit_test(every_tree_of_a_thicket_has_a_body),
        cmocka_unit_test(a_felled_tree_does_not_stand_up_again),
        cmocka_unit_test(what_lies_far_off_has_no_body),
        cmocka_unit_test(resting_piles_freeze_and_stay_piles),
        cmocka_unit_test(what_is_leant_on_keeps_its_body),
        cmocka_unit_test(dormant_stems_are_restored),
        cmocka_unit_test(a_tool_wakes_a_resting_log),
        cmocka_unit_test(a_resting_log_has_its_turn_whatever_others_do),
        cmocka_unit_test(a_felled_tree_that_lies_is_told_once),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
