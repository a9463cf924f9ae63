// Cylinder on a heightfield.
//
// Rolling: on both rims the places are looked for where the circle is locally deepest; the angle is
// counted from the lowest place over level ground, not from a mark on the cylinder, so the points
// do not turn with the wheel. A wheel at a bank has two of them per rim. On a ridge the circle in
// the middle is looked at, too. Standing on a cap: four marks on the rim and its lowest place.
#include "sim/collide_field.h"

#include <stddef.h>

static const double STANDING_COSINE = 0.9; // of the angle between axis and ground normal
static const double SWEEP = 1.4;           // [rad] how far to both sides a rim is searched
static const double APART = 0.4;           // [rad] smallest angle between two contacts of a rim
// [m] by which the middle has to be deeper than the rims to get a point; its depth is counted from
// there.
static const double RIDGE = 2e-3;
static const double FLAT = 2e-4; // [m]

enum { SAMPLES = 13, MAX_PLACES = 4, SECTIONS = 7, PARABOLAS = 3 };
enum { FEATURE_RIM = 0, FEATURE_MARK = 16, FEATURE_CENTRE = 20 };

struct circle {
    struct sim_vec3 centre, down, along; // unit down and along span its plane
    double radius;
};

// A place of the circle and how far it lies below the ground, measured upwards.
struct place {
    double angle, gap;
    struct sim_vec3 p;
};

static struct place place_at(const struct sim_ground *ground, const struct circle *c, double angle,
                             double cosine, double sine) {
    struct place place = {.angle = angle};
    place.p = sim_add_scaled(sim_add_scaled(c->centre, c->down, c->radius * cosine), c->along,
                             c->radius * sine);
    place.gap = sim_ground_gap(ground, place.p);
    return place;
}

// Vertex of the parabola through three places, or the middle one's angle where there is none.
static double vertex(const struct place *a, const struct place *b, const struct place *c) {
    const double p = (b->angle - a->angle) * (b->gap - c->gap);
    const double q = (b->angle - c->angle) * (b->gap - a->gap);
    return fabs(p - q) > 1e-300
               ? b->angle - 0.5 * ((b->angle - a->angle) * p - (b->angle - c->angle) * q) / (p - q)
               : b->angle;
}

// The deepest place between a and c, b being deeper than both: golden sections, then parabolas,
// which are exact to rounding on plane ground.
static struct place settle(const struct sim_ground *ground, const struct circle *circle,
                           struct place a, struct place b, struct place c) {
    for (int i = 0; i < SECTIONS + PARABOLAS; i++) {
        const bool before = b.angle - a.angle > c.angle - b.angle;
        double angle = before ? b.angle - 0.38196601125 * (b.angle - a.angle)
                              : b.angle + 0.38196601125 * (c.angle - b.angle);
        if (i >= SECTIONS)
            angle = vertex(&a, &b, &c);
        if (!(angle > a.angle && angle < c.angle) || fabs(angle - b.angle) < 1e-9)
            break;
        const struct place place = place_at(ground, circle, angle, sim_cos(angle), sim_sin(angle));
        if (place.gap > b.gap) {
            *(angle < b.angle ? &c : &a) = b;
            b = place;
        } else {
            *(angle < b.angle ? &a : &c) = place;
        }
    }
    return b;
}

// The places where the circle is locally deepest, by angle. None where all lie higher than least,
// else at least one.
static int lowest_places(const struct sim_ground *ground, const struct circle *c, double least,
                         struct place place[MAX_PLACES]) {
    const double step = 2.0 * SWEEP / (SAMPLES - 1);
    const double step_cosine = sim_cos(step), step_sine = sim_sin(step);
    double cosine = sim_cos(SWEEP), sine = -sim_sin(SWEEP);
    struct place sample[SAMPLES];
    int count = 0, deepest = 0;
    for (int i = 0; i < SAMPLES; i++) {
        sample[i] = place_at(ground, c, i * step - SWEEP, cosine, sine);
        if (sample[i].gap > sample[deepest].gap)
            deepest = i;
        const double turned = cosine * step_cosine - sine * step_sine;
        sine = sine * step_cosine + cosine * step_sine;
        cosine = turned;
    }
    // Between two samples the circle reaches down by its sagitta, the ground rises by little more.
    const double slack = c->radius * step * step;
    if (sample[deepest].gap < least - slack)
        return 0;
    for (int i = 1; i + 1 < SAMPLES && count < MAX_PLACES; i++)
        if (sample[i].gap >= sample[i - 1].gap && sample[i].gap > sample[i + 1].gap &&
            sample[i].gap > fmin(sample[deepest].gap, 0.0) - slack)
            place[count++] = settle(ground, c, sample[i - 1], sample[i], sample[i + 1]);
    if (count == 0)
        place[count++] = sample[deepest];
    return count;
}

// less: by how much the depth is counted less.
static void add_place(const struct sim_ground *ground, const struct place *place, double less,
                      uint32_t feature, struct sim_contacts *contacts) {
    struct sim_vec3 normal;
    const double depth = sim_ground_depth(ground, place->p, &normal);
    sim_contacts_add(contacts, place->p, normal, depth - less, feature);
}

// The two deepest places of a rim. The one nearer to the bottom has the rim's first feature, the
// other one tells whether it lies before or behind.
static void add_rim(const struct sim_ground *ground, const struct place *place, int count,
                    uint32_t feature, struct sim_contacts *contacts) {
    const struct place *first = &place[0];
    for (int i = 1; i < count; i++)
        if (place[i].gap > first->gap)
            first = &place[i];
    const struct place *second = NULL;
    for (int i = 0; i < count; i++)
        if (fabs(place[i].angle - first->angle) > APART &&
            (second == NULL || place[i].gap > second->gap))
            second = &place[i];
    if (second != NULL && second->gap > -contacts->margin &&
        fabs(second->angle) < fabs(first->angle)) {
        const struct place *swap = first;
        first = second;
        second = swap;
    }
    add_place(ground, first, 0.0, feature, contacts);
    if (second != NULL)
        add_place(ground, second, 0.0, feature + (second->angle > first->angle ? 1 : 2), contacts);
}

static const struct place *deepest_of(const struct place *place, int count) {
    const struct place *best = &place[0];
    for (int i = 1; i < count; i++)
        if (place[i].gap > best->gap)
            best = &place[i];
    return best;
}

static void add_rolling(const struct sim_ground *ground, const struct circle *middle,
                        struct sim_vec3 axis, double half, struct sim_contacts *contacts) {
    struct place place[2][MAX_PLACES], ridge[MAX_PLACES];
    double rims = 0.0;
    for (int rim = 0; rim < 2; rim++) {
        struct circle c = *middle;
        c.centre = sim_add_scaled(c.centre, axis, rim == 0 ? -half : half);
        const int count = lowest_places(ground, &c, -HUGE_VAL, place[rim]);
        add_rim(ground, place[rim], count, FEATURE_RIM + 4 * (uint32_t)rim, contacts);
        rims += 0.5 * deepest_of(place[rim], count)->gap;
    }
    const int count = lowest_places(ground, middle, rims + RIDGE, ridge);
    const struct place *top = deepest_of(ridge, count);
    if (count > 0 && top->gap > rims + RIDGE)
        add_place(ground, top, RIDGE, FEATURE_RIM + 8, contacts);
}

static void add_standing(const struct sim_ground *ground, const struct circle *rim, int end,
                         const struct sim_vec3 mark[2], struct sim_contacts *contacts) {
    double marks = -HUGE_VAL;
    for (int i = 0; i < 4; i++) {
        struct place place;
        place.p = sim_add_scaled(rim->centre, mark[i / 2], i % 2 == 0 ? rim->radius : -rim->radius);
        place.gap = sim_ground_gap(ground, place.p);
        add_place(ground, &place, 0.0, FEATURE_MARK + (uint32_t)i, contacts);
        marks = fmax(marks, place.gap);
    }
    struct place low[MAX_PLACES], centre;
    const struct place *lowest = deepest_of(low, lowest_places(ground, rim, -HUGE_VAL, low));
    if (lowest->gap > marks + FLAT)
        add_place(ground, lowest, 0.0, FEATURE_RIM + 4 * (uint32_t)end, contacts);
    centre.p = rim->centre;
    centre.gap = sim_ground_gap(ground, centre.p);
    if (centre.gap > marks + RIDGE)
        add_place(ground, &centre, RIDGE, FEATURE_CENTRE, contacts);
}

void sim_collide_cylinder_field(const struct sim_shape *a, const struct sim_pose *pose,
                                const struct sim_ground *ground, struct sim_contacts *contacts) {
    const struct sim_aabb bounds = sim_shape_bounds(a, pose, 0.0);
    if (!(bounds.low.z - contacts->margin < sim_ground_top(ground, &bounds)))
        return;
    const struct sim_mat3 m = sim_mat3_from_quat(pose->q);
    const struct sim_vec3 mark[2] = {{m.m[0][0], m.m[1][0], m.m[2][0]},
                                     {m.m[0][1], m.m[1][1], m.m[2][1]}};
    const struct sim_vec3 axis = {m.m[0][2], m.m[1][2], m.m[2][2]};
    struct sim_vec3 up;
    sim_ground_depth(ground, pose->p, &up);
    const double upright = sim_dot(axis, up);
    const struct sim_vec3 down = sim_unit_or(sim_sub(sim_scale(axis, upright), up), mark[0]);
    struct circle circle = {pose->p, down, sim_cross(axis, down), a->radius[0]};
    if (fabs(upright) <= STANDING_COSINE) {
        add_rolling(ground, &circle, axis, a->half_length, contacts);
        return;
    }
    const int end = upright > 0.0 ? 0 : 1;
    circle.centre = sim_add_scaled(pose->p, axis, end == 0 ? -a->half_length : a->half_length);
    add_standing(ground, &circle, end, mark, contacts);
}
