#include "vehicles/piles.h"

#include <math.h>
#include <stdlib.h>

#include "vehicles/pile_order.h"
#include "vehicles/site.h"

struct log {
    int stem, pile; // pile: index of the first log that it is joined to, itself at the root
    struct sim_vec3 middle;
};

static int root_of(struct log *logs, int i) {
    while (logs[i].pile != i)
        i = logs[i].pile = logs[logs[i].pile].pile;
    return i;
}

static int compare(const void *a, const void *b) {
    const struct log *p = a, *q = b;
    if (p->middle.x != q->middle.x)
        return p->middle.x < q->middle.x ? -1 : 1;
    return (p->stem > q->stem) - (p->stem < q->stem);
}

static struct log *list_logs(const struct veh_worksite *site, int *count) {
    struct log *logs = malloc(((size_t)site->stems.count + 1) * sizeof *logs);
    *count = 0;
    for (int i = 0; i < site->stems.count && logs != NULL; i++) {
        const struct veh_stem *s = &site->stems.items[i];
        if (!veh_log_lies_free(s))
            continue;
        const struct sim_vec3 half = {0.0, 0.0, 0.5 * ter_stem_length(&s->stem)};
        logs[(*count)++] =
            (struct log){.stem = i, .middle = sim_pose_point(veh_stem_pose(site, i), half)};
    }
    if (logs != NULL)
        qsort(logs, (size_t)*count, sizeof *logs, compare);
    return logs;
}

// Along x, a log's middle is at most half the longest log and the gap from one beside it.
static void join_neighbours(const struct veh_worksite *site, struct log *logs, int count) {
    double longest = 0.0;
    for (int i = 0; i < count; i++) {
        logs[i].pile = i;
        longest = fmax(longest, ter_stem_length(&site->stems.items[logs[i].stem].stem));
    }
    const double reach = 0.5 * longest + veh_pile_gap;
    for (int i = 0; i < count; i++) {
        for (int k = i + 1; k < count && logs[k].middle.x - logs[i].middle.x <= reach; k++) {
            if (fabs(logs[k].middle.y - logs[i].middle.y) > reach ||
                (veh_stem_distance(site, logs[i].stem, logs[k].middle) > veh_pile_gap &&
                 veh_stem_distance(site, logs[k].stem, logs[i].middle) > veh_pile_gap))
                continue;
            const int a = root_of(logs, i), b = root_of(logs, k);
            logs[a > b ? a : b].pile = a < b ? a : b;
        }
    }
}

// The extent of the ends of a pile's logs along the axis of its first one.
struct ends {
    struct sim_vec3 along;  // unit, level
    double low[2], high[2]; // [m] of the rear ends, of the front ends: smallest, largest
};

static void measure_ends(const struct veh_worksite *site, const struct log *log,
                         struct veh_pile *pile, struct ends *ends) {
    const struct veh_stem *s = &site->stems.items[log->stem];
    const struct sim_pose pose = veh_stem_pose(site, log->stem);
    const double length = ter_stem_length(&s->stem);
    double place[2];
    for (int i = 0; i < 2; i++) {
        const struct sim_vec3 p = sim_pose_point(pose, sim_vec3(0.0, 0.0, i * length));
        const double radius = 0.5 * ter_stem_diameter(&s->stem, i * length);
        const double ground = ter_ground_height(site->def.ground, p.x, p.y, NULL);
        pile->height = fmax(pile->height, p.z + radius - ground);
        place[i] = sim_dot(p, ends->along);
    }
    const double sorted[2] = {fmin(place[0], place[1]), fmax(place[0], place[1])};
    for (int i = 0; i < 2; i++) {
        ends->low[i] = fmin(ends->low[i], sorted[i]);
        ends->high[i] = fmax(ends->high[i], sorted[i]);
    }
    pile->ends = fmin(ends->high[0] - ends->low[0], ends->high[1] - ends->low[1]);
}

static struct ends begin_ends(const struct veh_worksite *site, const struct log *log) {
    struct sim_vec3 along = sim_rotate(veh_stem_pose(site, log->stem).q, sim_vec3(0.0, 0.0, 1.0));
    along.z = 0.0;
    const double far = (double)INFINITY;
    return (struct ends){.along = sim_unit(along), .low = {far, far}, .high = {-far, -far}};
}

static void count_in(const struct veh_worksite *site, const struct log *log,
                     struct veh_pile *pile) {
    const struct ter_stem *stem = &site->stems.items[log->stem].stem;
    const double length = ter_stem_length(stem);
    if (pile->logs++ == 0) {
        pile->species = stem->species;
        pile->length = length;
    }
    pile->mixed = pile->mixed || stem->species != pile->species ||
                  fabs(length - pile->length) > veh_pile_length;
    pile->volume += ter_stem_volume(stem, 0.0, length);
    pile->hauled += site->stems.items[log->stem].load.hauled;
    pile->x += (log->middle.x - pile->x) / pile->logs;
    pile->y += (log->middle.y - pile->y) / pile->logs;
}

// logs[count] are all; those of the pile have its root.
static int count_in_order(const struct veh_worksite *site, struct log *logs, int count, int pile,
                          struct sim_vec3 along) {
    struct veh_ordered_log *ordered = malloc(((size_t)count + 1) * sizeof *ordered);
    int found = 0;
    for (int i = pile; i < count && ordered != NULL; i++) {
        if (root_of(logs, i) != pile)
            continue;
        const struct veh_stem *s = &site->stems.items[logs[i].stem];
        const double length = ter_stem_length(&s->stem);
        const struct sim_pose pose = veh_stem_pose(site, logs[i].stem);
        const double butt = sim_dot(pose.p, along);
        const double top = sim_dot(sim_pose_point(pose, sim_vec3(0.0, 0.0, length)), along);
        ordered[found++] = (struct veh_ordered_log){.end = {fmax(butt, top), fmin(butt, top)},
                                                    .parallel = fabs(top - butt) >=
                                                                sim_cos(veh_order_turn) * length,
                                                    .hauled = s->load.hauled};
    }
    const int in_order = ordered != NULL ? veh_pile_in_order(ordered, found, 0) : 0;
    free(ordered);
    return in_order;
}

struct veh_pile *veh_piles_find(const struct veh_worksite *site, int *count) {
    int logs_count;
    struct log *logs = list_logs(site, &logs_count);
    struct veh_pile *piles = calloc((size_t)logs_count + 1, sizeof *piles);
    struct ends *ends = calloc((size_t)logs_count + 1, sizeof *ends);
    *count = 0;
    if (logs != NULL && piles != NULL && ends != NULL) {
        join_neighbours(site, logs, logs_count);
        for (int i = 0; i < logs_count; i++) {
            const int pile = root_of(logs, i);
            if (piles[pile].logs == 0)
                ends[pile] = begin_ends(site, &logs[i]);
            count_in(site, &logs[i], &piles[pile]);
            measure_ends(site, &logs[i], &piles[pile], &ends[pile]);
        }
        for (int i = 0; i < logs_count; i++) {
            if (piles[i].logs < 2)
                continue;
            if (piles[i].hauled > 0)
                piles[i].in_order = count_in_order(site, logs, logs_count, i, ends[i].along);
            piles[(*count)++] = piles[i];
        }
    }
    free(ends);
    free(logs);
    if (*count > 0)
        return piles;
    free(piles);
    return NULL;
}
