#include "vehicles/tower.h"

#include <assert.h>
#include <stdlib.h>

#include "vehicles/site.h"

static const double rest_speed = 0.05;     // [m/s] of both ends
static const double clear = 0.03;          // [m] of bark above the ground
static const double crossing_sine = 0.866; // of the angle between logs that cross, 60 degrees
static const double contact = 0.03;        // [m] between the barks of logs that lie on each other
static const double sunk = 0.6; // of both radii: axes that are less far from each other lie askew
static const double place_aside = 0.4; // [m] from a place to the middle of the log that lies there
static const double place_high = 0.6;  // of its thickness, upward
static const double place_sine = 0.5;  // of its angle to the place, 30 degrees

// ---- logs ----

struct log {
    struct sim_vec3 butt, tip, centre; // [m] of the axis; its centre of mass
    double length, radius;             // [m], radius in the middle
    bool clear;                        // of the ground
    int layer;                         // from 0; -1: in the air, or on what is no tower
    int tower;                         // index of a log of the same tower, itself at the root
    int stem;                          // index in the site
};

// [m] of the bark above the ground there, z from the butt.
static double bark_height(const struct veh_worksite *site, int stem, double z) {
    const struct sim_vec3 p = sim_pose_point(veh_stem_pose(site, stem), sim_vec3(0.0, 0.0, z));
    const double radius = 0.5 * ter_stem_diameter(&site->stems.items[stem].stem, z);
    return p.z - radius - ter_ground_height(site->def.ground, p.x, p.y, NULL);
}

static bool rests(const struct veh_worksite *site, int stem) {
    const struct veh_stem *s = &site->stems.items[stem];
    if (veh_stem_dormant(s) || veh_stem_frozen(s))
        return true;
    const double length = ter_stem_length(&s->stem);
    const struct sim_pose pose = veh_stem_pose(site, stem);
    for (int i = 0; i < 2; i++) {
        const struct sim_vec3 p = sim_pose_point(pose, sim_vec3(0.0, 0.0, i * length));
        if (sim_length(sim_body_point_velocity(site->world, s->body, p)) > rest_speed)
            return false;
    }
    return !s->touch.machine;
}

static struct log look_at(const struct veh_worksite *site, int stem) {
    const struct ter_stem *s = &site->stems.items[stem].stem;
    const struct sim_pose pose = veh_stem_pose(site, stem);
    const double length = ter_stem_length(s);
    bool free = true;
    for (int i = 0; i <= 4; i++)
        free = free && bark_height(site, stem, 0.25 * i * length) > clear;
    return (struct log){.butt = pose.p,
                        .tip = sim_pose_point(pose, sim_vec3(0.0, 0.0, length)),
                        .centre = veh_stem_centre(site, stem),
                        .length = length,
                        .radius = 0.5 * ter_stem_diameter(s, 0.5 * length),
                        .clear = free,
                        .layer = free ? -1 : 0,
                        .stem = stem};
}

static int from_below(const void *a, const void *b) {
    const struct log *p = a, *q = b;
    if (p->centre.z != q->centre.z)
        return p->centre.z < q->centre.z ? -1 : 1;
    return p->stem - q->stem;
}

static struct log *list_logs(const struct veh_worksite *site, int *count) {
    struct log *logs = malloc(((size_t)site->stems.count + 1) * sizeof *logs);
    *count = 0;
    for (int i = 0; i < site->stems.count && logs != NULL; i++)
        if (veh_log_lies_free(&site->stems.items[i]) && rests(site, i))
            logs[(*count)++] = look_at(site, i);
    if (logs == NULL)
        return NULL;
    qsort(logs, (size_t)*count, sizeof *logs, from_below);
    for (int i = 0; i < *count; i++)
        logs[i].tower = i;
    return logs;
}

// ---- layers ----

// Whether a lies across b. Sets the place on a's axis [m from the butt] and the sine of the angle.
static bool lies_across(const struct log *a, const struct log *b, double *place, double *sine) {
    const struct sim_vec3 u = sim_sub(a->tip, a->butt), v = sim_sub(b->tip, b->butt);
    const struct sim_vec3 w = sim_sub(b->butt, a->butt);
    const double cross = u.x * v.y - u.y * v.x;
    *sine = fabs(cross) / fmax(sqrt((u.x * u.x + u.y * u.y) * (v.x * v.x + v.y * v.y)), 1e-9);
    if (*sine < crossing_sine)
        return false;
    const double s = (w.x * v.y - w.y * v.x) / cross, t = (w.x * u.y - w.y * u.x) / cross;
    const double high = a->butt.z + s * u.z - b->butt.z - t * v.z;
    const double touch = a->radius + b->radius;
    *place = s * a->length;
    return s > 0.0 && s < 1.0 && t > 0.0 && t < 1.0 && high > sunk * touch &&
           high < touch + contact;
}

static int root_of(struct log *logs, int i) {
    while (logs[i].tower != i)
        i = logs[i].tower = logs[logs[i].tower].tower;
    return i;
}

// The two are of one tower, whose largest turn is kept at its root.
static void join(struct log *logs, int i, int k, double turn, double *turns) {
    const int a = root_of(logs, i), b = root_of(logs, k), root = a < b ? a : b;
    turns[root] = fmax(turn, fmax(turns[a], turns[b]));
    logs[a].tower = logs[b].tower = root;
}

// Puts a log that is clear of the ground onto those below it.
static void find_bed(struct log *logs, int i, double *turns) {
    struct log *log = &logs[i];
    const double centre = sim_length(sim_sub(log->centre, log->butt));
    double first = (double)INFINITY, last = -(double)INFINITY, place, sine;
    int layer = -1;
    for (int k = 0; k < i; k++) {
        if (logs[k].layer < 0 || !lies_across(log, &logs[k], &place, &sine))
            continue;
        first = fmin(first, place - logs[k].radius);
        last = fmax(last, place + logs[k].radius);
        layer = layer > logs[k].layer ? layer : logs[k].layer;
    }
    if (layer < 0 || centre < first || centre > last)
        return;
    log->layer = layer + 1;
    for (int k = 0; k < i; k++)
        if (logs[k].layer >= 0 && lies_across(log, &logs[k], &place, &sine))
            join(logs, i, k, sim_atan2(sqrt(fmax(1.0 - sine * sine, 0.0)), sine), turns);
}

// The tower whose root is the log.
static struct veh_tower describe(const struct veh_worksite *site, struct log *logs, int count,
                                 int root) {
    struct veh_tower tower = {.logs = 0};
    for (int i = root; i < count; i++) {
        const struct log *log = &logs[i];
        if (root_of(logs, i) != root)
            continue;
        tower.logs++;
        tower.layers = tower.layers > log->layer + 1 ? tower.layers : log->layer + 1;
        const double ground =
            ter_ground_height(site->def.ground, log->centre.x, log->centre.y, NULL);
        tower.height = fmax(tower.height, log->centre.z + log->radius - ground);
    }
    return tower;
}

struct veh_tower veh_tower_find(const struct veh_worksite *site) {
    struct veh_tower best = {.logs = 0};
    int count;
    struct log *logs = list_logs(site, &count);
    double *turns = calloc((size_t)count + 1, sizeof *turns);
    for (int i = 0; i < count && turns != NULL; i++)
        if (logs[i].clear)
            find_bed(logs, i, turns);
    for (int i = 0; i < count && turns != NULL; i++) {
        if (root_of(logs, i) != i)
            continue;
        struct veh_tower tower = describe(site, logs, count, i);
        tower.turn = turns[i];
        if (tower.layers > 1 &&
            (tower.layers > best.layers || (tower.layers == best.layers && tower.logs > best.logs)))
            best = tower;
    }
    free(turns);
    free(logs);
    return best;
}

// ---- the plan ----

static struct sim_vec3 direction(const struct veh_tower_plan *plan, int layer) {
    const double heading = plan->heading + (layer % 2 == 0 ? 0.0 : 0.5 * SIM_PI);
    return sim_vec3(sim_cos(heading), sim_sin(heading), 0.0);
}

// The middle of a place, level; a log by itself lies in the middle.
static struct sim_vec3 middle(const struct veh_tower_plan *plan, int place) {
    const struct sim_vec3 d = direction(plan, place / 2);
    const bool alone = place % 2 == 0 && place == plan->logs - 1;
    const double aside = alone ? 0.0 : (place % 2 == 0 ? -0.5 : 0.5) * plan->spacing;
    return sim_vec3(plan->x - aside * d.y, plan->y + aside * d.x, 0.0);
}

// Index of the log that lies there, on that bed [m]; -1: none.
static int log_at(const struct veh_worksite *site, const struct veh_tower_plan *plan, int place,
                  double bed) {
    const struct sim_vec3 p = middle(plan, place), d = direction(plan, place / 2);
    for (int i = 0; i < site->stems.count; i++) {
        const struct veh_stem *s = &site->stems.items[i];
        if (!veh_log_lies_free(s))
            continue;
        const struct sim_vec3 c = veh_stem_centre(site, i);
        const struct sim_vec3 axis = sim_rotate(veh_stem_pose(site, i).q, sim_vec3(0.0, 0.0, 1.0));
        const double thick = ter_stem_diameter(&s->stem, 0.5 * ter_stem_length(&s->stem));
        const double dx = c.x - p.x, dy = c.y - p.y;
        if (dx * dx + dy * dy < place_aside * place_aside &&
            fabs(c.z - 0.5 * thick - bed) < place_high * thick &&
            fabs(axis.x * d.y - axis.y * d.x) < place_sine)
            return i;
    }
    return -1;
}

// [m] of the bark above the log's middle.
static double top_of(const struct veh_worksite *site, int stem) {
    const struct ter_stem *s = &site->stems.items[stem].stem;
    return veh_stem_centre(site, stem).z + 0.5 * ter_stem_diameter(s, 0.5 * ter_stem_length(s));
}

struct filling {
    int log[VEH_TOWER_LOGS];    // in each place, -1: none
    double bed[VEH_TOWER_LOGS]; // [m] of each place
    int count;                  // places as far as the first layer that is not complete
};

static struct filling look_through(const struct veh_worksite *site,
                                   const struct veh_tower_plan *plan) {
    struct filling filling = {.count = 0};
    double bed = ter_ground_height(site->def.ground, plan->x, plan->y, NULL);
    while (filling.count < plan->logs) {
        double top = 0.0;
        int logs = 0, places = 0;
        for (; places < 2 && filling.count < plan->logs; places++, filling.count++) {
            const int log = log_at(site, plan, filling.count, bed);
            filling.log[filling.count] = log;
            filling.bed[filling.count] = bed;
            top += log >= 0 ? top_of(site, log) : 0.0;
            logs += log >= 0;
        }
        if (logs < places)
            break;
        bed = top / logs;
    }
    return filling;
}

static bool points_along(const struct veh_worksite *site, int stem, struct sim_vec3 d) {
    return sim_dot(sim_rotate(veh_stem_pose(site, stem).q, sim_vec3(0.0, 0.0, 1.0)), d) > 0.0;
}

bool veh_tower_next(const struct veh_worksite *site, const struct veh_tower_plan *plan,
                    struct veh_tower_place *next) {
    assert(plan->logs <= VEH_TOWER_LOGS);
    const struct filling filling = look_through(site, plan);
    for (int i = 0; i < filling.count; i++) {
        if (filling.log[i] >= 0)
            continue;
        next->along = direction(plan, i / 2);
        const int beside = (i ^ 1) < filling.count ? filling.log[i ^ 1] : -1;
        if (beside >= 0 && points_along(site, beside, next->along))
            next->along = sim_scale(next->along, -1.0);
        next->bed = middle(plan, i);
        next->bed.z = filling.bed[i];
        return true;
    }
    return false;
}

bool veh_tower_has(const struct veh_worksite *site, const struct veh_tower_plan *plan, int stem) {
    assert(plan->logs <= VEH_TOWER_LOGS);
    const struct filling filling = look_through(site, plan);
    for (int i = 0; i < filling.count; i++)
        if (filling.log[i] == stem)
            return true;
    return false;
}
