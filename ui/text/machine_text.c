#include "ui/text/machine_text.h"

#include <string.h>

#include "ui/text/language.h"
#include "ui/text/text.h"

const char *ui_machine_text(const char *name) {
    static const enum ui_text_key known[] = {
        UI_TEXT_MACHINE_F12,     UI_TEXT_MACHINE_F18,  UI_TEXT_MACHINE_H8,   UI_TEXT_MACHINE_H10,
        UI_TEXT_MACHINE_H12,     UI_TEXT_GAUGE_ROLL,   UI_TEXT_GAUGE_PITCH,  UI_TEXT_GAUGE_LIFT,
        UI_TEXT_LOCK_WHEELS,     UI_TEXT_LOCK_TWIST,   UI_TEXT_LOCK_ROTATOR, UI_TEXT_LOCK_GRIP,
        UI_TEXT_LAYOUT_BOOM_TIP, UI_TEXT_LAYOUT_MOUSE, UI_TEXT_LAYOUT_TWIST};
    for (size_t i = 0; i < sizeof known / sizeof known[0]; i++)
        if (strcmp(ui_source_english((int)known[i]).one, name) == 0)
            return ui_text(known[i]);
    return name;
}
