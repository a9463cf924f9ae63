// Draws the logs of a pile one by one, in a random order. A log tries several places across the
// pile and takes the one where it comes to lie lowest: it is lowered from above until its axis is
// as far from that of another log as their radii are long together, or both its ends and what is
// between them are on the ground.
#include <assert.h>
#include <math.h>

#include "data/exercise/pile.h"
#include "data/exercise/scenario.h"

static const double gap = 0.004;  // [m] between the barks of two logs at first
static const double sample = 0.5; // [m] between the points of a log that are held above ground
enum { TRIES = 24, HALVINGS = 11, POINTS = 8 }; // places across the pile; to 2 mm; of a log

// SplitMix64 (Steele, Lea, Flood 2014); at least 0 and below 1.
static double uniform(uint64_t *state) {
    uint64_t z = *state += UINT64_C(0x9e3779b97f4a7c15);
    z = (z ^ z >> 30) * UINT64_C(0xbf58476d1ce4e5b9);
    z = (z ^ z >> 27) * UINT64_C(0x94d049bb133111eb);
    return (double)((z ^ z >> 31) >> 11) / 9007199254740992.0;
}

static double between(uint64_t *state, double low, double high) {
    return low + (high - low) * uniform(state);
}

struct axis {
    struct sim_vec3 butt, tip; // [m]
    double length;             // [m] of the stem; that of the axis as long as it does not slope
    const struct ter_stem *stem;
};

static struct sim_vec3 point_on(const struct axis *a, double share) {
    return sim_add_scaled(a->butt, sim_sub(a->tip, a->butt), share);
}

static double radius_at(const struct axis *a, double share) {
    return 0.5 * ter_stem_diameter(a->stem, share * a->length);
}

// [m] of air between the bark of a at that share of its length and the nearest of b.
static double air_at(const struct axis *a, double s, const struct axis *b) {
    const struct sim_vec3 p = point_on(a, s), v = sim_sub(b->tip, b->butt);
    const double t = sim_clamp(sim_dot(sim_sub(p, b->butt), v) / sim_dot(v, v), 0.0, 1.0);
    return sim_length(sim_sub(p, point_on(b, t))) - radius_at(a, s) - radius_at(b, t);
}

// The share of a's length that is closest to the infinite axis of b (Ericson, Real-Time Collision
// Detection, 5.1.8).
static double closest_share(const struct axis *a, const struct axis *b) {
    const struct sim_vec3 u = sim_sub(a->tip, a->butt), v = sim_sub(b->tip, b->butt);
    const struct sim_vec3 w = sim_sub(a->butt, b->butt);
    const double uu = sim_dot(u, u), uv = sim_dot(u, v), vv = sim_dot(v, v);
    const double det = uu * vv - uv * uv;
    const double s = (uv * sim_dot(v, w) - vv * sim_dot(u, w)) / det;
    return det > 1e-9 * uu * vv ? sim_clamp(s, 0.0, 1.0) : 0.5;
}

// [m] of air between two logs, negative where they cut into each other. The axes of logs side by
// side are closest at their thin ends, their bark is at the thick ones: several points are tried.
static double air_between(const struct axis *a, const struct axis *b) {
    double air = fmin(air_at(a, closest_share(a, b), b), air_at(b, closest_share(b, a), a));
    for (int i = 0; i <= POINTS; i++)
        air = fmin(air, air_at(a, (double)i / POINTS, b));
    return air;
}

// The log on the ground with its middle there: both ends touch, and it is raised where the ground
// between them is higher.
static struct axis on_ground(const struct ter_ground *ground, const struct ter_stem *stem, double x,
                             double y, double heading) {
    const double length = ter_stem_length(stem), half = 0.5 * length;
    const double c = sim_cos(heading), s = sim_sin(heading);
    struct axis a = {sim_vec3(x - c * half, y - s * half, 0.0),
                     sim_vec3(x + c * half, y + s * half, 0.0), length, stem};
    a.butt.z = ter_ground_height(ground, a.butt.x, a.butt.y, NULL) + radius_at(&a, 0.0);
    a.tip.z = ter_ground_height(ground, a.tip.x, a.tip.y, NULL) + radius_at(&a, 1.0);
    const int points = (int)ceil(length / sample);
    double lift = 0.0;
    for (int i = 1; i < points; i++) {
        const double share = (double)i / points;
        const struct sim_vec3 p = point_on(&a, share);
        lift = fmax(lift, ter_ground_height(ground, p.x, p.y, NULL) + radius_at(&a, share) - p.z);
    }
    a.butt.z += lift + gap;
    a.tip.z += lift + gap;
    return a;
}

// The stem's frame lies in its butt, z along it.
static struct sim_pose pose_of(const struct axis *a) {
    const struct sim_vec3 along = sim_unit(sim_sub(a->tip, a->butt));
    return (struct sim_pose){a->butt, sim_quat_between(sim_vec3(0.0, 0.0, 1.0), along)};
}

struct sim_pose dat_pile_rest(const struct ter_ground *ground, const struct ter_stem *stem,
                              double x, double y, double heading) {
    const struct axis a = on_ground(ground, stem, x, y, heading);
    return pose_of(&a);
}

static struct axis axis_of(const struct dat_lying *item) {
    const double length = ter_stem_length(&item->stem);
    return (struct axis){item->pose.p, sim_pose_point(item->pose, sim_vec3(0.0, 0.0, length)),
                         length, &item->stem};
}

static bool is_near(const struct dat_lying *item, const struct axis *a) {
    if (item->slash || item->rut)
        return false;
    const struct axis b = axis_of(item);
    const struct sim_vec3 off = sim_sub(point_on(&b, 0.5), point_on(a, 0.5));
    const double reach = 0.5 * (a->length + b.length) + 1.0;
    return off.x * off.x + off.y * off.y < reach * reach;
}

static bool is_free(const struct axis *a, double lift, const struct dat_lying_list *list) {
    struct axis raised = *a;
    raised.butt.z += lift;
    raised.tip.z += lift;
    for (int i = 0; i < list->count; i++) {
        if (!is_near(&list->items[i], a))
            continue;
        const struct axis other = axis_of(&list->items[i]);
        if (air_between(&raised, &other) < gap)
            return false;
    }
    return true;
}

// [m] above the ground, by bisection from above; infinite: there is no room.
static double lowest_lift(const struct axis *a, const struct dat_lying_list *list) {
    double low = 0.0, high = dat_pile_lift;
    if (is_free(a, low, list))
        return low;
    if (!is_free(a, high, list))
        return (double)INFINITY;
    for (int i = 0; i < HALVINGS; i++) {
        const double middle = 0.5 * (low + high);
        if (is_free(a, middle, list))
            high = middle;
        else
            low = middle;
    }
    return high;
}

static enum dat_pile_result put_log(const struct dat_pile *pile, int index,
                                    const struct dat_pile_kind *kind,
                                    const struct ter_ground *ground, uint64_t *chance,
                                    struct dat_lying_list *list) {
    struct dat_scenario_log log = {.species = kind->species,
                                   .length = kind->length,
                                   .mid_diameter = between(chance, kind->thin, kind->thick)};
    struct dat_lying item = {.kind = VEH_STEM_LOG, .pile = index + 1};
    (void)dat_scenario_log_stem(&log, &item.stem); // both ends of the range have a stem
    const double heading = pile->heading + between(chance, -pile->crossing, pile->crossing);
    const double along = between(chance, -pile->uneven, pile->uneven);
    const double c = sim_cos(pile->heading), s = sim_sin(pile->heading);
    const double x = pile->x - ground->origin_x + along * c;
    const double y = pile->y - ground->origin_y + along * s;
    const double first = uniform(chance); // the places differ from log to log
    struct axis best = {.stem = NULL};
    double least = (double)INFINITY;
    for (int i = 0; i < TRIES; i++) {
        const double left = pile->width * ((i + first) / TRIES - 0.5);
        struct axis a = on_ground(ground, &item.stem, x - left * s, y + left * c, heading);
        const double lift = lowest_lift(&a, list);
        a.butt.z += lift;
        a.tip.z += lift;
        if (a.butt.z + a.tip.z < least) {
            least = a.butt.z + a.tip.z;
            best = a;
        }
    }
    if (best.stem == NULL)
        return DAT_PILE_TOO_HIGH;
    item.pose = pose_of(&best);
    if (!SIM_ARRAY_TRY(list, list->count + 1))
        return DAT_PILE_NO_MEMORY;
    list->items[list->count++] = item;
    return DAT_PILE_DRAWN;
}

enum dat_pile_result dat_pile_draw(const struct dat_pile *pile, int index,
                                   const struct ter_ground *ground, struct dat_lying_list *list) {
    assert(index >= 0 && ground->heights != NULL);
    int left[DAT_PILE_KINDS];
    uint64_t chance = pile->seed;
    for (int k = 0; k < pile->kinds; k++)
        left[k] = pile->kind[k].count;
    for (int rest = dat_pile_logs(pile); rest > 0; rest--) {
        int k = 0;
        for (double at = rest * uniform(&chance); at >= left[k]; k++)
            at -= left[k];
        left[k]--;
        const enum dat_pile_result result =
            put_log(pile, index, &pile->kind[k], ground, &chance, list);
        if (result != DAT_PILE_DRAWN)
            return result;
    }
    return DAT_PILE_DRAWN;
}

int dat_pile_tree(const struct dat_lying *log, const struct ter_stand *stand) {
    enum { MOST = 64 }; // more trees than that grow on the place of no log
    const struct axis a = axis_of(log);
    const double r = radius_at(&a, 0.0);
    int near[MOST];
    const int found =
        ter_stand_query(stand, fmin(a.butt.x, a.tip.x) - r, fmin(a.butt.y, a.tip.y) - r,
                        fmax(a.butt.x, a.tip.x) + r, fmax(a.butt.y, a.tip.y) + r, near, MOST);
    for (int i = 0; i < found && i < MOST; i++) {
        const struct ter_tree *tree = &stand->trees[near[i]];
        const double ux = a.tip.x - a.butt.x, uy = a.tip.y - a.butt.y;
        const double wx = tree->position.x - a.butt.x, wy = tree->position.y - a.butt.y;
        const double t = sim_clamp((wx * ux + wy * uy) / (ux * ux + uy * uy), 0.0, 1.0);
        const double dx = wx - t * ux, dy = wy - t * uy, least = ter_tree_radius(tree) + r;
        if (dx * dx + dy * dy < least * least)
            return near[i];
    }
    return -1;
}
