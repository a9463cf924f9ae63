#include "data/record/migrate.h"

#include <assert.h>

// The statements that bring a database from the version to the next one. Earlier rows are not
// changed: their new columns are NULL, which means "not known".
static const char *const steps[DAT_SCHEMA_VERSION] = {
    [1] = "ALTER TABLE session ADD COLUMN machine_file TEXT;"
          "ALTER TABLE input ADD COLUMN checksum INTEGER;"
          "ALTER TABLE input ADD COLUMN state_hash TEXT"
          " CHECK (state_hash IS NULL OR length(state_hash) = 16);"
          "CREATE TABLE file ("
          " session_id INTEGER NOT NULL REFERENCES session (id) ON DELETE CASCADE,"
          " number INTEGER NOT NULL CHECK (number >= 1),"
          " path TEXT NOT NULL,"
          " hash TEXT NOT NULL CHECK (length(hash) = 16),"
          " PRIMARY KEY (session_id, number)"
          ") STRICT, WITHOUT ROWID;"
          "PRAGMA user_version = 2;",
    [2] = "ALTER TABLE session ADD COLUMN events INTEGER;"
          "ALTER TABLE session ADD COLUMN logs INTEGER;"
          "ALTER TABLE session ADD COLUMN files INTEGER;"
          "ALTER TABLE session ADD COLUMN checksum INTEGER;"
          "ALTER TABLE event ADD COLUMN checksum INTEGER;"
          "ALTER TABLE log ADD COLUMN checksum INTEGER;"
          "ALTER TABLE file ADD COLUMN checksum INTEGER;"
          "PRAGMA user_version = 3;",
    [3] = "CREATE TABLE unlocked ("
          " trainee_id INTEGER NOT NULL REFERENCES trainee (id) ON DELETE CASCADE,"
          " exercise TEXT NOT NULL CHECK (length(exercise) > 0),"
          " PRIMARY KEY (trainee_id, exercise)"
          ") STRICT, WITHOUT ROWID;"
          "PRAGMA user_version = 4;",
    [4] = "ALTER TABLE session ADD COLUMN parameters TEXT"
          " CHECK (parameters IS NULL OR json_valid(parameters));"
          "PRAGMA user_version = 5;",
    [5] = "CREATE TABLE state ("
          " session_id INTEGER NOT NULL REFERENCES session (id) ON DELETE CASCADE,"
          " step INTEGER NOT NULL CHECK (step >= 1),"
          " layout TEXT NOT NULL CHECK (length(layout) = 16),"
          " state_hash TEXT NOT NULL CHECK (length(state_hash) = 16),"
          " size INTEGER NOT NULL CHECK (size >= 1),"
          " checksum INTEGER NOT NULL,"
          " bytes BLOB NOT NULL,"
          " PRIMARY KEY (session_id, step)"
          ") STRICT;"
          "PRAGMA user_version = 6;",
    [6] = "CREATE TABLE seat ("
          " id INTEGER PRIMARY KEY CHECK (id = 1),"
          " uuid TEXT NOT NULL CHECK (length(uuid) = 32)"
          ") STRICT;"
          "PRAGMA user_version = 7;",
    // States that were not sealed are recomputed.
    [7] = "DROP TABLE state;"
          "CREATE TABLE state ("
          " session_id INTEGER NOT NULL REFERENCES session (id) ON DELETE CASCADE,"
          " step INTEGER NOT NULL CHECK (step >= 1),"
          " layout TEXT NOT NULL CHECK (length(layout) = 16),"
          " state_hash TEXT NOT NULL CHECK (length(state_hash) = 16),"
          " size INTEGER NOT NULL CHECK (size >= 1),"
          " seal BLOB NOT NULL CHECK (length(seal) = 32),"
          " bytes BLOB NOT NULL,"
          " PRIMARY KEY (session_id, step)"
          ") STRICT;"
          "PRAGMA user_version = 8;",
    // So are those whose seals name no signer.
    [8] = "DROP TABLE state;"
          "CREATE TABLE state ("
          " session_id INTEGER NOT NULL REFERENCES session (id) ON DELETE CASCADE,"
          " step INTEGER NOT NULL CHECK (step >= 1),"
          " layout TEXT NOT NULL CHECK (length(layout) = 16),"
          " state_hash TEXT NOT NULL CHECK (length(state_hash) = 16),"
          " size INTEGER NOT NULL CHECK (size >= 1),"
          " seal BLOB NOT NULL CHECK (length(seal) = 96),"
          " bytes BLOB NOT NULL,"
          " PRIMARY KEY (session_id, step)"
          ") STRICT;"
          "PRAGMA user_version = 9;",
    [9] = "CREATE TABLE file_copy ("
          " session_id INTEGER NOT NULL REFERENCES session (id) ON DELETE CASCADE,"
          " number INTEGER NOT NULL CHECK (number >= 1),"
          " size INTEGER NOT NULL CHECK (size >= 0),"
          " bytes BLOB NOT NULL,"
          " PRIMARY KEY (session_id, number)"
          " ) STRICT;"
          "PRAGMA user_version = 10;",
    [10] = "ALTER TABLE session ADD COLUMN figures TEXT"
           " CHECK (figures IS NULL OR json_valid(figures));"
           "PRAGMA user_version = 11;",
};

bool dat_migrate(struct dat_store *store, int64_t version, struct dat_problem *problem) {
    assert(version >= 1 && version <= DAT_SCHEMA_VERSION);
    bool ok = true;
    for (; ok && version < DAT_SCHEMA_VERSION; version++)
        ok = dat_sql_execute(store, steps[version], problem);
    return ok;
}
