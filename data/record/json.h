// Sessions as JSON, for `kranich sessions` and the programs that read its files.
#pragma once

#include <jansson.h>

#include "data/record/store.h"

enum dat_session_detail {
    DAT_SESSION_SUMMARY, // the row of the session table
    DAT_SESSION_RECORD,  // and its files, events and logs
    DAT_SESSION_ALL,     // and every change of the inputs
};

// The numbers and words of the session's result, to 15 digits, by their names; the caller drops the
// reference. NULL: it has no result.
json_t *dat_session_figures(const struct dat_session_info *info);

// The list as a new JSON array of strings, with null for a text that is not UTF-8. The caller
// releases it.
json_t *dat_names_json(const struct dat_name_list *list);

// The session as a new JSON object, which the caller releases. Keys are the columns of
// docs/database.md. NULL with a sentence in problem: the database cannot be read, or out of memory.
// With more than the summary, "damage" has a sentence for everything that is wrong with the record;
// where the inputs are damaged, those before the damage are kept and "inputs.damaged" is true.
json_t *dat_session_json(struct dat_store *store, const struct dat_session_info *info,
                         enum dat_session_detail detail, struct dat_problem *problem);
