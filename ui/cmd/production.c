#include "ui/cmd/production.h"

#include <stdio.h>

#include "ui/screen/exit_status.h"

int ui_write_production(const struct ui_args_def *def, struct dat_store *store,
                        const struct dat_session_info *info, enum dat_production_message message,
                        const char *path) {
    struct dat_problem problem = {""};
    int left_out = 0;
    switch (dat_production_write(store, info, message, path, &left_out, &problem)) {
    case DAT_PRODUCTION_FAILED:
        return ui_args_environment_error(def, "%s", problem.text);
    case DAT_PRODUCTION_REFUSED:
        return ui_args_error(def, "%s", problem.text);
    case DAT_PRODUCTION_WRITTEN:
        break;
    }
    if (left_out > 0)
        (void)fprintf(stderr, "%d log%s of no standing tree %s left out\n", left_out,
                      left_out == 1 ? "" : "s", left_out == 1 ? "is" : "are");
    return UI_EXIT_DONE;
}
