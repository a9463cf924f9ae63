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

static bool write_and_rename(const char *path, mode_t mode, const void *bytes, size_t size,
                             struct dat_problem *problem) {
    char temporary[PATH_MAX];
    int length = snprintf(temporary, sizeof temporary, "%s.XXXXXX", path);
    if (length < 0 || (size_t)length >= sizeof temporary) {
        errno = ENAMETOOLONG;
        return report(path, problem);
    }
    int file = mkstemp(temporary);
    if (file < 0)
        return report(path, problem);
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

bool dat_write_file(const char *path, const void *bytes, size_t size, struct dat_problem *problem) {
    if (strcmp(path, "-") == 0) {
        fflush(stdout);
        return write_all(STDOUT_FILENO, bytes, size) || report("the standard output", problem);
    }
    struct stat info;
    bool exists = stat(path, &info) == 0;
    if (exists && S_ISDIR(info.st_mode)) {
        errno = EISDIR;
        return report(path, problem);
    }
    if (exists && !S_ISREG(info.st_mode))
        return write_directly(path, bytes, size, problem);
    // Through a link the file behind it is replaced, not the link.
    char *real = exists ? realpath(path, NULL) : NULL;
    bool ok =
        write_and_rename(real != NULL ? real : path,
                         exists ? info.st_mode & 07777 : ordinary_mode(), bytes, size, problem);
    free(real);
    return ok;
}
