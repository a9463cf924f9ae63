// The verbs of the command line. Each is a function ui_cmd_<verb>() in ui/cmd/<verb>.c and a line
// in the table of ui/cmd/commands.c.
#pragma once

#include <stddef.h>
#include <stdio.h>

struct ui_command {
    const char *name;
    const char *arguments; // for the usage line, "": none
    const char *summary;   // one line for --help
    // Gets the verb as argv[0] and its arguments after it; returns an enum ui_exit. --help among
    // them prints the verb's help (see ui/cmd/args.h).
    int (*run)(int argc, char **argv);
};

// The whole table, sorted by name. Static storage.
const struct ui_command *ui_commands(size_t *count);

// The command of that name, or NULL.
const struct ui_command *ui_find_command(const char *name);

// Runs the program for main's arguments and returns its exit status, an enum ui_exit.
int ui_run_command_line(int argc, char **argv);

void ui_print_help(FILE *file);

int ui_cmd_bench(int argc, char **argv);
int ui_cmd_check(int argc, char **argv);
int ui_cmd_demo(int argc, char **argv);
int ui_cmd_exercises(int argc, char **argv);
int ui_cmd_help(int argc, char **argv);
int ui_cmd_machine(int argc, char **argv);
int ui_cmd_replay(int argc, char **argv);
int ui_cmd_report(int argc, char **argv);
int ui_cmd_serve(int argc, char **argv);
int ui_cmd_sessions(int argc, char **argv);
int ui_cmd_simulate(int argc, char **argv);
int ui_cmd_train(int argc, char **argv);
int ui_cmd_xapi(int argc, char **argv);
