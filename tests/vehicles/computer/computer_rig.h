// The computer at the end of wires: a stem that is a function, fed at the speed that is asked for,
// tells pulses and feeler angles. No worksite.
#pragma once

#include <math.h>
#include <string.h>

#include "sim/base/math.h"
#include "tests/near.h"
#include "vehicles/computer/computer.h"

static const double step = 0.01;
static const double pulse = 0.002;

// Feelers whose coordinate is the diameter.
static const double table[2] = {0.0, 1.0};

struct rig {
    struct veh_products products;
    struct veh_computer computer;
    struct veh_computer_setup setup;
    struct veh_computer_news news; // of the last call that had some
    enum ter_species species;
    double dbh, height, butt; // [m] of the tree; its butt above the felling cut
    double fed, unheard;      // [m] beyond the butt; not a pulse yet
    double pressed;           // [m] less that feelers read of a stem that does not slide
    bool closed, upright, lost;
};

static struct rig r;

static inline double thickness(double above_cut) {
    const double h = 0.1 + above_cut;
    return h < r.height ? ter_species_diameter(r.species, r.dbh, r.height, h) : 0.0;
}

static inline void add_product(const char *name, int lengths, double first, double between,
                               double min_top, double price, double per_length) {
    struct veh_product *p = &r.products.product[r.products.count++];
    *p = (struct veh_product){.species = TER_SPRUCE,
                              .min_top = min_top,
                              .max_butt = 1.0,
                              .window_low = 0.02,
                              .window_high = 0.06,
                              .diameter_count = 1,
                              .length_count = lengths,
                              .diameter = {min_top}};
    (void)strncpy(p->name, name, sizeof p->name - 1);
    for (int l = 0; l < lengths; l++) {
        p->length[l] = first + between * l;
        p->cell[0][l] = (struct veh_price_cell){.price = price > 0.0 ? price + per_length * l : 0.0,
                                                .colour = (uint8_t)(l == 1 ? 5 : 0)};
    }
}

static inline void begin(double price) {
    memset(&r, 0, sizeof r);
    r.products = veh_default_products();
    add_product("saw log", 4, 4.0, 0.3, 0.16, price, 2.0);
    add_product("pulp", 1, 3.0, 0.0, 0.07, 0.4 * price, 0.0);
    r.setup = (struct veh_computer_setup){.stems = 1,
                                          .pulse = pulse,
                                          .feelers = 2,
                                          .place = {0.3, 1.2},
                                          .coordinate = table,
                                          .thick = table,
                                          .rows = 2,
                                          .fastest = 5.0};
    r.species = TER_SPRUCE;
    r.dbh = 0.32;
    r.height = 26.0;
    r.closed = r.upright = true;
    veh_computer_begin(&r.computer);
}

static inline void keep(const struct veh_computer_news *news) {
    if (news->proposed || news->forced || news->graded || news->reached || news->log)
        r.news = *news;
}

static inline void run(struct veh_computer_keys keys, double seconds) {
    for (int i = 0; i < (int)lround(seconds / step); i++) {
        struct veh_computer_news news;
        const double feed = veh_computer_decide(&r.computer, &r.products, &r.setup, &keys, &news);
        keep(&news);
        const double moved = feed * r.setup.fastest * step;
        r.fed += moved;
        r.unheard += moved;
        const double off = fabs(moved) < 1e-3 ? r.pressed : 0.0;
        const int pulses = (int)floor(r.unheard / pulse);
        r.unheard -= pulses * pulse;
        const struct veh_computer_signals signals = {
            .step = step,
            .pulses = pulses,
            .feeler = {thickness(r.butt + r.fed + 0.3) - off,
                       thickness(r.butt + r.fed + 1.2) - off},
            .closed = r.closed,
            .upright = r.upright,
            .felt = r.closed && !r.lost,
            .covered = r.fed + r.setup.cell > 0.0};
        veh_computer_measure(&r.computer, &r.products, &r.setup, &signals, &news);
        keep(&news);
    }
}

static const struct veh_computer_keys no_key;
static const struct veh_computer_keys proposal = {.proposal = true};

static inline struct veh_computer_keys product(int key) {
    struct veh_computer_keys keys = {.proposal = false};
    keys.product[key] = true;
    return keys;
}

static inline void press(struct veh_computer_keys keys) {
    run(keys, 0.1);
    run(no_key, 0.1);
}

static inline void cut(void) {
    struct veh_computer_news news;
    veh_computer_cut(&r.computer, &r.products, r.setup.stems, &news);
    keep(&news);
    r.butt += r.fed;
    r.fed = 0.0;
}

static inline void fell(void) {
    run(no_key, 0.5);
    cut();
    r.upright = false;
    run(no_key, 0.5);
}

static inline void let_go(void) {
    r.closed = false;
    run(no_key, 0.1);
}
