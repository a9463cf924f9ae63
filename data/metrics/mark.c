#include "data/metrics/mark.h"

#include <assert.h>
#include <math.h>
#include <stddef.h>

static const double bronze_points = 60.0, silver_points = 80.0, gold_points = 100.0;

const char *dat_mark_name(enum dat_mark mark) {
    static const char *const names[] = {"none", "bronze", "silver", "gold"};
    assert(mark >= 0 && mark < DAT_MARK_COUNT);
    return names[mark];
}

// The limit or a value so that more is better.
static double upward(const struct dat_rating *rating, double value) {
    return rating->limit[DAT_GOLD] < rating->limit[DAT_BRONZE] ? -value : value;
}

const char *dat_rating_problem(const struct dat_rating *rating) {
    const double bronze = upward(rating, rating->limit[DAT_BRONZE]);
    const double silver = upward(rating, rating->limit[DAT_SILVER]);
    const double gold = upward(rating, rating->limit[DAT_GOLD]);
    if (!(bronze < gold))
        return "'bronze' and 'gold' are equal";
    return silver < bronze || silver > gold ? "'silver' is not between 'bronze' and 'gold'" : NULL;
}

enum dat_mark dat_rating_mark(const struct dat_rating *rating, double value) {
    assert(rating->weight > 0.0);
    enum dat_mark mark = DAT_NO_MARK;
    for (enum dat_mark i = DAT_BRONZE; i <= DAT_GOLD; i++)
        if (upward(rating, value) >= upward(rating, rating->limit[i]))
            mark = i;
    return mark;
}

static double between(double value, double low, double high, double from, double to) {
    return from + (to - from) * (value - low) / (high - low);
}

double dat_rating_points(const struct dat_rating *rating, double value) {
    const double v = upward(rating, value);
    const double bronze = upward(rating, rating->limit[DAT_BRONZE]);
    const double silver = upward(rating, rating->limit[DAT_SILVER]);
    const double gold = upward(rating, rating->limit[DAT_GOLD]);
    assert(rating->weight > 0.0 && dat_rating_problem(rating) == NULL);
    if (v >= gold)
        return gold_points;
    if (v >= silver)
        return between(v, silver, gold, silver_points, gold_points);
    if (v >= bronze)
        return between(v, bronze, silver, bronze_points, silver_points);
    return fmax(between(v, 2.0 * bronze - gold, bronze, 0.0, bronze_points), 0.0);
}
