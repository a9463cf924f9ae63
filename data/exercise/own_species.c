#include "data/exercise/own_species.h"

#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "data/exercise/library.h"
#include "data/site/species.h"
#include "data/text/copies.h"
#include "data/text/paths.h"
#include "data/text/text.h"

// All that were added, in the order of their names, and those that have a number now.
static struct {
    struct ter_species_def def[TER_SPECIES_MAX - TER_SPECIES_COUNT];
    struct dat_source_list files;
} all;
static struct dat_source_list numbered;

static void add(const struct ter_species_def *def, struct dat_diagnostics *d) {
    const char *const names[] = {def->species, def->latin_name, def->code};
    enum ter_species taken;
    for (int i = 0; i < 3; i++) {
        if (ter_species_find(names[i], &taken)) {
            dat_diagnose(d, 0, 0, "'%s' is the name of a species already, expected another one",
                         names[i]);
            return;
        }
    }
    if (!ter_species_add(def))
        dat_diagnose(d, 0, 0, "there are more than %d species, expected at most %d of one's own",
                     TER_SPECIES_MAX, TER_SPECIES_MAX - TER_SPECIES_COUNT);
}

static void add_file(const char *path, struct dat_diagnostics *d) {
    struct dat_diagnostics part;
    struct ter_species_def def;
    dat_diagnostics_init(&part, path, NULL);
    char *text = dat_text_load(path, &part);
    if (text != NULL && dat_read_species(text, path, &def, &part)) {
        add(&def, &part);
        const int number = all.files.count;
        if (dat_diagnostics_ok(&part) && !dat_sources_add(&all.files, path, text))
            dat_diagnose(&part, 0, 0, "not enough memory to read the file");
        if (dat_diagnostics_ok(&part))
            all.def[number] = def;
    }
    free(text);
    dat_diagnostics_append(d, &part);
}

bool dat_add_own_species(const char *library, struct dat_diagnostics *d) {
    char path[PATH_MAX + 300];
    struct stat info;
    struct dat_name_list names;
    struct dat_problem problem;
    dat_diagnostics_init(d, library, NULL);
    (void)snprintf(path, sizeof path, "%s/species", library);
    if (stat(path, &info) != 0)
        return true;
    if (dat_library_list(library, "species", &names, &problem) != DAT_LIBRARY_FOUND)
        dat_diagnose(d, 0, 0, "%s", problem.text);
    for (int i = 0; i < names.count; i++) {
        (void)snprintf(path, sizeof path, "%s/species/%s.yaml", library, names.items[i]);
        add_file(path, d);
    }
    dat_name_list_finish(&names);
    if (!dat_number_own_species(NULL, true))
        dat_diagnose(d, 0, 0, "not enough memory to read the files");
    return dat_diagnostics_ok(d);
}

const struct dat_source_list *dat_own_species(void) {
    return &numbered;
}

// Gives that species the next number, unless it has one.
static bool number(int i) {
    const struct dat_source *file = &all.files.items[i];
    enum ter_species taken;
    if (ter_species_find(all.def[i].species, &taken))
        return true;
    return ter_species_add(&all.def[i]) && dat_sources_add_hash(&numbered, file->path, file->hash);
}

static bool in_species_folder(const char *path) {
    static const char folder[] = "species/";
    const size_t before = (size_t)(dat_base_name(path) - path), length = sizeof folder - 1;
    return before >= length && strncmp(path + before - length, folder, length) == 0 &&
           (before == length || path[before - length - 1] == '/');
}

// The recorded file is that of the species, perhaps with other contents now. A machine or a site
// may have a file of the same name.
static bool is_same(const struct dat_source *recorded, const struct dat_source *species) {
    return recorded->hash == species->hash ||
           (in_species_folder(recorded->path) &&
            strcmp(dat_base_name(recorded->path), dat_base_name(species->path)) == 0);
}

// The species as a session recorded it, whatever has become of its file.
static bool number_copy(const struct dat_source *recorded) {
    struct dat_diagnostics d;
    struct ter_species_def def;
    enum ter_species taken;
    dat_diagnostics_init(&d, recorded->path, NULL);
    char *text = dat_text_load(recorded->path, &d);
    const bool lacks = text != NULL && dat_read_species(text, recorded->path, &def, &d) &&
                       !ter_species_find(def.species, &taken);
    free(text);
    return !lacks || (ter_species_add(&def) &&
                      dat_sources_add_hash(&numbered, recorded->path, recorded->hash));
}

static bool number_recorded(const struct dat_source *recorded) {
    bool ok = true;
    if (dat_copies_used())
        return !in_species_folder(recorded->path) || number_copy(recorded);
    for (int i = 0; i < all.files.count; i++)
        if (is_same(recorded, &all.files.items[i]))
            ok = number(i) && ok;
    return ok;
}

bool dat_number_own_species(const struct dat_source_list *recorded, bool with_others) {
    bool ok = true;
    ter_species_forget_added();
    dat_sources_finish(&numbered);
    for (int r = 0; recorded != NULL && r < recorded->count; r++)
        ok = number_recorded(&recorded->items[r]) && ok;
    for (int i = 0; i < all.files.count && (recorded == NULL || with_others); i++)
        ok = number(i) && ok;
    return ok;
}

void dat_forget_own_species(void) {
    ter_species_forget_added();
    dat_sources_finish(&numbered);
    dat_sources_finish(&all.files);
}
