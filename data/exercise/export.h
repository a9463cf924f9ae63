// The exercise that a finished harvest leaves for the forwarder.
#pragma once

#include "data/exercise/recorded.h"

enum dat_export_result {
    DAT_EXPORT_WRITTEN,
    DAT_EXPORT_REFUSED, // nothing to forward, or the session does not run as it was recorded
    DAT_EXPORT_FAILED   // the database, a file that cannot be read or written, or memory
};

// Runs the session again and writes its site, with the trees that still stand, stumps, logs and
// slash where they lie, and an exercise of loading the logs with the machine of that file, into
// folder: forward.yaml, lying.csv, site/ and machines/. The machine starts on the road where it is
// free; on a site without a road, where the harvester did. *logs gets the number of logs. With a
// sentence in problem where the result is another than DAT_EXPORT_WRITTEN.
enum dat_export_result dat_export_exercise(struct dat_store *store, int64_t session,
                                           const char *machine, const char *folder, int *logs,
                                           struct dat_problem *problem);
