#include "vehicles/computer/bucking.h"

#include <assert.h>
#include <math.h>
#include <string.h>

#include "sim/base/math.h"

enum {
    LONGEST = 10 * (VEH_PROFILE_POINTS - 1), // [cm]
    OFFCUT = 10,                             // [cm]
    HALVINGS = 6 // of the interval in which the factor for wanted shares is searched
};

static const double largest_raise = 2.0; // of a price, by the share that a cell is short of
static const double tie = 1e-9;          // of values: below it the rounding of sums would decide
static const double end_taper = 0.01;    // [m/m] that price volumes assume

// A stem cut into discs of 1 cm, which makes every volume a difference.
struct discs {
    int length;                   // [cm]
    double below[2][LONGEST + 1]; // [m^3] below this height; over, under bark
    double over[LONGEST + 1];     // [m] diameter over bark
};

static void slice(const struct veh_bucking *b, struct discs *discs) {
    const struct veh_bark *bark = &b->products->bark[b->species];
    const struct veh_profile *p = b->profile;
    discs->length = p->count > 1 ? 10 * (p->count - 1) : 0;
    discs->below[0][0] = discs->below[1][0] = 0.0;
    for (int i = 0; i <= discs->length; i++)
        discs->over[i] = veh_profile_diameter(p, 0.01 * i);
    for (int i = 0; i < discs->length; i++) {
        const double over = 0.5 * (discs->over[i] + discs->over[i + 1]);
        const double under = veh_under_bark(bark, over);
        discs->below[0][i + 1] = discs->below[0][i] + 0.01 * 0.25 * SIM_PI * over * over;
        discs->below[1][i + 1] = discs->below[1][i] + 0.01 * 0.25 * SIM_PI * under * under;
    }
}

// ---- a log ----

static double as_measured(const struct veh_bucking *b, bool under_bark, double over) {
    return under_bark ? veh_under_bark(&b->products->bark[b->species], over) : over;
}

// [cm] where the top diameter of a log that ends at to is taken.
static int top_place(const struct veh_product *p, int from, int to) {
    const int place = to - (int)lround(1e2 * p->top_position);
    return place > from ? place : from;
}

// [m^3] that is paid.
static double price_volume(const struct veh_bucking *b, const struct discs *discs,
                           const struct veh_product *p, int from, int to) {
    const double length = 0.01 * (to - from);
    double d = as_measured(b, p->volume_under_bark, discs->over[top_place(p, from, to)]);
    switch (p->volume) {
    case VEH_VOLUME_SOLID:
        return discs->below[p->volume_under_bark][to] - discs->below[p->volume_under_bark][from];
    case VEH_VOLUME_MID:
        d = as_measured(b, p->volume_under_bark, discs->over[(from + to) / 2]);
        return 0.25 * SIM_PI * d * d * length;
    case VEH_VOLUME_TOP: {
        const double butt = d + end_taper * length;
        return SIM_PI / 12.0 * (d * d + d * butt + butt * butt) * length;
    }
    case VEH_VOLUME_NORWEGIAN:
        d += 0.5 * end_taper * length + 0.005;
        return 0.25 * SIM_PI * d * d * length;
    }
    return 0.0;
}

static bool place_fits(const struct veh_product *p, bool is_butt) {
    return p->place == VEH_ANYWHERE || (p->place == VEH_BUTT_ONLY) == is_butt;
}

// A stem that nobody has marked is of the grade with which its species begins.
static unsigned grades_between(const struct veh_bucking *b, double from, double to) {
    const int start = b->products->start_grade[b->species];
    return b->grades->count > 0 ? veh_grades_between(b->grades, from, to)
                                : 1U << (start > 0 ? start : 1);
}

// The class of the log's top diameter, -1: product p does not take it.
static int diameter_class(const struct veh_bucking *b, const struct discs *discs,
                          const struct veh_product *p, int from, int to) {
    if (to > discs->length || !place_fits(p, b->from_butt && from == 0))
        return -1;
    if (b->grades != NULL && !veh_product_permits(p, grades_between(b, 0.01 * from, 0.01 * to)))
        return -1;
    const bool under = p->diameter_under_bark;
    const double top = as_measured(b, under, discs->over[top_place(p, from, to)]);
    if (top < p->min_top || as_measured(b, under, discs->over[from]) > p->max_butt)
        return -1;
    return veh_class(p->diameter, p->diameter_count, top);
}

bool veh_value_log(const struct veh_bucking *b, int product, double from, double length,
                   struct veh_planned_log *log) {
    assert(product >= 0 && product < b->products->count);
    const struct veh_product *p = &b->products->product[product];
    // Half a centimetre of rounding must not cost a class.
    const int l = veh_class(p->length, p->length_count, length - p->window_low + 0.005);
    if (l < 0 || !veh_product_takes(p, b->species))
        return false;
    struct discs discs;
    slice(b, &discs);
    const int first = (int)lround(1e2 * from), last = first + (int)lround(1e2 * length);
    if (first < 0)
        return false;
    const int d = diameter_class(b, &discs, p, first, last);
    if (d < 0)
        return false;
    *log = (struct veh_planned_log){.from = from,
                                    .length = length,
                                    .value = p->cell[d][l].price *
                                             price_volume(b, &discs, p, first, last),
                                    .product = product,
                                    .diameter_class = d,
                                    .length_class = l,
                                    .colour = p->cell[d][l].colour};
    return true;
}

// ---- the search ----

// The best way to each place of the stem.
struct way {
    double value;                                 // < 0: no cut can be here
    int16_t from;                                 // [cm] where its last piece begins
    int8_t product, diameter_class, length_class; // -1: an offcut
};

struct search {
    const struct veh_bucking *b;
    struct discs discs;
    struct way way[LONGEST + 1];
    // By cell: share of the wanted share that is missing, [0..1]
    double need[VEH_MAX_PRODUCTS][VEH_MAX_DIAMETERS][VEH_MAX_LENGTHS];
    double raise; // factor of need
};

static void offer(struct search *s, int to, const struct way *way) {
    if (way->value > s->way[to].value + tie)
        s->way[to] = *way;
}

static void try_product(struct search *s, int from, int product) {
    const struct veh_bucking *b = s->b;
    const struct veh_product *p = &b->products->product[product];
    if (!veh_product_takes(p, b->species))
        return;
    for (int l = 0; l < p->length_count; l++) {
        const int to = from + (int)lround(1e2 * veh_product_cut_length(p, l));
        if (to > s->discs.length)
            return;
        const int d = diameter_class(b, &s->discs, p, from, to);
        if (d < 0 || p->cell[d][l].price <= 0.0)
            continue;
        const double value = p->cell[d][l].price * price_volume(b, &s->discs, p, from, to) *
                             (1.0 + s->raise * s->need[product][d][l]);
        offer(s, to,
              &(struct way){.value = s->way[from].value + value,
                            .from = (int16_t)from,
                            .product = (int8_t)product,
                            .diameter_class = (int8_t)d,
                            .length_class = (int8_t)l});
    }
}

static void find_ways(struct search *s) {
    for (int i = 0; i <= s->discs.length; i++)
        s->way[i].value = -1.0;
    s->way[0] = (struct way){.value = 0.0, .product = -1};
    for (int i = 0; i < s->discs.length; i++) {
        if (s->way[i].value < 0.0)
            continue;
        if (i + OFFCUT <= s->discs.length)
            offer(s, i + OFFCUT,
                  &(struct way){.value = s->way[i].value, .from = (int16_t)i, .product = -1});
        for (int p = 0; p < s->b->products->count; p++)
            try_product(s, i, p);
    }
}

// The first of the places with the most valuable way.
static int best_end(const struct search *s) {
    int best = 0;
    for (int i = 1; i <= s->discs.length; i++)
        if (s->way[i].value > s->way[best].value + tie)
            best = i;
    return best;
}

static void read_back(const struct search *s, struct veh_plan *plan) {
    *plan = (struct veh_plan){.measured = s->b->profile->measured};
    int logs = 0;
    const int end = best_end(s);
    for (int i = end; i > 0; i = s->way[i].from)
        logs += s->way[i].product >= 0;
    plan->count = logs < VEH_MAX_LOGS ? logs : VEH_MAX_LOGS;
    for (int i = end; i > 0; i = s->way[i].from) {
        const struct way *w = &s->way[i];
        if (w->product < 0 || --logs >= VEH_MAX_LOGS)
            continue;
        const struct veh_product *p = &s->b->products->product[w->product];
        plan->log[logs] =
            (struct veh_planned_log){.from = 0.01 * w->from,
                                     .length = 0.01 * (i - w->from),
                                     .value = p->cell[w->diameter_class][w->length_class].price *
                                              price_volume(s->b, &s->discs, p, w->from, i),
                                     .product = w->product,
                                     .diameter_class = w->diameter_class,
                                     .length_class = w->length_class,
                                     .colour = p->cell[w->diameter_class][w->length_class].colour};
        plan->value += plan->log[logs].value;
    }
}

// ---- wanted shares ----

static void add_targets(const struct veh_products *products, const struct veh_tally *tally,
                        double *wanted, double *made) {
    *wanted = *made = 0.0;
    for (int p = 0; p < products->count; p++)
        for (int d = 0; d < products->product[p].diameter_count; d++)
            for (int l = 0; l < products->product[p].length_count; l++) {
                const double target = products->product[p].cell[d][l].target;
                *wanted += target;
                *made += target > 0.0 ? tally->logs[p][d][l] : 0.0;
            }
}

static bool find_needs(struct search *s) {
    const struct veh_products *products = s->b->products;
    memset(s->need, 0, sizeof s->need);
    if (s->b->tally == NULL)
        return false;
    double wanted, made;
    add_targets(products, s->b->tally, &wanted, &made);
    if (wanted <= 0.0)
        return false;
    for (int p = 0; p < products->count; p++)
        for (int d = 0; d < products->product[p].diameter_count; d++)
            for (int l = 0; l < products->product[p].length_count; l++) {
                const double target = products->product[p].cell[d][l].target / wanted;
                // One more log: the first of all must not be short of everything alike.
                const double share = s->b->tally->logs[p][d][l] / (made + 1.0);
                if (target > 0.0)
                    s->need[p][d][l] = fmax(1.0 - share / target, 0.0);
            }
    return true;
}

void veh_buck(const struct veh_bucking *b, struct veh_plan *plan) {
    assert(b->species >= 0 && b->species < ter_species_count());
    struct search s = {.b = b};
    slice(b, &s.discs);
    find_ways(&s);
    read_back(&s, plan);
    if (plan->value <= 0.0 || !find_needs(&s))
        return;
    const double least = (1.0 - b->products->max_loss) * plan->value;
    double low = 0.0, high = largest_raise;
    for (int i = 0; i < HALVINGS; i++) {
        s.raise = i == 0 ? high : 0.5 * (low + high);
        struct veh_plan other;
        find_ways(&s);
        read_back(&s, &other);
        if (other.value >= least) {
            low = s.raise;
            *plan = other;
        } else {
            high = s.raise;
        }
    }
}

double veh_apportionment(const struct veh_products *products, const struct veh_tally *tally) {
    double wanted, made, common = 0.0;
    add_targets(products, tally, &wanted, &made);
    if (wanted <= 0.0)
        return 1.0;
    for (int p = 0; p < products->count; p++)
        for (int d = 0; d < products->product[p].diameter_count; d++)
            for (int l = 0; l < products->product[p].length_count; l++) {
                const double target = products->product[p].cell[d][l].target;
                if (target > 0.0 && made > 0.0)
                    common += fmin(target / wanted, tally->logs[p][d][l] / made);
            }
    return common;
}
