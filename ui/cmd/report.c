// `kranich report SESSION`: a recorded session for people and for other programs.
#include <stdlib.h>
#include <string.h>

#include "data/record/json.h"
#include "data/report/page.h"
#include "data/text/atomic_file.h"
#include "data/text/json.h"
#include "ui/cmd/args.h"
#include "ui/cmd/commands.h"
#include "ui/cmd/common_options.h"
#include "ui/cmd/production.h"
#include "ui/cmd/server.h"
#include "ui/input/report_text.h"
#include "ui/screen/exit_status.h"
#include "ui/text/language.h"

enum format { HTML, JSON, HPR };

struct values {
    const char *db, *server, *output, *language;
    int format;
};

static const struct ui_option options[] = {
    {.name = "format",
     .type = UI_OPTION_CHOICE,
     .value = "html|json|hpr",
     .offset = offsetof(struct values, format),
     .help = "a page to read and print; all that was recorded; the harvested production "
             "(StanForD 2010)"},
    {.name = "output",
     .letter = 'o',
     .type = UI_OPTION_OUTPUT,
     .value = "FILE",
     .offset = offsetof(struct values, output),
     .help = "where to write it, '-' is the standard output"},
    {.name = "language",
     .type = UI_OPTION_TEXT,
     .value = "NAME",
     .offset = offsetof(struct values, language),
     .help = "of the page, such as de (default: that of the window)"},
    UI_OPTION_READ_FROM_SERVER(struct values),
    UI_OPTION_DATABASE(struct values),
};

static const struct ui_args_def def = {
    .verb = "report",
    .usage = "SESSION",
    .summary = "Writes a recorded session as a page, or as a file for other programs",
    .help = "  SESSION   the session's number, see 'kranich sessions list'\n",
    .options = options,
    .option_count = sizeof options / sizeof options[0],
    .operands_min = 1,
    .operands_max = 1,
};

static int environment_error(const struct dat_problem *problem) {
    return ui_args_environment_error(&def, "%s", problem->text);
}

static int write_text(const char *text, const char *path) {
    struct dat_problem problem = {""};
    if (strcmp(path, "-") == 0)
        return fputs(text, stdout) >= 0 && fflush(stdout) == 0
                   ? UI_EXIT_DONE
                   : ui_args_environment_error(&def, "the standard output cannot be written");
    return dat_write_file(path, text, strlen(text), &problem) ? UI_EXIT_DONE
                                                              : environment_error(&problem);
}

static int write_page(struct dat_store *store, const struct dat_recorded *recorded, bool levers,
                      const char *path) {
    struct dat_problem problem = {""};
    struct dat_log_list logs = {0};
    struct dat_session_list sessions = {0};
    int status = UI_EXIT_ENVIRONMENT;
    if (!dat_store_logs(store, recorded->info.id, &logs, &problem) ||
        !dat_store_sessions(store, &sessions, &problem)) {
        status = environment_error(&problem);
    } else {
        struct dat_report_texts texts;
        ui_report_texts(&texts);
        char *page = dat_report_page(recorded, &logs, &sessions, levers, &texts);
        status = page != NULL ? write_text(page, path)
                              : ui_args_environment_error(&def, "out of memory");
        free(page);
    }
    dat_session_list_finish(&sessions);
    dat_log_list_finish(&logs);
    return status;
}

static int write_json(struct dat_store *store, const struct dat_session_info *info,
                      const char *path) {
    struct dat_problem problem = {""};
    json_t *session = dat_session_json(store, info, DAT_SESSION_ALL, &problem);
    const bool ok = session != NULL && dat_json_write(session, 17, path, &problem);
    json_decref(session);
    return ok ? UI_EXIT_DONE : environment_error(&problem);
}

// Damage is written into the page, and said here.
static int report(struct dat_store *store, int64_t id, const struct values *values) {
    struct dat_problem problem = {""};
    struct dat_recorded recorded;
    const enum dat_replay_result read = dat_recorded_read(store, id, &recorded, &problem);
    int status;
    if (read == DAT_REPLAY_FAILED)
        status = environment_error(&problem);
    else if (read == DAT_REPLAY_NO_SUCH)
        status = ui_args_error(&def, "%s", problem.text);
    else if (values->format == HPR)
        status = ui_write_production(&def, store, &recorded.info, DAT_MESSAGE_HPR, values->output);
    else if (values->format == JSON)
        status = write_json(store, &recorded.info, values->output);
    else
        status = write_page(store, &recorded, read == DAT_REPLAY_DONE, values->output);
    for (int i = 0; i < recorded.damage.count && status != UI_EXIT_ENVIRONMENT; i++)
        status = ui_args_error(&def, "%s", recorded.damage.items[i]);
    dat_recorded_finish(&recorded);
    return status;
}

// A bad file of the user's own choice does not prevent a report: it is English then.
static bool choose_language(const char *name) {
    struct dat_diagnostics d;
    struct dat_problem problem = {""};
    if (name == NULL) {
        if (!ui_language_choose(&d))
            dat_diagnostics_print(&d, stderr);
        return true;
    }
    if (ui_language_change(name, false, &problem))
        return true;
    (void)ui_args_error(&def, "--language %s: %s", name, problem.text);
    return false;
}

int ui_cmd_report(int argc, char **argv) {
    struct values values = {.output = "-"};
    struct ui_operands operands;
    struct dat_problem problem = {""};
    int64_t id;
    int status = ui_args_parse(&def, argc, argv, &values, &operands);
    if (status != UI_ARGS_PARSED)
        return status;
    if (!ui_args_session(&def, operands.items[0], &id))
        return UI_EXIT_USAGE;
    if (!choose_language(values.language))
        return UI_EXIT_USAGE;
    struct dat_store *store = ui_open_sessions(&def, values.server, values.db, &status);
    if (store == NULL)
        return status;
    status =
        dat_store_hold(store, &problem) ? report(store, id, &values) : environment_error(&problem);
    dat_store_close(store);
    return status;
}
