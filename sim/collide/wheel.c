// Cylinder on a heightfield.
//
// Rolling: the contact points are the places on both rims where the circle is locally deepest. The
// angle is counted from the lowest place over level ground, not from a mark on the cylinder, so the
// points do not turn with the wheel. A wheel at a bank has two of them per rim. On a ridge the
// circle in the middle is tested, too. Standing on a cap: four marks on the rim and its lowest
// place.
#include <stddef.h>

#include "sim/collide/field.h"

static const double standing_cosine = 0.9; // of the angle between axis and ground normal
static const double sweep = 1.4;           // [rad] how far to both sides a rim is searched
static const double apart = 0.4;           // [rad] smallest angle between two contacts of a rim
// [m] by which the middle has to be deeper than the rims to get a point; its depth is counted from
// there.
static const double ridge_height = 2e-3;
static const double flat = 2e-4;     // [m]
static const double rounding = 1e-6; // [m]

enum { SAMPLES = 13, MAX_PLACES = 4, SECTIONS = 7, PARABOLAS = 3 };
enum { FEATURE_RIM = 0, FEATURE_MARK = 16, FEATURE_CENTRE = 20 };

// Cosines and sines of the samples' angles.
struct fan {
    double step; // [rad]
    double cosine[SAMPLES], sine[SAMPLES];
};

struct circle {
    struct sim_vec3 centre, down, along; // unit down and along span its plane
    double radius;
    double top; // [m] no ground near the cylinder is higher
    const struct fan *fan;
};

// A place of the circle and how far it lies below the ground, measured upwards.
struct place {
    double angle, gap;
    struct sim_vec3 p;
};

static struct fan samples_fan(void) {
    struct fan fan = {.step = 2.0 * sweep / (SAMPLES - 1)};
    double step_cosine, step_sine;
    sim_sin_cos(fan.step, &step_sine, &step_cosine);
    sim_sin_cos(-sweep, &fan.sine[0], &fan.cosine[0]);
    for (int i = 1; i < SAMPLES; i++) {
        fan.cosine[i] = fan.cosine[i - 1] * step_cosine - fan.sine[i - 1] * step_sine;
        fan.sine[i] = fan.sine[i - 1] * step_cosine + fan.cosine[i - 1] * step_sine;
    }
    return fan;
}

static struct sim_vec3 point_at(const struct circle *c, double cosine, double sine) {
    return sim_add_scaled(sim_add_scaled(c->centre, c->down, c->radius * cosine), c->along,
                          c->radius * sine);
}

static struct place place_at(const struct sim_ground *ground, const struct circle *c,
                             double angle) {
    struct place place = {.angle = angle};
    double sine, cosine;
    sim_sin_cos(angle, &sine, &cosine);
    place.p = point_at(c, cosine, sine);
    place.gap = sim_ground_gap(ground, place.p);
    return place;
}

struct end { // of a stretch that is searched
    double angle, gap;
};

static struct end end_at(const struct place *place) {
    return (struct end){place->angle, place->gap};
}

// Vertex of the parabola through three places, or the middle one's angle where there is none.
static double vertex(const struct end *a, const struct place *b, const struct end *c) {
    const double p = (b->angle - a->angle) * (b->gap - c->gap);
    const double q = (b->angle - c->angle) * (b->gap - a->gap);
    return fabs(p - q) > 1e-300
               ? b->angle - 0.5 * ((b->angle - a->angle) * p - (b->angle - c->angle) * q) / (p - q)
               : b->angle;
}

// The deepest place between a and c, b being deeper than both: golden sections, then parabolas,
// which are exact to rounding on plane ground.
static struct place settle(const struct sim_ground *ground, const struct circle *circle,
                           struct end a, struct place b, struct end c) {
    for (int i = 0; i < SECTIONS + PARABOLAS; i++) {
        const bool wider = b.angle - a.angle > c.angle - b.angle;
        double angle = wider ? b.angle - 0.38196601125 * (b.angle - a.angle)
                             : b.angle + 0.38196601125 * (c.angle - b.angle);
        if (i >= SECTIONS)
            angle = vertex(&a, &b, &c);
        if (!(angle > a.angle && angle < c.angle) || fabs(angle - b.angle) < 1e-9)
            break;
        const struct place place = place_at(ground, circle, angle);
        const bool better = place.gap > b.gap, before = angle < b.angle;
        const struct end out = better ? end_at(&b) : end_at(&place);
        if (better)
            b = place;
        if (better == before)
            c = out;
        else
            a = out;
    }
    return b;
}

// Samples of the circle, from the middle outwards. Where one is so high above all ground that it
// can neither be the deepest nor within slack [m] of it, the ground below is not looked at and its
// gap is -HUGE_VAL. Returns the deepest.
static int take_samples(const struct sim_ground *ground, const struct circle *c, double slack,
                        struct place sample[SAMPLES]) {
    double least = 0.0; // what the deepest reaches for sure, where it is not above all ground
    for (int k = 0; k < SAMPLES; k++) {
        const int i = SAMPLES / 2 + (k % 2 == 0 ? k / 2 : -(k + 1) / 2);
        struct place *s = &sample[i];
        s->angle = i * c->fan->step - sweep;
        s->p = point_at(c, c->fan->cosine[i], c->fan->sine[i]);
        const bool high = k > 0 && c->top - s->p.z < least - slack - rounding;
        s->gap = high ? -HUGE_VAL : sim_ground_gap(ground, s->p);
        if (k == 0 || s->gap > least)
            least = s->gap < 0.0 ? s->gap : 0.0;
    }
    int deepest = 0;
    for (int i = 1; i < SAMPLES; i++)
        if (sample[i].gap > sample[deepest].gap)
            deepest = i;
    return deepest;
}

// The places where the circle is locally deepest, by angle: none if all have a gap below least [m],
// else at least one.
static int lowest_places(const struct sim_ground *ground, const struct circle *c, double least,
                         struct place place[MAX_PLACES]) {
    // Between two samples the circle reaches down by its sagitta, the ground rises by little more.
    const double slack = c->radius * c->fan->step * c->fan->step;
    struct place sample[SAMPLES];
    const int deepest = take_samples(ground, c, slack, sample);
    if (sample[deepest].gap < least - slack)
        return 0;
    const double worth = fmin(sample[deepest].gap, 0.0) - slack;
    int count = 0;
    for (int i = 1; i + 1 < SAMPLES && count < MAX_PLACES; i++) {
        if (!(sample[i].gap >= sample[i - 1].gap && sample[i].gap > sample[i + 1].gap &&
              sample[i].gap > worth))
            continue;
        for (int side = -1; side <= 1; side += 2)
            if (sample[i + side].gap == -HUGE_VAL)
                sample[i + side].gap = sim_ground_gap(ground, sample[i + side].p);
        place[count++] =
            settle(ground, c, end_at(&sample[i - 1]), sample[i], end_at(&sample[i + 1]));
    }
    if (count == 0)
        place[count++] = sample[deepest];
    return count;
}

// less: [m] by which the depth is reduced.
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
        if (fabs(place[i].angle - first->angle) > apart &&
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
    const int count = lowest_places(ground, middle, rims + ridge_height, ridge);
    const struct place *top = deepest_of(ridge, count);
    if (count > 0 && top->gap > rims + ridge_height)
        add_place(ground, top, ridge_height, FEATURE_RIM + 8, contacts);
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
    if (lowest->gap > marks + flat)
        add_place(ground, lowest, 0.0, FEATURE_RIM + 4 * (uint32_t)end, contacts);
    centre.p = rim->centre;
    centre.gap = sim_ground_gap(ground, centre.p);
    if (centre.gap > marks + ridge_height)
        add_place(ground, &centre, ridge_height, FEATURE_CENTRE, contacts);
}

void sim_collide_cylinder_field(const struct sim_shape *a, const struct sim_pose *pose_a,
                                const struct sim_shape *b, const struct sim_pose *pose_b,
                                struct sim_contacts *contacts) {
    const struct sim_ground ground = sim_ground_of(b, pose_b);
    const struct sim_aabb bounds = sim_shape_bounds(a, pose_a, 0.0);
    const double top = sim_ground_top(&ground, &bounds);
    if (!(bounds.low.z - contacts->margin < top))
        return;
    const struct sim_mat3 m = sim_mat3_from_quat(pose_a->q);
    const struct sim_vec3 mark[2] = {{m.m[0][0], m.m[1][0], m.m[2][0]},
                                     {m.m[0][1], m.m[1][1], m.m[2][1]}};
    const struct sim_vec3 axis = {m.m[0][2], m.m[1][2], m.m[2][2]};
    struct sim_vec3 up;
    sim_ground_depth(&ground, pose_a->p, &up);
    const double upright = sim_dot(axis, up);
    const struct sim_vec3 down = sim_unit_or(sim_sub(sim_scale(axis, upright), up), mark[0]);
    const struct fan fan = samples_fan();
    struct circle circle = {pose_a->p, down, sim_cross(axis, down), a->radius[0], top, &fan};
    if (fabs(upright) <= standing_cosine) {
        add_rolling(&ground, &circle, axis, a->half_length, contacts);
        return;
    }
    const int end = upright > 0.0 ? 0 : 1;
    circle.centre = sim_add_scaled(pose_a->p, axis, end == 0 ? -a->half_length : a->half_length);
    add_standing(&ground, &circle, end, mark, contacts);
}
