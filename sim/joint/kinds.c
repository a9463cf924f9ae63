#include "sim/joint/kinds.h"

#include <assert.h>

#include "sim/joint/builder.h"

// Name in files, constant of enum sim_joint_kind, interface.
#define KINDS(KIND)                                                                                \
    KIND("ball", BALL, ball)                                                                       \
    KIND("hinge", HINGE, hinge)                                                                    \
    KIND("universal", UNIVERSAL, universal)                                                        \
    KIND("prismatic", PRISMATIC, prismatic)                                                        \
    KIND("cylindrical", CYLINDRICAL, cylindrical)                                                  \
    KIND("rigid", RIGID, rigid)                                                                    \
    KIND("articulated", ARTICULATED, universal)                                                    \
    KIND("screw", SCREW, screw)                                                                    \
    KIND("planar", PLANAR, planar)                                                                 \
    KIND("suspension", SUSPENSION, suspension)                                                     \
    KIND("steered_suspension", STEERED_SUSPENSION, steered_suspension)                             \
    KIND("link", LINK, link)                                                                       \
    KIND("distance", DISTANCE, distance)                                                           \
    KIND("rail", RAIL, rail)                                                                       \
    KIND("plane", PLANE, plane)                                                                    \
    KIND("path", PATH, path)
#define ENTRY(name, constant, kind) [SIM_JOINT_##constant] = {name, &sim_joint_##kind},
#define ONE(name, constant, kind) +1

static const struct {
    const char *name;
    const struct joint_kind *kind;
} kinds[] = {KINDS(ENTRY)};
// A second entry for a constant is a warning, so equal numbers of entries and constants mean that
// none is missing.
_Static_assert(0 KINDS(ONE) == SIM_JOINT_KINDS, "every joint kind has one entry");

static const struct joint_kind *kind_of(enum sim_joint_kind kind) {
    assert((int)kind >= 0 && kind < SIM_JOINT_KINDS);
    return kinds[kind].kind;
}

const char *sim_joint_kind_name(enum sim_joint_kind kind) {
    assert((int)kind >= 0 && kind < SIM_JOINT_KINDS);
    return kinds[kind].name;
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

int sim_joint_kind_required_directions(enum sim_joint_kind kind) {
    return kind_of(kind)->directions - kind_of(kind)->chosen;
}

int sim_joint_kind_allowed_directions(enum sim_joint_kind kind) {
    return kind_of(kind)->directions + kind_of(kind)->optional;
}

bool sim_joint_kind_points(enum sim_joint_kind kind) {
    return kind_of(kind)->points;
}

bool sim_joint_kind_slides(enum sim_joint_kind kind, int axis) {
    assert(axis >= 0 && axis < SIM_JOINT_AXES);
    return kind_of(kind)->slides[axis];
}

int sim_joint_kind_along(enum sim_joint_kind kind, int axis) {
    assert(axis >= 0 && axis < sim_joint_kind_axes(kind));
    return kind_of(kind)->along[axis];
}
