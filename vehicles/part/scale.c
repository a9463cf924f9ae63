#include "vehicles/part/scale.h"

#include <assert.h>
#include <stdio.h>
#include <string.h>

#include "sim/base/random.h"
#include "vehicles/part/bunk.h"
#include "vehicles/part/crane.h"
#include "vehicles/part/grapple.h"
#include "vehicles/site.h"

static const double fast_time = 0.15, slow_time = 0.6; // [s]
static const double calm_share = 0.03, calm_kg = 8.0;  // between fast and slow
static const double least_arm = 0.5; // [m] of the load about the hinge: less tells nothing
static const double least_kg = 20.0; // that counts as a grip

static const struct veh_key keys[] = {
    VEH_KEY(scale, hinge, JOINT, NULL, "the boom's hinge"),
    VEH_KEY(scale, cylinder, JOINT, NULL, "slide of the cylinder that bears the boom"),
    VEH_KEY_RANGE(scale, error_percent, NUMBER, "%", "1.5", 0, 50,
                  "standard deviation of the scale's gain, drawn once per exercise"),
    VEH_KEY_RANGE(scale, zero_kg, NUMBER, "kg", "6", 0, 500,
                  "standard deviation of its zero, drawn likewise"),
    VEH_KEY_RANGE(scale, step_kg, NUMBER, "kg", "5", 0.1, 100, "step of the reading"),
};

static const struct veh_state_field state[] = {
    VEH_STATE(veh_scale_state, fast),   VEH_STATE(veh_scale_state, slow),
    VEH_STATE(veh_scale_state, gain),   VEH_STATE(veh_scale_state, offset),
    VEH_STATE(veh_scale_state, drawn),  VEH_STATE(veh_scale_state, gripped),
    VEH_STATE(veh_scale_state, caught), VEH_STATE(veh_scale_state, calm),
    VEH_STATE(veh_scale_state, logs),   VEH_STATE(veh_scale_state, from_bunk),
    VEH_STATE(veh_scale_state, loaded), VEH_STATE(veh_scale_state, what),
};

const struct veh_scale_state *veh_scale(const struct veh_machine *machine) {
    const struct veh_part *part = veh_machine_part(machine, &veh_part_scale);
    return part != NULL ? part->state : NULL;
}

static const char *problem(const void *definition, const struct sim_model *model, char *text,
                           size_t size) {
    const struct veh_scale_def *def = definition;
    (void)text, (void)size;
    if (def->hinge < 0 || def->cylinder < 0)
        return NULL; // it has been reported
    if (model->joints[def->hinge].def.kind != SIM_JOINT_HINGE)
        return "'hinge' is no hinge";
    return model->joints[def->cylinder].def.kind == SIM_JOINT_PRISMATIC
               ? NULL
               : "'cylinder' is no prismatic joint";
}

// ---- errors ----

static void draw_errors(const struct veh_worksite *site, const struct veh_part *part,
                        struct veh_scale_state *scale) {
    const struct veh_scale_def *def = part->def;
    if (scale->drawn)
        return;
    scale->drawn = true;
    scale->gain = 1.0;
    if (site->def.seed == 0)
        return;
    uint64_t random = site->def.seed * 0x9e3779b97f4a7c15u + (uint64_t)part->machine + 17u;
    (void)sim_random_normal(&random);
    scale->gain += 0.01 * def->error_percent * sim_random_normal(&random);
    scale->offset = def->zero_kg * sim_random_normal(&random);
}

// ---- moments about the hinge ----

struct hinge {
    struct sim_vec3 p, n;
};

static double moment(const struct hinge *h, struct sim_vec3 at, struct sim_vec3 force) {
    return sim_dot(h->n, sim_cross(sim_sub(at, h->p), force));
}

// Whether the hinge's child is the body, or carries it over joints.
static bool carries(const struct sim_model *model, int hinge, int body) {
    for (int depth = 0; depth <= model->joint_count && body >= 0; depth++) {
        if (body == model->joints[hinge].child)
            return true;
        int on = 0;
        while (on < model->joint_count && model->joints[on].child != body)
            on++;
        body = on < model->joint_count ? model->joints[on].parent : -1;
    }
    return false;
}

// [N m] of the crane's own weight, whatever its pose.
static double own_moment(const struct veh_worksite *site, const struct veh_part *part,
                         const struct hinge *h) {
    const struct veh_scale_def *def = part->def;
    const struct sim_instance *instance = &site->machines[part->machine].instance;
    double sum = 0.0;
    for (int i = 0; i < instance->model->body_count; i++) {
        const struct sim_body_id body = instance->bodies[i];
        if (carries(instance->model, def->hinge, i))
            sum += moment(h, sim_body_centre(site->world, body),
                          sim_scale(site->def.world.gravity, sim_body_mass(site->world, body)));
    }
    return sum;
}

// [kg] of the load at the tip; before where the cylinder or the pose tells nothing.
static double signal(const struct veh_worksite *site, const struct veh_part *part, double before) {
    const struct veh_scale_def *def = part->def;
    const struct veh_machine *m = &site->machines[part->machine];
    const struct sim_joint_id hinge = m->instance.joints[def->hinge];
    const struct sim_joint_id cylinder = m->instance.joints[def->cylinder];
    const struct hinge h = {sim_joint_anchor(site->world, hinge),
                            sim_joint_axis(site->world, hinge, 0)};
    const struct sim_vec3 g = site->def.world.gravity;
    const double arm = moment(&h, veh_machine_crane_tip(site, part->machine), g);
    if (fabs(arm) < least_arm * sim_length(g) || sim_joint_blocked(site->world, cylinder))
        return before;
    const struct sim_vec3 force = sim_scale(sim_joint_axis(site->world, cylinder, 0),
                                            sim_joint_motor_force(site->world, cylinder, 0));
    const double lifting = moment(&h, sim_joint_anchor_b(site->world, cylinder), force);
    return -(lifting + own_moment(site, part, &h)) / arm;
}

// ---- grips ----

static bool over_bunk(const struct veh_worksite *site, int machine) {
    const struct veh_machine *m = &site->machines[machine];
    const struct veh_bunk_def *bunk = veh_bunk_def(m->def);
    if (bunk == NULL)
        return false;
    const struct sim_pose frame = sim_body_pose(site->world, m->instance.bodies[bunk->body]);
    const struct sim_vec3 d =
        sim_sub(sim_pose_local(frame, veh_machine_crane_tip(site, machine)), bunk->centre);
    return fabs(d.x) <= 0.5 * bunk->size.x && fabs(d.y) <= 0.5 * bunk->size.y;
}

// The look of the operator between the tongs.
static void look(const struct veh_worksite *site, int machine, struct veh_scale_state *scale) {
    const struct veh_stem *first = NULL;
    bool mixed = false;
    for (int k = 0; k < site->loose.count; k++) {
        const struct veh_stem *s = &site->stems.items[site->loose.items[k]];
        if (!(s->load.grapples >> machine & 1))
            continue;
        if (first == NULL)
            first = s;
        mixed = mixed || s->stem.species != first->stem.species ||
                fabs(ter_stem_length(&s->stem) - ter_stem_length(&first->stem)) > 0.3;
    }
    if (first == NULL)
        return;
    memset(scale->what, 0, sizeof scale->what); // all of it is hashed
    if (mixed)
        (void)snprintf(scale->what, sizeof scale->what, "mixed");
    else
        (void)snprintf(scale->what, sizeof scale->what, "%s, %.1f m",
                       ter_species_name(first->stem.species), ter_stem_length(&first->stem));
}

// The tongs have let go.
static void weigh(struct veh_worksite *site, const struct veh_part *part,
                  struct veh_scale_state *scale) {
    const struct veh_scale_def *def = part->def;
    const double caught = def->step_kg * floor(scale->caught / def->step_kg + 0.5);
    const bool into_bunk = over_bunk(site, part->machine);
    if (caught >= least_kg) {
        if (into_bunk != scale->from_bunk)
            scale->loaded += into_bunk ? caught : -caught;
        veh_site_event(site, &veh_part_scale,
                       (struct veh_event){.kind = VEH_EVENT_GRIP_WEIGHED,
                                          .machine = part->machine,
                                          .stem = -1,
                                          .tree = -1,
                                          .number = {caught, scale->logs},
                                          .text = scale->what});
    }
    scale->gripped = false;
    scale->caught = scale->calm = 0.0;
    scale->logs = 0;
}

static double reading(const struct veh_part *part) {
    const struct veh_scale_def *def = part->def;
    const struct veh_scale_state *scale = part->state;
    const double weight = scale->gain * scale->slow + scale->offset;
    return def->step_kg * floor(fmax(weight, 0.0) / def->step_kg + 0.5);
}

// Logs that hang clear and swing little: their pull is their weight. One more or less is weighed
// anew.
static void read(const struct veh_part *part, struct veh_scale_state *scale, int logs, double h) {
    if (logs != scale->logs)
        scale->caught = scale->calm = 0.0;
    scale->logs = logs;
    if (fabs(scale->fast - scale->slow) >= calm_share * fabs(scale->slow) + calm_kg)
        return;
    scale->calm += h;
    scale->caught += (reading(part) - scale->caught) * h / scale->calm;
}

static const char *sensor(const void *def, int i) {
    (void)def;
    return i == 0 ? "scale" : NULL;
}

static void settle(struct veh_worksite *site, struct veh_part *part) {
    struct veh_scale_state *scale = part->state;
    const double h = sim_world_step_size(site->world);
    draw_errors(site, part, scale);
    const bool failed = veh_fault_is_on(site, VEH_FAULT_SENSOR, sensor(part->def, 0));
    const double now = failed ? 0.0 : signal(site, part, scale->fast);
    scale->fast += (now - scale->fast) * h / fast_time;
    scale->slow += (now - scale->slow) * h / slow_time;
    const int logs =
        (int)veh_machine_measure(site, part->machine, &veh_part_grapple, VEH_GRAPPLE_LOGS);
    if (logs == 0 && scale->gripped)
        weigh(site, part, scale);
    if (logs == 0)
        return;
    if (!scale->gripped)
        scale->from_bunk = over_bunk(site, part->machine);
    scale->gripped = true;
    look(site, part->machine, scale);
    if (veh_grapple_lifts(&site->machines[part->machine]))
        read(part, scale, logs, h);
}

static double weight(const struct veh_worksite *site, const struct veh_part *part) {
    (void)site;
    return reading(part);
}

static double loaded(const struct veh_worksite *site, const struct veh_part *part) {
    const struct veh_scale_state *scale = part->state;
    (void)site;
    return scale->loaded;
}

static const struct veh_measure measures[] = {
    [VEH_SCALE_WEIGHT] = {"weight_kg", "kg",
                          "reading: what hangs from the crane's tip less the crane", weight},
    [VEH_SCALE_LOADED] = {"loaded_kg", "kg",
                          "sum of the readings of what was laid into the bunk, less what was taken "
                          "from it",
                          loaded},
};

const struct veh_part_kind veh_part_scale = {
    .id = VEH_PART_SCALE,
    .role = "role: the scale of the crane",
    .title = "the scale",
    .help = "Weighs what hangs from the crane's tip by the force of the lift cylinder.",
    .needs = &veh_part_crane,
    .keys = keys,
    .key_count = sizeof keys / sizeof keys[0],
    .def_size = sizeof(struct veh_scale_def),
    .problem = problem,
    .state_size = sizeof(struct veh_scale_state),
    .state = VEH_STATE_TABLE(state),
    .settle = settle,
    .events = VEH_EVENT_BIT(GRIP_WEIGHED),
    .measures = measures,
    .measure_count = sizeof measures / sizeof measures[0],
    .sensor = sensor,
};
