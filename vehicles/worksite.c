#include "vehicles/worksite.h"

#include <stdlib.h>
#include <string.h>

#include "sim/model/snapshot.h"
#include "vehicles/site.h"

static const double tipped_cosine = 0.7; // of the angle between the machine's z and the vertical
static const double brake_rate = 2.0;    // [1/s] of full speed, with the pedal pressed down
static const double hit_force = 8000.0;  // [N] a standing tree notices

struct veh_worksite_def veh_default_worksite_def(void) {
    struct veh_worksite_def def = {.world = sim_default_world_def()};
    return def;
}

// Soil, and bark on wood; machine files say what they are made of themselves.
static void add_materials(struct veh_worksite *site) {
    struct sim_world *world = site->world;
    site->material_ground = sim_world_add_material(
        world, &(struct sim_material){.name = "ground", .friction = 0.7, .stiffness = 6e6});
    site->material_bark = sim_world_add_material(
        world,
        &(struct sim_material){.name = "bark", .friction = VEH_BARK_FRICTION, .stiffness = 6e6});
}

static void add_ground(struct veh_worksite *site) {
    const struct sim_shape shape = ter_ground_shape(site->def.ground, site->material_ground);
    struct sim_body_def def = sim_default_body_def();
    def.fixed = true;
    def.shapes = &shape;
    def.shape_count = 1;
    def.user = VEH_USER_GROUND;
    memcpy(def.name, "ground", sizeof "ground");
    site->ground = sim_body_create(site->world, &def);
}

bool veh_worksite_init(struct veh_worksite *site, const struct veh_worksite_def *def) {
    *site = (struct veh_worksite){.def = *def};
    site->world = sim_world_create(&def->world);
    const bool planted = def->stand == NULL || ter_stand_copy(&site->stand, def->stand);
    site->tree_stem = malloc(((size_t)site->stand.count + 1) * sizeof *site->tree_stem);
    if (!site->world || !planted || !site->tree_stem) {
        veh_worksite_finish(site);
        return false;
    }
    for (int i = 0; i < site->stand.count; i++)
        site->tree_stem[i] = -1;
    add_materials(site);
    add_ground(site);
    return true;
}

void veh_worksite_finish(struct veh_worksite *site) {
    for (int m = 0; m < site->machine_count; m++)
        sim_instance_finish(&site->machines[m].instance);
    sim_world_destroy(site->world);
    ter_stand_finish(&site->stand);
    free(site->tree_stem);
    free(site->stems);
    free(site->loose);
    free(site->events);
    *site = (struct veh_worksite){0};
}

// The plane through the ground below the wheels, as a frame at (x, y).
static struct sim_pose standing_pose(const struct veh_worksite *site, double x, double y,
                                     double heading) {
    const double length = 2.5, width = 1.2; // [m] half wheelbase and half track, roughly
    const double c = sim_cos(heading), s = sim_sin(heading);
    struct sim_vec3 corner[4];
    for (int i = 0; i < 4; i++) {
        const double lx = i & 1 ? length : -length, ly = i & 2 ? width : -width;
        corner[i] = sim_vec3(x + c * lx - s * ly, y + s * lx + c * ly, 0.0);
        corner[i].z = ter_ground_height(site->def.ground, corner[i].x, corner[i].y, NULL);
    }
    const struct sim_vec3 front = sim_scale(sim_add(corner[1], corner[3]), 0.5);
    const struct sim_vec3 back = sim_scale(sim_add(corner[0], corner[2]), 0.5);
    const struct sim_vec3 left = sim_scale(sim_add(corner[2], corner[3]), 0.5);
    const struct sim_vec3 right = sim_scale(sim_add(corner[0], corner[1]), 0.5);
    const struct sim_vec3 ex = sim_unit(sim_sub(front, back));
    const struct sim_vec3 ez = sim_unit(sim_cross(ex, sim_sub(left, right)));
    const struct sim_vec3 ey = sim_cross(ez, ex);
    const struct sim_mat3 r = {{{ex.x, ey.x, ez.x}, {ex.y, ey.y, ez.y}, {ex.z, ey.z, ez.z}}};
    return (struct sim_pose){sim_scale(sim_add(front, back), 0.5), sim_quat_from_mat3(&r)};
}

int veh_worksite_add_machine(struct veh_worksite *site, const struct veh_machine_def *def, double x,
                             double y, double heading) {
    if (site->machine_count == VEH_MAX_MACHINES)
        return -1;
    struct veh_machine *machine = &site->machines[site->machine_count];
    *machine = (struct veh_machine){.def = def};
    machine->head.stem = -1;
    if (!sim_instance_create(&machine->instance, site->world, &def->model,
                             standing_pose(site, x, y, heading)))
        return -1;
    for (int c = 0; c < VEH_CONTROL_COUNT; c++)
        machine->control_input[c] =
            sim_model_find_input(&def->model, veh_control_info((enum veh_control)c)->name);
    return site->machine_count++;
}

int veh_worksite_add_log(struct veh_worksite *site, const struct ter_stem *stem, double x, double y,
                         double z, double heading) {
    const double half = 0.5 * ter_stem_length(stem);
    const double c = sim_cos(heading), s = sim_sin(heading);
    const struct sim_vec3 butt = {x - c * half, y - s * half, 0.0};
    const struct sim_vec3 tip = {x + c * half, y + s * half, 0.0};
    const struct ter_ground *g = site->def.ground;
    const double zb = ter_ground_height(g, butt.x, butt.y, NULL) +
                      (z < 0.0 ? 0.5 * ter_stem_diameter(stem, 0.0) : z);
    const double zt = ter_ground_height(g, tip.x, tip.y, NULL) +
                      (z < 0.0 ? 0.5 * ter_stem_diameter(stem, 2.0 * half) : z);
    const struct sim_vec3 from = {butt.x, butt.y, zb};
    const struct sim_vec3 along = sim_unit(sim_sub(sim_vec3(tip.x, tip.y, zt), from));
    const struct sim_pose pose = {from, sim_quat_between(sim_vec3(0.0, 0.0, 1.0), along)};
    const int log = veh_stem_create(site, stem, pose, VEH_STEM_LOG, -1);
    if (log >= 0 && z < 0.0) // it has lain there for long
        veh_stem_hold(site, log, site->ground);
    return log;
}

// The pedal takes the drive's lever back, faster than the valve alone would close; the wheels'
// locks then hold the standing machine.
static void apply_brake(const struct veh_worksite *site, struct veh_machine *machine) {
    const double brake = machine->controls.value[VEH_BRAKE];
    const int input = machine->def->drive.present ? machine->def->drive.drive_input : -1;
    if (brake <= 0.0 || input < 0)
        return;
    struct sim_instance *instance = &machine->instance;
    instance->input[input] *= 1.0 - brake;
    const double most = brake_rate * brake * sim_world_step_size(site->world);
    instance->applied[input] -= sim_clamp(instance->applied[input], -most, most);
}

static void apply_controls(struct veh_worksite *site, int index,
                           const struct veh_controls *controls) {
    struct veh_machine *machine = &site->machines[index];
    machine->controls = *controls;
    veh_controls_clamp(&machine->controls);
    for (int c = 0; c < VEH_CONTROL_COUNT; c++)
        if (machine->control_input[c] >= 0)
            sim_instance_set_input(&machine->instance, machine->control_input[c],
                                   machine->controls.value[c]);
    veh_head_control(site, index);
    apply_brake(site, machine);
    veh_machine_locks(site, machine);
    sim_instance_apply(&machine->instance);
}

static void watch_tipping(struct veh_worksite *site, int index) {
    struct veh_machine *machine = &site->machines[index];
    const struct sim_vec3 up = sim_rotate(veh_machine_pose(site, index).q, sim_vec3(0.0, 0.0, 1.0));
    if (up.z < tipped_cosine && !machine->tipped)
        veh_site_event(
            site,
            (struct veh_event){.kind = VEH_EVENT_TIPPED, .machine = index, .stem = -1, .tree = -1});
    machine->tipped = up.z < tipped_cosine;
}

static bool on_terrain(const struct veh_worksite *site, int index) {
    const struct sim_vec3 p = veh_machine_pose(site, index).p;
    return ter_ground_contains(site->def.ground, p.x, p.y);
}

// Beyond the terrain the ground continues at the height of its edge, which is nowhere measured.
static void watch_edge(struct veh_worksite *site, int index, bool was_on_terrain) {
    if (was_on_terrain && !on_terrain(site, index))
        veh_site_event(
            site, (struct veh_event){
                      .kind = VEH_EVENT_LEFT_TERRAIN, .machine = index, .stem = -1, .tree = -1});
}

static bool is_tool(const struct veh_machine *machine, struct sim_body_id body) {
    const struct veh_head_def *head = &machine->def->head;
    if (head->present && machine->instance.bodies[head->body].index == body.index)
        return true;
    for (int i = 0; head->present && i < head->gripping.count; i++)
        if (machine->instance.bodies[head->gripping.index[i]].index == body.index)
            return true;
    return false;
}

// A part of a machine other than its tool presses on a standing tree.
static void watch_trees(struct veh_worksite *site) {
    const struct sim_contact *contacts;
    const int count = sim_world_contacts(site->world, &contacts);
    for (int i = 0; i < count; i++) {
        const struct sim_contact *c = &contacts[i];
        if (c->force < hit_force)
            continue;
        const int sa = veh_stem_of_body(site, c->a), sb = veh_stem_of_body(site, c->b);
        const int stem = sa >= 0 ? sa : sb;
        const int machine = veh_machine_of_body(site, sa >= 0 ? c->b : c->a);
        if (stem < 0 || machine < 0 || is_tool(&site->machines[machine], sa >= 0 ? c->b : c->a) ||
            site->stems[stem].kind != VEH_STEM_STANDING ||
            site->machines[machine].head.stem == stem || site->stems[stem].hit_reported)
            continue;
        site->stems[stem].hit_reported = true;
        veh_site_event(site, (struct veh_event){.kind = VEH_EVENT_TREE_HIT,
                                                .machine = machine,
                                                .stem = stem,
                                                .tree = site->stems[stem].tree,
                                                .number = {c->force}});
    }
}

static const double unsolved_silence = 10.0; // [s]

static void watch_solver(struct veh_worksite *site) {
    const struct sim_step_stats *stats = sim_world_stats(site->world);
    site->unsolved.silence -= sim_world_step_size(site->world);
    if (stats->unsolved > 0) {
        site->unsolved_steps++;
        site->unsolved.steps++;
        site->unsolved.residual = fmax(site->unsolved.residual, stats->residual);
    }
    if (site->unsolved.steps == 0 || site->unsolved.silence > 0.0)
        return;
    veh_site_event(site, (struct veh_event){
                             .kind = VEH_EVENT_UNSOLVED,
                             .machine = -1,
                             .stem = -1,
                             .tree = -1,
                             .number = {site->unsolved.residual, (double)site->unsolved.steps}});
    site->unsolved.steps = 0;
    site->unsolved.residual = 0.0;
    site->unsolved.silence = unsolved_silence;
}

static void watch_faults(struct veh_worksite *site) {
    const struct sim_step_stats *stats = sim_world_stats(site->world);
    site->max_penetration = fmax(site->max_penetration, stats->penetration);
    site->max_joint_error = fmax(site->max_joint_error, stats->joint_error);
    if (sim_world_fault(site->world))
        veh_site_event(site, (struct veh_event){.kind = VEH_EVENT_FAULT,
                                                .machine = -1,
                                                .stem = -1,
                                                .tree = -1,
                                                .text = sim_world_fault(site->world)});
}

void veh_worksite_step(struct veh_worksite *site, const struct veh_controls *controls) {
    site->event_count = 0;
    veh_activate_trees(site);
    bool was_on_terrain[VEH_MAX_MACHINES];
    for (int m = 0; m < site->machine_count; m++) {
        was_on_terrain[m] = on_terrain(site, m);
        apply_controls(site, m, &controls[m]);
    }
    veh_resist_rolling(site);
    sim_world_step(site->world);
    for (int m = 0; m < site->machine_count; m++) {
        veh_head_observe(site, m);
        watch_tipping(site, m);
        watch_edge(site, m, was_on_terrain[m]);
    }
    veh_watch_touches(site);
    veh_load_stems(site);
    veh_freeze_stems(site);
    watch_trees(site);
    watch_solver(site);
    watch_faults(site);
    site->steps++;
}

double veh_worksite_time(const struct veh_worksite *site) {
    return sim_world_time(site->world);
}

uint64_t veh_worksite_hash(const struct veh_worksite *site) {
    return sim_world_hash(site->world);
}

struct sim_pose veh_machine_pose(const struct veh_worksite *site, int machine) {
    const struct veh_machine *m = &site->machines[machine];
    const int body = m->def->drive.present ? m->def->drive.body : 0;
    return sim_body_pose(site->world, m->instance.bodies[body]);
}

double veh_machine_speed(const struct veh_worksite *site, int machine) {
    const struct veh_machine *m = &site->machines[machine];
    const struct sim_body_id body =
        m->instance.bodies[m->def->drive.present ? m->def->drive.body : 0];
    const struct sim_pose pose = sim_body_pose(site->world, body);
    return sim_dot(sim_body_velocity(site->world, body),
                   sim_rotate(pose.q, sim_vec3(1.0, 0.0, 0.0)));
}

struct sim_vec3 veh_machine_crane_tip(const struct veh_worksite *site, int machine) {
    const struct veh_machine *m = &site->machines[machine];
    if (!m->def->crane.present)
        return veh_machine_pose(site, machine).p;
    return sim_pose_point(sim_body_pose(site->world, m->instance.bodies[m->def->crane.tip_body]),
                          m->def->crane.tip);
}

struct sim_pose veh_machine_head_frame(const struct veh_worksite *site, int machine) {
    const struct veh_machine *m = &site->machines[machine];
    return sim_pose_mul(sim_body_pose(site->world, m->instance.bodies[m->def->head.body]),
                        m->def->head.stem);
}

int veh_machine_logs_in_bunk(const struct veh_worksite *site, int machine, bool fused_only) {
    int count = 0;
    for (int i = 0; i < site->stem_count; i++) {
        const struct veh_stem *s = &site->stems[i];
        if (s->used && s->kind == VEH_STEM_LOG &&
            (s->load.bunk == machine || (!fused_only && veh_stem_in_bunk(site, i, machine))))
            count++;
    }
    return count;
}

// Two reference points, a tenth of the length from either end, lie in the box of the loading space
// (Jung 6.2.2).
bool veh_stem_in_bunk(const struct veh_worksite *site, int stem, int machine) {
    const struct veh_machine *m = &site->machines[machine];
    const struct veh_bunk_def *bunk = &m->def->bunk;
    if (!bunk->present)
        return false;
    const struct sim_pose frame = sim_body_pose(site->world, m->instance.bodies[bunk->body]);
    const struct sim_pose pose = veh_stem_pose(site, stem);
    const double length = ter_stem_length(&site->stems[stem].stem);
    for (int i = 0; i < 2; i++) {
        const struct sim_vec3 p =
            sim_pose_point(pose, sim_vec3(0.0, 0.0, (i == 0 ? 0.1 : 0.9) * length));
        const struct sim_vec3 d = sim_sub(sim_pose_local(frame, p), bunk->centre);
        if (fabs(d.x) > bunk->half.x || fabs(d.y) > bunk->half.y || fabs(d.z) > bunk->half.z)
            return false;
    }
    return true;
}
