// The keys of scenario files. The table drives the reader (data/exercise/scenario.c), its range
// checks and the table of keys in docs/instructor.md.
#pragma once

#include "data/metrics/metric.h"
#include "data/site/species.h"
#include "data/text/keys.h"
#include "terrain/species.h"

enum dat_scenario_section {
    DAT_SCENARIO_FILE,
    DAT_SCENARIO_PARAMETER,
    DAT_SCENARIO_START,
    DAT_SCENARIO_ASSORTMENT,
    DAT_SCENARIO_LOAD,
    DAT_SCENARIO_LOG,
    DAT_SCENARIO_PILE,
    DAT_SCENARIO_PILE_LOGS,
    DAT_SCENARIO_LANDING,
    DAT_SCENARIO_TOWER,
    DAT_SCENARIO_TRUCK,
    DAT_SCENARIO_HOSE_BURST,
    DAT_SCENARIO_GOALS,
    DAT_SCENARIO_AIDS,
    DAT_SCENARIO_TARGET,
    DAT_SCENARIO_STEP,
    DAT_SCENARIO_TRANSLATION,
    DAT_SCENARIO_COUNT_GOAL,
    DAT_SCENARIO_AMOUNT_GOAL,
    DAT_SCENARIO_FALL,
    DAT_SCENARIO_SOIL,
    DAT_SCENARIO_SUN,
    DAT_SCENARIO_WEATHER,
    DAT_SCENARIO_HEAD_OFF,
    DAT_SCENARIO_SECTIONS
};

extern const struct dat_key_table dat_scenario_keys;

// A place in the scenario file, for messages; line 0: none.
struct dat_place {
    int line, column;
};
struct dat_place dat_place_of(const struct dat_node *node); // NULL: none
// One struct per section, a member per key.

struct dat_scenario_file {
    struct dat_value exercise, description, site, machine, lying, start, time_limit, assortments,
        trees, falls, logs, piles, landings, tower, trucks, hose_bursts, goals, ladder, targets,
        steps, translations, aids, camera, soil, sun, visibility, weather, seed, stand_seed,
        parameters, head_off;
    struct dat_value products, species_groups, object;
    struct dat_value kind; // gone
};
struct dat_scenario_parameter_keys {
    struct dat_value name, text, standard, low, high, step, unit;
};
struct dat_scenario_start {
    struct dat_value position, heading_deg, tip, load;
};
struct dat_scenario_load_keys {
    struct dat_value species, length, mid_diameter_cm, count;
};
struct dat_scenario_assortment {
    struct dat_value name, length, window_cm, worst_grade, min_top_cm, max_butt_cm, species, price,
        longer, thicker;
};
struct dat_scenario_fall_keys {
    struct dat_value tree, toward;
};
struct dat_scenario_log_keys {
    struct dat_value species, length, mid_diameter_cm, position, heading_deg, count, spacing;
};
struct dat_scenario_pile {
    struct dat_value position, heading_deg, logs, crossing_deg, width, uneven, seed;
};
struct dat_scenario_pile_logs {
    struct dat_value species, length, mid_diameter_cm, count;
};
struct dat_scenario_landing_keys {
    struct dat_value assortment, position, heading_deg, length, width, bearer_cm, max_height,
        straight;
};
struct dat_scenario_tower_keys {
    struct dat_value position, heading_deg, spacing;
};
struct dat_scenario_truck {
    struct dat_value machine, position, heading_deg;
};
struct dat_scenario_hose_burst {
    struct dat_value valve, time;
};
struct dat_scenario_goal_keys {
    struct dat_value metric[DAT_METRIC_COUNT];
    struct dat_value trees, logs, carry_distance, max_length_error_cm; // gone
};
struct dat_scenario_goal {
    struct dat_value at_least, at_most, bronze, silver, gold, weight;
};
struct dat_scenario_target_keys {
    struct dat_value kind, at, radius, hold;
};
struct dat_scenario_step_keys {
    struct dat_value prompt, until;
};
struct dat_scenario_translation_keys {
    struct dat_value language, exercise, description, prompts, parameters, names;
};
struct dat_scenario_soil {
    struct dat_value class, water_percent, cone_index_kpa;
};
#define DAT_AID_WORDS "allowed|off|on"
#define DAT_AID_GRADES "allowed|off|half|on"
struct dat_scenario_aids {
    struct dat_value tip_control, crane_speed, soft_crane, swing_damping;
    struct dat_value guide_arrow, guide_ghost, guide_depth, guide_lever;
};
struct dat_scenario_sun {
    struct dat_value azimuth_deg, elevation_deg, day, hour, latitude_deg;
};
struct dat_scenario_head_off {
    struct dat_value length_mm, length_mm_per_m, thin_mm, thick_mm;
};
struct dat_scenario_weather {
    struct dat_value clouds_percent, rain_mm_h, snow_cm, wind_m_s, wind_from_deg;
};
