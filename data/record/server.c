#include "data/record/server.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "data/record/checksum.h"
#include "data/record/server_schema.h"

enum { MALFORMED_NAMED = 3 }; // rows in one sentence

struct dat_server {
    struct dat_pq *pq;
    struct dat_tables tables; // the columns that the server has
    dat_store_tell *tell;     // NULL: nobody
    struct dat_name_list malformed;
};

// The origin of each session; fetched: its record is here.
static const char create_origin[] =
    "PRAGMA foreign_keys = ON;"
    "CREATE TEMP TABLE origin (id INTEGER PRIMARY KEY CHECK (id > 0), number INTEGER NOT NULL,"
    " seat TEXT NOT NULL, fetched INTEGER NOT NULL DEFAULT 0) STRICT";

// ---- malformed rows ----

// The server's tables have not the conditions of ours, and others may write to them too: its rows
// may be none that a session can have. They are left out, so that the others can be read.
struct malformed {
    int count;
    char rows[512]; // the first ones, and why
};

static bool is_malformed(int code) {
    return code == SQLITE_CONSTRAINT || code == SQLITE_TOOBIG || code == SQLITE_MISMATCH;
}

static void add_malformed(struct malformed *malformed, const char *table,
                          const struct dat_pq_rows *rows, int row, const char *reason) {
    const size_t used = strlen(malformed->rows);
    char *end = malformed->rows + used;
    const size_t room = sizeof malformed->rows - used;
    const char *separator = used > 0 ? ", " : "";
    const long long first = dat_pq_rows_value(rows, row, 0).integer;
    malformed->count++;
    if (malformed->count > MALFORMED_NAMED)
        return;
    if (strcmp(table, "session") == 0 || strcmp(table, "trainee") == 0)
        (void)snprintf(end, room, "%s%s %lld (%s)", separator, table, first, reason);
    else
        (void)snprintf(end, room, "%s%s %lld of session %lld (%s)", separator, table,
                       (long long)dat_pq_rows_value(rows, row, 1).integer, first, reason);
}

static bool tell_malformed(struct dat_server *server, const struct malformed *malformed,
                           struct dat_problem *problem) {
    char more[32] = "";
    struct dat_problem sentence;
    if (malformed->count == 0)
        return true;
    if (malformed->count > MALFORMED_NAMED)
        (void)snprintf(more, sizeof more, " and %d more", malformed->count - MALFORMED_NAMED);
    dat_problem_set(&sentence, "%s: malformed rows are left out: %s%s", dat_pq_name(server->pq),
                    malformed->rows, more);
    if (server->tell != NULL)
        server->tell(sentence.text);
    if (dat_name_list_add(&server->malformed, sentence.text))
        return true;
    dat_problem_set(problem, "out of memory");
    return false;
}

bool dat_server_malformed(struct dat_store *store, struct dat_name_list *sentences) {
    bool ok = true;
    for (int i = 0; ok && store->server != NULL && i < store->server->malformed.count; i++)
        ok = dat_name_list_add(sentences, store->server->malformed.items[i]);
    return ok;
}

// ---- copying rows ----

// False where the statement fails for another reason than the values.
static bool insert_row(struct dat_store *store, const char *table, sqlite3_stmt *insert,
                       const struct dat_pq_rows *rows, int row, struct malformed *malformed,
                       struct dat_problem *problem) {
    for (int i = 0; i < dat_pq_rows_columns(rows); i++) {
        const struct dat_pq_value value = dat_pq_rows_value(rows, row, i);
        dat_table_bind(insert, i + 1, &value);
    }
    struct dat_problem failure;
    if (dat_sql_step(store, insert, &failure))
        return true;
    if (!is_malformed(sqlite3_errcode(store->db))) {
        dat_problem_set(problem, "%s", failure.text);
        return false;
    }
    add_malformed(malformed, table, rows, row, sqlite3_errmsg(store->db));
    return true;
}

// Inserts the rows of a query of the server by a statement that has a parameter for each column.
static bool copy_rows(struct dat_store *store, const char *table, const char *from,
                      const struct dat_pq_value *id, const char *into,
                      struct dat_problem *problem) {
    struct malformed malformed = {.count = 0};
    struct dat_pq_rows *rows =
        dat_pq_query(store->server->pq, from, id, id != NULL ? 1 : 0, problem);
    if (rows == NULL)
        return false;
    sqlite3_stmt *insert = dat_sql_prepare(store, into, problem);
    bool ok = insert != NULL;
    for (int i = 0; ok && i < dat_pq_rows_count(rows); i++)
        ok = insert_row(store, table, insert, rows, i, &malformed, problem);
    sqlite3_finalize(insert);
    dat_pq_rows_destroy(rows);
    return ok && tell_malformed(store->server, &malformed, problem);
}

// The same for the columns of a table, with more of them before, by their names. last: what follows
// the table in the query.
static bool copy_table(struct dat_store *store, const struct dat_table *table, const char *more,
                       const char *last, const struct dat_pq_value *id,
                       struct dat_problem *problem) {
    char *text[2] = {NULL, NULL};
    size_t size[2];
    FILE *from = open_memstream(&text[0], &size[0]), *into = open_memstream(&text[1], &size[1]);
    int columns = table->count;
    for (const char *c = more; (c = strchr(c, ',')) != NULL; c++)
        columns++;
    if (from != NULL && into != NULL) {
        fprintf(from, "SELECT %s", more);
        dat_table_print_columns(table, "", from);
        fprintf(from, " FROM %s %s", table->name, last);
        fprintf(into, "INSERT INTO main.%s (%s", table->name, more);
        dat_table_print_columns(table, "", into);
        for (int i = 0; i < columns; i++)
            fprintf(into, "%s?%d", i > 0 ? ", " : ") VALUES (", i + 1);
        fputs(")", into);
    }
    bool ok = from != NULL && into != NULL;
    ok = (from == NULL || fclose(from) == 0) && ok;
    ok = (into == NULL || fclose(into) == 0) && ok;
    if (ok)
        ok = copy_rows(store, table->name, text[0], id, text[1], problem);
    else
        dat_problem_set(problem, "out of memory");
    free(text[0]);
    free(text[1]);
    return ok;
}

// ---- checksums ----

// The seat has computed them with its number of the session; here they get the server's, where they
// are right.
static bool renumber_sessions(struct dat_store *store, struct dat_problem *problem) {
    return dat_sql_execute(store,
                           "UPDATE session SET checksum = CASE checksum WHEN " //
                           DAT_SESSION_CHECKSUM_OF("(SELECT number FROM temp.origin AS o"
                                                   " WHERE o.id = session.id)",
                                                   "end_utc", "outcome") //
                           " THEN " DAT_SESSION_CHECKSUM("end_utc", "outcome") " ELSE checksum END",
                           problem);
}

static bool renumber_rows(struct dat_store *store, const struct dat_table *table, int64_t id,
                          struct dat_problem *problem) {
    char *text = NULL;
    size_t size = 0;
    FILE *sql = open_memstream(&text, &size);
    const char *function = strcmp(table->name, "input") == 0 ? "chunk_checksum" : "row_checksum";
    bool has_checksum = false;
    struct dat_table others = {.count = 0};
    for (int i = 1; i < table->count; i++)
        if (strcmp(table->columns[i].name, "checksum") == 0)
            has_checksum = true;
        else
            others.columns[others.count++] = table->columns[i];
    if (sql != NULL) {
        fprintf(sql, "UPDATE %s SET checksum = CASE checksum WHEN %s(?2, ", table->name, function);
        dat_table_print_columns(&others, "", sql);
        fprintf(sql, ") THEN %s(session_id, ", function);
        dat_table_print_columns(&others, "", sql);
        fputs(") ELSE checksum END WHERE session_id = ?1", sql);
    }
    bool ok = sql != NULL && fclose(sql) == 0;
    int64_t number = 0;
    char query[80];
    (void)snprintf(query, sizeof query, "SELECT number FROM temp.origin WHERE id = %lld",
                   (long long)id);
    if (!ok)
        dat_problem_set(problem, "out of memory");
    else if (has_checksum)
        ok = dat_sql_number(store, query, &number, problem) &&
             dat_sql_run(store, problem, text, "ii", id, number);
    free(text);
    return ok;
}

// ---- opening ----

static bool read_sessions(struct dat_store *store, struct dat_problem *problem) {
    return copy_rows(store, "trainee", "SELECT id, name, created_utc FROM trainee", NULL,
                     "INSERT INTO main.trainee (id, name, created_utc) VALUES (?1, ?2, ?3)",
                     problem) &&
           copy_rows(store, "session",
                     "SELECT session.id, number, name FROM session JOIN seat ON seat.id = seat_id",
                     NULL, "INSERT INTO temp.origin (id, number, seat) VALUES (?1, ?2, ?3)",
                     problem) &&
           copy_table(store, &store->server->tables.session, "id, trainee_id, ", "", NULL,
                      problem) &&
           dat_sql_execute(store,
                           "DELETE FROM session WHERE id NOT IN (SELECT id FROM temp.origin);"
                           "DELETE FROM temp.origin WHERE id NOT IN (SELECT id FROM session)",
                           problem) &&
           renumber_sessions(store, problem);
}

static bool check_version(struct dat_server *server, struct dat_problem *problem) {
    int64_t version;
    if (!dat_server_version(server->pq, &version, problem))
        return false;
    if (version > 0)
        return dat_server_keep_present(server->pq, &server->tables, problem);
    dat_problem_set(problem,
                    "%s: it has no session database; the first seat that sends its "
                    "sessions there creates it",
                    dat_pq_name(server->pq));
    return false;
}

bool dat_server_open(struct dat_store *store, const char *address, dat_store_tell *tell,
                     struct dat_problem *problem) {
    struct dat_server *server = calloc(1, sizeof *server);
    store->server = server;
    if (server == NULL) {
        dat_problem_set(problem, "out of memory");
        return false;
    }
    server->tell = tell;
    server->pq = dat_pq_create(address, problem);
    if (server->pq == NULL)
        return false;
    (void)snprintf(store->path, sizeof store->path, "of %s", dat_pq_name(server->pq));
    if (!dat_tables_read(store, &server->tables, problem) ||
        !dat_sql_execute(store, create_origin, problem) || !dat_pq_connect(server->pq, problem) ||
        !dat_pq_execute(server->pq, "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY", problem) ||
        !check_version(server, problem) || !dat_sql_begin(store, problem))
        return false;
    return dat_sql_commit(store, read_sessions(store, problem), problem);
}

void dat_server_close(struct dat_server *server) {
    if (server == NULL)
        return;
    dat_pq_destroy(server->pq);
    dat_name_list_finish(&server->malformed);
    free(server);
}

// ---- records ----

static bool fetch(struct dat_store *store, int64_t id, struct dat_problem *problem) {
    const struct dat_pq_value session = dat_pq_integer(id);
    const struct dat_tables *tables = &store->server->tables;
    bool ok = dat_sql_execute(store, "SAVEPOINT record", problem);
    for (int i = 0; ok && i < tables->count; i++)
        ok =
            tables->items[i].count == 0 ||
            (copy_table(store, &tables->items[i], "", "WHERE session_id = $1", &session, problem) &&
             renumber_rows(store, &tables->items[i], id, problem));
    ok = ok &&
         dat_sql_run(store, problem, "UPDATE temp.origin SET fetched = 1 WHERE id = ?1", "i", id);
    if (!ok)
        (void)dat_sql_execute(store, "ROLLBACK TO record", NULL);
    return dat_sql_execute(store, "RELEASE record", ok ? problem : NULL) && ok;
}

bool dat_server_need(struct dat_store *store, int64_t id, struct dat_problem *problem) {
    if (store->server == NULL)
        return true;
    pthread_mutex_lock(&store->mutex);
    bool ok = true;
    int64_t next;
    do {
        char query[160];
        (void)snprintf(query, sizeof query,
                       "SELECT coalesce(min(id), 0) FROM temp.origin WHERE fetched = 0 AND "
                       "(id = %lld OR %d)",
                       (long long)id, id == 0);
        ok = dat_sql_number(store, query, &next, problem) &&
             (next == 0 || fetch(store, next, problem));
    } while (ok && next != 0);
    pthread_mutex_unlock(&store->mutex);
    return ok;
}

static struct dat_pq_rows *query_states(struct dat_store *store, const char *query,
                                        const struct dat_pq_value *values, int count,
                                        struct dat_problem *problem) {
    struct dat_pq *pq = store->server->pq;
    if (store->server->tables.state.count == 0) { // of an older version
        dat_problem_set(problem, "%s: it has no states", dat_pq_name(pq));
        return NULL;
    }
    // A query that fails must not end the transaction, which has the rest of the record.
    if (!dat_pq_execute(pq, "SAVEPOINT state", problem))
        return NULL;
    struct dat_pq_rows *rows = dat_pq_query(pq, query, values, count, problem);
    (void)dat_pq_execute(pq, rows != NULL ? "RELEASE state" : "ROLLBACK TO state; RELEASE state",
                         NULL);
    return rows;
}

struct dat_pq_rows *dat_server_all_states(struct dat_store *store, const char *query,
                                          struct dat_problem *problem) {
    return query_states(store, query, NULL, 0, problem);
}

struct dat_pq_rows *dat_server_states(struct dat_store *store, const char *query, int64_t session,
                                      const struct dat_pq_value *second, int64_t *number,
                                      struct dat_problem *problem) {
    const struct dat_pq_value values[] = {dat_pq_integer(session), *second};
    char origin[80];
    (void)snprintf(origin, sizeof origin, "SELECT number FROM temp.origin WHERE id = %lld",
                   (long long)session);
    return dat_sql_number(store, origin, number, problem)
               ? query_states(store, query, values, 2, problem)
               : NULL;
}

// The seat may be sending the session at this moment; its row is the lock.
static const char delete_sql[] =
    "WITH gone AS (SELECT seat.id, number, start_utc FROM session JOIN seat ON seat.id = seat_id"
    "  WHERE session.id = $1 FOR UPDATE OF seat),"
    " noted AS (INSERT INTO deleted SELECT * FROM gone ON CONFLICT DO NOTHING)"
    " DELETE FROM session WHERE id = $1 AND EXISTS (SELECT 1 FROM gone) RETURNING id";

bool dat_server_delete(struct dat_store *store, int64_t id, bool *found,
                       struct dat_problem *problem) {
    struct dat_pq *pq = store->server->pq;
    const struct dat_pq_value session = dat_pq_integer(id);
    // After the end of the transaction for reading, the statement is one by itself.
    struct dat_pq_rows *rows = dat_pq_execute(pq, "COMMIT", problem)
                                   ? dat_pq_query(pq, delete_sql, &session, 1, problem)
                                   : NULL;
    *found = rows != NULL && dat_pq_rows_count(rows) > 0;
    dat_pq_rows_destroy(rows);
    return rows != NULL;
}

const char *dat_store_seat(struct dat_store *store, int64_t id, char *name, size_t size) {
    name[0] = '\0';
    if (store->server == NULL)
        return NULL;
    pthread_mutex_lock(&store->mutex);
    sqlite3_stmt *query =
        dat_sql_prepare(store, "SELECT seat FROM temp.origin WHERE id = ?1", NULL);
    if (query != NULL) {
        dat_sql_bind(query, "i", id);
        if (sqlite3_step(query) == SQLITE_ROW)
            (void)snprintf(name, size, "%s", (const char *)sqlite3_column_text(query, 0));
    }
    sqlite3_finalize(query);
    pthread_mutex_unlock(&store->mutex);
    return name;
}
