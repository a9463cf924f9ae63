#include "ui/cmd/library_file.h"

#include "data/exercise/library.h"
#include "ui/screen/exit_status.h"

int ui_find_library_file(const struct ui_args_def *def, const char *folder_or_null,
                         const char *kind, const char *name, char path[DAT_SCENARIO_PATH]) {
    struct dat_problem problem = {""};
    switch (dat_library_find(folder_or_null, kind, name, path, DAT_SCENARIO_PATH, &problem)) {
    case DAT_LIBRARY_FOUND:
        return UI_EXIT_DONE;
    case DAT_LIBRARY_NO_SUCH:
        return ui_args_error(def, "%s", problem.text);
    case DAT_LIBRARY_MISSING:
        break;
    }
    return ui_args_environment_error(def, "%s", problem.text);
}

int ui_read_settings(const struct ui_args_def *def, const struct ui_option_texts *texts,
                     struct dat_settings *settings) {
    int status = UI_EXIT_DONE;
    *settings = (struct dat_settings){.count = 0};
    for (int i = 0; i < texts->count; i++) {
        struct dat_problem problem = {""};
        if (!dat_settings_add(settings, texts->items[i], &problem))
            status = ui_args_error(def, "--set: %s", problem.text);
    }
    return status;
}
