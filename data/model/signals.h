// The numbers of a running model that can be written as columns: bodies, joints, sensors, energy.
//
// Names: BODY.x .y .z [m] and .qw .qx .qy .qz of the body frame, .vx .vy .vz [m/s] of the centre of
// mass, .wx .wy .wz [rad/s]; JOINT.q .qd .f of its free axis (.q1 .qd1 .f1, .q2 ... where there are
// more) [m or rad, per second, N or N m], .error_m, .error_rad; RESISTANCE.f; GUIDE.fx .fy .fz [N]
// .mx .my .mz [N m] .error_m .error_rad; MAGNET.held [bodies] .f [N]; SENSOR, followed by .fx and
// so on where it has several outputs (sim_sensor_suffix); and energy.kinetic,
// energy.potential, energy.elastic [J], momentum.x ..., angular_momentum.x ...; and of the last
// step stats.clusters, stats.contacts, stats.rows, stats.iterations, stats.regularisations,
// stats.unsolved, stats.residual [m/s], stats.parts, stats.taken_back
#pragma once

#include <stdbool.h>
#include <stdio.h>

#include "sim/model/model.h"

#define DAT_SIGNAL_NAME (SIM_MODEL_NAME + 24)

struct dat_signal {
    char name[DAT_SIGNAL_NAME];
    int kind, index, part; // meaning: data/model/signals.c
};

struct dat_signals {
    const struct sim_instance *instance; // must outlive this
    struct dat_signal *signal;
    int count;
    int digits; // of a number that is written, 1 to 17; dat_signals_init() sets 9
};

// Lists the signals of the instance that match one of the comma-separated globs, all where globs is
// NULL. Energy and the statistics of the solver are left out unless asked for. False: out of
// memory.
bool dat_signals_init(struct dat_signals *signals, const struct sim_instance *instance, bool energy,
                      bool stats, const char *globs);
void dat_signals_finish(struct dat_signals *signals); // accepts a zeroed struct

// "t,NAME,..." and a line of the present time and values. Errors stay in the FILE's error flag.
void dat_signals_write_header(const struct dat_signals *signals, FILE *file);
void dat_signals_write_row(const struct dat_signals *signals, FILE *file);
