// A recorded session that the trainee has chosen at a seat, or that the instructor wants to be
// shown there: the viewer, over the screen that is open.
#pragma once

#include "ui/screen/viewer.h"
#include "ui/serve/seat.h"

struct ui_seat_replay {
    bool open;
    struct dat_store *other; // database that was opened for it, NULL: the seat's own
    struct dat_playback playback, ghost;
    bool haunted; // the ghost is open
    struct ui_viewer viewer;
};

// Opens the session that the instructor has named at the seat, and says meanwhile that it is
// loading. A database of another name is looked for beside the seat's own. False with a sentence in
// note. The store must outlive the replay, which must not move; NULL: nothing was recorded.
bool ui_seat_replay_open(struct ui_seat_replay *replay, struct ui_app *app, struct dat_store *store,
                         const struct ui_seat *seat, char *note, size_t size);
// The same of a session of the store that the trainee has chosen, beside the trainee's best other
// one of the exercise, or the demonstrator's.
bool ui_seat_replay_own(struct ui_seat_replay *replay, struct ui_app *app, struct dat_store *store,
                        int64_t session, char *note, size_t size);
// Once the viewer has closed; accepts a zeroed struct.
void ui_seat_replay_close(struct ui_seat_replay *replay);
