// Directions of friction of four contacts at once against one by one, with and without the
// instructions that not every processor has: the same bits, whether the contacts slide fast, creep,
// stick, or have neither speed nor impulse.
#include <string.h>

#include "sim/contact/friction.h"
#include "sim/world.h"
#include "tests/near.h"
#include "tests/sim/oracle.h"

enum { CASES = 20000 };

static struct sim_world *make_world(void) {
    const struct sim_world_def def = sim_default_world_def();
    struct sim_world *world = sim_world_create(&def);
    assert_non_null(world);
    struct sim_shape shape = {
        .kind = SIM_SHAPE_BOX, .pose = sim_pose_identity(), .half = {0.2, 0.2, 0.2}, .mass = 8.0};
    for (int i = 0; i < 2; i++) {
        struct sim_body_def body = sim_default_body_def();
        body.pose.p.x = 3.0 * i;
        body.shapes = &shape;
        body.shape_count = 1;
        sim_body_create(world, &body);
    }
    sim_world_step(world); // now there are groups
    return world;
}

static struct sim_vec3 random_vector(uint64_t *seed, double size) {
    return sim_scale(oracle_random_unit(seed), size);
}

// One of several sizes, the first of them none at all.
static double random_size(uint64_t *seed) {
    static const double sizes[] = {0.0, 1e-12, 3e-6, 1e-3, 0.02, 2.0};
    return sizes[(int)random_between(seed, 0.0, 6.0)];
}

static void move_bodies(uint64_t *seed, struct sim_world *world) {
    const double speed = random_size(seed), spin = random_size(seed);
    for (int i = 0; i < 2; i++) {
        struct group *g = &world->groups.items[world->bodies.items[i].group];
        g->v = random_vector(seed, speed);
        g->w = random_vector(seed, spin);
    }
}

static struct contact random_contact(uint64_t *seed, const struct sim_world *world) {
    struct contact c = {.group_a = world->bodies.items[0].group,
                        .group_b = world->bodies.items[1].group};
    const struct sim_vec3 n = oracle_random_unit(seed);
    c.pub.friction = c.pub.friction_across = random_between(seed, 0.0, 1.0) < 0.1 ? 0.0 : 0.6;
    c.pub.point.normal = n;
    c.grain[0] = sim_perpendicular(n);
    c.grain[1] = sim_cross(n, c.grain[0]);
    return c;
}

static void make_old(uint64_t *seed, struct contact *old) {
    const struct sim_vec3 n = oracle_random_unit(seed);
    const double push = random_size(seed);
    *old = (struct contact){.stick = random_vector(seed, random_size(seed))};
    old->tangent[0] = sim_perpendicular(n);
    old->tangent[1] = sim_cross(n, old->tangent[0]);
    old->bound[0] = old->bound[1] = 0.6;
    old->impulse[0] = push;
    old->impulse[1] = 0.6 * push * (random_between(seed, 0.0, 1.0) < 0.5 ? 1.0 : 0.3);
    old->impulse[2] = random_between(seed, -0.6, 0.6) * push;
}

static void assert_same(const struct contact *a, const struct contact *b) {
    assert_int_equal(a->warm, b->warm);
    assert_memory_equal(&a->stick, &b->stick, sizeof a->stick);
    assert_memory_equal(a->tangent, b->tangent, sizeof a->tangent);
    assert_memory_equal(a->bound, b->bound, sizeof a->bound);
    assert_memory_equal(a->impulse, b->impulse, sizeof a->impulse);
}

static void four_at_once_are_four_one_by_one(void **state) {
    (void)state;
    struct sim_world *world = make_world();
    uint64_t seed = 9;
    int slow = 0;
    for (int i = 0; i < CASES; i++) {
        struct contact one[4], wide[4], narrow[4], last[4];
        const struct contact *old[4];
        const int count = 1 + i % 4;
        move_bodies(&seed, world);
        one[0] = random_contact(&seed, world);
        for (int k = 0; k < 4; k++) {
            one[k] = one[0];
            one[k].pub.point.position = random_vector(&seed, 2.0);
            make_old(&seed, &last[k]);
            old[k] = &last[k < count ? k : 0];
        }
        memcpy(wide, one, sizeof wide);
        memcpy(narrow, one, sizeof narrow);
        sim_contact_tangents_of_four(world, wide, old, count);
        sim_contact_tangents_of_four_narrow(world, narrow, old, count);
        for (int k = 0; k < count; k++) {
            sim_contact_tangents(world, &one[k], old[k]);
            assert_same(&one[k], &wide[k]);
            assert_same(&one[k], &narrow[k]);
            slow += one[k].bound[1] >= one[k].bound[0];
        }
        for (int k = count; k < 4; k++)
            assert_false(wide[k].warm); // not touched
    }
    assert_true(slow > CASES / 4 && slow < 2 * CASES); // some stuck, some slid
    sim_world_destroy(world);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(four_at_once_are_four_one_by_one)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
