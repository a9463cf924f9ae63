// The cab: an exercise in the window, from the start to its end. The world runs in whole steps, the
// picture in between; levers come from the operator or from a demonstrator.
#pragma once

#include "data/exercise/practice.h"
#include "ui/scene/camera_rig.h"
#include "ui/scene/landing_marks.h"
#include "ui/screen/app.h"
#include "ui/screen/hud.h"
#include "ui/screen/lever_hint.h"
#include "ui/screen/pause.h"
#include "ui/screen/site_plan.h"
#include "ui/sound/listen.h"

// Gives the levers of the next step instead of the operator. False: it is done.
typedef bool ui_cab_driver(void *context, struct veh_controls *controls);

enum ui_cab_end {
    UI_CAB_RUNNING,
    UI_CAB_LEFT,    // the operator ended it, or the window was closed
    UI_CAB_TIME_UP, // the scenario's time limit
    UI_CAB_DRIVER_DONE,
    UI_CAB_FAULT // the dynamics has stopped; the sentence is in the hud
};

// The exercise has ended: called once, before the cab closes. It may open a screen above the cab.
// True: the cab stays open, nothing moves any more, and Escape closes it.
typedef bool ui_cab_over(void *context, enum ui_cab_end end);

// Adds things to the picture of the worksite, after it has been filled. False: not enough memory.
typedef bool ui_cab_adorn(void *context, struct ui_scene *scene);

struct ui_cab {
    struct ui_screen base;
    struct ui_app *app;            // not owned
    struct dat_practice *practice; // not owned
    struct ui_worksite_scene view;
    struct ui_camera_rig rig, beside; // beside: of the right half where the picture is split
    struct ui_hud hud;
    struct ui_canvas board; // the computer's page
    struct ui_landing_names names;
    struct ui_listener ears;
    struct veh_controls controls; // of the last step
    ui_cab_driver *driver;        // NULL: the operator
    ui_cab_over *over;            // NULL: the cab closes at the end
    ui_cab_adorn *adorn;          // NULL: nothing
    void *context;                // of driver, over and adorn
    unsigned guides;              // bit per enum dat_guide that the operator has switched on
    struct ui_lever_hint hint;
    const char *aids_file; // keeps what the operator switches on; NULL: nothing does
    const char *seat_file; // keeps where the operator has put the seat, likewise
    double owed;           // [s] that the world is behind the picture
    double ahead;          // [s] that it was advanced while the last picture was drawn
    double speed;          // of the world's time, 1: real time
    bool still;            // nothing moves any more
    bool leaves;           // the operator has ended the exercise
    bool may_restart;      // the caller begins it again where seat->wish says so
    bool restarts;         // the operator wishes that
    bool said_passed;
    bool looking;    // a mouse button is held
    bool split;      // the crane's tip is shown beside the camera
    bool shows_load; // the table of the load's criteria
    bool shows_map;  // the site from above
    bool held;       // the instructor has paused the seat
    bool audible;    // also where it is not the uppermost screen
    bool plans;      // the pause's page was asked for the plan
    struct ui_pause pause;
    struct ui_site_plan plan;
    enum ui_cab_end end; // also after the cab has closed
};

// The practice must be started. False with one sentence in problem where memory is missing. Push
// cab->base on the app's stack; closing it frees the view.
bool ui_cab_init(struct ui_cab *cab, struct ui_app *app, struct dat_practice *practice,
                 char *problem, size_t size);

// Steps for dt [s].
void ui_cab_advance(struct ui_cab *cab, double dt);
