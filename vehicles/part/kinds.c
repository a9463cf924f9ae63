#include "vehicles/part/kinds.h"

#define ROW(ID, name, key, many) [VEH_PART_##ID] = &veh_part_##name,
const struct veh_part_kind *const veh_part_kinds[VEH_PART_KINDS] = {VEH_PARTS(ROW)};
