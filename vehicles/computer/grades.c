#include "vehicles/computer/grades.h"

#include <assert.h>
#include <math.h>

static double centimetres(double z) {
    return 0.01 * floor(100.0 * z + 0.5);
}

// The last stretch that begins at or below z, -1: none.
static int stretch_at(const struct veh_grades *grades, double z) {
    int i = grades->count - 1;
    while (i >= 0 && grades->from[i] > z + 1e-6)
        i--;
    return i;
}

int veh_grade_at(const struct veh_grades *grades, double z, int start) {
    const int i = stretch_at(grades, z);
    return i >= 0 ? grades->grade[i] : start;
}

unsigned veh_grades_between(const struct veh_grades *grades, double from, double to) {
    assert(from <= to);
    unsigned found = 0;
    const int first = stretch_at(grades, from);
    for (int i = first > 0 ? first : 0; i < grades->count; i++)
        if (grades->from[i] < to - 1e-6)
            found |= 1U << grades->grade[i];
    return found;
}

void veh_grades_mark(struct veh_grades *grades, double z, int grade, int start) {
    assert(grade >= 1 && grade <= 9 && start >= 1 && start <= 9);
    // Downwards, so that the wood at the saw is of the new grade.
    const double at = 0.01 * floor(100.0 * fmax(z, 0.0) + 1e-4);
    if (grades->count == 0) {
        grades->from[0] = 0.0;
        grades->grade[0] = (uint8_t)start;
        grades->count = 1;
    }
    while (grades->count > 0 && grades->from[grades->count - 1] >= at - 1e-6)
        grades->count--;
    // A stretch of the same grade as the one below prolongs it.
    const bool same = grades->count > 0 && grades->grade[grades->count - 1] == grade;
    if (same || grades->count == VEH_MAX_GRADES)
        return;
    grades->from[grades->count] = at;
    grades->grade[grades->count++] = (uint8_t)grade;
}

void veh_grades_cut(struct veh_grades *grades, double z) {
    assert(z >= 0.0);
    const int first = stretch_at(grades, z);
    if (first < 0)
        return;
    for (int i = first; i < grades->count; i++) {
        grades->from[i - first] = centimetres(fmax(grades->from[i] - z, 0.0));
        grades->grade[i - first] = grades->grade[i];
    }
    grades->count = (uint8_t)(grades->count - first);
}

void veh_grades_raise(struct veh_grades *grades, double by) {
    assert(by >= 0.0);
    for (int i = 1; i < grades->count; i++)
        grades->from[i] = centimetres(grades->from[i] + by);
}
