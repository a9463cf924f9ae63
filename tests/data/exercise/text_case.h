// Exercises from a text, in a scratch folder with a link to the project's library.
#pragma once

#include "data/exercise/exercise.h"
#include "tests/data/bad_input.h"
#include "tests/scratch.h"

static struct tests_scratch scratch;
static struct dat_diagnostics d;
static struct dat_exercise exercise;

static inline int set_up(void **state) {
    (void)state;
    tests_scratch_create(&scratch);
    return tests_scratch_link_library(&scratch);
}

static inline int tear_down(void **state) {
    (void)state;
    tests_scratch_remove(&scratch);
    return 0;
}

// machine: NULL, or the file of another machine than the exercise's.
static inline bool load_with(const char *text, const char *machine) {
    tests_scratch_write(&scratch, "try.yaml", text);
    return dat_exercise_load(tests_scratch_path(&scratch, "try.yaml"), machine, &exercise, &d);
}

static inline bool load_text(const char *text) {
    return load_with(text, NULL);
}

// With a forwarder on a site of the library; rest begins in line 5.
static inline bool load_forwarder_on(const char *site, const char *rest) {
    char text[2000];
    snprintf(text, sizeof text,
             "exercise: Try\nsite: library/sites/%s\n"
             "machine: library/machines/forwarder.yaml\n"
             "start: {position: [14, 35.8], heading_deg: 23}\n%s",
             site, rest);
    return load_text(text);
}

// Each exercise must be refused, with the error of its row at its line, which is quoted.
static inline void assert_refused(const struct bad_input *rows, size_t count) {
    for (size_t i = 0; i < count; i++) {
        assert_false(load_text(rows[i].text));
        assert_reported(&d, &rows[i]);
        for (int k = 0; k < d.kept; k++)
            if (d.item[k].line == rows[i].line) {
                assert_non_null(strstr(d.item[k].file, "try.yaml"));
                assert_true(d.item[k].quote[0] != '\0');
            }
    }
}
