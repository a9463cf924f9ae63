// Stems as bodies: making, cutting, holding.
#include <assert.h>
#include <stdio.h>
#include <string.h>

#include "sim/base/array.h"
#include "vehicles/site.h"

static const double shortest_piece = 0.02; // [m] a thinner slice is sawdust
// [kg] Contacts are stiff enough for tonnes: they threw a top of 0.03 g at 13 km/s. A piece lighter
// than this, such as the last metre of a top, stays with its stem and its mass in the balance.
static const double lightest_piece = 0.05;

static void assert_stem(const struct veh_worksite *site, int stem) {
    (void)site, (void)stem; // unused without asserts
    assert(stem >= 0 && stem < site->stems.count && site->stems.items[stem].used);
}

static int free_slot(struct veh_worksite *site) {
    for (int i = 0; i < site->stems.count; i++)
        if (!site->stems.items[i].used)
            return i;
    SIM_ARRAY_RESERVE(&site->stems, site->stems.count + 1);
    return site->stems.count++;
}

static struct veh_stem_list *list_of(struct veh_worksite *site, int stem) {
    const struct veh_stem *s = &site->stems.items[stem];
    if (veh_stem_dormant(s) || s->kind == VEH_STEM_STUMP)
        return NULL;
    if (s->kind == VEH_STEM_STANDING)
        return &site->standing;
    return veh_stem_frozen(s) ? &site->frozen : &site->loose;
}

static void enter_list(struct veh_worksite *site, int stem) {
    struct veh_stem_list *list = list_of(site, stem);
    if (list != NULL)
        veh_stem_list_enter(list, stem);
}

static void leave_list(struct veh_worksite *site, int stem) {
    struct veh_stem_list *list = list_of(site, stem);
    if (list != NULL)
        veh_stem_list_leave(list, stem);
}

static struct sim_body_id make_body(struct veh_worksite *site, const struct ter_stem *stem,
                                    struct sim_pose pose, bool fixed, int index) {
    struct sim_shape shapes[TER_STEM_MAX_SHAPES];
    struct sim_body_def def = sim_default_body_def();
    def.shape_count = ter_stem_shapes(stem, site->material_bark, shapes);
    def.shapes = shapes;
    def.pose = pose;
    def.fixed = fixed;
    def.has_mass = true;
    def.mass = ter_stem_mass(stem);
    def.user = VEH_USER_STEM + index;
    for (int i = 0; i < def.shape_count; i++)
        shapes[i].passive = false; // logs collide with each other
    snprintf(def.name, sizeof def.name, "stem %d", index);
    return sim_body_create(site->world, &def);
}

static int create_at(struct veh_worksite *site, int index, const struct ter_stem *stem,
                     struct sim_pose pose, enum veh_stem_kind kind, int tree) {
    site->stems.items[index] =
        (struct veh_stem){.used = true,
                          .kind = kind,
                          .body = make_body(site, stem, pose, veh_stem_rooted(kind), index),
                          .stem = *stem,
                          .tree = tree,
                          .product = -1,
                          .load = {.bunk = -1, .carried = -1},
                          .touch = {.load = -1}};
    enter_list(site, index);
    return index;
}

int veh_stem_create(struct veh_worksite *site, const struct ter_stem *stem, struct sim_pose pose,
                    enum veh_stem_kind kind, int tree) {
    assert(tree >= -1 && tree < site->stand.count);
    return create_at(site, free_slot(site), stem, pose, kind, tree);
}

void veh_stems_index(struct veh_worksite *site) {
    site->loose.count = site->frozen.count = site->standing.count = 0;
    for (int i = 0; i < site->stand.count; i++)
        site->tree_stem[i] = -1;
    for (int i = 0; i < site->stems.count; i++) {
        const struct veh_stem *stem = &site->stems.items[i];
        if (!stem->used)
            continue;
        enter_list(site, i);
        if (stem->kind == VEH_STEM_STANDING && stem->tree >= 0)
            site->tree_stem[stem->tree] = i;
    }
}

void veh_stem_destroy(struct veh_worksite *site, int stem) {
    assert_stem(site, stem);
    leave_list(site, stem);
    if (!veh_stem_dormant(&site->stems.items[stem]))
        sim_body_destroy(site->world, site->stems.items[stem].body); // its joints go with it
    site->stems.items[stem].used = false;
}

void veh_stem_deactivate(struct veh_worksite *site, int stem) {
    assert_stem(site, stem);
    struct veh_stem *s = &site->stems.items[stem];
    assert(s->kind == VEH_STEM_STUMP || veh_stem_frozen(s));
    leave_list(site, stem);
    s->place = veh_stem_pose(site, stem);
    sim_body_destroy(site->world, s->body);
    s->body = (struct sim_body_id){0};
    s->held = (struct sim_joint_id){0};
}

void veh_stem_activate(struct veh_worksite *site, int stem) {
    assert_stem(site, stem);
    struct veh_stem *s = &site->stems.items[stem];
    assert(veh_stem_dormant(s));
    s->body = make_body(site, &s->stem, s->place, veh_stem_rooted(s->kind), stem);
    s->place = (struct sim_pose){0};
    enter_list(site, stem);
    if (!veh_stem_rooted(s->kind))
        veh_stem_freeze(site, stem);
}

void veh_stem_replace_body(struct veh_worksite *site, int stem, bool fixed) {
    assert_stem(site, stem);
    struct veh_stem *s = &site->stems.items[stem];
    assert(s->kind == VEH_STEM_STANDING && s->tree >= 0);
    sim_body_destroy(site->world, s->body);
    s->held = (struct sim_joint_id){0};
    s->body =
        make_body(site, &s->stem, ter_tree_stem_pose(&site->stand.trees[s->tree]), fixed, stem);
}

struct sim_pose veh_stem_pose(const struct veh_worksite *site, int stem) {
    assert_stem(site, stem);
    const struct veh_stem *s = &site->stems.items[stem];
    return veh_stem_dormant(s) ? s->place : sim_body_pose(site->world, s->body);
}

struct sim_vec3 veh_stem_centre(const struct veh_worksite *site, int stem) {
    assert_stem(site, stem);
    const struct veh_stem *s = &site->stems.items[stem];
    return veh_stem_dormant(s) ? sim_pose_point(s->place, ter_stem_mass(&s->stem).centre)
                               : sim_body_centre(site->world, s->body);
}

double veh_stem_mass(const struct veh_worksite *site, int stem) {
    assert_stem(site, stem);
    const struct veh_stem *s = &site->stems.items[stem];
    return veh_stem_dormant(s) ? ter_stem_mass(&s->stem).mass : sim_body_mass(site->world, s->body);
}

int veh_stem_of_body(const struct veh_worksite *site, struct sim_body_id body) {
    const int user = sim_body_user(site->world, body);
    return user >= VEH_USER_STEM && user < VEH_USER_GROUND ? user - VEH_USER_STEM : -1;
}

int veh_machine_of_body(const struct veh_worksite *site, struct sim_body_id body) {
    const int user = sim_body_user(site->world, body);
    if (user >= VEH_USER_STEM)
        return -1;
    for (int m = 0; m < site->machine_count; m++) {
        const struct sim_instance *instance = &site->machines[m].instance;
        if (user < instance->model->body_count && instance->bodies[user].index == body.index)
            return m;
    }
    return -1;
}

double veh_stem_distance(const struct veh_worksite *site, int stem, struct sim_vec3 p) {
    struct sim_vec3 local = sim_pose_local(veh_stem_pose(site, stem), p);
    local.z -= sim_clamp(local.z, 0.0, ter_stem_length(&site->stems.items[stem].stem));
    return sim_length(local);
}

// The new bodies move as those places of the old one did (Jung 6.1): the same w, and v + w x r.
static void inherit_motion(struct veh_worksite *site, int piece, struct sim_vec3 centre,
                           struct sim_vec3 v, struct sim_vec3 w) {
    const struct sim_body_id body = site->stems.items[piece].body;
    const struct sim_vec3 r = sim_sub(sim_body_centre(site->world, body), centre);
    sim_body_set_velocity(site->world, body, sim_add(v, sim_cross(w, r)), w);
}

static void clear_tree(struct veh_worksite *site, int tree) {
    ter_stand_fell(&site->stand, tree);
    site->tree_stem[tree] = -1;
}

// Whether both pieces of a cut at z are worth a body, and the upper one moves.
static bool is_worth_cutting(const struct veh_stem *s, double z) {
    const double length = ter_stem_length(&s->stem);
    if (z < shortest_piece || z > length - shortest_piece)
        return false;
    struct ter_stem low, high;
    ter_stem_split(&s->stem, z, &low, &high);
    return ter_stem_mass(&high).mass >= lightest_piece &&
           (s->kind == VEH_STEM_STANDING || ter_stem_mass(&low).mass >= lightest_piece);
}

int veh_stem_cut(struct veh_worksite *site, int stem, double z, int *lower) {
    assert_stem(site, stem);
    assert(lower != NULL);
    const struct veh_stem old = site->stems.items[stem];
    *lower = -1;
    if (!is_worth_cutting(&old, z))
        return -1;
    const struct sim_pose pose = veh_stem_pose(site, stem);
    const struct sim_vec3 centre = sim_body_centre(site->world, old.body);
    const struct sim_vec3 v = sim_body_velocity(site->world, old.body);
    const struct sim_vec3 w = sim_body_angular_velocity(site->world, old.body);
    struct ter_stem low, high;
    ter_stem_split(&old.stem, z, &low, &high);
    const struct sim_pose above =
        sim_pose_mul(pose, (struct sim_pose){{0.0, 0.0, z}, sim_quat_identity()});
    const struct sim_pose rooted =
        old.tree >= 0 ? ter_tree_stem_pose(&site->stand.trees[old.tree]) : pose;
    const bool standing = old.kind == VEH_STEM_STANDING,
               thrown = !standing && veh_stem_has_roots(&old);
    veh_stem_destroy(site, stem);
    int upper = -1;
    if (thrown) {
        upper = create_at(site, stem, &high, above, VEH_STEM_FELLED, old.tree);
        *lower = veh_stem_create(site, &low, pose, VEH_STEM_TOP, old.tree);
        inherit_motion(site, *lower, centre, v, w);
        site->stems.items[upper].rest.down = old.rest.down;
    } else if (standing) {
        upper = create_at(site, stem, &high, above, VEH_STEM_FELLED, old.tree);
        *lower = veh_stem_create(site, &low, rooted, VEH_STEM_STUMP, old.tree);
    } else {
        *lower = veh_stem_create(site, &low, pose, VEH_STEM_LOG, old.tree);
        upper = veh_stem_create(site, &high, above, VEH_STEM_FELLED, old.tree);
        inherit_motion(site, *lower, centre, v, w);
        site->stems.items[upper].rest.down = old.rest.down;
    }
    inherit_motion(site, upper, centre, v, w);
    if ((standing || thrown) && old.tree >= 0)
        clear_tree(site, old.tree);
    return upper;
}

int veh_stem_break_top(struct veh_worksite *site, int stem, double z) {
    assert_stem(site, stem);
    const struct veh_stem old = site->stems.items[stem];
    assert(old.kind == VEH_STEM_STANDING && old.tree >= 0);
    if (!is_worth_cutting(&old, z))
        return -1;
    const struct sim_pose pose = veh_stem_pose(site, stem);
    const struct sim_vec3 centre = sim_body_centre(site->world, old.body);
    const struct sim_vec3 v = sim_body_velocity(site->world, old.body);
    const struct sim_vec3 w = sim_body_angular_velocity(site->world, old.body);
    const struct sim_pose above =
        sim_pose_mul(pose, (struct sim_pose){{0.0, 0.0, z}, sim_quat_identity()});
    struct ter_stem low, high;
    ter_stem_split(&old.stem, z, &low, &high);
    site->stems.items[stem].stem = low;
    veh_stem_replace_body(site, stem, true);
    site->stand.trees[old.tree].top = low.to;
    const int top = veh_stem_create(site, &high, above, VEH_STEM_TOP, old.tree);
    inherit_motion(site, top, centre, v, w);
    return top;
}

void veh_stem_let_fall(struct veh_worksite *site, int stem) {
    assert_stem(site, stem);
    struct veh_stem *s = &site->stems.items[stem];
    assert(s->kind == VEH_STEM_STANDING && s->tree >= 0);
    leave_list(site, stem);
    veh_stem_release(site, stem);
    s->kind = VEH_STEM_FELLED;
    s->bend = (struct veh_bend){0};
    enter_list(site, stem);
    clear_tree(site, s->tree);
}

void veh_stem_hold(struct veh_worksite *site, int stem, struct sim_body_id to) {
    assert_stem(site, stem);
    struct veh_stem *s = &site->stems.items[stem];
    assert(!veh_stem_dormant(s) && s->held.generation == 0);
    struct sim_joint_def def = sim_default_joint_def();
    def.kind = SIM_JOINT_RIGID;
    def.a = to;
    def.b = s->body;
    def.anchor = sim_body_centre(site->world, s->body);
    // A log in the bunk still collides with the grapple of its own machine.
    def.separate_collider_groups = true;
    s->held = sim_joint_create(site->world, &def);
}

void veh_stem_release(struct veh_worksite *site, int stem) {
    assert_stem(site, stem);
    struct veh_stem *s = &site->stems.items[stem];
    if (s->held.generation != 0)
        sim_joint_destroy(site->world, s->held);
    s->held = (struct sim_joint_id){0};
}

void veh_stem_freeze(struct veh_worksite *site, int stem) {
    assert_stem(site, stem);
    leave_list(site, stem);
    veh_stem_hold(site, stem, site->ground);
    struct veh_stem *s = &site->stems.items[stem];
    s->touch = (struct veh_touch){.load = -1};
    s->v = s->w = sim_vec3(0.0, 0.0, 0.0);
    enter_list(site, stem);
}

void veh_stem_thaw(struct veh_worksite *site, int stem) {
    assert_stem(site, stem);
    assert(veh_stem_frozen(&site->stems.items[stem]));
    leave_list(site, stem);
    veh_stem_release(site, stem);
    site->stems.items[stem].rest.still = 0.0;
    enter_list(site, stem);
}
