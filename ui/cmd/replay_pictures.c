#include "ui/cmd/replay_pictures.h"

#include <stdio.h>
#include <unistd.h>

#include "ui/input/stop.h"
#include "ui/screen/event_shots.h"

static void show_progress(const struct dat_playback *playback, const struct ui_event_shots *shots) {
    static int shown = -1;
    if (!isatty(STDERR_FILENO) || shots->count == shown)
        return;
    shown = shots->count;
    fprintf(stderr, "\r%.0f %% played, %d pictures in %s",
            100.0 * (double)playback->reader.step /
                (double)(dat_recorded_steps(&playback->recorded) + 1),
            shots->count, shots->folder);
}

static bool begin(struct ui_event_shots *shots, const struct dat_practice *practice,
                  const struct ui_replay_pictures *what) {
    const int height = what->width * 9 / 16;
    const struct ui_stereo stereo = {.mode = UI_STEREO_NONE};
    return what->frames > 0.0
               ? ui_event_shots_begin_film(shots, what->folder, what->width, height, what->frames,
                                           practice)
               : ui_event_shots_begin(shots, what->folder, what->width, height, &stereo, practice);
}

bool ui_replay_pictures(struct dat_playback *playback, const struct ui_replay_pictures *what,
                        struct dat_problem *problem) {
    static struct ui_event_shots shots; // large
    struct veh_controls levers = {{0.0}};
    if (!begin(&shots, &playback->practice, what)) {
        dat_problem_set(problem, "%s", shots.problem);
        return false;
    }
    while (!ui_stop_requested() && shots.problem[0] == '\0' &&
           dat_playback_next(playback, &levers) &&
           sim_world_fault(playback->practice.site.world) == NULL) {
        dat_practice_step(&playback->practice, &levers);
        ui_event_shots_step(&shots, &playback->practice, &levers);
        show_progress(playback, &shots);
    }
    ui_event_shots_finish(&shots, &playback->practice, &levers);
    if (isatty(STDERR_FILENO))
        fputc('\n', stderr);
    dat_problem_set(problem, "%s", shots.problem);
    return shots.problem[0] == '\0';
}
