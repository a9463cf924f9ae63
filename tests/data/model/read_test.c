#include "data/model/read.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "tests/near.h"
#include "vehicles/part/activation.h"
#include "vehicles/part/bunk.h"
#include "vehicles/part/crane.h"
#include "vehicles/part/drive.h"
#include "vehicles/part/grapple.h"
#include "vehicles/part/head.h"
#include "vehicles/part/lock.h"

#define HEAD "kind: model\nname: test\n"

static struct dat_diagnostics d;
static struct veh_machine_def def;

static bool read_text(const char *text) {
    dat_diagnostics_init(&d, "t.yaml", text);
    return dat_read_model(text, "t.yaml", NULL, &def, &d);
}

static void must_read(const char *text) {
    if (!read_text(text)) {
        dat_diagnostics_print(&d, stderr);
        fail_msg("the text was refused");
    }
}

// ---- errors and their places ----

struct row {
    const char *text;
    int line, column;
    const char *words;
};

#define BODY "bodies:\n  - name: a\n    " // the third key of the body is at line 5, column 5
#define TWO                                                                                        \
    "bodies:\n  - {name: a, shapes: [{sphere: 0.5, mass: 1}]}\n"                                   \
    "  - {name: b, position: [1, 0, 0], shapes: [{sphere: 0.5, mass: 1}]}\n"
// After HEAD TWO the next line is 6; a joint's third key is at line 8, column 5.
#define JOINT "joints:\n  - name: j\n    "
#define LINK "joints:\n  - {name: j, kind: link, parent: a, child: b, "
#define HINGE "joints:\n  - {name: j, kind: hinge, parent: a, child: b, axis: y}\n"

static const struct row rows[] = {
    // syntax
    {"", 0, 0, "empty"},
    {"kind: model\nname: [1, 2\n", 3, 1, "bracket"},
    {"kind: model\nname: \"abc\n", 2, 8, "closing quote"},
    {"kind: model\nworld:\n\tstep: 1\n", 3, 1, "tab"},
    {"kind: model\nname: a: b\n", 2, 8, "mapping"},
    {"kind: model\nkind: part\nname: t\n", 2, 1, "duplicate key 'kind'"},
    {"kind: model\nname: t\xff\n", 2, 8, "UTF-8"},
    {"kind: model\nname: \"\x01\"\n", 2, 8, "control character"},
    {HEAD "---\nkind: model\n", 0, 0, "second document"},
    {HEAD "bodies: *nothing\n", 3, 9, "anchor"},
    {HEAD "bodies: &b [*b]\n", 3, 13, "deeper"},
    {"- kind\n- name\n", 1, 3, "must be a group of keys"},
    {"just text\n", 1, 1, "must be a group of keys"},
    // keys
    {HEAD "bodys: []\n", 3, 1, "did you mean 'bodies'?"},
    {HEAD "colour_of_the_sky: blue\n", 3, 1, "unknown key"},
    {HEAD "materials: [{name: a, friction: 0,6}]\n", 3, 35, "a decimal point, not a comma"},
    {"exercise: Two\n", 1, 1, "the file is an exercise"},
    {"name: t\n", 1, 1, "missing key 'kind'"},
    {"kind: modle\nname: t\n", 1, 7, "did you mean 'model'?"},
    {HEAD BODY "mas: 1\n", 5, 5, "did you mean 'mass'?"},
    {HEAD BODY "mass_kg: 1\n", 5, 5, "expected 'mass' in kg"},
    {HEAD BODY "rotation: [0, 0, 0]\n", 5, 5, "'rotation_deg' in deg"},
    {HEAD "bodies:\n  - fixed: true\n", 4, 5, "missing key 'name'"},
    {HEAD "bodies: 3\n", 3, 9, "must be a list"},
    {HEAD "bodies:\n  - a\n", 4, 5, "must be a group of keys"},
    {HEAD "bodies:\n", 3, 1, "must be a list ('- ...'), found nothing"},
    // joints between two points
    {HEAD TWO LINK "longest: 0.9}\n", 7, 57,
     "'longest' is 0.9 m, but the two points are 1 m apart"},
    {HEAD TWO LINK "shortest: 1.1}\n", 7, 58,
     "'shortest' is 1.1 m, but the two points are only 1 m"},
    {HEAD TWO LINK "limits_m: [-1, 1], longest: 2}\n", 7, 48,
     "either 'limits_m' or 'shortest' and"},
    {HEAD TWO LINK "limits_deg: [-1, 1]}\n", 7, 48,
     "an axis that slides (link), expected 'limits_m'"},
    {HEAD TWO LINK "spring: {damping: 1}}\n", 7, 48, "either 'stiffness' or 'stretch_force'"},
    {HEAD TWO LINK "spring: {stiffness: 1, stretch_force: 1}}\n", 7, 48, "either 'stiffness' or"},
    {HEAD TWO LINK "spring: {stretch_force: 1, length: 0}}\n", 7, 72, "relaxed length is above 0"},
    {HEAD TWO LINK "spring: {stiffness: 1, length: 1, rest: 0}}\n", 7, 82,
     "either 'rest' or 'length'"},
    {HEAD TWO LINK "break_force: 0}\n", 7, 61, "'break_force' must be greater than 0 N"},
    {HEAD TWO "joints:\n  - {name: j, kind: hinge, parent: a, child: b, axis: y, mass: 1}\n", 7, 58,
     "a joint of kind hinge has no 'mass'"},
    {HEAD TWO "joints:\n  - {name: j, kind: distance, parent: a, child: b, longest: 1}\n", 7, 52,
     "a joint of kind distance has no 'longest'"},
    {HEAD TWO "joints:\n  - {name: j, kind: distance, parent: a, child: b, motor: {}}\n", 7, 52,
     "a joint of kind distance, which has no free axis"},
    {HEAD TWO "threads:\n  - {name: t, points: [{body: a}, {body: b}], longest: 0.5}\n", 7, 56,
     "'longest' is 0.5 m, but the way over the points is 1 m"},
    {HEAD TWO "threads:\n  - {name: t, points: [{body: a}]}\n", 7, 15, "2 to 9 points, found 1"},
    {HEAD TWO "threads:\n  - {name: t, points: [{body: a}, {body: a}]}\n", 7, 36,
     "on the same body, expected two bodies"},
    {HEAD TWO "threads:\n  - {name: t, points: [{body: a}, {body: c}]}\n", 7, 42,
     "there is no body 'c'"},
    {HEAD TWO HINGE "differentials:\n  - {name: d, joints: [j, j, j], ratio: 1}\n", 9, 6,
     "missing key 'ratio3'"},
    {HEAD TWO HINGE "  - {name: k, kind: hinge, parent: world, child: a, axis: y}\n"
                    "differentials:\n  - {name: d, joints: [j, k], ratio: 1, ratio3: 1}\n",
     10, 41, "'ratio3' needs a third joint"},
    // types, units, ranges
    {HEAD BODY "mass: heavy\n", 5, 11, "must be a number in kg, found 'heavy'"},
    {HEAD BODY "mass: 5 kg\n", 5, 11, "without a unit, found '5 kg'"},
    {HEAD BODY "mass: '5'\n", 5, 11, "without quotes"},
    {HEAD BODY "mass: .nan\n", 5, 11, "finite"},
    {HEAD BODY "mass: inf\n", 5, 11, "finite"},
    {HEAD BODY "mass: 1e999\n", 5, 11, "finite"},
    {HEAD BODY "mass: 0x10\n", 5, 11, "without a unit"},
    {HEAD BODY "mass: 0\n", 5, 11, "must be greater than 0 kg"},
    {HEAD BODY "mass: -3\n", 5, 11, "must be greater than 0 kg, not -3"},
    {HEAD BODY "mass: 1e8\n", 5, 11, "must be from 0.0001 to 1e+07 kg"},
    {HEAD BODY "mass: [1]\n", 5, 5, "found a list of 1"},
    {HEAD BODY "position: [0, 0]\n", 5, 5, "must be 3 numbers in m"},
    {HEAD BODY "position: [0, 2e4, 0]\n", 5, 19, "must be from -10000 to 10000 m"},
    {HEAD BODY "fixed: 1\n", 5, 12, "true or false"},
    {HEAD BODY "fixed: true\n    angular_velocity: [0, 1, 0]\n", 6, 5, "a fixed body has no"},
    {HEAD BODY "velocity: [0, 2e3, 0]\n", 5, 19, "must be from -1000 to 1000 m/s"},
    {HEAD BODY "fixed: 'true'\n", 5, 12, "true or false"},
    {HEAD BODY "colour: #ff0000\n", 5, 5, "must be a colour in quotes"},
    {HEAD BODY "colour: red\n", 5, 13, "found 'red'"},
    {HEAD BODY "look: pain\n", 5, 11, "did you mean 'paint'?"},
    {HEAD "bodies:\n  - name: 1a\n    fixed: true\n", 4, 11, "must begin with a letter"},
    {HEAD "bodies:\n  - name: a.b\n    fixed: true\n", 4, 11, "letters"},
    {HEAD "world: {step: 0}\n", 3, 15, "'step' must be greater than 0 s"},
    {HEAD "world: {contact_stabilisation: 0}\n", 3, 32, "must be greater than 0, not 0"},
    {HEAD "world: {iterations: 1.5}\n", 3, 21, "whole number"},
    {HEAD "world: {step: 0.01, gravity: 9.81}\n", 3, 30, "must be 3 numbers"},
    // materials
    {HEAD "materials:\n  - {name: m, friction: -1}\n", 4, 25, "must be from 0 to 10"},
    {HEAD "materials:\n  - {name: m}\n  - {name: m}\n", 5, 12, "duplicate material"},
    {HEAD BODY "fixed: true\n    material: m\n", 6, 15, "there is no material 'm'"},
    {HEAD "materials: [{name: m}]\npairs:\n  - {materials: [m, n], friction: 1}\n", 5, 21,
     "there is no material 'n'"},
    {HEAD "materials: [{name: m}]\npairs:\n  - {materials: [m], friction: 1}\n", 5, 6, "two names"},
    // shapes and mass
    {HEAD "bodies:\n  - name: a\n", 4, 5, "has no mass"},
    {HEAD BODY "shapes: [{sphere: 1}]\n", 4, 5, "has no mass"},
    {HEAD BODY "mass: 1\n", 5, 5, "needs shapes or 'inertia'"},
    {HEAD BODY "inertia: [1, 1, 1]\n", 5, 5, "needs 'mass'"},
    {HEAD BODY "mass: 1\n    inertia: [1, 1, 3]\n", 6, 5, "no solid"},
    {HEAD BODY "mass: 1\n    inertia: [1, 1, 1, 2, 0, 0]\n", 6, 5, "no solid"},
    {HEAD BODY "mass: 1\n    shapes: [{sphere: 1, mass: 2}]\n", 5, 5, "in one place"},
    {HEAD BODY "shapes: [{mass: 1}]\n", 5, 15, "exactly one of 'box'"},
    {HEAD BODY "shapes: [{sphere: 1, box: [1, 1, 1], mass: 1}]\n", 5, 15, "found 2"},
    {HEAD BODY "shapes: [{box: [1, 0, 1], mass: 1}]\n", 5, 24, "must be greater than 0 m"},
    {HEAD BODY "shapes: [{sphere: 20000, mass: 1}]\n", 5, 23, "must be from 0.0001 to 10000 m"},
    {HEAD BODY "shapes: [{sphere: 1, mass: 1, density: 1}]\n", 5, 35,
     "'mass' or 'density', not both"},
    {HEAD BODY "shapes: [{box: [0.1, 0.1, 0.1], mass: 1e6}]\n", 5, 43,
     "1e+06 kg in 0.001 m^3 is a density of 1e+09 kg/m^3, expected at most 25000 kg/m^3"},
    {HEAD BODY "mass: 1e6\n    shapes: [{box: [0.1, 0.1, 0.1]}]\n", 5, 11, "1e+06 kg in 0.001"},
    {HEAD BODY "mass: 1e6\n    inertia: [1, 1, 1]\n    shapes: [{box: [0.1, 0.1, 0.1]}]\n", 5, 11,
     "1e+06 kg in 0.001"},
    {HEAD BODY "shapes: [{sphere: 1000, density: 1}]\n", 5, 15, "the density gives a mass of"},
    {HEAD BODY "shapes: [{hull: {}, mass: 1}]\n", 5, 15, "missing key 'points'"},
    {HEAD BODY "shapes: [{hull: {points: 3}, mass: 1}]\n", 5, 30, "must be a list of points"},
    {HEAD BODY "shapes: [{hull: {points: [[0, 0], [1, 0, 0]]}, mass: 1}]\n", 5, 32,
     "must be 3 numbers"},
    {HEAD BODY "shapes: [{hull: {points: [[0, 0, x], [1, 0, 0]]}, mass: 1}]\n", 5, 38,
     "must be a number"},
    {HEAD BODY "shapes: [{mesh: {}, mass: 1}]\n", 5, 15, "'file', or 'vertices'"},
    {HEAD BODY "shapes: [{mesh: {vertices: [[0, 0, 0]]}}]\n", 5, 15,
     "both 'vertices' and 'triangles'"},
    {HEAD BODY "shapes: [{mesh: {file: a.obj}}]\n", 5, 28, "does not come from a folder"},
    {HEAD BODY "shapes: [{mesh: {vertices: [[0, 0, 0], [1, 0, 0], [0, 1, 0]], "
               "triangles: [[0, 1, 3]]}}]\n",
     5, 80, "must name vertices 0 to 2"},
    {HEAD BODY "shapes: [{mesh: {vertices: [[0, 0, 0], [1, 0, 0], [0, 1, 0]], "
               "triangles: [[0, 1, 1]]}}]\n",
     5, 15, "a triangle with an area"},
    {HEAD BODY "shapes: [{mesh: {vertices: [[0, 0, 0], [1, 0, 0], [0, 1, 0]], "
               "triangles: [[0, 1, 2]]}, mass: 1}]\n",
     5, 15, "must be closed"},
    {HEAD BODY "shapes: [{mesh: {vertices: [[0, 0, 0], [1, 0, 0], [0, 1, 0]], "
               "triangles: [[0, 1, 2]]}, density: 1}]\n",
     5, 92, "encloses no volume"},
    {HEAD BODY "shapes: [{mesh: {vertices: [[0, 0, 0], [1, 0, 0], [0, 1, 0]], "
               "triangles: [[0, 1, 2]], levels: 3}}]\n",
     5, 91, "closed"},
    {HEAD BODY "shapes: [{hull: {points: [[0, 0, 0], [1, 0, 0], [0, 1, 0]]}, mass: 1}]\n", 5, 22,
     "needs at least 4 points, found 3 points"},
    {HEAD BODY
     "shapes: [{hull: {points: [[0, 0, 0], [1, 0, 0], [0, 1, 0], [1, 1, 0]]}, mass: 1}]\n",
     5, 22, "lie in one plane"},
    {HEAD BODY "shapes: [{cylinder: {from: [0, 0, 0], to: [0, 0, 0], radius: 1}, mass: 1}]\n", 5,
     15, "the same point"},
    {HEAD BODY "shapes: [{capsule: {from: [0, 0, 0], to: [0, 0, 1]}, mass: 1}]\n", 5, 15,
     "needs 'radius' or 'radii'"},
    {HEAD BODY "shapes: [{cylinder: {from: [0, 0, 0], to: [0, 0, 1], radius: 1}, mass: 1, "
               "position: [0, 0, 0]}]\n",
     5, 79, "a cylinder has no 'position', it is placed by 'from' and 'to'"},
    {HEAD "bodies:\n  - {name: a, fixed: true}\n  - {name: a, fixed: true}\n", 5, 12,
     "duplicate body"},
    // joints
    {HEAD TWO JOINT "kind: hinge\n    parent: a\n    child: c\n    axis: y\n", 10, 12,
     "there is no body 'c'"},
    {HEAD TWO JOINT "kind: hinge\n    parent: wordl\n    child: b\n    axis: y\n", 9, 13,
     "there is no body 'wordl'"},
    {HEAD TWO JOINT "kind: hinge\n    parent: a\n    child: a\n    axis: y\n", 10, 12, "both 'a'"},
    {HEAD TWO JOINT "kind: hinge\n    parent: a\n    child: world\n    axis: y\n", 10, 12,
     "the world"},
    {HEAD TWO JOINT "kind: hinge\n    parent: a\n    child: b\n", 7, 5, "missing key 'axis'"},
    {HEAD TWO JOINT "kind: hinge\n    parent: a\n    child: b\n    axis: [0, 0, 0]\n", 11, 5,
     "no length"},
    {HEAD TWO JOINT "kind: hinge\n    parent: a\n    child: b\n    axis: up\n", 11, 11,
     "must be x, y, z"},
    {HEAD "materials:\n  - {name: m, grain: x}\n", 4, 15, "'grain' needs 'friction_across'"},
    {HEAD "materials:\n  - {name: m, restitution: 2}\n", 4, 28, "from 0 to 1"},
    {HEAD TWO JOINT "kind: rigid\n    parent: a\n    child: b\n    axis: y\n", 11, 5,
     "has no 'axis'"},
    {HEAD TWO JOINT "kind: ball\n    parent: a\n    child: b\n    axis2: y\n", 11, 5,
     "has no 'axis2'"},
    {HEAD TWO JOINT "kind: screw\n    parent: a\n    child: b\n    axis: y\n", 7, 5,
     "missing key 'pitch'"},
    {HEAD TWO JOINT "kind: screw\n    parent: a\n    child: b\n    axis: y\n    pitch: 0\n", 12, 12,
     "that is not 0"},
    {HEAD TWO JOINT "kind: screw\n    parent: a\n    child: b\n    axis: y\n    pitch: 1e-6\n", 12,
     12, "that is not 0"},
    {HEAD TWO JOINT "kind: hinge\n    parent: a\n    child: b\n    axis: y\n    pitch: 1\n", 12, 5,
     "has no 'pitch'"},
    {HEAD TWO JOINT "kind: suspension\n    parent: a\n    child: b\n    axis: y\n", 7, 5,
     "missing key 'axis2'"},
    {HEAD TWO JOINT "kind: universal\n    parent: a\n    child: b\n    axis: x\n    axis2: y\n"
                    "    limits3_deg: [-1, 1]\n",
     13, 5, "only two free axes"},
    {HEAD TWO JOINT "kind: slider\n    parent: a\n    child: b\n", 8, 11, "must be ball, hinge"},
    {HEAD TWO JOINT
     "kind: universal\n    parent: a\n    child: b\n    axis: x\n    axis2: [1, 1, 0]\n",
     12, 5, "at 45.0 degrees"},
    {HEAD TWO JOINT "{kind: hinge, parent: a, child: b, axis: y}\n", 0, 0, ""},
    {HEAD TWO HINGE "  - {name: j, kind: rigid, parent: a, child: b}\n", 8, 12, "duplicate joint"},
    {HEAD TWO JOINT
     "kind: hinge\n    parent: a\n    child: b\n    axis: y\n    limits_deg: [10, -10]\n",
     12, 5, "low below high"},
    {HEAD TWO JOINT
     "kind: hinge\n    parent: a\n    child: b\n    axis: y\n    limits_deg: [10, 20]\n",
     12, 5, "must include 0"},
    {HEAD TWO JOINT "kind: hinge\n    parent: a\n    child: b\n    axis: y\n    limits_m: [0, 1]\n",
     12, 5, "expected 'limits_deg'"},
    {HEAD TWO JOINT "kind: hinge\n    parent: a\n    child: b\n    axis: y\n    limits: [0, 1]\n",
     12, 5, "expected 'limits_deg' in deg"},
    {HEAD TWO JOINT
     "kind: hinge\n    parent: a\n    child: b\n    axis: y\n    motor2: {force: 1}\n",
     12, 5, "only one free axis"},
    {HEAD TWO JOINT "kind: hinge\n    parent: a\n    child: b\n    axis: y\n    motor: {base: 1}\n",
     12, 5, "missing key 'force'"},
    {HEAD TWO JOINT
     "kind: hinge\n    parent: a\n    child: b\n    axis: y\n    motor: {force: 1, input: i}\n",
     12, 30, "there is no input 'i'"},
    {HEAD TWO JOINT
     "kind: hinge\n    parent: a\n    child: b\n    axis: y\n    motor: {force: [2, 1]}\n",
     12, 13, "low below high"},
    {HEAD TWO JOINT
     "kind: hinge\n    parent: a\n    child: b\n    axis: y\n    spring: {stiffness: 1, rest: 1}\n",
     12, 28, "expected 'rest_deg'"},
    {HEAD
     "bodies: [{name: a, fixed: true}]\njoints:\n  - {name: j, kind: rigid, parent: world, child: "
     "a}\n",
     5, 50, "both fixed"},
    // what refers to joints
    {HEAD TWO HINGE "differentials:\n  - {name: d, joints: [j, k], ratio: 1}\n", 9, 27,
     "there is no joint 'k'"},
    {HEAD TWO HINGE "differentials:\n  - {name: d, joints: [j, j], ratio: 1}\n", 9, 15,
     "the same axis"},
    {HEAD TWO HINGE "differentials:\n  - {name: d, joints: [j, j/2], ratio: 1}\n", 9, 27,
     "only axis 1"},
    {HEAD TWO HINGE "differentials:\n  - {name: d, joints: [j, j/x], ratio: 1}\n", 9, 27,
     "'/1', '/2' or '/3'"},
    {HEAD TWO HINGE "differentials:\n  - {name: d, joints: [j], ratio: 1}\n", 9, 15,
     "two or three joints"},
    {HEAD TWO HINGE "sensors:\n  - {name: s, kind: speed, body: a}\n", 9, 28, "expected 'joint'"},
    {HEAD TWO HINGE "sensors:\n  - {name: s, kind: roll}\n", 9, 6, "missing key 'body'"},
    {HEAD TWO HINGE "sensors:\n  - {name: s, kind: force_torque, joint: j/1}\n", 9, 42,
     "there is no joint 'j/1'"},
    {HEAD TWO HINGE "sensors:\n  - {name: s, kind: distance, body: a}\n", 9, 6,
     "missing key 'other'"},
    {HEAD TWO HINGE "sensors:\n  - {name: s, kind: distance, body: a, other: a}\n", 9, 47,
     "expected two bodies"},
    {HEAD TWO HINGE "sensors:\n  - {name: s, kind: tilt, body: a, range: 2}\n", 9, 36,
     "has no 'range'"},
    {HEAD TWO "sensors: [{name: eye, kind: ray, body: a}]\njoints:\n"
              "  - {name: k, kind: hinge, parent: a, child: b, axis: y, motor: {force: 1, sensor: "
              "ey}}\n",
     8, 84, "did you mean 'eye'"},
    {HEAD TWO "sensors: [{name: s, kind: force_torque, joint: k}]\njoints:\n"
              "  - {name: k, kind: hinge, parent: a, child: b, axis: y, motor: {force: 1, sensor: "
              "s}}\n",
     8, 84, "several outputs, expected one such as 's.fx'"},
    {HEAD TWO "joints:\n"
              "  - {name: k, kind: hinge, parent: a, child: b, axis: y, motor: {force: 1, "
              "sensor_scale: 2}}\n",
     7, 76, "needs 'sensor'"},
    {HEAD "inputs:\n  - {name: i, range: [0, 1], initial: 2}\n", 4, 39,
     "expected 0 to 1 as in 'range'"},
    {HEAD "inputs:\n  - {name: i}\n  - {name: i}\n", 5, 12, "duplicate input"},
    // parts and roles
    {HEAD "parts:\n  - {name: p, file: p.yaml}\n", 4, 21, "cannot be read here"},
    {HEAD TWO "locks:\n  - {name: l, joints: [], inputs: [i]}\n", 7, 36, "there is no input"},
    {HEAD TWO "inputs: [{name: i}]\nlocks:\n  - {name: l, joints: [], inputs: [i]}\n"
              "  - {name: l, joints: [], inputs: [i]}\n",
     9, 12, "duplicate name 'l', the first is in line 8"},
    {HEAD TWO "cameras: [{name: c, body: a}, {name: c, body: b}]\n", 6, 38, "duplicate name 'c'"},
    {HEAD TWO "cameras:\n  - {name: c, body: cab}\n", 7, 21, "there is no body 'cab'"},
    {HEAD "activation: {low: [1, 1, 1], high: [0, 2, 2]}\n", 3, 1, "below that of 'high'"},
    {"kind: harvester\nname: t\n", 1, 1, "no bodies"},
    {"kind: forwarder\nname: t\n" TWO HINGE, 1, 7, "needs the role 'drive'"},
    {HEAD TWO "inputs: [{name: i}]\ndrive: {body: a, drive_input: i, wheels: [w]}\n", 7, 43,
     "there is no body 'w'"},
    {HEAD TWO HINGE "head: {body: a, saw_joint: j, saw_reach: 0.6}\n", 8, 31,
     "unknown key 'saw_reach', expected 'saw_reach_m' in m"},
    {HEAD TWO "inputs: [{name: i}]\ndrive: {body: a, drive_input: i, brake_input: i}\n", 7, 34,
     "unknown key 'brake_input'"},
    {HEAD TWO HINGE "crane: {slew: j, boom: j, jib: j, tip_body: b, telescope_stages: 5}\n", 8, 66,
     "'telescope_stages' must be from 1 to 4, not 5"},
    {HEAD TWO HINGE "head: {body: a, saw_joint: j, saw_reach_m: 60 cm}\n", 8, 44,
     "'saw_reach_m' must be a number in m without a unit"},
    {"kind: forwarder\nname: t\n" TWO HINGE "top_saw: {joint: j, place: 1}\n", 8, 1,
     "'top_saw' needs the role 'head'"},
    {HEAD TWO HINGE "head: {body: a, saw_joint: j, knives: [x]}\n", 8, 40, "no joint 'x'"},
    {HEAD TWO HINGE "head: {body: a, saw_joint: j, reach: 1}\n", 8, 31, "unknown key 'reach'"},
    {HEAD TWO "bunk: {body: a, centre: [0, 0, 1], size: [1, 2, 0]}\n", 6, 49, "'size' must be"},
    {HEAD TWO "drive: {body: a}\n", 6, 1, "missing key 'drive_input'"},
    {"kind: harvester\nname: t\n" TWO, 1, 1, "body 'b' (line 5 of its file) is not connected"},
    {"kind: harvester\nname: t\nbodies: [{name: a, fixed: true}]\n", 1, 1, "'a' is fixed"},
    {"kind: harvester\nname: t\nbodies:\n  - {name: a, shapes: [{sphere: 1, mass: 1}]}\n"
     "  - {name: b, position: [3000, 0, 0], shapes: [{sphere: 1, mass: 1}]}\n",
     5, 12, "body 'b' is 3000 m from body 'a', expected at most 50 m in a machine"},
    {"kind: harvester\nname: t\nbodies:\n"
     "  - {name: a, shapes: [{sphere: 1, mass: 1, position: [0, 0, 99]}]}\n",
     4, 12, "a shape of body 'a' is 99 m from body 'a'"},
    {"kind: harvester\nname: t\nbodies:\n  - {name: a, shapes: [{sphere: 1, mass: 1}]}\n"
     "  - {name: b, shapes: [{sphere: 1, mass: 1}]}\n"
     "joints:\n  - {name: j, kind: ball, parent: a, child: b, anchor: [0, 0, 99]}\n",
     7, 12, "the anchor of joint 'j' is 99 m from body 'a'"},
    // truncated files
    {HEAD TWO "joints:\n  - {name: j, kind: hin", 8, 1, ""},
    {HEAD TWO "joints:\n  - name: j\n    kind: hin", 8, 11, "did you mean 'hinge'?"},
    {HEAD TWO "joints:\n  - name: j\n    kind: hinge\n    parent:", 9, 5, "found nothing"},
    {HEAD "bodies:\n  - name: a\n    mass", 0, 0, ""},
};

static void errors_name_place_and_cause(void **state) {
    (void)state;
    int wrong = 0;
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        const struct row *row = &rows[i];
        const bool ok = read_text(row->text);
        bool found = false;
        for (int k = 0; k < d.kept; k++) {
            const struct dat_diagnostic *item = &d.item[k];
            found = found || ((row->line == 0 || item->line == row->line) &&
                              (row->column == 0 || item->column == row->column) &&
                              strstr(item->text, row->words) != NULL);
        }
        if (ok || !found) {
            print_error("row %zu: expected %d:%d '%s'%s\n%s\n", i, row->line, row->column,
                        row->words, ok ? ", but the text was accepted" : ", but got", row->text);
            dat_diagnostics_print(&d, stderr);
            wrong++;
        }
        veh_machine_def_finish(&def);
    }
    assert_int_equal(wrong, 0);
}

// A wrong value must not make other things look wrong.
static void one_cause_gives_one_error(void **state) {
    (void)state;
    static const char *const texts[] = {
        HEAD BODY "mass: heavy\n    shapes: [{sphere: 1}]\n",
        HEAD BODY "shapes: [{sphere: big, mass: 1}]\n",
        HEAD BODY "shapes: [{sphere: 1, mass: x}]\n",
        HEAD BODY "shapes: 3\n",
        HEAD TWO "joints:\n  - {name: j, kind: hinge, parent: a, child: b, axis: w}\n"
                 "sensors: [{name: s, kind: speed, joint: j}]\n",
        HEAD TWO "joints:\n  - {name: j, kind: hinge, parent: a, child: x, axis: y}\n"
                 "sensors: [{name: s, kind: speed, joint: j}]\n",
        HEAD TWO
        "joints:\n  - {name: j, kind: hinge, parent: a, child: b, axis: y, limits_deg: 3}\n",
        HEAD TWO
        "joints:\n  - {name: j, kind: hinge, parent: a, child: b, axis: y, motor: {force: x}}\n",
        "kind: harvester\nname: t\nbodies:\n  - {name: a}\n",
    };
    for (size_t i = 0; i < sizeof texts / sizeof texts[0]; i++) {
        assert_false(read_text(texts[i]));
        if (d.errors != 1) {
            dat_diagnostics_print(&d, stderr);
            fail_msg("text %zu gave %d errors", i, d.errors);
        }
    }
}

static void many_errors_are_counted_and_sorted(void **state) {
    (void)state;
    char text[4096] = HEAD "bodies:\n";
    for (int i = 0; i < 30; i++) {
        (void)snprintf(text + strlen(text), sizeof text - strlen(text),
                       "  - {name: b%d, fixed: true, mass: -1}\n", i);
    }
    assert_false(read_text(text));
    assert_int_equal(d.errors, 30);
    assert_int_equal(d.kept, DAT_DIAGNOSTICS_KEPT);
    // Joints are read after bodies, but stand before them here.
    assert_false(read_text(HEAD "joints:\n  - {name: j, kind: rigid, parent: x, child: y}\n"
                                "bodies:\n  - {name: a, mass: -1}\n"));
    assert_int_equal(d.errors, 3);
    for (int i = 1; i < d.kept; i++)
        assert_true(d.item[i - 1].line <= d.item[i].line);
}

// ---- valid files ----

static void words_follow_the_order_of_their_enums(void **state) {
    (void)state;
    static const char *const looks[] = {
        [SIM_LOOK_PAINT] = "paint", [SIM_LOOK_STEEL] = "steel", [SIM_LOOK_RUBBER] = "rubber",
        [SIM_LOOK_GLASS] = "glass", [SIM_LOOK_BARK] = "bark",   [SIM_LOOK_WOOD] = "wood",
        [SIM_LOOK_NONE] = "none"};
    static const char *const solvers[] = {
        [SIM_SOLVER_SPARSE] = "sparse", [SIM_SOLVER_DANTZIG] = "dantzig", [SIM_SOLVER_PGS] = "pgs"};
    char text[256];
    for (int i = 0; i <= SIM_LOOK_NONE; i++) {
        (void)snprintf(text, sizeof text,
                       HEAD "bodies: [{name: a, shapes: [{sphere: 1, mass: 1, look: %s}]}]\n",
                       looks[i]);
        must_read(text);
        assert_int_equal(def.model.visuals[0].look, i);
        veh_machine_def_finish(&def);
    }
    for (int i = 0; i <= SIM_SOLVER_PGS; i++) {
        (void)snprintf(text, sizeof text,
                       HEAD "world: {solver: %s}\n"
                            "bodies: [{name: a, shapes: [{sphere: 1, mass: 1}]}]\n",
                       solvers[i]);
        must_read(text);
        assert_int_equal(def.model.world.solver, i);
        veh_machine_def_finish(&def);
    }
}

static void shapes_masses_and_looks_are_read(void **state) {
    (void)state;
    must_read(HEAD
              "materials:\n  - {name: steel, friction: 0.3}\n"
              "bodies:\n"
              "  - name: a\n"
              "    position: [1, 2, 3]\n"
              "    rotation_deg: [0, 0, 90]\n"
              "    material: steel\n"
              "    mass: 12\n"
              "    colour: '#ff8000'\n"
              "    shapes:\n"
              "      - {box: [1, 2, 3], position: [0, 0, 1], look: glass}\n"
              "      - {box: [1, 2, 1], colour: '#000000'}\n"
              "  - name: b\n"
              "    shapes:\n"
              "      - {capsule: {from: [1, 0, 0], to: [1, 4, 0], radii: [0.2, 0.1]}, mass: 5}\n"
              "      - {cylinder: {from: [0, 0, 0], to: [0, 0, -2], radius: 0.5}, density: 1000,\n"
              "         collides: false, passive: true}\n");
    const struct sim_model *m = &def.model;
    assert_int_equal(m->body_count, 2);
    assert_int_equal(m->shape_count, 4);
    // 12 kg over volumes of 6 and 2
    assert_near(m->shapes[0].mass, 9.0, 1e-12);
    assert_near(m->shapes[1].mass, 3.0, 1e-12);
    assert_near(m->shapes[0].half.y, 1.0, 0.0);
    assert_int_equal(m->shapes[0].material, 0);
    assert_int_equal(m->shapes[2].material, -1);
    assert_int_equal(m->visuals[0].look, SIM_LOOK_GLASS);
    assert_int_equal(m->visuals[1].look, SIM_LOOK_PAINT);
    assert_near((double)m->visuals[0].colour[0], 1.0, 1e-6);
    assert_near((double)m->visuals[0].colour[1], 0.21586, 1e-5); // 0x80 of sRGB, IEC 61966-2-1
    assert_near((double)m->visuals[1].colour[0], 0.0, 0.0);
    // a quarter turn about z takes x to y
    const struct sim_vec3 x = sim_rotate(m->bodies[0].pose.q, sim_vec3(1, 0, 0));
    assert_near(x.y, 1.0, 1e-12);
    // the ends of the capsule are where the file says
    const struct sim_shape *capsule = &m->shapes[2];
    const struct sim_vec3 end = sim_pose_point(capsule->pose, sim_vec3(0, 0, capsule->half_length));
    assert_near(end.x, 1.0, 1e-12);
    assert_near(end.y, 4.0, 1e-12);
    assert_near(capsule->radius[1], 0.1, 0.0);
    assert_near(m->shapes[3].mass, 1000.0 * SIM_PI * 0.25 * 2.0, 1e-9);
    assert_false(m->shapes[3].collides);
    assert_true(m->shapes[3].passive);
    assert_int_equal(m->bodies[1].line, 15);
    veh_machine_def_finish(&def);
}

static void own_inertia_and_centre_are_read(void **state) {
    (void)state;
    must_read(HEAD
              "bodies:\n"
              "  - {name: a, mass: 3, inertia: [1, 2, 2.5, 0.1, 0.2, 0.3], centre: [0, 1, 0]}\n"
              "  - {name: b, mass: 6, centre: [0, 0, -0.5], shapes: [{box: [1, 1, 1]}]}\n");
    const struct sim_model_body *a = &def.model.bodies[0];
    const struct sim_model_body *b = &def.model.bodies[1];
    assert_true(a->has_mass);
    assert_near(a->mass.inertia.m[0][1], 0.1, 0.0);
    assert_near(a->mass.inertia.m[2][0], 0.2, 0.0);
    assert_near(a->mass.inertia.m[1][2], 0.3, 0.0);
    assert_near(a->mass.centre.y, 1.0, 0.0);
    assert_true(b->has_mass);
    assert_near(b->mass.mass, 6.0, 0.0);
    assert_near(b->mass.centre.z, -0.5, 0.0);
    assert_near(b->mass.inertia.m[0][0], 1.0, 1e-12); // m (1 + 1) / 12
    veh_machine_def_finish(&def);
}

static void joints_motors_and_sensors_are_read(void **state) {
    (void)state;
    must_read(
        HEAD TWO
        "inputs:\n  - {name: lift, range: [0, 2], initial: 1, rate: 0.5}\n"
        "joints:\n"
        "  - name: h\n    kind: hinge\n    parent: world\n    child: a\n    axis: [0, 2, 0]\n"
        "    anchor: [0, 0, 5]\n    limits_deg: [-90, 180]\n"
        "    motor: {mode: servo, input: lift, scale: 0.5, base: -0.25, force: 100, kp: 4}\n"
        "    lock: {input: lift, below: 0.1}\n"
        "  - name: c\n    kind: cylindrical\n    parent: a\n    child: b\n    axis: -x\n"
        "    limits_m: [-1, 2]\n    limits2_deg: [-10, 20]\n"
        "    motor2: {force: [-5, 10], base: 3}\n"
        "    spring: {stiffness: 100, damping: 10, rest: 0.5}\n"
        "    separate_collider_groups: true\n"
        "differentials:\n"
        "  - {name: g, joints: [h, c/2], ratio: -2, motor: {input: lift, force: 7, scale: 3}}\n"
        "sensors:\n"
        "  - {name: turn, kind: speed, joint: c/2}\n  - {name: up, kind: body_height, body: b}\n");
    const struct sim_model *m = &def.model;
    const struct sim_model_joint *h = &m->joints[0];
    assert_int_equal(h->parent, -1);
    assert_near(h->def.axis[0].y, 1.0, 1e-12);
    assert_near(h->def.anchor.z, 5.0, 0.0);
    assert_near(h->def.free_axis[0].lower, -SIM_PI / 2, 1e-12);
    assert_near(h->def.free_axis[0].upper, SIM_PI, 1e-12);
    assert_int_equal(h->def.free_axis[0].motor.mode, SIM_MOTOR_SERVO);
    assert_near(h->def.free_axis[0].motor.target, 0.25, 1e-12); // -0.25 + 0.5 * 1
    assert_near(h->def.free_axis[0].motor.force_low, -100.0, 0.0);
    assert_near(h->def.free_axis[0].motor.kp, 4.0, 0.0);
    assert_int_equal(h->lock_input, 0);
    const struct sim_model_joint *c = &m->joints[1];
    assert_near(c->def.axis[0].x, -1.0, 0.0);
    assert_near(c->def.free_axis[0].upper, 2.0, 0.0);
    assert_near(c->def.free_axis[1].upper, SIM_PI / 9, 1e-12);
    assert_near(c->def.free_axis[1].motor.force_low, -5.0, 0.0);
    assert_near(c->def.free_axis[1].motor.target, 3.0, 0.0);
    assert_int_equal(c->input[0], -1);
    assert_near(c->def.free_axis[0].rest, 0.5, 0.0);
    assert_true(c->def.separate_collider_groups);
    assert_near(c->def.anchor.x, 1.0, 0.0); // where the child is
    assert_int_equal(m->differentials[0].joint[1], 1);
    assert_int_equal(m->differentials[0].def.axis[1], 1);
    assert_near(m->differentials[0].def.rate, 3.0, 0.0);
    assert_int_equal(m->sensors[0].axis, 1);
    assert_int_equal(sim_model_find_sensor(m, "up"), 1);
    assert_int_equal(sim_model_find_input(m, "lift"), 0);
    assert_int_equal(sim_model_find_joint(m, "c"), 1);
    assert_int_equal(sim_model_find_body(m, "c"), -1);
    veh_machine_def_finish(&def);
}

// An empty 'world' gives the core's own defaults.
static void defaults_agree_with_the_core(void **state) {
    (void)state;
    must_read(HEAD "world: {}\n");
    const struct sim_world_def core = sim_default_world_def();
    const struct sim_world_def *file = &def.model.world;
    assert_near(file->step, core.step, 0.0);
    assert_near(file->gravity.z, core.gravity.z, 0.0);
    assert_int_equal(file->solver, core.solver);
    assert_int_equal(file->iterations, core.iterations);
    assert_near(file->k_er, core.k_er, 0.0);
    assert_near(file->k_er_contact, core.k_er_contact, 0.0);
    assert_int_equal(file->broad_phase, core.broad_phase);
    assert_near(file->grid_cell, core.grid_cell, 0.0);
    assert_near(file->margin, core.margin, 0.0);
    assert_near(file->look_ahead, core.look_ahead, 0.0);
    assert_near(file->deepest, core.deepest, 0.0);
    assert_int_equal(file->halvings, core.halvings);
    veh_machine_def_finish(&def);
}

static void aliases_repeat_values(void **state) {
    (void)state;
    must_read(HEAD "bodies:\n  - {name: a, mass: 1, shapes: &s [{sphere: 1}]}\n"
                   "  - {name: b, position: [0, 2, 0], mass: 2, shapes: *s}\n");
    assert_int_equal(def.model.shape_count, 2);
    assert_near(def.model.shapes[1].mass, 2.0, 1e-12);
    veh_machine_def_finish(&def);
}

// ---- parts ----

static void write_file(const char *folder, const char *name, const char *text) {
    char path[512];
    (void)snprintf(path, sizeof path, "%s/%s", folder, name);
    FILE *file = fopen(path, "w");
    assert_non_null(file);
    assert_true(fputs(text, file) >= 0);
    assert_int_equal(fclose(file), 0);
}

// Loads the first of the files, which are pairs of a name and a text and end with NULL.
static bool read_files(const char *const *files) {
    char folder[] = "/tmp/kranich-parts-XXXXXX";
    assert_non_null(mkdtemp(folder));
    for (int i = 0; files[i] != NULL; i += 2)
        write_file(folder, files[i], files[i + 1]);
    char path[512];
    (void)snprintf(path, sizeof path, "%s/%s", folder, files[0]);
    const bool ok = dat_load_model(path, &def, &d);
    for (int i = 0; files[i] != NULL; i += 2) {
        (void)snprintf(path, sizeof path, "%s/%s", folder, files[i]);
        (void)remove(path);
    }
    (void)remove(folder);
    return ok;
}

static void must_read_files(const char *const *files) {
    if (!read_files(files)) {
        dat_diagnostics_print(&d, stderr);
        fail_msg("the files were refused");
    }
}

#define ARM                                                                                        \
    "kind: part\nname: arm\n"                                                                      \
    "inputs: [{name: lift}]\n"                                                                     \
    "materials: [{name: steel, friction: 0.2}]\n"                                                  \
    "bodies:\n"                                                                                    \
    "  - {name: base, position: [0, 1, 0], rotation_deg: [0, 0, 30], shapes: [{sphere: 1, mass: "  \
    "1}]}\n"                                                                                       \
    "  - name: tip\n"                                                                              \
    "    position: [2, 1, 0]\n"                                                                    \
    "    shapes: [{box: [1, 1, 1], position: [0, 0.5, 0], mass: 1, material: steel}]\n"            \
    "joints:\n"                                                                                    \
    "  - {name: up, kind: hinge, parent: base, child: tip, axis: [1, 1, 0], motor: {input: lift, " \
    "force: 9}}\n"                                                                                 \
    "  - {name: out, kind: prismatic, parent: base, child: tip, axis: [1, 1, 0]}\n"                \
    "cameras: [{name: eye, body: tip, position: [0, 0.1, 0]}]\n"

// Mass, centre and product of inertia of a wedge by hand; a mirrored part has the mirrored wedge.
static void hulls_are_solid(void **state) {
    (void)state;
    static const char *const files[] = {
        "top.yaml",
        HEAD "bodies: [{name: frame, shapes: [{sphere: 1, mass: 1}]}]\n"
             "parts:\n"
             "  - {name: l, file: w.yaml, mount: {parent: frame, child: wedge}}\n"
             "  - {name: r, file: w.yaml, mirror: true, mount: {parent: frame, child: wedge}}\n",
        "w.yaml",
        "kind: part\nname: w\n"
        "bodies:\n"
        "  - name: wedge\n"
        "    shapes:\n"
        "      - hull: {points: [[0, 0, 0], [1, 0, 0], [0, 3, 0], [0, 0, 2], [0.1, 0.1, 0.1]]}\n"
        "        density: 1000\n"
        "        position: [0, 5, 0]\n",
        NULL};
    must_read_files(files);
    const struct sim_model *m = &def.model;
    assert_int_equal(m->hull_count, 2);
    for (int i = 0; i < 2; i++) {
        const int body = sim_model_find_body(m, i == 0 ? "l.wedge" : "r.wedge");
        const struct sim_shape *shape = &m->shapes[m->bodies[body].first_shape];
        assert_int_equal(shape->kind, SIM_SHAPE_HULL);
        assert_near(shape->mass, 1000.0, 1e-9); // 1 * 3 * 2 / 6 m^3
        const struct sim_mass mass = sim_shape_mass(shape);
        assert_near(mass.centre.x, 0.25, 1e-12);
        assert_near(mass.centre.y, i == 0 ? 5.75 : -5.75, 1e-12);
        assert_near(mass.centre.z, 0.5, 1e-12);
        // int xy dV of a tetrahedron at the origin is xy V / 20; the centre moves it.
        const double xy = 1000.0 * (3.0 / 20.0 - 0.25 * 0.75);
        assert_near(mass.inertia.m[0][1], i == 0 ? -xy : xy, 1e-9);
    }
    veh_machine_def_finish(&def);
}

// The same wedge as a mesh, from a file in centimetres and from lists, and in a mirrored part; as
// balls its mass is the same.
static void meshes_are_solid(void **state) {
    (void)state;
    static const char *const files[] = {
        "top.yaml",
        HEAD "bodies:\n"
             "  - name: frame\n"
             "    shapes:\n"
             "      - mesh:\n"
             "          vertices: [[0, 0, 0], [1, 0, 0], [0, 3, 0], [0, 0, 2]]\n"
             "          triangles: [[0, 2, 1], [0, 1, 3], [0, 3, 2], [1, 2, 3]]\n"
             "          levels: 3\n"
             "        mass: 1000\n"
             "parts:\n"
             "  - {name: l, file: w.yaml, mount: {parent: frame, child: wedge}}\n"
             "  - {name: r, file: w.yaml, mirror: true, mount: {parent: frame, child: wedge}}\n",
        "w.yaml",
        "kind: part\nname: w\n"
        "bodies:\n"
        "  - name: wedge\n"
        "    shapes:\n"
        "      - {mesh: {file: w.obj, scale: 0.01}, density: 1000, position: [0, 5, 0]}\n",
        "w.obj",
        "# a wedge\r\n\tmtllib none\nv 0 0 0\nv 1e2 0 0 # far\nv 0 300 0\nv 0 0 200\n"
        "vn 0 0 1\ns off\nf 1//1 3/2/1 2/1\nf -4 -3 -1\nf 1 4 3\nf 2 3 4\n",
        NULL};
    must_read_files(files);
    const struct sim_model *m = &def.model;
    assert_int_equal(m->mesh_count, 3);
    assert_int_equal(m->tree_count, 1);
    assert_non_null(m->shapes[0].tree);
    for (int i = 0; i < 3; i++) {
        static const char *const names[] = {"l.wedge", "r.wedge", "frame"};
        const int body = sim_model_find_body(m, names[i]);
        const struct sim_shape *shape = &m->shapes[m->bodies[body].first_shape];
        assert_int_equal(shape->kind, SIM_SHAPE_MESH);
        assert_near(shape->mass, 1000.0, 1e-9); // 1 * 3 * 2 / 6 m^3
        const struct sim_mass mass = sim_shape_mass(shape);
        assert_near(mass.centre.x, 0.25, 1e-12);
        assert_near(mass.centre.y, i == 0 ? 5.75 : i == 1 ? -5.75 : 0.75, 1e-12);
        const double xy = 1000.0 * (3.0 / 20.0 - 0.25 * 0.75);
        assert_near(mass.inertia.m[0][1], i == 1 ? xy : -xy, 1e-9);
    }
    veh_machine_def_finish(&def);
}

// An error in a mesh file is reported there and at the place where the model names the file.
static void errors_in_mesh_files_name_both_files(void **state) {
    (void)state;
    static const char *const files[] = {
        "top.yaml", HEAD "bodies:\n  - {name: a, fixed: true, shapes: [{mesh: {file: m.obj}}]}\n",
        "m.obj", "v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 4\n", NULL};
    assert_false(read_files(files));
    bool there = false, here = false;
    for (int i = 0; i < d.kept; i++) {
        there = there || (strstr(d.item[i].file, "m.obj") != NULL && d.item[i].line == 4 &&
                          d.item[i].column == 7 && strcmp(d.item[i].quote, "f 1 2 4") == 0);
        here = here || (strstr(d.item[i].file, "top.yaml") != NULL && d.item[i].line == 4 &&
                        strstr(d.item[i].text, "has 1 error") != NULL);
    }
    assert_true(there && here);
}

// A model from elsewhere must not bring the user's own files into an error message.
static void files_outside_the_folder_are_not_quoted(void **state) {
    (void)state;
    static const char *const secrets[] = {"user: me\npassword: sesame\n", "password: [sesame\n",
                                          "sesame\n"};
    for (size_t i = 0; i < sizeof secrets / sizeof secrets[0]; i++) {
        char folder[] = "/tmp/kranich-parts-XXXXXX";
        char inner[64];
        char path[128];
        assert_non_null(mkdtemp(folder));
        (void)snprintf(inner, sizeof inner, "%s/in", folder);
        assert_int_equal(mkdir(inner, 0700), 0);
        write_file(folder, "secret", secrets[i]);
        write_file(inner, "top.yaml",
                   HEAD "bodies: [{name: a, fixed: true, shapes: [{mesh: {file: ../secret}}]}]\n"
                        "parts: [{name: p, file: ../secret}]\n");
        (void)snprintf(path, sizeof path, "%s/top.yaml", inner);
        assert_false(dat_load_model(path, &def, &d));
        assert_int_equal(d.errors, 2);
        for (int k = 0; k < d.kept; k++) {
            assert_null(strstr(d.item[k].text, "sesame"));
            assert_null(strstr(d.item[k].quote, "sesame"));
            assert_non_null(strstr(d.item[k].file, "top.yaml"));
        }
        (void)remove(path);
        (void)rmdir(inner);
        (void)snprintf(path, sizeof path, "%s/secret", folder);
        (void)remove(path);
        (void)rmdir(folder);
    }
}

static void parts_are_placed_and_prefixed(void **state) {
    (void)state;
    static const char *const files[] = {
        "top.yaml",
        HEAD "inputs: [{name: lift}]\n"
             "bodies: [{name: frame, shapes: [{sphere: 1, mass: 1}]}]\n"
             "parts:\n"
             "  - {name: left, file: arm.yaml, position: [0, 0, 3], mount: {parent: frame, child: "
             "base}}\n"
             "  - {name: right, file: arm.yaml, mirror: true, position: [0, 0, 3],\n"
             "     mount: {parent: left.tip, child: base}}\n"
             "sensors: [{name: s, kind: speed, joint: right.up}]\n",
        "arm.yaml", ARM, NULL};
    must_read_files(files);
    const struct sim_model *m = &def.model;
    assert_int_equal(m->body_count, 5);
    assert_int_equal(m->input_count, 1);
    assert_int_equal(m->material_count, 1);
    const int left = sim_model_find_body(m, "left.base");
    const int right = sim_model_find_body(m, "right.base");
    assert_true(left > 0 && right > 0);
    assert_near(m->bodies[left].pose.p.y, 1.0, 1e-12);
    assert_near(m->bodies[left].pose.p.z, 3.0, 1e-12);
    assert_near(m->bodies[right].pose.p.y, -1.0, 1e-12);
    // the mirror image of a body that is turned by 30 degrees is turned by -30
    const struct sim_vec3 x = sim_rotate(m->bodies[right].pose.q, sim_vec3(1, 0, 0));
    assert_near(x.x, cos(SIM_PI / 6), 1e-12);
    assert_near(x.y, -0.5, 1e-12);
    const struct sim_model_body *tip = &m->bodies[sim_model_find_body(m, "right.tip")];
    assert_near(m->shapes[tip->first_shape].pose.p.y, -0.5, 1e-12);
    // A turn by +a about (1, 1, 0) has the mirror image of a turn by +a about (-1, 1, 0); a slide
    // along (1, 1, 0) that of a slide along (1, -1, 0).
    const double s = sqrt(0.5);
    const struct sim_model_joint *up = &m->joints[sim_model_find_joint(m, "right.up")];
    assert_near(up->def.axis[0].x, -s, 1e-12);
    assert_near(up->def.axis[0].y, s, 1e-12);
    const struct sim_model_joint *out = &m->joints[sim_model_find_joint(m, "right.out")];
    assert_near(out->def.axis[0].x, s, 1e-12);
    assert_near(out->def.axis[0].y, -s, 1e-12);
    const struct sim_model_joint *mount = &m->joints[sim_model_find_joint(m, "right.mount")];
    assert_int_equal(mount->def.kind, SIM_JOINT_RIGID);
    assert_int_equal(mount->parent, sim_model_find_body(m, "left.tip"));
    assert_int_equal(mount->child, right);
    assert_int_equal(def.camera_count, 2);
    assert_string_equal(def.cameras[1].name, "right.eye");
    assert_near(def.cameras[1].pose.p.y, -0.1, 1e-12);
    veh_machine_def_finish(&def);
}

// A part turned by 90 degrees about z turns the file's x to y; a mirrored body moves and turns as
// its mirror image does.
static void speeds_are_placed_and_mirrored(void **state) {
    (void)state;
    static const char *const files[] = {
        "top.yaml",
        HEAD "parts:\n"
             "  - {name: turned, file: spin.yaml, rotation_deg: [0, 0, 90]}\n"
             "  - {name: mirrored, file: spin.yaml, mirror: true}\n",
        "spin.yaml",
        "kind: part\nname: top\nbodies:\n"
        "  - {name: b, velocity: [1, 2, 3], angular_velocity: [4, 5, 6],\n"
        "     shapes: [{sphere: 1, mass: 1, collides: false}]}\n",
        NULL};
    must_read_files(files);
    const struct sim_vec3 expected[2][2] = {{{-2, 1, 3}, {-5, 4, 6}}, {{1, -2, 3}, {-4, 5, -6}}};
    for (int i = 0; i < 2; i++) {
        const struct sim_model_body *b = &def.model.bodies[i];
        assert_near(sim_length(sim_sub(b->velocity, expected[i][0])), 0.0, 1e-12);
        assert_near(sim_length(sim_sub(b->angular_velocity, expected[i][1])), 0.0, 1e-12);
    }
    // In the world the model's own pose turns them once more.
    struct sim_world_def world_def = sim_default_world_def();
    struct sim_world *world = sim_world_create(&world_def);
    struct sim_instance instance;
    const struct sim_pose pose = {{1, 1, 1}, sim_quat_rpy(0, 0, SIM_PI)};
    assert_true(sim_instance_create(&instance, world, &def.model, pose));
    const struct sim_vec3 v = sim_body_velocity(world, instance.bodies[1]);
    assert_near(sim_length(sim_sub(v, sim_vec3(-1, 2, 3))), 0.0, 1e-12);
    const struct sim_vec3 w = sim_body_angular_velocity(world, instance.bodies[1]);
    assert_near(sim_length(sim_sub(w, sim_vec3(4, -5, -6))), 0.0, 1e-12);
    sim_instance_finish(&instance);
    sim_world_destroy(world);
    veh_machine_def_finish(&def);
}

static void errors_in_parts_name_their_file(void **state) {
    (void)state;
    static const char *const twice[] = {
        "top.yaml",
        HEAD "parts:\n  - {name: a, file: arm.yaml}\n"
             "  - {name: b, file: arm.yaml}\n",
        "arm.yaml", "kind: part\nname: arm\nbodies:\n  - {name: x, mass: -1}\n", NULL};
    assert_false(read_files(twice));
    assert_int_equal(d.errors, 1); // not once per use
    assert_non_null(strstr(d.item[0].file, "/arm.yaml"));
    assert_int_equal(d.item[0].line, 4);
    assert_string_equal(d.item[0].quote, "  - {name: x, mass: -1}");
    static const char *const cycle[] = {
        "top.yaml", HEAD "parts:\n  - {name: a, file: arm.yaml}\n", "arm.yaml",
        "kind: part\nname: arm\nparts:\n  - {name: x, file: arm.yaml}\n", NULL};
    assert_false(read_files(cycle));
    assert_non_null(strstr(d.item[0].text, "part of itself"));
    static const char *const none[] = {"top.yaml", HEAD "parts:\n  - {name: a, file: no.yaml}\n",
                                       NULL};
    assert_false(read_files(none));
    assert_int_equal(d.item[0].line, 4);
    assert_non_null(strstr(d.item[0].text, "part file"));
    static const char *const conflict[] = {
        "top.yaml", HEAD "inputs: [{name: lift, rate: 2}]\nparts:\n  - {name: a, file: arm.yaml}\n",
        "arm.yaml", ARM, NULL};
    assert_false(read_files(conflict));
    assert_int_equal(d.errors, 1);
    assert_non_null(strstr(d.item[0].text, "input 'lift' differs from that in"));
    static const char *const kind[] = {"top.yaml", HEAD "parts:\n  - {name: a, file: b.yaml}\n",
                                       "b.yaml", HEAD, NULL};
    assert_false(read_files(kind));
    assert_non_null(strstr(d.item[0].text, "kind 'part'"));
    static const char *const twin[] = {"top.yaml",
                                       HEAD "parts:\n  - {name: a, file: arm.yaml}\n"
                                            "  - {name: a, file: arm.yaml}\n",
                                       "arm.yaml", ARM, NULL};
    assert_false(read_files(twin));
    assert_non_null(strstr(d.item[0].text, "duplicate name"));
}

static void roles_of_a_machine_are_read(void **state) {
    (void)state;
    must_read("kind: forwarder\nname: t\n" TWO HINGE
              "inputs: [{name: drive}, {name: steer}, {name: grip}]\n"
              "drive: {body: a, drive_input: drive, steer_joint: j, speed_max: 3, wheels: [b]}\n"
              "crane: {slew: j, boom: j, jib: j, tip_body: b, tip: [1, 0, 0]}\n"
              "grapple: {body: b, centre: [0, 0, -1], tongs: [a, b]}\n"
              "bunk: {body: a, centre: [0, 0, 1], size: [4, 2, 2]}\n"
              "locks:\n  - {name: l, joints: [j], inputs: [drive, steer], delay: 0.5}\n"
              "  - {name: second, joints: [j], inputs: [drive]}\n"
              "cameras:\n  - {name: cab, body: a, fov_deg: 90}\n");
    assert_int_equal(def.kind, VEH_FORWARDER);
    const struct veh_drive_def *drive = veh_drive_def(&def);
    const struct veh_crane_def *crane = veh_crane_def(&def);
    const struct veh_grapple_def *grapple = veh_grapple_def(&def);
    const struct veh_bunk_def *bunk = veh_bunk_def(&def);
    const struct veh_lock_def *lock = veh_machine_def_part(&def, &veh_part_lock);
    assert_int_equal(lock->joints.count, 1);
    assert_int_equal(lock->joints.axis[0], -1);
    const struct veh_activation_def *box = veh_machine_def_part(&def, &veh_part_activation);
    assert_non_null(drive);
    assert_non_null(crane);
    assert_non_null(grapple);
    assert_non_null(bunk);
    assert_non_null(lock);
    assert_non_null(box);
    assert_null(veh_head_def(&def));
    assert_int_equal(def.part_count, 8);
    assert_int_equal(drive->drive_input, 0);
    assert_int_equal(drive->steer_joint, 0);
    assert_near(drive->speed_max, 3.0, 0.0);
    assert_int_equal(drive->wheels.count, 1);
    assert_int_equal(drive->wheels.index[0], 1);
    assert_int_equal(crane->telescope, -1);
    assert_int_equal(crane->telescope_stages, 2);
    assert_int_equal(crane->tip_body, 1);
    assert_int_equal(grapple->tongs.count, 2);
    assert_near(grapple->centre.z, -1.0, 0.0);
    assert_near(bunk->size.x, 4.0, 0.0);
    assert_string_equal(lock->name, "l");
    assert_int_equal(lock->inputs.count, 2);
    assert_near(lock->delay, 0.5, 0.0);
    assert_true(box->low.x < 0.0 && box->high.x > 0.0);
    assert_near(def.cameras[0].fov, SIM_PI / 2, 1e-12);
    veh_machine_def_finish(&def);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(errors_name_place_and_cause),
        cmocka_unit_test(one_cause_gives_one_error),
        cmocka_unit_test(many_errors_are_counted_and_sorted),
        cmocka_unit_test(words_follow_the_order_of_their_enums),
        cmocka_unit_test(shapes_masses_and_looks_are_read),
        cmocka_unit_test(own_inertia_and_centre_are_read),
        cmocka_unit_test(joints_motors_and_sensors_are_read),
        cmocka_unit_test(defaults_agree_with_the_core),
        cmocka_unit_test(aliases_repeat_values),
        cmocka_unit_test(hulls_are_solid),
        cmocka_unit_test(meshes_are_solid),
        cmocka_unit_test(errors_in_mesh_files_name_both_files),
        cmocka_unit_test(files_outside_the_folder_are_not_quoted),
        cmocka_unit_test(parts_are_placed_and_prefixed),
        cmocka_unit_test(speeds_are_placed_and_mirrored),
        cmocka_unit_test(errors_in_parts_name_their_file),
        cmocka_unit_test(roles_of_a_machine_are_read),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
