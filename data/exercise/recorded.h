// A recorded session with all that running it again needs: the exercise, loaded again, and the
// inputs of every step.
#pragma once

#include "data/exercise/practice.h"
#include "data/record/input_codec.h"
#include "data/record/store.h"

struct dat_replay_def {
    int64_t session; // > 0
    // The scenario file and the machine file to read instead of those at the recorded paths, NULL:
    // those. With another scenario file, its own machine is the default.
    const char *exercise, *machine;
};

enum dat_replay_result {
    DAT_REPLAY_DONE,
    DAT_REPLAY_NO_SUCH,  // there is no session of that number
    DAT_REPLAY_DAMAGED,  // its inputs are not what was recorded, see damage
    DAT_REPLAY_BAD_FILE, // the exercise cannot be read any more, see diagnostics
    DAT_REPLAY_FAILED    // the database or memory
};

struct dat_recorded {
    struct dat_session_info info;
    struct dat_input_list inputs;  // in order, without a gap
    struct dat_event_list events;  // those of the record
    struct dat_exercise *exercise; // owned; NULL: not loaded
    bool interrupted;              // the session has no end, only what was written before
    bool numbered;                 // the user's species have the session's numbers meanwhile
    bool other_machine;            // the name of the loaded machine is not the recorded one
    bool from_copies; // the exercise is that of the copies which the session keeps of its files
    bool same_files;  // with def.exercise: all recorded files had the same content
    struct dat_name_list changed; // sentences about the session's files that have changed
    struct dat_name_list damage;  // sentences about damage to the record
};

// Reads the session only: its exercise is not loaded, and may be gone. Its inputs may be damaged,
// which is then in damage. The caller finishes recorded whatever the result.
enum dat_replay_result dat_recorded_read(struct dat_store *store, int64_t session,
                                         struct dat_recorded *recorded,
                                         struct dat_problem *problem);
// Reads the session and loads its exercise; until it is finished, the user's own species have the
// numbers that the session gave them (data/exercise/own_species.h). d is initialised here. The
// caller finishes recorded whatever the result; damage and, without def->exercise, changed are also
// filled where the session cannot be replayed.
enum dat_replay_result dat_recorded_load(struct dat_store *store, const struct dat_replay_def *def,
                                         struct dat_recorded *recorded, struct dat_diagnostics *d,
                                         struct dat_problem *problem);
void dat_recorded_finish(struct dat_recorded *recorded); // accepts a zeroed struct
int64_t dat_recorded_steps(const struct dat_recorded *recorded);

// Gives the levers of one step after the other.
struct dat_lever_reader {
    const struct dat_recorded *recorded; // must outlive the reader
    int channel[VEH_CONTROL_COUNT];      // of the record, -1: it has none of that name
    int guide_channel[DAT_GUIDE_COUNT];  // the same
    unsigned guides;                     // of the last step, as in a practice
    int fault_channel;                   // the same
    int fault;                           // that the last step injected, 0: none
    int channels;
    int chunk; // that is being decoded
    struct dat_input_decoder decoder;
    int64_t step; // whose levers come next
    int event;    // that is to be looked at next
};

void dat_lever_reader_init(struct dat_lever_reader *reader, const struct dat_recorded *recorded);
void dat_lever_reader_seek(struct dat_lever_reader *reader, int64_t step); // 0 to all steps
// The plan as it was drawn before the step whose levers come next; call it before each of them.
void dat_lever_reader_plan(struct dat_lever_reader *reader, struct dat_practice *practice);
// False: the record has no more.
bool dat_lever_reader_next(struct dat_lever_reader *reader, struct veh_controls *levers);
// The same for all following steps in which nothing is moved otherwise. Returns how many they are,
// 0: the record has no more. Steps that are alike may come as several runs.
int64_t dat_lever_reader_run(struct dat_lever_reader *reader, struct veh_controls *levers);
// Makes the next step of the record in the practice. False: the record has no more.
bool dat_lever_reader_step(struct dat_lever_reader *reader, struct dat_practice *practice);
