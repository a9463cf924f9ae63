// The beginnings of exercises that tests complete.
#pragma once

#include "tests/data/exercise/text_case.h"

static inline void must_load(const char *text) {
    if (!load_text(text)) {
        dat_diagnostics_print(&d, stderr);
        fail_msg("the exercise was refused");
    }
}

#define FOREST "site: library/sites/first-forest\n"
#define FORWARDER "machine: library/machines/forwarder.yaml\n"
#define HARVESTER "machine: library/machines/harvester.yaml\n"
#define ON_THE_ROAD "start: {position: [14, 35.8], heading_deg: 23}\n"

#define TRY "exercise: Try\ndescription: Try it\n" FOREST FORWARDER ON_THE_ROAD
