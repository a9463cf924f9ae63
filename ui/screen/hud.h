// The head-up display: what the operator needs to know without looking away.
#pragma once

#include "sim/model/model.h"
#include "ui/scene/canvas.h"
#include "vehicles/controls.h"

#define UI_HUD_MESSAGES 6
#define UI_HUD_TEXT 160
#define UI_HUD_GAUGES 4

struct ui_hud_message {
    char text[UI_HUD_TEXT];
    double left; // [s] to be shown
    bool warning;
};

struct ui_hud_gauge { // a sensor that the machine's file wants to be seen
    char label[SIM_MODEL_LABEL], value[32];
};

struct ui_hud {
    char title[UI_HUD_TEXT]; // exercise
    char task[UI_HUD_TEXT];  // what to do now; may be empty
    double time;             // [s] since the start
    double speed;            // [m/s] forwards
    struct veh_controls controls;
    bool has_head;         // a harvester: the fields below are shown
    bool gripped;          // a stem is held
    double length, target; // [m]; target 0: none
    double diameter;       // [m]
    bool in_position, sawing;
    double cut;      // 0 to 1
    int logs, trees; // produced
    bool has_bunk;
    int loaded; // logs in the bunk
    char assortment[48];
    struct ui_hud_gauge gauge[UI_HUD_GAUGES];
    int gauges;
    char hint[UI_HUD_TEXT];                         // lower border, for example "F1: help"
    struct ui_hud_message message[UI_HUD_MESSAGES]; // the newest first
};

// Shows text for a while, the oldest message goes. A text that is shown already is shown longer.
void ui_hud_say(struct ui_hud *hud, bool warning, const char *text);
// Fills the gauges from the sensors of the machine that have a label.
void ui_hud_read_sensors(struct ui_hud *hud, const struct sim_instance *instance);
// Lets seconds pass for the messages.
void ui_hud_tick(struct ui_hud *hud, double seconds);
void ui_hud_draw(const struct ui_hud *hud, struct ui_canvas *canvas);
