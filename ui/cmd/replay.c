// `kranich replay SESSION`: shows a recorded session in the window; with --verify runs it again and
// compares the states.
#include "data/exercise/replay.h"

#include <stdlib.h>
#include <string.h>

#include "data/exercise/telemetry.h"
#include "data/record/json.h"
#include "data/record/states.h"
#include "data/text/atomic_file.h"
#include "data/text/json.h"
#include "data/text/paths.h"
#include "sim/base/version.h"
#include "ui/cmd/args.h"
#include "ui/cmd/commands.h"
#include "ui/cmd/common_options.h"
#include "ui/cmd/library_file.h"
#include "ui/cmd/replay_pictures.h"
#include "ui/cmd/server.h"
#include "ui/input/stop.h"
#include "ui/screen/exit_status.h"
#include "ui/screen/viewer.h"

struct values {
    bool verify;
    const char *db, *server, *data, *json, *exercise, *machine, *ghost, *shots, *frames, *csv;
    long shot_width; // [pixel]
    double rate;     // [1/s]
    int stereo;      // enum ui_stereo_mode
};

static const struct ui_option options[] = {
    {.name = "verify",
     .type = UI_OPTION_FLAG,
     .offset = offsetof(struct values, verify),
     .help = "without a picture: exit status 1 where a state is not the recorded one"},
    {.name = "exercise",
     .type = UI_OPTION_TEXT,
     .value = "FILE",
     .offset = offsetof(struct values, exercise),
     .help = "this scenario instead of the session's own copy: a file, or a name of the library"},
    {.name = "machine",
     .type = UI_OPTION_TEXT,
     .value = "NAME",
     .offset = offsetof(struct values, machine),
     .help = "another machine than the one that was recorded"},
    {.name = "ghost",
     .type = UI_OPTION_TEXT,
     .value = "SESSION",
     .offset = offsetof(struct values, ghost),
     .help = "shows another session of the exercise beside it, as a pale machine"},
    {.name = "shots",
     .type = UI_OPTION_TEXT,
     .value = "DIR",
     .offset = offsetof(struct values, shots),
     .help = "without a window: write pictures at each event into this folder"},
    {.name = "frames",
     .type = UI_OPTION_TEXT,
     .value = "DIR",
     .offset = offsetof(struct values, frames),
     .help = "without a window: write the frames of a film from the seat into this folder"},
    {.name = "rate",
     .type = UI_OPTION_NUMBER,
     .value = "N",
     .low = 0.1,
     .high = 100.0,
     .offset = offsetof(struct values, rate),
     .help = "with --frames: frames per second of the session"},
    UI_OPTION_SHOT_WIDTH(struct values),
    {.name = "csv",
     .type = UI_OPTION_OUTPUT,
     .value = "FILE",
     .offset = offsetof(struct values, csv),
     .help = "without a window: write levers, sensors and what the machine's parts measure, twenty "
             "times a second, '-' is the standard output"},
    UI_OPTION_STEREO(struct values),
    UI_OPTION_JSON_FILE(struct values),
    UI_OPTION_READ_FROM_SERVER(struct values),
    UI_OPTION_DATABASE(struct values),
    UI_OPTION_LIBRARY(struct values),
};

static const struct ui_args_def def = {
    .verb = "replay",
    .usage = "SESSION",
    .summary = "Shows a recorded session, or proves that it runs to the same states",
    .help = "  SESSION   the session's number, see 'kranich sessions list'\n",
    .options = options,
    .option_count = sizeof options / sizeof options[0],
    .operands_min = 1,
    .operands_max = 1,
};

static int write_json(const struct dat_replay *replay, const char *path) {
    struct dat_problem problem = {""};
    json_t *object = json_object();
    dat_json_set_integer(object, "steps", replay->steps);
    dat_json_set_yes_no(object, "same", dat_replay_same(replay));
    dat_json_set_text(object, "version", sim_version());
    dat_json_set_text(object, "recorded_version", replay->session.info.program_version);
    dat_json_set_yes_no(object, "interrupted", replay->session.interrupted);
    dat_json_set_integer(object, "states_compared", replay->states);
    dat_json_set_integer(object, "proved_steps", replay->proved);
    if (replay->differs >= 0)
        dat_json_set_integer(object, "differs_at_step", replay->differs);
    if (replay->states > 0) {
        dat_json_set_hash(object, "replayed_state_hash", replay->replayed);
        dat_json_set_hash(object, "recorded_state_hash", replay->recorded);
    }
    dat_json_set(object, "changed_files", dat_names_json(&replay->session.changed));
    dat_json_set(object, "damage", dat_names_json(&replay->session.damage));
    const bool ok = dat_json_write(object, 15, path, &problem);
    json_decref(object);
    return ok ? UI_EXIT_DONE : ui_args_environment_error(&def, "%s", problem.text);
}

static void print_result(const struct dat_replay *replay) {
    printf("%lld steps replayed, ", (long long)replay->steps);
    if (replay->states == 0)
        puts("but no state was recorded that could be compared");
    else if (replay->differs >= 0)
        printf("the states differ: the same up to step %lld, not at step %lld\n",
               (long long)replay->proved, (long long)replay->differs);
    else if (replay->session.interrupted)
        printf("the same, bit for bit, up to step %lld; the session was interrupted there\n",
               (long long)replay->proved);
    else
        puts("the end is the same, bit for bit");
    if (replay->session.same_files)
        puts("the exercise's files have the recorded contents");
}

// Damage to the record, and files that have changed.
static void print_remarks(const struct dat_recorded *session) {
    for (int i = 0; i < session->damage.count; i++)
        (void)ui_args_error(&def, "%s", session->damage.items[i]);
    for (int i = 0; i < session->changed.count; i++)
        fprintf(stderr, "kranich replay: note: %s\n", session->changed.items[i]);
    if (session->from_copies && session->changed.count > 0)
        fputs("kranich replay: note: the copies that the session keeps were used instead\n",
              stderr);
}

static bool is_other_version(const struct dat_replay *replay) {
    return strcmp(replay->session.info.program_version, sim_version()) != 0;
}

static int report(const struct dat_replay *replay, const struct values *values) {
    const int status = replay->session.damage.count > 0 ? UI_EXIT_USAGE
                       : dat_replay_same(replay)        ? UI_EXIT_DONE
                                                        : UI_EXIT_CHECK_FAILED;
    if (values->json == NULL || strcmp(values->json, "-") != 0)
        print_result(replay);
    print_remarks(&replay->session);
    if (status != UI_EXIT_DONE && replay->session.other_machine)
        fputs("kranich replay: note: the session was done with another machine, see --machine\n",
              stderr);
    if (is_other_version(replay))
        fprintf(
            stderr,
            "kranich replay: note: the session is of version %s and this is %s; the same states "
            "are promised of the same version only\n",
            replay->session.info.program_version, sim_version());
    const int written = values->json != NULL ? write_json(replay, values->json) : UI_EXIT_DONE;
    return written != UI_EXIT_DONE ? written : status;
}

static int explain(enum dat_replay_result result, const struct dat_recorded *session,
                   const struct values *values, const struct dat_diagnostics *d,
                   const struct dat_problem *problem) {
    switch (result) {
    case DAT_REPLAY_BAD_FILE:
        dat_diagnostics_print(d, stderr);
        print_remarks(session);
        if (values->exercise == NULL)
            fputs("kranich replay: note: the session has no copies of its files; --exercise FILE "
                  "says where "
                  "the scenario file is now\n",
                  stderr);
        return UI_EXIT_USAGE;
    case DAT_REPLAY_DAMAGED:
        print_remarks(session);
        return UI_EXIT_USAGE;
    case DAT_REPLAY_NO_SUCH:
        return ui_args_error(&def, "%s", problem->text);
    default:
        return ui_args_environment_error(&def, "%s", problem->text);
    }
}

static int verify(struct dat_store *store, const struct dat_replay_def *what,
                  const struct values *values) {
    struct dat_problem problem = {""};
    struct dat_diagnostics d;
    struct dat_replay result;
    const enum dat_replay_result end = dat_replay_run(store, what, &result, &d, &problem);
    const int status = end == DAT_REPLAY_DONE ? report(&result, values)
                                              : explain(end, &result.session, values, &d, &problem);
    dat_replay_finish(&result);
    return status;
}

// ---- in the window ----

// Without states, a jump is computed from the start.
static void print_trust(struct dat_store *store, const struct dat_playback *playback) {
    struct dat_state state;
    if (playback->stored.count == 0)
        return;
    if (dat_store_state(store, playback->recorded.info.id, playback->stored.items[0], &state, NULL))
        dat_state_finish(&state);
    else
        fputs("kranich replay: note: the states of this session are another computer's, and jumps "
              "are computed from the start; 'kranich sessions trust' makes them quick\n",
              stderr);
}

static int show(struct dat_playback *playback, struct dat_playback *ghost,
                const struct values *values) {
    static struct ui_place place; // large, and one at a time
    struct ui_app_options app_options = {.preferences = ui_users_preferences(), .place = &place};
    struct dat_problem problem = {""};
    struct ui_app app;
    static struct ui_viewer viewer; // large, and one at a time
    app_options.preferences.stereo.mode = (enum ui_stereo_mode)values->stereo;
    print_remarks(&playback->recorded);
    print_trust(playback->store, playback);
    ui_users_place(app_options.preferences.place, &place);
    if (!ui_app_open(&app, &app_options, problem.text, sizeof problem.text))
        return ui_args_environment_error(&def, "%s", problem.text);
    int status = UI_EXIT_DONE;
    if (ui_viewer_open(&viewer, &app, playback, ghost, problem.text, sizeof problem.text))
        ui_app_run(&app);
    else
        status = ui_args_environment_error(&def, "%s", problem.text);
    ui_app_close(&app);
    return status;
}

static int write_pictures(struct dat_playback *playback, const struct values *values) {
    const bool film = values->frames != NULL;
    const struct ui_replay_pictures what = {.folder = film ? values->frames : values->shots,
                                            .width = (int)values->shot_width,
                                            .frames = film ? values->rate : 0.0};
    struct dat_problem problem = {""};
    print_remarks(&playback->recorded);
    return ui_replay_pictures(playback, &what, &problem)
               ? UI_EXIT_DONE
               : ui_args_environment_error(&def, "%s", problem.text);
}

static int write_telemetry(struct dat_playback *playback, const char *path) {
    struct dat_problem problem = {"out of memory"};
    char *text = NULL;
    size_t size = 0;
    FILE *table = open_memstream(&text, &size);
    print_remarks(&playback->recorded);
    if (table != NULL)
        dat_telemetry_write(playback, table);
    const bool ok =
        table != NULL && fclose(table) == 0 && dat_write_file(path, text, size, &problem);
    free(text);
    return ok ? UI_EXIT_DONE : ui_args_environment_error(&def, "%s", problem.text);
}

static int show_with_ghost(struct dat_store *store, struct dat_playback *playback,
                           const struct values *values) {
    static struct dat_playback ghost; // large, and one at a time
    struct dat_replay_def what = {.session = 0};
    struct dat_problem problem = {""};
    struct dat_diagnostics d;
    if (values->ghost == NULL)
        return show(playback, NULL, values);
    if (!ui_args_session(&def, values->ghost, &what.session))
        return UI_EXIT_USAGE;
    const enum dat_replay_result end = dat_playback_open(store, &what, &ghost, &d, &problem);
    int status;
    if (end != DAT_REPLAY_DONE)
        status = explain(end, &ghost.recorded, values, &d, &problem);
    else if (strcmp(ghost.recorded.info.exercise, playback->recorded.info.exercise) != 0)
        status =
            ui_args_error(&def, "session %s is of '%s', not of '%s': it is no ghost", values->ghost,
                          ghost.recorded.info.exercise, playback->recorded.info.exercise);
    else
        status = show(playback, &ghost, values);
    dat_playback_finish(&ghost);
    return status;
}

static int view(struct dat_store *store, const struct dat_replay_def *what,
                const struct values *values) {
    static struct dat_playback playback; // large, and one at a time
    struct dat_problem problem = {""};
    struct dat_diagnostics d;
    const bool pictures = values->shots != NULL || values->frames != NULL;
    const bool table = values->csv != NULL;
    const enum dat_replay_result end = dat_playback_open(store, what, &playback, &d, &problem);
    const int status = end != DAT_REPLAY_DONE
                           ? explain(end, &playback.recorded, values, &d, &problem)
                       : table    ? write_telemetry(&playback, values->csv)
                       : pictures ? write_pictures(&playback, values)
                                  : show_with_ghost(store, &playback, values);
    dat_playback_finish(&playback);
    return status;
}

static int replay(const struct dat_replay_def *what, const struct values *values) {
    int status;
    struct dat_store *store = ui_open_sessions(&def, values->server, values->db, &status);
    if (store == NULL)
        return status;
    status = values->verify ? verify(store, what, values) : view(store, what, values);
    dat_store_close(store);
    return status;
}

// The file that the option means, in path; NULL if it was not given. *status: that of a mistake.
static const char *find(const struct values *values, const char *kind, const char *name,
                        char path[DAT_SCENARIO_PATH], int *status) {
    if (name == NULL || *status != UI_EXIT_DONE)
        return NULL;
    *status = ui_find_library_file(&def, values->data, kind, name, path);
    return path;
}

// False: a mistake was named.
static bool check(const struct values *values) {
    const int files = (values->shots != NULL) + (values->frames != NULL) + (values->csv != NULL);
    if (!values->verify && values->json != NULL)
        ui_args_error(&def, "--json is the result of --verify, which is missing");
    else if (files > 1)
        ui_args_error(&def, "--shots, --frames and --csv: only one of them at a time");
    else if (values->verify && (files > 0 || values->ghost != NULL))
        ui_args_error(&def, "--verify is without --ghost, --shots, --frames and --csv");
    else if (files > 0 && values->ghost != NULL)
        ui_args_error(&def, "--ghost is shown in the window, not with --shots, --frames or --csv");
    else
        return true;
    return false;
}

int ui_cmd_replay(int argc, char **argv) {
    struct values values = {
        .shot_width = 1280, .rate = 30.0, .stereo = (int)ui_users_preferences().stereo.mode};
    struct ui_operands operands;
    int status = ui_args_parse(&def, argc, argv, &values, &operands);
    if (status != UI_ARGS_PARSED)
        return status;
    int64_t id;
    if (!ui_args_session(&def, operands.items[0], &id) || !check(&values))
        return UI_EXIT_USAGE;
    // The window and the pictures end in order; what only computes has nothing to put in order.
    if (!values.verify && values.csv == NULL)
        ui_stop_on_signals();
    char exercise[DAT_SCENARIO_PATH], machine[DAT_SCENARIO_PATH];
    status = UI_EXIT_DONE;
    struct dat_replay_def what = {.session = id};
    what.exercise = find(&values, "exercises", values.exercise, exercise, &status);
    what.machine = find(&values, "machines", values.machine, machine, &status);
    return status == UI_EXIT_DONE ? replay(&what, &values) : status;
}
