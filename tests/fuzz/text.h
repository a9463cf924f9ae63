#pragma once

// Functions that the fuzz targets of text readers share.

#include <stdlib.h>
#include <string.h>

#include "data/text/diagnostics.h"

int LLVMFuzzerTestOneInput(const unsigned char *data, size_t size);

// The bytes as a text, up to their first zero, with diagnostics that quote it. The caller frees it.
// NULL: out of memory.
static inline char *fuzz_text(const unsigned char *data, size_t size, const char *file,
                              struct dat_diagnostics *d) {
    char *text = malloc(size + 1);
    if (text != NULL) {
        if (size > 0)
            memcpy(text, data, size);
        text[size] = '\0';
        dat_diagnostics_init(d, file, text);
    }
    return text;
}

// A reader accepts a text without an error, or refuses it with one.
static inline void fuzz_check_result(int accepted, const struct dat_diagnostics *d) {
    if ((accepted != 0) != dat_diagnostics_ok(d))
        abort();
}
