#include "ui/cmd/train_seat.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "ui/cmd/library_file.h"
#include "ui/screen/exit_status.h"
#include "ui/serve/seats.h"

int ui_train_open_seat(const struct ui_args_def *def, const char *address, const char *name,
                       const char *db, struct ui_seat *seat) {
    struct dat_problem problem = {""};
    struct ui_seat_place place;
    char token[PATH_MAX], host[UI_SERVE_NAME] = "";
    if (!ui_serve_token_path(db, UI_SEAT_TOKEN_FILE, token))
        return ui_args_environment_error(def, "the path of the token's file is not known");
    if (!ui_seat_place_read(address, token, &place, &problem))
        return ui_args_error(def, "%s", problem.text);
    (void)gethostname(host, sizeof host - 1);
    if (!ui_seat_open(seat, &place, name != NULL ? name : host, &problem))
        return ui_args_error(def, "%s", problem.text);
    return UI_EXIT_DONE;
}

// The token opens the library, not the files of this computer.
static bool is_of_library(const struct ui_args_def *def, const char *name) {
    if (strchr(name, '/') == NULL && strstr(name, ".yaml") == NULL)
        return true;
    (void)ui_args_error(def, "'%s' is no name of the library", name);
    return false;
}

bool ui_train_choose(const struct ui_args_def *def, const char *library, const struct ui_seat *seat,
                     struct ui_train_chosen *chosen) {
    static struct dat_exercise exercise; // large, and one at a time
    static struct ui_train_chosen wished;
    wished = (struct ui_train_chosen){.settings = seat->settings};
    if (!is_of_library(def, seat->exercise) || !is_of_library(def, seat->machine) ||
        ui_find_library_file(def, library, "exercises", seat->exercise, wished.path) !=
            UI_EXIT_DONE ||
        (seat->machine[0] != '\0' && ui_find_library_file(def, library, "machines", seat->machine,
                                                          wished.machine) != UI_EXIT_DONE) ||
        !ui_train_load(&wished, &exercise))
        return false;
    dat_exercise_finish(&exercise);
    *chosen = wished;
    return true;
}

bool ui_train_load(const struct ui_train_chosen *chosen, struct dat_exercise *exercise) {
    struct dat_diagnostics d;
    if (dat_exercise_load_set(chosen->path, chosen->machine[0] != '\0' ? chosen->machine : NULL,
                              &chosen->settings, exercise, &d))
        return true;
    dat_diagnostics_print(&d, stderr);
    return false;
}
