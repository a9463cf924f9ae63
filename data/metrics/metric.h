// Metrics: the figures by which an exercise is judged. A metric is a line in the table below and a
// row of functions that events and steps call. They are the source of results, goals, the keys of
// exercise files, the task's text, the record and the manual.
//
// A metric sees only events and observations. Both follow from the record (the observations by
// replaying it), so a metric can be computed again from it.
//
// A new metric: a line in DAT_METRICS, and its row in the file of its family.
#pragma once

#include "data/metrics/damage.h"
#include "data/metrics/work.h"
#include "vehicles/operator/crane_control.h"
#include "vehicles/operator/targets.h"
#include "vehicles/tower.h"
#include "vehicles/worksite.h"

// clang-format off
// Enumerator; name, in results and exercise files, that ends in the unit; SI unit, "": a count;
// meaning.
#define DAT_METRICS(METRIC) \
    METRIC(TREES_FELLED, trees_felled, "", "standing trees that were cut off their stumps") \
    METRIC(MARKED_FELLED, marked_felled_percent, "percent", "share of the trees marked at the start that were felled") \
    METRIC(STUMP_HEIGHT_MAX, stump_height_max_m, "m", "height of the highest felling cut above the foot of its tree") \
    METRIC(STUMP_HEIGHT_MEAN, stump_height_mean_m, "m", "mean height of the felling cuts above the feet of their trees") \
    METRIC(BUTTS_SPLIT, butts_split, "", "trees whose butts have split, because they fell before they were sawn far enough") \
    METRIC(FALL_ERROR_MAX, fall_error_max_rad, "rad", "largest angle between the direction in which a tree has come to lie and that to its stake; trees without a stake have none") \
    METRIC(LOGS_CUT, logs_cut, "", "logs that were cut to length") \
    METRIC(LOGS_REJECTED, logs_rejected, "", "logs with rot, a bow or a fork that their product does not permit") \
    METRIC(BUNCH_MAX, bunch_max, "", "stems in the largest bunch that the accumulating arms of the head have gathered") \
    METRIC(VALUE, value_percent, "percent", "value of the logs that were cut, in per cent of that of the best logs of the trees that were felled; by the prices of the exercise, for the wood as it is. 0 without prices") \
    METRIC(MAX_LENGTH_ERROR, max_length_error_m, "m", "largest difference of a log's length from its assortment's; logs cut by hand have none") \
    METRIC(LOGS_CHECKED, logs_checked, "", "logs that the operator has measured with caliper and tape, beside the machine") \
    METRIC(CALIBRATIONS, calibrations, "", "times that a proposed calibration was accepted") \
    METRIC(LENGTH_BIAS, length_bias_m, "m", "mean difference of the logs' lengths as the machine measures them from the true ones, of the logs since the last calibration that was followed by any") \
    METRIC(DIAMETER_BIAS, diameter_bias_m, "m", "the same of the diameters at their small ends") \
    METRIC(LOGS_LOADED, logs_loaded, "", "logs in the bunk") \
    METRIC(LOGS_FUSED, logs_fused, "", "logs in the bunk that ride as one body with the machine") \
    METRIC(LOGS_LOST, logs_lost, "", "logs that fell off the load") \
    METRIC(PAYLOAD, payload_kg, "kg", "mass of the logs in the bunk") \
    METRIC(LOGS_PILED, logs_piled, "", "logs that the machine has brought and that lie in piles") \
    METRIC(PILES_MIXED, piles_mixed, "", "piles of such logs that have more than one assortment") \
    METRIC(PILE_HEIGHT_MAX, pile_height_max_m, "m", "height of the highest pile of such logs") \
    METRIC(PILE_ENDS_MAX, pile_ends_max_m, "m", "distance of the ends of such a pile's logs on its more even side, in the least even pile") \
    METRIC(LOGS_LANDED, logs_landed, "", "logs that the machine has brought to the landing of their assortment") \
    METRIC(LOGS_ON_TRUCKS, logs_on_trucks, "", "logs in the bunks of the trucks that stand on the site, loose and fused") \
    METRIC(LOGS_MISPLACED, logs_misplaced, "", "logs that it has brought to the landing of another assortment") \
    METRIC(LANDING_EXCESS_MAX, landing_excess_max_m, "m", "by which the pile of a landing is higher than allowed there, at most") \
    METRIC(LANDING_ENDS_MAX, landing_ends_max_m, "m", "distance of a pile's ends that must be straight on its landing, in the least even one") \
    METRIC(PILE_ORDER, pile_order_percent, "percent", "share of the logs that the machine has brought to landings, or where there are none to piles, that are in order: turned by 10 degrees from the pile at most, and within 0.3 m of the middle one of the ends that must be straight") \
    METRIC(TOWER_LOGS, tower_logs, "", "logs of the highest tower of crossed logs that stands: for 2 s it has had as many, at rest, and not touched by a machine") \
    METRIC(TOWER_LAYERS, tower_layers, "", "layers of that tower, each across the one below") \
    METRIC(TOWER_TURN_MAX, tower_turn_max_rad, "rad", "largest angle by which a log of that tower is turned from the right angle to one that it lies on") \
    METRIC(CARRIED, carried_m, "m", "distance driven with as many logs in the bunk as are to be loaded") \
    METRIC(TREES_HIT, trees_hit, "", "standing trees that the machine has hit, but for one that it grips next") \
    METRIC(TREES_DAMAGED, trees_damaged, "", "standing trees whose bark or crown was damaged by stems or falling trees") \
    METRIC(TREES_BROKEN, trees_broken, "", "standing trees that were broken, driven over or pushed over") \
    METRIC(STAYING_HIT, staying_hit, "", "trees that stay, not marked to be felled, that the machine has hit; a touch of the tree that the head is about to grip is none") \
    METRIC(STAYING_BARK, staying_bark, "", "trees that stay whose bark stems have struck with 8 kN or more") \
    METRIC(STAYING_CROWN, staying_crown, "", "trees that stay whose crown a falling tree has torn, or broken its top off") \
    METRIC(STAYING_DOWN, staying_down, "", "trees that stay that were broken or pushed over with their roots") \
    METRIC(STAYING_FORCE, staying_force_max_N, "N", "hardest blow of the machine, or of a stem, on a tree that stays") \
    METRIC(TIPS, tips, "", "times that the machine has tipped over; the exercise is then not passed") \
    METRIC(DRIVEN, driven_m, "m", "distance driven") \
    METRIC(RUT_DEPTH_MAX, rut_depth_max_m, "m", "depth of the deepest rut; 0.1 m is the least that counts") \
    METRIC(RUT_DEPTH_MEAN, rut_depth_mean_m, "m", "mean depth of the ruts that are 0.1 m deep and more") \
    METRIC(RUT_LENGTH, rut_length_m, "m", "length of these ruts, of the left and the right wheels together") \
    METRIC(WHEEL_SLIP, wheel_slip_percent, "percent", "share of the way of the treads that was lost to slip, over all wheels") \
    METRIC(FUEL, fuel_l, "l", "fuel that the engine has burnt") \
    METRIC(AIDED, aided_s, "s", "time in which the crane was moved with an aid switched on") \
    METRIC(GUIDED, guided_percent, "percent", "share of the time until everything was done in which any guidance was shown") \
    METRIC(TIME, time_s, "s", "time until everything was done that is to be reached, or until the end") \
    METRIC(TARGETS_REACHED, targets_reached, "", "targets of the course that were reached, in their order") \
    METRIC(TREES_GRIPPED, trees_gripped, "", "times that the head has gripped a standing tree, another one than the time before") \
    METRIC(GRIPS, grips, "", "times that the head or the grapple has gripped a tree or logs") \
    METRIC(REGRIPS, regrips, "", "grips of a tree or of a log that was let go by the grip before, and not loaded since") \
    METRIC(CRANE_CONTROL, crane_control_percent, "percent", "straight distances between the places where the crane worked (targets, grips, releases) in per cent of the way of its tip between them") \
    METRIC(TIP_PATH, tip_path_m, "m", "way of the crane's tip, seen from the machine") \
    METRIC(TIP_PATH_PER_PIECE, tip_path_per_piece_m, "m", "the same per tree felled, log loaded or target reached") \
    METRIC(TIME_PER_PIECE, time_per_piece_s, "s", "time per tree felled, log loaded or target reached") \
    METRIC(FUNCTIONS, simultaneous_functions, "functions", "mean number of the crane's functions that are moved while one is") \
    METRIC(CRANE_STANDING, crane_standing_percent, "percent", "share of the time between the first and the last move of the crane in which no lever moved it, and its tool neither opened nor closed; without the time in which the machine drives, and from when the saw starts in a tree until its top is let go") \
    METRIC(LEVER_MOVES, lever_moves_per_piece, "piece", "how often a lever of the crane is moved one way, there and back being two, per tree felled, log loaded or target reached") \
    METRIC(LEVER_WAY, lever_way_per_piece, "piece", "way of the crane's levers, from rest to full is 1, per tree felled, log loaded or target reached") \
    METRIC(SWING, swing_mean_rad, "rad", "mean angle out of the plumb of what hangs from the crane's tip, while the crane is moved") \
    METRIC(OVERSHOOT, overshoot_mean_m, "m", "mean distance by which the crane's tip overshoots a target that it has reached") \
    METRIC(PATH_ERROR, path_error_mean_m, "m", "mean distance of the crane's tip from the straight line between two targets, over the way") \
    METRIC(LIMIT_HITS, limit_hits, "", "times that a function of the crane was moved to its end") \
    METRIC(LEAN, lean_max_rad, "rad", "largest lean of the machine to any side") \
    METRIC(MOVING, moving_per_tree_s, "s", "time per tree in which the machine drives") \
    METRIC(POSITIONING, positioning_per_tree_s, "s", "time per tree from when the stem before was let go, or the machine stood, until the saw starts") \
    METRIC(FELLING, felling_per_tree_s, "s", "time per tree from then until it lies and the rollers turn") \
    METRIC(PROCESSING, processing_per_tree_s, "s", "time per tree from then until the head has let its top go") \
    METRIC(BOOM_IN, boom_in_per_tree_s, "s", "time per tree from then until the machine drives, where it drives before the next tree") \
    METRIC(OTHER_PER_TREE, other_per_tree_s, "s", "time per tree in which nothing is moved, and after a missed grip until the saw starts") \
    METRIC(DRIVE_EMPTY, drive_empty_per_load_s, "s", "time per load in which the machine drives with an empty bunk to the first logs") \
    METRIC(LOADING, loading_per_log_s, "s", "time per log loaded in which the machine stands and its crane loads") \
    METRIC(DRIVE_WHILE_LOADING, drive_while_loading_per_load_s, "s", "time per load in which the machine drives between two grips") \
    METRIC(DRIVE_LOADED, drive_loaded_per_load_s, "s", "time per load in which the machine drives after the last of them") \
    METRIC(UNLOADING, unloading_per_log_s, "s", "time per log loaded from the first grip in the bunk, the way there included, until the bunk is empty") \
    METRIC(OTHER_PER_LOAD, other_per_load_s, "s", "time per load in which nothing is moved")
// clang-format on

#define DAT_ENUMERATOR(NAME, name, unit, help) DAT_##NAME,
enum dat_metric { DAT_METRICS(DAT_ENUMERATOR) DAT_METRIC_COUNT };
#undef DAT_ENUMERATOR

struct dat_crane_observation {
    bool present;
    struct sim_vec3 tip; // [m] in the frame of the machine
    double swing;        // [rad] of what hangs from the tip out of the plumb
    unsigned ends;       // bit per function that is at its end: slew, boom, jib, telescope
    bool grips;          // the tool that hangs from it opens or closes
};

// By the exercise's products and their prices.
struct dat_worth {
    double cut;  // of the logs that were cut, in the currency of the prices
    double best; // of the best logs of the trees that were felled
};

// The observation of a machine after a step.
struct dat_observation {
    double driven;      // [m] since the last observation in which it had moved, 0: it has not
    int logs_in_bunk;   // loose and fused
    int logs_on_trucks; // in the bunks of machines without an operator
    int logs_fused;     // of them, riding as one body with the machine
    double payload;     // [kg] of the logs in the bunk
    struct {
        double deepest, mean, length; // [m]
    } ruts;                           // since the start
    double rolled, slipped;           // [m] of the wheels' treads, in the last step
    double fuel;                      // [l] burnt since the start
    double aided;                     // [s] so far that the crane was moved with an aid
    bool guided;                      // the operator was shown any guidance in the step
    double time, dt;                  // [s] of the exercise, and since the last observation
    bool done;                        // everything that is to be reached was, before this step
    double lean;                      // [rad] of the machine
    double fall_error;                // [rad] largest of the trees that came to lie in the step
    struct dat_element_times {
        double harvest[VEH_WORK_ELEMENTS]; // [s] so far, of all trees
        double haul[VEH_HAUL_ELEMENTS];    // of all loads
        int trees, loads, logs;            // begun so far; loaded
        bool crane;                        // the machine works with the crane alone
    } work;
    struct dat_crane_observation crane;
    // Of the step: the levers as the machine had them. NULL: none has been done.
    const struct veh_controls *levers;
    struct {
        int reached;   // targets so far
        double aside;  // [m] of the crane's tip from the line to the present target
        double beyond; // [m] of the tip beyond the last target, in the direction it came
        bool known;    // the two above; both targets are the tip's
    } course;
    int marked, marked_left;  // trees to be felled: at the start, now
    struct dat_damage damage; // in the step
    struct dat_worth worth;   // since the start
    // Of logs that a machine has brought, once per second.
    struct dat_piles {
        int logs, mixed, in_order;
        double height, ends; // [m] largest
    } piles;
    struct dat_landed {
        int right, wrong;    // logs on the landing of their assortment, on others
        int in_order;        // of these
        double excess, ends; // [m] largest
    } landed;
    struct veh_tower tower; // once per second, of a machine with a grapple
};

struct dat_observer {
    int machine;
    struct sim_vec3 place; // [m] to which it last moved
    bool has_crane;
    struct veh_crane_control crane;
    const struct veh_target *targets; // borrowed
    int target_count;
    struct veh_course_place course;
    struct sim_vec3 from;   // [m] world: where the tip was when it went for the present target
    struct sim_vec3 came;   // unit: from where to where it had gone for the last one
    double time, fuel;      // [s], [l] at the last observation, at the start
    struct dat_piles piles; // as last seen
    const struct veh_fall *falls; // borrowed; none after the start
    int fall_count;
    struct dat_landed landed;
    struct veh_tower tower;
    struct dat_worth worth;
    int marked, marked_left;
    bool drives;                     // in the last step
    struct dat_harvest_work harvest; // of a machine with a head
    struct dat_haul_work haul;       // of one with a bunk
    int hauled;                      // logs of the loads before the present one
};
// targets[count] are the course of the exercise and outlive the observer. machine: index in site. A
// rocking machine has not moved: shorter distances are added up until they count.
void dat_observer_start(struct dat_observer *observer, const struct veh_worksite *site, int machine,
                        const struct veh_target targets[], int count);
struct dat_observation dat_observe(struct dat_observer *observer, const struct veh_worksite *site);

// Parts without which a metric means nothing, as bits.
enum dat_need {
    DAT_NEEDS_HEAD = 1,
    DAT_NEEDS_GRAPPLE = 2,
    DAT_NEEDS_BUNK = 4,
    DAT_NEEDS_ENGINE = 8,
    DAT_NEEDS_CRANE = 16
};
// Those that the machine has.
unsigned dat_machine_parts(const struct veh_machine_def *machine);

// A text with a number, in English; "{}" is its place. The window says it in its language.
struct dat_phrase {
    const char *one, *many; // for 1 and for other numbers; NULL: nothing is said
};

// A row of the result page: "Largest length error   12 mm".
struct dat_result_row {
    const char *title; // in English; NULL: the metric has no row
    const char *unit;  // in which it is shown; NULL: a count
    double per_si;     // these units in one of the metric's, where there is a unit
    bool unless_zero;  // left out while the value is 0
    int decimals;
};

enum { DAT_GRIP_PIECES = 8 }; // of a grip that are remembered

// The memory of a metric: the member of its family.
union dat_metric_state {
    struct {
        int count; // of events or of things
    } tally;
    struct {
        int count;
        int last; // tree that was hit since the last grip, from 1; 0: none
    } hits;
    struct {
        double largest; // [m]
    } error;
    struct {
        double mass; // [kg]
    } payload;
    struct {
        double litres;
    } fuel;
    struct {
        double size; // [m]
    } rut, pile;
    struct {
        double size;  // that stands: a count, or [rad]
        int seen;     // logs, at the last look
        double since; // [s] when there first were so many
    } tower;
    struct {
        double rolled, slipped; // [m]
    } slip;
    struct {
        double time; // [s]
    } aid;
    struct {
        double time; // [s]
        int pieces;  // among which it is shared
    } element;
    struct {
        double sum, weight; // of a mean
    } mean;
    struct {
        double sum;      // [m] of the deviations
        int logs;        // that they are of
        double measured; // [m] of the log that is being cut
        bool calibrated; // since the last of them
    } bias;
    struct {
        double time;         // [s]
        int pieces, targets; // targets are reached one by one, too
        int loaded;          // logs in the bunk at the start, most since then
        bool known;          // that of the start
        double way;          // [m] of the tip
        struct sim_vec3 tip;
    } work;
    struct {
        bool known;            // the tip has been seen
        bool worked;           // something was gripped or released in this step
        int reached;           // targets
        struct sim_vec3 tip;   // [m] last seen
        struct sim_vec3 place; // [m] where it last worked
        double since;          // [m] its way since then
        double way, straight;  // [m] between the places
    } control;
    struct {
        double moved, stood, since; // [s] in which it counts; stood since the last move
        bool any;
    } motion;
    struct {
        double
            value[VEH_CONTROL_COUNT];  // of the levers in the step before, or farthest on their way
        int8_t way[VEH_CONTROL_COUNT]; // that they go: -1, 1; 0: they have not moved yet
        double sum;                    // of what is counted
        int felled, loaded, targets;   // pieces
    } hand;
    struct {
        int reached;
        double most, sum; // [m] beyond the last target, of those before
    } overshoot;
    struct {
        bool known;
        struct sim_vec3 tip; // [m] last seen
        double sum, way;     // [m^2] distance times way, [m]
    } line;
    struct {
        bool known; // before
        unsigned before;
        int count;
    } ends;
    struct {
        int tree; // last gripped, + 1
        int count;
    } grip;
    struct {
        // Stems of the grip before and of this one, + 1; 0: none.
        int last[DAT_GRIP_PIECES], present[DAT_GRIP_PIECES];
        bool opening; // the operator opens
        bool open;    // nothing was gripped since the operator has opened
        bool again;   // this grip is counted
        int count;
    } regrip;
    struct {
        double distance; // [m]
        double load;     // logs with which a distance counts, 0: none does
    } drive;
};

struct dat_metric_info {
    unsigned needs;            // enum dat_need
    bool forbidden;            // an exercise in which it happened is not passed
    struct dat_phrase task;    // as a goal: "fell {} trees"
    struct dat_phrase yield;   // in the sentence at the end: "{} trees felled"
    struct dat_result_row row; // of the result page
    const char *advice; // in English, to somebody who loses points by it; NULL: there is none
    // The row of the metric whose goal start() gets: the logs that must be in the bunk for the
    // distance to count. NULL where start is.
    const struct dat_metric_info *measure;
    // The state begins as zeros. start, event and step may be NULL.
    void (*start)(union dat_metric_state *state, double goal);
    void (*event)(union dat_metric_state *state, const struct veh_event *event);
    void (*step)(union dat_metric_state *state, const struct dat_observation *now);
    double (*value)(const union dat_metric_state *state);
};

// Whether a value moves its function: what is less is a hand that rests on the lever. A setting
// moves nothing.
bool dat_lever_moves(enum veh_control lever, double value);
// Is it one that moves the crane's tip, or turns what hangs from it?
bool dat_lever_of_crane(enum veh_control lever);

// For `value`: the mean of `mean`, and it in percent; 0 without any weight.
double dat_metric_mean(const union dat_metric_state *state);
double dat_metric_mean_percent(const union dat_metric_state *state);

const struct dat_metric_info *dat_metric_info(enum dat_metric metric);
const char *dat_metric_name(enum dat_metric metric); // "carried_m"
const char *dat_metric_unit(enum dat_metric metric); // "m"; "": a count
const char *dat_metric_help(enum dat_metric metric);
// The metric whose goal this one needs; itself where it needs none.
enum dat_metric dat_metric_measure(enum dat_metric metric);
