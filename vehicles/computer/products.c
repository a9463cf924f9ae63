#include "vehicles/computer/products.h"

#include <assert.h>
#include <math.h>
#include <stdio.h>

#include "terrain/defects.h"

struct veh_bark veh_default_bark(enum ter_species species) {
    const double *bark = ter_species_def(species)->bark;
    return (struct veh_bark){.constant = bark[0], .factor = bark[1]};
}

struct veh_products veh_default_products(void) {
    // The loss that bucking for wanted shares commonly accepts.
    struct veh_products products = {.max_loss = 0.03};
    for (int i = 0; i < ter_species_count(); i++) {
        products.bark[i] = veh_default_bark((enum ter_species)i);
        products.start_grade[i] = 1;
    }
    return products;
}

// The first class whose limit is not above the one before, -1: all rise.
static int falling(const double *limits, int count) {
    for (int i = 1; i < count; i++)
        if (limits[i] <= limits[i - 1])
            return i;
    return -1;
}

const char *veh_product_problem(const struct veh_product *p, char *text, size_t size) {
    if (p->diameter_count < 1 || p->length_count < 1)
        return "a product needs a class of diameter and one of length";
    int i = falling(p->diameter, p->diameter_count);
    if (i >= 0) {
        (void)snprintf(text, size, "the diameter class of %.0f mm overlaps that of %.0f mm",
                       1e3 * p->diameter[i], 1e3 * p->diameter[i - 1]);
        return text;
    }
    i = falling(p->length, p->length_count);
    if (i >= 0) {
        (void)snprintf(text, size, "the length class of %.0f cm overlaps that of %.0f cm",
                       1e2 * p->length[i], 1e2 * p->length[i - 1]);
        return text;
    }
    if (p->min_top < p->diameter[0] - 1e-9) {
        (void)snprintf(text, size, "a gap: tops of %.0f to %.0f mm have no diameter class",
                       1e3 * p->min_top, 1e3 * p->diameter[0]);
        return text;
    }
    if (p->min_top >= p->max_butt)
        return "the smallest top is not thinner than the largest butt";
    if (p->window_low >= p->window_high)
        return "the cutting window is empty";
    if (p->length[0] + p->window_low <= 0.0)
        return "the cutting window reaches down to no length";
    return NULL;
}

double veh_under_bark(const struct veh_bark *bark, double over_bark) {
    return fmax(over_bark - (bark->constant + bark->factor * over_bark), 0.0);
}

int veh_class(const double *limits, int count, double value) {
    int i = count - 1;
    while (i >= 0 && value < limits[i])
        i--;
    return i;
}

double veh_product_cut_length(const struct veh_product *product, int length_class) {
    assert(length_class >= 0 && length_class < product->length_count);
    return product->length[length_class] + 0.5 * (product->window_low + product->window_high);
}

bool veh_product_takes(const struct veh_product *product, int species) {
    return product->species < 0 || product->species == species;
}

uint16_t veh_grades_up_to(int worst) {
    assert(worst >= 1 && worst <= TER_GRADES);
    return worst < TER_GRADES ? (uint16_t)((1U << (worst + 1)) - 2U) : 0;
}

bool veh_product_permits(const struct veh_product *product, unsigned grades) {
    return product->grades == 0 || (grades & ~(unsigned)product->grades) == 0;
}

int veh_products_worst_grade(const struct veh_products *products) {
    int worst = 2;
    for (int p = 0; p < products->count; p++)
        for (int g = worst; g < 9; g++)
            if (products->product[p].grades >> g & 1)
                worst = g + 1;
    return worst;
}

bool veh_products_have_prices(const struct veh_products *products) {
    for (int p = 0; p < products->count; p++)
        for (int d = 0; d < products->product[p].diameter_count; d++)
            for (int l = 0; l < products->product[p].length_count; l++)
                if (products->product[p].cell[d][l].price > 0.0)
                    return true;
    return false;
}

int veh_products_of_key(const struct veh_products *products, int species, int number) {
    for (int p = 0; p < products->count; p++)
        if (veh_product_takes(&products->product[p], species) && number-- == 0)
            return p;
    return -1;
}
