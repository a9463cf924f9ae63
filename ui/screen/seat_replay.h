// A recorded session that the instructor wants to be shown at a seat: the viewer, over the screen
// that is open.
#pragma once

#include "ui/screen/viewer.h"

struct ui_seat_replay {
    bool open;
    struct dat_playback playback;
    struct ui_viewer viewer;
};

// Opens the session of that number, 0: the newest, and says meanwhile that it is loading. False
// with a sentence in note. The store must outlive the replay, which must not move.
bool ui_seat_replay_open(struct ui_seat_replay *replay, struct ui_app *app, struct dat_store *store,
                         int64_t session, char *note, size_t size);
// Once the viewer has closed; accepts a zeroed struct.
void ui_seat_replay_close(struct ui_seat_replay *replay);
