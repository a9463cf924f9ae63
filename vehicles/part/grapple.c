#include "vehicles/part/grapple.h"

#include <math.h>

#include "vehicles/site.h"

static const double lever_play = 0.02;  // of a lever let go
static const double hanging_time = 0.2; // [s] a log that bounces is not lifted

static const struct veh_state_field state[] = {VEH_STATE(veh_grapple_state, hanging)};

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

bool veh_grapple_lifts(const struct veh_machine *machine) {
    const struct veh_part *part = veh_machine_part(machine, &veh_part_grapple);
    const struct veh_grapple_state *grapple = part != NULL ? part->state : NULL;
    return grapple != NULL && grapple->hanging >= hanging_time;
}

static bool tool(const struct veh_worksite *site, const struct veh_part *part,
                 struct sim_vec3 *place) {
    const struct veh_grapple_def *def = part->def;
    const struct sim_body_id base = site->machines[part->machine].instance.bodies[def->body];
    *place = sim_pose_point(sim_body_pose(site->world, base), def->centre);
    return true;
}

// ---- what it holds ----

// Logs that are found from the grapple on, over what touches what.
enum { MOST_HELD = 64 };
struct bundle {
    int log[MOST_HELD];
    int count;
    bool rests; // on anything that is neither the grapple nor one of them
};

static bool is_in(const struct bundle *bundle, int stem) {
    for (int i = 0; i < bundle->count; i++)
        if (bundle->log[i] == stem)
            return true;
    return false;
}

struct tool {
    struct sim_body_id bodies[VEH_MAX_LIST + 1];
    int count;
};

// Index of the body among those of the grapple, -1: it is none of them.
static int tool_body(const struct tool *tool, struct sim_body_id body) {
    for (int i = 0; i < tool->count; i++)
        if (tool->bodies[i].index == body.index)
            return i;
    return -1;
}

// The log that a bundle may be joined by: in bits of grapples, 0: whatever they are.
static bool joins(const struct veh_worksite *site, int stem, uint8_t grapples) {
    const struct veh_stem *s = stem >= 0 ? &site->stems.items[stem] : NULL;
    return s != NULL && s->kind == VEH_STEM_LOG && s->held.generation == 0 &&
           (s->load.grapples & grapples) == grapples;
}

static void spread(const struct veh_worksite *site, struct bundle *bundle, bool held,
                   struct sim_body_id other, uint8_t grapples) {
    const int stem = veh_stem_of_body(site, other);
    if (!joins(site, stem, grapples))
        bundle->rests = bundle->rests || held;
    else if (!is_in(bundle, stem) && bundle->count < MOST_HELD)
        bundle->log[bundle->count++] = stem;
}

// grapples: bits that its logs have; 0: of a bundle that rests, only a part is found, in which are
// those that the grapple touches. A contact without force is no hold, but keeps what is held.
static struct bundle bundle_of(const struct veh_worksite *site, const struct tool *tool,
                               uint8_t grapples) {
    struct bundle bundle = {.count = 0};
    const struct sim_contact *contacts;
    const int count = sim_world_contacts(site->world, &contacts);
    for (int before = -1; before < bundle.count && (grapples != 0 || !bundle.rests);) {
        before = bundle.count;
        for (int i = 0; i < 2 * count; i++) {
            const struct sim_contact *c = &contacts[i / 2];
            const struct sim_body_id own = i % 2 == 0 ? c->a : c->b;
            const struct sim_body_id other = i % 2 == 0 ? c->b : c->a;
            const bool held = is_in(&bundle, veh_stem_of_body(site, own));
            if ((held || tool_body(tool, own) >= 0) && tool_body(tool, other) < 0 &&
                (c->force > 0.0 || grapples != 0))
                spread(site, &bundle, held, other, grapples);
        }
    }
    return bundle;
}

// Number of the grapple's bodies that press on the log.
static int pressing(const struct veh_worksite *site, const struct tool *tool, int stem) {
    const struct sim_contact *contacts;
    const int count = sim_world_contacts(site->world, &contacts);
    const uint32_t own = site->stems.items[stem].body.index;
    unsigned found = 0;
    int bodies = 0;
    for (int i = 0; i < count; i++) {
        const struct sim_contact *c = &contacts[i];
        if ((c->a.index != own && c->b.index != own) || c->force <= 0.0)
            continue;
        const int body = tool_body(tool, c->a.index == own ? c->b : c->a);
        const unsigned bit = body >= 0 ? 1u << body : 0u;
        bodies += bit != 0 && (found & bit) == 0;
        found |= bit;
    }
    return bodies;
}

// Tongs that open keep the logs that they still touch, and those that hang.
static bool keeps(const struct veh_worksite *site, const struct tool *tool, int stem,
                  const struct bundle *kept, bool opens) {
    return is_in(kept, stem) && (!opens || !kept->rests || pressing(site, tool, stem) > 0);
}

// Tongs around a bundle press only on its outermost logs, often with one tong each; the others hang
// between them. So a log is gripped when two bodies of the grapple press on it, or when it hangs
// with all that the grapple touches. It stays gripped while logs that are gripped join it to the
// grapple.
static void settle(struct veh_worksite *site, struct veh_part *part) {
    struct veh_grapple_state *grapple = part->state;
    const struct veh_machine *m = &site->machines[part->machine];
    const uint8_t own = (uint8_t)(1 << part->machine);
    struct tool tool;
    tool.count = veh_grapple_bodies(m, tool.bodies);
    const bool opens = m->controls.value[VEH_GRIP] < -lever_play;
    const struct bundle touched = bundle_of(site, &tool, 0);
    const bool hangs = !opens && touched.count > 0 && touched.count < MOST_HELD && !touched.rests;
    grapple->hanging = hangs ? grapple->hanging + sim_world_step_size(site->world) : 0.0;
    const struct bundle kept = bundle_of(site, &tool, own);
    for (int k = 0; k < site->loose.count; k++) {
        const int i = site->loose.items[k];
        struct veh_stem *s = &site->stems.items[i];
        const bool before = (s->load.grapples & own) != 0;
        if (before && !keeps(site, &tool, i, &kept, opens))
            s->load.grapples &= (uint8_t)~own;
        if (before || opens || s->kind != VEH_STEM_LOG || !is_in(&touched, i) ||
            (grapple->hanging < hanging_time && pressing(site, &tool, i) < 2))
            continue;
        s->load.grapples |= own;
        veh_site_event(
            site, &veh_part_grapple,
            (struct veh_event){
                .kind = VEH_EVENT_LOG_GRIPPED, .machine = part->machine, .stem = i, .tree = -1});
    }
}

// ---- measures ----

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
    [VEH_GRAPPLE_LOGS] = {"logs", "", "logs that the tongs hold, each by itself or in a bundle",
                          logs},
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
    .state_size = sizeof(struct veh_grapple_state),
    .state = VEH_STATE_TABLE(state),
    .settle = settle,
    .events = VEH_EVENT_BIT(LOG_GRIPPED),
    .measures = measures,
    .measure_count = sizeof measures / sizeof measures[0],
    .tool = tool,
};
