#include "sim/joint/kinds.h"

static const struct joint_kind *kind_of(enum sim_joint_kind kind) {
    switch (kind) {
    case SIM_JOINT_BALL:
        return &sim_joint_ball;
    case SIM_JOINT_HINGE:
        return &sim_joint_hinge;
    case SIM_JOINT_UNIVERSAL:
    case SIM_JOINT_ARTICULATED:
        return &sim_joint_universal;
    case SIM_JOINT_PRISMATIC:
        return &sim_joint_prismatic;
    case SIM_JOINT_CYLINDRICAL:
        return &sim_joint_cylindrical;
    case SIM_JOINT_SCREW:
        return &sim_joint_screw;
    case SIM_JOINT_PLANAR:
        return &sim_joint_planar;
    case SIM_JOINT_SUSPENSION:
        return &sim_joint_suspension;
    case SIM_JOINT_STEERED_SUSPENSION:
        return &sim_joint_steered_suspension;
    default:
        return &sim_joint_rigid;
    }
}

const struct joint_kind *sim_joint_kind_of(const struct joint *joint) {
    return kind_of(joint->kind);
}

int sim_joint_kind_axes(enum sim_joint_kind kind) {
    return kind_of(kind)->axes;
}

int sim_joint_kind_directions(enum sim_joint_kind kind) {
    return kind_of(kind)->directions;
}

bool sim_joint_kind_slides(enum sim_joint_kind kind, int axis) {
    return kind_of(kind)->slides[axis];
}
