// With the chords c_i between neighbouring points, the slopes m_i at the points make the second
// derivative continuous:
//
//   m_(i-1) / c_(i-1) + 2 m_i (1 / c_(i-1) + 1 / c_i) + m_(i+1) / c_i
//     = 3 (p_i - p_(i-1)) / c_(i-1)^2 + 3 (p_(i+1) - p_i) / c_i^2
//
// and zero at the ends of an open curve. The foot of a point p is where (p - q(x)) . q'(x) = 0.
#include "sim/shape/curve.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

enum { SWEEPS = 60, PIECES = 8, NEWTON = 20 };

// ---- the spline ----

static int next_of(const struct sim_curve *curve, int i) {
    return curve->closed && i == curve->spans ? 1 : i + 1;
}

// One sweep of Gauss-Seidel, whose error falls to less than a half.
static void sweep(struct sim_curve *curve) {
    const int last = curve->spans;
    for (int i = 0; i <= last; i++) {
        const bool before = curve->closed || i > 0, after = curve->closed || i < last;
        const int left = i > 0 ? i - 1 : last - 1, right = next_of(curve, i);
        struct sim_vec3 sum = {0.0, 0.0, 0.0};
        double diagonal = 0.0;
        if (before) {
            const double c = 1.0 / curve->chord[left];
            const struct sim_vec3 way = sim_sub(curve->point[left + 1], curve->point[left]);
            sum = sim_add_scaled(sim_add_scaled(sum, way, 3.0 * c * c), curve->slope[left], -c);
            diagonal += 2.0 * c;
        }
        if (after) {
            const double c = 1.0 / curve->chord[right - 1];
            const struct sim_vec3 way = sim_sub(curve->point[right], curve->point[right - 1]);
            sum = sim_add_scaled(sim_add_scaled(sum, way, 3.0 * c * c), curve->slope[right], -c);
            diagonal += 2.0 * c;
        }
        curve->slope[i] = sim_scale(sum, 1.0 / diagonal);
    }
}

struct local {
    struct sim_vec3 p, d1, d2; // of the parameter
};

static struct local span_at(const struct sim_curve *curve, int i, double x) {
    const double c = curve->chord[i];
    const struct sim_vec3 way = sim_sub(curve->point[i + 1], curve->point[i]);
    // p = p_i + m_i x + a x^2 + b x^3
    const struct sim_vec3 m0 = curve->slope[i], m1 = curve->slope[i + 1];
    const struct sim_vec3 a =
        sim_sub(sim_scale(way, 3.0 / (c * c)), sim_scale(sim_add(sim_scale(m0, 2.0), m1), 1.0 / c));
    const struct sim_vec3 b =
        sim_sub(sim_scale(sim_add(m0, m1), 1.0 / (c * c)), sim_scale(way, 2.0 / (c * c * c)));
    return (struct local){
        sim_add(curve->point[i], sim_scale(sim_add(m0, sim_scale(sim_add_scaled(a, b, x), x)), x)),
        sim_add(m0, sim_scale(sim_add_scaled(sim_scale(a, 2.0), b, 3.0 * x), x)),
        sim_add_scaled(sim_scale(a, 2.0), b, 6.0 * x)};
}

// Length [m] of the span up to x: Gauss's three points on each of its pieces.
static double length_to(const struct sim_curve *curve, int i, double x) {
    static const double node[3] = {-0.77459666924148337704, 0.0, 0.77459666924148337704};
    static const double weight[3] = {5.0 / 9.0, 8.0 / 9.0, 5.0 / 9.0};
    double sum = 0.0;
    for (int k = 0; k < PIECES; k++) {
        const double half = 0.5 * x / PIECES, mid = (2 * k + 1) * half;
        for (int n = 0; n < 3; n++)
            sum += half * weight[n] * sim_length(span_at(curve, i, mid + half * node[n]).d1);
    }
    return sum;
}

static const char *problem_of(const struct sim_vec3 *points, int count, bool closed) {
    if (count < (closed ? 3 : 2))
        return closed ? "a closed curve has at least 3 points" : "a curve has at least 2 points";
    if (count > SIM_CURVE_MAX_POINTS)
        return "a curve has at most 1000 points";
    for (int i = 0; i < count; i++)
        if ((closed || i > 0) &&
            !(sim_length(sim_sub(points[i], points[(i + count - 1) % count])) > 1e-6))
            return "two neighbouring points of the curve are in one place";
    return NULL;
}

struct sim_curve *sim_curve_create(const struct sim_vec3 *points, int count, bool closed,
                                   const char **problem) {
    *problem = problem_of(points, count, closed);
    struct sim_curve *curve = *problem == NULL ? calloc(1, sizeof *curve) : NULL;
    if (curve == NULL)
        return NULL;
    const int spans = closed ? count : count - 1;
    const size_t ends = (size_t)spans + 1;
    *curve = (struct sim_curve){.spans = spans,
                                .closed = closed,
                                .point = calloc(ends, sizeof *curve->point),
                                .slope = calloc(ends, sizeof *curve->slope),
                                .chord = calloc(ends, sizeof *curve->chord),
                                .at = calloc(ends, sizeof *curve->at)};
    if (curve->point == NULL || curve->slope == NULL || curve->chord == NULL || curve->at == NULL) {
        *problem = "there is not enough memory for the curve";
        sim_curve_destroy(curve);
        return NULL;
    }
    memcpy(curve->point, points, (size_t)count * sizeof *points);
    curve->point[spans] = points[spans % count];
    for (int i = 0; i < spans; i++)
        curve->chord[i] = sim_length(sim_sub(curve->point[i + 1], curve->point[i]));
    for (int i = 0; i < SWEEPS; i++)
        sweep(curve);
    for (int i = 0; i < spans; i++)
        curve->at[i + 1] = curve->at[i] + length_to(curve, i, curve->chord[i]);
    curve->length = curve->at[spans];
    return curve;
}

void sim_curve_destroy(struct sim_curve *curve) {
    if (curve == NULL)
        return;
    free(curve->point);
    free(curve->slope);
    free(curve->chord);
    free(curve->at);
    free(curve);
}

// ---- places ----

// The span of a way along the curve, and the parameter in it.
static int find_span(const struct sim_curve *curve, double way, double *x) {
    int low = 0, high = curve->spans;
    while (high - low > 1) {
        const int middle = (low + high) / 2;
        *(curve->at[middle] <= way ? &low : &high) = middle;
    }
    const double share = (way - curve->at[low]) / (curve->at[low + 1] - curve->at[low]);
    *x = sim_clamp(share, 0.0, 1.0) * curve->chord[low];
    return low;
}

// The foot of p, by Newton's method from span to span.
static void find_foot(const struct sim_curve *curve, struct sim_vec3 p, int *span, double *x) {
    for (int i = 0; i < NEWTON; i++) {
        const struct local at = span_at(curve, *span, *x);
        const struct sim_vec3 away = sim_sub(p, at.p);
        const double square = sim_dot(at.d1, at.d1), bend = sim_dot(away, at.d2);
        const double c = curve->chord[*span];
        // Where the curve bends around p as closely as its radius, towards the foot all the same.
        const double step =
            sim_clamp(sim_dot(away, at.d1) / (bend < 0.5 * square ? square - bend : square), -c, c);
        *x += step;
        if (*x < 0.0 && (curve->closed || *span > 0)) {
            *span = *span > 0 ? *span - 1 : curve->spans - 1;
            *x = sim_larger(*x + curve->chord[*span], 0.0);
        } else if (*x > c && (curve->closed || *span + 1 < curve->spans)) {
            *x -= c;
            *span = *span + 1 < curve->spans ? *span + 1 : 0;
            *x = *x < curve->chord[*span] ? *x : curve->chord[*span];
        }
        *x = sim_clamp(*x, 0.0, curve->chord[*span]);
        if (fabs(step) < 1e-13 * c)
            break;
    }
}

static struct sim_curve_place place_at(const struct sim_curve *curve, struct sim_vec3 p, int span,
                                       double x) {
    const struct local at = span_at(curve, span, x);
    struct sim_curve_place place = {curve->at[span] + length_to(curve, span, x), at.p,
                                    sim_unit(at.d1)};
    const bool first = span == 0 && !(x > 0.0),
               last = span == curve->spans - 1 && x >= curve->chord[span];
    const double beyond = sim_dot(sim_sub(p, at.p), place.direction);
    if (!curve->closed && ((first && beyond < 0.0) || (last && beyond > 0.0))) {
        place.way += beyond;
        place.p = sim_add_scaled(place.p, place.direction, beyond);
    }
    return place;
}

struct sim_curve_place sim_curve_near(const struct sim_curve *curve, struct sim_vec3 p,
                                      double way) {
    double x, turns = 0.0;
    if (curve->closed)
        turns = curve->length * floor(way / curve->length);
    int span = find_span(curve, way - turns, &x);
    find_foot(curve, p, &span, &x);
    struct sim_curve_place place = place_at(curve, p, span, x);
    if (curve->closed)
        place.way += curve->length * floor((way - place.way) / curve->length + 0.5);
    return place;
}

struct sim_vec3 sim_curve_point(const struct sim_curve *curve, double share) {
    assert(share >= 0.0 && share <= 1.0);
    const double at = share * curve->spans;
    const int span = at < curve->spans ? (int)at : curve->spans - 1;
    return span_at(curve, span, (at - span) * curve->chord[span]).p;
}

struct sim_curve_place sim_curve_nearest(const struct sim_curve *curve, struct sim_vec3 p) {
    struct sim_curve_place best = {0};
    double least = HUGE_VAL;
    for (int i = 0; i < 4 * curve->spans; i++) {
        int span = i / 4;
        double x = (i % 4 + 0.5) / 4.0 * curve->chord[span];
        find_foot(curve, p, &span, &x);
        const struct sim_curve_place place = place_at(curve, p, span, x);
        const double away = sim_length(sim_sub(p, place.p));
        if (away < least) {
            least = away;
            best = place;
        }
    }
    return best;
}
