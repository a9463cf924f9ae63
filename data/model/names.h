// Names in other languages, as files give them: `names` of a translation.
#pragma once

#include "data/text/keys.h"
#include "vehicles/names.h"

// The names in a file that may be translated, borrowed from it.
struct dat_known_names {
    const char **items;
    int count, capacity;
};

// Aborts where memory is missing. NULL and "" are left out.
void dat_known_names_add(struct dat_known_names *known, const char *name);
void dat_known_names_finish(struct dat_known_names *known);

// Adds the group {name: text, ...} in that language. known NULL: any name may be in it. Names that
// the file has not, and texts that are too long, are reported.
void dat_read_names(const struct dat_value *group, const char *language,
                    const struct dat_known_names *known, struct veh_names *names);
