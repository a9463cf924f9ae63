#include "ui/cmd/bench_complain.h"

#include <stdio.h>

bool ui_bench_complain(const char *problem) {
    fprintf(stderr, "kranich bench: error: %s\n", problem);
    return false;
}
