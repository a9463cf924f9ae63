// The cell of a table that cuts a body: "BODY z 1.2" or "BODY 0.6 0 0.8 1.2".
#pragma once

#include "data/text/csv.h"
#include "sim/model/model.h"

// Cuts the body of the model by the plane that the cell describes, see sim_model_cut(): the body,
// an axis of its frame (x, y or z) or a normal of any length in it, and the place of the plane
// along that [m]. *joint: which joint holds the parts together. False after an error, which goes to
// csv->d.
bool dat_read_cut(struct dat_csv *csv, int column, struct sim_model *model, int *joint);
