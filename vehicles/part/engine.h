// The engine: a diesel whose governor holds a speed, and what the drive and the pumps take from it.
//
//   J dw/dt = T - load - auxiliary
//   T = T_full(w) (w0 - w) / (droop w0), from the drag without fuel up to T_full(w)
//   fuel per time = consumption (T + friction) w                 (Willans' line)
//
// w0 is the set speed: the working speed, or the idle speed after a while with all levers let go.
// So in a steady state the speed falls in proportion to the load, by the droop at full load. A
// turbocharged engine needs a time to build up torque; meanwhile it sags, and drive and pumps are
// throttled so that it does not stall.
#pragma once

#include "vehicles/part/kinds.h"
#include "vehicles/worksite.h"

// Consumers of the engine's power.
enum veh_engine_consumer {
    VEH_ENGINE_DRIVE,
    VEH_ENGINE_PUMP,
    VEH_ENGINE_SAW,
    VEH_ENGINE_CONSUMERS
};

struct veh_engine_def {
    struct veh_polyline torque; // [1/min], [N m] at full load
    double idle_rpm, working_rpm;
    double droop;         // share of the set speed that is lost at full load
    double inertia_kg_m2; // with what turns along
    double rise_s;        // in which the torque rises from zero to full load
    double friction_nm;   // of the engine itself, in the fuel
    double braking_nm;    // with which it drags without fuel, at least friction_nm
    double auxiliary_nm;  // fan, generator, pumps that run idle
    double consumption_g_per_kwh;
    double idle_after_s; // 0: it never idles by itself
    double anti_stall; // share of the full-load speed over which consumers are throttled; 0: never
};

struct veh_engine_state {
    double speed;                      // [rad/s]
    double torque;                     // [N m] at the flywheel, in the last step
    double load;                       // [N m] that has been taken so far in this step
    double fuel;                       // [kg] burnt
    double fuel_rate;                  // [kg/s]
    double let_go;                     // [s] since a lever was moved
    double cranking;                   // [s] the starter has turned
    double wish[VEH_ENGINE_CONSUMERS]; // [W] asked for last
    bool stopped;                      // there is no fuel
    bool starter;                      // it turns
    bool was_pressed;
};

enum veh_engine_measure {
    VEH_ENGINE_SPEED,
    VEH_ENGINE_LOAD,
    VEH_ENGINE_POWER,
    VEH_ENGINE_FUEL,
    VEH_ENGINE_FUEL_RATE
};

// A machine without an engine drives its pumps at constant speed, with any power.
bool veh_engine_runs(const struct veh_worksite *site, int machine);
double veh_engine_pace(const struct veh_worksite *site, int machine); // speed / working speed
// Before a step: a consumer says what power [W, 0 or more] it would take at the shaft. Returns what
// it may take: what the others leave, and a share in proportion where they want more than there
// is.
double veh_engine_ask(struct veh_worksite *site, int machine, enum veh_engine_consumer consumer,
                      double wish);
// After a step: power [W] that has been taken at the shaft, below 0 where it was given back.
void veh_engine_take(struct veh_worksite *site, int machine, double power);
// [W] that the engine can take back without running away.
double veh_engine_retarding(const struct veh_worksite *site, int machine);
