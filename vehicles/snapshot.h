// The whole state of a worksite as bytes: saved, it can be restored into the same worksite or into
// another that was set up alike (same definition, same machines in the same order), which then
// continues with the same bits as if it had never stopped.
//
// The bytes are those of the world (sim/model/snapshot.h) followed by those of the worksite. They
// are for the same program on the same kind of machine.
#pragma once

#include "sim/model/snapshot.h"
#include "vehicles/worksite.h"

// Hash of the layout of these bytes: differs where a program, or a site with other machines, could
// not restore them.
uint64_t veh_worksite_layout(const struct veh_worksite *site);
// Replaces what the snapshot held.
void veh_worksite_save(const struct veh_worksite *site, struct sim_snapshot *snapshot);
// NULL, or a sentence that says why the bytes do not fit; the worksite is then as it was. There are
// no events until the next step.
const char *veh_worksite_restore(struct veh_worksite *site, const void *bytes, size_t size);
