#include "sim/joint/frames.h"

#include <assert.h>

#include "sim/joint/kinds.h"

static void axes_of(struct sim_quat q, struct sim_vec3 e[3]) {
    const struct sim_mat3 m = sim_mat3_from_quat(q);
    for (int i = 0; i < 3; i++)
        e[i] = sim_vec3(m.m[0][i], m.m[1][i], m.m[2][i]);
}

void sim_row_builder_place(struct sim_row_builder *r, struct sim_pose fa, struct sim_pose fb) {
    r->fa = fa;
    r->fb = fb;
    axes_of(fa.q, r->e);
    axes_of(fb.q, r->f);
    // Sliding joints act at the anchor on b: the arm on a grows with the slide.
    const bool open = r->kind->open != 0;
    r->point = open ? fb.p : sim_scale(sim_add(fa.p, fb.p), 0.5);
    r->gap = sim_sub(fa.p, fb.p);
    r->arc = sim_vec3(0.0, 0.0, 0.0);
}

static bool turns(const struct sim_world *world, int group) {
    return group >= 0 && sim_group_turns(&world->groups.items[group]);
}

void sim_row_builder_init(struct sim_row_builder *r, struct sim_world *world, struct joint *joint) {
    r->world = world;
    r->joint = joint;
    r->kind = sim_joint_kind_of(joint);
    r->group_a = sim_group_of(world, joint->a);
    r->group_b = sim_group_of(world, joint->b);
    r->gain = world->def.k_er / world->def.step;
    r->steady = r->kind->points && !turns(world, r->group_a) && !turns(world, r->group_b);
    const struct sim_pose a = sim_centre_frame(world, joint->a),
                          b = sim_centre_frame(world, joint->b);
    sim_row_builder_place(r, sim_pose_mul(a, (struct sim_pose){joint->anchor_a, joint->frame_a}),
                          sim_pose_mul(b, (struct sim_pose){joint->anchor_b, joint->frame_b}));
}

static struct sim_vec3 body_point_velocity(const struct sim_world *world, int body,
                                           struct sim_vec3 p) {
    if (body < 0)
        return sim_vec3(0.0, 0.0, 0.0);
    return sim_body_velocity_at(&world->bodies.items[body], p);
}

// angle + 2 pi k, with the k that brings it nearest to the expected angle.
static double unwrapped(double angle, double expected) {
    return angle + 2.0 * SIM_PI * floor((expected - angle) / (2.0 * SIM_PI) + 0.5);
}

static double speed_of(const struct sim_row_builder *r, int axis) {
    const struct sim_world *world = r->world;
    const struct joint *joint = r->joint;
    const struct joint_kind *kind = r->kind;
    const struct sim_vec3 u = kind->direction(r, axis);
    if (kind->slides[axis])
        return sim_dot(u, sim_sub(body_point_velocity(world, joint->b, r->point),
                                  body_point_velocity(world, joint->a, r->point)));
    const struct sim_vec3 zero = {0.0, 0.0, 0.0};
    const struct sim_vec3 wa = joint->a >= 0 ? world->bodies.items[joint->a].w : zero;
    const struct sim_vec3 wb = joint->b >= 0 ? world->bodies.items[joint->b].w : zero;
    return sim_dot(u, sim_sub(wb, wa));
}

struct sim_row_builder *sim_joint_frame(struct sim_world *world, int joint) {
    assert(joint >= 0 && joint < world->joints.count);
    if (world->joints.count > world->frames.capacity)
        SIM_ARRAY_RESERVE(&world->frames, world->joints.count);
    sim_row_builder_init(&world->frames.items[joint], world, &world->joints.items[joint]);
    return &world->frames.items[joint];
}

static struct sim_vec3 anchor_at(const struct sim_world *world, int body, struct sim_vec3 anchor) {
    const struct body *b = &world->bodies.items[body];
    return sim_add(b->x, sim_rotate(b->q, anchor));
}

// As sim_joint_frame(), for a joint whose frames were known before and are steady.
static struct sim_row_builder *shift_frame(struct sim_world *world, int index) {
    struct sim_row_builder *r = &world->frames.items[index];
    const struct joint *joint = &world->joints.items[index];
    if (joint->a >= 0)
        r->fa.p = anchor_at(world, joint->a, joint->anchor_a);
    if (joint->b >= 0)
        r->point = r->fb.p = anchor_at(world, joint->b, joint->anchor_b);
    r->gap = sim_sub(r->fa.p, r->fb.p);
    return r;
}

void sim_joint_frames(struct sim_world *world) {
    for (int i = 0; i < world->joints.count; i++)
        if (world->joints.items[i].used)
            (void)sim_joint_frame(world, i);
    world->frames_known = true;
}

void sim_joint_update(struct sim_world *world, int index, double elapsed) {
    struct joint *joint = &world->joints.items[index];
    // A new joint has no frame before the next step.
    const bool known = world->frames_known && !world->dirty;
    const bool steady = known && world->frames.items[index].steady;
    const struct sim_row_builder *r =
        steady ? shift_frame(world, index) : sim_joint_frame(world, index);
    const struct joint_kind *kind = r->kind;
    for (int i = 0; i < kind->axes; i++) {
        const double q = kind->coordinate(r, i);
        joint->speed[i] = speed_of(r, i);
        // The frames give the angle up to whole turns; the speed tells which turn.
        joint->position[i] =
            kind->slides[i] ? q : unwrapped(q, joint->position[i] + elapsed * joint->speed[i]);
    }
    const double slide = kind->slide_error ? kind->slide_error(r) : 0.0;
    if (steady) {
        joint->error_m = fabs(slide);
        joint->error_rad = 0.0;
        return;
    }
    struct sim_vec3 gap = r->gap;
    for (int i = 0; i < 3; i++)
        if (kind->open & 1u << i)
            gap = sim_add_scaled(gap, r->e[i], -sim_dot(gap, r->e[i]));
    joint->error_m = sqrt(sim_dot(gap, gap) + slide * slide);
    joint->error_rad = fabs(kind->angle_error(r));
}
