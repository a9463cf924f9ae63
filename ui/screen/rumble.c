#include "ui/screen/rumble.h"

#include <math.h>

static const double limit_hum = 0.25;

struct ui_rumble ui_rumble_of(const struct ui_sound_scene *scene) {
    struct ui_rumble rumble = {0};
    for (int i = 0; i < scene->strikes; i++)
        if (!ui_strike_is_signal(scene->strike[i].kind))
            rumble.strong = fmax(rumble.strong, scene->strike[i].strength);
    for (int i = 0; i < scene->machines; i++)
        if (scene->machine[i].heard.value[UI_HEARD_RELIEF] > 0.5)
            rumble.weak = limit_hum;
    return rumble;
}
