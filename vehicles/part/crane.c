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

const struct veh_part_kind veh_part_crane = {
    .id = VEH_PART_CRANE,
    .role = "role: the crane",
    .title = "the crane",
    .help = "The joints from the base to the tip.",
    .needed_by = 1u << VEH_HARVESTER | 1u << VEH_FORWARDER,
    .keys = keys,
    .key_count = sizeof keys / sizeof keys[0],
    .def_size = sizeof(struct veh_crane_def),
};
