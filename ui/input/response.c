#include "ui/input/response.h"

#include <assert.h>
#include <math.h>
#include <string.h>

static struct ui_responses in_use;
static bool is_filled;

struct ui_responses ui_standard_responses(void) {
    struct ui_responses r;
    for (int i = 0; i < UI_DEVICE_COUNT; i++)
        r.device[i] = (struct ui_device_response){.dead_zone = 0.08, .curve = 0.55};
    r.device[UI_DEVICE_PEDALS] = (struct ui_device_response){.dead_zone = 0.06, .curve = 0.0};
    for (int i = 0; i < VEH_CONTROL_COUNT; i++)
        for (int side = 0; side < UI_SIDES; side++)
            r.function[i][side] = (struct ui_side_response){.speed = 1.0};
    return r;
}

const struct ui_responses *ui_responses(void) {
    if (!is_filled)
        ui_responses_restore();
    return &in_use;
}

void ui_responses_set(const struct ui_responses *responses) {
    in_use = *responses;
    is_filled = true;
}

void ui_responses_restore(void) {
    in_use = ui_standard_responses();
    is_filled = true;
}

static bool same_device(const struct ui_device_response *a, const struct ui_device_response *b) {
    return a->dead_zone == b->dead_zone && a->curve == b->curve;
}

static bool same_side(const struct ui_side_response *a, const struct ui_side_response *b) {
    return a->speed == b->speed && a->rise == b->rise && a->fall == b->fall;
}

bool ui_responses_are_standard(void) {
    const struct ui_responses usual = ui_standard_responses(), *now = ui_responses();
    for (int i = 0; i < UI_DEVICE_COUNT; i++)
        if (!same_device(&now->device[i], &usual.device[i]))
            return false;
    for (int i = 0; i < VEH_CONTROL_COUNT; i++)
        for (int side = 0; side < UI_SIDES; side++)
            if (!same_side(&now->function[i][side], &usual.function[i][side]))
                return false;
    return true;
}

bool ui_response_has_speed(enum veh_control control) {
    const struct veh_control_info *info = veh_control_info(control);
    return info->negative != NULL && !info->momentary && !(info->step > 0.0);
}

double ui_dead_zone(double position, double zone) {
    assert(zone >= 0.0 && zone < 1.0);
    const double size = fmin(fabs(position), 1.0);
    if (size <= zone)
        return 0.0;
    return copysign((size - zone) / (1.0 - zone), position);
}

double ui_response(double position, double share) {
    assert(share >= 0.0 && share <= 1.0);
    return (1.0 - share) * position + share * position * position * position;
}

double ui_pedal(double position, double zone) {
    return ui_dead_zone(fmax(0.5 * (position + 1.0), 0.0), zone);
}

double ui_swell(double value, double target, double rise, double fall, double dt) {
    assert(rise >= 0.0 && fall >= 0.0 && dt >= 0.0);
    const bool back = fabs(target) < fabs(value) || target * value < 0.0;
    const double time = back ? fall : rise, way = target - value;
    return fabs(way) * time <= dt ? target : value + copysign(dt / time, way);
}

double ui_function_value(const struct ui_side_response side[UI_SIDES], double value, double wish,
                         double dt) {
    const struct ui_side_response *to = &side[wish < 0.0 ? UI_NEGATIVE : UI_POSITIVE];
    const struct ui_side_response *from = &side[value < 0.0 ? UI_NEGATIVE : UI_POSITIVE];
    return ui_swell(value, to->speed * wish, to->rise, from->fall, dt);
}
