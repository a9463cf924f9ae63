#include "data/record/server_schema.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

bool dat_server_version(struct dat_pq *pq, int64_t *version, struct dat_problem *problem) {
    *version = 0;
    struct dat_pq_rows *rows = dat_pq_query(
        pq, "SELECT count(*) FROM pg_class WHERE oid = to_regclass('kranich')", NULL, 0, problem);
    if (rows == NULL)
        return false;
    const bool present = dat_pq_rows_integer(rows, 0) > 0;
    dat_pq_rows_destroy(rows);
    if (!present)
        return true;
    rows = dat_pq_query(pq, "SELECT version FROM kranich", NULL, 0, problem);
    if (rows == NULL)
        return false;
    *version = dat_pq_rows_integer(rows, 0);
    dat_pq_rows_destroy(rows);
    if (*version <= DAT_SERVER_VERSION)
        return true;
    dat_problem_set(problem,
                    "%s: its session database was written by a newer Kranich (its version is "
                    "%" PRId64 ", this program knows %d): update the program",
                    dat_pq_name(pq), *version, DAT_SERVER_VERSION);
    return false;
}

static const char *type_of(const struct dat_column *column) {
    static const char *const types[][2] = {
        {"INTEGER", "bigint"}, {"REAL", "double precision"}, {"TEXT", "text"}, {"BLOB", "bytea"}};
    size_t i = 0;
    while (strcmp(types[i][0], column->type) != 0)
        i++;
    return types[i][1];
}

// The table with the columns that all versions have, which are those that must not be NULL, and
// then each other column by itself, so that it does not matter which the server has already. first:
// columns of the server alone; last: its keys.
static void print_table(const struct dat_table *table, const char *first, const char *last,
                        FILE *sql) {
    fprintf(sql, "CREATE TABLE IF NOT EXISTS %s (%s", table->name, first);
    for (int i = 0; i < table->count; i++)
        if (table->columns[i].required)
            fprintf(sql, "%s %s NOT NULL, ", table->columns[i].name, type_of(&table->columns[i]));
    fprintf(sql, "%s);", last);
    for (int i = 0; i < table->count; i++)
        if (!table->columns[i].required)
            fprintf(sql, "ALTER TABLE %s ADD COLUMN IF NOT EXISTS %s %s;", table->name,
                    table->columns[i].name, type_of(&table->columns[i]));
}

static void print_rows_table(const struct dat_table *table, FILE *sql) {
    char keys[160];
    (void)snprintf(keys, sizeof keys,
                   "FOREIGN KEY (session_id) REFERENCES session (id) ON DELETE CASCADE,"
                   " PRIMARY KEY (session_id, %s)",
                   table->columns[1].name);
    print_table(table, "", keys, sql);
}

static void print_schema(const struct dat_tables *tables, int64_t version, FILE *sql) {
    if (version == 8 || version == 9) // their states have no seals, or ones that name no signer
        fputs("DROP TABLE IF EXISTS state;", sql);
    fputs("CREATE TABLE IF NOT EXISTS kranich (version bigint NOT NULL);"
          "CREATE TABLE IF NOT EXISTS seat (id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,"
          " uuid text NOT NULL UNIQUE, name text NOT NULL);"
          "CREATE TABLE IF NOT EXISTS trainee (id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,"
          " name text NOT NULL UNIQUE, created_utc text NOT NULL);",
          sql);
    print_table(&tables->session,
                "id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,"
                " seat_id bigint NOT NULL REFERENCES seat (id), number bigint NOT NULL,"
                " trainee_id bigint NOT NULL REFERENCES trainee (id), ",
                "UNIQUE (seat_id, number, start_utc)", sql);
    fputs("CREATE TABLE IF NOT EXISTS deleted (seat_id bigint NOT NULL REFERENCES seat (id),"
          " number bigint NOT NULL, start_utc text NOT NULL,"
          " PRIMARY KEY (seat_id, number, start_utc));",
          sql);
    print_rows_table(&tables->state, sql);
    // The bytes are compressed already.
    fputs("ALTER TABLE state ALTER COLUMN bytes SET STORAGE EXTERNAL;", sql);
    for (int i = 0; i < tables->count; i++)
        print_rows_table(&tables->items[i], sql);
    fprintf(sql, "DELETE FROM kranich; INSERT INTO kranich VALUES (%d);", DAT_SERVER_VERSION);
}

// In the transaction that the caller has begun. Two seats may come at the same time: the second one
// waits, and finds the tables of the first.
static bool bring_up(struct dat_pq *pq, const struct dat_tables *tables,
                     struct dat_problem *problem) {
    int64_t version;
    if (!dat_pq_execute(pq, "DO 'BEGIN PERFORM pg_advisory_xact_lock(1265787246); END'", problem) ||
        !dat_server_version(pq, &version, problem))
        return false;
    if (version == DAT_SERVER_VERSION)
        return true;
    char *text = NULL;
    size_t size = 0;
    FILE *sql = open_memstream(&text, &size);
    if (sql == NULL) {
        dat_problem_set(problem, "out of memory");
        return false;
    }
    print_schema(tables, version, sql);
    const bool ok = fclose(sql) == 0 && dat_pq_execute(pq, text, problem);
    free(text);
    return ok;
}

bool dat_server_prepare(struct dat_pq *pq, const struct dat_tables *tables,
                        struct dat_problem *problem) {
    int64_t version;
    if (!dat_server_version(pq, &version, problem))
        return false;
    if (version == DAT_SERVER_VERSION)
        return true;
    if (!dat_pq_execute(pq, "BEGIN", problem))
        return false;
    if (bring_up(pq, tables, problem) && dat_pq_execute(pq, "COMMIT", problem))
        return true;
    if (dat_pq_is_up(pq))
        (void)dat_pq_execute(pq, "ROLLBACK", NULL);
    return false;
}

static bool keep_present(struct dat_pq *pq, struct dat_table *table, struct dat_problem *problem) {
    const struct dat_pq_value name = dat_pq_text(table->name);
    struct dat_pq_rows *rows =
        dat_pq_query(pq,
                     "SELECT attname::text FROM pg_attribute WHERE attrelid = to_regclass($1) AND "
                     "attnum > 0 AND NOT attisdropped",
                     &name, 1, problem);
    if (rows == NULL)
        return false;
    int kept = 0;
    for (int i = 0; i < table->count; i++) {
        bool present = false;
        for (int k = 0; k < dat_pq_rows_count(rows) && !present; k++)
            present = strcmp(dat_pq_rows_value(rows, k, 0).bytes, table->columns[i].name) == 0;
        if (present)
            table->columns[kept++] = table->columns[i];
    }
    table->count = kept;
    dat_pq_rows_destroy(rows);
    return true;
}

bool dat_server_keep_present(struct dat_pq *pq, struct dat_tables *tables,
                             struct dat_problem *problem) {
    const int all = tables->state.count;
    bool ok =
        keep_present(pq, &tables->session, problem) && keep_present(pq, &tables->state, problem);
    if (tables->state.count < all) // those of an earlier version are of no use
        tables->state.count = 0;
    for (int i = 0; ok && i < tables->count; i++)
        ok = keep_present(pq, &tables->items[i], problem);
    return ok;
}
