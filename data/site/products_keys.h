// The keys of products.yaml, what a harvester is told to produce. The table drives the reader
// (data/site/products.c), its range checks and the table of keys in docs/formats.md.
#pragma once

#include "data/text/keys.h"

enum dat_products_section { DAT_PRODUCTS_FILE, DAT_PRODUCTS_PRODUCT, DAT_PRODUCTS_SECTIONS };

extern const struct dat_key_table dat_products_keys;

// One struct per section, a member per key.

struct dat_products_file {
    struct dat_value products, max_loss_percent;
};
struct dat_products_product {
    struct dat_value name, species, place, min_top_cm, max_butt_cm, top_position_cm, diameters,
        volume, volume_bark, window_cm, worst_grade, lengths, prices, shares, colours;
};
