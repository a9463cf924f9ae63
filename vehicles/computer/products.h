// The task of a harvester: products with their matrices of prices, wanted shares and
// colour marks by class of top diameter and length, as product instructions of StanForD 2010 (.pin)
// have them, and the bark of each species group (.spi). Plain values that own nothing.
#pragma once

#include <stddef.h>
#include <stdint.h>

#include "terrain/species.h"

#define VEH_MAX_PRODUCTS 16
#define VEH_PRODUCT_KEYS 4   // of the operator: the first products of a species
#define VEH_MAX_DIAMETERS 28 // classes, as real matrices have them
#define VEH_MAX_LENGTHS 20   // likewise

// The rule by which the volume that is paid follows from a log's diameters.
enum veh_price_volume {
    VEH_VOLUME_SOLID,    // sum of discs of 1 cm
    VEH_VOLUME_MID,      // cylinder of the diameter halfway
    VEH_VOLUME_TOP,      // frustum from the top diameter, 1 cm thicker per metre
    VEH_VOLUME_NORWEGIAN // cylinder of the top diameter + 1 cm per metre up to halfway + 0.5 cm
};

enum veh_product_place { VEH_ANYWHERE, VEH_BUTT_ONLY, VEH_NOT_BUTT };

struct veh_price_cell {
    double price;   // [1/m^3], 0: no log of these classes
    double target;  // wanted number of logs among all cells that want some; 0: any
    uint8_t colour; // bits 1, 2 and 4: nozzles that mark the log's end
};

struct veh_product {
    char name[32];
    int species; // enum ter_species, -1: any
    enum veh_product_place place;
    enum veh_price_volume volume;
    bool diameter_under_bark; // of all limits below
    bool volume_under_bark;   // of what is paid
    double min_top, max_butt; // [m]
    uint16_t grades;          // bits 1 << grade that a log may have, 0: any
    double top_position;      // [m] from the thin end, where the top diameter is taken
    // [m] A log is in the cutting window if it is longer than its class by low to high.
    double window_low, window_high;
    int diameter_count, length_count;
    double diameter[VEH_MAX_DIAMETERS]; // [m] lower limits of the classes, rising
    double length[VEH_MAX_LENGTHS];     // [m] likewise
    struct veh_price_cell cell[VEH_MAX_DIAMETERS][VEH_MAX_LENGTHS]; // by diameter, length
};

// Thickness of both sides = constant + factor * diameter over bark (Zacco 1974).
struct veh_bark {
    double constant; // [m]
    double factor;
};

struct veh_products {
    struct veh_product product[VEH_MAX_PRODUCTS];
    int count;
    struct veh_bark bark[TER_SPECIES_MAX];
    uint8_t start_grade[TER_SPECIES_MAX]; // of a stem that nobody has graded, 1 to 9
    double max_loss; // [0..1] of a stem's value that the wanted shares may cost
};

// No products, and the bark that the species have.
struct veh_products veh_default_products(void);
struct veh_bark veh_default_bark(enum ter_species species);
// Returns the fault of a product, written into text; NULL: none.
const char *veh_product_problem(const struct veh_product *product, char *text, size_t size);

// Diameter under bark [m] of a stem that is over_bark [m] thick.
double veh_under_bark(const struct veh_bark *bark, double over_bark);
// The class of value among count rising lower limits: the last one that value reaches, -1: none.
int veh_class(const double *limits, int count, double value);
// [m] that a log of a class is cut to: the middle of its window.
double veh_product_cut_length(const struct veh_product *product, int length_class);
bool veh_product_takes(const struct veh_product *product, int species);
// Permitted grades 1 to worst, as bits; of the worst that trees have, any.
uint16_t veh_grades_up_to(int worst);
// Whether a log with these grades (bits 1 << grade) may be the product; 0: it is not graded.
bool veh_product_permits(const struct veh_product *product, unsigned grades);
// The worst grade that an operator has to tell apart: the number after the highest that a product
// names, 2 to 9.
int veh_products_worst_grade(const struct veh_products *products);
// Whether any cell has a price: without, a computer knows no better log and leaves the choice.
bool veh_products_have_prices(const struct veh_products *products);
// The number'th product of a species, for the operator's keys; -1: there are fewer.
int veh_products_of_key(const struct veh_products *products, int species, int number);
