#include "data/metrics/notes.h"

#include <assert.h>

// The publications, each once.
#define POLOWY "Polowy and Rutkowski 2024, Forests 15(8) 1277, trainees on a simulator"
#define PURFUERST "Purfürst and Erler 2011, IJFE 22(2), 32 operators in thinning"
#define CAN_BUS                                                                                    \
    "CAN-bus study of 418 grips, Croatian Journal of Forest Engineering 2026, "                    \
    "10.5552/crojfe.2026.3915"
#define NURMINEN "Nurminen et al. 2006, Silva Fennica 40(2)"
#define MANNER "Manner et al. 2016, Silva Fennica 50(4) 1546, 8868 loads of final fellings"
#define PISKUNOV "Piskunov 2021, 10.5552/crojfe.2021.863"
#define SIREN "Sirén 2000, IJFE 12, first thinnings; Sirén et al. 2015, CROJFE 36(1)"
#define SIMULATOR "simulator study of 12 trainees, Croatian Journal of Forest Engineering 41(1)"
#define RUTS                                                                                       \
    "Silva Fennica 10197: a rut is damage where it is longer than 1 m and deeper than 10 cm on "   \
    "mineral soil, 20 cm on peat"
#define TAITAJA                                                                                    \
    "Taitaja 2018, final of the Finnish championship of vocational skills on a forwarder"
#define METHOD "Skogforsk, quoted by nvl.org: instruction in the machine"

// clang-format off
static const struct dat_metric_note notes[DAT_METRIC_COUNT] = {
    [DAT_TREES_FELLED] = {.formula = "number of events `tree_felled`"},
    [DAT_MARKED_FELLED] = {.formula = "100 (M - m) / M; M marked trees at the start, m of them left"},
    [DAT_STUMP_HEIGHT_MAX] = {.formula = "largest `stump_height_m` of the events `tree_felled`", .source = SIMULATOR ": the height of the cut tells levels of skill apart"},
    [DAT_STUMP_HEIGHT_MEAN] = {.formula = "sum of `stump_height_m` over the events `tree_felled` / their number", .source = SIMULATOR ": the height of the cut tells levels of skill apart"},
    [DAT_BUTTS_SPLIT] = {.formula = "number of events `butt_split`"},
    [DAT_FALL_ERROR_MAX] = {.formula = "largest angle, level, from the direction stump to stake to the direction of the stem when it lies (`stem_down`)", .source = SIMULATOR},
    [DAT_LOGS_CUT] = {.formula = "number of events `log_cut`"},
    [DAT_LOGS_REJECTED] = {.formula = "number of events `log_rejected`: true grade of the log worse than `worst_grade` of its product"},
    [DAT_BUNCH_MAX] = {.formula = "largest `stems` of the events `stem_bunched`"},
    [DAT_VALUE] = {.formula = "100 sum of V(log) / sum of V*(tree); V(log) is price by class times volume of the best product that the log is good for, V* the dynamic programme of docs/bucking.md on the true stem above the stump"},
    [DAT_MAX_LENGTH_ERROR] = {.formula = "largest |`length_m` - `target_m`| of the events `log_cut` with a target"},
    [DAT_LOGS_CHECKED] = {.formula = "number of events `log_checked`"},
    [DAT_CALIBRATIONS] = {.formula = "number of events `length_calibrated`"},
    [DAT_LENGTH_BIAS] = {.formula = "|sum of (`measured_length_m` of `log_measured` - `length_m` of `log_cut`)| / logs, since the last `length_calibrated`"},
    [DAT_DIAMETER_BIAS] = {.formula = "|sum of (`measured_top_m` of `log_measured` - `top_m` of `log_cut`)| / logs, since the last `length_calibrated`"},
    [DAT_LOGS_LOADED] = {.formula = "logs whose middle is within the loading space of the bunk, now"},
    [DAT_LOGS_FUSED] = {.formula = "logs that have lain still on the load for so long that they ride as one body with it, now"},
    [DAT_LOGS_LOST] = {.formula = "number of events `log_lost`"},
    [DAT_PAYLOAD] = {.formula = "sum of the masses of the logs in the bunk, now"},
    [DAT_LOGS_PILED] = {.formula = "logs once in a bunk that now lie in a pile: two or more, the middle of each within 1 m of the axis of the next"},
    [DAT_PILES_MIXED] = {.formula = "piles of such logs that differ in species or by more than 15 cm in length, now"},
    [DAT_PILE_HEIGHT_MAX] = {.formula = "largest height of an end's upper side above the ground below it, over all such piles"},
    [DAT_PILE_ENDS_MAX] = {.formula = "max - min of the ends' places along the pile, on the side where that is less; the largest of all piles"},
    [DAT_LOGS_LANDED] = {.formula = "logs once in a bunk whose middle is above the landing of their assortment, now"},
    [DAT_LOGS_ON_TRUCKS] = {.formula = "logs in the loading spaces of all trucks, now"},
    [DAT_LOGS_MISPLACED] = {.formula = "logs once in a bunk whose middle is above the landing of another assortment, now"},
    [DAT_LANDING_EXCESS_MAX] = {.formula = "max(0, height of the pile - `max_height` of its landing), the largest"},
    [DAT_LANDING_ENDS_MAX] = {.formula = "max - min of the ends' places along the landing, on the sides that `straight` names; the largest"},
    [DAT_PILE_ORDER] = {.formula = "100 n / N; N logs brought to landings (to piles, where none has come to a landing), n of them turned by 10 degrees from the pile at most and with |end - median of all ends| of 0.3 m at most"},
    [DAT_TOWER_LOGS] = {.formula = "logs of the tower of most layers; a log belongs to it that is at rest and not in the grapple, and, above the lowest layer, is clear of the ground and lies across logs of the tower on both sides of its centre of mass. Once per second; a number counts after 2 s, a smaller one at once", .source = TAITAJA ": a tower of five bolts that stands free for 2 s"},
    [DAT_TOWER_LAYERS] = {.formula = "1 + number of logs below one another under the highest log of that tower", .source = TAITAJA ": a tower of five bolts that stands free for 2 s"},
    [DAT_TOWER_TURN_MAX] = {.formula = "largest |90 degrees - angle|, seen from above, between a log of that tower and one that it lies on"},
    [DAT_CARRIED] = {.formula = "distance driven while at least as many logs as are to be loaded lie in the bunk", .source = MANNER, .expert = "219 m from stand to road in the mean, 174 m in the median"},
    [DAT_TREES_HIT] = {.formula = "number of events `tree_hit`: 8 kN or more, once per tree; the head that reaches for a tree may touch it, so a tree that is gripped next does not count"},
    [DAT_TREES_DAMAGED] = {.formula = "number of events `tree_damaged`, once per tree", .source = SIREN, .expert = "4.6 % of the trees that stay, from operator to operator 1.1 to 9.1 %; in selection cutting 21.5 %"},
    [DAT_TREES_BROKEN] = {.formula = "number of events `tree_broken` and `tree_uprooted`"},
    [DAT_STAYING_HIT] = {.formula = "number of events `tree_hit` of trees that are not marked", .source = SIREN, .expert = "4.6 % of the trees that stay are damaged, from operator to operator 1.1 to 9.1 %"},
    [DAT_STAYING_BARK] = {.formula = "number of events `tree_damaged` with `part` bark, of trees that are not marked", .source = SIREN, .expert = "4.6 % of the trees that stay are damaged, from operator to operator 1.1 to 9.1 %"},
    [DAT_STAYING_CROWN] = {.formula = "number of events `tree_damaged` with `part` crown or top, of trees that are not marked", .source = SIREN},
    [DAT_STAYING_DOWN] = {.formula = "number of events `tree_broken` and `tree_uprooted` of trees that are not marked"},
    [DAT_STAYING_FORCE] = {.formula = "largest contact force of any step between a tree that is not marked and the machine (not its head at work there) or a loose stem"},
    [DAT_TIPS] = {.formula = "number of events `tipped`"},
    [DAT_DRIVEN] = {.formula = "sum of the level distances between places at least 5 cm apart"},
    [DAT_RUT_DEPTH_MAX] = {.formula = "depth of the deepest cell of the ground that has sunk by 0.1 m or more", .source = RUTS, .expert = "0.6 cm in the mean of thinnings (Sirén 2000)"},
    [DAT_RUT_DEPTH_MEAN] = {.formula = "volume of the cells that have sunk by 0.1 m or more / their area", .source = RUTS, .expert = "0.6 cm in the mean of thinnings, of all ruts (Sirén 2000)"},
    [DAT_RUT_LENGTH] = {.formula = "way of the wheels over ground that has sunk by 0.1 m or more", .source = RUTS},
    [DAT_WHEEL_SLIP] = {.formula = "100 sum of the treads' way that was lost / sum of the treads' way, over all wheels and steps"},
    [DAT_FUEL] = {.formula = "integral of the engine's fuel flow", .source = METHOD, .expert = "7 to 8 % less after instruction in method"},
    [DAT_AIDED] = {.formula = "time of the steps in which the crane was moved with an aid on"},
    [DAT_GUIDED] = {.formula = "100 time with any guidance shown / time, until everything is done"},
    [DAT_TIME] = {.formula = "time of the step in which all that is to be reached was, else of the last step", .source = SIMULATOR ": it falls for 1.5 of the first 4 h"},
    [DAT_TARGETS_REACHED] = {.formula = "targets reached one after the other, each within its radius for its time"},
    [DAT_TREES_GRIPPED] = {.formula = "events `tree_gripped` of a tree that differs from that of the event before"},
    [DAT_GRIPS] = {.formula = "number of events `tree_gripped`, and of `log_gripped` that are the first since the operator has opened the grapple", .source = CAN_BUS, .expert = "18 s a grip of 4 logs"},
    [DAT_REGRIPS] = {.formula = "grips of which a piece was in the grip before, that the operator has opened, and has not been loaded since", .source = CAN_BUS, .expert = "each costs 14.4 s; levelling the ends of a bundle 6.1 s"},
    [DAT_CRANE_CONTROL] = {.formula = "100 sum of |p(k) - p(k-1)| / way of the tip between them; p: the tip at targets, grips, releases and logs laid, in the frame of the machine", .source = POLOWY, .novice = "63 at the start", .expert = "80 after 9 h; schools give full points from 70 on"},
    [DAT_TIP_PATH] = {.formula = "sum of |p(t) - p(t - dt)|, p the tip in the frame of the machine", .source = POLOWY},
    [DAT_TIP_PATH_PER_PIECE] = {.formula = "`tip_path_m` / (trees felled + logs loaded + targets reached)", .source = POLOWY, .novice = "falls for 3 to 4 h", .expert = "23.8 m a tree at the least"},
    [DAT_TIME_PER_PIECE] = {.formula = "`time_s` / (trees felled + logs loaded + targets reached)", .source = POLOWY, .expert = "75 s a tree after 15 h"},
    [DAT_FUNCTIONS] = {.formula = "sum over the steps with any crane lever moved of their number / number of these steps; moved: by more than 5 %", .source = POLOWY, .novice = "rises for 5 h", .expert = "about 1.8"},
    [DAT_CRANE_STANDING] = {.formula = "100 time without a crane lever moved in which tongs and knives turn by less than 0.05 rad/s / time, between the first and the last move; without driving, and from the felling cut to the release of the top", .source = PURFUERST, .expert = "nearly 0: experts keep the crane moving"},
    [DAT_LEVER_MOVES] = {.formula = "ways of a crane lever of more than 10 % between two changes of its direction / pieces as above", .source = CAN_BUS, .expert = "108 per grip, of all functions of a forwarder"},
    [DAT_LEVER_WAY] = {.formula = "sum of |u(t) - u(t - dt)| over the crane's levers / pieces as above"},
    [DAT_SWING] = {.formula = "mean over the time in which the crane is moved of the angle from the plumb below the tip to the tool"},
    [DAT_OVERSHOOT] = {.formula = "mean over the targets of the largest (p - target) . d until the next is reached, d the direction of arrival, less the way to the next target along d"},
    [DAT_PATH_ERROR] = {.formula = "sum of e |dp| / sum of |dp|, e the distance of the tip from the line between the last and the next target"},
    [DAT_LIMIT_HITS] = {.formula = "times that slew, boom, jib or telescope came within 0.5 % of its range of an end"},
    [DAT_LEAN] = {.formula = "largest angle between the machine's upward axis and the plumb"},
    [DAT_MOVING] = {.formula = "time of the element / trees begun", .source = NURMINEN, .expert = "4.6 s in final felling, 6.0 s in thinning"},
    [DAT_POSITIONING] = {.formula = "time of the element / trees begun", .source = NURMINEN, .expert = "6.0 s"},
    [DAT_FELLING] = {.formula = "time of the element / trees begun", .source = NURMINEN, .expert = "0.068 + 0.142 x min in final felling, 0.093 + 0.101 x in thinning, x m³ the stem"},
    [DAT_PROCESSING] = {.formula = "time of the element / trees begun", .source = NURMINEN, .expert = "0.071 + 0.616 x - 0.180 x² min for spruce"},
    [DAT_BOOM_IN] = {.formula = "time of the element / trees begun", .source = NURMINEN, .expert = "2.8 s in final felling, 2.9 s in thinning"},
    [DAT_OTHER_PER_TREE] = {.formula = "time of the element / trees begun", .source = PURFUERST, .expert = "nearly 0: experts keep the crane moving"},
    [DAT_DRIVE_EMPTY] = {.formula = "time of the element / loads begun", .source = MANNER, .expert = "4.3 min for 219 m: 51 m/min"},
    [DAT_LOADING] = {.formula = "time of the element / logs loaded", .source = CAN_BUS "; " MANNER, .expert = "18 s a grip of 4 logs: 4.5 s a log; 14.3 min of crane work a load"},
    [DAT_DRIVE_WHILE_LOADING] = {.formula = "time of the element / loads begun", .source = MANNER, .expert = "5.3 min a load"},
    [DAT_DRIVE_LOADED] = {.formula = "time of the element / loads begun", .source = MANNER, .expert = "3.8 min for 219 m: 58 m/min"},
    [DAT_UNLOADING] = {.formula = "time of the element / logs loaded", .source = MANNER "; " PISKUNOV, .expert = "8.8 min a load, 7.4 of them crane work"},
    [DAT_OTHER_PER_LOAD] = {.formula = "time of the element / loads begun", .source = MANNER, .expert = "14 % of the time"},
};
// clang-format on

const struct dat_metric_note *dat_metric_note(enum dat_metric metric) {
    assert(metric >= 0 && metric < DAT_METRIC_COUNT);
    return &notes[metric];
}
