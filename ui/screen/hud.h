// The head-up display: what the operator needs to know without looking away.
#pragma once

#include "sim/model/model.h"
#include "ui/scene/canvas.h"
#include "vehicles/controls.h"
#include "vehicles/names.h"

#define UI_HUD_MESSAGES 6
#define UI_HUD_TEXT 160
#define UI_HUD_GAUGES 4
#define UI_HUD_ASSORTMENTS 4
#define UI_HUD_OUTLINE 60
#define UI_HUD_CUTS 12

struct ui_hud_message {
    char text[UI_HUD_TEXT];
    double left; // [s] to be shown
    bool warning;
};

struct ui_hud_gauge { // a sensor that the machine's file wants to be seen
    char label[VEH_NAME_TEXT], value[32];
};

struct ui_hud_assortment {             // a product that the head's computer can cut to
    char name[VEH_NAME_TEXT], key[24]; // key: what chooses it, "" for nothing
    double length;                     // [m]
    double price;  // of a cubic metre, 0: the stem gives no such log, or it has none
    bool feasible; // the stem that is held gives such a log
    bool chosen;
};

// The stem as the head's computer knows it, from the butt, with the logs of its plan.
struct ui_hud_stem {
    double length;                  // [m] 0: nothing is known
    double measured;                // [m] of it; the rest is predicted
    bool graded[UI_HUD_OUTLINE];    // the operator has marked it as worse than the best
    int grade;                      // of the wood above the saw
    double outline[UI_HUD_OUTLINE]; // [m] diameters, evenly spaced over the length
    struct {
        double from, length;      // [m]
        char name[VEH_NAME_TEXT]; // product
    } cut[UI_HUD_CUTS];
    int cuts;
    double value; // of all of them
    char species[32];
};

struct ui_hud {
    char title[UI_HUD_TEXT]; // exercise
    char task[UI_HUD_TEXT];  // what to do now; may be empty
    double time;             // [s] since the start
    double speed;            // [m/s] forwards, smoothed: a machine rocks on its tyres
    struct veh_controls controls;
    bool has_engine;
    double engine_speed; // [1/min]
    bool engine_runs;
    bool has_oil;
    double oil_temperature; // [degrees C] of the hydraulics
    bool has_gears;         // work and road
    bool road;              // the one that is engaged
    bool locked;            // differential locks
    bool parked;            // by the operator
    bool has_head;          // a harvester: the fields below are shown
    bool gripped;           // a stem is held
    double length, target;  // [m]; target 0: none
    double diameter;        // [m]
    double top_saw;         // [m] from the butt to where the top saw cuts, 0: the head has none
    bool in_position;
    bool sawing;          // the saw is started
    bool bar_out, jammed; // it is not, but its bar is still out; the tree holds the bar
    double cut;           // 0 to 1
    double idle_saw;      // [s] the saw has run without reaching wood
    int logs, trees;      // produced
    struct ui_hud_assortment assortment[UI_HUD_ASSORTMENTS];
    int assortments;
    struct ui_hud_stem stem;
    char control[160], control_keys[160]; // of a control measurement; "": there is nothing to do
    bool has_grapple, has_bunk;
    int in_grapple;     // logs
    bool has_scale;     // the three below are shown
    double weight;      // [kg] that the scale reads
    double weighed;     // [kg] that it has read of the load
    char in_tongs[32];  // "spruce, 4.0 m"
    int loaded;         // logs in the bunk
    double free_length; // [m] of the bunk that no log lies in
    double pace;        // of the exercise's time against the clock; below 1 the computer is too
                        // slow, 0 is not known
    struct ui_hud_gauge gauge[UI_HUD_GAUGES];
    int gauges;
    char aids[UI_HUD_TEXT];  // "soft crane, swing damping": those that are on, "" for none
    char locks[UI_HUD_TEXT]; // "wheels, twist": names of the locks that hold, "" for none
    char hint[400];          // lower border, for example "F1: help"
    struct ui_hud_message message[UI_HUD_MESSAGES]; // the newest first
    bool brief;                                     // the title only: a page lies over the rest
    bool apart;  // without the messages, which ui_hud_draw_messages() draws
    double foot; // [pixel at 720 lines] of the lower border that belongs to another screen
};

// Shows text for a while, the oldest message goes. A text that is shown already is shown longer.
void ui_hud_say(struct ui_hud *hud, bool warning, const char *text);
// Fills the gauges from the sensors of the machine that have a label.
// names: of its file.
void ui_hud_read_sensors(struct ui_hud *hud, const struct sim_instance *instance,
                         const struct veh_names *names);
// The speed at a time of the exercise; a new one is mixed with those before.
void ui_hud_set_speed(struct ui_hud *hud, double time, double speed);
// "0.9": [km/h]; a machine that nobody drives stands, whatever its body does on the tyres.
void ui_hud_speed_text(const struct ui_hud *hud, char *text, size_t size);
// Lets seconds pass for the messages.
void ui_hud_tick(struct ui_hud *hud, double seconds);

// What the display leaves free between its parts [pixel].
struct ui_hud_gap {
    double x, width;    // at the lower border: its middle
    double top, bottom; // below the title, above the lower border
};
struct ui_hud_gap ui_hud_draw(const struct ui_hud *hud, struct ui_canvas *canvas);
// Over what was drawn since.
void ui_hud_draw_messages(const struct ui_hud *hud, const struct ui_hud_gap *gap,
                          struct ui_canvas *canvas);
