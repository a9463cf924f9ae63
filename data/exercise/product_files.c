#include "data/exercise/product_files.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "data/site/instructions.h"
#include "data/site/products.h"
#include "data/text/text.h"

enum { PRODUCTS, GROUPS, OBJECT };

struct files {
    char path[DAT_PRODUCT_FILES][DAT_SCENARIO_PATH];
    char *text[DAT_PRODUCT_FILES]; // NULL: the exercise names none, or it cannot be read
    struct dat_diagnostics d[DAT_PRODUCT_FILES];
    struct dat_species_groups groups;
    struct dat_object_products object;
};

// text: of the exercise, for quoting.
static void load_text(struct dat_exercise *exercise, const char *text, struct files *files, int i,
                      struct dat_diagnostics *d) {
    const char *name = exercise->scenario.product_file[i];
    const struct dat_place place = exercise->scenario.product_place[i];
    char *path = files->path[i];
    dat_diagnostics_init(&files->d[i], path, NULL);
    if (name[0] == '\0')
        return;
    if (!dat_site_neighbour(exercise->path, name, path, sizeof files->path[i]))
        dat_diagnose_in(d, exercise->path, text, place.line, place.column, "the path is too long");
    else if (!dat_text_is_there(path))
        dat_diagnose_in(d, exercise->path, text, place.line, place.column,
                        "the file '%.100s' cannot be read: %s", name, strerror(errno));
    else
        files->text[i] = dat_text_load(path, &files->d[i]);
    if (files->text[i] != NULL && !dat_sources_add(&exercise->sources, path, files->text[i]))
        dat_diagnose(d, 0, 0, "not enough memory to read the file");
}

static bool ends_with(const char *path, const char *end) {
    const size_t length = strlen(path), size = strlen(end);
    return length >= size && strcmp(path + length - size, end) == 0;
}

static void read_products(struct files *files, struct veh_products *products) {
    struct dat_diagnostics *d = files->d;
    if (files->text[GROUPS] != NULL)
        (void)dat_read_spi(files->text[GROUPS], &files->groups, &d[GROUPS]);
    if (files->text[OBJECT] != NULL)
        (void)dat_read_oin(files->text[OBJECT], &files->object, &d[OBJECT]);
    if (files->text[PRODUCTS] == NULL)
        return;
    if (ends_with(files->path[PRODUCTS], ".pin"))
        (void)dat_read_pin(files->text[PRODUCTS], &files->groups, &files->object, products,
                           &d[PRODUCTS]);
    else if (files->text[GROUPS] != NULL || files->text[OBJECT] != NULL)
        dat_diagnose(&d[PRODUCTS], 0, 0,
                     "is no '.pin', which 'species_groups' and 'object' belong to");
    else
        (void)dat_read_products(files->text[PRODUCTS], files->path[PRODUCTS], products,
                                &d[PRODUCTS]);
}

void dat_load_product_files(struct dat_exercise *exercise, const char *text,
                            struct dat_diagnostics *d) {
    struct dat_scenario *scenario = &exercise->scenario;
    if (scenario->product_file[PRODUCTS][0] == '\0')
        return;
    struct files *files = calloc(1, sizeof *files);
    scenario->products = malloc(sizeof *scenario->products);
    if (files == NULL || scenario->products == NULL) {
        dat_diagnose(d, 0, 0, "not enough memory for the exercise");
        free(files);
        return;
    }
    for (int i = 0; i < DAT_PRODUCT_FILES; i++)
        load_text(exercise, text, files, i, d);
    read_products(files, scenario->products);
    for (int i = 0; i < DAT_PRODUCT_FILES; i++) {
        dat_diagnostics_append(d, &files->d[i]);
        free(files->text[i]);
    }
    free(files);
}
