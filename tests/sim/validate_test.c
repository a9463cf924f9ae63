// Each invariant of a world is broken once, seen, and put right again.
#include "sim/validate.h"

#include <string.h>

#include "sim/contact/contact_impl.h"
#include "sim/joint/differential_impl.h"
#include "sim/joint/guide.h"
#include "sim/joint/guide_impl.h"
#include "sim/joint/joints.h"
#include "sim/state/state.h"
#include "sim/world.h"
#include "tests/near.h"

// A floor, two pairs of boxes on it, each joined by a hinge, and a guide.
static struct sim_world *some_world(void) {
    const struct sim_world_def world_def = sim_default_world_def();
    struct sim_world *world = sim_world_create(&world_def);
    struct sim_shape box = {
        .kind = SIM_SHAPE_BOX, .pose = {.q = {1.0, 0.0, 0.0, 0.0}}, .collides = true};
    struct sim_body_def def = sim_default_body_def();
    assert_non_null(world);
    box.half = sim_vec3(5.0, 5.0, 0.5);
    def.shapes = &box;
    def.shape_count = 1;
    def.fixed = true;
    def.pose.p.z = -0.5;
    (void)sim_body_create(world, &def);
    struct sim_body_id body[4];
    for (int i = 0; i < 4; i++) {
        box.half = sim_vec3(0.2, 0.2, 0.2);
        box.mass = 50.0;
        def.fixed = false;
        def.pose.p = sim_vec3(i < 2 ? -2.0 + 0.5 * i : 2.0 + 0.5 * (i - 2), 0.0, 0.199);
        body[i] = sim_body_create(world, &def);
    }
    struct sim_joint_id hinge[2];
    for (int i = 0; i < 2; i++) {
        struct sim_joint_def joint = sim_default_joint_def();
        joint.a = body[2 * i];
        joint.b = body[2 * i + 1];
        joint.anchor = sim_vec3(i == 0 ? -1.75 : 2.25, 0.0, 0.2);
        hinge[i] = sim_joint_create(world, &joint);
    }
    struct sim_differential_def gear = sim_default_differential_def();
    gear.joint[0] = hinge[0];
    gear.joint[1] = hinge[1];
    (void)sim_differential_create(world, &gear);
    struct sim_guide_def guide = sim_default_guide_def();
    guide.body = body[0];
    (void)sim_guide_create(world, &guide);
    return world;
}

// Writes a value to where it does not belong, looks for the words, and writes the old one back.
static void expect(struct sim_world *world, int *place, int value, const char *words) {
    const int before = *place;
    assert_null(sim_world_validate(world));
    *place = value;
    const char *problem = sim_world_validate(world);
    assert_non_null(problem);
    if (strstr(problem, words) == NULL)
        fail_msg("'%s' does not say '%s'", problem, words);
    *place = before;
    assert_null(sim_world_validate(world));
}

static void expect_off(struct sim_world *world, bool *place, const char *words) {
    *place = false;
    assert_non_null(sim_world_validate(world));
    assert_non_null(strstr(sim_world_validate(world), words));
    *place = true;
    assert_null(sim_world_validate(world));
}

static void broken_references_are_seen(void **state) {
    (void)state;
    struct sim_world *world = some_world();
    assert_null(sim_world_validate(world)); // before the first step
    for (int i = 0; i < 20; i++)
        sim_world_step(world);
    struct body *body = &world->bodies.items[1];
    expect(world, &body->group, world->groups.count, "group that does not exist");
    expect(world, &body->group, -1, "enabled");
    expect(world, &body->shape_count, 0, "number of shapes");
    expect_off(world, &body->enabled, "enabled");
    struct joint *joint = &world->joints.items[0];
    expect(world, &joint->a, world->bodies.count, "holds a body that does not exist");
    expect(world, &joint->b, joint->a, "to itself");
    expect_off(world, &joint->used, "a differential couples");
    struct sim_guide_def *guide = &world->guides.items[0].def;
    const uint32_t generation = guide->body.generation++;
    assert_non_null(strstr(sim_world_validate(world), "a guide moves"));
    guide->body.generation = generation;
    assert_null(sim_world_validate(world));
    sim_world_destroy(world);
}

static void broken_results_of_a_step_are_seen(void **state) {
    (void)state;
    struct sim_world *world = some_world();
    for (int i = 0; i < 20; i++)
        sim_world_step(world);
    assert_true(world->contacts.count >= 8);
    assert_int_equal(world->clusters.count, 1); // the gear ties them together
    const int moving = world->cluster_groups.items[0];
    expect(world, &world->groups.items[moving].body, 0, "body of another group");
    expect(world, &world->groups.items[moving].index, 3, "at the place in its cluster");
    expect(world, &world->groups.items[moving].cluster, 1, "at the place in its cluster");
    expect(world, &world->items.items[2].body, 3, "among those of its body");
    expect(world, &world->items.items[2].shape, 1, "shape that does not exist");
    expect(world, &world->boxes.count, world->boxes.count - 1, "differ in number");
    expect(world, &world->cluster_bodies.items[1], 1, "ascending");
    expect(world, &world->clusters.items[0].group_count, 3, "in no cluster");
    struct contact *contacts = world->contacts.items;
    expect(world, &contacts[0].pub.shape_a, 7, "a contact refers to");
    const struct contact held = contacts[0];
    contacts[0] = contacts[1];
    contacts[1] = held;
    assert_non_null(strstr(sim_world_validate(world), "order of their keys"));
    contacts[1] = contacts[0];
    contacts[0] = held;
    assert_null(sim_world_validate(world));
    sim_world_destroy(world);
}

// Creating, destroying and switching off between two steps leaves no broken reference either.
static void changes_from_outside_leave_a_valid_world(void **state) {
    (void)state;
    struct sim_world *world = some_world();
    for (int i = 0; i < 20; i++) {
        sim_world_step(world);
        assert_null(sim_world_validate(world));
        const struct sim_body_id first = sim_body_next(world, (struct sim_body_id){0});
        const struct sim_body_id second = sim_body_next(world, first);
        if (i == 5)
            sim_body_set_enabled(world, second, false);
        if (i == 10)
            sim_body_set_enabled(world, second, true);
        if (i == 15)
            sim_body_destroy(world, second);
        assert_null(sim_world_validate(world));
    }
    sim_world_destroy(world);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(broken_references_are_seen),
        cmocka_unit_test(broken_results_of_a_step_are_seen),
        cmocka_unit_test(changes_from_outside_leave_a_valid_world),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
