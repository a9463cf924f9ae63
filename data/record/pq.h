// A connection to a PostgreSQL server. Values travel in binary form, so a number arrives with all
// its bits.
//
// A call waits for the server for 15 s at most, and gives up at once when another thread has called
// dat_pq_abort(); but libpq looks a host's name up as long as the system takes. A call that returns
// false, NULL or -1 has written a sentence for the user to problem, which never has the password in
// it. After a failure that dat_pq_is_up() tells from a lost connection, the transaction is the
// caller's to roll back.
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "data/text/problem.h"

struct dat_pq;

// Whether the address can be read, without asking the server. False with a sentence in problem.
bool dat_pq_address(const char *address, struct dat_problem *problem);

// A server that is not connected yet. address: as libpq reads it, a URI
// ("postgresql://user@host/database") or "name=value ...". Missing values come from libpq's
// environment and files. NULL: it cannot be read, or out of memory.
struct dat_pq *dat_pq_create(const char *address, struct dat_problem *problem);
void dat_pq_destroy(struct dat_pq *pq); // NULL is allowed

// "the server HOST" or "the server at SOCKET", for sentences.
const char *dat_pq_name(const struct dat_pq *pq);

// Connects, after closing what was open.
bool dat_pq_connect(struct dat_pq *pq, struct dat_problem *problem);
bool dat_pq_is_up(const struct dat_pq *pq);

// For another thread: makes the current call and all later ones fail.
void dat_pq_abort(struct dat_pq *pq);

// Whether the last call has failed for the values themselves, which would fail again.
bool dat_pq_refused_values(const struct dat_pq *pq);

// A parameter of a statement. Texts and bytes are borrowed.
struct dat_pq_value {
    enum { DAT_PQ_NULL, DAT_PQ_INTEGER, DAT_PQ_REAL, DAT_PQ_TEXT, DAT_PQ_BYTES } type;
    int64_t integer;
    double real;
    const void *bytes; // of a text and of bytes
    size_t size;
};
struct dat_pq_value dat_pq_integer(int64_t value);
struct dat_pq_value dat_pq_text(const char *text); // NULL is SQL's NULL

// Statements without parameters and rows; several, with ';' between them, are one transaction.
bool dat_pq_execute(struct dat_pq *pq, const char *sql, struct dat_problem *problem);

// The rows of one statement with the parameters $1, $2, ...; the caller destroys them.
struct dat_pq_rows *dat_pq_query(struct dat_pq *pq, const char *sql,
                                 const struct dat_pq_value *values, int count,
                                 struct dat_problem *problem);
void dat_pq_rows_destroy(struct dat_pq_rows *rows); // NULL is allowed
int dat_pq_rows_count(const struct dat_pq_rows *rows);
int dat_pq_rows_columns(const struct dat_pq_rows *rows);
// The value at a place, whose bytes live as long as the rows. Types other than bigint, double
// precision, text and bytea must be cast to one of these by the statement.
struct dat_pq_value dat_pq_rows_value(const struct dat_pq_rows *rows, int row, int column);
// The integer in the first row's first column, or otherwise.
int64_t dat_pq_rows_integer(const struct dat_pq_rows *rows, int64_t otherwise);
// That of a query, 0 where it has no row.
bool dat_pq_number(struct dat_pq *pq, const char *sql, const struct dat_pq_value *values, int count,
                   int64_t *number, struct dat_problem *problem);

// Rows for a table, to be sent at once. All members zero is an empty one.
struct dat_pq_copy {
    unsigned char *items;
    int count, capacity;
};
// The beginning of a row of so many values, and its values in the order of the columns. False: out
// of memory.
bool dat_pq_copy_row(struct dat_pq_copy *copy, int values);
bool dat_pq_copy_value(struct dat_pq_copy *copy, const struct dat_pq_value *value);
void dat_pq_copy_finish(struct dat_pq_copy *copy);
// sql: "COPY table (columns) FROM STDIN BINARY".
bool dat_pq_send(struct dat_pq *pq, const char *sql, struct dat_pq_copy *copy,
                 struct dat_problem *problem);
