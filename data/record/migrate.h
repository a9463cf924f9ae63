// Older versions of the session database.
#pragma once

#include "data/record/sql.h"

#define DAT_SCHEMA_VERSION 11 // user_version in data/record/schema.sql

// Brings a database from version, 1 or later, to DAT_SCHEMA_VERSION within the caller's
// transaction. False with a sentence in problem.
bool dat_migrate(struct dat_store *store, int64_t version, struct dat_problem *problem);
