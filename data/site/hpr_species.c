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
    // Names in the languages of the makers' machines; the stand's names are known besides.
    static const struct {
        const char *name;
        enum ter_species species;
    } names[] = {
        {"furu", TER_PINE},
        {"tall", TER_PINE},
        {"kiefer", TER_PINE},
        {"mänty", TER_PINE},
        {"gran", TER_SPRUCE},
        {"tørrgran", TER_SPRUCE},
        {"fichte", TER_SPRUCE},
        {"kuusi", TER_SPRUCE},
        {"lauv", TER_BIRCH},
        {"löv", TER_BIRCH},
        {"løv", TER_BIRCH},
        {"bjørk", TER_BIRCH},
        {"björk", TER_BIRCH},
        {"bjork", TER_BIRCH},
        {"birke", TER_BIRCH},
        {"koivu", TER_BIRCH},
        {"buche", TER_BEECH},
        {"bok", TER_BEECH},
        {"bøk", TER_BEECH},
        {"eiche", TER_OAK},
        {"ek", TER_OAK},
        {"eik", TER_OAK},
        {"douglasie", TER_DOUGLAS_FIR},
    };
    // SpeciesGroupInfo in Nordic files.
    static const enum ter_species numbers[] = {TER_PINE, TER_SPRUCE, TER_BIRCH};
    if (ter_species_find(name, species))
        return true;
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
        if (same_name(name, names[i].name)) {
            *species = names[i].species;
            return true;
        }
    }
    if (info[0] < '1' || info[0] > '3' || info[1] != '\0')
        return false;
    *species = numbers[info[0] - '1'];
    return true;
}
