// A swing that decays, from samples: how far, how fast, how often.
#pragma once

struct veh_decay {
    double rest;      // where it ends: mean of the last samples
    double amplitude; // largest distance from there
    double period;    // [s], 0: it stops before it has swung to and fro and to again
    double damping;   // ratio, of critical damping; 0 where it does not swing
    double swings;    // to and fro, until they are a tenth of the amplitude
};

// count samples, one every step [s]; the last tenth is at rest.
struct veh_decay veh_decay_of(const double *samples, int count, double step);
