// `kranich help [VERB]`.
#include "ui/cmd/commands.h"
#include "ui/screen/exit_status.h"

int ui_cmd_help(int argc, char **argv) {
    if (argc < 2) {
        ui_print_help(stdout);
        return UI_EXIT_DONE;
    }
    const struct ui_command *command = ui_find_command(argv[1]);
    if (command == NULL) {
        fprintf(stderr, "kranich help: error: unknown verb '%s', 'kranich --help' lists them\n",
                argv[1]);
        return UI_EXIT_USAGE;
    }
    if (command->run == ui_cmd_help) {
        printf("usage: kranich %s %s\n%s\n", command->name, command->arguments, command->summary);
        return UI_EXIT_DONE;
    }
    char verb[64], option[] = "--help";
    snprintf(verb, sizeof verb, "%s", command->name);
    char *call[] = {verb, option, NULL};
    return command->run(2, call);
}
