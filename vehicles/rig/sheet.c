#include "vehicles/rig/sheet.h"

#include <assert.h>
#include <string.h>

#include "vehicles/part/drive.h"

#define FIGURE_ROW(ID, name, unit, decimals, meaning) {#name, unit, meaning, decimals},
static const struct veh_figure_info figures[VEH_FIGURE_COUNT] = {VEH_FIGURES(FIGURE_ROW)};

#define CURVE_ROW(ID, name, title, x_label, y_label) {#name, title, x_label, y_label},
static const struct veh_curve_info curves[VEH_CURVE_COUNT] = {VEH_CURVES(CURVE_ROW)};

// clang-format off
static const struct veh_measurement *const measurements[] = {
    &veh_measure_loads,
    &veh_measure_lift,
    &veh_measure_functions,
    &veh_measure_rock,
    &veh_measure_swing,
    &veh_measure_climb,
    &veh_measure_pull,
    &veh_measure_tip,
    &veh_measure_turn,
    &veh_measure_seat,
    &veh_measure_cut,
};
// clang-format on

const struct veh_figure_info *veh_figure_info(enum veh_figure figure) {
    assert(figure >= 0 && figure < VEH_FIGURE_COUNT);
    return &figures[figure];
}

enum veh_figure veh_figure_find(const char *name) {
    assert(name != NULL);
    for (int i = 0; i < VEH_FIGURE_COUNT; i++)
        if (strcmp(figures[i].name, name) == 0)
            return (enum veh_figure)i;
    return VEH_FIGURE_COUNT;
}

const struct veh_curve_info *veh_curve_info(enum veh_curve_kind curve) {
    assert(curve >= 0 && curve < VEH_CURVE_COUNT);
    return &curves[curve];
}

const struct veh_measurement *const *veh_measurements(int *count) {
    *count = sizeof measurements / sizeof measurements[0];
    return measurements;
}

void veh_sheet_init(struct veh_sheet *sheet) {
    for (int i = 0; i < VEH_FIGURE_COUNT; i++)
        sheet->figure[i] = (double)NAN;
    for (int i = 0; i < VEH_CURVE_COUNT; i++)
        sheet->curve[i].count = 0;
}

void veh_curve_add(struct veh_curve *curve, double x, double y) {
    if (curve->count == VEH_CURVE_POINTS)
        return;
    curve->x[curve->count] = x;
    curve->y[curve->count++] = y;
}

const char *veh_sheet_problem(const struct veh_machine_def *machine) {
    const struct veh_drive_def *drive = veh_drive_def(machine);
    if (drive == NULL || drive->wheels.count == 0)
        return "has no 'drive' with 'wheels': the test stand measures machines, 'kranich simulate' "
               "runs any model";
    return NULL;
}
