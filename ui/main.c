#include <limits.h>
#include <signal.h>
#include <stdio.h>

#include "data/exercise/own_species.h"
#include "data/text/paths.h"
#include "ui/cmd/commands.h"
#include "ui/cmd/progress_bar.h"
#include "ui/screen/exit_status.h"

// Stands and exercises may name them. A file that is wrong is reported whatever the verb.
static bool add_own_species(void) {
    char library[PATH_MAX];
    struct dat_diagnostics d;
    if (!dat_user_library(library, sizeof library) || dat_add_own_species(library, &d))
        return true;
    dat_diagnostics_print(&d, stderr);
    return false;
}

// Output that could not be written, on a full disk for one, must not look like success.
int main(int argc, char **argv) {
    // At the largest size of a file that the user may write, writing is to fail with an error,
    // which gets its sentence and exit status 3, not to kill the program.
    signal(SIGXFSZ, SIG_IGN);
    ui_progress_bar_show();
    const int status = add_own_species() ? ui_run_command_line(argc, argv) : UI_EXIT_USAGE;
    dat_forget_own_species();
    if (fflush(stdout) == 0 && !ferror(stdout))
        return status;
    fputs("kranich: error: the standard output cannot be written\n", stderr);
    return status == UI_EXIT_DONE ? UI_EXIT_ENVIRONMENT : status;
}
