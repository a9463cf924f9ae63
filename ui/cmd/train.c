// `kranich train`, and the program without a verb: the window.
#include <stdlib.h>
#include <string.h>

#include "data/exercise/practice.h"
#include "data/record/replace.h"
#include "data/text/paths.h"
#include "ui/can/setup.h"
#include "ui/cmd/args.h"
#include "ui/cmd/commands.h"
#include "ui/cmd/common_options.h"
#include "ui/cmd/library_file.h"
#include "ui/cmd/server.h"
#include "ui/cmd/train_seat.h"
#include "ui/input/bind_file.h"
#include "ui/input/input.h"
#include "ui/input/stop.h"
#include "ui/screen/exit_status.h"
#include "ui/screen/start.h"
#include "ui/text/problem_text.h"
#include "ui/text/text.h"

struct values {
    bool headless, full_screen, no_record, controls;
    const char *trainee, *machine, *db, *data;
    int stereo; // enum ui_stereo_mode
    double eye_distance, screen_distance, duration;
    long resume; // session, 0: none
    const char *serve, *seat, *server;
    struct ui_option_texts set;
};

static const struct ui_option options[] = {
    {.name = "trainee",
     .type = UI_OPTION_TEXT,
     .value = "NAME",
     .offset = offsetof(struct values, trainee),
     .help = "who trains (default: the name of the last session)"},
    UI_OPTION_MACHINE(struct values),
    UI_OPTION_SET(struct values),
    UI_OPTION_STEREO(struct values),
    {.name = "eye-distance",
     .type = UI_OPTION_NUMBER,
     .value = "M",
     .low = 0.005,
     .high = 0.5,
     .unit = "m",
     .offset = offsetof(struct values, eye_distance),
     .help = "between the eyes, for stereo"},
    {.name = "screen-distance",
     .type = UI_OPTION_NUMBER,
     .value = "M",
     .low = 0.5,
     .high = 60.0,
     .unit = "m",
     .offset = offsetof(struct values, screen_distance),
     .help = "what is that far away is seen at the screen, for stereo"},
    {.name = "full-screen",
     .type = UI_OPTION_FLAG,
     .offset = offsetof(struct values, full_screen),
     .help = "without the window's border"},
    {.name = "headless",
     .type = UI_OPTION_FLAG,
     .offset = offsetof(struct values, headless),
     .help = "without a picture: levers only, in real time"},
    {.name = "duration",
     .type = UI_OPTION_NUMBER,
     .value = "S",
     .low = 0.0,
     .high = 86400.0,
     .unit = "s",
     .offset = offsetof(struct values, duration),
     .help = "with --headless: ends after this time; 0: when the goals are reached"},
    {.name = "resume",
     .type = UI_OPTION_INTEGER,
     .value = "SESSION",
     .low = 0,
     .high = 1e9,
     .offset = offsetof(struct values, resume),
     .help = "continues this interrupted session; 0: a new one"},
    {.name = "controls",
     .type = UI_OPTION_FLAG,
     .offset = offsetof(struct values, controls),
     .help = "print which lever, pedal, button and key does what, and end"},
    {.name = "serve",
     .type = UI_OPTION_TEXT,
     .value = "ADDRESS",
     .offset = offsetof(struct values, serve),
     .help =
         "reports to the instructor's page there: the seats' address that 'kranich serve' prints, "
         "HOST:PORT where its file seat.token lies beside the database here, too"},
    {.name = "seat",
     .type = UI_OPTION_TEXT,
     .value = "NAME",
     .offset = offsetof(struct values, seat),
     .help = "with --serve and --server: what they call this place (default: the computer's "
             "name)"},
    UI_OPTION_SEND_TO_SERVER(struct values),
    UI_OPTION_NO_RECORD(struct values),
    UI_OPTION_DATABASE(struct values),
    UI_OPTION_LIBRARY(struct values),
};

static const struct ui_args_def def = {
    .verb = "train",
    .usage = "[EXERCISE]",
    .summary = "Puts a trainee into the cab",
    .help = "  EXERCISE   a name of the library, such as first-harvest, or a scenario file;\n"
            "             without it, the start screen asks\n",
    .options = options,
    .option_count = sizeof options / sizeof options[0],
    .operands_min = 0,
    .operands_max = 1,
};

// The trainee of the last session; "" where there is none.
static void last_trainee(struct dat_store *store, char *name, size_t size) {
    struct dat_name_list names = {0};
    struct dat_problem problem;
    name[0] = '\0';
    if (store == NULL)
        return;
    if (dat_store_trainees(store, &names, &problem) && names.count > 0)
        snprintf(name, size, "%s", names.items[0]);
    dat_name_list_finish(&names);
}

struct job {
    const struct values *values;
    struct dat_exercise *exercise; // NULL: the start screen
    const char *machine;           // path, NULL: the exercise's
    struct ui_train_chosen chosen; // from which the exercise is loaded
    struct ui_preferences preferences;
    struct dat_store *store;         // NULL: nothing is recorded
    struct dat_forwarder *forwarder; // NULL: to no server
    struct ui_can_setup can;
    struct ui_seat seat; // without a link where there is no --serve
    char trainee[128];
    struct dat_problem kept; // a damaged database, "": there was none
};

// The database and the trainee's name.
static int open_store(struct job *job) {
    struct dat_problem problem = {""};
    if (!job->values->no_record) {
        job->store = dat_store_open_or_replace(job->values->db, &job->kept, &problem);
        if (job->kept.text[0] != '\0')
            fprintf(stderr, "kranich train: warning: %s\n", job->kept.text);
        if (job->store == NULL)
            return ui_args_environment_error(&def, "%s", problem.text);
        const int status =
            ui_forward(&def, job->values->server, job->values->seat, job->store, &job->forwarder);
        if (status != UI_EXIT_DONE)
            return status;
    }
    last_trainee(job->store, job->trainee, sizeof job->trainee);
    if (job->values->trainee != NULL)
        snprintf(job->trainee, sizeof job->trainee, "%s", job->values->trainee);
    if (job->trainee[0] == '\0' && job->exercise != NULL)
        snprintf(job->trainee, sizeof job->trainee, "Trainee");
    return UI_EXIT_DONE;
}

// The instructor wishes this exercise again, or another one. False: that is not so, or it cannot
// be.
static bool begins_again(struct job *job) {
    const enum ui_seat_wish wish = job->seat.wish;
    if (job->exercise == NULL || (wish != UI_SEAT_RESTARTS && wish != UI_SEAT_CHOOSES))
        return false;
    if (wish == UI_SEAT_CHOOSES &&
        !ui_train_choose(&def, job->values->data, &job->seat, &job->chosen))
        fprintf(stderr, "kranich train: the exercise begins again instead\n");
    dat_exercise_finish(job->exercise);
    return ui_train_load(&job->chosen, job->exercise);
}

static int without_window(struct job *job) {
    int status = open_store(job);
    if (status != UI_EXIT_DONE)
        return status;
    const struct ui_headless_training headless = {.exercise = job->exercise,
                                                  .resume = job->values->resume,
                                                  .store = job->store,
                                                  .trainee = job->trainee,
                                                  .duration = job->values->duration,
                                                  .can = &job->can,
                                                  .seat = &job->seat};
    do
        status = ui_training_run_headless(&headless);
    while (status == UI_EXIT_DONE && begins_again(job));
    return status;
}

static int start_screen(struct job *job, struct ui_app *app) {
    static struct ui_start start; // large, and one at a time
    const struct ui_start_def start_def = {job->values->data, job->machine, job->trainee,
                                           job->store};
    if (!ui_start_init(&start, app, &start_def))
        return ui_args_environment_error(&def, "out of memory");
    ui_app_push(app, &start.base);
    ui_app_run(app);
    return start.status;
}

// Those that the instructor calls one after the other.
static void show_replays(struct job *job, struct ui_app *app) {
    static struct ui_seat_replay replay; // large, and one at a time
    char note[UI_TRAINING_NOTE];
    while (job->seat.wish == UI_SEAT_REPLAYS && !app->quit) {
        job->seat.wish = UI_SEAT_GOES_ON;
        if (ui_seat_replay_open(&replay, app, job->store, &job->seat, note, sizeof note))
            ui_app_run(app);
        else
            fprintf(stderr, "kranich train: %s\n", note);
        ui_seat_replay_close(&replay);
    }
}

static int one_exercise(struct job *job, struct ui_app *app) {
    static struct ui_training training; // large, and one at a time
    int status;
    do {
        status = job->values->resume > 0
                     ? ui_training_resume(&training, app, job->store, job->values->resume)
                     : ui_training_begin(&training, app, job->exercise, job->store, job->trainee);
        if (status == UI_EXIT_DONE)
            ui_app_run(app);
        status = ui_training_end(&training);
        fprintf(status == UI_EXIT_DONE ? stdout : stderr, "%s\n", training.note);
        show_replays(job, app);
    } while (status == UI_EXIT_DONE && !app->quit && begins_again(job));
    return status;
}

// A bad file of keys and levers must not prevent training: the defaults are used instead.
static void load_controls(void) {
    static struct dat_diagnostics d;
    char path[4096];
    if (!dat_default_controls(path, sizeof path) || ui_bindings_load(path, &d))
        return;
    dat_diagnostics_print(&d, stderr);
    fprintf(stderr,
            "kranich train: the file above is ignored, the default keys and levers are used\n");
}

static void load_bus(struct ui_can_setup *can) {
    static struct dat_diagnostics d;
    char path[4096];
    if (!dat_default_can(path, sizeof path) || ui_can_setup_load(path, can, &d))
        return;
    dat_diagnostics_print(&d, stderr);
    fprintf(stderr, "kranich train: the file above is ignored, there is no CAN bus\n");
}

// The window comes first: without a display, no database is created either.
static int in_window(struct job *job) {
    const struct values *v = job->values;
    static struct ui_place place; // large, and one at a time
    struct ui_app_options app_options = {.preferences = job->preferences,
                                         .place = &place,
                                         .users = &job->preferences,
                                         .can = &job->can,
                                         .seat = &job->seat,
                                         .db = v->db,
                                         .library = v->data};
    app_options.preferences.full_screen |= v->full_screen;
    app_options.preferences.stereo =
        (struct ui_stereo){(enum ui_stereo_mode)v->stereo, v->eye_distance, v->screen_distance};
    ui_users_place(job->preferences.place, &place);
    struct ui_app app;
    char sentence[UI_TRAINING_NOTE];
    if (!ui_app_open(&app, &app_options, sentence, sizeof sentence)) {
        (void)ui_window_tell(sentence);
        return ui_args_environment_error(&def, "%s", sentence);
    }
    app.keeps_settings = true;
    job->seat.has_window = true;
    if (sentence[0] != '\0')
        fprintf(stderr, "kranich train: %s\n", sentence);
    int status = open_store(job);
    if (status != UI_EXIT_DONE) {
        ui_app_close(&app);
        return status;
    }
    if (job->kept.text[0] != '\0')
        ui_problem_text(app.notice, sizeof app.notice, ui_text(UI_TEXT_PROBLEM_DATABASE),
                        job->kept.text);
    status = job->exercise == NULL && job->values->resume == 0 ? start_screen(job, &app)
                                                               : one_exercise(job, &app);
    ui_app_close(&app);
    return status;
}

static int run(struct job *job) {
    const struct values *v = job->values;
    int status = UI_EXIT_DONE;
    if (v->serve != NULL)
        status = ui_train_open_seat(&def, v->serve, v->seat, v->db, &job->seat);
    if (status == UI_EXIT_DONE)
        status = v->headless ? without_window(job) : in_window(job);
    ui_seat_close(&job->seat);
    dat_forwarder_stop(job->forwarder, DAT_FORWARDER_PATIENCE);
    dat_store_close(job->store);
    return status;
}

// Options that contradict each other.
static int check_options(const struct values *values, int exercises) {
    if (values->resume > 0 && (exercises > 0 || values->machine != NULL || values->no_record))
        return ui_args_error(&def, "--resume uses the session's own exercise, machine and "
                                   "record: leave out EXERCISE, --machine and --no-record");
    if (values->headless && exercises == 0 && values->resume == 0)
        return ui_args_error(&def, "--headless needs an EXERCISE");
    if (values->set.count > 0 && exercises == 0)
        return ui_args_error(&def, "--set needs an EXERCISE whose parameters it sets");
    if (values->seat != NULL && values->serve == NULL && values->server == NULL &&
        getenv("KRANICH_SERVER") == NULL)
        return ui_args_error(&def, "--seat names the place for --serve or --server ADDRESS");
    if (values->server != NULL && values->no_record)
        return ui_args_error(&def, "--server and --no-record exclude each other");
    return UI_EXIT_DONE;
}

// Finds the files that the options name. machine[DAT_SCENARIO_PATH] must live as long as the job.
static int choose_files(struct job *job, const struct ui_operands *operands, char *machine) {
    const struct values *values = job->values;
    struct ui_train_chosen *chosen = &job->chosen;
    int status = ui_read_settings(&def, &values->set, &chosen->settings);
    if (status == UI_EXIT_DONE && values->machine != NULL)
        status = ui_find_library_file(&def, values->data, "machines", values->machine, machine);
    if (status == UI_EXIT_DONE && operands->count > 0)
        status =
            ui_find_library_file(&def, values->data, "exercises", operands->items[0], chosen->path);
    if (status != UI_EXIT_DONE)
        return status;
    job->machine = values->machine != NULL ? machine : NULL;
    snprintf(chosen->machine, sizeof chosen->machine, "%s",
             job->machine != NULL ? job->machine : "");
    return UI_EXIT_DONE;
}

int ui_cmd_train(int argc, char **argv) {
    const struct ui_preferences preferences = ui_users_preferences();
    struct values values = {.stereo = (int)preferences.stereo.mode,
                            .eye_distance = preferences.stereo.eye_distance,
                            .screen_distance = preferences.stereo.screen_distance};
    struct ui_operands operands;
    int status = ui_args_parse(&def, argc, argv, &values, &operands);
    if (status != UI_ARGS_PARSED)
        return status;
    ui_stop_on_signals();
    load_controls();
    if (values.controls) {
        ui_print_bindings(stdout);
        ui_print_joysticks(stdout);
        return UI_EXIT_DONE;
    }
    status = check_options(&values, operands.count);
    if (status != UI_EXIT_DONE)
        return status;
    char machine[DAT_SCENARIO_PATH];
    static struct job job; // large, and one at a time
    job = (struct job){.values = &values, .preferences = preferences};
    load_bus(&job.can);
    status = choose_files(&job, &operands, machine);
    if (status != UI_EXIT_DONE)
        return status;
    if (operands.count == 0)
        return run(&job);
    static struct dat_exercise exercise; // large, and one at a time
    if (!ui_train_load(&job.chosen, &exercise))
        return UI_EXIT_USAGE;
    job.exercise = &exercise;
    status = run(&job);
    dat_exercise_finish(&exercise);
    return status;
}
