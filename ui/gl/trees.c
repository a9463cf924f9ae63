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

enum { PICTURE_WIDTH = 128, PICTURE_HEIGHT = 256 };

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

static void describe_instances(void) {
    const GLsizei stride = sizeof(struct ui_gl_tree);
    for (unsigned i = 0; i < 3; i++) {
        glEnableVertexAttribArray(3 + i);
        glVertexAttribPointer(3 + i, 4, GL_FLOAT, GL_FALSE, stride,
                              (const void *)(i * 4 * sizeof(float)));
        glVertexAttribDivisor(3 + i, 1);
    }
}

static void start_mesh(struct ui_gl_tree_mesh *mesh) {
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
        start_mesh(mesh);
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

// ---- pictures of distant trees ----

static void use_bake_view(unsigned block) {
    // Seen along y; a tree 2 m high with its crown base at 1 m fills the picture.
    struct ui_gl_frame frame;
    memset(&frame, 0, sizeof frame);
    frame.clip_from_world.m[0] = 1.0F / 1.05F;
    frame.clip_from_world.m[9] = 1.0F;
    frame.clip_from_world.m[6] = 0.2F;
    frame.clip_from_world.m[13] = -1.0F;
    frame.clip_from_world.m[15] = 1.0F;
    glBindBuffer(GL_UNIFORM_BUFFER, block);
    ui_gl_upload(GL_UNIFORM_BUFFER, sizeof frame, &frame, GL_STATIC_DRAW);
    glBindBufferBase(GL_UNIFORM_BUFFER, 0, block);
}

// Half widths of what is seen in the rows of the picture in the bound frame, as parts of its own,
// with a margin for the smaller pictures of the mipmap.
static void measure_rows(float half[PICTURE_HEIGHT]) {
    static unsigned char rgba[PICTURE_WIDTH * PICTURE_HEIGHT * 4];
    glReadPixels(0, 0, PICTURE_WIDTH, PICTURE_HEIGHT, GL_RGBA, GL_UNSIGNED_BYTE, rgba);
    for (int row = 0; row < PICTURE_HEIGHT; row++) {
        int widest = 0;
        for (int i = 0; i < PICTURE_WIDTH; i++) {
            const int off = abs(2 * i + 1 - PICTURE_WIDTH);
            if (rgba[4 * (row * PICTURE_WIDTH + i) + 3] > 0 && off > widest)
                widest = off;
        }
        half[row] = widest == 0 ? 0.0F : (float)widest / (float)PICTURE_WIDTH + 0.08F;
    }
}

// The least half width in row `to` of a strip that begins in row `from` with a given one, and
// leaves out nothing between; more than 1 where that is too narrow.
static float least_end(const float half[PICTURE_HEIGHT], int from, int to, float begin) {
    const int step = to > from ? 1 : -1;
    float end = 0.0F;
    for (int row = from; row != to; row += step) {
        const float part = ((float)abs(row - from) + 0.5F) / (float)abs(to - from);
        end = fmaxf(end, (half[row] - begin * (1.0F - part)) / part);
    }
    return end;
}

// The visible part of a tree lies within three strips, of the stem and of two parts of the crown,
// with these half widths where they begin and end. Most of a picture is transparent, and each of
// its fragments costs as much as one that is seen.
enum { STRIPS = 3, STRIP_ROWS = STRIPS + 1 };

struct outline {
    int row[STRIP_ROWS];
    float half[STRIP_ROWS];
};

static float area_of(const struct outline *o) {
    float sum = 0.0F;
    for (int i = 0; i < STRIPS; i++)
        sum += (o->half[i] + o->half[i + 1]) * (float)(o->row[i + 1] - o->row[i]);
    return sum;
}

// Tries half widths in steps at the crown's base and in it; the ends follow from these.
static struct outline find_outline(const float half[PICTURE_HEIGHT]) {
    enum { STEPS = 32, BASE = PICTURE_HEIGHT / 2, PLACES = 8 };
    struct outline best = {{0, BASE, BASE + BASE / 2, PICTURE_HEIGHT}, {1.0F, 1.0F, 1.0F, 1.0F}};
    for (int i = 0; i < (PLACES - 1) * (STEPS + 1) * (STEPS + 1); i++) {
        struct outline o = best;
        o.row[2] = BASE + BASE / PLACES * (1 + i % (PLACES - 1));
        o.half[1] = (float)(i / (PLACES - 1) % (STEPS + 1)) / STEPS;
        o.half[2] = (float)(i / (PLACES - 1) / (STEPS + 1)) / STEPS;
        if (least_end(half, o.row[1], o.row[2], o.half[1]) > o.half[2])
            continue;
        o.half[0] = least_end(half, o.row[1] - 1, -1, o.half[1]);
        o.half[3] = least_end(half, o.row[2], o.row[3], o.half[2]);
        if (o.half[0] <= 1.0F && o.half[3] <= 1.0F && area_of(&o) < area_of(&best))
            best = o;
    }
    return best;
}

static void load_far_mesh(struct ui_gl_tree_mesh *mesh) {
    static float half[PICTURE_HEIGHT];
    float corner[2 * STRIP_ROWS][2];
    uint16_t index[6 * STRIPS];
    measure_rows(half);
    const struct outline o = find_outline(half);
    for (int k = 0; k < 2 * STRIP_ROWS; k++) {
        corner[k][0] = k % 2 == 0 ? -o.half[k / 2] : o.half[k / 2];
        corner[k][1] = 2.0F * (float)o.row[k / 2] / PICTURE_HEIGHT;
    }
    for (int i = 0; i < STRIPS; i++) {
        const int order[6] = {0, 1, 3, 0, 3, 2};
        for (int k = 0; k < 6; k++)
            index[6 * i + k] = (uint16_t)(2 * i + order[k]);
    }
    start_mesh(mesh);
    ui_gl_upload(GL_ARRAY_BUFFER, sizeof corner, corner, GL_STATIC_DRAW);
    ui_gl_upload(GL_ELEMENT_ARRAY_BUFFER, sizeof index, index, GL_STATIC_DRAW);
    glEnableVertexAttribArray(0);
    glVertexAttribPointer(0, 2, GL_FLOAT, GL_FALSE, 2 * sizeof(float), (const void *)0);
    mesh->index_count = 6 * STRIPS;
}

static void bake_species(struct ui_gl_trees *trees, int species) {
    const struct ui_gl_tree tree = {
        {0.0F, 0.0F, 0.0F, 0.0F}, {0.0F, 0.0F, 0.0F, 1.0F}, {2.0F, 1.0F, 1.0F, 0.05F}};
    const struct ui_gl_tree_mesh *mesh = &trees->mesh[species][UI_GL_TREE_NEAR];
    glFramebufferTextureLayer(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, trees->pictures, 0, species);
    glClear(GL_COLOR_BUFFER_BIT | GL_DEPTH_BUFFER_BIT);
    glBindVertexArray(mesh->vertex_array);
    glBindBuffer(GL_ARRAY_BUFFER, trees->instances);
    ui_gl_upload(GL_ARRAY_BUFFER, sizeof tree, &tree, GL_STREAM_DRAW);
    describe_instances();
    ui_gl_draw_elements(mesh->index_count, 1);
    load_far_mesh(&trees->mesh[species][UI_GL_TREE_FAR]);
}

static void bake_pictures(struct ui_gl_trees *trees) {
    unsigned frame = 0, depth = 0, block = 0;
    glActiveTexture(GL_TEXTURE0 + UI_GL_UNIT_PICTURES);
    glGenTextures(1, &trees->pictures);
    glBindTexture(GL_TEXTURE_2D_ARRAY, trees->pictures);
    glTexImage3D(GL_TEXTURE_2D_ARRAY, 0, GL_RGBA8, PICTURE_WIDTH, PICTURE_HEIGHT, UI_SPECIES_COUNT,
                 0, GL_RGBA, GL_UNSIGNED_BYTE, NULL);
    glGenFramebuffers(1, &frame);
    glBindFramebuffer(GL_FRAMEBUFFER, frame);
    glGenRenderbuffers(1, &depth);
    glBindRenderbuffer(GL_RENDERBUFFER, depth);
    glRenderbufferStorage(GL_RENDERBUFFER, GL_DEPTH_COMPONENT24, PICTURE_WIDTH, PICTURE_HEIGHT);
    glFramebufferRenderbuffer(GL_FRAMEBUFFER, GL_DEPTH_ATTACHMENT, GL_RENDERBUFFER, depth);
    glGenBuffers(1, &block);
    use_bake_view(block);
    ui_gl_use(trees->bake_program);
    glViewport(0, 0, PICTURE_WIDTH, PICTURE_HEIGHT);
    glEnable(GL_DEPTH_TEST);
    glClearColor(0.0F, 0.0F, 0.0F, 0.0F);
    for (int species = 0; species < UI_SPECIES_COUNT; species++)
        bake_species(trees, species);
    glBindFramebuffer(GL_FRAMEBUFFER, 0);
    glDeleteFramebuffers(1, &frame);
    glDeleteRenderbuffers(1, &depth);
    glDeleteBuffers(1, &block);
    glGenerateMipmap(GL_TEXTURE_2D_ARRAY);
    glTexParameteri(GL_TEXTURE_2D_ARRAY, GL_TEXTURE_MIN_FILTER, GL_LINEAR_MIPMAP_NEAREST);
    glTexParameteri(GL_TEXTURE_2D_ARRAY, GL_TEXTURE_MAG_FILTER, GL_LINEAR);
    glTexParameteri(GL_TEXTURE_2D_ARRAY, GL_TEXTURE_WRAP_S, GL_CLAMP_TO_EDGE);
    glTexParameteri(GL_TEXTURE_2D_ARRAY, GL_TEXTURE_WRAP_T, GL_CLAMP_TO_EDGE);
}

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

static bool make_far_programs(struct ui_gl_trees *trees) {
    char defines[128];
    for (int i = 0; i < 4; i++) {
        (void)snprintf(defines, sizeof defines, "%s%s", i / 2 == 1 ? "#define FADING\n" : "",
                       i % 2 == 1 ? "#define SNOW\n" : "");
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

bool ui_gl_trees_init(struct ui_gl_trees *trees) {
    memset(trees, 0, sizeof *trees);
    trees->shadow_program = ui_gl_program("tree", "#define SHADOW\n");
    trees->bake_program = ui_gl_program("tree", "#define BAKE\n");
    if (!make_programs(trees, UI_GL_DAYLIGHT) || !make_far_programs(trees) ||
        trees->shadow_program == 0 || trees->bake_program == 0)
        return false;
    glGenBuffers(1, &trees->instances);
    for (int s = 0; s < UI_SPECIES_COUNT; s++)
        if (!load_mesh(&trees->mesh[s][UI_GL_TREE_NEAR], (enum ui_species)s, UI_TREE_NEAR) ||
            !load_mesh(&trees->mesh[s][UI_GL_TREE_MIDDLE], (enum ui_species)s, UI_TREE_MIDDLE))
            return false;
    if (!load_leaves(trees))
        return false;
    bake_pictures(trees);
    return true;
}

void ui_gl_trees_finish(struct ui_gl_trees *trees) {
    for (int fading = 0; fading < 2; fading++) {
        for (int light = 0; light < UI_GL_LIGHTS; light++)
            glDeleteProgram(trees->program[fading][light]);
        for (int snow = 0; snow < 2; snow++)
            glDeleteProgram(trees->far_program[fading][snow]);
    }
    glDeleteProgram(trees->shadow_program);
    glDeleteProgram(trees->bake_program);
    glDeleteTextures(1, &trees->leaves);
    glDeleteTextures(1, &trees->pictures);
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
    describe_instances();
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
