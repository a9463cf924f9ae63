// The places of the stems of a harvested production on the ground of a site.
#pragma once

#include "data/site/draft.h"
#include "data/site/utm.h"

struct dat_hpr_place {
    struct ter_tree tree; // its position is filled in
    struct dat_geo geo;
    bool of_machine; // the receiver's place: where the machine stood, not the tree
    int line;        // in the file
};

// Enters the trees into the draft at the places that dat_read_hpr() promises. A stem whose place is
// taken, as it happens where the receiver is on the machine, goes to the nearest free one on a
// spiral around it. *crs as there. False after an error in the draft's diagnostics.
bool dat_hpr_place_stems(struct dat_hpr_place *stems, int count, struct dat_stand_draft *draft,
                         int *crs);
