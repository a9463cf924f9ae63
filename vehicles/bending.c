// Standing trees bend when they are pushed, spring back, and break or tip over. One that is pushed
// stands on an elastic hinge at its foot until it stands still and is left alone again.
//
// Pushed at the height a above the hinge, the stem is a cantilever whose bending is put into the
// hinge, and the plate of roots turns with it:
//
//   M = k theta,   1 / k = y(a) / a^2 + theta_r / M_r
//   y(a) = integral of (a - z)^2 / (E I(z)) from 0 to a,   I(z) = pi d(z)^4 / 64
//
// Nearer to the foot than its thickness, a stem is no beam: a is at least d. Where several things
// push, a is the height of their resultant, sum F h / sum F, and follows it as long as it is the
// pushes that bend the tree: one that springs back past a light touch keeps its stiffness.
//
// The stem breaks where the bending stress reaches the strength of green wood with its knots
// (ForestGALES), M = pi d^3 / 32 sigma; the plate tips at M_r, which in tree-pulling is
// proportional to the stem's mass (Byrne 2005, Nicoll et al. 2006), at the angle theta_r (Coutts
// 1986: a few degrees), and resists less and less from there on. A push high up can break the top
// off before: the stem of the thickness d(z) bears a push F at the height h where
//
//   F (h - z) < pi d(z)^3 / 32 sigma
//
// Nobody has pulled over trees of less than 12 cm: their roots are taken as firm, and a machine
// does not notice them. A crown's air drag damps in crowns.c.
#include <assert.h>

#include "vehicles/site.h"

const double veh_thin_tree = 0.12;       // [m] DBH
static const double break_height = 0.03; // [m] above the hinge, the foot of the stem
static const double damping_share = 0.1; // of critical: of a tree in its branches
static const double upright = 1e-3;      // [rad], [rad/s] at which it stands still
static const double plate_turn = 0.07;   // [rad] theta_r
static const double plate_free = 0.35;   // [rad] at which the plate has no hold any more
static const double lying = 1.3;         // [rad] of a tree that has tipped over
static const double at_rest = 0.02;      // [rad/s] of one that hangs in its neighbours
static const double least_push = 1000.0; // [N] of a stem or a crown that makes a tree bend
static const double lowest_top = 0.5;    // of the height: below it the foot is the weakest place
static const double highest_push = 0.8;  // of the stem's length: above it only the thin top bends
static const double following = 0.1;     // [s] in which the height comes near to another one
enum { SECTIONS = 24 };                  // that are looked at for a broken top

static bool is_thin(const struct ter_stem *stem) {
    return stem->dbh < veh_thin_tree;
}

bool veh_stem_is_thin(const struct veh_stem *stem) {
    return stem->kind == VEH_STEM_STANDING && !veh_stem_sawn(stem) && is_thin(&stem->stem);
}

static bool can_bend(const struct veh_stem *stem) {
    return stem->kind == VEH_STEM_STANDING && !veh_stem_sawn(stem) && stem->tree >= 0;
}

static bool bends(const struct veh_stem *stem) {
    return stem->held.generation != 0;
}

// ---- stiffness and strength ----

static double section_strength(const struct ter_stem *stem, double d) {
    return SIM_PI / 32.0 * ter_species_bending_strength(stem->species) * d * d * d;
}

// [N m] M_r; infinite for a thin one.
static double anchorage(const struct ter_stem *stem) {
    const double wood = ter_species_green_density(stem->species) *
                        ter_stem_volume(stem, 0.0, ter_stem_length(stem));
    return is_thin(stem) ? (double)INFINITY : ter_species_anchorage(stem->species) * wood;
}

// [N m/rad] k, pushed at that height [m] above the foot.
static double stiffness(const struct ter_stem *stem, double height) {
    const double highest = fmax(highest_push * ter_stem_length(stem), stem->dbh);
    const double a = sim_clamp(height, stem->dbh, highest);
    const double y = ter_stem_yielding(stem, stem->from, stem->from + a);
    return 1.0 / (y / (a * a) + plate_turn / anchorage(stem));
}

static void put_on_hinge(struct veh_worksite *site, int index, double height) {
    const struct ter_stem *wood = &site->stems.items[index].stem;
    const struct sim_mass mass = ter_stem_mass(wood);
    const double k = stiffness(wood, height);
    const double inertia = mass.inertia.m[0][0] + mass.mass * mass.centre.z * mass.centre.z;
    struct sim_joint_def def = sim_default_joint_def();
    veh_stem_replace_body(site, index, false);
    struct veh_stem *stem = &site->stems.items[index];
    const struct sim_pose pose = veh_stem_pose(site, index);
    const struct sim_vec3 arm = sim_sub(sim_pose_point(pose, mass.centre), pose.p);
    const struct sim_vec3 weight =
        sim_cross(arm, sim_scale(site->def.world.gravity, mass.mass)); // moment at the foot
    def.kind = SIM_JOINT_UNIVERSAL;
    def.a = site->ground;
    def.b = stem->body;
    def.anchor = pose.p;
    def.axis[0] = sim_rotate(pose.q, sim_vec3(1.0, 0.0, 0.0));
    def.axis[1] = sim_rotate(pose.q, sim_vec3(0.0, 1.0, 0.0));
    for (int axis = 0; axis < 2; axis++) {
        def.free_axis[axis].stiffness = k;
        def.free_axis[axis].damping = 2.0 * damping_share * sqrt(k * inertia);
        // It has grown with its lean: as it stands it is in balance.
        def.free_axis[axis].rest = -sim_dot(weight, def.axis[axis]) / k;
    }
    stem->held = sim_joint_create(site->world, &def);
    stem->bend.at = height;
}

static bool stands_still(const struct veh_worksite *site, const struct veh_stem *stem) {
    for (int k = 0; k < 2; k++)
        if (fabs(sim_joint_position(site->world, stem->held, k)) > upright ||
            fabs(sim_joint_speed(site->world, stem->held, k)) > upright)
            return false;
    return true;
}

// The spring's about the hinge's axes. Returns its amount.
static double bending_moment(struct veh_worksite *site, const struct veh_stem *stem, double m[2]) {
    for (int k = 0; k < 2; k++) {
        const struct sim_axis *axis = sim_joint_free_axis(site->world, stem->held, k);
        m[k] = axis->stiffness * (sim_joint_position(site->world, stem->held, k) - axis->rest);
    }
    return sqrt(m[0] * m[0] + m[1] * m[1]);
}

// The tree is pushed at another height by now: the hinge's stiffness changes, its share of damping
// and the balance of the weight stay.
static void follow_push(struct veh_worksite *site, struct veh_stem *stem) {
    const double touch = stem->bend.touch.by_any ? stem->bend.touch.force : 0.0;
    const double push = touch + stem->bend.push;
    double way[2];
    const double bent = bending_moment(site, stem, way);
    if (!(push > 0.0) || !(bent > 0.0))
        return;
    const double moment = touch * stem->bend.touch.height + stem->bend.push * stem->bend.height;
    const double part = fmin(sim_world_step_size(site->world) / following, 1.0);
    const double before = stiffness(&stem->stem, stem->bend.at);
    stem->bend.at += part * fmin(moment / bent, 1.0) * (moment / push - stem->bend.at);
    const double ratio = stiffness(&stem->stem, stem->bend.at) / before;
    for (int k = 0; k < 2; k++) {
        struct sim_axis *axis = sim_joint_free_axis(site->world, stem->held, k);
        axis->stiffness *= ratio;
        axis->damping *= sqrt(ratio);
        axis->rest /= ratio;
    }
}

// ---- breaking and tipping ----

static void tell(struct veh_worksite *site, enum veh_event_kind kind, int machine, int stem,
                 int tree, double moment) {
    const double dbh = site->stand.trees[tree].dbh;
    veh_site_event(
        site, NULL,
        (struct veh_event){
            .kind = kind, .machine = machine, .stem = stem, .tree = tree, .number = {dbh, moment}});
}

// The rest of the tree lies beside the stump.
static void snap(struct veh_worksite *site, int index, int machine, double moment) {
    const int tree = site->stems.items[index].tree;
    int stump;
    const int top = veh_stem_cut(site, index, break_height, &stump);
    if (top < 0)
        return;
    if (is_thin(&site->stems.items[top].stem))
        site->stems.items[top].kind = VEH_STEM_TOP;
    tell(site, VEH_EVENT_TREE_BROKEN, machine, top, tree, moment);
}

// The plate resists with that moment [N m] in the direction `way` only, whose components are about
// the hinge's axes: dry friction of the same strength to all sides.
static void resist(struct veh_worksite *site, const struct veh_stem *stem, double moment,
                   const double way[2]) {
    const double length = sqrt(way[0] * way[0] + way[1] * way[1]);
    for (int k = 0; k < 2 && length > 0.0; k++)
        sim_joint_free_axis(site->world, stem->held, k)->brake = moment * fabs(way[k]) / length;
}

// The plate of roots has lost its hold: it turns in the ground, and resists less the farther.
static void tip(struct veh_worksite *site, int index, int machine) {
    struct veh_stem *stem = &site->stems.items[index];
    double way[2];
    const double moment = bending_moment(site, stem, way);
    stem->bend.tips = true;
    for (int k = 0; k < 2; k++) {
        struct sim_axis *axis = sim_joint_free_axis(site->world, stem->held, k);
        axis->stiffness = axis->damping = 0.0;
    }
    resist(site, stem, moment, way);
    site->stand.trees[stem->tree].damage |= TER_DAMAGE_ROOTS;
    tell(site, VEH_EVENT_TREE_UPROOTED, machine, index, stem->tree, moment);
}

// The way the plate turns; at rest, the way it resisted before.
static void way_of_plate(struct veh_worksite *site, const struct veh_stem *stem, double way[2]) {
    for (int k = 0; k < 2; k++)
        way[k] = sim_joint_speed(site->world, stem->held, k);
    if (sqrt(way[0] * way[0] + way[1] * way[1]) > upright)
        return;
    for (int k = 0; k < 2; k++)
        way[k] = sim_joint_free_axis(site->world, stem->held, k)->brake;
}

static void turn_plate(struct veh_worksite *site, int index) {
    const struct veh_stem *stem = &site->stems.items[index];
    const struct sim_vec3 up = sim_rotate(veh_stem_pose(site, index).q, sim_vec3(0.0, 0.0, 1.0));
    const double lean = sim_acos(sim_clamp(up.z, -1.0, 1.0));
    double way[2];
    way_of_plate(site, stem, way);
    resist(site, stem, anchorage(&stem->stem) * fmax(1.0 - lean / plate_free, 0.0), way);
    const double turning = sim_length(sim_body_angular_velocity(site->world, stem->body));
    if (lean > lying || (lean > plate_free && turning < at_rest))
        veh_stem_let_fall(site, index);
}

// The height [m] above the foot at which the hardest push of this step breaks the top off; 0: it
// bears that.
static double broken_at(const struct veh_stem *stem) {
    const double push = stem->bend.push, height = stem->bend.height;
    const double low = lowest_top * stem->stem.height - stem->stem.from;
    double worst = 1.0, at = 0.0;
    for (int i = 0; i < SECTIONS && push > 0.0; i++) {
        const double z = low + (height - low) * i / SECTIONS;
        const double bears = section_strength(&stem->stem, ter_stem_diameter(&stem->stem, z));
        if (height > low && push * (height - z) > worst * bears) {
            worst = push * (height - z) / bears;
            at = z;
        }
    }
    return at;
}

static void lose_top(struct veh_worksite *site, int index, double z) {
    const double push = site->stems.items[index].bend.push;
    const int tree = site->stems.items[index].tree;
    const int top = veh_stem_break_top(site, index, z);
    if (top >= 0)
        veh_tree_damage(site, tree, TER_DAMAGE_TOP, top, push);
}

void veh_tree_push(struct veh_worksite *site, int tree, struct sim_vec3 force, struct sim_vec3 p) {
    assert(tree >= 0 && tree < site->stand.count);
    const int index = site->tree_stem[tree];
    if (index < 0 || !can_bend(&site->stems.items[index]))
        return;
    struct veh_stem *stem = &site->stems.items[index];
    const double push = sim_length(force);
    const double height = sim_pose_local(veh_stem_pose(site, index), p).z;
    if (!bends(stem) && push > least_push)
        put_on_hinge(site, index, height);
    if (bends(stem))
        sim_body_apply(site->world, stem->body, force, sim_vec3(0.0, 0.0, 0.0), p);
    if (push > stem->bend.push) {
        stem->bend.push = push;
        stem->bend.height = height;
    }
}

// ---- touches ----

// The place of the contact on a standing tree. -1: the contact is none of such a tree with what
// bends it.
static int touched_tree(const struct veh_worksite *site, const struct sim_contact *contact,
                        struct veh_bend *found) {
    const struct sim_body_id body[2] = {contact->a, contact->b};
    for (int k = 0; k < 2; k++) {
        const int tree = veh_stem_of_body(site, body[k]);
        const int other = veh_stem_of_body(site, body[1 - k]);
        if (tree < 0 || !can_bend(&site->stems.items[tree]))
            continue;
        const int machine = veh_machine_of_body(site, body[1 - k]);
        const bool strikes =
            other >= 0 && !veh_stem_rooted(site->stems.items[other].kind) &&
            (is_thin(&site->stems.items[tree].stem) || contact->force > least_push);
        found->touch.by_any = machine >= 0 || strikes;
        found->touch.works = machine >= 0 && veh_machine_works_on(site, machine, body[1 - k], tree);
        found->touch.machine = machine;
        found->touch.height = sim_pose_local(veh_stem_pose(site, tree), contact->point.position).z;
        found->touch.force = contact->force;
        return found->touch.by_any ? tree : -1;
    }
    return -1;
}

// The resultant of a tree's touches; works and machine are those of the first one, or of the last
// one that is a machine's work.
static void add_touch(struct veh_bend *bend, const struct veh_bend *found) {
    const struct veh_bend before = *bend;
    if (!before.touch.by_any || found->touch.works)
        bend->touch = found->touch;
    if (!before.touch.by_any)
        return;
    const double sum = before.touch.force + found->touch.force;
    bend->touch.height = before.touch.height;
    if (sum > 0.0)
        bend->touch.height +=
            found->touch.force / sum * (found->touch.height - before.touch.height);
    bend->touch.force = sum;
}

static void find_touches(struct veh_worksite *site) {
    const struct sim_contact *contacts;
    const int count = sim_world_contacts(site->world, &contacts);
    for (int k = 0; k < site->standing.count; k++)
        site->stems.items[site->standing.items[k]].bend.touch.by_any = false;
    for (int i = 0; i < count; i++) {
        struct veh_bend found;
        const int tree = touched_tree(site, &contacts[i], &found);
        if (tree >= 0)
            add_touch(&site->stems.items[tree].bend, &found);
    }
}

static void bend(struct veh_worksite *site, int index) {
    struct veh_stem *stem = &site->stems.items[index];
    const bool touched = stem->bend.touch.by_any;
    if (!bends(stem)) {
        if (touched)
            put_on_hinge(site, index, stem->bend.touch.height);
        return;
    }
    follow_push(site, stem);
    const int machine = touched ? stem->bend.touch.machine : -1;
    double way[2];
    const double moment = bending_moment(site, stem, way);
    const double breaks = section_strength(&stem->stem, stem->stem.dbh);
    if (moment > fmin(breaks, anchorage(&stem->stem)) && breaks < anchorage(&stem->stem))
        snap(site, index, machine, moment);
    else if (moment > anchorage(&stem->stem))
        tip(site, index, machine);
    else if (!touched && stands_still(site, stem))
        veh_stem_replace_body(site, index, true);
}

void veh_bend_trees(struct veh_worksite *site) {
    find_touches(site);
    // Backwards: a tree that breaks leaves the list.
    for (int k = site->standing.count - 1; k >= 0; k--) {
        const int i = site->standing.items[k];
        const struct veh_stem *stem = &site->stems.items[i];
        const bool touched = stem->bend.touch.by_any;
        if (!can_bend(stem) || (!touched && !bends(stem) && !(stem->bend.push > 0.0)))
            continue;
        const double top = broken_at(stem);
        if (stem->bend.tips)
            turn_plate(site, i);
        else if (top > 0.0)
            lose_top(site, i, top);
        else if (!(touched && stem->bend.touch.works))
            bend(site, i);
        site->stems.items[i].bend.push = 0.0;
    }
}
