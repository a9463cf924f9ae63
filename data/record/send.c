#include "data/record/send.h"

#include <assert.h>
#include <inttypes.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "data/record/send_rows.h"
#include "data/record/send_states.h"
#include "data/record/server_schema.h"
#include "sim/base/array.h"

struct dat_sender {
    struct dat_store *store;
    struct dat_pq *pq;
    char seat_name[128];
    bool named;   // by the user
    int64_t seat; // its number on the server
    bool ready;   // the server was asked since it was connected
    bool damaged; // the rows of the present session cannot be read
    bool stays;   // the present session would fail again
    struct dat_tables tables;
};

// The rows of each session that are on the server, in a temporary table of the connection. The
// checksum of a session's row changes with any of its columns.
static const char create_sent[] =
    "PRAGMA temp_store = MEMORY;"
    "CREATE TEMP TABLE sent (number INTEGER NOT NULL, start_utc TEXT NOT NULL, steps INTEGER,"
    " outcome TEXT, checksum INTEGER, PRIMARY KEY (number, start_utc)) STRICT";

struct dat_sender *dat_sender_create(const char *path, const char *address, const char *seat,
                                     struct dat_problem *problem) {
    assert(path != NULL && address != NULL);
    struct dat_sender *sender = calloc(1, sizeof *sender);
    if (sender == NULL) {
        dat_problem_set(problem, "out of memory");
        return NULL;
    }
    sender->named = seat != NULL;
    if (sender->named)
        (void)snprintf(sender->seat_name, sizeof sender->seat_name, "%s", seat);
    else
        (void)gethostname(sender->seat_name, sizeof sender->seat_name - 1);
    sender->pq = dat_pq_create(address, problem);
    if (sender->pq != NULL)
        sender->store = dat_store_open(path, DAT_STORE_READ, problem);
    if (sender->store != NULL && dat_tables_read(sender->store, &sender->tables, problem) &&
        dat_sql_execute(sender->store, create_sent, problem))
        return sender;
    dat_sender_destroy(sender);
    return NULL;
}

void dat_sender_destroy(struct dat_sender *sender) {
    if (sender == NULL)
        return;
    dat_pq_destroy(sender->pq);
    dat_store_close(sender->store);
    free(sender);
}

void dat_sender_abort(struct dat_sender *sender) {
    dat_pq_abort(sender->pq);
}

const char *dat_sender_server(const struct dat_sender *sender) {
    return dat_pq_name(sender->pq);
}

// ---- introduction ----

static bool read_uuid(struct dat_sender *sender, char uuid[64], struct dat_problem *problem) {
    sqlite3_stmt *query = dat_sql_prepare(sender->store, "SELECT uuid FROM main.seat", problem);
    if (query == NULL)
        return false;
    const bool found = sqlite3_step(query) == SQLITE_ROW;
    if (found)
        (void)snprintf(uuid, 64, "%s", (const char *)sqlite3_column_text(query, 0));
    else
        dat_problem_set(problem,
                        "the session database %s was never opened for recording by this "
                        "version of Kranich",
                        dat_store_path(sender->store));
    sqlite3_finalize(query);
    return found;
}

// The number of the seat, which is entered where the server does not know it.
static bool introduce(struct dat_sender *sender, struct dat_problem *problem) {
    char uuid[64];
    if (!read_uuid(sender, uuid, problem))
        return false;
    const struct dat_pq_value values[] = {dat_pq_text(uuid), dat_pq_text(sender->seat_name),
                                          dat_pq_integer(sender->named)};
    struct dat_pq_rows *rows =
        dat_pq_query(sender->pq,
                     "INSERT INTO seat (uuid, name) VALUES ($1, $2) ON CONFLICT (uuid) DO UPDATE "
                     "SET name = CASE $3 WHEN 1 THEN excluded.name ELSE seat.name END "
                     "RETURNING id",
                     values, 3, problem);
    if (rows == NULL)
        return false;
    sender->seat = dat_pq_rows_integer(rows, 0);
    dat_pq_rows_destroy(rows);
    return true;
}

static bool note_sent(struct dat_sender *sender, const struct dat_pq_rows *rows,
                      struct dat_problem *problem) {
    sqlite3_stmt *insert = dat_sql_prepare(
        sender->store, "INSERT OR REPLACE INTO temp.sent VALUES (?1, ?2, ?3, ?4, ?5)", problem);
    bool ok = insert != NULL;
    for (int i = 0; ok && i < dat_pq_rows_count(rows); i++) {
        for (int k = 0; k < dat_pq_rows_columns(rows); k++) {
            const struct dat_pq_value value = dat_pq_rows_value(rows, i, k);
            dat_table_bind(insert, k + 1, &value);
        }
        ok = dat_sql_step(sender->store, insert, problem);
    }
    sqlite3_finalize(insert);
    return ok;
}

// Which sessions the server has, and how far. Those that were deleted there count as sent.
static bool ask_what_is_there(struct dat_sender *sender, struct dat_problem *problem) {
    const struct dat_pq_value seat = dat_pq_integer(sender->seat);
    struct dat_pq_rows *rows = dat_pq_query(
        sender->pq,
        "SELECT number, start_utc, steps, outcome, checksum FROM session WHERE seat_id = $1 "
        "UNION ALL SELECT number, start_utc, -1, NULL, NULL FROM deleted WHERE seat_id = $1",
        &seat, 1, problem);
    if (rows == NULL)
        return false;
    const bool ok = dat_sql_execute(sender->store, "DELETE FROM temp.sent", problem) &&
                    note_sent(sender, rows, problem);
    dat_pq_rows_destroy(rows);
    return ok;
}

static bool connect(struct dat_sender *sender, struct dat_problem *problem) {
    if (dat_pq_is_up(sender->pq) && sender->ready)
        return true;
    sender->ready = dat_pq_connect(sender->pq, problem) &&
                    dat_server_prepare(sender->pq, &sender->tables, problem) &&
                    introduce(sender, problem) && ask_what_is_there(sender, problem) &&
                    dat_states_ask(sender->store, sender->pq, sender->seat, problem);
    return sender->ready;
}

// ---- one session ----

// The row of the session, behind its trainee.
struct session_row {
    sqlite3_stmt *statement;
    struct dat_pq_value trainee, created, start;
    // Its place on the server, and the columns of sender->tables.session:
    struct dat_pq_value values[DAT_COLUMNS_MAX + 3];
    int count;
    int64_t steps;
};

static sqlite3_stmt *select_session(struct dat_sender *sender, struct dat_problem *problem) {
    char *text = NULL;
    size_t size = 0;
    FILE *sql = open_memstream(&text, &size);
    if (sql != NULL) {
        fputs("SELECT trainee.name, trainee.created_utc, start_utc, steps, ", sql);
        dat_table_print_columns(&sender->tables.session, "session.", sql);
        fputs(" FROM session JOIN trainee ON trainee.id = trainee_id WHERE session.id = ?1", sql);
    }
    sqlite3_stmt *statement = NULL;
    if (sql != NULL && fclose(sql) == 0)
        statement = dat_sql_prepare(sender->store, text, problem);
    else
        dat_problem_set(problem, "out of memory");
    free(text);
    return statement;
}

// False: it cannot be read. row->statement is NULL where there is no such session.
static bool read_session(struct dat_sender *sender, int64_t number, struct session_row *row,
                         struct dat_problem *problem) {
    *row = (struct session_row){.statement = select_session(sender, problem)};
    if (row->statement == NULL)
        return false;
    dat_sql_bind(row->statement, "i", number);
    const int code = sqlite3_step(row->statement);
    if (code != SQLITE_ROW) {
        if (code != SQLITE_DONE)
            dat_sql_report(sender->store, problem);
        sqlite3_finalize(row->statement);
        row->statement = NULL;
        return code == SQLITE_DONE;
    }
    row->trainee = dat_table_value(row->statement, 0);
    row->created = dat_table_value(row->statement, 1);
    row->start = dat_table_value(row->statement, 2);
    row->values[0] = dat_pq_integer(sender->seat);
    row->values[1] = dat_pq_integer(number);
    row->count = sender->tables.session.count + 3;
    row->steps = sqlite3_column_int64(row->statement, 3);
    for (int i = 0; i < sender->tables.session.count; i++)
        row->values[i + 3] = dat_table_value(row->statement, i + 4);
    return true;
}

// The number of the session on the server; 0: it has none, -1: it was deleted there.
static bool find_session(struct dat_sender *sender, const struct session_row *row, int64_t *id,
                         struct dat_problem *problem) {
    const struct dat_pq_value key[] = {row->values[0], row->values[1], row->start};
    int64_t seat;
    return dat_pq_number(sender->pq, "SELECT id FROM seat WHERE id = $1 FOR UPDATE", key, 1, &seat,
                         problem) &&
           dat_pq_number(sender->pq,
                         "SELECT id FROM session WHERE seat_id = $1 AND number = $2 AND "
                         "start_utc = $3 UNION ALL "
                         "SELECT -1 FROM deleted WHERE seat_id = $1 AND number = $2 AND "
                         "start_utc = $3",
                         key, 3, id, problem);
}

static bool find_trainee(struct dat_sender *sender, struct session_row *row,
                         struct dat_problem *problem) {
    const struct dat_pq_value values[] = {row->trainee, row->created};
    int64_t id;
    if (!dat_pq_number(sender->pq, "SELECT id FROM trainee WHERE name = $1 FOR KEY SHARE", values,
                       1, &id, problem))
        return false;
    // Another seat may enter the name at the same moment.
    if (id == 0 && !dat_pq_number(sender->pq,
                                  "INSERT INTO trainee (name, created_utc) VALUES ($1, $2) "
                                  "ON CONFLICT (name) DO UPDATE SET name = excluded.name "
                                  "RETURNING id",
                                  values, 2, &id, problem))
        return false;
    row->values[2] = dat_pq_integer(id);
    return true;
}

// INSERT where *id is 0, else UPDATE, of all columns. *id is 0 then where the server has more of
// the session than the database, which was an earlier copy.
static bool write_session(struct dat_sender *sender, const struct session_row *row, int64_t *id,
                          struct dat_problem *problem) {
    char *text = NULL;
    size_t size = 0;
    FILE *sql = open_memstream(&text, &size);
    if (sql != NULL) {
        fputs(*id == 0 ? "INSERT INTO session (seat_id, number, trainee_id, "
                       : "UPDATE session SET (seat_id, number, trainee_id, ",
              sql);
        dat_table_print_columns(&sender->tables.session, "", sql);
        fputs(*id == 0 ? ") VALUES (" : ") = ROW (", sql);
        for (int i = 0; i < row->count; i++)
            fprintf(sql, "%s$%d", i > 0 ? ", " : "", i + 1);
        if (*id == 0)
            fputs(") RETURNING id", sql);
        else
            fprintf(sql, ") WHERE id = %" PRId64 " AND steps <= %" PRId64 " RETURNING id", *id,
                    row->steps);
    }
    bool ok = sql != NULL && fclose(sql) == 0;
    if (!ok)
        dat_problem_set(problem, "out of memory");
    ok = ok && dat_pq_number(sender->pq, text, row->values, row->count, id, problem);
    free(text);
    return ok;
}

static bool send_in_transaction(struct dat_sender *sender, int64_t number, struct session_row *row,
                                struct dat_problem *problem) {
    int64_t id;
    sender->stays = false;
    if (!dat_pq_execute(sender->pq, "BEGIN", problem))
        return false;
    bool ok = find_session(sender, row, &id, problem);
    if (ok && id >= 0) {
        ok = find_trainee(sender, row, problem) && write_session(sender, row, &id, problem);
        struct dat_row_way way = {sender->store, sender->pq, number, id, false};
        for (int i = 0; ok && id != 0 && i < sender->tables.count; i++)
            ok = dat_rows_send(&way, &sender->tables.items[i], INT_MAX, problem);
        sender->damaged = way.damaged;
    }
    if (ok && dat_pq_execute(sender->pq, "COMMIT", problem))
        return true;
    sender->stays = sender->damaged || dat_pq_refused_values(sender->pq);
    if (dat_pq_is_up(sender->pq))
        (void)dat_pq_execute(sender->pq, "ROLLBACK", NULL);
    return false;
}

static bool remember_sent(struct dat_sender *sender, int64_t number, struct dat_problem *problem) {
    return dat_sql_run(sender->store, problem,
                       "INSERT OR REPLACE INTO temp.sent"
                       " SELECT id, start_utc, steps, outcome, checksum FROM session WHERE id = ?1",
                       "i", number);
}

// From one moment of the database. A session that is damaged, or that the server refuses, is not
// tried again, so that it holds up no others.
static bool send_session(struct dat_sender *sender, int64_t number, struct dat_sent *sent,
                         struct dat_problem *problem) {
    struct session_row row;
    struct dat_problem refusal = {""};
    sender->damaged = false;
    if (!read_session(sender, number, &row, problem))
        return false;
    if (row.statement == NULL) // deleted meanwhile
        return true;
    const bool ok = send_in_transaction(sender, number, &row, &refusal);
    sqlite3_finalize(row.statement);
    if (!ok && !sender->stays) {
        dat_problem_set(problem, "%s", refusal.text);
        return false;
    }
    sent->sessions += ok;
    sent->refused += !ok;
    if (!ok)
        dat_problem_set(&sent->refusal, "session %" PRId64 " stays here, %s", number, refusal.text);
    return sender->damaged || remember_sent(sender, number, problem);
}

static bool send_at_one_moment(struct dat_sender *sender, int64_t number, struct dat_sent *sent,
                               struct dat_problem *problem) {
    if (!dat_store_hold(sender->store, problem))
        return false;
    const bool ok = send_session(sender, number, sent, problem);
    dat_store_release(sender->store);
    // SQLite writes nothing in a transaction that has met damage, not even into its own table.
    return ok && (!sender->damaged || remember_sent(sender, number, problem));
}

// ---- all sessions ----

typedef SIM_ARRAY(int64_t) numbers;

static bool list_unsent(struct dat_sender *sender, numbers *list, struct dat_problem *problem) {
    sqlite3_stmt *query =
        dat_sql_prepare(sender->store,
                        "SELECT id FROM session LEFT JOIN temp.sent AS s"
                        " ON s.number = id AND s.start_utc = session.start_utc"
                        " WHERE s.number IS NULL OR s.steps >= 0 AND (s.steps IS NOT session.steps"
                        " OR s.outcome IS NOT session.outcome"
                        " OR s.checksum IS NOT session.checksum) ORDER BY id",
                        problem);
    if (query == NULL)
        return false;
    int code;
    while ((code = sqlite3_step(query)) == SQLITE_ROW && SIM_ARRAY_TRY(list, list->count + 1))
        list->items[list->count++] = sqlite3_column_int64(query, 0);
    if (code == SQLITE_ROW)
        dat_problem_set(problem, "out of memory");
    else if (code != SQLITE_DONE)
        dat_sql_report(sender->store, problem);
    sqlite3_finalize(query);
    return code == SQLITE_DONE;
}

bool dat_sender_send(struct dat_sender *sender, struct dat_sent *sent,
                     struct dat_problem *problem) {
    numbers list = {.count = 0};
    *sent = (struct dat_sent){.sessions = 0};
    bool ok = connect(sender, problem) && list_unsent(sender, &list, problem);
    for (int i = 0; ok && i < list.count; i++)
        ok = send_at_one_moment(sender, list.items[i], sent, problem);
    SIM_ARRAY_FREE(&list);
    return ok;
}

bool dat_sender_send_states(struct dat_sender *sender, bool *more, struct dat_problem *problem) {
    struct dat_problem failure;
    *more = false;
    if (!dat_pq_is_up(sender->pq) || !sender->ready ||
        dat_states_send(sender->store, sender->pq, sender->seat, &sender->tables.state, more,
                        &failure))
        return true;
    if (!dat_pq_is_up(sender->pq)) // dat_sender_send() connects again, or tells
        return true;
    dat_problem_set(problem, "%s", failure.text);
    return false;
}
