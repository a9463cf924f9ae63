// An axial piston pump whines with its pistons, the louder the higher its pressure; valves hiss
// with the power that they throttle, and most of all where the pump works against its limit.
#include <math.h>

#include "ui/sound/voice.h"

#define PISTONS 9

static double pump_sample(struct ui_voice *v, const struct ui_heard *h) {
    const double phase = ui_turn(&v->phase[0], PISTONS * h->value[UI_HEARD_PUMP_SPEED]);
    const double whine = ui_sine(phase) + 0.5 * ui_sine(2.0 * phase) + 0.2 * ui_sine(3.0 * phase);
    const double level =
        h->value[UI_HEARD_PUMP_PRESSURE] * (0.25 + 0.75 * h->value[UI_HEARD_PUMP_FLOW]);
    return 0.09 * level * whine;
}

const struct ui_voice_kind ui_voice_pump = {"pump", UI_VOICE_AT_CHASSIS, 3.0,
                                            1u << UI_HEARD_PUMP_PRESSURE, pump_sample};

static double flow_sample(struct ui_voice *v, const struct ui_heard *h) {
    const double power = h->value[UI_HEARD_PUMP_PRESSURE] * h->value[UI_HEARD_PUMP_FLOW];
    const double relief = h->value[UI_HEARD_RELIEF];
    ui_filter_step(&v->filter[0], ui_white_noise(&v->noise), 2000.0 + 1400.0 * relief, 1.0);
    return (0.08 * sqrt(fmax(power, 0.0)) + 0.07 * relief) * v->filter[0].band;
}

const struct ui_voice_kind ui_voice_flow = {"flow", UI_VOICE_AT_CHASSIS, 3.0,
                                            1u << UI_HEARD_PUMP_PRESSURE | 1u << UI_HEARD_RELIEF,
                                            flow_sample};
