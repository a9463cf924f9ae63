#pragma once

// A rig for the tests of engine, drive and brakes: a frame that is fixed in the air and two axles
// of two wheels each, which turn freely but for the torque that a test loads them with. A wheel of
// 0.5 m radius turns at 4 rad/s where the machine would drive at 2 m/s.

#include "tests/vehicles/small_site.h"
#include "vehicles/part/brake.h"
#include "vehicles/part/drive.h"
#include "vehicles/part/engine.h"

enum { RIG_WHEELS = 4, RIG_AXLES = 2, RIG_LOCK = RIG_AXLES };

static const double rig_radius = 0.5;                       // [m]
static const double rig_torque = 1000.0;                    // [N m] of the engine at any speed
static const double rig_rpm = 2.0 * SIM_PI / 60.0;          // [rad/s]
static const double rig_working = 1800.0, rig_idle = 800.0; // [1/min]

// [kg] of each sphere: all together resist a change of speed as a machine of 20 t does.
static const double rig_mass = 20e3 * 0.5 * 0.5 / (4.0 * 0.4 * 0.3 * 0.3);

struct rig {
    struct small_site s;
    struct sim_shape shapes[1 + RIG_WHEELS];
    struct sim_visual visuals[1 + RIG_WHEELS];
    struct sim_model_body bodies[1 + RIG_WHEELS];
    struct sim_model_joint joints[RIG_WHEELS];
    struct sim_model_differential differentials[RIG_AXLES + 1];
    struct sim_model_input inputs[1];
    struct veh_drive_def drive;
    struct veh_brake_def brakes;
    struct veh_engine_def engine;
    struct veh_machine_def machine;
    struct veh_controls levers[VEH_MAX_MACHINES];
};

static inline void rig_add_bodies(struct rig *r) {
    for (int i = 0; i <= RIG_WHEELS; i++) {
        r->shapes[i] = (struct sim_shape){.kind = SIM_SHAPE_SPHERE,
                                          .pose = sim_pose_identity(),
                                          .radius = {0.3, 0.3},
                                          .mass = rig_mass,
                                          .material = -1};
        const struct sim_vec3 at = {i, 0.0, 10.0};
        r->bodies[i] = (struct sim_model_body){
            .pose = {at, {1, 0, 0, 0}}, .first_shape = i, .shape_count = 1, .fixed = i == 0};
    }
    for (int i = 0; i < RIG_WHEELS; i++) {
        r->joints[i] = sim_default_model_joint();
        r->joints[i].parent = 0;
        r->joints[i].child = 1 + i;
        r->joints[i].def.anchor = r->bodies[1 + i].pose.p;
        r->joints[i].def.axis[0] = sim_vec3(0.0, 1.0, 0.0);
        r->joints[i].def.axis[1] = sim_vec3(1.0, 0.0, 0.0);
    }
}

static inline void rig_add_axles(struct rig *r) {
    for (int i = 0; i <= RIG_AXLES; i++) {
        struct sim_model_differential *d = &r->differentials[i];
        *d = (struct sim_model_differential){.def = sim_default_differential_def(), .input = -1};
        d->def.motor = true;
        d->def.ratio[1] = i == RIG_LOCK ? -1.0 : 1.0;
        d->joint[0] = i == RIG_LOCK ? 0 : 2 * i;
        d->joint[1] = i == RIG_LOCK ? 1 : 2 * i + 1;
        d->def.force_high = 1e6;
        d->def.force_low = -1e6;
        if (i == RIG_LOCK)
            continue;
        d->input = 0;
        d->input_scale = 2.0 * 2.0 / rig_radius;
        r->drive.axles.index[r->drive.axles.count++] = i;
    }
    r->drive.axle_locks = (struct veh_list){{RIG_LOCK}, 1};
}

// The machine is frame and wheels with the drive alone; tests add parts before rig_start(). At the
// pressure limit the drive pulls 0.8 * 400 bar * 5 l/s * 2 / (2 m/s) = 160 kN.
static inline void rig_init(struct rig *r) {
    *r = (struct rig){.drive = {.steer_joint = -1,
                                .speed_max = 2.0,
                                .road_speed_max = 5.0,
                                .pump_cm3 = 5e3 * 60.0 / 1800.0,
                                .pump_rpm = 1800.0,
                                .motor_cm3 = 200.0,
                                .motor_min_cm3 = 100.0,
                                .pressure_bar = 400.0,
                                .efficiency = 0.8},
                      .brakes = {.joints = {{0, 1, 2, 3}, 4},
                                 .service_nm = 5000.0,
                                 .parking_nm = 3000.0,
                                 .hold_below = 0.2,
                                 .response_s = 0.1},
                      .engine = {.torque = {{300.0, 2400.0}, {1000.0, 1000.0}, 2},
                                 .idle_rpm = rig_idle,
                                 .working_rpm = rig_working,
                                 .droop = 0.05,
                                 .inertia_kg_m2 = 4.0,
                                 .braking_nm = 400.0,
                                 .consumption_g_per_kwh = 200.0,
                                 .anti_stall = 0.2}};
    rig_add_bodies(r);
    rig_add_axles(r);
    r->inputs[0] = (struct sim_model_input){.name = "drive", .low = -1.0, .high = 1.0};
    r->machine.model = (struct sim_model){.name = "rig",
                                          .shapes = r->shapes,
                                          .visuals = r->visuals,
                                          .shape_count = 1 + RIG_WHEELS,
                                          .bodies = r->bodies,
                                          .body_count = 1 + RIG_WHEELS,
                                          .joints = r->joints,
                                          .joint_count = RIG_WHEELS,
                                          .differentials = r->differentials,
                                          .differential_count = RIG_AXLES + 1,
                                          .inputs = r->inputs,
                                          .input_count = 1};
    r->machine.parts[r->machine.part_count++] = (struct veh_part_def){&veh_part_drive, &r->drive};
}

static inline void rig_add(struct rig *r, const struct veh_part_kind *kind, void *def) {
    r->machine.parts[r->machine.part_count++] = (struct veh_part_def){kind, def};
}

static inline void rig_start(struct rig *r) {
    small_site_init(&r->s, 0.0);
    assert_int_equal(veh_worksite_add_machine(&r->s.site, &r->machine, 0.0, 0.0, 0.0), 0);
}

static inline void rig_run(struct rig *r, double seconds) {
    const double end = veh_worksite_time(&r->s.site) + seconds;
    while (veh_worksite_time(&r->s.site) < end - 1e-9)
        veh_worksite_step(&r->s.site, r->levers);
}

static inline void rig_press(struct rig *r, enum veh_control button) {
    const double h = sim_world_step_size(r->s.site.world);
    r->levers[0].value[button] = 1.0;
    rig_run(r, h);
    r->levers[0].value[button] = 0.0;
    rig_run(r, h);
}

// Resists the turning of a wheel with a torque [N m].
static inline void rig_resist(struct rig *r, int wheel, double torque) {
    r->joints[wheel].def.free_axis[0].brake = torque;
}

// Turns a wheel with a torque [N m].
static inline void rig_push(struct rig *r, int wheel, double torque) {
    r->joints[wheel].def.free_axis[0].motor = (struct sim_motor){
        .mode = SIM_MOTOR_FORCE, .target = torque, .force_low = -1e9, .force_high = 1e9};
}

// [m/s] of the tread.
static inline double rig_tread(const struct rig *r, int wheel) {
    return rig_radius *
           sim_joint_speed(r->s.site.world, r->s.site.machines[0].instance.joints[wheel], 0);
}

static inline double rig_measures(const struct rig *r, const struct veh_part_kind *kind,
                                  int which) {
    return veh_machine_measure(&r->s.site, 0, kind, which);
}
