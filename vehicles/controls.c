#include "vehicles/controls.h"

#include <assert.h>
#include <math.h>
#include <stddef.h>
#include <string.h>

static const struct veh_control_info table[VEH_CONTROL_COUNT] = {
    [VEH_DRIVE] = {"drive", "drive", "forward", "backward", .crane = false},
    [VEH_BRAKE] = {"brake", "brake", "brake", NULL, .crane = false},
    [VEH_STEER] = {"steer", "steering", "left", "right", .crane = false},
    [VEH_SLEW] = {"slew", "crane slewing", "left", "right", .crane = true},
    [VEH_BOOM] = {"boom", "main boom", "up", "down", .crane = true},
    [VEH_JIB] = {"jib", "jib", "out", "in", .crane = true},
    [VEH_TELESCOPE] = {"telescope", "telescope", "out", "in", .crane = true},
    [VEH_ROTATOR] = {"rotator", "rotator", "left", "right", .crane = true},
    [VEH_TILT] = {"tilt", "head tilt", "up", "down", .crane = true},
    [VEH_GRIP] = {"grip", "knives or grapple", "close", "open", .crane = true},
    [VEH_FEED] = {"feed", "feed", "forward", "backward", .crane = true},
    [VEH_SAW] = {"saw", "saw", "saw", NULL, .crane = true},
    [VEH_STEM_RELEASE] = {"stem_release", "release the stem", "release", NULL, .momentary = true},
    [VEH_ASSORTMENT_1] = {"assortment_1", "assortment 1", "choose", NULL, .momentary = true},
    [VEH_ASSORTMENT_2] = {"assortment_2", "assortment 2", "choose", NULL, .momentary = true},
    [VEH_ASSORTMENT_3] = {"assortment_3", "assortment 3", "choose", NULL, .momentary = true},
    [VEH_ASSORTMENT_4] = {"assortment_4", "assortment 4", "choose", NULL, .momentary = true},
    [VEH_PROPOSAL] = {"proposal", "proposed cut", "feed to it", NULL, .momentary = true},
    [VEH_SPECIES] = {"species", "species of the tree", "next", NULL, .momentary = true},
    [VEH_GRADE] = {"grade", "grade of the wood from here", "next", NULL, .momentary = true},
    [VEH_FIND_BUTT] = {"find_butt", "find the butt", "begin", NULL, .momentary = true},
    [VEH_TOP_SAW] = {"top_saw", "top saw", "saw", NULL, .crane = true},
    [VEH_MULTI_TREE] = {"multi_tree", "accumulating arms", "take the stem", NULL,
                        .momentary = true},
    [VEH_CALIBRATE] = {"calibrate", "control measurement", "measure and accept", "refuse",
                       .momentary = true},
    [VEH_ENGINE] = {"engine", "engine", "start or stop", NULL, .momentary = true},
    [VEH_GEAR] = {"gear", "gear", "change", NULL, .momentary = true},
    [VEH_DIFF_LOCK] = {"diff_lock", "differential locks", "close or open", NULL, .momentary = true},
    [VEH_PARKING_BRAKE] = {"parking_brake", "parking brake", "close or open", NULL,
                           .momentary = true},
    [VEH_TIP_CONTROL] = {"tip_control", "crane tip control", "switch", NULL, .step = 1.0,
                         .most = 1.0},
    [VEH_CRANE_SLOWER] = {"crane_slower", "crane speed", "less", "more", .step = 0.1, .most = 0.8},
    [VEH_SOFT_CRANE] = {"soft_crane", "soft crane", "switch", NULL, .step = 0.5, .most = 1.0},
    [VEH_SWING_DAMPING] = {"swing_damping", "swing damping", "switch", NULL, .step = 0.5,
                           .most = 1.0},
};

_Static_assert(VEH_CONTROL_COUNT <= 32, "veh_machine_controls() has a bit for each");

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
        const bool setting = table[i].step > 0.0;
        const double low = table[i].negative != NULL && !setting ? -1.0 : 0.0;
        if (isnan(*value))
            *value = 0.0;
        *value = fmin(fmax(*value, low), setting ? table[i].most : 1.0);
    }
}

double veh_control_pressed(enum veh_control control, double value, double side) {
    const struct veh_control_info *info = veh_control_info(control);
    assert(info->step > 0.0);
    if (info->negative == NULL && !(value > 0.0))
        return info->most;
    if (info->negative == NULL)
        side = -1.0;
    const double steps = round(value / info->step) + (side < 0.0 ? -1.0 : 1.0);
    return fmin(fmax(steps * info->step, 0.0), info->most);
}
