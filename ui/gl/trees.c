#include <math.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <glad/gl.h>

#include "ui/gl/counts.h"
#include "ui/gl/parts.h"
#include "ui/scene/foliage.h"
#include "ui/scene/ground.h"
#include "ui/scene/noise.h"
#include "ui/scene/tree_mesh.h"

static void append(struct ui_gl_tree_list *list, const struct ui_gl_tree *tree, int species) {
    const int need = list->trees.count + 1;
    if (!SIM_ARRAY_TRY(&list->trees, need) || !SIM_ARRAY_TRY(&list->species, need))
        return; // the picture lacks it
    list->trees.items[list->trees.count++] = *tree;
    list->species.items[list->species.count++] = (unsigned char)species;
}

static void clear_list(struct ui_gl_tree_list *list) {
    list->trees.count = list->species.count = 0;
}

static void finish_list(struct ui_gl_tree_list *list) {
    SIM_ARRAY_FREE(&list->trees);
    SIM_ARRAY_FREE(&list->species);
}

// ---- meshes and textures ----

void ui_gl_tree_attributes(void) {
    const GLsizei stride = sizeof(struct ui_gl_tree);
    for (unsigned i = 0; i < 3; i++) {
        glEnableVertexAttribArray(3 + i);
        glVertexAttribPointer(3 + i, 4, GL_FLOAT, GL_FALSE, stride,
                              (const void *)(i * 4 * sizeof(float)));
        glVertexAttribDivisor(3 + i, 1);
    }
}

void ui_gl_tree_mesh_start(struct ui_gl_tree_mesh *mesh) {
    glGenVertexArrays(1, &mesh->vertex_array);
    glBindVertexArray(mesh->vertex_array);
    glGenBuffers(1, &mesh->vertices);
    glGenBuffers(1, &mesh->indices);
    glBindBuffer(GL_ARRAY_BUFFER, mesh->vertices);
    glBindBuffer(GL_ELEMENT_ARRAY_BUFFER, mesh->indices);
}

static bool load_mesh(struct ui_gl_tree_mesh *mesh, enum ui_species species,
                      enum ui_tree_detail detail) {
    struct ui_tree_mesh m;
    const bool built = ui_tree_mesh_build(&m, species, detail);
    if (built) {
        ui_gl_tree_mesh_start(mesh);
        ui_gl_upload(GL_ARRAY_BUFFER, (size_t)m.vertices.count * sizeof *m.vertices.items,
                     m.vertices.items, GL_STATIC_DRAW);
        ui_gl_upload(GL_ELEMENT_ARRAY_BUFFER, (size_t)m.indices.count * sizeof *m.indices.items,
                     m.indices.items, GL_STATIC_DRAW);
        static const struct {
            int count;
            size_t offset;
        } part[] = {{3, offsetof(struct ui_tree_vertex, shape)},
                    {3, offsetof(struct ui_tree_vertex, normal)},
                    {4, offsetof(struct ui_tree_vertex, picture)}};
        for (unsigned i = 0; i < 3; i++) {
            glEnableVertexAttribArray(i);
            glVertexAttribPointer(i, part[i].count, GL_FLOAT, GL_FALSE, sizeof *m.vertices.items,
                                  (const void *)part[i].offset);
        }
        mesh->index_count = m.indices.count;
    }
    ui_tree_mesh_finish(&m);
    return built;
}

static bool load_leaves(struct ui_gl_trees *trees) {
    const size_t bytes = (size_t)UI_LEAF_SIZE * UI_LEAF_SIZE * 4;
    unsigned char *level[2] = {malloc(bytes), malloc(bytes)};
    const bool room = level[0] != NULL && level[1] != NULL;
    glGenTextures(1, &trees->leaves);
    glActiveTexture(GL_TEXTURE0 + UI_GL_UNIT_LEAVES);
    glBindTexture(GL_TEXTURE_2D_ARRAY, trees->leaves);
    for (int i = 0; i < UI_LEAF_LEVELS; i++) {
        const int size = UI_LEAF_SIZE >> i;
        glTexImage3D(GL_TEXTURE_2D_ARRAY, i, GL_RGBA8, size, size, UI_LEAF_COUNT, 0, GL_RGBA,
                     GL_UNSIGNED_BYTE, NULL);
    }
    for (int layer = 0; room && layer < UI_LEAF_COUNT; layer++) {
        ui_leaf_paint((enum ui_leaf_layer)layer, level[0]);
        const float coverage = ui_leaf_coverage(level[0], UI_LEAF_SIZE);
        for (int i = 0; i < UI_LEAF_LEVELS; i++) {
            const int size = UI_LEAF_SIZE >> i;
            glTexSubImage3D(GL_TEXTURE_2D_ARRAY, i, 0, 0, layer, size, size, 1, GL_RGBA,
                            GL_UNSIGNED_BYTE, level[i % 2]);
            if (size > 1)
                ui_leaf_halve(level[i % 2], size, coverage, level[(i + 1) % 2]);
        }
    }
    glTexParameteri(GL_TEXTURE_2D_ARRAY, GL_TEXTURE_MAX_LEVEL, UI_LEAF_LEVELS - 1);
    glTexParameteri(GL_TEXTURE_2D_ARRAY, GL_TEXTURE_MIN_FILTER, GL_LINEAR_MIPMAP_NEAREST);
    glTexParameteri(GL_TEXTURE_2D_ARRAY, GL_TEXTURE_MAG_FILTER, GL_LINEAR);
    free(level[0]);
    free(level[1]);
    return room;
}

// ---- programs ----

// For trees as they are, and for those that fade.
static bool make_programs(struct ui_gl_trees *trees, enum ui_gl_light light) {
    char defines[128];
    for (int fading = 0; fading < 2; fading++) {
        (void)snprintf(defines, sizeof defines, "%s%s", ui_gl_light_defines[light],
                       fading == 1 ? "#define FADING\n" : "");
        if (trees->program[fading][light] == 0)
            trees->program[fading][light] = ui_gl_program("tree", defines);
        if (trees->program[fading][light] == 0)
            return false;
    }
    return true;
}

static bool make_far_programs(struct ui_gl_trees *trees, bool normals) {
    char defines[128];
    for (int i = 0; i < 4; i++) {
        (void)snprintf(defines, sizeof defines, "%s%s%s", i / 2 == 1 ? "#define FADING\n" : "",
                       i % 2 == 1 ? "#define SNOW\n" : "", normals ? "" : "#define ROUND\n");
        const unsigned program = ui_gl_program("impostor", defines);
        if (program == 0)
            return false;
        trees->far_program[i / 2][i % 2] = program;
        trees->far_layer[i / 2][i % 2] = glGetUniformLocation(program, "layer");
    }
    return true;
}

bool ui_gl_trees_make_night(struct ui_gl_trees *trees) {
    return make_programs(trees, UI_GL_LAMPS) && make_programs(trees, UI_GL_LAMPS_AT_CORNERS);
}

bool ui_gl_trees_init(struct ui_gl_trees *trees, const struct ui_gl_quality *quality) {
    memset(trees, 0, sizeof *trees);
    trees->shadow_program = ui_gl_program("tree", "#define SHADOW\n");
    if (!make_programs(trees, UI_GL_DAYLIGHT) || !make_far_programs(trees, quality->far_normals) ||
        trees->shadow_program == 0)
        return false;
    glGenBuffers(1, &trees->instances);
    for (int s = 0; s < UI_SPECIES_COUNT; s++)
        if (!load_mesh(&trees->mesh[s][UI_GL_TREE_NEAR], (enum ui_species)s, UI_TREE_NEAR) ||
            !load_mesh(&trees->mesh[s][UI_GL_TREE_MIDDLE], (enum ui_species)s, UI_TREE_MIDDLE))
            return false;
    if (!load_leaves(trees))
        return false;
    return ui_gl_tree_pictures_bake(trees);
}

void ui_gl_trees_finish(struct ui_gl_trees *trees) {
    for (int fading = 0; fading < 2; fading++) {
        for (int light = 0; light < UI_GL_LIGHTS; light++)
            glDeleteProgram(trees->program[fading][light]);
        for (int snow = 0; snow < 2; snow++)
            glDeleteProgram(trees->far_program[fading][snow]);
    }
    glDeleteProgram(trees->shadow_program);
    glDeleteTextures(1, &trees->leaves);
    glDeleteTextures(1, &trees->pictures);
    glDeleteTextures(1, &trees->facings);
    glDeleteBuffers(1, &trees->instances);
    for (int s = 0; s < UI_SPECIES_COUNT; s++) {
        for (int level = 0; level < UI_GL_TREE_LEVELS; level++) {
            struct ui_gl_tree_mesh *mesh = &trees->mesh[s][level];
            glDeleteVertexArrays(1, &mesh->vertex_array);
            glDeleteBuffers(1, &mesh->vertices);
            glDeleteBuffers(1, &mesh->indices);
            finish_list(&trees->bin[0][s][level]);
            finish_list(&trees->bin[1][s][level]);
        }
    }
    finish_list(&trees->standing);
    finish_list(&trees->moving);
    finish_list(&trees->around);
    memset(trees, 0, sizeof *trees);
}

// ---- trees of the scene ----

static struct ui_gl_tree instance_of(const struct ui_tree *tree, struct sim_vec3 origin) {
    const struct sim_vec3 p = sim_sub(tree->pose.p, origin);
    // The same tree gets the same random number at any place in the list.
    const uint32_t h = ui_hash2((int)(tree->height * 1000.0), (int)(tree->dbh * 10000.0), 61);
    const float chance = ui_hash_unit(h);
    const struct sim_quat spin =
        sim_quat_axis_angle(sim_vec3(0.0, 0.0, 1.0), 6.283 * (double)chance);
    const struct sim_quat q = tree->moving ? tree->pose.q : sim_quat_mul(tree->pose.q, spin);
    const float sweep = (float)floor(1000.0 * sim_clamp(tree->sweep, 0.0, 1.0));
    return (struct ui_gl_tree){{(float)p.x, (float)p.y, (float)p.z, sweep + chance},
                               {(float)q.x, (float)q.y, (float)q.z, (float)q.w},
                               {(float)tree->height, (float)tree->crown_base,
                                (float)(0.5 * tree->crown_width), (float)(0.5 * tree->dbh)}};
}

static void load_list(struct ui_gl_tree_list *list, const struct ui_gl_look *look, bool moving) {
    clear_list(list);
    for (int i = 0; i < look->scene->trees.count; i++) {
        const struct ui_tree *tree = &look->scene->trees.items[i];
        if (tree->moving != moving)
            continue;
        const struct ui_gl_tree instance = instance_of(tree, look->origin);
        append(list, &instance, (int)tree->species);
    }
}

void ui_gl_trees_load(struct ui_gl_trees *trees, const struct ui_gl_look *look) {
    load_list(&trees->standing, look, false);
    const struct ui_ground_box box = ui_ground_box(look->scene);
    const double area = (box.x1 - box.x0) * (box.y1 - box.y0);
    trees->density = area > 0.0 ? trees->standing.trees.count / area : 0.0;
}

void ui_gl_trees_load_moving(struct ui_gl_trees *trees, const struct ui_gl_look *look) {
    load_list(&trees->moving, look, true);
}

struct around {
    struct ui_gl_trees *trees;
    struct sim_vec3 origin;
};

static void add_around(void *context, const struct ui_tree *tree) {
    struct around *around = context;
    struct ui_gl_tree instance = instance_of(tree, around->origin);
    const uint32_t h = ui_hash2((int)(tree->pose.p.x * 100.0), (int)(tree->pose.p.y * 100.0), 62);
    const float scale = 0.85F + 0.3F * ui_hash_unit(h);
    for (int k = 0; k < 4; k++)
        instance.size[k] *= scale;
    append(&around->trees->around, &instance, (int)tree->species);
}

void ui_gl_trees_load_around(struct ui_gl_trees *trees, const struct ui_gl_look *look,
                             double width) {
    clear_list(&trees->around);
    struct around around = {trees, look->origin};
    if (look->scene->surroundings)
        ui_ground_surroundings(look->scene, width, add_around, &around);
}

// ---- drawing ----

static void draw_bin(const struct ui_gl_trees *trees, const struct ui_gl_tree_mesh *mesh,
                     const struct ui_gl_tree_list *bin) {
    if (bin->trees.count == 0)
        return;
    glBindVertexArray(mesh->vertex_array);
    glBindBuffer(GL_ARRAY_BUFFER, trees->instances);
    ui_gl_upload(GL_ARRAY_BUFFER, (size_t)bin->trees.count * sizeof *bin->trees.items,
                 bin->trees.items, GL_STREAM_DRAW);
    ui_gl_tree_attributes();
    ui_gl_draw_elements(mesh->index_count, bin->trees.count);
}

static const double fade_share = 0.04; // of a reach, before its end
enum { STEPS = 16, STEP = 1024 };      // of fading; STEP is more than any sweep in mm

// Whole steps of fading, all of them at the reach.
static int faded(double away, double reach) {
    const double step = floor(STEPS * (1.0 - (reach - away) / (fade_share * reach)));
    return (int)sim_clamp(step, 0.0, STEPS);
}

// Of the trees that stand behind a crowd (1: a full one, see struct ui_gl_quality), as many are
// left out as keep their number in view. The same ones at any time: each has its random number.
static int hidden(const struct ui_gl_tree *tree, double crowd) {
    const double chance = (double)(tree->position[3] - floorf(tree->position[3]));
    return faded(chance * crowd, 1.0);
}

// Left out in that part of the pixels, or drawn in that part of them.
static void append_part(struct ui_gl_trees *trees, const struct ui_gl_tree *tree, int species,
                        int level, int steps, bool drawn) {
    struct ui_gl_tree part = *tree;
    if (steps == 0 || steps == STEPS) {
        if (drawn == (steps == STEPS))
            append(&trees->bin[0][species][level], tree, species);
        return;
    }
    part.position[3] += (float)(STEP * (drawn ? STEPS + steps : steps)); // fading() in common.glsl
    append(&trees->bin[1][species][level], &part, species);
}

// At the end of its reach a detail gives way to the next one, pixel by pixel.
static void append_detail(struct ui_gl_trees *trees, const struct ui_gl_tree *tree, int species,
                          int level, int faded_steps, int hidden_steps) {
    const int seen = STEPS - (level + 1 == UI_GL_TREE_FAR ? hidden_steps : 0);
    append_part(trees, tree, species, level, faded_steps, false);
    if (faded_steps > 0)
        append_part(trees, tree, species, level + 1, faded_steps < seen ? faded_steps : seen, true);
}

// Where its top is from its foot: (0, 0, 1), turned as by turned() in common.glsl.
static void axis_of(const struct ui_gl_tree *t, float axis[3]) {
    const float x = t->turn[0], y = t->turn[1], z = t->turn[2], w = t->turn[3];
    axis[0] = 2.0F * (x * z + w * y);
    axis[1] = 2.0F * (y * z - w * x);
    axis[2] = 1.0F - 2.0F * (x * x + y * y);
}

// crowding: crowds per metre of the way to a tree.
static void sort_into_bins(struct ui_gl_trees *trees, const struct ui_gl_tree_list *list,
                           const struct ui_gl_look *look, const double reach[2], double crowding) {
    const struct sim_vec3 eye = sim_sub(look->eye, look->origin);
    for (int i = 0; i < list->trees.count; i++) {
        const struct ui_gl_tree *t = &list->trees.items[i];
        float axis[3];
        axis_of(t, axis);
        const float h = 0.5F * t->size[0];
        const float centre[3] = {t->position[0] + h * axis[0], t->position[1] + h * axis[1],
                                 t->position[2] + h * axis[2]};
        if (!ui_frustum_sees_sphere(&look->frustum, centre, h + t->size[2]))
            continue;
        const double away = hypot((double)t->position[0] - eye.x, (double)t->position[1] - eye.y);
        const int species = list->species.items[i], behind = hidden(t, away * crowding);
        if (away < reach[0])
            append_detail(trees, t, species, UI_GL_TREE_NEAR, faded(away, reach[0]), behind);
        else if (away < reach[1])
            append_detail(trees, t, species, UI_GL_TREE_MIDDLE, faded(away, reach[1]), behind);
        else
            append_part(trees, t, species, UI_GL_TREE_FAR, behind, false);
    }
}

static void clear_bins(struct ui_gl_trees *trees) {
    for (int s = 0; s < UI_SPECIES_COUNT; s++)
        for (int level = 0; level < UI_GL_TREE_LEVELS; level++)
            for (int fading = 0; fading < 2; fading++)
                clear_list(&trees->bin[fading][s][level]);
}

static enum ui_gl_light light_of(const struct ui_gl_look *look, int level) {
    if (!look->night)
        return UI_GL_DAYLIGHT;
    return level == UI_GL_TREE_NEAR ? UI_GL_LAMPS : UI_GL_LAMPS_AT_CORNERS;
}

static void draw_level(struct ui_gl_trees *trees, const struct ui_gl_look *look, int level,
                       int fading) {
    const bool snow = look->scene->snow > 0.0;
    ui_gl_use(level == UI_GL_TREE_FAR ? trees->far_program[fading][snow]
                                      : trees->program[fading][light_of(look, level)]);
    for (int s = 0; s < UI_SPECIES_COUNT; s++) {
        const struct ui_gl_tree_list *bin = &trees->bin[fading][s][level];
        if (level == UI_GL_TREE_FAR)
            glUniform1f(trees->far_layer[fading][snow], (float)s);
        draw_bin(trees, &trees->mesh[s][level], bin);
        trees->drawn[level] += bin->trees.count;
    }
}

void ui_gl_trees_draw(struct ui_gl_trees *trees, const struct ui_gl_look *look,
                      const struct ui_gl_quality *quality) {
    const double reach[2] = {quality->near_trees, quality->middle_trees};
    clear_bins(trees);
    const double crowding = trees->density / quality->crowd;
    sort_into_bins(trees, &trees->standing, look, reach, crowding);
    sort_into_bins(trees, &trees->around, look, reach, crowding);
    // Eyes are on the moving trees, so they are never drawn as pictures.
    const double whole[2] = {reach[1], 1e9};
    sort_into_bins(trees, &trees->moving, look, whole, 0.0);
    for (int level = 0; level < UI_GL_TREE_LEVELS; level++) {
        trees->drawn[level] = 0;
        for (int fading = 0; fading < 2; fading++)
            draw_level(trees, look, level, fading);
    }
}

static void collect_one(struct ui_gl_trees *trees, const struct ui_gl_tree_list *list, int i) {
    append(&trees->bin[0][list->species.items[i]][UI_GL_TREE_MIDDLE], &list->trees.items[i],
           list->species.items[i]);
}

static void bound(const struct ui_gl_tree *t, const struct ui_mat4 *clip,
                  struct ui_gl_bounds *bounds) {
    float axis[3];
    axis_of(t, axis);
    const float top[3] = {t->position[0] + t->size[0] * axis[0],
                          t->position[1] + t->size[0] * axis[1],
                          t->position[2] + t->size[0] * axis[2]};
    ui_gl_bounds_widen(bounds, clip, t->position, t->size[2]);
    ui_gl_bounds_widen(bounds, clip, top, t->size[2]);
}

static const struct ui_gl_bounds none = {{HUGE_VALF, HUGE_VALF}, {-HUGE_VALF, -HUGE_VALF}};

static void collect_part(struct ui_gl_trees *trees, const struct ui_gl_tree_list *list,
                         const struct ui_mat4 *clip, const struct ui_gl_bounds *part) {
    for (int i = 0; i < list->trees.count; i++) {
        struct ui_gl_bounds own = none;
        bound(&list->trees.items[i], clip, &own);
        if (own.low[0] < part->high[0] && own.high[0] > part->low[0] &&
            own.low[1] < part->high[1] && own.high[1] > part->low[1])
            collect_one(trees, list, i);
    }
}

static void collect_near(struct ui_gl_trees *trees, const struct ui_gl_tree_list *list,
                         const float centre[3], double radius) {
    for (int i = 0; i < list->trees.count; i++) {
        const float *p = list->trees.items[i].position;
        if (hypot((double)(p[0] - centre[0]), (double)(p[1] - centre[1])) < radius)
            collect_one(trees, list, i);
    }
}

static void draw_collected(struct ui_gl_trees *trees) {
    ui_gl_use(trees->shadow_program);
    for (int s = 0; s < UI_SPECIES_COUNT; s++)
        draw_bin(trees, &trees->mesh[s][UI_GL_TREE_MIDDLE], &trees->bin[0][s][UI_GL_TREE_MIDDLE]);
}

void ui_gl_trees_draw_shadow(struct ui_gl_trees *trees, const struct ui_mat4 *clip,
                             const struct ui_gl_bounds *part) {
    clear_bins(trees);
    collect_part(trees, &trees->standing, clip, part);
    collect_part(trees, &trees->around, clip, part);
    draw_collected(trees);
}

void ui_gl_trees_draw_moving_shadow(struct ui_gl_trees *trees) {
    clear_bins(trees);
    for (int i = 0; i < trees->moving.trees.count; i++)
        collect_one(trees, &trees->moving, i);
    draw_collected(trees);
}

void ui_gl_trees_draw_lamp_shadow(struct ui_gl_trees *trees, const float centre[3], double radius) {
    clear_bins(trees);
    collect_near(trees, &trees->standing, centre, radius);
    collect_near(trees, &trees->around, centre, radius);
    collect_near(trees, &trees->moving, centre, radius);
    draw_collected(trees);
}

void ui_gl_trees_bound_moving(const struct ui_gl_trees *trees, const struct ui_mat4 *clip,
                              struct ui_gl_bounds *bounds) {
    for (int i = 0; i < trees->moving.trees.count; i++)
        bound(&trees->moving.trees.items[i], clip, bounds);
}
