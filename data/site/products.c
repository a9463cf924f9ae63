#include "data/site/products.h"

#include <assert.h>
#include <math.h>
#include <string.h>

#include "data/site/products_keys.h"
#include "data/site/species.h"

static void read_lengths(const struct dat_value *list, struct veh_product *p) {
    if (list->node == NULL)
        return;
    const struct dat_node *row = list->node->first;
    if (list->node->count != 1 || row->count < 1 || row->count > VEH_MAX_LENGTHS) {
        dat_yaml_error(list->node,
                       "'lengths' must be one row such as [[4, 4.3]] of 1 to %d lengths",
                       VEH_MAX_LENGTHS);
        return;
    }
    if (dat_keys_numbers(row, row->count, p->length))
        p->length_count = row->count;
}

// The numbers of a row behind its class of diameter [m]. False after an error, also where there are
// fewer or more of them than lengths.
static bool read_row(const struct dat_node *row, const char *key, const struct veh_product *p,
                     double *diameter, double cells[VEH_MAX_LENGTHS]) {
    double numbers[VEH_MAX_LENGTHS + 1];
    if (row->count != p->length_count + 1) {
        dat_yaml_error(
            row,
            "a row of '%s' has numbers: %d, expected %d: a diameter, and one for each of "
            "the lengths",
            key, row->count, p->length_count + 1);
        return false;
    }
    if (!dat_keys_numbers(row, row->count, numbers))
        return false;
    *diameter = 0.01 * numbers[0];
    memcpy(cells, numbers + 1, (size_t)p->length_count * sizeof *cells);
    return true;
}

static void read_prices(const struct dat_value *list, struct veh_product *p) {
    for (const struct dat_node *row = dat_keys_items(list); row != NULL; row = row->next) {
        const int d = p->diameter_count;
        double price[VEH_MAX_LENGTHS];
        if (d == VEH_MAX_DIAMETERS) {
            dat_yaml_error(row, "more than %d classes of diameter", VEH_MAX_DIAMETERS);
            return;
        }
        if (!read_row(row, "prices", p, &p->diameter[d], price))
            continue;
        if (d > 0 && p->diameter[d] <= p->diameter[d - 1])
            dat_yaml_error(row,
                           "the diameter class of %g cm overlaps that of %g cm, expected "
                           "rising classes",
                           1e2 * p->diameter[d], 1e2 * p->diameter[d - 1]);
        for (int l = 0; l < p->length_count; l++)
            p->cell[d][l].price = price[l];
        p->diameter_count++;
    }
}

// Rows of other values for the classes that 'prices' has.
static void read_others(const struct dat_value *list, struct veh_product *p,
                        void (*set)(struct veh_price_cell *cell, double value)) {
    for (const struct dat_node *row = dat_keys_items(list); row != NULL; row = row->next) {
        double diameter, values[VEH_MAX_LENGTHS];
        if (!read_row(row, list->node->key, p, &diameter, values))
            continue;
        int d = 0;
        while (d < p->diameter_count && fabs(p->diameter[d] - diameter) > 1e-6)
            d++;
        if (d == p->diameter_count)
            dat_yaml_error(row, "'prices' has no diameter class of %g cm", 1e2 * diameter);
        for (int l = 0; l < p->length_count && d < p->diameter_count; l++)
            set(&p->cell[d][l], values[l]);
    }
}

static void set_share(struct veh_price_cell *cell, double value) {
    cell->target = value;
}

static void set_colour(struct veh_price_cell *cell, double value) {
    cell->colour = (uint8_t)fmin(value, 255.0);
}

static void check_colours(const struct dat_value *list, const struct veh_product *p) {
    for (int d = 0; d < p->diameter_count; d++)
        for (int l = 0; l < p->length_count; l++)
            if (p->cell[d][l].colour > 7) {
                dat_yaml_error(list->node, "a colour is %d, expected 0 to 7: the sum of 1, 2 and 4",
                               p->cell[d][l].colour);
                return;
            }
}

static void read_matrix(const struct dat_products_product *keys, struct veh_product *p) {
    read_lengths(&keys->lengths, p);
    if (p->length_count == 0)
        return;
    read_prices(&keys->prices, p);
    read_others(&keys->shares, p, set_share);
    read_others(&keys->colours, p, set_colour);
    check_colours(&keys->colours, p);
}

// The value at which a problem of the whole product is shown.
static const struct dat_node *place_of_problem(const struct dat_products_product *keys,
                                               const struct veh_product *p,
                                               const struct dat_node *item) {
    const struct dat_node *node = keys->min_top_cm.node;
    for (int i = 1; i < p->length_count; i++)
        if (p->length[i] <= p->length[i - 1])
            node = keys->lengths.node;
    const bool window = p->window_low >= p->window_high || p->length[0] + p->window_low <= 0.0;
    if (window && node != keys->lengths.node)
        node = keys->window_cm.node;
    return node != NULL ? node : item;
}

static void read_product(const struct dat_node *item, struct dat_diagnostics *d,
                         struct veh_products *products) {
    const int errors = d->errors;
    struct dat_products_product keys;
    (void)dat_keys_read(&dat_products_keys, DAT_PRODUCTS_PRODUCT, item, &keys);
    struct veh_product *p = &products->product[products->count++];
    *p = (struct veh_product){.species = -1,
                              .place = (enum veh_product_place)keys.place.choice,
                              .volume = (enum veh_price_volume)keys.volume.choice,
                              .diameter_under_bark = keys.diameters.choice == 1,
                              .volume_under_bark = keys.volume_bark.choice == 1,
                              .max_butt = 0.01 * keys.max_butt_cm.number[0],
                              .grades = veh_grades_up_to((int)keys.worst_grade.number[0]),
                              .top_position = 0.01 * keys.top_position_cm.number[0],
                              .window_low = 0.01 * keys.window_cm.number[0],
                              .window_high = 0.01 * keys.window_cm.number[1]};
    enum ter_species species;
    if (strcmp(keys.species.text, "any") != 0 && dat_find_species(&keys.species, &species))
        p->species = (int)species;
    if (strlen(keys.name.text) >= sizeof p->name)
        dat_yaml_error(keys.name.node, "'name' is longer than %zu bytes", sizeof p->name - 1);
    (void)snprintf(p->name, sizeof p->name, "%s", keys.name.text);
    read_matrix(&keys, p);
    const bool has_top = keys.min_top_cm.node != NULL;
    p->min_top = has_top ? 0.01 * keys.min_top_cm.number[0] : p->diameter[0];
    char text[128];
    const char *problem = d->errors == errors ? veh_product_problem(p, text, sizeof text) : NULL;
    if (problem != NULL)
        dat_yaml_error(place_of_problem(&keys, p, item), "%s", problem);
    for (int i = 0; i < products->count - 1; i++)
        if (strcmp(products->product[i].name, p->name) == 0 &&
            products->product[i].species == p->species)
            dat_yaml_error(item, "duplicate product '%s'", p->name);
}

static void read_file(const struct dat_node *root, struct dat_diagnostics *d,
                      struct veh_products *products) {
    struct dat_products_file keys;
    (void)dat_keys_read(&dat_products_keys, DAT_PRODUCTS_FILE, root, &keys);
    products->max_loss = 0.01 * keys.max_loss_percent.number[0];
    if (keys.products.node != NULL && keys.products.node->count == 0)
        dat_yaml_error(keys.products.node, "the list is empty, expected at least one product");
    for (const struct dat_node *item = dat_keys_items(&keys.products); item != NULL;
         item = item->next) {
        if (products->count == VEH_MAX_PRODUCTS) {
            dat_yaml_error(item, "more than %d products", VEH_MAX_PRODUCTS);
            return;
        }
        read_product(item, d, products);
    }
}

bool dat_read_products(const char *text, const char *file, struct veh_products *products,
                       struct dat_diagnostics *d) {
    assert(text != NULL && d != NULL);
    const int errors = d->errors;
    *products = veh_default_products();
    struct dat_yaml *yaml = dat_yaml_load(text, file, d);
    if (yaml != NULL)
        read_file(dat_yaml_root(yaml), d, products);
    dat_yaml_destroy(yaml);
    return yaml != NULL && d->errors == errors;
}
