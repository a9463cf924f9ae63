// A test rig: a machine alone on a plane, with what a workshop has to measure it. A chain with a
// load cell holds or pulls a point of it, the carrier can be tied down, the plane can be tilted.
#pragma once

#include "vehicles/operator/crane_control.h"
#include "vehicles/worksite.h"

struct veh_rig_def {
    const struct veh_machine_def *machine; // must outlive the rig
    double slope;                          // of the ground: it rises along x by this per metre
    double cone_index;                     // [Pa] of the soil; 0: hard ground
    bool tied; // the frames are fixed to the ground, so that only the crane gives way
    bool grip; // nothing slides on the ground: strips of steel hold the wheels
};

static const double veh_forest_soil = 800e3; // [Pa] cone index of moist till in summer

struct veh_rig {
    struct ter_ground ground;
    struct veh_machine_def held; // the machine without what lets its tyres slide
    struct veh_worksite site;
    struct veh_controls levers;
    struct sim_vec3 lean; // [m/s^2] pulls at every body of the machine besides gravity
};

// In the caller's memory, which must not move. False: out of memory; finish accepts a zeroed
// struct.
bool veh_rig_init(struct veh_rig *rig, const struct veh_rig_def *def);
void veh_rig_finish(struct veh_rig *rig);
void veh_rig_step(struct veh_rig *rig);
void veh_rig_run(struct veh_rig *rig, double seconds);
// Lets go of all levers and runs on.
void veh_rig_rest(struct veh_rig *rig, double seconds);

const struct veh_machine *veh_rig_machine(const struct veh_rig *rig);
struct sim_body_id veh_rig_body(const struct veh_rig *rig, int body); // by index of the model
struct sim_joint_id veh_rig_joint(const struct veh_rig *rig, int joint);
struct sim_vec3 veh_rig_tip(const struct veh_rig *rig);
// Vertical force [N] of the ground on a body of the model.
double veh_rig_support(const struct veh_rig *rig, int body);

// Moves the crane's tip to a distance from the slewing axis, a direction from the machine's x to
// its y [rad] and a height above the ground, over a way that clears the machine; then lets the
// levers go until all is at rest. Returns the distance that was reached.
double veh_rig_reach_out(struct veh_rig *rig, double radius, double direction, double height);

// Fixes a body to the ground where it is. Returns the joint that does.
struct sim_joint_id veh_rig_tie(struct veh_rig *rig, struct sim_body_id body);

// A chain between a body of the machine at point [m, world] and the ground, which it meets far off
// in that direction (unit vector); it pulls with any force that is needed.
struct veh_chain {
    struct sim_joint_id joint;
};
struct veh_chain veh_rig_chain(struct veh_rig *rig, struct sim_body_id body, struct sim_vec3 point,
                               struct sim_vec3 direction);
// Speed [m/s] with which the chain gets longer; 0 at first.
void veh_chain_let_out(struct veh_rig *rig, struct veh_chain chain, double speed);
// Mean pull [N] while the rig runs on.
double veh_chain_mean(struct veh_rig *rig, struct veh_chain chain, double seconds);
