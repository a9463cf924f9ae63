// `kranich demo EXERCISE`: the demonstrator does the exercise by the same levers that a trainee
// has.
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "data/exercise/part_signals.h"
#include "data/exercise/practice.h"
#include "data/record/replace.h"
#include "data/text/atomic_file.h"
#include "data/text/json.h"
#include "data/text/monotonic.h"
#include "ui/cmd/args.h"
#include "ui/cmd/commands.h"
#include "ui/cmd/common_options.h"
#include "ui/cmd/library_file.h"
#include "ui/cmd/phase_times.h"
#include "ui/cmd/server.h"
#include "ui/cmd/time_study.h"
#include "ui/input/stop.h"
#include "ui/screen/demonstration.h"
#include "ui/screen/event_shots.h"
#include "ui/screen/exit_status.h"
#include "ui/text/demo_text.h"
#include "ui/text/text.h"
#include "vehicles/operator/demonstrator.h"
#include "vehicles/operator/novice.h"

struct values {
    bool headless, expect_pass, no_record, guidance;
    long novice;     // grade, 0: the demonstrator itself
    long shot_width; // [pixel]
    const char *csv, *db, *data, *json, *machine, *server, *shots;
    int stereo; // enum ui_stereo_mode
    double speed;
    struct ui_option_texts set;
};

static const struct ui_option options[] = {
    {.name = "headless",
     .type = UI_OPTION_FLAG,
     .offset = offsetof(struct values, headless),
     .help = "without a window, as fast as it goes"},
    UI_OPTION_JSON_FILE(struct values),
    {.name = "csv",
     .type = UI_OPTION_OUTPUT,
     .value = "FILE",
     .offset = offsetof(struct values, csv),
     .help = "with --headless: write what the machine's parts measure, ten times a second, '-' is "
             "the standard output"},
    {.name = "shots",
     .type = UI_OPTION_TEXT,
     .value = "DIR",
     .offset = offsetof(struct values, shots),
     .help = "with --headless: write pictures at each event into this folder"},
    UI_OPTION_SHOT_WIDTH(struct values),
    {.name = "speed",
     .type = UI_OPTION_NUMBER,
     .value = "X",
     .low = 0.05,
     .high = 20.0,
     .offset = offsetof(struct values, speed),
     .help = "in the window: simulated seconds per second of the clock"},
    UI_OPTION_STEREO(struct values),
    UI_OPTION_MACHINE(struct values),
    UI_OPTION_SET(struct values),
    {.name = "novice",
     .type = UI_OPTION_INTEGER,
     .value = "GRADE",
     .low = 1,
     .high = VEH_NOVICE_GRADES,
     .offset = offsetof(struct values, novice),
     .help = "with the hands of a simulated novice: 1 in the first hours, 3 nearly trained"},
    {.name = "expect-pass",
     .type = UI_OPTION_FLAG,
     .offset = offsetof(struct values, expect_pass),
     .help = "exit status 1 where the exercise's goals are not reached"},
    {.name = "guidance",
     .type = UI_OPTION_FLAG,
     .offset = offsetof(struct values, guidance),
     .help = "show all guidance that a trainee may have; it counts as used"},
    UI_OPTION_NO_RECORD(struct values),
    UI_OPTION_SEND_TO_SERVER(struct values),
    UI_OPTION_DATABASE(struct values),
    UI_OPTION_LIBRARY(struct values),
};

static const struct ui_args_def def = {
    .verb = "demo",
    .usage = "EXERCISE",
    .summary = "Shows how an exercise is done",
    .help = "  EXERCISE   a name of the library, such as first-harvest, or a scenario file\n",
    .options = options,
    .option_count = sizeof options / sizeof options[0],
    .operands_min = 1,
    .operands_max = 1,
};

static int environment_error(const struct dat_problem *problem) {
    return ui_args_environment_error(&def, "%s", problem->text);
}

struct run {
    enum veh_demo_result result;
    const char *failure; // the reason, if it failed
    double wall;         // [s]
    bool left;           // the onlooker closed the window, or a signal came, before the end
    bool unseen;         // without the window or the pictures that were asked for
    struct ui_phase_times phases; // without window and pictures
};

static const uint64_t table_steps = 10; // between two lines of the table

static const char time_is_up[] = "the exercise's time is up";

// Pictures take long, above all without a graphics processor.
static void show_progress(const struct dat_practice *practice, const struct ui_event_shots *shots,
                          bool last) {
    static int shown;
    if (!isatty(STDERR_FILENO) || (shots->count == shown && !last))
        return;
    shown = shots->count;
    fprintf(stderr, "\r%.0f s simulated, %d events with pictures in %s%s",
            veh_worksite_time(&practice->site), shots->count, shots->folder, last ? "\n" : "");
}

// Without a window, as fast as it goes. shots and table may be NULL.
static struct run play(struct dat_practice *practice, struct veh_demonstrator *demo,
                       struct ui_event_shots *shots, FILE *table) {
    struct run run = {.result = VEH_DEMO_GOING, .failure = veh_demo_message(demo)};
    struct veh_controls controls = {{0.0}};
    const double start = dat_monotonic();
    const uint64_t first = practice->site.steps;
    const double before = shots != NULL ? shots->seconds : 0.0;
    ui_phase_times_begin(&run.phases);
    while (run.result == VEH_DEMO_GOING) {
        run.result = veh_demo_step(demo, &practice->site, &controls);
        if (run.result == VEH_DEMO_GOING) {
            dat_practice_step(practice, &controls);
            if (table != NULL && (practice->site.steps - first) % table_steps == 0)
                dat_part_signals_row(&practice->site, 0, table);
            if (shots != NULL) {
                ui_event_shots_step(shots, practice, &controls);
                show_progress(practice, shots, false);
            } else {
                ui_phase_times_step(&run.phases, demo);
            }
        }
        if (run.result == VEH_DEMO_GOING && dat_practice_time_is_up(practice)) {
            run.failure = time_is_up;
            run.result = VEH_DEMO_FAILED;
        } else if (ui_stop_requested() && run.result == VEH_DEMO_GOING) {
            run.result = VEH_DEMO_DONE;
            run.left = true;
        }
    }
    // The time of the pictures is not that of the simulation.
    run.wall = dat_monotonic() - start - (shots != NULL ? shots->seconds - before : 0.0);
    if (shots != NULL) {
        ui_event_shots_finish(shots, practice, &controls);
        show_progress(practice, shots, true);
    }
    return run;
}

// The demonstration is of use without its pictures: it has a result and a record.
static struct run play_unseen(struct dat_practice *practice, struct veh_demonstrator *demo,
                              FILE *table, const char *problem) {
    (void)ui_args_environment_error(&def, "%s; the demonstration runs without pictures", problem);
    struct run run = play(practice, demo, NULL, table);
    run.unseen = true;
    return run;
}

// ---- in the window ----

static bool show(struct dat_practice *practice, struct veh_demonstrator *demo,
                 const struct values *values, struct run *run, struct dat_problem *problem) {
    static struct ui_place place; // large, and one at a time
    struct ui_app_options app_options = {.preferences = ui_users_preferences(), .place = &place};
    static struct ui_demonstration shown; // likewise
    struct ui_app app;
    if (values->stereo != UI_STEREO_NONE)
        app_options.preferences.stereo.mode = (enum ui_stereo_mode)values->stereo;
    ui_users_place(app_options.preferences.place, &place);
    if (!ui_app_open(&app, &app_options, problem->text, sizeof problem->text)) {
        *run = play_unseen(practice, demo, NULL, problem->text);
        return true;
    }
    const double start = dat_monotonic();
    const bool ready =
        ui_demonstration_open(&shown, &app, practice, demo, problem->text, sizeof problem->text);
    shown.cab.speed = values->speed;
    while (ready && ui_app_frame(&app))
        continue;
    const double over = shown.over > 0.0 ? shown.over : dat_monotonic();
    const bool left = shown.cab.end == UI_CAB_LEFT && shown.result == VEH_DEMO_GOING;
    if (left)
        shown.result = VEH_DEMO_DONE;
    const char *failure = veh_demo_message(demo);
    if (ready && shown.result == VEH_DEMO_GOING) {
        const char *fault = sim_world_fault(practice->site.world);
        failure = fault != NULL ? fault : time_is_up;
        shown.result = VEH_DEMO_FAILED;
    }
    *run = (struct run){
        .result = shown.result, .failure = failure, .wall = over - start, .left = left};
    ui_app_close(&app);
    return ready;
}

static bool play_or_show(struct dat_practice *practice, struct veh_demonstrator *demo,
                         const struct values *values, FILE *table, struct run *run,
                         struct dat_problem *problem) {
    struct ui_event_shots shots;
    struct ui_stereo stereo = ui_default_stereo();
    stereo.mode = (enum ui_stereo_mode)values->stereo;
    if (!values->headless)
        return show(practice, demo, values, run, problem);
    if (values->shots == NULL) {
        *run = play(practice, demo, NULL, table);
        return true;
    }
    const int width = (int)values->shot_width;
    if (!ui_event_shots_begin(&shots, values->shots, width, width * 9 / 16, &stereo, practice)) {
        if (shots.undrawn) {
            *run = play_unseen(practice, demo, table, shots.problem);
            return true;
        }
        dat_problem_set(problem, "%s", shots.problem);
        return false;
    }
    *run = play(practice, demo, &shots, table);
    dat_problem_set(problem, "%s", shots.problem);
    return shots.problem[0] == '\0';
}

// The same with the table that --csv asks for.
static bool play_with_table(struct dat_practice *practice, struct veh_demonstrator *demo,
                            const struct values *values, struct run *run,
                            struct dat_problem *problem) {
    if (values->csv == NULL)
        return play_or_show(practice, demo, values, NULL, run, problem);
    char *text = NULL;
    size_t size = 0;
    FILE *table = open_memstream(&text, &size);
    if (table == NULL) {
        dat_problem_set(problem, "out of memory");
        return false;
    }
    dat_part_signals_head(&practice->site, 0, table);
    dat_part_signals_row(&practice->site, 0, table);
    bool done = play_or_show(practice, demo, values, table, run, problem);
    const bool complete = fclose(table) == 0;
    if (done && !complete)
        dat_problem_set(problem, "out of memory");
    done = done && complete && dat_write_file(values->csv, text, size, problem);
    free(text);
    return done;
}

// ---- result ----

static void print_result(const json_t *result) {
    const char *key;
    json_t *value;
    json_object_foreach((json_t *)(uintptr_t)result, key, value) {
        if (json_is_object(value)) // for programs: --json has it
            continue;
        if (json_is_array(value)) {
            printf("%-20s %zu\n", key, json_array_size(value));
            continue;
        }
        char *text = json_dumps(value, JSON_ENCODE_ANY | JSON_REAL_PRECISION(6));
        printf("%-20s %s\n", key, text != NULL ? text : "");
        free(text);
    }
}

static int report(const struct dat_practice *practice, const struct veh_demonstrator *demo,
                  const struct run *run, const struct values *values) {
    struct dat_problem problem = {""};
    json_t *result = dat_practice_result(practice);
    const double factor = veh_worksite_time(&practice->site) / fmax(run->wall, 1e-9);
    dat_json_set_number(result, "real_time_factor", factor);
    json_t *phases = ui_phase_times_json(&run->phases);
    if (json_object_size(phases) > 0)
        json_object_set(result, "real_time_factors", phases);
    dat_json_set_number(result, "time_study_difference_s", ui_time_study_difference(result, demo));
    if (practice->recorder != NULL)
        dat_json_set_integer(result, "session", dat_recorder_session(practice->recorder));
    if (run->result == VEH_DEMO_FAILED)
        dat_json_set_text(result, "failure", run->failure);
    int status = run->unseen ? UI_EXIT_ENVIRONMENT : UI_EXIT_DONE;
    if (values->json == NULL || strcmp(values->json, "-") != 0) {
        print_result(result);
        ui_time_study_print(result);
        ui_phase_times_print(phases);
    }
    json_decref(phases);
    if (values->json != NULL && !dat_json_write(result, 15, values->json, &problem))
        status = environment_error(&problem);
    json_decref(result);
    if (run->result == VEH_DEMO_FAILED) {
        (void)ui_args_error(&def, "the demonstrator gave up: %s", run->failure);
        return status != UI_EXIT_DONE ? status : UI_EXIT_CHECK_FAILED;
    }
    if (status == UI_EXIT_DONE && values->expect_pass && !dat_score_passed(&practice->score))
        return UI_EXIT_CHECK_FAILED;
    return status;
}

// A session in which nothing was done, since its pictures or the window were refused, is none.
static bool forget(struct dat_store *store, int64_t session, struct dat_problem *problem) {
    bool found;
    return session == 0 || dat_store_delete(store, session, &found, problem);
}

static int demonstrate(struct dat_exercise *exercise, struct dat_store *store,
                       const struct values *values) {
    struct dat_problem problem = {""};
    struct dat_practice practice;
    if (!dat_practice_start(&practice, exercise, store, "Demonstrator", DAT_DEMONSTRATOR, &problem))
        return environment_error(&problem);
    practice.guides = values->guidance ? (1u << DAT_GUIDE_COUNT) - 1u : 0u;
    const uint64_t first = practice.site.steps;
    const int64_t session = practice.recorder != NULL ? dat_recorder_session(practice.recorder) : 0;
    int status;
    enum dat_outcome outcome = DAT_ERROR;
    struct veh_demo_task task = dat_exercise_task(practice.exercise);
    task.words = values->headless ? NULL : ui_demo_words();
    task.novice = (int)values->novice;
    task.novice_seed = (uint64_t)exercise->scenario.seed;
    const char *reason;
    struct veh_demonstrator *demo = veh_demo_create(&practice.site, &task, &reason);
    if (demo == NULL) {
        status = ui_args_error(&def, "the demonstrator cannot do %s: %s", exercise->path, reason);
    } else {
        struct run run = {.result = VEH_DEMO_FAILED};
        if (play_with_table(&practice, demo, values, &run, &problem))
            status = report(&practice, demo, &run, values);
        else
            status = environment_error(&problem);
        outcome = dat_score_passed(&practice.score) ? DAT_PASSED
                  : run.left                        ? DAT_STOPPED
                                                    : DAT_FAILED;
    }
    veh_demo_destroy(demo);
    const bool unused = practice.site.steps == first;
    if (!dat_practice_finish(&practice, outcome, &problem) ||
        (unused && !forget(store, session, &problem)))
        return environment_error(&problem);
    return status;
}

int ui_cmd_demo(int argc, char **argv) {
    struct values values = {.speed = 1.0, .shot_width = 1280};
    struct ui_operands operands;
    int status = ui_args_parse(&def, argc, argv, &values, &operands);
    if (status != UI_ARGS_PARSED)
        return status;
    if (values.csv != NULL && !values.headless)
        return ui_args_error(&def, "--csv needs --headless");
    if (values.server != NULL && values.no_record)
        return ui_args_error(&def, "--server and --no-record exclude each other");
    ui_stop_on_signals();
    char path[DAT_SCENARIO_PATH], machine[DAT_SCENARIO_PATH];
    struct dat_settings settings;
    status = ui_find_library_file(&def, values.data, "exercises", operands.items[0], path);
    if (status == UI_EXIT_DONE)
        status = ui_read_settings(&def, &values.set, &settings);
    if (status == UI_EXIT_DONE && values.machine != NULL)
        status = ui_find_library_file(&def, values.data, "machines", values.machine, machine);
    if (status != UI_EXIT_DONE)
        return status;
    static struct dat_exercise exercise; // large, and one at a time
    struct dat_diagnostics d;
    if (!dat_exercise_load_set(path, values.machine != NULL ? machine : NULL, &settings, &exercise,
                               &d)) {
        dat_diagnostics_print(&d, stderr);
        return UI_EXIT_USAGE;
    }
    struct dat_problem problem = {""};
    struct dat_store *store = NULL;
    struct dat_forwarder *forwarder = NULL;
    if (!values.no_record) {
        struct dat_problem kept;
        store = dat_store_open_or_replace(values.db, &kept, &problem);
        if (kept.text[0] != '\0')
            fprintf(stderr, "kranich demo: warning: %s\n", kept.text);
        status = store == NULL ? environment_error(&problem)
                               : ui_forward(&def, values.server, NULL, store, &forwarder);
    }
    if (status == UI_EXIT_DONE)
        status = demonstrate(&exercise, store, &values);
    dat_forwarder_stop(forwarder, DAT_FORWARDER_PATIENCE);
    dat_store_close(store);
    dat_exercise_finish(&exercise);
    return status;
}
