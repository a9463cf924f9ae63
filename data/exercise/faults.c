#include "data/exercise/faults.h"

#include <assert.h>
#include <stdio.h>
#include <string.h>

#include "data/exercise/practice.h"
#include "vehicles/part/valve.h"

// Each valve has two.
enum kind { HOSE, JOINT, KINDS };
static const char *const kind_names[KINDS] = {"hose", "joint"};

// The valve of that index among the machine's; NULL: there are fewer. *count becomes their number.
static const struct veh_part *find_valve(const struct dat_practice *p, int index, int *count) {
    const struct veh_machine *machine = &p->site.machines[0];
    const struct veh_part *found = NULL;
    *count = 0;
    for (int i = 0; i < machine->part_count; i++) {
        if (machine->parts[i].kind != &veh_part_valve)
            continue;
        if ((*count)++ == index)
            found = &machine->parts[i];
    }
    return found;
}

static const struct veh_valve_def *valve_of(const struct dat_practice *p, int number) {
    int count;
    assert(number > 0);
    const struct veh_part *part = find_valve(p, (number - 1) / KINDS, &count);
    assert(part != NULL);
    return part->def;
}

int dat_fault_count(const struct dat_practice *practice) {
    int count;
    (void)find_valve(practice, 0, &count);
    return KINDS * count;
}

const char *dat_fault_name(const struct dat_practice *practice, int number, char *text,
                           size_t size) {
    const struct veh_valve_def *valve = valve_of(practice, number);
    snprintf(text, size, "%s:%s", kind_names[(number - 1) % KINDS], valve->name);
    return text;
}

int dat_fault_find(const struct dat_practice *practice, const char *name) {
    char text[SIM_MODEL_NAME + 16];
    const int count = dat_fault_count(practice);
    for (int i = 1; i <= count; i++)
        if (strcmp(dat_fault_name(practice, i, text, sizeof text), name) == 0)
            return i;
    return 0;
}

static struct sim_joint_id joint_of(const struct dat_practice *p, const struct veh_valve_def *def) {
    return p->site.machines[0].instance.joints[def->joint];
}

bool dat_fault_is_on(const struct dat_practice *practice, int number) {
    const struct veh_valve_def *def = valve_of(practice, number);
    if ((number - 1) % KINDS == JOINT)
        return sim_joint_broken(practice->site.world, joint_of(practice, def));
    for (int i = 0; i < practice->site.def.burst_count; i++)
        if (strcmp(practice->site.def.bursts[i].valve, def->name) == 0 &&
            practice->site.def.bursts[i].time <= veh_worksite_time(&practice->site))
            return true;
    return false;
}

void dat_fault_inject(struct dat_practice *practice, int number) {
    if (number > 0 && number <= dat_fault_count(practice) && practice->faults.due < DAT_FAULTS_DUE)
        practice->faults.number[practice->faults.due++] = number;
}

// Behind those of the exercise. One that is there for a later time, from before the session was
// wound back, stays beside it.
static void burst(struct dat_practice *p, const struct veh_valve_def *def) {
    struct dat_faults *faults = &p->faults;
    int *count = &p->site.def.burst_count;
    if (p->site.def.bursts != faults->bursts) {
        for (int i = 0; i < *count; i++)
            faults->bursts[i] = p->site.def.bursts[i];
        p->site.def.bursts = faults->bursts;
    }
    if (*count == DAT_FAULT_BURSTS)
        return;
    struct veh_hose_burst *burst = &faults->bursts[(*count)++];
    memcpy(burst->valve, def->name, sizeof burst->valve);
    burst->time = veh_worksite_time(&p->site);
}

int dat_faults_step(struct dat_practice *practice) {
    struct dat_faults *faults = &practice->faults;
    if (faults->due == 0)
        return 0;
    const int number = faults->number[0];
    faults->due--;
    memmove(faults->number, faults->number + 1, (size_t)faults->due * sizeof faults->number[0]);
    const struct veh_valve_def *def = valve_of(practice, number);
    if (dat_fault_is_on(practice, number))
        return number;
    if ((number - 1) % KINDS == JOINT)
        sim_joint_break(practice->site.world, joint_of(practice, def));
    else
        burst(practice, def);
    return number;
}
