#include "ui/scene/hose_swing.h"

#include <math.h>

#include "sim/base/math.h"

static const double least_pull = 3.0;    // [m/s^2] that its stiffness resists with, for the damping
static const double least_length = 0.03; // [m] of the pendulum, of a hose that is nearly taut

// A parabola that hangs by s has the mean 2/3 s off its chord, and the mean square 8/15 s^2: as a
// pendulum its length is the ratio of both.
static double pendulum_length(double rise) {
    return fmax(0.8 * rise, least_length);
}

static struct sim_vec3 across(struct sim_vec3 v, struct sim_vec3 along) {
    return sim_add_scaled(v, along, -sim_dot(v, along));
}

void ui_hose_swing_start(struct ui_hose_swing *swing, struct sim_vec3 along, struct sim_vec3 pull) {
    swing->bend = sim_unit_or(across(pull, along), sim_vec3(0.0, 0.0, -1.0));
    swing->before = swing->bend;
    swing->rate = 0.0;
}

// Its angle from where it hung when the step began, and what turns it.
struct pendulum {
    double down, aside; // [m/s^2] of the pull, along where it hung and across
    double length;      // [m]
    double damping;     // [1/s]
};

static double turning(const struct pendulum *p, double angle, double rate) {
    return (p->aside * cos(angle) - p->down * sin(angle)) / p->length - p->damping * rate;
}

// A step of the fourth order after Runge and Kutta.
static void swing_on(const struct pendulum *p, double *angle, double *rate, double dt) {
    const double a = *angle, r = *rate, half = 0.5 * dt;
    const double k1 = turning(p, a, r);
    const double r2 = r + half * k1, k2 = turning(p, a + half * r, r2);
    const double r3 = r + half * k2, k3 = turning(p, a + half * r2, r3);
    const double r4 = r + dt * k3, k4 = turning(p, a + dt * r3, r4);
    *angle = a + dt / 6.0 * (r + 2.0 * r2 + 2.0 * r3 + r4);
    *rate = r + dt / 6.0 * (k1 + 2.0 * k2 + 2.0 * k3 + k4);
}

void ui_hose_swing_step(struct ui_hose_swing *swing, struct sim_vec3 along, struct sim_vec3 pull,
                        double rise, double dt) {
    const struct sim_vec3 off = across(pull, along);
    const struct sim_vec3 hung = sim_unit_or(across(swing->bend, along), swing->bend);
    const struct sim_vec3 side = sim_cross(along, hung);
    struct pendulum p = {
        .down = sim_dot(off, hung), .aside = sim_dot(off, side), .length = pendulum_length(rise)};
    p.damping = 2.0 * ui_hose_damping * sqrt(fmax(sim_length(off), least_pull) / p.length);
    double angle = 0.0;
    swing->before = swing->bend;
    swing_on(&p, &angle, &swing->rate, dt);
    swing->bend = sim_add(sim_scale(hung, cos(angle)), sim_scale(side, sin(angle)));
}

struct sim_vec3 ui_hose_drag(struct sim_vec3 air, double thickness) {
    static const double density = 1.25, shape = 1.1; // [kg/m^3]; of a cylinder across the flow
    static const double hose = 1250.0;               // [kg/m^3] rubber, wire and oil
    const double area_to_mass = 4.0 / (SIM_PI * thickness * hose);
    return sim_scale(air, 0.5 * density * shape * area_to_mass * sim_length(air));
}
