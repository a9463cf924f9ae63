#include "ui/scene/ground.h"

#include <assert.h>
#include <string.h>

#include "ui/scene/noise.h"

struct ui_ground_box ui_ground_box(const struct ui_scene *scene) {
    const struct sim_heightfield *f = scene->ground;
    if (f == NULL)
        return (struct ui_ground_box){0.0, 0.0, 0.0, 0.0};
    return (struct ui_ground_box){f->x0, f->y0, f->x0 + f->spacing * (f->columns - 1),
                                  f->y0 + f->spacing * (f->rows - 1)};
}

static double field_height(const struct sim_heightfield *f, double x, double y) {
    const double u = sim_clamp((x - f->x0) / f->spacing, 0.0, f->columns - 1.0);
    const double v = sim_clamp((y - f->y0) / f->spacing, 0.0, f->rows - 1.0);
    const int i = u < f->columns - 2.0 ? (int)u : f->columns - 2;
    const int j = v < f->rows - 2.0 ? (int)v : f->rows - 2;
    const double *h = f->heights + (size_t)j * (size_t)f->columns + (size_t)i;
    const double a = u - i, b = v - j;
    // The two triangles of a cell meet on the diagonal from (i, j) to (i + 1, j + 1).
    if (a >= b)
        return h[0] + a * (h[1] - h[0]) + b * (h[f->columns + 1] - h[1]);
    return h[0] + b * (h[f->columns] - h[0]) + a * (h[f->columns + 1] - h[f->columns]);
}

double ui_ground_height(const struct ui_scene *scene, double x, double y) {
    if (scene->ground == NULL)
        return 0.0;
    const struct ui_ground_box box = ui_ground_box(scene);
    const double height = field_height(scene->ground, x, y);
    const double dx = fmax(fmax(box.x0 - x, x - box.x1), 0.0);
    const double dy = fmax(fmax(box.y0 - y, y - box.y1), 0.0);
    const double away = sqrt(dx * dx + dy * dy);
    if (away <= 0.0)
        return height;
    const double grow = away / (away + 60.0);
    const float hills =
        ui_fbm((float)(x - box.x0) / 90.0F, (float)(y - box.y0) / 90.0F, 1024, 3, 51);
    return height + grow * 14.0 * ((double)hills - 0.42);
}

// [m^2]
static double segment_distance2(const struct ui_road *road, int i, bool open_ends, double x,
                                double y) {
    const struct sim_vec3 a = road->point[i], b = road->point[i + 1];
    const double dx = b.x - a.x, dy = b.y - a.y;
    const double length2 = fmax(dx * dx + dy * dy, 1e-9);
    double t = ((x - a.x) * dx + (y - a.y) * dy) / length2;
    if (t < 0.0 && !(open_ends && i == 0))
        t = 0.0;
    if (t > 1.0 && !(open_ends && i == road->count - 2))
        t = 1.0;
    const double off_x = x - a.x - t * dx, off_y = y - a.y - t * dy;
    return off_x * off_x + off_y * off_y;
}

double ui_ground_road_distance(const struct ui_scene *scene, double x, double y) {
    const struct ui_ground_box box = ui_ground_box(scene);
    const bool outside = x < box.x0 || x > box.x1 || y < box.y0 || y > box.y1;
    double nearest = 1e9;
    // Asked for each of a million texels: one root per road is enough.
    for (int r = 0; r < scene->roads; r++) {
        double least = 1e18;
        for (int i = 0; i + 1 < scene->road[r].count; i++) {
            const double d2 = segment_distance2(&scene->road[r], i, outside, x, y);
            least = d2 < least ? d2 : least;
        }
        nearest = fmin(nearest, sqrt(least) - 0.5 * scene->road[r].width);
    }
    return nearest;
}

static float step_between(double x, double low, double high) {
    const double t = sim_clamp((x - low) / (high - low), 0.0, 1.0);
    return (float)(t * t * (3.0 - 2.0 * t));
}

// [m] by which a road's edge is worn or overgrown there.
static double ragged(double x, double y) {
    return 1.5 * ((double)ui_fbm((float)x / 1.6F, (float)y / 1.6F, 4096, 3, 57) - 0.5);
}

// Lays a road over the cover: two gravel tracks, grass between them and beside the road. off_edge:
// [m] from the road's edge, negative on the road.
static void road_cover(double off_edge, double width, float cover[4]) {
    const double off_centre = off_edge + 0.5 * width;
    const float gravel = 1.0F - step_between(off_edge, -0.6, 0.5);
    const float middle = 1.0F - step_between(off_centre, 0.15, 0.65);
    const float verge = (1.0F - step_between(off_edge, 0.8, 2.8)) * (1.0F - gravel);
    cover[0] = fmaxf(cover[0], gravel * (1.0F - 0.55F * middle));
    cover[1] = fmaxf(cover[1], fmaxf(0.62F * middle * gravel, 0.9F * verge));
}

struct cover_map {
    unsigned char *rgba;
    int size;
    double x0, y0, dx, dy; // [m] corner and size of a pixel
};

static int clamped_pixel(double at, int size) {
    return (int)sim_clamp(floor(at), 0.0, size - 1.0);
}

static void lay_shade(const struct cover_map *map, const struct ui_tree *tree) {
    const double reach = 0.5 * tree->crown_width * 1.5 + 0.4;
    const struct sim_vec3 p = tree->pose.p;
    const int i0 = clamped_pixel((p.x - reach - map->x0) / map->dx, map->size);
    const int i1 = clamped_pixel((p.x + reach - map->x0) / map->dx, map->size);
    const int j0 = clamped_pixel((p.y - reach - map->y0) / map->dy, map->size);
    const int j1 = clamped_pixel((p.y + reach - map->y0) / map->dy, map->size);
    for (int j = j0; j <= j1; j++) {
        for (int i = i0; i <= i1; i++) {
            const double d =
                hypot(map->x0 + (i + 0.5) * map->dx - p.x, map->y0 + (j + 0.5) * map->dy - p.y);
            if (d > reach)
                continue;
            unsigned char *a = map->rgba + 4 * (j * map->size + i) + 3;
            const double light = (255.0 - *a) / 255.0 * (1.0 - 0.62 * (1.0 - d / reach));
            *a = (unsigned char)(255.0 * (1.0 - light));
        }
    }
}

void ui_ground_cover(const struct ui_scene *scene, int size, unsigned char *rgba) {
    assert(scene->ground != NULL && size > 0);
    const struct ui_ground_box box = ui_ground_box(scene);
    const struct cover_map map = {
        rgba, size, box.x0, box.y0, (box.x1 - box.x0) / size, (box.y1 - box.y0) / size};
    memset(rgba, 0, (size_t)(4 * size * size));
    for (int i = 0; i < scene->trees.count; i++)
        if (!scene->trees.items[i].moving)
            lay_shade(&map, &scene->trees.items[i]);
    const double width = scene->roads > 0 ? scene->road[0].width : 0.0;
    for (int j = 0; j < size; j++) {
        for (int i = 0; i < size; i++) {
            const double x = map.x0 + (i + 0.5) * map.dx, y = map.y0 + (j + 0.5) * map.dy;
            unsigned char *p = rgba + 4 * (j * size + i);
            const float light = 1.0F - (float)p[3] / 255.0F;
            const float patch =
                ui_fbm((float)(x - map.x0) / 7.0F, (float)(y - map.y0) / 7.0F, 4096, 3, 52);
            float cover[4] = {0.0F, 1.1F * light * patch - 0.1F, 0.25F + 0.75F * (1.0F - patch),
                              0.0F};
            const double off =
                ui_ground_road_distance(scene, x, y) + ragged(x - map.x0, y - map.y0);
            if (off < 4.0)
                road_cover(off, width, cover);
            for (int k = 0; k < 3; k++)
                p[k] = (unsigned char)(255.0F * fminf(fmaxf(cover[k], 0.0F), 1.0F));
        }
    }
}

void ui_ground_surroundings(const struct ui_scene *scene, double width, ui_tree_visitor *add,
                            void *context) {
    assert(width >= 0.0);
    const struct ui_ground_box box = ui_ground_box(scene);
    const double area = (box.x1 - box.x0) * (box.y1 - box.y0);
    if (scene->trees.count == 0 || area <= 0.0)
        return;
    const double cell = fmax(sqrt(area / scene->trees.count), 2.5);
    const int columns = (int)((box.x1 - box.x0 + 2.0 * width) / cell);
    const int rows = (int)((box.y1 - box.y0 + 2.0 * width) / cell);
    for (int j = 0; j < rows; j++) {
        for (int i = 0; i < columns; i++) {
            const uint32_t h = ui_hash2(i, j, 53);
            const double x =
                box.x0 - width + cell * (i + 0.1 + 0.8 * (double)ui_hash_unit(ui_hash(h)));
            const double y =
                box.y0 - width + cell * (j + 0.1 + 0.8 * (double)ui_hash_unit(ui_hash(h + 1U)));
            const bool outside = x < box.x0 || x > box.x1 || y < box.y0 || y > box.y1;
            if (!outside || ui_ground_road_distance(scene, x, y) < 2.0)
                continue;
            struct ui_tree tree = scene->trees.items[h % (uint32_t)scene->trees.count];
            tree.pose = sim_pose_identity();
            tree.pose.p = sim_vec3(x, y, ui_ground_height(scene, x, y) - 0.1);
            add(context, &tree);
        }
    }
}
