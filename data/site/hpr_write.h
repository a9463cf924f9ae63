// Harvested production (.hpr) as StanForD 2010 has it, version 3.6: the machine, its operator, the
// object, species groups, products, and every stem with its logs. Elements, attributes and their
// order are those of files of real machines; docs/formats.md explains the values.
#pragma once

#include "data/site/stanford_products.h"
#include "data/site/utm.h"
#include "vehicles/computer/calibration.h"

// Angles are clockwise from north, or from the machine's nose, 0 to 360 degrees.
// The machine as it fells a tree or cuts a log.
struct dat_hpr_stand {
    bool known;
    struct dat_geo geo;
    double altitude;       // [m]
    double bearing;        // [deg] of its nose
    double boom_angle;     // [deg] of tree or cut, from its nose
    double boom_extension; // [m] horizontally from its place to there
};

// A log as it is cut off.
struct dat_hpr_place {
    bool known;
    struct dat_geo geo; // of its middle
    double altitude;    // [m] of the ground below it
    double bearing;     // [deg] from its butt to its top
};

struct dat_hpr_log {
    int stem;              // index of the stem it was cut from
    int product;           // index, -1: cut by hand to no product
    double length;         // [m]
    double butt, mid, top; // [m] diameters over bark
    double volume;         // [m^3] over bark
    // [m] by the machine: length, diameters over bark at the small end and in the middle; 0: it has
    // measured nothing
    double measured_length, measured_top, measured_mid;
    // [m] by the operator with caliper and tape, and when; length 0: the log was not measured again
    double checked_length, checked_mid, checked_top;
    char checked_at[DAT_STANFORD_DATE];
    bool top_sawn;   // the top saw has cut its small end
    bool butt_found; // by the photocell, and its length counts from there
    struct dat_hpr_place place;
    struct dat_hpr_stand stand; // of the machine that cut it
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
    struct dat_hpr_stand stand;                 // of the machine that felled it
    char date[DAT_STANFORD_DATE];               // of its fall
    char cut_begun[DAT_STANFORD_DATE];          // of its felling cut, "": not known
    struct dat_hpr_grade grade[DAT_HPR_GRADES]; // rising; grade 1 below the first
    int grade_count;
    bool random; // chance has chosen it for a control measurement
    int bunch;   // number from 1 of the stems that were held and cut together with it; 0: none were
};

// A correction that the operator has accepted; the machine adds it to all later measurements.
struct dat_hpr_calibration {
    char date[DAT_STANFORD_DATE];
    struct veh_correction add;
    int logs;                        // that it was found from
    double length_off, diameter_off; // [m] too long, too thick: the machine in the last control
    bool routine;                    // chance has chosen a stem of those that were measured
};

// All of it stays the caller's.
struct dat_hpr {
    struct dat_stanford common;
    int64_t session;                  // number in the database, 0: of none
    const struct dat_hpr_stem *stems; // in the order of felling
    int stem_count;
    const struct dat_hpr_log *logs; // in the order of their stems, each stem's from the butt
    int log_count;
    const struct dat_hpr_calibration *calibrations; // in the order of time
    int calibration_count;
};

// Writes path as a whole or not at all. False with a sentence in problem.
bool dat_hpr_write(const struct dat_hpr *hpr, const char *path, struct dat_problem *problem);
// The same for a quality control (.hqc): each log that the machine has measured, and what the
// operator has found with caliper and tape, or would have; by which rules stems are chosen for
// that, and all calibrations. Stems of bunches, whose diameters are estimates, are left out.
bool dat_hqc_write(const struct dat_hpr *hpr, const char *path, struct dat_problem *problem);
