// Opening and closing a store; see the invariants in data/record/sql.h.
#include <assert.h>
#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "data/record/checksum.h"
#include "data/record/figures.h"
#include "data/record/migrate.h"
#include "data/record/place.h"
#include "data/record/replace.h"
#include "data/record/schema.h"
#include "data/record/server.h"
#include "data/record/sql.h"
#include "data/text/paths.h"

#define APPLICATION_ID 1265787246 // as in schema.sql
#define BUSY_WAIT_MS 2000         // readers and a checkpoint may be in the way for a moment

// Whether the file is ours and of a version that this program knows. *version: 0 if it is empty.
static bool check_identity(struct dat_store *store, int64_t *version, struct dat_problem *problem) {
    int64_t application = 0;
    int64_t tables = 0;
    *version = 0;
    if (!dat_sql_number(store, "PRAGMA application_id", &application, problem) ||
        !dat_sql_number(store, "PRAGMA user_version", version, problem) ||
        !dat_sql_number(store, "SELECT count(*) FROM sqlite_schema", &tables, problem))
        return false;
    if (tables == 0 && application == 0 && *version == 0)
        return true;
    if (application != APPLICATION_ID) {
        dat_problem_set(problem, "%s is a database of another program, not a session database",
                        store->path);
        return false;
    }
    if (*version > DAT_SCHEMA_VERSION) {
        dat_problem_set(problem,
                        "the session database %s was written by a newer Kranich (its version is "
                        "%" PRId64 ", this program knows %d): update the program",
                        store->path, *version, DAT_SCHEMA_VERSION);
        return false;
    }
    if (*version < 1) {
        dat_problem_set(problem, "the session database %s is damaged: it has no version",
                        store->path);
        return false;
    }
    return true;
}

// The time of the last step, as SQL. A damaged number of steps must not keep the whole database
// from being opened.
#define TIME_OF_LAST_STEP                                                                          \
    "coalesce(strftime('%Y-%m-%dT%H:%M:%fZ', start_utc, (steps * step_s) || ' seconds'), "         \
    "start_utc)"

// A killed program left its sessions without an outcome. They ended with the last recorded step. A
// row that is damaged does not get a checksum that hides it.
static bool mark_interrupted(struct dat_store *store, struct dat_problem *problem) {
    int64_t count = 0;
    if (!dat_sql_number(store, "SELECT count(*) FROM session WHERE outcome IS NULL", &count,
                        problem))
        return false;
    if (count == 0)
        return true;
    bool ok = dat_sql_begin(store, problem);
    ok = ok &&
         dat_sql_execute(store,
                         "UPDATE session SET outcome = 'interrupted', end_utc = " TIME_OF_LAST_STEP
                         ", checksum = CASE checksum WHEN " DAT_SESSION_CHECKSUM(
                             "end_utc", "outcome") " THEN "                       //
                         DAT_SESSION_CHECKSUM(TIME_OF_LAST_STEP, "'interrupted'") //
                         " ELSE checksum END WHERE outcome IS NULL",
                         problem);
    return dat_sql_commit(store, ok, problem);
}

// Creates the tables of a new file, or updates those of an older version.
static bool update_schema(struct dat_store *store, int64_t version, struct dat_problem *problem) {
    if (version == DAT_SCHEMA_VERSION)
        return true;
    bool ok = dat_sql_begin(store, problem);
    if (ok && version == 0)
        ok = dat_sql_execute(store, dat_schema_sql, problem);
    else if (ok)
        ok = dat_migrate(store, version, problem);
    return dat_sql_commit(store, ok, problem);
}

// Sessions of earlier versions get their figures. Where one is damaged, or the disk is full, they
// stay without: their results are read then.
static void fill_figures(struct dat_store *store, int64_t version) {
    if (version == 0 || version > 10)
        return;
    const bool filled = dat_sql_begin(store, NULL) &&
                        dat_sql_execute(store,
                                        "UPDATE session SET figures = " DAT_FIGURES
                                        " WHERE result IS NOT NULL AND figures IS NULL",
                                        NULL);
    (void)dat_sql_commit(store, filled, NULL);
}

// A copy of the database keeps the name, so a server does not take its sessions for others.
static bool give_name(struct dat_store *store, struct dat_problem *problem) {
    int64_t names = 0;
    return dat_sql_number(store, "SELECT count(*) FROM seat", &names, problem) &&
           (names > 0 || dat_sql_execute(store,
                                         "INSERT INTO seat (id, uuid)"
                                         " VALUES (1, lower(hex(randomblob(16))))",
                                         problem));
}

static bool prepare_for_writing(struct dat_store *store, struct dat_problem *problem) {
    // Before anything else: a file of another program must not be changed.
    int64_t version;
    if (!check_identity(store, &version, problem))
        return false;
    // FULL: a batch that was written survives a power cut, too. It costs the recorder's thread some
    // milliseconds, never the frame.
    if (!dat_sql_execute(
            store,
            "PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA foreign_keys = ON;"
            "PRAGMA secure_delete = ON;",
            problem))
        return false;
    if (!update_schema(store, version, problem) || !give_name(store, problem) ||
        !mark_interrupted(store, problem))
        return false;
    fill_figures(store, version);
    return true;
}

static bool add_functions(struct dat_store *store, struct dat_problem *problem) {
    if (dat_checksum_add_function(store->db))
        return true;
    dat_problem_set(problem, "out of memory");
    return false;
}

static bool connect(struct dat_store *store, const char *name, int flags,
                    struct dat_problem *problem) {
    sqlite3_close(store->db);
    store->db = NULL;
    if (sqlite3_open_v2(name, &store->db, flags, NULL) != SQLITE_OK) {
        dat_sql_report(store, problem);
        return false;
    }
    sqlite3_busy_timeout(store->db, BUSY_WAIT_MS);
    // The file may come from elsewhere: its content must not be able to harm the program.
    sqlite3_db_config(store->db, SQLITE_DBCONFIG_DEFENSIVE, 1, NULL);
    return add_functions(store, problem);
}

// "file:PATH?immutable=1", with the special characters of a URI escaped.
static void immutable_name(const char *path, char *name, size_t size) {
    size_t used = (size_t)snprintf(name, size, "file:");
    for (const char *c = path; *c != '\0' && used + 16 < size; c++) {
        bool plain = strchr("?#%", *c) == NULL;
        used +=
            (size_t)snprintf(name + used, size - used, plain ? "%c" : "%%%02X", (unsigned char)*c);
    }
    snprintf(name + used, size - used, "?immutable=1");
}

// Whether the write-ahead log has changes that are not in the database file yet.
static bool has_log(const struct dat_store *store) {
    char name[PATH_MAX + 8];
    struct stat info;
    snprintf(name, sizeof name, "%s-wal", store->path);
    return stat(name, &info) == 0 && info.st_size > 0;
}

// Reading changes nothing, so an older version is updated in a copy in memory.
static bool read_copy(struct dat_store *store, int64_t version, struct dat_problem *problem) {
    sqlite3 *copy = NULL;
    bool ok = sqlite3_open(":memory:", &copy) == SQLITE_OK;
    if (ok)
        ok = dat_sql_copy(store, copy, problem);
    else
        dat_problem_set(problem, "out of memory");
    if (!ok) {
        sqlite3_close(copy);
        return false;
    }
    sqlite3_close(store->db);
    store->db = copy;
    return add_functions(store, problem) && update_schema(store, version, problem);
}

static bool open_for_reading(struct dat_store *store, struct dat_problem *problem) {
    int64_t version;
    if (!connect(store, store->path, SQLITE_OPEN_READONLY, problem))
        return false;
    bool ok = check_identity(store, &version, problem);
    int code = sqlite3_errcode(store->db);
    char name[3 * PATH_MAX];
    if (!ok && code != SQLITE_OK && code != SQLITE_NOTADB && code != SQLITE_CORRUPT &&
        !dat_store_is_locked(store->path) && !has_log(store)) {
        // On a disk that is full or read-only, SQLite cannot make the files that readers of a WAL
        // database share. Nobody is writing and nothing is left in the log, so none are needed.
        immutable_name(store->path, name, sizeof name);
        ok = connect(store, name, SQLITE_OPEN_READONLY | SQLITE_OPEN_URI, problem) &&
             check_identity(store, &version, problem);
    }
    if (ok && version == 0) {
        dat_problem_set(problem, "the session database %s is empty", store->path);
        return false;
    }
    return ok && (version == DAT_SCHEMA_VERSION || read_copy(store, version, problem));
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

// A store that is not open; NULL: out of memory.
static struct dat_store *create(struct dat_problem *problem) {
    struct dat_store *store = calloc(1, sizeof *store);
    if (store == NULL) {
        dat_problem_set(problem, "out of memory");
        return NULL;
    }
    store->lock = -1;
    pthread_mutex_init(&store->mutex, NULL);
    return store;
}

struct dat_store *dat_store_open_server(const char *address, dat_store_tell *tell,
                                        struct dat_problem *problem) {
    assert(address != NULL);
    const int flags = SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE;
    struct dat_store *store = create(problem);
    // Without a name, the database is a temporary file as soon as it is large.
    if (store != NULL && connect(store, "", flags, problem) && update_schema(store, 0, problem) &&
        dat_server_open(store, address, tell, problem))
        return store;
    dat_store_close(store);
    return NULL;
}

// The path, or the default one in standard where it is NULL; NULL: there is none.
static const char *path_or_standard(const char *path, char standard[PATH_MAX],
                                    struct dat_problem *problem) {
    if (path != NULL || dat_default_database(standard, PATH_MAX))
        return path != NULL ? path : standard;
    dat_problem_set(problem, "there is no place for the session database: neither "
                             "XDG_DATA_HOME nor HOME is set, use --db FILE");
    return NULL;
}

struct dat_store *dat_store_open(const char *path, enum dat_store_mode mode,
                                 struct dat_problem *problem) {
    assert(mode == DAT_STORE_READ || mode == DAT_STORE_WRITE);
    char standard[PATH_MAX];
    path = path_or_standard(path, standard, problem);
    struct dat_store *store = path != NULL ? create(problem) : NULL;
    if (store != NULL && open_store(store, path, mode, problem))
        return store;
    dat_store_close(store);
    return NULL;
}

// ---- damaged databases ----

// With its log, so that other programs can save what is readable.
static bool keep_beside(const struct dat_store *store, struct dat_problem *kept) {
    static const char *const parts[] = {"-wal", "-shm", ""};
    char stamp[32], from[PATH_MAX + 8], to[PATH_MAX + 64];
    struct tm utc;
    const time_t now = time(NULL);
    if (gmtime_r(&now, &utc) == NULL || strftime(stamp, sizeof stamp, "%Y%m%dT%H%M%SZ", &utc) == 0)
        return false;
    bool ok = true;
    for (size_t i = 0; ok && i < sizeof parts / sizeof parts[0]; i++) {
        (void)snprintf(from, sizeof from, "%s%s", store->path, parts[i]);
        (void)snprintf(to, sizeof to, "%s.damaged-%s%s", store->path, stamp, parts[i]);
        ok = access(to, F_OK) != 0 && (rename(from, to) == 0 || errno == ENOENT);
    }
    if (ok)
        dat_problem_set(kept,
                        "the session database was damaged: it is kept as %s, and a new one is "
                        "begun; 'sqlite3 FILE .recover' may save what is readable",
                        to);
    return ok;
}

// In the place of the damaged one, whose lock is still held.
static bool begin_anew(struct dat_store *store, struct dat_problem *kept,
                       struct dat_problem *problem) {
    char real[PATH_MAX];
    sqlite3_close(store->db);
    store->db = NULL;
    return keep_beside(store, kept) && dat_store_place_create(store->path, real, problem) &&
           connect(store, store->path, SQLITE_OPEN_READWRITE, problem) &&
           prepare_for_writing(store, problem);
}

struct dat_store *dat_store_open_or_replace(const char *path, struct dat_problem *kept,
                                            struct dat_problem *problem) {
    char standard[PATH_MAX];
    kept->text[0] = '\0';
    path = path_or_standard(path, standard, problem);
    struct dat_store *store = path != NULL ? create(problem) : NULL;
    if (store != NULL && open_store(store, path, DAT_STORE_WRITE, problem))
        return store;
    if (store != NULL && store->lock >= 0 && store->damaged && begin_anew(store, kept, problem))
        return store;
    dat_store_close(store);
    return NULL;
}

void dat_store_close(struct dat_store *store) {
    if (store == NULL)
        return;
    dat_server_close(store->server);
    sqlite3_close(store->db);
    // Last, so that no second writer comes in while SQLite cleans up.
    if (store->lock >= 0)
        close(store->lock);
    pthread_mutex_destroy(&store->mutex);
    free(store);
}

const char *dat_store_path(const struct dat_store *store) {
    assert(store != NULL);
    return store->path;
}
