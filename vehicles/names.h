// The names in a file as people who speak another language read them: "Side slope" is "Querneigung"
// in "de".
#pragma once

enum { VEH_NAME_LANGUAGE = 8, VEH_NAME_TEXT = 64 };

struct veh_name {
    char language[VEH_NAME_LANGUAGE];
    char name[VEH_NAME_TEXT], text[VEH_NAME_TEXT];
};

// All zero: there are none.
struct veh_names {
    struct veh_name *items;
    int count, capacity;
};

// The caller keeps to the lengths of struct veh_name. Aborts where memory is missing.
void veh_names_add(struct veh_names *names, const char *language, const char *name,
                   const char *text);
// The name in that language, else that of the language "", which is for all the others; name itself
// where there is neither.
const char *veh_names_text(const struct veh_names *names, const char *language, const char *name);
void veh_names_finish(struct veh_names *names); // accepts a zeroed struct
