#include "data/record/send_states.h"

#include <stdint.h>
#include <stdio.h>

#include "data/record/send_rows.h"
#include "data/record/states.h"

enum { PORTION = 4000000 }; // [bytes] of a transaction, and the state that goes beyond it

// The server's last state of a session, or INT64_MAX: it is to get none.
static const char create_done[] =
    "CREATE TEMP TABLE IF NOT EXISTS done (number INTEGER PRIMARY KEY, last INTEGER NOT NULL)"
    " STRICT; DELETE FROM temp.done";

bool dat_states_ask(struct dat_store *store, struct dat_pq *pq, int64_t seat,
                    struct dat_problem *problem) {
    const struct dat_pq_value value = dat_pq_integer(seat);
    if (!dat_sql_execute(store, create_done, problem))
        return false;
    struct dat_pq_rows *rows =
        dat_pq_query(pq,
                     "SELECT number, start_utc, max(step) FROM session JOIN state ON session_id = "
                     "session.id WHERE seat_id = $1 GROUP BY session.id",
                     &value, 1, problem);
    bool ok = rows != NULL;
    for (int i = 0; ok && i < dat_pq_rows_count(rows); i++)
        ok = dat_sql_run(store, problem,
                         "INSERT INTO temp.done SELECT id, ?3 FROM session WHERE id = ?1 AND "
                         "start_utc = ?2",
                         "iti", dat_pq_rows_value(rows, i, 0).integer,
                         (const char *)dat_pq_rows_value(rows, i, 1).bytes,
                         dat_pq_rows_value(rows, i, 2).integer);
    dat_pq_rows_destroy(rows);
    return ok;
}

// ---- one session ----

struct session {
    int64_t number; // 0: there is none
    char start[64];
    int64_t steps;
};

// The newest session with states that the server lacks. Its row must be there as it is here.
static bool next_session(struct dat_store *store, struct session *session,
                         struct dat_problem *problem) {
    *session = (struct session){.number = 0};
    sqlite3_stmt *query = dat_sql_prepare(
        store,
        "SELECT id, session.start_utc, session.steps FROM session JOIN temp.sent AS s ON s.number "
        "= id AND s.start_utc = session.start_utc AND s.steps = session.steps LEFT JOIN temp.done "
        "AS d ON d.number = id WHERE session.outcome IS NOT NULL AND EXISTS (SELECT 1 FROM state "
        "WHERE session_id = id AND step > coalesce(d.last, 0)) ORDER BY id DESC LIMIT 1",
        problem);
    if (query == NULL)
        return false;
    const int code = sqlite3_step(query);
    if (code == SQLITE_ROW) {
        session->number = sqlite3_column_int64(query, 0);
        (void)snprintf(session->start, sizeof session->start, "%s",
                       (const char *)sqlite3_column_text(query, 1));
        session->steps = sqlite3_column_int64(query, 2);
    } else if (code != SQLITE_DONE) {
        dat_sql_report(store, problem);
    }
    sqlite3_finalize(query);
    return code == SQLITE_ROW || code == SQLITE_DONE;
}

// The number of the session on the server; 0: it has none, or it is none of the newest, which alone
// keep states.
static bool find_session(struct dat_pq *pq, int64_t seat, const struct session *session,
                         int64_t *id, struct dat_problem *problem) {
    const struct dat_pq_value key[] = {dat_pq_integer(seat), dat_pq_integer(session->number),
                                       dat_pq_text(session->start), dat_pq_integer(session->steps),
                                       dat_pq_integer(DAT_STATES_SESSIONS)};
    int64_t locked;
    return dat_pq_number(pq, "SELECT id FROM seat WHERE id = $1 FOR UPDATE", key, 1, &locked,
                         problem) &&
           dat_pq_number(pq,
                         "SELECT id FROM (SELECT * FROM session WHERE seat_id = $1 ORDER BY number "
                         "DESC LIMIT $5) AS newest WHERE number = $2 AND start_utc = $3 AND "
                         "steps = $4",
                         key, 5, id, problem);
}

// The bounds of a database. *last: the session's last state.
static bool keep_bounds(struct dat_pq *pq, int64_t seat, int64_t id, int64_t *last,
                        struct dat_problem *problem) {
    const struct dat_pq_value values[] = {dat_pq_integer(id), dat_pq_integer(DAT_STATES_BYTES)},
                              newest[] = {dat_pq_integer(seat),
                                          dat_pq_integer(DAT_STATES_SESSIONS)};
    int64_t none;
    return dat_pq_number(pq,
                         "DELETE FROM state WHERE session_id = $1 AND $2 < (SELECT "
                         "sum(octet_length(bytes)) FROM state WHERE session_id = $1) AND step IN "
                         "(SELECT step FROM (SELECT step, row_number() OVER (ORDER BY step DESC) "
                         "AS number FROM state WHERE session_id = $1) AS s WHERE number % 2 = 0) "
                         "RETURNING step",
                         values, 2, &none, problem) &&
           dat_pq_number(pq,
                         "DELETE FROM state WHERE session_id IN (SELECT id FROM session WHERE "
                         "seat_id = $1 ORDER BY number DESC OFFSET $2) RETURNING step",
                         newest, 2, &none, problem) &&
           dat_pq_number(pq, "SELECT max(step) FROM state WHERE session_id = $1", values, 1, last,
                         problem);
}

// In one transaction. *last: how far the server has come then.
static bool send_portion(struct dat_pq *pq, int64_t seat, const struct session *session,
                         const struct dat_table *table, struct dat_row_way *way, int64_t *last,
                         struct dat_problem *problem) {
    *last = INT64_MAX;
    if (!dat_pq_execute(pq, "BEGIN", problem))
        return false;
    bool ok = find_session(pq, seat, session, &way->id, problem);
    if (ok && way->id != 0)
        ok = dat_rows_send(way, table, PORTION, problem) &&
             keep_bounds(pq, seat, way->id, last, problem);
    if (ok && dat_pq_execute(pq, "COMMIT", problem))
        return true;
    way->damaged = way->damaged || dat_pq_refused_values(pq);
    if (dat_pq_is_up(pq))
        (void)dat_pq_execute(pq, "ROLLBACK", NULL);
    return false;
}

bool dat_states_send(struct dat_store *store, struct dat_pq *pq, int64_t seat,
                     const struct dat_table *table, bool *more, struct dat_problem *problem) {
    struct session session;
    struct dat_problem failure = {""};
    int64_t last;
    *more = false;
    if (!next_session(store, &session, problem))
        return false;
    if (session.number == 0)
        return true;
    struct dat_row_way way = {.store = store, .pq = pq, .number = session.number};
    if (!send_portion(pq, seat, &session, table, &way, &last, &failure)) {
        last = INT64_MAX;
        if (!way.damaged) {
            dat_problem_set(problem, "%s", failure.text);
            return false;
        }
    }
    *more = true;
    return dat_sql_run(store, problem, "INSERT OR REPLACE INTO temp.done VALUES (?1, ?2)", "ii",
                       session.number, last);
}
