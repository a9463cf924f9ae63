// Grades of a stem, as the operator sees them: numbers from 1 (best) to 9 that hold from a place of
// the stem upwards, as StemGrade of StanForD 2010 has them. The head cannot feel rot or a bow; it
// is told by key from where on the wood is of another grade, and bucks accordingly.
#pragma once

#include <stdbool.h>
#include <stdint.h>

#define VEH_MAX_GRADES 12 // stretches of one stem

struct veh_grades {
    double from[VEH_MAX_GRADES]; // [m] from the butt, rising, whole centimetres
    uint8_t grade[VEH_MAX_GRADES];
    uint8_t count; // 0: not graded
};

// The grade at z [m] from the butt, start where the stem is not graded.
int veh_grade_at(const struct veh_grades *grades, double z, int start);
// Bits 1 << grade of all stretches between two places [m], 0: not graded.
unsigned veh_grades_between(const struct veh_grades *grades, double from, double to);
// From z [m] upwards the stem is of that grade; what was marked above is forgotten. start: the
// grade of what is below, where nothing has been marked. A stem that is full keeps its last
// stretch. The place is rounded down to a centimetre.
void veh_grades_mark(struct veh_grades *grades, double z, int grade, int start);
// Removes what lies below z [m]: a log was cut off.
void veh_grades_cut(struct veh_grades *grades, double z);
// The butt turns out to lie that far [m, 0 or more] below where places were counted from. The
// lowest stretch then reaches down to it.
void veh_grades_raise(struct veh_grades *grades, double by);
