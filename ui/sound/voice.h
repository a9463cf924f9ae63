// Voices: what can be heard, each a function from a few numbers about a machine to samples. There
// are no recordings. A kind of voice is one row of the table in voices.c.
#pragma once

#include <stdint.h>

#include "ui/sound/synthesis.h"

// The audible part of the work of a machine. The mixer lets each number follow its new value within
// hundredths of a second, so that nothing clicks.
enum ui_heard_value {
    UI_HEARD_ENGINE_SPEED,  // [turns/s]
    UI_HEARD_ENGINE_LOAD,   // 0 to 1
    UI_HEARD_FIRES,         // 1 while it burns fuel
    UI_HEARD_PUMP_SPEED,    // [turns/s]
    UI_HEARD_PUMP_PRESSURE, // per its highest
    UI_HEARD_PUMP_FLOW,     // per its highest
    UI_HEARD_RELIEF,        // 1 while it works at its highest pressure
    UI_HEARD_GROUND_SPEED,  // [m/s], 0 or more
    UI_HEARD_TRACK_SPEED,   // [m/s] of its tracks over the ground, 0: it has none
    UI_HEARD_LINK_SPEED,    // [m/s] of the chains on its tyres, likewise
    UI_HEARD_CHAIN_SPEED,   // [m/s] of the saw
    UI_HEARD_CUTTING,       // 1 while the chain is in wood
    UI_HEARD_FEED_SPEED,    // [m/s] of the stem through the head, 0 or more
    UI_HEARD_FALL_SPEED,    // [m/s] of the fastest falling crown
    UI_HEARD_AIR,           // 1 in a usual wind: with one machine of the worksite
    UI_HEARD_RAIN,          // 1 in a downpour, likewise
    UI_HEARD_WIPER,         // speed of the blade per its highest, likewise
    UI_HEARD_COUNT
};

struct ui_heard {
    double value[UI_HEARD_COUNT];
};

enum ui_voice_place {
    UI_VOICE_AT_CHASSIS,
    UI_VOICE_AT_TOOL,     // head or grapple
    UI_VOICE_AT_CROWN,    // of the tree that falls
    UI_VOICE_AT_LISTENER, // everywhere
    UI_VOICE_PLACES
};

// The memory of a voice between samples; each kind uses its own part.
#define UI_VOICE_PHASES 3
#define UI_VOICE_FILTERS 3
struct ui_voice {
    double phase[UI_VOICE_PHASES]; // [turns]
    struct ui_filter filter[UI_VOICE_FILTERS];
    uint32_t noise;
};

struct ui_voice_kind {
    const char *name;
    enum ui_voice_place place;
    double distance; // [m] at which it is as loud as it is made; nearer is no louder
    unsigned causes; // bits 1 << enum ui_heard_value; it is silent where all of these are 0
    // One sample between -1 and 1.
    double (*sample)(struct ui_voice *voice, const struct ui_heard *heard);
};

extern const struct ui_voice_kind ui_voice_engine, ui_voice_fan, ui_voice_pump, ui_voice_flow,
    ui_voice_tyres, ui_voice_tracks, ui_voice_saw, ui_voice_rollers, ui_voice_fall, ui_voice_wind,
    ui_voice_rain, ui_voice_wiper;

// The table; every machine has one of each.
int ui_voice_kinds(const struct ui_voice_kind *const **kinds);
