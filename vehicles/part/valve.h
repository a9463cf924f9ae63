// A valve: the spool that lets oil to one cylinder or hydraulic motor, and the valves that hold
// its load.
//
// The lever opens the spool, which asks for a flow; the pump's share of it (part/hydraulics.h) is
// the target speed of the joint's motor. Pressure bounds the motor's force:
//
//   on the side that drives, with the spool open     pressure limit x area
//   on the other side, and on both while it is shut  relief ratio x pressure limit x area
//
// so that a load which is too heavy is held, not lifted (the check valve stays shut), and one that
// is heavier than the relief valve's setting pushes the actuator back, also with the lever let go.
//
// Between spool and piston the oil is compressed by x, dx/dt = target - v, like a spring k
// (veh_oil_spring) with a damper: F = k x + k d dx/dt. So a locked crane gives way a little, and
// rocks. In the motor's row, with S = k x of the last step,
//
//   v + F / (k (h + d)) = target + S / (k (h + d)),   then   S' = S + (F - S) h / (h + d)
#pragma once

#include "sim/model/model.h"
#include "vehicles/part/flow.h"
#include "vehicles/part/kinds.h"
#include "vehicles/worksite.h"

struct veh_valve_def {
    char name[SIM_MODEL_NAME];
    int joint;                     // whose first axis is moved; its motor has an input, the lever
    double bore_mm, rod_mm;        // of a cylinder, 0: it is a motor
    double displacement_cm3;       // of a motor with its gear, per turn of the joint; 0: a cylinder
    double pressure_bar;           // limit
    double relief_ratio;           // of the pressure at which the relief valve opens to the limit
    double flow_l_per_min;         // that the open spool lets through
    double dead_band, progression; // struct veh_spool
    double response_s;             // time constant of the spool behind the lever
    double oil_l;                  // [l] compressed by the load; 0: the oil is rigid
    int priority;                  // 1 is served first
    int floats;                    // 1: the shut spool lets the oil pass, and holds nothing
    int burst_valve;               // 1: at the cylinder, it holds the load when the hose bursts
    int burst_input;               // a fault: at 0.5 the hose bursts; -1: never
    int hinge;                     // that the cylinder moves, -1: not checked
    double closed_mm, stroke_mm;   // between the pins; 0: not checked
};

struct veh_valve_state {
    double spool;  // the lever as the spool follows it, -1 to 1
    double target; // [m/s or rad/s] that the valve has given to the motor
    double spring; // [N or N m] force S of the compressed oil
    bool checked;  // the check valve is shut: the load is heavier than the pressure limit lifts
    bool burst;    // a hose has burst: there is no pressure
};

enum veh_valve_measure { VEH_VALVE_PRESSURE, VEH_VALVE_FLOW };

// The lever that opens the machine's valve of that joint so far, -1 to 1; without a valve the
// opening itself.
double veh_valve_lever(const struct veh_machine_def *def, int joint, double opening);

// Its inverse: how far the lever opens that valve.
double veh_valve_opening(const struct veh_machine_def *def, int joint, double lever);

// Moves the spool to the lever, after the inputs have set the motor's target. Returns the flow
// [m^3/s] that is asked of a pump that gives up to pressure [Pa].
double veh_valve_ask(struct veh_worksite *site, struct veh_part *valve, double pressure);
// Sets the motor with the share of that flow, 0 to 1, from the same pump.
void veh_valve_give(struct veh_worksite *site, struct veh_part *valve, double share,
                    double pressure);
// After the step: pressure [Pa] that the valve asks of the pump, 0 while it is shut; flow [m^3/s]
// that it has taken.
double veh_valve_pressure_asked(const struct veh_worksite *site, const struct veh_part *valve);
double veh_valve_flow(const struct veh_worksite *site, const struct veh_part *valve);
// After the step: power [W] that the actuator gives out; below 0 its load drives it.
double veh_valve_power(const struct veh_worksite *site, const struct veh_part *valve);
