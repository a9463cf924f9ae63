// Translations as GNU gettext writes them (.po): msgctxt, msgid, msgid_plural, msgstr and msgstr[n]
// with strings that may be continued in the next lines, and comments.
#pragma once

#include <stdbool.h>

#include "data/text/diagnostics.h"
#include "sim/base/array.h"
#include "ui/text/plural.h"

struct ui_po_string {
    const char *text;
    int line, column; // of its opening quote, from 1
};

struct ui_po_entry {
    struct ui_po_string context, id; // "" where there is no context; the header has no id either
    struct ui_po_string plural;      // text NULL: the entry counts nothing
    struct ui_po_string form[UI_PLURAL_FORMS];
    int forms;  // 1 where it counts nothing
    bool fuzzy; // to be looked at by the translator: not to be used
};

struct ui_po {
    SIM_ARRAY(struct ui_po_entry) entries; // owned, in the order of the file
    char *strings;                         // owned, all of them
};

// Reads text (borrowed only for the call). False with errors in d; finish in any case.
bool ui_po_read(struct ui_po *po, const char *text, const char *file, struct dat_diagnostics *d);
void ui_po_finish(struct ui_po *po); // accepts a zeroed struct
