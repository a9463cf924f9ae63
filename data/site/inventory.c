#include "data/site/inventory.h"

#include <assert.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

enum { MEASURED = 100000 }; // trees whose volume is computed

struct point {
    double x, y;
};

static int compare(const void *a, const void *b) {
    const struct point *p = a, *q = b;
    return p->x != q->x ? (p->x > q->x) - (p->x < q->x) : (p->y > q->y) - (p->y < q->y);
}

static double turn(const struct point *a, const struct point *b, const struct point *c) {
    return (b->x - a->x) * (c->y - a->y) - (b->y - a->y) * (c->x - a->x);
}

// One side of the hull of points from one end to the other (Andrew's monotone chain). Returns how
// many points of it are in hull.
static int walk(const struct point *points, int count, int step, struct point *hull) {
    int n = 0;
    for (int i = 0; i < count; i++, points += step) {
        while (n >= 2 && turn(&hull[n - 2], &hull[n - 1], points) <= 0.0)
            n--;
        hull[n++] = *points;
    }
    return n;
}

static double hull_area(struct point *points, int count, struct point *hull) {
    double twice = 0.0;
    if (count < 3)
        return 0.0;
    qsort(points, (size_t)count, sizeof *points, compare);
    for (int side = 0; side < 2; side++) {
        const int n =
            side == 0 ? walk(points, count, 1, hull) : walk(&points[count - 1], count, -1, hull);
        for (int i = 0; i + 1 < n; i++)
            twice += hull[i].x * hull[i + 1].y - hull[i + 1].x * hull[i].y;
    }
    return 0.5 * twice;
}

static double volume_of(const struct ter_tree *tree) {
    const struct ter_stem stem = ter_tree_stem(tree);
    return ter_stem_volume(&stem, 0.0, ter_stem_length(&stem));
}

bool dat_inventory_take(const struct ter_stand *stand, struct dat_inventory *inventory) {
    assert(stand->count >= 0);
    *inventory = (struct dat_inventory){0};
    struct point *points = malloc(((size_t)stand->count + 1) * sizeof *points);
    struct point *hull = malloc(((size_t)stand->count + 1) * sizeof *hull);
    const bool room = points != NULL && hull != NULL;
    const int stride = 1 + stand->count / MEASURED;
    double squares = 0.0;
    int measured = 0;
    for (int i = 0; i < stand->count && room; i++) {
        const struct ter_tree *tree = &stand->trees[i];
        if (tree->status == TER_TREE_FELLED)
            continue;
        if (inventory->trees % stride == 0) {
            inventory->volume += volume_of(tree);
            measured++;
        }
        points[inventory->trees++] = (struct point){tree->position.x, tree->position.y};
        inventory->share[tree->species] += 1.0;
        squares += tree->dbh * tree->dbh;
    }
    if (inventory->trees > 0) {
        inventory->volume *= (double)inventory->trees / measured;
        inventory->diameter = sqrt(squares / inventory->trees);
        inventory->area = hull_area(points, inventory->trees, hull);
        for (int k = 0; k < ter_species_count(); k++)
            inventory->share[k] /= inventory->trees;
    }
    free(points);
    free(hull);
    return room;
}

void dat_inventory_text(const struct dat_inventory *inventory, char *text, size_t size) {
    const double ha = 1e-4 * inventory->area;
    size_t used = (size_t)snprintf(text, size, "%d tree%s", inventory->trees,
                                   inventory->trees == 1 ? "" : "s");
    if (ha > 0.0 && used < size)
        used +=
            (size_t)snprintf(text + used, size - used, " on %.*f ha: %.0f per ha, %.0f m3 per ha",
                             ha < 10.0 ? 2 : 0, ha, inventory->trees / ha, inventory->volume / ha);
    else if (inventory->trees > 0 && used < size)
        used += (size_t)snprintf(text + used, size - used, ", %.1f m3", inventory->volume);
    if (inventory->trees > 0 && used < size)
        used += (size_t)snprintf(text + used, size - used, ", mean diameter %.1f cm",
                                 100.0 * inventory->diameter);
    for (int k = 0; k < ter_species_count() && used < size; k++)
        if (inventory->share[k] > 0.0)
            used += (size_t)snprintf(text + used, size - used, ", %.0f %% %s",
                                     100.0 * inventory->share[k],
                                     ter_species_name((enum ter_species)k));
}
