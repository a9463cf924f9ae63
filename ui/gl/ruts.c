#include <stdlib.h>
#include <string.h>

#include <glad/gl.h>

#include "ui/gl/counts.h"
#include "ui/gl/parts.h"

// A slot of the map is a square of the texture; the rows of slots follow one another.
static void upload(const struct ui_gl_ruts *ruts, int slot) {
    ui_gl_upload_tile(slot % UI_RUT_TILES * TER_TRAIL_CELLS, slot / UI_RUT_TILES * TER_TRAIL_CELLS,
                      TER_TRAIL_CELLS, ruts->shown[slot]);
}

bool ui_gl_ruts_init(struct ui_gl_ruts *ruts) {
    const size_t size = UI_RUT_SLOTS * sizeof *ruts->shown;
    ruts->shown = malloc(size);
    if (ruts->shown == NULL)
        return false;
    memset(ruts->shown, 0, size);
    glGenTextures(1, &ruts->texture);
    glActiveTexture(GL_TEXTURE0 + UI_GL_UNIT_RUTS);
    glBindTexture(GL_TEXTURE_2D, ruts->texture);
    glTexImage2D(GL_TEXTURE_2D, 0, GL_RGBA8, UI_RUT_SIDE, UI_RUT_SIDE, 0, GL_RGBA, GL_UNSIGNED_BYTE,
                 ruts->shown);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_WRAP_S, GL_REPEAT);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_WRAP_T, GL_REPEAT);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MAG_FILTER, GL_LINEAR);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, GL_LINEAR);
    return true;
}

void ui_gl_ruts_finish(struct ui_gl_ruts *ruts) {
    glDeleteTextures(1, &ruts->texture);
    free(ruts->shown);
    *ruts = (struct ui_gl_ruts){.texture = 0};
}

void ui_gl_ruts_load(struct ui_gl_ruts *ruts, const struct ui_rut_map *map) {
    glActiveTexture(GL_TEXTURE0 + UI_GL_UNIT_RUTS);
    glBindTexture(GL_TEXTURE_2D, ruts->texture);
    for (int i = 0; i < UI_RUT_SLOTS; i++) {
        if (memcmp(ruts->shown[i], map->tile[i].cell, sizeof *ruts->shown) == 0)
            continue;
        memcpy(ruts->shown[i], map->tile[i].cell, sizeof *ruts->shown);
        upload(ruts, i);
    }
}
