// The load of a joint: force and torque of all its rows on b, from the impulses of the solver
// (Jung 5.3.5).
//
// A row with block j on a group and impulse x pushes it by j x about its centre. A joint acts on a
// and b with opposite signs, so a's blocks give the load if b is static. A torque T about c is T +
// (c - p) x F about p.
#include "sim/joint/load.h"

#include <assert.h>
#include <math.h>

#include "sim/joint/builder.h"

struct load {
    struct sim_vec3 force, torque; // [N s], [N m s] about centre
    int block;                     // the group whose blocks are added up
};

static void add_row(struct load *load, const struct sim_row *row) {
    for (int k = 0; k < row->count; k++) {
        const double *j = row->j[k];
        if (row->body[k] != load->block)
            continue;
        load->force = sim_add_scaled(load->force, sim_vec3(j[0], j[1], j[2]), row->x);
        load->torque = sim_add_scaled(load->torque, sim_vec3(j[3], j[4], j[5]), row->x);
    }
}

// All rows of the joint: they are consecutive and share a node.
static void add_rows(struct load *load, const struct work *work, int first) {
    for (int i = first;
         i < work->rows.count && work->rows.items[i].node == work->rows.items[first].node; i++)
        add_row(load, &work->rows.items[i]);
}

// Motors in force mode have no row. to: reference point of torques.
static void add_forces(struct load *load, const struct sim_row_builder *r, struct sim_vec3 to) {
    const struct joint *joint = r->joint;
    const struct joint_kind *kind = r->kind;
    for (int i = 0; i < kind->axes && !joint->blocked; i++) {
        if (joint->axis[i].motor.mode != SIM_MOTOR_FORCE)
            continue;
        const struct sim_vec3 f = sim_scale(kind->direction(r, i), joint->motor_impulse[i]);
        if (kind->slides[i]) {
            load->force = sim_add(load->force, f);
            load->torque = sim_add(load->torque, sim_cross(sim_sub(r->point, to), f));
        } else {
            load->torque = sim_add(load->torque, f);
        }
    }
}

void sim_joint_store_load(struct sim_world *world, const struct work *work, int index) {
    assert(index >= 0 && index < world->joints.count);
    struct joint *joint = &world->joints.items[index];
    const struct sim_row_builder *r = &world->frames.items[index];
    const int side = r->block[1] >= 0 ? 1 : 0;
    struct load load = {.block = r->block[side]};
    if (load.block < 0)
        return;
    add_rows(&load, work, joint->first_row);
    if (side == 0) {
        load.force = sim_neg(load.force);
        load.torque = sim_neg(load.torque);
    }
    const struct sim_vec3 anchor = r->fb.p;
    const struct sim_vec3 centre = world->groups.items[side == 1 ? r->group_b : r->group_a].x;
    load.torque = sim_add(load.torque, sim_cross(sim_sub(centre, anchor), load.force));
    add_forces(&load, r, anchor);
    const struct sim_quat q = joint->b >= 0 ? world->bodies.items[joint->b].q : sim_quat_identity();
    joint->load[0] = sim_unrotate(q, sim_scale(load.force, 1.0 / world->def.step));
    joint->load[1] = sim_unrotate(q, sim_scale(load.torque, 1.0 / world->def.step));
}

static bool breaks(const struct joint *joint) {
    return joint->used && !joint->broken && isfinite(joint->break_force) &&
           sim_length(joint->load[0]) > joint->break_force;
}

void sim_joints_break(struct sim_world *world) {
    int measured = 0;
    for (int c = 0; c < world->clusters.count; c++)
        measured += world->clusters.items[c].measured;
    for (int i = 0; i < world->joints.count && measured > 0; i++) {
        struct joint *joint = &world->joints.items[i];
        if (!breaks(joint))
            continue;
        joint->broken = true;
        world->dirty = true;
    }
}
