#include "vehicles/part/flow.h"

#include <assert.h>

#include "sim/base/math.h"

struct veh_actuator veh_cylinder(double bore, double rod) {
    assert(bore > rod && rod >= 0.0);
    return (struct veh_actuator){0.25 * SIM_PI * bore * bore,
                                 0.25 * SIM_PI * (bore * bore - rod * rod)};
}

struct veh_actuator veh_rotary_motor(double displacement) {
    assert(displacement > 0.0);
    return (struct veh_actuator){displacement / (2.0 * SIM_PI), displacement / (2.0 * SIM_PI)};
}

double veh_actuator_side(const struct veh_actuator *actuator, double direction) {
    return direction < 0.0 ? actuator->in : actuator->out;
}

// [Pa] Bulk modulus: 1650 MPa of the oil in a forestry crane's cylinders (Khadim et al. 2023, Mech.
// Mach. Theory 189:105405), less what hoses and air in the oil give way (assumed).
static const double bulk_modulus = 1.5e9;

double veh_oil_spring(double side, double volume) {
    assert(side > 0.0 && volume > 0.0);
    return bulk_modulus * side * side / volume;
}

double veh_spool_opening(const struct veh_spool *spool, double lever) {
    assert(spool->dead_band >= 0.0 && spool->dead_band < 1.0);
    const double travel = sim_clamp(fabs(lever), 0.0, 1.0) - spool->dead_band;
    if (travel <= 0.0)
        return 0.0;
    const double s = travel / (1.0 - spool->dead_band);
    return copysign(s + spool->progression * (s * s - s), lever);
}

double veh_spool_lever(const struct veh_spool *spool, double opening) {
    assert(spool->dead_band >= 0.0 && spool->dead_band < 1.0);
    const double y = sim_clamp(fabs(opening), 0.0, 1.0), p = spool->progression;
    if (!(y > 0.0))
        return 0.0;
    // The positive root of p s^2 + (1 - p) s - y, in the form that also holds for p = 0.
    const double s = 2.0 * y / (1.0 - p + sqrt((1.0 - p) * (1.0 - p) + 4.0 * p * y));
    return copysign(spool->dead_band + (1.0 - spool->dead_band) * s, opening);
}

double veh_pump_flow(double displacement, double speed, double efficiency, double power,
                     double pressure) {
    const double most = displacement * speed * efficiency;
    return pressure * most > power ? power / pressure : most;
}

// The next priority after the last one that was served; 0: there is none.
static int next_priority(const struct veh_flow_demand *demand, int count, int served) {
    int next = 0;
    for (int i = 0; i < count; i++)
        if (demand[i].priority > served && (next == 0 || demand[i].priority < next))
            next = demand[i].priority;
    return next;
}

void veh_share_flow(double available, struct veh_flow_demand *demand, int count) {
    for (int p = next_priority(demand, count, 0); p != 0; p = next_priority(demand, count, p)) {
        double sum = 0.0;
        for (int i = 0; i < count; i++)
            sum += demand[i].priority == p ? demand[i].flow : 0.0;
        const double share = sum > available ? available / sum : 1.0;
        for (int i = 0; i < count; i++)
            if (demand[i].priority == p)
                demand[i].share = share;
        available = fmax(available - share * sum, 0.0);
    }
}
