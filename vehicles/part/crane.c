#include "vehicles/part/crane.h"

#include <assert.h>

static const struct veh_key keys[] = {
    VEH_KEY(crane, slew, JOINT, NULL, "slewing joint"),
    VEH_KEY(crane, boom, JOINT, NULL, "hinge of the main boom"),
    VEH_KEY(crane, jib, JOINT, NULL, "hinge of the jib"),
    VEH_KEY(crane, telescope, JOINT, "", "first slide of the telescope"),
    VEH_KEY(crane, slew_input, INPUT, "", "drives the slewing"),
    VEH_KEY(crane, boom_input, INPUT, "", "drives the main boom"),
    VEH_KEY(crane, jib_input, INPUT, "", "drives the jib"),
    VEH_KEY(crane, telescope_input, INPUT, "", "drives the telescope"),
    VEH_KEY_RANGE(crane, telescope_stages, INTEGER, "", "2", 1, 4,
                  "slides of the telescope that extend alike: the tip moves once per stage"),
    VEH_KEY(crane, tip_body, BODY, NULL, "last body of the crane"),
    VEH_KEY_RANGE(crane, tip, POINT, "m", "[0, 0, 0]", -1e4, 1e4,
                  "the tip in the frame of that body"),
};

const struct veh_crane_def *veh_crane_def(const struct veh_machine_def *def) {
    return veh_machine_def_part(def, &veh_part_crane);
}

struct sim_vec3 veh_machine_crane_tip(const struct veh_worksite *site, int machine) {
    assert(machine >= 0 && machine < site->machine_count);
    const struct veh_machine *m = &site->machines[machine];
    const struct veh_crane_def *crane = veh_crane_def(m->def);
    if (crane == NULL)
        return veh_machine_pose(site, machine).p;
    return sim_pose_point(sim_body_pose(site->world, m->instance.bodies[crane->tip_body]),
                          crane->tip);
}

static double reach(const struct veh_worksite *site, const struct veh_part *part) {
    const struct veh_crane_def *def = part->def;
    const struct sim_joint_id slew = site->machines[part->machine].instance.joints[def->slew];
    const struct sim_vec3 d =
        sim_sub(veh_machine_crane_tip(site, part->machine), sim_joint_anchor(site->world, slew));
    return sqrt(d.x * d.x + d.y * d.y);
}

static double height(const struct veh_worksite *site, const struct veh_part *part) {
    const struct sim_vec3 tip = veh_machine_crane_tip(site, part->machine);
    return tip.z - ter_ground_height(site->def.ground, tip.x, tip.y, NULL);
}

static const struct veh_measure measures[] = {
    [VEH_CRANE_REACH] = {"reach_m", "m", "horizontal distance of the tip from the slewing joint",
                         reach},
    [VEH_CRANE_HEIGHT] = {"height_m", "m", "of the tip above the ground", height},
};

// The aids are those of the crane (part/aid.h).
static unsigned controls(const void *def) {
    unsigned settings = 0;
    (void)def;
    for (int i = 0; i < VEH_CONTROL_COUNT; i++)
        settings |= veh_control_info((enum veh_control)i)->step > 0.0 ? 1u << i : 0u;
    return settings;
}

const struct veh_part_kind veh_part_crane = {
    .id = VEH_PART_CRANE,
    .role = "role: the crane",
    .title = "the crane",
    .help = "The joints from the base to the tip.",
    .needed_by = 1u << VEH_HARVESTER | 1u << VEH_FORWARDER,
    .keys = keys,
    .key_count = sizeof keys / sizeof keys[0],
    .def_size = sizeof(struct veh_crane_def),
    .measures = measures,
    .measure_count = sizeof measures / sizeof measures[0],
    .controls = controls,
};
