// The time study of the demonstrator of loading: which element of work each of its activities is.
#include "vehicles/operator/load.h"

// The machine is on its way, and does not yet wait at its place for the crane to come to rest.
static bool drives(const struct veh_load *load) {
    return (load->base.state == VEH_LOAD_DRIVE || load->base.state == VEH_LOAD_CARRY) &&
           !load->drive.arrived;
}

static enum veh_haul_element element_of(const struct veh_load *load, bool on_the_way) {
    if (load->base.state == VEH_LOAD_CARRY)
        return VEH_HAUL_DRIVE_LOADED;
    if (load->emptying)
        return VEH_HAUL_UNLOADING;
    if (!on_the_way)
        return VEH_HAUL_LOADING;
    return load->unloading     ? VEH_HAUL_DRIVE_LOADED
           : load->loaded == 0 ? VEH_HAUL_DRIVE_EMPTY
                               : VEH_HAUL_DRIVE_WHILE_LOADING;
}

// The element of this step; it opens a load when the bunk of the one before is left.
static enum veh_haul_element present(struct veh_load *load) {
    if (load->work.count == 0 || (load->emptying && !load->unloading))
        *SIM_ARRAY_PUSH(&load->work) = (struct veh_haul_work){0};
    const bool on_the_way = drives(load);
    load->emptying = load->unloading && (load->emptying || load->base.state == VEH_LOAD_REACH ||
                                         (load->base.state == VEH_LOAD_DRIVE && !on_the_way));
    return element_of(load, on_the_way);
}

void veh_load_study(struct veh_load *load, const struct veh_worksite *site) {
    if (load->base.state != VEH_LOAD_DONE) // else the machine only comes to rest
        load->element = present(load);
    load->work.items[load->work.count - 1].seconds[load->element] +=
        sim_world_step_size(site->world);
}
