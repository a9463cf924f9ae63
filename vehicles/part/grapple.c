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

static bool holds(const struct veh_part *part, const struct veh_stem *stem) {
    return stem->load.grapples >> part->machine & 1;
}

static double logs(const struct veh_worksite *site, const struct veh_part *part) {
    int count = 0;
    for (int k = 0; k < site->loose.count; k++)
        count += holds(part, &site->stems.items[site->loose.items[k]]);
    return count;
}

static double mass(const struct veh_worksite *site, const struct veh_part *part) {
    double sum = 0.0;
    for (int k = 0; k < site->loose.count; k++) {
        const struct veh_stem *stem = &site->stems.items[site->loose.items[k]];
        sum += holds(part, stem) ? sim_body_mass(site->world, stem->body) : 0.0;
    }
    return sum;
}

static const struct veh_measure measures[] = {
    [VEH_GRAPPLE_LOGS] = {"logs", "", "logs between the tongs", logs},
    [VEH_GRAPPLE_MASS] = {"mass_kg", "kg", "of these logs", mass},
};

const struct veh_part_kind veh_part_grapple = {
    .id = VEH_PART_GRAPPLE,
    .role = "role: the grapple",
    .title = "the grapple",
    .help = "A forwarder's grapple.",
    .needed_by = 1u << VEH_FORWARDER,
    .keys = keys,
    .key_count = sizeof keys / sizeof keys[0],
    .def_size = sizeof(struct veh_grapple_def),
    .measures = measures,
    .measure_count = sizeof measures / sizeof measures[0],
    .tool = tool,
};
