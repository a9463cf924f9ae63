// The tables of sessions on a PostgreSQL server: those of data/record/schema.sql with the same
// columns, and the seats that write to them. docs/database.md explains the differences.
#pragma once

#include "data/record/migrate.h"
#include "data/record/tables.h"

// Rises with that of a database; at 7 of these, the server got states.
enum { DAT_SERVER_VERSION = DAT_SCHEMA_VERSION + 1 };

// Whether the server has our tables, and of which version; *version is 0 where it has none. False
// with a sentence in problem: it cannot be asked, or a newer program has written them.
bool dat_server_version(struct dat_pq *pq, int64_t *version, struct dat_problem *problem);

// Creates what is missing of the tables, and brings up those of an older version.
bool dat_server_prepare(struct dat_pq *pq, const struct dat_tables *tables,
                        struct dat_problem *problem);

// Removes those columns that the server's tables of an older version do not have yet.
bool dat_server_keep_present(struct dat_pq *pq, struct dat_tables *tables,
                             struct dat_problem *problem);
