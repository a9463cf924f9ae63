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
    X(OVERLOAD, overload_ratio, "", 2, "force with levers let go at which the boom gives way, to that which lifts") \
    X(SLEW_TORQUE, slew_torque_kNm, "kN m", 0, "slewing torque") \
    X(SLEW_SPEED, slew_deg_per_s, "deg/s", 0, "slewing, alone") \
    X(BOOM_SPEED, boom_m_per_s, "m/s", 2, "tip at 6 m by the boom alone") \
    X(JIB_SPEED, jib_m_per_s, "m/s", 2, "tip at 6 m by the jib alone") \
    X(TELESCOPE_SPEED, telescope_m_per_s, "m/s", 2, "tip by the telescope alone") \
    X(SHARE, four_functions_percent, "%", 0, "speed of four functions at once, of each alone") \
    X(ROLL, roll_deg, "deg", 1, "roll after a sideways stop of the boom at 9 m or full reach") \
    X(ROLL_PERIOD, roll_period_s, "s", 2, "its period") \
    X(ROLL_DAMPING, roll_damping_ratio, "", 2, "its damping ratio") \
    X(SWING_PERIOD, swing_period_s, "s", 2, "swing of the tool after a kick of 1 m/s, its period") \
    X(SWINGS, swing_count, "", 1, "swings until a tenth is left") \
    X(SWING_REST, swing_rest_deg, "deg", 1, "angle from the vertical at which it comes to rest") \
    X(SPEED, speed_km_per_h, "km/h", 1, "speed on level ground in the work gear") \
    X(GRADE, grade_percent, "%", 0, "steepest slope that it climbs faster than 0.1 m/s") \
    X(STEEP_SPEED, grade_70_m_per_s, "m/s", 2, "speed up a slope of 70 %") \
    X(BRAKE, brake_m_per_s, "m/s", 2, "speed down a slope of 30 degrees after braking for 5 s") \
    X(ROLLING, rolling_ratio, "", 3, "rolling resistance in neutral, of the weight") \
    X(SLIP_PULL, pull_slip_20_ratio, "", 2, "pull at a slip of 0.2, of the weight, cone index 800 kPa") \
    X(SOFT_SLIP_PULL, pull_slip_20_soft_ratio, "", 2, "the same at 500 kPa") \
    X(PULL_SLIP, slip_pull_60_ratio, "", 2, "slip at a pull of 0.6 of the weight") \
    X(PULL, pull_kN, "kN", 0, "largest pull") \
    X(WHEEL_POWER, wheel_power_kW, "kW", 0, "largest power at the wheels") \
    X(ENGINE_POWER, engine_power_kW, "kW", 0, "largest power of the engine") \
    X(ROAD_SPEED, road_speed_km_per_h, "km/h", 1, "speed in the road gear") \
    X(TIP_SIDE, tip_side_deg, "deg", 1, "side slope on which it tips over") \
    X(TIP_ALONG, tip_along_deg, "deg", 1, "slope along which it tips over") \
    X(TURN, turn_m, "m", 2, "turning radius of the steering joint") \
    X(SEAT, seat_m_per_s2, "m/s^2", 1, "peak at the seat, vertical, over a stump of 0.3 m at 2 m/s") \
    X(FEED, feed_m_per_s, "m/s", 1, "speed of feeding a stem of 20 cm") \
    X(CROSS_CUT, cross_cut_s, "s", 2, "time of a cross-cut of 12 cm") \
    X(THICKEST, thickest_cm, "cm", 0, "thickest stem that is cut in one go") \
    X(TOP_CUT, top_cut_s, "s", 2, "time of a cross-cut of 12 cm by the top saw")
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
    X(LIFT, lift, "Load lifted besides the tool", "distance from the slewing axis [m]", "load [t]") \
    X(ROCK, rock, "Roll after a sideways stop of the boom", "time [s]", "roll [deg]") \
    X(SWING, swing, "Swing of the tool after a kick of 1 m/s", "time [s]", "angle [deg]") \
    X(CLIMB, climb, "Speed uphill", "slope [%]", "speed [m/s]") \
    X(PULL, pull, "Pull over slip, cone index 800 kPa", "slip", "pull, of the weight") \
    X(SOFT_PULL, soft_pull, "Pull over slip, cone index 500 kPa", "slip", "pull, of the weight") \
    X(TIP, tip, "Side slope on which it tips over, crane downhill", "distance of the tip from the slewing axis [m]", "slope [deg]") \
    X(SEAT, seat, "Seat over a stump of 0.3 m at 2 m/s", "time [s]", "acceleration [m/s^2]")
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
extern const struct veh_measurement veh_measure_loads, veh_measure_lift, veh_measure_functions,
    veh_measure_rock, veh_measure_swing, veh_measure_climb, veh_measure_pull, veh_measure_tip,
    veh_measure_turn, veh_measure_seat, veh_measure_cut;
void veh_curve_add(struct veh_curve *curve, double x, double y); // no more than fit
