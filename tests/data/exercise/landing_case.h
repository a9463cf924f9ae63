// A small exercise whose landings a test writes itself.
#pragma once

#include "tests/data/exercise/text_case.h"

// The list of landings begins in line 9.
static inline bool load_on(const char *site, const char *landings) {
    char text[1500];
    snprintf(text, sizeof text,
             "assortments:\n"
             "  - {name: Pulpwood, species: spruce, length: 4, window_cm: [-5, 5]}\n"
             "  - {name: Sawlogs, length: 4.9, longer: [[5.5, 1]]}\nlandings:\n%s",
             landings);
    return load_forwarder_on(site, text);
}

// On a level yard without trees.
static inline bool load(const char *landings) {
    return load_on("yard", landings);
}
