#include "vehicles/operator/harvest_order.h"

#include <assert.h>
#include <math.h>

// All in [rad] of slewing.
static const double near_first = 0.05;  // per m of distance and tree that is felled later
static const double while_moving = 0.3; // of a turn that the crane makes while the machine moves
static const double coming_in = 0.5;    // of the turn back to the front: no tree waits for it
static const double hidden_costs = 3.0;
static const double left_costs = 100.0; // a tree that cannot be felled in that order

struct order {
    double cost;
    int first; // -1: there is none
};

// A crane does not turn over the rear.
static double turn_between(double from, double to) {
    return fabs(to - from);
}

static double first_turn(const struct veh_order_tree *tree, double now, bool moving) {
    if (!moving)
        return turn_between(now, tree->azimuth);
    return while_moving * turn_between(now, tree->ready) + turn_between(tree->ready, tree->azimuth);
}

static int count_of(unsigned set) {
    int count = 0;
    for (; set != 0; set &= set - 1)
        count++;
    return count;
}

// The search: of the trees of a set, felled in the best order that ends with one of them.
struct search {
    const struct veh_order_tree *trees;
    int count;
    bool hidden_too;
    struct order best[1 << VEH_ORDER_MOST][VEH_ORDER_MOST];
};

// Appends a tree to an order of that cost.
static void append(struct search *s, unsigned felled, int next, double cost, int first) {
    const struct veh_order_tree *tree = &s->trees[next];
    const bool hidden = tree->hidden || (tree->behind & ~felled) != 0;
    if (hidden && !s->hidden_too)
        return;
    const int later = s->count - 1 - count_of(felled);
    cost += near_first * tree->distance * later + (hidden ? hidden_costs : 0.0);
    struct order *order = &s->best[felled | 1u << next][next];
    if (order->first < 0 || cost < order->cost)
        *order = (struct order){cost, first};
}

static void extend(struct search *s, unsigned felled, int last) {
    const struct order order = s->best[felled][last];
    for (int next = 0; next < s->count && order.first >= 0; next++)
        if ((felled & 1u << next) == 0)
            append(s, felled, next,
                   order.cost + turn_between(s->trees[last].azimuth, s->trees[next].azimuth),
                   order.first);
}

int veh_order_first(const struct veh_order_tree trees[], int count, double now, bool moving,
                    bool hidden_too) {
    assert(count >= 0 && count <= VEH_ORDER_MOST);
    struct search s = {.trees = trees, .count = count, .hidden_too = hidden_too};
    for (unsigned set = 0; set < 1u << count; set++)
        for (int last = 0; last < count; last++)
            s.best[set][last].first = -1;
    for (int i = 0; i < count; i++)
        append(&s, 0, i, first_turn(&trees[i], now, moving), i);
    struct order best = {(double)INFINITY, -1};
    for (unsigned set = 1; set < 1u << count; set++)
        for (int last = 0; last < count; last++) {
            extend(&s, set, last);
            const struct order *order = &s.best[set][last];
            const double cost = order->cost + coming_in * fabs(trees[last].azimuth) +
                                left_costs * (count - count_of(set));
            if (order->first >= 0 && cost < best.cost)
                best = (struct order){cost, order->first};
        }
    return best.first;
}
