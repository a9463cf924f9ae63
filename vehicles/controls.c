#include "vehicles/controls.h"

#include <assert.h>
#include <math.h>
#include <stddef.h>
#include <string.h>

static const struct veh_control_info table[VEH_CONTROL_COUNT] = {
    [VEH_DRIVE] = {"drive", "drive", "forward", "backward", false, false},
    [VEH_BRAKE] = {"brake", "brake", "brake", NULL, false, false},
    [VEH_STEER] = {"steer", "steering", "left", "right", false, false},
    [VEH_SLEW] = {"slew", "crane slewing", "left", "right", true, false},
    [VEH_BOOM] = {"boom", "main boom", "up", "down", true, false},
    [VEH_JIB] = {"jib", "jib", "out", "in", true, false},
    [VEH_TELESCOPE] = {"telescope", "telescope", "out", "in", true, false},
    [VEH_ROTATOR] = {"rotator", "rotator", "left", "right", true, false},
    [VEH_TILT] = {"tilt", "head tilt", "up", "down", true, false},
    [VEH_GRIP] = {"grip", "knives or grapple", "close", "open", true, false},
    [VEH_FEED] = {"feed", "feed", "forward", "backward", true, false},
    [VEH_SAW] = {"saw", "saw", "saw", NULL, true, false},
    [VEH_STEM_RELEASE] = {"stem_release", "release the stem", "release", NULL, false, true},
    [VEH_ASSORTMENT_1] = {"assortment_1", "assortment 1", "choose", NULL, false, true},
    [VEH_ASSORTMENT_2] = {"assortment_2", "assortment 2", "choose", NULL, false, true},
    [VEH_ASSORTMENT_3] = {"assortment_3", "assortment 3", "choose", NULL, false, true},
    [VEH_ASSORTMENT_4] = {"assortment_4", "assortment 4", "choose", NULL, false, true},
    [VEH_ENGINE] = {"engine", "engine", "start or stop", NULL, false, true},
    [VEH_GEAR] = {"gear", "gear", "change", NULL, false, true},
    [VEH_DIFF_LOCK] = {"diff_lock", "differential locks", "close or open", NULL, false, true},
    [VEH_PARKING_BRAKE] = {"parking_brake", "parking brake", "close or open", NULL, false, true},
};

const struct veh_control_info *veh_control_info(enum veh_control control) {
    assert(control >= 0 && control < VEH_CONTROL_COUNT);
    return &table[control];
}

enum veh_control veh_control_find(const char *name) {
    assert(name != NULL);
    for (int i = 0; i < VEH_CONTROL_COUNT; i++)
        if (strcmp(table[i].name, name) == 0)
            return (enum veh_control)i;
    return VEH_CONTROL_COUNT;
}

bool veh_button_pressed(double value, bool *was_pressed) {
    const bool before = *was_pressed;
    *was_pressed = value > 0.5;
    return *was_pressed && !before;
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
