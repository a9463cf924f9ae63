// Branches that break off one by one. A branch is a cantilever of its thickness: bent aside by the
// way w at its tip, it bears the moment 3 E I w / l^2 at its base, and breaks where that is more
// than its section modulus times the strength of green wood (terrain/branch.h).
//
//   crowns    of two that push each other, each bends the branches whose tips are in the other's
//             cone, by half of the depth each
//   a press   on the bark, of another stem or of a machine that is not at work on the stem, has
//             bent the branches on that side all the way down
//   a fall    bends the branches below the stem as deep as their tips would be in the ground
//
// They fall to the ground where they were as slash. A standing tree keeps what it has lost also
// while it has no body.
#include <string.h>

#include "terrain/branch.h"
#include "vehicles/site.h"

static const double stretch = 1.5; // [m] above and below a contact of crowns whose branches bear it
static const double press_width = 0.15;  // [m] of the stem above and below a press on its bark
static const double press_side = 0.5;    // least cosine between the branch and the press
static const double least_press = 200.0; // [N] to bend a thick branch all the way
enum { MOST = 64 };                      // of a tree that break at once; others a step later

// ---- what trees have lost ----

// Where the tree is in the list, or has to come.
static int torn_place(const struct veh_worksite *site, int tree) {
    int low = 0, high = site->torn.count;
    while (low < high) {
        const int middle = (low + high) / 2;
        if (site->torn.items[middle].tree < tree)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

static bool is_torn(const struct veh_worksite *site, int place, int tree) {
    return place < site->torn.count && site->torn.items[place].tree == tree;
}

const struct ter_broken *veh_tree_broken(const struct veh_worksite *site, int tree) {
    const int place = torn_place(site, tree);
    return is_torn(site, place, tree) ? &site->torn.items[place].broken : NULL;
}

struct ter_stem veh_tree_stem(const struct veh_worksite *site, int tree) {
    struct ter_stem stem = ter_tree_stem(&site->stand.trees[tree]);
    const struct ter_broken *broken = veh_tree_broken(site, tree);
    if (broken != NULL)
        stem.broken = *broken;
    return stem;
}

static void keep(struct veh_worksite *site, int tree, const struct ter_broken *broken) {
    const int place = torn_place(site, tree);
    if (!is_torn(site, place, tree)) {
        (void)SIM_ARRAY_PUSH(&site->torn);
        struct veh_torn *at = &site->torn.items[place];
        memmove(at + 1, at, (size_t)(site->torn.count - 1 - place) * sizeof *at);
        at->tree = tree;
    }
    site->torn.items[place].broken = *broken;
}

// ---- breaking ----

struct sim_pose veh_stem_foot(const struct veh_worksite *site, int stem) {
    struct sim_pose pose = veh_stem_pose(site, stem);
    pose.p = sim_pose_point(pose, sim_vec3(0.0, 0.0, -site->stems.items[stem].stem.from));
    return pose;
}

// Of one stem, or of a tree that has none; the foot of that tree.
struct limbs {
    int index, tree; // of the stem and the tree, -1: none
    struct ter_stem stem;
    struct sim_pose foot;
    struct ter_branch broken[MOST];
    int count;
};

static void begin(struct limbs *limbs, const struct veh_worksite *site, int stem) {
    limbs->index = stem;
    limbs->tree = site->stems.items[stem].tree;
    limbs->stem = site->stems.items[stem].stem;
    limbs->foot = veh_stem_foot(site, stem);
    limbs->count = 0;
}

static void begin_tree(struct limbs *limbs, const struct veh_worksite *site, int tree) {
    if (site->tree_stem[tree] >= 0) {
        begin(limbs, site, site->tree_stem[tree]);
        return;
    }
    limbs->index = -1;
    limbs->tree = tree;
    limbs->stem = veh_tree_stem(site, tree);
    limbs->foot = ter_tree_pose(&site->stand.trees[tree]);
    limbs->count = 0;
}

// In the world, that far [m] out along the branch.
static struct sim_vec3 place_on(const struct limbs *limbs, const struct ter_branch *branch,
                                double out) {
    const double across = out * sim_sin(branch->angle);
    return sim_pose_point(limbs->foot, sim_vec3(across * sim_cos(branch->azimuth),
                                                across * sim_sin(branch->azimuth),
                                                branch->height + out * sim_cos(branch->angle)));
}

// Its tip is bent aside by that way [m].
static void bend(struct limbs *limbs, const struct ter_branch *branch, double way) {
    if (limbs->count < MOST && branch->number < TER_BREAKABLE &&
        ter_branch_moment(&limbs->stem, branch, way) > ter_branch_strength(&limbs->stem, branch))
        limbs->broken[limbs->count++] = *branch;
}

static void note(struct veh_snapped *snapped, double mass, struct sim_vec3 p) {
    snapped->mass += mass;
    if (mass > snapped->heaviest) {
        snapped->heaviest = mass;
        snapped->place = p;
    }
}

static void strew(struct veh_worksite *site, const struct limbs *limbs, double mass) {
    double weight = 0.0;
    for (int i = 0; i < limbs->count; i++)
        weight += ter_branch_weight(&limbs->broken[i]);
    for (int i = 0; i < limbs->count; i++) {
        const struct ter_branch *branch = &limbs->broken[i];
        const struct sim_vec3 p = place_on(limbs, branch, 0.5 * branch->length);
        const double share = mass * ter_branch_weight(branch) / weight;
        ter_trails_strew(&site->trails, p.x, p.y, fmax(0.5 * branch->length, 2.0 * ter_trail_cell),
                         share);
        note(&site->snapped, share, p);
    }
}

// The branches that have been bent too far come off.
static void finish(struct veh_worksite *site, struct limbs *limbs) {
    if (limbs->count == 0)
        return;
    strew(site, limbs, ter_branches_break(&limbs->stem, limbs->broken, limbs->count));
    struct veh_stem *stem = limbs->index >= 0 ? &site->stems.items[limbs->index] : NULL;
    if (stem != NULL) {
        stem->stem.broken = limbs->stem.broken;
        const struct sim_mass left = ter_stem_mass(&limbs->stem);
        if (!veh_stem_dormant(stem) && sim_body_moves(site->world, stem->body))
            sim_body_set_mass(site->world, stem->body, &left);
    }
    if (stem == NULL || (stem->kind == VEH_STEM_STANDING && stem->tree >= 0))
        keep(site, limbs->tree, &limbs->stem.broken);
}

// ---- crowns ----

// [m] of a point inside the cone, below 0: outside.
static double depth_in(const struct veh_crown *crown, struct sim_vec3 p) {
    const struct sim_vec3 r = sim_sub(p, crown->base);
    const double up = sim_dot(r, crown->axis);
    if (up < 0.0 || up > crown->depth)
        return -1.0;
    return crown->radius * (1.0 - up / crown->depth) -
           sim_length(sim_add_scaled(r, crown->axis, -up));
}

// Bends the branches around that place that reach into the other crown. Returns the share of their
// stiffness that is left as they are bent, 1 where none reaches so far.
static double bend_crown(struct veh_worksite *site, struct limbs *limbs,
                         const struct veh_crown *other, const struct veh_crown_touch *touch) {
    const double at = sim_pose_local(limbs->foot, touch->p).z;
    double all = 0.0, left = 0.0;
    struct ter_branch branch;
    struct ter_branch_walk walk = ter_branches(&limbs->stem, at - stretch, at + stretch);
    while (ter_branch_next(&walk, &branch)) {
        const double depth =
            depth_in(other, place_on(limbs, &branch, branch.length)) - touch->grown;
        if (depth <= 0.0 || ter_stem_is_bare(&limbs->stem, branch.height))
            continue;
        const double way = 0.5 * touch->yielded * depth;
        const double load = ter_branch_moment(&limbs->stem, &branch, way) / branch.length;
        all += load;
        if (ter_branch_is_broken(&limbs->stem, &branch))
            continue;
        left += load;
        bend(limbs, &branch, way);
    }
    finish(site, limbs);
    return all > 0.0 ? left / all : 1.0;
}

double veh_bend_crowns(struct veh_worksite *site, int stem, const struct veh_crown *crown,
                       int neighbour, const struct veh_crown *other,
                       const struct veh_crown_touch *touch) {
    struct limbs limbs;
    begin(&limbs, site, stem);
    const double own = bend_crown(site, &limbs, other, touch);
    begin_tree(&limbs, site, neighbour);
    const double others = bend_crown(site, &limbs, crown, touch);
    return own + others > 0.0 ? 2.0 * own * others / (own + others) : 0.0;
}

// ---- presses on the bark ----

static void press_on(struct veh_worksite *site, int stem, struct sim_vec3 p) {
    struct limbs limbs;
    begin(&limbs, site, stem);
    const struct sim_vec3 at = sim_pose_local(limbs.foot, p);
    const double r = sqrt(at.x * at.x + at.y * at.y);
    struct ter_branch branch;
    struct ter_branch_walk walk = ter_branches(&limbs.stem, at.z - press_width, at.z + press_width);
    while (r > 0.0 && ter_branch_next(&walk, &branch)) {
        const double side = (at.x * sim_cos(branch.azimuth) + at.y * sim_sin(branch.azimuth)) / r;
        if (side > press_side && ter_branch_is_left(&limbs.stem, &branch))
            bend(&limbs, &branch, branch.length * sim_sin(branch.angle) * side);
    }
    finish(site, &limbs);
}

static bool has_branches(const struct veh_stem *stem) {
    return stem->kind == VEH_STEM_STANDING || stem->kind == VEH_STEM_FELLED ||
           stem->kind == VEH_STEM_TOP;
}

// Arms of a head press its stems together; it is the knives that take the branches of these.
static bool in_arms(const struct veh_worksite *site, int stem, int other) {
    return other >= 0 &&
           (site->stems.items[stem].arms > 0.0 || site->stems.items[other].arms > 0.0);
}

void veh_press_branches(struct veh_worksite *site) {
    const struct sim_contact *contacts;
    const int count = sim_world_contacts(site->world, &contacts);
    for (int i = 0; i < count; i++) {
        const struct sim_contact *c = &contacts[i];
        const struct sim_body_id body[2] = {c->a, c->b};
        for (int k = 0; k < 2 && c->force > least_press; k++) {
            const int stem = veh_stem_of_body(site, body[k]);
            const int machine = veh_machine_of_body(site, body[1 - k]);
            const int other = veh_stem_of_body(site, body[1 - k]);
            if (stem < 0 || !has_branches(&site->stems.items[stem]) || (machine < 0 && other < 0) ||
                in_arms(site, stem, other) ||
                (machine >= 0 && veh_machine_works_on(site, machine, body[1 - k], stem)))
                continue;
            press_on(site, stem, c->point.position);
        }
    }
}

// ---- falls ----

void veh_stem_falls_on_branches(struct veh_worksite *site, int stem) {
    struct limbs limbs;
    do {
        begin(&limbs, site, stem);
        struct ter_branch branch;
        struct ter_branch_walk walk = ter_branches(&limbs.stem, limbs.stem.from, limbs.stem.to);
        while (ter_branch_next(&walk, &branch)) {
            const struct sim_vec3 tip = place_on(&limbs, &branch, branch.length);
            const double depth = ter_ground_height(site->def.ground, tip.x, tip.y, NULL) - tip.z;
            if (depth > 0.0 && ter_branch_is_left(&limbs.stem, &branch))
                bend(&limbs, &branch, fmin(depth, branch.length));
        }
        finish(site, &limbs);
    } while (limbs.count == MOST);
}
