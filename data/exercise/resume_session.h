// Resumes an interrupted session at the end of its record: its steps are repeated at full speed,
// their states are compared with the recorded ones, and recording continues.
#pragma once

#include "data/exercise/recorded.h"

enum dat_resume_result {
    DAT_RESUMED,
    DAT_RESUME_REFUSED,  // see problem: it is not interrupted, or runs to other states now
    DAT_RESUME_BAD_FILE, // the exercise cannot be read any more, see d
    DAT_RESUME_FAILED,   // the database or memory
};

// store is open for writing and outlives the practice, which must not move; so must recorded, whose
// exercise the practice uses. The caller finishes both whatever the result, the practice first.
enum dat_resume_result dat_resume_session(struct dat_store *store, int64_t session,
                                          struct dat_recorded *recorded,
                                          struct dat_practice *practice, struct dat_diagnostics *d,
                                          struct dat_problem *problem);
