// The contents of a machine file: the multibody model (sim/model/model.h), and a list of parts that
// name the bodies, joints and inputs of the model that they need (vehicles/part.h).
#pragma once

#include "sim/model/model.h"
#include "vehicles/names.h"
#include "vehicles/part.h"

enum veh_machine_kind { VEH_OTHER, VEH_HARVESTER, VEH_FORWARDER };

struct veh_camera_def {
    char name[SIM_MODEL_NAME];
    int body;
    struct sim_pose pose; // in the body frame: looks along x, z up
    double fov;           // [rad] vertical
};

#define VEH_MAX_CAMERAS 8

struct veh_machine_def {
    enum veh_machine_kind kind;
    char class[32]; // whose real figures it is compared with; "": that of its kind and mass
    struct sim_model model;
    struct veh_part_def parts[VEH_MAX_PARTS];
    int part_count;
    struct veh_camera_def cameras[VEH_MAX_CAMERAS];
    int camera_count;
    struct veh_names names; // of the model, its labels and its things, in other languages
};

// Adds a part and returns its definition, all zero; aborts where memory is missing. The machine
// must have room for one more.
void *veh_machine_def_add(struct veh_machine_def *def, const struct veh_part_kind *kind);
// The definition of the first part of that kind; NULL: there is none.
const void *veh_machine_def_part(const struct veh_machine_def *def,
                                 const struct veh_part_kind *kind);
void veh_machine_def_finish(struct veh_machine_def *def); // accepts a zeroed struct
