#include <assert.h>
#include <math.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <glad/gl.h>

#include "ui/gl/counts.h"
#include "ui/gl/parts.h"
#include "ui/scene/shape_mesh.h"

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

static void load_mesh(struct ui_gl_primitives *primitives, int kind, int detail,
                      struct ui_shape_mesh *m) {
    struct ui_gl_shape *shape = &primitives->shape[kind][detail];
    ui_shape_mesh_build(m, (enum ui_shape_kind)kind, (enum ui_shape_detail)detail);
    glGenVertexArrays(1, &shape->vertex_array);
    glGenBuffers(1, &shape->vertices);
    glGenBuffers(1, &shape->indices);
    glBindVertexArray(shape->vertex_array);
    glBindBuffer(GL_ARRAY_BUFFER, shape->vertices);
    ui_gl_upload(GL_ARRAY_BUFFER, (size_t)m->vertices * sizeof m->vertex[0], m->vertex,
                 GL_STATIC_DRAW);
    glBindBuffer(GL_ELEMENT_ARRAY_BUFFER, shape->indices);
    ui_gl_upload(GL_ELEMENT_ARRAY_BUFFER, (size_t)m->indices * sizeof m->index[0], m->index,
                 GL_STATIC_DRAW);
    ui_gl_shape_attributes();
    shape->index_count = m->indices;
}

static bool make_programs(struct ui_gl_primitives *primitives, enum ui_gl_light light) {
    for (int look = 0; look < UI_LOOK_COUNT; look++) {
        char defines[64];
        (void)snprintf(defines, sizeof defines, "%s#define LOOK %d\n", ui_gl_light_defines[light],
                       look);
        primitives->program[light][look] = ui_gl_program("primitive", defines);
        if (primitives->program[light][look] == 0)
            return false;
    }
    return true;
}

bool ui_gl_primitives_make_night(struct ui_gl_primitives *primitives) {
    return primitives->program[UI_GL_LAMPS_AT_CORNERS][0] != 0 ||
           (make_programs(primitives, UI_GL_LAMPS) &&
            make_programs(primitives, UI_GL_LAMPS_AT_CORNERS));
}

static bool make_shadow_program(struct ui_gl_primitives *primitives) {
    primitives->shadow_program = ui_gl_program("primitive", "#define SHADOW\n");
    return primitives->shadow_program != 0;
}

bool ui_gl_primitives_init(struct ui_gl_primitives *primitives) {
    memset(primitives, 0, sizeof *primitives);
    struct ui_shape_mesh *mesh = malloc(sizeof *mesh);
    if (!make_programs(primitives, UI_GL_DAYLIGHT) || !make_shadow_program(primitives) ||
        mesh == NULL) {
        free(mesh);
        return false;
    }
    glGenBuffers(1, &primitives->glass_instances);
    glGenBuffers(1, &primitives->chosen_instances);
    for (int i = 0; i < UI_SHAPE_KIND_COUNT * UI_SHAPE_DETAILS; i++)
        load_mesh(primitives, i / UI_SHAPE_DETAILS, i % UI_SHAPE_DETAILS, mesh);
    free(mesh);
    return true;
}

void ui_gl_primitives_finish(struct ui_gl_primitives *primitives) {
    for (int light = 0; light < UI_GL_LIGHTS; light++)
        for (int look = 0; look < UI_LOOK_COUNT; look++)
            glDeleteProgram(primitives->program[light][look]);
    glDeleteProgram(primitives->shadow_program);
    glDeleteBuffers(1, &primitives->glass_instances);
    glDeleteBuffers(1, &primitives->chosen_instances);
    for (int i = 0; i < UI_SHAPE_KIND_COUNT * UI_SHAPE_DETAILS; i++) {
        struct ui_gl_shape *shape = &primitives->shape[i / UI_SHAPE_DETAILS][i % UI_SHAPE_DETAILS];
        glDeleteVertexArrays(1, &shape->vertex_array);
        glDeleteBuffers(1, &shape->vertices);
        glDeleteBuffers(1, &shape->indices);
    }
    SIM_ARRAY_FREE(&primitives->list);
    SIM_ARRAY_FREE(&primitives->extent);
    SIM_ARRAY_FREE(&primitives->chosen);
    SIM_ARRAY_FREE(&primitives->chosen_surface);
    SIM_ARRAY_FREE(&primitives->coarse);
    SIM_ARRAY_FREE(&primitives->surface);
    SIM_ARRAY_FREE(&primitives->glass_kind);
    ui_gl_surfaces_finish(&primitives->surfaces);
    memset(primitives, 0, sizeof *primitives);
}

static bool reserve(struct ui_gl_primitives *primitives, int count) {
    return SIM_ARRAY_TRY(&primitives->list, count) && SIM_ARRAY_TRY(&primitives->extent, count) &&
           SIM_ARRAY_TRY(&primitives->surface, count) &&
           SIM_ARRAY_TRY(&primitives->chosen, count) &&
           SIM_ARRAY_TRY(&primitives->chosen_surface, count) &&
           SIM_ARRAY_TRY(&primitives->coarse, count) &&
           SIM_ARRAY_TRY(&primitives->glass_kind, count);
}

static struct ui_gl_instance instance_of(const struct ui_primitive *p, struct sim_vec3 origin) {
    const struct sim_vec3 at = sim_sub(p->pose.p, origin);
    const struct sim_quat q = p->pose.q;
    float size[3], radius[2];
    ui_shape_fit(p, size, radius);
    return (struct ui_gl_instance){{(float)at.x, (float)at.y, (float)at.z, 0.0F},
                                   {(float)q.x, (float)q.y, (float)q.z, (float)q.w},
                                   {size[0], size[1], size[2], radius[0]},
                                   {p->colour[0], p->colour[1], p->colour[2], radius[1]}};
}

// The instance at that place, and the surface it shows.
static void put(struct ui_gl_primitives *primitives, int at, const struct ui_primitive *p,
                struct sim_vec3 origin) {
    assert(at < primitives->list.capacity);
    primitives->list.items[at] = instance_of(p, origin);
    primitives->extent.items[at] =
        (struct ui_gl_extent){(float)ui_primitive_reach(p), (float)ui_shape_coarse_error(p)};
    primitives->surface.items[at] = p->kind == UI_SHAPE_SURFACE
                                        ? (short)ui_gl_surfaces_find(&primitives->surfaces, p->mesh)
                                        : (short)-1;
}

struct distant {
    double square;
    int index;
};

static int farther_first(const void *a, const void *b) {
    const struct distant *p = a, *q = b;
    return p->square < q->square ? 1 : p->square > q->square ? -1 : p->index - q->index;
}

// The group of what is not of glass. Around the eye is the inside of a cab, into which no shadows
// of work lamps fall.
static int group_of(const struct ui_primitive *p, const struct ui_gl_look *look) {
    static const double around = 1.6; // [m]
    const bool near = look->scene->lamps > 0 && sim_length(sim_sub(p->pose.p, look->eye)) < around;
    return ((near ? UI_LOOK_COUNT : 0) + (int)p->look) * (UI_SHAPE_KIND_COUNT + 1) + (int)p->kind;
}

// Sorts what is not of glass by its group: counts them, and puts each behind the last one.
static void put_opaque(struct ui_gl_primitives *primitives, const struct ui_gl_look *look) {
    const struct ui_primitive *p = look->scene->primitives.items;
    const int count = look->scene->primitives.count;
    struct ui_gl_group *group = &primitives->group[0][0][0];
    const int groups = 2 * UI_LOOK_COUNT * (UI_SHAPE_KIND_COUNT + 1);
    memset(primitives->group, 0, sizeof primitives->group);
    for (int i = 0; i < count; i++)
        group[group_of(&p[i], look)].count += p[i].look != UI_LOOK_GLASS;
    for (int g = 0, first = 0; g < groups; g++) {
        group[g].first = first;
        first += group[g].count;
        group[g].count = 0;
    }
    for (int i = 0; i < count; i++) {
        struct ui_gl_group *own = &group[group_of(&p[i], look)];
        if (p[i].look == UI_LOOK_GLASS)
            continue;
        put(primitives, own->first + own->count++, &p[i], look->origin);
        primitives->list.count++;
    }
}

// Glass is drawn from far to near, over what is seen through it. Panes beyond MOST are left out,
// and those nearer than least [m].
static void put_glass(struct ui_gl_primitives *primitives, const struct ui_gl_look *look,
                      double least) {
    enum { MOST = 256 };
    struct distant order[MOST];
    int count = 0;
    const struct ui_scene *scene = look->scene;
    for (int i = 0; i < scene->primitives.count && count < MOST; i++) {
        const struct ui_primitive *p = &scene->primitives.items[i];
        if (p->look != UI_LOOK_GLASS)
            continue;
        const struct sim_vec3 way = sim_sub(p->pose.p, look->eye);
        if (sim_length(way) < least)
            continue;
        order[count++] = (struct distant){sim_dot(way, way), i};
    }
    qsort(order, (size_t)count, sizeof order[0], farther_first);
    primitives->glass_first = primitives->list.count;
    for (int i = 0; i < count; i++) {
        const struct ui_primitive *p = &scene->primitives.items[order[i].index];
        put(primitives, primitives->list.count++, p, look->origin);
        primitives->glass_kind.items[i] = (unsigned char)p->kind;
    }
    primitives->glass_kind.count = count;
}

bool ui_gl_primitives_load(struct ui_gl_primitives *primitives, const struct ui_gl_look *look,
                           const struct ui_gl_quality *quality) {
    memset(primitives->group, 0, sizeof primitives->group);
    primitives->list.count = primitives->glass_kind.count = 0;
    if (!reserve(primitives, look->scene->primitives.count))
        return false;
    if (primitives->surfaces.count == UI_GL_SURFACES)
        ui_gl_surfaces_finish(&primitives->surfaces);
    put_opaque(primitives, look);
    put_glass(primitives, look, quality->panes);
    glBindBuffer(GL_ARRAY_BUFFER, primitives->glass_instances);
    ui_gl_upload(GL_ARRAY_BUFFER,
                 (size_t)primitives->glass_kind.count * sizeof *primitives->list.items,
                 primitives->list.items + primitives->glass_first, GL_STREAM_DRAW);
    return true;
}

// ---- what a view sees ----

// The choice of instances to draw, and their detail.
struct choice {
    const struct ui_frustum *frustum; // NULL: all of them
    float eye[3];
    double error;     // [m] allowed for a coarse mesh,
    double per_metre; // and for each metre of its distance from the eye
    double pixel;     // [m] in a distance of 1 m, to which what is thin is widened; 0: it is not
};

static bool is_seen(const struct ui_gl_primitives *primitives, int at,
                    const struct choice *choice) {
    return choice->frustum == NULL ||
           ui_frustum_sees_sphere(choice->frustum, primitives->list.items[at].position,
                                  primitives->extent.items[at].radius);
}

static double distance_of(const struct ui_gl_primitives *primitives, int at, const float eye[3]) {
    const float *p = primitives->list.items[at].position;
    const double x = (double)(p[0] - eye[0]), y = (double)(p[1] - eye[1]),
                 z = (double)(p[2] - eye[2]);
    return sqrt(x * x + y * y + z * z);
}

static enum ui_shape_detail detail_of(const struct ui_gl_primitives *primitives, int at,
                                      const struct choice *choice) {
    const struct ui_gl_extent *extent = &primitives->extent.items[at];
    const double away =
        fmax(distance_of(primitives, at, choice->eye) - (double)extent->radius, 0.0);
    return (double)extent->error < choice->error + choice->per_metre * away ? UI_SHAPE_COARSE
                                                                            : UI_SHAPE_FINE;
}

// With one sample per pixel, a post or a rail that is narrower than a pixel is seen where it covers
// the middle of one: a dotted line. It is made as wide as a pixel, unless it is so thin that it
// would look much heavier.
static void widen(struct ui_gl_instance *instance, int kind, double pixel) {
    static const double thinnest = 0.25; // pixels
    static const double corners = 1.16;  // of a coarse cylinder against its sides
    float *size = instance->size, *second = &instance->colour[3];
    if (kind == UI_SHAPE_BOX) {
        const float edge = size[3];
        for (int k = 0; k < 3; k++)
            if (2.0 * (double)(size[k] + edge) > thinnest * pixel)
                size[k] = fmaxf(size[k], (float)(0.5 * pixel) - edge);
    } else if (kind == UI_SHAPE_CYLINDER || kind == UI_SHAPE_CAPSULE) {
        const float least = (float)(0.5 * corners * pixel);
        if (2.0 * (double)fmaxf(size[3], *second) > thinnest * pixel) {
            size[3] = fmaxf(size[3], least);
            *second = fmaxf(*second, least);
        }
    }
}

// Branches and logs lie in heaps, which would look fuller.
static bool stands_alone(int look) {
    return look == UI_LOOK_PAINT || look == UI_LOOK_STEEL || look == UI_LOOK_PLAIN;
}

static void choose_one(struct ui_gl_primitives *primitives, int at, int to, int kind,
                       const struct choice *choice) {
    struct ui_gl_instance *chosen = &primitives->chosen.items[to];
    primitives->chosen_surface.items[to] = primitives->surface.items[at];
    *chosen = primitives->list.items[at];
    if (choice->pixel > 0.0)
        widen(chosen, kind, choice->pixel * distance_of(primitives, at, choice->eye));
}

// Appends those of a group that are drawn finely; the coarse ones are noted after so many others.
static int choose_fine(struct ui_gl_primitives *primitives, const struct ui_gl_group *group,
                       int kind, const struct choice *choice, int coarse) {
    for (int at = group->first; at < group->first + group->count; at++) {
        if (!is_seen(primitives, at, choice))
            continue;
        if (detail_of(primitives, at, choice) == UI_SHAPE_COARSE)
            primitives->coarse.items[coarse++] = at;
        else
            choose_one(primitives, at, primitives->chosen.count++, kind, choice);
    }
    return coarse;
}

static void choose_coarse(struct ui_gl_primitives *primitives, int kind,
                          const struct choice *choice, int coarse) {
    for (int i = 0; i < coarse; i++)
        choose_one(primitives, primitives->coarse.items[i], primitives->chosen.count++, kind,
                   choice);
}

static void choose_of_group(struct ui_gl_primitives *primitives, const struct ui_gl_group *group,
                            int kind, const struct choice *choice,
                            struct ui_gl_group part[UI_SHAPE_DETAILS]) {
    const int first = primitives->chosen.count;
    const int coarse = choose_fine(primitives, group, kind, choice, 0);
    const int middle = primitives->chosen.count;
    part[UI_SHAPE_FINE] = (struct ui_gl_group){first, middle - first};
    part[UI_SHAPE_COARSE] = (struct ui_gl_group){middle, coarse};
    choose_coarse(primitives, kind, choice, coarse);
}

// Of all materials together: a shadow shows none.
static void choose_of_kind(struct ui_gl_primitives *primitives, int kind,
                           const struct choice *choice, struct ui_gl_group part[UI_SHAPE_DETAILS]) {
    const int first = primitives->chosen.count;
    int coarse = 0;
    for (int near = 0; near < 2; near++)
        for (int look = 0; look < UI_LOOK_COUNT; look++)
            coarse =
                choose_fine(primitives, &primitives->group[near][look][kind], kind, choice, coarse);
    const int middle = primitives->chosen.count;
    part[UI_SHAPE_FINE] = (struct ui_gl_group){first, middle - first};
    part[UI_SHAPE_COARSE] = (struct ui_gl_group){middle, coarse};
    choose_coarse(primitives, kind, choice, coarse);
}

static void send_chosen(const struct ui_gl_primitives *primitives) {
    glBindBuffer(GL_ARRAY_BUFFER, primitives->chosen_instances);
    ui_gl_upload(GL_ARRAY_BUFFER,
                 (size_t)primitives->chosen.count * sizeof *primitives->chosen.items,
                 primitives->chosen.items, GL_STREAM_DRAW);
}

static void choose(struct ui_gl_primitives *primitives, const struct choice *choice) {
    primitives->chosen.count = 0;
    for (int i = 0; i < 2 * UI_LOOK_COUNT; i++) {
        const int near = i / UI_LOOK_COUNT, look = i % UI_LOOK_COUNT;
        struct choice own = *choice;
        own.pixel = stands_alone(look) ? choice->pixel : 0.0;
        for (int kind = 0; kind <= UI_SHAPE_KIND_COUNT; kind++)
            choose_of_group(primitives, &primitives->group[near][look][kind], kind, &own,
                            primitives->part[near][look][kind]);
    }
    send_chosen(primitives);
}

// ---- drawing ----

// Those of the bound buffer from first on.
static void bind_instances(int first) {
    for (unsigned i = 0; i < 4; i++) {
        const size_t offset = (size_t)first * sizeof(struct ui_gl_instance) + 4 * i * sizeof(float);
        glVertexAttribPointer(4 + i, 4, GL_FLOAT, GL_FALSE, sizeof(struct ui_gl_instance),
                              (const void *)offset);
    }
}

static void draw(const struct ui_gl_shape *shape, int first, int count) {
    if (count == 0)
        return;
    glBindVertexArray(shape->vertex_array);
    bind_instances(first);
    ui_gl_draw_elements(shape->index_count, count);
}

// at: index in surfaces.
static void draw_surface(const struct ui_gl_primitives *primitives, int at, int instance) {
    if (at < 0)
        return;
    const struct ui_gl_surface *surface = &primitives->surfaces.surface[at];
    glBindVertexArray(surface->vertex_array);
    bind_instances(instance);
    const bool culled = glIsEnabled(GL_CULL_FACE); // a surface may be open
    glDisable(GL_CULL_FACE);
    ui_gl_draw_arrays(3 * surface->triangles, 1);
    if (culled)
        glEnable(GL_CULL_FACE);
}

static void draw_look(const struct ui_gl_primitives *primitives, int near, int look) {
    for (int kind = 0; kind < UI_SHAPE_KIND_COUNT; kind++) {
        const struct ui_gl_group *part = primitives->part[near][look][kind];
        for (int detail = 0; detail < UI_SHAPE_DETAILS; detail++)
            draw(&primitives->shape[kind][detail], part[detail].first, part[detail].count);
    }
    const struct ui_gl_group *surface =
        &primitives->part[near][look][UI_SHAPE_SURFACE][UI_SHAPE_FINE];
    for (int i = surface->first; i < surface->first + surface->count; i++)
        draw_surface(primitives, primitives->chosen_surface.items[i], i);
}

void ui_gl_primitives_draw(struct ui_gl_primitives *primitives, const struct ui_gl_look *look) {
    static const double unseen = 0.33; // pixels
    const struct sim_vec3 eye = sim_sub(look->eye, look->origin);
    const struct choice choice = {.frustum = &look->frustum,
                                  .eye = {(float)eye.x, (float)eye.y, (float)eye.z},
                                  .per_metre = unseen / look->pixels,
                                  .pixel = look->aliased ? 1.0 / look->pixels : 0.0};
    choose(primitives, &choice);
    glEnable(GL_CULL_FACE);
    for (int near = 1; near >= 0; near--) {
        const enum ui_gl_light light = !look->night ? UI_GL_DAYLIGHT
                                       : near       ? UI_GL_LAMPS_AT_CORNERS
                                                    : UI_GL_LAMPS;
        for (int i = 0; i < UI_LOOK_COUNT; i++) {
            ui_gl_use(primitives->program[light][i]);
            draw_look(primitives, near, i);
        }
    }
    glDisable(GL_CULL_FACE);
}

void ui_gl_primitives_draw_glass(const struct ui_gl_primitives *primitives) {
    if (primitives->glass_kind.count == 0)
        return;
    ui_gl_use(primitives->program[0][UI_LOOK_GLASS]);
    glBindBuffer(GL_ARRAY_BUFFER, primitives->glass_instances);
    glEnable(GL_BLEND);
    glBlendFunc(GL_SRC_ALPHA, GL_ONE_MINUS_SRC_ALPHA);
    glDepthMask(GL_FALSE);
    glEnable(GL_CULL_FACE); // a pane's second face is behind its first
    for (int i = 0; i < primitives->glass_kind.count; i++) {
        const int kind = primitives->glass_kind.items[i];
        if (kind == UI_SHAPE_SURFACE)
            draw_surface(primitives, primitives->surface.items[primitives->glass_first + i], i);
        else
            draw(&primitives->shape[kind][UI_SHAPE_FINE], i, 1);
    }
    glDisable(GL_CULL_FACE);
    glDepthMask(GL_TRUE);
    glDisable(GL_BLEND);
}

void ui_gl_primitives_bound(const struct ui_gl_primitives *primitives, const struct ui_mat4 *clip,
                            struct ui_gl_bounds *bounds) {
    for (int i = 0; i < primitives->glass_first; i++)
        ui_gl_bounds_widen(bounds, clip, primitives->list.items[i].position,
                           primitives->extent.items[i].radius);
}

void ui_gl_primitives_draw_shadow(struct ui_gl_primitives *primitives,
                                  const struct ui_frustum *light, double error) {
    const struct choice choice = {.frustum = light, .error = error};
    primitives->chosen.count = 0;
    for (int kind = 0; kind <= UI_SHAPE_KIND_COUNT; kind++)
        choose_of_kind(primitives, kind, &choice, primitives->part[0][0][kind]);
    send_chosen(primitives);
    ui_gl_use(primitives->shadow_program);
    draw_look(primitives, 0, 0);
}
