// The remains of a harvest on a site: logs, tops and felled stems where they lie, stumps, slash
// and ruts. A table that `kranich sessions export ID --exercise DIR` writes and an exercise names
// (`lying`).
//
// Columns: kind (log, top, felled, stump, bearer, slash, rut), x, y [m] in the coordinates of the
// terrain file; of slash brash_kg_m2 and of ruts rut_m of a cell of ter_trail_cell; of stems z [m]
// of the butt's middle, qw, qx, qy, qz the turn of their frame, and of the tree that they are from
// species, dbh_cm, height_m, from_m, to_m, crown_base_m, limbs_from_m, seed, and bare_to_m and
// bare_from_m where branches are left below (terrain/stem.h); its defects rot_m, sweep_cm, fork_m
// and dead (0 or 1, terrain/defects.h), colour, the marks of its small end, and of a top plate_m,
// the radius of the plate of roots that it has been cut off with; broken_1 to broken_5, the
// branches that have broken off, in hexadecimal digits of four each (terrain/branch.h). Trees that
// the wind has thrown and that are still whole are in the stand.
#pragma once

#include "data/text/diagnostics.h"
#include "data/text/problem.h"
#include "sim/base/array.h"
#include "terrain/ground.h"
#include "vehicles/worksite.h"

#define DAT_LYING_MAX 1000000

struct dat_lying {
    bool slash, rut;         // a cell of the trails
    enum veh_stem_kind kind; // of stems
    struct ter_stem stem;
    uint8_t colour;       // nozzles that have marked its small end
    struct sim_pose pose; // local coordinates; of slash only x and y
    double brash;         // [kg/m^2] of slash
    double depth;         // [m] of a rut
    int pile;             // 1 + the scenario's pile that it is drawn for, and it is loose; 0: none
};

struct dat_lying_list {
    struct dat_lying *items; // owned
    int count, capacity;
};

// Reads text; ground is the exercise's, NULL: places are not checked. The caller finishes the list
// where the result is true. False with errors in d.
bool dat_read_lying(const char *text, const struct ter_ground *ground, struct dat_lying_list *list,
                    struct dat_diagnostics *d);
void dat_lying_finish(struct dat_lying_list *list); // accepts a zeroed struct
int dat_lying_logs(const struct dat_lying_list *list);

// Lays all of it on the worksite: logs of piles loose, the rest at rest. False: out of memory.
bool dat_lying_lay(const struct dat_lying_list *list, struct veh_worksite *site);
// Whether the stem lies on the terrain, in no head, grapple or bunk, and is written.
bool dat_lies(const struct veh_worksite *site, int stem);
// Writes what lies on the worksite; a log in a head or a bunk is left out. False with a sentence in
// problem.
bool dat_lying_write(const struct veh_worksite *site, const char *path,
                     struct dat_problem *problem);
