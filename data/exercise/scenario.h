// A scenario file: one exercise with its site, machine, start, task and goals. docs/instructor.md
// describes the keys. Reading it opens no other file; data/exercise/exercise.h loads what it names.
#pragma once

#include "data/exercise/pile.h"
#include "data/metrics/score.h"
#include "data/text/diagnostics.h"
#include "sim/base/math.h"
#include "terrain/species.h"
#include "terrain/stand.h"
#include "vehicles/worksite.h"

#define DAT_SCENARIO_TITLE 64
#define DAT_SCENARIO_PATH 512
#define DAT_SCENARIO_MAX_LOGS 1000 // rows and piles counted out
#define DAT_SCENARIO_MAX_BURSTS 8

struct dat_scenario_log {
    enum ter_species species;
    double length, mid_diameter; // [m]
    double x, y;                 // [m] of its middle, in the coordinates of the terrain file
    double heading;              // [rad] from the thick end to the thin end
    struct dat_place place;
};

struct dat_scenario_tree {
    char id[TER_TREE_ID_SIZE];
    struct dat_place place;
};

struct dat_scenario {
    char title[DAT_SCENARIO_TITLE];
    char *description; // owned, may be ""
    unsigned needs;    // enum dat_need: parts of the machine that the goals need
    // Relative to the folder of the file; lying may be "".
    char site[DAT_SCENARIO_PATH], machine[DAT_SCENARIO_PATH], lying[DAT_SCENARIO_PATH];
    double x, y;                     // [m] of the machine, map coordinates
    double heading;                  // [rad] from the x axis to the y axis
    double time_limit;               // [s], 0: none
    struct veh_products *products;   // owned; NULL: none
    uint64_t seed;                   // of what is left to chance
    struct dat_scenario_tree *trees; // owned; none: the stand's marked trees are meant
    int tree_count;
    struct dat_scenario_log *logs; // owned
    int log_count;
    struct dat_pile *piles; // owned
    int pile_count;
    struct veh_hose_burst bursts[DAT_SCENARIO_MAX_BURSTS];
    struct dat_place burst_place[DAT_SCENARIO_MAX_BURSTS]; // of the valve's name
    int burst_count;
    struct dat_goal goals[DAT_METRIC_COUNT];
    int goal_count;
    // By enum veh_control, of the settings: the exercise gives it the value, the trainee cannot.
    bool aid_fixed[VEH_CONTROL_COUNT];
    double aid_value[VEH_CONTROL_COUNT];
    char camera[SIM_MODEL_NAME];       // "": the machine's first
    double cone_index;                 // [Pa] of the site's soil, 0: the site says it
    double sun_azimuth, sun_elevation; // [rad], azimuth from north (y) over east (x)
    struct dat_place site_place, machine_place, lying_place, logs_goal_place, start_place,
        trees_goal_place, camera_place;
};

// Reads text into *scenario, which the caller finishes if the result is true; file is the name for
// messages. False with errors in d.
bool dat_read_scenario(const char *text, const char *file, struct dat_scenario *scenario,
                       struct dat_diagnostics *d);
void dat_scenario_finish(struct dat_scenario *scenario); // accepts a zeroed struct

// Gives the aids that the exercise fixes their values; for the levers of a trainee.
void dat_scenario_fix_aids(const struct dat_scenario *scenario, struct veh_controls *controls);

// Unit vector towards the sun.
struct sim_vec3 dat_scenario_sun_direction(const struct dat_scenario *scenario);

// A piece of a tree of the species that has the log's length and diameter: as a rule the part of
// the stem above breast height, where the root flare has ended. False: no tree has such a log.
bool dat_scenario_log_stem(const struct dat_scenario_log *log, struct ter_stem *stem);
