// The ground under ruts near the eye, as fine as their cells: the shader lowers its vertices by the
// ruts' depth. The coarse ground leaves out what is lowered. A patch reaches one cell into its
// neighbours, as far as the mean of four cells is felt.
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include <glad/gl.h>

#include "ui/gl/counts.h"
#include "ui/gl/parts.h"
#include "ui/scene/ground.h"

enum {
    CELLS = TER_TRAIL_CELLS + 2,
    ROW = CELLS + 1,
    PATCH_VERTICES = ROW * ROW,
    PATCH_INDICES = 6 * CELLS * CELLS,
};
_Static_assert(UI_GL_DENTS *PATCH_VERTICES <= 65536, "an index has two bytes");

static void put_indices(uint16_t *index, int first) {
    for (int j = 0; j < CELLS; j++) {
        for (int i = 0; i < CELLS; i++) {
            // The diagonals run as those of the coarse ground.
            const int a = first + j * ROW + i,
                      corner[6] = {a, a + 1, a + ROW + 1, a, a + ROW + 1, a + ROW};
            for (int k = 0; k < 6; k++)
                *index++ = (uint16_t)corner[k];
        }
    }
}

bool ui_gl_dents_init(struct ui_gl_dents *dents) {
    memset(dents, 0, sizeof *dents);
    const size_t indices = (size_t)UI_GL_DENTS * PATCH_INDICES;
    uint16_t *index = malloc(indices * sizeof *index);
    dents->vertex = malloc((size_t)UI_GL_DENTS * PATCH_VERTICES * sizeof *dents->vertex);
    if (index == NULL || dents->vertex == NULL) {
        free(index);
        return false;
    }
    for (int i = 0; i < UI_GL_DENTS; i++)
        put_indices(index + (size_t)i * PATCH_INDICES, i * PATCH_VERTICES);
    glGenVertexArrays(1, &dents->vertex_array);
    glGenBuffers(1, &dents->vertices);
    glGenBuffers(1, &dents->indices);
    glBindVertexArray(dents->vertex_array);
    glBindBuffer(GL_ARRAY_BUFFER, dents->vertices);
    glBufferData(GL_ARRAY_BUFFER,
                 (GLsizeiptr)((size_t)UI_GL_DENTS * PATCH_VERTICES * sizeof *dents->vertex), NULL,
                 GL_DYNAMIC_DRAW);
    ui_gl_ground_attributes();
    glBindBuffer(GL_ELEMENT_ARRAY_BUFFER, dents->indices);
    ui_gl_upload(GL_ELEMENT_ARRAY_BUFFER, indices * sizeof *index, index, GL_STATIC_DRAW);
    glBindVertexArray(0);
    free(index);
    return true;
}

void ui_gl_dents_finish(struct ui_gl_dents *dents) {
    glDeleteVertexArrays(1, &dents->vertex_array);
    glDeleteBuffers(1, &dents->vertices);
    glDeleteBuffers(1, &dents->indices);
    free(dents->vertex);
    memset(dents, 0, sizeof *dents);
}

static void upload_patch(const struct ui_gl_dents *dents, int at) {
    const size_t bytes = PATCH_VERTICES * sizeof *dents->vertex;
    glBindBuffer(GL_ARRAY_BUFFER, dents->vertices);
    ui_gl_upload_part(GL_ARRAY_BUFFER, (size_t)at * bytes, bytes,
                      dents->vertex + (size_t)at * PATCH_VERTICES);
}

static void append(struct ui_gl_dents *dents, const struct ui_gl_look *look, int slot) {
    const struct ui_rut_map *map = look->scene->ruts;
    const struct ui_rut_tile *tile = &map->tile[slot];
    const double side = TER_TRAIL_CELLS * ter_trail_cell;
    const double x0 = map->x0 + side * tile->column - ter_trail_cell;
    const double y0 = map->y0 + side * tile->row - ter_trail_cell;
    const int at = dents->count++;
    struct ui_gl_ground_vertex *vertex = dents->vertex + (size_t)at * PATCH_VERTICES;
    for (int i = 0; i < PATCH_VERTICES; i++)
        vertex[i] =
            ui_gl_ground_vertex_at(look, x0 + ter_trail_cell * (i % ROW),
                                   y0 + ter_trail_cell * (i / ROW), look->scene->ground->spacing);
    dents->slot[at] = (short)slot;
    dents->listed[slot] = true;
    upload_patch(dents, at);
}

// The last patch takes the place of the one that is removed.
static void remove_at(struct ui_gl_dents *dents, int at) {
    const int last = --dents->count;
    dents->listed[dents->slot[at]] = false;
    if (at == last)
        return;
    dents->slot[at] = dents->slot[last];
    memcpy(dents->vertex + (size_t)at * PATCH_VERTICES,
           dents->vertex + (size_t)last * PATCH_VERTICES, PATCH_VERTICES * sizeof *dents->vertex);
    upload_patch(dents, at);
}

void ui_gl_dents_forget(struct ui_gl_dents *dents) {
    memset(dents->listed, 0, sizeof dents->listed);
    dents->count = 0;
}

// Within reach, and a little more: the eyes of a stereo picture are beside the camera.
static bool is_near(const struct ui_rut_map *map, int slot, struct sim_vec3 eye) {
    const double side = TER_TRAIL_CELLS * ter_trail_cell;
    const struct ui_rut_tile *tile = &map->tile[slot];
    return tile->column >= 0 &&
           hypot(map->x0 + side * (tile->column + 0.5) - eye.x,
                 map->y0 + side * (tile->row + 0.5) - eye.y) < ui_gl_dent_reach + side;
}

void ui_gl_dents_find(struct ui_gl_dents *dents, const struct ui_gl_look *look) {
    const struct ui_rut_map *map = look->scene->ruts;
    if (map == NULL || look->scene->ground == NULL) {
        ui_gl_dents_forget(dents);
        return;
    }
    for (int i = dents->count - 1; i >= 0; i--)
        if (!is_near(map, dents->slot[i], look->eye))
            remove_at(dents, i);
    for (int slot = 0; slot < UI_RUT_SLOTS && dents->count < UI_GL_DENTS; slot++)
        if (!dents->listed[slot] && is_near(map, slot, look->eye))
            append(dents, look, slot);
}

void ui_gl_dents_draw(const struct ui_gl_dents *dents) {
    if (dents->count == 0)
        return;
    glBindVertexArray(dents->vertex_array);
    ui_gl_draw_elements(dents->count * PATCH_INDICES, 1);
}
