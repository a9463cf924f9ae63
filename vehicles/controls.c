#include "vehicles/controls.h"

#include <math.h>
#include <stddef.h>
#include <string.h>

// In the order of enum veh_control.
static const struct veh_control_info table[VEH_CONTROL_COUNT] = {
    {"drive", "drive", "forward", "backward", false, false},
    {"brake", "brake", "brake", NULL, false, false},
    {"steer", "steering", "left", "right", false, false},
    {"slew", "crane slewing", "left", "right", true, false},
    {"boom", "main boom", "up", "down", true, false},
    {"jib", "jib", "out", "in", true, false},
    {"telescope", "telescope", "out", "in", true, false},
    {"rotator", "rotator", "left", "right", true, false},
    {"tilt", "head tilt", "up", "down", true, false},
    {"grip", "knives or grapple", "close", "open", true, false},
    {"feed", "feed", "forward", "backward", true, false},
    {"saw", "saw", "saw", NULL, true, false},
    {"stem_release", "release the stem", "release", NULL, false, true},
    {"assortment_1", "assortment 1", "choose", NULL, false, true},
    {"assortment_2", "assortment 2", "choose", NULL, false, true},
    {"assortment_3", "assortment 3", "choose", NULL, false, true},
    {"assortment_4", "assortment 4", "choose", NULL, false, true},
};

const struct veh_control_info *veh_control_info(enum veh_control control) {
    return &table[control];
}

enum veh_control veh_control_find(const char *name) {
    for (int i = 0; i < VEH_CONTROL_COUNT; i++)
        if (strcmp(table[i].name, name) == 0)
            return (enum veh_control)i;
    return VEH_CONTROL_COUNT;
}

void veh_controls_clamp(struct veh_controls *controls) {
    for (int i = 0; i < VEH_CONTROL_COUNT; i++) {
        double *value = &controls->value[i];
        const double low = table[i].negative != NULL ? -1.0 : 0.0;
        if (isnan(*value))
            *value = 0.0;
        *value = fmin(fmax(*value, low), 1.0);
    }
}
