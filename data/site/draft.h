// A stand while it is read from a file: what all kinds of files have in common once a tree is
// known. A draft is zeroed apart from its first three members, and SIM_ARRAY_FREE(&draft.lines)
// ends it; the stand belongs to the caller. Until dat_stand_draft_complete(), a height or a crown
// of 0 is a missing one.
#pragma once

#include "data/text/diagnostics.h"
#include "sim/base/array.h"
#include "terrain/ground.h"
#include "terrain/stand.h"

struct dat_stand_draft {
    const struct ter_ground *ground; // NULL: places are neither converted nor checked
    struct ter_stand *stand;
    struct dat_diagnostics *d;
    SIM_ARRAY(int) lines; // of each tree in the file; below 0: it is about to be left out
    // Where faults of single trees go: NULL, to d, and the stand is refused; else such trees are
    // left out and counted, and dat_stand_draft_tell() says so.
    struct dat_diagnostics *faults;
    int skipped;
};

// Whether a file's mark bad_trees asks for leaving bad trees out: "skip". NULL: there is none. Any
// other word is an error at that line.
bool dat_stand_draft_skips(const char *word, int line, int column, struct dat_diagnostics *d);
// Says as warnings which trees were left out and how many; an error where no tree is left.
void dat_stand_draft_tell(struct dat_stand_draft *draft);

// From the map's coordinates to the local ones, and down on the ground. False after an error at
// that place of the file: the tree is off the terrain.
bool dat_stand_draft_place(struct dat_stand_draft *draft, struct ter_tree *tree, int line,
                           int column);
// Appends the tree. False after an error: the stand is full, or out of memory.
bool dat_stand_draft_keep(struct dat_stand_draft *draft, const struct ter_tree *tree, int line);
// Reports trees with the same id; all but the first are left out where faults are.
void dat_stand_draft_check_ids(struct dat_stand_draft *draft);
// Fills in missing heights and crowns, builds the grid, and reports stems that overlap. False after
// an error.
bool dat_stand_draft_complete(struct dat_stand_draft *draft);
