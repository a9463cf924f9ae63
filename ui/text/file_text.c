#include "ui/text/file_text.h"

#include <string.h>

#include "ui/text/language.h"
#include "ui/text/text.h"

const char *ui_file_text(const struct veh_names *names, const char *name) {
    return veh_names_text(names, ui_language_code(), name);
}

const char *ui_thing_text(const struct veh_names *names, const char *full_name) {
    const char *dot = strrchr(full_name, '.');
    return ui_file_text(names, dot != NULL ? dot + 1 : full_name);
}

const char *ui_layout_text(const char *title) {
    static const enum ui_text_key known[] = {UI_TEXT_LAYOUT_BOOM_TIP, UI_TEXT_LAYOUT_MOUSE,
                                             UI_TEXT_LAYOUT_TWIST};
    for (size_t i = 0; i < sizeof known / sizeof known[0]; i++)
        if (strcmp(ui_source_english((int)known[i]).one, title) == 0)
            return ui_text(known[i]);
    return title;
}
