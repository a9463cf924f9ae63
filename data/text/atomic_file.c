// realpath() is not in the POSIX subset that the project asks for.
#define _XOPEN_SOURCE 700

#include "data/text/atomic_file.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static bool write_all(int file, const char *bytes, size_t size) {
    while (size > 0) {
        ssize_t written = write(file, bytes, size);
        if (written < 0 && errno == EINTR)
            continue;
        if (written <= 0)
            return false;
        bytes += written;
        size -= (size_t)written;
    }
    return true;
}

static bool report(const char *path, struct dat_problem *problem) {
    dat_problem_set(problem, "%s cannot be written: %s", path, strerror(errno));
    return false;
}

static bool write_directly(const char *path, const void *bytes, size_t size,
                           struct dat_problem *problem) {
    int file = open(path, O_WRONLY | O_CLOEXEC);
    if (file < 0)
        return report(path, problem);
    bool ok = write_all(file, bytes, size);
    if (!ok)
        report(path, problem);
    close(file);
    return ok;
}

// The permissions a file gets that is created in the ordinary way.
static mode_t ordinary_mode(void) {
    mode_t mask = umask(0);
    umask(mask);
    return 0666 & ~mask;
}

// A new file beside path, with its name in temporary, which has PATH_MAX bytes. -1 with a sentence.
static int create_beside(const char *path, char *temporary, struct dat_problem *problem) {
    int length = snprintf(temporary, PATH_MAX, "%s.XXXXXX", path);
    errno = ENAMETOOLONG;
    int file = length >= 0 && length < PATH_MAX ? mkstemp(temporary) : -1;
    if (file < 0)
        report(path, problem);
    return file;
}

static bool write_and_rename(const char *path, mode_t mode, const void *bytes, size_t size,
                             struct dat_problem *problem) {
    char temporary[PATH_MAX];
    int file = create_beside(path, temporary, problem);
    if (file < 0)
        return false;
    bool ok = fchmod(file, mode) == 0 && write_all(file, bytes, size) && fsync(file) == 0;
    int why = errno;
    // close() may be the one to say that the disk is full.
    if (close(file) != 0 && ok) {
        why = errno;
        ok = false;
    }
    if (ok && rename(temporary, path) != 0) {
        why = errno;
        ok = false;
    }
    if (ok)
        return true;
    unlink(temporary);
    errno = why;
    return report(path, problem);
}

static bool can_create(const char *path, struct dat_problem *problem) {
    char temporary[PATH_MAX];
    int file = create_beside(path, temporary, problem);
    if (file < 0)
        return false;
    close(file);
    unlink(temporary);
    return true;
}

enum kind { KIND_NEW, KIND_REGULAR, KIND_OTHER, KIND_FOLDER };

static enum kind kind_of(const char *path, struct stat *info) {
    if (stat(path, info) != 0)
        return KIND_NEW;
    if (S_ISDIR(info->st_mode))
        return KIND_FOLDER;
    return S_ISREG(info->st_mode) ? KIND_REGULAR : KIND_OTHER;
}

bool dat_can_write_file(const char *path, struct dat_problem *problem) {
    struct stat info;
    if (strcmp(path, "-") == 0)
        return true;
    const enum kind kind = kind_of(path, &info);
    if (kind == KIND_OTHER)
        return access(path, W_OK) == 0 || report(path, problem);
    errno = EISDIR;
    if (kind == KIND_FOLDER)
        return report(path, problem);
    char *real = kind == KIND_REGULAR ? realpath(path, NULL) : NULL;
    bool ok = can_create(real != NULL ? real : path, problem);
    free(real);
    return ok;
}

bool dat_write_file(const char *path, const void *bytes, size_t size, struct dat_problem *problem) {
    struct stat info;
    if (strcmp(path, "-") == 0) {
        fflush(stdout);
        return write_all(STDOUT_FILENO, bytes, size) || report("the standard output", problem);
    }
    const enum kind kind = kind_of(path, &info);
    if (kind == KIND_OTHER)
        return write_directly(path, bytes, size, problem);
    errno = EISDIR;
    if (kind == KIND_FOLDER)
        return report(path, problem);
    // Through a link the file behind it is replaced, not the link.
    char *real = kind == KIND_REGULAR ? realpath(path, NULL) : NULL;
    const mode_t mode = kind == KIND_REGULAR ? info.st_mode & 07777 : ordinary_mode();
    bool ok = write_and_rename(real != NULL ? real : path, mode, bytes, size, problem);
    free(real);
    return ok;
}

bool dat_make_folders(const char *path, struct dat_problem *problem) {
    char folder[4096];
    (void)snprintf(folder, sizeof folder, "%s", path);
    for (char *slash = strchr(folder + 1, '/'); slash != NULL; slash = strchr(slash + 1, '/')) {
        *slash = '\0';
        if (mkdir(folder, 0777) != 0 && errno != EEXIST) {
            dat_problem_set(problem, "%s: the folder cannot be made: %s", folder, strerror(errno));
            return false;
        }
        *slash = '/';
    }
    return true;
}
