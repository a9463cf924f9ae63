// Cutting a body of a model by a plane.
#pragma once

#include "sim/model/model.h"
#include "sim/shape/cut.h"

// Makes two bodies of one: what is below the plane, which is in the frame of the body, keeps its
// index and name; what is above becomes the last body, "NAME.2" or the next such name that is free.
// A rigid joint of that name, the last one, makes one body of the two until it is broken
// (sim_joint_break()), so until then everything moves as before. Joints, guides, forces,
// resistances and points go to the part where they act, sensors and magnets stay with the lower
// one.
//
// Returns NULL, or a sentence why the body cannot be cut, which then is as it was; valid until the
// next call. Not for a model that has instances.
const char *sim_model_cut(struct sim_model *model, int body, const struct sim_plane *plane);
