// The tables that hold sessions, as data/record/schema.sql has them: what the database of a seat
// and that of a server have in common.
#pragma once

#include "data/record/pq.h"
#include "data/record/sql.h"

struct dat_column {
    char name[32];
    char type[8];  // INTEGER, REAL, TEXT or BLOB
    bool required; // NOT NULL
};

enum { DAT_COLUMNS_MAX = 40, DAT_TABLES_MAX = 12 };

struct dat_table {
    char name[32];
    struct dat_column columns[DAT_COLUMNS_MAX];
    int count;
};

struct dat_tables {
    struct dat_table session; // without id and trainee_id, which are numbered by each database
    // Follows from the inputs, so it has rules of its own: rows may be missing.
    struct dat_table state;
    // The others with a session_id. session_id is the first column, as in `state`; the second one
    // numbers the rows of a session upwards. Rows are added, and never changed.
    struct dat_table items[DAT_TABLES_MAX];
    int count;
};

// Of the database of the store, which has the present version.
bool dat_tables_read(struct dat_store *store, struct dat_tables *tables,
                     struct dat_problem *problem);

// Appends "a, b, c" with prefix before each name to the SQL.
void dat_table_print_columns(const struct dat_table *table, const char *prefix, FILE *sql);

// The value of the row's column, which lives until the next step of the statement.
struct dat_pq_value dat_table_value(sqlite3_stmt *row, int column);
// Binds the value; it must live until the statement is stepped.
void dat_table_bind(sqlite3_stmt *statement, int parameter, const struct dat_pq_value *value);
