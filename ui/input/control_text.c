#include "ui/input/control_text.h"

#include <assert.h>

static const struct ui_control_text table[] = {
    [VEH_DRIVE] = {UI_TEXT_DRIVE, UI_TEXT_FORWARD, UI_TEXT_BACKWARD, false},
    [VEH_BRAKE] = {.title = UI_TEXT_BRAKE, .alone = true},
    [VEH_STEER] = {UI_TEXT_STEERING, UI_TEXT_LEFT, UI_TEXT_RIGHT, false},
    [VEH_SLEW] = {UI_TEXT_CRANE_SLEWING, UI_TEXT_LEFT, UI_TEXT_RIGHT, false},
    [VEH_BOOM] = {UI_TEXT_MAIN_BOOM, UI_TEXT_UP, UI_TEXT_DOWN, false},
    [VEH_JIB] = {UI_TEXT_JIB, UI_TEXT_OUT, UI_TEXT_IN, false},
    [VEH_TELESCOPE] = {UI_TEXT_TELESCOPE, UI_TEXT_OUT, UI_TEXT_IN, false},
    [VEH_ROTATOR] = {UI_TEXT_ROTATOR, UI_TEXT_LEFT, UI_TEXT_RIGHT, false},
    [VEH_TILT] = {UI_TEXT_HEAD_TILT, UI_TEXT_UP, UI_TEXT_DOWN, false},
    [VEH_GRIP] = {UI_TEXT_GRIP, UI_TEXT_CLOSE, UI_TEXT_OPEN, false},
    [VEH_FEED] = {UI_TEXT_FEED, UI_TEXT_FORWARD, UI_TEXT_BACKWARD, false},
    [VEH_SAW] = {.title = UI_TEXT_SAW, .alone = true},
    [VEH_STEM_RELEASE] = {.title = UI_TEXT_RELEASE_STEM, .alone = true},
    [VEH_ASSORTMENT_1] = {.title = UI_TEXT_ASSORTMENT_1, .alone = true},
    [VEH_ASSORTMENT_2] = {.title = UI_TEXT_ASSORTMENT_2, .alone = true},
    [VEH_ASSORTMENT_3] = {.title = UI_TEXT_ASSORTMENT_3, .alone = true},
    [VEH_ASSORTMENT_4] = {.title = UI_TEXT_ASSORTMENT_4, .alone = true},
    [VEH_PROPOSAL] = {.title = UI_TEXT_PROPOSAL, .alone = true},
    [VEH_SPECIES] = {.title = UI_TEXT_SPECIES, .alone = true},
    [VEH_GRADE] = {.title = UI_TEXT_GRADE, .alone = true},
    [VEH_FIND_BUTT] = {.title = UI_TEXT_FIND_BUTT, .alone = true},
    [VEH_TOP_SAW] = {.title = UI_TEXT_TOP_SAW, .alone = true},
    [VEH_MULTI_TREE] = {.title = UI_TEXT_MULTI_TREE, .alone = true},
    [VEH_CALIBRATE] = {UI_TEXT_CONTROL_MEASUREMENT, UI_TEXT_MEASURE_ACCEPT, UI_TEXT_REFUSE, false},
    [VEH_ENGINE] = {.title = UI_TEXT_ENGINE, .alone = true},
    [VEH_GEAR] = {.title = UI_TEXT_GEAR, .alone = true},
    [VEH_DIFF_LOCK] = {.title = UI_TEXT_DIFF_LOCK, .alone = true},
    [VEH_PARKING_BRAKE] = {.title = UI_TEXT_PARKING_BRAKE, .alone = true},
    [VEH_TIP_CONTROL] = {.title = UI_TEXT_TIP_CONTROL, .alone = true},
    [VEH_CRANE_SLOWER] = {UI_TEXT_CRANE_SPEED, UI_TEXT_LESS, UI_TEXT_MORE, false},
    [VEH_SOFT_CRANE] = {.title = UI_TEXT_SOFT_CRANE, .alone = true},
    [VEH_SWING_DAMPING] = {.title = UI_TEXT_SWING_DAMPING, .alone = true},
};
_Static_assert(sizeof table / sizeof table[0] == VEH_CONTROL_COUNT, "a control has no text");

const struct ui_control_text *ui_control_text(enum veh_control control) {
    assert(control < VEH_CONTROL_COUNT);
    return &table[control];
}

const char *ui_guide_title(enum dat_guide guide) {
    static const enum ui_text_key titles[DAT_GUIDE_COUNT] = {
        [DAT_GUIDE_ARROW] = UI_TEXT_GUIDE_ARROW,
        [DAT_GUIDE_GHOST] = UI_TEXT_GUIDE_GHOST,
        [DAT_GUIDE_DEPTH] = UI_TEXT_GUIDE_DEPTH,
        [DAT_GUIDE_LEVER] = UI_TEXT_GUIDE_LEVER};
    assert(guide >= 0 && guide < DAT_GUIDE_COUNT);
    return ui_text(titles[guide]);
}
