#include "vehicles/part/lock.h"

#include "vehicles/site.h"

static const struct veh_key keys[] = {
    VEH_KEY(lock, name, NAME, NULL, "its name, unique among the file's locks"),
    VEH_KEY(lock, joints, AXES, NULL,
            "what is blocked: joints, or single axes such as `steer/2`, the twist of an "
            "articulated frame. A joint whose axes are all blocked makes one body of two"),
    VEH_KEY(lock, inputs, INPUTS, NULL, "they release the joints"),
    VEH_KEY_RANGE(lock, input_below, NUMBER, "", "0.02", 1e-6, 1e6,
                  "the joints may be blocked while every input is smaller, without its sign"),
    VEH_KEY_RANGE(lock, speed_below, NUMBER, "m/s or rad/s", "0.01", 1e-6, 100,
                  "and every axis of the joints is slower"),
    VEH_KEY_RANGE(lock, delay, NUMBER, "s", "0.3", 0, 60, "and both have held this long"),
};

static const struct veh_state_field state[] = {VEH_STATE(veh_lock_state, time)};

static bool idle(const struct sim_instance *instance, const struct veh_lock_def *def) {
    for (int i = 0; i < def->inputs.count; i++)
        if (fabs(instance->input[def->inputs.index[i]]) >= def->input_below ||
            fabs(instance->applied[def->inputs.index[i]]) >= def->input_below)
            return false;
    return true;
}

static bool slow(const struct veh_worksite *site, const struct sim_instance *instance,
                 const struct veh_lock_def *def) {
    for (int i = 0; i < def->joints.count; i++) {
        const int joint = def->joints.joint[i], only = def->joints.axis[i];
        const int axes = sim_joint_kind_axes(instance->model->joints[joint].def.kind);
        for (int k = 0; k < axes; k++)
            if ((only < 0 || only == k) &&
                fabs(sim_joint_speed(site->world, instance->joints[joint], k)) >= def->speed_below)
                return false;
    }
    return true;
}

static bool blocks(const struct veh_part *part) {
    const struct veh_lock_def *def = part->def;
    const struct veh_lock_state *lock = part->state;
    return lock->time > 0.0 && lock->time >= def->delay;
}

bool veh_locks_block(const struct veh_machine *machine) {
    bool all = true;
    for (int i = 0; i < machine->part_count; i++)
        all = all && (machine->parts[i].kind != &veh_part_lock || blocks(&machine->parts[i]));
    return all;
}

static double blocked(const struct veh_worksite *site, const struct veh_part *part) {
    (void)site;
    return blocks(part);
}

static const struct veh_measure measures[] = {
    [VEH_LOCK_BLOCKED] = {"blocked", "", "1 while its joints are blocked, else 0", blocked},
};

static void before(struct veh_worksite *site, struct veh_part *part) {
    const struct veh_lock_def *def = part->def;
    struct veh_lock_state *lock = part->state;
    struct veh_machine *machine = &site->machines[part->machine];
    struct sim_instance *instance = &machine->instance;
    if (!idle(instance, def))
        lock->time = 0.0;
    else if (!blocks(part))
        lock->time =
            slow(site, instance, def) ? lock->time + sim_world_step_size(site->world) : 0.0;
    // Locks may share an axis, which is blocked while one of them blocks it.
    if (veh_machine_part(machine, &veh_part_lock) == part)
        for (int i = 0; i < instance->model->joint_count; i++)
            sim_instance_block(instance, i, -1, false);
    for (int i = 0; i < def->joints.count && blocks(part); i++)
        sim_instance_block(instance, def->joints.joint[i], def->joints.axis[i], true);
}

const struct veh_part_kind veh_part_lock = {
    .id = VEH_PART_LOCK,
    .role = "joints that are locked while they are not in use",
    .title = "a lock",
    .help = "Joints that are blocked while all their inputs are small and they stand still.",
    .keys = keys,
    .key_count = sizeof keys / sizeof keys[0],
    .def_size = sizeof(struct veh_lock_def),
    .state_size = sizeof(struct veh_lock_state),
    .state = VEH_STATE_TABLE(state),
    .before = before,
    .measures = measures,
    .measure_count = sizeof measures / sizeof measures[0],
};
