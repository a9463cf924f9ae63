#include "data/record/forget.h"

#include <assert.h>
#include <limits.h>
#include <stdio.h>
#include <unistd.h>

#include "data/record/server_schema.h"
#include "data/text/paths.h"

// ---- the file ----

bool dat_store_forget(struct dat_store *store, const char *name, struct dat_forgotten *forgotten,
                      struct dat_problem *problem) {
    assert(store->lock >= 0 && name != NULL);
    *forgotten = (struct dat_forgotten){.known = false};
    pthread_mutex_lock(&store->mutex);
    bool ok = dat_sql_begin(store, problem) &&
              dat_sql_run(store, problem,
                          "DELETE FROM session WHERE trainee_id IN (SELECT id FROM trainee WHERE "
                          "name = ?1)",
                          "t", name);
    const int sessions = sqlite3_changes(store->db);
    ok = ok && dat_sql_run(store, problem, "DELETE FROM trainee WHERE name = ?1", "t", name);
    const bool known = sqlite3_changes(store->db) > 0;
    ok = dat_sql_commit(store, ok, problem);
    if (ok)
        *forgotten = (struct dat_forgotten){known, sessions};
    // The log still has the pages as they were. A reader may be in the way; the end does it then.
    if (ok && known)
        (void)dat_sql_execute(store, "PRAGMA wal_checkpoint(TRUNCATE)", NULL);
    pthread_mutex_unlock(&store->mutex);
    return ok;
}

// ---- the server ----

// All seats are locked first, as a seat does that sends: none can be entering a session meanwhile.
static bool delete_there(struct dat_pq *pq, const char *name, struct dat_forgotten *forgotten,
                         struct dat_problem *problem) {
    const struct dat_pq_value text = dat_pq_text(name);
    struct dat_pq_value trainee = dat_pq_integer(0);
    int64_t first, sessions = 0;
    if (!dat_pq_number(pq, "SELECT id FROM seat ORDER BY id FOR UPDATE", NULL, 0, &first,
                       problem) ||
        !dat_pq_number(pq, "SELECT id FROM trainee WHERE name = $1 FOR UPDATE", &text, 1,
                       &trainee.integer, problem))
        return false;
    if (trainee.integer == 0)
        return true;
    if (!dat_pq_number(pq,
                       "WITH gone AS (DELETE FROM session WHERE trainee_id = $1 RETURNING seat_id, "
                       "number, start_utc), noted AS (INSERT INTO deleted SELECT * FROM gone ON "
                       "CONFLICT DO NOTHING) SELECT count(*) FROM gone",
                       &trainee, 1, &sessions, problem) ||
        !dat_pq_number(pq, "DELETE FROM trainee WHERE id = $1 RETURNING id", &trainee, 1, &first,
                       problem))
        return false;
    *forgotten = (struct dat_forgotten){true, (int)sessions};
    return true;
}

static bool forget_there(struct dat_pq *pq, const char *name, struct dat_forgotten *forgotten,
                         struct dat_problem *problem) {
    int64_t version;
    if (!dat_pq_connect(pq, problem) || !dat_server_version(pq, &version, problem))
        return false;
    if (version == 0)
        return true;
    if (dat_pq_execute(pq, "BEGIN", problem) && delete_there(pq, name, forgotten, problem) &&
        dat_pq_execute(pq, "COMMIT", problem))
        return true;
    *forgotten = (struct dat_forgotten){.known = false};
    return false; // the end of the connection rolls back
}

bool dat_server_forget(const char *address, const char *name, struct dat_forgotten *forgotten,
                       char *server, size_t size, struct dat_problem *problem) {
    *forgotten = (struct dat_forgotten){.known = false};
    struct dat_pq *pq = dat_pq_create(address, problem);
    if (pq == NULL)
        return false;
    (void)snprintf(server, size, "%s", dat_pq_name(pq));
    const bool ok = forget_there(pq, name, forgotten, problem);
    dat_pq_destroy(pq);
    return ok;
}

// ---- the settings ----

void dat_forget_settings(const char *name) {
    char path[PATH_MAX];
    if (name[0] != '\0' && dat_operators_aids(name, path, sizeof path))
        (void)unlink(path);
    if (name[0] != '\0' && dat_operators_seat(name, path, sizeof path))
        (void)unlink(path);
}
