#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include <glad/gl.h>

#include "ui/gl/parts.h"
#include "ui/scene/shape_mesh.h"

enum { FLOATS = 16 }; // of one instance

void ui_gl_shape_attributes(void) {
    static const struct {
        int count;
        size_t offset;
    } part[] = {{3, offsetof(struct ui_shape_vertex, corner)},
                {3, offsetof(struct ui_shape_vertex, outward)},
                {3, offsetof(struct ui_shape_vertex, normal)},
                {2, offsetof(struct ui_shape_vertex, second)}};
    for (unsigned i = 0; i < 4; i++) {
        glEnableVertexAttribArray(i);
        glVertexAttribPointer(i, part[i].count, GL_FLOAT, GL_FALSE, sizeof(struct ui_shape_vertex),
                              (const void *)part[i].offset);
        glEnableVertexAttribArray(4 + i);
        glVertexAttribDivisor(4 + i, 1);
    }
}

static bool load_mesh(struct ui_gl_primitives *primitives, int kind, struct ui_shape_mesh *m) {
    ui_shape_mesh_build(m, (enum ui_shape_kind)kind);
    glGenVertexArrays(1, &primitives->mesh[kind].vertex_array);
    glGenBuffers(1, &primitives->mesh[kind].vertices);
    glGenBuffers(1, &primitives->mesh[kind].indices);
    glBindVertexArray(primitives->mesh[kind].vertex_array);
    glBindBuffer(GL_ARRAY_BUFFER, primitives->mesh[kind].vertices);
    glBufferData(GL_ARRAY_BUFFER, (GLsizeiptr)((size_t)m->vertices * sizeof m->vertex[0]),
                 m->vertex, GL_STATIC_DRAW);
    glBindBuffer(GL_ELEMENT_ARRAY_BUFFER, primitives->mesh[kind].indices);
    glBufferData(GL_ELEMENT_ARRAY_BUFFER, (GLsizeiptr)((size_t)m->indices * sizeof m->index[0]),
                 m->index, GL_STATIC_DRAW);
    ui_gl_shape_attributes();
    primitives->mesh[kind].index_count = m->indices;
    return true;
}

bool ui_gl_primitives_init(struct ui_gl_primitives *primitives) {
    memset(primitives, 0, sizeof *primitives);
    primitives->program = ui_gl_program("primitive", "");
    primitives->shadow_program = ui_gl_program("primitive", "#define SHADOW\n");
    struct ui_shape_mesh *mesh = malloc(sizeof *mesh);
    if (primitives->program == 0 || primitives->shadow_program == 0 || mesh == NULL) {
        free(mesh);
        return false;
    }
    glGenBuffers(1, &primitives->instances);
    for (int kind = 0; kind < UI_SHAPE_KIND_COUNT; kind++)
        load_mesh(primitives, kind, mesh);
    free(mesh);
    return true;
}

void ui_gl_primitives_finish(struct ui_gl_primitives *primitives) {
    glDeleteProgram(primitives->program);
    glDeleteProgram(primitives->shadow_program);
    glDeleteBuffers(1, &primitives->instances);
    for (int kind = 0; kind < UI_SHAPE_KIND_COUNT; kind++) {
        glDeleteVertexArrays(1, &primitives->mesh[kind].vertex_array);
        glDeleteBuffers(1, &primitives->mesh[kind].vertices);
        glDeleteBuffers(1, &primitives->mesh[kind].indices);
    }
    free(primitives->data);
    free(primitives->glass_kind);
    free(primitives->surface);
    ui_gl_surfaces_finish(&primitives->surfaces);
    memset(primitives, 0, sizeof *primitives);
}

static bool reserve(struct ui_gl_primitives *primitives, int count) {
    if (count <= primitives->capacity)
        return true;
    const size_t capacity = (size_t)count + 64;
    float *data = realloc(primitives->data, capacity * FLOATS * sizeof *data);
    if (data == NULL)
        return false;
    primitives->data = data;
    unsigned char *kind = realloc(primitives->glass_kind, capacity);
    if (kind == NULL)
        return false;
    primitives->glass_kind = kind;
    short *surface = realloc(primitives->surface, capacity * sizeof *surface);
    if (surface == NULL)
        return false;
    primitives->surface = surface;
    primitives->capacity = (int)capacity;
    return true;
}

static void put(const struct ui_primitive *p, struct sim_vec3 origin, float *out) {
    const struct sim_vec3 at = sim_sub(p->pose.p, origin);
    float size[3], radius[2];
    ui_shape_fit(p, size, radius);
    const float instance[FLOATS] = {(float)at.x,
                                    (float)at.y,
                                    (float)at.z,
                                    (float)p->look,
                                    (float)p->pose.q.x,
                                    (float)p->pose.q.y,
                                    (float)p->pose.q.z,
                                    (float)p->pose.q.w,
                                    size[0],
                                    size[1],
                                    size[2],
                                    radius[0],
                                    p->colour[0],
                                    p->colour[1],
                                    p->colour[2],
                                    radius[1]};
    memcpy(out, instance, sizeof instance);
}

struct distant {
    double square;
    int index;
};

static int farther_first(const void *a, const void *b) {
    const struct distant *p = a, *q = b;
    return p->square < q->square ? 1 : p->square > q->square ? -1 : p->index - q->index;
}

// Notes which mesh the instance shows, -1 for none.
static void put_surface(struct ui_gl_primitives *primitives, const struct ui_primitive *p, int at) {
    primitives->surface[at] = p->kind == UI_SHAPE_SURFACE
                                  ? (short)ui_gl_surfaces_find(&primitives->surfaces, p->mesh)
                                  : (short)-1;
}

static int put_surfaces(struct ui_gl_primitives *primitives, const struct ui_gl_look *look,
                        int at) {
    const struct ui_scene *scene = look->scene;
    primitives->surface_first = at;
    for (int i = 0; i < scene->primitives; i++) {
        const struct ui_primitive *p = &scene->primitive[i];
        if (p->kind != UI_SHAPE_SURFACE || p->look == UI_LOOK_GLASS)
            continue;
        put_surface(primitives, p, at);
        put(p, look->origin, primitives->data + FLOATS * at++);
    }
    primitives->surface_count = at - primitives->surface_first;
    return at;
}

// Glass lets through what is behind it, so it goes from far to near.
static void put_glass(struct ui_gl_primitives *primitives, const struct ui_gl_look *look) {
    enum { MOST = 256 };
    struct distant order[MOST];
    int count = 0;
    const struct ui_scene *scene = look->scene;
    for (int i = 0; i < scene->primitives && count < MOST; i++) {
        if (scene->primitive[i].look != UI_LOOK_GLASS)
            continue;
        const struct sim_vec3 way = sim_sub(scene->primitive[i].pose.p, look->eye);
        order[count++] = (struct distant){sim_dot(way, way), i};
    }
    qsort(order, (size_t)count, sizeof order[0], farther_first);
    for (int i = 0; i < count; i++) {
        const struct ui_primitive *p = &scene->primitive[order[i].index];
        put(p, look->origin, primitives->data + FLOATS * (primitives->glass_first + i));
        primitives->glass_kind[i] = (unsigned char)p->kind;
        put_surface(primitives, p, primitives->glass_first + i);
    }
    primitives->glass_count = count;
}

bool ui_gl_primitives_load(struct ui_gl_primitives *primitives, const struct ui_gl_look *look) {
    const struct ui_scene *scene = look->scene;
    memset(primitives->count, 0, sizeof primitives->count);
    primitives->glass_count = 0;
    if (!reserve(primitives, scene->primitives))
        return false;
    if (primitives->surfaces.count == UI_GL_SURFACES)
        ui_gl_surfaces_finish(&primitives->surfaces);
    int at = 0;
    for (int kind = 0; kind < UI_SHAPE_KIND_COUNT; kind++) {
        primitives->first[kind] = at;
        for (int i = 0; i < scene->primitives; i++) {
            const struct ui_primitive *p = &scene->primitive[i];
            if ((int)p->kind == kind && p->look != UI_LOOK_GLASS)
                put(p, look->origin, primitives->data + FLOATS * at++);
        }
        primitives->count[kind] = at - primitives->first[kind];
    }
    at = put_surfaces(primitives, look, at);
    primitives->glass_first = at;
    put_glass(primitives, look);
    glBindBuffer(GL_ARRAY_BUFFER, primitives->instances);
    glBufferData(GL_ARRAY_BUFFER,
                 (GLsizeiptr)((size_t)(at + primitives->glass_count) * FLOATS * sizeof(float)),
                 primitives->data, GL_STREAM_DRAW);
    return true;
}

static void bind_instances(const struct ui_gl_primitives *primitives, int first) {
    glBindBuffer(GL_ARRAY_BUFFER, primitives->instances);
    for (unsigned i = 0; i < 4; i++) {
        const size_t offset = ((size_t)first * FLOATS + 4 * i) * sizeof(float);
        glVertexAttribPointer(4 + i, 4, GL_FLOAT, GL_FALSE, FLOATS * sizeof(float),
                              (const void *)offset);
    }
}

static void draw(const struct ui_gl_primitives *primitives, int kind, int first, int count) {
    if (count == 0)
        return;
    glBindVertexArray(primitives->mesh[kind].vertex_array);
    bind_instances(primitives, first);
    glDrawElementsInstanced(GL_TRIANGLES, primitives->mesh[kind].index_count, GL_UNSIGNED_SHORT,
                            NULL, count);
}

static void draw_surface(const struct ui_gl_primitives *primitives, int instance) {
    const int at = primitives->surface[instance];
    if (at < 0)
        return;
    const struct ui_gl_surface *surface = &primitives->surfaces.surface[at];
    glBindVertexArray(surface->vertex_array);
    bind_instances(primitives, instance);
    glDrawArraysInstanced(GL_TRIANGLES, 0, 3 * surface->triangles, 1);
}

static void draw_opaque(const struct ui_gl_primitives *primitives) {
    for (int kind = 0; kind < UI_SHAPE_KIND_COUNT; kind++)
        draw(primitives, kind, primitives->first[kind], primitives->count[kind]);
    for (int i = 0; i < primitives->surface_count; i++)
        draw_surface(primitives, primitives->surface_first + i);
}

void ui_gl_primitives_draw(const struct ui_gl_primitives *primitives) {
    glUseProgram(primitives->program);
    draw_opaque(primitives);
}

void ui_gl_primitives_draw_glass(const struct ui_gl_primitives *primitives) {
    if (primitives->glass_count == 0)
        return;
    glUseProgram(primitives->program);
    glEnable(GL_BLEND);
    glBlendFunc(GL_SRC_ALPHA, GL_ONE_MINUS_SRC_ALPHA);
    glDepthMask(GL_FALSE);
    for (int i = 0; i < primitives->glass_count; i++)
        if (primitives->glass_kind[i] == UI_SHAPE_SURFACE)
            draw_surface(primitives, primitives->glass_first + i);
        else
            draw(primitives, primitives->glass_kind[i], primitives->glass_first + i, 1);
    glDepthMask(GL_TRUE);
    glDisable(GL_BLEND);
}

void ui_gl_primitives_draw_shadow(const struct ui_gl_primitives *primitives) {
    glUseProgram(primitives->shadow_program);
    draw_opaque(primitives);
}
