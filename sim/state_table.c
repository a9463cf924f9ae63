#include "sim/state_table.h"

#include "sim/contact/contact_impl.h"
#include "sim/contact/magnet_impl.h"
#include "sim/joint/differential_impl.h"
#include "sim/joint/guide_impl.h"
#include "sim/joint/joints.h"
#include "sim/joint/resistance_impl.h"
#include "sim/state/state.h"

#define MADE(type, member)                                                                         \
    { offsetof(struct type, member), sizeof(((struct type *)0)->member), false }
#define MOVES(type, member)                                                                        \
    { offsetof(struct type, member), sizeof(((struct type *)0)->member), true }
#define TABLE(type, fields)                                                                        \
    const struct sim_state_table sim_state_##type = {                                              \
        sizeof(struct type), (int)(sizeof fields / sizeof fields[0]), fields}

static const struct sim_state_field body_fields[] = {
    MADE(body, used),
    MADE(body, enabled),
    MADE(body, fixed),
    MADE(body, generation),
    MADE(body, name),
    MADE(body, user),
    MADE(body, mass),
    MADE(body, drag),
    MOVES(body, x),
    MOVES(body, q),
    MOVES(body, v),
    MOVES(body, w),
    MOVES(body, a),
    MOVES(body, force),
    MOVES(body, torque),
    MADE(body, group),
    MADE(body, x_in_group),
    MADE(body, q_in_group),
    MADE(body, colliders),
    MADE(body, has_solver),
    MADE(body, solver),
    MADE(body, footing.on),
    MADE(body, footing.grain),
    MADE(body, footing.friction),
    MADE(body, footing.friction_across),
    MADE(body, footing.give),
    MADE(body, footing.stop),
    MADE(body, footing.stop_length),
};
TABLE(body, body_fields);

static const struct sim_state_field group_fields[] = {
    MADE(group, moves), MADE(group, jointed), MADE(group, body),    MADE(group, mass),
    MADE(group, drag),  MADE(group, inertia), MADE(group, inverse), MOVES(group, x),
    MOVES(group, v),    MOVES(group, w),      MOVES(group, a),      MOVES(group, momentum),
    MOVES(group, q),
};
TABLE(group, group_fields);

static const struct sim_state_field joint_fields[] = {
    MADE(joint, used),
    MADE(joint, generation),
    MADE(joint, name),
    MADE(joint, kind),
    MADE(joint, a),
    MADE(joint, b),
    MADE(joint, anchor_a),
    MADE(joint, anchor_b),
    MADE(joint, pitch),
    MADE(joint, length),
    MADE(joint, curve),
    MADE(joint, first_edge),
    MADE(joint, edges),
    MADE(joint, held),
    MADE(joint, frame_a),
    MADE(joint, frame_b),
    MADE(joint, axis),
    MOVES(joint, position),
    MOVES(joint, speed),
    MOVES(joint, integral),
    MOVES(joint, motor_impulse),
    MOVES(joint, limit_impulse),
    MOVES(joint, spring_impulse),
    MADE(joint, brake_impulse), // its effect shows in the speeds
    MADE(joint, other_limit_impulse),
    MADE(joint, motor_row),
    MADE(joint, limit_row),
    MADE(joint, spring_row),
    MADE(joint, brake_row),
    MADE(joint, other_limit_row),
    MADE(joint, error_m),
    MADE(joint, error_rad),
    MADE(joint, separate_collider_groups),
    MADE(joint, blocked),
    MADE(joint, forbid_unification),
    MADE(joint, elastic),
    MADE(joint, soft),
    MADE(joint, first_row),
    MADE(joint, row_count),
    MOVES(joint, impulse),
    MADE(joint, measured),
    MADE(joint, broken),
    MADE(joint, break_force),
    MADE(joint, load),
};
TABLE(joint, joint_fields);

static const struct sim_state_field differential_fields[] = {
    MADE(differential, used),   MADE(differential, generation), MADE(differential, def),
    MADE(differential, broken), MADE(differential, offset),     MOVES(differential, impulse),
    MADE(differential, bend),
};
TABLE(differential, differential_fields);

// Definitions are listed member by member, because they have padding.
static const struct sim_state_field resistance_fields[] = {
    MADE(resistance, used),           MADE(resistance, generation), MADE(resistance, def.name),
    MADE(resistance, def.body),       MADE(resistance, def.point),  MADE(resistance, def.direction),
    MADE(resistance, def.with_body),  MADE(resistance, def.turns),  MADE(resistance, def.force_low),
    MADE(resistance, def.force_high), MOVES(resistance, impulse),
};
TABLE(resistance, resistance_fields);

static const struct sim_state_field guide_fields[] = {
    MADE(guide, used),       MADE(guide, generation),    MADE(guide, def.name),
    MADE(guide, def.body),   MADE(guide, def.anchor),    MADE(guide, def.mode),
    MADE(guide, def.axes),   MADE(guide, def.velocity),  MADE(guide, def.angular_velocity),
    MADE(guide, def.target), MADE(guide, def.kp),        MADE(guide, def.ki),
    MADE(guide, def.kd),     MADE(guide, def.speed_max), MADE(guide, def.turn_max),
    MADE(guide, def.force),  MADE(guide, def.torque),    MOVES(guide, integral),
    MOVES(guide, impulse),
};
TABLE(guide, guide_fields);

static const struct sim_state_field magnet_fields[] = {
    MADE(magnet, used),
    MADE(magnet, generation),
    MADE(magnet, def.name),
    MADE(magnet, def.body),
    MADE(magnet, def.on),
    MADE(magnet, def.material),
    MADE(magnet, def.holds_fixed),
    MADE(magnet, def.break_force),
    MADE(magnet, def.break_torque),
    MADE(magnet, bond),
};
TABLE(magnet, magnet_fields);

// pub is listed member by member: it has padding, and snapshots of the same state must have the
// same bytes.
static const struct sim_state_field contact_fields[] = {
    MADE(contact, pub.a),
    MADE(contact, pub.b),
    MADE(contact, pub.shape_a),
    MADE(contact, pub.shape_b),
    MADE(contact, pub.point.position),
    MADE(contact, pub.point.normal),
    MADE(contact, pub.point.depth),
    MADE(contact, pub.point.feature),
    MADE(contact, pub.friction),
    MADE(contact, pub.friction_across),
    MADE(contact, pub.restitution),
    MADE(contact, pub.force),
    MADE(contact, pub.tangential),
    MOVES(contact, key),
    MOVES(contact, stick),
    MOVES(contact, rolled),
    MADE(contact, grain),
    MADE(contact, tangent),
    MADE(contact, bound),
    MOVES(contact, impulse),
    MADE(contact, stiffness),
    MADE(contact, damping),
    MADE(contact, rolling),
    MADE(contact, stop),
    MADE(contact, stop_length),
    MADE(contact, warm),
    MADE(contact, group_a),
    MADE(contact, group_b),
};
TABLE(contact, contact_fields);

static const struct sim_state_field world_fields[] = {
    MOVES(sim_world, time),
    MOVES(sim_world, steps),
    MADE(sim_world, materials),
    MADE(sim_world, material_count),
    MADE(sim_world, pairs),
    MADE(sim_world, bodies.count),
    MADE(sim_world, joints.count),
    MADE(sim_world, differentials.count),
    MADE(sim_world, resistances.count),
    MADE(sim_world, guides.count),
    MADE(sim_world, magnets.count),
    MADE(sim_world, groups.count),
    MADE(sim_world, contacts.count),
    MADE(sim_world, dirty),
    MADE(sim_world, stats),
    MADE(sim_world, fault),
};
const struct sim_state_table sim_state_world = {
    sizeof(struct sim_world), (int)(sizeof world_fields / sizeof world_fields[0]), world_fields};
