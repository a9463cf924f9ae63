// The soil of a site and what a wheel finds in it: Brixius's equations for tyres (W. W. Brixius
// 1987, Traction prediction equations for bias ply tires, ASAE paper 87-1622; ASABE D497).
//
// The firmness of soil is its cone index, the force per area that pushes a standard cone into the
// upper 15 cm. Hard ground has an infinite one, for which all equations have their limit.
#pragma once

#include "terrain/ground.h"
#include "terrain/road.h"
#include "terrain/stand.h"

// ---- soil ----

enum ter_soil_class { TER_SAND, TER_SILT, TER_CLAY, TER_PEAT, TER_SOIL_CLASSES };

// [Pa] of soil with that water content [% of the dry mass], above 0. Mineral soils: USCS classes
// SM, ML and CL of Frankenstein & Koenig 2004 (ERDC/CRREL SR-04-1); peat: Amarjan 1972.
double ter_soil_class_cone_index(enum ter_soil_class soil, double water_percent);

struct ter_soil {
    double cone_index;            // [Pa] of the whole site, 0: hard ground
    const struct ter_ground *map; // cone index [Pa] instead of heights, by place; NULL: none. It
                                  // applies beyond its border, too
    const struct ter_road *road;  // its carriageway is hard; NULL: none
};

// [Pa] at (x, y) [m], above 0; INFINITY on hard ground.
double ter_soil_cone_index(const struct ter_soil *soil, double x, double y);

// Factor of the cone index at (x, y) by the roots of standing trees: 1.5 at a stem, 1 from ten DBHs
// on. Needs the stand's grid.
double ter_root_factor(const struct ter_stand *stand, double x, double y);

// ---- a tyre on soil ----

struct ter_tyre {
    double width, diameter; // [m]
    double section_height;  // [m] from the rim to the tread
    double pressure;        // [Pa] of inflation; 0: set for the load, as pressure tables have it
    double track;           // [m] between the axles of the bogie round which a track runs; 0: none
};

// [m] Of the wheel with the soil, as nominal ground pressures count it: the radius r. A track round
// two wheels at a distance L touches along L + 1.25 r, half of which is each wheel's (the pressure
// W / (b (1.25 r + L)) of forest machines with bogie tracks). The longer contact bears the load as
// if it were smaller in the ratio of the lengths, in the mobility number and in the rut.
double ter_contact_length(const struct ter_tyre *tyre);

// Brixius's B_n. load [N], cone index [Pa]; INFINITY on hard ground and without a load. A tyre
// whose pressure is set for the load is flattened by a fifth of its section height, as he assumes;
// one of known pressure after Saarilahti 2002, ECOWOOD, eq. 2.22.
double ter_mobility_number(const struct ter_tyre *tyre, double load, double cone_index);

// Forces per wheel load. mobility: above 0; slip: 0 to 1.
double ter_motion_resistance(double mobility, double slip);
double ter_gross_traction(double mobility, double slip);

// [m] Depth of the rut that the wheel leaves on untouched soil: Maclaurin 1990 in Saarilahti 2002.
// 0 on hard ground.
double ter_first_rut(const struct ter_tyre *tyre, double load, double cone_index);
