// Calibration of the computer by control measurement. Chance chooses a stem now and then; the
// operator measures its logs once more, with caliper and tape, and the computer, which knows both,
// proposes how to correct its lengths and diameters. The operator accepts or refuses.
#pragma once

#include <stdbool.h>
#include <stdint.h>

enum {
    VEH_CONTROL_LOGS = 16,      // of one stem
    VEH_CONTROL_ONE_IN = 3,     // stems is a control stem
    VEH_CONTROL_PAIRS = 64,     // logs that were measured twice and are remembered
    VEH_CALIBRATION_CLASSES = 5 // of diameters
};

// [m] the diameter in the middle of a class.
double veh_calibration_class(int index);

// The corrections that are added to the measurements of wheel and knives; all 0: none.
struct veh_correction {
    double length;                            // [m] of each log
    double scale;                             // [m/m]
    double diameter[VEH_CALIBRATION_CLASSES]; // [m] in each class, between them linear
};

struct veh_control_log {
    double length, mid, top; // [m]; a diameter of 0: not measured
};

// A message of the caliper, in a step; log 0: there is none.
struct veh_caliper_reading {
    int log;                     // number from 1 of the stem's log from the butt
    struct veh_control_log size; // of it
    bool done;                   // the operator is back
};

struct veh_calibration {
    struct veh_correction used, proposed;
    bool ready;                                   // what is proposed waits for an answer
    bool asked;                                   // the operator is to go to the logs
    bool chosen;                                  // by chance: the last stem
    bool over;                                    // the last stem has left the head
    int logs;                                     // of the last stem
    struct veh_control_log log[VEH_CONTROL_LOGS]; // as measured, without correction
    int read;                                     // logs of it that the caliper has told
    int pairs;
    struct veh_control_log machine[VEH_CONTROL_PAIRS], caliper[VEH_CONTROL_PAIRS];
    // [m] mean deviation of the machine, as it is corrected now, from the caliper; of the logs that
    // were read last
    double length_off, diameter_off;
    uint64_t chance;
};

double veh_corrected_diameter(const struct veh_correction *c, double diameter);

// A log of a stem was measured. felt: what only the sensors know, as a source of chance. Returns
// its number, 0: there are too many; *chosen: it is the first one of a stem that chance chooses.
int veh_calibration_note(struct veh_calibration *c, const struct veh_control_log *log, double felt,
                         bool *chosen);
// The caliper tells. True: the operator is back, deviations are known and proposed may be ready.
bool veh_calibration_read(struct veh_calibration *c, const struct veh_caliper_reading *reading);
void veh_calibration_accept(struct veh_calibration *c);
