// The criteria by which a log becomes one body with the bunk that it lies in; for the files of the
// bunk.
#pragma once

#include "vehicles/part/bunk.h"

// Path lengths over contacts from the grapple, by body index. Valid until the next step.
struct veh_load_paths {
    const int *length; // the world's
    int count;
};

// The machine must have a bunk.
const struct veh_bunk_state *veh_bunk_state(const struct veh_machine *machine);
// The grapple has lain where it is for so long that it is not at work.
bool veh_load_grapple_parked(const struct veh_machine *machine);
// The machine whose grapple works at the bunk of that one: itself, or where it has none, as a
// truck, the first that has one; -1: none.
int veh_load_loader(const struct veh_worksite *site, int machine);
// The machine with whose bunk a loose log has to do: in or above whose loading space it is, or on
// whose load it lay before, or else the first one with a bunk; -1: there is none.
int veh_load_bunk_of(const struct veh_worksite *site, int stem);
struct veh_load_paths veh_load_paths(const struct veh_worksite *site, int machine);
// To a body; 1: the grapple touches it, 2: it touches a body that the grapple touches, -1: farther.
int veh_load_path(const struct veh_load_paths *paths, struct sim_body_id body);
// The machine's grapple holds it. machine: -1: none, as veh_load_loader() says.
bool veh_load_gripped(const struct veh_worksite *site, int stem, int machine);
// Its reference points lie in the loading space.
bool veh_load_inside(const struct veh_worksite *site, int stem, int machine);
// Its middle is in the loading space or up to a metre above it: it rides along, also on top of a
// heap that is too high.
bool veh_load_carried(const struct veh_worksite *site, int stem, int machine);
// Its middle is in the world higher than any log that rides: only a grapple lifts it there.
bool veh_load_lifted_off(const struct veh_worksite *site, int stem, int machine);
// bunk_problem.c: struct veh_part_kind.
const char *veh_bunk_problem(const void *def, const struct sim_model *model, char *text,
                             size_t size);
// Bits of enum veh_load_obstacle.
unsigned veh_load_obstacles(const struct veh_worksite *site, int stem, int machine,
                            const struct veh_load_paths *paths);
