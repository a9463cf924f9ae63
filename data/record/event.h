// An event of a worksite as the record keeps it.
#pragma once

#include "terrain/stand.h"
#include "vehicles/events.h"

// The event's particulars as the text of a JSON object, with the keys of its row in the table of
// events: the tree's id in the stand, the stem's index, its numbers and its text. The caller frees
// it; NULL: out of memory.
char *dat_event_detail(const struct veh_event *event, const struct ter_stand *stand);
