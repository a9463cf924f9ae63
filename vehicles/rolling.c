// Rolling resistance of logs on the forest floor. A round body on a firm slope would roll away; a
// log has pressed itself into soil and litter and stays until it is pushed.
//
// The ground answers rolling with a torque like an elastic-plastic spring about the log's axis:
//   M = -(k theta + d w),  |k theta| <= c_rr N r,  |M| <= c_rr N r
// theta is the elastic part of the roll: where the bound is reached the ground yields and theta
// stays behind. k and d are as large as one explicit step allows, so a resting log does not creep.
#include "vehicles/site.h"

// Share of the weight that it takes to pull a log over soft ground by its axis: it rolls by itself
// on slopes above one in five.
static const double resistance = 0.2;
static const double stiffness_share = 0.1, damping_share = 0.4; // of what is stable

static void resist(struct veh_worksite *site, int stem) {
    struct veh_stem *s = &site->stems.items[stem];
    const double n = s->touch.ground_force, h = sim_world_step_size(site->world);
    if (n <= 0.0) {
        s->roll = 0.0;
        return;
    }
    const struct sim_vec3 axis = sim_rotate(veh_stem_pose(site, stem).q, sim_vec3(0.0, 0.0, 1.0));
    const double w = sim_dot(sim_body_angular_velocity(site->world, s->body), axis);
    const double r = 0.5 * ter_stem_diameter(&s->stem, 0.5 * ter_stem_length(&s->stem));
    const double inertia = 1.5 * sim_body_mass(site->world, s->body) * r * r; // about the contact
    const double k = stiffness_share * inertia / (h * h), d = damping_share * inertia / h;
    const double most = resistance * n * r;
    s->roll = sim_clamp(s->roll + h * w, -most / k, most / k);
    const double torque = sim_clamp(k * s->roll + d * w, -most, most);
    sim_body_apply(site->world, s->body, sim_vec3(0.0, 0.0, 0.0), sim_scale(axis, -torque),
                   sim_body_centre(site->world, s->body));
}

void veh_resist_rolling(struct veh_worksite *site) {
    for (int k = 0; k < site->loose.count; k++)
        if (site->stems.items[site->loose.items[k]].held.generation == 0)
            resist(site, site->loose.items[k]);
}
