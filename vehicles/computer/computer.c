#include "vehicles/computer/computer.h"

#include <assert.h>
#include <math.h>
#include <string.h>

#include "sim/base/math.h"

static const double stump = 0.1;            // [m] assumed; nothing measures it
static const double feed_braking = 6.0;     // [m/s^2] planned deceleration
static const double slowest_feed = 0.06;    // [m/s] creep towards the target
static const double in_position = 0.005;    // [m] of the target: feeding stops
static const double out_of_position = 0.02; // [m] feeding starts again
static const double at_rest = 0.05;         // [m/s]
static const double lever_moved = 0.05;
static const double searching = 0.5;     // [m/s] of the stem on its way back to the photocell
static const double approaching = 0.1;   // [m/s] as its butt comes to it
static const double longest_search = 20; // [s]
static const double furthest_back = 0.1; // [m] the plan may ask to feed back
static const double smoothing = 0.05;    // [s] of the feelers
static const double sliding = 0.3;       // [m/s] of the stem through the knives at least
static const double closed_knives = 1.1; // of what these read: up to there they may feel nothing

enum { REPLAN = 10 }; // points that are measured between two plans: one metre

void veh_computer_begin(struct veh_computer *c) {
    memset(c, 0, sizeof *c);
    c->product = -1;
}

static void forget_target(struct veh_computer *c) {
    c->target = 0.0;
    c->product = -1;
    c->forced = c->in_position = false;
}

double veh_computer_diameter(const struct veh_computer *c) {
    return c->known ? veh_profile_diameter(&c->profile, c->length) : c->thickness;
}

static struct veh_bucking task(const struct veh_computer *c, const struct veh_products *products) {
    return (struct veh_bucking){.products = products,
                                .tally = &c->tally,
                                .profile = &c->profile,
                                .grades = &c->grades,
                                .species = c->species,
                                .from_butt = c->butt_height <= 0.0};
}

bool veh_computer_gives(const struct veh_computer *c, const struct veh_products *products,
                        int product, int length_class, struct veh_planned_log *log) {
    struct veh_planned_log unread;
    const struct veh_bucking b = task(c, products);
    const double length = veh_product_cut_length(&products->product[product], length_class);
    return veh_value_log(&b, product, 0.0, length, log != NULL ? log : &unread);
}

// ---- keys ----

static bool pressed(bool now, bool *was) {
    const bool begins = now && !*was;
    *was = now;
    return begins;
}

static void set_target(struct veh_computer *c, const struct veh_products *products, int product,
                       int length_class, bool forced, struct veh_computer_news *news) {
    c->product = product;
    c->length_class = length_class;
    c->target = veh_product_cut_length(&products->product[product], length_class);
    c->forced = forced;
    c->in_position = false;
    news->product = product;
    news->length = c->target;
    news->forced = news->forced || forced;
    news->proposed = news->proposed || !forced;
}

// In the length of the plan's next log if that is of this product; pressed again, in the next of
// its lengths.
int veh_computer_length_of_key(const struct veh_computer *c, const struct veh_products *products,
                               int key) {
    const int product = veh_products_of_key(products, c->species, key);
    if (product < 0)
        return -1;
    if (c->product == product)
        return (c->length_class + 1) % products->product[product].length_count;
    const bool planned = c->plan.count > 0 && c->plan.log[0].product == product;
    return planned ? c->plan.log[0].length_class : 0;
}

static void force(struct veh_computer *c, const struct veh_products *products, int key,
                  struct veh_computer_news *news) {
    const int length_class = veh_computer_length_of_key(c, products, key);
    if (length_class >= 0)
        set_target(c, products, veh_products_of_key(products, c->species, key), length_class, true,
                   news);
}

// Lengths can be fed to: the butt is known, or a stem that lies in the head is said to begin at the
// saw.
static bool takes_orders(struct veh_computer *c) {
    c->known = c->known || (c->was_closed && !c->was_upright);
    return c->known;
}

static void propose(struct veh_computer *c, const struct veh_products *products,
                    struct veh_computer_news *news) {
    const struct veh_planned_log *log = &c->plan.log[0];
    if (c->plan.count > 0)
        set_target(c, products, log->product, log->length_class, false, news);
}

static void next_species(struct veh_computer *c, const struct veh_products *products) {
    for (int i = 0; i < ter_species_count(); i++) {
        c->species = (c->species + 1) % ter_species_count();
        if (veh_products_of_key(products, c->species, 0) >= 0)
            break;
    }
    memset(&c->plan, 0, sizeof c->plan);
    forget_target(c);
}

// From the saw upwards the stem is of the next grade; after the worst comes the best. A target that
// it no longer gives is dropped, the plan is made anew.
static void regrade(struct veh_computer *c, const struct veh_products *products,
                    struct veh_computer_news *news) {
    const int given = products->start_grade[c->species], start = given > 0 ? given : 1;
    const double z = fmax(c->length, 0.0);
    news->grade = veh_grade_at(&c->grades, z, start) % veh_products_worst_grade(products) + 1;
    veh_grades_mark(&c->grades, z, news->grade, start);
    news->graded = true;
    news->length = c->butt_height + z;
    memset(&c->plan, 0, sizeof c->plan);
    if (c->product >= 0 && !c->forced &&
        !veh_computer_gives(c, products, c->product, c->length_class, NULL))
        forget_target(c);
}

// With empty knives; an answer to what was proposed comes first.
static void calibrate(struct veh_computer *c, struct veh_computer_news *news) {
    struct veh_calibration *calibration = &c->calibration;
    if (c->was_closed)
        return;
    news->calibrated = calibration->ready;
    if (calibration->ready)
        veh_calibration_accept(calibration);
    else if (calibration->logs > 0)
        calibration->asked = true;
}

static void refuse(struct veh_computer *c, struct veh_computer_news *news) {
    struct veh_calibration *calibration = &c->calibration;
    news->refused = calibration->ready;
    if (calibration->asked && calibration->read > 0)
        calibration->logs = 0; // measured twice is enough
    calibration->ready = calibration->asked = false;
}

static void find_butt(struct veh_computer *c, const struct veh_computer_setup *setup) {
    if (!(setup->cell > 0.0) || !c->was_closed || c->was_upright)
        return;
    forget_target(c);
    c->finding = true;
    c->searched = 0.0;
}

// The length at the saw turns out to be another one: so are the places of what has been measured.
static void correct_length(struct veh_computer *c, double length) {
    const double by = length - c->length;
    if (c->known && by >= 0.0) {
        veh_profile_raise(&c->profile, by);
        veh_grades_raise(&c->grades, by);
    } else if (c->known) {
        veh_profile_cut(&c->profile, -by);
        veh_grades_cut(&c->grades, -by);
    }
    c->end = c->end > 0.0 ? fmax(c->end + by, 0.0) : 0.0;
    c->length = length;
    c->known = true;
    memset(&c->plan, 0, sizeof c->plan);
}

// The butt has come to the photocell on its way to the saw: the length is what is missing to there.
static void watch_cell(struct veh_computer *c, const struct veh_computer_setup *setup,
                       const struct veh_computer_signals *signals, struct veh_computer_news *news) {
    const bool covers = signals->covered && !c->covered;
    c->covered = signals->covered;
    c->searched += signals->step;
    if (!c->finding)
        return;
    if (covers) {
        correct_length(c, -setup->cell);
        news->found = true;
        news->length = c->length;
    }
    c->finding = !covers && c->searched < longest_search;
}

// Speed towards the target that can still be braked to rest there.
static double automatic_speed(const struct veh_computer *c, double fastest) {
    const double error = c->target - c->length;
    if (c->in_position)
        return 0.0;
    const double braking = sqrt(2.0 * feed_braking * fabs(error)) * 0.8;
    const double near = fmax(2.5 * fabs(error), slowest_feed);
    const double speed = fmin(fmin(braking, near), fastest);
    return error > 0.0 ? speed : -speed;
}

double veh_computer_decide(struct veh_computer *c, const struct veh_products *products,
                           const struct veh_computer_setup *setup,
                           const struct veh_computer_keys *keys, struct veh_computer_news *news) {
    *news = (struct veh_computer_news){.product = -1};
    const bool none = veh_products_of_key(products, c->species, 0) < 0;
    if (pressed(keys->species, &c->species_was_pressed) || (none && products->count > 0))
        next_species(c, products);
    if (pressed(keys->find_butt, &c->find_butt_was_pressed))
        find_butt(c, setup);
    if (pressed(keys->calibrate, &c->calibrate_was_pressed))
        calibrate(c, news);
    if (pressed(keys->refuse, &c->refuse_was_pressed))
        refuse(c, news);
    if (pressed(keys->grade, &c->grade_was_pressed) && takes_orders(c))
        regrade(c, products, news);
    if (pressed(keys->proposal, &c->proposal_was_pressed) && takes_orders(c))
        propose(c, products, news);
    for (int i = 0; i < VEH_PRODUCT_KEYS; i++)
        if (pressed(keys->product[i], &c->product_was_pressed[i]) && takes_orders(c))
            force(c, products, i, news);
    if (fabs(keys->feed) > lever_moved) {
        forget_target(c); // the hand takes over
        c->finding = false;
        return keys->feed;
    }
    if (keys->sawing)
        c->finding = false;
    if (c->finding && setup->fastest > 0.0)
        return (c->covered ? -searching : approaching) / setup->fastest;
    if (c->target <= 0.0 || !c->was_closed || keys->sawing || setup->fastest <= 0.0)
        return keys->feed;
    return automatic_speed(c, setup->fastest) / setup->fastest;
}

// ---- measuring ----

// No places are known beyond the cut of the top saw.
static void end_profile(struct veh_computer *c) {
    if (c->end > 0.0)
        veh_profile_end(&c->profile, c->end);
}

static double thickness(const struct veh_computer_setup *setup, double coordinate) {
    int i = 0;
    while (i < setup->rows - 2 && coordinate > setup->coordinate[i + 1])
        i++;
    const double *x = setup->coordinate, *y = setup->thick;
    return fmax(y[i] + (y[i + 1] - y[i]) * (coordinate - x[i]) / (x[i + 1] - x[i]), 0.0);
}

// Has the stem not been fed yet? Then all that is known of it is what the knives feel at its butt.
static bool not_fed_yet(const struct veh_computer *c, const struct veh_computer_setup *setup) {
    const double reach = setup->feelers > 0 ? setup->place[setup->feelers - 1] : 0.0;
    return c->butt_height <= 0.0 && veh_profile_step * (c->profile.measured - 2) <= reach;
}

// Knives that slide along a stem feel its thickness; those that hold it press into its bark, and
// lie askew on one that has just fallen. Their measurements before the stem slides serve
// for a first plan only.
static bool may_measure(struct veh_computer *c, const struct veh_computer_setup *setup,
                        double speed) {
    const bool not_fed = not_fed_yet(c, setup), slides = fabs(speed) > sliding;
    if (not_fed && slides)
        c->profile.measured = c->profile.whole_from = 0;
    return c->known && (not_fed || slides);
}

static void feel(struct veh_computer *c, const struct veh_computer_setup *setup,
                 const struct veh_computer_signals *signals, double speed) {
    if (setup->rows < 2)
        return;
    const bool measures = may_measure(c, setup, speed);
    const double mean = sqrt(veh_bunch_solid(setup->stems) / setup->stems);
    for (int i = 0; i < setup->feelers; i++) {
        const double d =
            veh_corrected_diameter(&c->calibration.used, thickness(setup, signals->feeler[i]));
        if (i == 0) {
            const bool first = c->thickness <= 0.0;
            c->thickness +=
                (d - c->thickness) * (first ? 1.0 : fmin(signals->step / smoothing, 1.0));
        }
        if (measures && d > closed_knives * fmin(setup->thick[0], setup->thick[setup->rows - 1]) &&
            (c->end <= 0.0 || c->length + setup->place[i] < c->end))
            veh_profile_measure(&c->profile, c->length + setup->place[i], mean * d);
    }
    const bool whole = c->butt_height <= 0.0;
    if (whole && c->profile.measured * veh_profile_step > veh_dbh_height)
        c->dbh = veh_profile_diameter(&c->profile, veh_dbh_height);
}

// Plans anew where a metre more is known. A target that was proposed follows the plan, unless the
// stem has been fed too far for that.
static void plan(struct veh_computer *c, const struct veh_products *products,
                 struct veh_computer_news *news) {
    const int last = c->plan.measured;
    if (!c->known || (last > 0 && c->profile.measured < last + REPLAN))
        return;
    c->plan = (struct veh_plan){.measured = c->profile.measured};
    c->height = veh_profile_predict(&c->profile, (enum ter_species)c->species,
                                    stump + c->butt_height, c->dbh, &c->memory);
    end_profile(c);
    if (!veh_products_have_prices(products))
        return;
    const struct veh_bucking b = task(c, products);
    veh_buck(&b, &c->plan);
    const struct veh_planned_log *log = &c->plan.log[0];
    if (c->product >= 0 && !c->forced && c->plan.count > 0 && log->from <= 0.0 &&
        log->length > c->length - furthest_back &&
        (log->product != c->product || log->length_class != c->length_class))
        set_target(c, products, log->product, log->length_class, false, news);
}

static void watch_target(struct veh_computer *c, double speed, struct veh_computer_news *news) {
    if (c->target <= 0.0)
        return;
    const double error = fabs(c->target - c->length);
    if (!c->in_position && error < in_position && fabs(speed) < at_rest) {
        c->in_position = true;
        news->reached = true;
        news->length = c->length;
    } else if (error > out_of_position) {
        c->in_position = false;
    }
}

// The knives have opened: what was measured ends here.
static void let_go(struct veh_computer *c) {
    if (c->dbh > 0.0 && c->height > 0.0)
        veh_stand_learn(&c->memory, (enum ter_species)c->species, c->dbh, c->height);
    c->length = c->butt_height = c->end = c->dbh = c->height = c->thickness = 0.0;
    c->known = c->finding = false;
    c->calibration.over = true;
    memset(&c->profile, 0, sizeof c->profile);
    memset(&c->grades, 0, sizeof c->grades);
    memset(&c->plan, 0, sizeof c->plan);
    forget_target(c);
}

void veh_computer_measure(struct veh_computer *c, const struct veh_products *products,
                          const struct veh_computer_setup *setup,
                          const struct veh_computer_signals *signals,
                          struct veh_computer_news *news) {
    assert(signals->step > 0.0 && setup->feelers <= VEH_MAX_FEELERS && setup->stems >= 1);
    *news = (struct veh_computer_news){.product = c->product};
    if (c->was_closed && !signals->closed)
        let_go(c);
    news->checked = veh_calibration_read(&c->calibration, &signals->caliper);
    // A stem that tips over in the closed knives has come off its stump, by its weight.
    c->known = c->known || (c->was_closed && c->was_upright && !signals->upright && signals->felt);
    c->was_closed = signals->closed;
    c->was_upright = signals->upright;
    if (!signals->closed || !signals->felt) {
        c->in_position = c->finding = false;
        return;
    }
    const double moved = setup->pulse * signals->pulses * (1.0 + c->calibration.used.scale);
    c->length += c->known ? moved : 0.0;
    watch_cell(c, setup, signals, news);
    feel(c, setup, signals, moved / signals->step);
    plan(c, products, news);
    watch_target(c, moved / signals->step, news);
}

// ---- cutting ----

// The product that a log of that length counts as: its target's if it has one, else any that takes
// it.
static bool classify(const struct veh_computer *c, const struct veh_products *products,
                     double length, struct veh_planned_log *log) {
    const struct veh_bucking b = task(c, products);
    if (c->product >= 0)
        return veh_value_log(&b, c->product, 0.0, length, log);
    for (int p = 0; p < products->count; p++)
        if (veh_value_log(&b, p, 0.0, length, log))
            return true;
    return false;
}

static void book(struct veh_computer *c, const struct veh_products *products, int stems,
                 double length, struct veh_computer_news *news) {
    struct veh_planned_log log;
    news->log = true;
    news->product = c->product;
    news->length = length;
    news->top = veh_profile_diameter(&c->profile, length);
    news->mid = veh_profile_diameter(&c->profile, 0.5 * length);
    news->dbh = c->dbh;
    if (classify(c, products, length, &log)) {
        uint16_t *logs = &c->tally.logs[log.product][log.diameter_class][log.length_class];
        *logs = (uint16_t)(*logs + stems);
        news->product = log.product;
        news->colour = log.colour;
    }
    if (stems == 1 && length > 0.0) // diameters of a bunch are estimates
        news->control_log = veh_calibration_note(
            &c->calibration, &(struct veh_control_log){length, news->mid, news->top}, c->thickness,
            &news->chosen);
}

void veh_computer_cut(struct veh_computer *c, const struct veh_products *products, int stems,
                      struct veh_computer_news *news) {
    assert(stems >= 1);
    *news = (struct veh_computer_news){.product = -1};
    if (c->known) {
        const double length = fmax(c->length, 0.0); // below 0 there is no log
        book(c, products, stems, c->length, news);
        c->butt_height += length;
        c->end = fmax(c->end - length, 0.0);
        veh_profile_cut(&c->profile, length);
        veh_grades_cut(&c->grades, length);
    }
    c->known = true;
    c->finding = false; // the cut is the butt
    c->length = c->calibration.used.length;
    memset(&c->plan, 0, sizeof c->plan);
    forget_target(c);
}

void veh_computer_top(struct veh_computer *c, const struct veh_computer_setup *setup) {
    c->finding = false;
    memset(&c->plan, 0, sizeof c->plan);
    forget_target(c);
    if (!c->known)
        return;
    c->end = fmax(c->length + setup->top_saw, 0.0);
    end_profile(c);
}

bool veh_computer_finish(struct veh_computer *c, const struct veh_products *products, int stems,
                         struct veh_computer_news *news) {
    assert(stems >= 1);
    *news = (struct veh_computer_news){.product = -1};
    if (!c->known || !(c->end > 0.0))
        return false;
    forget_target(c); // whatever is fed to, it ends here
    // Up to there it is as thick as at the last whole point.
    const double whole = veh_profile_step * (c->profile.count - 1);
    if (c->profile.count > 0 && whole < c->end)
        veh_profile_measure(&c->profile, c->end + veh_profile_step,
                            veh_profile_diameter(&c->profile, whole));
    book(c, products, stems, c->end, news);
    c->end = 0.0;
    return true;
}
