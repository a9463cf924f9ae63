// Inside of the head; for the files vehicles/part/head*.c only.
#pragma once

#include "vehicles/part/head.h"
#include "vehicles/part/multi_tree.h"

static const double veh_head_efficiency = 0.7; // of its pump, lines and motors

// head.c
// The machine must have a head.
const struct veh_head_def *veh_head_def_of(const struct veh_machine *machine);
struct veh_head_state *veh_head_of(const struct veh_machine *machine);

// head_grip.c
// The place of a stem in the head.
struct veh_head_place {
    double length;         // [m] from the end on the saw's side to the cut plane
    double z;              // [m] from the butt to the cut plane
    double diameter;       // [m] there
    struct sim_vec3 point; // [m] of the stem's axis in the cut plane, head's stem frame
    double speed;          // [m/s] of feeding: how fast length grows
    bool butt_first;       // the end on the saw's side is the butt
    bool crosses; // the axis passes the cut plane between the stem's ends, not too slanting
};

// All zero for a stem that lies across the head.
struct veh_head_place veh_head_place(const struct veh_worksite *site, int machine, int stem);
// The same for a plane that lies that far [m] from the cut plane, towards the top.
struct veh_head_place veh_head_place_at(const struct veh_worksite *site, int machine, int stem,
                                        double beyond);
// Before the step: the lever closes and opens the jaws.
void veh_head_latch(struct veh_worksite *site, int machine);
// All stems in the head are let go.
void veh_head_let_go(struct veh_worksite *site, int machine);
// A stem that the head leaves and that gives no further log is a top.
void veh_head_leave(struct veh_worksite *site, int stem);
double veh_head_grip_power(const struct veh_worksite *site, int machine); // [W] at the knives
// The stem that the head holds after the step, -1: none. One that bounces in the head is not lost
// at once.
int veh_head_held_stem(const struct veh_worksite *site, int machine);

// head_bunch.c
struct veh_multi_tree_state *veh_head_bunch(const struct veh_machine *machine); // NULL: no arms
// The number of a stem in the bunch, -1: it is not one of it.
int veh_head_member(const struct veh_machine *machine, int stem);
// The stems that knives, rollers and saw work on: the one that they are said to hold, and unless
// that still stands, the others of the bunch. Returns their number.
int veh_head_stems(const struct veh_worksite *site, int machine, int stems[VEH_MAX_BUNCH + 1]);
int veh_head_felled(const struct veh_machine *machine); // stems held together, 1 or more
// A stem has been felled, or picked up, into the head; nothing happens without arms.
void veh_head_bunch_add(struct veh_worksite *site, int machine, int stem);
void veh_head_bunch_replace(const struct veh_machine *machine, int stem, int by);
void veh_head_bunch_clear(struct veh_worksite *site, int machine);
// Tells of each stem, once per bunch of two or more.
void veh_head_tell_bunch(struct veh_worksite *site, int machine);
// The arms hold the stems of the bunch, also when the knives open.
bool veh_head_arms_hold(const struct veh_machine *machine);
// An arm swings out from between stems that knives and rollers press together.
bool veh_head_arms_part(const struct veh_machine *machine);
void veh_head_gather(struct veh_worksite *site, int machine); // before the step: the key
// After it: stems have fallen out.
void veh_head_watch_bunch(struct veh_worksite *site, int machine);

// head_delimb.c
void veh_head_resist(struct veh_worksite *site, int machine); // before the step: branches resist
void veh_head_delimb(struct veh_worksite *site, int machine); // after it: they have come off
// After that: soil has worn the knives' edges, an instructor has blunted or sharpened them.
void veh_head_wear(struct veh_worksite *site, int machine);

// head_feed.c
// Before the step: the computer reads the keys, the rollers follow it or the lever.
void veh_head_feed(struct veh_worksite *site, int machine);
// [m/s] at full input: what the rollers' motor asks for at their rim.
double veh_head_fastest(const struct veh_machine *m);
double veh_head_feed_power(const struct veh_worksite *site, int machine); // [W] at the rollers

// head_gauge.c
// After the step: wheel, knives and switches tell the computer what they feel, and that a tree has
// come off its stump. before: the stem that was held before the step, -1: none.
void veh_head_gauge(struct veh_worksite *site, int machine, int before);
// A cut has shaken the wheel, and the computer books it. log: what was cut off, -1: a stump;
// member: of the bunch that it was part of, -1: of none.
void veh_head_gauge_cut(struct veh_worksite *site, int machine, int log, int member);
// A log of that length, which was fed to the target [m] or to none (0), has been cut off.
void veh_head_tell_log(struct veh_worksite *site, int machine, int log, double length,
                       double target);
// Tells the computer's news as events of that stem.
void veh_head_tell(struct veh_worksite *site, int machine, int stem,
                   const struct veh_computer_news *news);
// The top saw has cut other off a stem in the head, of which kept is left: length [m]. A log stays
// one: it is booked already.
void veh_head_top(struct veh_worksite *site, int machine, int kept, int other, double length,
                  bool was_log);
// Before the knives open: a stem whose top was cut off in the head is a log. Of a bunch, those that
// still have their tops are none.
void veh_head_finish_logs(struct veh_worksite *site, int machine);
// The tilt switch: the head stands as for felling.
bool veh_head_upright(const struct veh_worksite *site, int machine);
struct veh_computer_setup veh_head_setup(const struct veh_worksite *site, int machine);

// head_caliper.c
// A log of the last stem has its number for the caliper.
void veh_head_lay_out(struct veh_worksite *site, int machine, int log,
                      const struct veh_computer_news *news);
// After the step, before the computer measures: the operator is at the logs, as long as the
// computer asks for it and no lever is moved.
struct veh_caliper_reading veh_head_use_caliper(struct veh_worksite *site, int machine);
// Records the result of a control measurement, and the operator's answer to it.
void veh_head_tell_calibration(struct veh_worksite *site, int machine,
                               const struct veh_computer_news *news);

// head_saw.c
void veh_head_saw(struct veh_worksite *site, int machine);     // before the step
void veh_head_squeeze(struct veh_worksite *site, int machine); // once inputs have set the motors
void veh_head_cut(struct veh_worksite *site, int machine); // after it: the bar has passed through
double veh_head_saw_power(const struct veh_worksite *site, int machine); // [W] at the chains
