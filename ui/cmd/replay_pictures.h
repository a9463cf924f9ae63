// Pictures of a recorded session: `replay --shots DIR` and `replay --frames DIR`.
#pragma once

#include "data/exercise/playback.h"
#include "data/text/problem.h"

struct ui_replay_pictures {
    const char *folder;
    int width;     // [pixel]; the height is 9/16 of it
    double frames; // a second of the session; 0: pictures at its events
};

// Plays the session, which is at its start, to its end or until a signal comes. False with a
// sentence where a picture failed.
bool ui_replay_pictures(struct dat_playback *playback, const struct ui_replay_pictures *what,
                        struct dat_problem *problem);
