#include "vehicles/operator/crane_control.h"

#include <assert.h>

#include "terrain/road.h"
#include "vehicles/part/crane.h"
#include "vehicles/part/drive.h"

static const double gain = 2.0;         // [1/s] speed per distance
static const double slew_gain = 2.5;    // [1/s]
static const double middle_gain = 0.15; // [1/s] towards the middle of the range
static const double limit_zone = 0.04;  // share of the range that counts as the limit

// ---- finding the levers ----

static enum veh_control lever_of(const struct sim_model *model, int input) {
    return input >= 0 ? veh_control_find(model->inputs[input].name) : VEH_CONTROL_COUNT;
}

static int joint_with_input(const struct sim_model *model, int input) {
    for (int i = 0; i < model->joint_count; i++)
        if (input >= 0 && model->joints[i].input[0] == input)
            return i;
    return -1;
}

// The other joint of a cylinder's barrel or rod: its pin, whatever kind closes the loop.
static int pin_at(const struct sim_model *model, int body, int not_this) {
    for (int i = 0; i < model->joint_count; i++)
        if (i != not_this && (model->joints[i].parent == body || model->joints[i].child == body))
            return i;
    return -1;
}

static struct veh_crane_axis find_axis(const struct sim_model *model, int joint, int input) {
    struct veh_crane_axis axis = {.joint = joint, .cylinder = -1, .base = -1, .eye = -1};
    axis.lever = lever_of(model, input);
    const int driven = joint_with_input(model, input);
    if (driven < 0 || axis.lever == VEH_CONTROL_COUNT)
        return axis;
    axis.scale = model->joints[driven].input_scale[0];
    if (driven == joint)
        return axis;
    axis.cylinder = driven;
    axis.base = pin_at(model, model->joints[driven].parent, driven);
    axis.eye = pin_at(model, model->joints[driven].child, driven);
    return axis;
}

bool veh_crane_control_init(struct veh_crane_control *control, const struct veh_worksite *site,
                            int machine) {
    assert(machine >= 0 && machine < site->machine_count);
    const struct veh_machine_def *def = site->machines[machine].def;
    const struct veh_crane_def *crane = veh_crane_def(def);
    *control = (struct veh_crane_control){.machine = machine, .speed = 1.5};
    if (crane == NULL)
        return false;
    control->slew = find_axis(&def->model, crane->slew, crane->slew_input);
    control->boom = find_axis(&def->model, crane->boom, crane->boom_input);
    control->jib = find_axis(&def->model, crane->jib, crane->jib_input);
    control->telescope = find_axis(&def->model, crane->telescope, crane->telescope_input);
    return control->slew.scale != 0.0 && control->boom.scale != 0.0 && control->jib.scale != 0.0;
}

// ---- geometry ----

static struct sim_joint_id joint_id(const struct veh_crane_control *c,
                                    const struct veh_worksite *site, int joint) {
    return site->machines[c->machine].instance.joints[joint];
}

// Rate of the motor per rate of the joint.
static double transmission(const struct veh_crane_control *c, const struct veh_worksite *site,
                           const struct veh_crane_axis *axis) {
    if (axis->cylinder < 0 || axis->base < 0 || axis->eye < 0)
        return 1.0;
    const struct sim_vec3 base = sim_joint_anchor(site->world, joint_id(c, site, axis->base));
    const struct sim_vec3 eye = sim_joint_anchor(site->world, joint_id(c, site, axis->eye));
    const struct sim_vec3 pivot = sim_joint_anchor(site->world, joint_id(c, site, axis->joint));
    const struct sim_vec3 n = sim_joint_axis(site->world, joint_id(c, site, axis->joint), 0);
    const struct sim_vec3 u = sim_unit(sim_sub(eye, base));
    return sim_dot(u, sim_cross(n, sim_sub(eye, pivot)));
}

static void set_lever(const struct veh_crane_control *c, const struct veh_worksite *site,
                      const struct veh_crane_axis *axis, double rate, struct veh_controls *levers) {
    if (axis->joint < 0 || axis->scale == 0.0)
        return;
    levers->value[axis->lever] =
        sim_clamp(rate * transmission(c, site, axis) / axis->scale, -1.0, 1.0);
}

// Velocity of the tip per rate of the axis.
static struct sim_vec3 tip_motion(const struct veh_crane_control *c,
                                  const struct veh_worksite *site,
                                  const struct veh_crane_axis *axis, struct sim_vec3 tip) {
    const struct sim_joint_id id = joint_id(c, site, axis->joint);
    const struct sim_vec3 n = sim_joint_axis(site->world, id, 0);
    const enum sim_joint_kind kind =
        site->machines[c->machine].def->model.joints[axis->joint].def.kind;
    if (kind == SIM_JOINT_PRISMATIC)
        return sim_scale(n, veh_crane_def(site->machines[c->machine].def)->telescope_stages);
    return sim_cross(n, sim_sub(tip, sim_joint_anchor(site->world, id)));
}

struct planar {
    double r[3], z[3]; // tip velocity per rate: boom, jib, telescope
    double weight[3];  // how willingly each moves
    double rest[3];    // rates that draw towards the middle of the ranges
};

static void range_of(const struct veh_crane_control *c, const struct veh_worksite *site,
                     const struct veh_crane_axis *axis, double *low, double *high, double *q) {
    struct sim_world *world = site->world;
    const struct sim_joint_id id = joint_id(c, site, axis->joint);
    const struct sim_axis *free_axis = sim_joint_free_axis(world, id, 0);
    *q = sim_joint_position(world, id, 0);
    *low = free_axis->limited ? free_axis->lower : *q - 1.0;
    *high = free_axis->limited ? free_axis->upper : *q + 1.0;
}

// q' = q0 + W J^T (J W J^T)^-1 (v - J q0)
static void solve_planar(const struct planar *p, double vr, double vz, double rate[3]) {
    double a = 1e-3, b = 0.0, d = 1e-3;
    for (int i = 0; i < 3; i++) {
        a += p->weight[i] * p->r[i] * p->r[i];
        b += p->weight[i] * p->r[i] * p->z[i];
        d += p->weight[i] * p->z[i] * p->z[i];
        vr -= p->r[i] * p->rest[i];
        vz -= p->z[i] * p->rest[i];
    }
    const double det = a * d - b * b;
    const double x = (d * vr - b * vz) / det, y = (a * vz - b * vr) / det;
    for (int i = 0; i < 3; i++)
        rate[i] = p->rest[i] + p->weight[i] * (p->r[i] * x + p->z[i] * y);
}

static void move_in_plane(const struct veh_crane_control *c, const struct veh_worksite *site,
                          struct sim_vec3 tip, struct sim_vec3 out, double vr, double vz,
                          struct veh_controls *levers) {
    const struct veh_crane_axis *axis[3] = {&c->boom, &c->jib, &c->telescope};
    const double willing[3] = {1.0, 1.5, 5.0};
    struct planar p = {0};
    for (int i = 0; i < 3; i++) {
        if (axis[i]->joint < 0)
            continue;
        const struct sim_vec3 motion = tip_motion(c, site, axis[i], tip);
        p.r[i] = sim_dot(motion, out);
        p.z[i] = motion.z;
        p.weight[i] = willing[i];
        double low, high, q;
        range_of(c, site, axis[i], &low, &high, &q);
        p.rest[i] = i == 0 ? 0.0 : middle_gain * (0.5 * (low + high) - q);
    }
    double rate[3];
    solve_planar(&p, vr, vz, rate);
    for (int pass = 0; pass < 2; pass++) {
        for (int i = 0; i < 3; i++) {
            double low, high, q;
            if (axis[i]->joint < 0)
                continue;
            range_of(c, site, axis[i], &low, &high, &q);
            const double zone = limit_zone * (high - low);
            if ((q < low + zone && rate[i] < 0.0) || (q > high - zone && rate[i] > 0.0))
                p.weight[i] = p.rest[i] = 0.0;
        }
        solve_planar(&p, vr, vz, rate);
    }
    for (int i = 0; i < 3; i++)
        if (axis[i]->joint >= 0)
            set_lever(c, site, axis[i], rate[i], levers);
}

double veh_crane_radius(const struct veh_crane_control *c, const struct veh_worksite *site,
                        struct sim_vec3 point) {
    const struct sim_vec3 base = sim_joint_anchor(site->world, joint_id(c, site, c->slew.joint));
    return sqrt((point.x - base.x) * (point.x - base.x) + (point.y - base.y) * (point.y - base.y));
}

double veh_crane_control_step(const struct veh_crane_control *c, const struct veh_worksite *site,
                              struct sim_vec3 target, struct veh_controls *levers) {
    assert(c->slew.scale != 0.0); // it was initialised
    const struct sim_vec3 tip = veh_machine_crane_tip(site, c->machine);
    const struct sim_joint_id slew = joint_id(c, site, c->slew.joint);
    const struct sim_vec3 base = sim_joint_anchor(site->world, slew);
    const struct sim_vec3 d = {tip.x - base.x, tip.y - base.y, 0.0};
    const struct sim_vec3 t = {target.x - base.x, target.y - base.y, 0.0};
    const struct sim_vec3 out = sim_unit_or(d, sim_vec3(1.0, 0.0, 0.0));
    const double r = sim_length(d), r_target = sim_length(t);
    const double turn = sim_atan2(d.x * t.y - d.y * t.x, sim_dot(d, t));
    const double side_limit = c->speed / fmax(r, 1.0);
    set_lever(c, site, &c->slew, sim_clamp(slew_gain * turn, -side_limit, side_limit), levers);
    double vr = gain * (r_target - r), vz = gain * (target.z - tip.z);
    const double speed = sqrt(vr * vr + vz * vz);
    if (speed > c->speed) {
        vr *= c->speed / speed;
        vz *= c->speed / speed;
    }
    move_in_plane(c, site, tip, out, vr, vz, levers);
    return sim_length(sim_sub(target, tip));
}

// ---- driving ----

// Of the wheelbase: pure pursuit with all of it turns so sharply that the machine weaves.
static const double steer_share = 0.8;
static const double look_ahead = 4.5; // [m] on the road
static const double angle_most = 0.6; // [rad] of the steering
static const double steer_gain = 4.0; // of the lever per angle [1/rad]
static const double slowing = 0.4;    // [m/s^2] towards the target
static const double arrived = 0.15;   // [m]

static double wrapped(double angle) {
    return angle - 2.0 * SIM_PI * floor((angle + SIM_PI) / (2.0 * SIM_PI));
}

double veh_drive_along(const struct veh_worksite *site, int machine, const struct ter_road *road,
                       double along_target, double speed, struct veh_controls *levers) {
    assert(machine >= 0 && machine < site->machine_count && road->count >= 2 && speed >= 0.0);
    const struct veh_machine *m = &site->machines[machine];
    const struct veh_drive_def *def = veh_drive_def(m->def);
    const struct sim_pose pose = veh_machine_pose(site, machine);
    const struct sim_vec3 x = sim_rotate(pose.q, sim_vec3(1.0, 0.0, 0.0));
    const struct ter_road_place here = ter_road_nearest(road, pose.p.x, pose.p.y);
    const double heading = sim_atan2(x.y, x.x);
    const bool with_road = fabs(wrapped(heading - here.heading)) < 0.5 * SIM_PI;
    const double to_go = (along_target - here.along) * (with_road ? 1.0 : -1.0);
    const double sense = to_go >= 0.0 ? 1.0 : -1.0; // forward or back
    const double ahead = look_ahead * sense * (with_road ? 1.0 : -1.0);
    const struct ter_road_place aim = ter_road_at(road, here.along + ahead);
    const double bearing = sim_atan2(aim.y - pose.p.y, aim.x - pose.p.x);
    const double alpha = wrapped(bearing - heading - (sense > 0.0 ? 0.0 : SIM_PI));
    const double distance = fmax(
        sqrt((aim.x - pose.p.x) * (aim.x - pose.p.x) + (aim.y - pose.p.y) * (aim.y - pose.p.y)),
        1.0);
    const double wanted =
        sim_clamp(sense * (steer_share * def->wheelbase_m) * 2.0 * sim_sin(alpha) / distance,
                  -angle_most, angle_most);
    if (def->steer_joint >= 0) {
        const double scale = m->def->model.joints[def->steer_joint].input_scale[0];
        const double angle =
            sim_joint_position(site->world, m->instance.joints[def->steer_joint], 0) *
            (scale < 0.0 ? -1.0 : 1.0);
        levers->value[VEH_STEER] = sim_clamp(steer_gain * (wanted - angle), -1.0, 1.0);
    }
    const double most = fmin(speed, sqrt(2.0 * slowing * fabs(to_go)));
    levers->value[VEH_DRIVE] = fabs(to_go) < arrived ? 0.0 : sense * most / def->speed_max;
    if (fabs(to_go) < arrived)
        levers->value[VEH_STEER] = 0.0;
    return to_go;
}
