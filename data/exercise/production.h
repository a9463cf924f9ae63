// Messages of StanForD 2010 about a recorded session: harvested production (.hpr), quality control
// (.hqc), monitoring (.mom), and forwarded production (.fpr) of a forwarder.
#pragma once

#include "data/record/store.h"

enum dat_production_result {
    DAT_PRODUCTION_WRITTEN,
    DAT_PRODUCTION_REFUSED, // the session has none, or its files are no longer those it was made of
    DAT_PRODUCTION_FAILED, // the database cannot be read, the file not be written, or out of memory
};

enum dat_production_message { DAT_MESSAGE_HPR, DAT_MESSAGE_HQC, DAT_MESSAGE_MOM, DAT_MESSAGE_FPR };

// Writes the stems that were felled in the session, with their logs, to path, as a whole or not at
// all; a quality control has the logs that the machine has measured, monitoring their sums. A
// forwarder's session has forwarded production, the loads that were unloaded, and monitoring.
// Diameters at breast height, heights and places come from the session's stand, which must not have
// changed since. *left_out logs were cut from no tree of the stand, and are not in the file. With a
// sentence in problem where the result is another than DAT_PRODUCTION_WRITTEN.
enum dat_production_result dat_production_write(struct dat_store *store,
                                                const struct dat_session_info *info,
                                                enum dat_production_message message,
                                                const char *path, int *left_out,
                                                struct dat_problem *problem);
