#include "vehicles/faults.h"

#include <assert.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "sim/base/array.h"
#include "vehicles/site.h"

static const double drag = 0.1; // [N or N m] of a motor without force (Jung 6.4)

const char *veh_fault_kind_name(enum veh_fault_kind kind) {
    static const char *const names[VEH_FAULT_KINDS] = {
        [VEH_FAULT_HOSE] = "hose",     [VEH_FAULT_JOINT] = "joint",
        [VEH_FAULT_MOTOR] = "motor",   [VEH_FAULT_BLOCKED] = "blocked",
        [VEH_FAULT_SENSOR] = "sensor", [VEH_FAULT_CHAIN] = "chain",
        [VEH_FAULT_KNIVES] = "knives", [VEH_FAULT_SERVICE] = "service",
    };
    assert(kind < VEH_FAULT_KINDS);
    return names[kind];
}

// ---- what there is ----

static void add(struct veh_fault_list *list, enum veh_fault_kind kind, const char *name) {
    struct veh_fault *fault = SIM_ARRAY_PUSH(list);
    *fault = (struct veh_fault){.kind = kind};
    (void)snprintf(fault->name, sizeof fault->name, "%s", name);
}

// The name of the function whose hose may burst; NULL: the part has none.
static const char *hose_of(const struct veh_part *part) {
    return part->kind->hose ? part->kind->hose(part->def) : NULL;
}

// The joint that the function of that name moves, -1: there is none.
static int joint_of_hose(const struct veh_machine *machine, const char *name) {
    for (int i = 0; i < machine->part_count; i++) {
        const struct veh_part *part = &machine->parts[i];
        if (hose_of(part) != NULL && strcmp(hose_of(part), name) == 0)
            return part->kind->drives(part->def, NULL);
    }
    return -1;
}

static bool has_hose(const struct veh_machine *machine, int joint) {
    for (int i = 0; i < machine->part_count; i++) {
        const struct veh_part *part = &machine->parts[i];
        if (hose_of(part) != NULL && part->kind->drives(part->def, NULL) == joint)
            return true;
    }
    return false;
}

static bool has_motor(const struct sim_model_joint *joint) {
    return sim_joint_kind_axes(joint->def.kind) > 0 &&
           joint->def.free_axis[0].motor.mode != SIM_MOTOR_OFF;
}

static void list_hoses(const struct veh_machine *machine, struct veh_fault_list *list) {
    static const enum veh_fault_kind first[] = {VEH_FAULT_HOSE, VEH_FAULT_JOINT};
    static const enum veh_fault_kind then[] = {VEH_FAULT_MOTOR, VEH_FAULT_BLOCKED};
    for (int pass = 0; pass < 2; pass++)
        for (int i = 0; i < machine->part_count; i++) {
            const char *name = hose_of(&machine->parts[i]);
            for (int k = 0; k < 2 && name != NULL; k++)
                add(list, pass == 0 ? first[k] : then[k], name);
        }
}

static void list_motors(const struct veh_machine *machine, struct veh_fault_list *list) {
    const struct sim_model *model = &machine->def->model;
    for (int i = 0; i < model->joint_count; i++) {
        const char *name = model->joints[i].name;
        if (!has_motor(&model->joints[i]) || has_hose(machine, i) ||
            joint_of_hose(machine, name) >= 0)
            continue;
        add(list, VEH_FAULT_MOTOR, name);
        add(list, VEH_FAULT_BLOCKED, name);
    }
    for (int i = 0; i < model->differential_count; i++)
        if (model->differentials[i].def.motor &&
            sim_model_find_joint(model, model->differentials[i].name) < 0)
            add(list, VEH_FAULT_MOTOR, model->differentials[i].name);
}

static void list_knives(const struct veh_machine *machine, struct veh_fault_list *list) {
    for (int i = 0; i < machine->part_count; i++) {
        const struct veh_part_kind *kind = machine->parts[i].kind;
        const int body = kind->knives ? kind->knives(machine->parts[i].def) : -1;
        if (body < 0)
            continue;
        add(list, VEH_FAULT_KNIVES, machine->def->model.bodies[body].name);
        add(list, VEH_FAULT_SERVICE, machine->def->model.bodies[body].name);
    }
}

void veh_faults_possible(const struct veh_machine *machine, struct veh_fault_list *list) {
    list_hoses(machine, list);
    list_motors(machine, list);
    for (int i = 0; i < machine->part_count; i++) {
        const struct veh_part_kind *kind = machine->parts[i].kind;
        const char *name;
        for (int k = 0; kind->sensor && (name = kind->sensor(machine->parts[i].def, k)); k++)
            add(list, VEH_FAULT_SENSOR, name);
        if (kind->saw_joint)
            add(list, VEH_FAULT_CHAIN,
                machine->def->model.joints[kind->saw_joint(machine->parts[i].def)].name);
    }
    list_knives(machine, list); // behind all others: records name faults by their numbers
}

// ---- what has happened ----

static bool is_due(const struct veh_worksite *site, const struct veh_fault *fault) {
    return veh_worksite_time(site) >= fault->time;
}

double veh_fault_last(const struct veh_worksite *site, enum veh_fault_kind kind, const char *name) {
    assert(name != NULL);
    double last = -1.0;
    for (int i = 0; i < site->def.fault_count; i++) {
        const struct veh_fault *fault = &site->def.faults[i];
        if (fault->kind == kind && is_due(site, fault) && strcmp(fault->name, name) == 0)
            last = fmax(last, fault->time);
    }
    return last;
}

bool veh_fault_is_on(const struct veh_worksite *site, enum veh_fault_kind kind, const char *name) {
    return veh_fault_last(site, kind, name) >= 0.0;
}

static int find_joint(const struct veh_machine *machine, const char *name) {
    const int joint = joint_of_hose(machine, name);
    return joint >= 0 ? joint : sim_model_find_joint(&machine->def->model, name);
}

static int find_differential(const struct sim_model *model, const char *name) {
    for (int i = 0; i < model->differential_count; i++)
        if (strcmp(model->differentials[i].name, name) == 0)
            return i;
    return -1;
}

static void lose_force(struct veh_worksite *site, const struct veh_machine *machine,
                       const char *name) {
    const int joint = find_joint(machine, name);
    const int differential = joint < 0 ? find_differential(&machine->def->model, name) : -1;
    if (joint >= 0) {
        struct sim_motor *motor =
            &sim_joint_free_axis(site->world, machine->instance.joints[joint], 0)->motor;
        motor->target = 0.0;
        motor->force_low = -drag;
        motor->force_high = drag;
    } else if (differential >= 0) {
        struct sim_differential_def *d =
            sim_differential(site->world, machine->instance.differentials[differential]);
        d->rate = 0.0;
        d->force_low = -drag;
        d->force_high = drag;
    }
}

void veh_faults_block(struct veh_worksite *site, int machine) {
    struct veh_machine *m = &site->machines[machine];
    for (int i = 0; i < site->def.fault_count; i++) {
        const struct veh_fault *fault = &site->def.faults[i];
        const int joint = is_due(site, fault) ? find_joint(m, fault->name) : -1;
        if (joint < 0)
            continue;
        const struct sim_joint_id id = m->instance.joints[joint];
        if (fault->kind == VEH_FAULT_BLOCKED)
            sim_instance_block(&m->instance, joint, -1, true);
        else if (fault->kind == VEH_FAULT_JOINT && !sim_joint_broken(site->world, id))
            sim_joint_break(site->world, id);
    }
}

void veh_faults_weaken(struct veh_worksite *site, int machine) {
    for (int i = 0; i < site->def.fault_count; i++) {
        const struct veh_fault *fault = &site->def.faults[i];
        if (fault->kind == VEH_FAULT_MOTOR && is_due(site, fault))
            lose_force(site, &site->machines[machine], fault->name);
    }
}
