// Faults that an instructor injects while an exercise runs, see vehicles/faults.h. They are inputs
// of the record, one more channel beside the levers, so that a session with faults replays with the
// same bits.
#pragma once

#include "vehicles/worksite.h"

struct dat_practice;

enum { DAT_FAULTS_DUE = 16 };

// Of a practice.
struct dat_faults {
    int number[DAT_FAULTS_DUE], due; // to be injected, one with each step
    struct veh_fault_list possible;  // by number less 1
    struct veh_fault_list happens;   // those of the exercise, and the injected
};

// The channel of the record: the number of the fault that is injected with the step, 0: none.
#define DAT_FAULT_CHANNEL "fault"

// For dat_practice_start(), once the worksite is there, and dat_practice_finish().
void dat_faults_start(struct dat_practice *practice);
void dat_faults_finish(struct dat_faults *faults); // accepts a zeroed struct

// Faults of the exercise's machine are numbered from 1, by the machine's model alone.
int dat_fault_count(const struct dat_practice *practice);
// "hose:crane.boom", "blocked:crane.boom". Returns text.
const char *dat_fault_name(const struct dat_practice *practice, int number, char *text,
                           size_t size);
// The number of the fault of that name; 0: there is none.
int dat_fault_find(const struct dat_practice *practice, const char *name);
// Has it happened?
bool dat_fault_is_on(const struct dat_practice *practice, int number);
// It happens with the next step, or where several are due, with one of the next ones. A number that
// the machine does not have, such as 0, injects nothing.
void dat_fault_inject(struct dat_practice *practice, int number);

// For dat_practice_step(): the fault of this step, which then happens; 0: none.
int dat_faults_step(struct dat_practice *practice);
