#include "data/exercise/faults.h"

#include <assert.h>
#include <stdio.h>
#include <string.h>

#include "data/exercise/practice.h"
#include "sim/base/array.h"

void dat_faults_start(struct dat_practice *practice) {
    struct dat_faults *faults = &practice->faults;
    struct veh_worksite_def *def = &practice->site.def;
    veh_faults_possible(&practice->site.machines[0], &faults->possible);
    for (int i = 0; i < def->fault_count; i++)
        *SIM_ARRAY_PUSH(&faults->happens) = def->faults[i];
    def->faults = faults->happens.items;
}

void dat_faults_finish(struct dat_faults *faults) {
    SIM_ARRAY_FREE(&faults->possible);
    SIM_ARRAY_FREE(&faults->happens);
}

int dat_fault_count(const struct dat_practice *practice) {
    return practice->faults.possible.count;
}

static const struct veh_fault *fault_of(const struct dat_practice *practice, int number) {
    assert(number > 0 && number <= dat_fault_count(practice));
    return &practice->faults.possible.items[number - 1];
}

const char *dat_fault_name(const struct dat_practice *practice, int number, char *text,
                           size_t size) {
    const struct veh_fault *fault = fault_of(practice, number);
    (void)snprintf(text, size, "%s:%s", veh_fault_kind_name(fault->kind), fault->name);
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

bool dat_fault_is_on(const struct dat_practice *practice, int number) {
    const struct veh_fault *fault = fault_of(practice, number);
    return !veh_fault_is_moment(fault->kind) &&
           veh_fault_is_on(&practice->site, fault->kind, fault->name);
}

void dat_fault_inject(struct dat_practice *practice, int number) {
    if (number > 0 && number <= dat_fault_count(practice) && practice->faults.due < DAT_FAULTS_DUE)
        practice->faults.number[practice->faults.due++] = number;
}

// A lasting fault that the exercise has for later is brought forward. One of a moment, such as
// knives that become blunt, still comes again at its own time; of those in the past the last
// counts.
static void happen(struct dat_practice *practice, const struct veh_fault *fault) {
    struct veh_fault_list *happens = &practice->faults.happens;
    const double now = veh_worksite_time(&practice->site);
    struct veh_fault *entry = NULL;
    for (int i = 0; i < happens->count && entry == NULL; i++)
        if (happens->items[i].kind == fault->kind &&
            strcmp(happens->items[i].name, fault->name) == 0 &&
            (!veh_fault_is_moment(fault->kind) || happens->items[i].time <= now))
            entry = &happens->items[i];
    if (entry == NULL) {
        entry = SIM_ARRAY_PUSH(happens);
        *entry = *fault;
    }
    entry->time = now;
    practice->site.def.faults = happens->items;
    practice->site.def.fault_count = happens->count;
}

int dat_faults_step(struct dat_practice *practice) {
    struct dat_faults *faults = &practice->faults;
    if (faults->due == 0)
        return 0;
    const int number = faults->number[0];
    faults->due--;
    memmove(faults->number, faults->number + 1, (size_t)faults->due * sizeof faults->number[0]);
    if (!dat_fault_is_on(practice, number))
        happen(practice, fault_of(practice, number));
    return number;
}
