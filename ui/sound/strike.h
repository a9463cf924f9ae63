// Strikes: sounds that begin at once and fade, each a few damped tones and a burst of noise.
#pragma once

#include <stdbool.h>

#include "sim/base/math.h"
#include "ui/sound/synthesis.h"

enum ui_strike_kind {
    UI_STRIKE_WOOD,  // a log on another or on a stake
    UI_STRIKE_THUD,  // a stem or a machine on the ground
    UI_STRIKE_CRACK, // fibres that tear
    UI_STRIKE_SNAP,  // a branch that breaks
    UI_STRIKE_CLANG, // steel on wood or steel
    UI_STRIKE_BEEP,  // the computer has reached a length
    UI_STRIKE_ALARM, // and warns
    UI_STRIKE_COUNT
};

struct ui_strike {
    enum ui_strike_kind kind;
    double strength;       // 0 to 1
    struct sim_vec3 place; // [m] world
};

#define UI_STRIKE_TONES 4
struct ui_strike_voice {
    struct ui_strike strike;
    double age; // [s]
    double phase[UI_STRIKE_TONES];
    struct ui_filter filter;
    uint32_t noise;
};

void ui_strike_begin(struct ui_strike_voice *voice, const struct ui_strike *strike);
bool ui_strike_over(const struct ui_strike_voice *voice); // a zeroed one is over
double ui_strike_sample(struct ui_strike_voice *voice);   // -1 to 1
// Signals of the computer sound in the cab, and equally loud everywhere.
bool ui_strike_is_signal(enum ui_strike_kind kind);
