#include "vehicles/part/grapple.h"

#include <math.h>

#include "vehicles/site.h"

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

// ---- what hangs ----

enum { MOST_HANGING = 64 };

struct bundle {
    int log[MOST_HANGING];
    int count;
};

static bool is_in(const struct bundle *bundle, int stem) {
    for (int i = 0; i < bundle->count; i++)
        if (bundle->log[i] == stem)
            return true;
    return false;
}

static bool is_tool(const struct sim_body_id bodies[], int count, struct sim_body_id body) {
    for (int i = 0; i < count; i++)
        if (bodies[i].index == body.index)
            return true;
    return false;
}

// Adds the log of a contact with the grapple or the bundle. False: the bundle rests on something
// else there.
static bool add(const struct veh_worksite *site, struct bundle *bundle, bool held,
                struct sim_body_id other) {
    const int stem = veh_stem_of_body(site, other);
    const struct veh_stem *s = stem >= 0 ? &site->stems.items[stem] : NULL;
    if (s == NULL || s->kind != VEH_STEM_LOG || s->load.bunk >= 0)
        return !held;
    if (!is_in(bundle, stem) && bundle->count < MOST_HANGING)
        bundle->log[bundle->count++] = stem;
    return true;
}

// Logs that the grapple touches, and those that lie against them, unless one of them rests on
// anything else: tongs around a bundle touch only its outermost logs.
static double hanging(const struct veh_worksite *site, const struct veh_part *part) {
    struct sim_body_id tool_bodies[VEH_MAX_LIST + 1];
    const int tools = veh_grapple_bodies(&site->machines[part->machine], tool_bodies);
    const struct sim_contact *contacts;
    const int count = sim_world_contacts(site->world, &contacts);
    struct bundle bundle = {.count = 0};
    for (int before = -1; before < bundle.count;) {
        before = bundle.count;
        for (int i = 0; i < 2 * count; i++) {
            const struct sim_contact *c = &contacts[i / 2];
            const struct sim_body_id own = i % 2 == 0 ? c->a : c->b;
            const struct sim_body_id other = i % 2 == 0 ? c->b : c->a;
            const bool held = is_in(&bundle, veh_stem_of_body(site, own));
            if (c->force <= 0.0 || is_tool(tool_bodies, tools, other) ||
                (!held && !is_tool(tool_bodies, tools, own)))
                continue;
            if (!add(site, &bundle, held, other))
                return logs(site, part);
        }
    }
    return fmax(bundle.count, logs(site, part)); // a contact may be gone for a moment
}

static const struct veh_measure measures[] = {
    [VEH_GRAPPLE_LOGS] = {"logs", "", "logs between the tongs", logs},
    [VEH_GRAPPLE_MASS] = {"mass_kg", "kg", "of these logs", mass},
    [VEH_GRAPPLE_HANGING] = {"hanging", "",
                             "logs that hang, and those between the tongs while one of them rests",
                             hanging},
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
