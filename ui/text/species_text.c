#include "ui/text/species_text.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "ui/text/text.h"

const char *ui_species_name(enum ter_species species) {
    static const enum ui_text_key names[TER_SPECIES_COUNT] = {
        [TER_SPRUCE] = UI_TEXT_SPECIES_SPRUCE, [TER_PINE] = UI_TEXT_SPECIES_PINE,
        [TER_BIRCH] = UI_TEXT_SPECIES_BIRCH,   [TER_DOUGLAS_FIR] = UI_TEXT_SPECIES_DOUGLAS_FIR,
        [TER_BEECH] = UI_TEXT_SPECIES_BEECH,   [TER_OAK] = UI_TEXT_SPECIES_OAK};
    assert((int)species >= 0 && (int)species < ter_species_count());
    return species < TER_SPECIES_COUNT ? ui_text(names[species]) : ter_species_name(species);
}

const char *ui_species_in_tongs(const char *what, char *text, size_t size) {
    const char *comma = strrchr(what, ',');
    const size_t length = comma != NULL ? (size_t)(comma - what) : strlen(what);
    char word[32];
    enum ter_species species;
    ui_print(word, sizeof word, "%.*s", (int)length, what);
    if (comma != NULL && ter_species_find(word, &species))
        ui_print(text, size, "%s, %.1f m", ui_species_name(species), strtod(comma + 1, NULL));
    else
        ui_print(text, size, "%s", strcmp(what, "mixed") == 0 ? ui_text(UI_TEXT_MIXED_LOGS) : what);
    return text;
}
