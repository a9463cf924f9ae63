// Detects damage to the record of a session.
#pragma once

#include "data/record/store.h"

// Enters a sentence for everything that is wrong with the record of the session: of its row, of its
// events, logs and files, which must be numbered without a gap up to the last and have their
// checksums, and of its inputs (data/record/inputs.h). Of each kind, the first damage is named.
// Rows written by a version without checksums are not checked for them. info was read from the same
// store. False with a sentence in problem: the database cannot be read, or out of memory. The
// caller finishes the list in any case.
bool dat_session_check(struct dat_store *store, const struct dat_session_info *info,
                       struct dat_name_list *damage, struct dat_problem *problem);

// Enters the errors that SQLite finds in the structure of the database; otherwise like
// dat_session_check().
bool dat_store_check(struct dat_store *store, struct dat_name_list *damage,
                     struct dat_problem *problem);
