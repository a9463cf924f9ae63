#include "ui/scene/tree_mesh.h"

#include <assert.h>
#include <string.h>

#include "ui/scene/foliage.h"
#include "ui/scene/noise.h"

static const float turn = 6.2831853F;

static int add_vertex(struct ui_tree_mesh *mesh, const struct ui_tree_vertex *vertex) {
    if (!SIM_ARRAY_TRY(&mesh->vertices, mesh->vertices.count + 1)) {
        mesh->failed = true;
        return 0;
    }
    mesh->vertices.items[mesh->vertices.count] = *vertex;
    return mesh->vertices.count++;
}

static void add_triangle(struct ui_tree_mesh *mesh, int a, int b, int c) {
    if (!SIM_ARRAY_TRY(&mesh->indices, mesh->indices.count + 3)) {
        mesh->failed = true;
        return;
    }
    uint16_t *index = mesh->indices.items + mesh->indices.count;
    index[0] = (uint16_t)a;
    index[1] = (uint16_t)b;
    index[2] = (uint16_t)c;
    mesh->indices.count += 3;
}

// Rows of columns + 1 vertices that follow each other from first on, joined by triangles.
static void join_rows(struct ui_tree_mesh *mesh, int first, int rows, int columns) {
    for (int r = 0; r + 1 < rows; r++) {
        for (int c = 0; c < columns; c++) {
            const int a = first + r * (columns + 1) + c, b = a + columns + 1;
            add_triangle(mesh, a, a + 1, b + 1);
            add_triangle(mesh, a, b + 1, b);
        }
    }
}

static void add_stem(struct ui_tree_mesh *mesh, enum ui_species species, bool fine) {
    // Close together in the lowest 5 m, where a stem may be bowed.
    static const float fine_ring[] = {0.0F, 0.012F, 0.045F, 0.09F, 0.14F, 0.2F, 0.55F, 1.0F};
    static const float coarse_ring[] = {0.0F, 0.02F, 0.07F, 0.13F, 0.2F, 1.0F};
    const float *ring = fine ? fine_ring : coarse_ring;
    const int rings =
        fine ? sizeof fine_ring / sizeof fine_ring[0] : sizeof coarse_ring / sizeof coarse_ring[0];
    const int sides = fine ? 8 : 5;
    const int first = mesh->vertices.count;
    for (int r = 0; r < rings; r++) {
        for (int s = 0; s <= sides; s++) {
            const float angle = turn * (float)s / (float)sides;
            const float c = cosf(angle), d = sinf(angle);
            add_vertex(mesh, &(struct ui_tree_vertex){{c, d, ring[r]},
                                                      {c, d, 0.0F},
                                                      {(float)s / (float)sides, 0.0F,
                                                       (float)(UI_LEAF_BARK_SPRUCE + (int)species),
                                                       UI_TREE_STEM}});
        }
    }
    join_rows(mesh, first, rings, sides);
}

// Radius of a spruce's crown at part t of its length: a cone whose lowest branches are shaded.
static float spruce_radius(float t) {
    const float cone = powf(1.0F - t, 0.82F);
    return t < 0.1F ? cone * (0.78F + 2.2F * t) : cone;
}

// One whorl: a skirt of branches that hangs a little.
static void add_whorl(struct ui_tree_mesh *mesh, struct ui_random *random, float t, float step,
                      int sides) {
    const float radius = spruce_radius(t) + 0.03F;
    const float start = ui_random_unit(random);
    const float tiles = t < 0.55F ? 3.0F : 2.0F;
    const int first = mesh->vertices.count;
    for (int ring = 0; ring < 2; ring++) {
        float jitter = 1.0F, fall = 0.0F;
        for (int s = 0; s <= sides; s++) {
            const float part = (float)s / (float)sides;
            const float angle = turn * (part + start);
            if (s < sides) {
                jitter = ui_random_range(random, 0.8F, 1.12F);
                fall = ui_random_range(random, 0.75F, 1.25F);
            }
            const float r = ring == 0 ? 0.03F : radius * jitter;
            const float z = ring == 0 ? t + 0.6F * step : t - step * fall * 0.8F;
            add_vertex(mesh,
                       &(struct ui_tree_vertex){{r * cosf(angle), r * sinf(angle), z},
                                                {0.75F * cosf(angle), 0.75F * sinf(angle), 0.66F},
                                                {part * tiles + start, ring == 0 ? 0.03F : 0.97F,
                                                 UI_LEAF_SPRUCE, UI_TREE_CROWN}});
        }
    }
    if (!mesh->failed) { // the outer ring ends where it began
        struct ui_tree_vertex *open = &mesh->vertices.items[mesh->vertices.count - 1];
        memcpy(open->shape, mesh->vertices.items[first + sides + 1].shape, sizeof open->shape);
    }
    join_rows(mesh, first, 2, sides);
}

static void add_spruce_crown(struct ui_tree_mesh *mesh, struct ui_random *random, bool fine) {
    const int whorls = fine ? 13 : 7, sides = fine ? 7 : 5;
    for (int i = 0; i < whorls; i++) {
        const float part = ((float)i + 0.4F) / (float)whorls;
        // Closer together towards the top, where they are short.
        const float t = 1.0F - powf(1.0F - part, 1.15F);
        const float step = 1.25F / (float)whorls * (1.15F - 0.75F * t);
        add_whorl(mesh, random, t, step, sides);
    }
}

struct card {
    float centre[3];
    float size;   // half width, in crown radii
    float aspect; // crown radius / crown length
    float layer;
};

// A square picture with the given half axes through the card's centre.
static void add_card(struct ui_tree_mesh *mesh, const struct card *card, const float u[3],
                     const float v[3], enum ui_tree_part part) {
    int corner[4];
    for (int i = 0; i < 4; i++) {
        const float a = i == 0 || i == 3 ? -1.0F : 1.0F, b = i < 2 ? -1.0F : 1.0F;
        struct ui_tree_vertex vertex = {
            .picture = {0.5F + 0.5F * a, 0.5F - 0.5F * b, card->layer, (float)part}};
        for (int k = 0; k < 3; k++) {
            const float scale = card->size * (k == 2 ? card->aspect : 1.0F);
            vertex.shape[k] = card->centre[k] + scale * (a * u[k] + b * v[k]);
        }
        // Lit as if the crown were one round body.
        const float nx = vertex.shape[0], ny = vertex.shape[1];
        const float nz = 0.25F + 0.9F * (vertex.shape[2] - 0.3F);
        const float length = sqrtf(nx * nx + ny * ny + nz * nz) + 1e-6F;
        vertex.normal[0] = nx / length;
        vertex.normal[1] = ny / length;
        vertex.normal[2] = nz / length;
        corner[i] = add_vertex(mesh, &vertex);
    }
    add_triangle(mesh, corner[0], corner[1], corner[2]);
    add_triangle(mesh, corner[0], corner[2], corner[3]);
}

// Crossing cards: a cluster of leaves that looks full from every side.
static void add_cluster(struct ui_tree_mesh *mesh, struct ui_random *random,
                        const struct card *card, int cards) {
    const float start = turn * ui_random_unit(random);
    for (int i = 0; i < cards; i++) {
        const float angle = start + turn * 0.5F * (float)i / (float)(cards > 2 ? cards - 1 : cards);
        const bool flat = cards > 2 && i == cards - 1;
        const float tilt = ui_random_range(random, -0.3F, 0.3F);
        const float u[3] = {cosf(angle), sinf(angle), 0.0F};
        const float v[3] = {flat ? -sinf(angle) : -tilt * sinf(angle),
                            flat ? cosf(angle) : tilt * cosf(angle), flat ? tilt : 1.0F};
        add_card(mesh, card, u, v, UI_TREE_CROWN);
    }
}

static void add_leafy_crown(struct ui_tree_mesh *mesh, struct ui_random *random,
                            enum ui_species species, bool fine) {
    const bool pine = species == UI_PINE;
    const int clusters = pine ? (fine ? 20 : 9) : (fine ? 30 : 12);
    const float grow = fine ? 1.0F : 1.4F;
    struct card card = {.aspect = pine ? 0.34F : 0.22F,
                        .layer = pine ? UI_LEAF_PINE : UI_LEAF_BIRCH};
    for (int i = 0; i < clusters; i++) {
        const float t = ((float)i + ui_random_unit(random)) / (float)clusters;
        // Pines carry a rounded crown near the top, birches an egg.
        const float width =
            pine ? sqrtf(fmaxf(0.05F, 1.0F - powf(fabsf(t - 0.45F) / 0.6F, 2.0F)))
                 : powf(sinf(turn * 0.5F * (0.12F + 0.84F * t)), 0.8F) * (1.0F - 0.35F * t);
        const float angle = 2.39996F * (float)i + ui_random_range(random, -0.4F, 0.4F);
        card.size = grow * (pine ? ui_random_range(random, 0.36F, 0.52F)
                                 : ui_random_range(random, 0.30F, 0.46F));
        const float out = width * ui_random_range(random, 0.25F, 0.72F);
        card.centre[0] = out * cosf(angle);
        card.centre[1] = out * sinf(angle);
        card.centre[2] = 0.04F + 0.9F * t;
        add_cluster(mesh, random, &card, fine ? 3 : 2);
    }
}

// Dead branches below the crown of spruce and pine.
static void add_twigs(struct ui_tree_mesh *mesh, struct ui_random *random, int count) {
    for (int i = 0; i < count; i++) {
        const float angle = turn * ui_random_unit(random);
        const float length = ui_random_range(random, 0.2F, 0.55F);
        const struct card card = {.centre = {0.5F * length * cosf(angle),
                                             0.5F * length * sinf(angle),
                                             ui_random_range(random, 0.3F, 0.97F)},
                                  .size = 0.5F * length,
                                  .aspect = 0.16F,
                                  .layer = UI_LEAF_TWIG};
        // They point down a little.
        const float u[3] = {cosf(angle), sinf(angle), -0.25F}, v[3] = {0.0F, 0.0F, 1.0F};
        add_card(mesh, &card, u, v, UI_TREE_TWIGS);
    }
}

bool ui_tree_mesh_build(struct ui_tree_mesh *mesh, enum ui_species species,
                        enum ui_tree_detail detail) {
    assert(species < UI_SPECIES_COUNT && detail < UI_TREE_DETAIL_COUNT);
    memset(mesh, 0, sizeof *mesh);
    const bool fine = detail == UI_TREE_NEAR;
    struct ui_random random = {.state = 77U + 13U * (uint32_t)species};
    add_stem(mesh, species, fine);
    if (species == UI_SPRUCE)
        add_spruce_crown(mesh, &random, fine);
    else
        add_leafy_crown(mesh, &random, species, fine);
    if (fine && species != UI_BIRCH)
        add_twigs(mesh, &random, species == UI_SPRUCE ? 22 : 9);
    return !mesh->failed;
}

void ui_tree_mesh_finish(struct ui_tree_mesh *mesh) {
    SIM_ARRAY_FREE(&mesh->vertices);
    SIM_ARRAY_FREE(&mesh->indices);
    memset(mesh, 0, sizeof *mesh);
}
