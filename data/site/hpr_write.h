// Harvested production (.hpr) as StanForD 2010 has it, version 3.6: the machine, its operator, the
// object, species groups, products, and every stem with its logs. Elements, attributes and their
// order are those of files of real machines; docs/formats.md explains the values.
#pragma once

#include "data/site/stanford_products.h"
#include "data/site/utm.h"

struct dat_hpr_log {
    int stem;              // index of the stem it was cut from
    int product;           // index, -1: cut by hand to no product
    double length;         // [m]
    double butt, mid, top; // [m] diameters over bark
    double volume;         // [m^3] over bark
    // [m] by the machine: length, diameters over bark at the small end and in the middle; 0: it has
    // measured nothing
    double measured_length, measured_top, measured_mid;
    bool top_sawn; // the top saw has cut its small end
    // When the saw was started for it, "": not known, and when it was cut
    char cut_begun[DAT_STANFORD_DATE], cut_done[DAT_STANFORD_DATE];
};

#define DAT_HPR_GRADES 16

// A grade that the operator has given to a stem.
struct dat_hpr_grade {
    double from; // [m] above the felling cut
    int grade;
};

struct dat_hpr_stem {
    enum ter_species species;
    double dbh, height;  // [m] of the tree
    double measured_dbh; // [m] by the machine, 0: it has measured none
    struct dat_geo geo;
    double altitude;                            // [m]
    char date[DAT_STANFORD_DATE];               // of its fall
    char cut_begun[DAT_STANFORD_DATE];          // of its felling cut, "": not known
    struct dat_hpr_grade grade[DAT_HPR_GRADES]; // rising; grade 1 below the first
    int grade_count;
    int bunch; // number from 1 of the stems that were held and cut together with it; 0: none were
};

// All of it stays the caller's.
struct dat_hpr {
    struct dat_stanford common;
    const struct dat_hpr_stem *stems; // in the order of felling
    int stem_count;
    const struct dat_hpr_log *logs; // in the order of their stems, each stem's from the butt
    int log_count;
};

// Writes path as a whole or not at all. False with a sentence in problem.
bool dat_hpr_write(const struct dat_hpr *hpr, const char *path, struct dat_problem *problem);
// The same for a quality control (.hqc): each log that the machine has measured, and what caliper
// and tape find. Stems of bunches, whose diameters are estimates, are left out.
bool dat_hqc_write(const struct dat_hpr *hpr, const char *path, struct dat_problem *problem);
