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
    list->trees.count = list->species.count = list->cells.count = 0;
}

static void finish_list(struct ui_gl_tree_list *list) {
    SIM_ARRAY_FREE(&list->trees);
    SIM_ARRAY_FREE(&list->species);
    SIM_ARRAY_FREE(&list->cells);
}

// ---- meshes and textures ----

void ui_gl_tree_attributes(void) {
    glEnableVertexAttribArray(3);
    glVertexAttribIPointer(3, 1, GL_UNSIGNED_INT, sizeof(uint32_t), (const void *)0);
    glVertexAttribDivisor(3, 1);
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
    trees->far_shadow_program = ui_gl_program("impostor", "#define SHADOW\n");
    if (trees->far_shadow_program == 0)
        return false;
    trees->far_shadow_layer = glGetUniformLocation(trees->far_shadow_program, "layer");
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
    ui_gl_forest_init(&trees->forest);
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
    glDeleteProgram(trees->far_shadow_program);
    glDeleteTextures(1, &trees->leaves);
    glDeleteTextures(1, &trees->pictures);
    glDeleteTextures(1, &trees->facings);
    glDeleteBuffers(1, &trees->instances);
    ui_gl_forest_finish(&trees->forest);
    for (int s = 0; s < UI_SPECIES_COUNT; s++) {
        for (int level = 0; level < UI_GL_TREE_LEVELS; level++) {
            struct ui_gl_tree_mesh *mesh = &trees->mesh[s][level];
            glDeleteVertexArrays(1, &mesh->vertex_array);
            glDeleteBuffers(1, &mesh->vertices);
            glDeleteBuffers(1, &mesh->indices);
            SIM_ARRAY_FREE(&trees->bin[0][s][level].drawn);
            SIM_ARRAY_FREE(&trees->bin[1][s][level].drawn);
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

// Where its top is from its foot: (0, 0, 1), turned as by turned() in common.glsl.
static void axis_of(const struct ui_gl_tree *t, float axis[3]) {
    const float x = t->turn[0], y = t->turn[1], z = t->turn[2], w = t->turn[3];
    axis[0] = 2.0F * (x * z + w * y);
    axis[1] = 2.0F * (y * z - w * x);
    axis[2] = 1.0F - 2.0F * (x * x + y * y);
}

// Returns the radius of the sphere around the tree.
static float sphere_of(const struct ui_gl_tree *t, float centre[3]) {
    float axis[3];
    axis_of(t, axis);
    const float h = 0.5F * t->size[0];
    for (int k = 0; k < 3; k++)
        centre[k] = t->position[k] + h * axis[k];
    return h + t->size[2];
}

// ---- cells ----

static const float cell_side = 20.0F; // [m]

struct placed {
    int cell_x, cell_y;
    int number; // in the list before: equal ones keep their order
    struct ui_gl_tree tree;
    unsigned char species;
};

static int by_cell(const void *a, const void *b) {
    const struct placed *p = a, *q = b;
    if (p->cell_y != q->cell_y)
        return p->cell_y < q->cell_y ? -1 : 1;
    if (p->cell_x != q->cell_x)
        return p->cell_x < q->cell_x ? -1 : 1;
    return (p->number > q->number) - (p->number < q->number);
}

static struct ui_gl_tree_cell around_trees(const struct ui_gl_tree_list *list, int first,
                                           int count) {
    struct ui_gl_tree_cell cell = {.first = first, .count = count};
    float low[3] = {HUGE_VALF, HUGE_VALF, HUGE_VALF},
          high[3] = {-HUGE_VALF, -HUGE_VALF, -HUGE_VALF};
    float square = 0.0F;
    for (int i = first; i < first + count; i++) {
        float centre[3];
        const float radius = sphere_of(&list->trees.items[i], centre);
        for (int k = 0; k < 3; k++) {
            low[k] = fminf(low[k], centre[k] - radius);
            high[k] = fmaxf(high[k], centre[k] + radius);
        }
    }
    for (int k = 0; k < 3; k++) {
        const float half = 0.5F * (high[k] - low[k]);
        cell.centre[k] = low[k] + half;
        square += half * half;
    }
    cell.radius = sqrtf(square);
    return cell;
}

static void find_cells(struct ui_gl_tree_list *list, const struct placed *placed) {
    for (int i = 0, first = 0; i < list->trees.count; i++) {
        const bool last = i + 1 == list->trees.count || placed[i + 1].cell_x != placed[i].cell_x ||
                          placed[i + 1].cell_y != placed[i].cell_y;
        if (!last)
            continue;
        if (!SIM_ARRAY_TRY(&list->cells, list->cells.count + 1)) {
            list->cells.count = 0; // as if it had not been sorted
            return;
        }
        list->cells.items[list->cells.count++] = around_trees(list, first, i + 1 - first);
        first = i + 1;
    }
}

// Sorts a list by the squares of the ground, so that whole ones can be left out of a picture.
// Without memory it stays as it is.
static void sort_by_cell(struct ui_gl_tree_list *list) {
    const int count = list->trees.count;
    struct placed *placed = count > 0 ? malloc((size_t)count * sizeof *placed) : NULL;
    if (placed == NULL)
        return;
    for (int i = 0; i < count; i++) {
        const struct ui_gl_tree *t = &list->trees.items[i];
        placed[i] =
            (struct placed){(int)floorf(t->position[0] / cell_side),
                            (int)floorf(t->position[1] / cell_side), i, *t, list->species.items[i]};
    }
    qsort(placed, (size_t)count, sizeof *placed, by_cell);
    for (int i = 0; i < count; i++) {
        list->trees.items[i] = placed[i].tree;
        list->species.items[i] = placed[i].species;
    }
    find_cells(list, placed);
    free(placed);
}

// ---- the scene's ----

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
    sort_by_cell(&trees->standing);
    trees->forest_is_old = true;
    const struct ui_ground_box box = ui_ground_box(look->scene);
    const double area = (box.x1 - box.x0) * (box.y1 - box.y0);
    trees->density = area > 0.0 ? trees->standing.trees.count / area : 0.0;
}

// Those that stand, the forest around, and those that move, which have a row to grow in.
static void send_all(struct ui_gl_trees *trees) {
    struct ui_gl_tree_list *const lists[] = {&trees->standing, &trees->around, &trees->moving};
    int count = 0;
    for (int i = 0; i < 3; i++) {
        lists[i]->first = count;
        count += lists[i]->trees.count;
    }
    ui_gl_forest_reserve(&trees->forest, count + UI_GL_FOREST_ROW);
    for (int i = 0; i < 3; i++)
        ui_gl_forest_put(&trees->forest, lists[i]->first, lists[i]->trees.items,
                         lists[i]->trees.count);
    trees->forest_is_old = false;
}

void ui_gl_trees_load_moving(struct ui_gl_trees *trees, const struct ui_gl_look *look) {
    struct ui_gl_tree_list *moving = &trees->moving;
    load_list(moving, look, true);
    if (trees->forest_is_old ||
        moving->first + moving->trees.count > trees->forest.rows * UI_GL_FOREST_ROW)
        send_all(trees);
    else
        ui_gl_forest_put(&trees->forest, moving->first, moving->trees.items, moving->trees.count);
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
    sort_by_cell(&trees->around);
    trees->forest_is_old = true;
}

// ---- drawing ----

static void draw_bin(const struct ui_gl_trees *trees, const struct ui_gl_tree_mesh *mesh,
                     const struct ui_gl_tree_bin *bin) {
    if (bin->drawn.count == 0)
        return;
    glBindVertexArray(mesh->vertex_array);
    glBindBuffer(GL_ARRAY_BUFFER, trees->instances);
    ui_gl_upload(GL_ARRAY_BUFFER, (size_t)bin->drawn.count * sizeof *bin->drawn.items,
                 bin->drawn.items, GL_STREAM_DRAW);
    ui_gl_tree_attributes();
    ui_gl_draw_elements(mesh->index_count, bin->drawn.count);
}

static void put(struct ui_gl_tree_bin *bin, int place, int steps) {
    if (SIM_ARRAY_TRY(&bin->drawn, bin->drawn.count + 1)) // else the picture lacks it
        bin->drawn.items[bin->drawn.count++] = (uint32_t)place | (uint32_t)steps << 24;
}

static const double fade_share = 0.04; // of a reach, before its end
enum { STEPS = 16 };                   // of fading, as in fading() of common.glsl

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

// A tree of this picture: its place in the forest, and what hides it.
struct shown {
    int place, species;
    int hidden; // steps
};

// Left out in that part of the pixels, or drawn in that part of them.
static void put_part(struct ui_gl_trees *trees, const struct shown *t, int level, int steps,
                     bool drawn) {
    if (steps != 0 && steps != STEPS)
        put(&trees->bin[1][t->species][level], t->place, drawn ? STEPS + steps : steps);
    else if (drawn == (steps == STEPS))
        put(&trees->bin[0][t->species][level], t->place, 0);
}

// At the end of its reach a detail gives way to the next one, pixel by pixel.
static void put_detail(struct ui_gl_trees *trees, const struct shown *t, int level,
                       int faded_steps) {
    const int seen = STEPS - (level + 1 == UI_GL_TREE_FAR ? t->hidden : 0);
    put_part(trees, t, level, faded_steps, false);
    if (faded_steps > 0)
        put_part(trees, t, level + 1, faded_steps < seen ? faded_steps : seen, true);
}

// How a list is sorted: from the eye, relative to the origin, which sees in that frustum.
struct sorting {
    const struct ui_frustum *frustum;
    struct sim_vec3 eye;
    double reach[2];
    double crowding; // crowds per metre of the way to a tree
};

static void sort_tree(struct ui_gl_trees *trees, const struct ui_gl_tree_list *list, int i,
                      const struct sorting *s) {
    const struct ui_gl_tree *t = &list->trees.items[i];
    float centre[3];
    const float radius = sphere_of(t, centre);
    if (!ui_frustum_sees_sphere(s->frustum, centre, radius))
        return;
    const double away = hypot((double)t->position[0] - s->eye.x, (double)t->position[1] - s->eye.y);
    const struct shown shown = {list->first + i, list->species.items[i],
                                hidden(t, away * s->crowding)};
    if (away < s->reach[0])
        put_detail(trees, &shown, UI_GL_TREE_NEAR, faded(away, s->reach[0]));
    else if (away < s->reach[1])
        put_detail(trees, &shown, UI_GL_TREE_MIDDLE, faded(away, s->reach[1]));
    else
        put_part(trees, &shown, UI_GL_TREE_FAR, shown.hidden, false);
}

static void sort_into_bins(struct ui_gl_trees *trees, const struct ui_gl_tree_list *list,
                           const struct sorting *s) {
    for (int c = 0; c < list->cells.count; c++) {
        const struct ui_gl_tree_cell *cell = &list->cells.items[c];
        if (ui_frustum_sees_sphere(s->frustum, cell->centre, cell->radius))
            for (int i = cell->first; i < cell->first + cell->count; i++)
                sort_tree(trees, list, i, s);
    }
    for (int i = 0; i < list->trees.count && list->cells.count == 0; i++)
        sort_tree(trees, list, i, s);
}

static void clear_bins(struct ui_gl_trees *trees) {
    for (int s = 0; s < UI_SPECIES_COUNT; s++)
        for (int level = 0; level < UI_GL_TREE_LEVELS; level++)
            for (int fading = 0; fading < 2; fading++)
                trees->bin[fading][s][level].drawn.count = 0;
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
        const struct ui_gl_tree_bin *bin = &trees->bin[fading][s][level];
        if (level == UI_GL_TREE_FAR)
            glUniform1f(trees->far_layer[fading][snow], (float)s);
        draw_bin(trees, &trees->mesh[s][level], bin);
        trees->drawn[level] += bin->drawn.count;
    }
}

void ui_gl_trees_draw(struct ui_gl_trees *trees, const struct ui_gl_look *look,
                      const struct ui_gl_quality *quality) {
    struct sorting sorting = {.frustum = &look->frustum,
                              .eye = sim_sub(look->eye, look->origin),
                              .reach = {quality->near_trees, quality->middle_trees},
                              .crowding = trees->density / quality->crowd};
    clear_bins(trees);
    sort_into_bins(trees, &trees->standing, &sorting);
    sort_into_bins(trees, &trees->around, &sorting);
    // Eyes are on the moving trees, so they are never drawn as pictures.
    sorting.reach[0] = sorting.reach[1];
    sorting.reach[1] = 1e9;
    sorting.crowding = 0.0;
    sort_into_bins(trees, &trees->moving, &sorting);
    for (int level = 0; level < UI_GL_TREE_LEVELS; level++) {
        trees->drawn[level] = 0;
        for (int fading = 0; fading < 2; fading++)
            draw_level(trees, look, level, fading);
    }
}

static void collect_one(struct ui_gl_trees *trees, const struct ui_gl_tree_list *list, int i) {
    put(&trees->bin[0][list->species.items[i]][UI_GL_TREE_MIDDLE], list->first + i, 0);
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

static bool overlap(const struct ui_gl_bounds *a, const struct ui_gl_bounds *b) {
    return a->low[0] < b->high[0] && a->high[0] > b->low[0] && a->low[1] < b->high[1] &&
           a->high[1] > b->low[1];
}

static void collect_trees(struct ui_gl_trees *trees, const struct ui_gl_tree_list *list, int first,
                          int count, const struct ui_mat4 *clip, const struct ui_gl_bounds *part) {
    for (int i = first; i < first + count; i++) {
        struct ui_gl_bounds own = none;
        bound(&list->trees.items[i], clip, &own);
        if (overlap(&own, part))
            collect_one(trees, list, i);
    }
}

static void collect_part(struct ui_gl_trees *trees, const struct ui_gl_tree_list *list,
                         const struct ui_mat4 *clip, const struct ui_gl_bounds *part) {
    if (list->cells.count == 0)
        collect_trees(trees, list, 0, list->trees.count, clip, part);
    for (int c = 0; c < list->cells.count; c++) {
        const struct ui_gl_tree_cell *cell = &list->cells.items[c];
        struct ui_gl_bounds own = none;
        ui_gl_bounds_widen(&own, clip, cell->centre, cell->radius);
        if (overlap(&own, part))
            collect_trees(trees, list, cell->first, cell->count, clip, part);
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

static void draw_collected_pictures(struct ui_gl_trees *trees) {
    ui_gl_use(trees->far_shadow_program);
    for (int s = 0; s < UI_SPECIES_COUNT; s++) {
        glUniform1f(trees->far_shadow_layer, (float)s);
        draw_bin(trees, &trees->mesh[s][UI_GL_TREE_FAR], &trees->bin[0][s][UI_GL_TREE_MIDDLE]);
    }
}

void ui_gl_trees_draw_shadow(struct ui_gl_trees *trees, bool pictures, const struct ui_mat4 *clip,
                             const struct ui_gl_bounds *part) {
    clear_bins(trees);
    collect_part(trees, &trees->standing, clip, part);
    collect_part(trees, &trees->around, clip, part);
    if (pictures)
        draw_collected_pictures(trees);
    else
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
