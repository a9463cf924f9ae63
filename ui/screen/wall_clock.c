#include "ui/screen/wall_clock.h"

#include <stdint.h>
#include <stdio.h>
#include <time.h>

// [s] since 1970; the Gregorian calendar. The year begins in March here, so that a leap day is its
// last.
static time_t seconds_of_utc(int year, int month, int day, int hour, int minute, int second) {
    const int y = month > 2 ? year : year - 1, m = month > 2 ? month - 3 : month + 9;
    const int64_t days = 365LL * y + y / 4 - y / 100 + y / 400 + (153 * m + 2) / 5 + day - 719469;
    return (time_t)(((days * 24 + hour) * 60 + minute) * 60 + second);
}

void ui_local_time_text(const char *utc, char *text, size_t size) {
    int year, month, day, hour, minute, second;
    const bool known =
        sscanf(utc, "%4d-%2d-%2dT%2d:%2d:%2d", &year, &month, &day, &hour, &minute, &second) == 6;
    const time_t seconds = known ? seconds_of_utc(year, month, day, hour, minute, second) : 0;
    struct tm local;
    if (!known || localtime_r(&seconds, &local) == NULL ||
        strftime(text, size, "%Y-%m-%d %H:%M", &local) == 0)
        (void)snprintf(text, size, "%s", utc);
}
