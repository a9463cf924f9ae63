// A scenario file: one exercise with its site, machine, start, task and goals. docs/instructor.md
// describes the keys. Reading it opens no other file; data/exercise/exercise.h loads what it names.
#pragma once

#include "data/exercise/landing.h"
#include "data/exercise/pile.h"
#include "data/exercise/settings.h"
#include "data/exercise/tower.h"
#include "data/exercise/truck.h"
#include "data/exercise/weather.h"
#include "data/metrics/score.h"
#include "data/text/diagnostics.h"
#include "data/text/keys.h"
#include "sim/base/math.h"
#include "terrain/species.h"
#include "terrain/stand.h"
#include "vehicles/operator/targets.h"
#include "vehicles/worksite.h"

#define DAT_SCENARIO_TITLE 64
#define DAT_SCENARIO_PATH 512
#define DAT_SCENARIO_MAX_LOGS 1000 // rows and piles counted out
#define DAT_SCENARIO_MAX_BURSTS 8
enum { DAT_PRODUCT_FILES = 3 };
#define DAT_SCENARIO_MAX_STEPS 16
#define DAT_SCENARIO_MAX_TARGETS 32
#define DAT_SCENARIO_MAX_FALLS 16
#define DAT_SCENARIO_UNTIL 4 // bounds of a step
#define DAT_SCENARIO_PROMPT 160
#define DAT_SCENARIO_MAX_TRANSLATIONS 8

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

// The direction in which a tree shall lie after its fall.
struct dat_scenario_fall {
    char tree[TER_TREE_ID_SIZE];
    double x, y; // [m] of the stake that its top shall point to, map coordinates
    struct dat_place place;
};

// Logs that lie in the bunk at the start.
struct dat_scenario_load {
    int count; // 0: none
    enum ter_species species;
    double length, mid_diameter; // [m]
    struct dat_place place;
};

// A target of the course, see vehicles/operator/targets.h.
struct dat_scenario_target {
    enum veh_target_kind kind;
    double at[3]; // [m] ahead and left of the start, above the ground
    double radius, hold;
    struct dat_place place;
};

// A step of the task, ticked off once all bounds are kept.
struct dat_scenario_step {
    char prompt[DAT_SCENARIO_PROMPT];
    struct dat_goal until[DAT_SCENARIO_UNTIL];
    struct dat_place until_place[DAT_SCENARIO_UNTIL];
    int until_count;
};

// The texts in another language.
struct dat_scenario_translation {
    char language[DAT_NAME_MAX + 1]; // "de"
    char title[DAT_SCENARIO_TITLE];
    char *description;                    // owned; "": that of the exercise
    char (*prompts)[DAT_SCENARIO_PROMPT]; // owned, one per step; NULL: those of the exercise
    bool has_parameters;                  // else those of the exercise
    char parameters[DAT_SETTINGS][DAT_SETTING_TEXT];
};

struct dat_scenario {
    char title[DAT_SCENARIO_TITLE];
    char *description; // owned, may be ""
    struct dat_scenario_parameter parameters[DAT_SETTINGS];
    int parameter_count;
    struct dat_scenario_target targets[DAT_SCENARIO_MAX_TARGETS];
    int target_count;
    struct dat_scenario_step *steps; // owned
    int step_count;
    struct dat_scenario_translation *translations; // owned
    int translation_count;
    struct veh_names names; // of assortments, in other languages
    unsigned needs;         // enum dat_need: parts of the machine that the goals need
    // Relative to the folder of the file; lying may be "".
    char site[DAT_SCENARIO_PATH], machine[DAT_SCENARIO_PATH], lying[DAT_SCENARIO_PATH];
    double x, y;                   // [m] of the machine, map coordinates
    double heading;                // [rad] from the x axis to the y axis
    bool has_tip;                  // the crane does not begin in the pose of its file
    double tip[3];                 // [m] of its tip: ahead and left of the start, above ground
    double time_limit;             // [s], 0: none
    int ladder;                    // place in the order of learning, from 1; 0: none
    struct veh_products *products; // owned; NULL: none
    // Where they are in files: the products themselves, species groups, the object; may be "".
    char product_file[DAT_PRODUCT_FILES][DAT_SCENARIO_PATH];
    struct dat_place product_place[DAT_PRODUCT_FILES];
    uint64_t seed; // of what is left to chance
    struct veh_head_off head_off;
    int64_t stand_seed; // -1: that of the site
    struct dat_place stand_seed_place;
    struct dat_scenario_tree *trees; // owned; none: the stand's marked trees are meant
    int tree_count;
    struct dat_scenario_fall falls[DAT_SCENARIO_MAX_FALLS];
    int fall_count;
    struct dat_scenario_log *logs; // owned
    int log_count;
    struct dat_pile *piles; // owned
    int pile_count;
    struct dat_landing *landings; // owned
    int landing_count;
    struct dat_tower tower;
    struct dat_truck trucks[DAT_TRUCK_MAX];
    int truck_count;
    struct dat_scenario_load load;
    struct veh_fault bursts[DAT_SCENARIO_MAX_BURSTS];
    struct dat_place burst_place[DAT_SCENARIO_MAX_BURSTS]; // of the valve's name
    int burst_count;
    struct dat_goal goals[DAT_METRIC_COUNT];
    struct dat_place goal_place[DAT_METRIC_COUNT]; // of each goal
    int goal_count;
    // By enum veh_control, of the settings: the exercise gives it the value, the trainee cannot.
    bool aid_fixed[VEH_CONTROL_COUNT];
    double aid_value[VEH_CONTROL_COUNT];
    unsigned guides_fixed, guides_on; // bit per enum dat_guide: the same, and those that are on
    char camera[SIM_MODEL_NAME];      // "": the machine's first
    double cone_index;                // [Pa] of the site's soil, 0: the site says it
    struct dat_weather weather;
    struct dat_place site_place, machine_place, lying_place, start_place, tip_place, camera_place;
};

// Reads text into *scenario, which the caller finishes if the result is true; file is the name for
// messages. False with errors in d.
bool dat_read_scenario(const char *text, const char *file, struct dat_scenario *scenario,
                       struct dat_diagnostics *d);
// The same with values for the file's parameters; NULL: their defaults.
bool dat_read_scenario_set(const char *text, const char *file, const struct dat_settings *settings,
                           struct dat_scenario *scenario, struct dat_diagnostics *d);
void dat_scenario_finish(struct dat_scenario *scenario); // accepts a zeroed struct

// The texts in a language, "en" or "de"; those of the exercise itself where it has no translation.
const char *dat_scenario_title(const struct dat_scenario *scenario, const char *language);
const char *dat_scenario_description(const struct dat_scenario *scenario, const char *language);
const char *dat_scenario_prompt(const struct dat_scenario *scenario, int step,
                                const char *language);
const char *dat_scenario_parameter_text(const struct dat_scenario *scenario, int parameter,
                                        const char *language);
void dat_scenario_texts_finish(struct dat_scenario *scenario); // for dat_scenario_finish()

// Gives the aids that the exercise fixes their values; for the levers of a trainee.
void dat_scenario_fix_aids(const struct dat_scenario *scenario, struct veh_controls *controls);

// The guides of a trainee who has switched those on.
unsigned dat_scenario_guides(const struct dat_scenario *scenario, unsigned switched_on);

// A piece of a tree of the species that has the log's length and diameter: as a rule the part of
// the stem above breast height, where the root flare has ended; where the log lies does not matter.
// False: no tree has such a log.
bool dat_scenario_log_stem(const struct dat_scenario_log *log, struct ter_stem *stem);
// A log of the load, without a place.
struct dat_scenario_log dat_scenario_load_log(const struct dat_scenario_load *load);
