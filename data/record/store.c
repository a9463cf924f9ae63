// Invariants:
//  1. Every change is one transaction, opened with BEGIN IMMEDIATE; a step that fails rolls it
//  back.
//  2. While a store is open for writing it holds the write lock, so a session without an outcome
//     belongs to this store's own recorder or to a program that is dead.
//  3. mutex is held while the connection is used; functions whose name begins with dat_ take it,
//  the
//     static ones need it.
#include "data/record/store.h"

#include "data/record/place.h"
#include "data/record/schema.h"
#include "data/text/paths.h"

#include <errno.h>
#include <inttypes.h>
#include <limits.h>
#include <pthread.h>
#include <sqlite3.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#define APPLICATION_ID 1265787246 // as in schema.sql
#define USER_VERSION 1
#define BUSY_WAIT_MS 2000            // readers and a checkpoint may be in the way for a moment
#define ROOM_FOR_A_SESSION 16000000U // [bytes] an hour of inputs takes up to 10 MB

struct dat_store {
    char path[PATH_MAX];
    sqlite3 *db;
    int lock; // descriptor, -1 while the store is for reading
    pthread_mutex_t mutex;
};

// A sentence for what SQLite said last.
static void report(struct dat_store *store, struct dat_problem *problem) {
    int code = store->db ? sqlite3_errcode(store->db) : SQLITE_NOMEM;
    int system_error = store->db ? sqlite3_system_errno(store->db) : 0;
    const char *path = store->path;
    const char *said = store->db ? sqlite3_errmsg(store->db) : "out of memory";
    if (system_error == ENOSPC || system_error == EDQUOT)
        code = SQLITE_FULL;
    switch (code) {
    case SQLITE_FULL:
        dat_problem_set(problem, "the disk with the session database %s is full", path);
        break;
    case SQLITE_IOERR:
        dat_problem_set(problem, "the session database %s cannot be read or written: %s", path,
                        system_error != 0 ? strerror(system_error) : said);
        break;
    case SQLITE_READONLY:
    case SQLITE_PERM:
        dat_problem_set(problem, "the session database %s is read-only: %s", path, said);
        break;
    case SQLITE_CANTOPEN:
        dat_problem_set(problem, "the session database %s cannot be opened: %s", path,
                        system_error != 0 ? strerror(system_error) : said);
        break;
    case SQLITE_NOTADB:
        dat_problem_set(problem, "%s is not a session database (it is not an SQLite file)", path);
        break;
    case SQLITE_CORRUPT:
        dat_problem_set(problem,
                        "the session database %s is damaged: %s; keep a copy, 'sqlite3 FILE "
                        ".recover' may save what is readable",
                        path, said);
        break;
    case SQLITE_BUSY:
    case SQLITE_LOCKED:
        dat_problem_set(problem, "another program is using the session database %s", path);
        break;
    default:
        dat_problem_set(problem, "the session database %s: %s", path, said);
    }
}

static bool execute(struct dat_store *store, const char *sql, struct dat_problem *problem) {
    if (sqlite3_exec(store->db, sql, NULL, NULL, NULL) == SQLITE_OK)
        return true;
    report(store, problem);
    return false;
}

static bool begin(struct dat_store *store, struct dat_problem *problem) {
    return execute(store, "BEGIN IMMEDIATE", problem);
}

// Ends the transaction: commits it where ok, else, and where that fails, rolls it back.
static bool commit(struct dat_store *store, bool ok, struct dat_problem *problem) {
    if (ok && execute(store, "COMMIT", problem))
        return true;
    // SQLite may have rolled back itself; then this does nothing.
    sqlite3_exec(store->db, "ROLLBACK", NULL, NULL, NULL);
    return false;
}

static sqlite3_stmt *prepare(struct dat_store *store, const char *sql,
                             struct dat_problem *problem) {
    sqlite3_stmt *statement = NULL;
    if (sqlite3_prepare_v2(store->db, sql, -1, &statement, NULL) == SQLITE_OK)
        return statement;
    report(store, problem);
    return NULL;
}

// Binds one value per letter of format: i int64_t, r double, t text (NULL: SQL's NULL; it must stay
// until the statement is stepped), h uint64_t as 16 hexadecimal digits.
static void bind(sqlite3_stmt *statement, const char *format, ...) {
    va_list values;
    va_start(values, format);
    for (int i = 0; format[i] != '\0'; i++) {
        char hex[17];
        switch (format[i]) {
        case 'i':
            sqlite3_bind_int64(statement, i + 1, va_arg(values, int64_t));
            break;
        case 'r':
            sqlite3_bind_double(statement, i + 1, va_arg(values, double));
            break;
        case 't':
            sqlite3_bind_text(statement, i + 1, va_arg(values, const char *), -1, SQLITE_STATIC);
            break;
        case 'h':
            snprintf(hex, sizeof hex, "%016" PRIx64, va_arg(values, uint64_t));
            sqlite3_bind_text(statement, i + 1, hex, -1, SQLITE_TRANSIENT);
            break;
        }
    }
    va_end(values);
}

// Runs a statement that gives no rows, and makes it ready to be bound again.
static bool step_once(struct dat_store *store, sqlite3_stmt *statement,
                      struct dat_problem *problem) {
    bool done = sqlite3_step(statement) == SQLITE_DONE;
    if (!done)
        report(store, problem);
    sqlite3_reset(statement);
    sqlite3_clear_bindings(statement);
    return done;
}

// Opening --------------------------------------------------------------------------------------

static bool read_number(struct dat_store *store, const char *sql, int64_t *number,
                        struct dat_problem *problem) {
    sqlite3_stmt *statement = prepare(store, sql, problem);
    if (statement == NULL)
        return false;
    bool ok = sqlite3_step(statement) == SQLITE_ROW;
    if (ok)
        *number = sqlite3_column_int64(statement, 0);
    else
        report(store, problem);
    sqlite3_finalize(statement);
    return ok;
}

// Whether the file is ours and of a version that this program knows. *empty: it has no content yet.
static bool check_identity(struct dat_store *store, bool *empty, struct dat_problem *problem) {
    int64_t application = 0;
    int64_t version = 0;
    int64_t tables = 0;
    if (!read_number(store, "PRAGMA application_id", &application, problem) ||
        !read_number(store, "PRAGMA user_version", &version, problem) ||
        !read_number(store, "SELECT count(*) FROM sqlite_schema", &tables, problem))
        return false;
    *empty = tables == 0 && application == 0 && version == 0;
    if (*empty)
        return true;
    if (application != APPLICATION_ID) {
        dat_problem_set(problem, "%s is a database of another program, not a session database",
                        store->path);
        return false;
    }
    if (version > USER_VERSION) {
        dat_problem_set(problem,
                        "the session database %s was written by a newer Kranich (its version is "
                        "%" PRId64 ", this program knows %d): update the program",
                        store->path, version, USER_VERSION);
        return false;
    }
    if (version < 1) {
        dat_problem_set(problem, "the session database %s is damaged: it has no version",
                        store->path);
        return false;
    }
    return true;
}

// A killed program left its sessions without an outcome. They ended with the last recorded step.
static bool mark_interrupted(struct dat_store *store, struct dat_problem *problem) {
    int64_t count = 0;
    if (!read_number(store, "SELECT count(*) FROM session WHERE outcome IS NULL", &count, problem))
        return false;
    if (count == 0)
        return true;
    bool ok = begin(store, problem);
    ok = ok && execute(store,
                       "UPDATE session SET outcome = 'interrupted', end_utc = strftime("
                       "'%Y-%m-%dT%H:%M:%fZ', start_utc, (steps * step_s) || ' seconds') "
                       "WHERE outcome IS NULL",
                       problem);
    return commit(store, ok, problem);
}

static bool prepare_for_writing(struct dat_store *store, struct dat_problem *problem) {
    // First of all: a file of another program must not be touched.
    bool empty = false;
    if (!check_identity(store, &empty, problem))
        return false;
    // FULL: a batch that is written also survives a power cut. It costs the recorder's thread some
    // milliseconds, never the frame.
    if (!execute(store,
                 "PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA foreign_keys = ON;"
                 "PRAGMA secure_delete = ON;",
                 problem))
        return false;
    if (empty) {
        bool ok = begin(store, problem) && execute(store, dat_schema_sql, problem);
        if (!commit(store, ok, problem))
            return false;
    }
    return mark_interrupted(store, problem);
}

static bool connect(struct dat_store *store, const char *name, int flags,
                    struct dat_problem *problem) {
    sqlite3_close(store->db);
    store->db = NULL;
    if (sqlite3_open_v2(name, &store->db, flags, NULL) != SQLITE_OK) {
        report(store, problem);
        return false;
    }
    sqlite3_busy_timeout(store->db, BUSY_WAIT_MS);
    // The file may come from elsewhere: its content must not be able to harm the program.
    sqlite3_db_config(store->db, SQLITE_DBCONFIG_DEFENSIVE, 1, NULL);
    return true;
}

// "file:PATH?immutable=1" with the characters escaped that mean something in a URI.
static void immutable_name(const char *path, char *name, size_t size) {
    size_t used = (size_t)snprintf(name, size, "file:");
    for (const char *c = path; *c != '\0' && used + 16 < size; c++) {
        bool plain = strchr("?#%", *c) == NULL;
        used +=
            (size_t)snprintf(name + used, size - used, plain ? "%c" : "%%%02X", (unsigned char)*c);
    }
    snprintf(name + used, size - used, "?immutable=1");
}

// Whether changes are in the write-ahead log that are not in the database file yet.
static bool has_log(const struct dat_store *store) {
    char name[PATH_MAX + 8];
    struct stat info;
    snprintf(name, sizeof name, "%s-wal", store->path);
    return stat(name, &info) == 0 && info.st_size > 0;
}

static bool open_for_reading(struct dat_store *store, struct dat_problem *problem) {
    bool empty = false;
    if (!connect(store, store->path, SQLITE_OPEN_READONLY, problem))
        return false;
    bool ok = check_identity(store, &empty, problem);
    int code = sqlite3_errcode(store->db);
    char name[3 * PATH_MAX];
    if (!ok && code != SQLITE_OK && code != SQLITE_NOTADB && code != SQLITE_CORRUPT &&
        !dat_store_is_locked(store->path) && !has_log(store)) {
        // On a disk that is full or read-only, SQLite cannot make the files that readers of a WAL
        // database share. Nobody is writing and nothing is left in the log, so none are needed.
        immutable_name(store->path, name, sizeof name);
        ok = connect(store, name, SQLITE_OPEN_READONLY | SQLITE_OPEN_URI, problem) &&
             check_identity(store, &empty, problem);
    }
    if (ok && empty) {
        dat_problem_set(problem, "the session database %s is empty", store->path);
        return false;
    }
    return ok;
}

static bool open_store(struct dat_store *store, const char *path, enum dat_store_mode mode,
                       struct dat_problem *problem) {
    if (mode == DAT_STORE_READ)
        return dat_store_place_find(path, store->path, problem) && open_for_reading(store, problem);
    if (!dat_store_place_create(path, store->path, problem))
        return false;
    store->lock = dat_store_lock(store->path, problem);
    return store->lock >= 0 && connect(store, store->path, SQLITE_OPEN_READWRITE, problem) &&
           prepare_for_writing(store, problem);
}

struct dat_store *dat_store_open(const char *path, enum dat_store_mode mode,
                                 struct dat_problem *problem) {
    char standard[PATH_MAX];
    if (path == NULL) {
        if (!dat_default_database(standard, sizeof standard)) {
            dat_problem_set(problem, "there is no place for the session database: neither "
                                     "XDG_DATA_HOME nor HOME is set, use --db FILE");
            return NULL;
        }
        path = standard;
    }
    struct dat_store *store = calloc(1, sizeof *store);
    if (store == NULL) {
        dat_problem_set(problem, "out of memory");
        return NULL;
    }
    store->lock = -1;
    pthread_mutex_init(&store->mutex, NULL);
    if (open_store(store, path, mode, problem))
        return store;
    dat_store_close(store);
    return NULL;
}

void dat_store_close(struct dat_store *store) {
    if (store == NULL)
        return;
    sqlite3_close(store->db);
    // Last, so that no second writer comes in while SQLite cleans up.
    if (store->lock >= 0)
        close(store->lock);
    pthread_mutex_destroy(&store->mutex);
    free(store);
}

const char *dat_store_path(const struct dat_store *store) {
    return store->path;
}

// Trainees -------------------------------------------------------------------------------------

int64_t dat_store_trainee(struct dat_store *store, const char *name, struct dat_problem *problem) {
    int64_t id = 0;
    if (name[strspn(name, " \t\r\n")] == '\0') {
        dat_problem_set(problem, "the trainee's name is empty");
        return 0;
    }
    pthread_mutex_lock(&store->mutex);
    sqlite3_stmt *insert = prepare(
        store,
        "INSERT INTO trainee (name, created_utc) VALUES (?1, strftime('%Y-%m-%dT%H:%M:%fZ'))"
        " ON CONFLICT (name) DO UPDATE SET name = name RETURNING id",
        problem);
    if (insert != NULL) {
        bind(insert, "t", name);
        if (sqlite3_step(insert) == SQLITE_ROW)
            id = sqlite3_column_int64(insert, 0);
        // The row is given before the change is on the disk: only the end of the statement tells.
        if (id == 0 || sqlite3_step(insert) != SQLITE_DONE) {
            report(store, problem);
            id = 0;
        }
    }
    sqlite3_finalize(insert);
    pthread_mutex_unlock(&store->mutex);
    return id;
}

// Lists ----------------------------------------------------------------------------------------

// A copy of the text, or NULL for SQL's NULL.
static char *column_text(sqlite3_stmt *statement, int column) {
    const unsigned char *text = sqlite3_column_text(statement, column);
    if (text == NULL)
        return NULL;
    size_t size = (size_t)sqlite3_column_bytes(statement, column) + 1;
    char *copy = malloc(size);
    if (copy != NULL)
        memcpy(copy, text, size);
    return copy;
}

static uint64_t column_hash(sqlite3_stmt *statement, int column) {
    const unsigned char *text = sqlite3_column_text(statement, column);
    return text != NULL ? strtoull((const char *)text, NULL, 16) : 0;
}

typedef bool read_row(sqlite3_stmt *statement, struct dat_store *store, void *list);

// Calls read for every row of the query about session id (where it has a ?1).
static bool read_rows(struct dat_store *store, const char *sql, int64_t id, read_row *read,
                      void *list, struct dat_problem *problem) {
    pthread_mutex_lock(&store->mutex);
    sqlite3_stmt *statement = prepare(store, sql, problem);
    bool ok = statement != NULL;
    if (ok && sqlite3_bind_parameter_count(statement) > 0)
        sqlite3_bind_int64(statement, 1, id);
    int code = SQLITE_DONE;
    while (ok && (code = sqlite3_step(statement)) == SQLITE_ROW) {
        ok = read(statement, store, list);
        if (!ok)
            dat_problem_set(problem, "out of memory");
    }
    if (ok && code != SQLITE_DONE) {
        report(store, problem);
        ok = false;
    }
    sqlite3_finalize(statement);
    pthread_mutex_unlock(&store->mutex);
    return ok;
}

static bool read_name(sqlite3_stmt *row, struct dat_store *store, void *data) {
    (void)store;
    struct dat_name_list *list = data;
    if (!dat_list_reserve(&list->items, list->count, &list->capacity, sizeof *list->items))
        return false;
    list->items[list->count] = column_text(row, 0);
    return list->items[list->count++] != NULL;
}

bool dat_store_trainees(struct dat_store *store, struct dat_name_list *names,
                        struct dat_problem *problem) {
    *names = (struct dat_name_list){0};
    return read_rows(store,
                     "SELECT name FROM trainee LEFT JOIN session ON trainee_id = trainee.id "
                     "GROUP BY trainee.id ORDER BY max(session.id) DESC NULLS LAST, name",
                     0, read_name, names, problem);
}

#define SESSION_QUERY                                                                              \
    "SELECT session.id, trainee.name, exercise, scenario_file, scenario_hash, machine, operator, " \
    "seed, program_version, step_s, start_utc, end_utc, steps, outcome, end_state_hash, result, "  \
    "input_names, (SELECT count(*) FROM event WHERE session_id = session.id), "                    \
    "(SELECT count(*) FROM log WHERE session_id = session.id) "                                    \
    "FROM session JOIN trainee ON trainee.id = trainee_id "

static enum dat_outcome outcome_of(const char *name, struct dat_store *store) {
    for (int i = DAT_PASSED; name != NULL && i <= DAT_INTERRUPTED; i++) {
        if (strcmp(name, dat_outcome_name((enum dat_outcome)i)) == 0)
            return (enum dat_outcome)i;
    }
    // Without an outcome, and nobody writes: its program was killed and none has written since.
    bool alive = store->lock >= 0 || dat_store_is_locked(store->path);
    return alive ? DAT_RUNNING : DAT_INTERRUPTED;
}

static bool read_session(sqlite3_stmt *row, struct dat_store *store, void *data) {
    const char *outcome = (const char *)sqlite3_column_text(row, 13);
    const char *who = (const char *)sqlite3_column_text(row, 6);
    struct dat_session_info *info = data;
    *info = (struct dat_session_info){
        .id = sqlite3_column_int64(row, 0),
        .trainee = column_text(row, 1),
        .exercise = column_text(row, 2),
        .scenario_file = column_text(row, 3),
        .scenario_hash = column_hash(row, 4),
        .machine = column_text(row, 5),
        .who = who != NULL && strcmp(who, "trainee") == 0 ? DAT_TRAINEE : DAT_DEMONSTRATOR,
        .seed = sqlite3_column_int64(row, 7),
        .program_version = column_text(row, 8),
        .step = sqlite3_column_double(row, 9),
        .start_utc = column_text(row, 10),
        .end_utc = column_text(row, 11),
        .steps = sqlite3_column_int64(row, 12),
        .outcome = outcome_of(outcome, store),
        .has_end_state_hash = sqlite3_column_type(row, 14) != SQLITE_NULL,
        .end_state_hash = column_hash(row, 14),
        .result = column_text(row, 15),
        .input_names = column_text(row, 16),
        .event_count = sqlite3_column_int64(row, 17),
        .log_count = sqlite3_column_int64(row, 18),
    };
    return info->trainee && info->exercise && info->scenario_file && info->machine &&
           info->program_version && info->start_utc && info->input_names;
}

static bool read_listed_session(sqlite3_stmt *row, struct dat_store *store, void *data) {
    struct dat_session_list *list = data;
    if (!dat_list_reserve(&list->items, list->count, &list->capacity, sizeof *list->items))
        return false;
    return read_session(row, store, &list->items[list->count++]);
}

bool dat_store_sessions(struct dat_store *store, struct dat_session_list *list,
                        struct dat_problem *problem) {
    *list = (struct dat_session_list){0};
    return read_rows(store, SESSION_QUERY "ORDER BY session.id", 0, read_listed_session, list,
                     problem);
}

bool dat_store_session(struct dat_store *store, int64_t id, struct dat_session_info *info,
                       struct dat_problem *problem) {
    *info = (struct dat_session_info){0};
    return read_rows(store, SESSION_QUERY "WHERE session.id = ?1", id, read_session, info, problem);
}

static bool read_event(sqlite3_stmt *row, struct dat_store *store, void *data) {
    (void)store;
    struct dat_event_list *list = data;
    if (!dat_list_reserve(&list->items, list->count, &list->capacity, sizeof *list->items))
        return false;
    struct dat_event *event = &list->items[list->count++];
    *event = (struct dat_event){.step = sqlite3_column_int64(row, 0),
                                .time = sqlite3_column_double(row, 1),
                                .kind = column_text(row, 2),
                                .detail = column_text(row, 3)};
    return event->kind != NULL;
}

bool dat_store_events(struct dat_store *store, int64_t id, struct dat_event_list *list,
                      struct dat_problem *problem) {
    *list = (struct dat_event_list){0};
    return read_rows(store,
                     "SELECT step, time_s, kind, detail FROM event WHERE session_id = ?1 "
                     "ORDER BY number",
                     id, read_event, list, problem);
}

static void copy_text(sqlite3_stmt *row, int column, char *text, size_t size) {
    const unsigned char *from = sqlite3_column_text(row, column);
    snprintf(text, size, "%s", from != NULL ? (const char *)from : "");
}

static bool read_log(sqlite3_stmt *row, struct dat_store *store, void *data) {
    (void)store;
    struct dat_log_list *list = data;
    if (!dat_list_reserve(&list->items, list->count, &list->capacity, sizeof *list->items))
        return false;
    struct dat_log *log = &list->items[list->count++];
    *log = (struct dat_log){
        .step = sqlite3_column_int64(row, 0),
        .time = sqlite3_column_double(row, 1),
        .length = sqlite3_column_double(row, 5),
        .target_length = sqlite3_column_double(row, 6), // SQL's NULL reads as 0
        .top_diameter = sqlite3_column_double(row, 7),
        .mid_diameter = sqlite3_column_double(row, 8),
        .butt_diameter = sqlite3_column_double(row, 9),
        .volume = sqlite3_column_double(row, 10),
        .x = sqlite3_column_double(row, 11),
        .y = sqlite3_column_double(row, 12),
        .z = sqlite3_column_double(row, 13),
    };
    copy_text(row, 2, log->species, sizeof log->species);
    copy_text(row, 3, log->assortment, sizeof log->assortment);
    copy_text(row, 4, log->tree, sizeof log->tree);
    return true;
}

bool dat_store_logs(struct dat_store *store, int64_t id, struct dat_log_list *list,
                    struct dat_problem *problem) {
    *list = (struct dat_log_list){0};
    return read_rows(store,
                     "SELECT step, time_s, species, assortment, tree, length_m, target_length_m, "
                     "top_diameter_m, mid_diameter_m, butt_diameter_m, volume_m3, x_m, y_m, z_m "
                     "FROM log WHERE session_id = ?1 ORDER BY number",
                     id, read_log, list, problem);
}

static bool read_chunk(sqlite3_stmt *row, struct dat_store *store, void *data) {
    (void)store;
    struct dat_input_list *list = data;
    if (!dat_list_reserve(&list->items, list->count, &list->capacity, sizeof *list->items))
        return false;
    struct dat_input_chunk *chunk = &list->items[list->count];
    const void *bytes = sqlite3_column_blob(row, 2);
    *chunk = (struct dat_input_chunk){.first_step = sqlite3_column_int64(row, 0),
                                      .steps = sqlite3_column_int64(row, 1),
                                      .size = (size_t)sqlite3_column_bytes(row, 2)};
    chunk->bytes = malloc(chunk->size + 1);
    if (chunk->bytes == NULL)
        return false;
    if (chunk->size > 0)
        memcpy(chunk->bytes, bytes, chunk->size);
    list->count++;
    return true;
}

bool dat_store_inputs(struct dat_store *store, int64_t id, struct dat_input_list *list,
                      struct dat_problem *problem) {
    *list = (struct dat_input_list){0};
    return read_rows(store,
                     "SELECT first_step, steps, changes FROM input WHERE session_id = ?1 "
                     "ORDER BY first_step",
                     id, read_chunk, list, problem);
}

// Changes --------------------------------------------------------------------------------------

bool dat_store_delete(struct dat_store *store, int64_t id, bool *found,
                      struct dat_problem *problem) {
    *found = false;
    pthread_mutex_lock(&store->mutex);
    bool ok = begin(store, problem);
    sqlite3_stmt *statement =
        ok ? prepare(store, "DELETE FROM session WHERE id = ?1", problem) : NULL;
    ok = statement != NULL;
    if (ok) {
        bind(statement, "i", id);
        ok = step_once(store, statement, problem);
        *found = sqlite3_changes(store->db) > 0;
    }
    sqlite3_finalize(statement);
    ok = commit(store, ok, problem);
    pthread_mutex_unlock(&store->mutex);
    return ok;
}

int64_t dat_store_begin(struct dat_store *store, const struct dat_session_info *info,
                        struct dat_problem *problem) {
    if (!dat_store_has_room(store->path, ROOM_FOR_A_SESSION, problem))
        return 0;
    int64_t trainee = dat_store_trainee(store, info->trainee, problem);
    if (trainee == 0)
        return 0;
    pthread_mutex_lock(&store->mutex);
    bool ok = begin(store, problem);
    sqlite3_stmt *insert =
        ok ? prepare(store,
                     "INSERT INTO session (trainee_id, exercise, scenario_file, scenario_hash, "
                     "machine, operator, seed, program_version, step_s, start_utc, input_names) "
                     "VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11)",
                     problem)
           : NULL;
    ok = insert != NULL;
    if (ok) {
        bind(insert, "itthttitrtt", trainee, info->exercise, info->scenario_file,
             info->scenario_hash, info->machine, dat_operator_name(info->who), info->seed,
             info->program_version, info->step, info->start_utc, info->input_names);
        ok = step_once(store, insert, problem);
    }
    int64_t id = sqlite3_last_insert_rowid(store->db);
    sqlite3_finalize(insert);
    ok = commit(store, ok, problem);
    pthread_mutex_unlock(&store->mutex);
    return ok ? id : 0;
}

static bool append_events(struct dat_store *store, int64_t id, const struct dat_batch *batch,
                          struct dat_problem *problem) {
    sqlite3_stmt *insert =
        prepare(store,
                "INSERT INTO event (session_id, number, step, time_s, kind, detail) "
                "VALUES (?1, ?2, ?3, ?4, ?5, ?6)",
                problem);
    bool ok = insert != NULL;
    for (size_t i = 0; ok && i < batch->events.count; i++) {
        const struct dat_event *event = &batch->events.items[i];
        bind(insert, "iiirtt", id, (int64_t)(batch->first_event + i), event->step, event->time,
             event->kind, event->detail);
        ok = step_once(store, insert, problem);
    }
    sqlite3_finalize(insert);
    return ok;
}

static bool append_logs(struct dat_store *store, int64_t id, const struct dat_batch *batch,
                        struct dat_problem *problem) {
    sqlite3_stmt *insert =
        prepare(store,
                "INSERT INTO log (session_id, number, step, time_s, species, assortment, tree, "
                "length_m, target_length_m, top_diameter_m, mid_diameter_m, butt_diameter_m, "
                "volume_m3, x_m, y_m, z_m) VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, "
                "nullif(?9, 0.0), ?10, ?11, ?12, ?13, ?14, ?15, ?16)",
                problem);
    bool ok = insert != NULL;
    for (size_t i = 0; ok && i < batch->logs.count; i++) {
        const struct dat_log *log = &batch->logs.items[i];
        bind(insert, "iiirtttrrrrrrrrr", id, (int64_t)(batch->first_log + i), log->step, log->time,
             log->species, log->assortment, log->tree, log->length, log->target_length,
             log->top_diameter, log->mid_diameter, log->butt_diameter, log->volume, log->x, log->y,
             log->z);
        ok = step_once(store, insert, problem);
    }
    sqlite3_finalize(insert);
    return ok;
}

static bool append_chunk(struct dat_store *store, int64_t id, const struct dat_input_chunk *chunk,
                         struct dat_problem *problem) {
    sqlite3_stmt *insert = prepare(
        store, "INSERT INTO input (session_id, first_step, steps, changes) VALUES (?1, ?2, ?3, ?4)",
        problem);
    if (insert == NULL)
        return false;
    bind(insert, "iii", id, chunk->first_step, chunk->steps);
    sqlite3_bind_blob64(insert, 4, chunk->bytes, chunk->size, SQLITE_STATIC);
    bool ok = step_once(store, insert, problem);
    sqlite3_finalize(insert);
    return ok;
}

static bool append_batch(struct dat_store *store, int64_t id, const struct dat_batch *batch,
                         struct dat_problem *problem) {
    return (batch->events.count == 0 || append_events(store, id, batch, problem)) &&
           (batch->logs.count == 0 || append_logs(store, id, batch, problem)) &&
           (batch->chunk.steps == 0 || append_chunk(store, id, &batch->chunk, problem));
}

static bool update_steps(struct dat_store *store, int64_t id, int64_t steps,
                         struct dat_problem *problem) {
    sqlite3_stmt *update = prepare(store, "UPDATE session SET steps = ?2 WHERE id = ?1", problem);
    if (update == NULL)
        return false;
    bind(update, "ii", id, steps);
    bool ok = step_once(store, update, problem);
    sqlite3_finalize(update);
    return ok;
}

bool dat_store_append(struct dat_store *store, int64_t id, const struct dat_batch *first,
                      struct dat_problem *problem) {
    pthread_mutex_lock(&store->mutex);
    bool ok = begin(store, problem);
    int64_t steps = 0;
    for (const struct dat_batch *batch = first; ok && batch != NULL; batch = batch->next) {
        ok = append_batch(store, id, batch, problem);
        steps = batch->steps;
    }
    ok = ok && update_steps(store, id, steps, problem);
    ok = commit(store, ok, problem);
    pthread_mutex_unlock(&store->mutex);
    return ok;
}

bool dat_store_end(struct dat_store *store, int64_t id, const struct dat_session_info *info,
                   struct dat_problem *problem) {
    pthread_mutex_lock(&store->mutex);
    bool ok = begin(store, problem);
    sqlite3_stmt *update =
        ok ? prepare(store,
                     "UPDATE session SET end_utc = ?2, outcome = ?3, result = ?4, "
                     "end_state_hash = ?5 WHERE id = ?1",
                     problem)
           : NULL;
    ok = update != NULL;
    if (ok) {
        bind(update, info->has_end_state_hash ? "ittth" : "ittt", id, info->end_utc,
             dat_outcome_name(info->outcome), info->result, info->end_state_hash);
        ok = step_once(store, update, problem);
    }
    sqlite3_finalize(update);
    ok = commit(store, ok, problem);
    pthread_mutex_unlock(&store->mutex);
    return ok;
}
