#include "vehicles/operator/novice.h"

#include <assert.h>
#include <math.h>

#include "sim/base/math.h"

static const struct veh_novice_hands grades[VEH_NOVICE_GRADES] = {
    {.delay = 0.30,
     .functions = 1,
     .dwell = 1.0,
     .pause = 0.5,
     .late = 0.20,
     .push = 0.6,
     .tremble = 0.15,
     .eye = 0.06,
     .patience = 3.0},
    {.delay = 0.22,
     .functions = 2,
     .dwell = 1.2,
     .pause = 0.35,
     .late = 0.15,
     .push = 0.7,
     .tremble = 0.10,
     .eye = 0.03,
     .patience = 2.5},
    {.delay = 0.08,
     .functions = 3,
     .dwell = 2.0,
     .pause = 0.1,
     .late = 0.04,
     .push = 0.95,
     .tremble = 0.03,
     .eye = 0.01,
     .patience = 1.5},
};
static const double moves = 0.06;       // [-1 to 1] of a lever that is meant to be moved
static const double correlation = 0.15; // [s] of the trembling

void veh_novice_init(struct veh_novice *novice, int grade, uint64_t seed) {
    assert(grade >= 1 && grade <= VEH_NOVICE_GRADES);
    *novice = (struct veh_novice){.hands = grades[grade - 1], .random = seed};
}

// Uniform between -1 and 1 (splitmix64).
static double draw(uint64_t *state) {
    uint64_t z = (*state += 0x9e3779b97f4a7c15u);
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
    return (double)((z ^ (z >> 31)) >> 11) * 0x1p-52 - 1.0;
}

// ---- eyes ----

// The sum of three uniform draws has 1 of variance.
double veh_novice_aim_higher(struct veh_novice *novice) {
    const double error = draw(&novice->random) + draw(&novice->random) + draw(&novice->random);
    return novice->hands.eye * fmax(1.0 + error, 0.0);
}

static bool of_crane(int lever) {
    return lever >= VEH_SLEW && lever <= VEH_ROTATOR;
}

// ---- delay ----

// Returns what was meant a delay ago.
static struct veh_controls react_late(struct veh_novice *novice, double dt,
                                      const struct veh_controls *meant) {
    const int delay = (int)fmin(novice->hands.delay / dt, VEH_NOVICE_STEPS - 1);
    novice->meant[novice->step % VEH_NOVICE_STEPS] = *meant;
    const int then = novice->step >= delay ? novice->step - delay : 0;
    novice->step++;
    return novice->meant[then % VEH_NOVICE_STEPS];
}

// ---- one function after the other ----

// The function outside the hands that is farthest from where it should be; -1: none.
static int farthest(const struct veh_novice *novice, const struct veh_controls *meant) {
    int next = -1;
    for (int i = VEH_SLEW; i <= VEH_ROTATOR; i++)
        if (novice->held[i] <= 0.0 && fabs(meant->value[i]) > moves &&
            (next < 0 || fabs(meant->value[i]) > fabs(meant->value[next])))
            next = i;
    return next;
}

// Lets functions go that are done, or that have been in the hands long enough while others wait,
// and then takes the one that is farthest from its place; a hand that changes to it pauses.
static void choose_functions(struct veh_novice *novice, double dt,
                             const struct veh_controls *meant) {
    const bool others = farthest(novice, meant) >= 0;
    int count = 0;
    for (int i = VEH_SLEW; i <= VEH_ROTATOR; i++) {
        const bool tired = others && novice->held[i] > novice->hands.dwell;
        if (novice->held[i] <= 0.0)
            continue;
        const bool done = fabs(meant->value[i]) <= moves;
        novice->held[i] = done || tired ? 0.0 : novice->held[i] + dt;
        count += novice->held[i] > 0.0;
    }
    const int next = farthest(novice, meant);
    novice->waited = next < 0 || count >= novice->hands.functions ? 0.0 : novice->waited + dt;
    if (novice->waited <= novice->hands.pause)
        return;
    novice->held[next] = dt;
    novice->waited = 0.0;
}

// ---- coarse hands ----

// An Ornstein-Uhlenbeck process with standard deviation 1: a uniform draw has 1/3 of variance.
static void shake(struct veh_novice *novice, int lever, double dt) {
    const double keep = sim_exp(-dt / correlation);
    novice->noise[lever] =
        keep * novice->noise[lever] + sqrt(3.0 * (1.0 - keep * keep)) * draw(&novice->random);
}

static double push(struct veh_novice *novice, int lever, double dt, double meant) {
    const struct veh_novice_hands *hands = &novice->hands;
    const double before = novice->levers.value[lever];
    double goal = 0.0;
    shake(novice, lever, dt);
    if (novice->held[lever] > 0.0)
        goal = hands->push * meant + hands->tremble * novice->noise[lever];
    goal = fmax(fmin(goal, 1.0), -1.0);
    // A lever is pushed at once and let back late.
    const bool back = goal * before <= 0.0 || fabs(goal) < fabs(before);
    return back ? goal + (before - goal) * sim_exp(-dt / hands->late) : goal;
}

void veh_novice_move(struct veh_novice *novice, double dt, struct veh_controls *levers) {
    assert(dt > 0.0 && novice->hands.functions > 0);
    const struct veh_controls meant = react_late(novice, dt, levers);
    choose_functions(novice, dt, &meant);
    for (int i = 0; i < VEH_CONTROL_COUNT; i++)
        if (of_crane(i))
            levers->value[i] = push(novice, i, dt, meant.value[i]);
    novice->levers = *levers;
}
