// Standing trees that are too thin to stop a machine bend and break. One that is touched stands on
// an elastic hinge near the ground until it stands upright and is left alone again.
//
// Pushed at the height a above the hinge, the stem is a cantilever whose bending is put into the
// hinge: M = 3 E I / a theta with I = pi d^4 / 64. It breaks where the bending stress reaches the
// strength of green wood with its knots (ForestGALES),
//
//   M = pi d^3 / 32 sigma
#include "vehicles/site.h"

static const double thinnest_that_stops = 0.12; // [m] DBH
static const double break_height = 0.03;        // [m] above the hinge, the foot of the stem
static const double push_height = 1.0;          // [m] a: of wheels and bumpers
static const double damping_share = 0.1;        // of critical: of a tree in its branches
static const double upright = 1e-3;             // [rad], [rad/s] at which it stands still

bool veh_stem_is_thin(const struct veh_stem *stem) {
    return stem->kind == VEH_STEM_STANDING && !veh_stem_sawn(stem) &&
           stem->stem.dbh < thinnest_that_stops;
}

static double stiffness(const struct ter_stem *stem) {
    const double d2 = stem->dbh * stem->dbh;
    return 3.0 * ter_species_elasticity(stem->species) * SIM_PI * d2 * d2 / 64.0 / push_height;
}

static double strength(const struct ter_stem *stem) {
    const double d = stem->dbh;
    return SIM_PI / 32.0 * ter_species_bending_strength(stem->species) * d * d * d;
}

static bool bends(const struct veh_stem *stem) {
    return stem->held.generation != 0;
}

static void put_on_hinge(struct veh_worksite *site, int index) {
    const double k = stiffness(&site->stems.items[index].stem);
    const struct sim_mass mass = ter_stem_mass(&site->stems.items[index].stem);
    const double inertia = mass.inertia.m[0][0] + mass.mass * mass.centre.z * mass.centre.z;
    struct sim_joint_def def = sim_default_joint_def();
    veh_stem_replace_body(site, index, false);
    struct veh_stem *stem = &site->stems.items[index];
    const struct sim_pose pose = veh_stem_pose(site, index);
    def.kind = SIM_JOINT_UNIVERSAL;
    def.a = site->ground;
    def.b = stem->body;
    def.anchor = pose.p;
    def.axis[0] = sim_rotate(pose.q, sim_vec3(1.0, 0.0, 0.0));
    def.axis[1] = sim_rotate(pose.q, sim_vec3(0.0, 1.0, 0.0));
    for (int axis = 0; axis < 2; axis++) {
        def.free_axis[axis].stiffness = k;
        def.free_axis[axis].damping = 2.0 * damping_share * sqrt(k * inertia);
    }
    stem->held = sim_joint_create(site->world, &def);
}

static bool stands_still(const struct veh_worksite *site, const struct veh_stem *stem) {
    for (int k = 0; k < 2; k++)
        if (fabs(sim_joint_position(site->world, stem->held, k)) > upright ||
            fabs(sim_joint_speed(site->world, stem->held, k)) > upright)
            return false;
    return true;
}

static double bending_moment(const struct veh_worksite *site, const struct veh_stem *stem) {
    const double a = sim_joint_position(site->world, stem->held, 0);
    const double b = sim_joint_position(site->world, stem->held, 1);
    return stiffness(&stem->stem) * sqrt(a * a + b * b);
}

// The rest of the tree lies beside the stump.
static void snap(struct veh_worksite *site, int index, int machine, double moment) {
    const int tree = site->stems.items[index].tree;
    const double dbh = site->stems.items[index].stem.dbh;
    int stump;
    const int top = veh_stem_cut(site, index, break_height, &stump);
    if (top < 0)
        return;
    site->stems.items[top].kind = VEH_STEM_TOP;
    veh_site_event(site, NULL,
                   (struct veh_event){.kind = VEH_EVENT_TREE_BROKEN,
                                      .machine = machine,
                                      .stem = top,
                                      .tree = tree,
                                      .number = {dbh, moment}});
}

// ---- who touches them ----

struct touch {
    int stem, machine; // machine -1: a stem
    bool works;        // it is the machine's work: its head grips the tree
};

enum { MOST_TOUCHES = 32 }; // what is left over touches in the next step, too

// False: the contact is none of a thin tree with what can move.
static bool find_touch(const struct veh_worksite *site, const struct sim_contact *contact,
                       struct touch *touch) {
    const struct sim_body_id body[2] = {contact->a, contact->b};
    for (int k = 0; k < 2; k++) {
        const int stem = veh_stem_of_body(site, body[k]);
        const int other = veh_stem_of_body(site, body[1 - k]);
        if (stem < 0 || !veh_stem_is_thin(&site->stems.items[stem]))
            continue;
        const int machine = veh_machine_of_body(site, body[1 - k]);
        const bool works = machine >= 0 && veh_machine_works_on(site, machine, body[1 - k], stem);
        *touch = (struct touch){stem, machine, works};
        return machine >= 0 || (other >= 0 && !veh_stem_rooted(site->stems.items[other].kind));
    }
    return false;
}

static int find_touches(const struct veh_worksite *site, struct touch touches[]) {
    const struct sim_contact *contacts;
    const int contact_count = sim_world_contacts(site->world, &contacts);
    int count = 0;
    for (int i = 0; i < contact_count && count < MOST_TOUCHES; i++)
        count += find_touch(site, &contacts[i], &touches[count]);
    return count;
}

// The index of a touch of the stem, -1: nothing touches it. One that works comes first.
static int touch_of(const struct touch touches[], int count, int stem) {
    int found = -1;
    for (int i = 0; i < count; i++)
        if (touches[i].stem == stem && (found < 0 || touches[i].works))
            found = i;
    return found;
}

void veh_bend_trees(struct veh_worksite *site) {
    struct touch touches[MOST_TOUCHES];
    const int count = find_touches(site, touches);
    // Backwards: a tree that breaks leaves the list.
    for (int k = site->standing.count - 1; k >= 0; k--) {
        const int i = site->standing.items[k];
        const struct veh_stem *stem = &site->stems.items[i];
        if (!veh_stem_is_thin(stem) || (count == 0 && !bends(stem)))
            continue;
        const int touch = touch_of(touches, count, i);
        const double moment = bends(stem) ? bending_moment(site, stem) : 0.0;
        if (touch >= 0 && touches[touch].works)
            continue;
        if (touch >= 0 && !bends(stem))
            put_on_hinge(site, i);
        else if (moment > strength(&stem->stem))
            snap(site, i, touch >= 0 ? touches[touch].machine : -1, moment);
        else if (touch < 0 && bends(stem) && stands_still(site, stem))
            veh_stem_replace_body(site, i, true);
    }
}
