#include "vehicles/rig/rig.h"

#include <assert.h>

#include "vehicles/part/crane.h"

static const double half_length = 600.0, half_width = 60.0; // [m] of the ground
static const double spacing = 20.0;                         // [m] of its samples
static const double grip_friction = 5.0;
static const double chain_length = 200.0; // [m] so long that it hardly turns
static const double chain_strength = 1e8; // [N]
static const double clear_radius = 5.0;   // [m] at which the crane slews clear of the machine
static const double clear_height = 4.5;   // [m]
static const double arrived = 0.05;       // [m]
static const double longest_move = 30.0;  // [s]
static const double swing_out = 6.0;      // [s] for the tool to come to rest

static bool make_ground(struct ter_ground *ground, double slope) {
    const int columns = (int)(2.0 * half_length / spacing) + 1;
    const int rows = (int)(2.0 * half_width / spacing) + 1;
    if (!ter_ground_init(ground, columns, rows, -half_length, -half_width, spacing))
        return false;
    for (int r = 0; r < rows; r++)
        for (int c = 0; c < columns; c++)
            ground->heights[r * columns + c] = slope * (c * spacing - half_length);
    return true;
}

struct sim_joint_id veh_rig_tie(struct veh_rig *rig, struct sim_body_id body) {
    struct sim_joint_def def = sim_default_joint_def();
    def.kind = SIM_JOINT_RIGID;
    def.separate_collider_groups = true;
    def.a = rig->site.ground;
    def.b = body;
    def.anchor = sim_body_centre(rig->site.world, body);
    return sim_joint_create(rig->site.world, &def);
}

// The frame that is driven and the one that carries the crane.
static void tie_frames(struct veh_rig *rig) {
    const struct veh_machine *m = veh_rig_machine(rig);
    const struct veh_crane_def *crane = veh_crane_def(m->def);
    const int base = crane != NULL ? m->def->model.joints[crane->slew].parent : -1;
    (void)veh_rig_tie(rig, veh_rig_body(rig, m->base.body));
    if (base >= 0 && base != m->base.body)
        (void)veh_rig_tie(rig, veh_rig_body(rig, base));
}

static void grip_ground(struct veh_rig *rig) {
    for (int i = 0; i < veh_rig_machine(rig)->def->model.material_count; i++) {
        const char *name = veh_rig_machine(rig)->def->model.materials[i].name;
        sim_world_set_pair_friction(rig->site.world, sim_world_find_material(rig->site.world, name),
                                    rig->site.material_ground, grip_friction);
    }
}

// The machine without its tyres' parts, which bound what friction holds.
static const struct veh_machine_def *without_tyres(struct veh_machine_def *held,
                                                   const struct veh_machine_def *machine) {
    *held = *machine;
    held->part_count = 0;
    for (int i = 0; i < machine->part_count; i++)
        if (machine->parts[i].kind->id != VEH_PART_TYRE)
            held->parts[held->part_count++] = machine->parts[i];
    return held;
}

bool veh_rig_init(struct veh_rig *rig, const struct veh_rig_def *def) {
    *rig = (struct veh_rig){0};
    struct veh_worksite_def site = veh_default_worksite_def();
    site.ground = &rig->ground;
    site.soil.cone_index = def->cone_index;
    const struct veh_machine_def *machine =
        def->grip ? without_tyres(&rig->held, def->machine) : def->machine;
    if (!make_ground(&rig->ground, def->slope) || !veh_worksite_init(&rig->site, &site) ||
        veh_worksite_add_machine(&rig->site, machine, 0.0, 0.0, 0.0) != 0) {
        veh_rig_finish(rig);
        return false;
    }
    if (def->tied)
        tie_frames(rig);
    if (def->grip)
        grip_ground(rig);
    return true;
}

void veh_rig_finish(struct veh_rig *rig) {
    veh_worksite_finish(&rig->site);
    ter_ground_finish(&rig->ground);
    *rig = (struct veh_rig){0};
}

static void lean(struct veh_rig *rig) {
    struct sim_world *world = rig->site.world;
    for (int i = 0; i < veh_rig_machine(rig)->def->model.body_count; i++) {
        const struct sim_body_id body = veh_rig_body(rig, i);
        if (sim_body_moves(world, body))
            sim_body_apply(world, body, sim_scale(rig->lean, sim_body_mass(world, body)),
                           sim_vec3(0.0, 0.0, 0.0), sim_body_centre(world, body));
    }
}

static bool sound(const struct veh_rig *rig) {
    return sim_world_fault(rig->site.world) == NULL;
}

void veh_rig_step(struct veh_rig *rig) {
    if (!sound(rig))
        return;
    if (sim_dot(rig->lean, rig->lean) > 0.0)
        lean(rig);
    veh_worksite_step(&rig->site, &rig->levers);
}

void veh_rig_run(struct veh_rig *rig, double seconds) {
    const long steps = lround(seconds / sim_world_step_size(rig->site.world));
    for (long i = 0; i < steps; i++)
        veh_rig_step(rig);
}

void veh_rig_rest(struct veh_rig *rig, double seconds) {
    rig->levers = (struct veh_controls){{0.0}};
    veh_rig_run(rig, seconds);
}

// ---- the machine ----

const struct veh_machine *veh_rig_machine(const struct veh_rig *rig) {
    return &rig->site.machines[0];
}

struct sim_body_id veh_rig_body(const struct veh_rig *rig, int body) {
    assert(body >= 0 && body < veh_rig_machine(rig)->def->model.body_count);
    return veh_rig_machine(rig)->instance.bodies[body];
}

struct sim_joint_id veh_rig_joint(const struct veh_rig *rig, int joint) {
    assert(joint >= 0 && joint < veh_rig_machine(rig)->def->model.joint_count);
    return veh_rig_machine(rig)->instance.joints[joint];
}

struct sim_vec3 veh_rig_tip(const struct veh_rig *rig) {
    return veh_machine_crane_tip(&rig->site, 0);
}

double veh_rig_support(const struct veh_rig *rig, int body) {
    const uint32_t own = veh_rig_body(rig, body).index;
    const struct sim_contact *contacts;
    const int count = sim_world_contacts(rig->site.world, &contacts);
    double support = 0.0;
    for (int i = 0; i < count; i++) {
        const struct sim_contact *c = &contacts[i];
        const uint32_t other = c->a.index == own ? c->b.index : c->a.index;
        if ((c->a.index == own || c->b.index == own) && other == rig->site.ground.index)
            support += c->force * fabs(c->point.normal.z);
    }
    return support;
}

// ---- the crane ----

static struct sim_vec3 slew_axis(const struct veh_rig *rig) {
    const struct veh_crane_def *crane = veh_crane_def(veh_rig_machine(rig)->def);
    return sim_joint_anchor(rig->site.world, veh_rig_joint(rig, crane->slew));
}

static double tip_radius(const struct veh_rig *rig) {
    return veh_machine_measure(&rig->site, 0, &veh_part_crane, VEH_CRANE_REACH);
}

static void move_tip(struct veh_rig *rig, struct veh_crane_control *control, double radius,
                     double direction, double height) {
    const struct sim_vec3 axis = slew_axis(rig);
    const struct sim_vec3 aim = {axis.x + radius * sim_cos(direction),
                                 axis.y + radius * sim_sin(direction), height};
    const double start = veh_worksite_time(&rig->site);
    double distance = (double)INFINITY;
    while (distance > arrived && veh_worksite_time(&rig->site) < start + longest_move &&
           sound(rig)) {
        distance = veh_crane_control_step(control, &rig->site, aim, &rig->levers);
        veh_rig_step(rig);
    }
}

double veh_rig_reach_out(struct veh_rig *rig, double radius, double direction, double height) {
    struct veh_crane_control control;
    if (!veh_crane_control_init(&control, &rig->site, 0))
        return 0.0;
    const struct sim_vec3 d = sim_sub(veh_rig_tip(rig), slew_axis(rig));
    move_tip(rig, &control, clear_radius, sim_atan2(d.y, d.x), clear_height);
    move_tip(rig, &control, clear_radius, direction, clear_height);
    move_tip(rig, &control, radius, direction, height);
    veh_rig_rest(rig, swing_out);
    return tip_radius(rig);
}

// ---- the chain ----

struct veh_chain veh_rig_chain(struct veh_rig *rig, struct sim_body_id body, struct sim_vec3 point,
                               struct sim_vec3 direction) {
    struct sim_joint_def def = sim_default_joint_def();
    def.kind = SIM_JOINT_LINK;
    def.separate_collider_groups = true;
    def.a = rig->site.ground;
    def.b = body;
    def.anchor = sim_add_scaled(point, direction, chain_length);
    def.anchor_b = point;
    def.free_axis[0].motor = (struct sim_motor){
        .mode = SIM_MOTOR_VELOCITY, .force_low = -chain_strength, .force_high = chain_strength};
    return (struct veh_chain){sim_joint_create(rig->site.world, &def)};
}

void veh_chain_let_out(struct veh_rig *rig, struct veh_chain chain, double speed) {
    sim_joint_free_axis(rig->site.world, chain.joint, 0)->motor.target = speed;
}

static double pull_of(const struct veh_rig *rig, struct veh_chain chain) {
    return -sim_joint_motor_force(rig->site.world, chain.joint, 0);
}

double veh_chain_mean(struct veh_rig *rig, struct veh_chain chain, double seconds) {
    const long steps = lround(seconds / sim_world_step_size(rig->site.world));
    double sum = 0.0;
    for (long i = 0; i < steps; i++) {
        veh_rig_step(rig);
        sum += pull_of(rig, chain);
    }
    return sum / (double)(steps > 0 ? steps : 1);
}
