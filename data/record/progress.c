#include "data/record/progress.h"

#include <assert.h>
#include <stdio.h>
#include <string.h>

#include "data/record/sql.h"
#include "sim/base/array.h"

static const char query[] =
    "SELECT exercise, max(passed), max(mark), max(unlocked) FROM ("
    " SELECT exercise, 1 AS passed, CASE json_extract(coalesce(figures, result), '$.mark')"
    "  WHEN 'bronze' THEN 1 WHEN 'silver' THEN 2 WHEN 'gold' THEN 3 ELSE 0 END AS mark,"
    "  0 AS unlocked"
    " FROM session JOIN trainee ON trainee.id = trainee_id"
    " WHERE name = ?1 AND operator = 'trainee' AND outcome = 'passed'"
    " UNION ALL"
    " SELECT exercise, 0, 0, 1 FROM unlocked JOIN trainee ON trainee.id = trainee_id"
    " WHERE name = ?1)"
    " GROUP BY exercise ORDER BY exercise";

static bool read_entry(sqlite3_stmt *row, struct dat_progress *progress) {
    const char *exercise = (const char *)sqlite3_column_text(row, 0);
    if (exercise == NULL || !SIM_ARRAY_TRY(progress, progress->count + 1))
        return false;
    struct dat_progress_entry *e = &progress->items[progress->count++];
    *e = (struct dat_progress_entry){.passed = sqlite3_column_int(row, 1) != 0,
                                     .mark = sqlite3_column_int(row, 2),
                                     .unlocked = sqlite3_column_int(row, 3) != 0};
    (void)snprintf(e->exercise, sizeof e->exercise, "%s", exercise);
    return true;
}

bool dat_store_progress(struct dat_store *store, const char *trainee, struct dat_progress *progress,
                        struct dat_problem *problem) {
    assert(store != NULL && trainee != NULL);
    *progress = (struct dat_progress){0};
    pthread_mutex_lock(&store->mutex);
    sqlite3_stmt *statement = dat_sql_prepare(store, query, problem);
    bool ok = statement != NULL;
    if (ok)
        dat_sql_bind(statement, "t", trainee);
    int code = SQLITE_DONE;
    while (ok && (code = sqlite3_step(statement)) == SQLITE_ROW) {
        ok = read_entry(statement, progress);
        if (!ok)
            dat_problem_set(problem, "out of memory");
    }
    if (ok && code != SQLITE_DONE) {
        dat_sql_report(store, problem);
        ok = false;
    }
    sqlite3_finalize(statement);
    pthread_mutex_unlock(&store->mutex);
    return ok;
}

void dat_progress_finish(struct dat_progress *progress) {
    SIM_ARRAY_FREE(progress);
}

const struct dat_progress_entry *dat_progress_find(const struct dat_progress *progress,
                                                   const char *exercise) {
    for (int i = 0; i < progress->count; i++)
        if (strcmp(progress->items[i].exercise, exercise) == 0)
            return &progress->items[i];
    return NULL;
}

bool dat_store_unlock(struct dat_store *store, const char *trainee, const char *const exercises[],
                      int count, bool unlocked, struct dat_problem *problem) {
    // Locking creates no trainee: where there is none, nothing is unlocked.
    const char *change = unlocked
                             ? "INSERT INTO unlocked (trainee_id, exercise)"
                               " SELECT id, ?2 FROM trainee WHERE name = ?1 ON CONFLICT DO NOTHING"
                             : "DELETE FROM unlocked WHERE exercise = ?2"
                               " AND trainee_id = (SELECT id FROM trainee WHERE name = ?1)";
    assert(count >= 0 && (count == 0 || exercises != NULL));
    if (unlocked && dat_store_trainee(store, trainee, problem) == 0)
        return false;
    pthread_mutex_lock(&store->mutex);
    bool ok = dat_sql_begin(store, problem);
    for (int i = 0; ok && i < count; i++) {
        assert(exercises[i][0] != '\0');
        ok = dat_sql_run(store, problem, change, "tt", trainee, exercises[i]);
    }
    ok = dat_sql_commit(store, ok, problem);
    pthread_mutex_unlock(&store->mutex);
    return ok;
}
