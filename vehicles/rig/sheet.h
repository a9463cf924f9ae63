// A machine's data sheet: figures and curves that are measured on the rig, each in a run of its
// own. A measurement is a file in this folder that fills one struct veh_measurement and a row in
// the table of sheet.c.
#pragma once

#include "vehicles/machine_def.h"

// X(ID, name, unit, decimals, meaning); the name ends in the unit.
// clang-format off
#define VEH_FIGURES(X) \
    X(MASS, mass_t, "t", 1, "mass, ready to work") \
    X(FRONT_SHARE, front_share_percent, "%", 0, "share of it on the front axle, crane as in the file") \
    X(WHEEL_LOAD, wheel_load_t, "t", 1, "largest load of a wheel") \
    X(TYRE, tyre_MN_per_m, "MN/m", 2, "stiffness of a tyre, mean") \
    X(REACH, reach_m, "m", 1, "reach of the crane") \
    X(LIFT_MOMENT, lift_moment_kNm, "kN m", 0, "gross lifting moment, the largest of all radii") \
    X(LIFT_REACH, lift_far_t, "t", 2, "load lifted besides the tool near full reach") \
    X(OVERLOAD, overload_ratio, "", 2, "force with levers let go at which the boom gives way, to that which lifts")
// clang-format on

#define VEH_FIGURE_ID(ID, name, unit, decimals, meaning) VEH_FIGURE_##ID,
enum veh_figure { VEH_FIGURES(VEH_FIGURE_ID) VEH_FIGURE_COUNT };
#undef VEH_FIGURE_ID

struct veh_figure_info {
    const char *name, *unit, *meaning;
    int decimals;
};
const struct veh_figure_info *veh_figure_info(enum veh_figure figure);
enum veh_figure veh_figure_find(const char *name); // or VEH_FIGURE_COUNT

// X(ID, name, title, x label, y label)
// clang-format off
#define VEH_CURVES(X) \
    X(LIFT, lift, "Load lifted besides the tool", "distance from the slewing axis [m]", "load [t]")
// clang-format on

#define VEH_CURVE_ID(ID, name, title, x_label, y_label) VEH_CURVE_##ID,
enum veh_curve_kind { VEH_CURVES(VEH_CURVE_ID) VEH_CURVE_COUNT };
#undef VEH_CURVE_ID

struct veh_curve_info {
    const char *name, *title, *x_label, *y_label;
};
const struct veh_curve_info *veh_curve_info(enum veh_curve_kind curve);

#define VEH_CURVE_POINTS 1000

struct veh_curve {
    double x[VEH_CURVE_POINTS], y[VEH_CURVE_POINTS];
    int count;
};

struct veh_sheet {
    double figure[VEH_FIGURE_COUNT]; // NaN: the machine does not have it
    struct veh_curve curve[VEH_CURVE_COUNT];
};

struct veh_measurement {
    const char *name, *what;
    // Runs the machine and fills its figures and curves in; leaves those alone that the machine
    // does not have. False: out of memory.
    bool (*measure)(const struct veh_machine_def *machine, struct veh_sheet *sheet);
};

// Static storage.
const struct veh_measurement *const *veh_measurements(int *count);

void veh_sheet_init(struct veh_sheet *sheet);

// NULL, or why the machine cannot be measured.
const char *veh_sheet_problem(const struct veh_machine_def *machine);

// For the files of this folder.
extern const struct veh_measurement veh_measure_loads, veh_measure_lift;
void veh_curve_add(struct veh_curve *curve, double x, double y); // no more than fit
