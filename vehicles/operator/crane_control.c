#include "vehicles/operator/crane_control.h"

#include <assert.h>

#include "terrain/road.h"
#include "vehicles/part/crane.h"
#include "vehicles/part/drive.h"
#include "vehicles/part/valve.h"

static const double gain = 2.0;         // [1/s] speed per distance
static const double slew_gain = 2.5;    // [1/s]
static const double middle_gain = 0.15; // [1/s] towards the middle of the range
static const double limit_zone = 0.04;  // share of the range that counts as the limit

enum { BOOM, JIB, TELESCOPE, AXES }; // that move the tip in the crane's plane

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

// Does the hinge carry the body? The bodies from the base to the tip are each the child of a joint.
static bool carries(const struct sim_model *model, int hinge, int body) {
    for (int depth = 0; body >= 0 && depth < model->joint_count; depth++) {
        int i = 0;
        while (i < model->joint_count && model->joints[i].child != body)
            i++;
        if (i == hinge)
            return true;
        body = i < model->joint_count ? model->joints[i].parent : -1;
    }
    return false;
}

// The other joint of a cylinder's barrel or rod: its pin, whatever kind closes the loop.
static struct veh_crane_pin pin_at(const struct sim_model *model, const struct veh_crane_def *crane,
                                   int body, int not_this) {
    for (int i = 0; i < model->joint_count; i++) {
        const struct sim_model_joint *joint = &model->joints[i];
        if (i == not_this || (joint->parent != body && joint->child != body))
            continue;
        const int on = joint->parent == body ? joint->child : joint->parent;
        return (struct veh_crane_pin){i, carries(model, crane->boom, on),
                                      carries(model, crane->jib, on)};
    }
    return (struct veh_crane_pin){.joint = -1};
}

static struct veh_crane_axis find_axis(const struct sim_model *model,
                                       const struct veh_crane_def *crane, int joint, int input) {
    struct veh_crane_axis axis = {.joint = joint, .cylinder = -1};
    axis.lever = lever_of(model, input);
    const int driven = joint_with_input(model, input);
    if (driven < 0 || axis.lever == VEH_CONTROL_COUNT)
        return axis;
    axis.scale = model->joints[driven].input_scale[0];
    if (driven == joint)
        return axis;
    axis.cylinder = driven;
    axis.base = pin_at(model, crane, model->joints[driven].parent, driven);
    axis.eye = pin_at(model, crane, model->joints[driven].child, driven);
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
    control->slew = find_axis(&def->model, crane, crane->slew, crane->slew_input);
    control->boom = find_axis(&def->model, crane, crane->boom, crane->boom_input);
    control->jib = find_axis(&def->model, crane, crane->jib, crane->jib_input);
    control->telescope = find_axis(&def->model, crane, crane->telescope, crane->telescope_input);
    return control->slew.scale != 0.0 && control->boom.scale != 0.0 && control->jib.scale != 0.0;
}

const struct veh_crane_axis *veh_crane_lifting_axis(const struct veh_crane_control *control) {
    const struct veh_crane_axis *jib = &control->jib;
    return jib->cylinder >= 0 && !jib->base.on_boom && jib->eye.on_jib ? jib : &control->boom;
}

// ---- geometry ----

static struct sim_joint_id joint_id(const struct veh_crane_control *c,
                                    const struct veh_worksite *site, int joint) {
    return site->machines[c->machine].instance.joints[joint];
}

static struct sim_vec3 anchor(const struct veh_crane_control *c, const struct veh_worksite *site,
                              int joint) {
    return sim_joint_anchor(site->world, joint_id(c, site, joint));
}

// Velocity of a point that turns about the axis's hinge.
static struct sim_vec3 turning(const struct veh_crane_control *c, const struct veh_worksite *site,
                               const struct veh_crane_axis *axis, double rate,
                               struct sim_vec3 point) {
    const struct sim_vec3 n = sim_joint_axis(site->world, joint_id(c, site, axis->joint), 0);
    return sim_scale(sim_cross(n, sim_sub(point, anchor(c, site, axis->joint))), rate);
}

static struct sim_vec3 pin_velocity(const struct veh_crane_control *c,
                                    const struct veh_worksite *site,
                                    const struct veh_crane_pin *pin, const double rate[]) {
    const struct sim_vec3 p = anchor(c, site, pin->joint);
    struct sim_vec3 v = {0.0, 0.0, 0.0};
    if (pin->on_boom)
        v = sim_add(v, turning(c, site, &c->boom, rate[BOOM], p));
    if (pin->on_jib)
        v = sim_add(v, turning(c, site, &c->jib, rate[JIB], p));
    return v;
}

// Rate of the axis's motor for the rates of all axes.
static double motor_rate(const struct veh_crane_control *c, const struct veh_worksite *site,
                         const struct veh_crane_axis *axis, double own, const double rate[]) {
    if (axis->cylinder < 0 || axis->base.joint < 0 || axis->eye.joint < 0)
        return own;
    const struct sim_vec3 along =
        sim_unit(sim_sub(anchor(c, site, axis->eye.joint), anchor(c, site, axis->base.joint)));
    return sim_dot(along, sim_sub(pin_velocity(c, site, &axis->eye, rate),
                                  pin_velocity(c, site, &axis->base, rate)));
}

static void set_lever(const struct veh_crane_control *c, const struct veh_worksite *site,
                      const struct veh_crane_axis *axis, double speed,
                      struct veh_controls *levers) {
    if (axis->joint < 0 || axis->scale == 0.0)
        return;
    const int driven = axis->cylinder >= 0 ? axis->cylinder : axis->joint;
    const double opening = sim_clamp(speed / axis->scale, -1.0, 1.0);
    levers->value[axis->lever] = veh_valve_lever(site->machines[c->machine].def, driven, opening);
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
    double r[AXES], z[AXES]; // tip velocity per rate
    double weight[AXES];     // how willingly each moves
    double rest[AXES];       // rates that draw towards the middle of the ranges
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
static void solve_planar(const struct planar *p, double vr, double vz, double rate[AXES]) {
    double a = 1e-3, b = 0.0, d = 1e-3;
    for (int i = 0; i < AXES; i++) {
        a += p->weight[i] * p->r[i] * p->r[i];
        b += p->weight[i] * p->r[i] * p->z[i];
        d += p->weight[i] * p->z[i] * p->z[i];
        vr -= p->r[i] * p->rest[i];
        vz -= p->z[i] * p->rest[i];
    }
    const double det = a * d - b * b;
    const double x = (d * vr - b * vz) / det, y = (a * vz - b * vr) / det;
    for (int i = 0; i < AXES; i++)
        rate[i] = p->rest[i] + p->weight[i] * (p->r[i] * x + p->z[i] * y);
}

static void move_in_plane(const struct veh_crane_control *c, const struct veh_worksite *site,
                          struct sim_vec3 tip, struct sim_vec3 out, double vr, double vz,
                          struct veh_controls *levers) {
    const struct veh_crane_axis *axis[AXES] = {&c->boom, &c->jib, &c->telescope};
    static const double willing[AXES] = {1.0, 1.5, 5.0};
    struct planar p = {0};
    for (int i = 0; i < AXES; i++) {
        if (axis[i]->joint < 0)
            continue;
        const struct sim_vec3 motion = tip_motion(c, site, axis[i], tip);
        p.r[i] = sim_dot(motion, out);
        p.z[i] = motion.z;
        p.weight[i] = willing[i];
        double low, high, q;
        range_of(c, site, axis[i], &low, &high, &q);
        p.rest[i] = i == BOOM ? 0.0 : middle_gain * (0.5 * (low + high) - q);
    }
    double rate[AXES];
    solve_planar(&p, vr, vz, rate);
    for (int pass = 0; pass < 2; pass++) {
        for (int i = 0; i < AXES; i++) {
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
    for (int i = 0; i < AXES; i++)
        if (axis[i]->joint >= 0)
            set_lever(c, site, axis[i], motor_rate(c, site, axis[i], rate[i], rate), levers);
}

// [rad]: the other way round where the slewing axis comes to its end before.
static double turn_within_limits(const struct veh_crane_control *c, const struct veh_worksite *site,
                                 double turn) {
    double low, high, q;
    range_of(c, site, &c->slew, &low, &high, &q);
    const double other = turn + (turn > 0.0 ? -2.0 : 2.0) * SIM_PI;
    const bool ends = q + turn < low || q + turn > high;
    return ends && q + other > low && q + other < high ? other : turn;
}

double veh_crane_radius(const struct veh_crane_control *c, const struct veh_worksite *site,
                        struct sim_vec3 point) {
    const struct sim_vec3 base = sim_joint_anchor(site->world, joint_id(c, site, c->slew.joint));
    return sqrt((point.x - base.x) * (point.x - base.x) + (point.y - base.y) * (point.y - base.y));
}

double veh_crane_control_reach(const struct veh_crane_control *c, const struct veh_worksite *site) {
    const struct sim_vec3 boom = anchor(c, site, c->boom.joint),
                          jib = anchor(c, site, c->jib.joint);
    const struct sim_vec3 tip = veh_machine_crane_tip(site, c->machine);
    double reach = sim_length(sim_sub(jib, boom)) + sim_length(sim_sub(tip, jib));
    if (c->telescope.joint >= 0) {
        double low, high, q;
        range_of(c, site, &c->telescope, &low, &high, &q);
        reach += (high - q) * veh_crane_def(site->machines[c->machine].def)->telescope_stages;
    }
    return reach;
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
    const double turn =
        turn_within_limits(c, site, sim_atan2(d.x * t.y - d.y * t.x, sim_dot(d, t)));
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

static const double look_ahead = 4.5; // [m] on the road, from the leading axles
static const double back_gain = 1.0;  // of that point's way to the side per way off the road
static const double angle_most = 0.6; // [rad] of the steering
static const double steer_gain = 4.0; // of the lever per angle [1/rad]
static const double slowing = 0.4;    // [m/s^2] towards the target
static const double arrived = 0.15;   // [m]

static double wrapped(double angle) {
    return angle - 2.0 * SIM_PI * floor((angle + SIM_PI) / (2.0 * SIM_PI));
}

static double heading_of(const struct veh_worksite *site, int machine) {
    const struct sim_vec3 x =
        sim_rotate(veh_machine_pose(site, machine).q, sim_vec3(1.0, 0.0, 0.0));
    return sim_atan2(x.y, x.x);
}

// The articulation [rad] with which the leading axles, lead [m] from the joint, run along a circle
// of that curvature [1/m] while the others, trail [m] from the joint, follow:
//   sin g = curvature (lead cos g + trail)
static double articulation(double curvature, double lead, double trail) {
    const double a = lead * curvature;
    const double s = sim_clamp(trail * curvature / sqrt(1.0 + a * a), -1.0, 1.0);
    return sim_atan2(a, 1.0) + sim_atan2(s, sqrt(1.0 - s * s));
}

// Left is positive.
static double steering_angle(const struct veh_worksite *site, int machine, int joint) {
    const struct veh_machine *m = &site->machines[machine];
    const double angle = sim_joint_position(site->world, m->instance.joints[joint], 0);
    return m->def->model.joints[joint].input_scale[0] < 0.0 ? -angle : angle;
}

// Pure pursuit: the axles that lead in the direction of travel, sense 1 or -1, follow a circle
// through a point ahead on the road. ahead: 1 where that is along it.
static double steer(const struct veh_worksite *site, int machine, const struct ter_road *road,
                    double sense, double ahead) {
    const struct veh_machine *m = &site->machines[machine];
    const int joint = veh_drive_def(m->def)->steer_joint;
    const struct veh_axles axles = veh_drive_axles(m->def);
    const double lead = sense > 0.0 ? axles.ahead : axles.behind;
    const double trail = sense > 0.0 ? axles.behind : axles.ahead;
    const double angle = steering_angle(site, machine, joint);
    const double heading = heading_of(site, machine) - (sense > 0.0 ? 0.0 : angle + SIM_PI);
    const struct sim_vec3 pivot = sim_joint_anchor(site->world, m->instance.joints[joint]);
    const double x = pivot.x + lead * sim_cos(heading), y = pivot.y + lead * sim_sin(heading);
    const struct ter_road_place here = ter_road_nearest(road, x, y);
    const struct ter_road_place aim = ter_road_at(road, here.along + look_ahead * ahead);
    // Beside the road it aims at the other side, the more so the farther off it is.
    const double dx = aim.x - x + back_gain * (here.x - x);
    const double dy = aim.y - y + back_gain * (here.y - y);
    const double alpha = wrapped(sim_atan2(dy, dx) - heading);
    const double curvature = 2.0 * sim_sin(alpha) / fmax(sqrt(dx * dx + dy * dy), 1.0);
    const double wanted =
        sense * sim_clamp(articulation(curvature, lead, trail), -angle_most, angle_most);
    return sim_clamp(steer_gain * (wanted - angle), -1.0, 1.0);
}

double veh_drive_along(const struct veh_worksite *site, int machine, const struct ter_road *road,
                       double along_target, double speed, struct veh_controls *levers) {
    assert(machine >= 0 && machine < site->machine_count && road->count >= 2 && speed >= 0.0);
    const struct veh_drive_def *def = veh_drive_def(site->machines[machine].def);
    const struct sim_vec3 p = veh_machine_pose(site, machine).p;
    const struct ter_road_place here = ter_road_nearest(road, p.x, p.y);
    const bool with_road = fabs(wrapped(heading_of(site, machine) - here.heading)) < 0.5 * SIM_PI;
    const double along = along_target - here.along;
    const double to_go = with_road ? along : -along;
    if (fabs(to_go) < arrived)
        return to_go;
    const double sense = to_go > 0.0 ? 1.0 : -1.0; // forward or back
    if (def->steer_joint >= 0)
        levers->value[VEH_STEER] = steer(site, machine, road, sense, along > 0.0 ? 1.0 : -1.0);
    const double most = fmin(speed, sqrt(2.0 * slowing * fabs(to_go)));
    levers->value[VEH_DRIVE] = sense * most / def->speed_max;
    return to_go;
}
