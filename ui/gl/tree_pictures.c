// The pictures of distant trees: colours and normals of each species' mesh, seen from eight sides.
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include <glad/gl.h>

#include "ui/gl/counts.h"
#include "ui/gl/parts.h"

enum { PICTURE_WIDTH = 128, PICTURE_HEIGHT = 256 };

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

// Widens half widths to those of what is seen in the rows of the picture in the bound frame, as
// parts of its own, with a margin for the smaller pictures of the mipmap.
static void measure_rows(float half[PICTURE_HEIGHT]) {
    static unsigned char rgba[PICTURE_WIDTH * PICTURE_HEIGHT * 4];
    glReadBuffer(GL_COLOR_ATTACHMENT0);
    glReadPixels(0, 0, PICTURE_WIDTH, PICTURE_HEIGHT, GL_RGBA, GL_UNSIGNED_BYTE, rgba);
    for (int row = 0; row < PICTURE_HEIGHT; row++) {
        int widest = 0;
        for (int i = 0; i < PICTURE_WIDTH; i++) {
            const int off = abs(2 * i + 1 - PICTURE_WIDTH);
            if (rgba[4 * (row * PICTURE_WIDTH + i) + 3] > 0 && off > widest)
                widest = off;
        }
        if (widest > 0)
            half[row] = fmaxf(half[row], (float)widest / (float)PICTURE_WIDTH + 0.08F);
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

static void load_far_mesh(struct ui_gl_tree_mesh *mesh, const float half[PICTURE_HEIGHT]) {
    float corner[2 * STRIP_ROWS][2];
    uint16_t index[6 * STRIPS];
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
    ui_gl_tree_mesh_start(mesh);
    ui_gl_upload(GL_ARRAY_BUFFER, sizeof corner, corner, GL_STATIC_DRAW);
    ui_gl_upload(GL_ELEMENT_ARRAY_BUFFER, sizeof index, index, GL_STATIC_DRAW);
    glEnableVertexAttribArray(0);
    glVertexAttribPointer(0, 2, GL_FLOAT, GL_FALSE, 2 * sizeof(float), (const void *)0);
    mesh->index_count = 6 * STRIPS;
}

// Seen from that side: as many turns about the stem, counted in its own frame (impostor.glsl).
static struct ui_gl_tree seen_from(int side) {
    const float turn = 6.2831853F;
    const float angle = -turn * (0.25F + (float)side / UI_GL_TREE_SIDES);
    return (struct ui_gl_tree){{0.0F, 0.0F, 0.0F, 0.0F},
                               {0.0F, 0.0F, sinf(0.5F * angle), cosf(0.5F * angle)},
                               {2.0F, 1.0F, 1.0F, 0.05F}};
}

static void bake_side(struct ui_gl_trees *trees, int species, int side) {
    const struct ui_gl_tree tree = seen_from(side);
    const struct ui_gl_tree_mesh *mesh = &trees->mesh[species][UI_GL_TREE_NEAR];
    const int layer = species * UI_GL_TREE_SIDES + side;
    glFramebufferTextureLayer(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, trees->pictures, 0, layer);
    glFramebufferTextureLayer(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT1, trees->facings, 0, layer);
    glClear(GL_COLOR_BUFFER_BIT | GL_DEPTH_BUFFER_BIT);
    const uint32_t place = 0;
    ui_gl_forest_put(&trees->forest, (int)place, &tree, 1);
    glBindVertexArray(mesh->vertex_array);
    glBindBuffer(GL_ARRAY_BUFFER, trees->instances);
    ui_gl_upload(GL_ARRAY_BUFFER, sizeof place, &place, GL_STREAM_DRAW);
    ui_gl_tree_attributes();
    ui_gl_draw_elements(mesh->index_count, 1);
}

static void bake_species(struct ui_gl_trees *trees, int species) {
    static float half[PICTURE_HEIGHT];
    memset(half, 0, sizeof half);
    for (int side = 0; side < UI_GL_TREE_SIDES; side++) {
        bake_side(trees, species, side);
        measure_rows(half);
    }
    load_far_mesh(&trees->mesh[species][UI_GL_TREE_FAR], half);
}

static unsigned make_layers(enum ui_gl_unit unit, int within, int between) {
    unsigned texture = 0;
    glActiveTexture(GL_TEXTURE0 + unit);
    glGenTextures(1, &texture);
    glBindTexture(GL_TEXTURE_2D_ARRAY, texture);
    glTexImage3D(GL_TEXTURE_2D_ARRAY, 0, GL_RGBA8, PICTURE_WIDTH, PICTURE_HEIGHT,
                 UI_SPECIES_COUNT * UI_GL_TREE_SIDES, 0, GL_RGBA, GL_UNSIGNED_BYTE, NULL);
    glTexParameteri(GL_TEXTURE_2D_ARRAY, GL_TEXTURE_MIN_FILTER, between);
    glTexParameteri(GL_TEXTURE_2D_ARRAY, GL_TEXTURE_MAG_FILTER, within);
    glTexParameteri(GL_TEXTURE_2D_ARRAY, GL_TEXTURE_WRAP_S, GL_CLAMP_TO_EDGE);
    glTexParameteri(GL_TEXTURE_2D_ARRAY, GL_TEXTURE_WRAP_T, GL_CLAMP_TO_EDGE);
    return texture;
}

static void finish_layers(enum ui_gl_unit unit, unsigned texture) {
    glActiveTexture(GL_TEXTURE0 + unit);
    glBindTexture(GL_TEXTURE_2D_ARRAY, texture);
    glGenerateMipmap(GL_TEXTURE_2D_ARRAY);
}

static void bake_all(struct ui_gl_trees *trees) {
    static const GLenum both[] = {GL_COLOR_ATTACHMENT0, GL_COLOR_ATTACHMENT1};
    unsigned frame = 0, depth = 0, block = 0;
    glGenFramebuffers(1, &frame);
    glBindFramebuffer(GL_FRAMEBUFFER, frame);
    glGenRenderbuffers(1, &depth);
    glBindRenderbuffer(GL_RENDERBUFFER, depth);
    glRenderbufferStorage(GL_RENDERBUFFER, GL_DEPTH_COMPONENT24, PICTURE_WIDTH, PICTURE_HEIGHT);
    glFramebufferRenderbuffer(GL_FRAMEBUFFER, GL_DEPTH_ATTACHMENT, GL_RENDERBUFFER, depth);
    glDrawBuffers(2, both);
    glGenBuffers(1, &block);
    use_bake_view(block);
    glViewport(0, 0, PICTURE_WIDTH, PICTURE_HEIGHT);
    glEnable(GL_DEPTH_TEST);
    glClearColor(0.0F, 0.0F, 0.0F, 0.0F);
    for (int species = 0; species < UI_SPECIES_COUNT; species++)
        bake_species(trees, species);
    glBindFramebuffer(GL_FRAMEBUFFER, 0);
    glDeleteFramebuffers(1, &frame);
    glDeleteRenderbuffers(1, &depth);
    glDeleteBuffers(1, &block);
}

bool ui_gl_tree_pictures_bake(struct ui_gl_trees *trees) {
    unsigned program = ui_gl_program("tree", "#define BAKE\n");
    if (program == 0)
        return false;
    trees->pictures = make_layers(UI_GL_UNIT_PICTURES, GL_LINEAR, GL_LINEAR_MIPMAP_NEAREST);
    trees->facings = make_layers(UI_GL_UNIT_FACINGS, GL_NEAREST, GL_NEAREST_MIPMAP_NEAREST);
    ui_gl_use(program);
    bake_all(trees);
    finish_layers(UI_GL_UNIT_PICTURES, trees->pictures);
    finish_layers(UI_GL_UNIT_FACINGS, trees->facings);
    glDeleteProgram(program);
    return true;
}
