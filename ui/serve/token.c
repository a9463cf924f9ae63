#include "ui/serve/token.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <string.h>
#include <sys/random.h>
#include <sys/stat.h>
#include <unistd.h>

#include "data/text/paths.h"

bool ui_serve_token_path(const char *db, const char *name, char path[PATH_MAX]) {
    char file[PATH_MAX];
    if (db != NULL)
        snprintf(file, sizeof file, "%s", db);
    else if (!dat_default_database(file, sizeof file))
        return false;
    const int folder = (int)(dat_base_name(file) - file);
    return snprintf(path, PATH_MAX, "%.*s%s", folder, file, name) < PATH_MAX;
}

bool ui_serve_token_valid(const char *text) {
    return strlen(text) == UI_SERVE_TOKEN - 1 &&
           strspn(text, "0123456789abcdef") == UI_SERVE_TOKEN - 1;
}

// Whether the file has a token; *secret: nobody but its owner could read it.
static bool read_file(const char *path, char token[UI_SERVE_TOKEN], bool *secret) {
    struct stat status;
    char text[UI_SERVE_TOKEN + 1] = "";
    const int file = open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK);
    if (file < 0)
        return false;
    const bool regular = fstat(file, &status) == 0 && S_ISREG(status.st_mode);
    const ssize_t size = regular ? read(file, text, sizeof text) : -1;
    close(file);
    if (size != UI_SERVE_TOKEN || text[UI_SERVE_TOKEN - 1] != '\n')
        return false;
    text[UI_SERVE_TOKEN - 1] = '\0';
    *secret = (status.st_mode & 077) == 0 && status.st_uid == geteuid();
    memcpy(token, text, UI_SERVE_TOKEN);
    return ui_serve_token_valid(text);
}

bool ui_serve_token_read(const char *path, char token[UI_SERVE_TOKEN],
                         struct dat_problem *problem) {
    bool secret = false;
    const bool read = read_file(path, token, &secret);
    if (read && secret)
        return true;
    if (read)
        dat_problem_set(
            problem, "others can read the token in %s: make it yours alone, with chmod 600", path);
    else
        dat_problem_set(
            problem, "%s has no token: copy the file from the computer of 'kranich serve'", path);
    return false;
}

bool ui_serve_token_draw(char token[UI_SERVE_TOKEN], struct dat_problem *problem) {
    unsigned char bytes[(UI_SERVE_TOKEN - 1) / 2];
    if (getrandom(bytes, sizeof bytes, 0) != (ssize_t)sizeof bytes) {
        dat_problem_set(problem, "the system has no random numbers");
        return false;
    }
    for (size_t i = 0; i < sizeof bytes; i++)
        snprintf(token + 2 * i, 3, "%02x", bytes[i]);
    return true;
}

// The file is created anew with its mode, so that nobody has it open from before.
static bool write_file(const char *path, const char *token) {
    char temporary[PATH_MAX];
    if (snprintf(temporary, sizeof temporary, "%s.new", path) >= (int)sizeof temporary) {
        errno = ENAMETOOLONG;
        return false;
    }
    (void)unlink(temporary);
    const int file = open(temporary, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
    if (file < 0)
        return false;
    const bool written = dprintf(file, "%s\n", token) == UI_SERVE_TOKEN;
    return close(file) == 0 && written && rename(temporary, path) == 0;
}

bool ui_serve_token_keep(const char *path, char token[UI_SERVE_TOKEN],
                         struct dat_problem *problem) {
    bool secret = false;
    if (read_file(path, token, &secret) && secret)
        return true;
    if (!ui_serve_token_draw(token, problem))
        return false;
    if (write_file(path, token))
        return true;
    dat_problem_set(problem, "the token cannot be written to %s: %s", path, strerror(errno));
    return false;
}

bool ui_serve_token_is(const char token[UI_SERVE_TOKEN], const char *given) {
    unsigned char difference = given == NULL;
    const size_t length = given != NULL ? strnlen(given, UI_SERVE_TOKEN) : 0;
    for (size_t i = 0; i < UI_SERVE_TOKEN - 1; i++)
        difference = (unsigned char)(difference | (token[i] ^ (i < length ? given[i] : '\0')));
    return difference == 0 && length == UI_SERVE_TOKEN - 1;
}
