// Adds contact points, and chooses the few that are kept of many.
#include "sim/collide/contacts.h"

#include <assert.h>

static const double alike = 5e-3; // [m] points that differ by less count as equally deep

enum { DIRECTIONS = 8 };

void sim_contacts_add(struct sim_contacts *contacts, struct sim_vec3 on_a, struct sim_vec3 normal,
                      double depth, uint32_t feature) {
    // Written so that a NaN is dropped, too.
    if (!(depth > -contacts->margin))
        return;
    int place = contacts->count;
    if (place == contacts->room) {
        place = 0;
        for (int i = 1; i < contacts->room; i++)
            if (contacts->points[i].depth < contacts->points[place].depth)
                place = i;
        if (contacts->points[place].depth >= depth)
            return;
    } else {
        contacts->count++;
    }
    contacts->points[place] = (struct sim_contact_point){sim_add_scaled(on_a, normal, 0.5 * depth),
                                                         normal, depth, feature};
}

void sim_contacts_turn(struct sim_contacts *contacts) {
    for (int i = 0; i < contacts->count; i++)
        contacts->points[i].normal = sim_neg(contacts->points[i].normal);
}

double sim_contacts_deepest(const struct sim_contacts *contacts) {
    double most = -HUGE_VAL;
    for (int i = 0; i < contacts->count; i++)
        most = fmax(most, contacts->points[i].depth);
    return most;
}

// The deepest point that is not taken yet, -1: all are taken.
static int deepest(const struct sim_contacts *many, const bool *taken) {
    int best = -1;
    for (int i = 0; i < many->count; i++)
        if (!taken[i] && (best < 0 || many->points[i].depth > many->points[best].depth))
            best = i;
    return best;
}

// The farthest along d of the points at least so deep.
static int farthest(const struct sim_contacts *many, struct sim_vec3 d, double least_depth) {
    int best = -1;
    double most = -HUGE_VAL;
    for (int i = 0; i < many->count; i++) {
        const double reach = sim_dot(d, many->points[i].position);
        if (many->points[i].depth >= least_depth && reach > most) {
            most = reach;
            best = i;
        }
    }
    return best;
}

static void take(struct sim_contacts *contacts, const struct sim_contacts *many, bool *taken,
                 int i) {
    if (i < 0 || taken[i] || contacts->count >= contacts->room)
        return;
    taken[i] = true;
    contacts->points[contacts->count++] = many->points[i];
}

void sim_contacts_add_best(struct sim_contacts *contacts, const struct sim_contacts *many,
                           struct sim_vec3 axis) {
    assert(many->count <= SIM_MANY_POINTS);
    bool taken[SIM_MANY_POINTS] = {false};
    if (many->count <= contacts->room - contacts->count) {
        for (int i = 0; i < many->count; i++)
            contacts->points[contacts->count++] = many->points[i];
        return;
    }
    const int first = deepest(many, taken);
    const struct sim_vec3 n = many->points[first].normal;
    struct sim_vec3 u = sim_add_scaled(axis, n, -sim_dot(axis, n));
    u = sim_unit_or(u, sim_perpendicular(n));
    const struct sim_vec3 v = sim_cross(n, u);
    const double least = many->points[first].depth - alike;
    take(contacts, many, taken, first);
    for (int k = 0; k < DIRECTIONS; k++) {
        const double f = 2.0 * SIM_PI / DIRECTIONS * k;
        const struct sim_vec3 d = sim_add(sim_scale(u, sim_cos(f)), sim_scale(v, sim_sin(f)));
        take(contacts, many, taken, farthest(many, d, least));
    }
    while (contacts->count < contacts->room) {
        const int next = deepest(many, taken);
        if (next < 0)
            return;
        take(contacts, many, taken, next);
    }
}
