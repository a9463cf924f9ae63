// What StanForD 2010 tells a harvester: products (.pin), species groups (.spi), and the object with
// the products that are to be cut in it (.oin), as far as the harvester's computer can follow it.
// docs/formats.md says which elements are used and how.
#pragma once

#include "data/text/diagnostics.h"
#include "vehicles/computer/products.h"

#define DAT_USER_ID 128 // room for a UserID, with the NUL

struct dat_species_group {
    char id[DAT_USER_ID];
    enum ter_species species;
    struct veh_bark bark;
    bool has_bark;
    int start_grade; // of a stem that nobody has graded, 0: not given
};

// Of a .spi; zeroed: none.
struct dat_species_groups {
    struct dat_species_group items[40];
    int count;
};

// Of a .oin; zeroed: all products are cut.
struct dat_object_products {
    char ids[100][DAT_USER_ID];
    int count;
};

// False with errors in d.
bool dat_read_spi(const char *text, struct dat_species_groups *groups, struct dat_diagnostics *d);
bool dat_read_oin(const char *text, struct dat_object_products *object, struct dat_diagnostics *d);
// Products are those of the object; groups give species and bark. A group that the .spi does not
// have is taken by the words of its id ("Gran#2"), which may name a species.
bool dat_read_pin(const char *text, const struct dat_species_groups *groups,
                  const struct dat_object_products *object, struct veh_products *products,
                  struct dat_diagnostics *d);
