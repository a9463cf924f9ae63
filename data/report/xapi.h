// A recorded session as statements of the Experience API in the profile cmi5, for a learning record
// store: initialized, completed, passed or failed, terminated. The same session always has the same
// statements with the same ids, so that one that arrives twice is stored once. One that was
// interrupted and continued (train --resume) has other ids, and the same registration.
#pragma once

#include <jansson.h>

#include "data/record/session.h"

// The session must have ended. home: an IRI of the school ("https://school.example"), to which the
// trainees' names and the exercises belong. A new JSON array, which the caller releases; NULL: out
// of memory.
json_t *dat_xapi_statements(const struct dat_session_info *session, const char *home);
