#include <assert.h>
#include <string.h>

#include <glad/gl.h>

#include "ui/gl/counts.h"
#include "ui/gl/parts.h"

enum { SHARE = 4 }; // of the window's height

bool ui_gl_monitors_init(struct ui_gl_monitors *monitors) {
    memset(monitors, 0, sizeof *monitors);
    monitors->program = ui_gl_program("monitor", "");
    if (monitors->program == 0)
        return false;
    monitors->middle = glGetUniformLocation(monitors->program, "middle");
    monitors->right = glGetUniformLocation(monitors->program, "right");
    monitors->up = glGetUniformLocation(monitors->program, "up");
    monitors->side = glGetUniformLocation(monitors->program, "side");
    glGenVertexArrays(1, &monitors->empty_array);
    return true;
}

void ui_gl_monitors_finish(struct ui_gl_monitors *monitors) {
    for (int i = 0; i < UI_MONITORS; i++)
        ui_gl_target_finish(&monitors->target[i]);
    glDeleteProgram(monitors->program);
    glDeleteVertexArrays(1, &monitors->empty_array);
    memset(monitors, 0, sizeof *monitors);
}

bool ui_gl_monitors_make(struct ui_gl_monitors *monitors, int monitor,
                         const struct ui_monitor *shown, int window_height) {
    assert(monitor >= 0 && monitor < UI_MONITORS);
    const int height = window_height / SHARE > 16 ? window_height / SHARE : 16;
    const int width = (int)(height * shown->half_width / shown->half_height + 0.5);
    struct ui_gl_target *target = &monitors->target[monitor];
    if (target->width != width || target->height != height)
        monitors->drawn[monitor] = false;
    return ui_gl_target_make(target, width > 0 ? width : 1, height, 0);
}

static void put(int uniform, struct sim_vec3 v) {
    glUniform3f(uniform, (float)v.x, (float)v.y, (float)v.z);
}

void ui_gl_monitors_draw(const struct ui_gl_monitors *monitors, const struct ui_gl_look *look) {
    ui_gl_use(monitors->program);
    glBindVertexArray(monitors->empty_array);
    glActiveTexture(GL_TEXTURE0 + UI_GL_UNIT_LEFT);
    for (int i = 0; i < look->scene->monitors; i++) {
        const struct ui_monitor *m = &look->scene->monitor[i];
        if (!monitors->drawn[i])
            continue;
        glBindTexture(GL_TEXTURE_2D, monitors->target[i].texture);
        put(monitors->middle, sim_sub(m->pose.p, look->origin));
        put(monitors->right, sim_rotate(m->pose.q, sim_vec3(0.0, m->half_width, 0.0)));
        put(monitors->up, sim_rotate(m->pose.q, sim_vec3(0.0, 0.0, m->half_height)));
        glUniform1f(monitors->side, m->mirror ? -1.0F : 1.0F);
        ui_gl_draw_arrays(6, 1);
    }
}
