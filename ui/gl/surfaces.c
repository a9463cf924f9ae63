// Triangle meshes on the graphics card, each loaded when it is first seen.
#include <assert.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include <glad/gl.h>

#include "sim/shape/mesh.h"
#include "ui/gl/counts.h"
#include "ui/gl/parts.h"
#include "ui/scene/shape_mesh.h"

static bool same(double a, double b) {
    return a <= b && a >= b;
}

static bool is_loaded(const struct ui_gl_surface *s, const struct sim_mesh *mesh) {
    return s->mesh == mesh && s->triangles == mesh->triangle_count &&
           same(s->radius, mesh->radius) && same(s->volume, mesh->volume);
}

static bool load(struct ui_gl_surface *s, const struct sim_mesh *mesh) {
    const size_t count = 3 * (size_t)mesh->triangle_count;
    struct ui_shape_vertex *vertex = malloc(count * sizeof *vertex);
    if (vertex == NULL)
        return false;
    ui_shape_mesh_surface(mesh, vertex);
    *s = (struct ui_gl_surface){mesh, mesh->triangle_count, mesh->radius, mesh->volume, 0, 0};
    glGenVertexArrays(1, &s->vertex_array);
    glGenBuffers(1, &s->vertices);
    glBindVertexArray(s->vertex_array);
    glBindBuffer(GL_ARRAY_BUFFER, s->vertices);
    ui_gl_upload(GL_ARRAY_BUFFER, count * sizeof *vertex, vertex, GL_STATIC_DRAW);
    free(vertex);
    ui_gl_shape_attributes();
    return true;
}

int ui_gl_surfaces_find(struct ui_gl_surfaces *surfaces, const struct sim_mesh *mesh) {
    assert(mesh != NULL);
    for (int i = 0; i < surfaces->count; i++)
        if (is_loaded(&surfaces->surface[i], mesh))
            return i;
    if (surfaces->count == UI_GL_SURFACES || !load(&surfaces->surface[surfaces->count], mesh))
        return -1;
    return surfaces->count++;
}

void ui_gl_surfaces_finish(struct ui_gl_surfaces *surfaces) {
    for (int i = 0; i < surfaces->count; i++) {
        glDeleteVertexArrays(1, &surfaces->surface[i].vertex_array);
        glDeleteBuffers(1, &surfaces->surface[i].vertices);
    }
    memset(surfaces, 0, sizeof *surfaces);
}
