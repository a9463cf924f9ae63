// The common parts of all StanForD 2010 messages of a machine: header, machine, operator, species
// groups, object. A writer of one kind of message (data/site/hpr_write.h is one) fills a struct
// dat_stanford, and writes what follows the operators itself.
#pragma once

#include "data/site/utm.h"
#include "data/site/xml_write.h"
#include "data/text/problem.h"
#include "terrain/species.h"
#include "vehicles/computer/products.h"

#define DAT_STANFORD_DATE 40
#define DAT_STANFORD_GRADES 8       // of a species group
#define DAT_STANFORD_DBH_HEIGHT 120 // [cm] above the felling cut

struct dat_stanford_product;

// A place of the machine.
struct dat_stanford_track {
    struct dat_geo geo;
    double altitude; // [m]
    char date[DAT_STANFORD_DATE];
};

// Dates are in ISO 8601 with a time zone. All of it stays the caller's.
struct dat_stanford {
    const char *program, *machine, *trainee, *object;
    char created[DAT_STANFORD_DATE], start[DAT_STANFORD_DATE];
    bool has_species[TER_SPECIES_MAX]; // species groups
    bool without_authors;              // of definitions, as in monitoring
    const struct dat_stanford_product *products;
    int product_count;
    const struct dat_stanford_track *track; // in the order of time, for monitoring
    int track_count;
    const struct veh_products *cut_to; // has the bark by species; NULL: that which the species has
};

// The moment that many seconds after start, "2024-05-17T09:30:00.000Z", in ISO 8601 with a time
// zone; start itself where it is no date.
void dat_stanford_date(const char *start, double seconds, char date[DAT_STANFORD_DATE]);

enum dat_stanford_head {
    DAT_STANFORD_NO_HEAD,
    DAT_STANFORD_HEAD_FIRST, // before owner and operator, as in harvested production
    DAT_STANFORD_HEAD_LAST   // behind them, as in monitoring
};

struct dat_stanford_message {
    const char *root, *type, *version, *version_date,
        *category; // "HarvestedProduction", "hpr", ...
    enum dat_stanford_head head;
    // Owner and contractor are persons without an address, the model has no year, and the
    // operator's id no agency, as in forwarded production.
    bool persons;
    const struct dat_stanford *common;
    // Writes the elements of 'Machine' that follow its operators.
    void (*write)(struct dat_xml *w, const void *content);
};

// Writes path as a whole or not at all. False with a sentence in problem.
bool dat_stanford_write(const struct dat_stanford_message *message, const void *content,
                        const char *path, struct dat_problem *problem);

// The bark that the machine has reckoned with.
struct veh_bark dat_stanford_bark(const struct dat_stanford *common, enum ter_species species);
// Latitude and Longitude.
void dat_stanford_write_place(struct dat_xml *w, struct dat_geo geo);
long dat_stanford_group_key(enum ter_species species);
void dat_stanford_write_groups(struct dat_xml *w, const struct dat_stanford *common);
void dat_stanford_write_object(struct dat_xml *w, const struct dat_stanford *common);
void dat_stanford_write_business(struct dat_xml *w, const char *name, bool with_address);
