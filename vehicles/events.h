// Events of a worksite: what has happened in a step. One table describes each kind; the record, the
// head-up display, the pictures and docs/database.md read it, so that a new event is a new row.
#pragma once

#include <stdbool.h>
#include <stddef.h>

enum veh_event_kind {
    VEH_EVENT_TREE_GRIPPED,
    VEH_EVENT_SAW_STARTED,
    VEH_EVENT_TREE_FELLED,
    VEH_EVENT_STEM_DOWN,
    VEH_EVENT_LENGTH_REACHED,
    VEH_EVENT_LOG_CUT,
    VEH_EVENT_STEM_RELEASED,
    VEH_EVENT_LOG_GRIPPED,
    VEH_EVENT_LOG_LOADED,
    VEH_EVENT_LOG_UNLOADED,
    VEH_EVENT_LOG_LOST,
    VEH_EVENT_TREE_HIT,
    VEH_EVENT_TIPPED,
    VEH_EVENT_LEFT_TERRAIN,
    VEH_EVENT_UNSOLVED,
    VEH_EVENT_FAULT,
    VEH_EVENT_COUNT
};

struct veh_event {
    enum veh_event_kind kind;
    double time;             // [s]
    int machine, stem, tree; // indices, -1: none
    double number[2];        // as the table says
    const char *text;        // the same; valid as long as the event
};

// Which of its indices an event sets; the others are -1.
enum veh_event_subject { VEH_OF_MACHINE = 1, VEH_OF_STEM = 2, VEH_OF_TREE = 4 };

// Where there is something to see.
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
    const char *name;    // "log_cut": in the record, and the key of the sentence in a translation
    const char *meaning; // for the manual
    unsigned subjects;   // enum veh_event_subject
    struct veh_event_number number[2];
    struct {
        const char *key, *meaning; // key NULL: the event has no text
    } text;
    // For the operator, NULL: nothing is said. "{length_m}" stands for the number with that key.
    const char *sentence;
    bool warning;
    enum veh_event_sight sight;
};

const struct veh_event_info *veh_event_info(enum veh_event_kind kind);
const char *veh_event_name(enum veh_event_kind kind); // "log_cut"
// Writes the sentence, the table's own or its translation, with the event's numbers. Returns text.
const char *veh_event_say(const struct veh_event *event, const char *sentence, char *text,
                          size_t size);
