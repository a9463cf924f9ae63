// Hydraulics: the pump of the crane. It shares its flow among the valves (part/valve.h) that ask
// for more than displacement and speed, or its own or the engine's power at the highest pressure,
// can give.
#pragma once

#include "vehicles/part/kinds.h"

struct veh_hydraulics_def {
    double displacement_cm3; // per turn
    double speed_rpm;        // [1/min] at the engine's working speed
    double volumetric_efficiency;
    double pressure_bar; // at which the pump swivels back
    double margin_bar;   // of the pump above the highest load
    double power_kw;     // that its regulator allows
    double efficiency;   // pressure x flow per power at the shaft
    double response_s;   // time constant of the swivelling
    double oil_l;        // [l] that the losses warm
    double cooler_w_per_k;
    double air_c, oil_c; // [degrees C] of the air, of the oil at the start
};

struct veh_hydraulics_state {
    double pressure;    // [Pa] of the pump
    double flow;        // [m^3/s] that the valves took in the last step
    double temperature; // [degrees C] of the oil
};

enum veh_hydraulics_measure {
    VEH_HYDRAULICS_PRESSURE,
    VEH_HYDRAULICS_FLOW,
    VEH_HYDRAULICS_POWER,
    VEH_HYDRAULICS_TEMPERATURE
};
