// Shared by the files of `kranich simulate`: its options and the result of a run. simulate_read.h
// reads, simulate_run.h runs, simulate_write.h writes. Private to them.
#pragma once

#include "data/model/input_table.h"
#include "ui/cmd/args.h"

struct ui_simulate_options {
    const char *model, *csv, *json, *signals, *inputs, *inputs_file, *save, *restore, *shots;
    double duration, step; // [s]; duration not a number: none given; step 0: the file's
    int solver;            // 0: the file's, else an enum sim_solver plus 1
    long every, threads, digits;
    bool energy, stats, hash, ground;
    double shot_every;               // [s]
    double azimuth, elevation, zoom; // [deg], of the picture
    long shot_width;                 // [pixel]
    bool plain, view;
    struct dat_input_table table; // the contents of inputs_file
};

struct ui_simulate_result {
    long steps;
    double time, wall;                                  // [s] simulated, and by the clock
    double joint_error, joint_error_angle, penetration; // [m], [rad], [m]; largest
    double energy_start, energy_end;                    // [J]
    int most_rows;
    long iterations, regularisations, unsolved_steps, first_unsolved; // first: step, 0: none
    long parts, taken_back;
    double residual; // [m/s] largest
    int bodies, joints;
    uint64_t hash;
    const char *fault; // NULL: none; static storage
    const char *apart; // first joint that came apart, NULL: none; borrowed from the model
    double apart_time; // [s]
    // [s] per joint and then per differential: infinite if it holds, NaN if it was broken at the
    // start; owned.
    double *broke_at;
};

// The command line of the verb, for ui_args_error().
extern const struct ui_args_def ui_simulate_args;
