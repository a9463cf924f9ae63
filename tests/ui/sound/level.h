// How loud a voice is.
#pragma once

#include <math.h>

#include "ui/sound/voice.h"

// The root mean square of a second, where one value is heard and nothing else.
static inline double level(const struct ui_voice_kind *kind, enum ui_heard_value what,
                           double value) {
    struct ui_voice voice = {.noise = 1};
    struct ui_heard heard = {{0.0}};
    double sum = 0.0;
    heard.value[what] = value;
    for (int i = 0; i < 48000; i++) {
        const double x = kind->sample(&voice, &heard);
        sum += x * x;
    }
    return sqrt(sum / 48000.0);
}
