#pragma once

#include "data/text/diagnostics.h"
#include "data/text/sources.h"
#include "terrain/ground.h"
#include "terrain/road.h"
#include "terrain/stand.h"

// A site is a folder: terrain.asc or terrain.xyz, and beside it, where there are any, one of
// stand.csv, stand.hpr and stand.yaml, and road.csv and soil.asc.
struct dat_site {
    struct ter_ground ground;
    struct ter_stand stand; // without a file of it: no trees
    bool has_road;
    struct ter_road road; // only where has_road
    bool grown;           // the stand is drawn from a recipe, stand.yaml
    bool has_soil;
    struct ter_ground soil;         // only where has_soil: cone index [Pa] by place
    struct dat_source_list sources; // the files that were read
    int crs;                        // EPSG number of the stand's coordinates, 0: not given
};

// Reads the site in folder. The caller finishes it where the result is true; errors of all its
// files are in d otherwise. A body that uses site->ground.field keeps site where it is.
bool dat_site_load(const char *folder, struct dat_site *site, struct dat_diagnostics *d);
// The same with a seed for the recipe of the stand; negative: the recipe's own.
bool dat_site_load_seed(const char *folder, int64_t seed, struct dat_site *site,
                        struct dat_diagnostics *d);
void dat_site_finish(struct dat_site *site); // accepts a zeroed struct

// The path of a file in the same folder as path, or in the folder path itself where path ends with
// '/'. False where it does not fit.
bool dat_site_neighbour(const char *path, const char *name, char *result, size_t size);
