#include "ui/scene/ground.h"

#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <glad/gl.h>

#include "ui/gl/counts.h"
#include "ui/gl/parts.h"

// A chunk is CELLS x CELLS cells; a strip along its border hangs down, so that neighbours of
// another level show no gap.
enum { CELLS = 32, ROW = CELLS + 1, SKIRT = 4 * ROW, CHUNK_VERTICES = ROW * ROW + SKIRT };

static const double fine_cells = 15.0; // [spacing] up to which every sample is drawn
static const double skirt_depth = 1.5; // [m]
static const double edge_depth = 4.0;  // [m] of the strip below the land around

// The land around the field: cells in each direction, those over the field, and the vertices with
// those of the strip that hangs down along the field's border, where it is coarser than the field.
enum {
    AROUND = 44,
    AROUND_HOLE = AROUND / 2,
    AROUND_LOW = AROUND / 4,
    AROUND_GRID = (AROUND + 1) * (AROUND + 1),
    AROUND_VERTICES = AROUND_GRID + 4 * (AROUND_HOLE + 1),
    AROUND_INDICES = 6 * (AROUND * AROUND + 4 * AROUND_HOLE)
};

static bool make_programs(struct ui_gl_ground *ground, enum ui_gl_light light) {
    static const char *const defines[UI_GL_GROUND_PROGRAMS] = {
        [UI_GL_LEVEL_GROUND] = "",
        [UI_GL_GROUND_BESIDE_RUTS] = "#define BESIDE_RUTS\n",
        [UI_GL_RUTTED_GROUND] = "#define RUTS\n",
        [UI_GL_DENTED_GROUND] = "#define RUTS\n#define DENT\n"};
    for (int i = 0; i < UI_GL_GROUND_PROGRAMS; i++) {
        char both[128];
        (void)snprintf(both, sizeof both, "%s%s", ui_gl_light_defines[light], defines[i]);
        const unsigned program = ui_gl_program("terrain", both);
        if (program == 0)
            return false;
        ground->program[light][i] = program;
        ground->ground_box[light][i] = glGetUniformLocation(program, "ground_box");
    }
    return true;
}

bool ui_gl_ground_make_night(struct ui_gl_ground *ground) {
    return ground->program[UI_GL_LAMPS_AT_CORNERS][0] != 0 ||
           (make_programs(ground, UI_GL_LAMPS) && make_programs(ground, UI_GL_LAMPS_AT_CORNERS));
}

bool ui_gl_ground_init(struct ui_gl_ground *ground) {
    memset(ground, 0, sizeof *ground);
    if (!make_programs(ground, UI_GL_DAYLIGHT))
        return false;
    glGenVertexArrays(1, &ground->vertex_array);
    glGenBuffers(1, &ground->vertices);
    glGenBuffers(1, &ground->indices);
    return ui_gl_dents_init(&ground->dents);
}

void ui_gl_ground_finish(struct ui_gl_ground *ground) {
    for (int light = 0; light < UI_GL_LIGHTS; light++)
        for (int i = 0; i < UI_GL_GROUND_PROGRAMS; i++)
            glDeleteProgram(ground->program[light][i]);
    glDeleteVertexArrays(1, &ground->vertex_array);
    glDeleteBuffers(1, &ground->vertices);
    glDeleteBuffers(1, &ground->indices);
    glDeleteTextures(1, &ground->cover);
    ui_gl_dents_finish(&ground->dents);
    free(ground->chunk);
    memset(ground, 0, sizeof *ground);
}

struct ui_gl_ground_vertex ui_gl_ground_vertex_at(const struct ui_gl_look *look, double x, double y,
                                                  double step) {
    const struct ui_scene *scene = look->scene;
    const double z = ui_ground_height(scene, x, y);
    const double dx = ui_ground_height(scene, x + step, y) - ui_ground_height(scene, x - step, y);
    const double dy = ui_ground_height(scene, x, y + step) - ui_ground_height(scene, x, y - step);
    const struct sim_vec3 n = sim_unit(sim_vec3(-dx, -dy, 2.0 * step));
    return (struct ui_gl_ground_vertex){
        {(float)(x - look->origin.x), (float)(y - look->origin.y), (float)(z - look->origin.z)},
        {(int16_t)(n.x * 32767.0), (int16_t)(n.y * 32767.0), (int16_t)(n.z * 32767.0), 0}};
}

void ui_gl_ground_attributes(void) {
    const GLsizei stride = sizeof(struct ui_gl_ground_vertex);
    glEnableVertexAttribArray(0);
    glVertexAttribPointer(0, 3, GL_FLOAT, GL_FALSE, stride, (const void *)0);
    glEnableVertexAttribArray(1);
    glVertexAttribPointer(1, 3, GL_SHORT, GL_TRUE, stride,
                          (const void *)offsetof(struct ui_gl_ground_vertex, normal));
}

// The sample of the chunk's grid under which vertex i of the skirt hangs.
static int skirt_origin(int i) {
    const int k = i % ROW;
    switch (i / ROW) {
    case 0:
        return k;
    case 1:
        return k * ROW + CELLS;
    case 2:
        return CELLS * ROW + k;
    default:
        return k * ROW;
    }
}

static void fill_chunk(const struct ui_gl_look *look, int column, int row,
                       struct ui_gl_chunk *chunk, struct ui_gl_ground_vertex *vertex) {
    const struct sim_heightfield *f = look->scene->ground;
    float low[3] = {1e30F, 1e30F, 1e30F}, high[3] = {-1e30F, -1e30F, -1e30F};
    for (int j = 0; j < ROW; j++) {
        for (int i = 0; i < ROW; i++) {
            const int c = column * CELLS + i < f->columns ? column * CELLS + i : f->columns - 1;
            const int r = row * CELLS + j < f->rows ? row * CELLS + j : f->rows - 1;
            struct ui_gl_ground_vertex *v = &vertex[j * ROW + i];
            *v = ui_gl_ground_vertex_at(look, f->x0 + c * f->spacing, f->y0 + r * f->spacing,
                                        f->spacing);
            for (int k = 0; k < 3; k++) {
                low[k] = fminf(low[k], v->position[k]);
                high[k] = fmaxf(high[k], v->position[k]);
            }
        }
    }
    for (int i = 0; i < SKIRT; i++) {
        vertex[ROW * ROW + i] = vertex[skirt_origin(i)];
        vertex[ROW * ROW + i].position[2] -= (float)skirt_depth;
    }
    float square = 0.0F;
    for (int k = 0; k < 3; k++) {
        chunk->centre[k] = 0.5F * (low[k] + high[k]);
        square += (high[k] - low[k]) * (high[k] - low[k]);
    }
    chunk->radius = 0.5F * sqrtf(square) + (float)skirt_depth;
    chunk->rutted = false;
}

static int put_quad(unsigned *index, int a, int b, int c, int d) {
    const int corner[6] = {a, b, c, a, c, d};
    for (int i = 0; i < 6; i++)
        index[i] = (unsigned)corner[i];
    return 6;
}

// Triangles of one level, step cells wide; returns the number of indices. The diagonals run from
// (i, j) to (i + 1, j + 1), as in the collision shape.
static int fill_level(unsigned *index, int step) {
    int count = 0;
    for (int j = 0; j < CELLS; j += step) {
        for (int i = 0; i < CELLS; i += step) {
            const int a = j * ROW + i, b = a + step, c = b + step * ROW, d = a + step * ROW;
            count += put_quad(index + count, a, b, c, d);
        }
    }
    for (int side = 0; side < 4; side++) {
        for (int k = 0; k < CELLS; k += step) {
            const int hung = ROW * ROW + side * ROW + k;
            const int a = skirt_origin(side * ROW + k), b = skirt_origin(side * ROW + k + step);
            count += put_quad(index + count, a, b, hung + step, hung);
        }
    }
    return count;
}

// The vertex of the land around at place k along a side of the field.
static int edge_vertex(int side, int k) {
    const int low = AROUND_LOW, high = low + AROUND_HOLE;
    const int across = side < 2 ? low : high;
    return side % 2 == 0 ? across * (AROUND + 1) + low + k : (low + k) * (AROUND + 1) + across;
}

// Its strip along the field's border; without it the sky would be seen where the field's edge is
// lower.
static int fill_edge(struct ui_gl_ground_vertex *vertex, unsigned *index) {
    int count = 0;
    for (int side = 0; side < 4; side++) {
        const int first = AROUND_GRID + side * (AROUND_HOLE + 1);
        for (int k = 0; k <= AROUND_HOLE; k++) {
            vertex[first + k] = vertex[edge_vertex(side, k)];
            vertex[first + k].position[2] -= (float)edge_depth;
            if (k < AROUND_HOLE)
                count += put_quad(index + count, edge_vertex(side, k), edge_vertex(side, k + 1),
                                  first + k + 1, first + k);
        }
    }
    return count;
}

// A coarse grid that reaches far beyond the field, with a hole over it.
static int fill_around(const struct ui_gl_look *look, double width,
                       struct ui_gl_ground_vertex *vertex, unsigned *index) {
    const struct ui_ground_box box = ui_ground_box(look->scene);
    int count = 0;
    double x[AROUND + 1], y[AROUND + 1];
    for (int i = 0; i <= AROUND; i++) {
        // Finer near the field, and lines exactly on its border.
        const double s = (i - AROUND / 2) / (AROUND / 4.0);
        const double out = fabs(s) <= 1.0 ? 0.0 : width * pow(fabs(s) - 1.0, 1.6);
        const double in = sim_clamp(s, -1.0, 1.0);
        x[i] = 0.5 * (box.x0 + box.x1) + 0.5 * in * (box.x1 - box.x0) + (s < 0.0 ? -out : out);
        y[i] = 0.5 * (box.y0 + box.y1) + 0.5 * in * (box.y1 - box.y0) + (s < 0.0 ? -out : out);
    }
    for (int j = 0; j <= AROUND; j++)
        for (int i = 0; i <= AROUND; i++)
            vertex[j * (AROUND + 1) + i] = ui_gl_ground_vertex_at(look, x[i], y[j], 3.0);
    const int low = AROUND_LOW, high = low + AROUND_HOLE;
    for (int j = 0; j < AROUND; j++) {
        for (int i = 0; i < AROUND; i++) {
            const int a = j * (AROUND + 1) + i;
            if (i < low || i >= high || j < low || j >= high)
                count += put_quad(index + count, a, a + 1, a + AROUND + 2, a + AROUND + 1);
        }
    }
    return count + fill_edge(vertex, index + count);
}

static void upload(struct ui_gl_ground *ground, const struct ui_gl_ground_vertex *vertex,
                   size_t vertices, const unsigned *index, size_t indices) {
    glBindVertexArray(ground->vertex_array);
    glBindBuffer(GL_ARRAY_BUFFER, ground->vertices);
    ui_gl_upload(GL_ARRAY_BUFFER, vertices * sizeof *vertex, vertex, GL_STATIC_DRAW);
    glBindBuffer(GL_ELEMENT_ARRAY_BUFFER, ground->indices);
    ui_gl_upload(GL_ELEMENT_ARRAY_BUFFER, indices * sizeof *index, index, GL_STATIC_DRAW);
    ui_gl_ground_attributes();
    glBindVertexArray(0);
}

static bool load_cover(struct ui_gl_ground *ground, const struct ui_gl_look *look, int size) {
    unsigned char *rgba = malloc((size_t)size * (size_t)size * 4);
    if (rgba == NULL)
        return false;
    ui_ground_cover(look->scene, size, rgba);
    glDeleteTextures(1, &ground->cover);
    ground->cover = ui_gl_texture(size, size, rgba, false);
    free(rgba);
    const struct ui_ground_box box = ui_ground_box(look->scene);
    ground->box[0] = (float)(box.x0 - look->origin.x);
    ground->box[1] = (float)(box.y0 - look->origin.y);
    ground->box[2] = (float)(1.0 / (box.x1 - box.x0));
    ground->box[3] = (float)(1.0 / (box.y1 - box.y0));
    return true;
}

static bool load_geometry(struct ui_gl_ground *ground, const struct ui_gl_look *look,
                          double width) {
    const struct sim_heightfield *f = look->scene->ground;
    const int columns = (f->columns - 2) / CELLS + 1, rows = (f->rows - 2) / CELLS + 1;
    const size_t vertices = (size_t)(columns * rows) * CHUNK_VERTICES + AROUND_VERTICES;
    const size_t most_indices =
        (size_t)(UI_GL_GROUND_LEVELS * 6 * CELLS * (CELLS + 4)) + AROUND_INDICES;
    struct ui_gl_ground_vertex *vertex = malloc(vertices * sizeof *vertex);
    unsigned *index = malloc(most_indices * sizeof *index);
    struct ui_gl_chunk *chunk = malloc((size_t)(columns * rows) * sizeof *chunk);
    const bool room = vertex != NULL && index != NULL && chunk != NULL;
    if (room) {
        for (int i = 0; i < columns * rows; i++) {
            chunk[i].first_vertex = i * CHUNK_VERTICES;
            fill_chunk(look, i % columns, i / columns, &chunk[i], vertex + chunk[i].first_vertex);
        }
        int count = 0;
        for (int level = 0; level < UI_GL_GROUND_LEVELS; level++) {
            ground->level_start[level] = count;
            ground->level_count[level] = fill_level(index + count, 1 << level);
            count += ground->level_count[level];
        }
        ground->around_start = count;
        ground->around_first = columns * rows * CHUNK_VERTICES;
        ground->around_count =
            fill_around(look, width, vertex + ground->around_first, index + count);
        count += ground->around_count;
        upload(ground, vertex, vertices, index, (size_t)count);
        free(ground->chunk);
        ground->chunk = chunk;
        ground->chunks = columns * rows;
        ground->chunk_columns = columns;
        ground->spacing = f->spacing;
    } else {
        free(chunk);
    }
    free(vertex);
    free(index);
    return room;
}

bool ui_gl_ground_load(struct ui_gl_ground *ground, const struct ui_gl_look *look,
                       const struct ui_gl_quality *quality) {
    ground->made = false;
    ui_gl_dents_forget(&ground->dents);
    ground->revision = look->scene->ground_revision;
    if (look->scene->ground == NULL)
        return true;
    const double width = fmax(quality->surroundings, 80.0) * 2.5;
    ground->made =
        load_geometry(ground, look, width) && load_cover(ground, look, quality->cover_size);
    return ground->made;
}

static void mark_rutted(struct ui_gl_ground *ground, const struct sim_heightfield *field, double x,
                        double y) {
    const double side = CELLS * ground->spacing;
    const int column = (int)floor((x - field->x0) / side), row = (int)floor((y - field->y0) / side);
    if (column >= 0 && column < ground->chunk_columns && row >= 0 &&
        row < ground->chunks / ground->chunk_columns)
        ground->chunk[row * ground->chunk_columns + column].rutted = true;
}

void ui_gl_ground_find_ruts(struct ui_gl_ground *ground, const struct ui_gl_look *look) {
    const struct ui_rut_map *map = look->scene->ruts;
    ui_gl_dents_find(&ground->dents, look);
    for (int i = 0; i < ground->chunks; i++)
        ground->chunk[i].rutted = false;
    if (!ground->made || map == NULL || map->used == 0)
        return;
    const double side = TER_TRAIL_CELLS * ter_trail_cell;
    for (int i = 0; i < UI_RUT_SLOTS; i++) {
        const struct ui_rut_tile *tile = &map->tile[i];
        if (tile->column < 0)
            continue;
        for (int k = 0; k < 4; k++)
            mark_rutted(ground, look->scene->ground, map->x0 + side * (tile->column + k % 2),
                        map->y0 + side * (tile->row + k / 2));
    }
}

// [m] from the eye to the ball around the chunk.
static double distance_of(const struct ui_gl_chunk *c, const struct ui_gl_look *look) {
    const struct sim_vec3 eye = sim_sub(look->eye, look->origin);
    const struct sim_vec3 way =
        sim_sub(sim_vec3((double)c->centre[0], (double)c->centre[1], (double)c->centre[2]), eye);
    return fmax(sim_length(way) - (double)c->radius, 0.0);
}

static void draw_chunk(const struct ui_gl_ground *ground, const struct ui_gl_chunk *c,
                       const struct ui_gl_look *look) {
    const double away = distance_of(c, look);
    int level = 0;
    // The ground around a dent must lie as the dent does.
    const double even = fine_cells * ground->spacing;
    const double fine = c->rutted ? fmax(ui_gl_dent_reach, even) : even;
    while (level + 1 < UI_GL_GROUND_LEVELS && away > fine * (1 << level))
        level++;
    level = level + look->coarser < UI_GL_GROUND_LEVELS ? level + look->coarser
                                                        : UI_GL_GROUND_LEVELS - 1;
    ui_gl_draw_range(ground->level_start[level], ground->level_count[level], c->first_vertex);
}

static void use_program(const struct ui_gl_ground *ground, enum ui_gl_light light, int kind) {
    ui_gl_use(ground->program[light][kind]);
    glUniform4fv(ground->ground_box[light][kind], 1, ground->box);
}

static enum ui_gl_light light_of(const struct ui_gl_chunk *c, const struct ui_gl_look *look) {
    if (!look->night)
        return UI_GL_DAYLIGHT;
    return distance_of(c, look) < ui_gl_lamp_reach ? UI_GL_LAMPS : UI_GL_LAMPS_AT_CORNERS;
}

// The chunks of which that is drawn, and that have that light.
static void draw_chunks(const struct ui_gl_ground *ground, const struct ui_gl_look *look, int kind,
                        enum ui_gl_light light) {
    const bool rutted = kind != UI_GL_LEVEL_GROUND;
    use_program(ground, light, kind);
    for (int i = 0; i < ground->chunks; i++) {
        const struct ui_gl_chunk *c = &ground->chunk[i];
        if (c->rutted == rutted && light_of(c, look) == light &&
            ui_frustum_sees_sphere(&look->frustum, c->centre, c->radius))
            draw_chunk(ground, c, look);
    }
}

void ui_gl_ground_draw(const struct ui_gl_ground *ground, const struct ui_gl_look *look) {
    if (!ground->made)
        return;
    glActiveTexture(GL_TEXTURE0 + UI_GL_UNIT_COVER);
    glBindTexture(GL_TEXTURE_2D, ground->cover);
    if (ground->dents.count > 0) {
        use_program(ground, look->night ? UI_GL_LAMPS : UI_GL_DAYLIGHT, UI_GL_DENTED_GROUND);
        ui_gl_dents_draw(&ground->dents);
    }
    glBindVertexArray(ground->vertex_array);
    for (int kind = UI_GL_GROUND_BESIDE_RUTS; kind <= UI_GL_LEVEL_GROUND; kind++) {
        if (look->night)
            draw_chunks(ground, look, kind, UI_GL_LAMPS);
        draw_chunks(ground, look, kind, look->night ? UI_GL_LAMPS_AT_CORNERS : UI_GL_DAYLIGHT);
    }
    if (look->scene->surroundings)
        ui_gl_draw_range(ground->around_start, ground->around_count, ground->around_first);
}
