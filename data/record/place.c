// The lock is an "open file description" lock of Linux: unlike POSIX locks it belongs to the
// descriptor, so that two stores in one process exclude each other too, and unlike with flock() a
// reader can ask for its state without taking it for a moment, which would drive a writer away.
#define _GNU_SOURCE

#include "data/record/place.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/statvfs.h>
#include <unistd.h>

bool dat_store_folders(const char *path, struct dat_problem *problem) {
    char folder[PATH_MAX];
    if (strlen(path) >= sizeof folder) {
        dat_problem_set(problem, "the path of the session database is too long: %s", path);
        return false;
    }
    strcpy(folder, path);
    for (char *slash = strchr(folder + 1, '/'); slash != NULL; slash = strchr(slash + 1, '/')) {
        *slash = '\0';
        if (mkdir(folder, 0700) != 0 && errno != EEXIST) {
            struct stat info;
            int why = errno;
            // A read-only disk refuses even what exists.
            if (stat(folder, &info) != 0 || !S_ISDIR(info.st_mode)) {
                dat_problem_set(problem, "the folder %s cannot be created: %s", folder,
                                strerror(why));
                return false;
            }
        }
        *slash = '/';
    }
    return true;
}

bool dat_store_place_find(const char *path, char *real, struct dat_problem *problem) {
    struct stat info;
    if (stat(path, &info) != 0 || realpath(path, real) == NULL) {
        dat_problem_set(problem, "the session database %s cannot be opened: %s", path,
                        strerror(errno));
        return false;
    }
    if (!S_ISREG(info.st_mode)) {
        dat_problem_set(problem, "the session database %s is not a regular file", path);
        return false;
    }
    return true;
}

bool dat_store_place_create(const char *path, char *real, struct dat_problem *problem) {
    struct stat info;
    if (stat(path, &info) != 0) {
        if (!dat_store_folders(path, problem))
            return false;
        // Only a new file is opened here: closing a second descriptor of a database that this
        // process uses would drop SQLite's locks on it.
        int file = open(path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
        if (file < 0 && errno != EEXIST) {
            dat_problem_set(problem, "the session database %s cannot be created: %s", path,
                            strerror(errno));
            return false;
        }
        if (file >= 0)
            close(file);
    }
    return dat_store_place_find(path, real, problem);
}

static bool lock_name(const char *path, char *name, size_t size) {
    int length = snprintf(name, size, "%s.lock", path);
    return length > 0 && (size_t)length < size;
}

static void report_owner(int lock, const char *path, struct dat_problem *problem) {
    char owner[32] = "";
    ssize_t got = pread(lock, owner, sizeof owner - 1, 0);
    owner[got > 0 ? got : 0] = '\0';
    owner[strspn(owner, "0123456789")] = '\0';
    dat_problem_set(problem,
                    "another Kranich%s%s%s is using the session database %s: close it first, or "
                    "choose another database with --db",
                    owner[0] != '\0' ? " (process " : "", owner, owner[0] != '\0' ? ")" : "", path);
}

int dat_store_lock(const char *path, struct dat_problem *problem) {
    char name[PATH_MAX];
    int lock =
        lock_name(path, name, sizeof name) ? open(name, O_RDWR | O_CREAT | O_CLOEXEC, 0600) : -1;
    if (lock < 0) {
        dat_problem_set(problem, "the session database %s cannot be written to: %s", path,
                        strerror(errno));
        return -1;
    }
    struct flock whole = {.l_type = F_WRLCK, .l_whence = SEEK_SET};
    if (fcntl(lock, F_OFD_SETLK, &whole) != 0) {
        if (errno == EAGAIN || errno == EACCES)
            report_owner(lock, path, problem);
        else
            dat_problem_set(problem, "the session database %s cannot be locked: %s", path,
                            strerror(errno));
        close(lock);
        return -1;
    }
    // Only for the sentence of a second instance, so a full disk is no obstacle.
    char owner[32];
    int length = snprintf(owner, sizeof owner, "%ld\n", (long)getpid());
    if (ftruncate(lock, 0) == 0 && pwrite(lock, owner, (size_t)length, 0) < 0)
        errno = 0;
    return lock;
}

bool dat_store_is_locked(const char *path) {
    char name[PATH_MAX];
    int lock = lock_name(path, name, sizeof name) ? open(name, O_RDONLY | O_CLOEXEC) : -1;
    if (lock < 0)
        return false;
    struct flock whole = {.l_type = F_WRLCK, .l_whence = SEEK_SET};
    bool locked = fcntl(lock, F_OFD_GETLK, &whole) == 0 && whole.l_type != F_UNLCK;
    close(lock);
    return locked;
}

bool dat_store_has_room(const char *path, size_t bytes, struct dat_problem *problem) {
    struct statvfs disk;
    if (statvfs(path, &disk) != 0)
        return true;
    double room = (double)disk.f_bavail * (double)disk.f_frsize;
    if (room >= (double)bytes)
        return true;
    dat_problem_set(problem,
                    "the disk with the session database %s is full: %.1f MB are left, a session "
                    "needs %.0f MB",
                    path, room / 1e6, (double)bytes / 1e6);
    return false;
}
