#include "vehicles/machine_def.h"

void veh_machine_def_finish(struct veh_machine_def *def) {
    sim_model_finish(&def->model);
    *def = (struct veh_machine_def){0};
}
