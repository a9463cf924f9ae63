#include "data/record/send_rows.h"

#include <stdio.h>
#include <stdlib.h>

// Prepares the query of those rows of the table whose second column is above ?2.
static sqlite3_stmt *select_rows(struct dat_row_way *way, const struct dat_table *table,
                                 struct dat_problem *problem) {
    char *text = NULL;
    size_t size = 0;
    FILE *sql = open_memstream(&text, &size);
    if (sql != NULL) {
        fputs("SELECT ", sql);
        dat_table_print_columns(table, "", sql);
        fprintf(sql, " FROM %s WHERE session_id = ?1 AND %s > ?2 ORDER BY 2", table->name,
                table->columns[1].name);
    }
    sqlite3_stmt *query = NULL;
    if (sql != NULL && fclose(sql) == 0)
        query = dat_sql_prepare(way->store, text, problem);
    else
        dat_problem_set(problem, "out of memory");
    free(text);
    return query;
}

// The present row, as the server is to have it.
static bool append_row(sqlite3_stmt *row, const struct dat_table *table, int64_t id,
                       struct dat_pq_copy *copy) {
    bool fits = dat_pq_copy_row(copy, table->count);
    for (int i = 0; fits && i < table->count; i++) {
        const struct dat_pq_value value = i == 0 ? dat_pq_integer(id) : dat_table_value(row, i);
        fits = dat_pq_copy_value(copy, &value);
    }
    return fits;
}

static bool collect_rows(struct dat_row_way *way, const struct dat_table *table, int64_t after,
                         int most, struct dat_pq_copy *copy, struct dat_problem *problem) {
    sqlite3_stmt *query = select_rows(way, table, problem);
    if (query == NULL)
        return false;
    dat_sql_bind(query, "ii", way->number, after);
    int code;
    bool fits = true;
    while (fits && (code = sqlite3_step(query)) == SQLITE_ROW && copy->count < most)
        fits = append_row(query, table, way->id, copy);
    if (!fits)
        dat_problem_set(problem, "out of memory");
    else if (code != SQLITE_DONE && code != SQLITE_ROW)
        dat_sql_report(way->store, problem);
    way->damaged = fits && code == SQLITE_CORRUPT;
    sqlite3_finalize(query);
    return fits && (code == SQLITE_DONE || code == SQLITE_ROW);
}

static bool copy_in(struct dat_row_way *way, const struct dat_table *table,
                    struct dat_pq_copy *copy, struct dat_problem *problem) {
    char *text = NULL;
    size_t size = 0;
    FILE *sql = open_memstream(&text, &size);
    if (sql != NULL) {
        fprintf(sql, "COPY %s (", table->name);
        dat_table_print_columns(table, "", sql);
        fputs(") FROM STDIN BINARY", sql);
    }
    bool ok = sql != NULL && fclose(sql) == 0;
    if (ok)
        ok = dat_pq_send(way->pq, text, copy, problem);
    else
        dat_problem_set(problem, "out of memory");
    free(text);
    return ok;
}

bool dat_rows_send(struct dat_row_way *way, const struct dat_table *table, int most,
                   struct dat_problem *problem) {
    const struct dat_pq_value session = dat_pq_integer(way->id);
    struct dat_pq_copy copy = {.count = 0};
    int64_t last = 0;
    char mark[160];
    (void)snprintf(mark, sizeof mark, "SELECT coalesce(max(%s), -1) FROM %s WHERE session_id = $1",
                   table->columns[1].name, table->name);
    const bool ok = dat_pq_number(way->pq, mark, &session, 1, &last, problem) &&
                    collect_rows(way, table, last, most, &copy, problem) &&
                    (copy.count == 0 || copy_in(way, table, &copy, problem));
    dat_pq_copy_finish(&copy);
    return ok;
}
