// renameat2() is Linux's.
#define _GNU_SOURCE

#include "data/record/backup.h"

#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "data/record/place.h"
#include "data/record/server.h"

static bool refuse(const char *path, const char *why, struct dat_problem *problem) {
    dat_problem_set(problem, "the backup %s cannot be written: %s", path, why);
    return false;
}

static bool refuse_existing(const char *path, struct dat_problem *problem) {
    dat_problem_set(problem, "%s exists; choose another file, or use --overwrite", path);
    return false;
}

// SQLite would apply the write-ahead log of an old file to the new one of the same name.
static bool has_log(const char *path) {
    char log[PATH_MAX + 8];
    snprintf(log, sizeof log, "%.*s-wal", PATH_MAX, path);
    return access(log, F_OK) == 0;
}

// Refuses targets that the copy must not replace even with overwrite.
static bool may_write(const struct dat_store *store, const char *path, bool overwrite,
                      struct dat_problem *problem) {
    struct stat target;
    struct stat source;
    if (stat(path, &target) != 0) {
        if (errno != ENOENT)
            return refuse(path, strerror(errno), problem);
        return !has_log(path) ||
               refuse(path, "the -wal file of an earlier database is beside it; delete that first",
                      problem);
    }
    if (!S_ISREG(target.st_mode))
        return refuse(path, "it is not a regular file", problem);
    if (stat(store->path, &source) == 0 && source.st_dev == target.st_dev &&
        source.st_ino == target.st_ino)
        return refuse(path, "it is the database itself", problem);
    if (!overwrite)
        return refuse_existing(path, problem);
    if (dat_store_is_locked(path) || has_log(path))
        return refuse(path, "it is a database in use, or its -wal file is still beside it",
                      problem);
    return true;
}

// The copy is a single file: without a write-ahead log, which readers other than its owner could
// not create.
static bool fill(struct dat_store *store, const char *temporary, struct dat_problem *problem) {
    sqlite3 *copy = NULL;
    bool ok = sqlite3_open_v2(temporary, &copy, SQLITE_OPEN_READWRITE, NULL) == SQLITE_OK;
    if (!ok)
        refuse(temporary, copy != NULL ? sqlite3_errmsg(copy) : "out of memory", problem);
    ok = ok && dat_sql_copy(store, copy, problem);
    if (ok && sqlite3_exec(copy, "PRAGMA journal_mode = DELETE", NULL, NULL, NULL) != SQLITE_OK)
        ok = refuse(temporary, sqlite3_errmsg(copy), problem);
    return sqlite3_close(copy) == SQLITE_OK && ok;
}

// Gives the file its name. Without overwrite, a file that was created meanwhile is kept.
static bool publish(const char *temporary, const char *path, bool overwrite,
                    struct dat_problem *problem) {
    const unsigned flags = overwrite ? 0 : RENAME_NOREPLACE;
    int result = renameat2(AT_FDCWD, temporary, AT_FDCWD, path, flags);
    if (result != 0 && (errno == EINVAL || errno == ENOSYS)) // a file system that knows no flags
        result = rename(temporary, path);
    if (result == 0)
        return true;
    return errno == EEXIST ? refuse_existing(path, problem)
                           : refuse(path, strerror(errno), problem);
}

bool dat_store_backup(struct dat_store *store, const char *path, bool overwrite,
                      struct dat_problem *problem) {
    assert(store != NULL && path != NULL && path[0] != '\0');
    char temporary[PATH_MAX];
    if (!may_write(store, path, overwrite, problem))
        return false;
    const int length = snprintf(temporary, sizeof temporary, "%s.XXXXXX", path);
    if (length < 0 || (size_t)length >= sizeof temporary)
        return refuse(path, strerror(ENAMETOOLONG), problem);
    const int file = mkstemp(temporary); // for the user alone, as the database is
    if (file < 0)
        return refuse(path, strerror(errno), problem);
    bool ok = dat_server_need(store, 0, problem);
    pthread_mutex_lock(&store->mutex);
    ok = ok && fill(store, temporary, problem);
    pthread_mutex_unlock(&store->mutex);
    if (ok && fsync(file) != 0)
        ok = refuse(path, strerror(errno), problem);
    close(file);
    ok = ok && publish(temporary, path, overwrite, problem);
    if (!ok)
        unlink(temporary);
    return ok;
}
