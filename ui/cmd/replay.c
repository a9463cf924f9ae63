// `kranich replay SESSION --verify`: runs a recorded session again and compares the end.
#include "data/exercise/replay.h"
#include "data/exercise/library.h"
#include "data/text/json.h"
#include "data/text/paths.h"
#include "ui/cmd/args.h"
#include "ui/cmd/commands.h"
#include "ui/cmd/common_options.h"
#include "ui/screen/exit_status.h"

#include <errno.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>

struct values {
    bool verify;
    const char *db, *data, *json, *machine;
};

static const struct ui_option options[] = {
    {.name = "verify",
     .type = UI_OPTION_FLAG,
     .offset = offsetof(struct values, verify),
     .help = "without a picture: exit status 1 where the end is not the recorded one"},
    {.name = "machine",
     .type = UI_OPTION_TEXT,
     .value = "NAME",
     .offset = offsetof(struct values, machine),
     .help = "the machine, where the session was not done with the exercise's own"},
    UI_OPTION_JSON_FILE(struct values),
    UI_OPTION_DATABASE(struct values),
    UI_OPTION_LIBRARY(struct values),
};

static const struct ui_args_def def = {
    .verb = "replay",
    .usage = "SESSION",
    .summary = "Runs a recorded session again",
    .help = "  SESSION   the session's number, see 'kranich sessions list'\n",
    .options = options,
    .option_count = sizeof options / sizeof options[0],
    .operands_min = 1,
    .operands_max = 1,
};

static int fail(int status, const char *text) {
    fprintf(stderr, "kranich replay: error: %s\n", text);
    return status;
}

static int write_json(const struct dat_replay *replay, bool same, const char *path) {
    struct dat_problem problem = {""};
    json_t *object = json_object();
    dat_json_set_integer(object, "steps", replay->steps);
    dat_json_set_yes_no(object, "same", same);
    dat_json_set_hash(object, "replayed_state_hash", replay->replayed);
    if (replay->has_recorded)
        dat_json_set_hash(object, "recorded_state_hash", replay->recorded);
    dat_json_set_yes_no(object, "files_changed", replay->files_changed);
    const bool ok = dat_json_write(object, 15, path, &problem);
    json_decref(object);
    return ok ? UI_EXIT_DONE : fail(UI_EXIT_ENVIRONMENT, problem.text);
}

static int report(const struct dat_replay *replay, const struct values *values) {
    const bool same = replay->has_recorded && replay->replayed == replay->recorded;
    int status = same ? UI_EXIT_DONE : UI_EXIT_CHECK_FAILED;
    const bool quiet = values->json != NULL && strcmp(values->json, "-") == 0;
    if (!quiet && !replay->has_recorded)
        printf("%lld steps replayed; the session was interrupted, so there is no end to compare "
               "with\n",
               (long long)replay->steps);
    else if (!quiet)
        printf("%lld steps replayed, the end is %s\n", (long long)replay->steps,
               same ? "the same, bit for bit" : "different");
    if (!same && replay->files_changed)
        fputs("kranich replay: note: the exercise's files have changed since the session\n",
              stderr);
    if (!same && replay->wrong_machine)
        fputs("kranich replay: note: the session was done with another machine, see --machine\n",
              stderr);
    if (values->json != NULL) {
        const int written = write_json(replay, same, values->json);
        status = written != UI_EXIT_DONE ? written : status;
    }
    return status;
}

static bool session_number(const char *text, long long *id) {
    char *end;
    errno = 0;
    *id = strtoll(text, &end, 10);
    return errno == 0 && *end == '\0' && end != text && *id > 0;
}

static int replay(long long id, const char *machine, const struct values *values) {
    struct dat_problem problem = {""};
    struct dat_diagnostics d;
    struct dat_replay result;
    struct dat_store *store = dat_store_open(values->db, DAT_STORE_READ, &problem);
    if (store == NULL)
        return fail(UI_EXIT_ENVIRONMENT, problem.text);
    const enum dat_replay_result end = dat_replay_run(store, id, machine, &result, &d, &problem);
    dat_store_close(store);
    switch (end) {
    case DAT_REPLAY_DONE:
        return report(&result, values);
    case DAT_REPLAY_BAD_FILE:
        dat_diagnostics_print(&d, stderr);
        return UI_EXIT_USAGE;
    case DAT_REPLAY_NO_SUCH:
        return fail(UI_EXIT_USAGE, problem.text);
    default:
        return fail(UI_EXIT_ENVIRONMENT, problem.text);
    }
}

int ui_cmd_replay(int argc, char **argv) {
    struct values values = {0};
    struct ui_operands operands;
    const int status = ui_args_parse(&def, argc, argv, &values, &operands);
    if (status != UI_ARGS_GO_ON)
        return status;
    long long id;
    if (!session_number(operands.items[0], &id))
        return ui_args_error(&def, "'%s' is no session number", operands.items[0]);
    if (!values.verify)
        return ui_args_error(
            &def, "--verify is missing: a replay has no picture, it only runs and compares");
    char machine[DAT_SCENARIO_PATH];
    struct dat_problem problem = {""};
    if (values.machine == NULL)
        return replay(id, NULL, &values);
    const enum dat_library_result found = dat_library_find(values.data, "machines", values.machine,
                                                           machine, sizeof machine, &problem);
    if (found != DAT_LIBRARY_FOUND)
        return fail(found == DAT_LIBRARY_NO_SUCH ? UI_EXIT_USAGE : UI_EXIT_ENVIRONMENT,
                    problem.text);
    return replay(id, machine, &values);
}
