#include "data/model/keys.h"

#include "sim/model/model.h"

#define LENGTH 1e4 // [m] nothing on a worksite is larger
#define TINY 1e-4  // [m]
#define MASS 1e7   // [kg]
#define FORCE 1e9  // [N] or [N m]
#define GAIN 1e12

// clang-format off
#define KEY(ID, group, key, type, unit, standard, low, high, choices, inner, help) \
    {DAT_SECTION_##ID, #key, DAT_KEY_##type, unit, standard, low, high, choices, inner, \
     offsetof(struct dat_model_##group, key), help}
#define NUMBERS(ID, group, key, type, unit, standard, low, high, help) \
    KEY(ID, group, key, type, unit, standard, low, high, "", 0, help)
#define NUMBER(ID, group, key, unit, standard, low, high, help) \
    NUMBERS(ID, group, key, NUMBER, unit, standard, low, high, help)
#define WORD(ID, group, key, type, standard, help) \
    KEY(ID, group, key, type, "", standard, 0, 0, "", 0, help)
#define CHOICE(ID, group, key, standard, choices, help) \
    KEY(ID, group, key, CHOICE, "", standard, 0, 0, choices, 0, help)
#define NAME_OF(ID, group, key, standard, what, help) \
    KEY(ID, group, key, REFERENCE, "", standard, 0, 0, what, 0, help)
#define NAMES_OF(ID, group, key, standard, what, help) \
    KEY(ID, group, key, NAMES, "", standard, 0, 0, what, 0, help)
#define GROUP(ID, group, key, standard, INNER, help) \
    KEY(ID, group, key, SECTION, "", standard, 0, 0, "", DAT_SECTION_##INNER, help)
#define LIST(ID, group, key, INNER, help) \
    KEY(ID, group, key, SECTIONS, "", "", 0, 0, "", DAT_SECTION_##INNER, help)
#define POSITION(ID, group, help) \
    NUMBERS(ID, group, position, VECTOR, "m", "[0, 0, 0]", -LENGTH, LENGTH, help)
#define ROTATION(ID, group, help) \
    NUMBERS(ID, group, rotation_deg, VECTOR, "deg", "[0, 0, 0]", -360, 360, help)

static const struct dat_key keys[] = {
    CHOICE(FILE, file, kind, NULL, "harvester|forwarder|part|model",
           "kind of file: `harvester` and `forwarder` are machines for a worksite, a `part` is for use in other files, a `model` is anything else"),
    WORD(FILE, file, name, TEXT, NULL, "title shown to the user, at most 63 bytes"),
    WORD(FILE, file, class, TEXT, "", "class of `figures.yaml` whose real figures `kranich machine` compares it with, at most 31 bytes; default: the one of its kind and mass"),
    NUMBERS(FILE, file, parameters, NUMBERS, "", "", -GAIN, GAIN, "numbers that expressions in this file may use; a file that includes it as a part may set others"),
    GROUP(FILE, file, world, "", WORLD, "step, gravity and solver for `kranich simulate`; ignored on a worksite and in a file that is used as a part"),
    LIST(FILE, file, materials, MATERIAL, "surface materials"),
    LIST(FILE, file, pairs, PAIR, "friction and restitution between two given materials"),
    LIST(FILE, file, inputs, INPUT, "values that the operator or another program sets"),
    LIST(FILE, file, bodies, BODY, "rigid bodies"),
    LIST(FILE, file, joints, JOINT, "joints between bodies"),
    LIST(FILE, file, differentials, DIFFERENTIAL, "couplings of two or three joint axes"),
    LIST(FILE, file, threads, THREAD, "threads over several points, as over pulleys or from a winch"),
    LIST(FILE, file, ropes, ROPE, "ropes, hoses and chains of many points"),
    LIST(FILE, file, resistances, RESISTANCE, "forces that brake single bodies"),
    LIST(FILE, file, forces, APPLIED_FORCE, "forces and torques on single bodies"),
    LIST(FILE, file, guides, GUIDE, "direct control of single bodies"),
    LIST(FILE, file, magnets, MAGNET, "bodies that hold the bodies they touch"),
    LIST(FILE, file, sensors, SENSOR, "measured values: the outputs of the model"),
    LIST(FILE, file, parts, PART, "other files included in this one"),
    LIST(FILE, file, cameras, CAMERA, "views"),

    NUMBER(WORLD, world, step, "s", "0.01", 1e-5, 0.1, "length of a step, constant"),
    NUMBERS(WORLD, world, gravity, VECTOR, "m/s^2", "[0, 0, -9.81]", -100, 100, "acceleration of a falling body"),
    NUMBERS(WORLD, world, wind, VECTOR, "m/s", "[0, 0, 0]", -1e3, 1e3, "velocity of the air or water, which takes bodies with `drag` along"),
    CHOICE(WORLD, world, solver, "sparse", SIM_SOLVER_WORDS, "`sparse` and `dantzig` solve each step exactly, `pgs` (projected Gauss-Seidel) approximately"),
    NUMBERS(WORLD, world, iterations, INTEGER, "", "100", 1, 10000, "sweeps of pgs per step"),
    WORD(WORLD, world, cold_start, YES_NO, "false", "`true`: pgs starts each step from zero impulses instead of those of the last step"),
    CHOICE(WORLD, world, shock_propagation, "none", "none|plain|optimised", "treats the lower bodies of a stack as immovable for those above them: in every direction (`plain`) or downwards only (`optimised`); high stacks then need few sweeps of pgs to stand, but the weight of a load does not reach the bodies below"),
    NUMBER(WORLD, world, stabilisation, "", "0.5", 0, 1, "share of a joint's position error that is corrected in each step"),
    NUMBER(WORLD, world, contact_stabilisation, "", "0.15", 1e-6, 1, "the same for the penetration depth of contacts"),
    CHOICE(WORLD, world, broad_phase, "grid", "grid|sweep", "search for pairs of shapes that may touch: a uniform grid, or sweep and prune along one axis; both find the same pairs"),
    NUMBER(WORLD, world, grid_cell, "m", "2", 0.01, 1000, "edge of a cell of the collision grid, about the size of a typical shape"),
    NUMBER(WORLD, world, margin, "m", "0.01", 0, 1, "contacts are created when surfaces are this close"),
    NUMBER(WORLD, world, look_ahead, "m", "0.25", 0, 100, "bodies that approach fast get their contacts up to this much earlier; 0: never before they are within `margin`"),
    NUMBER(WORLD, world, deepest_contact, "m", "0", 0, 1, "adaptive steps: a step in which a contact gets deeper than this, or a shape passes through another, is undone and repeated in shorter ones; 0: constant steps"),
    NUMBERS(WORLD, world, halvings, INTEGER, "", "6", 0, 12, "adaptive steps: how many times a step may be halved"),
    CHOICE(WORLD, world, impact, "stronge", "newton|poisson|stronge", "meaning of the restitution: ratio of the speeds after and before the impact (`newton`), of the impulses of its two phases (`poisson`), or square root of the ratio of their work (`stronge`)"),
    NUMBER(WORLD, world, impact_speed, "m/s", "0.05", 1e-6, 100, "bodies that approach more slowly than this do not bounce"),

    WORD(MATERIAL, material, name, NAME, NULL, "name; several parts may define the same material if all its values are equal"),
    NUMBER(MATERIAL, material, friction, "", "0.6", 0, 10, "coefficient of friction; between two materials the smaller one applies, unless `pairs` gives one"),
    NUMBER(MATERIAL, material, friction_across, "", "", 0, 10, "coefficient across the grain, with `friction` that along it; default: the same in all directions"),
    NUMBERS(MATERIAL, material, grain, AXIS, "", "x", -1e6, 1e6, "direction of the grain in the body's frame; between two materials with a grain, that of the first body applies"),
    NUMBER(MATERIAL, material, restitution, "", "0", 0, 1, "coefficient of restitution, see `impact` of the world; between two materials the smaller one applies, unless `pairs` gives one; 0 or an approach below the world's `impact_speed`: no bounce"),
    NUMBER(MATERIAL, material, stiffness, "N/m", "2e6", 1, GAIN, "stiffness of one contact point; two materials act in series; see [modelling.md](modelling.md) for how to choose"),
    NUMBER(MATERIAL, material, damping, "N s/m", "4e4", 0, GAIN, "damping of one contact point; 0 in both materials: as the world's `contact_stabilisation` asks"),

    NAMES_OF(PAIR, pair, materials, NULL, "materials", "two names, of this file's materials or of `ground`, `wood` and `bark`, which the worksite defines"),
    NUMBER(PAIR, pair, friction, "", "", 0, 10, "coefficient of friction between the two; default: the smaller one"),
    NUMBER(PAIR, pair, friction_across, "", "", 0, 10, "coefficient across the grain; default: `friction`"),
    NUMBER(PAIR, pair, restitution, "", "", 0, 1, "coefficient of restitution between the two; default: the smaller one"),

    WORD(BODY, body, name, NAME, NULL, "its name, unique among the file's bodies"),
    POSITION(BODY, body, "origin of the body frame in the file's frame"),
    ROTATION(BODY, body, "roll about x, then pitch about y, then yaw about z (fixed axes) of the body frame"),
    NUMBERS(BODY, body, velocity, VECTOR, "m/s", "[0, 0, 0]", -1e3, 1e3, "initial velocity of the centre of mass, in the file's frame"),
    NUMBERS(BODY, body, angular_velocity, VECTOR, "rad/s", "[0, 0, 0]", -1e3, 1e3, "initial angular velocity, in the file's frame"),
    WORD(BODY, body, fixed, YES_NO, "false", "`true`: the body never moves"),
    WORD(BODY, body, point, YES_NO, "false", "`true`: a mass point, which has a place but does not turn; its shapes, if any, are spheres around it, and joints hold it by `ball`, `rail`, `plane`, `path`, `link` or `distance`"),
    NUMBER(BODY, body, drag, "N s/m", "0", 0, GAIN, "Stokes friction: force per speed of its centre of mass against the wind"),
    NUMBER(BODY, body, mass, "kg", "", TINY, MASS, "mass of the whole body; without `inertia` it is distributed over the shapes by volume, and these must have no mass of their own"),
    NUMBERS(BODY, body, centre, VECTOR, "m", "", -LENGTH, LENGTH, "centre of mass in the body frame; needs `mass`; default: from the shapes, [0, 0, 0] with `inertia`"),
    NUMBERS(BODY, body, inertia, INERTIA, "kg m^2", "", -GAIN, GAIN, "about the centre, axes of the body frame; needs `mass`; default: from the shapes"),
    CHOICE(BODY, body, solver, "", SIM_SOLVER_WORDS, "solver for all bodies connected with this one by joints or contacts; where they name different ones, the first in this order applies; default: that of the part, else of the world"),
    LIST(BODY, body, shapes, SHAPE, "shapes that make up the body"),
    NAME_OF(BODY, body, material, "", "a material", "default of the shapes' `material`"),
    CHOICE(BODY, body, look, "paint", SIM_LOOK_WORDS, "default of the shapes' `look`"),
    WORD(BODY, body, colour, COLOUR, "#b0b0b0", "default of the shapes' `colour`"),

    NUMBERS(SHAPE, shape, box, VECTOR, "m", "", TINY, LENGTH, "full lengths along x, y and z"),
    NUMBER(SHAPE, shape, sphere, "m", "", TINY, LENGTH, "radius"),
    GROUP(SHAPE, shape, capsule, "", CAPSULE, "rod with round ends"),
    GROUP(SHAPE, shape, cylinder, "", CYLINDER, "cylinder"),
    GROUP(SHAPE, shape, cone, "", CONE, "truncated cone"),
    GROUP(SHAPE, shape, hull, "", HULL, "convex solid"),
    GROUP(SHAPE, shape, mesh, "", MESH, "triangle mesh"),
    GROUP(SHAPE, shape, heightfield, "", HEIGHTFIELD, "ground on a regular grid, on a fixed body"),
    POSITION(SHAPE, shape, "centre of a box or a sphere, origin of a hull's points, a mesh's vertices or a heightfield in the body frame"),
    ROTATION(SHAPE, shape, "roll, pitch and yaw of a box, a hull or a mesh in the body frame"),
    NUMBER(SHAPE, shape, mass, "kg", "", TINY, MASS, "mass; default: none"),
    NUMBER(SHAPE, shape, density, "kg/m^3", "", TINY, DAT_MODEL_MAX_DENSITY, "mass per volume, instead of `mass`"),
    NAME_OF(SHAPE, shape, material, "", "a material", "surface material; default: that of the body"),
    WORD(SHAPE, shape, collides, YES_NO, "true", "`false`: has mass and is drawn, but does not collide"),
    WORD(SHAPE, shape, passive, YES_NO, "false", "`true`: does not collide with other passive shapes"),
    CHOICE(SHAPE, shape, look, "", SIM_LOOK_WORDS, "how the surface is drawn, `none`: not at all; default: that of the body"),
    WORD(SHAPE, shape, colour, COLOUR, "", "colour; default: that of the body"),

    NUMBERS(CAPSULE, capsule, from, VECTOR, "m", NULL, -LENGTH, LENGTH, "centre of the first end sphere in the body frame"),
    NUMBERS(CAPSULE, capsule, to, VECTOR, "m", NULL, -LENGTH, LENGTH, "centre of the second end sphere"),
    NUMBER(CAPSULE, capsule, radius, "m", "", TINY, LENGTH, "radius of both ends"),
    NUMBERS(CAPSULE, capsule, radii, PAIR, "m", "", TINY, LENGTH, "radius at `from` and at `to` instead of `radius`"),

    NUMBERS(CYLINDER, cylinder, from, VECTOR, "m", NULL, -LENGTH, LENGTH, "centre of the first face in the body frame"),
    NUMBERS(CYLINDER, cylinder, to, VECTOR, "m", NULL, -LENGTH, LENGTH, "centre of the second face"),
    NUMBER(CYLINDER, cylinder, radius, "m", NULL, TINY, LENGTH, "radius"),

    NUMBERS(CONE, cone, from, VECTOR, "m", NULL, -LENGTH, LENGTH, "centre of the first face in the body frame"),
    NUMBERS(CONE, cone, to, VECTOR, "m", NULL, -LENGTH, LENGTH, "centre of the second face"),
    NUMBERS(CONE, cone, radii, PAIR, "m", NULL, TINY, LENGTH, "radius at `from` and at `to`"),

    NUMBERS(HULL, hull, points, VECTORS, "m", NULL, -LENGTH, LENGTH, "4 to 4096 points, not all in one plane; at most 128 may be corners of the hull, points inside it are ignored"),

    WORD(MESH, mesh, file, TEXT, "", "path of a Wavefront file (`v` and `f` lines), relative to this file"),
    NUMBER(MESH, mesh, scale, "", "1", 1e-6, 1e6, "the coordinates are multiplied by this: 0.001 for a file in millimetres"),
    NUMBERS(MESH, mesh, vertices, VECTORS, "m", "", -LENGTH, LENGTH, "corners; those in the same place are merged"),
    NUMBERS(MESH, mesh, triangles, VECTORS, "", "", 0, 1e6, "for each triangle the indices of three `vertices`, counted from 0, counter-clockwise when seen from outside"),
    NUMBERS(MESH, mesh, levels, INTEGER, "", "0", 0, 7, "0: the triangles themselves collide; otherwise an octree of balls of that many levels, which fills the solid, collides in their place. This is cheaper for fine meshes that move; contacts are off by at most 1.74 / 2^levels times the longest side of the mesh, and exact where a ball touches a flat side"),

    WORD(HEIGHTFIELD, heightfield, file, TEXT, "", "path of a terrain file (.asc, see [formats.md](formats.md)), relative to this file; its places count from the shape's `position`"),
    NUMBER(HEIGHTFIELD, heightfield, spacing, "m", "", TINY, LENGTH, "distance of two neighbouring heights"),
    NUMBERS(HEIGHTFIELD, heightfield, heights, ROWS, "m", "", -LENGTH, LENGTH, "one row of heights after the other, all of one length: x grows along a row, y from row to row; the first height is at the shape's `position`"),

    WORD(JOINT, joint, name, NAME, NULL, "its name, unique among the file's joints"),
    CHOICE(JOINT, joint, kind, NULL,
           "ball|hinge|universal|prismatic|cylindrical|rigid|articulated|screw|planar|suspension|steered_suspension|link|distance|rail|plane|path",
           "see the table of kinds at the top of this page"),
    NAME_OF(JOINT, joint, parent, NULL, "a body, or `world`", "the body that the child is attached to"),
    NAME_OF(JOINT, joint, child, NULL, "a body", "the attached body; its motion relative to the parent counts as positive"),
    NUMBERS(JOINT, joint, anchor, VECTOR, "m", "", -LENGTH, LENGTH, "point of the joint in the file's frame; default: the origin of the child; of a link or distance: the point on the parent, whose origin is the default"),
    NUMBERS(JOINT, joint, child_anchor, VECTOR, "m", "", -LENGTH, LENGTH, "link, distance: the point on the child in the file's frame; default: its origin"),
    NUMBERS(JOINT, joint, axis, AXIS, "", "", -1e6, 1e6, "direction in the file's frame, any length; required where the joint moves, except ball"),
    NUMBERS(JOINT, joint, axis2, AXIS, "", "", -1e6, 1e6, "second direction, perpendicular to `axis`; required for universal, articulated, suspension and steered_suspension"),
    NUMBERS(JOINT, joint, path, VECTORS, "m", "", -LENGTH, LENGTH, "path: 2 to 1000 points in the file's frame, through which a smooth curve runs (a cubic spline); required there. 16 points of a circle make one to a ten-thousandth of its radius"),
    WORD(JOINT, joint, closed, YES_NO, "false", "path: `true`: the curve runs from the last point to the first; else it continues straight beyond its ends"),
    NUMBERS(JOINT, joint, outline, VECTORS, "m", "", -LENGTH, LENGTH, "plane: 3 to 100 corners of a convex polygon, in order, in the file's frame and in the plane; the point stays inside. Its edges are limits, which `stop` makes elastic; default: none"),
    NUMBER(JOINT, joint, pitch, "m", "", -LENGTH, LENGTH, "screw: displacement per turn, negative for a left-handed thread; required there"),
    NUMBERS(JOINT, joint, limits_deg, INTERVAL, "deg", "", -36000, 36000, "of axis 1 where it turns; 0 is the pose in the file and lies inside; default: none"),
    NUMBERS(JOINT, joint, limits_m, INTERVAL, "m", "", -LENGTH, LENGTH, "of axis 1 where it slides; 0 is the pose in the file and lies inside; default: none"),
    NUMBERS(JOINT, joint, limits2_deg, INTERVAL, "deg", "", -36000, 36000, "of axis 2 where it turns"),
    NUMBERS(JOINT, joint, limits2_m, INTERVAL, "m", "", -LENGTH, LENGTH, "of axis 2 where it slides (planar, plane)"),
    NUMBERS(JOINT, joint, limits3_deg, INTERVAL, "deg", "", -36000, 36000, "of axis 3"),
    GROUP(JOINT, joint, motor, "", MOTOR, "drives axis 1"),
    GROUP(JOINT, joint, motor2, "", MOTOR, "drives axis 2"),
    GROUP(JOINT, joint, motor3, "", MOTOR, "drives axis 3"),
    GROUP(JOINT, joint, spring, "", SPRING, "pulls axis 1 to a rest position"),
    GROUP(JOINT, joint, spring2, "", SPRING, "pulls axis 2 to a rest position"),
    GROUP(JOINT, joint, spring3, "", SPRING, "pulls axis 3 to a rest position"),
    GROUP(JOINT, joint, brake, "", BRAKE, "resists the motion of axis 1"),
    GROUP(JOINT, joint, brake2, "", BRAKE, "resists the motion of axis 2"),
    GROUP(JOINT, joint, brake3, "", BRAKE, "resists the motion of axis 3"),
    GROUP(JOINT, joint, stop, "", STOP, "makes the limits of axis 1 and the edges of an outline elastic"),
    GROUP(JOINT, joint, stop2, "", STOP, "makes the limits of axis 2 elastic"),
    GROUP(JOINT, joint, stop3, "", STOP, "makes the limits of axis 3 elastic"),
    GROUP(JOINT, joint, bushing, "", BUSHING, "makes the joint itself elastic; parent and child are then never fused into one body"),
    NUMBER(JOINT, joint, shortest, "m", "", 0, LENGTH, "link: smallest distance of its points, as of a strut or of a cylinder that is drawn in; default: none"),
    NUMBER(JOINT, joint, longest, "m", "", 0, LENGTH, "link: largest distance of its points, as of a thread; default: none"),
    NUMBER(JOINT, joint, mass, "kg", "0", 0, 1e6, "link, distance: its own mass, half at each of the two points"),
    NUMBER(JOINT, joint, thickness, "m", "0.02", 0, 10, "link, distance: diameter in the picture; 0: not shown"),
    NUMBER(JOINT, joint, break_force, "N", "", TINY, FORCE, "load above which the joint breaks and holds nothing any more; parent and child are then never fused into one body; default: it does not break"),
    WORD(JOINT, joint, separate_collider_groups, YES_NO, "false", "`true`: parent and child collide with each other; those of a link or distance always do"),
    WORD(JOINT, joint, blocked, YES_NO, "false", "`true`: starts as a rigid joint; a link as a distance"),
    WORD(JOINT, joint, forbid_unification, YES_NO, "false", "`true`: the joint is held by forces while rigid or blocked, instead of fusing parent and child into one body"),
    GROUP(JOINT, joint, lock, "", JOINT_LOCK, "blocks the joint while an input is small, such as the steering of an articulated frame"),

    CHOICE(MOTOR, motor, mode, "velocity", "force|velocity|servo", "quantity that is controlled: force [N or N m], speed [m/s or rad/s] (`velocity`) or position [m or rad] (`servo`)"),
    NAME_OF(MOTOR, motor, input, "", "an input", "target = base + scale * input; default: the target is `base`"),
    NUMBER(MOTOR, motor, scale, "target per unit of input", "1", -FORCE, FORCE, "unit of the target: N or N m, m/s or rad/s, m or rad, depending on `mode`"),
    NUMBER(MOTOR, motor, base, "target", "0", -FORCE, FORCE, "target while the input is 0"),
    NAME_OF(MOTOR, motor, sensor, "", "a sensor's output", "is added to the target, so that the motor follows the measured value"),
    NUMBER(MOTOR, motor, sensor_scale, "target per unit of the sensor", "1", -FORCE, FORCE, "factor of the sensor's output"),
    NUMBERS(MOTOR, motor, force, SYMMETRIC, "N or N m", "", -FORCE, FORCE, "limit in both directions, or [low, high]; required for velocity and servo, except where a valve drives the joint"),
    NUMBER(MOTOR, motor, damping, "N s/m or N m s/rad", "", TINY, GAIN, "velocity and servo: force per difference from the target speed, the slip of a drive; default: no slip below the force limit"),
    NUMBER(MOTOR, motor, kp, "1/s", "10", 0, 1e6, "servo: speed per position error"),
    NUMBER(MOTOR, motor, ki, "1/s^2", "0", 0, 1e6, "servo: speed per time integral of the position error"),
    NUMBER(MOTOR, motor, kd, "", "0", 0, 1e6, "servo: share of the current speed that is subtracted"),
    NUMBER(MOTOR, motor, speed_max, "m/s or rad/s", "1", 1e-6, 1e4, "servo: largest speed"),

    NUMBER(SPRING, spring, stiffness, "N/m or N m/rad", "", 0, GAIN, "force or torque per deflection; required, except where `stretch_force` is given"),
    NUMBER(SPRING, spring, stretch_force, "N", "", TINY, FORCE, "link: instead of `stiffness`, force at twice the rest length; the force per relative stretch is that of a material, whatever the length"),
    NUMBER(SPRING, spring, damping, "N s/m or N m s/rad", "0", 0, GAIN, "force or torque per speed"),
    NUMBER(SPRING, spring, rest, "m", "", -LENGTH, LENGTH, "rest position of an axis that slides; default: 0, the pose in the file"),
    NUMBER(SPRING, spring, rest_deg, "deg", "", -36000, 36000, "rest position of an axis that turns; default: 0, the pose in the file"),
    NUMBER(SPRING, spring, length, "m", "", 0, LENGTH, "link: instead of `rest`, distance of the points at which the spring is relaxed"),

    NUMBER(BRAKE, brake, force, "N or N m", "0", 0, FORCE, "largest force or torque while the input is 0"),
    NAME_OF(BRAKE, brake, input, "", "an input", "largest force = force + scale * input, not below 0"),
    NUMBER(BRAKE, brake, scale, "N or N m per unit of input", "", -FORCE, FORCE, "required with `input`"),

    NUMBER(STOP, stop, stiffness, "N/m or N m/rad", NULL, 0, GAIN, "force or torque per distance or angle beyond the limit"),
    NUMBER(STOP, stop, damping, "N s/m or N m s/rad", "0", 0, GAIN, "force or torque per speed beyond the limit"),

    NUMBER(BUSHING, bushing, stiffness, "N/m", "", TINY, GAIN, "force per distance between the anchors; default: rigid"),
    NUMBER(BUSHING, bushing, damping, "N s/m", "0", 0, GAIN, "force per relative speed of the anchors; needs `stiffness`"),
    NUMBER(BUSHING, bushing, turn_stiffness, "N m/rad", "", TINY, GAIN, "torque per angle about the axes the joint does not leave free; default: rigid"),
    NUMBER(BUSHING, bushing, turn_damping, "N m s/rad", "0", 0, GAIN, "torque per relative angular speed; needs `turn_stiffness`"),

    NAME_OF(JOINT_LOCK, joint_lock, input, NULL, "an input", "the joint is blocked while |input| is smaller than `below`"),
    NUMBER(JOINT_LOCK, joint_lock, below, "", "0.02", 1e-6, 1e6, "threshold of |input|"),

    WORD(DIFFERENTIAL, differential, name, NAME, NULL, "its name, unique among the file's differentials"),
    NAMES_OF(DIFFERENTIAL, differential, joints, NULL, "joints", "two or three joints, `name` for axis 1, `name/2` for axis 2, `name/3` for axis 3"),
    NUMBER(DIFFERENTIAL, differential, ratio, "", NULL, -1e4, 1e4, "speed of the first + ratio * speed of the second = rate; -1: both move the same way, 1: in opposite ways (gears), or with a motor a differential gear"),
    NUMBER(DIFFERENTIAL, differential, ratio3, "", "", -1e4, 1e4, "of the third joint, whose speed times it is added; required with three joints. `ratio: -0.5` and `ratio3: -0.5` make an axle: the first joint is the case, the others are its shafts"),
    WORD(DIFFERENTIAL, differential, positional, YES_NO, "false", "`true`: couples the positions too, so that they do not drift; with a motor the target position advances at the rate, and waits while the motor is at a force limit"),
    GROUP(DIFFERENTIAL, differential, motor, "", RATE, "drives the sum of the speeds instead of keeping it at 0"),
    GROUP(DIFFERENTIAL, differential, shaft, "", SHAFT, "makes the gear elastic"),

    NAME_OF(RATE, rate, input, "", "an input", "rate = base + scale * input; default: the rate is `base`"),
    NUMBER(RATE, rate, scale, "m/s or rad/s per unit of input", "1", -FORCE, FORCE, "rate per unit of input"),
    NUMBER(RATE, rate, base, "m/s or rad/s", "0", -FORCE, FORCE, "rate while the input is 0"),
    NAME_OF(RATE, rate, sensor, "", "a sensor's output", "is added to the rate"),
    NUMBER(RATE, rate, sensor_scale, "m/s or rad/s per unit of the sensor", "1", -FORCE, FORCE, "factor of the sensor's output"),
    NUMBERS(RATE, rate, force, SYMMETRIC, "N or N m", NULL, -FORCE, FORCE, "limit on the first joint, or [low, high]"),

    NUMBER(SHAFT, shaft, stiffness, "N/m or N m/rad", NULL, 0, GAIN, "force or torque on the first joint per position difference; needs `positional`"),
    NUMBER(SHAFT, shaft, damping, "N s/m or N m s/rad", "0", 0, GAIN, "force or torque on the first joint per speed difference"),

    WORD(THREAD, thread, name, NAME, NULL, "its name, unique among the file's differentials and threads; its parts from point to point are links named `NAME.1`, `NAME.2`, ..."),
    LIST(THREAD, thread, points, THREAD_POINT, "2 to 9 points in their order, neighbours on different bodies, at most four of which move; the thread slides over them without friction"),
    NUMBER(THREAD, thread, longest, "m", "", 0, LENGTH, "its length; default: the way over the points in the file"),
    GROUP(THREAD, thread, motor, "", RATE, "a winch: changes the length at a rate, negative takes in; `force` is its largest pull"),
    NUMBER(THREAD, thread, break_force, "N", "", TINY, FORCE, "pull above which it snaps; default: it does not"),
    NUMBER(THREAD, thread, thickness, "m", "0.02", 0, 10, "diameter in the picture; 0: not shown"),

    NAME_OF(THREAD_POINT, thread_point, body, NULL, "a body, or `world`", "what the point is fixed to"),
    NUMBERS(THREAD_POINT, thread_point, at, VECTOR, "m", "", -LENGTH, LENGTH, "in the file's frame; default: the origin of the body"),

    WORD(ROPE, rope, name, NAME, NULL, "its name; its points are bodies named `NAME.1`, `NAME.2`, ... from one end to the other, except ends that are on a body; its parts are joints named likewise"),
    GROUP(ROPE, rope, from, NULL, ROPE_END, "the first end"),
    GROUP(ROPE, rope, to, NULL, ROPE_END, "the last end"),
    NUMBER(ROPE, rope, length, "m", "", TINY, LENGTH, "its length, which is the same at all times without `stiffness`; default: the distance of its ends. A longer rope starts in the shape in which it hangs at rest"),
    NUMBERS(ROPE, rope, points, INTEGER, "", "20", 2, 2000, "number of points, with both ends"),
    NUMBER(ROPE, rope, mass, "kg", NULL, TINY, MASS, "mass of the whole rope; ends that are on a body give it their share"),
    NUMBER(ROPE, rope, stiffness, "N", "", TINY, GAIN, "axial stiffness, force per relative stretch: modulus times cross-section; default: it does not stretch"),
    NUMBER(ROPE, rope, damping, "N s", "0", 0, GAIN, "force per rate of relative stretch; needs `stiffness`"),
    NUMBER(ROPE, rope, bending, "N m^2", "", 1e-9, GAIN, "bending stiffness, moment per curvature: modulus times second moment of area; default: it bends freely. Takes two rows per point, and with `pgs` thousands of sweeps"),
    NUMBER(ROPE, rope, bending_damping, "N m^2 s", "0", 0, GAIN, "moment per rate of curvature; needs `bending`"),
    NUMBER(ROPE, rope, drag, "N s/m", "0", 0, GAIN, "Stokes friction of the whole rope: force per speed against the wind"),
    NUMBER(ROPE, rope, thickness, "m", "0.02", 0, 10, "diameter; 0: not shown"),
    WORD(ROPE, rope, collides, YES_NO, "true", "`false`: passes through everything; else its points do not, which must not be closer together than they are thick, and which collide with shapes that are not `passive`"),
    NAME_OF(ROPE, rope, material, "", "a material", "surface material of the points"),
    NUMBER(ROPE, rope, break_force, "N", "", TINY, FORCE, "pull above which it tears; default: it does not"),

    NAME_OF(ROPE_END, rope_end, body, "", "a body, or `world`", "what the end is fixed to; default: it is free"),
    NUMBERS(ROPE_END, rope_end, at, VECTOR, "m", "", -LENGTH, LENGTH, "place of the end in the file's frame; default: the origin of the body; required without one"),
    NUMBERS(ROPE_END, rope_end, along, AXIS, "", "", -1e6, 1e6, "direction in the file's frame in which the rope leaves the body, which holds it so as a hose's fitting does; needs `bending`; default: the end turns freely"),

    WORD(RESISTANCE, resistance, name, NAME, NULL, "its name, unique among the file's resistances"),
    NAME_OF(RESISTANCE, resistance, body, NULL, "a body", "the body that is braked"),
    NUMBERS(RESISTANCE, resistance, point, VECTOR, "m", "", -LENGTH, LENGTH, "point of action, in the file's frame; default: the origin of the body; not for `motion: turn`"),
    NUMBERS(RESISTANCE, resistance, direction, AXIS, "", NULL, -1e6, 1e6, "direction of a positive force, or axis of rotation, in the file's frame, any length"),
    WORD(RESISTANCE, resistance, with_body, YES_NO, "false", "`true`: the direction turns with the body"),
    CHOICE(RESISTANCE, resistance, motion, "slide", "slide|turn", "motion that is resisted: along the direction, or about it"),
    WORD(RESISTANCE, resistance, one_way, YES_NO, "false", "`true`: pushes along the direction only, like a heap in front of a shovel; `false`: resists both ways"),
    NUMBER(RESISTANCE, resistance, force, "N or N m", "0", 0, FORCE, "largest force or torque while the input is 0"),
    NAME_OF(RESISTANCE, resistance, input, "", "an input", "largest force = force + scale * input, not below 0"),
    NUMBER(RESISTANCE, resistance, scale, "N or N m per unit of input", "", -FORCE, FORCE, "required with `input`"),
    NAME_OF(RESISTANCE, resistance, sensor, "", "a sensor's output", "is added to the largest force, which never falls below 0"),
    NUMBER(RESISTANCE, resistance, sensor_scale, "N or N m per unit of the sensor", "1", -FORCE, FORCE, "factor of the sensor's output"),

    WORD(APPLIED_FORCE, applied_force, name, NAME, NULL, "its name, unique among the file's forces"),
    NAME_OF(APPLIED_FORCE, applied_force, body, NULL, "a body", "the body it acts on"),
    CHOICE(APPLIED_FORCE, applied_force, kind, "force", "force|torque", "a force along the direction, or a torque about it"),
    NUMBERS(APPLIED_FORCE, applied_force, point, VECTOR, "m", "", -LENGTH, LENGTH, "point of action, in the file's frame; default: the centre of mass; not for a torque"),
    NUMBERS(APPLIED_FORCE, applied_force, direction, AXIS, "", NULL, -1e6, 1e6, "direction of a positive force, or axis of a positive torque, in the file's frame, any length"),
    WORD(APPLIED_FORCE, applied_force, with_body, YES_NO, "false", "`true`: the direction turns with the body; the point always does"),
    NUMBER(APPLIED_FORCE, applied_force, base, "N or N m", "0", -FORCE, FORCE, "force or torque while the input is 0"),
    NAME_OF(APPLIED_FORCE, applied_force, input, "", "an input", "force = base + scale * input"),
    NUMBER(APPLIED_FORCE, applied_force, scale, "N or N m per unit of input", "", -FORCE, FORCE, "required with `input`"),
    NAME_OF(APPLIED_FORCE, applied_force, sensor, "", "a sensor's output", "is added to the force"),
    NUMBER(APPLIED_FORCE, applied_force, sensor_scale, "N or N m per unit of the sensor", "1", -FORCE, FORCE, "factor of the sensor's output"),

    WORD(GUIDE, guide, name, NAME, NULL, "its name, unique among the file's guides"),
    NAME_OF(GUIDE, guide, body, NULL, "a body", "the guided body"),
    CHOICE(GUIDE, guide, mode, NULL, "velocity|pose", "quantity that the six axes control: speeds, or displacements and angles from the pose in the file"),
    NAME_OF(GUIDE, guide, frame, "world", "a body, or `world`", "frame of the six axes; with `mode: pose` the body also follows this frame, keeping its pose in it"),
    NUMBERS(GUIDE, guide, anchor, VECTOR, "m", "", -LENGTH, LENGTH, "guided point of the body, in the file's frame; default: the origin of the body"),
    NAME_OF(GUIDE, guide, switch_input, "", "an input", "the guide acts while it is 0.5 or more; default: always"),
    NUMBER(GUIDE, guide, force, "N", NULL, 0, FORCE, "limit along each axis; 0: the body is free to move"),
    NUMBER(GUIDE, guide, torque, "N m", NULL, 0, FORCE, "limit about each axis; 0: the body is free to turn"),
    NUMBER(GUIDE, guide, kp, "1/s", "10", 0, 1e6, "pose: speed per error"),
    NUMBER(GUIDE, guide, ki, "1/s^2", "0", 0, 1e6, "pose: speed per time integral of the error"),
    NUMBER(GUIDE, guide, kd, "", "0", 0, 1e6, "pose: share of the current speed that is subtracted"),
    NUMBER(GUIDE, guide, speed_max, "m/s", "1", 0, 1e4, "pose: largest target speed"),
    NUMBER(GUIDE, guide, turn_max, "rad/s", "1", 0, 1e4, "pose: largest target angular speed"),
    GROUP(GUIDE, guide, x, "", GUIDE_AXIS, "along x of the frame, m or m/s"),
    GROUP(GUIDE, guide, y, "", GUIDE_AXIS, "along y"),
    GROUP(GUIDE, guide, z, "", GUIDE_AXIS, "along z"),
    GROUP(GUIDE, guide, roll, "", GUIDE_AXIS, "about x of the frame, rad or rad/s"),
    GROUP(GUIDE, guide, pitch, "", GUIDE_AXIS, "about y"),
    GROUP(GUIDE, guide, yaw, "", GUIDE_AXIS, "about z"),

    NAME_OF(GUIDE_AXIS, guide_axis, input, "", "an input", "target = base + scale * input; default: the target is `base`"),
    NUMBER(GUIDE_AXIS, guide_axis, scale, "target per unit of input", "1", -LENGTH, LENGTH, "in m, rad, m/s or rad/s"),
    NUMBER(GUIDE_AXIS, guide_axis, base, "target", "0", -LENGTH, LENGTH, "target while the input is 0"),
    NAME_OF(GUIDE_AXIS, guide_axis, sensor, "", "a sensor's output", "is added to the target"),
    NUMBER(GUIDE_AXIS, guide_axis, sensor_scale, "target per unit of the sensor", "1", -LENGTH, LENGTH, "factor of the sensor's output"),

    WORD(MAGNET, magnet, name, NAME, NULL, "its name, unique among the file's magnets"),
    NAME_OF(MAGNET, magnet, body, NULL, "a body", "the magnetic body; it holds at most 16 others at a time"),
    NAME_OF(MAGNET, magnet, switch_input, "", "an input", "the magnet is on while it is 0.5 or more; default: always"),
    NAME_OF(MAGNET, magnet, material, "", "a material", "holds shapes of this material only; default: of any"),
    WORD(MAGNET, magnet, holds_fixed, YES_NO, "false", "`true`: holds on to fixed bodies, too"),
    NUMBER(MAGNET, magnet, break_force, "N", "", TINY, FORCE, "a bond under a larger force breaks, and forms again only after the bodies have separated; default: unbreakable"),
    NUMBER(MAGNET, magnet, break_torque, "N m", "", TINY, FORCE, "the same for the torque about the centre of the contact"),

    WORD(INPUT, input, name, NAME, NULL, "its name; inputs are shared by all parts: the same name is the same input"),
    NUMBERS(INPUT, input, range, INTERVAL, "", "[-1, 1]", -FORCE, FORCE, "smallest and largest value"),
    NUMBER(INPUT, input, initial, "", "0", -FORCE, FORCE, "value at the start"),
    NUMBER(INPUT, input, rate, "1/s", "0", 0, 1e6, "largest change per second; 0: not limited"),

    WORD(SENSOR, sensor, name, NAME, NULL, "its name, unique among the file's sensors"),
    CHOICE(SENSOR, sensor, kind, NULL,
           "position|speed|force|body_speed|body_height|roll|pitch|contact_force|force_torque|tilt|ray|distance|pull",
           "see the table of sensors at the top of this page"),
    NAME_OF(SENSOR, sensor, joint, "", "a joint", "`name` for axis 1, `name/2` for axis 2, `name/3` for axis 3; required for position, speed and force; the joint as a whole for force_torque and pull"),
    NAME_OF(SENSOR, sensor, thread, "", "a thread", "pull: instead of a joint"),
    NAME_OF(SENSOR, sensor, body, "", "a body", "required for the other kinds"),
    NAME_OF(SENSOR, sensor, other, "", "a body", "distance: the second body; required there"),
    NUMBERS(SENSOR, sensor, position, VECTOR, "m", "[0, 0, 0]", -LENGTH, LENGTH, "ray: origin in the body's frame"),
    NUMBERS(SENSOR, sensor, direction, AXIS, "", "x", -1e6, 1e6, "ray: direction in the body's frame, any length"),
    NUMBER(SENSOR, sensor, range, "m", "100", 0.001, LENGTH, "ray and distance: largest reading, also where nothing is hit"),
    WORD(SENSOR, sensor, label, TEXT, "", "title under which the cab's display shows the first output, at most 23 bytes; the first four sensors with a label are shown"),

    WORD(PART, part, name, NAME, NULL, "prefix: the body `base` of the part `crane` is called `crane.base`"),
    WORD(PART, part, file, TEXT, NULL, "path of the part's file, relative to this file"),
    POSITION(PART, part, "origin of the part's frame in this file's frame"),
    ROTATION(PART, part, "roll, pitch and yaw of the part's frame"),
    CHOICE(PART, part, solver, "", SIM_SOLVER_WORDS, "default `solver` for its bodies and parts"),
    WORD(PART, part, mirror, YES_NO, "false", "`true`: the part is mirrored in its own x-z plane (left becomes right) before it is placed"),
    NUMBERS(PART, part, parameters, NUMBERS, "", "", -GAIN, GAIN, "values for parameters of the part's file, instead of those given there"),
    GROUP(PART, part, mount, "", MOUNT, "a rigid joint that fuses the part to this file's bodies"),

    NAME_OF(MOUNT, mount, parent, NULL, "a body", "a body of this file or of one of its parts, or `world`"),
    NAME_OF(MOUNT, mount, child, NULL, "a body", "a body of the part, by its name there"),

    POSITION(FRAME, frame, "the frame's origin"),
    ROTATION(FRAME, frame, "roll, pitch and yaw of its axes"),

    WORD(CAMERA, camera, name, NAME, NULL, "its name, unique among the file's cameras"),
    NAME_OF(CAMERA, camera, body, NULL, "a body", "the body it is fixed to"),
    POSITION(CAMERA, camera, "of the eye in the body frame"),
    ROTATION(CAMERA, camera, "it looks along x, z is up"),
    NUMBER(CAMERA, camera, fov_deg, "deg", "60", 5, 170, "vertical angle of view"),

};

#define SECTION_ROW(ID, group, title, help) \
    [DAT_SECTION_##ID] = {title, help, sizeof(struct dat_model_##group)}

static const struct dat_key_section sections[] = {
    SECTION_ROW(FILE, file, "the file", "The keys of the outermost level. Every list may be left out."),
    SECTION_ROW(WORLD, world, "the world", "Only for `kranich simulate`."),
    SECTION_ROW(MATERIAL, material, "a material", "Shared by all parts: the same name is the same material."),
    SECTION_ROW(PAIR, pair, "a pair of materials", "Overrides the rule that the smaller friction and restitution apply."),
    SECTION_ROW(BODY, body, "a body", "A rigid body. Unless it is fixed it needs a mass: its own, or that of its shapes."),
    SECTION_ROW(SHAPE, shape, "a shape", "Exactly one of `box`, `sphere`, `capsule`, `cylinder`, `cone`, `hull`, `mesh` and `heightfield`. A shape without `mass` and `density` adds nothing to the body's mass."),
    SECTION_ROW(CAPSULE, capsule, "a capsule", "Two spheres and the rod between them, which may taper. Exactly one of `radius` and `radii`."),
    SECTION_ROW(CYLINDER, cylinder, "a cylinder", "A cylinder with flat ends."),
    SECTION_ROW(CONE, cone, "a cone", "A truncated cone with flat ends. Its mass is that of the cone; what collides has 64 flat sides, which lie up to 0.12 % of the radius inside."),
    SECTION_ROW(HULL, hull, "a hull", "The convex hull of some points: the smallest convex solid that contains them. `kranich simulate` draws its edges; on a worksite it is invisible."),
    SECTION_ROW(MESH, mesh, "a mesh", "A surface of triangles, convex or not. It is one-sided: contacts push towards its outside, from where the corners of each triangle run counter-clockwise. A closed mesh (every edge belongs to two triangles) is a solid, which may have mass and move. Give either `file`, or `vertices` and `triangles`."),
    SECTION_ROW(HEIGHTFIELD, heightfield, "a heightfield", "Ground: heights on a regular grid, and two triangles in each of its cells. Beyond its border it continues level. The body must be fixed and not turned. Give either `file`, or `spacing` and `heights`."),
    SECTION_ROW(JOINT, joint, "a joint", "All joint coordinates are 0 in the pose in the file."),
    SECTION_ROW(MOTOR, motor, "a motor", "`motor` drives axis 1 of a joint, `motor2` axis 2, `motor3` axis 3."),
    SECTION_ROW(SPRING, spring, "a spring", "Spring and damper on a joint axis."),
    SECTION_ROW(BRAKE, brake, "a brake", "Dry friction on a joint axis: as much force as stops it, up to a limit."),
    SECTION_ROW(STOP, stop, "a stop", "Elastic limits: a spring and damper act beyond them. Without a stop, limits are rigid."),
    SECTION_ROW(BUSHING, bushing, "a bushing", "An elastic joint: springs and dampers act in the directions that it does not leave free."),
    SECTION_ROW(JOINT_LOCK, joint_lock, "a joint's lock", "For one joint and one input; see also `locks`."),
    SECTION_ROW(DIFFERENTIAL, differential, "a differential", "Couples two or three joint axes: speed 1 + ratio * speed 2 + ratio3 * speed 3 = rate."),
    SECTION_ROW(RATE, rate, "a differential's motor", "Without a motor the rate is 0 and the force unlimited."),
    SECTION_ROW(SHAFT, shaft, "a shaft", "An elastic gear: a spring and damper between the two joints."),
    SECTION_ROW(THREAD, thread, "a thread", "Pulls and does not push, and runs over its points as over pulleys. For two points a `link` with `longest` is enough."),
    SECTION_ROW(THREAD_POINT, thread_point, "a point of a thread", "A place on a body."),
    SECTION_ROW(ROPE, rope, "a rope", "A rope, a hose or a chain: mass points with rods between them, or with springs where it has a `stiffness`. Its parts do not turn, and do not collide with each other."),
    SECTION_ROW(ROPE_END, rope_end, "an end of a rope", "A place, on a body or free."),
    SECTION_ROW(RESISTANCE, resistance, "a resistance", "Brakes a body relative to the world. It never drives the body, however large its force."),
    SECTION_ROW(APPLIED_FORCE, applied_force, "a force", "Pushes or turns a body whatever it does, as wind, a jet or a propeller would. The reaction acts on nothing: between two bodies use the motor of a joint."),
    SECTION_ROW(GUIDE, guide, "a guide", "Moves a body directly, with limited force. With `mode: pose`, a PID controller turns the error into a speed."),
    SECTION_ROW(GUIDE_AXIS, guide_axis, "an axis of a guide", "The target of an axis that is left out is 0."),
    SECTION_ROW(MAGNET, magnet, "a magnet", "Bodies that touch the magnetic body are fused with it, or held by forces where a break force or torque is given."),
    SECTION_ROW(INPUT, input, "an input", "A number that is set from outside, such as the position of a lever."),
    SECTION_ROW(SENSOR, sensor, "a sensor", "Measured values, which motors can follow and `kranich simulate --csv` writes as columns."),
    SECTION_ROW(PART, part, "a part", "Includes another file. The names of its bodies, joints, differentials and sensors are prefixed with the part's name. Parts may have parts, up to four levels deep."),
    SECTION_ROW(MOUNT, mount, "a mount", "The rigid joint is named `PART.mount`."),
    SECTION_ROW(FRAME, frame, "a frame", "A place in the frame of a body."),
    SECTION_ROW(CAMERA, camera, "a camera", "A view from a body."),
};
// clang-format on

const struct dat_key_table dat_model_own_keys = {
    .keys = keys,
    .key_count = sizeof keys / sizeof keys[0],
    .sections = sections,
    .section_count = sizeof sections / sizeof sections[0],
};
