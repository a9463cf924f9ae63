// `kranich xapi ADDRESS`: recorded sessions to a learning record store. The database is the queue:
// a file beside it says which sessions the store has, and the others are posted until it has them.
#include "data/report/xapi.h"

#include <limits.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>

#include "data/record/store.h"
#include "data/text/monotonic.h"
#include "data/text/utf8.h"
#include "ui/cmd/args.h"
#include "ui/cmd/commands.h"
#include "ui/cmd/common_options.h"
#include "ui/input/stop.h"
#include "ui/screen/exit_status.h"
#include "ui/serve/lrs.h"
#include "ui/serve/token.h"

enum { MOST_HOME = 400 }; // [byte]

#define SENT_FILE "xapi.sent" // beside the database: a line "NUMBER START STEPS" per session

struct values {
    const char *db, *key, *home, *authorities;
    double wait;
};

static const struct ui_option options[] = {
    {.name = "key",
     .type = UI_OPTION_TEXT,
     .value = "FILE",
     .offset = offsetof(struct values, key),
     .help = "its first line is USER:SECRET of the store; only its owner may read it"},
    {.name = "home",
     .type = UI_OPTION_TEXT,
     .value = "IRI",
     .offset = offsetof(struct values, home),
     .help = "of the school, to which trainees and exercises belong, such as "
             "https://school.example"},
    {.name = "ca",
     .type = UI_OPTION_TEXT,
     .value = "FILE",
     .offset = offsetof(struct values, authorities),
     .help = "trusts the authorities of these certificates (PEM) alone, instead of the system's"},
    {.name = "wait",
     .type = UI_OPTION_NUMBER,
     .value = "S",
     .low = 0.0,
     .high = 86400.0,
     .unit = "s",
     .offset = offsetof(struct values, wait),
     .help = "tries again for that long where the store does not take them"},
    UI_OPTION_DATABASE(struct values),
};

static const struct ui_args_def def = {
    .verb = "xapi",
    .usage = "ADDRESS",
    .summary = "Sends what trainees have done to a learning record store (xAPI, cmi5)",
    .help = "  ADDRESS   https://HOST/PATH of the store, or http://HOST:PORT/PATH\n",
    .options = options,
    .option_count = sizeof options / sizeof options[0],
    .operands_min = 1,
    .operands_max = 1,
};

static bool read_key(const char *path, char key[256], struct dat_problem *problem) {
    struct stat status;
    FILE *file = fopen(path, "re");
    if (file == NULL || fgets(key, 256, file) == NULL)
        dat_problem_set(problem, "%s cannot be read, expected a line USER:SECRET", path);
    else if (fstat(fileno(file), &status) != 0 || (status.st_mode & 077) != 0)
        dat_problem_set(problem,
                        "others can read the key in %s: make it yours alone, with chmod "
                        "600",
                        path);
    else
        key[strcspn(key, "\r\n")] = '\0';
    if (file != NULL)
        fclose(file);
    return problem->text[0] == '\0';
}

// Earlier versions have recorded any bytes as a name. Statements cannot have them.
static bool has_name(const struct dat_session_info *session) {
    const bool valid = dat_utf8_valid(session->trainee);
    if (!valid)
        fprintf(stderr,
                "kranich xapi: session %lld is not sent: the name of its trainee is not valid "
                "UTF-8\n",
                (long long)session->id);
    return valid;
}

// Whether the file has the line.
static bool is_sent(const char *path, const char *line) {
    char read[128];
    bool found = false;
    FILE *file = fopen(path, "re");
    while (file != NULL && !found && fgets(read, sizeof read, file) != NULL)
        found = strcmp(read, line) == 0;
    if (file != NULL)
        fclose(file);
    return found;
}

static bool remember(const char *path, const char *line, struct dat_problem *problem) {
    FILE *file = fopen(path, "ae");
    const bool written = file != NULL && fputs(line, file) >= 0;
    if (file != NULL && fclose(file) == 0 && written)
        return true;
    dat_problem_set(problem, "%s cannot be written", path);
    return false;
}

// A second, or as long as the store asks for. False: the time would be up, or a signal came.
static bool rest(const struct ui_lrs *lrs, double end) {
    const double until = dat_monotonic() + fmax(lrs->wait, 1.0);
    while (until < end && dat_monotonic() < until && !ui_stop_requested())
        nanosleep(&(struct timespec){0, 50000000}, NULL);
    return until < end && !ui_stop_requested();
}

// Posts the session until the store has it or says what time does not mend, the time is up [s of
// the clock] or a signal came.
static bool send_session(struct ui_lrs *lrs, const struct dat_session_info *session,
                         const char *home, double end, struct dat_problem *problem) {
    json_t *statements = dat_xapi_statements(session, home);
    bool stored = ui_lrs_post(lrs, statements, problem);
    if (!stored)
        fprintf(stderr, "kranich xapi: session %lld: %s\n", (long long)session->id, problem->text);
    while (!stored && lrs->again && rest(lrs, end))
        stored = ui_lrs_post(lrs, statements, problem);
    json_decref(statements);
    return stored;
}

static void print_sent(int count) {
    printf("%d %s sent\n", count, count == 1 ? "session" : "sessions");
}

static int send_all(struct ui_lrs *lrs, const struct dat_session_list *sessions, const char *path,
                    const struct values *values) {
    const double end = dat_monotonic() + values->wait;
    struct dat_problem problem = {""};
    int sent = 0, refused = 0;
    bool takes = true; // the store answers, and the list of what was sent can be written
    for (int i = 0; i < sessions->count && takes && !ui_stop_requested(); i++) {
        const struct dat_session_info *s = &sessions->items[i];
        char line[128];
        // With its steps: a session that was sent as interrupted may be continued.
        snprintf(line, sizeof line, "%lld %.40s %lld\n", (long long)s->id, s->start_utc,
                 (long long)s->steps);
        if (s->who != DAT_TRAINEE || s->end_utc == NULL || is_sent(path, line) || !has_name(s))
            continue;
        const bool stored = send_session(lrs, s, values->home, end, &problem);
        refused += !stored && lrs->refused;
        takes = stored ? remember(path, line, &problem) : lrs->refused;
        sent += stored && takes;
    }
    print_sent(sent);
    if (takes && ui_stop_requested())
        dat_problem_set(&problem, "stopped");
    if (!takes || ui_stop_requested())
        return ui_args_environment_error(&def, "%s; what is left is sent the next time",
                                         problem.text);
    if (refused > 0)
        return ui_args_environment_error(&def, "%d refused; they are tried again the next time",
                                         refused);
    return UI_EXIT_DONE;
}

int ui_cmd_xapi(int argc, char **argv) {
    struct values values = {.wait = 0.0};
    struct ui_operands operands;
    struct dat_problem problem = {""};
    struct dat_session_list sessions = {0};
    struct ui_lrs lrs;
    char path[PATH_MAX], key[256];
    int status = ui_args_parse(&def, argc, argv, &values, &operands);
    if (status != UI_ARGS_PARSED)
        return status;
    if (values.key == NULL || values.home == NULL || strstr(values.home, "://") == NULL ||
        strpbrk(values.home, " <>\"\r\n\t") != NULL || strlen(values.home) > MOST_HOME)
        return ui_args_error(&def, "--key FILE and --home IRI, such as https://school.example, are "
                                   "needed");
    if (!read_key(values.key, key, &problem) ||
        !ui_lrs_init(&lrs, operands.items[0], key, values.authorities, &problem))
        return ui_args_error(&def, "%s", problem.text);
    ui_stop_on_signals();
    struct dat_store *store = dat_store_open(values.db, DAT_STORE_READ, &problem);
    if (store == NULL || !dat_store_sessions(store, &sessions, &problem))
        status = ui_args_environment_error(&def, "%s", problem.text);
    else if (!ui_serve_token_path(values.db, SENT_FILE, path))
        status = ui_args_environment_error(&def, "the path of the database is too long");
    else
        status = send_all(&lrs, &sessions, path, &values);
    dat_session_list_finish(&sessions);
    dat_store_close(store);
    ui_lrs_finish(&lrs);
    return status;
}
