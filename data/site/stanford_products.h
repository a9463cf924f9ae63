// The products of StanForD messages, with their classes, prices and wanted shares.
#pragma once

#include "data/site/stanford_parts.h"
#include "vehicles/computer/products.h"

#define DAT_STANFORD_UNCLASSIFIED 999999 // ProductKey of what was cut by hand

struct dat_stanford_product {
    const struct veh_product *product; // borrowed
    enum ter_species species;          // one of those that it takes
};

// All products of the message; ProductKey is the index + 1. Behind them the unclassified one.
void dat_stanford_write_products(struct dat_xml *w, const struct dat_stanford *common);
