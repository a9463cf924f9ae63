// `kranich report`: a recorded session, a trainee or a group, for people and for other programs.
#include <stdlib.h>
#include <string.h>

#include "data/exercise/library_names.h"
#include "data/record/json.h"
#include "data/report/group.h"
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

enum format { HTML, JSON, HPR, CSV };

struct values {
    const char *db, *server, *output, *language;
    struct dat_report_whom whom;
    bool all;
    int format;
};

static const struct ui_option options[] = {
    {.name = "format",
     .type = UI_OPTION_CHOICE,
     .value = "html|json|hpr|csv",
     .offset = offsetof(struct values, format),
     .help = "a page to read and print; all that was recorded; the harvested production "
             "(StanForD 2010) of a session; the figures of sessions for a spreadsheet"},
    {.name = "trainee",
     .type = UI_OPTION_TEXT,
     .value = "NAME",
     .offset = offsetof(struct values, whom.trainee),
     .help = "instead of a session: all sessions of this trainee, with the group's middle half"},
    {.name = "exercise",
     .type = UI_OPTION_TEXT,
     .value = "NAME",
     .offset = offsetof(struct values, whom.exercise),
     .help = "instead of a session: all trainees in this exercise, or this trainee in it"},
    {.name = "all",
     .type = UI_OPTION_FLAG,
     .offset = offsetof(struct values, all),
     .help = "instead of a session: all trainees in all exercises"},
    {.name = "since",
     .type = UI_OPTION_TEXT,
     .value = "DATE",
     .offset = offsetof(struct values, whom.since),
     .help = "of trainees: only sessions that began on this day (UTC) or later, such as "
             "2026-11-01"},
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
    .usage = "[SESSION]",
    .summary = "Writes a recorded session, or what trainees have done over their sessions, as a "
               "page or as a file for other programs",
    .help = "  SESSION   the session's number, see 'kranich sessions list'\n",
    .options = options,
    .option_count = sizeof options / sizeof options[0],
    .operands_min = 0,
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
        struct veh_names names = {.items = NULL};
        ui_report_texts(&texts);
        dat_library_names(NULL, &names);
        char *page = dat_report_page(recorded, &logs, &sessions, levers, &texts, &names);
        status = page != NULL ? write_text(page, path)
                              : ui_args_environment_error(&def, "out of memory");
        free(page);
        veh_names_finish(&names);
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

// ---- trainees ----

static int write_sessions_json(struct dat_store *store, const struct dat_session_list *sessions,
                               const struct values *values) {
    struct dat_problem problem = {""};
    json_t *array = json_array();
    bool ok = array != NULL;
    for (int i = 0; ok && i < sessions->count; i++) {
        if (!dat_report_means(&values->whom, &sessions->items[i]))
            continue;
        json_t *session =
            dat_session_json(store, &sessions->items[i], DAT_SESSION_SUMMARY, &problem);
        ok = session != NULL && json_array_append_new(array, session) == 0;
    }
    ok = ok && dat_json_write(array, 17, values->output, &problem);
    json_decref(array);
    return ok ? UI_EXIT_DONE : environment_error(&problem);
}

static int write_group(struct dat_store *store, const struct dat_session_list *sessions,
                       const struct values *values) {
    struct dat_report_texts texts;
    struct veh_names names = {.items = NULL};
    ui_report_texts(&texts);
    if (values->format == JSON)
        return write_sessions_json(store, sessions, values);
    dat_library_names(NULL, &names);
    char *text = values->format == CSV ? dat_report_csv(sessions, &values->whom)
                                       : dat_report_group(sessions, &values->whom, &texts, &names);
    const int status = text != NULL ? write_text(text, values->output)
                                    : ui_args_environment_error(&def, "out of memory");
    free(text);
    veh_names_finish(&names);
    return status;
}

// A name that nobody has is a mistake of typing, not a group without sessions.
static int report_group(struct dat_store *store, const struct values *values) {
    struct dat_problem problem = {""};
    struct dat_session_list sessions = {0};
    int count = 0;
    const bool read = dat_store_sessions(store, &sessions, &problem);
    for (int i = 0; i < sessions.count; i++)
        count += dat_report_means(&values->whom, &sessions.items[i]);
    const int status = !read        ? environment_error(&problem)
                       : count == 0 ? ui_args_error(&def, "no trainee has such a session, "
                                                          "'kranich sessions list' shows them")
                                    : write_group(store, &sessions, values);
    dat_session_list_finish(&sessions);
    return status;
}

// Either a session or trainees. False: a mistake was named.
static bool check(const struct values *values, const struct ui_operands *operands, bool group) {
    if (group == (operands->count == 1))
        ui_args_error(&def, "expected either a SESSION, or --trainee, --exercise or --all");
    else if (values->whom.since != NULL && !group)
        ui_args_error(&def, "--since belongs to --trainee, --exercise and --all");
    else if (values->whom.since != NULL && !ui_args_is_date(values->whom.since))
        ui_args_error(&def, "--since: '%s' is not a date, expected for instance 2026-11-22",
                      values->whom.since);
    else if (values->format == HPR && group)
        ui_args_error(&def, "the format hpr is that of a SESSION");
    else if (values->format == CSV && !group)
        ui_args_error(&def, "the format csv belongs to --trainee, --exercise and --all");
    else
        return true;
    return false;
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
    int64_t id = 0;
    int status = ui_args_parse(&def, argc, argv, &values, &operands);
    if (status != UI_ARGS_PARSED)
        return status;
    const bool group = values.whom.trainee != NULL || values.whom.exercise != NULL || values.all;
    if (!check(&values, &operands, group) ||
        (!group && !ui_args_session(&def, operands.items[0], &id)))
        return UI_EXIT_USAGE;
    if (!choose_language(values.language))
        return UI_EXIT_USAGE;
    struct dat_store *store = ui_open_sessions(&def, values.server, values.db, &status);
    if (store == NULL)
        return status;
    if (!dat_store_hold(store, &problem))
        status = environment_error(&problem);
    else
        status = group ? report_group(store, &values) : report(store, id, &values);
    dat_store_close(store);
    return status;
}
