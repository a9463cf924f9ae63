// Models of the library that ships.
#include <stdio.h>

#include "bench/bench.h"
#include "data/exercise/library.h"
#include "data/model/read.h"

bool bench_load(const char *file, struct veh_machine_def *def) {
    static struct dat_diagnostics d; // large
    struct dat_problem problem = {""};
    char folder[2048], path[4096];
    if (dat_library_folder(NULL, folder, sizeof folder, &problem) != DAT_LIBRARY_FOUND) {
        fprintf(stderr, "kranich bench: error: %s\n", problem.text);
        return false;
    }
    (void)snprintf(path, sizeof path, "%s/%s", folder, file);
    if (dat_load_model(path, def, &d))
        return true;
    dat_diagnostics_print(&d, stderr);
    return false;
}
