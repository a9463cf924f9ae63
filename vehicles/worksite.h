// A worksite: world + ground + stand + machines, stepped with the operators' controls. It owns the
// heuristics that are not physics: the freezing of resting logs (resting.c), and in the parts of
// the machines (vehicles/part/) the activation of trees (Jung 6.1.2), the locking of unused joints,
// the fusing of a load (Jung 6.2.2), the head's measurement of length and diameter. Only the
// dynamics moves anything.
//
// Stems: every tree near a machine, every felled stem, log, top and stump is a veh_stem. Those near
// a machine have a body in the world; what lies or is rooted far from all machines is dormant: a
// place only. Indices of stems stay valid until the stem is gone (used is false).
#pragma once

#include "sim/base/array.h"
#include "sim/world.h"
#include "terrain/soil.h"
#include "terrain/stand.h"
#include "terrain/trails.h"
#include "vehicles/computer/products.h"
#include "vehicles/controls.h"
#include "vehicles/events.h"
#include "vehicles/faults.h"
#include "vehicles/landing.h"
#include "vehicles/machine_def.h"

#define VEH_MAX_MACHINES 4

enum veh_stem_kind {
    VEH_STEM_STANDING, // rooted
    VEH_STEM_FELLED,   // cut off its stump, to be processed
    VEH_STEM_LOG,      // cut to length
    VEH_STEM_TOP,      // what is left after the last log
    VEH_STEM_STUMP,
    VEH_STEM_BEARER // a log that lies across below a landing's pile and belongs to the landing
};

// The contacts of a stem in the last step.
struct veh_touch {
    bool pressed;        // something presses on it
    bool machine, fixed; // a machine does, something fixed does
    int load;            // machine on whose bunk or fused load it lies, -1: none
    bool hit;            // it is part of a load, and something struck it hard
};

// A stem's rest on the ground (resting.c).
struct veh_stem_rest {
    double still; // [s] it has been at rest
    bool down;    // a felled tree that has come to lie
};

// A log's place in a load (part/bunk.c).
_Static_assert(VEH_MAX_MACHINES <= 8, "struct veh_stem_load has a bit for each");
struct veh_stem_load {
    int bunk;           // machine whose bunk it is fused to, -1: none
    int carried;        // machine on whose load it lay when the grapple left it, -1: none, -2: none
                        // since it was lost
    double settled;     // [s] nothing has spoken against fusing it to a bunk
    uint8_t grapples;   // bits 1 << machine: whose grapples hold it, by itself or in a bundle
                        // (part/grapple.c)
    unsigned obstacles; // enum veh_load_obstacle in the last step, 0: it may be or is fused
    double kept;        // [s] it has ridden along with just these obstacles
    bool hauled;        // it has lain on a load
};

// A cut in a stem that is not through: the wood from the cut to the far side, of which a cut from
// there takes its share (felling.c).
struct veh_cut {
    double left;            // [m] thickness of the wood beyond the cut, 0: there is no cut
    double back;            // [m] of that which is cut from the far side
    double z;               // [m] of the cut from the butt
    struct sim_vec3 normal; // unit, in the stem's frame: from the cut to the wood that is left
};

// Cuts at two heights at most, and the hinge that they make of a standing tree (felling.c).
struct veh_kerf {
    struct veh_cut first, second;
    struct sim_quat uncut; // orientation of the stem's frame when the first cut began
    double opened;         // [rad] largest lean over that wood so far
    double split;          // [m] of the butt that has split
    double pinch;          // [N] with which the kerf squeezed the bar in the last step
    bool bar;              // a bar was in it in the last step
    bool by_second;        // the second cut has left the weaker wood: it is the hinge
    int machine;           // that has sawn it
};

// The bending of a standing tree by pushes (bending.c).
struct veh_bend {
    double push, height; // [N] hardest push of a crown in this step, [m] above the foot
    double at;           // [m] height that the hinge's stiffness is for
    bool tips;           // the plate of roots has lost its hold
    struct {
        bool by_any;          // a machine, or a stem that presses hard enough
        bool works;           // it is the machine's work: its head grips the tree
        int machine;          // -1: a stem
        double height, force; // [m] above the foot, [N]: of all touches
    } touch;                  // of the last step
};

// Each group of members is written by the file that is named with it, and by no other.
struct veh_stem {
    // stems.c
    bool used;
    enum veh_stem_kind kind;
    struct sim_body_id body; // frame: z along the stem from the butt; null id: dormant
    struct sim_pose place;   // of that frame, only while it is dormant
    struct ter_stem stem;
    int tree; // index into the stand, -1: placed by the scenario
    // Rigid joint to the ground or to a bunk, or the elastic one of a standing tree that bends;
    // null id: free, or firmly rooted.
    struct sim_joint_id held;

    double target;  // [m] length it was cut for, 0: none (part/head_saw.c)
    int product;    // that the head's computer counts it as, -1: none (part/head_gauge.c)
    uint8_t colour; // nozzles that have marked its small end, bits 1, 2 and 4 (part/head_gauge.c)
    double arms;    // [m] from its butt to the arms that hold it upright, 0: none do; of each step
                    // anew (part/head_bunch.c)
    bool hit_reported; // a machine has hit the standing tree (worksite.c)
    struct veh_kerf kerf;
    struct veh_bend bend;
    struct veh_stem_rest rest;
    struct veh_stem_load load;
    struct veh_touch touch; // (touch.c)
    struct sim_vec3 v, w;   // [m/s], [rad/s] before the next step, of what is loose (touch.c)
};

// Branches that broke off in a step, and where the heaviest of them was (branches.c). Those that
// knives cut off are not among them.
struct veh_snapped {
    double mass, heaviest; // [kg] 0: none broke
    struct sim_vec3 place; // [m] world
};

// Branches that a standing tree of the stand has lost (branches.c).
struct veh_torn {
    int tree;
    struct ter_broken broken;
};

// Indices of stems, rising.
struct veh_stem_list {
    int *items; // owned
    int count, capacity;
};

struct veh_machine {
    const struct veh_machine_def *def; // must outlive the worksite
    struct sim_instance instance;
    struct veh_controls controls; // of this step, after clamping
    bool tipped;
    bool unmanned;                        // it has no controls of its own
    int control_input[VEH_CONTROL_COUNT]; // input index per control, -1: none
    struct veh_base base;                 // what it stands on
    struct veh_part parts[VEH_MAX_PARTS]; // in the order in which they act
    int part_count;
    int load_body; // body of the model that carries a load, -1: none
};

// The miscalibration of heads as they come, beside their errors by chance; all 0: not.
struct veh_head_off {
    double length;      // [m] of each log, measured too long
    double scale;       // [m/m]
    double thin, thick; // [m] of a diameter of veh_head_thin and of veh_head_thick, linear beyond
};
static const double veh_head_thin = 0.1, veh_head_thick = 0.4; // [m]

struct veh_worksite_def {
    struct sim_world_def world;
    const struct ter_ground *ground;     // must outlive the worksite
    const struct ter_stand *stand;       // is copied; NULL: none
    struct ter_soil soil;                // its map and its road must outlive the worksite
    const struct veh_products *products; // what heads cut to; must outlive the worksite; NULL: none
    uint64_t seed;                       // of the errors of instruments; 0: they have none
    const struct veh_fault *faults;      // must outlive the worksite
    int fault_count;
    struct veh_head_off head_off;
    const struct veh_landing *landings; // must outlive the worksite; their products are its own
    int landing_count;
};

struct veh_worksite {
    struct veh_worksite_def def;
    struct ter_stand stand; // owned: felled trees are marked in it
    struct ter_trails trails;
    struct sim_world *world;
    struct sim_body_id ground;
    int material_ground, material_bark;
    struct veh_machine machines[VEH_MAX_MACHINES];
    int machine_count;
    SIM_ARRAY(struct veh_stem) stems;
    // Stems with a body: the heuristics look at these only.
    struct veh_stem_list loose;         // without roots, and not joined to the ground
    struct veh_stem_list frozen;        // joined to the ground
    struct veh_stem_list standing;      // trees
    int *tree_stem;                     // per tree of the stand: its standing stem, -1: not active
    SIM_ARRAY(struct veh_torn) torn;    // by rising tree
    SIM_ARRAY(int) near;                // trees around a crown, while it is looked at
    SIM_ARRAY(struct veh_event) events; // of the last step
    struct veh_snapped snapped;         // likewise
    double max_penetration, max_joint_error; // [m] over the whole run
    uint64_t unsolved_steps;                 // over the whole run
    struct {
        uint64_t steps;  // without a solution since the last event
        double residual; // [m/s] largest of them
        double silence;  // [s] until the next event may come
    } unsolved;
    uint64_t steps;
    double prepared; // [s] that the world had run when its clock was set to 0
};

struct veh_worksite_def veh_default_worksite_def(void);
// In the caller's memory; false: out of memory. finish accepts a zeroed struct.
bool veh_worksite_init(struct veh_worksite *site, const struct veh_worksite_def *def);
void veh_worksite_finish(struct veh_worksite *site);
// Puts a machine on the ground, its frame at (x, y), heading [rad] from x to y. Returns its index,
// -1: no room for another, or out of memory.
int veh_worksite_add_machine(struct veh_worksite *site, const struct veh_machine_def *def, double x,
                             double y, double heading);
// The same of a machine without an operator, a truck to be loaded; behind all that have one.
int veh_worksite_add_unmanned(struct veh_worksite *site, const struct veh_machine_def *def,
                              double x, double y, double heading);
// Lays a log on the ground, its middle at (x, y), z [m] its axis above the ground (negative: lying
// on it). Returns the index of its stem.
int veh_worksite_add_log(struct veh_worksite *site, const struct ter_stem *stem, double x, double y,
                         double z, double heading);
// Puts a stem there at rest: a log, a top, a bearer or a felled one that is joined to the ground,
// or a stump. pose: of its frame. Returns its index.
int veh_worksite_lay(struct veh_worksite *site, const struct ter_stem *stem, struct sim_pose pose,
                     enum veh_stem_kind kind);
// Puts a log there that is loose, and falls where nothing holds it. Returns its index.
int veh_worksite_drop(struct veh_worksite *site, const struct ter_stem *stem, struct sim_pose pose);
// One step. controls: one per machine that has an operator.
void veh_worksite_step(struct veh_worksite *site, const struct veh_controls *controls);
// The time is 0 again: what was done before has prepared the worksite.
void veh_worksite_restart_clock(struct veh_worksite *site);
double veh_worksite_time(const struct veh_worksite *site); // [s]
// Events of the last step, valid until the next.
int veh_worksite_events(const struct veh_worksite *site, const struct veh_event **events);
// Of the world and of all that a snapshot of the worksite holds.
uint64_t veh_worksite_hash(const struct veh_worksite *site);

// Whether it is to be cut off its roots: it stands, or lies with the plate that it has torn out.
static inline bool veh_stem_has_roots(const struct veh_stem *stem) {
    return stem->kind == VEH_STEM_STANDING ||
           (stem->kind == VEH_STEM_FELLED && stem->stem.plate > 0.0);
}
// The branches that a standing tree has lost, NULL: none; and its stem without them.
const struct ter_broken *veh_tree_broken(const struct veh_worksite *site, int tree);
struct ter_stem veh_tree_stem(const struct veh_worksite *site, int tree);
// Frame of a stem [m, world], whether it has a body or is dormant.
struct sim_pose veh_stem_pose(const struct veh_worksite *site, int stem);
// Stem index of a body, -1: not a stem.
int veh_stem_of_body(const struct veh_worksite *site, struct sim_body_id body);
// Machine index of a body, -1: ground or stem.
int veh_machine_of_body(const struct veh_worksite *site, struct sim_body_id body);

// The place of a machine: the frame of the body it stands on (or of its first) and its speed along
// x [m/s].
struct sim_pose veh_machine_pose(const struct veh_worksite *site, int machine);
// [deg] of its x axis, clockwise from the site's y axis, 0 to 360.
double veh_pose_bearing(struct sim_pose pose);
double veh_machine_speed(const struct veh_worksite *site, int machine);
// The controls that the machine's model or one of its parts listens to, as bits 1 << enum
// veh_control.
unsigned veh_machine_controls(const struct veh_machine *machine);
// The first part of that kind; NULL: the machine has none.
const struct veh_part *veh_machine_part(const struct veh_machine *machine,
                                        const struct veh_part_kind *kind);
// A measure of that part by its index in the measures of the kind; 0 without such a part.
double veh_machine_measure(const struct veh_worksite *site, int machine,
                           const struct veh_part_kind *kind, int measure);
