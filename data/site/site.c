#include "data/site/site.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "data/site/asc.h"
#include "data/site/hpr.h"
#include "data/site/planting.h"
#include "data/site/road.h"
#include "data/site/stand.h"
#include "data/site/xyz.h"
#include "data/text/text.h"

enum { PATH_SIZE = 4096 };

bool dat_site_neighbour(const char *path, const char *name, char *result, size_t size) {
    assert(path != NULL && name != NULL && size > 0);
    const char *slash = strrchr(path, '/');
    const size_t folder = slash != NULL ? (size_t)(slash - path) + 1 : 0;
    if (folder + strlen(name) + 1 > size)
        return false;
    memcpy(result, path, folder);
    memcpy(result + folder, name, strlen(name) + 1);
    return true;
}

// Loads the site's file of that name, with diagnostics of its own because each file has its own
// text to quote. NULL if it is not there or cannot be read.
static char *load_part(const char *folder, const char *name, bool required, struct dat_site *site,
                       struct dat_diagnostics *part) {
    char path[PATH_SIZE];
    const int n = snprintf(path, sizeof path, "%s/%s", folder, name);
    dat_diagnostics_init(part, n > 0 && (size_t)n < sizeof path ? path : folder, NULL);
    if (n <= 0 || (size_t)n >= sizeof path) {
        dat_diagnose(part, 0, 0, "the path is too long");
        return NULL;
    }
    if (!required && !dat_text_is_there(path))
        return NULL;
    char *text = dat_text_load(path, part);
    if (text != NULL && !dat_sources_add(&site->sources, path, text))
        dat_diagnose(part, 0, 0, "not enough memory to read the file");
    return text;
}

static bool has_part(const char *folder, const char *name) {
    char path[PATH_SIZE];
    const int n = snprintf(path, sizeof path, "%s/%s", folder, name);
    return n > 0 && (size_t)n < sizeof path && dat_text_is_there(path);
}

// The first of the names that is there, the first of all where none is. False where there are two,
// which is an error at the second.
static bool choose_part(const char *folder, const char *const names[], int count,
                        const char **chosen, struct dat_diagnostics *d) {
    const char *found = NULL;
    for (int i = 0; i < count; i++) {
        if (!has_part(folder, names[i]))
            continue;
        if (found != NULL) {
            dat_diagnose(d, 0, 0, "%s is beside %s, expected one of the two", names[i], found);
            return false;
        }
        found = names[i];
    }
    *chosen = found != NULL ? found : names[0];
    return true;
}

static bool load_ground(const char *folder, struct dat_site *site, struct dat_diagnostics *d) {
    static const char *const names[] = {"terrain.asc", "terrain.xyz"};
    const char *name;
    struct dat_diagnostics part;
    if (!choose_part(folder, names, 2, &name, d))
        return false;
    char *text = load_part(folder, name, true, site, &part);
    const bool ok = text != NULL &&
                    (name == names[0] ? dat_read_asc : dat_read_xyz)(text, &site->ground, &part);
    free(text);
    dat_diagnostics_append(d, &part);
    return ok;
}

static void load_road(const char *folder, const struct ter_ground *ground, struct dat_site *site,
                      struct dat_diagnostics *d) {
    struct dat_diagnostics part;
    char *text = load_part(folder, "road.csv", false, site, &part);
    site->has_road = text != NULL && dat_read_road(text, ground, &site->road, &part);
    free(text);
    dat_diagnostics_append(d, &part);
}

// The road, which a stand that is grown leaves free, has been read.
static void load_stand(const char *folder, const struct ter_ground *ground, int64_t seed,
                       struct dat_site *site, struct dat_diagnostics *d) {
    enum { CSV, HPR, YAML, NAMES };
    static const char *const names[NAMES] = {"stand.csv", "stand.hpr", "stand.yaml"};
    const char *name;
    struct dat_diagnostics part;
    if (!choose_part(folder, names, NAMES, &name, d))
        return;
    char *text = load_part(folder, name, false, site, &part);
    if (text == NULL) {
        if (dat_diagnostics_ok(&part) && !ter_stand_index(&site->stand))
            dat_diagnose(&part, 0, 0, "not enough memory to read the file");
    } else if (name == names[HPR]) {
        (void)dat_read_hpr(text, ground, &site->stand, &site->crs, &part);
    } else if (name == names[YAML]) {
        site->grown = dat_grow_stand(text, part.file, ground, site->has_road ? &site->road : NULL,
                                     seed, &site->stand, &part);
    } else {
        (void)dat_read_stand(text, ground, &site->stand, &site->crs, &part);
    }
    free(text);
    dat_diagnostics_append(d, &part);
}

static void load_soil(const char *folder, const struct ter_ground *ground, struct dat_site *site,
                      struct dat_diagnostics *d) {
    struct dat_diagnostics part;
    char *text = load_part(folder, "soil.asc", false, site, &part);
    site->has_soil = text != NULL && dat_read_soil(text, ground, &site->soil, &part);
    free(text);
    dat_diagnostics_append(d, &part);
}

bool dat_site_load(const char *folder, struct dat_site *site, struct dat_diagnostics *d) {
    return dat_site_load_seed(folder, -1, site, d);
}

bool dat_site_load_seed(const char *folder, int64_t seed, struct dat_site *site,
                        struct dat_diagnostics *d) {
    const int errors = d->errors;
    memset(site, 0, sizeof *site);
    // Without the ground the other files can still be read, only their places cannot be checked.
    const struct ter_ground *ground = load_ground(folder, site, d) ? &site->ground : NULL;
    load_road(folder, ground, site, d);
    load_stand(folder, ground, seed, site, d);
    load_soil(folder, ground, site, d);
    if (d->errors != errors) {
        dat_site_finish(site);
        return false;
    }
    return true;
}

void dat_site_finish(struct dat_site *site) {
    ter_ground_finish(&site->soil);
    ter_road_finish(&site->road);
    ter_stand_finish(&site->stand);
    ter_ground_finish(&site->ground);
    dat_sources_finish(&site->sources);
    memset(site, 0, sizeof *site);
}
