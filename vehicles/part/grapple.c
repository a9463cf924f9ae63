#include "vehicles/part/grapple.h"

static const struct veh_key keys[] = {
    VEH_KEY(grapple, body, BODY, NULL, "base of the grapple"),
    VEH_KEY_RANGE(grapple, centre, POINT, "m", "[0, 0, 0]", -1e4, 1e4, "grip centre in its frame"),
    VEH_KEY(grapple, tongs, BODIES, "", "the tongs"),
};

const struct veh_grapple_def *veh_grapple_def(const struct veh_machine_def *def) {
    return veh_machine_def_part(def, &veh_part_grapple);
}

int veh_grapple_bodies(const struct veh_machine *machine, struct sim_body_id bodies[]) {
    const struct veh_grapple_def *grapple = veh_grapple_def(machine->def);
    int count = 0;
    if (grapple == NULL)
        return 0;
    bodies[count++] = machine->instance.bodies[grapple->body];
    for (int i = 0; i < grapple->tongs.count; i++)
        bodies[count++] = machine->instance.bodies[grapple->tongs.index[i]];
    return count;
}

static bool tool(const struct veh_worksite *site, const struct veh_part *part,
                 struct sim_vec3 *place) {
    const struct veh_grapple_def *def = part->def;
    const struct sim_body_id base = site->machines[part->machine].instance.bodies[def->body];
    *place = sim_pose_point(sim_body_pose(site->world, base), def->centre);
    return true;
}

const struct veh_part_kind veh_part_grapple = {
    .id = VEH_PART_GRAPPLE,
    .role = "role: the grapple",
    .title = "the grapple",
    .help = "A forwarder's grapple.",
    .needed_by = 1u << VEH_FORWARDER,
    .keys = keys,
    .key_count = sizeof keys / sizeof keys[0],
    .def_size = sizeof(struct veh_grapple_def),
    .tool = tool,
};
