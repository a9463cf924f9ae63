#include "data/text/paths.h"

#include <assert.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static bool fits(int written, char *path, size_t size) {
    if (written >= 0 && (size_t)written < size)
        return true;
    if (size > 0)
        path[0] = '\0';
    return false;
}

// The folder that the variable names, else the given one of the user's own.
static bool user_folder(const char *variable, const char *otherwise, char *path, size_t size) {
    // The XDG base directory specification says that a relative path is to be ignored.
    const char *xdg = getenv(variable), *home = getenv("HOME");
    if (xdg != NULL && xdg[0] == '/')
        return fits(snprintf(path, size, "%s", xdg), path, size);
    if (home != NULL && home[0] == '/')
        return fits(snprintf(path, size, "%s/%s", home, otherwise), path, size);
    return fits(-1, path, size);
}

static bool in_user_folder(const char *variable, const char *otherwise, const char *file,
                           char *path, size_t size) {
    char folder[PATH_MAX];
    return user_folder(variable, otherwise, folder, sizeof folder)
               ? fits(snprintf(path, size, "%s/%s", folder, file), path, size)
               : fits(-1, path, size);
}

bool dat_default_database(char *path, size_t size) {
    return in_user_folder("XDG_DATA_HOME", ".local/share", "kranich/sessions.db", path, size);
}

bool dat_default_states_key(char *path, size_t size) {
    return in_user_folder("XDG_DATA_HOME", ".local/share", "kranich/states.key", path, size);
}

bool dat_default_trusted_states(char *path, size_t size) {
    return in_user_folder("XDG_DATA_HOME", ".local/share", "kranich/states.trusted", path, size);
}

bool dat_default_controls(char *path, size_t size) {
    return in_user_folder("XDG_CONFIG_HOME", ".config", "kranich/controls.yaml", path, size);
}

bool dat_default_mappings(char *path, size_t size) {
    return in_user_folder("XDG_CONFIG_HOME", ".config", "kranich/gamecontrollerdb.txt", path, size);
}

bool dat_default_can(char *path, size_t size) {
    return in_user_folder("XDG_CONFIG_HOME", ".config", "kranich/can.yaml", path, size);
}

bool dat_default_place(char *path, size_t size) {
    return in_user_folder("XDG_CONFIG_HOME", ".config", "kranich/place.yaml", path, size);
}

// As in a URL: a name may hold any characters, a file's name may not.
static bool escape(const char *name, char *text, size_t size) {
    static const char plain[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_";
    size_t used = 0;
    for (const char *c = name; *c != '\0' && used < size; c++)
        used += (size_t)snprintf(text + used, size - used,
                                 strchr(plain, *c) != NULL ? "%c" : "%%%02X", (unsigned char)*c);
    return used < size;
}

static bool of_operator(const char *folder, const char *name, char *path, size_t size) {
    assert(name != NULL && name[0] != '\0');
    char file[NAME_MAX + 32], text[NAME_MAX - 8];
    if (!escape(name, text, sizeof text))
        return fits(-1, path, size);
    (void)snprintf(file, sizeof file, "kranich/%s/%s.yaml", folder, text);
    return in_user_folder("XDG_CONFIG_HOME", ".config", file, path, size);
}

bool dat_operators_aids(const char *name, char *path, size_t size) {
    return of_operator("aids", name, path, size);
}

bool dat_operators_seat(const char *name, char *path, size_t size) {
    return of_operator("seats", name, path, size);
}

bool dat_default_settings(char *path, size_t size) {
    return in_user_folder("XDG_CONFIG_HOME", ".config", "kranich/settings.yaml", path, size);
}

bool dat_default_language(char *path, size_t size) {
    return in_user_folder("XDG_CONFIG_HOME", ".config", "kranich/language", path, size);
}

bool dat_user_library(char *path, size_t size) {
    return in_user_folder("XDG_DATA_HOME", ".local/share", "kranich", path, size);
}

static bool is_folder(const char *path) {
    struct stat status;
    return stat(path, &status) == 0 && S_ISDIR(status.st_mode);
}

// A line of user-dirs.dirs: XDG_PICTURES_DIR="$HOME/Pictures", or an absolute path.
static bool read_pictures_line(const char *line, const char *home, char *path, size_t size) {
    static const char key[] = "XDG_PICTURES_DIR=\"", home_word[] = "$HOME";
    line += strspn(line, " \t");
    if (strncmp(line, key, strlen(key)) != 0)
        return false;
    const char *value = line + strlen(key);
    const bool in_home = strncmp(value, home_word, strlen(home_word)) == 0;
    if (in_home)
        value += strlen(home_word);
    const int length = (int)strcspn(value, "\"\n");
    return (in_home || value[0] == '/') &&
           fits(snprintf(path, size, "%s%.*s", in_home ? home : "", length, value), path, size) &&
           is_folder(path);
}

static bool pictures_of_desktop(const char *home, char *path, size_t size) {
    char name[PATH_MAX], line[PATH_MAX];
    FILE *file = in_user_folder("XDG_CONFIG_HOME", ".config", "user-dirs.dirs", name, sizeof name)
                     ? fopen(name, "r")
                     : NULL;
    bool found = false;
    while (file != NULL && !found && fgets(line, sizeof line, file) != NULL)
        found = read_pictures_line(line, home, path, size);
    if (file != NULL)
        fclose(file);
    return found;
}

bool dat_default_pictures(char *path, size_t size) {
    const char *home = getenv("HOME");
    if (home == NULL || home[0] != '/')
        return fits(-1, path, size);
    if (pictures_of_desktop(home, path, size))
        return true;
    if (fits(snprintf(path, size, "%s/Pictures", home), path, size) && is_folder(path))
        return true;
    return fits(snprintf(path, size, "%s", home), path, size);
}

// The folder beside the program's own, so that an installed tree can be moved. "" if the place of
// the program cannot be found.
static void beside_program(const char *relative, char *path, size_t size) {
    char program[PATH_MAX];
    ssize_t length = readlink("/proc/self/exe", program, sizeof program - 1);
    program[length > 0 ? length : 0] = '\0';
    char *slash = strrchr(program, '/');
    if (slash != NULL)
        *slash = '\0';
    if (slash == NULL || snprintf(path, size, "%s/%s", program, relative) >= (int)size)
        path[0] = '\0';
}

bool dat_default_library(char *path, size_t size) {
    assert(path != NULL && size > 0);
    char moved[PATH_MAX];
    beside_program("../share/kranich/library", moved, sizeof moved);
    const char *places[] = {KRANICH_INSTALLED_LIBRARY, moved, KRANICH_SOURCE_LIBRARY};
    for (size_t i = 0; i < sizeof places / sizeof places[0]; i++) {
        struct stat status;
        if (stat(places[i], &status) == 0 && S_ISDIR(status.st_mode))
            return fits(snprintf(path, size, "%s", places[i]), path, size);
    }
    return fits(-1, path, size);
}

bool dat_path_leaves_folder(const char *relative) {
    int depth = 0;
    while (*relative != '\0' && depth >= 0) {
        const size_t length = strcspn(relative, "/");
        if (length == 2 && strncmp(relative, "..", 2) == 0)
            depth--;
        else if (length > 0 && !(length == 1 && relative[0] == '.'))
            depth++;
        relative += length + (relative[length] == '/');
    }
    return depth < 0;
}

const char *dat_base_name(const char *path) {
    const char *slash = strrchr(path, '/');
    return slash != NULL ? slash + 1 : path;
}
