// Whether the record of a session is what was recorded.
#pragma once

#include "data/record/store.h"

// Enters a sentence for everything that is wrong with the record of the session: of its row, of its
// events, logs and files, which must be numbered without a gap up to the last and have their
// checksums, and of its inputs (data/record/inputs.h). Of each kind, the first damage is named.
// What was recorded by a version without checksums is not checked for them. False with a sentence
// in problem where the database cannot be read or memory is missing. The caller finishes the list
// in any case.
bool dat_session_check(struct dat_store *store, const struct dat_session_info *info,
                       struct dat_name_list *damage, struct dat_problem *problem);

// Enters what SQLite finds wrong with the structure of the database; the same for the rest.
bool dat_store_check(struct dat_store *store, struct dat_name_list *damage,
                     struct dat_problem *problem);
