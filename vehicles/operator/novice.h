// A simulated novice: the demonstrator's plan in hands that have not yet learnt the crane. They
// react late, move one function after the other, push the levers too little and let them come
// back late, and tremble. Their eyes judge the height of a cut by guess, and as people do who may
// miss on a costly side, they aim as far from it as they are unsure (Trommershaeuser, Maloney and
// Landy 2003): a saw in the ground is dear, a high stump is not. Buttons, pedals and steering wheel
// are left to the demonstrator.
//
// Real novices differ from experienced operators in the same ways: fewer functions at once (up to
// 1.8 after five hours), longer ways of the tip, pauses between movements (Polowy and Rutkowski
// 2024; Purfuerst and Erler 2011). The figures of the grades are chosen, not measured.
#pragma once

#include <stdint.h>

#include "vehicles/controls.h"

// Of the first hours, of some weeks, and nearly trained.
enum { VEH_NOVICE_GRADES = 3, VEH_NOVICE_STEPS = 64 };

struct veh_novice_hands {
    double delay;    // [s] from what is seen to the lever
    int functions;   // of the crane that are moved at once
    double dwell;    // [s] for which a hand stays with a function that is not done
    double pause;    // [s] before a hand goes to another function
    double late;     // [s] time constant with which a lever is let back
    double push;     // of the lever, per unit that would be right
    double tremble;  // [-1 to 1] of a lever that is moved, standard deviation
    double eye;      // [m] of the height of a cut, standard deviation
    double patience; // times as long as the demonstrator the plan gives the hands for a movement
};

struct veh_novice {
    struct veh_novice_hands hands;
    uint64_t random;
    struct veh_controls meant[VEH_NOVICE_STEPS]; // of the last steps, a ring
    int step;                                    // in it
    double held[VEH_CONTROL_COUNT]; // [s] for which functions are in the hands, 0: they are not
    double waited;                  // [s] for another one
    double noise[VEH_CONTROL_COUNT];
    struct veh_controls levers; // of the last step
};

// grade 1 to VEH_NOVICE_GRADES, the last is the best. The same seed gives the same hands.
void veh_novice_init(struct veh_novice *novice, int grade, uint64_t seed);
// By how much the novice means to cut above the lowest place there is, of one look [m]; 0 at least,
// since the head then stands on the ground.
double veh_novice_aim_higher(struct veh_novice *novice);
// Turns the levers that the demonstrator means in a step of dt [s] into those of the novice.
void veh_novice_move(struct veh_novice *novice, double dt, struct veh_controls *levers);
