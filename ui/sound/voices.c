#include "ui/sound/voice.h"

int ui_voice_kinds(const struct ui_voice_kind *const **kinds) {
    static const struct ui_voice_kind *const table[] = {
        &ui_voice_engine, &ui_voice_fan,    &ui_voice_pump, &ui_voice_flow,
        &ui_voice_tyres,  &ui_voice_tracks, &ui_voice_saw,  &ui_voice_rollers,
        &ui_voice_fall,   &ui_voice_wind,   &ui_voice_rain, &ui_voice_wiper,
    };
    *kinds = table;
    return (int)(sizeof table / sizeof table[0]);
}
