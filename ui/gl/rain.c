#include <assert.h>
#include <string.h>

#include <glad/gl.h>

#include "ui/gl/counts.h"
#include "ui/gl/parts.h"

enum { AIR, PANE };
static const int most[2] = {700, 420}; // in a downpour

bool ui_gl_rain_init(struct ui_gl_rain *rain) {
    memset(rain, 0, sizeof *rain);
    for (int i = AIR; i <= PANE; i++) {
        rain->program[i] = ui_gl_program("rain", i == PANE ? "#define DROPS\n" : "");
        if (rain->program[i] == 0)
            return false;
        rain->aspect[i] = glGetUniformLocation(rain->program[i], "aspect");
    }
    glGenVertexArrays(1, &rain->empty_array);
    return true;
}

void ui_gl_rain_finish(struct ui_gl_rain *rain) {
    for (int i = AIR; i <= PANE; i++)
        glDeleteProgram(rain->program[i]);
    glDeleteVertexArrays(1, &rain->empty_array);
    memset(rain, 0, sizeof *rain);
}

void ui_gl_rain_draw(const struct ui_gl_rain *rain, const struct ui_gl_look *look, double aspect) {
    const double amount = look->scene->rain;
    assert(aspect > 0.0 && amount >= 0.0 && amount <= 1.0);
    if (amount <= 0.0)
        return;
    glBindVertexArray(rain->empty_array);
    glEnable(GL_BLEND);
    glBlendFunc(GL_SRC_ALPHA, GL_ONE_MINUS_SRC_ALPHA);
    glDepthMask(GL_FALSE);
    for (int i = AIR; i <= PANE; i++) {
        if (i == PANE && !look->behind_glass)
            continue;
        ui_gl_use(rain->program[i]);
        glUniform1f(rain->aspect[i], (float)aspect);
        ui_gl_draw_arrays(6, (int)(most[i] * (0.3 + 0.7 * amount)));
    }
    glDepthMask(GL_TRUE);
    glDisable(GL_BLEND);
}
