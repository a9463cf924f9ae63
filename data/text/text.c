#include "data/text/text.h"

#include <assert.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "data/text/copies.h"

static bool is_readable_size(const char *path, struct dat_diagnostics *d, size_t *size) {
    struct stat info;
    if (stat(path, &info) != 0) {
        dat_diagnose(d, 0, 0, "cannot be read: %s", strerror(errno));
        return false;
    }
    if (S_ISDIR(info.st_mode)) {
        dat_diagnose(d, 0, 0, "is a folder, expected a file");
        return false;
    }
    // Opening a named pipe would wait forever.
    if (!S_ISREG(info.st_mode)) {
        dat_diagnose(d, 0, 0, "is not a regular file");
        return false;
    }
    if (info.st_size > DAT_TEXT_MAX_BYTES) {
        dat_diagnose(d, 0, 0, "is %ld MB long, expected at most %ld MB",
                     (long)(info.st_size / (1024 * 1024)), DAT_TEXT_MAX_BYTES / (1024 * 1024));
        return false;
    }
    *size = (size_t)info.st_size;
    return true;
}

// Reads at most size bytes: the file may have shrunk since its size was looked up.
static char *read_bytes(const char *path, struct dat_diagnostics *d, size_t size, size_t *got) {
    FILE *file = fopen(path, "rb");
    if (file == NULL) {
        dat_diagnose(d, 0, 0, "cannot be read: %s", strerror(errno));
        return NULL;
    }
    char *text = malloc(size + 1);
    if (text == NULL) {
        dat_diagnose(d, 0, 0, "not enough memory to read the file");
        fclose(file);
        return NULL;
    }
    *got = fread(text, 1, size, file);
    text[*got] = '\0';
    if (ferror(file)) {
        dat_diagnose(d, 0, 0, "cannot be read: %s", strerror(errno));
        free(text);
        text = NULL;
    }
    fclose(file);
    return text;
}

static void replace_lone_returns(char *text) {
    for (char *c = text; (c = strchr(c, '\r')) != NULL; c++)
        *c = c[1] == '\n' ? '\r' : '\n';
}

static char *load_copy(const char *path, struct dat_diagnostics *d) {
    const struct dat_copy *copy = dat_copies_find(path);
    char *text = copy != NULL ? strdup(copy->text) : NULL;
    if (copy == NULL)
        dat_diagnose(d, 0, 0, "is none of the files that the session keeps");
    else if (text == NULL)
        dat_diagnose(d, 0, 0, "not enough memory to read the file");
    else
        d->text = text;
    return text;
}

bool dat_text_is_there(const char *path) {
    struct stat info;
    if (!dat_copies_used())
        return stat(path, &info) == 0;
    errno = ENOENT;
    return dat_copies_have(path);
}

bool dat_text_same_file(const char *a, const char *b) {
    struct stat info[2];
    if (dat_copies_used())
        return dat_copies_find(a) != NULL && dat_copies_find(a) == dat_copies_find(b);
    return stat(a, &info[0]) == 0 && stat(b, &info[1]) == 0 && info[0].st_dev == info[1].st_dev &&
           info[0].st_ino == info[1].st_ino;
}

char *dat_text_load(const char *path, struct dat_diagnostics *d) {
    size_t size = 0;
    assert(path != NULL && d != NULL);
    if (dat_copies_used())
        return load_copy(path, d);
    if (!is_readable_size(path, d, &size))
        return NULL;
    char *text = read_bytes(path, d, size, &size);
    if (text == NULL)
        return NULL;
    const char *nul = memchr(text, '\0', size);
    if (nul != NULL) {
        int line = 1;
        int column = 1;
        for (const char *c = text; c < nul; c++) {
            const bool ends = *c == '\n' || (*c == '\r' && c[1] != '\n');
            column = ends ? 1 : column + 1;
            line += ends ? 1 : 0;
        }
        dat_diagnose(d, line, column, "contains a zero byte, expected UTF-8 text");
        free(text);
        return NULL;
    }
    if (size >= 3 && memcmp(text, "\xEF\xBB\xBF", 3) == 0)
        memmove(text, text + 3, size - 3 + 1);
    replace_lone_returns(text);
    d->text = text;
    return text;
}
