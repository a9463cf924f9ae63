#include "data/site/products_keys.h"

// clang-format off
#define KEY(ID, group, key, type, unit, standard, low, high, choices, inner, help) \
    {DAT_PRODUCTS_##ID, #key, DAT_KEY_##type, unit, standard, low, high, choices, inner, \
     offsetof(struct dat_products_##group, key), help}
#define PRODUCT_NUMBERS(key, type, unit, standard, low, high, help) \
    KEY(PRODUCT, product, key, type, unit, standard, low, high, "", 0, help)
#define PRODUCT_CHOICE(key, standard, words, help) \
    KEY(PRODUCT, product, key, CHOICE, "", standard, 0, 0, words, 0, help)

static const struct dat_key keys[] = {
    KEY(FILE, file, products, SECTIONS, "", NULL, 0, 0, "", DAT_PRODUCTS_PRODUCT, "the products, at most 16; the first four of a species have keys"),
    KEY(FILE, file, max_loss_percent, NUMBER, "%", "3", 0, 100, "", 0, "of a stem's value that the wanted shares may cost"),

    KEY(PRODUCT, product, name, TEXT, "", NULL, 0, 0, "", 0, "its name, at most 31 bytes"),
    KEY(PRODUCT, product, species, TEXT, "", "any", 0, 0, "", 0, "species it is cut from, or `any`"),
    PRODUCT_CHOICE(place, "anywhere", "anywhere|butt|above_butt", "where on the stem it may be: anywhere, at the butt only, or not there"),
    PRODUCT_NUMBERS(min_top_cm, NUMBER, "", "", 1, 100, "smallest diameter at the small end [cm]; default: the first class"),
    PRODUCT_NUMBERS(max_butt_cm, NUMBER, "", "200", 1, 300, "largest diameter at the large end [cm]"),
    PRODUCT_NUMBERS(top_position_cm, NUMBER, "", "0", 0, 100, "distance from the small end at which its diameter is taken [cm]"),
    PRODUCT_CHOICE(diameters, "over_bark", "over_bark|under_bark", "meaning of all diameters"),
    PRODUCT_CHOICE(volume, "solid", "solid|mid|top|norwegian", "volume that is paid: that of the log, of a cylinder of its middle diameter, from the small end with 1 cm per metre, or of a cylinder of the small end with 1 cm per metre up to the middle and 5 mm"),
    PRODUCT_CHOICE(volume_bark, "under_bark", "over_bark|under_bark", "whether it is paid with its bark"),
    PRODUCT_NUMBERS(window_cm, PAIR, "", "[-3, 3]", -50, 50, "by how much a log may be longer [cm]; the head cuts in the middle"),
    PRODUCT_NUMBERS(worst_grade, INTEGER, "", "4", 1, 4, "the worst grade of wood that it may have: 1 sound and straight, 4 any"),
    PRODUCT_NUMBERS(lengths, ROWS, "m", NULL, 0.3, 20, "`[[4, 4.3, ...]]`: the length classes, rising, at most 20"),
    PRODUCT_NUMBERS(prices, ROWS, "", NULL, 0, 1e5, "a row per class of the diameter at the small end, rising, at most 28: its lower limit in cm, then the price of a cubic metre for each length; 0: no log"),
    PRODUCT_NUMBERS(shares, ROWS, "", "", 0, 1e5, "rows of the same form: how many logs of each class are wanted, relative to each other"),
    PRODUCT_NUMBERS(colours, ROWS, "", "", 0, 300, "rows of the same form: the sum of 1, 2 and 4 for the nozzles that mark the small end"),
};

#define SECTION_ROW(ID, group, title, help) \
    [DAT_PRODUCTS_##ID] = {title, help, sizeof(struct dat_products_##group)}

static const struct dat_key_section sections[] = {
    SECTION_ROW(FILE, file, "products.yaml", "The keys of the outermost level."),
    SECTION_ROW(PRODUCT, product, "products.yaml: a product", "The sizes and prices of one kind of log."),
};
// clang-format on

const struct dat_key_table dat_products_keys = {
    .keys = keys,
    .key_count = sizeof keys / sizeof keys[0],
    .sections = sections,
    .section_count = sizeof sections / sizeof sections[0],
};
