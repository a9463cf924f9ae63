// Flow and pressure of a hydraulic circuit in closed form, without a state, for the parts
// hydraulics and valve. Flow is in m^3/s, pressure in Pa.
#pragma once

// Units of data sheets.
static const double veh_bar = 1e5;                      // [Pa]
static const double veh_litre_per_minute = 1e-3 / 60.0; // [m^3/s]

// Oil that an actuator takes per travel, which is also its force per pressure: the areas of a
// cylinder [m^2], the displacement of a motor per angle [m^3/rad].
struct veh_actuator {
    double out; // with a positive speed: the piston's area
    double in;  // with a negative one: the annulus around the rod
};

struct veh_actuator veh_cylinder(double bore, double rod); // [m] diameters, 0 <= rod < bore
struct veh_actuator veh_rotary_motor(double displacement); // [m^3] per turn
// The side that moves the actuator with that speed, or pushes it with that force.
double veh_actuator_side(const struct veh_actuator *actuator, double direction);

// Force per travel [N/m], torque per angle [N m/rad], of an actuator whose side (an area [m^2] or a
// displacement [m^3/rad]) presses on that volume [m^3] of oil.
double veh_oil_spring(double side, double volume);

// The opening of a spool, -1 to 1, and back. It is 0 within the dead band; beyond it, with
// s from 0 to 1, it is (1 - progression) s + progression s^2: rectangular notches let the flow rise
// in proportion to the travel, triangular ones with its square.
struct veh_spool {
    double dead_band;   // share of the lever's travel, 0 <= dead_band < 1
    double progression; // 0 to 1
};

double veh_spool_opening(const struct veh_spool *spool, double lever);
double veh_spool_lever(const struct veh_spool *spool, double opening); // its inverse; 0 for 0

// Flow that the pump can give at a pressure: displacement [m^3] per turn times speed [turns/s]
// times volumetric efficiency, but not more than power [W] / pressure.
double veh_pump_flow(double displacement, double speed, double efficiency, double power,
                     double pressure);

struct veh_flow_demand {
    double flow;  // asked for
    int priority; // 1 is served first
    double share; // out: of what is asked for, 0 to 1
};

// Shares the available flow among demands. Valves with the pressure compensator behind the spool
// scale all demands of a priority alike, whatever their loads; the next priority gets the rest.
void veh_share_flow(double available, struct veh_flow_demand *demand, int count);
