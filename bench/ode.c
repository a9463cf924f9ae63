// Open Dynamics Engine: the same model with its joints, its collision and its solvers.
//
// Rows that ODE does not have: a coupling of two parallel axes is the difference of two angular
// velocities (exact where both joints hang on one body, and elsewhere as long as those bodies do
// not turn); gears and the coupled slide have a motor of their own at the speed that the coupling
// would give, which keeps the number of rows. Error reduction 0.2 and softness 1e-10, its defaults.
#include <assert.h>
#include <math.h>
#include <stdlib.h>

#include <ode/ode.h>

#include "bench/bench.h"

enum { POINTS = 8 }; // contact points per pair, as many as ours

struct ode {
    const struct sim_model *model;
    dWorldID world;
    dSpaceID space;
    dJointGroupID contacts;
    dBodyID *body;   // NULL: fixed
    dJointID *joint; // one per joint of the model
    double *speed;   // per input
    int iterations;  // 0: the direct solver
    double step;
};

static void touch(void *data, dGeomID a, dGeomID b) {
    struct ode *o = data;
    dContact contact[POINTS];
    if (dGeomGetBody(a) == dGeomGetBody(b))
        return;
    const int count = dCollide(a, b, POINTS, &contact[0].geom, sizeof contact[0]);
    for (int i = 0; i < count; i++) {
        contact[i].surface.mode = dContactApprox1;
        // The smaller one, as ours.
        contact[i].surface.mu = fmin(bench_friction(o->model, dGeomGetData(a)),
                                     bench_friction(o->model, dGeomGetData(b)));
        const dJointID joint = dJointCreateContact(o->world, o->contacts, &contact[i]);
        dJointAttach(joint, dGeomGetBody(a), dGeomGetBody(b));
    }
}

static void set_rotation(dReal to[4], struct sim_quat q) {
    to[0] = q.w, to[1] = q.x, to[2] = q.y, to[3] = q.z;
}

static void add_geom(struct ode *o, int index, struct sim_shape *shape) {
    const struct sim_model_body *source = &o->model->bodies[index];
    const bool ground = bench_is_ground(source, shape);
    const struct sim_pose pose = sim_pose_mul(source->pose, shape->pose);
    dGeomID geom;
    if (!shape->collides)
        return;
    if (ground)
        geom = dCreatePlane(o->space, 0, 0, 1, pose.p.z + shape->half.z);
    else if (shape->kind == SIM_SHAPE_BOX)
        geom = dCreateBox(o->space, 2.0 * shape->half.x, 2.0 * shape->half.y, 2.0 * shape->half.z);
    else if (shape->kind == SIM_SHAPE_CAPSULE)
        geom = dCreateCapsule(o->space, shape->radius[0], 2.0 * shape->half_length);
    else
        geom = dCreateSphere(o->space, shape->radius[0]);
    dGeomSetData(geom, shape);
    dQuaternion q;
    if (o->body[index] != NULL) {
        set_rotation(q, shape->pose.q);
        dGeomSetBody(geom, o->body[index]);
        dGeomSetOffsetPosition(geom, shape->pose.p.x, shape->pose.p.y, shape->pose.p.z);
        dGeomSetOffsetQuaternion(geom, q);
    } else if (!ground) {
        set_rotation(q, pose.q);
        dGeomSetPosition(geom, pose.p.x, pose.p.y, pose.p.z);
        dGeomSetQuaternion(geom, q);
    }
}

static void add_body(struct ode *o, int index) {
    const struct sim_model_body *source = &o->model->bodies[index];
    if (!source->fixed) {
        const struct sim_mass mass = bench_mass(o->model, index);
        const dBodyID body = o->body[index] = dBodyCreate(o->world);
        dMass m;
        dQuaternion q;
        dMassSetParameters(&m, mass.mass, 0, 0, 0, mass.inertia.m[0][0], mass.inertia.m[1][1],
                           mass.inertia.m[2][2], mass.inertia.m[0][1], mass.inertia.m[0][2],
                           mass.inertia.m[1][2]);
        dBodySetMass(body, &m);
        set_rotation(q, source->pose.q);
        dBodySetPosition(body, source->pose.p.x, source->pose.p.y, source->pose.p.z);
        dBodySetQuaternion(body, q);
    }
    for (int s = 0; s < source->shape_count; s++)
        add_geom(o, index, &o->model->shapes[source->first_shape + s]);
}

static dJointID add_hinge(struct ode *o, const struct sim_joint_def *def, dBodyID parent,
                          dBodyID child) {
    const dJointID j = dJointCreateHinge(o->world, 0);
    dJointAttach(j, child, parent); // ODE counts body 1 against body 2
    dJointSetHingeAnchor(j, def->anchor.x, def->anchor.y, def->anchor.z);
    dJointSetHingeAxis(j, def->axis[0].x, def->axis[0].y, def->axis[0].z);
    if (def->free_axis[0].motor.mode == SIM_MOTOR_VELOCITY)
        dJointSetHingeParam(j, dParamFMax, def->free_axis[0].motor.force_high);
    return j;
}

// Axis 1 belongs to the parent, so it is body 1 and motors turn the other way round.
static dJointID add_universal(struct ode *o, const struct sim_joint_def *def, dBodyID parent,
                              dBodyID child) {
    const dJointID j = dJointCreateUniversal(o->world, 0);
    dJointAttach(j, parent, child);
    dJointSetUniversalAnchor(j, def->anchor.x, def->anchor.y, def->anchor.z);
    dJointSetUniversalAxis1(j, def->axis[0].x, def->axis[0].y, def->axis[0].z);
    dJointSetUniversalAxis2(j, def->axis[1].x, def->axis[1].y, def->axis[1].z);
    for (int i = 0; i < 2; i++) {
        const struct sim_axis *axis = &def->free_axis[i];
        if (axis->motor.mode == SIM_MOTOR_VELOCITY)
            dJointSetUniversalParam(j, i == 0 ? dParamFMax1 : dParamFMax2, axis->motor.force_high);
        if (!axis->limited)
            continue;
        dJointSetUniversalParam(j, i == 0 ? dParamLoStop1 : dParamLoStop2, -axis->upper);
        dJointSetUniversalParam(j, i == 0 ? dParamHiStop1 : dParamHiStop2, -axis->lower);
    }
    return j;
}

static dJointID add_slider(struct ode *o, const struct sim_joint_def *def, dBodyID parent,
                           dBodyID child) {
    const dJointID j = dJointCreateSlider(o->world, 0);
    dJointAttach(j, parent, child);
    dJointSetSliderAxis(j, def->axis[0].x, def->axis[0].y, def->axis[0].z);
    if (def->free_axis[0].motor.mode == SIM_MOTOR_VELOCITY)
        dJointSetSliderParam(j, dParamFMax, def->free_axis[0].motor.force_high);
    return j;
}

// ODE's joint for a kind; a kind that no scene has is left out.
static const struct ode_kind {
    dJointID (*add)(struct ode *o, const struct sim_joint_def *def, dBodyID parent, dBodyID child);
    void (*set)(dJointID joint, int parameter, dReal value); // NULL: no motor that an input drives
    double sense;                                            // of the motor's speed against ours
} kinds[SIM_JOINT_KINDS] = {
    [SIM_JOINT_HINGE] = {add_hinge, dJointSetHingeParam, 1.0},
    [SIM_JOINT_PRISMATIC] = {add_slider, dJointSetSliderParam, -1.0},
    [SIM_JOINT_UNIVERSAL] = {add_universal, NULL, 0.0},
};

// NULL: the world, too.
static dBodyID body_of(const struct ode *o, int index) {
    return index >= 0 ? o->body[index] : NULL;
}

static void add_joint(struct ode *o, int index) {
    const struct sim_model_joint *source = &o->model->joints[index];
    const struct ode_kind *kind = &kinds[source->def.kind];
    assert(kind->add != NULL);
    o->joint[index] =
        kind->add(o, &source->def, body_of(o, source->parent), body_of(o, source->child));
}

static dJointID turning_motor(struct ode *o, dBodyID a, dBodyID b, struct sim_vec3 axis) {
    const dJointID j = dJointCreateAMotor(o->world, 0);
    dJointAttach(j, a, b);
    dJointSetAMotorNumAxes(j, 1);
    dJointSetAMotorAxis(j, 0, 1, axis.x, axis.y, axis.z);
    dJointSetAMotorParam(j, dParamFMax, dInfinity);
    return j;
}

static void add_coupling(struct ode *o, int index) {
    const struct sim_model_differential *d = &o->model->differentials[index];
    const struct sim_model_joint *a = &o->model->joints[d->joint[0]];
    const struct sim_model_joint *b = &o->model->joints[d->joint[1]];
    const struct sim_vec3 axis = b->def.axis[0];
    if (sim_joint_kind_slides(b->def.kind, 0))
        dJointSetSliderParam(o->joint[d->joint[1]], dParamFMax,
                             a->def.free_axis[0].motor.force_high);
    else if (d->def.ratio[1] < 0.0)
        (void)turning_motor(o, o->body[a->child], o->body[b->child], axis);
    else
        (void)turning_motor(o, body_of(o, b->child), body_of(o, b->parent), axis);
}

// A failure shows in the figures.
static void be_quiet(int number, const char *format, va_list arguments) {
    (void)number;
    (void)format;
    (void)arguments;
}

static void destroy(void *memory) {
    struct ode *o = memory;
    if (o->contacts != NULL)
        dJointGroupDestroy(o->contacts);
    if (o->space != NULL)
        dSpaceDestroy(o->space);
    if (o->world != NULL)
        dWorldDestroy(o->world);
    free(o->body);
    free(o->joint);
    free(o->speed);
    free(o);
}

static void *create(const struct bench_engine *engine, const struct bench_scene *scene) {
    static bool initialised;
    const struct sim_model *model = &scene->model;
    // Its dense solver takes minutes for a step of a scene that is all contacts.
    struct ode *o = engine->iterations > 0 || model->joint_count > 0 ? calloc(1, sizeof *o) : NULL;
    if (o == NULL)
        return NULL;
    if (!initialised)
        initialised = dInitODE2(0) != 0;
    dSetMessageHandler(be_quiet);
    *o = (struct ode){.model = model, .iterations = engine->iterations, .step = model->world.step};
    o->body = calloc((size_t)model->body_count + 1, sizeof(dBodyID));
    o->joint = calloc((size_t)model->joint_count + 1, sizeof(dJointID));
    o->speed = calloc((size_t)model->input_count + 1, sizeof *o->speed);
    o->world = dWorldCreate();
    o->space = dHashSpaceCreate(0);
    o->contacts = dJointGroupCreate(0);
    if (o->body == NULL || o->joint == NULL || o->speed == NULL) {
        destroy(o);
        return NULL;
    }
    const struct sim_vec3 g = model->world.gravity;
    dWorldSetGravity(o->world, g.x, g.y, g.z);
    dWorldSetERP(o->world, 0.2);
    dWorldSetCFM(o->world, 1e-10);
    if (o->iterations > 0)
        dWorldSetQuickStepNumIterations(o->world, o->iterations);
    for (int i = 0; i < model->body_count; i++)
        add_body(o, i);
    for (int i = 0; i < model->joint_count; i++)
        add_joint(o, i);
    for (int i = 0; i < model->differential_count; i++)
        add_coupling(o, i);
    return o;
}

static void set_speed(struct ode *o, int joint, double speed) {
    const struct ode_kind *kind = &kinds[o->model->joints[joint].def.kind];
    if (kind->set != NULL)
        kind->set(o->joint[joint], dParamVel, kind->sense * speed);
}

static void set_input(void *memory, int input, double value) {
    struct ode *o = memory;
    for (int i = 0; i < o->model->joint_count; i++)
        if (o->model->joints[i].input[0] == input)
            set_speed(o, i, value);
    for (int i = 0; i < o->model->differential_count; i++) {
        const struct sim_model_differential *d = &o->model->differentials[i];
        if (o->model->joints[d->joint[0]].input[0] == input)
            set_speed(o, d->joint[1], -value / d->def.ratio[1]);
    }
}

static void step(void *memory) {
    struct ode *o = memory;
    dSpaceCollide(o->space, o, touch);
    if (o->iterations > 0)
        dWorldQuickStep(o->world, o->step);
    else
        dWorldStep(o->world, o->step);
    dJointGroupEmpty(o->contacts);
}

static void poses(void *memory, struct sim_pose *pose) {
    const struct ode *o = memory;
    for (int i = 0; i < o->model->body_count; i++) {
        pose[i] = o->model->bodies[i].pose;
        if (o->body[i] == NULL)
            continue;
        const dReal *p = dBodyGetPosition(o->body[i]), *q = dBodyGetQuaternion(o->body[i]);
        pose[i] = (struct sim_pose){{p[0], p[1], p[2]}, {q[0], q[1], q[2], q[3]}};
    }
}

#define ENGINE(title, count)                                                                       \
    {                                                                                              \
        .name = title, .iterations = count, .thorough = (count) == 0 || (count) > 10,              \
        .create = create, .set_input = set_input, .step = step, .poses = poses, .destroy = destroy \
    }

const struct bench_engine bench_ode_step = ENGINE("ODE WorldStep", 0);
const struct bench_engine bench_ode_quick_10 = ENGINE("ODE QuickStep-10", 10);
const struct bench_engine bench_ode_quick_100 = ENGINE("ODE QuickStep-100", 100);
