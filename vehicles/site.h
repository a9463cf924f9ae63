// Inside of a worksite; for the files of vehicles/ only.
#pragma once

#include "vehicles/worksite.h"

#define VEH_USER_STEM (1 << 20)   // user number of a stem's body: this plus the stem's index
#define VEH_USER_GROUND (1 << 30) // of the ground

// events.c
// Those that no part raises, but the worksite itself.
static const uint64_t veh_site_events =
    VEH_EVENT_BIT(TREE_FELLED) | VEH_EVENT_BIT(BUTT_SPLIT) | VEH_EVENT_BIT(STEM_DOWN) |
    VEH_EVENT_BIT(TREE_DAMAGED) | VEH_EVENT_BIT(TREE_HIT) | VEH_EVENT_BIT(TREE_BROKEN) |
    VEH_EVENT_BIT(TREE_UPROOTED) | VEH_EVENT_BIT(TIPPED) | VEH_EVENT_BIT(LEFT_TERRAIN) |
    VEH_EVENT_BIT(UNSOLVED) | VEH_EVENT_BIT(FAULT);
// by: the kind of part that raises the event, which must name it; NULL: the worksite.
void veh_site_event(struct veh_worksite *site, const struct veh_part_kind *by,
                    struct veh_event event);

// worksite.c
// Whether it is some part's work that the body presses on the stem.
bool veh_machine_works_on(const struct veh_worksite *site, int machine, struct sim_body_id body,
                          int stem);

// faults.c
// Before the inputs are applied, behind the locks: what is blocked or broken.
void veh_faults_block(struct veh_worksite *site, int machine);
// Once the motors of the step are set: those without force.
void veh_faults_weaken(struct veh_worksite *site, int machine);

// stem_list.c
// Puts the stem into its place; it must not be in the list.
void veh_stem_list_enter(struct veh_stem_list *list, int stem);
void veh_stem_list_leave(struct veh_stem_list *list,
                         int stem); // nothing happens where it is not in

// stems.c
// A standing tree or a stump.
static inline bool veh_stem_rooted(enum veh_stem_kind kind) {
    return kind == VEH_STEM_STANDING || kind == VEH_STEM_STUMP;
}
// A body for the stem, its frame at pose. fixed: rooted, or a stump. Returns the stem's index.
int veh_stem_create(struct veh_worksite *site, const struct ter_stem *stem, struct sim_pose pose,
                    enum veh_stem_kind kind, int tree);
void veh_stem_destroy(struct veh_worksite *site, int stem);
// Takes the body of a stem that is at rest on the ground, or of a stump, and gives it back.
void veh_stem_deactivate(struct veh_worksite *site, int stem);
void veh_stem_activate(struct veh_worksite *site, int stem);
static inline bool veh_stem_dormant(const struct veh_stem *stem) {
    return stem->body.generation == 0;
}
// Joined to the ground.
static inline bool veh_stem_frozen(const struct veh_stem *stem) {
    return stem->held.generation != 0 && stem->load.bunk < 0 && !veh_stem_rooted(stem->kind);
}
// A log on the ground or on others, neither part of a load nor between tongs.
static inline bool veh_log_lies_free(const struct veh_stem *s) {
    return s->used && s->kind == VEH_STEM_LOG && s->load.bunk < 0 && s->load.grapples == 0;
}
// Makes the lists of loose, frozen and standing stems anew; for a state that was restored.
void veh_stems_index(struct veh_worksite *site);
// Dormant or not: its centre of mass and its mass [kg].
struct sim_vec3 veh_stem_centre(const struct veh_worksite *site, int stem);
double veh_stem_mass(const struct veh_worksite *site, int stem);
// Distance [m] from point p to the stem's axis, between its ends.
double veh_stem_distance(const struct veh_worksite *site, int stem, struct sim_vec3 p);
// Lays the trees that the wind has thrown, once, onto the ground (windthrow.c).
void veh_lay_windthrow(struct veh_worksite *site);
// Cuts the stem at z [m] from its butt into two bodies (Jung 6.1). The lower piece becomes a stump
// where the stem was rooted, or stays with the plate of roots as what is left, and the upper one
// then keeps the index. Returns the index of the upper
// piece, *lower is the other one; -1: the cut would only take a slice or the last of the top off,
// and nothing has changed.
int veh_stem_cut(struct veh_worksite *site, int stem, double z, int *lower);
// Breaks the top of a standing tree off at z [m] from its foot. Returns the top's index; -1: it is
// too short or too light.
int veh_stem_break_top(struct veh_worksite *site, int stem, double z);
// A standing tree comes off the ground with its roots.
void veh_stem_let_fall(struct veh_worksite *site, int stem);
// Replaces the body by one that is fixed or not, at the place of its tree; its joints go with it.
void veh_stem_replace_body(struct veh_worksite *site, int stem, bool fixed);
// Joins a stem rigidly to a bunk, and takes that joint away.
void veh_stem_hold(struct veh_worksite *site, int stem, struct sim_body_id to);
void veh_stem_release(struct veh_worksite *site, int stem);
// The same with the ground, where it lies.
void veh_stem_freeze(struct veh_worksite *site, int stem);
void veh_stem_thaw(struct veh_worksite *site, int stem);

// felling.c
// The place that a bar has reached in a stem.
struct veh_bite {
    int machine;
    double z;               // [m] from the butt
    double left;            // [m] thickness of the wood beyond the bar, 0 or less: none
    struct sim_vec3 normal; // unit, world: the way of the bar, to the wood that is left
};
static inline bool veh_stem_sawn(const struct veh_stem *stem) {
    return stem->kerf.first.left > 0.0;
}
// The bar is there. True: the stem is cut through. A standing tree is off its stump then, under the
// same index, and tree_felled is told; of another stem veh_stem_cut() makes two.
bool veh_stem_saw(struct veh_worksite *site, int stem, const struct veh_bite *bite);
// Thickness [m] of the wood that a bar meets which comes at z [m] from the butt, on the way normal
// (unit, world): the diameter where nothing is cut.
double veh_stem_uncut(const struct veh_worksite *site, int stem, double z, struct sim_vec3 normal);
// A cut that is not through is at z [m] from the butt, or as near to it as one cut is.
bool veh_stem_kerf_at(const struct veh_stem *stem, double z);
// After the step: before the parts, kerfs are felt; after them trees lean, tear, split.
void veh_feel_kerfs(struct veh_worksite *site);
void veh_watch_hinges(struct veh_worksite *site);

// branches.c
// The crown as a cone about an axis from its base to the tip.
struct veh_crown {
    struct sim_vec3 base, axis; // [m] world, unit
    double depth, radius;       // [m] 0: there is none
};
struct veh_crown_touch {
    struct sim_vec3 p; // [m] where the crowns touch
    double grown;      // [m] by which they have grown into each other
    double yielded;    // share of the rest by which the branches are bent, and not the stems
};
struct sim_pose veh_stem_foot(const struct veh_worksite *site, int stem); // of the tree it is of
// Bends the branches of a stem's crown and of that of a standing tree which push each other there.
// Returns the share of both crowns' stiffness that is left.
double veh_bend_crowns(struct veh_worksite *site, int stem, const struct veh_crown *crown,
                       int neighbour, const struct veh_crown *other,
                       const struct veh_crown_touch *touch);
void veh_press_branches(struct veh_worksite *site);                   // after the step
void veh_stem_falls_on_branches(struct veh_worksite *site, int stem); // as it comes to lie

// crowns.c
void veh_move_crowns(struct veh_worksite *site); // before the step: air and neighbours act on them

// damage.c
const char *veh_damage_name(enum ter_damage damage); // "bark"; static storage
// Keeps what a stem has done to a tree of the stand with that force [N], and tells it once per
// tree.
void veh_tree_damage(struct veh_worksite *site, int tree, enum ter_damage damage, int stem,
                     double force);
void veh_watch_damage(struct veh_worksite *site); // after the step: stems strike standing trees

// bending.c
extern const double
    veh_thin_tree; // [m] DBH below which a tree stands too firmly when pushed high up
bool veh_stem_is_thin(
    const struct veh_stem *stem); // a standing tree that a machine breaks unnoticed
// Before the step: a crown pushes the tree of the stand at p [m] with that force [N].
void veh_tree_push(struct veh_worksite *site, int tree, struct sim_vec3 force, struct sim_vec3 p);
void veh_bend_trees(struct veh_worksite *site); // after the step, last: bodies change

// resting.c
void veh_freeze_stems(struct veh_worksite *site); // after the step, once loads are settled

static const double veh_bark_friction = 0.55; // of bark on anything that no pair names

// touch.c
void veh_watch_touches(struct veh_worksite *site); // after the step, when all cuts are done
