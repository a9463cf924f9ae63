// Delimbing: the knives' edges run along the stem, and what they meet is a branch. The edge that
// leads cuts, to the top or back to the butt; a branch that it has passed falls to the ground as
// slash. The stem in the head is bare: knives that close on a stem break the branches there.
//
// Between z0, as far as the edge has come on its way s along the stem, and z1, as far as it will
// come in this step, the branches' cutting works W_i give the mean force
//   F = sum_i [W_i(z1 - s_i + d_i / 2) - W_i(z0 - s_i + d_i / 2)] / (z1 - z0)
// which bounds a row with the target speed 0 along the stem, as dry friction does. So the energy of
// each branch is right whatever the speed, and a whorl that the rollers cannot break stops the
// stem.
//
// Edges wear by Archard's law (1953): what a pair of surfaces loses is proportional to load times
// way, so an edge that cuts loses in proportion to its cutting work W, and blunt it needs more of
// it:
//   F = F_sharp [1 + (k - 1) w],   dw = (dW + c N ds) / L,   0 <= w <= 1
// with the share w that is worn, the force k of a blunt edge relative to a sharp one, and the load
// N with which knives slide ds over soil.
#include "terrain/branch.h"
#include "vehicles/part/head_inside.h"
#include "vehicles/site.h"

// Design values; no measured wear of knives is published. 0.2 kN per mm of a branch is usual, and
// 0.3 the upper end of the range. Quartz is harder than steel: abrasion by loose grains takes a
// hundred times what sliding on soft matter takes.
static const double blunt_force = 1.5;
static const double soil_wear = 100.0;
static const double least_advance = 1e-3;  // [m] over which the force on a resting stem is taken
static const double thickest_branch = 0.3; // [m] none reaches farther along the stem
static const double brake_span = 20.0;     // [m] between the row's two points: far, so that it lies
                                           // along the stem though this leans in the head
static const double shortest_span = 5.0;   // [m] of it, then it is laid anew
static const double fork_length = 0.1;     // [m] of the stem over which it divides
static const double fork_force = 1e5;      // [N] two tops between the knives: no head feeds them

// [m] of the leading knife's edge beyond the saw, towards the top; below 0: there is no knife.
static double edge_above_saw(const struct veh_machine *m) {
    const struct veh_head_def *def = veh_head_def_of(m);
    const struct sim_model *model = m->instance.model;
    const struct sim_pose saw = sim_pose_mul(model->bodies[def->body].pose, def->stem);
    double highest = -1.0;
    for (int i = 0; i < def->knives.count; i++) {
        const int knife = model->joints[def->knives.index[i]].child;
        highest = fmax(highest, sim_pose_local(saw, model->bodies[knife].pose.p).z);
    }
    return highest;
}

// A felled stem in the head with its butt on the saw's side.
struct fed {
    bool is;
    int stem;
    double low, high; // [m] along the tree: between the saw and the upper edge
    double speed;     // [m/s] of the edges towards the top
};

static struct fed fed_stem(const struct veh_worksite *site, int machine, int index) {
    const struct veh_machine *m = &site->machines[machine];
    struct fed fed = {.stem = index};
    const double reach = edge_above_saw(m);
    if (reach < 0.0 || site->stems.items[fed.stem].kind != VEH_STEM_FELLED)
        return fed;
    const struct veh_head_place place = veh_head_place(site, machine, fed.stem);
    const struct ter_stem *stem = &site->stems.items[fed.stem].stem;
    fed.is = place.butt_first && place.z + reach > 0.0;
    fed.low = sim_clamp(stem->from + place.z, stem->from, stem->to);
    fed.high = sim_clamp(stem->from + place.z + reach, stem->from, stem->to);
    fed.speed = place.speed;
    return fed;
}

// [N/m] with the edge as it is now.
static double branch_force(const struct veh_machine *m) {
    return veh_head_def_of(m)->branch_force * (1.0 + (blunt_force - 1.0) * veh_head_of(m)->worn);
}

// [N] against an edge that moves up the tree, or down it.
static double resistance(const struct veh_worksite *site, double softwood_force,
                         const struct fed *fed) {
    const struct ter_stem *stem = &site->stems.items[fed->stem].stem;
    const bool up = fed->speed >= 0.0;
    const double sense = up ? 1.0 : -1.0, edge = up ? fed->high : fed->low;
    const double advance = fmax(fabs(fed->speed) * sim_world_step_size(site->world), least_advance);
    if (up && ter_stem_forks(stem, edge - stem->from - 0.5 * fork_length,
                             edge - stem->from + 0.5 * fork_length))
        return fork_force;
    double low, high;
    ter_stem_bare_around(stem, edge, &low, &high);
    const double z0 = sense * (up ? high : low);
    const double z1 = sense * sim_clamp(edge + sense * advance, stem->from, stem->to);
    if (z1 <= z0)
        return 0.0; // it comes back over what is bare
    const double per_diameter = softwood_force * ter_species_branching(stem->species)->toughness;
    double work = 0.0;
    struct ter_branch branch;
    struct ter_branch_walk walk = ter_branches(stem, fmin(sense * z0, sense * z1) - thickest_branch,
                                               fmax(sense * z0, sense * z1) + thickest_branch);
    while (ter_branch_next(&walk, &branch)) {
        if (ter_branch_is_broken(stem, &branch))
            continue;
        const double begin = sense * branch.height - 0.5 * branch.diameter;
        work += ter_branch_work(&branch, per_diameter, z1 - begin) -
                ter_branch_work(&branch, per_diameter, z0 - begin);
    }
    return work / (z1 - z0);
}

// The row of a stem, in the head's state or in that of its bunch.
struct brake {
    struct sim_joint_id *joint;
    struct sim_body_id *body; // that it is on
};

static struct brake brake_of(const struct veh_machine *m, int stem) {
    struct veh_head_state *head = veh_head_of(m);
    const int member = veh_head_member(m, stem);
    if (member < 0)
        return (struct brake){&head->brake, &head->braked};
    struct veh_multi_tree_state *bunch = veh_head_bunch(m);
    return (struct brake){&bunch->brake[member], &bunch->braked[member]};
}

static void drop_brake(struct veh_worksite *site, struct sim_joint_id *brake) {
    if (sim_joint_valid(site->world, *brake))
        sim_joint_destroy(site->world, *brake);
    *brake = (struct sim_joint_id){0};
}

// The row between the frame at the edge and a point far up the stem's axis.
static void lay_brake(struct veh_worksite *site, int machine, const struct fed *fed,
                      struct brake brake) {
    const struct veh_machine *m = &site->machines[machine];
    const struct veh_stem *stem = &site->stems.items[fed->stem];
    const struct sim_pose pose = veh_stem_pose(site, fed->stem);
    const double z = fed->high - stem->stem.from;
    struct sim_joint_def def = sim_default_joint_def();
    def.kind = SIM_JOINT_LINK;
    def.a = m->instance.bodies[veh_head_def_of(m)->body];
    def.b = stem->body;
    def.anchor = sim_pose_point(pose, sim_vec3(0.0, 0.0, z));
    def.anchor_b = sim_pose_point(pose, sim_vec3(0.0, 0.0, z + brake_span));
    drop_brake(site, brake.joint);
    *brake.joint = sim_joint_create(site->world, &def);
    *brake.body = stem->body;
}

// Whether the row is there, on this stem's body, and still long enough.
static bool brake_serves(const struct veh_worksite *site, int stem, struct brake brake) {
    const struct sim_body_id body = site->stems.items[stem].body;
    return sim_joint_valid(site->world, *brake.joint) && brake.body->index == body.index &&
           brake.body->generation == body.generation &&
           brake_span + sim_joint_position(site->world, *brake.joint, 0) > shortest_span;
}

static void resist_stem(struct veh_worksite *site, int machine, int stem) {
    const struct veh_machine *m = &site->machines[machine];
    const struct brake brake = brake_of(m, stem);
    const struct fed fed = fed_stem(site, machine, stem);
    const double force = fed.is ? resistance(site, branch_force(m), &fed) : 0.0;
    if (!fed.is) {
        drop_brake(site, brake.joint);
        return;
    }
    if (!brake_serves(site, stem, brake))
        lay_brake(site, machine, &fed, brake);
    struct sim_motor *row = &sim_joint_free_axis(site->world, *brake.joint, 0)->motor;
    row->mode = SIM_MOTOR_VELOCITY;
    // It keeps the distance from shrinking, or from growing on the way back.
    row->force_high = fed.speed >= 0.0 ? force : 0.0;
    row->force_low = fed.speed >= 0.0 ? 0.0 : -force;
}

// Of the stems that the knives do not hold: those of the bunch are left to the arms.
static void drop_others(struct veh_worksite *site, const struct veh_machine *m, const int stems[],
                        int count) {
    struct veh_multi_tree_state *bunch = veh_head_bunch(m);
    if (count == 0 || veh_head_member(m, stems[0]) >= 0)
        drop_brake(site, &veh_head_of(m)->brake);
    for (int i = 0; bunch != NULL && count <= 1 && i < bunch->bunch.count; i++)
        if (count == 0 || bunch->stem[i] != stems[0])
            drop_brake(site, &bunch->brake[i]);
}

void veh_head_resist(struct veh_worksite *site, int machine) {
    int stems[VEH_MAX_BUNCH + 1];
    const int count = veh_head_stems(site, machine, stems);
    drop_others(site, &site->machines[machine], stems, count);
    for (int i = 0; i < count; i++)
        resist_stem(site, machine, stems[i]);
}

// Load times way is work [J].
static void wear(struct veh_machine *m, double work) {
    struct veh_head_state *head = veh_head_of(m);
    const double life = veh_head_def_of(m)->knife_life;
    if (life > 0.0)
        head->worn = fmin(head->worn + work / life, 1.0);
}

// The arc of the branches that the edges between two heights take off, 0: there are none;
// and their cutting work [J] for a force of per_diameter.
static double reach_of_branches(const struct ter_stem *stem, double low, double high,
                                double per_diameter, double *work) {
    struct ter_branch branch;
    struct ter_branch_walk walk = ter_branches(stem, low, high);
    double radius = 0.0;
    *work = 0.0;
    while (ter_branch_next(&walk, &branch))
        if (ter_branch_is_left(stem, &branch)) {
            radius = fmax(radius, fmax(0.5 * branch.length, 2.0 * ter_trail_cell));
            *work += ter_branch_work(&branch, per_diameter, branch.diameter);
        }
    return radius;
}

static void delimb_stem(struct veh_worksite *site, int machine, int index) {
    struct veh_machine *m = &site->machines[machine];
    const struct fed fed = fed_stem(site, machine, index);
    if (!fed.is)
        return;
    struct ter_stem *stem = &site->stems.items[fed.stem].stem;
    double low, high;
    ter_stem_bare_around(stem, fed.high, &low, &high);
    if (low <= fed.low && fed.high < high)
        return; // it lies in what is bare
    const double per_diameter = branch_force(m) * ter_species_branching(stem->species)->toughness;
    double work;
    const double radius = reach_of_branches(stem, fed.low, fed.high, per_diameter, &work);
    const double before = radius > 0.0 ? ter_stem_branch_mass(stem) : 0.0;
    ter_stem_bare(stem, fed.low, fed.high);
    if (radius <= 0.0)
        return;
    const double cut_off = before - ter_stem_branch_mass(stem);
    const struct sim_mass left = ter_stem_mass(stem);
    sim_body_set_mass(site->world, site->stems.items[fed.stem].body, &left);
    const struct sim_vec3 p = sim_pose_point(veh_machine_head_frame(site, machine),
                                             sim_vec3(0.0, 0.0, edge_above_saw(m)));
    ter_trails_strew(&site->trails, p.x, p.y, radius, cut_off);
    veh_head_of(m)->delimbed += cut_off;
    wear(m, work);
}

void veh_head_delimb(struct veh_worksite *site, int machine) {
    int stems[VEH_MAX_BUNCH + 1];
    const int count = veh_head_stems(site, machine, stems);
    for (int i = 0; i < count; i++)
        delimb_stem(site, machine, stems[i]);
}

static bool is_knife(const struct veh_machine *m, struct sim_body_id body) {
    const struct veh_list *knives = &veh_head_def_of(m)->knives;
    for (int i = 0; i < knives->count; i++) {
        const int child = m->instance.model->joints[knives->index[i]].child;
        if (m->instance.bodies[child].index == body.index)
            return true;
    }
    return false;
}

// [J] the load on the ground times the way over it, of all knives in this step.
static double work_on_soil(const struct veh_worksite *site, const struct veh_machine *m) {
    const struct sim_contact *contacts;
    const int count = sim_world_contacts(site->world, &contacts);
    double work = 0.0;
    for (int i = 0; i < count; i++) {
        const struct sim_contact *c = &contacts[i];
        const bool first = c->a.index == site->ground.index;
        const struct sim_body_id body = first ? c->b : c->a;
        if ((!first && c->b.index != site->ground.index) || !is_knife(m, body))
            continue;
        const struct sim_vec3 v = sim_body_point_velocity(site->world, body, c->point.position);
        const struct sim_vec3 along =
            sim_add_scaled(v, c->point.normal, -sim_dot(v, c->point.normal));
        work += fmax(c->force, 0.0) * sim_length(along) * sim_world_step_size(site->world);
    }
    return work;
}

// The instructor blunts and sharpens knives; each of these moments counts once.
static void set_edge(const struct veh_worksite *site, struct veh_machine *m) {
    struct veh_head_state *head = veh_head_of(m);
    const char *name = m->def->model.bodies[veh_head_def_of(m)->body].name;
    const double blunt = veh_fault_last(site, VEH_FAULT_KNIVES, name);
    const double sharp = veh_fault_last(site, VEH_FAULT_SERVICE, name);
    if (fmax(blunt, sharp) <= head->edge_set)
        return;
    head->edge_set = fmax(blunt, sharp);
    head->worn = blunt > sharp ? 1.0 : 0.0;
}

void veh_head_wear(struct veh_worksite *site, int machine) {
    struct veh_machine *m = &site->machines[machine];
    if (veh_head_def_of(m)->knives.count == 0)
        return;
    wear(m, soil_wear * work_on_soil(site, m));
    set_edge(site, m);
}
