// Exercises from a text.
#pragma once

#include "tests/data/exercise/text_case.h"

static inline bool load(const char *text, const char *machine) {
    tests_scratch_write(&scratch, "try.yaml", text);
    return dat_exercise_load(tests_scratch_path(&scratch, "try.yaml"), machine, &exercise, &d);
}

static inline void must_load(const char *text) {
    if (!load(text, NULL)) {
        dat_diagnostics_print(&d, stderr);
        fail_msg("the exercise was refused");
    }
}

#define FOREST "site: library/sites/first-forest\n"
#define FORWARDER "machine: library/machines/forwarder.yaml\n"
#define HARVESTER "machine: library/machines/harvester.yaml\n"
#define ON_THE_ROAD "start: {position: [14, 35.8], heading_deg: 23}\n"

#define TRY "exercise: Try\ndescription: Try it\n" FOREST FORWARDER ON_THE_ROAD

// A scenario, and the place and words of an error that it must give.
struct mistake {
    const char *text;
    int line, column;
    const char *words;
};

static inline void assert_named_at_their_places(const struct mistake *rows, size_t count) {
    int failed = 0;
    for (size_t i = 0; i < count; i++) {
        bool ok = load(rows[i].text, NULL);
        bool found = false;
        for (int k = 0; k < d.kept; k++) {
            const struct dat_diagnostic *item = &d.item[k];
            found = found || (strstr(item->text, rows[i].words) != NULL &&
                              item->line == rows[i].line && item->column == rows[i].column &&
                              strstr(item->file, "try.yaml") != NULL && item->quote[0] != '\0');
        }
        if (ok || !found) {
            print_error("expected %d:%d '%s' of\n%s", rows[i].line, rows[i].column, rows[i].words,
                        rows[i].text);
            dat_diagnostics_print(&d, stderr);
            failed++;
        }
    }
    assert_int_equal(failed, 0);
}
