// The trees of a scene in a texture. A buffer would be the usual way, but OpenGL 3.3 promises room
// for no more than 21,000 of them in one that shaders can read at any place.
#include <glad/gl.h>

#include "ui/gl/counts.h"
#include "ui/gl/parts.h"

enum { TEXELS = sizeof(struct ui_gl_tree) / (4 * sizeof(float)) };

static void bind(const struct ui_gl_forest *forest) {
    glActiveTexture(GL_TEXTURE0 + UI_GL_UNIT_FOREST);
    glBindTexture(GL_TEXTURE_2D, forest->texture);
}

void ui_gl_forest_init(struct ui_gl_forest *forest) {
    glGenTextures(1, &forest->texture);
    bind(forest);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, GL_NEAREST);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MAG_FILTER, GL_NEAREST);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MAX_LEVEL, 0);
    ui_gl_forest_reserve(forest, 1);
}

void ui_gl_forest_finish(struct ui_gl_forest *forest) {
    glDeleteTextures(1, &forest->texture);
    *forest = (struct ui_gl_forest){0};
}

void ui_gl_forest_reserve(struct ui_gl_forest *forest, int count) {
    forest->rows = count / UI_GL_FOREST_ROW + 1;
    bind(forest);
    glTexImage2D(GL_TEXTURE_2D, 0, GL_RGBA32F, TEXELS * UI_GL_FOREST_ROW, forest->rows, 0, GL_RGBA,
                 GL_FLOAT, NULL);
}

void ui_gl_forest_put(struct ui_gl_forest *forest, int first, const struct ui_gl_tree *trees,
                      int count) {
    bind(forest);
    for (int done = 0; done < count;) {
        const int column = (first + done) % UI_GL_FOREST_ROW,
                  row = (first + done) / UI_GL_FOREST_ROW;
        const int left = count - done, wide = UI_GL_FOREST_ROW - column;
        // As many whole rows as there are, or a part of one.
        const int rows = column == 0 && left >= UI_GL_FOREST_ROW ? left / UI_GL_FOREST_ROW : 1;
        const int width = left < wide ? left : wide;
        ui_gl_upload_texels(TEXELS * column, row, TEXELS * width, rows, &trees[done]);
        done += rows * width;
    }
}
