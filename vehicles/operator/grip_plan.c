#include "vehicles/operator/grip_plan.h"

#include <assert.h>
#include <stdlib.h>

static const double on_ground = 0.03; // [m] of the tips above the ground
static const double on_logs = 0.02;   // [m] of the tips above a log that stays
// Of a log's radius that the tips must be below its axis. On the ground the crane presses them
// under the logs; those that run on other logs rise with what they close around, and lose it.
static const double wedge_on_ground = 0.2, wedge_on_logs = 0.5;
static const double push = 0.3; // of a log's radius above its axis
// Logs lie close in a bunk: a tip that stands between two of them is pressed down and parts them.
static const double push_in_bunk = 0.8;
static const double tip_room = 0.03;       // [m] that a tip needs to either side
static const double steep_cosine = 0.5;    // of the angle to the grip: such a log crosses it
static const double balance = 0.25;        // of its length that a log's centre may be away
static const double end_share = 0.06;      // of a log at either end, where no tong holds
static const double crossing_cosine = 0.9; // of the angle to the grip at which a log hangs well
static const double off_middle = 0.3;      // share of its value that a grip loses at its edge
static const double failed = 0.5;          // share of its mass that a grip loses by each failure
static const double failed_near = 0.2;     // [m] from there
static const double failed_alike = 0.2;    // [rad] of the openings
static const double overload = 3.0;        // cost of each kg beyond what can be lifted or held
static const double far_cost = 0.02;       // share of a grip's value per metre from the pillar
// Openings that are tried, and places to the left and right of a log, so far from each other.
static const double openings[] = {0.35, 0.5, 0.65, 0.8, 1.0, 1.25};
enum {
    OPENINGS = sizeof openings / sizeof openings[0],
    SIDES = 16,
    SHIFTS = 3,
    DEPTHS = 6,
    PRISES = 2
};
static const double side_step = 0.05; // [m]
// In a bunk, places along the logs are tried too: the stakes keep the tips from some.
static const double shifts[] = {0.0, 0.4, -0.4}; // [m]
// [m] from the middle of the jaws to a stake beside them: their blades and the stake take 0.3 m,
// the rest is what a grapple swings.
static const double stake_ahead = 0.4;
static const double stake_aside = 0.18; // [m] from a tip's middle to a stake's

// In a bunk, of a log: from there to there [m] from the middle of the jaws ever less comes with
// them.
static const double gather_from = 0.4, gather_range = 0.4;
static const double depth_step = 0.08; // [m] between the depths that are tried there
static const double prise_step = 0.05; // [m] outward, of places to which a tip slides
static const double dig = 0.05;        // [m] that it comes deeper there
static const double comes_along = 0.5; // of what jaws that are pressed in should come under
static const double slips_in = 0.25;   // share of a log above the tips that may come along
// Times its mass, that a log costs which is not wanted: on the ground it can be laid aside, out of
// a bunk it comes onto the wrong pile, and costs a grip of its own.
static const double unwanted_cost = 2.0, unwanted_in_bunk = 4.0;
static const double alone_cost = 1.0; // the same of one that has to be gripped alone there, too

// A log in the plane of the jaws.
struct section {
    const struct veh_grip_log *log;
    double low, high; // [m] to the left of the grip that it covers, from and to
    double y, z;      // [m] of its axis in the plane
    double ahead;     // [m] of its centre of mass along the grip
    double cosine;    // of its angle to the grip
    bool crosses;     // too steep to be gripped
};

struct plane {
    struct sim_vec3 origin, along, left;
    struct section *sections; // as many as logs
    int count;
};

static struct sim_vec3 level_direction(const struct veh_grip_log *log) {
    struct sim_vec3 d = sim_sub(log->tip, log->butt);
    d.z = 0.0;
    return sim_unit_or(d, sim_vec3(1.0, 0.0, 0.0));
}

static struct sim_vec3 centre_of(const struct veh_grip_log *log) {
    return sim_add_scaled(log->butt, sim_unit(sim_sub(log->tip, log->butt)), log->centre);
}

// False: the log does not come near the plane.
static bool cut_log(const struct plane *plane, const struct veh_grip_log *log,
                    struct section *section) {
    const struct sim_vec3 axis = sim_sub(log->tip, log->butt);
    const struct sim_vec3 from = sim_sub(log->butt, plane->origin);
    const double length = sim_length(axis), run = sim_dot(axis, plane->along);
    const double slant = sim_dot(axis, plane->left);
    const double cosine = fabs(run) / fmax(sqrt(run * run + slant * slant), 1e-9);
    const double jaw = 0.2; // [m] of the jaws along the grip, to either side
    // The part of the log between the planes that bound the jaws.
    const double a0 = sim_dot(from, plane->along);
    double t0 = 0.0, t1 = 1.0;
    if (fabs(run) > 1e-6) {
        const double p = (-jaw - a0) / run, q = (jaw - a0) / run;
        t0 = fmax(t0, fmin(p, q));
        t1 = fmin(t1, fmax(p, q));
    } else if (fabs(a0) > jaw) {
        return false;
    }
    if (t0 > t1 || length <= 0.0)
        return false;
    const double y0 = sim_dot(from, plane->left) + t0 * slant;
    const double y1 = sim_dot(from, plane->left) + t1 * slant, t = 0.5 * (t0 + t1);
    *section = (struct section){.log = log,
                                .low = fmin(y0, y1) - log->radius,
                                .high = fmax(y0, y1) + log->radius,
                                .y = 0.5 * (y0 + y1),
                                .z = log->butt.z + t * axis.z,
                                .ahead = a0 + run * log->centre / length,
                                .cosine = cosine};
    section->crosses = cosine < steep_cosine || t < end_share || t > 1.0 - end_share;
    return true;
}

static void cut_all(const struct veh_grip_scene *scene, struct plane *plane) {
    plane->left = sim_vec3(-plane->along.y, plane->along.x, 0.0);
    plane->count = 0;
    for (int i = 0; i < scene->count; i++)
        plane->count += cut_log(plane, &scene->logs[i], &plane->sections[plane->count]);
}

static double ground_below(const struct veh_grip_scene *scene, struct sim_vec3 p) {
    return scene->ground != NULL ? ter_ground_height(scene->ground, p.x, p.y, NULL) : 0.0;
}

static double ground_at(const struct veh_grip_scene *scene, const struct plane *plane, double y) {
    return ground_below(scene, sim_add_scaled(plane->origin, plane->left, y));
}

static double mean_ground(const struct veh_grip_scene *scene, const struct plane *plane, double y,
                          double half) {
    return 0.5 * (ground_at(scene, plane, y - half) + ground_at(scene, plane, y + half));
}

// Do tips of that height come below enough of it to lift it? ground: the height at which they are
// on it.
static bool is_above(const struct section *s, double tips, double ground) {
    return s->z > tips + (tips > ground ? wedge_on_logs : wedge_on_ground) * s->log->radius;
}

// Will the tips, half apart and around y, enclose it at all?
static bool is_between(const struct section *s, double y, double half) {
    return fabs(s->y - y) < half - 0.5 * s->log->radius;
}

// May it get between them where they are a little wider or deeper than planned?
static bool may_slip_in(const struct section *s, double y, double half, double tips) {
    return is_between(s, y, half) && s->z + 0.5 * s->log->radius > tips;
}

// [m] of a log's bark above a place to the left of the grip; minus infinity beside it.
static double bark_at(const struct section *s, double y) {
    const double off = fmax(fmax(y - (s->high - s->log->radius), s->low + s->log->radius - y), 0.0);
    const double r = s->log->radius, beside = fmax(off - tip_room, 0.0);
    return beside < r ? s->z + sqrt(r * r - beside * beside) : -(double)INFINITY;
}

// [m] in the world, at which a tip that comes down there meets the ground or a log. Between two
// logs it comes as deep as where they touch.
static double landing(const struct veh_grip_scene *scene, const struct plane *plane, double y) {
    double height = ground_at(scene, plane, y) + on_ground;
    for (int i = 0; i < plane->count; i++)
        height = fmax(height, bark_at(&plane->sections[i], y));
    return height;
}

// A tip that has landed there presses at most this high against the log.
static bool is_pushed(const struct veh_grip_scene *scene, const struct section *s, double land) {
    return land < s->z + (scene->ground != NULL ? push : push_in_bunk) * s->log->radius;
}

// [m] in the world: of the tips, where the base meets the top log between them.
static double tips_at_base(const struct veh_grip_scene *scene, const struct plane *plane, double y,
                           double opening) {
    const struct veh_jaws *jaws = scene->jaws;
    double top = -(double)INFINITY;
    for (int i = 0; i < plane->count; i++) {
        const struct section *s = &plane->sections[i];
        if (s->high > y - jaws->base_half && s->low < y + jaws->base_half)
            top = fmax(top, s->z + s->log->radius);
    }
    return top + on_logs - (jaws->base_low - veh_jaws_tip_height(jaws, opening));
}

// [m] in the world, at which the tips run while they close: as deep as the ground allows, the logs
// under the base, and those between the tips that stay because they are too deep.
static double running(const struct veh_grip_scene *scene, const struct plane *plane, double y,
                      double half, double opening) {
    const double ground = mean_ground(scene, plane, y, half) + on_ground;
    double tips = fmax(ground, tips_at_base(scene, plane, y, opening));
    for (int i = 0; i < plane->count; i++) {
        const struct section *s = &plane->sections[i];
        if (s->z + s->log->radius + on_logs <= tips || !is_between(s, y, half) ||
            is_above(s, tips, ground))
            continue;
        tips = s->z + s->log->radius + on_logs;
        i = -1; // from the beginning: others may have become too deep by it
    }
    return tips;
}

// The part of a log in the value of a grip.
static double worth(const struct veh_grip_scene *scene, const struct section *s) {
    const double length = sim_length(sim_sub(s->log->tip, s->log->butt));
    const double off = s->ahead / (balance * length);
    const double turned = (1.0 - s->cosine) / (1.0 - crossing_cosine);
    if (!s->log->wanted || s->crosses)
        return -(scene->ground != NULL          ? unwanted_cost
                 : s->log->alone && !s->crosses ? alone_cost
                                                : unwanted_in_bunk) *
               s->log->mass;
    return s->log->mass * fmax(1.0 - off * off - 0.5 * turned * turned, -1.0);
}

bool veh_grip_reaches(const struct veh_grip_scene *scene, struct sim_vec3 p, double *radius) {
    const struct sim_vec3 in = sim_pose_local(scene->machine, p);
    const double dx = p.x - scene->pillar.x, dy = p.y - scene->pillar.y;
    *radius = sqrt(dx * dx + dy * dy);
    if (in.x < scene->machine_front && in.x > scene->machine_back &&
        fabs(in.y) < scene->machine_side)
        return false;
    return *radius > scene->reach_low && *radius < scene->reach_high;
}

// Is it on the inner side of the stakes, or between two of them?
static bool passes_stakes(const struct veh_grip_scene *scene, struct sim_vec3 tip) {
    for (int i = 0; i < scene->stake_count; i++) {
        const struct sim_vec3 stake = scene->stakes[i];
        const double side = stake.y < 0.0 ? -1.0 : 1.0;
        if (fabs(tip.x - stake.x) < stake_ahead && side * (stake.y - tip.y) < stake_aside)
            return false;
    }
    return fabs(tip.y) < scene->wall;
}

// Do the tips, half apart, come down into the bunk?
static bool fits_bunk(const struct veh_grip_scene *scene, const struct plane *plane, double y,
                      double half) {
    return scene->ground != NULL ||
           (passes_stakes(scene, sim_add_scaled(plane->origin, plane->left, y - half)) &&
            passes_stakes(scene, sim_add_scaled(plane->origin, plane->left, y + half)));
}

static int count_failures(const struct veh_grip_scene *scene, struct sim_vec3 p, double opening) {
    int count = 0;
    for (int i = 0; i < scene->failure_count; i++) {
        const struct sim_vec3 d = sim_sub(scene->failures[i].point, p);
        count += d.x * d.x + d.y * d.y < failed_near * failed_near &&
                 fabs(scene->failures[i].opening - opening) < failed_alike;
    }
    return count;
}

// Of more than it can hold or lift, some will fall or stay.
static void take_off(const struct veh_grip_scene *scene, double radius, double area,
                     struct veh_grip *grip) {
    grip->value *= 1.0 - far_cost * radius;
    const double most = fmin(scene->mass_most, scene->moment_most / fmax(radius, 1.0));
    if (grip->count > 1)
        grip->value -= overload * fmax(grip->mass - most, 0.0);
    if (area > scene->area_most)
        grip->value -= overload * grip->mass * (1.0 - scene->area_most / area);
    grip->value -= failed * grip->mass * count_failures(scene, grip->point, grip->opening);
}

static void keep_better(const struct veh_grip_scene *scene, const struct veh_grip *grip,
                        struct veh_grip *best) {
    if (grip->count > 0 && grip->reached && (!scene->pure || grip->pure) &&
        grip->value > best->value)
        *best = *grip;
}

// Fills what the grip takes and its value.
static void judge(const struct veh_grip_scene *scene, const struct plane *plane, double y,
                  double opening, struct veh_grip *grip) {
    const double half = veh_jaws_half_width(scene->jaws, opening);
    const double ground = mean_ground(scene, plane, y, half);
    const double tips = running(scene, plane, y, half, opening);
    const double land[2] = {landing(scene, plane, y - half), landing(scene, plane, y + half)};
    double area = 0.0, moment = 0.0, radius;
    const struct section *right = NULL, *left = NULL; // the outermost that are gripped
    *grip = (struct veh_grip){
        .along = plane->along, .opening = opening, .pure = true, .above = tips - ground};
    grip->point = sim_add_scaled(plane->origin, plane->left, y);
    grip->reached = veh_grip_reaches(scene, grip->point, &radius);
    grip->top = tips;
    for (int i = 0; i < plane->count; i++) {
        const struct section *s = &plane->sections[i];
        grip->pure = grip->pure && (s->log->wanted || !may_slip_in(s, y, half, tips));
        if (!is_between(s, y, half) || !is_above(s, tips, ground + on_ground))
            continue;
        if (!is_pushed(scene, s, land[s->y > y])) {
            grip->value -= s->log->mass;
            continue;
        }
        right = right == NULL || s->y < right->y ? s : right;
        left = left == NULL || s->y > left->y ? s : left;
        grip->value += worth(scene, s);
        grip->mass += s->log->mass;
        moment += s->log->mass * (s->y - y);
        area += SIM_PI * s->log->radius * s->log->radius;
        grip->top = fmax(grip->top, s->z + s->log->radius);
        if (grip->count < VEH_GRIP_LOGS)
            grip->stems[grip->count++] = s->log->stem;
    }
    // A tip that stands on the neighbour gets no hold, wherever the logs lie between the tips.
    if (scene->ground == NULL && right != NULL &&
        (!is_pushed(scene, right, land[0]) || !is_pushed(scene, left, land[1])))
        grip->value -= grip->mass;
    // In their middle the jaws press alike from both sides.
    grip->value -= off_middle * fabs(moment) / half;
    take_off(scene, radius, area, grip);
}

// ---- in a bunk ----

// [m] above the floor: as deep as a tip comes that is pressed down there. The jaws open a little
// further then, and the tip slides off a log into the next crevice.
static double press_in(const struct veh_grip_scene *scene, const struct plane *plane, double y,
                       double outward) {
    double lowest = landing(scene, plane, y);
    for (int k = 1; k <= PRISES; k++) {
        const double there = y + outward * k * prise_step;
        const struct sim_vec3 tip = sim_add_scaled(plane->origin, plane->left, there);
        if (passes_stakes(scene, tip))
            lowest = fmin(lowest, landing(scene, plane, there));
    }
    return fmax(lowest - dig, on_ground);
}

// [m] of the line from the right tip to the left one, at y.
static double line_at(const double tips[2], double y, double from, double half) {
    const double t = sim_clamp(0.5 * (y - from) / half + 0.5, 0.0, 1.0);
    return tips[0] + t * (tips[1] - tips[0]);
}

// Share of a log that the tips will come under: all of one that lies above their line, half of one
// whose axis is as high.
static double share_above(const struct section *s, double line) {
    return sim_clamp(0.5 + 0.5 * (s->z - line) / s->log->radius, 0.0, 1.0);
}

// Share of a log that the tips bring with them: one far from the middle has to be shoved over
// others.
static double gathered(const struct section *s, double y) {
    return sim_clamp(1.0 - (fabs(s->y - y) - gather_from) / gather_range, 0.0, 1.0);
}

// Of each log the share that the closing jaws come under.
static void judge_in_bunk(const struct veh_grip_scene *scene, const struct plane *plane, double y,
                          double opening, const double tips[2], struct veh_grip *grip) {
    const double half = veh_jaws_half_width(scene->jaws, opening);
    double area = 0.0, moment = 0.0, radius;
    *grip = (struct veh_grip){.along = plane->along, .opening = opening, .pure = true};
    grip->point = sim_add_scaled(plane->origin, plane->left, y);
    grip->reached = veh_grip_reaches(scene, grip->point, &radius);
    grip->above = grip->top = 0.5 * (tips[0] + tips[1]);
    for (int i = 0; i < plane->count; i++) {
        const struct section *s = &plane->sections[i];
        const double share = share_above(s, line_at(tips, s->y, y, half));
        if (!is_between(s, y, half) || share <= 0.0)
            continue;
        grip->pure = grip->pure && (s->log->wanted || share < slips_in);
        grip->value += share * (s->log->wanted ? gathered(s, y) : 1.0) * worth(scene, s);
        grip->mass += share * s->log->mass;
        moment += share * s->log->mass * (s->y - y);
        area += share * SIM_PI * s->log->radius * s->log->radius;
        grip->top = fmax(grip->top, s->z + s->log->radius);
        if (share >= 0.5 && grip->count < VEH_GRIP_LOGS)
            grip->stems[grip->count++] = s->log->stem;
    }
    grip->value -= off_middle * fabs(moment) / half;
    take_off(scene, radius, area, grip);
    grip->value *= grip->value > 0.0 ? comes_along : 1.0;
}

// Either the tips run freely below the logs, as on the ground, or they are pressed in: as deep as
// the jaws come, and at depths above that. A shallow grip may bring more, and less of what lies
// below.
static void try_in_bunk(const struct veh_grip_scene *scene, const struct plane *plane, double y,
                        double opening, struct veh_grip *best) {
    const double half = veh_jaws_half_width(scene->jaws, opening);
    if (!fits_bunk(scene, plane, y, half))
        return;
    const double deepest[2] = {press_in(scene, plane, y - half, -1.0),
                               press_in(scene, plane, y + half, 1.0)};
    struct veh_grip clean;
    judge(scene, plane, y, opening, &clean);
    keep_better(scene, &clean, best);
    const double base = tips_at_base(scene, plane, y, opening);
    const double lift = fmax(base - 0.5 * (deepest[0] + deepest[1]), 0.0);
    const double lowest = fmin(deepest[0], deepest[1]) + lift;
    for (int k = 0; k < DEPTHS; k++) {
        const double level = lowest + k * depth_step;
        const double tips[2] = {fmax(deepest[0] + lift, level), fmax(deepest[1] + lift, level)};
        struct veh_grip grip;
        judge_in_bunk(scene, plane, y, opening, tips, &grip);
        keep_better(scene, &grip, best);
    }
}

static void try_plane(const struct veh_grip_scene *scene, struct plane *plane,
                      struct veh_grip *best) {
    cut_all(scene, plane);
    for (int o = 0; o < OPENINGS; o++) {
        for (int i = -SIDES; i <= SIDES; i++) {
            struct veh_grip grip;
            if (openings[o] > scene->jaws->widest || openings[o] < scene->narrowest ||
                (scene->widest > 0.0 && openings[o] > scene->widest))
                continue;
            if (scene->ground == NULL) {
                try_in_bunk(scene, plane, side_step * i, openings[o], best);
                continue;
            }
            judge(scene, plane, side_step * i, openings[o], &grip);
            keep_better(scene, &grip, best);
        }
    }
}

// The mean direction and middle of the logs that the grip takes: the plane of a better one.
static void settle(const struct veh_grip_scene *scene, const struct veh_grip *grip,
                   struct plane *plane) {
    struct sim_vec3 sum = {0.0, 0.0, 0.0}, middle = {0.0, 0.0, 0.0};
    double mass = 0.0;
    for (int i = 0; i < scene->count; i++) {
        const struct veh_grip_log *log = &scene->logs[i];
        for (int k = 0; k < grip->count; k++) {
            if (grip->stems[k] != log->stem)
                continue;
            const struct sim_vec3 d = level_direction(log);
            const double sense = sim_dot(d, grip->along) < 0.0 ? -1.0 : 1.0;
            sum = sim_add_scaled(sum, d, sense * log->mass);
            middle = sim_add_scaled(middle, centre_of(log), log->mass);
            mass += log->mass;
        }
    }
    plane->along = sim_unit_or(sum, grip->along);
    plane->origin = sim_scale(middle, 1.0 / fmax(mass, 1e-9));
}

bool veh_grip_plan(const struct veh_grip_scene *scene, struct veh_grip *best) {
    assert(scene->count == 0 || scene->logs != NULL);
    struct plane plane = {.sections = calloc((size_t)scene->count + 1, sizeof *plane.sections)};
    *best = (struct veh_grip){.value = scene->least};
    for (int i = 0; i < scene->count && plane.sections != NULL; i++) {
        double radius;
        plane.origin = centre_of(&scene->logs[i]);
        plane.along = level_direction(&scene->logs[i]);
        if (!scene->logs[i].wanted || !veh_grip_reaches(scene, plane.origin, &radius))
            continue;
        const struct sim_vec3 middle = plane.origin;
        for (int k = 0; k < (scene->ground != NULL ? 1 : SHIFTS); k++) {
            plane.origin = sim_add_scaled(middle, plane.along, shifts[k]);
            try_plane(scene, &plane, best);
        }
    }
    for (int pass = 0; pass < 2 && best->count > 0; pass++) {
        const struct veh_grip last = *best;
        settle(scene, &last, &plane);
        try_plane(scene, &plane, best);
    }
    free(plane.sections);
    if (best->count > 0)
        best->point.z = ground_below(scene, best->point);
    return best->count > 0;
}
