#include "data/record/signers.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "data/record/server.h"
#include "data/record/tables.h"
#include "sim/base/array.h"

const struct dat_trust *dat_store_trust(struct dat_store *store) {
    if (!store->trust_known)
        (void)dat_trust_read(&store->trust, NULL);
    store->trust_known = true;
    return &store->trust;
}

enum { SIGNER, SESSIONS, SEATS, COLUMNS };

static bool add_row(struct dat_store *store, const struct dat_pq_value row[COLUMNS],
                    struct dat_signer_list *list, struct dat_problem *problem) {
    const struct dat_trust *trust = dat_store_trust(store);
    if (row[SIGNER].type != DAT_PQ_BYTES || row[SIGNER].size != DAT_SIGNER)
        return true; // of a damaged row
    char *seats = strdup(row[SEATS].type == DAT_PQ_TEXT ? row[SEATS].bytes : "");
    if (seats == NULL || !SIM_ARRAY_TRY(list, list->count + 1)) {
        dat_problem_set(problem, "out of memory");
        free(seats);
        return false;
    }
    struct dat_signer_row *added = &list->items[list->count++];
    *added = (struct dat_signer_row){.seats = seats, .sessions = row[SESSIONS].integer};
    memcpy(added->signer, row[SIGNER].bytes, DAT_SIGNER);
    added->trusted = dat_trust_has(trust, added->signer);
    added->own =
        trust->has_own && memcmp(trust->signers[0], added->signer, sizeof added->signer) == 0;
    return true;
}

static bool list_here(struct dat_store *store, struct dat_signer_list *list,
                      struct dat_problem *problem) {
    struct dat_pq_value row[COLUMNS] = {[SEATS] = {.type = DAT_PQ_NULL}};
    sqlite3_stmt *query =
        dat_sql_prepare(store,
                        "SELECT substr(seal, 1, 32), count(DISTINCT session_id) FROM state GROUP "
                        "BY 1 ORDER BY 2 DESC, 1",
                        problem);
    if (query == NULL)
        return false;
    bool ok = true;
    int code;
    while (ok && (code = sqlite3_step(query)) == SQLITE_ROW) {
        for (int i = SIGNER; i <= SESSIONS; i++)
            row[i] = dat_table_value(query, i);
        ok = add_row(store, row, list, problem);
    }
    if (ok && code != SQLITE_DONE)
        dat_sql_report(store, problem);
    sqlite3_finalize(query);
    return ok && code == SQLITE_DONE;
}

static bool list_there(struct dat_store *store, struct dat_signer_list *list,
                       struct dat_problem *problem) {
    struct dat_pq_rows *rows = dat_server_all_states(
        store,
        "SELECT substring(seal FROM 1 FOR 32), count(DISTINCT session_id), string_agg(DISTINCT "
        "name, ', ') FROM state JOIN session ON session.id = session_id JOIN seat ON seat.id = "
        "seat_id GROUP BY 1 ORDER BY 2 DESC, 1",
        problem);
    bool ok = rows != NULL;
    for (int i = 0; ok && i < dat_pq_rows_count(rows); i++) {
        struct dat_pq_value row[COLUMNS];
        for (int k = 0; k < COLUMNS; k++)
            row[k] = dat_pq_rows_value(rows, i, k);
        ok = add_row(store, row, list, problem);
    }
    dat_pq_rows_destroy(rows);
    return ok;
}

bool dat_store_signers(struct dat_store *store, struct dat_signer_list *list,
                       struct dat_problem *problem) {
    assert(store != NULL && list != NULL);
    *list = (struct dat_signer_list){.count = 0};
    pthread_mutex_lock(&store->mutex);
    const bool ok = (store->server != NULL ? list_there : list_here)(store, list, problem);
    pthread_mutex_unlock(&store->mutex);
    return ok;
}

void dat_signer_list_finish(struct dat_signer_list *list) {
    for (int i = 0; i < list->count; i++)
        free(list->items[i].seats);
    SIM_ARRAY_FREE(list);
    *list = (struct dat_signer_list){.count = 0};
}
