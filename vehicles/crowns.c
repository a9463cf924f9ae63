// Crowns of trees that move: the air slows them, and neighbours' crowns catch them, which are
// pushed in turn (bending.c).
//
// Air (ForestGALES), with u the speed of the crown's middle against it:
//
//   F = 1/2 rho C_d A u^2,   C_d = C u^-N with u from 10 m/s up,   A = width x depth / 2
//
// A crown is a cone of branches. Two that overlap push each other apart, and rub:
//
//   F = k (overlap - that of the rooted trees),   rubbing: half of it against the motion
//
// Crowns that have grown into each other carry nothing as they stand. Where branches have broken
// off (branches.c), the others push with their share of k, of two crowns in a row. The branches
// bend aside when one stem's axis passes the other's: a tree can hang, be drawn free, or break
// through.
#include "vehicles/site.h"

static const double air = 1.2226;       // [kg/m^3] rho
static const double least_speed = 10.0; // [m/s] of the fit to C and N
static const double stiffness = 2000.0; // [N/m] k: 1 to 3 kN per metre
static const double rubbing = 0.5;      // share of the push
static const double creeping = 0.5;     // [m/s] up to which rubbing grows
static const double breaking = 3000.0;  // [N] of a push that breaks branches
static const double widest_crown = 6.0; // [m] radius of neighbours that are looked for
enum { SAMPLES = 8 };

// The forces act for a whole step. On a top of some 100 g they would be more than its branches
// bear, and drag would turn its motion round instead of slowing it.
static const double most_drag = 0.125; // share of the mass over a step that drag may be
static const double most_load = 50.0;  // [m/s^2] that a crown's branches bear of their own mass

static struct veh_crown crown_at(struct sim_pose foot, double base, double height, double radius) {
    const struct sim_vec3 axis = sim_rotate(foot.q, sim_vec3(0.0, 0.0, 1.0));
    return (struct veh_crown){.base = sim_add_scaled(foot.p, axis, base),
                              .axis = axis,
                              .depth = fmax(height - base, 0.0),
                              .radius = radius};
}

// Of a stem with its tip and branches, whose tree has its foot there; no depth: it has lost them.
static struct veh_crown crown_of(const struct veh_worksite *site, const struct veh_stem *stem,
                                 struct sim_pose foot) {
    const struct ter_stem *s = &stem->stem;
    const double base = fmax(fmax(s->crown_base, s->limbs_from), s->from);
    const double whole = s->height - s->crown_base;
    if (s->to < s->height || base >= s->height || whole <= 0.0)
        return (struct veh_crown){.depth = 0.0};
    const double width = stem->tree >= 0 ? site->stand.trees[stem->tree].crown_width
                                         : ter_species_crown_width(s->species, s->dbh);
    // The inertia of a swept stem is that of a straight one through its centre, and so is the
    // crown's axis: on an arm beside it the air would spin a thin top up.
    const struct sim_vec3 bow = {ter_stem_centre_bow(s), 0.0, 0.0};
    foot.p = sim_pose_point(foot, bow);
    return crown_at(foot, base, s->height, 0.5 * width * (s->height - base) / whole);
}

static double mass_of(const struct veh_worksite *site, const struct veh_stem *stem) {
    return sim_body_mass(site->world, stem->body);
}

// [N s/m] of a drag on that mass [kg].
static double bounded_drag(const struct veh_worksite *site, double drag, double mass) {
    return fmin(drag, most_drag * mass / sim_world_step_size(site->world));
}

static void slow_by_air(struct veh_worksite *site, const struct veh_stem *stem,
                        const struct veh_crown *crown) {
    // The area's middle is a third of the crown above its base.
    const struct sim_vec3 p = sim_add_scaled(crown->base, crown->axis, crown->depth / 3.0);
    const struct sim_vec3 v = sim_body_point_velocity(site->world, stem->body, p);
    const struct sim_vec3 across =
        sim_add_scaled(v, crown->axis, -sim_dot(v, crown->axis)); // along it branches fold
    const double u = sim_length(across), clipped = fmax(u, least_speed);
    const double *k = ter_species_def(stem->stem.species)->drag; // C, N
    const double c = k[0] * sim_exp(-k[1] * sim_log(clipped));
    const double area = crown->radius * crown->depth;
    const double drag = bounded_drag(site, 0.5 * air * c * area * u, mass_of(site, stem));
    sim_body_apply(site->world, stem->body, sim_scale(across, -drag), sim_vec3(0.0, 0.0, 0.0), p);
}

struct overlap {
    double depth;              // [m] 0 or less: they do not touch
    struct sim_vec3 p, normal; // [m] on the axis of the first, unit: from the second to it
};

// The place at which the first crown is deepest in the second.
static struct overlap overlap_of(const struct veh_crown *a, const struct veh_crown *b) {
    struct overlap deepest = {.depth = 0.0};
    for (int i = 0; i < SAMPLES; i++) {
        const double share = (i + 0.5) / SAMPLES;
        const struct sim_vec3 p = sim_add_scaled(a->base, a->axis, share * a->depth);
        const struct sim_vec3 r = sim_sub(p, b->base);
        const double up = sim_dot(r, b->axis);
        if (up < 0.0 || up > b->depth)
            continue;
        const struct sim_vec3 out = sim_add_scaled(r, b->axis, -up);
        const double d = sim_length(out);
        const double depth = a->radius * (1.0 - share) + b->radius * (1.0 - up / b->depth) - d;
        if (depth > deepest.depth && d > 1e-6)
            deepest = (struct overlap){depth, p, sim_scale(out, 1.0 / d)};
    }
    return deepest;
}

static bool bends(const struct veh_stem *stem) {
    return stem->kind == VEH_STEM_STANDING && stem->held.generation != 0;
}

// The crown of a tree of the stand, as it stands or where it has been bent to.
static struct veh_crown crown_of_tree(const struct veh_worksite *site, int tree, bool rooted) {
    const struct ter_tree *t = &site->stand.trees[tree];
    const int stem = site->tree_stem[tree];
    const bool bent = !rooted && stem >= 0 && bends(&site->stems.items[stem]);
    const struct sim_pose foot = bent ? veh_stem_foot(site, stem) : ter_tree_pose(t);
    if (t->top > 0.0)
        return (struct veh_crown){.depth = 0.0}; // broken off
    return crown_at(foot, t->crown_base, t->height, 0.5 * t->crown_width);
}

// [m] by which the two overlapped as both were rooted.
static double grown_overlap(const struct veh_worksite *site, const struct veh_stem *stem,
                            int neighbour) {
    if (stem->tree < 0)
        return 0.0;
    const struct veh_crown own =
        crown_of(site, stem, ter_tree_pose(&site->stand.trees[stem->tree]));
    const struct veh_crown other = crown_of_tree(site, neighbour, true);
    return own.depth > 0.0 ? overlap_of(&own, &other).depth : 0.0;
}

// The speed at p of the stem against the neighbour.
static struct sim_vec3 speed_against(const struct veh_worksite *site, const struct veh_stem *stem,
                                     int neighbour, struct sim_vec3 p) {
    const struct sim_vec3 v = sim_body_point_velocity(site->world, stem->body, p);
    const int other = site->tree_stem[neighbour];
    if (other < 0 || !bends(&site->stems.items[other]))
        return v;
    return sim_sub(v, sim_body_point_velocity(site->world, site->stems.items[other].body, p));
}

// [kg] of the stem or of its neighbour, whichever is lighter; a tree that stands fast is not.
static double lighter_mass(const struct veh_worksite *site, const struct veh_stem *stem,
                           int neighbour) {
    const int other = site->tree_stem[neighbour];
    const double mass = mass_of(site, stem);
    return other >= 0 && bends(&site->stems.items[other])
               ? fmin(mass, mass_of(site, &site->stems.items[other]))
               : mass;
}

// [N/m] of the neighbour's crown at p. A falling stem's push is borne by its inertia; one that arms
// hold upright bends aside, and so does a thin neighbour that no hinge lets bend yet.
static double stiffness_against(const struct veh_worksite *site, const struct veh_stem *stem,
                                int neighbour, struct sim_vec3 p) {
    if (stem->arms <= 0.0 || stem->tree < 0)
        return stiffness;
    const struct ter_tree *t = &site->stand.trees[neighbour];
    const double from = stem->stem.from;
    const double high = sim_pose_local(sim_body_pose(site->world, stem->body), p).z + from;
    double soft = 1.0 / stiffness + ter_stem_yielding(&stem->stem, stem->arms + from, high);
    const int other = site->tree_stem[neighbour];
    if (t->dbh < veh_thin_tree && (other < 0 || !bends(&site->stems.items[other]))) {
        const struct ter_stem thin = ter_tree_stem(t);
        soft += ter_stem_yielding(&thin, 0.0, fmin(p.z - t->position.z, t->height));
    }
    return 1.0 / soft;
}

// The neighbour's branches push the stem's, which push back; those that are bent too far break.
static void catch_crown(struct veh_worksite *site, int index, const struct veh_crown *crown,
                        int neighbour) {
    const struct veh_stem *stem = &site->stems.items[index];
    const struct veh_crown other = crown_of_tree(site, neighbour, false);
    const struct overlap now = overlap_of(crown, &other);
    if (now.depth <= 0.0)
        return;
    const double grown = grown_overlap(site, stem, neighbour), overlap = now.depth - grown;
    if (overlap <= 0.0)
        return;
    const double mass = lighter_mass(site, stem, neighbour);
    const double whole =
        fmin(stiffness_against(site, stem, neighbour, now.p) * overlap, most_load * mass);
    const struct veh_crown_touch touch = {now.p, grown, whole / (stiffness * overlap)};
    const double push = whole * veh_bend_crowns(site, index, crown, neighbour, &other, &touch);
    if (push <= 0.0)
        return;
    const struct sim_vec3 v = speed_against(site, stem, neighbour, now.p);
    const double brake = bounded_drag(site, rubbing * push / (sim_length(v) + creeping), mass);
    const struct sim_vec3 force = sim_add_scaled(sim_scale(now.normal, push), v, -brake);
    sim_body_apply(site->world, stem->body, force, sim_vec3(0.0, 0.0, 0.0), now.p);
    veh_tree_push(site, neighbour, sim_scale(force, -1.0), now.p);
    if (push > breaking)
        veh_tree_damage(site, neighbour, TER_DAMAGE_CROWN, index, push);
}

// Of two trees that bend, the one with the lower number acts on the other.
static bool is_others_turn(const struct veh_worksite *site, int index, int neighbour) {
    const int other = site->tree_stem[neighbour];
    return bends(&site->stems.items[index]) && other >= 0 && other < index &&
           bends(&site->stems.items[other]);
}

static void act_on(struct veh_worksite *site, int index) {
    const struct veh_stem *stem = &site->stems.items[index];
    const struct veh_crown crown = crown_of(site, stem, veh_stem_foot(site, index));
    if (crown.depth <= 0.0)
        return;
    slow_by_air(site, stem, &crown);
    const struct sim_vec3 tip = sim_add_scaled(crown.base, crown.axis, crown.depth);
    const double reach = crown.radius + widest_crown;
    const double x_low = fmin(crown.base.x, tip.x) - reach,
                 x_high = fmax(crown.base.x, tip.x) + reach;
    const double y_low = fmin(crown.base.y, tip.y) - reach,
                 y_high = fmax(crown.base.y, tip.y) + reach;
    const struct ter_stand *stand = &site->stand;
    site->near.count =
        ter_stand_query(stand, x_low, y_low, x_high, y_high, site->near.items, site->near.capacity);
    if (site->near.count > site->near.capacity) {
        SIM_ARRAY_RESERVE(&site->near, site->near.count);
        (void)ter_stand_query(stand, x_low, y_low, x_high, y_high, site->near.items,
                              site->near.count);
    }
    for (int i = 0; i < site->near.count; i++)
        if (site->near.items[i] != stem->tree && !is_others_turn(site, index, site->near.items[i]))
            catch_crown(site, index, &crown, site->near.items[i]);
}

void veh_move_crowns(struct veh_worksite *site) {
    for (int k = 0; k < site->loose.count; k++) {
        const struct veh_stem *stem = &site->stems.items[site->loose.items[k]];
        if (stem->load.bunk < 0 && sim_body_moves(site->world, stem->body))
            act_on(site, site->loose.items[k]);
    }
    for (int k = 0; k < site->standing.count; k++)
        if (site->stems.items[site->standing.items[k]].held.generation != 0)
            act_on(site, site->standing.items[k]);
}
