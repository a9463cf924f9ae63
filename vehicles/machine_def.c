#include "vehicles/machine_def.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "sim/base/array.h"

void *veh_machine_def_add(struct veh_machine_def *def, const struct veh_part_kind *kind) {
    assert(def->part_count < VEH_MAX_PARTS && kind->def_size > 0);
    int capacity = 0;
    void *part = sim_grow(NULL, &capacity, 1, kind->def_size);
    memset(part, 0, kind->def_size);
    def->parts[def->part_count++] = (struct veh_part_def){kind, part};
    return part;
}

const void *veh_machine_def_part(const struct veh_machine_def *def,
                                 const struct veh_part_kind *kind) {
    for (int i = 0; i < def->part_count; i++)
        if (def->parts[i].kind == kind)
            return def->parts[i].def;
    return NULL;
}

void veh_machine_def_finish(struct veh_machine_def *def) {
    for (int i = 0; i < def->part_count; i++)
        free(def->parts[i].def);
    veh_names_finish(&def->names);
    sim_model_finish(&def->model);
    *def = (struct veh_machine_def){0};
}
