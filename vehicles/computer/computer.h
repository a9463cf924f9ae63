// The harvester's computer. It knows signals only, as a real unit on the machine's bus would:
// pulses of the measuring wheel, angles of the knives, switches, keys; it answers with a feeding
// speed and what its display shows. In a step the machine calls veh_computer_decide() before the
// rollers turn, then veh_computer_measure() with what has been measured, and veh_computer_cut()
// where the bar has passed through the stem.
//
// The first cut after the knives have closed on an upright stem is the felling cut: lengths and the
// height of the DBH count from there, since no sensor knows where the ground was. A key that is
// pressed on a lying stem before any cut tells the computer that the saw is at the butt. A head
// with a photocell finds the butt by itself: it feeds back until the cell is free, then slowly on
// until the butt covers it, which is that far beyond the saw.
//
// If several stems have been felled into the head, the profile and its plan are those of the mean
// stem: the knives feel the circle around all (bunch.h).
//
// After a cut of the top saw the end of the stem is known, too: the plan ends there, and what the
// saw has left of the stem when the knives open is the last log.
//
// The logs of the last stem wait for a control measurement (calibration.h): once the knives have
// opened, its key sends the operator to them with a caliper, whose messages are signals too.
#pragma once

#include "vehicles/computer/bucking.h"
#include "vehicles/computer/bunch.h"
#include "vehicles/computer/calibration.h"

#define VEH_MAX_FEELERS 4

static const double veh_dbh_height = 1.2; // [m] above the felling cut

// Calibration of the head; borrowed.
struct veh_computer_setup {
    double pulse;                     // [m] of stem per pulse
    int feelers;                      // joints whose coordinates tell the diameter
    double place[VEH_MAX_FEELERS];    // [m] of them beyond the saw, rising
    const double *coordinate, *thick; // their table: coordinate, rising, and diameter [m]
    int rows;                         // of the table
    double fastest;                   // [m/s] of the rollers
    double cell;                      // [m] of the photocell beyond the saw, 0: there is none
    double top_saw;                   // [m] of the top saw beyond the saw
    int stems;                        // that have been felled into the head, 1: a single one
};

struct veh_computer_signals {
    double step;                    // [s] since the last ones
    int pulses;                     // of the wheel since then, forwards counts up
    double feeler[VEH_MAX_FEELERS]; // [rad] or [m], as their joints are
    bool closed;                    // knives are asked to close
    bool upright;                   // tilt switch: as for felling
    bool felt;                      // pressure switch: they hold something
    bool covered;                   // photocell: there is wood before it
    struct veh_caliper_reading caliper;
};

struct veh_computer_keys {
    bool product[VEH_PRODUCT_KEYS]; // the first four products of the species
    bool proposal;                  // feed to the next cut of the plan
    bool species;                   // the next species group
    bool find_butt;                 // feed until the butt is at the photocell
    bool grade;                     // from the saw upwards the stem is of the next grade
    bool calibrate;                 // the logs are measured again; what that proposes is accepted
    bool refuse;                    // it is not
    double feed;                    // lever, -1 to 1
    bool sawing;                    // the bar is out
};

struct veh_computer {
    double length;      // [m] from the butt to the saw
    double butt_height; // [m] of that butt above the felling cut
    double end;         // [m] from that butt to where the top saw has cut, 0: nowhere
    double dbh, height; // [m] of the tree, as far as known, else 0
    double thickness;   // [m] at the lowest feeler
    double target;      // [m] length that is being fed to, 0: none
    int species;        // enum ter_species that was chosen
    int product;        // of the target, -1: none
    int length_class;   // of the target
    bool known;         // the butt: lengths count from it
    bool forced, in_position, was_closed, was_upright;
    bool grade_was_pressed, find_butt_was_pressed;
    bool finding;    // the butt
    bool covered;    // the photocell, in the last signals
    double searched; // [s] for the butt
    bool proposal_was_pressed, species_was_pressed, product_was_pressed[VEH_PRODUCT_KEYS];
    bool calibrate_was_pressed, refuse_was_pressed;
    struct veh_grades grades;
    struct veh_profile profile;
    struct veh_plan plan;
    struct veh_tally tally;
    struct veh_stand_memory memory;
    struct veh_calibration calibration;
};

// The news of a call.
struct veh_computer_news {
    bool proposed, forced; // a target was taken from the plan, or chosen by key against it
    bool graded;           // length is where a grade begins, from the felling cut
    int grade;
    bool found;         // the butt has come to the photocell: length is from it to the saw
    bool reached;       // the stem lies at its target
    bool log;           // a log was cut: the members below are its own
    double length, top; // [m] as measured
    double mid;         // [m] diameter in its middle
    double dbh;         // [m] of the tree, 0: not known
    int product;        // of target or log, -1: none
    int colour;         // nozzles that mark the log's end
    int control_log;    // number from 1 of the log of its stem, for the caliper; 0: it has none
    bool chosen;        // that stem is to be measured again
    bool checked;       // it was
    bool calibrated, refused;
};

void veh_computer_begin(struct veh_computer *c);
// Keys choose targets. Returns the feeding speed as a share of the fastest, -1 to 1.
double veh_computer_decide(struct veh_computer *c, const struct veh_products *products,
                           const struct veh_computer_setup *setup,
                           const struct veh_computer_keys *keys, struct veh_computer_news *news);
void veh_computer_measure(struct veh_computer *c, const struct veh_products *products,
                          const struct veh_computer_setup *setup,
                          const struct veh_computer_signals *signals,
                          struct veh_computer_news *news);
// The bar has passed through the stem, or through so many.
void veh_computer_cut(struct veh_computer *c, const struct veh_products *products, int stems,
                      struct veh_computer_news *news);
// The top saw has cut: the stem in the head ends there. Nothing happens while the
// butt is not known.
void veh_computer_top(struct veh_computer *c, const struct veh_computer_setup *setup);
// The knives are about to open. True: what they hold is a log, or so many, from the butt to the cut
// of the top saw, and is booked.
bool veh_computer_finish(struct veh_computer *c, const struct veh_products *products, int stems,
                         struct veh_computer_news *news);
double veh_computer_diameter(const struct veh_computer *c); // [m] at the saw, 0: unknown
// The length class that a key of the first four products would choose now, -1: it has no product.
int veh_computer_length_of_key(const struct veh_computer *c, const struct veh_products *products,
                               int key);
// Whether the stem, as it is known, gives a log of that class; NULL allowed for log.
bool veh_computer_gives(const struct veh_computer *c, const struct veh_products *products,
                        int product, int length_class, struct veh_planned_log *log);
