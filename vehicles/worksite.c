#include "vehicles/worksite.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "sim/base/array.h"
#include "vehicles/site.h"

static const double tipped_cosine = 0.7; // of the angle between the machine's z and the vertical
static const double hit_force = 8000.0;  // [N] on a standing tree that count as a hit
static const double unsolved_silence = 10.0; // [s] between two events

struct veh_worksite_def veh_default_worksite_def(void) {
    struct veh_worksite_def def = {.world = sim_default_world_def()};
    return def;
}

// Coefficients of rolling resistance. On soft ground, where a log rolls by itself on slopes above
// one in five (own estimate); between logs that of rollers of elm on oak, 0.8 mm / r (Coulomb
// 1785), for a log of 16 cm: bark may have more.
static const double rolling_on_ground = 0.2, rolling_on_bark = 0.01;

// Soil, and bark on wood; machine files say what they are made of themselves.
static void add_materials(struct veh_worksite *site) {
    struct sim_world *world = site->world;
    site->material_ground = sim_world_add_material(
        world, &(struct sim_material){.name = "ground", .friction = 0.7, .stiffness = 6e6});
    site->material_bark = sim_world_add_material(
        world,
        &(struct sim_material){.name = "bark", .friction = veh_bark_friction, .stiffness = 6e6});
    struct sim_material_pair pair = {
        .friction = -1.0, .friction_across = -1.0, .restitution = -1.0};
    pair.rolling = rolling_on_ground;
    sim_world_set_pair(world, site->material_bark, site->material_ground, &pair);
    pair.rolling = rolling_on_bark;
    sim_world_set_pair(world, site->material_bark, site->material_bark, &pair);
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
    assert(def->ground != NULL);
    static const struct veh_products nothing;
    *site = (struct veh_worksite){.def = *def};
    if (def->products == NULL)
        site->def.products = &nothing;
    site->world = sim_world_create(&def->world);
    const bool planted = def->stand == NULL || ter_stand_copy(&site->stand, def->stand);
    site->tree_stem = malloc(((size_t)site->stand.count + 1) * sizeof *site->tree_stem);
    if (!site->world || !planted || !site->tree_stem ||
        !ter_trails_init(&site->trails, def->ground)) {
        veh_worksite_finish(site);
        return false;
    }
    for (int i = 0; i < site->stand.count; i++)
        site->tree_stem[i] = -1;
    add_materials(site);
    add_ground(site);
    veh_lay_windthrow(site);
    return true;
}

static void finish_machine(struct veh_machine *machine) {
    for (int i = 0; i < machine->part_count; i++)
        free(machine->parts[i].state);
    sim_instance_finish(&machine->instance);
}

void veh_worksite_finish(struct veh_worksite *site) {
    for (int m = 0; m < site->machine_count; m++)
        finish_machine(&site->machines[m]);
    sim_world_destroy(site->world);
    ter_stand_finish(&site->stand);
    ter_trails_finish(&site->trails);
    free(site->tree_stem);
    SIM_ARRAY_FREE(&site->stems);
    SIM_ARRAY_FREE(&site->loose);
    SIM_ARRAY_FREE(&site->frozen);
    SIM_ARRAY_FREE(&site->standing);
    SIM_ARRAY_FREE(&site->near);
    SIM_ARRAY_FREE(&site->torn);
    SIM_ARRAY_FREE(&site->events);
    *site = (struct veh_worksite){0};
}

// The model's frame on the plane through the ground below the wheels, its origin at (x, y).
static struct sim_pose standing_pose(const struct veh_worksite *site, const struct veh_base *base,
                                     double x, double y, double heading) {
    const double c = sim_cos(heading), s = sim_sin(heading);
    struct sim_vec3 corner[4];
    for (int i = 0; i < 4; i++) {
        const double lx = i & 1 ? base->front : base->rear, ly = i & 2 ? base->left : base->right;
        corner[i] = sim_vec3(x + c * lx - s * ly, y + s * lx + c * ly, 0.0);
        corner[i].z = ter_ground_height(site->def.ground, corner[i].x, corner[i].y, NULL);
    }
    const struct sim_vec3 front = sim_scale(sim_add(corner[1], corner[3]), 0.5);
    const struct sim_vec3 rear = sim_scale(sim_add(corner[0], corner[2]), 0.5);
    const struct sim_vec3 left = sim_scale(sim_add(corner[2], corner[3]), 0.5);
    const struct sim_vec3 right = sim_scale(sim_add(corner[0], corner[1]), 0.5);
    const struct sim_vec3 middle = sim_scale(sim_add(front, rear), 0.5);
    const struct sim_vec3 ex = sim_unit(sim_sub(front, rear));
    const struct sim_vec3 ez = sim_unit(sim_cross(ex, sim_sub(left, right)));
    const struct sim_vec3 ey = sim_cross(ez, ex);
    const struct sim_mat3 r = {{{ex.x, ey.x, ez.x}, {ex.y, ey.y, ez.y}, {ex.z, ey.z, ez.z}}};
    const double z = middle.z - ((x - middle.x) * ez.x + (y - middle.y) * ez.y) / ez.z;
    return (struct sim_pose){sim_vec3(x, y, z), sim_quat_from_mat3(&r)};
}

// The base of a machine whose file names none.
static const struct veh_base default_base = {
    .body = 0, .rear = -2.5, .front = 2.5, .right = -1.2, .left = 1.2};

// Puts the part behind those that act before it.
static void add_part(struct veh_machine *machine, const struct veh_part_def *def, int index) {
    struct veh_part part = {.kind = def->kind, .def = def->def, .machine = index};
    if (def->kind->state_size > 0) {
        int capacity = 0;
        part.state = sim_grow(NULL, &capacity, 1, def->kind->state_size);
        memset(part.state, 0, def->kind->state_size);
    }
    if (def->kind->begin)
        def->kind->begin(&part);
    int place = machine->part_count++;
    for (; place > 0 && machine->parts[place - 1].kind->id > def->kind->id; place--)
        machine->parts[place] = machine->parts[place - 1];
    machine->parts[place] = part;
    if (def->kind->base)
        def->kind->base(&machine->def->model, def->def, &machine->base);
    if (def->kind->load_body)
        machine->load_body = def->kind->load_body(def->def);
}

static int add_machine(struct veh_worksite *site, const struct veh_machine_def *def, double x,
                       double y, double heading) {
    assert(site->world != NULL && def->part_count <= VEH_MAX_PARTS);
    if (site->machine_count == VEH_MAX_MACHINES)
        return -1;
    const int index = site->machine_count;
    struct veh_machine *machine = &site->machines[index];
    *machine = (struct veh_machine){.def = def, .base = default_base, .load_body = -1};
    for (int i = 0; i < def->part_count; i++)
        add_part(machine, &def->parts[i], index);
    if (!sim_instance_create(&machine->instance, site->world, &def->model,
                             standing_pose(site, &machine->base, x, y, heading))) {
        finish_machine(machine);
        return -1;
    }
    for (int c = 0; c < VEH_CONTROL_COUNT; c++)
        machine->control_input[c] =
            sim_model_find_input(&def->model, veh_control_info((enum veh_control)c)->name);
    site->machine_count++;
    return index;
}

// A step's controls are numbered as the machines are, so those without any come last.
int veh_worksite_add_machine(struct veh_worksite *site, const struct veh_machine_def *def, double x,
                             double y, double heading) {
    assert(site->machine_count == 0 || !site->machines[site->machine_count - 1].unmanned);
    return add_machine(site, def, x, y, heading);
}

int veh_worksite_add_unmanned(struct veh_worksite *site, const struct veh_machine_def *def,
                              double x, double y, double heading) {
    const int index = add_machine(site, def, x, y, heading);
    if (index >= 0)
        site->machines[index].unmanned = true;
    return index;
}

// A log's axis over (x, y), at [m] from its butt; z as in veh_worksite_add_log().
static struct sim_vec3 axis_point(const struct veh_worksite *site, const struct ter_stem *stem,
                                  double at, double x, double y, double z) {
    const double above = z < 0.0 ? 0.5 * ter_stem_diameter(stem, at) : z;
    return sim_vec3(x, y, ter_ground_height(site->def.ground, x, y, NULL) + above);
}

int veh_worksite_add_log(struct veh_worksite *site, const struct ter_stem *stem, double x, double y,
                         double z, double heading) {
    const double half = 0.5 * ter_stem_length(stem);
    const double c = sim_cos(heading), s = sim_sin(heading);
    const struct sim_vec3 butt = axis_point(site, stem, 0.0, x - c * half, y - s * half, z);
    const struct sim_vec3 tip = axis_point(site, stem, 2.0 * half, x + c * half, y + s * half, z);
    const struct sim_vec3 along = sim_unit(sim_sub(tip, butt));
    const struct sim_pose pose = {butt, sim_quat_between(sim_vec3(0.0, 0.0, 1.0), along)};
    const int log = veh_stem_create(site, stem, pose, VEH_STEM_LOG, -1);
    if (z < 0.0) // it has lain there for long
        veh_stem_freeze(site, log);
    return log;
}

int veh_worksite_lay(struct veh_worksite *site, const struct ter_stem *stem, struct sim_pose pose,
                     enum veh_stem_kind kind) {
    assert(kind != VEH_STEM_STANDING);
    const int index = veh_stem_create(site, stem, pose, kind, -1);
    site->stems.items[index].rest.down = true;
    if (!veh_stem_rooted(kind))
        veh_stem_freeze(site, index);
    return index;
}

int veh_worksite_drop(struct veh_worksite *site, const struct ter_stem *stem,
                      struct sim_pose pose) {
    return veh_stem_create(site, stem, pose, VEH_STEM_LOG, -1);
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
    for (int i = 0; i < machine->part_count; i++)
        if (machine->parts[i].kind->before)
            machine->parts[i].kind->before(site, &machine->parts[i]);
    veh_faults_block(site, index);
    sim_instance_apply(&machine->instance);
    for (int i = 0; i < machine->part_count; i++)
        if (machine->parts[i].kind->actuate)
            machine->parts[i].kind->actuate(site, &machine->parts[i]);
    veh_faults_weaken(site, index);
}

static void watch_tipping(struct veh_worksite *site, int index) {
    struct veh_machine *machine = &site->machines[index];
    const struct sim_vec3 up = sim_rotate(veh_machine_pose(site, index).q, sim_vec3(0.0, 0.0, 1.0));
    if (up.z < tipped_cosine && !machine->tipped)
        veh_site_event(
            site, NULL,
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
            site, NULL,
            (struct veh_event){
                .kind = VEH_EVENT_LEFT_TERRAIN, .machine = index, .stem = -1, .tree = -1});
}

bool veh_machine_works_on(const struct veh_worksite *site, int machine, struct sim_body_id body,
                          int stem) {
    const struct veh_machine *m = &site->machines[machine];
    for (int i = 0; i < m->part_count; i++) {
        const struct veh_part *part = &m->parts[i];
        if (part->kind->works_on && part->kind->works_on(site, part, body.index, stem))
            return true;
    }
    return false;
}

static const char *body_name(const struct veh_worksite *site, int machine,
                             struct sim_body_id body) {
    return site->machines[machine].instance.model->bodies[sim_body_user(site->world, body)].name;
}

// Reports machines that press on a standing tree without being at work on it.
static void watch_trees(struct veh_worksite *site) {
    const struct sim_contact *contacts;
    const int count = sim_world_contacts(site->world, &contacts);
    for (int i = 0; i < count; i++) {
        const struct sim_contact *c = &contacts[i];
        if (c->force < hit_force)
            continue;
        const int sa = veh_stem_of_body(site, c->a), sb = veh_stem_of_body(site, c->b);
        const int stem = sa >= 0 ? sa : sb;
        const struct sim_body_id other = sa >= 0 ? c->b : c->a;
        const int machine = veh_machine_of_body(site, other);
        if (stem < 0 || machine < 0 || site->stems.items[stem].kind != VEH_STEM_STANDING ||
            veh_stem_is_thin(&site->stems.items[stem]) || site->stems.items[stem].hit_reported ||
            veh_machine_works_on(site, machine, other, stem))
            continue;
        site->stems.items[stem].hit_reported = true;
        veh_site_event(site, NULL,
                       (struct veh_event){.kind = VEH_EVENT_TREE_HIT,
                                          .machine = machine,
                                          .stem = stem,
                                          .tree = site->stems.items[stem].tree,
                                          .number = {c->force},
                                          .text = body_name(site, machine, other)});
    }
}

static void watch_solver(struct veh_worksite *site) {
    const struct sim_step_stats *stats = sim_world_stats(site->world);
    site->unsolved.silence -= sim_world_step_size(site->world);
    if (stats->unsolved > 0) {
        site->unsolved_steps++;
        site->unsolved.steps++;
        site->unsolved.residual = sim_larger(site->unsolved.residual, stats->residual);
    }
    if (site->unsolved.steps == 0 || site->unsolved.silence > 0.0)
        return;
    veh_site_event(
        site, NULL,
        (struct veh_event){.kind = VEH_EVENT_UNSOLVED,
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
    site->max_penetration = sim_larger(site->max_penetration, stats->penetration);
    site->max_joint_error = sim_larger(site->max_joint_error, stats->joint_error);
    if (sim_world_fault(site->world))
        veh_site_event(site, NULL,
                       (struct veh_event){.kind = VEH_EVENT_FAULT,
                                          .machine = -1,
                                          .stem = -1,
                                          .tree = -1,
                                          .text = sim_world_fault(site->world)});
}

static void after_step(struct veh_worksite *site, int index) {
    struct veh_machine *machine = &site->machines[index];
    for (int i = 0; i < machine->part_count; i++)
        if (machine->parts[i].kind->after)
            machine->parts[i].kind->after(site, &machine->parts[i]);
    watch_tipping(site, index);
}

static void settle(struct veh_worksite *site, struct veh_machine *machine) {
    for (int i = 0; i < machine->part_count; i++)
        if (machine->parts[i].kind->settle)
            machine->parts[i].kind->settle(site, &machine->parts[i]);
}

void veh_worksite_step(struct veh_worksite *site, const struct veh_controls *controls) {
    static const struct veh_controls nobody;
    assert(controls || site->machine_count == 0);
    site->events.count = 0;
    site->snapped = (struct veh_snapped){0};
    bool was_on_terrain[VEH_MAX_MACHINES];
    for (int m = 0; m < site->machine_count; m++) {
        was_on_terrain[m] = on_terrain(site, m);
        apply_controls(site, m, site->machines[m].unmanned ? &nobody : &controls[m]);
    }
    veh_move_crowns(site);
    sim_world_step(site->world);
    veh_feel_kerfs(site);
    for (int m = 0; m < site->machine_count; m++) {
        after_step(site, m);
        watch_edge(site, m, was_on_terrain[m]);
    }
    veh_watch_hinges(site);
    veh_watch_touches(site);
    for (int m = 0; m < site->machine_count; m++)
        settle(site, &site->machines[m]);
    veh_freeze_stems(site);
    watch_trees(site);
    veh_watch_damage(site);
    veh_press_branches(site);
    veh_bend_trees(site);
    watch_solver(site);
    watch_faults(site);
    site->steps++;
}

void veh_worksite_restart_clock(struct veh_worksite *site) {
    site->prepared = sim_world_time(site->world);
    site->events.count = 0;
}

double veh_worksite_time(const struct veh_worksite *site) {
    return sim_world_time(site->world) - site->prepared;
}

double veh_pose_bearing(struct sim_pose pose) {
    const struct sim_vec3 ahead = sim_rotate(pose.q, sim_vec3(1.0, 0.0, 0.0));
    const double bearing = sim_atan2(ahead.x, ahead.y) * 180.0 / SIM_PI;
    return bearing < 0.0 ? bearing + 360.0 : bearing;
}

struct sim_pose veh_machine_pose(const struct veh_worksite *site, int machine) {
    assert(machine >= 0 && machine < site->machine_count);
    const struct veh_machine *m = &site->machines[machine];
    return sim_body_pose(site->world, m->instance.bodies[m->base.body]);
}

double veh_machine_speed(const struct veh_worksite *site, int machine) {
    assert(machine >= 0 && machine < site->machine_count);
    const struct veh_machine *m = &site->machines[machine];
    const struct sim_body_id body = m->instance.bodies[m->base.body];
    const struct sim_pose pose = sim_body_pose(site->world, body);
    return sim_dot(sim_body_velocity(site->world, body),
                   sim_rotate(pose.q, sim_vec3(1.0, 0.0, 0.0)));
}

unsigned veh_machine_controls(const struct veh_machine *machine) {
    unsigned controls = 0;
    for (int i = 0; i < VEH_CONTROL_COUNT; i++)
        controls |= machine->control_input[i] >= 0 ? 1u << i : 0u;
    for (int i = 0; i < machine->part_count; i++)
        if (machine->parts[i].kind->controls)
            controls |= machine->parts[i].kind->controls(machine->parts[i].def);
    return controls;
}

const struct veh_part *veh_machine_part(const struct veh_machine *machine,
                                        const struct veh_part_kind *kind) {
    for (int i = 0; i < machine->part_count; i++)
        if (machine->parts[i].kind->id == kind->id)
            return &machine->parts[i];
    return NULL;
}

double veh_machine_measure(const struct veh_worksite *site, int machine,
                           const struct veh_part_kind *kind, int measure) {
    assert(machine >= 0 && machine < site->machine_count);
    assert(measure >= 0 && measure < kind->measure_count);
    const struct veh_part *part = veh_machine_part(&site->machines[machine], kind);
    return part != NULL ? kind->measures[measure].value(site, part) : 0.0;
}
