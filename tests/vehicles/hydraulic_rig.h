#pragma once

// A rig for the tests of the hydraulics: three vertical cylinders, each with a weight on its rod,
// and a hydraulic motor that turns a disc about the vertical. All levers ask for 0.1 m/s or rad/s.
// Forces and flows are then known: m g, p A, A v.

#include "tests/vehicles/small_site.h"
#include "vehicles/part/hydraulics.h"
#include "vehicles/part/valve.h"

enum { RIG_CYLINDERS = 3, RIG_MOTOR = RIG_CYLINDERS, RIG_FUNCTIONS };
enum { RIG_BURST = RIG_FUNCTIONS, RIG_INPUTS }; // the hose of cylinder 0

static const double rig_speed = 0.1;        // [m/s or rad/s] with the lever full out
static const double rig_gravity = 9.81;     // [m/s^2]
static const double rig_area = 0.01;        // [m^2] of each piston
static const double rig_annulus = 0.006;    // [m^2] around each rod
static const double rig_per_angle = 0.002;  // [m^3/rad] of the motor
static const double rig_pressure = 200.0e5; // [Pa] limit of each valve
static const double rig_flow = 2.8e-3;      // [m^3/s] of the pump: of two and a bit of the pistons
static const enum veh_control rig_lever[RIG_FUNCTIONS] = {VEH_BOOM, VEH_JIB, VEH_TELESCOPE,
                                                          VEH_SLEW};

struct rig {
    struct small_site s;
    struct sim_shape shapes[1 + RIG_FUNCTIONS];
    struct sim_visual visuals[1 + RIG_FUNCTIONS];
    struct sim_model_body bodies[1 + RIG_FUNCTIONS];
    struct sim_model_input inputs[RIG_INPUTS];
    struct sim_model_joint joints[RIG_FUNCTIONS];
    struct veh_valve_def valves[RIG_FUNCTIONS];
    struct veh_hydraulics_def pump;
    struct veh_machine_def machine;
    struct veh_controls levers[VEH_MAX_MACHINES];
};

static inline struct sim_shape rig_box(double mass) {
    return (struct sim_shape){.kind = SIM_SHAPE_BOX,
                              .pose = sim_pose_identity(),
                              .half = {0.2, 0.2, 0.2},
                              .mass = mass,
                              .material = -1};
}

// Every weight [kg] is mass; tests change the definitions before rig_start().
static inline void rig_init(struct rig *r, double mass) {
    static const char *const names[] = {"boom", "jib", "telescope", "slew"};
    *r = (struct rig){.pump = {.displacement_cm3 = 100.0,
                               .speed_rpm = rig_flow * 60.0 / 100e-6,
                               .volumetric_efficiency = 1.0,
                               .pressure_bar = 300.0,
                               .margin_bar = 20.0,
                               .power_kw = 1e4,
                               .efficiency = 1.0,
                               .response_s = 0.1,
                               .oil_l = 100.0}};
    r->shapes[0] = rig_box(1000.0);
    r->bodies[0] = (struct sim_model_body){
        .name = "base", .pose = {{0, 0, 10}, {1, 0, 0, 0}}, .shape_count = 1, .fixed = true};
    r->machine.parts[r->machine.part_count++] =
        (struct veh_part_def){&veh_part_hydraulics, &r->pump};
    for (int i = 0; i < RIG_FUNCTIONS; i++) {
        const bool slides = i != RIG_MOTOR;
        const struct sim_vec3 place = {2.0 * i, 0.0, 12.0};
        r->shapes[i + 1] = rig_box(mass);
        r->bodies[i + 1] = (struct sim_model_body){
            .pose = {place, {1, 0, 0, 0}}, .first_shape = i + 1, .shape_count = 1};
        r->inputs[i] = (struct sim_model_input){.low = -1.0, .high = 1.0};
        (void)snprintf(r->inputs[i].name, sizeof r->inputs[i].name, "%s", names[i]);
        r->joints[i] = (struct sim_model_joint){.def = sim_default_joint_def(),
                                                .child = i + 1,
                                                .input = {i, -1, -1},
                                                .brake_input = {-1, -1, -1},
                                                .input_scale = {rig_speed},
                                                .lock_input = -1};
        r->joints[i].def.kind = slides ? SIM_JOINT_PRISMATIC : SIM_JOINT_HINGE;
        r->joints[i].def.anchor = place;
        r->joints[i].def.axis[0] = sim_vec3(0.0, 0.0, 1.0);
        r->joints[i].def.axis[1] = sim_vec3(1.0, 0.0, 0.0);
        r->joints[i].def.free_axis[0].motor.mode = SIM_MOTOR_VELOCITY;
        r->valves[i] = (struct veh_valve_def){.joint = i,
                                              .pressure_bar = rig_pressure / 1e5,
                                              .relief_ratio = 1.2,
                                              .flow_l_per_min = 1000.0,
                                              .priority = 2,
                                              .burst_input = i == 0 ? RIG_BURST : -1,
                                              .hinge = -1};
        (void)snprintf(r->valves[i].name, sizeof r->valves[i].name, "%s", names[i]);
        if (slides) {
            r->valves[i].bore_mm = 1e3 * sqrt(4.0 * rig_area / SIM_PI);
            r->valves[i].rod_mm = 1e3 * sqrt(4.0 * (rig_area - rig_annulus) / SIM_PI);
        } else {
            r->valves[i].displacement_cm3 = 1e6 * 2.0 * SIM_PI * rig_per_angle;
        }
        r->machine.parts[r->machine.part_count++] =
            (struct veh_part_def){&veh_part_valve, &r->valves[i]};
    }
    r->inputs[RIG_BURST] = (struct sim_model_input){.name = "burst", .low = 0.0, .high = 1.0};
    r->machine.model = (struct sim_model){.name = "rig",
                                          .shapes = r->shapes,
                                          .visuals = r->visuals,
                                          .shape_count = 1 + RIG_FUNCTIONS,
                                          .bodies = r->bodies,
                                          .body_count = 1 + RIG_FUNCTIONS,
                                          .joints = r->joints,
                                          .joint_count = RIG_FUNCTIONS,
                                          .inputs = r->inputs,
                                          .input_count = RIG_INPUTS};
}

static inline void rig_start(struct rig *r) {
    for (int i = 0; i < RIG_FUNCTIONS; i++)
        (void)veh_part_valve.drives(&r->valves[i], &r->machine.model);
    small_site_init(&r->s, 0.0);
    assert_int_equal(veh_worksite_add_machine(&r->s.site, &r->machine, 0.0, 0.0, 0.0), 0);
}

static inline void rig_finish(struct rig *r) {
    small_site_finish(&r->s);
}

static inline void rig_run(struct rig *r, double seconds) {
    const double end = veh_worksite_time(&r->s.site) + seconds;
    while (veh_worksite_time(&r->s.site) < end - 1e-9)
        veh_worksite_step(&r->s.site, r->levers);
}

static inline void rig_push(struct rig *r, int function, double lever) {
    r->levers[0].value[rig_lever[function]] = lever;
}

static inline double rig_speed_of(const struct rig *r, int function) {
    return sim_joint_speed(r->s.site.world, r->s.site.machines[0].instance.joints[function], 0);
}

static inline double rig_position_of(const struct rig *r, int function) {
    return sim_joint_position(r->s.site.world, r->s.site.machines[0].instance.joints[function], 0);
}

static inline double rig_pump_measures(const struct rig *r, enum veh_hydraulics_measure which) {
    return veh_machine_measure(&r->s.site, 0, &veh_part_hydraulics, (int)which);
}

static inline double rig_valve_measures(const struct rig *r, int function,
                                        enum veh_valve_measure which) {
    const struct veh_machine *machine = &r->s.site.machines[0];
    for (int i = 0; i < machine->part_count; i++)
        if (machine->parts[i].def == &r->valves[function])
            return veh_part_valve.measures[which].value(&r->s.site, &machine->parts[i]);
    fail();
    return 0.0;
}
