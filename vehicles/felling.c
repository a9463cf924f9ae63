// The felling cut. From the first cut on, a standing tree is a body of its own on a hinge: the wood
// that the saw has left, with the strength of its cross-section (terrain/segment.h).
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
static const double splinter_angle = 0.6; // [rad] at which a splinter tears off
static const double least_split = 0.05;   // [m] that costs value
static const double noticeable = 0.001;   // [m] of progress that makes another hinge

static struct ter_segment segment_of(const struct veh_stem *stem) {
    const double radius = 0.5 * ter_stem_diameter(&stem->stem, stem->kerf.z);
    return ter_segment_of(radius, fmin(stem->kerf.left, 2.0 * radius));
}

static bool splits(const struct ter_segment *segment, enum ter_species species) {
    return ter_segment_splitting(segment, species) < ter_segment_strength(segment, species);
}

// The tree's lean since it was rooted: over the hinge, positive where it opens the kerf, and as a
// whole. [rad]
static double lean(const struct veh_worksite *site, int index, double *whole) {
    const struct veh_stem *stem = &site->stems.items[index];
    const struct sim_quat rooted = ter_tree_stem_pose(&site->stand.trees[stem->tree]).q;
    const struct sim_vec3 up = sim_vec3(0.0, 0.0, 1.0);
    const struct sim_vec3 now = sim_unrotate(rooted, sim_rotate(veh_stem_pose(site, index).q, up));
    *whole = sim_atan2(sqrt(now.x * now.x + now.y * now.y), now.z);
    return sim_atan2(sim_dot(now, stem->kerf.normal), now.z);
}

static void hang(struct veh_worksite *site, int index) {
    if (!sim_body_moves(site->world, site->stems.items[index].body))
        veh_stem_replace_body(site, index, false);
    struct veh_stem *stem = &site->stems.items[index];
    const struct ter_segment segment = segment_of(stem);
    const enum ter_species species = stem->stem.species;
    const struct sim_pose pose = veh_stem_pose(site, index);
    const struct sim_vec3 n = sim_rotate(pose.q, stem->kerf.normal);
    const struct sim_vec3 up = sim_rotate(pose.q, sim_vec3(0.0, 0.0, 1.0));
    veh_stem_release(site, index);
    struct sim_joint_def def = sim_default_joint_def();
    def.kind = SIM_JOINT_UNIVERSAL;
    def.a = site->ground;
    def.b = stem->body;
    def.anchor = sim_add_scaled(sim_add_scaled(pose.p, up, stem->kerf.z), n, segment.centroid);
    def.axis[0] = sim_cross(up, n); // positive: opens the kerf
    def.axis[1] = n;
    def.free_axis[0].brake =
        fmin(ter_segment_strength(&segment, species), ter_segment_splitting(&segment, species));
    def.free_axis[1].brake = ter_segment_strength_across(&segment, species);
    def.free_axis[0].limited = true;
    def.free_axis[0].lower = -SIM_PI;
    def.free_axis[0].upper = SIM_PI;
    def.separate_collider_groups = true;
    stem->held = sim_joint_create(site->world, &def);
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

static void sever(struct veh_worksite *site, int index) {
    const struct veh_kerf kerf = site->stems.items[index].kerf;
    const int tree = site->stems.items[index].tree;
    const double height = site->stems.items[index].stem.from + kerf.z;
    int stump;
    const int upper = veh_stem_cut(site, index, kerf.z, &stump);
    if (upper < 0)
        return; // lower than where the stem begins
    veh_site_event(site, NULL,
                   (struct veh_event){.kind = VEH_EVENT_TREE_FELLED,
                                      .machine = kerf.machine,
                                      .stem = upper,
                                      .tree = tree,
                                      .number = {height}});
    if (kerf.split > least_split)
        tell_split(site, upper, kerf.machine, kerf.split);
}

bool veh_stem_saw(struct veh_worksite *site, int index, const struct veh_bite *bite) {
    struct veh_stem *stem = &site->stems.items[index];
    assert(stem->used && stem->kind == VEH_STEM_STANDING && stem->tree >= 0);
    struct veh_kerf *kerf = &stem->kerf;
    kerf->bar = true;
    kerf->machine = bite->machine;
    const double diameter = ter_stem_diameter(&stem->stem, bite->z);
    const double before = kerf->left > 0.0 ? kerf->left : diameter;
    if (bite->left > before - noticeable && bite->left > least_left)
        return false;
    if (kerf->left == 0.0)
        kerf->z = bite->z;
    kerf->left = fmax(bite->left, least_left);
    kerf->normal = sim_unrotate(veh_stem_pose(site, index).q, bite->normal);
    kerf->normal.z = 0.0;
    kerf->normal = sim_unit(kerf->normal);
    if (bite->left > least_left) {
        hang(site, index);
        return false;
    }
    sever(site, index);
    return true;
}

// Sets the room for leaning back, and reads how hard the bar is squeezed.
static void close_kerf(struct veh_worksite *site, struct veh_stem *stem, double opened) {
    const struct ter_segment segment = segment_of(stem);
    const double depth = segment.centroid + segment.radius; // of the kerf's open end behind
    struct sim_axis *axis = sim_joint_free_axis(site->world, stem->held, 0);
    const double room = (stem->kerf.bar ? bar_room : kerf_width) / depth;
    axis->lower = sim_joint_position(site->world, stem->held, 0) - opened - room;
    stem->kerf.pinch =
        stem->kerf.bar ? sim_joint_limit_force(site->world, stem->held, 0) / depth : 0.0;
    stem->kerf.bar = false; // unless the bar says so again
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
    if (whole > (splinters ? splinter_angle : draw / stem->kerf.left))
        sever(site, index);
    else
        close_kerf(site, stem, opened);
}

void veh_watch_hinges(struct veh_worksite *site) {
    // Backwards: a tree that comes off leaves the list.
    for (int k = site->standing.count - 1; k >= 0; k--)
        if (site->stems.items[site->standing.items[k]].kerf.left > 0.0)
            watch(site, site->standing.items[k]);
}
