#include "data/exercise/keys.h"

#include "data/text/closest.h"

#define FAR 1e8 // [m] map coordinates

// clang-format off
#define KEY(ID, group, key, type, unit, standard, low, high, choices, inner, help) \
    {DAT_SCENARIO_##ID, #key, DAT_KEY_##type, unit, standard, low, high, choices, inner, \
     offsetof(struct dat_scenario_##group, key), help}
#define NUMBERS(ID, group, key, type, unit, standard, low, high, help) \
    KEY(ID, group, key, type, unit, standard, low, high, "", 0, help)
#define NUMBER(ID, group, key, unit, standard, low, high, help) \
    NUMBERS(ID, group, key, NUMBER, unit, standard, low, high, help)
#define WORD(ID, group, key, type, standard, help) \
    KEY(ID, group, key, type, "", standard, 0, 0, "", 0, help)
#define GROUP(ID, group, key, standard, INNER, help) \
    KEY(ID, group, key, SECTION, "", standard, 0, 0, "", DAT_SCENARIO_##INNER, help)
#define LIST(ID, group, key, INNER, help) \
    KEY(ID, group, key, SECTIONS, "", "", 0, 0, "", DAT_SCENARIO_##INNER, help)
#define GONE(ID, group, key, help) \
    KEY(ID, group, key, GONE, "", "", 0, 0, "", 0, help)
// One key per metric: a whole number bounds a count.
#define GOAL(NAME, name, unit, help) \
    {DAT_SCENARIO_GOALS, #name, DAT_KEY_SECTION, unit, "", 0, 0, "", \
     sizeof unit > 1 ? DAT_SCENARIO_AMOUNT_GOAL : DAT_SCENARIO_COUNT_GOAL, \
     offsetof(struct dat_scenario_goal_keys, metric) + DAT_##NAME * sizeof(struct dat_value), help},

static const struct dat_key keys[] = {
    WORD(FILE, file, exercise, TEXT, NULL, "title shown to the user, at most 63 bytes"),
    WORD(FILE, file, description, TEXT, "", "the assignment, shown to the trainee"),
    WORD(FILE, file, site, TEXT, NULL, "folder of the site, relative to this file"),
    WORD(FILE, file, machine, TEXT, NULL, "file of the machine, relative to this file"),
    WORD(FILE, file, lying, TEXT, "", "file of logs, stumps and slash that lie on the site, relative to this file; `kranich sessions export ID --exercise DIR` writes it"),
    GROUP(FILE, file, start, NULL, START, "starting point of the machine, which is placed on the ground there"),
    NUMBER(FILE, file, time_limit, "s", "", 1, 86400, "the exercise ends after this time; default: no limit"),
    LIST(FILE, file, assortments, ASSORTMENT, "the products, at most 4, in the order of the harvester's keys"),
    WORD(FILE, file, products, TEXT, "", "file of products instead of `assortments`, relative to this file: `.yaml`, or `.pin` of StanForD 2010 (docs/formats.md)"),
    WORD(FILE, file, species_groups, TEXT, "", "`.spi` with the species and barks of a `.pin`"),
    WORD(FILE, file, object, TEXT, "", "`.oin` with the products of a `.pin` that are cut here; default: all"),
    KEY(FILE, file, trees, NAMES, "", "", 0, 0, "trees", 0, "ids of the trees to be felled; default: those with the status `marked` in the stand"),
    LIST(FILE, file, falls, FALL, "where trees shall fall, at most 16"),
    LIST(FILE, file, logs, LOG, "logs on the ground at the start"),
    LIST(FILE, file, piles, PILE, "piles of logs on the ground at the start, whose logs are drawn by a seed"),
    LIST(FILE, file, landings, LANDING, "areas where a forwarder unloads, each for one assortment, at most 16"),
    GROUP(FILE, file, tower, "", TOWER, "where a tower of crossed logs is to be built"),
    LIST(FILE, file, trucks, TRUCK, "trucks and trailers that stand there to be loaded, at most 3"),
    LIST(FILE, file, hose_bursts, HOSE_BURST, "hydraulic hoses that burst during the exercise, at most 8"),
    GROUP(FILE, file, goals, "", GOALS, "conditions for passing the exercise"),
    NUMBERS(FILE, file, ladder, INTEGER, "", "0", 0, 1000, "place in the order in which exercises are learnt, from 1; the start screen shows the others, 0, behind them"),
    LIST(FILE, file, targets, TARGET, "places to be reached one after the other, at most 32"),
    LIST(FILE, file, steps, STEP, "steps of the task, one after the other, at most 16; the display shows the present one"),
    LIST(FILE, file, translations, TRANSLATION, "the texts in other languages, at most 8"),
    GROUP(FILE, file, aids, "", AIDS, "aids of the crane that the exercise switches itself; the trainee chooses the others"),
    WORD(FILE, file, camera, NAME, "", "initial camera of the machine; default: its first one"),
    GROUP(FILE, file, soil, "", SOIL, "firmness of the ground; default: that of the site's `soil.asc`, or hard ground without one"),
    GROUP(FILE, file, sun, "", SUN, "position of the sun"),
    NUMBER(FILE, file, visibility, "m", "3000", 80, 20000, "how far one sees in the weather: from there, 2 % of a contrast arrive"),
    GROUP(FILE, file, weather, "", WEATHER, "clouds, rain, snow and wind; they change picture and sound only"),
    NUMBERS(FILE, file, seed, INTEGER, "", "1", 0, 1000000, "of the errors of length and diameter that the head measures; 0: none"),
    GROUP(FILE, file, head_off, "", HEAD_OFF, "how far a harvester's head is out of calibration at the start, beside those errors"),
    NUMBERS(FILE, file, stand_seed, INTEGER, "", "", 0, 1e9, "instead of the `seed` of the site's `stand.yaml`: another stand of the same kind"),
    LIST(FILE, file, parameters, PARAMETER, "numbers that expressions of this file use, and that the trainee may set on the start screen, at most 8"),
    GONE(FILE, file, kind, "the goals tell what the work is; leave it out"),

    WORD(PARAMETER, parameter_keys, name, TEXT, NULL, "its name in expressions: letters, digits and `_`, at most 31"),
    WORD(PARAMETER, parameter_keys, text, TEXT, NULL, "what it is, shown on the start screen, at most 47 bytes"),
    {DAT_SCENARIO_PARAMETER, "default", DAT_KEY_NUMBER, "", NULL, -1e9, 1e9, "", 0, offsetof(struct dat_scenario_parameter_keys, standard), "its value where nobody sets another"},
    NUMBER(PARAMETER, parameter_keys, low, "", NULL, -1e9, 1e9, "the smallest value"),
    NUMBER(PARAMETER, parameter_keys, high, "", NULL, -1e9, 1e9, "the largest value"),
    NUMBER(PARAMETER, parameter_keys, step, "", "1", 1e-6, 1e9, "between neighbouring values, counted from `low`"),
    WORD(PARAMETER, parameter_keys, unit, TEXT, "", "shown behind the value, at most 11 bytes"),

    NUMBERS(START, start, position, PAIR, "m", NULL, -FAR, FAR, "x and y in the coordinates of the site's terrain file"),
    NUMBER(START, start, heading_deg, "deg", "0", -360, 360, "direction the machine faces: 0 is east (x), 90 is north (y)"),
    NUMBERS(START, start, tip, VECTOR, "m", "", -30, 30, "where the crane's tip is at the start: ahead and left of the machine's position, and height above the ground there; default: the pose of the machine's file"),
    GROUP(START, start, load, "", LOAD, "logs that lie in the bunk at the start"),

    WORD(LOAD, load_keys, species, TEXT, NULL, "species, such as `spruce`"),
    NUMBER(LOAD, load_keys, length, "m", NULL, 0.5, 20, "length of the logs"),
    NUMBER(LOAD, load_keys, mid_diameter_cm, "cm", NULL, 3, 100, "diameter over bark in the middle"),
    NUMBERS(LOAD, load_keys, count, INTEGER, "", NULL, 1, 200, "number of logs; they are laid in layers from the floor of the bunk"),

    WORD(ASSORTMENT, assortment, name, TEXT, NULL, "its name, at most 31 bytes"),
    NUMBER(ASSORTMENT, assortment, length, "m", NULL, 0.5, 20, "length of the logs"),
    NUMBER(ASSORTMENT, assortment, min_top_cm, "cm", "8", 1, 100, "smallest diameter over bark at the small end"),
    NUMBERS(ASSORTMENT, assortment, window_cm, INTERVAL, "cm", "[-3, 3]", -50, 50, "by how much a log may be longer; the head cuts in the middle"),
    NUMBER(ASSORTMENT, assortment, price, "1/m^3", "0", 0, 10000, "of a cubic metre under bark; with prices the head's computer proposes cuts"),
    NUMBER(ASSORTMENT, assortment, max_butt_cm, "cm", "200", 1, 300, "largest diameter over bark at the large end"),
    NUMBERS(ASSORTMENT, assortment, worst_grade, INTEGER, "", "4", 1, 4, "the worst grade of wood that it may have: 1 sound and straight, 4 any ([bucking](bucking.md#grades))"),
    NUMBERS(ASSORTMENT, assortment, longer, PAIRS, "", "", 0, 10000, "further length classes, rising: length in m and price of a cubic metre"),
    NUMBERS(ASSORTMENT, assortment, thicker, PAIRS, "", "", 0, 10000, "further classes of the diameter at the small end, rising: cm over bark and factor of all prices"),
    WORD(ASSORTMENT, assortment, species, TEXT, "any", "species it is cut from, or `any`"),

    WORD(LOG, log_keys, species, TEXT, NULL, "species, such as `spruce`"),
    NUMBER(LOG, log_keys, length, "m", NULL, 0.5, 20, "length of the log"),
    NUMBER(LOG, log_keys, mid_diameter_cm, "cm", NULL, 3, 100, "diameter over bark in the middle"),
    NUMBERS(LOG, log_keys, position, PAIR, "m", NULL, -FAR, FAR, "x and y of its middle, as for `start`"),
    NUMBER(LOG, log_keys, heading_deg, "deg", "0", -360, 360, "direction from the large end to the small end"),
    NUMBERS(LOG, log_keys, count, INTEGER, "", "1", 1, 100, "number of logs side by side, each to the left of the previous one"),
    NUMBER(LOG, log_keys, spacing, "m", "0.5", 0.05, 20, "distance between the axes of neighbouring logs"),

    NUMBERS(PILE, pile, position, PAIR, "m", NULL, -FAR, FAR, "x and y of its middle, as for `start`"),
    NUMBER(PILE, pile, heading_deg, "deg", "0", -360, 360, "mean direction of its logs, from the large end to the small end"),
    KEY(PILE, pile, logs, SECTIONS, "", NULL, 0, 0, "", DAT_SCENARIO_PILE_LOGS, "the logs, at most 8 kinds; they lie in a random order"),
    NUMBER(PILE, pile, crossing_deg, "deg", "3", 0, 90, "by which the direction of a log differs from the mean at most"),
    NUMBER(PILE, pile, width, "m", "1.2", 0.1, 20, "across the logs: where they find no room beside each other, they lie on top"),
    NUMBER(PILE, pile, uneven, "m", "0.1", 0, 3, "by which a log lies ahead of the others or behind them at most"),
    NUMBERS(PILE, pile, seed, INTEGER, "", "1", 0, 1e9, "another number gives another pile of the same kind"),

    WORD(PILE_LOGS, pile_logs, species, TEXT, NULL, "species, such as `spruce`"),
    NUMBER(PILE_LOGS, pile_logs, length, "m", NULL, 0.5, 20, "length of the logs"),
    NUMBERS(PILE_LOGS, pile_logs, mid_diameter_cm, INTERVAL, "cm", NULL, 3, 100, "thinnest and thickest log: diameters over bark in the middle"),
    NUMBERS(PILE_LOGS, pile_logs, count, INTEGER, "", NULL, 1, 500, "number of logs"),

    WORD(LANDING, landing_keys, assortment, TEXT, NULL, "name of the assortment that belongs here, one of `assortments` or of the file of products"),
    NUMBERS(LANDING, landing_keys, position, PAIR, "m", NULL, -FAR, FAR, "x and y of its middle, as for `start`"),
    NUMBER(LANDING, landing_keys, heading_deg, "deg", "0", -360, 360, "direction of its logs; their front ends point there"),
    NUMBER(LANDING, landing_keys, length, "m", "", 1, 30, "of the area, along the logs; default: 1 m more than the assortment's longest log"),
    NUMBER(LANDING, landing_keys, width, "m", "4", 1, 20, "of the area, across the logs"),
    NUMBER(LANDING, landing_keys, bearer_cm, "cm", "15", 0, 50, "diameter in the middle of the two logs that lie across below the pile; 0: there are none"),
    NUMBER(LANDING, landing_keys, max_height, "m", "", 0.3, 10, "of the pile above the ground; default: no limit"),
    KEY(LANDING, landing_keys, straight, CHOICE, "", "none", 0, 0, "none|front|rear|both", 0, "ends of the logs that must be straight: those to which `heading_deg` points, the others, or both"),

    NUMBERS(TOWER, tower_keys, position, PAIR, "m", NULL, -FAR, FAR, "x and y of its middle, as for `start`"),
    NUMBER(TOWER, tower_keys, heading_deg, "deg", "0", -360, 360, "direction of its lowest logs"),
    NUMBER(TOWER, tower_keys, spacing, "m", "1.2", 0.4, 6, "between the axes of a layer's two logs"),

    WORD(TRUCK, truck, machine, TEXT, NULL, "its file, relative to this file: a model with a `bunk`, such as `trucks/timber-truck.yaml` of the library"),
    NUMBERS(TRUCK, truck, position, PAIR, "m", NULL, -FAR, FAR, "x and y of its origin, as for `start`"),
    NUMBER(TRUCK, truck, heading_deg, "deg", "0", -360, 360, "direction it faces"),

    WORD(HOSE_BURST, hose_burst, valve, TEXT, NULL, "name of the function's valve in the machine, such as `crane.boom`"),
    NUMBER(HOSE_BURST, hose_burst, time, "s", NULL, 0, 86400, "after the start"),

    DAT_METRICS(GOAL)
    GONE(GOALS, goal_keys, trees, "write 'trees_felled: {at_least: 2}'"),
    GONE(GOALS, goal_keys, logs, "write 'logs_cut: {at_least: 6}' or 'logs_loaded: {at_least: 6}'"),
    GONE(GOALS, goal_keys, carry_distance, "write 'carried_m: {at_least: 50}'"),
    GONE(GOALS, goal_keys, max_length_error_cm, "write 'max_length_error_m: {at_most: 0.03}', in m"),

    KEY(AIDS, aids, tip_control, CHOICE, "", "allowed", 0, 0, DAT_AID_WORDS, 0, "the levers move the crane's tip out and in, up and down"),
    NUMBER(AIDS, aids, crane_speed, "", "", 0.2, 1, "share of the crane's speed; default: as the trainee chooses"),
    KEY(AIDS, aids, soft_crane, CHOICE, "", "allowed", 0, 0, DAT_AID_GRADES, 0, "the crane starts and stops by a ramp, and slows down at the ends"),
    KEY(AIDS, aids, swing_damping, CHOICE, "", "allowed", 0, 0, DAT_AID_GRADES, 0, "the crane brings to rest what swings from it"),
    KEY(AIDS, aids, guide_arrow, CHOICE, "", "allowed", 0, 0, DAT_AID_WORDS, 0, "an arrow to the next target, and a ring around it"),
    KEY(AIDS, aids, guide_ghost, CHOICE, "", "allowed", 0, 0, DAT_AID_WORDS, 0, "the head or the grapple as it is to be there"),
    KEY(AIDS, aids, guide_depth, CHOICE, "", "allowed", 0, 0, DAT_AID_WORDS, 0, "plumb lines below the target and the crane's tip"),
    KEY(AIDS, aids, guide_lever, CHOICE, "", "allowed", 0, 0, DAT_AID_WORDS, 0, "the lever that leads to the target"),

    NUMBERS(COUNT_GOAL, goal, at_least, INTEGER, "", "", 0, 100000, "the smallest count that is enough"),
    NUMBERS(COUNT_GOAL, goal, at_most, INTEGER, "", "", 0, 100000, "the largest count that is allowed"),
    NUMBER(COUNT_GOAL, goal, bronze, "", "", 0, 100000, "the pass mark: what the value must reach, or must not exceed where gold is less"),
    NUMBER(COUNT_GOAL, goal, silver, "", "", 0, 100000, "the second mark, between bronze and gold"),
    NUMBER(COUNT_GOAL, goal, gold, "", "", 0, 100000, "the best mark"),
    NUMBER(COUNT_GOAL, goal, weight, "", "1", 0.1, 100, "share of the goal in the points"),

    NUMBER(AMOUNT_GOAL, goal, at_least, "", "", 0, 1e6, "the smallest value that is enough, in the metric's unit"),
    NUMBER(AMOUNT_GOAL, goal, at_most, "", "", 0, 1e6, "the largest value that is allowed"),
    NUMBER(AMOUNT_GOAL, goal, bronze, "", "", 0, 1e6, "the pass mark: what the value must reach, or must not exceed where gold is less"),
    NUMBER(AMOUNT_GOAL, goal, silver, "", "", 0, 1e6, "the second mark, between bronze and gold"),
    NUMBER(AMOUNT_GOAL, goal, gold, "", "", 0, 1e6, "the best mark"),
    NUMBER(AMOUNT_GOAL, goal, weight, "", "1", 0.1, 100, "share of the goal in the points"),

    KEY(TARGET, target_keys, kind, CHOICE, "", "tip", 0, 0, "tip|gate", 0, "`tip`: a ball for the crane's tip; `gate`: a place through which the machine drives"),
    NUMBERS(TARGET, target_keys, at, VECTOR, "m", NULL, -300, 300, "ahead and left of the machine's position at the start, and height above the ground there"),
    NUMBER(TARGET, target_keys, radius, "m", "0.4", 0.05, 10, "of the ball; half the width of the gate"),
    NUMBER(TARGET, target_keys, hold, "s", "0", 0, 60, "time for which it must stay there without a break"),

    WORD(STEP, step_keys, prompt, TEXT, NULL, "what the trainee is to do, at most 159 bytes"),
    GROUP(STEP, step_keys, until, NULL, GOALS, "bounds for metrics, without marks: once they are kept, the step is ticked off"),

    WORD(TRANSLATION, translation_keys, language, NAME, NULL, "code of the language, such as `de`"),
    WORD(TRANSLATION, translation_keys, exercise, TEXT, NULL, "the title"),
    WORD(TRANSLATION, translation_keys, description, TEXT, "", "the assignment; default: that of the exercise"),
    KEY(TRANSLATION, translation_keys, prompts, NAMES, "", "", 0, 0, "texts", 0, "the prompts of all steps, in their order"),
    KEY(TRANSLATION, translation_keys, parameters, NAMES, "", "", 0, 0, "texts", 0, "the texts of all parameters, in their order"),
    KEY(TRANSLATION, translation_keys, names, TEXTS, "", "", 0, 0, "", 0, "what the window shows instead of the names of assortments, at most 63 bytes each"),

    WORD(FALL, fall_keys, tree, TEXT, NULL, "id of the tree, one of those to be felled"),
    NUMBERS(FALL, fall_keys, toward, PAIR, "m", NULL, -FAR, FAR, "x and y of the stake that its top shall point to, as for `start`"),

    KEY(SOIL, soil, class, CHOICE, "", "", 0, 0, "sand|silt|clay|peat", 0, "kind of soil, with `water_percent`"),
    NUMBER(SOIL, soil, water_percent, "%", "", 5, 1000, "mass of the water in it per mass of the dry soil"),
    NUMBER(SOIL, soil, cone_index_kpa, "kPa", "", 50, 1e5, "instead of both: the cone index"),

    NUMBER(SUN, sun, azimuth_deg, "deg", "215", 0, 360, "compass direction: 90 is east, 180 south"),
    NUMBER(SUN, sun, elevation_deg, "deg", "38", 2, 90, "height above the horizon"),
    NUMBERS(SUN, sun, day, INTEGER, "", "", 1, 366, "day of the year, instead of a place; 1 is 1 January"),
    NUMBER(SUN, sun, hour, "h", "", 0, 24, "true solar time, with `day`: at 12 the sun is in the south"),
    NUMBER(SUN, sun, latitude_deg, "deg", "60", -90, 90, "of the site, with `day`; north is positive"),

    NUMBER(WEATHER, weather, clouds_percent, "%", "20", 0, 100, "cover of the sky; 100 leaves no shadows"),
    NUMBER(WEATHER, weather, rain_mm_h, "mm/h", "0", 0, 50, "rain, also on the cab's panes; 1 is drizzle, 10 a downpour"),
    NUMBER(WEATHER, weather, snow_cm, "cm", "0", 0, 200, "depth of the snow on ground and trees; machines move as without it"),
    NUMBER(WEATHER, weather, wind_m_s, "m/s", "4", 0, 30, "wind at the height of the crowns: it sways trees, plants and hoses, drives the rain, and is heard; 4 moves leaves, 10 whole trees"),
    NUMBER(HEAD_OFF, head_off, length_mm, "mm", "0", -100, 100, "by how much too long each log is measured"),
    NUMBER(HEAD_OFF, head_off, length_mm_per_m, "mm/m", "0", -30, 30, "and each metre of it"),
    NUMBER(HEAD_OFF, head_off, thin_mm, "mm", "0", -40, 40, "by how much too thick a diameter of 10 cm is measured"),
    NUMBER(HEAD_OFF, head_off, thick_mm, "mm", "0", -40, 40, "and one of 40 cm; between and beyond them it is linear"),
    NUMBER(WEATHER, weather, wind_from_deg, "deg", "240", 0, 360, "compass direction from which it blows: 90 is east, 180 south"),
};

#define SECTION_ROW(ID, group, title, help) \
    [DAT_SCENARIO_##ID] = {title, help, sizeof(struct dat_scenario_##group)}

static const struct dat_key_section sections[] = {
    SECTION_ROW(FILE, file, "the exercise", "The keys of the outermost level."),
    SECTION_ROW(PARAMETER, parameter_keys, "a parameter", "A number of the exercise that can be set: `${rows}` or `'${0.5 * rows}'` in place of a number of this file is its value, or one computed from it. `kranich train EXERCISE --set NAME=VALUE` sets it."),
    SECTION_ROW(START, start, "the start", "Position and direction of the machine."),
    SECTION_ROW(ASSORTMENT, assortment, "an assortment", "A product that logs are cut to."),
    SECTION_ROW(LOG, log_keys, "a log", "A log on the ground, or a row of equal logs."),
    SECTION_ROW(PILE, pile, "a pile", "Logs that lie on the ground and on each other; the first second of the exercise brings them to rest. A log inside a tree or off the terrain is an error, one longer than the machine's bunk a warning."),
    SECTION_ROW(PILE_LOGS, pile_logs, "the logs of a pile", "Logs of one assortment."),
    SECTION_ROW(LANDING, landing_keys, "a landing", "An area where the logs of an assortment are unloaded, marked by posts and a board. Two bearers lie across it, as long as it is wide. A landing off the terrain, on a tree or on another landing is an error."),
    SECTION_ROW(TOWER, tower_keys, "a tower", "Two logs side by side, two across them, and so on, with one on top where the number is odd. Guidance and the demonstrator lead the logs there, as many as the goals `tower_logs` and `tower_layers` ask for; a tower that stands elsewhere counts as well."),
    SECTION_ROW(TRUCK, truck, "a truck", "A truck or a trailer that nobody drives. Logs that lie still in its bunk become one body with it, as with a forwarder's."),
    SECTION_ROW(HOSE_BURST, hose_burst, "a hose burst", "From then on the function has no pressure: its load sinks, unless its valve has a `burst_valve`. The record and the display have the event `hose_burst`."),
    SECTION_ROW(GOALS, goal_keys, "the goals", "Bounds for the metrics of the result, by name; all must be kept. Without any `at_least` there is nothing to be reached: the exercise is neither passed nor failed."),
    SECTION_ROW(AIDS, aids, "the aids", "The exercise's setting of an aid or of guidance holds for the trainee, not for the demonstrator."),
    SECTION_ROW(COUNT_GOAL, goal, "a count", "At least one of the bounds, or all three marks."),
    SECTION_ROW(AMOUNT_GOAL, goal, "an amount", "At least one of the bounds, or all three marks."),
    SECTION_ROW(LOAD, load_keys, "the load", "Logs in the bunk, all alike."),
    SECTION_ROW(TARGET, target_keys, "a target", "A place of the course. The display shows the present one as a ball, or a gate as two posts."),
    SECTION_ROW(STEP, step_keys, "a step", "A step of the task. It is ticked off once, and stays so."),
    SECTION_ROW(TRANSLATION, translation_keys, "a translation", "The texts for a window in that language. Other languages show those of the exercise."),
    SECTION_ROW(FALL, fall_keys, "a fall", "A stake, which the picture shows until the tree is felled. The metric is `fall_error_max_rad`."),
    SECTION_ROW(SOIL, soil, "the soil", "Firmness of the ground beside the road; the road's carriageway is hard. Wet peat has a cone index of 200 to 500 kPa, wet silt and clay have 600 to 800, moist till has 800 to 1200."),
    SECTION_ROW(SUN, sun, "the sun", "Its place, or the time from which it follows. The defaults, which also apply where the group is left out, give a summer afternoon. Where it is below the horizon, the machine's work lamps are on."),
    SECTION_ROW(HEAD_OFF, head_off, "a head that is out of calibration", "As it comes from a repair: the trainee finds it with caliper and tape, and calibrates ([bucking](bucking.md#control-measurement))."),
    SECTION_ROW(WEATHER, weather, "the weather", "Its appearance only. Fog is `visibility`; the wetness and firmness of the ground are in `soil`."),
};
// clang-format on

const struct dat_key_table dat_scenario_keys = {
    .keys = keys,
    .key_count = sizeof keys / sizeof keys[0],
    .sections = sections,
    .section_count = sizeof sections / sizeof sections[0],
};

struct dat_place dat_place_of(const struct dat_node *node) {
    return node != NULL ? (struct dat_place){node->line, node->column} : (struct dat_place){0, 0};
}
