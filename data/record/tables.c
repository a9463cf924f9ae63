#include "data/record/tables.h"

#include <assert.h>
#include <stdio.h>
#include <string.h>

static bool add_column(struct dat_table *table, sqlite3_stmt *row) {
    if (table->count == DAT_COLUMNS_MAX)
        return false;
    struct dat_column *column = &table->columns[table->count++];
    (void)snprintf(column->name, sizeof column->name, "%s",
                   (const char *)sqlite3_column_text(row, 1));
    (void)snprintf(column->type, sizeof column->type, "%s",
                   (const char *)sqlite3_column_text(row, 2));
    column->required = sqlite3_column_int(row, 3) != 0;
    return true;
}

// The table that the row belongs to; NULL: too many.
static struct dat_table *table_of(struct dat_tables *tables, const char *name) {
    if (strcmp(name, "session") == 0)
        return &tables->session;
    if (strcmp(name, "state") == 0)
        return &tables->state;
    for (int i = 0; i < tables->count; i++)
        if (strcmp(tables->items[i].name, name) == 0)
            return &tables->items[i];
    return tables->count < DAT_TABLES_MAX ? &tables->items[tables->count++] : NULL;
}

bool dat_tables_read(struct dat_store *store, struct dat_tables *tables,
                     struct dat_problem *problem) {
    *tables = (struct dat_tables){.count = 0};
    sqlite3_stmt *query = dat_sql_prepare(
        store,
        "SELECT t.name, c.name, c.type, c.\"notnull\""
        " FROM main.sqlite_schema AS t, pragma_table_info(t.name) AS c"
        " WHERE t.type = 'table' AND (t.name = 'session' AND c.name NOT IN "
        "('id', 'trainee_id')"
        " OR EXISTS (SELECT 1 FROM pragma_table_info(t.name) WHERE name = 'session_id'))"
        " ORDER BY t.name, c.cid",
        problem);
    if (query == NULL)
        return false;
    int code;
    bool fits = true;
    while (fits && (code = sqlite3_step(query)) == SQLITE_ROW) {
        const char *name = (const char *)sqlite3_column_text(query, 0);
        struct dat_table *table = table_of(tables, name);
        fits = table != NULL && add_column(table, query);
        if (fits)
            (void)snprintf(table->name, sizeof table->name, "%s", name);
    }
    assert(fits); // the schema is ours
    if (code != SQLITE_DONE)
        dat_sql_report(store, problem);
    sqlite3_finalize(query);
    return code == SQLITE_DONE;
}

void dat_table_print_columns(const struct dat_table *table, const char *prefix, FILE *sql) {
    for (int i = 0; i < table->count; i++)
        fprintf(sql, "%s%s%s", i > 0 ? ", " : "", prefix, table->columns[i].name);
}

struct dat_pq_value dat_table_value(sqlite3_stmt *row, int column) {
    struct dat_pq_value value = {.type = DAT_PQ_NULL};
    switch (sqlite3_column_type(row, column)) {
    case SQLITE_INTEGER:
        return dat_pq_integer(sqlite3_column_int64(row, column));
    case SQLITE_FLOAT:
        value.type = DAT_PQ_REAL;
        value.real = sqlite3_column_double(row, column);
        return value;
    case SQLITE_TEXT:
    case SQLITE_BLOB:
        value.type = sqlite3_column_type(row, column) == SQLITE_TEXT ? DAT_PQ_TEXT : DAT_PQ_BYTES;
        value.bytes = sqlite3_column_blob(row, column); // as it is, in UTF-8
        value.size = (size_t)sqlite3_column_bytes(row, column);
        return value;
    default:
        return value;
    }
}

void dat_table_bind(sqlite3_stmt *statement, int parameter, const struct dat_pq_value *value) {
    switch (value->type) {
    case DAT_PQ_NULL:
        sqlite3_bind_null(statement, parameter);
        break;
    case DAT_PQ_INTEGER:
        sqlite3_bind_int64(statement, parameter, value->integer);
        break;
    case DAT_PQ_REAL:
        sqlite3_bind_double(statement, parameter, value->real);
        break;
    case DAT_PQ_TEXT:
        sqlite3_bind_text64(statement, parameter, value->bytes, value->size, SQLITE_STATIC,
                            SQLITE_UTF8);
        break;
    case DAT_PQ_BYTES:
        sqlite3_bind_blob64(statement, parameter, value->bytes, value->size, SQLITE_STATIC);
        break;
    }
}
