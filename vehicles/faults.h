// Faults of machines: an exercise sets some for a time of its own, an instructor injects others
// (data/exercise/faults.h). From its time on
//
//   hose     a valve has no pressure, see part/valve.h
//   joint    a joint has broken, and holds nothing
//   motor    the motor of a joint, or of a differential such as an axle, gives no more than the
//            drag of its bearings (Jung 6.4)
//   blocked  a joint is rigid (Jung 6.4)
//   sensor   an instrument of a part reads nothing
//   chain    the chain of a saw is blunt, see part/head_saw.c
//   knives   the knives of a head are blunt, see part/head_delimb.c; from then on they wear as ever
//   service  those knives are sharp again
#pragma once

#include "sim/model/model.h"

struct veh_machine;
struct veh_worksite;

enum veh_fault_kind {
    VEH_FAULT_HOSE,
    VEH_FAULT_JOINT,
    VEH_FAULT_MOTOR,
    VEH_FAULT_BLOCKED,
    VEH_FAULT_SENSOR,
    VEH_FAULT_CHAIN,
    VEH_FAULT_KNIVES,
    VEH_FAULT_SERVICE,
    VEH_FAULT_KINDS
};

// Of each machine that has something of its name: a valve, which stands for its joint, a joint or a
// differential of the model, the instrument of a part (struct veh_part_kind), the joint of a saw's
// bar, or the body of a head with knives.
struct veh_fault {
    enum veh_fault_kind kind;
    char name[SIM_MODEL_NAME];
    double time; // [s] of the worksite at which it happens
};

struct veh_fault_list {
    struct veh_fault *items; // owned
    int count, capacity;
};

const char *veh_fault_kind_name(enum veh_fault_kind kind); // "hose"
// Appends all that can happen to the machine, at the time 0. Their order depends on its definition
// alone, and hoses and joints of the valves are first.
void veh_faults_possible(const struct veh_machine *machine, struct veh_fault_list *list);
// Whether it happens at a moment and may happen again, as knives become blunt and are sharpened.
static inline bool veh_fault_is_moment(enum veh_fault_kind kind) {
    return kind == VEH_FAULT_KNIVES || kind == VEH_FAULT_SERVICE;
}
// [s] when it happened last by now, -1: never.
double veh_fault_last(const struct veh_worksite *site, enum veh_fault_kind kind, const char *name);
// Whether the worksite has such a fault by now.
bool veh_fault_is_on(const struct veh_worksite *site, enum veh_fault_kind kind, const char *name);
