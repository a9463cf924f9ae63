// The words of a report, in the language of whoever reads it.
#pragma once

#include "data/metrics/metric.h"
#include "terrain/species.h"
#include "vehicles/controls.h"
#include "vehicles/events.h"

// English; a translation is filled in by ui/input/report_text.h.
// clang-format off
#define DAT_REPORT_WORDS(WORD) \
    WORD(WITH, "with") \
    WORD(MINUTES, "min") \
    WORD(SESSION, "session") \
    WORD(RUNNING, "running") \
    WORD(PASSED, "passed") \
    WORD(FAILED, "failed") \
    WORD(STOPPED, "stopped") \
    WORD(ERROR, "error") \
    WORD(INTERRUPTED, "interrupted") \
    WORD(NO_RESULT, "The record of the session has no result.") \
    WORD(MARK, "Mark") \
    WORD(NO_MARK, "none") \
    WORD(BRONZE, "bronze") \
    WORD(SILVER, "silver") \
    WORD(GOLD, "gold") \
    WORD(OF_100_POINTS, "of 100 points") \
    WORD(NOT_DONE, "The exercise's task is not done, so there are no marks yet.") \
    WORD(GOAL, "goal") \
    WORD(VALUE, "value") \
    WORD(POINTS_LOST, "points lost") \
    WORD(ADVICE, "advice") \
    WORD(LOAD_TICKETS, "Load tickets") \
    WORD(LOAD, "load") \
    WORD(FULL_AT, "full at") \
    WORD(UNLOADED_AT, "unloaded at") \
    WORD(ASSORTMENT, "assortment") \
    WORD(LOGS, "logs") \
    WORD(M3_OVER_BARK, "m³ over bark") \
    WORD(PLAN, "Plan and way") \
    WORD(PLANNED_WAY, "planned way") \
    WORD(DRIVEN_WAY, "driven way") \
    WORD(OFF_MEAN, "off the plan, in the mean") \
    WORD(OFF_MOST, "off the plan, at most") \
    WORD(POINTS_PASSED, "points passed") \
    WORD(PILES_TAKEN, "piles loaded from") \
    WORD(PILES_IN_ORDER, "piles in the planned order") \
    WORD(RESULT, "Result") \
    WORD(FIGURE, "figure") \
    WORD(WHAT_IT_IS, "what it is") \
    WORD(CRANE, "Working with the crane") \
    WORD(AT_ONCE, "functions at once") \
    WORD(AT_ONCE_HELP, "mean number of crane functions that are moved while one is; trainees reach about 1.8 after five hours, experts 2 and more") \
    WORD(STANDING, "standing crane") \
    WORD(STANDING_HELP, "share of the time between the first and the last move of the crane in which it was not moved; experts keep it moving nearly all the time") \
    WORD(REVERSALS, "reversals") \
    WORD(REVERSALS_HELP, "how often a lever of the crane went from one direction to the other, per minute of moving") \
    WORD(CRANE_MOVED, "crane moved") \
    WORD(CRANE_MOVED_HELP, "minutes and seconds in which the crane was moved") \
    WORD(MOVED_WHEN, "What was moved when") \
    WORD(MOVED_WHEN_HELP, "Height: how far the lever was moved. Upright lines: the events below.") \
    WORD(EVENTS, "Events") \
    WORD(EVENT, "event") \
    WORD(LOG_TABLE, "Logs") \
    WORD(TREE, "tree") \
    WORD(SPECIES, "species") \
    WORD(LENGTH, "length m") \
    WORD(OFF_BY, "off by cm") \
    WORD(MIDDLE, "middle mm") \
    WORD(CURVE, "All sessions of this exercise") \
    WORD(CURVE_HELP, "The line: one's own, the oldest first. The band: the middle half of the group's.") \
    WORD(POINTS, "Points") \
    WORD(CRANE_CONTROL, "Crane control, per cent") \
    WORD(TIME, "Time, s") \
    WORD(GROUP, "All trainees") \
    WORD(GROUP_HELP, "Lines: the trainees. Dashed: the group's median in each attempt. The band: its middle half.") \
    WORD(TRAINEE_HELP, "The line: one's own attempts. Dashed: the group's median in each attempt. The band: its middle half.") \
    WORD(TRAINEE, "trainee") \
    WORD(ATTEMPT, "attempt") \
    WORD(ATTEMPTS, "attempts") \
    WORD(BEST_MARK, "best mark") \
    WORD(FIRST_POINTS, "points first") \
    WORD(LAST_POINTS, "last") \
    WORD(MOST_POINTS, "most") \
    WORD(LAST_CONTROL, "crane control last, per cent") \
    WORD(TRAINED, "hours of training") \
    WORD(START, "start (UTC)") \
    WORD(DURATION, "duration") \
    WORD(OUTCOME, "outcome") \
    WORD(MARK_COLUMN, "mark") \
    WORD(POINTS_COLUMN, "points") \
    WORD(CONTROL_COLUMN, "crane control, per cent") \
    WORD(SESSIONS, "Sessions") \
    WORD(TREE_TIMES, "Time per tree, in seconds") \
    WORD(ALL, "all") \
    WORD(MEAN, "mean") \
    WORD(EXPERIENCED, "experienced operators") \
    WORD(EXPERIENCED_HELP, "Experienced operators with trees of these volumes: Nurminen et al. 2006, final felling and thinning.") \
    WORD(WITHOUT_MOVING, "Without moving and other") \
    WORD(TABLES_GO_ON, "The figures above count until the goals are reached; these tables go on until the end of the session.") \
    WORD(GRIPS, "grips") \
    WORD(STOPS, "stops") \
    WORD(UNLOAD_GRIPS, "grips to unload") \
    WORD(ELEMENT, "element") \
    WORD(MOVING, "moving") \
    WORD(POSITIONING, "positioning") \
    WORD(FELLING, "felling") \
    WORD(PROCESSING, "processing") \
    WORD(BOOM_IN, "boom in") \
    WORD(OTHER, "other") \
    WORD(DRIVE_EMPTY, "drive empty") \
    WORD(LOADING, "loading") \
    WORD(DRIVE_WHILE_LOADING, "drive while loading") \
    WORD(DRIVE_LOADED, "drive loaded") \
    WORD(UNLOADING, "unloading") \
    WORD(HAUL_OTHER, "other") \
    WORD(METRIC_NOTES, "How the figures are computed, and what operators reach") \
    WORD(FORMULA, "formula") \
    WORD(NOVICES, "novices") \
    WORD(EXPERTS, "experts") \
    WORD(SOURCE, "source") \
    /* particulars of events, by their keys, and what some of them are (event_table.c) */ \
    WORD(INSTRUCTOR, "Instructor") \
    WORD(AT_STEM, "stem") \
    WORD(AT_DIAMETER, "diameter") \
    WORD(AT_TOP_SAW, "with the top saw") \
    WORD(AT_STUMP, "stump height") \
    WORD(AT_FORCE, "force") \
    WORD(AT_SPLIT, "split") \
    WORD(AT_LOST, "lost") \
    WORD(AT_TARGET, "target") \
    WORD(AT_FROM, "from") \
    WORD(AT_GRADE, "grade") \
    WORD(AT_LENGTH, "length") \
    WORD(AT_MEASURED_LENGTH, "measured length") \
    WORD(AT_MEASURED_TOP, "measured top") \
    WORD(AT_MEASURED_MID, "measured middle") \
    WORD(AT_TOP, "top diameter") \
    WORD(AT_MID, "middle diameter") \
    WORD(AT_LOG, "log") \
    WORD(AT_LENGTH_OFF, "lengths off by") \
    WORD(AT_DIAMETER_OFF, "diameters off by") \
    WORD(AT_PROPOSED, "correction proposed") \
    WORD(AT_ADD, "correction") \
    WORD(AT_ADD_PER_M, "correction per metre") \
    WORD(AT_CLASS, "class") \
    WORD(AT_BUNCH, "bunch") \
    WORD(AT_STEMS, "stems") \
    WORD(AT_CRITERIA, "reasons") \
    WORD(AT_WEIGHT, "weight") \
    WORD(AT_LOGS, "logs") \
    WORD(AT_DBH, "diameter at breast height") \
    WORD(AT_MOMENT, "moment") \
    WORD(AT_SHARE, "share of the weight") \
    WORD(AT_RESIDUAL, "residual") \
    WORD(AT_STEPS, "steps") \
    WORD(AT_CRITERION, "reason") \
    WORD(AT_WHAT, "in the grip") \
    WORD(AT_PART, "part") \
    WORD(AT_VALVE, "function") \
    WORD(AT_FAULT, "cause") \
    WORD(AT_COMMAND, "command") \
    WORD(AT_TEXT, "text") \
    WORD(IS_OUTSIDE, "outside") \
    WORD(IS_IN_AIR, "in the air") \
    WORD(IS_MOVING, "moving") \
    WORD(IS_GRAPPLE, "grapple") \
    WORD(IS_TILTED, "tilted") \
    WORD(IS_SLIPPING, "slipping") \
    WORD(IS_STRUCK, "struck") \
    WORD(IS_BARK, "bark") \
    WORD(IS_CROWN, "crown") \
    WORD(IS_TOP, "top") \
    WORD(IS_MIXED, "mixed") \
    WORD(IS_PAUSE, "pause") \
    WORD(IS_CONTINUE, "continue") \
    WORD(IS_NOTE, "note") \
    WORD(IS_END, "end") \
    WORD(IS_RESTART, "restart") \
    WORD(IS_CHOOSE, "begin") \
    WORD(IS_INJECT, "inject a fault") \
    WORD(IS_REPLAY, "replay") \
    WORD(IS_SET, "setting")
// clang-format on

#define DAT_REPORT_WORD(KEY, english) DAT_WORD_##KEY,
enum dat_report_word { DAT_REPORT_WORDS(DAT_REPORT_WORD) DAT_REPORT_WORD_COUNT };
#undef DAT_REPORT_WORD

// Nothing is owned.
struct dat_report_texts {
    const char *language;     // its code, "en"
    const char *decimal_mark; // "." or ","
    const char *word[DAT_REPORT_WORD_COUNT];
    // NULL: there is none, and its name stands for it.
    const char *title[DAT_METRIC_COUNT], *advice[DAT_METRIC_COUNT], *help[DAT_METRIC_COUNT];
    // Of the metrics' notes (data/metrics/notes.h), NULL as there.
    const char *formula[DAT_METRIC_COUNT], *novices[DAT_METRIC_COUNT], *experts[DAT_METRIC_COUNT],
        *source[DAT_METRIC_COUNT];
    const char *control[VEH_CONTROL_COUNT];
    const char *event[VEH_EVENT_COUNT];
    const char *species[TER_SPECIES_COUNT];
};

// Static storage.
const char *dat_report_word_key(enum dat_report_word word); // "WITH"
const char *dat_report_word_english(enum dat_report_word word);
const struct dat_report_texts *dat_report_english(void);
// The species of that name in a record; the name itself where it is the user's own.
const char *dat_report_species(const struct dat_report_texts *texts, const char *name);
