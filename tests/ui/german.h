// The German that ships as the window's language; ui_language_restore() ends it.
#pragma once

#include <stdio.h>
#include <stdlib.h>

#include "data/text/text.h"
#include "tests/near.h"
#include "ui/text/language.h"

static inline void german_take(void) {
    static struct dat_diagnostics d;
    const char *root = getenv("KRANICH_ROOT");
    char path[512];
    (void)snprintf(path, sizeof path, "%s/data/library/texts/de.po", root != NULL ? root : ".");
    dat_diagnostics_init(&d, path, NULL);
    char *text = dat_text_load(path, &d);
    assert_non_null(text);
    assert_true(ui_language_read(text, path, &d));
    free(text);
}
