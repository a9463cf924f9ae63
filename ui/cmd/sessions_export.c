#include "ui/cmd/sessions_export.h"

#include <stdio.h>

#include "data/exercise/export.h"
#include "data/exercise/library.h"
#include "ui/cmd/sessions_answer.h"
#include "ui/screen/exit_status.h"

int ui_sessions_export_json(const struct ui_args_def *def, struct dat_store *store,
                            const struct dat_session_info *info, enum dat_session_detail detail,
                            const char *path) {
    struct dat_problem problem = {""};
    json_t *session = dat_session_json(store, info, detail, &problem);
    json_t *damage = json_incref(json_object_get(session, "damage"));
    int status =
        ui_sessions_write_json(def, session, detail == DAT_SESSION_ALL ? 17 : 15, path, &problem);
    for (size_t i = 0; status != UI_EXIT_ENVIRONMENT && i < json_array_size(damage); i++)
        status = ui_args_error(def, "%s", json_string_value(json_array_get(damage, i)));
    json_decref(damage);
    return status;
}

int ui_sessions_export_exercise(const struct ui_args_def *def, struct dat_store *store, int64_t id,
                                const char *machine_or_null, const char *folder) {
    const char *name = machine_or_null != NULL ? machine_or_null : "forwarder";
    struct dat_problem problem = {""};
    char machine[DAT_SCENARIO_PATH];
    int logs = 0;
    switch (dat_library_find(NULL, "machines", name, machine, sizeof machine, &problem)) {
    case DAT_LIBRARY_FOUND:
        break;
    case DAT_LIBRARY_NO_SUCH:
        return ui_args_error(def, "%s", problem.text);
    case DAT_LIBRARY_MISSING:
        return ui_args_environment_error(def, "%s", problem.text);
    }
    dat_store_release(store); // running it again takes long
    switch (dat_export_exercise(store, id, machine, folder, &logs, &problem)) {
    case DAT_EXPORT_FAILED:
        return ui_args_environment_error(def, "%s", problem.text);
    case DAT_EXPORT_REFUSED:
        return ui_args_error(def, "%s", problem.text);
    case DAT_EXPORT_WRITTEN:
        break;
    }
    printf("%s/forward.yaml: %d log%s to load\n", folder, logs, logs == 1 ? "" : "s");
    return UI_EXIT_DONE;
}
