// Marks: how good a metric's value is. A goal of an exercise may have three limits, bronze, silver
// and gold, rising where more is better and falling where less is.
#pragma once

#include <stdbool.h>

enum dat_mark { DAT_NO_MARK, DAT_BRONZE, DAT_SILVER, DAT_GOLD, DAT_MARK_COUNT };

struct dat_rating {
    double limit[DAT_MARK_COUNT]; // in the metric's unit, by mark; that of DAT_NO_MARK is not used
    double weight;                // share in the points; 0: there are no marks
};

const char *dat_mark_name(enum dat_mark mark); // "gold"; "none". Static storage
// NULL, or what is wrong with the limits of a rating with marks. Static storage.
const char *dat_rating_problem(const struct dat_rating *rating);
// The best mark that the value reaches. The rating has marks.
enum dat_mark dat_rating_mark(const struct dat_rating *rating, double value);
// 100 at gold and beyond, 80 at silver, 60 at bronze, straight between them; from bronze straight
// down to 0, which is reached as far below bronze as gold is above it. The rating has marks.
double dat_rating_points(const struct dat_rating *rating, double value);
