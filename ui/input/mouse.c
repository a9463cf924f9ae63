#include "ui/input/mouse.h"

#include <math.h>

#include <SDL.h>

static const double travel = 300.0;     // [pixel] from the middle to an end
static const double return_time = 0.25; // [s] time constant: 1,200 pixels per second hold the end

static void push(struct ui_stick *mouse, int axis, int way) {
    mouse->axis[axis] = fmin(fmax(mouse->axis[axis] + way / travel, -1.0), 1.0);
    mouse->moved[axis] = true;
}

void ui_mouse_take(struct ui_stick *mouse, const union SDL_Event *e) {
    if (e->type == SDL_MOUSEMOTION && (e->motion.state & SDL_BUTTON_MMASK) == 0) {
        push(mouse, 0, e->motion.xrel);
        push(mouse, 1, e->motion.yrel);
    } else if (e->type == SDL_MOUSEBUTTONDOWN || e->type == SDL_MOUSEBUTTONUP) {
        const uint64_t bit = (uint64_t)1 << ((e->button.button - 1) & 63);
        mouse->buttons =
            e->type == SDL_MOUSEBUTTONDOWN ? mouse->buttons | bit : mouse->buttons & ~bit;
    }
}

void ui_mouse_spring_back(struct ui_stick *mouse, double dt) {
    for (int axis = 0; axis < 2; axis++)
        mouse->axis[axis] *= exp(-dt / return_time);
}
