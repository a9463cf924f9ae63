#include "data/site/hpr_species.h"

#include <ctype.h>
#include <stddef.h>

// Compares as a reader would: in any case, also of the letters of Latin-1 with marks.
static bool same_name(const char *a, const char *b) {
    unsigned char before = 0;
    for (; *a != '\0' && *b != '\0'; a++, b++) {
        const unsigned char p = (unsigned char)*a;
        const unsigned char q = (unsigned char)*b;
        const bool marked = before == 0xc3 && ((p ^ q) == 0x20 || p == q);
        if (tolower(p) != tolower(q) && !marked)
            return false;
        before = p;
    }
    return *a == '\0' && *b == '\0';
}

bool dat_hpr_find_species(const char *name, const char *info, enum ter_species *species) {
    if (ter_species_find(name, species))
        return true;
    for (int s = 0; s < ter_species_count(); s++) {
        const struct ter_species_def *def = ter_species_def((enum ter_species)s);
        *species = (enum ter_species)s;
        for (size_t i = 0; i < sizeof def->other_names / sizeof def->other_names[0]; i++)
            if (def->other_names[i][0] != '\0' && same_name(name, def->other_names[i]))
                return true;
    }
    // The numbers from 4 up differ from country to country.
    for (int s = 0; s < ter_species_count(); s++) {
        const int number = ter_species_def((enum ter_species)s)->group_number;
        *species = (enum ter_species)s;
        if (number >= 1 && number <= 3 && info[0] == '0' + number && info[1] == '\0')
            return true;
    }
    return false;
}
