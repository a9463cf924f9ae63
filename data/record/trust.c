#include "data/record/trust.h"

#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "data/record/place.h"
#include "data/text/paths.h"
#include "data/text/utf8.h"

enum { NAME = 120, LINE = 400 }; // [bytes]

void dat_signer_print(const uint8_t signer[DAT_SIGNER], char text[DAT_SIGNER_TEXT]) {
    for (int i = 0; i < DAT_SIGNER; i++)
        (void)snprintf(text + (ptrdiff_t)2 * i, 3, "%02x", signer[i]);
}

static int digit(char c) {
    const char digits[] = "0123456789abcdef";
    const char *at = c != '\0' ? strchr(digits, c) : NULL;
    return at != NULL ? (int)(at - digits) : -1;
}

static bool read_signer(const char *text, uint8_t signer[DAT_SIGNER]) {
    for (int i = 0; i < DAT_SIGNER; i++) {
        const int high = digit(text[0]), low = high >= 0 ? digit(text[1]) : -1;
        if (low < 0)
            return false;
        signer[i] = (uint8_t)(16 * high + low);
        text += 2;
    }
    return *text == ' ' || *text == '\n' || *text == '\0';
}

static bool find_path(char *path, size_t size, struct dat_problem *problem) {
    if (dat_default_trusted_states(path, size))
        return true;
    dat_problem_set(problem, "there is no place for the trusted keys of states: neither "
                             "XDG_DATA_HOME nor HOME is set");
    return false;
}

// NULL: there is none, and *problem is empty, or it cannot be used.
static FILE *open_file(const char *path, struct dat_problem *problem) {
    struct stat status;
    const int file = open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK);
    if (file < 0) {
        if (errno != ENOENT)
            dat_problem_set(problem, "the trusted keys %s cannot be read: %s", path,
                            strerror(errno));
        return NULL;
    }
    if (fstat(file, &status) == 0 && S_ISREG(status.st_mode) && (status.st_mode & 022) == 0 &&
        status.st_uid == geteuid())
        return fdopen(file, "r");
    dat_problem_set(problem,
                    "others can write to the trusted keys %s: make it yours alone, with chmod 600",
                    path);
    close(file);
    return NULL;
}

static bool read_lines(FILE *file, const char *path, struct dat_trust *trust,
                       struct dat_problem *problem) {
    char line[LINE];
    for (int number = 1; fgets(line, sizeof line, file) != NULL; number++) {
        if (trust->count == DAT_TRUSTED || !read_signer(line, trust->signers[trust->count])) {
            dat_problem_set(problem,
                            "%s:%d: error: no trusted key, expected 64 hexadecimal digits and a "
                            "name, on %d lines at most",
                            path, number, DAT_TRUSTED - 1);
            return false;
        }
        trust->count++;
        // A name is as long as whoever wrote it liked.
        for (int c = '\0'; strchr(line, '\n') == NULL && c != '\n' && c != EOF;)
            c = fgetc(file);
    }
    return true;
}

bool dat_trust_read(struct dat_trust *trust, struct dat_problem *problem) {
    char path[PATH_MAX];
    struct dat_seal_key key;
    struct dat_problem none = {""}, said = {""};
    trust->has_own =
        dat_seal_key_read(&key, false, &none) && dat_seal_signer(&key, trust->signers[0]);
    const int own = trust->count = trust->has_own;
    if (!find_path(path, sizeof path, problem))
        return false;
    FILE *file = open_file(path, &said);
    bool ok = said.text[0] == '\0';
    if (file != NULL) {
        ok = read_lines(file, path, trust, &said);
        fclose(file);
    }
    if (ok)
        return true;
    trust->count = own;
    dat_problem_set(problem, "%s", said.text);
    return false;
}

bool dat_trust_has(const struct dat_trust *trust, const uint8_t signer[DAT_SIGNER]) {
    for (int i = 0; i < trust->count; i++)
        if (memcmp(trust->signers[i], signer, DAT_SIGNER) == 0)
            return true;
    return false;
}

// Whether the file is empty or ends a line; an editor may have left the last one open.
static bool ends_line(const char *path) {
    char last = '\n';
    const int file = open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK);
    if (file >= 0 && lseek(file, -1, SEEK_END) >= 0)
        (void)!read(file, &last, 1);
    if (file >= 0)
        close(file);
    return last == '\n';
}

bool dat_trust_add(const uint8_t signer[DAT_SIGNER], const char *name,
                   struct dat_problem *problem) {
    char path[PATH_MAX], text[DAT_SIGNER_TEXT], called[NAME + 1];
    if (!find_path(path, sizeof path, problem) || !dat_store_folders(path, problem))
        return false;
    dat_signer_print(signer, text);
    (void)snprintf(called, sizeof called, "%s", name);
    dat_utf8_make_plain(called, NAME);
    const int file =
        open(path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK, 0600);
    const bool written =
        file >= 0 && dprintf(file, "%s%s %s\n", ends_line(path) ? "" : "\n", text, called) > 0;
    if (file >= 0 && close(file) == 0 && written)
        return true;
    dat_problem_set(problem, "the trusted keys %s cannot be written: %s", path, strerror(errno));
    return false;
}
