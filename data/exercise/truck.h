// Trucks and trailers that stand on the site of an exercise to be loaded: machines with a bunk that
// nobody drives.
#pragma once

#include "data/exercise/keys.h"
#include "data/text/diagnostics.h"
#include "vehicles/worksite.h"

enum { DAT_TRUCK_MAX = VEH_MAX_MACHINES - 1, DAT_TRUCK_PATH = 512 };

struct dat_exercise;

struct dat_truck {
    char file[DAT_TRUCK_PATH];       // relative to the folder of the exercise
    double x, y;                     // [m] in the coordinates of the terrain file
    double heading;                  // [rad]
    struct dat_place place, of_file; // in the exercise's file
};

// Reads the entry of the list `trucks`. False after an error.
bool dat_read_truck(const struct dat_node *item, struct dat_truck *truck);
// Loads the scenario's trucks into exercise->trucks, which the exercise owns, and checks their
// places on its site, which is loaded. text: of the scenario, for quoting. Errors go to d.
void dat_trucks_load(struct dat_exercise *exercise, const char *text, struct dat_diagnostics *d);
// Checks their places against the landings and what lies there, which have been read.
void dat_trucks_check(const struct dat_exercise *exercise, const char *text,
                      struct dat_diagnostics *d);
// Puts them on the worksite behind its first machine. False: out of memory.
bool dat_trucks_add(const struct dat_exercise *exercise, struct veh_worksite *site);
