// The head-up display: what the operator needs to know without looking away.
#pragma once

#include "ui/canvas.h"
#include "vehicles/controls.h"

#define UI_HUD_MESSAGES 6
#define UI_HUD_TEXT 160

struct ui_hud_message {
    char text[UI_HUD_TEXT];
    double left; // [s] to be shown
    bool warning;
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
    char hint[UI_HUD_TEXT];                         // lower border, for example "F1: help"
    struct ui_hud_message message[UI_HUD_MESSAGES]; // the newest first
};

// Shows text for a while, the oldest message goes. A text that is shown already is shown longer.
void ui_hud_say(struct ui_hud *hud, bool warning, const char *text);
// Lets seconds pass for the messages.
void ui_hud_tick(struct ui_hud *hud, double seconds);
void ui_hud_draw(const struct ui_hud *hud, struct ui_canvas *canvas);
