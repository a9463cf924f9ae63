// The trees of a site, with a grid for finding those near a machine (Jung 6.1.2).
#pragma once

#include <stdbool.h>
#include <stdint.h>

#include "sim/base/math.h"
#include "terrain/species.h"
#include "terrain/stem.h"

#define TER_TREE_ID_SIZE 32

static const double ter_stand_cell = 10.0;  // [m] cell of the grid
static const double ter_stump_height = 0.1; // [m] where a standing tree's stem begins

enum ter_tree_status {
    TER_TREE_STANDING,
    TER_TREE_MARKED, // to be felled
    TER_TREE_CROP,   // to be kept for the future stand
    TER_TREE_FELLED, // only the stump is left
    TER_TREE_STATUS_COUNT
};
// Bits of what a tree has suffered.
enum ter_damage {
    TER_DAMAGE_BARK = 1,
    TER_DAMAGE_CROWN = 2,
    TER_DAMAGE_TOP = 4,  // broken off
    TER_DAMAGE_ROOTS = 8 // it was pushed over
};
// By its word in a stand's file, for example "standing". False where there is no such status.
bool ter_tree_status_find(const char *name, enum ter_tree_status *status);

struct ter_tree {
    char id[TER_TREE_ID_SIZE];
    struct sim_vec3 position; // [m] foot of the stem on the ground
    enum ter_species species;
    double dbh, height;             // [m]
    double crown_base, crown_width; // [m]
    double top;                     // [m] height at which the top has broken off, 0: it is whole
    struct ter_defects defects;
    double lean_x, lean_y; // [rad] of the stem from upright, towards x and y
    bool thrown;           // by the wind: it lies with its plate of roots
    double thrown_to;      // [rad] where its top points, from x to y
    enum ter_tree_status status;
    uint8_t damage; // enum ter_damage
};

struct ter_stand {
    struct ter_tree *trees; // owned; a tree never changes its index
    int count, capacity;
    // Grid: the trees of cell c are order[start[c]] to order[start[c + 1] - 1].
    int columns, rows;
    double x0, y0; // [m]
    int *start, *order;
    double reach; // [m] largest stem radius: how far a stem can reach out of its cell
};

// In the caller's memory. ter_stand_finish() accepts a zeroed struct.
void ter_stand_init(struct ter_stand *stand);
void ter_stand_finish(struct ter_stand *stand);
// Makes an independent copy with its grid in the caller's memory. False: out of memory, and the
// copy is empty.
bool ter_stand_copy(struct ter_stand *copy, const struct ter_stand *stand);
// Appends a copy of the tree, which is not in the grid before ter_stand_index(). False: out of
// memory.
bool ter_stand_add(struct ter_stand *stand, const struct ter_tree *tree);
// Builds the grid over all trees. False: out of memory.
bool ter_stand_index(struct ter_stand *stand);
// Writes the indices of the trees that stand, neither felled nor thrown, and whose stem touches the
// box [x_low, x_high] x [y_low, y_high] [m], at most max of them and these in ascending order.
// Returns how many there are. Needs the grid.
int ter_stand_query(const struct ter_stand *stand, double x_low, double y_low, double x_high,
                    double y_high, int *indices, int max);
void ter_stand_fell(struct ter_stand *stand, int index);

// Largest radius [m] of the tree's stem, at the stump.
double ter_tree_radius(const struct ter_tree *tree);
// The tree's stem above ter_stump_height; of a thrown one from its plate of roots on.
struct ter_stem ter_tree_stem(const struct ter_tree *tree);
static inline bool ter_tree_stands(const struct ter_tree *tree) {
    return tree->status != TER_TREE_FELLED && !tree->thrown;
}
// Lets the tree lean as its id has it: by one to two degrees, to any side. Two trees of the same id
// lean alike.
void ter_tree_lean_by_id(struct ter_tree *tree);
// The tree's frame in the world: its foot, and z along the leaning stem; and the frame of its stem,
// which begins at ter_stump_height.
struct sim_pose ter_tree_pose(const struct ter_tree *tree);
struct sim_pose ter_tree_stem_pose(const struct ter_tree *tree);
