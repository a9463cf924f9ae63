// Models from a text.
#pragma once

#include "data/model/read.h"
#include "tests/data/bad_input.h"

static struct dat_diagnostics d;
static struct veh_machine_def def;

static inline bool read_text(const char *text) {
    dat_diagnostics_init(&d, "t.yaml", text);
    return dat_read_model(text, "t.yaml", NULL, &def, &d);
}

static inline void must_read(const char *text) {
    if (!read_text(text)) {
        dat_diagnostics_print(&d, stderr);
        fail_msg("the model was refused");
    }
}

// Each model must be refused, with the error of its row.
static inline void assert_refused(const struct bad_input *rows, size_t count) {
    for (size_t i = 0; i < count; i++) {
        assert_false(read_text(rows[i].text));
        assert_reported(&d, &rows[i]);
    }
}
