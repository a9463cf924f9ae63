#include "ui/scene/foliage.h"

#include <assert.h>
#include <math.h>
#include <stdbool.h>
#include <stddef.h>
#include <string.h>

#include "ui/scene/noise.h"

enum { SIZE = UI_LEAF_SIZE };

static const float turn = 6.2831853F;

struct colour {
    float r, g, b; // 0 to 255
};

static unsigned char byte(float x) {
    return (unsigned char)fminf(fmaxf(x + 0.5F, 0.0F), 255.0F);
}

static struct colour mixed(struct colour a, struct colour b, float t) {
    return (struct colour){a.r + (b.r - a.r) * t, a.g + (b.g - a.g) * t, a.b + (b.b - a.b) * t};
}

static void fill(unsigned char *rgba, struct colour c, int alpha) {
    for (int i = 0; i < SIZE * SIZE; i++) {
        rgba[4 * i] = byte(c.r);
        rgba[4 * i + 1] = byte(c.g);
        rgba[4 * i + 2] = byte(c.b);
        rgba[4 * i + 3] = (unsigned char)alpha;
    }
}

// A stroke of paint from one point to another, tapering; positions from 0 to 1, wraps sideways.
struct stroke {
    float x0, y0, x1, y1;
    float width0, width1;
    struct colour colour;
};

// Mixes c into a pixel by cover, 0 to 1; the picture repeats sideways only.
static void dab(unsigned char *rgba, int x, int y, float cover, const struct colour *c) {
    if (y < 0 || y >= SIZE || cover <= 0.0F)
        return;
    unsigned char *p = rgba + 4 * (y * SIZE + (x & (SIZE - 1)));
    const float a = fminf(cover, 1.0F);
    p[0] = byte((float)p[0] + (c->r - (float)p[0]) * a);
    p[1] = byte((float)p[1] + (c->g - (float)p[1]) * a);
    p[2] = byte((float)p[2] + (c->b - (float)p[2]) * a);
    p[3] = byte(fmaxf((float)p[3], 255.0F * a));
}

static void paint(unsigned char *rgba, const struct stroke *s) {
    const float n = (float)SIZE;
    const float x0 = s->x0 * n, y0 = s->y0 * n, dx = s->x1 * n - x0, dy = s->y1 * n - y0;
    const float length2 = dx * dx + dy * dy + 1e-6F;
    const float reach = 0.5F * n * fmaxf(s->width0, s->width1) + 1.0F;
    const int left = (int)floorf(fminf(x0, x0 + dx) - reach);
    const int right = (int)ceilf(fmaxf(x0, x0 + dx) + reach);
    const int low = (int)floorf(fminf(y0, y0 + dy) - reach);
    const int high = (int)ceilf(fmaxf(y0, y0 + dy) + reach);
    for (int y = low; y <= high; y++) {
        for (int x = left; x <= right; x++) {
            const float px = (float)x + 0.5F - x0, py = (float)y + 0.5F - y0;
            const float t = fminf(fmaxf((px * dx + py * dy) / length2, 0.0F), 1.0F);
            const float ex = px - t * dx, ey = py - t * dy;
            const float half = 0.5F * n * (s->width0 + (s->width1 - s->width0) * t);
            dab(rgba, x, y, half + 0.5F - sqrtf(ex * ex + ey * ey), &s->colour);
        }
    }
}

// Needles on both sides of a twig.
static void needles(unsigned char *rgba, struct ui_random *random, const struct stroke *twig,
                    float length, int count, struct colour dark, struct colour light) {
    const float dx = twig->x1 - twig->x0, dy = twig->y1 - twig->y0;
    const float scale = 1.0F / sqrtf(dx * dx + dy * dy + 1e-9F);
    for (int i = 0; i < count; i++) {
        const float t = ui_random_unit(random);
        const float side = ui_random_range(random, -1.0F, 1.0F);
        const float ux = scale * (0.6F * dx - side * dy), uy = scale * (0.6F * dy + side * dx);
        const float x = twig->x0 + t * dx, y = twig->y0 + t * dy;
        const float l = length * ui_random_range(random, 0.6F, 1.0F);
        paint(rgba,
              &(struct stroke){x, y, x + ux * l, y + uy * l, 0.010F, 0.005F,
                               mixed(dark, light, ui_random_unit(random) * (0.4F + 0.6F * t))});
    }
}

static void paint_spruce(unsigned char *rgba) {
    const struct colour dark = {38.0F, 58.0F, 34.0F}, light = {98.0F, 124.0F, 62.0F};
    struct ui_random random = {.state = 5};
    fill(rgba, (struct colour){54.0F, 76.0F, 42.0F}, 0);
    for (int branch = 0; branch < 4; branch++) {
        const float x = ((float)branch + 0.5F) / 4.0F + ui_random_range(&random, -0.02F, 0.02F);
        const float end = ui_random_range(&random, 0.84F, 0.98F);
        const struct stroke wood = {x,
                                    0.0F,
                                    x + ui_random_range(&random, -0.03F, 0.03F),
                                    end,
                                    0.022F,
                                    0.008F,
                                    {74.0F, 62.0F, 46.0F}};
        paint(rgba, &wood);
        for (int i = 0; i < 26; i++) {
            const float t = ((float)i + ui_random_unit(&random)) / 26.0F;
            const float side = i % 2 == 0 ? 1.0F : -1.0F;
            const float reach = 0.155F * (1.0F - 0.75F * t) * ui_random_range(&random, 0.7F, 1.1F);
            const float bx = wood.x0 + (wood.x1 - wood.x0) * t, by = end * t;
            const struct stroke twig = {bx,     by,  bx + side * reach, by + 0.10F, 0.012F,
                                        0.006F, dark};
            paint(rgba, &twig);
            needles(rgba, &random, &twig, 0.034F, 30, dark, light);
        }
        needles(rgba, &random, &wood, 0.036F, 60, dark, light);
    }
}

static void paint_pine(unsigned char *rgba) {
    const struct colour dark = {52.0F, 70.0F, 46.0F}, light = {128.0F, 146.0F, 92.0F};
    struct ui_random random = {.state = 6};
    fill(rgba, (struct colour){74.0F, 94.0F, 60.0F}, 0);
    for (int tuft = 0; tuft < 46; tuft++) {
        const float angle = turn * ui_random_unit(&random);
        const float out = 0.36F * sqrtf(ui_random_unit(&random));
        const float x = 0.5F + out * cosf(angle), y = 0.52F + out * sinf(angle);
        paint(rgba, &(struct stroke){0.5F + 0.4F * (x - 0.5F),
                                     0.56F + 0.4F * (y - 0.5F),
                                     x,
                                     y,
                                     0.014F,
                                     0.008F,
                                     {98.0F, 74.0F, 52.0F}});
        for (int i = 0; i < 44; i++) {
            const float a = turn * ui_random_unit(&random);
            const float l = ui_random_range(&random, 0.05F, 0.105F);
            paint(rgba, &(struct stroke){
                            x, y, x + l * cosf(a), y + l * sinf(a) - 0.35F * l, 0.007F, 0.004F,
                            mixed(dark, light, ui_random_unit(&random) * (1.1F - 0.7F * y))});
        }
    }
}

static void paint_birch(unsigned char *rgba) {
    const struct colour dark = {66.0F, 88.0F, 38.0F}, light = {152.0F, 174.0F, 84.0F};
    struct ui_random random = {.state = 7};
    fill(rgba, (struct colour){104.0F, 128.0F, 58.0F}, 0);
    for (int i = 0; i < 16; i++) { // hanging twigs
        const float x = ui_random_range(&random, 0.2F, 0.8F),
                    y = ui_random_range(&random, 0.1F, 0.5F);
        paint(rgba, &(struct stroke){0.5F, 0.35F, x, y, 0.008F, 0.005F, {80.0F, 62.0F, 52.0F}});
        paint(rgba,
              &(struct stroke){x, y, x + 0.03F, y + 0.3F, 0.005F, 0.003F, {80.0F, 62.0F, 52.0F}});
    }
    for (int i = 0; i < 330; i++) {
        const float angle = turn * ui_random_unit(&random);
        const float out = 0.43F * sqrtf(ui_random_unit(&random));
        const float x = 0.5F + out * cosf(angle), y = 0.5F + out * sinf(angle);
        const float a = ui_random_range(&random, 0.6F, 2.6F);
        const float l = ui_random_range(&random, 0.018F, 0.034F);
        paint(rgba, &(struct stroke){x, y, x + l * cosf(a), y + l * sinf(a), 0.026F, 0.006F,
                                     mixed(dark, light, ui_random_unit(&random))});
    }
}

static void paint_twig(unsigned char *rgba) {
    const struct colour wood = {92.0F, 82.0F, 72.0F};
    struct ui_random random = {.state = 8};
    fill(rgba, wood, 0);
    paint(rgba, &(struct stroke){0.0F, 0.40F, 0.96F, 0.60F, 0.03F, 0.012F, wood});
    for (int i = 0; i < 22; i++) {
        const float t = ui_random_range(&random, 0.15F, 0.9F);
        const float side = i % 2 == 0 ? 1.0F : -1.0F;
        const float l = 0.34F * (1.05F - t) * ui_random_range(&random, 0.5F, 1.0F);
        paint(rgba, &(struct stroke){t * 0.96F, 0.4F + 0.2F * t, t * 0.96F + 0.7F * l,
                                     0.4F + 0.2F * t + side * l, 0.013F, 0.007F, wood});
    }
}

static void paint_grass(unsigned char *rgba) {
    const struct colour dark = {70.0F, 86.0F, 36.0F}, light = {164.0F, 168.0F, 92.0F};
    struct ui_random random = {.state = 9};
    fill(rgba, (struct colour){112.0F, 122.0F, 60.0F}, 0);
    for (int i = 0; i < 90; i++) {
        const float x = ui_random_range(&random, 0.3F, 0.7F);
        const float lean = (x - 0.5F) * 1.3F + ui_random_range(&random, -0.2F, 0.2F);
        const float h = ui_random_range(&random, 0.35F, 0.95F);
        const struct colour c = mixed(dark, light, ui_random_unit(&random));
        const float mx = x + 0.35F * lean * h, my = 1.0F - 0.6F * h;
        paint(rgba, &(struct stroke){x, 1.0F, mx, my, 0.014F, 0.011F, c});
        paint(rgba, &(struct stroke){mx, my, x + lean * h, 1.0F - h, 0.011F, 0.003F, c});
    }
}

static void paint_shrub(unsigned char *rgba) {
    const struct colour dark = {52.0F, 74.0F, 34.0F}, light = {118.0F, 140.0F, 66.0F};
    struct ui_random random = {.state = 10};
    fill(rgba, (struct colour){76.0F, 98.0F, 46.0F}, 0);
    for (int i = 0; i < 40; i++) {
        const float x = ui_random_range(&random, 0.08F, 0.92F);
        const float h = ui_random_range(&random, 0.3F, 0.85F) * (1.0F - fabsf(x - 0.5F));
        const float foot = 0.5F + 0.6F * (x - 0.5F);
        paint(rgba,
              &(struct stroke){foot, 1.0F, x, 1.0F - h, 0.008F, 0.006F, {84.0F, 72.0F, 48.0F}});
        for (int k = 0; k < 11; k++) {
            const float t = ui_random_range(&random, 0.25F, 1.05F);
            const float a = turn * ui_random_unit(&random);
            const float lx = foot + t * (x - foot), ly = 1.0F - t * h;
            paint(rgba, &(struct stroke){lx, ly, lx + 0.03F * cosf(a), ly + 0.03F * sinf(a), 0.028F,
                                         0.008F, mixed(dark, light, ui_random_unit(&random))});
        }
    }
}

// White with dark scars across the stem, and rough dark places.
static struct colour birch_bark(float u, float v, float fine) {
    const struct colour white = {214.0F, 208.0F, 198.0F}, black = {52.0F, 47.0F, 44.0F};
    const float lines = ui_noise_tile(u * 8.0F, v * 64.0F, 8, 64, 22) *
                        ui_noise_tile(u * 4.0F, v * 16.0F, 4, 16, 23);
    const struct colour c = mixed(white, black, fminf(fmaxf(lines * 5.0F - 2.0F, 0.0F), 1.0F));
    return mixed(c, (struct colour){176.0F, 166.0F, 154.0F}, 0.5F * fine);
}

// Plates between furrows, two to three times as high as they are wide; the pine's are large, the
// spruce's are scales. A picture is once around the stem and 2.9 m of it.
static struct colour scaly_bark(float u, float v, float fine, bool pine) {
    const struct colour furrow =
        pine ? (struct colour){58.0F, 46.0F, 38.0F} : (struct colour){62.0F, 53.0F, 46.0F};
    const struct colour ridge =
        pine ? (struct colour){158.0F, 112.0F, 80.0F} : (struct colour){128.0F, 112.0F, 98.0F};
    const int wide = pine ? 8 : 12, high = pine ? 12 : 20;
    const float plates =
        fabsf(ui_fbm_tile(u * (float)wide, v * (float)high, wide, high, 4, 24) - 0.5F) * 2.0F;
    const float tone = ui_fbm_tile(u * 4.0F, v * 8.0F, 4, 8, 2, 25);
    struct colour c = mixed(furrow, ridge, fminf(plates * (pine ? 3.6F : 2.6F), 1.0F));
    c = mixed(c, furrow, fmaxf(0.9F * tone - 0.4F, 0.0F));
    // Lichen, of which the pine's flakes have little.
    return mixed(c, (struct colour){96.0F, 94.0F, 82.0F}, (pine ? 0.2F : 0.45F) * fine);
}

static void paint_bark(unsigned char *rgba, enum ui_leaf_layer layer) {
    for (int y = 0; y < SIZE; y++) {
        for (int x = 0; x < SIZE; x++) {
            const float u = (float)x / (float)SIZE, v = (float)y / (float)SIZE;
            unsigned char *p = rgba + 4 * (y * SIZE + x);
            const float fine = ui_fbm(u * 32.0F, v * 32.0F, 32, 3, 21);
            const struct colour c = layer == UI_LEAF_BARK_BIRCH
                                        ? birch_bark(u, v, fine)
                                        : scaly_bark(u, v, fine, layer == UI_LEAF_BARK_PINE);
            p[0] = byte(c.r);
            p[1] = byte(c.g);
            p[2] = byte(c.b);
            p[3] = 255;
        }
    }
}

void ui_leaf_paint(enum ui_leaf_layer layer, unsigned char *rgba) {
    assert(layer < UI_LEAF_COUNT);
    switch (layer) {
    case UI_LEAF_SPRUCE:
        paint_spruce(rgba);
        break;
    case UI_LEAF_PINE:
        paint_pine(rgba);
        break;
    case UI_LEAF_BIRCH:
        paint_birch(rgba);
        break;
    case UI_LEAF_TWIG:
        paint_twig(rgba);
        break;
    case UI_LEAF_GRASS:
        paint_grass(rgba);
        break;
    case UI_LEAF_SHRUB:
        paint_shrub(rgba);
        break;
    case UI_LEAF_BARK_SPRUCE:
    case UI_LEAF_BARK_PINE:
    case UI_LEAF_BARK_BIRCH:
    case UI_LEAF_COUNT:
        paint_bark(rgba, layer);
        break;
    }
}

float ui_leaf_coverage(const unsigned char *rgba, int size) {
    assert(size > 0);
    int above = 0;
    for (int i = 0; i < size * size; i++)
        above += rgba[4 * i + 3] >= 128;
    return (float)above / (float)(size * size);
}

static void scale_alpha(const unsigned char *from, unsigned char *to, int count, float scale) {
    for (int i = 0; i < count; i++)
        to[4 * i + 3] = byte((float)from[4 * i + 3] * scale);
}

void ui_leaf_halve(const unsigned char *rgba, int size, float coverage, unsigned char *half) {
    assert(size > 0 && size % 2 == 0 && size <= SIZE);
    const int small = size / 2;
    for (int y = 0; y < small; y++) {
        for (int x = 0; x < small; x++) {
            const unsigned char *p = rgba + 4 * (2 * y * size + 2 * x);
            for (int k = 0; k < 4; k++) {
                const int sum = p[k] + p[4 + k] + p[4 * size + k] + p[4 * size + 4 + k];
                half[4 * (y * small + x) + k] = (unsigned char)((sum + 2) / 4);
            }
        }
    }
    // Bisection for the factor that keeps the coverage; each trial scales the plain alphas anew.
    unsigned char plain[4 * (SIZE / 2) * (SIZE / 2)];
    memcpy(plain, half, (size_t)(4 * small * small));
    float low = 0.25F, high = 4.0F;
    for (int i = 0; i < 12; i++) {
        const float middle = 0.5F * (low + high);
        scale_alpha(plain, half, small * small, middle);
        if (ui_leaf_coverage(half, small) < coverage)
            low = middle;
        else
            high = middle;
    }
    scale_alpha(plain, half, small * small, high);
}

// Short strokes, length pixels at most, in one channel of a picture that repeats on all sides.
static void scatter(float *channel, int size, int count, float length, uint32_t seed) {
    struct ui_random random = {.state = seed};
    for (int i = 0; i < count; i++) {
        float x = ui_random_unit(&random) * (float)size, y = ui_random_unit(&random) * (float)size;
        const float angle = turn * ui_random_unit(&random);
        const float steps = length * ui_random_range(&random, 0.3F, 1.0F);
        const float value = ui_random_range(&random, -0.22F, 0.26F);
        for (float s = 0.0F; s < steps; s += 0.7F) {
            const int column = (int)x & (size - 1), row = (int)y & (size - 1);
            channel[row * size + column] += 0.6F * value;
            x += 0.7F * cosf(angle);
            y += 0.7F * sinf(angle);
            x += x < 0.0F ? (float)size : 0.0F;
            y += y < 0.0F ? (float)size : 0.0F;
        }
    }
}

// Rounded stones: brightness falls off from the nearest of scattered centres.
static float stones(float u, float v, int cells, uint32_t seed) {
    const float x = u * (float)cells, y = v * (float)cells;
    const int cx = (int)x, cy = (int)y;
    float nearest = 9.0F, shade = 0.0F;
    for (int j = -1; j <= 1; j++) {
        for (int i = -1; i <= 1; i++) {
            const uint32_t h = ui_hash2((cx + i + cells) % cells, (cy + j + cells) % cells, seed);
            const float px = (float)(cx + i) + ui_hash_unit(h) - x;
            const float py = (float)(cy + j) + ui_hash_unit(ui_hash(h)) - y;
            const float d = px * px + py * py;
            if (d < nearest) {
                nearest = d;
                shade = ui_hash_unit(ui_hash(h + 7U));
            }
        }
    }
    return (0.45F + 0.55F * shade) * (1.0F - 0.8F * nearest);
}

void ui_ground_detail_paint(unsigned char *rgba, int size) {
    enum { MOST = 512 };
    static float channel[3][MOST * MOST];
    assert(size > 0 && size <= MOST && (size & (size - 1)) == 0);
    for (int y = 0; y < size; y++) {
        for (int x = 0; x < size; x++) {
            const float u = (float)x / (float)size, v = (float)y / (float)size;
            const int i = y * size + x;
            channel[0][i] = 0.12F + 0.7F * ui_fbm(u * 16.0F, v * 16.0F, 16, 5, 31);
            channel[1][i] = 0.05F + 0.85F * ui_fbm(u * 24.0F, v * 24.0F, 24, 4, 32);
            channel[2][i] = 0.6F * stones(u, v, 40, 33) + 0.4F * stones(u, v, 90, 34);
            rgba[4 * i + 3] = byte(255.0F * (1.5F * ui_fbm(u * 4.0F, v * 4.0F, 4, 5, 35) - 0.25F));
        }
    }
    scatter(channel[0], size, size * size / 24, 14.0F, 36);
    scatter(channel[1], size, size * size / 16, 9.0F, 37);
    for (int i = 0; i < size * size; i++)
        for (int k = 0; k < 3; k++)
            rgba[4 * i + k] = byte(255.0F * channel[k][i]);
}
