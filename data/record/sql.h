// Shared by the files of the session database: the store, and SQL with sentences for the user.
// Private to data/record; other rooms use store.h.
//
// Invariants:
//  1. Every change is one transaction, opened with BEGIN IMMEDIATE and rolled back where a step of
//     it fails.
//  2. While a store is open for writing it holds the write lock, so a session without an outcome
//     belongs to this store's own recorder or to a program that is dead.
//  3. The mutex is held while the connection is used. The functions of store.h lock it, those of
//     this header expect it locked.
#pragma once

#include <limits.h>
#include <pthread.h>

#include <sqlite3.h>

#include "data/record/store.h"
#include "data/record/trust.h"

struct dat_store {
    char path[PATH_MAX];
    sqlite3 *db;
    int lock;                  // descriptor, -1 while the store is for reading
    struct dat_server *server; // NULL: the store is a file (data/record/server.h)
    struct dat_seal_key key;   // of states; read when it is first needed
    enum { DAT_KEY_UNREAD, DAT_KEY_READ, DAT_KEY_MISSING } key_state;
    struct dat_trust trust; // likewise: whose states are used
    bool trust_known;
    pthread_mutex_t mutex;
    bool damaged; // a statement has found it so
};

// Puts a sentence about the connection's last error into problem.
void dat_sql_report(struct dat_store *store, struct dat_problem *problem);

// All return false or NULL with a sentence in problem.
bool dat_sql_execute(struct dat_store *store, const char *sql, struct dat_problem *problem);
bool dat_sql_begin(struct dat_store *store, struct dat_problem *problem);
// Ends the transaction: commits it where ok, else, and where that fails, rolls it back.
bool dat_sql_commit(struct dat_store *store, bool ok, struct dat_problem *problem);
sqlite3_stmt *dat_sql_prepare(struct dat_store *store, const char *sql,
                              struct dat_problem *problem);
// Runs a statement that gives no rows, and makes it ready to be bound again.
bool dat_sql_step(struct dat_store *store, sqlite3_stmt *statement, struct dat_problem *problem);
// The number in the first row's first column.
bool dat_sql_number(struct dat_store *store, const char *sql, int64_t *number,
                    struct dat_problem *problem);

// Copies the whole database, as it is at one moment, into the empty database to.
bool dat_sql_copy(struct dat_store *store, sqlite3 *to, struct dat_problem *problem);

// Binds one value per letter of format: i int64_t, r double, t text (NULL: SQL's NULL; borrowed
// until the statement is stepped), h uint64_t as 16 hexadecimal digits. The types must match
// exactly.
void dat_sql_bind(sqlite3_stmt *statement, const char *format, ...);
// Prepares, binds and runs a statement that gives no rows.
bool dat_sql_run(struct dat_store *store, struct dat_problem *problem, const char *sql,
                 const char *format, ...);
