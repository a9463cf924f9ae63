#include <math.h>
#include <string.h>

#include <glad/gl.h>

#include "ui/gl/counts.h"
#include "ui/gl/parts.h"
#include "ui/scene/foliage.h"
#include "ui/scene/ground.h"
#include "ui/scene/noise.h"

static const double cell = 0.5; // [m] holds one plant at most

static void lay_out(const struct ui_gl_plants *plants, struct ui_gl_bed *bed) {
    glGenVertexArrays(1, &bed->vertex_array);
    glBindVertexArray(bed->vertex_array);
    glBindBuffer(GL_ARRAY_BUFFER, plants->vertices);
    glEnableVertexAttribArray(0);
    glVertexAttribPointer(0, 4, GL_FLOAT, GL_FALSE, 4 * sizeof(float), (const void *)0);
    glGenBuffers(1, &bed->instances);
    glBindBuffer(GL_ARRAY_BUFFER, bed->instances);
    for (unsigned i = 0; i < 2; i++) {
        glEnableVertexAttribArray(3 + i);
        glVertexAttribPointer(3 + i, 4, GL_FLOAT, GL_FALSE, sizeof(struct ui_gl_plant),
                              (const void *)(4 * i * sizeof(float)));
        glVertexAttribDivisor(3 + i, 1);
    }
}

bool ui_gl_plants_init(struct ui_gl_plants *plants) {
    static const float corner[] = {
        -0.6F, 0.0F,  0.0F, 0.0F, 0.6F, 0.0F, 0.0F, 1.0F, 0.6F,  0.0F,  1.0F, 1.0F,
        -0.6F, 0.0F,  0.0F, 0.0F, 0.6F, 0.0F, 1.0F, 1.0F, -0.6F, 0.0F,  1.0F, 0.0F,
        0.0F,  -0.6F, 0.0F, 0.0F, 0.0F, 0.6F, 0.0F, 1.0F, 0.0F,  0.6F,  1.0F, 1.0F,
        0.0F,  -0.6F, 0.0F, 0.0F, 0.0F, 0.6F, 1.0F, 1.0F, 0.0F,  -0.6F, 1.0F, 0.0F,
    };
    memset(plants, 0, sizeof *plants);
    plants->program = ui_gl_program("plant", "");
    if (plants->program == 0)
        return false;
    glGenBuffers(1, &plants->vertices);
    glBindBuffer(GL_ARRAY_BUFFER, plants->vertices);
    ui_gl_upload(GL_ARRAY_BUFFER, sizeof corner, corner, GL_STATIC_DRAW);
    for (int i = 0; i < UI_GL_BEDS; i++)
        lay_out(plants, &plants->bed[i]);
    return true;
}

void ui_gl_plants_finish(struct ui_gl_plants *plants) {
    glDeleteProgram(plants->program);
    glDeleteBuffers(1, &plants->vertices);
    for (int i = 0; i < UI_GL_BEDS; i++) {
        glDeleteVertexArrays(1, &plants->bed[i].vertex_array);
        glDeleteBuffers(1, &plants->bed[i].instances);
    }
    SIM_ARRAY_FREE(&plants->list);
    memset(plants, 0, sizeof *plants);
}

void ui_gl_plants_forget(struct ui_gl_plants *plants) {
    for (int i = 0; i < UI_GL_BEDS; i++)
        plants->bed[i].used = 0;
}

// The plant of a cell, always the same; false where none grows.
static bool plant_of(const struct ui_scene *scene, int i, int j, struct sim_vec3 origin,
                     struct ui_gl_plant *plant) {
    const uint32_t h = ui_hash2(i, j, 71);
    const double x = cell * (i + (double)ui_hash_unit(ui_hash(h + 1U)));
    const double y = cell * (j + (double)ui_hash_unit(ui_hash(h + 2U)));
    const double off = ui_ground_road_distance(scene, x, y);
    const float patch = ui_noise((float)x / 5.0F, (float)y / 5.0F, 4096, 72);
    const bool verge = off < 2.2;
    if (off < 0.1 || ui_hash_unit(h) > (verge ? 0.6F : 0.1F + 0.7F * patch * patch))
        return false;
    const float choice = ui_hash_unit(ui_hash(h + 3U));
    const bool grass = verge || choice < 0.35F;
    const float angle = 6.2831853F * ui_hash_unit(ui_hash(h + 4U));
    const float size = (grass ? 0.24F : 0.20F) * (0.7F + 0.8F * ui_hash_unit(ui_hash(h + 5U)));
    *plant = (struct ui_gl_plant){
        .position = {(float)(x - origin.x), (float)(y - origin.y),
                     (float)(ui_ground_height(scene, x, y) - origin.z) - 0.02F, size},
        .turn = {cosf(angle), sinf(angle)},
        .layer = (float)(grass ? UI_LEAF_GRASS : UI_LEAF_SHRUB),
        .shade = 0.6F + 0.5F * ui_hash_unit(ui_hash(h + 6U))};
    return true;
}

static void sow(struct ui_gl_plants *plants, struct ui_gl_bed *bed, const struct ui_gl_look *look,
                double radius) {
    const int reach = (int)(radius / cell);
    const int ci = (int)floor(look->eye.x / cell), cj = (int)floor(look->eye.y / cell);
    const int most = (2 * reach + 1) * (2 * reach + 1);
    bed->centre = look->eye;
    bed->count = plants->list.count = 0;
    if (!SIM_ARRAY_TRY(&plants->list, most))
        return;
    for (int j = -reach; j <= reach; j++)
        for (int i = -reach; i <= reach; i++)
            if (i * i + j * j <= reach * reach &&
                plant_of(look->scene, ci + i, cj + j, look->origin,
                         &plants->list.items[plants->list.count]))
                plants->list.count++;
    bed->count = plants->list.count;
    glBindBuffer(GL_ARRAY_BUFFER, bed->instances);
    ui_gl_upload(GL_ARRAY_BUFFER, (size_t)plants->list.count * sizeof *plants->list.items,
                 plants->list.items, GL_DYNAMIC_DRAW);
}

// The bed that was sown within off [m] of the eye; else the one that has not been used for longest,
// cleared.
static struct ui_gl_bed *find_bed(struct ui_gl_plants *plants, const struct ui_gl_look *look,
                                  double off) {
    struct ui_gl_bed *oldest = &plants->bed[0];
    for (int i = 0; i < UI_GL_BEDS; i++) {
        struct ui_gl_bed *bed = &plants->bed[i];
        if (bed->used > 0 && sim_length(sim_sub(bed->centre, look->eye)) <= off)
            return bed;
        if (bed->used < oldest->used)
            oldest = bed;
    }
    oldest->used = 0;
    return oldest;
}

void ui_gl_plants_draw(struct ui_gl_plants *plants, const struct ui_gl_look *look, double radius) {
    if (radius <= 0.0 || look->scene->ground == NULL)
        return;
    struct ui_gl_bed *bed = find_bed(plants, look, 0.2 * radius);
    if (bed->used == 0)
        sow(plants, bed, look, radius);
    bed->used = ++plants->draws;
    ui_gl_use(plants->program);
    glBindVertexArray(bed->vertex_array);
    ui_gl_draw_arrays(12, bed->count);
}
