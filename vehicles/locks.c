// Joints that nobody moves are blocked: the contact graph makes one body of what they join
// (Jung 4.1, 6.1.2).
#include "vehicles/site.h"

static bool idle(const struct veh_machine *machine, const struct veh_lock_def *lock) {
    const struct sim_instance *instance = &machine->instance;
    for (int i = 0; i < lock->inputs.count; i++)
        if (fabs(instance->input[lock->inputs.index[i]]) >= lock->input_below ||
            fabs(instance->applied[lock->inputs.index[i]]) >= lock->input_below)
            return false;
    return true;
}

static bool slow(const struct veh_worksite *site, const struct veh_machine *machine,
                 const struct veh_lock_def *lock) {
    for (int i = 0; i < lock->joints.count; i++) {
        const int joint = lock->joints.index[i];
        const int axes = sim_joint_kind_axes(machine->def->model.joints[joint].def.kind);
        for (int k = 0; k < axes; k++)
            if (fabs(sim_joint_speed(site->world, machine->instance.joints[joint], k)) >=
                lock->speed_below)
                return false;
    }
    return true;
}

void veh_machine_locks(struct veh_worksite *site, struct veh_machine *machine) {
    const double h = sim_world_step_size(site->world);
    for (int i = 0; i < machine->def->lock_count; i++) {
        const struct veh_lock_def *lock = &machine->def->locks[i];
        if (!idle(machine, lock))
            machine->lock_time[i] = 0.0;
        else if (machine->lock_time[i] < lock->delay)
            machine->lock_time[i] = slow(site, machine, lock) ? machine->lock_time[i] + h : 0.0;
        const bool blocked = machine->lock_time[i] >= lock->delay;
        for (int j = 0; j < lock->joints.count; j++)
            sim_instance_block(&machine->instance, lock->joints.index[j], blocked);
    }
}
