// The shaft between the axles is a torsion spring with a damper. Axle i has run ahead of the mean
// of all by x_i and is faster by v_i:
//
//   F_i = -(k x_i + d v_i),   |k x_i| <= what the axle bears
//
// A bogie's gears lie in its beam. The wheels' torque T reacts on the beam and would press its rear
// wheel down and lift the front one. In a balanced bogie the shaft that drives the gears runs
// through the pivot and turns as the wheels do, so that it brings in the same torque T from the
// frame; together with the tractive force T / r, which acts at the pivot's height above the ground,
// little is left that turns the beam. The torque is that of the last step.
#include "vehicles/part/axles.h"

#include <assert.h>

#include "vehicles/site.h"

static const double stiffness_share = 0.1, damping_share = 0.3; // of what is stable

struct veh_axle veh_axle_at(const struct veh_worksite *site, const struct veh_part *part, int i) {
    const struct veh_drive_def *def = part->def;
    assert(i >= 0 && i < def->axles.count);
    const struct sim_instance *instance = &site->machines[part->machine].instance;
    const int index = def->axles.index[i];
    const struct sim_model_differential *model = &instance->model->differentials[index];
    const double per_metre = model->input_scale / def->speed_max;
    return (struct veh_axle){model, instance->differentials[index], per_metre,
                             model->def.force_high * fabs(per_metre)};
}

double veh_axle_speed(const struct veh_worksite *site, const struct veh_part *part,
                      const struct veh_axle *axle) {
    const struct sim_instance *instance = &site->machines[part->machine].instance;
    const struct sim_differential_def *d = &axle->model->def;
    double rate = 0.0;
    for (int k = 0; k < d->count; k++)
        rate += d->ratio[k] *
                sim_joint_speed(site->world, instance->joints[axle->model->joint[k]], d->axis[k]);
    return rate / axle->per_metre;
}

double veh_axle_force(const struct veh_worksite *site, const struct veh_axle *axle) {
    return sim_differential_force(site->world, axle->id) * axle->per_metre;
}

// ---- the shaft ----

// [kg] that the inertia of the axle's wheels is worth where the machine moves: at least what turns.
static double mass_of(const struct veh_worksite *site, const struct veh_part *part,
                      const struct veh_axle *axle) {
    const struct sim_model *model = site->machines[part->machine].instance.model;
    const struct sim_differential_def *d = &axle->model->def;
    double mass = 0.0;
    for (int k = 0; k < d->count; k++) {
        const struct sim_model_joint *joint = &model->joints[axle->model->joint[k]];
        const struct sim_mass wheel = sim_model_body_mass(model, &model->bodies[joint->child]);
        const struct sim_vec3 about =
            sim_unrotate(model->bodies[joint->child].pose.q, joint->def.axis[d->axis[k]]);
        const double rate = axle->per_metre / (d->count * d->ratio[k]);
        mass += rate * rate * sim_dot(about, sim_mat3_mul(&wheel.inertia, about));
    }
    return mass;
}

struct veh_shaft veh_axles_shaft(const struct veh_worksite *site, const struct veh_part *part) {
    const struct veh_drive_def *def = part->def;
    struct veh_drive_state *drive = part->state;
    const double h = sim_world_step_size(site->world);
    struct veh_shaft shaft = {{0.0}};
    double speed[VEH_MAX_LIST], mean = 0.0, excess = 0.0;
    for (int i = 0; i < def->axles.count; i++) {
        const struct veh_axle axle = veh_axle_at(site, part, i);
        speed[i] = veh_axle_speed(site, part, &axle);
        mean += speed[i] / def->axles.count;
    }
    for (int i = 0; i < def->axles.count; i++) {
        const struct veh_axle axle = veh_axle_at(site, part, i);
        const double mass = mass_of(site, part, &axle);
        const double k = stiffness_share * mass / (h * h), d = damping_share * mass / h;
        const double most = axle.strength / k;
        drive->wound[i] = sim_clamp(drive->wound[i] + h * (speed[i] - mean), -most, most);
        shaft.force[i] = -k * drive->wound[i] - d * (speed[i] - mean);
        excess += shaft.force[i] / def->axles.count;
    }
    for (int i = 0; i < def->axles.count; i++)
        shaft.force[i] -= excess; // of a shaft that is wound up to its strength on one side
    return shaft;
}

// ---- balanced bogies ----

// The frame that carries the beam, if the beam is a balanced bogie's; -1: it is not.
static int frame_of(const struct veh_drive_def *def, const struct sim_model *model, int beam) {
    for (int i = 0; i < def->balanced.count; i++)
        if (model->joints[def->balanced.index[i]].child == beam)
            return model->joints[def->balanced.index[i]].parent;
    return -1;
}

// [N m] With which an axle or a lock drove its joint k in the last step.
static double driving(const struct veh_worksite *site, const struct sim_instance *instance,
                      int differential, int k) {
    return sim_differential_force(site->world, instance->differentials[differential]) *
           instance->model->differentials[differential].def.ratio[k];
}

// Brings the torque of a wheel's joint from the frame instead of from the beam.
static void relieve(struct veh_worksite *site, const struct veh_part *part, int joint, int axis,
                    double torque) {
    const struct sim_instance *instance = &site->machines[part->machine].instance;
    const int beam = instance->model->joints[joint].parent;
    const int frame = frame_of(part->def, instance->model, beam);
    if (frame < 0)
        return;
    const struct sim_vec3 about = sim_joint_axis(site->world, instance->joints[joint], axis);
    const struct sim_vec3 none = {0.0, 0.0, 0.0};
    sim_body_apply(site->world, instance->bodies[beam], none, sim_scale(about, torque), none);
    sim_body_apply(site->world, instance->bodies[frame], none, sim_scale(about, -torque), none);
}

// The axle's brakes hold the same shafts.
static void balance_axle(struct veh_worksite *site, const struct veh_part *part, int axle) {
    const struct veh_drive_def *def = part->def;
    const struct sim_instance *instance = &site->machines[part->machine].instance;
    const struct sim_model_differential *d =
        &instance->model->differentials[def->axles.index[axle]];
    for (int k = 0; k < d->def.count; k++) {
        const double braking =
            sim_joint_brake_force(site->world, instance->joints[d->joint[k]], d->def.axis[k]);
        relieve(site, part, d->joint[k], d->def.axis[k],
                driving(site, instance, def->axles.index[axle], k) + braking);
    }
}

static void balance_lock(struct veh_worksite *site, const struct veh_part *part, int lock) {
    const struct veh_drive_def *def = part->def;
    const struct sim_instance *instance = &site->machines[part->machine].instance;
    const struct sim_model_differential *d =
        &instance->model->differentials[def->axle_locks.index[lock]];
    for (int k = 0; k < d->def.count; k++)
        relieve(site, part, d->joint[k], d->def.axis[k],
                driving(site, instance, def->axle_locks.index[lock], k));
}

void veh_axles_balance(struct veh_worksite *site, const struct veh_part *part) {
    const struct veh_drive_def *def = part->def;
    if (def->balanced.count == 0)
        return;
    for (int i = 0; i < def->axles.count; i++)
        balance_axle(site, part, i);
    for (int i = 0; i < def->axle_locks.count; i++)
        balance_lock(site, part, i);
}
