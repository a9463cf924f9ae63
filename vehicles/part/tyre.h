// A tyre: what the soil does to a wheel, by Brixius's equations (terrain/soil.h). The wheel's
// material is the tyre's spring and damper; the part bounds its friction on the ground by the
// traction that the slip gives, brakes it by the motion resistance, and lets it sink into the rut
// that it leaves.
//
// Options. A track round both wheels of a bogie makes the contact longer (ter_contact_length()),
// and bends: 222 N/t, Bekker's internal resistance of tracks (Wong, Theory of Ground Vehicles,
// whose part by the speed is small at 2 m/s). Chains give 1.3 times the gross traction, as far as
// the tyre's friction on hard ground allows (30 to 50 % more of forest machines with chains;
// assumed), and resist with 0.01 of the load (assumed). Their masses are those of the wheel's
// shapes. A track bridges no gap between its wheels.
#pragma once

#include "sim/model/model.h"
#include "terrain/soil.h"
#include "vehicles/part/kinds.h"
#include "vehicles/worksite.h"

struct veh_tyre_def {
    char name[SIM_MODEL_NAME];
    int wheel; // body; its cylinder is the tyre
    double width, diameter, section_height;
    double pressure_kpa; // 0: set for the load
    double track;        // [m] of ter_tyre
    int chains;          // 1: it wears some
};

struct veh_tyre_state {
    double load;   // [N] on the ground
    double flat;   // [m] by which the load flattens the tyre
    double slip;   // of the tread against the soil below it, -1 to 1, negative while it brakes
    double hold;   // [m] elastic part of the way against the motion resistance
    double force;  // [N] motion resistance that it has, at most
    double sink;   // [m] below the untouched ground
    double bed;    // [m^3] mean cube of the depths of the ruts under it
    double brash;  // [kg/m^2] of branches under it
    double rolled; // [m] of tread since it last pressed on the soil
    double rolling, sliding; // [m/s] of its tread, and of that against the ground
};

// Ways [m] of the treads of all wheels of a machine in the last step, and of what they slipped.
struct veh_treads {
    double rolled, slipped;
};
struct veh_treads veh_tyre_treads(const struct veh_worksite *site, int machine);
// [m] Length of the machine's ruts deeper than ter_rut_limit, 0: it has no tyres.
double veh_tyre_rut_length(const struct veh_worksite *site, int machine);

enum veh_tyre_measure {
    VEH_TYRE_LOAD,
    VEH_TYRE_SLIP,
    VEH_TYRE_RESISTANCE,
    VEH_TYRE_SINKAGE,
    VEH_TYRE_RUT
};
