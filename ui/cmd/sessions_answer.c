#include "ui/cmd/sessions_answer.h"

#include "data/text/json.h"
#include "ui/screen/exit_status.h"

int ui_sessions_write_json(const struct ui_args_def *def, json_t *value, int digits,
                           const char *path, struct dat_problem *problem) {
    const bool ok = value != NULL && dat_json_write(value, digits, path, problem);
    json_decref(value);
    return ok ? UI_EXIT_DONE : ui_args_environment_error(def, "%s", problem->text);
}

int ui_sessions_report_damage(const struct ui_args_def *def, const struct dat_name_list *damage) {
    for (int i = 0; i < damage->count; i++)
        (void)ui_args_error(def, "%s", damage->items[i]);
    return damage->count > 0 ? UI_EXIT_USAGE : UI_EXIT_DONE;
}

int ui_sessions_no_such(const struct ui_args_def *def, int64_t id) {
    return ui_args_error(def, "there is no session %lld, 'kranich sessions list' shows them",
                         (long long)id);
}
