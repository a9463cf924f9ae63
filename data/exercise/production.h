// Harvested production of a recorded session (.hpr, StanForD 2010).
#pragma once

#include "data/record/store.h"

enum dat_production_result {
    DAT_PRODUCTION_WRITTEN,
    DAT_PRODUCTION_REFUSED, // the session has none, or its files are no longer those it was made of
    DAT_PRODUCTION_FAILED, // the database cannot be read, the file not be written, or out of memory
};

// Writes the stems that were felled in the session, with their logs, to path, as a whole or not at
// all. Diameters at breast height, heights and places come from the session's stand, which must
// not have changed since. *left_out logs were cut from no tree of the stand, and are not in the
// file. With a sentence in problem where the result is another than DAT_PRODUCTION_WRITTEN.
enum dat_production_result dat_production_write(struct dat_store *store,
                                                const struct dat_session_info *info,
                                                const char *path, int *left_out,
                                                struct dat_problem *problem);
