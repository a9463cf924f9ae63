// Pictures of an exercise, at each of its events or as the frames of a film, for `demo --shots
// DIR`, `replay --shots DIR` and `replay --frames DIR`.
#pragma once

#include "data/exercise/practice.h"
#include "ui/gl/shots.h"
#include "ui/scene/camera_rig.h"
#include "ui/scene/landing_marks.h"

struct ui_event_shots {
    char folder[512];
    struct ui_shots *shots; // owned
    struct ui_worksite_scene view;
    struct ui_canvas board; // the computer's page
    struct ui_landing_names names;
    struct ui_stereo stereo;
    int count;         // of events with pictures, or of frames
    double every;      // [s] between frames; 0: pictures at events
    double next;       // [s] when the next frame is due
    int reached;       // targets of the course
    double later;      // [s] when the falling tree is to be shown, 0: not at all
    double seconds;    // [s] spent on pictures
    bool undrawn;      // this machine cannot draw
    char problem[256]; // of the first picture that failed, "" for none
};

// Makes the folder where it is missing and the first picture. False with a sentence in
// shots->problem: the caller exits with UI_EXIT_ENVIRONMENT.
bool ui_event_shots_begin(struct ui_event_shots *shots, const char *folder, int width, int height,
                          const struct ui_stereo *stereo, const struct dat_practice *practice);
// The same for frames from the seat, so many a second of the exercise: frame-000000.png and so on.
// No picture is made yet.
bool ui_event_shots_begin_film(struct ui_event_shots *shots, const char *folder, int width,
                               int height, double frames_per_second,
                               const struct dat_practice *practice);
// Call after each step: from the cab and from outside at each event, files like
// 03-log_cut-outside.png.
void ui_event_shots_step(struct ui_event_shots *shots, const struct dat_practice *practice,
                         const struct veh_controls *controls);
// The last picture at events.
void ui_event_shots_finish(struct ui_event_shots *shots, const struct dat_practice *practice,
                           const struct veh_controls *controls);
