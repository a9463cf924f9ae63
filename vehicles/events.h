// Events of a worksite: what has happened in a step. One table describes each kind; the record, the
// head-up display, the pictures and docs/database.md read it, so that a new event is a new row.
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

// Enumerator; name, in the record and of its row in events.c, without which it does not compile.
// clang-format off
#define VEH_EVENTS(EVENT) \
    EVENT(TREE_GRIPPED, tree_gripped) \
    EVENT(SAW_STARTED, saw_started) \
    EVENT(SAW_STALLED, saw_stalled) \
    EVENT(TREE_FELLED, tree_felled) \
    EVENT(BAR_PINCHED, bar_pinched) \
    EVENT(BUTT_SPLIT, butt_split) \
    EVENT(STEM_DOWN, stem_down) \
    EVENT(CUT_PROPOSED, cut_proposed) \
    EVENT(CUT_FORCED, cut_forced) \
    EVENT(GRADE_MARKED, grade_marked) \
    EVENT(LENGTH_REACHED, length_reached) \
    EVENT(BUTT_FOUND, butt_found) \
    EVENT(LOG_MEASURED, log_measured) \
    EVENT(LOG_CUT, log_cut) \
    EVENT(LOG_REJECTED, log_rejected) \
    EVENT(CONTROL_STEM, control_stem) \
    EVENT(LOG_CHECKED, log_checked) \
    EVENT(CONTROL_MEASURED, control_measured) \
    EVENT(LENGTH_CALIBRATED, length_calibrated) \
    EVENT(DIAMETER_CALIBRATED, diameter_calibrated) \
    EVENT(CALIBRATION_REFUSED, calibration_refused) \
    EVENT(STEM_TOPPED, stem_topped) \
    EVENT(STEM_BUNCHED, stem_bunched) \
    EVENT(ARMS_FULL, arms_full) \
    EVENT(CUT_TOO_SMALL, cut_too_small) \
    EVENT(STEM_RELEASED, stem_released) \
    EVENT(LOG_GRIPPED, log_gripped) \
    EVENT(LOG_LOADED, log_loaded) \
    EVENT(LOG_UNLOADED, log_unloaded) \
    EVENT(LOG_LOST, log_lost) \
    EVENT(LOG_KEPT_LOOSE, log_kept_loose) \
    EVENT(GRIP_WEIGHED, grip_weighed) \
    EVENT(TREE_HIT, tree_hit) \
    EVENT(TREE_DAMAGED, tree_damaged) \
    EVENT(TREE_BROKEN, tree_broken) \
    EVENT(TREE_UPROOTED, tree_uprooted) \
    EVENT(HOSE_BURST, hose_burst) \
    EVENT(ENGINE_STALLED, engine_stalled) \
    EVENT(TIP_NEAR, tip_near) \
    EVENT(TIPPED, tipped) \
    EVENT(LEFT_TERRAIN, left_terrain) \
    EVENT(UNSOLVED, unsolved) \
    EVENT(FAULT, fault)
// clang-format on

#define VEH_EVENT_KIND(KIND, name) VEH_EVENT_##KIND,
enum veh_event_kind { VEH_EVENTS(VEH_EVENT_KIND) VEH_EVENT_COUNT };
#undef VEH_EVENT_KIND
#define VEH_EVENT_BIT(KIND) (UINT64_C(1) << VEH_EVENT_##KIND) // in a set of kinds

enum { VEH_EVENT_NUMBERS = 10 };

struct veh_event {
    enum veh_event_kind kind;
    double time;                      // [s]
    int machine, stem, tree;          // indices, -1: none
    double number[VEH_EVENT_NUMBERS]; // as the table says
    const char *text;                 // the same; valid as long as the event
};

// Which of its indices an event sets; the others are -1.
enum veh_event_subject { VEH_OF_MACHINE = 1, VEH_OF_STEM = 2, VEH_OF_TREE = 4 };

// The places from which an event is seen.
enum veh_event_sight {
    VEH_SEEN_NOWHERE, // inside the machine
    VEH_SEEN_AT_TIP,  // of the crane
    VEH_SEEN_FROM_FAR // a whole tree
};

struct veh_event_number {
    const char *key;     // in the record: "length_m"; NULL: the event has no such number
    const char *unit;    // "m"; "": a count
    const char *meaning; // for the manual
    int decimals;        // in a sentence
};

struct veh_event_info {
    const char *title;   // for reports
    const char *meaning; // for the manual
    unsigned subjects;   // enum veh_event_subject
    struct veh_event_number number[VEH_EVENT_NUMBERS];
    struct {
        const char *key, *meaning; // key NULL: the event has no text
    } text;
    // For the operator, NULL: nothing is said. "{length_m}" stands for the number with that key.
    const char *sentence;
    bool warning;
    enum veh_event_sight sight;
};

const struct veh_event_info *veh_event_info(enum veh_event_kind kind);
// "log_cut": in the record, and the key of the sentence in a translation.
const char *veh_event_name(enum veh_event_kind kind);
// Writes the sentence, the table's own or its translation, with the event's numbers, which have the
// decimal mark '.' or ','. Returns text.
const char *veh_event_say(const struct veh_event *event, const char *sentence, char mark,
                          char *text, size_t size);
