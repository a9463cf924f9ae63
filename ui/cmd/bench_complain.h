// The messages of benchmarks that cannot go on.
#pragma once

#include <stdbool.h>

// One line on stderr; returns false.
bool ui_bench_complain(const char *problem);
