// The drive: the machine's frame and its wheels, and the hydrostatic transmission that turns them.
//
// A pump that turns with the engine feeds a motor, a gearbox with a work and a road gear turns the
// axles. The pump swivels with the lever; the motor swivels from its smallest displacement, at
// which it is fastest, to its largest as the pressure asks for it. So the machine's speed and its
// tractive force F are bounded by
//
//   v_target = lever v_gear (engine speed / working speed)
//   F <= efficiency p Q (motor / smallest motor) / v_gear          pressure p, Q: flow of the pump
//   F v <= efficiency min(lever p Q, power that the engine gives)
//   F v <= power that the engine takes back / efficiency          against the motion
//
// where v_gear is speed_max in the work gear and road_speed_max in the road gear. Each axle is a
// differential with a motor, whose `scale` is its rate at speed_max and whose force is what the
// axle bears; together they transmit F. A torsion shaft couples them, and
// what one does not need the others may use (axles.h).
#pragma once

#include "vehicles/part/kinds.h"
#include "vehicles/worksite.h"

enum veh_drive_measure {
    VEH_DRIVE_SPEED,
    VEH_DRIVE_GEAR,
    VEH_DRIVE_LOCKED,
    VEH_DRIVE_FORCE,
    VEH_DRIVE_POWER
};

struct veh_drive_def {
    int body;               // whose x is forward; speed is measured here
    int drive_input;        // forward and back
    int steer_joint;        // articulated steering, -1: none
    double speed_max;       // [m/s] at full input, in the work gear
    struct veh_list wheels; // bodies
    // Of the transmission; without axles their motors alone drive the machine.
    struct veh_list axles;           // differentials
    struct veh_list axle_locks;      // differentials that hold left and right together while locked
    struct veh_list balanced;        // hinges of bogies on which the drive's torque does not react
    double road_speed_max;           // [m/s]; 0: there is no road gear
    double pump_cm3, pump_rpm;       // [1/min] at the engine's working speed
    double motor_cm3, motor_min_cm3; // per turn, swivelled out and in
    double pressure_bar;
    double efficiency; // of the whole from the engine to the wheels
};

struct veh_drive_state {
    double most;                // [N] that it could pull in the last step
    double moving;              // [m/s] of the wheels' treads, as the motor's swivel follows it
    double rest;                // share of the drive that the brakes have not taken away
    double wound[VEH_MAX_LIST]; // [m] by which each axle has run ahead of their mean
    bool road;                  // gear
    bool road_wanted;           // engaged as soon as the machine stands
    bool locked;                // the differentials
    bool gear_was_pressed, lock_was_pressed;
    double lifted; // share of the weight that has left the lightest side of the wheels, smoothed
    bool tip_told; // that the machine is about to tip over
};

// stability.c: tells it once when one side or end of the wheels carries nearly nothing.
void veh_watch_stability(struct veh_worksite *site, struct veh_part *part);

// [m] From the steering joint to the middle of all axles ahead of it and of all behind it, in the
// pose of the model.
struct veh_axles {
    double ahead, behind;
};

const struct veh_drive_def *veh_drive_def(const struct veh_machine_def *def); // NULL: none
// The machine must have a drive with a steering joint. Where no wheel is listed on a side, 2.5.
struct veh_axles veh_drive_axles(const struct veh_machine_def *def);
