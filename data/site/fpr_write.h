// Forwarded production (.fpr, StanForD 2010): the loads that a forwarder has brought to the road,
// by product.
#pragma once

#include "data/site/stanford_parts.h"

#define DAT_FPR_NAME 48

struct dat_fpr_product {
    char name[DAT_FPR_NAME];
    enum ter_species species;
};

// The share of a product in a load.
struct dat_fpr_part {
    int product;                  // index
    double over_bark, under_bark; // [m^3]
};

struct dat_fpr_load {
    char unloaded[DAT_STANFORD_DATE]; // when its bunk was empty again
    double distance;                  // [m] driven since the unloading before
    int first, count;                 // of the parts; one at least
};

// All of it stays the caller's.
struct dat_fpr {
    struct dat_stanford common;
    const struct dat_fpr_product *products;
    int product_count;
    const struct dat_fpr_load *loads; // in the order of unloading
    int load_count;
    const struct dat_fpr_part *parts;
    double density; // [kg/m^3] of the fresh wood with its bark
};

// Writes path as a whole or not at all. False with a sentence in problem.
bool dat_fpr_write(const struct dat_fpr *fpr, const char *path, struct dat_problem *problem);
