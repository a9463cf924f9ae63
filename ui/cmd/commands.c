#include "ui/cmd/commands.h"

#include <string.h>

#include "data/text/closest.h"
#include "sim/base/version.h"
#include "ui/screen/exit_status.h"

// One verb per line, sorted by name.
static const struct ui_command table[] = {
    {"bench", "[NAME]", "measure how long a step takes", ui_cmd_bench},
    {"check", "FILE...", "read files or a site and say what is wrong with them", ui_cmd_check},
    {"demo", "EXERCISE", "show how an exercise is done", ui_cmd_demo},
    {"exercises", "[ACTION]", "list the exercises, or unlock them for a trainee", ui_cmd_exercises},
    {"help", "[VERB]", "show what the program or a verb does", ui_cmd_help},
    {"machine", "MACHINE...", "measure a machine and compare it with real ones", ui_cmd_machine},
    {"replay", "SESSION", "show a recorded session, or run it again and compare", ui_cmd_replay},
    {"report", "SESSION", "write a recorded session as a page to read and print", ui_cmd_report},
    {"serve", "", "show the instructor's page in a web browser", ui_cmd_serve},
    {"sessions", "ACTION [ID]", "list, show, compare, verify, delete, export sessions",
     ui_cmd_sessions},
    {"simulate", "MODEL", "run a model file without a scenario", ui_cmd_simulate},
    {"train", "[EXERCISE]", "put a trainee into the cab", ui_cmd_train},
    {"xapi", "ADDRESS", "send sessions to a learning record store (xAPI, cmi5)", ui_cmd_xapi},
};

const struct ui_command *ui_commands(size_t *count) {
    *count = sizeof table / sizeof table[0];
    return table;
}

const struct ui_command *ui_find_command(const char *name) {
    for (size_t i = 0; i < sizeof table / sizeof table[0]; i++)
        if (strcmp(table[i].name, name) == 0)
            return &table[i];
    return NULL;
}

void ui_print_help(FILE *file) {
    fputs("usage: kranich                      the window: choose an exercise, then the cab\n"
          "       kranich VERB [ARGUMENTS]\n"
          "       kranich --help | --version\n"
          "\n"
          "Forestry-machine training simulator.\n"
          "\n"
          "verbs:\n",
          file);
    for (size_t i = 0; i < sizeof table / sizeof table[0]; i++) {
        const struct ui_command *command = &table[i];
        int width = fprintf(file, "  %s %s", command->name, command->arguments);
        fprintf(file, "%*s%s\n", width < 28 ? 28 - width : 1, "", command->summary);
    }
    fputs("\n"
          "'kranich help VERB' tells a verb's options.\n"
          "exit status: 0 done, 1 a check failed, 2 bad usage or a bad file, 3 the environment\n",
          file);
}

static void unknown_verb(const char *name) {
    enum { VERBS = sizeof table / sizeof table[0] };
    const char *names[VERBS];
    for (int i = 0; i < VERBS; i++)
        names[i] = table[i].name;
    const char *near = dat_closest(name, names, VERBS);
    const size_t length = strlen(name);
    fprintf(stderr, "kranich: error: unknown verb '%s'", name);
    if (near != NULL)
        fprintf(stderr, ", did you mean '%s'?\n", near);
    else if (length > 5 && strcmp(name + length - 5, ".yaml") == 0)
        fprintf(stderr,
                "; 'kranich check %s' reads a file, 'kranich simulate %s' runs a model, 'kranich "
                "train %s' an exercise\n",
                name, name, name);
    else
        fputs(", 'kranich --help' lists them\n", stderr);
}

int ui_run_command_line(int argc, char **argv) {
    if (argc < 2) {
        char verb[] = "train";
        char *window[] = {verb, NULL};
        return ui_cmd_train(1, window);
    }
    const char *name = argv[1];
    if (strcmp(name, "--help") == 0 || strcmp(name, "-h") == 0) {
        ui_print_help(stdout);
        return UI_EXIT_DONE;
    }
    if (strcmp(name, "--version") == 0) {
        printf("kranich %s\n", sim_version());
        return UI_EXIT_DONE;
    }
    const struct ui_command *command = ui_find_command(name);
    if (command == NULL) {
        unknown_verb(name);
        return UI_EXIT_USAGE;
    }
    return command->run(argc - 1, argv + 1);
}
