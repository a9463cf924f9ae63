#include "ui/text/demo_text.h"

#include "ui/text/language.h"
#include "ui/text/species_text.h"

static const char *say(enum veh_demo_saying saying) {
    return ui_language_text(UI_SOURCE_SAYINGS + (int)saying, 1.0);
}

const struct veh_demo_words *ui_demo_words(void) {
    static const struct veh_demo_words words = {say, ui_species_name};
    return &words;
}
