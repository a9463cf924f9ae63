#include "vehicles/computer/calibration.h"

#include <assert.h>
#include <math.h>
#include <string.h>

#include "sim/base/random.h"

static const double first_class = 0.10, class_width = 0.10; // [m]
static const double length_noise = 0.010;                   // [m] of a log, nothing is wrong
static const double diameter_noise = 0.0035;                // [m] of one diameter
static const double length_range = 0.03;                    // [m] that heads are off
static const double scale_range = 0.008;
static const double diameter_range = 0.02; // [m]
static const double neighbours = 0.006;    // [m] by which classes differ
static const double sure = 2.0;            // deviations of the mean
static const double too_far = 0.15;        // [m] between the measurements of one log

enum { FEWEST_LOGS = 3, MOST_UNKNOWNS = VEH_CALIBRATION_CLASSES };

double veh_calibration_class(int index) {
    assert(index >= 0 && index < VEH_CALIBRATION_CLASSES);
    return first_class + class_width * index;
}

// ---- correction ----

// Shares of the two classes about a diameter; returns the lower one's index.
static int shares(double diameter, double share[2]) {
    const double at = (diameter - first_class) / class_width;
    const double most = VEH_CALIBRATION_CLASSES - 1;
    const double within = fmin(fmax(at, 0.0), most);
    const int low = (int)fmin(floor(within), most - 1.0);
    share[1] = within - low;
    share[0] = 1.0 - share[1];
    return low;
}

static double diameter_correction(const struct veh_correction *c, double diameter) {
    double share[2];
    const int low = shares(diameter, share);
    return share[0] * c->diameter[low] + share[1] * c->diameter[low + 1];
}

double veh_corrected_diameter(const struct veh_correction *c, double diameter) {
    return fmax(diameter + diameter_correction(c, diameter), 0.0);
}

// Corrections are so much smaller than classes are wide that this settles at once. An
// unmeasured diameter, 0, stays so.
static double uncorrected_diameter(const struct veh_correction *c, double diameter) {
    double raw = diameter;
    if (!(diameter > 0.0))
        return 0.0;
    for (int i = 0; i < 4; i++)
        raw = diameter - diameter_correction(c, raw);
    return raw;
}

static double corrected_length(const struct veh_correction *c, double length) {
    return length * (1.0 + c->scale) + c->length;
}

// ---- least squares ----

struct equations {
    double a[MOST_UNKNOWNS][MOST_UNKNOWNS], b[MOST_UNKNOWNS];
    int count;
};

// factor . x shall be value, give or take that much.
static void demand(struct equations *e, const double factor[MOST_UNKNOWNS], double value,
                   double deviation) {
    const double weight = 1.0 / (deviation * deviation);
    for (int i = 0; i < e->count; i++) {
        for (int k = 0; k < e->count; k++)
            e->a[i][k] += weight * factor[i] * factor[k];
        e->b[i] += weight * factor[i] * value;
    }
}

// By elimination; the matrix is positive definite, since each unknown has its range.
static void solve(struct equations *e) {
    for (int i = 0; i < e->count; i++)
        for (int k = i + 1; k < e->count; k++) {
            const double f = e->a[k][i] / e->a[i][i];
            for (int j = i; j < e->count; j++)
                e->a[k][j] -= f * e->a[i][j];
            e->b[k] -= f * e->b[i];
        }
    for (int i = e->count - 1; i >= 0; i--) {
        for (int j = i + 1; j < e->count; j++)
            e->b[i] -= e->a[i][j] * e->b[j];
        e->b[i] /= e->a[i][i];
    }
}

static void fit_length(const struct veh_calibration *c, struct veh_correction *fit) {
    struct equations e = {.count = 2};
    demand(&e, (double[MOST_UNKNOWNS]){1.0, 0.0}, 0.0, length_range);
    demand(&e, (double[MOST_UNKNOWNS]){0.0, 1.0}, 0.0, scale_range);
    for (int i = 0; i < c->pairs; i++)
        demand(&e, (double[MOST_UNKNOWNS]){1.0, c->machine[i].length},
               c->caliper[i].length - c->machine[i].length, length_noise);
    solve(&e);
    fit->length = e.b[0];
    fit->scale = e.b[1];
}

static void demand_diameter(struct equations *e, double machine, double caliper) {
    double share[2], factor[MOST_UNKNOWNS] = {0.0};
    if (!(machine > 0.0))
        return;
    const int low = shares(machine, share);
    factor[low] = share[0];
    factor[low + 1] = share[1];
    demand(e, factor, caliper - machine, diameter_noise);
}

static void fit_diameters(const struct veh_calibration *c, struct veh_correction *fit) {
    struct equations e = {.count = VEH_CALIBRATION_CLASSES};
    for (int i = 0; i < VEH_CALIBRATION_CLASSES; i++) {
        double factor[MOST_UNKNOWNS] = {0.0};
        factor[i] = 1.0;
        demand(&e, factor, 0.0, diameter_range);
        if (i + 1 < VEH_CALIBRATION_CLASSES) {
            factor[i + 1] = -1.0;
            demand(&e, factor, 0.0, neighbours);
        }
    }
    for (int i = 0; i < c->pairs; i++) {
        demand_diameter(&e, c->machine[i].mid, c->caliper[i].mid);
        demand_diameter(&e, c->machine[i].top, c->caliper[i].top);
    }
    solve(&e);
    memcpy(fit->diameter, e.b, sizeof fit->diameter);
}

// The correction that suits all pairs best; those of classes that no log was in follow their
// neighbours'.
static struct veh_correction fit(const struct veh_calibration *c) {
    struct veh_correction result = {0};
    fit_length(c, &result);
    fit_diameters(c, &result);
    return result;
}

// ---- control ----

static double draw(struct veh_calibration *c, double felt) {
    uint64_t bits;
    memcpy(&bits, &felt, sizeof bits);
    c->chance ^= bits;
    return sim_random_unit(&c->chance);
}

int veh_calibration_note(struct veh_calibration *c, const struct veh_control_log *log, double felt,
                         bool *chosen) {
    *chosen = false;
    if (c->over || c->logs == 0) {
        c->over = c->asked = false;
        c->logs = c->read = 0;
        c->chosen = *chosen = draw(c, felt) * VEH_CONTROL_ONE_IN < 1.0;
    }
    if (c->logs == VEH_CONTROL_LOGS)
        return 0;
    c->log[c->logs++] = (struct veh_control_log){
        (log->length - c->used.length) / (1.0 + c->used.scale),
        uncorrected_diameter(&c->used, log->mid), uncorrected_diameter(&c->used, log->top)};
    return c->logs;
}

// The oldest pair makes room.
static void pair(struct veh_calibration *c, const struct veh_control_log *machine,
                 const struct veh_control_log *caliper) {
    if (c->pairs == VEH_CONTROL_PAIRS) {
        c->pairs--;
        memmove(c->machine, c->machine + 1, (size_t)c->pairs * sizeof *c->machine);
        memmove(c->caliper, c->caliper + 1, (size_t)c->pairs * sizeof *c->caliper);
    }
    c->machine[c->pairs] = *machine;
    c->caliper[c->pairs++] = *caliper;
}

// By how much too thick, of those diameters that were measured.
static void add_diameter(const struct veh_calibration *c, double machine, double caliper,
                         double *sum, int *count) {
    if (!(machine > 0.0))
        return;
    *sum += veh_corrected_diameter(&c->used, machine) - caliper;
    (*count)++;
}

// Mean deviations of the last pairs, as they are corrected now.
static void compare(struct veh_calibration *c) {
    double length = 0.0, diameter = 0.0;
    int diameters = 0;
    for (int i = c->pairs - c->read; i < c->pairs; i++) {
        const struct veh_control_log *machine = &c->machine[i], *caliper = &c->caliper[i];
        length += corrected_length(&c->used, machine->length) - caliper->length;
        add_diameter(c, machine->mid, caliper->mid, &diameter, &diameters);
        add_diameter(c, machine->top, caliper->top, &diameter, &diameters);
    }
    c->length_off = length / c->read;
    c->diameter_off = diameters > 0 ? diameter / diameters : 0.0;
}

// Number of the diameters of each class.
static void weigh_classes(const struct veh_calibration *c, double weight[VEH_CALIBRATION_CLASSES]) {
    for (int i = 0; i < 2 * c->pairs; i++) {
        const double d = i % 2 == 0 ? c->machine[i / 2].mid : c->machine[i / 2].top;
        double share[2];
        const int low = shares(d, share);
        weight[low] += d > 0.0 ? share[0] : 0.0;
        weight[low + 1] += d > 0.0 ? share[1] : 0.0;
    }
}

// A correction is worth it where all pairs together deviate by more than chance makes them.
static bool is_worth_it(const struct veh_calibration *c) {
    double length = 0.0, weight[VEH_CALIBRATION_CLASSES] = {0.0};
    for (int i = 0; i < c->pairs; i++)
        length += (corrected_length(&c->proposed, c->machine[i].length) -
                   corrected_length(&c->used, c->machine[i].length)) /
                  c->pairs;
    bool worth = fabs(length) > sure * length_noise / sqrt(c->pairs);
    weigh_classes(c, weight);
    for (int i = 0; i < VEH_CALIBRATION_CLASSES; i++)
        worth = worth || (weight[i] >= 1.0 && fabs(c->proposed.diameter[i] - c->used.diameter[i]) >
                                                  sure * diameter_noise / sqrt(weight[i]));
    return worth && c->pairs >= FEWEST_LOGS;
}

bool veh_calibration_read(struct veh_calibration *c, const struct veh_caliper_reading *reading) {
    if (!c->asked)
        return false;
    if (reading->log > 0 && reading->log <= c->logs) {
        const struct veh_control_log *machine = &c->log[reading->log - 1];
        if (fabs(machine->length - reading->size.length) < too_far) {
            pair(c, machine, &reading->size);
            c->read++;
        }
    }
    if (!reading->done)
        return false;
    c->asked = false;
    if (c->read == 0)
        return false;
    c->logs = 0; // measured twice is enough
    compare(c);
    c->proposed = fit(c);
    c->ready = is_worth_it(c);
    return true;
}

void veh_calibration_accept(struct veh_calibration *c) {
    c->used = c->proposed;
    c->ready = false;
}
