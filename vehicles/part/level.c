#include "vehicles/part/level.h"

#include <stdio.h>

#include "vehicles/site.h"

static const double degree = SIM_PI / 180.0; // [rad]
// [degrees] to either side: 20 of a crane's base, 15 to 19 of a cab (dealer's data of an EcoLog
// 688G)
static const double most_tilt = 20.0;
static const double rounding = 1e-9; // [rad]

static const struct veh_key keys[] = {
    VEH_KEY(level, name, NAME, NULL, "its name, unique among the file's levels"),
    VEH_KEY(
        level, joint, JOINT, NULL,
        "a hinge with a motor of mode velocity without `input`; its limits, at most 20 degrees to "
        "either side, are those of the levelling, 0 is the pose of the file"),
    VEH_KEY(level, body, BODY, NULL,
            "which is to be level: the hinge's child, or a body on it; z is up"),
    VEH_KEY_RANGE(level, speed_deg, NUMBER, "deg/s", "5", 0.1, 90, "at most"),
    VEH_KEY_RANGE(level, response_s, NUMBER, "s", "0.5", 0.05, 10,
                  "time constant of the last degrees"),
    VEH_KEY_RANGE(level, dead_band_deg, NUMBER, "deg", "0.5", 0, 10, "tilt that is left alone"),
};

// Whether the body is the joint's child or stands on it, by the joints between.
static bool carries(const struct sim_model *model, int joint, int body) {
    for (int depth = 0; depth <= model->joint_count && body >= 0; depth++) {
        int on = 0;
        while (on < model->joint_count && model->joints[on].child != body)
            on++;
        if (on == joint)
            return true;
        body = on < model->joint_count ? model->joints[on].parent : -1;
    }
    return false;
}

static const char *limits_problem(const struct sim_axis *axis, char *text, size_t size) {
    if (!axis->limited)
        return "the hinge needs 'limits_deg': what it levels could turn over";
    const double most = most_tilt * degree + rounding;
    if (axis->lower >= -most && axis->upper <= most)
        return NULL;
    (void)snprintf(text, size,
                   "the hinge tilts by %g to %g degrees, expected at most %g to either side",
                   axis->lower / degree, axis->upper / degree, most_tilt);
    return text;
}

static const char *problem(const void *definition, const struct sim_model *model, char *text,
                           size_t size) {
    const struct veh_level_def *def = definition;
    if (def->joint < 0 || def->body < 0)
        return NULL; // it has been reported
    const struct sim_model_joint *joint = &model->joints[def->joint];
    if (joint->def.kind != SIM_JOINT_HINGE)
        return "the joint is no hinge";
    if (joint->def.free_axis[0].motor.mode != SIM_MOTOR_VELOCITY || joint->input[0] >= 0)
        return "the joint needs a motor of mode velocity without an 'input'";
    if (!carries(model, def->joint, def->body))
        return "'body' is not on the hinge's child: the hinge cannot level it";
    return limits_problem(&joint->def.free_axis[0], text, size);
}

// The angle [rad] about the hinge's axis n that would bring the body's z to the vertical, both seen
// along n. A hinge that stands upright levels nothing.
static double tilt(const struct veh_worksite *site, const struct veh_part *part) {
    const struct veh_level_def *def = part->def;
    const struct sim_instance *instance = &site->machines[part->machine].instance;
    const struct sim_vec3 n = sim_joint_axis(site->world, instance->joints[def->joint], 0);
    const struct sim_vec3 up = {0.0, 0.0, 1.0};
    const struct sim_vec3 z =
        sim_rotate(sim_body_pose(site->world, instance->bodies[def->body]).q, up);
    return sim_atan2(sim_dot(n, sim_cross(z, up)), sim_dot(z, up) - sim_dot(z, n) * n.z);
}

static void actuate(struct veh_worksite *site, struct veh_part *part) {
    const struct veh_level_def *def = part->def;
    const struct sim_joint_id joint = site->machines[part->machine].instance.joints[def->joint];
    const bool failed = veh_fault_is_on(site, VEH_FAULT_SENSOR, def->name);
    const double angle = failed ? 0.0 : tilt(site, part), most = def->speed_deg * degree;
    const double beyond = fmax(fabs(angle) - def->dead_band_deg * degree, 0.0);
    sim_joint_free_axis(site->world, joint, 0)->motor.target =
        copysign(fmin(beyond / def->response_s, most), angle);
}

static const char *sensor(const void *definition, int i) {
    const struct veh_level_def *def = definition;
    return i == 0 ? def->name : NULL;
}

static double tilt_deg(const struct veh_worksite *site, const struct veh_part *part) {
    return fabs(tilt(site, part)) / degree;
}

static const struct veh_measure measures[] = {
    [VEH_LEVEL_TILT] = {"tilt_deg", "deg", "of the body about the hinge's axis", tilt_deg},
};

const struct veh_part_kind veh_part_level = {
    .id = VEH_PART_LEVEL,
    .role = "bodies that are kept level, such as a cab or the base of a crane",
    .title = "a level",
    .help = "A hinge whose motor keeps a body level about its axis, within the hinge's limits. "
            "Two hinges in a row level it in both directions.",
    .keys = keys,
    .key_count = sizeof keys / sizeof keys[0],
    .def_size = sizeof(struct veh_level_def),
    .problem = problem,
    .actuate = actuate,
    .measures = measures,
    .measure_count = sizeof measures / sizeof measures[0],
    .sensor = sensor,
};
