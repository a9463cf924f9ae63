// Cuts that are not through. From the first one on, a standing tree is a body of its own on a
// hinge: the wood that the saw has left, with the strength of its cross-section
// (terrain/segment.h). A stem that is thicker than the bar is long needs a second cut, from the
// other side at the same height; a cut at another height is another kerf, and the tree hinges on
// the weaker wood.
//
// The hinge is rigid up to its strength and yields above it, along the cut and across it. Leaning
// over the wood that is left opens the kerf; leaning back closes it, and squeezes the bar that is
// in it. The hinge tears when its outer fibres are drawn out,
//
//   left x angle = draw,
//
// and where the stem splits upwards before the wood breaks, its splinter of the length l bends by
//
//   angle = M l / (E I)
//
// so that the split grows with the angle until the splinter tears off: a barber chair.
#include <assert.h>

#include "terrain/segment.h"
#include "vehicles/site.h"

static const double least_left = 0.003;  // [m] less does not hold the tree
static const double kerf_width = 0.0085; // [m]
static const double bar_room = 0.0015;   // [m] of the kerf beside a bar
static const double draw = 0.02;         // [m] that fibres are drawn out of the stump
// [rad] of lean that roots, stem and hinge take up elastically, which are rigid here. A head that
// grips a tree off its middle draws it about so far.
static const double elastic_lean = 0.03;
// Roots and stem give as the kerf closes: they turn by so much under the moment that the whole
// stem bears; and as they swing, bark and crown still them.
static const double closing_lean = 0.1;    // [rad]
static const double closing_damping = 0.2; // [s] of the damping by the stiffness
static const double splinter_angle = 0.6;  // [rad] at which a splinter tears off
static const double least_split = 0.05;    // [m] that costs value
static const double noticeable = 0.001;    // [m] of progress that makes another hinge
static const double one_kerf = 0.05;       // [m] farther apart along the stem, cuts do not meet

// ---- cuts ----

static struct ter_segment section_of(const struct veh_stem *stem, const struct veh_cut *cut) {
    const double radius = 0.5 * ter_stem_diameter(&stem->stem, cut->z);
    return ter_segment_with_rot(radius, ter_stem_rot_radius(&stem->stem, cut->z),
                                fmin(cut->left, 2.0 * radius), cut->back);
}

static const struct veh_cut *hinge_of(const struct veh_kerf *kerf) {
    return kerf->by_second ? &kerf->second : &kerf->first;
}

static struct ter_segment segment_of(const struct veh_stem *stem) {
    return section_of(stem, hinge_of(&stem->kerf));
}

static bool is_there(const struct veh_cut *cut, double z) {
    return cut->left > 0.0 && fabs(z - cut->z) < one_kerf;
}

// The cut at that height, or a place for one: a third takes that of the cut which is not the hinge.
static struct veh_cut *cut_at(struct veh_kerf *kerf, double z) {
    if (kerf->first.left == 0.0 || is_there(&kerf->first, z))
        return &kerf->first;
    const bool second = kerf->second.left == 0.0 || is_there(&kerf->second, z);
    return second || !kerf->by_second ? &kerf->second : &kerf->first;
}

bool veh_stem_kerf_at(const struct veh_stem *stem, double z) {
    return is_there(&stem->kerf.first, z) || is_there(&stem->kerf.second, z);
}

// In the stem's frame, across it.
static struct sim_vec3 way_across(const struct veh_worksite *site, int stem,
                                  struct sim_vec3 normal) {
    struct sim_vec3 way = sim_unrotate(veh_stem_pose(site, stem).q, normal);
    way.z = 0.0;
    return sim_unit(way);
}

double veh_stem_uncut(const struct veh_worksite *site, int stem, double z, struct sim_vec3 normal) {
    const struct veh_stem *s = &site->stems.items[stem];
    assert(s->used);
    const struct veh_kerf *kerf = &s->kerf;
    const double diameter = ter_stem_diameter(&s->stem, z);
    const struct veh_cut *cut = is_there(&kerf->first, z) ? &kerf->first : &kerf->second;
    if (!is_there(cut, z))
        return diameter;
    const bool far = sim_dot(way_across(site, stem, normal), cut->normal) < 0.0;
    return far ? diameter - cut->back : cut->left;
}

// Enters what the bar has reached. False: it is hardly any farther.
static bool deepen(struct veh_worksite *site, int index, const struct veh_bite *bite) {
    struct veh_stem *stem = &site->stems.items[index];
    if (bite->left > least_left &&
        bite->left > veh_stem_uncut(site, index, bite->z, bite->normal) - noticeable)
        return false;
    const struct sim_vec3 way = way_across(site, index, bite->normal);
    struct veh_cut *cut = cut_at(&stem->kerf, bite->z);
    const double left = fmax(bite->left, least_left);
    if (!is_there(cut, bite->z))
        *cut = (struct veh_cut){.z = bite->z, .normal = way};
    if (sim_dot(way, cut->normal) < 0.0) {
        // The stem may be thicker where the bar is now than at the cut's height.
        const double back = ter_stem_diameter(&stem->stem, cut->z) - left;
        cut->back = fmax(fmin(back, cut->left - least_left), 0.0);
    } else {
        cut->left = left;
        cut->back = fmax(fmin(cut->back, left - least_left), 0.0);
        cut->normal = way;
    }
    return true;
}

// ---- the hinge ----

static bool splits(const struct ter_segment *segment, enum ter_species species) {
    return ter_segment_splitting(segment, species) < ter_segment_strength(segment, species);
}

// The tree's lean since the saw began: over the hinge, positive where it opens the kerf, and as a
// whole. [rad]
static double lean(const struct veh_worksite *site, int index, double *whole) {
    const struct veh_stem *stem = &site->stems.items[index];
    const struct sim_vec3 up = sim_rotate(veh_stem_pose(site, index).q, sim_vec3(0.0, 0.0, 1.0));
    const struct sim_vec3 now = sim_unrotate(stem->kerf.uncut, up);
    *whole = sim_atan2(sqrt(now.x * now.x + now.y * now.y), now.z);
    return sim_atan2(sim_dot(now, hinge_of(&stem->kerf)->normal), now.z);
}

// [N m] that the wood of the cut bears, infinite without one.
static double bearing(const struct veh_stem *stem, const struct veh_cut *cut) {
    if (cut->left == 0.0)
        return (double)INFINITY;
    const struct ter_segment segment = section_of(stem, cut);
    return ter_segment_strength(&segment, stem->stem.species);
}

// Sets the room for leaning back, and forwards where there is a cut in front, too.
static void set_room(struct veh_worksite *site, struct veh_stem *stem, double opened) {
    const struct ter_segment segment = segment_of(stem);
    const double depth = segment.centroid + segment.radius; // of the kerf's open end behind
    struct sim_axis *axis = sim_joint_free_axis(site->world, stem->held, 0);
    const double upright = sim_joint_position(site->world, stem->held, 0) - opened;
    axis->lower = upright - (stem->kerf.bar ? bar_room : kerf_width) / depth;
    if (segment.back > 0.0)
        axis->upper = upright + kerf_width / (segment.radius - segment.centroid);
}

static void hang(struct veh_worksite *site, int index) {
    if (!sim_body_moves(site->world, site->stems.items[index].body))
        veh_stem_replace_body(site, index, false);
    struct veh_stem *stem = &site->stems.items[index];
    const struct veh_cut *cut = hinge_of(&stem->kerf);
    const struct ter_segment segment = segment_of(stem);
    const enum ter_species species = stem->stem.species;
    const struct sim_pose pose = veh_stem_pose(site, index);
    const struct sim_vec3 n = sim_rotate(pose.q, cut->normal);
    const struct sim_vec3 up = sim_rotate(pose.q, sim_vec3(0.0, 0.0, 1.0));
    veh_stem_release(site, index);
    struct sim_joint_def def = sim_default_joint_def();
    def.kind = SIM_JOINT_UNIVERSAL;
    def.a = site->ground;
    def.b = stem->body;
    def.anchor = sim_add_scaled(sim_add_scaled(pose.p, up, cut->z), n, segment.centroid);
    def.axis[0] = sim_cross(up, n); // positive: opens the kerf
    def.axis[1] = n;
    def.free_axis[0].brake =
        fmin(ter_segment_strength(&segment, species), ter_segment_splitting(&segment, species));
    def.free_axis[1].brake = ter_segment_strength_across(&segment, species);
    const struct ter_segment whole_stem = ter_segment_of(segment.radius, 2.0 * segment.radius, 0.0);
    const double stiffness = ter_segment_strength(&whole_stem, species) / closing_lean;
    def.free_axis[0].stop =
        (struct sim_softness){.stiffness = stiffness, .damping = closing_damping * stiffness};
    def.free_axis[0].limited = true;
    def.free_axis[0].lower = -SIM_PI;
    def.free_axis[0].upper = SIM_PI;
    def.separate_collider_groups = true;
    stem->held = sim_joint_create(site->world, &def);
    double whole;
    set_room(site, stem, lean(site, index, &whole));
}

static void tell_split(struct veh_worksite *site, int stem, int machine, double split) {
    const struct veh_stem *s = &site->stems.items[stem];
    const double length = fmin(split, ter_stem_length(&s->stem));
    veh_site_event(site, NULL,
                   (struct veh_event){.kind = VEH_EVENT_BUTT_SPLIT,
                                      .machine = machine,
                                      .stem = stem,
                                      .tree = s->tree,
                                      .number = {length, ter_stem_volume(&s->stem, 0.0, length)}});
}

static void tell_felled(struct veh_worksite *site, int stem, int machine, double height) {
    const struct sim_pose pose =
        machine >= 0 ? veh_machine_pose(site, machine) : sim_pose_identity();
    veh_site_event(
        site, NULL,
        (struct veh_event){.kind = VEH_EVENT_TREE_FELLED,
                           .machine = machine,
                           .stem = stem,
                           .tree = site->stems.items[stem].tree,
                           .number = {height, pose.p.x, pose.p.y, veh_pose_bearing(pose)}});
}

// At z [m] from its butt.
static void sever(struct veh_worksite *site, int index, double z) {
    const struct veh_kerf kerf = site->stems.items[index].kerf;
    const double height = site->stems.items[index].stem.from + z;
    int stump;
    const int upper = veh_stem_cut(site, index, z, &stump);
    if (upper < 0)
        return; // lower than where the stem begins
    tell_felled(site, upper, kerf.machine, height);
    if (kerf.split > least_split)
        tell_split(site, upper, kerf.machine, kerf.split);
}

bool veh_stem_saw(struct veh_worksite *site, int index, const struct veh_bite *bite) {
    struct veh_stem *stem = &site->stems.items[index];
    assert(stem->used && stem->kind != VEH_STEM_STUMP);
    const bool stands = stem->kind == VEH_STEM_STANDING;
    assert(!stands || stem->tree >= 0);
    struct veh_kerf *kerf = &stem->kerf;
    kerf->machine = bite->machine;
    if (!veh_stem_sawn(stem))
        kerf->uncut = veh_stem_pose(site, index).q;
    const bool deeper = deepen(site, index, bite);
    const struct veh_cut *cut = cut_at(kerf, bite->z);
    const bool through = deeper && cut->left - cut->back <= 1.001 * least_left;
    kerf->by_second = bearing(stem, &kerf->second) < bearing(stem, &kerf->first);
    kerf->bar = cut == hinge_of(kerf);
    if (veh_stem_has_roots(stem) && through)
        sever(site, index, cut->z);
    else if (stands && deeper)
        hang(site, index);
    return through;
}

void veh_feel_kerfs(struct veh_worksite *site) {
    for (int k = 0; k < site->standing.count; k++) {
        struct veh_stem *stem = &site->stems.items[site->standing.items[k]];
        if (!veh_stem_sawn(stem) || stem->held.generation == 0)
            continue;
        const struct ter_segment segment = segment_of(stem);
        stem->kerf.pinch =
            sim_joint_limit_force(site->world, stem->held, 0) / (segment.centroid + segment.radius);
    }
}

static void let_bar_go(struct veh_kerf *kerf) {
    if (!kerf->bar)
        kerf->pinch = 0.0;
    kerf->bar = false; // unless the bar says so again
}

static void watch(struct veh_worksite *site, int index) {
    struct veh_stem *stem = &site->stems.items[index];
    const struct ter_segment segment = segment_of(stem);
    const enum ter_species species = stem->stem.species;
    double whole;
    const double opened = lean(site, index, &whole);
    const bool splinters = splits(&segment, species);
    const double before = fmax(stem->kerf.opened, elastic_lean);
    if (opened > before && splinters)
        stem->kerf.split += (opened - before) * ter_species_elasticity(species) * segment.inertia /
                            ter_segment_splitting(&segment, species);
    stem->kerf.opened = fmax(stem->kerf.opened, opened);
    set_room(site, stem, opened);
    let_bar_go(&stem->kerf);
    if (whole > (splinters ? splinter_angle : draw / (segment.left - segment.back)))
        sever(site, index, hinge_of(&stem->kerf)->z);
}

void veh_watch_hinges(struct veh_worksite *site) {
    // Backwards: a tree that comes off leaves the list.
    for (int k = site->standing.count - 1; k >= 0; k--) {
        const struct veh_stem *stem = &site->stems.items[site->standing.items[k]];
        // One that could not be cut off, too near to its end, has no hinge.
        if (veh_stem_sawn(stem) && stem->held.generation != 0)
            watch(site, site->standing.items[k]);
    }
}
